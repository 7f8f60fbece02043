"""NodePointSlope23: a point in space with two slopes across a section, for beams.

Coordinates q = (q0, ..., q8) are displacements: position r = c_ref[0:3] + q[0:3] and the slopes
r_y = c_ref[3:6] + q[3:6], r_z = c_ref[6:9] + q[6:9], derivatives of position by y and z of the
section. The frame of the node has the axes

    e_3 = r_z/|r_z|,  e_1 = (r_y x r_z)/|r_y x r_z|,  e_2 = e_3 x e_1

A moment acts on both slopes.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.core.declare.item import Drawn, define, parameter
from linkwork.core.declare.parameters import Array
from linkwork.core.errors import ParameterError
from linkwork.math.directors import frame_of, in_axes, turn, turn_slope
from linkwork.math.tait_bryan import angles
from linkwork.math.tolerances import SPANNED
from linkwork.math.vec3 import add, turned
from linkwork.motion.director_frame import DirectorFrame
from linkwork.motion.frame_scalar import ANGLE, FrameScalar
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
)
from linkwork.nodes.space_node import space_outputs

__all__ = ["NodePointSlope23", "VNodePointSlope23"]

UNITS = "m, m, m, 1, 1, 1, 1, 1, 1"


class VNodePointSlope23(Drawn):
    """Drawing of a NodePointSlope23."""


class NodePointSlope23(SlopeNode):
    """A point in space with three displacements and the changes of two slopes."""

    type_name = "PointSlope23"
    V = VNodePointSlope23
    coordinates = 9
    axes = (
        *("x", "y", "z", "slope y, x", "slope y, y", "slope y, z"),
        *("slope z, x", "slope z, y", "slope z, z"),
    )
    has_axes = True
    angle_axes = (0, 1, 2)
    outputs = space_outputs("1", 6, "in (-pi, pi]")

    referenceCoordinates: Any = parameter(
        [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 0.0, 0.0], Array((9,)), symbol="c_ref", unit=UNITS,
        structural=True,
        doc="reference coordinates: position and slopes at zero displacement; the documented "
        "default has no direction",
    )  # fmt: skip
    initialCoordinates: Any = parameter(
        [0.0] * 9, Array((9,)), symbol="q_ini", unit=UNITS, structural=True,
        doc="initial displacements of position and slopes",
    )  # fmt: skip
    initialVelocities: Any = parameter(
        [0.0] * 9, Array((9,)), symbol="v_ini", structural=True,
        unit="m/s, m/s, m/s, 1/s, 1/s, 1/s, 1/s, 1/s, 1/s",
        doc="initial velocities of position and slopes",
    )  # fmt: skip

    def check_complete(self, owner: str) -> None:
        for name, c in self.checked_states().items():
            if _sine(np.array(c[3:6], float), np.array(c[6:9], float)) <= SPANNED:
                raise ParameterError(
                    f"{owner}: the slopes in {name} must span a plane, got "
                    f"{list(map(float, c[3:]))}: the section has no direction; use the unit "
                    "vectors y and z of the section, as in [0, 1, 0, 0, 0, 1]"
                )

    def angle(self, first: int, axis: int) -> FrameScalar:
        return FrameScalar((self.point(first),), ANGLE, axis)

    def point(self, first: int) -> Any:
        place, d2, d3 = np.asarray(self.referenceCoordinates, float).reshape(3, 3)
        firsts = first, first + 3, first + 6
        return DirectorFrame(
            firsts, (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0), place, d2, d3
        )


def _sine(a: np.ndarray, b: np.ndarray) -> float:
    """Sine of the angle between two vectors of any size; 0 if one has no direction."""
    sizes = np.abs(a).max(), np.abs(b).max()
    if min(sizes) == 0.0 or not np.isfinite(sizes).all():
        return 0.0
    a, b = a / sizes[0], b / sizes[1]  # products would overflow
    return float(np.linalg.norm(np.cross(a, b)) / (np.linalg.norm(a) * np.linalg.norm(b)))


write_coordinates = coordinate_writer(9, 3)


def output(table, row, variable, q, v, a, value_out):
    e = table[row]
    write_coordinates(e, variable, q, v, a, value_out)
    k = e.first
    d2 = e.c_ref[3] + q[k + 3], e.c_ref[4] + q[k + 4], e.c_ref[5] + q[k + 5]
    d3 = e.c_ref[6] + q[k + 6], e.c_ref[7] + q[k + 7], e.c_ref[8] + q[k + 8]
    rates = (v[k + 3], v[k + 4], v[k + 5]), (v[k + 6], v[k + 7], v[k + 8])
    seconds = (a[k + 3], a[k + 4], a[k + 5]), (a[k + 6], a[k + 7], a[k + 8])
    director_output(variable, d2, d3, rates, seconds, value_out)


def director_output(variable, d2, d3, rates, seconds, value_out):
    """Outputs of the frame of two vectors, with their first and second derivatives in time."""
    frame = frame_of(d2, d3)
    if variable == ROTATION_MATRIX:
        for r in range(3):
            for c in range(3):
                value_out[3 * r + c] = frame[0][r][c]
        return
    u2, u3 = in_axes(frame, rates[0]), in_axes(frame, rates[1])
    t = turn(frame, u2, u3)
    if variable == ROTATION:
        value_out[0], value_out[1], value_out[2] = angles(frame[0])
    elif variable == ANGULAR_VELOCITY:
        value_out[0], value_out[1], value_out[2] = turned(frame[0], t)
    elif variable == ANGULAR_VELOCITY_LOCAL:
        value_out[0], value_out[1], value_out[2] = t
    elif variable == ANGULAR_ACCELERATION:
        alpha = turn(frame, in_axes(frame, seconds[0]), in_axes(frame, seconds[1]))
        alpha = add(alpha, turn_slope(frame, u2, u3, u2, u3))
        value_out[0], value_out[1], value_out[2] = turned(frame[0], alpha)


define(NodePointSlope23, output)
