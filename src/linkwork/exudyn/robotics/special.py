"""Measures of manipulability: what a robot reaches, holds and accelerates in a configuration.

HT is always what robot.JointHT returns; mode is 'trans', 'rot' or 'all', as in robot.Jacobian.
"""

import numpy as np

import linkwork.exudyn as exudyn
from linkwork.exudyn import robotics as rob
from linkwork.exudyn.basicUtilities import ScalarMult
from linkwork.exudyn.rigidBodyUtilities import (
    HT2rotationMatrix,
    HT2translation,
    HTtranslate,
    RotationMatrix2RotZYZ,
    Skew,
)

_SINGULAR = 1e-14
"""Jacobians whose smallest singular value is below this part of the largest one are singular."""


def _is_singular(J):
    values = np.linalg.svd(J, compute_uv=False)
    return len(values) < len(J) or J.shape[1] < len(J) or values[-1] <= _SINGULAR * values[0]


def VelocityManipulability(robot, HT, mode):
    """sqrt(det(J J^T)), the volume of the ellipsoid of velocities; Yoshikawa 1985."""
    J = robot.Jacobian(HT, mode=mode)
    if _is_singular(J):
        return 0.0
    return np.sqrt(np.linalg.det(J @ J.T))


def ForceManipulability(robot, HT, mode, singularWeight=100):
    """1 / sqrt(det(J J^T)), the volume of the ellipsoid of forces; Yoshikawa 1985.

    singularWeight -- result where the Jacobian is singular and the volume infinite
    """
    volume = VelocityManipulability(robot, HT, mode)
    return singularWeight if volume == 0.0 else 1.0 / volume


def StiffnessManipulability(robot, JointStiffness, HT, mode, singularWeight=1000):
    """[smallest eigenvalue of C, C] with the Cartesian stiffness C = (J K^-1 J^T)^-1.

    JointStiffness -- matrix K of the stiffness of the joints
    singularWeight -- factor of the unit matrix that is C where the Jacobian is singular
    """
    J = robot.Jacobian(HT, mode=mode)
    if _is_singular(J):
        return [float(singularWeight), singularWeight * np.eye(len(J))]
    compliance = J @ np.linalg.solve(np.asarray(JointStiffness, float), J.T)
    return _with_smallest_eigenvalue(compliance)


def DynamicManipulability(robot, HT, MassMatrix, Tmax, mode, singularWeight=1000):
    """[smallest eigenvalue of N, N] with N = (J M^-1 T^2 M^-1 J^T)^-1; Chiacchio 1998.

    MassMatrix -- M of the function MassMatrix; Tmax -- diagonal matrix T of the largest torques
    singularWeight -- factor of the unit matrix that is N where the Jacobian is singular
    """
    J = robot.Jacobian(HT, mode=mode)
    if _is_singular(J):
        return [float(singularWeight), singularWeight * np.eye(len(J))]
    reached = J @ np.linalg.solve(np.asarray(MassMatrix, float), np.asarray(Tmax, float))
    return _with_smallest_eigenvalue(reached @ reached.T)


def _with_smallest_eigenvalue(inverse):
    matrix = np.linalg.inv(inverse)
    return [np.linalg.eigvalsh(0.5 * (matrix + matrix.T))[0], matrix]


def JointJacobian(robot, HTJoint, HTLink):
    """Jacobians of all links at their centers of mass, in link axes: [rotation, translation].

    HTJoint, HTLink -- of robot.JointHT and robot.LinkHT
    """
    found = []
    for i, frame in enumerate(HTLink):
        center = (frame @ [*robot.links[i].COM, 1.0])[:3]
        J = robot.Jacobian(HTJoint, toolPosition=center, linkIndex=i)
        turned = frame[:3, :3].T
        found.append(np.array([turned @ J[3:], turned @ J[:3]]))
    return found


def MassMatrix(robot, HT, jointJacobian):
    """Mass matrix in the coordinates of the joints; jointJacobian -- of JointJacobian."""
    M = np.zeros((len(robot.links), len(robot.links)))
    for link, (rotation, translation) in zip(robot.links, jointJacobian, strict=True):
        M += link.mass * translation.T @ translation + rotation.T @ link.inertia @ rotation
    return M


def CalculateAllMeasures(robot, robotDic, q, mode, flag=[0, 0, 0, 0]):
    """Measures for joint coordinates q; those whose flag is not 1 are empty lists.

    robotDic -- dictionary of the robot: jointStiffnessMatrix, joinTorqueMaxMatrix
    flag -- of velocity, force, stiffness and dynamic manipulability

    Returns [velocity, force, stiffness, its matrix, dynamic, its matrix].
    """
    HT = robot.JointHT(q)
    velocity, force, stiffness, dynamic = [], [], [[], []], [[], []]
    if flag[0] == 1:
        velocity = VelocityManipulability(robot, HT, mode)
    if flag[1] == 1:
        force = ForceManipulability(robot, HT, mode)
    if flag[2] == 1:
        stiffness = StiffnessManipulability(robot, robotDic["jointStiffnessMatrix"], HT, mode)
    if flag[3] == 1:
        M = MassMatrix(robot, HT, JointJacobian(robot, HT, robot.LinkHT(q)))
        dynamic = DynamicManipulability(robot, HT, M, robotDic["joinTorqueMaxMatrix"], mode)
    return [velocity, force, *stiffness, *dynamic]
