"""Motion and force gathering of markers that follow coordinates one to one.

    p = offset + q,  v = q_t,  residual -= force

Exact motion keeps what rounding takes from p in p_low, for models with constraints, which need
it.

Tables of one, two and three components (single coordinates, in the plane, in space), so that the
loops have fixed length. Fixed markers need no kernel: their state is written once.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from linkwork.core.enums import OutputVariableType as Variable
from linkwork.core.records import f8, record, u4, u8
from linkwork.math.exact import two_sum

POINT = record(("marker", u4), ("first", u4), ("offset", f8, 3))
POSITION, DISPLACEMENT = int(Variable.Position), int(Variable.Displacement)
VELOCITY, ACCELERATION = int(Variable.Velocity), int(Variable.Acceleration)
ROTATION, ROTATION_MATRIX = int(Variable.Rotation), int(Variable.RotationMatrix)
ANGULAR_VELOCITY = int(Variable.AngularVelocity)
ANGULAR_VELOCITY_LOCAL = int(Variable.AngularVelocityLocal)
ANGULAR_ACCELERATION = int(Variable.AngularAcceleration)


def kernels(count: Any) -> tuple[Callable[..., Any], ...]:
    """(motion, exact motion, gather) of points with that many coordinates."""

    def motion(table, q, v, markers_out):
        for i in range(table.size):
            e = table[i]
            m = markers_out[e.marker]
            for r in range(count):
                m.p[r] = e.offset[r] + q[e.first + r]
                m.v[r] = v[e.first + r]

    def exact_motion(table, q, q_low, v, markers_out):
        for i in range(table.size):
            e = table[i]
            m = markers_out[e.marker]
            for r in range(count):
                p, low = two_sum(e.offset[r], q[e.first + r])
                m.p[r] = p
                m.p_low[r] = low + q_low[e.first + r]
                m.v[r] = v[e.first + r]

    def gather(table, marker_force, residual_out):
        for i in range(table.size):
            e = table[i]
            for r in range(count):
                residual_out[e.first + r] -= marker_force[e.marker, r]

    return motion, exact_motion, gather


PLAIN_MOTION, EXACT_MOTION, GATHER = range(3)

MOTION = {count: kernels(u8(count)) for count in (1, 2, 3)}
"""Number of coordinates -> (motion, exact motion, gather). Unsigned like `first`, so that their
sums can index without a check for negative ones: motion takes 20 ns instead of 32 for five points.
"""


def output(
    table, row, variable, markers, turns, marker_jacobians, marker_rates, q, v, a, value_out
):
    """Outputs of all markers of positions, those with a Jacobian and with an angle included."""
    e = table[row]
    m, turn = markers[e.marker], turns[e.marker]
    is_fixed = e.turning == 0 and e.dimension == 0 and e.mapped == 0
    if variable == ROTATION_MATRIX:
        value_out[0] = value_out[4] = turn.cosine
        value_out[3] = turn.sine
        value_out[1], value_out[8] = -value_out[3], 1.0
    elif variable == ROTATION:
        value_out[2] = turn.angle
    elif variable == ANGULAR_VELOCITY or variable == ANGULAR_VELOCITY_LOCAL:
        value_out[2] = turn.omega
    elif variable == ANGULAR_ACCELERATION and e.turning != 0 and e.index[2] >= 0:
        value_out[2] = a[e.index[2]]
    for r in range(3):
        if variable == POSITION:
            value_out[r] = m.p[r]
        elif variable == VELOCITY:
            value_out[r] = m.v[r]
        elif variable == DISPLACEMENT and (e.turning != 0 or is_fixed):
            value_out[r] = m.p[r] - e.offset[r]
        elif variable == ACCELERATION and e.turning != 0:
            for k in range(3):
                c = e.index[k]
                if c >= 0:
                    value_out[r] += marker_jacobians[e.column + k, r] * a[c]
                    value_out[r] += marker_rates[e.column + k, r] * v[c]
    for r in range(e.dimension):
        if variable == DISPLACEMENT:
            value_out[r] = q[e.first + r]
        elif variable == ACCELERATION:
            value_out[r] = a[e.first + r]
    for k in range(e.mapped):
        for r in range(3):
            slope = marker_jacobians[e.column + k, r]
            if variable == DISPLACEMENT:
                value_out[r] += slope * q[e.first + k]
            elif variable == ACCELERATION:
                value_out[r] += slope * a[e.first + k]
