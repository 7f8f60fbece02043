"""NodePoint2D: a point in the x-y plane.

Coordinates q = (q0, q1) are displacements; position p = (c_ref + q, 0), velocity v = (q_t, 0).
"""

from __future__ import annotations

from typing import Any

from linkwork.core.declare.item import Drawn, define, parameter
from linkwork.core.declare.parameters import Array
from linkwork.nodes.point_node import PointNode, coordinate_outputs, output_kernel, point_outputs

__all__ = ["NodePoint2D", "Point2D", "VNodePoint2D", "VPoint2D"]


class VNodePoint2D(Drawn):
    """Drawing of a NodePoint2D."""


class NodePoint2D(PointNode):
    """A point in the x-y plane with two displacement coordinates."""

    type_name = "Point2D"
    short_name = "Point2D"
    V = VNodePoint2D
    coordinates = 2
    axes = ("x", "y")
    outputs = {**point_outputs(), **coordinate_outputs(2)}

    referenceCoordinates: Any = parameter(
        [0.0] * 2, Array((2,)), symbol="c_ref", unit="m", structural=True,
        doc="reference coordinates: position of the node at zero displacement",
    )  # fmt: skip
    initialCoordinates: Any = parameter(
        [0.0] * 2, Array((2,)), symbol="q_ini", unit="m", structural=True,
        doc="initial displacements",
    )  # fmt: skip
    initialVelocities: Any = parameter(
        [0.0] * 2, Array((2,)), symbol="v_ini", unit="m/s", structural=True,
        doc="initial velocities",
    )  # fmt: skip


define(NodePoint2D, output_kernel(2))
Point2D, VPoint2D = NodePoint2D, VNodePoint2D
