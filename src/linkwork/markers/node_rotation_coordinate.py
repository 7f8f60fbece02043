"""MarkerNodeRotationCoordinate: an angle of a node that turns.

The Tait-Bryan angle psi_k about x, y or z (k = 0, 1, 2) of the rotation A = Rx Ry Rz of the node
n_0, with its reference value. Its rate is the derivative of this angle, and a force on the marker,
a torque [N m], does work along it: springs and constraints on the marker conserve energy, whatever
the other angles are.

Angles of a NodeRigidBodyRxyz and a NodeRigidBody2D are not wrapped. Those of other nodes are in
(-pi, pi]; a spring that turns further needs a MarkerBodiesRelativeRotationCoordinate with a node.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from linkwork.core.declare.item import Visualization, define, parameter
from linkwork.core.declare.parameters import Index, UInt
from linkwork.core.errors import ParameterError
from linkwork.markers.coordinate_outputs import coordinate_outputs, output
from linkwork.markers.marker import Lookup, Marker
from linkwork.motion.kind import Motion
from linkwork.nodes.node import Node

__all__ = ["MarkerNodeRotationCoordinate", "VMarkerNodeRotationCoordinate"]


class VMarkerNodeRotationCoordinate(Visualization):
    """Drawing of a MarkerNodeRotationCoordinate."""


class MarkerNodeRotationCoordinate(Marker):
    """An angle of the rotation of a node."""

    type_name = "NodeRotationCoordinate"
    V = VMarkerNodeRotationCoordinate
    provides = frozenset({"Coordinate"})
    outputs = coordinate_outputs("psi_k", "rad", "angle about the axis")

    nodeNumber: int = parameter(
        -1, Index("node"), symbol="n_0", doc="node the marker is attached to", structural=True
    )
    rotationCoordinate: int = parameter(
        -1, UInt(), symbol="k", doc="axis of the angle: 0 is x, 1 is y, 2 is z", structural=True
    )

    def misfit(self, node: Node) -> str:
        return "" if node.has_axes else "node with an orientation"

    def check_node(self, owner: str, node: Node, label: str) -> None:
        if self.rotationCoordinate not in (-1, *node.angle_axes):
            axes = ", ".join(map(str, node.angle_axes))
            raise ParameterError(
                f"{owner}: rotationCoordinate k must be one of {axes} for {label}, "
                f"got {self.rotationCoordinate}"
            )

    def coordinate_units(self, items: Mapping[str, Sequence[Any]]) -> list[str]:
        return ["rad"]

    def resolve(self, model: Lookup) -> tuple[Motion, float]:
        return model.node_angle(self.nodeNumber, self.rotationCoordinate), 0.0


define(MarkerNodeRotationCoordinate, output)
