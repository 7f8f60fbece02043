"""Frames of two vectors across a section, which are linear in coordinates: beams with slopes.

Position and vectors are weighted sums of triples of coordinates q_k: p = sum P_k q_k,
d_2 = sum D_k q_k, d_3 = sum E_k q_k, with reference values added. The frame of d_2 and d_3 turns by
t(u_2, u_3) where they change by u_2 and u_3 (`math/directors.py`), so

    v = sum P_k q_k_t,  omega = t(d_2_t, d_3_t)
    J of q_k = P_k I     rows v;     t(D_k e_c, E_k e_c) for each component c     rows omega
    residual of q_k -= P_k f + J_omega^T tau

J depends on d_2 and d_3. With the derivative t' of t along another change, and the turn s of it,
`motion_rates` are s x omega + t', and `curvature` is tau . (s x t + t').
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from linkwork.core.records import f8, i8, record
from linkwork.math.directors import frame_of, in_axes, turn, turn_slope
from linkwork.math.exact import two_product, two_sum
from linkwork.math.vec3 import add, cross, dot, scaled, turned
from linkwork.motion.kind import Kind, Member, Motion, fill_squares
from linkwork.motion.point import weighted_sum

MOST = 6
"""Most triples of coordinates: two nodes with a position and two slopes."""

ROW = record(
    ("marker", i8), ("column", i8), ("count", i8), ("first", i8, MOST), ("P", f8, MOST),
    ("D", f8, MOST), ("E", f8, MOST), ("place", f8, 3), ("d2", f8, 3), ("d3", f8, 3),
    ("slots", i8, (3 * MOST, 3 * MOST)),
)  # fmt: skip
"""A marker with the frame of two vectors.

first -- first coordinate of each of its `count` triples; P, D, E -- their weights in p, d_2, d_3
place, d2, d3 -- these at zero displacement
column -- first row of its Jacobian; slots -- places of the entries between the coordinates
"""


class DirectorFrame(NamedTuple):
    """A frame of two vectors.

    firsts -- first coordinate of each triple; P, D, E -- weights in position and vectors
    place [m], d2, d3 -- position and vectors at zero displacement
    """

    firsts: tuple[int, ...]
    P: tuple[float, ...]
    D: tuple[float, ...]
    E: tuple[float, ...]
    place: np.ndarray
    d2: np.ndarray
    d3: np.ndarray

    @property
    def offset(self) -> np.ndarray:
        return self.place

    @property
    def first(self) -> int:
        return -1

    @property
    def kind(self) -> Kind:
        return DIRECTOR_FRAME

    @property
    def coordinates(self) -> tuple[int, ...]:
        return tuple(first + r for first in self.firsts for r in range(3))

    @property
    def is_frame(self) -> bool:
        return True

    @property
    def turns(self) -> bool:
        return True

    @property
    def is_planar(self) -> bool:
        return False

    def start(self, rotation: Any) -> None:
        rotation.R[:] = self.reference_rotation()

    def without_rotation(self) -> Motion:
        used = [k for k, weight in enumerate(self.P) if weight != 0.0]
        firsts, P = [self.firsts[k] for k in used], [self.P[k] for k in used]
        return weighted_sum(firsts, P, self.place)

    def reference_place(self) -> np.ndarray:
        return self.place

    def reference_rotation(self) -> np.ndarray:
        return np.array(frame_of(tuple(self.d2), tuple(self.d3))[0])


def _sum(e, weights, start, q):
    """A weighted sum of the triples"""
    x = start[0], start[1], start[2]
    for k in range(e.count):
        i = e.first[k]
        x = add(x, scaled(weights[k], (q[i], q[i + 1], q[i + 2])))
    return x


def _frame(e, q):
    return frame_of(_sum(e, e.D, e.d2, q), _sum(e, e.E, e.d3, q))


def _move(e, q, v, rotation_out, m_out):
    """Rotation and velocities of a marker."""
    still, frame = (0.0, 0.0, 0.0), _frame(e, q)
    u2, u3 = in_axes(frame, _sum(e, e.D, still, v)), in_axes(frame, _sum(e, e.E, still, v))
    omega, speed = turned(frame[0], turn(frame, u2, u3)), _sum(e, e.P, still, v)
    for r in range(3):
        for c in range(3):
            rotation_out.R[r, c] = frame[0][r][c]
        rotation_out.omega[r], m_out.v[r] = omega[r], speed[r]


def motion(table, q, v, rotations_out, markers_out):
    for i in range(table.size):
        e = table[i]
        m = markers_out[e.marker]
        _move(e, q, v, rotations_out[e.marker], m)
        p = _sum(e, e.P, e.place, q)
        m.p[0], m.p[1], m.p[2] = p


def exact_motion(table, q, q_low, v, rotations_out, markers_out):
    """The same with the rounding errors of positions."""
    for i in range(table.size):
        e = table[i]
        m = markers_out[e.marker]
        _move(e, q, v, rotations_out[e.marker], m)
        for r in range(3):
            p, low = e.place[r], 0.0
            for k in range(e.count):
                c = e.first[k] + r
                product, product_low = two_product(e.P[k], q[c])
                p, rest = two_sum(p, product)
                low += rest + product_low + e.P[k] * q_low[c]
            m.p[r], m.p_low[r] = p, low


def _unit(c):
    return 1.0 if c == 0 else 0.0, 1.0 if c == 1 else 0.0, 1.0 if c == 2 else 0.0


def _changes(e, frame, k, c):
    """Changes of d_2 and d_3 by component c of triple k, in axes of the frame"""
    x = in_axes(frame, _unit(c))
    return scaled(e.D[k], x), scaled(e.E[k], x)


def jacobians(table, q, motion_jacobians_out):
    for i in range(table.size):
        e = table[i]
        frame = _frame(e, q)
        for k in range(e.count):
            for c in range(3):
                u2, u3 = _changes(e, frame, k, c)
                omega = turned(frame[0], turn(frame, u2, u3))
                for r in range(3):
                    motion_jacobians_out[e.column + 3 * k + c, 3 + r] = omega[r]


def _bent(frame, u2, u3, v2, v3):
    """Change of omega of u_2, u_3 along v_2, v_3, in global axes"""
    whirl = cross(turn(frame, v2, v3), turn(frame, u2, u3))
    return turned(frame[0], add(whirl, turn_slope(frame, u2, u3, v2, v3)))


def rates(table, q, v, motion_rates_out):
    still = 0.0, 0.0, 0.0
    for i in range(table.size):
        e = table[i]
        frame = _frame(e, q)
        u2, u3 = in_axes(frame, _sum(e, e.D, still, v)), in_axes(frame, _sum(e, e.E, still, v))
        for k in range(e.count):
            for c in range(3):
                v2, v3 = _changes(e, frame, k, c)
                change = _bent(frame, u2, u3, v2, v3)
                for r in range(3):
                    motion_rates_out[e.column + 3 * k + c, 3 + r] = change[r]


def gather(table, frame, q, marker_force, marker_moment, residual_out):
    """Apply forces and moments of markers to the coordinates; moments count as separate loads."""
    for i in range(table.size):
        e = table[i]
        axes, tau = _frame(e, q), marker_moment[e.marker]
        for k in range(e.count):
            for c in range(3):
                u2, u3 = _changes(e, axes, k, c)
                turning = dot(turned(axes[0], turn(axes, u2, u3)), tau)
                residual_out[e.first[k] + c] -= e.P[k] * marker_force[e.marker, c] + turning
                frame.direct_load += turning * turning


def curvature(table, q, marker_moment, cq, values_out):
    """Add the derivative of -J^T w to the matrix, with w as evaluated last."""
    for i in range(table.size):
        e = table[i]
        axes, tau = _frame(e, q), marker_moment[e.marker]
        for column in range(3 * e.count):
            v2, v3 = _changes(e, axes, column // 3, column % 3)
            for row in range(3 * e.count):
                u2, u3 = _changes(e, axes, row // 3, row % 3)
                slope = dot(_bent(axes, u2, u3, v2, v3), tau)
                values_out[e.slots[row, column]] -= cq * slope


def _rows(members: list[Member]) -> np.ndarray:
    rows = np.zeros(len(members), ROW)
    for row, (marker, frame, column) in zip(rows, members, strict=True):
        count = len(frame.firsts)
        row.marker, row.column, row.count = marker, column, count
        row.first[:count], row.P[:count] = frame.firsts, frame.P
        row.D[:count], row.E[:count] = frame.D, frame.E
        row.place, row.d2, row.d3 = frame.place, frame.d2, frame.d3
    return rows


def _jacobian(frame: DirectorFrame) -> np.ndarray:
    return np.kron(np.array(frame.P)[:, None], np.eye(3, 6))


def _fill_slots(rows: np.ndarray, slots: Callable[..., np.ndarray], _: np.ndarray) -> None:
    index = (rows["first"][:, :, None] + np.arange(3)).reshape(len(rows), -1)
    index = np.where(np.arange(3 * MOST) < 3 * rows["count"][:, None], index, -1)
    fill_squares(rows, slots, index)


DIRECTOR_FRAME = Kind(
    ROW, motion, exact_motion, gather, _rows, _jacobian, jacobians, rates, curvature,
    fill_slots=_fill_slots,
)  # fmt: skip
