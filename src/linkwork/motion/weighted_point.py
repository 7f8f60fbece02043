"""Points in the plane that are weighted sums of pairs of coordinates, such as those of cables.

    p = offset + sum S_k (q_k, q_k+1),  v = sum S_k (v_k, v_k+1),  residual of q_k -= S_k force

This is the motion of `point.py` with a Jacobian, in a third of the time. Exact motion keeps the
rounding error of p, which constraints need. Points that no constraint can hold, the centers of mass
of cables, do without it (`is_mean`).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from linkwork.core.records import f8, i8, record
from linkwork.math.exact import two_product, two_sum
from linkwork.motion.kind import Kind, Member

PAIRS = 4

ROW = record(
    ("marker", i8), ("column", i8), ("pair", i8, PAIRS), ("S", f8, PAIRS), ("offset", f8, 2)
)  # fmt: skip
"""pair -- first coordinate of each pair; S -- their weights; offset -- p at zero displacement
column -- first row of its Jacobian"""


class WeightedPoint(NamedTuple):
    """A weighted sum of four pairs of coordinates.

    pairs -- first coordinate of each pair; S -- weights; place -- (x, y) at zero displacement [m]
    is_mean -- a center of mass, which constraints cannot hold
    """

    pairs: tuple[int, ...]
    S: tuple[float, ...]
    place: np.ndarray
    is_mean: bool = False

    @property
    def offset(self) -> np.ndarray:
        return np.array([*self.place, 0.0])

    @property
    def first(self) -> int:
        return -1

    @property
    def dimension(self) -> int:
        """Number of its coordinates."""
        return 2 * len(self.pairs)

    @property
    def jacobian(self) -> np.ndarray:
        """Derivatives of p by each coordinate, row by row."""
        return np.kron(np.array(self.S)[:, None], np.eye(2, 3))

    @property
    def kind(self) -> Kind:
        return MEAN if self.is_mean else WEIGHTED

    @property
    def coordinates(self) -> tuple[int, ...]:
        return tuple(c for pair in self.pairs for c in (pair, pair + 1))

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

    def without_rotation(self) -> WeightedPoint:
        return self

    def reference_place(self) -> np.ndarray:
        return self.offset

    def reference_rotation(self) -> np.ndarray:
        return np.eye(3)


def motion(table, q, v, markers_out):
    for i in range(table.size):
        e = table[i]
        m = markers_out[e.marker]
        x, y, u, w = e.offset[0], e.offset[1], 0.0, 0.0
        for k in range(4):
            S, c = e.S[k], e.pair[k]
            x, y = x + S * q[c], y + S * q[c + 1]
            u, w = u + S * v[c], w + S * v[c + 1]
        m.p[0], m.p[1] = x, y
        m.v[0], m.v[1] = u, w


def exact_motion(table, q, q_low, v, markers_out):
    """The same with the rounding errors of positions."""
    for i in range(table.size):
        e = table[i]
        m = markers_out[e.marker]
        for r in range(2):
            p, low, speed = e.offset[r], 0.0, 0.0
            for k in range(4):
                S, c = e.S[k], e.pair[k] + r
                product, product_low = two_product(S, q[c])
                p, rest = two_sum(p, product)
                low += rest + product_low + S * q_low[c]
                speed += S * v[c]
            m.p[r], m.p_low[r], m.v[r] = p, low, speed


def gather(table, marker_force, residual_out):
    for i in range(table.size):
        e = table[i]
        x, y = marker_force[e.marker, 0], marker_force[e.marker, 1]
        for k in range(4):
            residual_out[e.pair[k]] -= e.S[k] * x
            residual_out[e.pair[k] + 1] -= e.S[k] * y


def _rows(members: list[Member]) -> np.ndarray:
    rows = np.zeros(len(members), ROW)
    for row, (marker, point, column) in zip(rows, members, strict=True):
        row.marker, row.column = marker, column
        row.pair, row.S, row.offset = point.pairs, point.S, point.place
    return rows


def _jacobian(point: WeightedPoint) -> np.ndarray:
    return np.pad(point.jacobian, ((0, 0), (0, 3)))


WEIGHTED = Kind(ROW, motion, exact_motion, gather, _rows, _jacobian)
MEAN = Kind(ROW, motion, motion, gather, _rows, _jacobian)
