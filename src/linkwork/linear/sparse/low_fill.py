"""Layout of the sparse LU for little fill; the kernels are in `lu.py` and
`substitution.py`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

import numpy as np

from linkwork.core.kernels.array_call import call_with_arrays
from linkwork.linear.sparse import lu as sparse_lu
from linkwork.linear.sparse.lanes import solve_lanes
from linkwork.linear.sparse.layout import Sparse
from linkwork.linear.sparse.pattern import Pattern
from linkwork.linear.sparse.substitution import solve
from linkwork.linear.sparse.symbolic import find
from linkwork.model.data import Data


class LowFill(Sparse):
    """Diagonal, L by columns, U by rows in one array; see `sparse/lu.py`."""

    factor: ClassVar[Callable[..., Any]] = staticmethod(sparse_lu.factor)
    solve: ClassVar[Callable[..., Any]] = staticmethod(solve)
    solve_lanes: ClassVar[Callable[..., Any] | None] = staticmethod(solve_lanes)
    refresh_cost = 2.0

    def __init__(self, pattern: Pattern, symmetric: int = 0) -> None:
        pattern.side_by_side()
        super().__init__(pattern)
        self.symmetric = symmetric
        sizes = pattern.sizes
        starts, rows = pattern.structure()
        self._block_starts, self._block_rows = starts, rows
        heights = sizes[rows]
        ends = np.cumsum(heights)
        at = np.concatenate([[0], ends])
        self._offsets = ends - heights - np.repeat(at[starts[:-1]], pattern.count)
        # column of unknown k: the rest of its block, then the blocks below
        rest = np.repeat(sizes, sizes) - 1 - (np.arange(self.n) - np.repeat(pattern.first, sizes))
        lengths = rest + np.repeat(pattern.below, sizes)
        self._starts = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
        self._rows = np.empty(self._starts[-1], np.uint32)
        call_with_arrays(
            expand, pattern.sizes, pattern.first, starts, rows, self._starts, self._rows
        )

    @staticmethod
    def products(pattern: Pattern) -> int:
        """Number of products in the elimination."""
        total = 0
        for local in range(int(pattern.sizes.max(initial=0))):
            length = pattern.sizes - 1 - local + pattern.below
            total += int(np.sum(np.where(local < pattern.sizes, length * length, 0)))
        return total

    def slots(self, rows: np.ndarray, columns: np.ndarray) -> np.ndarray:
        p = self.pattern
        return self._by_lines(
            find_slots, rows, columns, p.block, p.place, p.sizes, p.first, self._block_starts,
            self._block_rows, self._offsets, self._starts,
        )  # fmt: skip

    def diagonal(self, values: np.ndarray) -> np.ndarray:
        return values[self.pattern.place]

    def allocate(self, data: Data) -> None:
        size = self.n + 2 * len(self._rows)
        data.set("values", np.zeros(size))
        data.set("factors", np.zeros(size))
        data.set("pivots", np.zeros(2, np.int64))
        data.scalars.front_symmetric = self.symmetric
        data.set("elimination", self.pattern.order)
        data.set("permuted", np.zeros(2 * self.n))
        data.set("lu_starts", self._starts)
        data.set("lu_rows", self._rows)
        p = self.pattern
        data.set("lu_blocks", np.append(p.first, self.n))
        data.set("lu_ends", np.cumsum(p.below))
        # the last column of a block has only the rows below it
        ahead = self._starts[p.first + p.sizes - 1] - (np.cumsum(p.below) - p.below)
        data.set("lu_below", self._rows[np.arange(p.below.sum()) + np.repeat(ahead, p.below)])
        targets = np.empty(self.products(self.pattern), np.uint32)
        work = np.empty(self.n, np.int64)
        call_with_arrays(sparse_lu.targets, self._starts, self._rows, work, targets)
        data.set("lu_targets", targets)

    def inverse_pivots(self, data: Data) -> np.ndarray | None:
        kind, symmetric = data["pivots"]
        return data["factors"][: self.n] if symmetric and kind != sparse_lu.FULL else None

    def entries(self) -> tuple[np.ndarray, np.ndarray]:
        order, diagonal = self.pattern.order, np.arange(self.n)
        columns = np.repeat(diagonal, np.diff(self._starts))
        rows = np.concatenate([diagonal, self._rows, columns])
        return order[rows], order[np.concatenate([diagonal, columns, self._rows])]


def expand(sizes, first, block_starts, block_rows, starts, rows_out):
    """Rows of every column of L, from the blocks below each block."""
    for k in range(sizes.size):
        for column in range(first[k], first[k] + sizes[k]):
            place = starts[column]
            for row in range(column + 1, first[k] + sizes[k]):
                rows_out[place] = row
                place += 1
            for p in range(block_starts[k], block_starts[k + 1]):
                b = block_rows[p]
                for row in range(first[b], first[b] + sizes[b]):
                    rows_out[place] = row
                    place += 1


def find_slots(
    shape, rows, columns, block, place, sizes, first, block_starts, block_rows, offsets, starts,
    slots_out,
):  # fmt: skip
    """Places of the entries of `shape` = (lines, rows, columns); -1 if they do not exist."""
    n = starts.size - 1
    upper = n + starts[n]
    at, last, edge = 0, -1, 0
    for line in range(shape[0]):
        for i in range(shape[1]):
            row = rows[line * shape[1] + i]
            for j in range(shape[2]):
                column = columns[line * shape[2] + j]
                slots_out[at] = -1
                if row >= 0 and column >= 0:
                    r, c = place[row], place[column]
                    low, high = min(r, c), max(r, c)
                    block_l = block[row] if r <= c else block[column]
                    block_h = block[column] if r <= c else block[row]
                    # unknowns of the block of `low` after it come first in its column
                    inside = starts[low] + high - low - 1
                    if block_l != block_h:
                        if block_l * sizes.size + block_h != last:
                            last = block_l * sizes.size + block_h
                            edge = find(block_starts, block_rows, block_l, block_h)
                        inside = -1
                        if edge >= 0:
                            behind = first[block_l] + sizes[block_l] - 1 - low
                            inside = starts[low] + behind + offsets[edge] + high - first[block_h]
                    if r == c:
                        slots_out[at] = r
                    elif inside >= 0:
                        slots_out[at] = (n if r > c else upper) + inside
                at += 1
