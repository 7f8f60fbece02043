"""NodePointSlope1: a point in space with a slope vector, for cables.

Coordinates q = (q0, ..., q5) are displacements: position r = c_ref[0:3] + q[0:3], slope
r' = c_ref[3:6] + q[3:6], which is dr/dx along a cable; slopes have the unit 1. The slope has a
direction, but the node has no axes: nothing says how it turns about the slope.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from linkwork.core.declare.item import Drawn, Output, define, parameter
from linkwork.core.declare.parameters import Array
from linkwork.core.enums import OutputVariableType as Variable
from linkwork.motion.point import Point
from linkwork.nodes.point_node import (
    SlopeNode,
    coordinate_writer,
)

__all__ = ["NodePointSlope1", "VNodePointSlope1"]

UNITS = "m, m, m, 1, 1, 1"


class VNodePointSlope1(Drawn):
    """Drawing of a NodePointSlope1."""


class Slopes(NamedTuple):
    """What bodies need of a node with slopes: its first coordinate and its reference coordinates,
    vector by vector."""

    first: int
    vectors: np.ndarray


class NodePointSlope1(SlopeNode):
    """A point in space with three displacements and the changes of its slope."""

    type_name = "PointSlope1"
    V = VNodePointSlope1
    coordinates = 6
    axes = ("x", "y", "z", "slope x", "slope y", "slope z")
    outputs = {
        Variable.Position: Output("r", "m", 3, "global position"),
        Variable.Displacement: Output("u", "m", 3, "displacement from the reference position"),
        Variable.Velocity: Output("v", "m/s", 3, "global velocity"),
        Variable.Acceleration: Output("a", "m/s^2", 3, "global acceleration"),
        Variable.CoordinatesTotal: Output("c", UNITS, 6, "reference coordinates plus q"),
        Variable.Coordinates: Output("q", UNITS, 6, "displacement coordinates"),
        Variable.Coordinates_t: Output(
            "q_t", "m/s, m/s, m/s, 1/s, 1/s, 1/s", 6, "velocity coordinates"
        ),
        Variable.Coordinates_tt: Output(
            "q_tt", "m/s^2, m/s^2, m/s^2, 1/s^2, 1/s^2, 1/s^2", 6, "accelerations"
        ),
    }

    referenceCoordinates: Any = parameter(
        [0.0, 0.0, 0.0, 1.0, 0.0, 0.0], Array((6,)), symbol="c_ref", unit=UNITS, structural=True,
        doc="reference coordinates: position and slope at zero displacement",
    )  # fmt: skip
    initialCoordinates: Any = parameter(
        [0.0] * 6, Array((6,)), symbol="q_ini", unit=UNITS, structural=True,
        doc="initial displacements of position and slope",
    )  # fmt: skip
    initialVelocities: Any = parameter(
        [0.0] * 6, Array((6,)), symbol="v_ini", unit="m/s, m/s, m/s, 1/s, 1/s, 1/s",
        structural=True, doc="initial velocities of position and slope",
    )  # fmt: skip

    def check_complete(self, owner: str) -> None:
        self.check_slope(owner, 3)

    def point(self, first: int) -> Point:
        return Point(np.array(self.referenceCoordinates[:3], float), first, 3)

    def base(self, first: int) -> Any:
        return Slopes(first, np.asarray(self.referenceCoordinates, float).reshape(2, 3))


write_coordinates = coordinate_writer(6, 3)


def output(table, row, variable, q, v, a, value_out):
    write_coordinates(table[row], variable, q, v, a, value_out)


define(NodePointSlope1, output)
