"""Frames in the plane whose position and angle are weighted sums of those of nodes.

Beams with shear have positions r = r_0 + sum S_k (x_k, y_k) and angles theta = theta_0 + sum S_k
phi_k. A marker at the height y over the axis moves by

    d = R(theta) (0, y),  p = r + d,  v = r_t + omega (-d_y, d_x),  omega = theta_t
    J of node k = S_k [[1, 0, -d_y], [0, 1, d_x], [0, 0, 1]]            rows v_x, v_y, omega_z
    residual of node k -= S_k (f_x, f_y, m),  m = tau_z + d_x f_y - d_y f_x

J depends on theta; its derivatives are those of `planar_frame.py` with the weights S_k:

    dv/dphi_k = -S_k omega d                      in `motion_rates`
    -S_k S_l d . f                                between phi_k and phi_l: `curvature`

The angle is not wrapped. Exact motion keeps the rounding errors of p and R.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from linkwork.core.records import f8, i8, record
from linkwork.math.exact import two_product, two_sum
from linkwork.math.turning import sine_and_cosine
from linkwork.motion.kind import Kind, Member, Motion, fill_squares
from linkwork.motion.point import weighted_sum

MOST = 3
"""Most nodes."""

ROW = record(
    ("marker", i8), ("column", i8), ("count", i8), ("first", i8, MOST), ("S", f8, MOST),
    ("place", f8, 2), ("angle", f8), ("height", f8), ("slots", i8, (MOST, MOST)),
)  # fmt: skip
"""A marker on a beam.

first -- first coordinate of each of its `count` nodes; S -- their weights
place, angle -- r and theta at zero displacement; height -- y over the axis
column -- first row of its Jacobian; slots -- places of the entries between the angles
"""


class InterpolatedFrame(NamedTuple):
    """A frame between nodes with position and angle.

    nodes -- first coordinates of the nodes; S -- their weights
    place, angle -- position [m] and angle [rad] at zero displacement; height -- over the axis [m]
    """

    nodes: tuple[int, ...]
    S: tuple[float, ...]
    place: np.ndarray
    angle: float
    height: float = 0.0

    @property
    def offset(self) -> np.ndarray:
        x, y = self.place
        dx, dy = self._arm()
        return np.array([x + dx, y + dy, 0.0])

    def _arm(self) -> tuple[float, float]:
        return -self.height * math.sin(self.angle), self.height * math.cos(self.angle)

    @property
    def first(self) -> int:
        return -1

    @property
    def kind(self) -> Kind:
        return INTERPOLATED_FRAME

    @property
    def coordinates(self) -> tuple[int, ...]:
        return tuple(first + r for first in self.nodes for r in range(3))

    @property
    def is_frame(self) -> bool:
        return True

    @property
    def turns(self) -> bool:
        return True

    @property
    def is_planar(self) -> bool:
        return True

    def start(self, rotation: Any) -> None:
        rotation.R[:] = self.reference_rotation()
        rotation.angle = self.angle
        rotation.arm[:2] = self._arm()

    def without_rotation(self) -> Motion:
        if self.height != 0.0:
            return self
        return weighted_sum(self.nodes, self.S, self.place)

    def reference_place(self) -> np.ndarray:
        return self.offset

    def reference_rotation(self) -> np.ndarray:
        sine, cosine = math.sin(self.angle), math.cos(self.angle)
        return np.array([[cosine, -sine, 0.0], [sine, cosine, 0.0], [0.0, 0.0, 1.0]])


def _sum(e, r, start, values):
    """start plus the weighted sum of component r of the nodes"""
    x = start
    for k in range(e.count):
        x += e.S[k] * values[e.first[k] + r]
    return x


def _exactly(e, r, start, q, q_low):
    """The same, and its rounding error"""
    x, low = start, 0.0
    for k in range(e.count):
        i = e.first[k] + r
        product, product_low = two_product(e.S[k], q[i])
        x, rest = two_sum(x, product)
        low += rest + product_low + e.S[k] * q_low[i]
    return x, low


def _move(e, sine, cosine, v, rotation_out, m_out):
    """Rotation, arm and velocity of a marker."""
    rotation_out.R[0, 0] = rotation_out.R[1, 1] = cosine
    rotation_out.R[1, 0], rotation_out.R[0, 1] = sine, -sine
    omega = _sum(e, 2, 0.0, v)
    dx, dy = -e.height * sine, e.height * cosine
    rotation_out.omega[2] = omega
    rotation_out.arm[0], rotation_out.arm[1] = dx, dy
    m_out.v[0] = _sum(e, 0, 0.0, v) - omega * dy
    m_out.v[1] = _sum(e, 1, 0.0, v) + omega * dx
    return dx, dy


def motion(table, q, v, rotations_out, markers_out):
    for i in range(table.size):
        e = table[i]
        m, rotation = markers_out[e.marker], rotations_out[e.marker]
        theta = _sum(e, 2, e.angle, q)
        rotation.angle = theta
        dx, dy = _move(e, math.sin(theta), math.cos(theta), v, rotation, m)
        m.p[0], m.p[1] = _sum(e, 0, e.place[0], q) + dx, _sum(e, 1, e.place[1], q) + dy


def exact_motion(table, q, q_low, v, turn_grid, rotations_out, markers_out):
    """The same with the rounding errors of positions and rotations."""
    for i in range(table.size):
        e = table[i]
        m, rotation = markers_out[e.marker], rotations_out[e.marker]
        theta, theta_low = _exactly(e, 2, e.angle, q, q_low)
        rotation.angle = theta
        sine, sine_low, cosine, cosine_low = sine_and_cosine(theta, theta_low, turn_grid)
        _move(e, sine, cosine, v, rotation, m)
        rotation.R_low[0, 0] = rotation.R_low[1, 1] = cosine_low
        rotation.R_low[1, 0], rotation.R_low[0, 1] = sine_low, -sine_low
        for r in range(2):
            p, low = _exactly(e, r, e.place[r], q, q_low)
            side, side_low = (-sine, -sine_low) if r == 0 else (cosine, cosine_low)
            d, d_low = two_product(e.height, side)
            m.p[r], rest = two_sum(p, d)
            m.p_low[r] = rest + (low + d_low + e.height * side_low)


def jacobians(table, rotations, motion_jacobians_out):
    for i in range(table.size):
        e = table[i]
        arm = rotations[e.marker].arm
        for k in range(e.count):
            motion_jacobians_out[e.column + 3 * k + 2, 0] = -arm[1] * e.S[k]
            motion_jacobians_out[e.column + 3 * k + 2, 1] = arm[0] * e.S[k]


def rates(table, rotations, motion_rates_out):
    for i in range(table.size):
        e = table[i]
        rotation = rotations[e.marker]
        for k in range(e.count):
            for r in range(2):
                speed = -rotation.omega[2] * rotation.arm[r]
                motion_rates_out[e.column + 3 * k + 2, r] = e.S[k] * speed


def gather(table, frame, rotations, marker_force, marker_moment, residual_out):
    """Apply forces and moments of markers to the coordinates; moments count as separate loads."""
    for i in range(table.size):
        e = table[i]
        fx, fy = marker_force[e.marker, 0], marker_force[e.marker, 1]
        arm = rotations[e.marker].arm
        moment = marker_moment[e.marker, 2] + arm[0] * fy - arm[1] * fx
        for k in range(e.count):
            residual_out[e.first[k]] -= e.S[k] * fx
            residual_out[e.first[k] + 1] -= e.S[k] * fy
            residual_out[e.first[k] + 2] -= e.S[k] * moment
            frame.direct_load += (e.S[k] * moment) ** 2


def curvature(table, rotations, marker_force, cq, values_out):
    """Add the derivative of -J^T w with respect to the angles, with w as evaluated last."""
    for i in range(table.size):
        e = table[i]
        arm = rotations[e.marker].arm
        along = arm[0] * marker_force[e.marker, 0] + arm[1] * marker_force[e.marker, 1]
        for k in range(e.count):
            for m in range(e.count):
                values_out[e.slots[k, m]] += cq * e.S[k] * e.S[m] * along


def _rows(members: list[Member]) -> np.ndarray:
    rows = np.zeros(len(members), ROW)
    for row, (marker, frame, column) in zip(rows, members, strict=True):
        row.marker, row.column, row.count = marker, column, len(frame.nodes)
        row.first[: row.count], row.S[: row.count] = frame.nodes, frame.S
        row.place, row.angle, row.height = frame.place, frame.angle, frame.height
    return rows


def _jacobian(frame: InterpolatedFrame) -> np.ndarray:
    return np.kron(np.array(frame.S)[:, None], np.eye(6)[[0, 1, 5]])


def _fill_slots(rows: np.ndarray, slots: Callable[..., np.ndarray], _: np.ndarray) -> None:
    index = np.where(np.arange(MOST) < rows["count"][:, None], rows["first"] + 2, -1)
    fill_squares(rows, slots, index)


INTERPOLATED_FRAME = Kind(
    ROW, motion, exact_motion, gather, _rows, _jacobian, jacobians, rates, curvature,
    fill_slots=_fill_slots,
)  # fmt: skip
