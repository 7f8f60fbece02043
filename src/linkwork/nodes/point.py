"""NodePoint: a point in space.

Coordinates q = (q0, q1, q2) are displacements; position p = c_ref + q, velocity v = q_t.
"""

from __future__ import annotations

from typing import Any

from linkwork.core.declare.item import Drawn, define, parameter
from linkwork.core.declare.parameters import Array
from linkwork.nodes.point_node import PointNode, coordinate_outputs, output_kernel, point_outputs

__all__ = ["NodePoint", "Point", "VNodePoint", "VPoint"]


class VNodePoint(Drawn):
    """Drawing of a NodePoint."""


class NodePoint(PointNode):
    """A point in space with three displacement coordinates."""

    type_name = "Point"
    short_name = "Point"
    V = VNodePoint
    coordinates = 3
    axes = ("x", "y", "z")
    outputs = {**point_outputs(), **coordinate_outputs(3)}

    referenceCoordinates: Any = parameter(
        [0.0] * 3, Array((3,)), symbol="c_ref", unit="m", structural=True,
        doc="reference coordinates: position of the node at zero displacement",
    )  # fmt: skip
    initialCoordinates: Any = parameter(
        [0.0] * 3, Array((3,)), symbol="q_ini", unit="m", structural=True,
        doc="initial displacements",
    )  # fmt: skip
    initialVelocities: Any = parameter(
        [0.0] * 3, Array((3,)), symbol="v_ini", unit="m/s", structural=True,
        doc="initial velocities",
    )  # fmt: skip


define(NodePoint, output_kernel(3))
Point, VPoint = NodePoint, VNodePoint
