"""Layout of the multifrontal solver; the kernels are in `multifrontal.py`.

The diagonal of the matrix comes first, in the order of elimination. It is followed by the entries
below it, row by row: the rest of the diagonal blocks, then the other blocks. Those above it follow
in the same order, transposed: two entries that mirror each other are `front_entries` apart.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any, ClassVar

import numpy as np

from linkwork.core.kernels.array_call import call_with_arrays
from linkwork.core.records import FRONT
from linkwork.linear.blas import addresses, one_thread
from linkwork.linear.fronts import assembly_tree, multifrontal
from linkwork.linear.sparse.layout import Sparse
from linkwork.linear.sparse.pattern import Pattern
from linkwork.linear.sparse.symbolic import find
from linkwork.model.data import Data


class HighFill(Sparse):
    """Matrix in blocks, factors in dense fronts; see `multifrontal.py`.

    symmetric -- 0: LDL^T if the matrix allows it, 1: always, 2: never
    """

    factor: ClassVar[Callable[..., Any]] = staticmethod(multifrontal.factor)
    solve: ClassVar[Callable[..., Any]] = staticmethod(multifrontal.solve)

    def __init__(self, pattern: Pattern, symmetric: int = 0) -> None:
        pattern.one_after_another()
        super().__init__(pattern)
        self.symmetric = symmetric
        self._place_blocks()
        self._make_fronts()

    @property
    def refresh_cost(self) -> float:
        # a product of fronts runs about ten times faster than a substitution; the rest is the
        # matrix, and the start of each front
        return 5.0 + 0.1 * self._work / max(len(self._rows) + self._fill, 1)

    # ------------------------------------------------------------------ matrix entries

    def _place_blocks(self) -> None:
        p = self.pattern
        high = np.repeat(np.arange(p.blocks), np.diff(p.starts))
        keys = np.sort(p.neighbors * p.blocks + high)
        low, high = keys // max(p.blocks, 1), keys % max(p.blocks, 1)
        self._low, self._high = low, high
        self._edge_starts = np.searchsorted(low, np.arange(p.blocks + 1)).astype(np.int64)
        triangles = p.sizes * (p.sizes - 1) // 2
        self._inside = self.n + np.cumsum(triangles) - triangles
        self._first_below = self.n + int(triangles.sum())
        areas = p.sizes[low] * p.sizes[high]
        self._below = self._first_below + np.cumsum(areas) - areas
        self._n_below = int(triangles.sum() + areas.sum())

    def slots(self, rows: np.ndarray, columns: np.ndarray) -> np.ndarray:
        p = self.pattern
        return self._by_lines(
            find_slots, rows, columns, p.block, p.place, p.sizes, p.first, self._edge_starts,
            self._high, self._inside, self._below, np.array([self._n_below]),
        )  # fmt: skip

    def _pairs(self) -> np.ndarray:
        """Row and column of each entry below the diagonal, in the order of elimination."""
        p, pairs = self.pattern, np.empty((self._n_below, 2), np.uint32)
        call_with_arrays(find_pairs, p.sizes, p.first, self._low, self._high, pairs.reshape(-1))
        return pairs

    def entries(self) -> tuple[np.ndarray, np.ndarray]:
        order, diagonal = self.pattern.order, np.arange(self.n)
        rows, columns = self._pairs().T
        return (
            order[np.concatenate([diagonal, rows, columns])],
            order[np.concatenate([diagonal, columns, rows])],
        )

    def diagonal(self, values: np.ndarray) -> np.ndarray:
        return values[self.pattern.place]

    # ------------------------------------------------------------------ fronts

    def _make_fronts(self) -> None:
        p = self.pattern
        starts, rows = p.structure()
        last = np.empty(p.blocks, np.int64)
        count = call_with_arrays(
            assembly_tree.supernodes, p.parent, p.count, p.sizes, p.below, last
        )
        last = last[:count]
        begin = np.concatenate([[0], last[:-1] + 1]).astype(np.int64)
        fronts = self._fronts = np.zeros(count, FRONT)
        fronts["first"] = p.first[begin]
        fronts["pivots"] = p.first[last] + p.sizes[last] - p.first[begin]
        fronts["height"] = p.below[last]
        front_of = np.repeat(np.arange(count), last - begin + 1)
        parent = np.where(p.parent[last] >= 0, front_of[p.parent[last]], -1)
        tall, wide = fronts["height"], fronts["pivots"]
        areas = wide * (wide + tall)
        fronts["panel"] = np.cumsum(areas) - areas
        self._n_lower = int(areas.sum())
        uppers = wide * tall
        fronts["upper"] = self._n_lower + np.cumsum(uppers) - uppers
        self._n_factors = self._n_lower + int(uppers.sum())
        fronts["rows"] = np.cumsum(tall) - tall
        self._rows = np.empty(int(tall.sum()), np.uint32)
        self._relative = np.empty(int(tall.sum()), np.uint32)
        targets = np.empty(self.n + 2 * self._n_below, np.uint32)
        fields = {name: fronts[name].copy() for name in FRONT.names or ()}
        call_with_arrays(
            assembly_tree.rows_of_fronts, p.sizes, p.first, starts, rows, last, fields["rows"],
            self._rows,
        )  # fmt: skip
        stack, depth = np.zeros(2, np.int64), np.empty(count, np.int64)
        call_with_arrays(
            assembly_tree.stacks, parent, fields["height"], fields["update"], fields["child"],
            fields["sibling"], depth, stack,
        )  # fmt: skip
        self._widest = max(int(wide.max(initial=0)), multifrontal.BLOCK)
        fields["update"] += self._widest
        self._n_updates = self._widest + int(stack.sum())
        places = np.empty(self.n, np.int64)
        call_with_arrays(
            assembly_tree.relative_rows, parent, fields["first"], fields["pivots"],
            fields["height"], fields["rows"], self._rows, places, self._relative,
        )  # fmt: skip
        call_with_arrays(
            assembly_tree.targets, p.sizes, p.first, begin, last, fields["pivots"],
            fields["height"], fields["panel"], fields["upper"], fields["rows"], self._rows,
            self._edge_starts, self._high,
            np.array([self.n, self._first_below, self._n_below]), places, targets,
        )  # fmt: skip
        for name in ("update", "child", "sibling"):
            fronts[name] = fields[name]
        self._targets = targets
        self._fill = self._n_lower
        self._work = int(np.sum(wide * (wide + tall) ** 2))

    def inverse_pivots(self, data: Data) -> np.ndarray | None:
        if data["pivots"][0] != multifrontal.SYMMETRIC:
            return None
        found: np.ndarray = data["factors"][self._pivot_places]
        return found

    @cached_property
    def _pivot_places(self) -> np.ndarray:
        """Places of the pivots among the factors."""
        fronts = self._fronts
        wide, column = fronts["pivots"], fronts["pivots"] + fronts["height"] + 1
        inside = np.arange(wide.sum()) - np.repeat(np.cumsum(wide) - wide, wide)
        found: np.ndarray = np.repeat(fronts["panel"], wide) + inside * np.repeat(column, wide)
        return found

    def open(self, data: Data) -> None:
        super().open(data)
        self._give_back_threads = one_thread()

    def close(self) -> None:
        if self._pivoting is not None:
            self._give_back_threads()
        super().close()

    def allocate(self, data: Data) -> None:
        n, fronts = self.n, self._fronts
        data.set("values", np.zeros(self.n + 2 * self._n_below))
        data.set("factors", np.zeros(self._n_factors))
        data.set("updates", np.zeros(self._n_updates))
        data.set("pivots", np.zeros(1, np.int64))
        data.set("elimination", self.pattern.order)
        data.set("permuted", np.zeros(2 * n))
        data.set("fronts", fronts)
        data.set("front_rows", self._rows)
        data.set("front_relative", self._relative)
        data.set("front_targets", self._targets)
        data.set("front_pairs", self._pairs())
        data.set("front_pivots", np.zeros(n, np.int32))
        data.set("scaled", np.zeros(multifrontal.STRIP * self._widest))
        blas, reals = addresses()
        data.set("blas", blas)
        data.set("blas_reals", reals)
        s = data.scalars
        s.front_entries, s.front_uppers = self._n_below, self._n_lower
        s.front_symmetric = self.symmetric


def find_pairs(sizes, first, low, high, pairs_out):
    """Row and column of each entry below the diagonal: inside the blocks, then between them."""
    at = 0
    for b in range(sizes.size):
        for r in range(sizes[b]):
            for c in range(r):
                pairs_out[at], pairs_out[at + 1] = first[b] + r, first[b] + c
                at += 2
    for e in range(low.size):
        for r in range(sizes[high[e]]):
            for c in range(sizes[low[e]]):
                pairs_out[at], pairs_out[at + 1] = first[high[e]] + r, first[low[e]] + c
                at += 2


def find_slots(
    shape, rows, columns, block, place, sizes, first, edge_starts, edges, inside, below, counts,
    slots_out,
):  # fmt: skip
    """Places of the entries of `shape` = (lines, rows, columns); -1 if they do not exist."""
    above = counts[0]
    at, last, edge = 0, -1, 0
    for line in range(shape[0]):
        for i in range(shape[1]):
            row = rows[line * shape[1] + i]
            for j in range(shape[2]):
                column = columns[line * shape[2] + j]
                slots_out[at] = -1
                if row >= 0 and column >= 0:
                    block_r, block_c = block[row], block[column]
                    r, c = place[row] - first[block_r], place[column] - first[block_c]
                    if row == column:
                        slots_out[at] = place[row]
                    elif block_r == block_c:
                        low, high = min(r, c), max(r, c)
                        slot = inside[block_r] + high * (high - 1) // 2 + low
                        slots_out[at] = slot if r > c else slot + above
                    else:
                        low, high = min(block_r, block_c), max(block_r, block_c)
                        if low * sizes.size + high != last:
                            last = low * sizes.size + high
                            edge = find(edge_starts, edges, low, high)
                        if edge >= 0 and block_r > block_c:
                            slots_out[at] = below[edge] + r * sizes[block_c] + c
                        elif edge >= 0:
                            slots_out[at] = below[edge] + above + c * sizes[block_r] + r
                at += 1
