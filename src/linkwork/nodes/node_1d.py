"""Node1D: one coordinate without a position in space.

The coordinate q is a displacement: total value c = c_ref + q, rate q_t. The object that uses the
node defines its meaning, e.g. the displacement of a Mass1D along its axis.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.core.declare.item import Output, Visualization, define, parameter
from linkwork.core.declare.parameters import Array, Flag
from linkwork.core.enums import OutputVariableType as Variable
from linkwork.motion.point import Point
from linkwork.nodes.node import Node
from linkwork.nodes.point_node import COORDINATES, COORDINATES_T, COORDINATES_TOTAL, COORDINATES_TT

__all__ = ["Node1D", "VNode1D"]


class VNode1D(Visualization):
    """Drawing of a Node1D: a point on the x axis, because it has no position."""

    show: bool = parameter(
        False,
        Flag(),
        doc="whether it is drawn; always if only matrices of an ObjectGenericODE2 use it",
    )


class Node1D(Node):
    """A node with a single coordinate."""

    type_name = "1D"
    V = VNode1D
    coordinates = 1
    axes = ("x",)
    outputs = {
        Variable.CoordinatesTotal: Output("c", "m", 0, "reference coordinate plus q"),
        Variable.Coordinates: Output("q", "m", 0, "displacement coordinate"),
        Variable.Coordinates_t: Output("q_t", "m/s", 0, "velocity coordinate"),
        Variable.Coordinates_tt: Output("q_tt", "m/s^2", 0, "acceleration coordinate"),
    }

    referenceCoordinates: Any = parameter(
        [0.0], Array((1,)), symbol="c_ref", unit="m", structural=True,
        doc="reference coordinate: total value at zero displacement",
    )  # fmt: skip
    initialCoordinates: Any = parameter(
        [0.0], Array((1,)), symbol="q_ini", unit="m", structural=True,
        doc="initial displacement",
    )  # fmt: skip
    initialVelocities: Any = parameter(
        [0.0], Array((1,)), symbol="v_ini", unit="m/s", structural=True,
        doc="initial velocity",
    )  # fmt: skip

    def reference(self) -> np.ndarray:
        values: np.ndarray = self.referenceCoordinates
        return values

    def initial(self) -> tuple[np.ndarray, np.ndarray]:
        return self.initialCoordinates, self.initialVelocities

    def base(self, first: int) -> Point:
        return Point(np.array([self.referenceCoordinates[0], 0.0, 0.0]), first, 1)


def output(table, row, variable, q, v, a, value_out):
    e = table[row]
    if variable == COORDINATES_TOTAL:
        value_out[0] = e.c_ref[0] + q[e.first]
    elif variable == COORDINATES:
        value_out[0] = q[e.first]
    elif variable == COORDINATES_T:
        value_out[0] = v[e.first]
    elif variable == COORDINATES_TT:
        value_out[0] = a[e.first]


define(Node1D, output)
