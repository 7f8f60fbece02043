"""Centers of mass of cables whose material moves along them.

With weights S_k of the pairs (x, y) of coordinates, the vector g = sum D_k q_k between the ends
divided by the length, and the coordinate s of the motion along the cable,

    p = offset + sum S_k q_k,  v = sum S_k q_k_t + s_t f g
    residual of q_k -= S_k force,  residual of s -= f g . force

f is the moving part of the mass. v is not the rate of p: p is the center of the mass that is in the
cable now, and material enters at one end and leaves at the other. The only entries that depend on
the state are those of s and of g:

    f s_t D_k                      in `motion_rates`, by q_k
    f D_k force                    between s and q_k: `curvature`
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from linkwork.core.records import f8, i8, record
from linkwork.motion.kind import Kind, Member

PAIRS = 4

ROW = record(
    ("marker", i8), ("column", i8), ("pair", i8, PAIRS), ("s", i8), ("S", f8, PAIRS),
    ("D", f8, PAIRS), ("place", f8, 2), ("way", f8, 2), ("f", f8), ("slots", i8, 2 * PAIRS),
)  # fmt: skip
"""pair -- first coordinate of each pair; s -- coordinate of the motion along the cable
S, D -- weights in p and g; place, way -- p and g at zero displacement; f -- moving part of the mass
column -- first row of its Jacobian; slots -- places of the entries in the row of s"""


class MovingCenter(NamedTuple):
    """The center of mass of a cable whose material moves along it.

    pairs -- first coordinate of each pair; along -- coordinate s; S, D -- weights in p and g
    place, way -- p [m] and g at zero displacement; share -- moving part of the mass
    """

    pairs: tuple[int, ...]
    along: int
    S: tuple[float, ...]
    D: tuple[float, ...]
    place: np.ndarray
    way: np.ndarray
    share: float

    @property
    def offset(self) -> np.ndarray:
        return np.array([*self.place, 0.0])

    @property
    def first(self) -> int:
        return -1

    @property
    def kind(self) -> Kind:
        return MOVING_CENTER

    @property
    def coordinates(self) -> tuple[int, ...]:
        return (*(c for pair in self.pairs for c in (pair, pair + 1)), self.along)

    @property
    def is_frame(self) -> bool:
        return False

    @property
    def turns(self) -> bool:
        return False

    @property
    def is_planar(self) -> bool:
        return False

    def start(self, rotation: Any) -> None:
        """Write nothing: it has no axes."""

    def without_rotation(self) -> MovingCenter:
        return self

    def reference_place(self) -> np.ndarray:
        return self.offset

    def reference_rotation(self) -> np.ndarray:
        return np.eye(3)


def _way(e, q):
    x, y = e.way[0], e.way[1]
    for k in range(4):
        x += e.D[k] * q[e.pair[k]]
        y += e.D[k] * q[e.pair[k] + 1]
    return e.f * x, e.f * y


def motion(table, q, v, markers_out):
    for i in range(table.size):
        e = table[i]
        m = markers_out[e.marker]
        g, speed = _way(e, q), v[e.s]
        for r in range(2):
            p, rate = e.place[r], speed * g[r]
            for k in range(4):
                p += e.S[k] * q[e.pair[k] + r]
                rate += e.S[k] * v[e.pair[k] + r]
            m.p[r], m.v[r] = p, rate


def jacobians(table, q, motion_jacobians_out):
    for i in range(table.size):
        e = table[i]
        g = _way(e, q)
        for r in range(2):
            motion_jacobians_out[e.column + 8, r] = g[r]


def rates(table, v, motion_rates_out):
    for i in range(table.size):
        e = table[i]
        for k in range(4):
            for r in range(2):
                motion_rates_out[e.column + 2 * k + r, r] = e.f * e.D[k] * v[e.s]


def gather(table, q, marker_force, residual_out):
    for i in range(table.size):
        e = table[i]
        x, y = marker_force[e.marker, 0], marker_force[e.marker, 1]
        for k in range(4):
            residual_out[e.pair[k]] -= e.S[k] * x
            residual_out[e.pair[k] + 1] -= e.S[k] * y
        g = _way(e, q)
        residual_out[e.s] -= g[0] * x + g[1] * y


def curvature(table, marker_force, cq, values_out):
    """Add the derivative of the force on s by the coordinates of the ends."""
    for i in range(table.size):
        e = table[i]
        for k in range(4):
            for r in range(2):
                change = e.f * e.D[k] * marker_force[e.marker, r]
                values_out[e.slots[2 * k + r]] -= cq * change


def _rows(members: list[Member]) -> np.ndarray:
    rows = np.zeros(len(members), ROW)
    for row, (marker, center, column) in zip(rows, members, strict=True):
        row.marker, row.column, row.s = marker, column, center.along
        row.pair, row.S, row.D = center.pairs, center.S, center.D
        row.place, row.way, row.f = center.place, center.way, center.share
    return rows


def _jacobian(center: MovingCenter) -> np.ndarray:
    rows = np.zeros((2 * PAIRS + 1, 6))
    rows[:-1, :2] = np.kron(np.array(center.S)[:, None], np.eye(2))
    rows[-1, :2] = center.share * center.way
    return rows


def _fill_slots(rows: np.ndarray, slots: Callable[..., np.ndarray], _: np.ndarray) -> None:
    index = (rows["pair"][:, :, None] + np.arange(2)).reshape(len(rows), -1)
    own = np.broadcast_to(rows["s"][:, None], index.shape)
    rows["slots"] = slots(own.reshape(-1), index.reshape(-1)).reshape(index.shape)


MOVING_CENTER = Kind(
    ROW, motion, motion, gather, _rows, _jacobian, jacobians, rates, curvature,
    fill_slots=_fill_slots,
)  # fmt: skip
