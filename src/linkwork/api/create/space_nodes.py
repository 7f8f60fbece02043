"""Nodes of rigid bodies in space, from a position, a rotation and an angular velocity.

A node adds its coordinates to reference values, also those of rotations. Its velocities are rates
of Euler parameters or angles, or the angular velocity in body axes; all of them depend on the
rotation at the start.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from linkwork.api.create.parts import checked_as, checked_vector
from linkwork.bodies.ground import ObjectGround
from linkwork.core.declare.item import Parameter
from linkwork.core.declare.parameters import Array as ArrayKind
from linkwork.core.declare.parameters import shown
from linkwork.core.enums import NodeType
from linkwork.core.errors import ParameterError
from linkwork.nodes.rigid_body_ep import NodeRigidBodyEP
from linkwork.nodes.rigid_body_rotvec_lg import NodeRigidBodyRotVecLG
from linkwork.nodes.rigid_body_rxyz import NodeRigidBodyRxyz
from linkwork.nodes.space_node import SpaceNode
from linkwork.rigid import laws
from linkwork.rigid.laws import Array
from linkwork.rigid.node_types import StrNodeType2NodeType
from linkwork.rigid.velocities import AngularVelocity2EulerParameters_t, AngularVelocity2RotXYZ_t


class Rotations(NamedTuple):
    """How a kind of node describes rotations.

    node -- its class; size -- number of its rotation parameters
    of_matrix -- rotation matrix -> parameters
    rates -- (angular velocity in global axes, parameters) -> rotational velocity coordinates
    """

    node: type[SpaceNode]
    size: int
    of_matrix: Callable[[Array], Array]
    rates: Callable[[Array, Array], Array]


def _in_body_axes(W: Array, nu: Array) -> Array:
    """exp(nu~)^T W"""
    return laws.matrix_of_vector(nu).T @ W


ROTATIONS = {
    NodeType.RotationEulerParameters: Rotations(
        NodeRigidBodyEP, 4, laws.parameters_of_matrix, AngularVelocity2EulerParameters_t
    ),
    NodeType.RotationRxyz: Rotations(
        NodeRigidBodyRxyz, 3, laws.angles_of_matrix, AngularVelocity2RotXYZ_t
    ),
    NodeType.RotationRotationVector: Rotations(
        NodeRigidBodyRotVecLG, 3, laws.vector_of_matrix, _in_body_axes
    ),
}


def rotations_of(owner: str, node_type: Any) -> Rotations:
    """The rotations of a NodeType, or of the name of one."""
    try:
        return ROTATIONS[StrNodeType2NodeType(node_type)]
    except (ParameterError, KeyError):
        raise ParameterError(
            f"{owner}: nodeType must be {', '.join(map(str, ROTATIONS))}, or the name of one of "
            f"them, got {shown(node_type)}",
            "nodeType",
        ) from None


def checked_rotation(owner: str, name: str, value: Any) -> Array:
    """A rotation matrix."""
    A: Array = checked_as(owner, name, ObjectGround.field("referenceRotation"), value)
    return A


def moving_node(
    owner: str,
    rotations: Rotations,
    places: tuple[Any, Any],
    turns: tuple[Array, Array],
    velocities: tuple[Array, Array],
) -> SpaceNode:
    """A node with a reference pose, a pose and a velocity at the start.

    places -- reference position and displacement at the start [m]
    turns -- rotation parameters of the reference and at the start
    velocities -- velocity [m/s] and angular velocity [rad/s] at the start, in global axes
    """
    (place, displacement), (home, start), (v, W) = places, turns, velocities
    try:
        rates = rotations.rates(W, start)
    except ParameterError:
        raise ParameterError(
            f"{owner}: nodeType NodeType.RotationRxyz cannot start with the angles "
            f"{start.tolist()} rad: at +-pi/2 of the second one, the other two have the same axis; "
            "use NodeType.RotationEulerParameters or NodeType.RotationRotationVector",
            "nodeType",
        ) from None
    return rotations.node(
        referenceCoordinates=[*place, *home],
        initialCoordinates=[*displacement, *(start - home)],
        initialVelocities=[*v, *rates],
    )


def node_at(
    owner: str,
    node_type: Any,
    position: Any,
    velocity: Any,
    matrix: Any,
    parameters: Any,
    angular_velocity: Any,
) -> SpaceNode:
    """A node whose pose at the start is that of the reference.

    matrix, parameters -- rotationMatrix and rotationParameters, of which at least one is empty
    """
    rotations = rotations_of(owner, node_type)
    if np.size(matrix) and np.size(parameters):
        raise ParameterError(
            f"{owner}: rotationMatrix and rotationParameters are both given; give one of them",
            "rotationParameters",
        )
    if np.size(parameters):
        declared = Parameter("", None, ArrayKind((rotations.size,)), "", "", "", False)
        home = checked_as(owner, "rotationParameters", declared, parameters)
    else:
        given = matrix if np.size(matrix) else np.eye(3)
        home = rotations.of_matrix(checked_rotation(owner, "rotationMatrix", given))
    return moving_node(
        owner,
        rotations,
        (checked_vector(owner, "position", position), np.zeros(3)),
        (home, home),
        (
            checked_vector(owner, "velocity", velocity),
            checked_vector(owner, "angularVelocity", angular_velocity),
        ),
    )
