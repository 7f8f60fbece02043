"""NodePoint2DSlope1: a point in the x-y plane with a slope vector, for cables.

Coordinates q = (q0, q1, q2, q3) are displacements: position r = (c_ref0 + q0, c_ref1 + q1, 0),
slope r' = (c_ref2 + q2, c_ref3 + q3, 0), which is dr/dx along a cable; slopes have the unit 1. The
frame of the node turns with the slope:

    phi = atan2(r'_y, r'_x),  omega = (r'_x r'_y_t - r'_y r'_x_t)/|r'|^2

phi is in (-pi, pi]. A torque T about z acts on the slope with the forces T (-r'_y, r'_x)/|r'|^2.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from linkwork.core.declare.item import Drawn, Output, define, parameter
from linkwork.core.declare.parameters import Array
from linkwork.core.enums import OutputVariableType as Variable
from linkwork.motion.frame_scalar import ANGLE, FrameScalar
from linkwork.motion.slope_frame import SlopeFrame
from linkwork.nodes.point_node import (
    ROTATION_MATRIX,
    SlopeNode,
    coordinate_writer,
)
from linkwork.nodes.pose_node import (
    ANGULAR_ACCELERATION,
    ANGULAR_VELOCITY,
    ANGULAR_VELOCITY_LOCAL,
    ROTATION,
    rotation_outputs,
)

__all__ = ["NodePoint2DSlope1", "Point2DS1", "VNodePoint2DSlope1", "VPoint2DS1"]


class VNodePoint2DSlope1(Drawn):
    """Drawing of a NodePoint2DSlope1."""


class NodePoint2DSlope1(SlopeNode):
    """A point in the x-y plane with two displacements and the changes of its slope."""

    type_name = "Point2DSlope1"
    short_name = "Point2DS1"
    V = VNodePoint2DSlope1
    coordinates = 4
    axes = ("x", "y", "slope x", "slope y")
    has_axes = True
    angle_axes = (2,)
    outputs = {
        Variable.Position: Output("r", "m", 3, "global position"),
        Variable.Displacement: Output("u", "m", 3, "displacement from the reference position"),
        Variable.Velocity: Output("v", "m/s", 3, "global velocity"),
        Variable.Acceleration: Output("a", "m/s^2", 3, "global acceleration"),
        **(
            rotation_outputs()
            | {Variable.Rotation: Output("phi", "rad", 3, "angles about x, y and z; z in +-pi")}
        ),
        Variable.CoordinatesTotal: Output("c", "m, m, 1, 1", 4, "reference coordinates plus q"),
        Variable.Coordinates: Output("q", "m, m, 1, 1", 4, "displacement coordinates"),
        Variable.Coordinates_t: Output("q_t", "m/s, m/s, 1/s, 1/s", 4, "velocity coordinates"),
        Variable.Coordinates_tt: Output("q_tt", "m/s^2, m/s^2, 1/s^2, 1/s^2", 4, "accelerations"),
    }

    referenceCoordinates: Any = parameter(
        [0.0, 0.0, 1.0, 0.0], Array((4,)), symbol="c_ref", unit="m, m, 1, 1", structural=True,
        doc="reference coordinates: position and slope at zero displacement",
    )  # fmt: skip
    initialCoordinates: Any = parameter(
        [0.0] * 4, Array((4,)), symbol="q_ini", unit="m, m, 1, 1", structural=True,
        doc="initial displacements of position and slope",
    )  # fmt: skip
    initialVelocities: Any = parameter(
        [0.0] * 4, Array((4,)), symbol="v_ini", unit="m/s, m/s, 1/s, 1/s", structural=True,
        doc="initial velocities of position and slope",
    )  # fmt: skip

    def check_complete(self, owner: str) -> None:
        self.check_slope(owner, 2)

    def angle(self, first: int, axis: int) -> FrameScalar:
        return FrameScalar((self.point(first),), ANGLE, axis)

    def point(self, first: int) -> Any:
        c_ref = np.asarray(self.referenceCoordinates, float)
        return SlopeFrame((first, first + 2), (1.0, 0.0), (0.0, 1.0), c_ref[:2], c_ref[2:])


write_coordinates = coordinate_writer(4, 2)


def output(table, row, variable, q, v, a, value_out):
    e = table[row]
    write_coordinates(e, variable, q, v, a, value_out)
    k = e.first + 2
    x, y = e.c_ref[2] + q[k], e.c_ref[3] + q[k + 1]
    slope_output(variable, (x, y), (v[k], v[k + 1]), (a[k], a[k + 1]), value_out)


def slope_output(variable, slope, rate, second, value_out):
    """Outputs of the direction of a slope, with its first and second derivatives in time."""
    x, y = slope
    square = x * x + y * y
    if square == 0.0:
        return
    omega = (x * rate[1] - y * rate[0]) / square
    if variable == ROTATION:
        value_out[2] = math.atan2(y, x)
    elif variable == ANGULAR_VELOCITY or variable == ANGULAR_VELOCITY_LOCAL:
        value_out[2] = omega
    elif variable == ANGULAR_ACCELERATION:
        growth = 2.0 * (x * rate[0] + y * rate[1]) / square
        value_out[2] = (x * second[1] - y * second[0]) / square - growth * omega
    elif variable == ROTATION_MATRIX:
        rho = math.sqrt(square)
        value_out[0] = value_out[4] = x / rho
        value_out[3], value_out[1], value_out[8] = y / rho, -y / rho, 1.0


define(NodePoint2DSlope1, output)
Point2DS1, VPoint2DS1 = NodePoint2DSlope1, VNodePoint2DSlope1
