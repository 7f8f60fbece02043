"""Motion and force gathering of markers that turn in the x-y plane with a rigid body.

With the pose (x, y, phi) of the body's node, of which each may be a coordinate or held, and the
local position b of the marker,

    d = R(phi) b,  p = (x, y) + d,  v = (x_t, y_t) + omega (-d_y, d_x),  omega = phi_t
    J = [[1, 0, -d_y], [0, 1, d_x]],  angle = phi
    residual -= J^T f,  residual_phi -= tau

J^T stands in `marker_jacobians` as that of other markers with a Jacobian (`mapped.py`), with the
derivative of the angle as fourth component. J depends on phi, so its derivatives act too:

    dv/dphi = -omega d                   in `marker_rates`, for damping and velocity level
    p'' = J q_tt - omega^2 d             for constraints at level 2 (`core/assemble.py`)
    d(J^T f)/dphi = -d . f               in row and column phi: `curvature`

Exact motion keeps what rounding takes from p, sine and cosine, for models with constraints, which
need it. Rows of one node follow each other, so that sine and cosine are evaluated once.
"""

from __future__ import annotations

import math

from linkwork.core.records import f8, i8, record
from linkwork.math.exact import two_sum
from linkwork.math.turning import sine_and_cosine, turned

RIGID = record(
    ("marker", i8), ("index", i8, 3), ("column", i8), ("pose", f8, 3), ("arm", f8, 2),
    ("same", i8), ("slot", i8),
)  # fmt: skip
"""A marker that turns.

index -- coordinates x, y, phi of its node, -1 where held; pose -- their reference values
column -- first of the three rows of its Jacobian; arm -- local position b, without z
same -- whether the row before is of the same node; slot -- place of (phi, phi) in the matrix
"""


def motion(table, q, v, turns_out, marker_jacobians_out, marker_rates_out, markers_out):
    phi = sine = omega = 0.0
    cosine = 1.0
    for i in range(table.size):
        e = table[i]
        m, turn = markers_out[e.marker], turns_out[e.marker]
        k = e.index[2]
        if e.same == 0:
            phi, omega = e.pose[2], 0.0
            if k >= 0:
                phi += q[k]
                omega = v[k]
            sine, cosine = math.sin(phi), math.cos(phi)
        dx, dy = cosine * e.arm[0] - sine * e.arm[1], sine * e.arm[0] + cosine * e.arm[1]
        turn.angle, turn.sine, turn.cosine = phi, sine, cosine
        _rates(e, dx, dy, omega, v, turn, m, marker_jacobians_out, marker_rates_out)
        for r in range(2):
            p, c = e.pose[r], e.index[r]
            if c >= 0:
                p += q[c]
            m.p[r] = p + (dx if r == 0 else dy)


def exact_motion(
    table, q, q_low, v, turn_grid, turns_out, marker_jacobians_out, marker_rates_out, markers_out
):
    """The same with what is rounded off positions, sine and cosine."""
    phi = sine = sine_low = cosine_low = omega = 0.0
    cosine = 1.0
    for i in range(table.size):
        e = table[i]
        m, turn = markers_out[e.marker], turns_out[e.marker]
        k = e.index[2]
        if e.same == 0:
            phi, low, omega = e.pose[2], 0.0, 0.0
            if k >= 0:
                phi, low = two_sum(phi, q[k])
                low += q_low[k]
                omega = v[k]
            sine, sine_low, cosine, cosine_low = sine_and_cosine(phi, low, turn_grid)
        dx, dx_low, dy, dy_low = turned(e.arm[0], e.arm[1], sine, sine_low, cosine, cosine_low)
        turn.angle, turn.sine, turn.cosine = phi, sine, cosine
        turn.sine_low, turn.cosine_low = sine_low, cosine_low
        _rates(e, dx, dy, omega, v, turn, m, marker_jacobians_out, marker_rates_out)
        for r in range(2):
            p, rest, c = e.pose[r], dx_low if r == 0 else dy_low, e.index[r]
            if c >= 0:
                p, low = two_sum(p, q[c])
                rest += low + q_low[c]
            p, low = two_sum(p, dx if r == 0 else dy)
            m.p[r] = p
            m.p_low[r] = rest + low


def _rates(e, dx, dy, omega, v, turn_out, m_out, marker_jacobians_out, marker_rates_out):
    """Arm, velocity and Jacobian of a marker."""
    turn_out.omega = omega
    turn_out.arm[0], turn_out.arm[1] = dx, dy
    for r in range(2):
        arm, across = (dx, -dy) if r == 0 else (dy, dx)
        speed, c = omega * across, e.index[r]
        if c >= 0:
            speed += v[c]
        m_out.v[r] = speed
        marker_jacobians_out[e.column + 2, r] = across
        marker_rates_out[e.column + 2, r] = -omega * arm


def clear_torques(frame, turns, marker_torque_out):
    """Before forces are evaluated: no torques yet; the largest angle counts as a coordinate."""
    frame.direct_load = largest = 0.0
    for i in range(marker_torque_out.size):
        marker_torque_out[i] = 0.0
        largest = max(largest, abs(turns[i].angle))
    frame.largest_coordinate = largest


def gather(table, frame, turns, marker_force, marker_torque, residual_out):
    """Forces and torques of markers onto the coordinates; torques count as loads of their own."""
    for i in range(table.size):
        e = table[i]
        fx, fy = marker_force[e.marker, 0], marker_force[e.marker, 1]
        arm = turns[e.marker].arm
        torque = marker_torque[e.marker] + arm[0] * fy - arm[1] * fx
        if e.index[0] >= 0:
            residual_out[e.index[0]] -= fx
        if e.index[1] >= 0:
            residual_out[e.index[1]] -= fy
        if e.index[2] >= 0:
            residual_out[e.index[2]] -= torque
            frame.direct_load += torque * torque


def curvature(table, turns, marker_force, cq, values_out):
    """Add the derivative of J^T f by phi to the matrix, f as evaluated last."""
    for i in range(table.size):
        e = table[i]
        if e.slot >= 0:
            arm = turns[e.marker].arm
            along = arm[0] * marker_force[e.marker, 0] + arm[1] * marker_force[e.marker, 1]
            values_out[e.slot] += cq * along
