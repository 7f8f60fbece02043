"""Laws of items with `compatibility = "exudyn"`: bushings, linear springs, joints, discs.

References are written out here. Runs of the same items agree with Exudyn 1.11.0 to 1e-12, torques
to 1e-10; those of penalty discs as long as their slip stays inside or outside of its zone.
"""

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import linkwork as exu
from linkwork.items import *
from linkwork.utilities import RotationMatrixX, RotationMatrixY

from .compatible import PROFILE, settings_of

pytestmark = pytest.mark.processors

OUTPUT = exu.OutputVariableType
TILTED = RotationMatrixX(0.3) @ RotationMatrixY(0.2)
PLACE = np.array([0.7, 0.2, -0.1])


def two_bodies(connector, velocities=((0,) * 6, (0,) * 6)):
    """Initial accelerations of two bodies of 2 kg and 0.4 kg m^2 in all axes, 12 numbers."""
    mbs = exu.SystemContainer().AddSystem()
    ends = []
    for place, velocity in zip(([0, 0, 0], PLACE), velocities, strict=True):
        node = mbs.AddNode(
            NodeRigidBodyRxyz(referenceCoordinates=[*place, 0, 0, 0], initialVelocities=velocity)
        )
        body = mbs.AddObject(
            ObjectRigidBody(nodeNumber=node, physicsMass=2, physicsInertia=[0.4, 0.4, 0.4, 0, 0, 0])
        )
        ends.append(mbs.AddMarker(MarkerBodyRigid(bodyNumber=body)))
    mbs.AddObject(connector(ends))
    return [
        mbs.SolveDynamic(settings_of(1, 1e-6, compatibility)).accelerations[0]
        for compatibility in (PROFILE, "")
    ]


def test_arms_of_the_intrinsic_bushing():
    turn = np.array([0.3, -0.4, 0.5])
    stiffness, offset = np.diag([200.0, 150, 100, 20, 30, 25]), np.array([0.05, 0, 0, 0, 0, 0])

    def bushing(ends):
        return RigidBodySpringDamper(
            markerNumbers=ends, stiffness=stiffness, offset=offset, intrinsicFormulation=True,
            rotationMarker1=Rotation.from_rotvec(turn).as_matrix(),
        )  # fmt: skip

    found, own = two_bodies(bushing)
    angle = np.linalg.norm(turn)
    skew = np.array([[0, -turn[2], turn[1]], [turn[2], 0, -turn[0]], [-turn[1], turn[0], 0]])
    bend = (1 - angle / 2 / np.tan(angle / 2)) / angle**2
    d = (np.eye(3) - skew / 2 + bend * skew @ skew) @ PLACE  # T(r)^-T, the logarithm of SE(3)
    force = stiffness @ (np.concatenate([d, turn]) - offset)
    J = Rotation.from_rotvec(turn / 2).as_matrix()
    f, m, arm = J @ force[:3], J @ force[3:], np.cross(J @ d / 2, J @ force[:3])
    known = np.concatenate([f / 2, (m + arm) / 0.4, -f / 2, (arm - m) / 0.4])
    assert found == pytest.approx(known, rel=1e-9, abs=1e-9)
    assert own[[0, 1, 2]] == pytest.approx(known[:3], rel=1e-9)
    assert np.abs(own - known).max() > 0.1


def test_linear_springs_have_no_moment():
    axis, spin = np.array([0.6, 0.8, 0]), 0.5

    def spring(ends):
        return LinearSpringDamper(
            markerNumbers=ends, stiffness=200, damping=3, axisMarker0=axis, offset=0.05
        )

    found, own = two_bodies(spring, ((0, 0, 0, 0, 0, spin), (0.3, -0.2, 0.1, 0, 0, 0)))
    f = 200 * (axis @ PLACE - 0.05) + 3 * axis @ [0.3, -0.2, 0.1]
    known = np.concatenate([f * axis / 2, np.zeros(3), -f * axis / 2, np.zeros(3)])
    assert found == pytest.approx(known, abs=1e-9)
    exact = f - 3 * spin * np.cross([0, 0, 1], axis) @ -PLACE
    assert own[:3] == pytest.approx(exact * axis / 2, abs=1e-9)
    assert own[3:6] == pytest.approx(exact * np.cross(PLACE, axis) / 0.4, abs=1e-9)


JOINTS = {
    "fixed": (GenericJoint, {}, lambda x, y, z: (x, -y, -z)),
    "free x": (GenericJoint, dict(constrainedAxes=[1, 1, 1, 0, 1, 1]), lambda x, y, z: (0, -z, y)),
    "free y": (GenericJoint, dict(constrainedAxes=[1, 1, 1, 1, 0, 1]), lambda x, y, z: (z, 0, -x)),
    "free z": (GenericJoint, dict(constrainedAxes=[1, 1, 1, 1, 1, 0]), lambda x, y, z: (-y, x, 0)),
    "revolute": (RevoluteJointZ, {}, lambda x, y, z: (-y, x, 0)),
    "prismatic": (PrismaticJointX, {}, lambda x, y, z: (x, -y, -z)),
}


@pytest.mark.parametrize("name", JOINTS)
def test_torques_of_joints_are_multipliers(name):
    kind, axes, signs = JOINTS[name]
    torque = TILTED @ [0.4, 0.5, 0.3]
    found = {}
    for compatibility in (PROFILE, ""):
        mbs = exu.SystemContainer().AddSystem()
        node = mbs.AddNode(NodeRigidBodyRxyz())
        body = mbs.AddObject(
            ObjectRigidBody(nodeNumber=node, physicsMass=2, physicsInertia=[0.4, 0.4, 0.4, 0, 0, 0])
        )
        ground = mbs.AddObject(ObjectGround())
        ends = [mbs.AddMarker(MarkerBodyRigid(bodyNumber=b)) for b in (ground, body)]
        frames = dict(rotationMarker0=TILTED, rotationMarker1=TILTED)
        joint = mbs.AddObject(kind(markerNumbers=ends, **frames, **axes))
        mbs.AddLoad(Torque(markerNumber=ends[1], loadVector=torque))
        mbs.SolveDynamic(settings_of(1, 1e-3, compatibility))
        found[compatibility] = mbs.GetObjectOutput(joint, OUTPUT.TorqueLocal)
    assert found[PROFILE] == pytest.approx(signs(0.4, 0.5, 0.3), abs=1e-6)
    for axis, value in enumerate(found[""]):
        assert value == pytest.approx([0.4, 0.5, 0.3][axis], abs=1e-6) or abs(value) < 1e-6


def disc_on_plane(compatibility, make, steps=1, height=0.5):
    """A disc of 0.5 m that rolls on the plane at (0.2, 0.1, 0): (solution, mbs, object)"""
    mbs = exu.SystemContainer().AddSystem()
    node = mbs.AddNode(
        NodeRigidBodyRxyz(
            referenceCoordinates=[0, 0, height, 0, 0, 0], initialCoordinates=[0, 0, 0, 0.1, 0, 0],
            initialVelocities=[0, 1, 0, 0.3, -2, 0.2],
        )
    )  # fmt: skip
    body = mbs.AddObject(
        ObjectRigidBody(nodeNumber=node, physicsMass=2, physicsInertia=[0.5, 0.3, 0.3, 0, 0, 0])
    )
    ground = mbs.AddObject(ObjectGround(referencePosition=[0.2, 0.1, 0]))
    ends = [mbs.AddMarker(MarkerBodyRigid(bodyNumber=b)) for b in (ground, body)]
    disc = mbs.AddObject(
        make(
            mbs, dict(markerNumbers=ends, discRadius=0.5, discAxis=[1, 0, 0], planeNormal=[0, 0, 1])
        )
    )
    marker = mbs.AddMarker(MarkerBodyMass(bodyNumber=body))
    mbs.AddLoad(LoadMassProportional(markerNumber=marker, loadVector=[0, 0, -9.81]))
    return mbs.SolveDynamic(settings_of(steps, 0.005 * steps, compatibility)), mbs, disc


def contact_arm(angles):
    """(R w3, columns of angular velocity by rates of angles) of the disc."""
    x, y = Rotation.from_euler("x", angles[0]), Rotation.from_euler("y", angles[1])
    axis = (x * y * Rotation.from_euler("z", angles[2])).apply([1, 0, 0])
    forward = np.cross(axis, [0, 0, 1])
    forward /= np.linalg.norm(forward)
    columns = np.array([[1, 0, 0], x.apply([0, 1, 0]), (x * y).apply([0, 0, 1])]).T
    return 0.5 * np.cross(axis, forward), columns


def test_rolling_discs_start_as_given_and_drift():
    def joint(mbs, given):
        return ObjectJointRollingDisc(**given)

    solution, _, _ = disc_on_plane(PROFILE, joint, 200)
    assert solution.coordinates[0] == pytest.approx([0, 0, 0, 0.1, 0, 0])
    assert solution.velocities[0] == pytest.approx([0, 1, 0, 0.3, -2, 0.2])
    arm, columns = contact_arm([0.1, 0, 0])
    a = solution.accelerations[0]
    assert a[:3] + np.cross(columns @ a[3:], arm) == pytest.approx([0, 0, 0], abs=1e-9)
    for k in (1, 100, 200):  # equations hold for velocities
        arm, columns = contact_arm(solution.coordinates[k, 3:])
        v = solution.velocities[k]
        assert v[:3] + np.cross(columns @ v[3:], arm) == pytest.approx([0, 0, 0], abs=1e-9)
    heights = [
        row[2] + 0.5 + contact_arm(row[3:])[0][2] for row in solution.coordinates[[0, 1, 200]]
    ]
    assert abs(heights[2] - heights[0]) > 1e-5


def test_contact_points_of_penalty_discs_are_relative():
    def penalty(mbs, given):
        data = mbs.AddNode(NodeGenericData(initialCoordinates=[0, 0, 0], numberOfDataCoordinates=3))
        return ObjectConnectorRollingDiscPenalty(
            **given, nodeNumber=data, contactStiffness=1e4, contactDamping=50
        )

    places = []
    for compatibility in (PROFILE, ""):
        solution, mbs, disc = disc_on_plane(compatibility, penalty)
        row = solution.coordinates[-1]
        known = row[:3] + [0, 0, 0.5] + contact_arm(row[3:])[0]
        places.append(mbs.GetObjectOutput(disc, OUTPUT.Position) - known)
    assert places[0] == pytest.approx([-0.2, -0.1, 0], abs=1e-12)
    assert places[1] == pytest.approx([0, 0, 0], abs=1e-12)


@pytest.mark.parametrize("last", [(0.3, 0.4), (0.003, 0.004), (0.0, 0.0)])
def test_the_last_slip_decides_on_the_friction_of_penalty_discs(last):
    def penalty(mbs, given):
        data = mbs.AddNode(
            NodeGenericData(initialCoordinates=[*last, -1e-3], numberOfDataCoordinates=3)
        )
        return ObjectConnectorRollingDiscPenalty(
            **given, nodeNumber=data, contactStiffness=1e4,
            dryFriction=[0.4, 0.3], dryFrictionProportionalZone=0.05,
        )  # fmt: skip

    arm, columns = contact_arm([0.1, 0, 0])
    slip = np.array([0, 1, 0]) + np.cross(columns @ [0.3, -2, 0.2], arm)
    for compatibility in (PROFILE, ""):
        solution, _, _ = disc_on_plane(compatibility, penalty, height=0.49)
        push = 2 * (solution.accelerations[0, :3] + [0, 0, 9.81])
        # axes: lateral wl = n x w2 and forward w2 = a x n; here a = x, w2 = -y, wl = x
        present, size = np.linalg.norm(slip[:2]), np.linalg.norm(last)
        direction = slip[:2] / present
        if compatibility and 0 < size <= 0.05:  # the law of the zone holds for any slip
            direction = direction * (2 - present / 0.05) * present / 0.05
        elif compatibility:
            direction = np.array([last[0], -last[1]]) / size if size > 0 else np.zeros(2)
        assert push[:2] == pytest.approx(-abs(push[2]) * direction * [0.4, 0.3], abs=1e-9)
