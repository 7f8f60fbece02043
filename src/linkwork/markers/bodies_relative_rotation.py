"""MarkerBodiesRelativeRotationCoordinate: the angle of a body relative to another one.

    x = atan2(n2 . B n1, n1 . B n1) - x_off,   B = A0^T A1

with the axis a0 of the first body and two directions n1, n2 normal to it: the angle by which the
second body is turned about the axis of the first. Where both share this axis, as with a revolute
joint, the rate is A0 a0/|a0| . (omega1 - omega0), and a torque on the marker acts about the axis on
b1, the opposite one on b0. Otherwise rate and torques are those of the angle itself.

With a node, a NodeGenericData with one coordinate, x continues from the value that the node holds:
it starts at most pi away from the node's initial coordinate, and the node keeps x at the end of
each step. Without one, x + x_off is in (-pi, pi].
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from linkwork.core.declare.item import Visualization, define, parameter
from linkwork.core.declare.parameters import Index
from linkwork.core.errors import ParameterError
from linkwork.markers.bodies_relative import BodiesRelative
from linkwork.markers.coordinate_outputs import coordinate_outputs, output
from linkwork.markers.marker import Lookup
from linkwork.motion.frame_scalar import ABOUT, FrameScalar
from linkwork.nodes.node import Node

__all__ = [
    "MarkerBodiesRelativeRotationCoordinate",
    "VMarkerBodiesRelativeRotationCoordinate",
]


class VMarkerBodiesRelativeRotationCoordinate(Visualization):
    """Drawing of a MarkerBodiesRelativeRotationCoordinate."""


class MarkerBodiesRelativeRotationCoordinate(BodiesRelative):
    """The rotation of a body relative to another one about an axis."""

    type_name = "BodiesRelativeRotationCoordinate"
    V = VMarkerBodiesRelativeRotationCoordinate
    needs_axes = True
    outputs = coordinate_outputs("x", "rad", "angle about the axis")

    nodeNumber: int = parameter(
        -1, Index("node", optional=True), symbol="n_d", structural=True,
        doc="NodeGenericData with one coordinate that continues the angle beyond pi; -1: none",
    )  # fmt: skip

    def misfit(self, node: Node) -> str:
        return "" if node.part == "data" else "NodeGenericData"

    def check_node(self, owner: str, node: Node, label: str) -> None:
        if node.size_of("data") != 1:
            raise ParameterError(
                f"{owner}: nodeNumber must be a node with 1 data coordinate, got {label} with "
                f"{node.size_of('data')}"
            )

    def coordinate_units(self, items: Mapping[str, Sequence[Any]]) -> list[str]:
        return ["rad"]

    def resolve(self, model: Lookup) -> tuple[FrameScalar, float]:
        b0, b1 = self.bodyNumbers
        ends = model.body_frame(b0, self.localPosition0), model.body_frame(b1, self.localPosition1)
        scalar = FrameScalar(ends, ABOUT, axes=self.axes(), shift=float(self.offset))
        return scalar._replace(memory=model.data_coordinate(self.nodeNumber)), 0.0


define(MarkerBodiesRelativeRotationCoordinate, output)
