"""Frames in the plane whose first axis is the direction of a slope vector.

Cables and their nodes have positions r and slopes r' = dr/dx that are linear in pairs (x, y) of
coordinates q_k: r = sum S_k q_k and r' = sum D_k q_k, with reference values added. With
rho = |r'|, a marker at the height y over the axis moves by

    e_1 = r'/rho,  e_2 = (-e_1y, e_1x),  d = y e_2,  p = r + d
    g = (-r'_y, r'_x)/rho^2,  omega = g . r'_t,  v = r_t + omega (-d_y, d_x)
    J of q_k = S_k I + (-d_y, d_x) D_k g^T     rows v_x, v_y;     D_k g^T     row omega_z
    residual of q_k -= S_k f + D_k g m,  m = tau_z + d_x f_y - d_y f_x

J depends on r'. With h = d omega/dr' = ((r'_t,y, -r'_t,x) - 2 omega r')/rho^2 its derivatives are

    D_k (h (-d_y, d_x) - omega g d), D_k h              in `motion_rates`
    D_k D_l (m dg/dr' - (d . f) g g^T)                  between q_k and q_l: `curvature`

The direction of a vector repeats after a turn, so the frame has no angle that counts turns
(`is_planar` is False). Exact motion keeps the rounding errors of p and R.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from linkwork.core.records import f8, i8, record
from linkwork.math.exact import two_product, two_sum
from linkwork.motion.kind import Kind, Member, Motion, fill_squares
from linkwork.motion.point import Point
from linkwork.motion.weighted_point import WeightedPoint

MOST = 4
"""Most pairs of coordinates: two nodes with position and slope; a node alone has two."""

ROW = record(
    ("marker", i8), ("column", i8), ("count", i8), ("pair", i8, MOST), ("S", f8, MOST),
    ("D", f8, MOST), ("place", f8, 2), ("slope", f8, 2), ("height", f8),
    ("slots", i8, (2 * MOST, 2 * MOST)),
)  # fmt: skip
"""A marker that turns with a slope.

pair -- first coordinate of each of its `count` pairs; S, D -- their weights in r and r'
place, slope -- r and r' at zero displacement; height -- y over the axis
column -- first row of its Jacobian; slots -- places of the entries between the coordinates
"""

LEAST = 1.0e-300
"""Smallest rho^2: a slope that vanishes has no direction, and cables report it."""


class SlopeFrame(NamedTuple):
    """A frame that turns with a slope.

    pairs -- first coordinate of each pair of coordinates; S, D -- weights in position and slope
    place, slope -- position [m] and slope at zero displacement; height -- over the axis [m]
    """

    pairs: tuple[int, ...]
    S: tuple[float, ...]
    D: tuple[float, ...]
    place: np.ndarray
    slope: np.ndarray
    height: float = 0.0

    @property
    def offset(self) -> np.ndarray:
        along = _direction(self.slope)
        x, y = self.place + self.height * np.array([-along[1], along[0]])
        return np.array([x, y, 0.0])

    @property
    def first(self) -> int:
        return -1

    @property
    def kind(self) -> Kind:
        return SLOPE_FRAME

    @property
    def coordinates(self) -> tuple[int, ...]:
        return tuple(c for pair in self.pairs for c in (pair, pair + 1))

    @property
    def is_frame(self) -> bool:
        return True

    @property
    def turns(self) -> bool:
        return True

    @property
    def is_planar(self) -> bool:
        return False

    @property
    def is_upright(self) -> bool:
        """Whether it turns about z alone."""
        return True

    def start(self, rotation: Any) -> None:
        rotation.R[:] = self.reference_rotation()
        rotation.arm[:2] = self.offset[:2] - self.place

    def without_rotation(self) -> Motion:
        if self.height != 0.0:
            return self
        if len(self.pairs) == MOST:
            return WeightedPoint(self.pairs, self.S, self.place)
        return Point(self.offset, self.pairs[0], 2)

    def reference_place(self) -> np.ndarray:
        return self.offset

    def reference_rotation(self) -> np.ndarray:
        x, y = _direction(self.slope)
        return np.array([[x, -y, 0.0], [y, x, 0.0], [0.0, 0.0, 1.0]])


def _direction(slope: np.ndarray) -> np.ndarray:
    """Unit vector of a slope."""
    return np.asarray(slope) / math.sqrt(max(float(np.dot(slope, slope)), LEAST))


def _weighted(e, weights, start, q):
    """Sum of the pairs of coordinates, with these weights."""
    x, y = start
    for k in range(e.count):
        x += weights[k] * q[e.pair[k]]
        y += weights[k] * q[e.pair[k] + 1]
    return x, y


def _slope(e, q):
    return _weighted(e, e.D, (e.slope[0], e.slope[1]), q)


def motion(table, q, v, rotations_out, markers_out):
    still = 0.0, 0.0
    for i in range(table.size):
        e = table[i]
        m, rotation = markers_out[e.marker], rotations_out[e.marker]
        x, y = _weighted(e, e.S, (e.place[0], e.place[1]), q)
        sx, sy = _slope(e, q)
        rho = math.sqrt(max(sx * sx + sy * sy, LEAST))
        _turn(e, sx / rho, sy / rho, rotation)
        m.p[0], m.p[1] = x + rotation.arm[0], y + rotation.arm[1]
        _move(e, sx, sy, rho, _weighted(e, e.S, still, v), _weighted(e, e.D, still, v), rotation, m)


def _turn(e, x, y, rotation_out):
    """Axes with this direction, and the arm."""
    rotation_out.R[0, 0] = rotation_out.R[1, 1] = x
    rotation_out.R[1, 0], rotation_out.R[0, 1] = y, -y
    rotation_out.arm[0], rotation_out.arm[1] = -e.height * y, e.height * x


def _move(e, sx, sy, rho, speed, rate, rotation_out, m_out):
    """Velocities; speed, rate -- of r and r'."""
    omega = (sx * rate[1] - sy * rate[0]) / (rho * rho)
    rotation_out.omega[2] = omega
    m_out.v[0] = speed[0] - omega * rotation_out.arm[1]
    m_out.v[1] = speed[1] + omega * rotation_out.arm[0]


def _exactly(e, weights, start, c, q, q_low):
    """Component c of a weighted sum of coordinates, and its rounding error."""
    x, low = start, 0.0
    for k in range(e.count):
        i = e.pair[k] + c
        product, product_low = two_product(weights[k], q[i])
        x, rest = two_sum(x, product)
        low += rest + product_low + weights[k] * q_low[i]
    return x, low


def exact_motion(table, q, q_low, v, rotations_out, markers_out):
    """The same with the rounding errors of positions and rotations."""
    still = 0.0, 0.0
    for i in range(table.size):
        e = table[i]
        m, rotation = markers_out[e.marker], rotations_out[e.marker]
        sx, sx_low = _exactly(e, e.D, e.slope[0], 0, q, q_low)
        sy, sy_low = _exactly(e, e.D, e.slope[1], 1, q, q_low)
        rho, rho_low = _length(sx, sx_low, sy, sy_low)
        x, x_low = _quotient(sx, sx_low, rho, rho_low)
        y, y_low = _quotient(sy, sy_low, rho, rho_low)
        _turn(e, x, y, rotation)
        rotation.R_low[0, 0] = rotation.R_low[1, 1] = x_low
        rotation.R_low[1, 0], rotation.R_low[0, 1] = y_low, -y_low
        for r in range(2):
            p, low = _exactly(e, e.S, e.place[r], r, q, q_low)
            side, side_low = (-y, -y_low) if r == 0 else (x, x_low)
            d, d_low = two_product(e.height, side)
            m.p[r], rest = two_sum(p, d)
            m.p_low[r] = rest + (low + d_low + e.height * side_low)
        _move(e, sx, sy, rho, _weighted(e, e.S, still, v), _weighted(e, e.D, still, v), rotation, m)


def _length(x, x_low, y, y_low):
    """Length of a vector, and its rounding error."""
    xx, xx_low = two_product(x, x)
    yy, yy_low = two_product(y, y)
    square, rest = two_sum(xx, yy)
    rest += xx_low + yy_low + 2.0 * (x * x_low + y * y_low)
    rho = math.sqrt(max(square, LEAST))
    again, again_low = two_product(rho, rho)
    return rho, ((square - again) - again_low + rest) / (2.0 * rho)


def _quotient(x, x_low, rho, rho_low):
    """x/rho and its rounding error."""
    found = x / rho
    again, again_low = two_product(found, rho)
    return found, ((x - again) - again_low + x_low - found * rho_low) / rho


def _across(e, q):
    """(r', g)"""
    sx, sy = _slope(e, q)
    square = max(sx * sx + sy * sy, LEAST)
    return (sx, sy), (-sy / square, sx / square)


def jacobians(table, q, rotations, motion_jacobians_out):
    for i in range(table.size):
        e = table[i]
        arm = rotations[e.marker].arm
        _, g = _across(e, q)
        for k in range(e.count):
            for c in range(2):
                row, turn = e.column + 2 * k + c, e.D[k] * g[c]
                motion_jacobians_out[row, 0] = -arm[1] * turn + (e.S[k] if c == 0 else 0.0)
                motion_jacobians_out[row, 1] = arm[0] * turn + (e.S[k] if c == 1 else 0.0)
                motion_jacobians_out[row, 5] = turn


def rates(table, q, v, rotations, motion_rates_out):
    still = 0.0, 0.0
    for i in range(table.size):
        e = table[i]
        rotation = rotations[e.marker]
        arm, omega = rotation.arm, rotation.omega[2]
        s, g = _across(e, q)
        square = max(s[0] * s[0] + s[1] * s[1], LEAST)
        rate = _weighted(e, e.D, still, v)
        h = (rate[1] - 2.0 * omega * s[0]) / square, (-rate[0] - 2.0 * omega * s[1]) / square
        for k in range(e.count):
            for c in range(2):
                row, turn, bend = e.column + 2 * k + c, e.D[k] * h[c], e.D[k] * omega * g[c]
                motion_rates_out[row, 0] = -arm[1] * turn - bend * arm[0]
                motion_rates_out[row, 1] = arm[0] * turn - bend * arm[1]
                motion_rates_out[row, 5] = turn


def gather(table, frame, q, rotations, marker_force, marker_moment, residual_out):
    """Apply forces and moments of markers to the coordinates; moments count as separate loads."""
    for i in range(table.size):
        e = table[i]
        arm = rotations[e.marker].arm
        f = marker_force[e.marker, 0], marker_force[e.marker, 1]
        moment = marker_moment[e.marker, 2] + arm[0] * f[1] - arm[1] * f[0]
        _, g = _across(e, q)
        for k in range(e.count):
            for c in range(2):
                turning = e.D[k] * g[c] * moment
                residual_out[e.pair[k] + c] -= e.S[k] * f[c] + turning
                frame.direct_load += turning * turning


def curvature(table, q, rotations, marker_force, marker_moment, cq, values_out):
    """Add the derivative of -J^T w with respect to the slope, with w as evaluated last."""
    for i in range(table.size):
        e = table[i]
        arm = rotations[e.marker].arm
        f = marker_force[e.marker, 0], marker_force[e.marker, 1]
        moment = marker_moment[e.marker, 2] + arm[0] * f[1] - arm[1] * f[0]
        along = arm[0] * f[0] + arm[1] * f[1]
        _, g = _across(e, q)
        # dg/dr' = [[-2 g_x g_y, g_x^2 - g_y^2], [g_x^2 - g_y^2, 2 g_x g_y]]
        both, mixed = 2.0 * g[0] * g[1] * moment, (g[0] * g[0] - g[1] * g[1]) * moment
        for k in range(e.count):
            for m in range(e.count):
                weight = cq * e.D[k] * e.D[m]
                for r in range(2):
                    for c in range(2):
                        bend = mixed if r != c else (-both if r == 0 else both)
                        slope = bend - along * g[r] * g[c]
                        values_out[e.slots[2 * k + r, 2 * m + c]] -= weight * slope


def _rows(members: list[Member]) -> np.ndarray:
    rows = np.zeros(len(members), ROW)
    for row, (marker, frame, column) in zip(rows, members, strict=True):
        row.marker, row.column, row.count = marker, column, len(frame.pairs)
        row.pair[: row.count], row.S[: row.count] = frame.pairs, frame.S
        row.D[: row.count], row.height = frame.D, frame.height
        row.place, row.slope = frame.place, frame.slope
    return rows


def _jacobian(frame: SlopeFrame) -> np.ndarray:
    rows = np.zeros((2 * len(frame.pairs), 6))
    rows[:, :2] = np.kron(np.array(frame.S)[:, None], np.eye(2))
    return rows


def _fill_slots(rows: np.ndarray, slots: Callable[..., np.ndarray], _: np.ndarray) -> None:
    index = (rows["pair"][:, :, None] + np.arange(2)).reshape(len(rows), -1)
    index = np.where(np.arange(2 * MOST) < 2 * rows["count"][:, None], index, -1)
    fill_squares(rows, slots, index)


SLOPE_FRAME = Kind(
    ROW, motion, exact_motion, gather, _rows, _jacobian, jacobians, rates, curvature,
    fill_slots=_fill_slots,
)  # fmt: skip
