"""Models of rigid bodies in space, built by Create... functions for every kind of node.

`MODELS` holds a function for each case of `spatial_cases.py`; it gets a type of node.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

import linkwork as exu
from linkwork.utilities import *

Output = exu.OutputVariableType
KINDS = {
    "EP": exu.NodeType.RotationEulerParameters,
    "Rxyz": exu.NodeType.RotationRxyz,
    "LG": exu.NodeType.RotationRotationVector,
}
DOWN = [0.0, 0.0, -9.81]
X, Y, Z = np.eye(3)


class SpatialModel:
    """A system with a ground, and its bodies, whose outputs have the names of the cases.

    outputs -- further outputs: name -> function of the state that the system is in
    """

    def __init__(self, kind: str) -> None:
        self.mbs = exu.SystemContainer().AddSystem()
        self.ground = self.mbs.CreateGround()
        self.kind = KINDS[kind]
        self.bodies: list[exu.ObjectIndex] = []
        self.outputs: dict[str, Callable[[], Any]] = {}

    def body(self, mass: float, moments: Any, com: Any = (0, 0, 0), **values: Any) -> Any:
        """Add a body; moments -- of inertia about its center of mass, or a 3 x 3 tensor."""
        J = np.diag(moments) if np.ndim(moments) == 1 else moments
        inertia = RigidBodyInertia(mass, J, com, inertiaTensorAtCOM=True)
        return self.solid(inertia, **values)

    def solid(self, inertia: RigidBodyInertia, **values: Any) -> Any:
        """Add a body with a given inertia."""
        self.bodies.append(self.mbs.CreateRigidBody(inertia=inertia, nodeType=self.kind, **values))
        return self.bodies[-1]

    def of_object(self, name: str, number: Any, variable: Output) -> None:
        """Have the output of a joint or spring among the outputs."""
        self.outputs[name] = lambda: self.mbs.GetObjectOutput(number, variable)

    def value(self, name: str) -> np.ndarray:
        """An output by its name: of its own, or one of a body, such as position1."""
        if name in self.outputs:
            return np.atleast_1d(self.outputs[name]())
        word = name.rstrip("0123456789")
        variable = Output[word[0].upper() + word[1:]]
        body = self.bodies[int(name[len(word) :]) - 1]
        return np.ravel(self.mbs.GetObjectOutputBody(body, variable))


def free_symmetric_top(kind: str) -> SpatialModel:
    m = SpatialModel(kind)
    m.body(
        1, [2, 2, 1], referenceRotationMatrix=RotationMatrixX(0.3) @ RotationMatrixZ(0.4),
        initialAngularVelocity=[1, 0.5, 3], initialVelocity=[0.1, 0.2, 0.3],
    )  # fmt: skip
    return m


def free_intermediate_axis(kind: str) -> SpatialModel:
    m = SpatialModel(kind)
    m.body(1, [1, 2, 3], initialAngularVelocity=[0.02, 3, 0.01])
    return m


def free_full_inertia(kind: str) -> SpatialModel:
    m = SpatialModel(kind)
    J = Inertia6D2InertiaTensor([1.2, 1.5, 0.9, 0.11, -0.07, 0.2])
    m.body(3, J, initialAngularVelocity=[2, -1, 1.5])
    return m


def free_com_offset(kind: str) -> SpatialModel:
    m = SpatialModel(kind)
    com = [0.3, -0.2, 0.5]
    body = m.body(
        2, [0.3, 0.2, 0.4], com, initialVelocity=[1, 2, 0], initialAngularVelocity=[1, -2, 3],
        gravity=DOWN,
    )  # fmt: skip
    m.outputs["center"] = lambda: m.mbs.GetObjectOutputBody(body, Output.Position, com)
    return m


def heavy_top_steady_precession(kind: str) -> SpatialModel:
    m = SpatialModel(kind)
    spin, tilt, com = 60.0, 0.7, [0, 0, 0.3]
    a, b, c = 0.12 * math.cos(tilt), -0.02 * spin, 0.3 * 9.81
    W = (-b - math.sqrt(b * b - 4 * a * c)) / (2 * a)  # precession
    axis = RotationMatrixY(tilt) @ Z
    body = m.body(
        1, [0.12 - 0.09, 0.12 - 0.09, 0.02], com, referenceRotationMatrix=RotationMatrixY(tilt),
        initialAngularVelocity=W * Z + (spin - W * math.cos(tilt)) * axis, gravity=DOWN,
    )  # fmt: skip
    joint = m.mbs.CreateSphericalJoint(bodyNumbers=[m.ground, body], position=[0, 0, 0])
    m.of_object("force", joint, Output.Force)
    m.outputs["center"] = lambda: m.mbs.GetObjectOutputBody(body, Output.Position, com)
    return m


def torque_body_fixed(kind: str) -> SpatialModel:
    m = SpatialModel(kind)
    body = m.body(1, [1, 2, 3])
    m.mbs.CreateTorque(bodyNumber=body, loadVector=[0.3, -0.2, 0.5], bodyFixed=True)
    return m


def force_off_center(kind: str) -> SpatialModel:
    m = SpatialModel(kind)
    body = m.body(2, [0.3, 0.2, 0.4], gravity=DOWN)
    m.mbs.CreateForce(bodyNumber=body, loadVector=[5, 2, 10], localPosition=[0.1, 0.2, -0.3])
    return m


def pendulum_revolute(kind: str) -> SpatialModel:
    m = SpatialModel(kind)
    body = m.body(2, [0.02, 0.3, 0.3], referencePosition=[0.5, 0.1, 0], gravity=DOWN)
    joint = m.mbs.CreateRevoluteJoint(bodyNumbers=[m.ground, body], position=[0, 0, 0], axis=Y)
    m.of_object("jointRotation", joint, Output.Rotation)
    m.of_object("jointAngularVelocity", joint, Output.AngularVelocityLocal)
    m.of_object("force", joint, Output.ForceLocal)
    m.of_object("torque", joint, Output.TorqueLocal)
    return m


def _two_bricks(m: SpatialModel, **moving: Any) -> None:
    for k in range(2):
        values = {name: pair[k] for name, pair in moving.items()}
        place = [0.5 + k, 0, 0]
        brick = InertiaCuboid(1000, [1, 0.1, 0.2])
        m.solid(brick, referencePosition=place, gravity=[0, -9.81, -3], **values)


def double_pendulum_crossed_revolutes(kind: str) -> SpatialModel:
    m = SpatialModel(kind)
    _two_bricks(m)
    ends = [m.ground, m.bodies[0]]
    m.mbs.CreateRevoluteJoint(bodyNumbers=ends, position=[0, 0, 0], axis=Z)
    joint = m.mbs.CreateRevoluteJoint(bodyNumbers=m.bodies, position=[1, 0, 0], axis=Y)
    m.of_object("force", joint, Output.ForceLocal)
    return m


def double_pendulum_spherical_moving(kind: str) -> SpatialModel:
    m = SpatialModel(kind)
    first, second = np.array([1, 0, 0.5]), np.array([0, 2, -1])
    velocities = [np.cross(first, 0.5 * X), np.cross(first, X) + np.cross(second, 0.5 * X)]
    _two_bricks(m, initialAngularVelocity=[first, second], initialVelocity=velocities)
    joint = m.mbs.CreateSphericalJoint(bodyNumbers=[m.ground, m.bodies[0]], position=[0, 0, 0])
    m.mbs.CreateSphericalJoint(bodyNumbers=m.bodies, position=[1, 0, 0])
    m.of_object("force", joint, Output.Force)
    return m


def _driven(kind: str, offsets: Callable[..., Any]) -> SpatialModel:
    m = SpatialModel(kind)
    ends = [m.ground, m.body(2, [0.3, 0.2, 0.4])]
    joint = m.mbs.CreateGenericJoint(
        bodyNumbers=ends, position=[0, 0, 0], offsetUserFunction=offsets
    )
    m.of_object("force", joint, Output.ForceLocal)
    m.of_object("torque", joint, Output.TorqueLocal)
    return m


def driven_generic_joint(kind: str) -> SpatialModel:
    def offsets(mbs, t, itemNumber, offsetUserFunctionParameters):
        return [0.3 * t**3, -0.1 * t**3, 0.2 * t**4, 0, 0, 0.4 * t**3]

    return _driven(kind, offsets)


def driven_generic_joint_jerk_start(kind: str) -> SpatialModel:
    def offsets(mbs, t, itemNumber, offsetUserFunctionParameters):
        return [0.2 * (1 - math.cos(3 * t)), 0, 0, 0, 0, 0.5 * (1 - math.cos(2 * t))]

    return _driven(kind, offsets)


def spherical_chain_of_five(kind: str) -> SpatialModel:
    m = SpatialModel(kind)
    joints = []
    for k in range(5):
        brick = InertiaCuboid(1000, [0.4, 0.05, 0.05])
        m.solid(brick, referencePosition=[0.2 + 0.4 * k, 0, 0], gravity=[0, -1, -9.81])
        ends = [m.bodies[k - 1] if k else m.ground, m.bodies[k]]
        joints.append(m.mbs.CreateSphericalJoint(bodyNumbers=ends, position=[0.4 * k, 0, 0]))
    m.of_object("force", joints[0], Output.Force)
    m.outputs["tip"] = lambda: m.mbs.GetObjectOutputBody(m.bodies[4], Output.Position, [0.2, 0, 0])
    return m


def four_bar_closed_loop(kind: str) -> SpatialModel:
    m = SpatialModel(kind)
    Q = RotationMatrixX(0.4) @ RotationMatrixY(0.3)
    points = [np.array(p) for p in ([0, 0, 0], [0.3, 0.4, 0], [1.1, 0.5, 0], [1, 0, 0])]
    for a, b in zip(points[:-1], points[1:], strict=True):
        along, length = b - a, math.dist(a, b)
        mass = 2 * length
        m.body(
            mass, mass * np.array([0.01, length**2 / 12, length**2 / 12]),
            referencePosition=Q @ (0.5 * (a + b)), gravity=DOWN,
            referenceRotationMatrix=Q @ RotationMatrixZ(math.atan2(along[1], along[0])),
        )  # fmt: skip
    pairs = [(m.ground, m.bodies[0]), (m.bodies[0], m.bodies[1]), (m.bodies[1], m.bodies[2])]
    for pair, point in zip(pairs, points[:3], strict=True):
        m.mbs.CreateRevoluteJoint(bodyNumbers=pair, position=Q @ point, axis=Q @ Z)
    m.mbs.CreateGenericJoint(
        bodyNumbers=[m.ground, m.bodies[2]], position=Q @ points[3], rotationMatrixAxes=Q,
        constrainedAxes=[1, 1, 0, 0, 0, 0],
    )  # fmt: skip
    return m


def initial_rotation_and_spin(kind: str) -> SpatialModel:
    m = SpatialModel(kind)
    turn = RotationMatrixX(0.5) @ RotationMatrixZ(0.7)
    m.body(1, [1, 2, 3], initialRotationMatrix=turn, initialAngularVelocity=[1, 2, 3])
    return m


def arm_with_slider(kind: str) -> SpatialModel:
    m = SpatialModel(kind)
    place, spin = np.array([0.4, 0.1, 0]), np.array([0, 0, 3])
    m.body(3, [0.05, 0.4, 0.45], initialAngularVelocity=spin, gravity=DOWN)
    m.body(
        1, [0.01, 0.02, 0.03], referencePosition=place, initialAngularVelocity=spin,
        initialVelocity=np.cross(spin, place), gravity=DOWN,
    )  # fmt: skip
    ends = [m.ground, m.bodies[0]]
    m.mbs.CreateRevoluteJoint(bodyNumbers=ends, position=[0, 0, 0], axis=Z)
    joint = m.mbs.CreatePrismaticJoint(bodyNumbers=m.bodies, position=place, axis=X)
    spring = m.mbs.CreateLinearSpringDamper(
        bodyNumbers=m.bodies, position=place, stiffness=80, damping=2, offset=-0.05
    )
    m.of_object("force", joint, Output.ForceLocal)
    m.of_object("displacement", joint, Output.DisplacementLocal)
    m.of_object("springForce", spring, Output.ForceLocal)
    return m


def linear_spring_on_slide(kind: str) -> SpatialModel:
    m = SpatialModel(kind)
    along = np.array([2, 1, 2]) / 3
    body = m.body(2, [0.3, 0.2, 0.4], initialVelocity=0.4 * along, gravity=DOWN)
    ends = [m.ground, body]
    m.mbs.CreatePrismaticJoint(bodyNumbers=ends, position=[0, 0, 0], axis=along)
    spring = m.mbs.CreateLinearSpringDamper(
        bodyNumbers=ends, axis=along, stiffness=50, damping=1.5, offset=0.1, velocityOffset=0.2,
        force=3,
    )  # fmt: skip
    m.of_object("springForce", spring, Output.ForceLocal)
    m.of_object("springDisplacement", spring, Output.DisplacementLocal)
    return m


def torsional_spring_many_turns(kind: str) -> SpatialModel:
    m = SpatialModel(kind)
    axis = np.array([1, 2, 2]) / 3
    ends = [m.ground, m.body(2, [0.3, 0.2, 0.4], initialAngularVelocity=20 * axis)]
    m.mbs.CreateRevoluteJoint(bodyNumbers=ends, position=[0, 0, 0], axis=axis)
    spring = m.mbs.CreateTorsionalSpringDamper(
        bodyNumbers=ends, axis=axis, stiffness=2, damping=0.1
    )
    m.of_object("angle", spring, Output.Rotation)
    m.of_object("angleRate", spring, Output.AngularVelocityLocal)
    m.of_object("springTorque", spring, Output.TorqueLocal)
    return m


def rotation_coordinate_spring(kind: str) -> SpatialModel:
    m = SpatialModel(kind)
    made = m.body(2, [0.3, 0.2, 0.4], initialAngularVelocity=[0, 0, 2])
    node = m.mbs.GetObjectParameter(made, "nodeNumber")
    zero = m.mbs.AddNode(NodePointGround())
    ends = [
        m.mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=zero, coordinate=0)),
        m.mbs.AddMarker(MarkerNodeRotationCoordinate(nodeNumber=node, rotationCoordinate=2)),
    ]
    m.mbs.AddObject(CoordinateSpringDamper(markerNumbers=ends, stiffness=10, damping=0.2))
    return m


def bushing_decoupled(kind: str) -> SpatialModel:
    m = SpatialModel(kind)
    body = m.body(2, [1, 2, 3], initialVelocity=[0.3, -0.2, 0.1], initialAngularVelocity=Z)
    spring = m.mbs.CreateRigidBodySpringDamper(
        bodyNumbers=[m.ground, body], stiffness=np.diag([8, 18, 32, 5, 7, 12]),
        damping=np.diag([0.4, 0, 0, 0, 0, 0.6]), offset=[0.05, 0, 0, 0, 0, 0.1],
        intrinsicFormulation=False,
    )  # fmt: skip
    m.of_object("springForce", spring, Output.ForceLocal)
    m.of_object("springTorque", spring, Output.TorqueLocal)
    return m


def _coupled(kind: str, intrinsic: bool) -> SpatialModel:
    m = SpatialModel(kind)
    body = m.body(
        2, [0.3, 0.2, 0.4], initialVelocity=[0.1, 0.2, -0.3], initialAngularVelocity=[1, -2, 1.5],
        gravity=DOWN,
    )  # fmt: skip
    K = 20 * np.array(
        [
            [4, 0.3, -0.2, 0.1, 0.2, 0],
            [0.3, 5, 0.1, 0, 0.1, -0.1],
            [-0.2, 0.1, 6, 0.2, 0, 0.1],
            [0.1, 0, 0.2, 1.5, 0.1, -0.1],
            [0.2, 0.1, 0, 0.1, 2, 0.05],
            [0, -0.1, 0.1, -0.1, 0.05, 1.2],
        ]
    )
    spring = m.mbs.CreateRigidBodySpringDamper(
        bodyNumbers=[m.ground, body], localPosition0=[0.25, 0.1, -0.1],
        localPosition1=[0.2, 0.1, -0.1], stiffness=K, damping=0.02 * K,
        offset=[0.02, -0.01, 0.03, 0.05, -0.04, 0.02], intrinsicFormulation=intrinsic,
    )  # fmt: skip
    m.of_object("springForce", spring, Output.ForceLocal)
    m.of_object("springTorque", spring, Output.TorqueLocal)
    m.of_object("springRotation", spring, Output.Rotation)
    m.of_object("springDisplacement", spring, Output.DisplacementLocal)
    return m


def bushing_coupled(kind: str) -> SpatialModel:
    return _coupled(kind, intrinsic=False)


def bushing_intrinsic(kind: str) -> SpatialModel:
    return _coupled(kind, intrinsic=True)


CORNERS = [(1, 1), (-1, 1), (-1, -1), (1, -1)]


def body_on_spring_dampers(kind: str) -> SpatialModel:
    m = SpatialModel(kind)
    body = m.body(2, [0.3, 0.2, 0.4], [0.03, -0.02, 0.05], gravity=DOWN)
    for k, (x, y) in enumerate(CORNERS):
        m.mbs.CreateSpringDamper(
            bodyNumbers=[m.ground, body], localPosition0=[0.45 * x, 0.3 * y, -0.8],
            localPosition1=[0.3 * x, 0.2 * y, -0.1], stiffness=300 + 50 * k,
            referenceLength=0.7 + 0.02 * k, damping=2,
        )  # fmt: skip
    m.mbs.CreateCartesianSpringDamper(
        bodyNumbers=[m.ground, body], localPosition0=[0, 0, 0.3], localPosition1=[0, 0, 0.3],
        stiffness=[50, 60, 10], damping=[0.5, 0.5, 0.5],
    )  # fmt: skip
    return m


def static_hanging_body(kind: str) -> SpatialModel:
    m = SpatialModel(kind)
    body = m.body(2, [0.3, 0.2, 0.4], [0.03, -0.02, -0.05], gravity=DOWN)
    for k, (x, y) in enumerate(CORNERS):
        m.mbs.CreateSpringDamper(
            bodyNumbers=[m.ground, body], localPosition0=[0.45 * x, 0.3 * y, 0.9],
            localPosition1=[0.3 * x, 0.2 * y, 0.1], stiffness=100 + 20 * k,
            referenceLength=0.6 + 0.02 * k, damping=2,
        )  # fmt: skip
    return m


def modes_on_cartesian_springs(kind: str) -> SpatialModel:
    m = SpatialModel(kind)
    body = m.body(2, [0.3, 0.2, 0.4])
    for x, y in CORNERS:
        place = [0.4 * x, 0.25 * y, 0]
        m.mbs.CreateCartesianSpringDamper(
            bodyNumbers=[m.ground, body], localPosition0=place, localPosition1=place,
            stiffness=[500, 700, 900],
        )  # fmt: skip
    return m


def compound_pendulum(kind: str, about_pivot: bool) -> SpatialModel:
    m = SpatialModel(kind)
    com = np.array([0, 0, -0.5])
    local, place = (com, np.zeros(3)) if about_pivot else (np.zeros(3), com)
    body = m.body(2, [0.3, 0.2, 0.4], local, referencePosition=place, gravity=DOWN)
    m.mbs.CreateSphericalJoint(bodyNumbers=[m.ground, body], position=[0, 0, 0])
    return m


MODELS: dict[str, Callable[[str], SpatialModel]] = {
    function.__name__: function
    for function in (
        free_symmetric_top, free_intermediate_axis, free_full_inertia, free_com_offset,
        heavy_top_steady_precession, torque_body_fixed, force_off_center, pendulum_revolute,
        double_pendulum_crossed_revolutes, double_pendulum_spherical_moving, driven_generic_joint,
        driven_generic_joint_jerk_start, spherical_chain_of_five, four_bar_closed_loop,
        initial_rotation_and_spin, body_on_spring_dampers, arm_with_slider, linear_spring_on_slide,
        torsional_spring_many_turns, rotation_coordinate_spring, bushing_decoupled, bushing_coupled,
        bushing_intrinsic,
    )
}  # fmt: skip
