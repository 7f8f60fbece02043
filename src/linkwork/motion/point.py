"""Points that follow coordinates one to one, or linearly.

By index, p = offset + q[first : first + dimension], without a product. There are separate tables
for one, two and three components (single coordinates, in the plane, in space), so that the loops
have fixed length.

    p = offset + q,  v = q_t,  residual -= force

Otherwise the point has a constant Jacobian J:

    p = offset + J q,  v = J q_t,  residual -= J^T force

Exact motion keeps the rounding error of p in p_low, which models with constraints need.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from linkwork.core.records import f8, i8, record, u4, u8
from linkwork.math.exact import two_product, two_sum
from linkwork.motion.kind import Kind, Member

BY_INDEX = record(("marker", u4), ("first", u4), ("offset", f8, 3))
LINEAR = record(("marker", i8), ("count", i8), ("column", i8), ("offset", f8, 3))


class Points(NamedTuple):
    """Points of many owners that follow coordinates by index, one line each, as `Point`.

    there -- whether an owner has such a point; the other arrays hold nothing where it has not
    """

    there: np.ndarray
    offset: np.ndarray
    first: np.ndarray
    dimension: np.ndarray

    @classmethod
    def none(cls, count: int) -> Points:
        """No points, of `count` owners."""
        whole = np.zeros((2, count), np.int64)
        return cls(np.zeros(count, bool), np.zeros((count, 3)), *whole)

    def of(self, owners: np.ndarray) -> Points:
        """The points of some owners."""
        return Points(*(part[owners] for part in self))

    def put(self, owners: np.ndarray, points: Points) -> None:
        """Write the points of some owners."""
        for mine, part in zip(self, points, strict=True):
            mine[owners] = part


class Point(NamedTuple):
    """A point that moves with some coordinates one to one: p = offset + q[first:first+dimension].

    offset -- position at zero displacement [m]; first -- first coordinate, -1 if fixed;
    dimension -- 3 in space, 2 in the plane (z is constant), 1 along x, 0 if fixed.

    A single coordinate is the same with dimension 1 and offset 0: its value is p[0].

    A point that depends on its coordinates in another linear way has a jacobian, each row of which
    holds the derivatives of p with respect to one coordinate:
    p = offset + q[first:first+dimension] @ jacobian.

    rotation -- rotation matrix of its axes, which do not turn; None: they are the global ones
    listed -- the coordinates of a point with a jacobian if they are not contiguous; then first is
    -1, and dimension is their number
    """

    offset: np.ndarray
    first: int
    dimension: int
    jacobian: np.ndarray | None = None
    rotation: np.ndarray | None = None
    listed: tuple[int, ...] | None = None

    @property
    def kind(self) -> Kind | None:
        """The kernels that move it; None if it is fixed."""
        if not self.dimension:
            return None
        return KINDS[self.dimension] if self.jacobian is None else LINEAR_KIND

    @property
    def coordinates(self) -> Sequence[int]:
        """Numbers of the coordinates that it moves with."""
        if self.listed is not None:
            return self.listed
        return range(self.first, self.first + self.dimension)

    @property
    def turns(self) -> bool:
        """A point does not turn."""
        return False

    @property
    def is_frame(self) -> bool:
        """Whether it has axes, which do not turn."""
        return self.rotation is not None

    @property
    def is_planar(self) -> bool:
        """It has no angle about z."""
        return False

    def start(self, rotation: Any) -> None:
        """Write its rotation into the row of a marker."""
        rotation.R[:] = self.rotation

    def without_rotation(self) -> Point:
        return self

    def reference_place(self) -> np.ndarray:
        return self.offset

    def reference_rotation(self) -> np.ndarray:
        return np.eye(3) if self.rotation is None else self.rotation


def weighted_sum(firsts: Sequence[int], S: Sequence[float], place: np.ndarray) -> Point:
    """A point that is a weighted sum of points, whose coordinates begin at `firsts`.

    place -- at zero displacement [m]; two numbers in the plane, three in space
    """
    size = len(place)
    listed = tuple(int(first) + r for first in firsts for r in range(size))
    rows = np.kron(np.array(S)[:, None], np.eye(size, 3))
    return Point(np.array([*place, 0.0])[:3], -1, len(listed), rows, listed=listed)


# ------------------------------------------------------------------------------- by index


def kernels(count: Any) -> tuple[Callable[..., Any], ...]:
    """(motion, exact motion, gather) of points with this number of coordinates."""

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


def rows_by_index(points: Points, markers: np.ndarray) -> np.ndarray:
    """Rows of some of the markers that have these points."""
    rows = np.zeros(len(markers), BY_INDEX)
    rows["marker"], rows["first"] = markers, points.first[markers]
    rows["offset"] = points.offset[markers]
    return rows


def _rows(members: list[Member]) -> np.ndarray:
    rows = np.zeros(len(members), BY_INDEX)
    rows["marker"] = [member.marker for member in members]
    rows["first"] = [member.motion.first for member in members]
    rows["offset"] = [member.motion.offset for member in members]
    return rows


def _by_index(count: int) -> Kind:
    motion, exact_motion, gather = kernels(u8(count))
    return Kind(BY_INDEX, motion, exact_motion, gather, _rows)


KINDS = {count: _by_index(count) for count in (1, 2, 3)}
"""Number of coordinates -> kind of motion. They are unsigned like `first`, so that their sums can
index without a check for negative values: the motion of five points takes 20 ns instead of 32 ns.
"""


# ------------------------------------------------------------------------------- linear


def motion(table, q, q_low, v, motion_jacobians, motion_coordinates, markers_out):
    for i in range(table.size):
        e = table[i]
        m = markers_out[e.marker]
        for r in range(3):
            p, low, speed = e.offset[r], 0.0, 0.0
            for k in range(e.column, e.column + e.count):
                slope, c = motion_jacobians[k, r], motion_coordinates[k]
                if c >= 0 and slope != 0.0:
                    product, product_low = two_product(slope, q[c])
                    p, rest = two_sum(p, product)
                    low += rest + product_low + slope * q_low[c]
                    speed += slope * v[c]
            m.p[r] = p
            m.p_low[r] = low
            m.v[r] = speed


def gather(table, marker_force, motion_jacobians, motion_coordinates, residual_out):
    for i in range(table.size):
        e = table[i]
        for k in range(e.column, e.column + e.count):
            c = motion_coordinates[k]
            if c >= 0:
                f = 0.0
                for r in range(3):
                    f += motion_jacobians[k, r] * marker_force[e.marker, r]
                residual_out[c] -= f


def _linear_rows(members: list[Member]) -> np.ndarray:
    rows = np.zeros(len(members), LINEAR)
    for row, (marker, point, column) in zip(rows, members, strict=True):
        row.marker, row.count = marker, point.dimension
        row.column, row.offset = column, point.offset
    return rows


def _jacobian(point: Point) -> np.ndarray:
    rows = np.zeros((point.dimension, 6))
    rows[:, :3] = point.jacobian
    return rows


LINEAR_KIND = Kind(LINEAR, motion, motion, gather, _linear_rows, _jacobian)
