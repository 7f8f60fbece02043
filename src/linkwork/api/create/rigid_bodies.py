"""CreateRigidBody: a rigid body in space, or one in the plane made of the same arguments."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.api.create.bodies import FLAG, Made, Vector, add_body, add_parts, draw, plain
from linkwork.api.create.parts import (
    DEFAULT_COLOR,
    ORIGIN,
    checked_as,
    checked_in_plane,
    checked_vector,
    creates,
    item,
)
from linkwork.bodies.body import Body
from linkwork.bodies.ground import ObjectGround
from linkwork.core.declare.parameters import shown
from linkwork.core.enums import NodeType
from linkwork.core.errors import ParameterError
from linkwork.nodes.node import Node

if TYPE_CHECKING:
    from linkwork.api.system import MainSystem
    from linkwork.bodies.rigid_body import ObjectRigidBody
    from linkwork.bodies.rigid_body_2d import ObjectRigidBody2D
    from linkwork.rigid.inertia import RigidBodyInertia

OWNER = "CreateRigidBody"

REFERENCE = "referencePosition", "referenceRotationMatrix", "referenceHT"
INITIAL = "initialDisplacement", "initialRotationMatrix", "initialHT"
"""Parameters of a pose."""

Pose = tuple[np.ndarray, np.ndarray | None]
"""Position [m], and rotation matrix if one is given."""


@creates()
def CreateRigidBody(
    mbs: MainSystem,
    name: str = "",
    referencePosition: Vector | None = None,
    referenceRotationMatrix: Any = None,
    initialVelocity: Vector = ORIGIN,
    initialAngularVelocity: Vector = ORIGIN,
    initialDisplacement: Vector | None = None,
    initialRotationMatrix: Any = None,
    inertia: RigidBodyInertia | None = None,
    gravity: Vector = ORIGIN,
    nodeType: NodeType | str = NodeType.RotationEulerParameters,
    graphicsDataList: Sequence[dict[str, Any]] = (),
    graphicsDataUserFunction: Callable[..., Any] | int = 0,
    drawSize: float = -1.0,
    color: Sequence[float] = DEFAULT_COLOR,
    show: bool = True,
    create2D: bool = False,
    returnDict: bool = False,
    referenceHT: Any = None,
    initialHT: Any = None,
) -> Made:
    """Add a rigid body in space: a node, a body and, if gravity is not zero, a load.

    Positions and velocities are those of its reference point, the origin of its axes.

    name -- name of the body; the node is named Node:name; empty: named by number
    referencePosition [m], referenceRotationMatrix -- pose at zero displacement, in which joints
        are placed; None: zero, the unit matrix
    initialVelocity [m/s], initialAngularVelocity [rad/s] -- at the start, in global axes
    initialDisplacement -- added to the position at the start [m]; None: zero
    initialRotationMatrix -- rotation from the reference to the start, in body axes: the body
        starts with referenceRotationMatrix initialRotationMatrix; None: the unit matrix
    inertia -- a RigidBodyInertia, or one of its solids such as InertiaCuboid
    gravity -- gravitational acceleration [m/s^2]; the weight acts at the center of mass
    nodeType -- kind of the node, or its name: NodeType.RotationEulerParameters,
        NodeType.RotationRxyz, or NodeType.RotationRotationVector
    graphicsDataList -- shapes drawn with the body; graphicsDataUserFunction -- function that
        returns them; drawSize, color -- of the node, which is drawn too if one of them is given
        and there are no shapes
    show -- whether anything is drawn
    create2D -- use NodeRigidBody2D and RigidBody2D: everything lies in the x-y plane and turns
        about z, and only the moment of inertia about z acts; nodeType is not used
    returnDict -- return a dictionary with nodeNumber, bodyNumber and, with gravity,
        markerBodyMass and loadNumber instead of the number of the body
    referenceHT, initialHT -- homogeneous transformations instead of referencePosition and
        referenceRotationMatrix, or of initialDisplacement and initialRotationMatrix
    """
    poses = [
        _pose(REFERENCE, referencePosition, referenceRotationMatrix, referenceHT),
        _pose(INITIAL, initialDisplacement, initialRotationMatrix, initialHT),
    ]
    velocities = (
        checked_vector(OWNER, "initialVelocity", initialVelocity),
        checked_vector(OWNER, "initialAngularVelocity", initialAngularVelocity),
    )
    body: Body
    if plain("create2D", FLAG).check(create2D, OWNER):
        node: Node = _planar_node(poses, velocities)
        body = planar_body(name, inertia)
    else:
        node = _space_node(nodeType, poses, velocities)
        body = space_body(OWNER, name, inertia)
    drawn = graphicsDataList, drawSize, color, show, graphicsDataUserFunction
    draw(node, body, OWNER, *drawn)
    return add_body(mbs, OWNER, node, body, gravity, returnDict)


def _pose(names: tuple[str, str, str], place: Any, matrix: Any, frame: Any) -> Pose:
    """A pose given by a position and a rotation matrix, or by a homogeneous transformation.

    names -- of the three parameters
    """
    place_name, matrix_name, frame_name = names
    if frame is not None:
        from linkwork.rigid import checks

        if place is not None or matrix is not None:
            text = f"{OWNER}: give either {frame_name}, or {place_name} and {matrix_name}"
            raise ParameterError(text, frame_name)
        T = checks.frame(OWNER, frame_name, frame)
        place, matrix, matrix_name = T[:3, 3], T[:3, :3], frame_name
    found = checked_vector(OWNER, place_name, ORIGIN if place is None else place)
    if matrix is None:
        return found, None
    return found, checked_as(OWNER, matrix_name, ObjectGround.field("referenceRotation"), matrix)


def _space_node(
    node_type: Any, poses: list[Pose], velocities: tuple[np.ndarray, np.ndarray]
) -> Node:
    """A node in space, with the angular velocity at its initial rotation."""
    from linkwork.api.create.space_nodes import moving_node, rotations_of

    rotations = rotations_of(OWNER, node_type)
    (place, A), (displacement, turn) = poses
    A = np.eye(3) if A is None else A
    home = rotations.of_matrix(A)
    start = home if turn is None else rotations.of_matrix(A @ turn)
    return moving_node(OWNER, rotations, (place, displacement), (home, start), velocities)


def _planar_node(poses: list[Pose], velocities: tuple[np.ndarray, np.ndarray]) -> Node:
    """A node in the plane; whatever leaves the plane is refused."""
    from linkwork.nodes.pose_node import angle_about_z
    from linkwork.nodes.rigid_body_2d import NodeRigidBody2D

    coordinates = []
    for names, (place, A) in zip((REFERENCE, INITIAL), poses, strict=True):
        place_name, matrix_name, _ = names
        angle = 0.0 if A is None else angle_about_z(A)
        if angle is None:
            raise ParameterError(
                f"{OWNER}: {matrix_name} must be a rotation about z with create2D=True, "
                f"got {shown(A)}",
                matrix_name,
            )
        coordinates.append([*checked_in_plane(OWNER, place_name, place.tolist()), angle])
    v, W = velocities
    if W[0] != 0.0 or W[1] != 0.0:
        raise ParameterError(
            f"{OWNER}: initialAngularVelocity must be about z with create2D=True, got {W.tolist()}",
            "initialAngularVelocity",
        )
    return NodeRigidBody2D(
        referenceCoordinates=coordinates[0],
        initialCoordinates=coordinates[1],
        initialVelocities=[*checked_in_plane(OWNER, "initialVelocity", v.tolist()), W[2]],
    )


def checked_inertia(owner: str, given: Any) -> RigidBodyInertia:
    """Mass, inertia and center of mass of a possible body."""
    from linkwork.bodies.rigid_body import ObjectRigidBody, fault_of
    from linkwork.rigid.inertia import RigidBodyInertia

    if not isinstance(given, RigidBodyInertia):
        raise ParameterError(
            f"{owner}: inertia must be a RigidBodyInertia, or one of its solids such as "
            f"InertiaCuboid (linkwork.utilities), got {shown(given)}",
            "inertia",
        )
    checked_as(owner, "inertia: mass", ObjectRigidBody.field("physicsMass"), given.Mass())
    fault = fault_of(given.Mass(), given.GetInertia6D(), given.COM())
    if fault:
        raise ParameterError(f"{owner}: inertia: {fault}", "inertia")
    return given


def space_body(owner: str, name: str, inertia: Any) -> ObjectRigidBody:
    """A rigid body in space, without its node."""
    from linkwork.bodies.rigid_body import ObjectRigidBody

    found = checked_inertia(owner, inertia)
    return item(
        ObjectRigidBody,
        name=name,
        physicsMass=found.Mass(),
        physicsInertia=found.GetInertia6D(),
        physicsCenterOfMass=found.COM(),
    )


def add_space_body(
    mbs: MainSystem, owner: str, node: Node, inertia: Any, gravity: Any, shapes: Any
) -> dict[str, int]:
    """Add a body on a new node in space, and gravity on it; returns the numbers of its parts."""
    mbs._refuse_while_running(owner)
    body = space_body(owner, "", inertia)
    draw(node, body, owner, shapes, -1.0, DEFAULT_COLOR, True)
    return add_parts(mbs, owner, node, body, gravity)


def planar_body(name: str, inertia: Any) -> ObjectRigidBody2D:
    """A rigid body in the plane, without its node."""
    from linkwork.bodies.rigid_body_2d import ObjectRigidBody2D

    found = checked_inertia(OWNER, inertia)
    return item(
        ObjectRigidBody2D,
        name=name,
        physicsMass=found.Mass(),
        physicsInertia=found.Inertia()[2, 2],
        physicsCenterOfMass=checked_in_plane(
            OWNER, "inertia: center of mass", found.COM().tolist()
        ),
    )
