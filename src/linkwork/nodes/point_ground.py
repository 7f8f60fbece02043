"""NodePointGround: a fixed point without coordinates.

Position p = c_ref, velocity 0. Coordinate markers on it have length 0 (vector) or value 0.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.core.declare.item import Drawn, Output, define, parameter
from linkwork.core.declare.parameters import Array
from linkwork.core.enums import OutputVariableType as Variable
from linkwork.motion.point import Point
from linkwork.nodes.node import Node
from linkwork.nodes.point_node import POSITION, ROTATION_MATRIX, point_outputs

__all__ = ["NodePointGround", "PointGround", "VNodePointGround", "VPointGround"]

COORDINATES_TOTAL = int(Variable.CoordinatesTotal)


class VNodePointGround(Drawn):
    """Drawing of a NodePointGround."""


class NodePointGround(Node):
    """A point fixed in space."""

    type_name = "PointGround"
    short_name = "PointGround"
    V = VNodePointGround
    is_ground = True
    outputs = {
        **{k: o for k, o in point_outputs().items() if k != Variable.Acceleration},
        Variable.CoordinatesTotal: Output("c", "m", 3, "reference coordinates"),
        Variable.Coordinates: Output("q", "m", 3, "displacement: zero"),
    }

    referenceCoordinates: Any = parameter(
        [0.0] * 3, Array((3,)), symbol="c_ref", unit="m", structural=True,
        doc="position of the node",
    )  # fmt: skip

    def point(self, first: int) -> Point:
        return Point(np.array(self.referenceCoordinates), -1, 0)


def output(table, row, variable, value_out):
    if variable == ROTATION_MATRIX:
        value_out[0] = value_out[4] = value_out[8] = 1.0
    elif variable == POSITION or variable == COORDINATES_TOTAL:
        for r in range(3):
            value_out[r] = table[row].c_ref[r]


define(NodePointGround, output)
PointGround, VPointGround = NodePointGround, VNodePointGround
