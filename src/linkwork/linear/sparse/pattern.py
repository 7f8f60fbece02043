"""The pattern of a system matrix as a graph of blocks, and the order of elimination.

The coordinates of a node are one block. A constraint row joins the adjacent block that has the
fewest rows so far and comes after its coordinates: in any order of the blocks, its pivot is then
structurally nonzero, unlike that of a multiplier that comes before all of its coordinates. In
closed loops, `homes.py` makes sure that it is also nonzero by its value.
First-order unknowns are blocks of one each.
"""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Sequence

import numpy as np

from linkwork.core.kernels.array_call import call_with_arrays
from linkwork.linear.sparse import symbolic

FEW = 120
"""Number of blocks up to which our own code finds the order."""


class Pattern:
    """Blocks of unknowns in the order of elimination.

    blocks -- number of blocks; sizes -- unknowns of each block
    place -- position of each unknown in the order of elimination; order -- its inverse
    block -- block of each unknown; first -- position of the first unknown of each block
    starts, neighbors, parent -- pattern and elimination tree, see `symbolic.py`
    count, below -- blocks and unknowns below each block in L
    homes -- block of each constraint row before they were put in order, or -1
    """

    def __init__(
        self,
        nodes: np.ndarray,
        couplings: Sequence[np.ndarray],
        rows: int,
        singles: int = 0,
        homes: np.ndarray | None = None,
    ) -> None:
        """nodes -- node of each coordinate; rows -- number of constraint rows after them.

        singles -- number of further unknowns after these, each a block
        homes -- block of each row, or -1, if they are known (`homes.py`)
        couplings -- arrays of unknowns, one line per item or matrix entry: each unknown represents
        its block, and all blocks of a line are coupled; -1 for unknowns that do not exist. A
        constraint row is the last of its lines.
        """
        n = len(nodes)
        block = np.concatenate([nodes, np.full(rows, -1)]).astype(np.int64)
        count = int(nodes.max(initial=-1)) + 1
        if homes is None:
            _join_rows(block, couplings, n, count)
        else:
            block[n:] = homes
        self.homes = block[n:].copy()
        alone = np.flatnonzero(block < 0)
        block[alone] = count + np.arange(len(alone))
        count += len(alone)
        block = np.concatenate([block, count + np.arange(singles)])
        self.blocks = count + singles
        self._first, self._second = _edges(block, couplings, self.blocks)
        self._label = _minimum_degree(self._first, self._second, self.blocks)
        self.sizes = np.empty(self.blocks, np.int64)
        self.sizes[self._label] = np.bincount(block, minlength=self.blocks)
        self._given_block = block
        self._sort()
        self.parent, self.count, self.below, work = (
            np.empty(self.blocks, np.int64) for _ in range(4)
        )
        call_with_arrays(symbolic.elimination_tree, self.starts, self.neighbors, self.parent, work)
        call_with_arrays(
            symbolic.columns, self.starts, self.neighbors, self.parent, self.sizes, work,
            self.count, self.below,
        )  # fmt: skip

    def _sort(self) -> None:
        """Compute everything that follows from the labels of the blocks."""
        low, high = self._label[self._first], self._label[self._second]
        self.starts, self.neighbors = _before(low, high, self.blocks)
        self.first = np.concatenate([[0], np.cumsum(self.sizes)[:-1]]).astype(np.int64)
        self.block = self._label[self._given_block]
        self.order = np.argsort(self.block, kind="stable")
        self.place = np.empty_like(self.order)
        self.place[self.order] = np.arange(len(self.order))

    def _relabel(self, after: np.ndarray) -> None:
        """Put the blocks into another order that eliminates children before their parents."""
        new = np.empty(self.blocks, np.int64)
        new[after] = np.arange(self.blocks)
        self._label = new[self._label]
        self.parent = np.where(self.parent >= 0, new[self.parent], -1)[after]
        self.sizes, self.count = self.sizes[after], self.count[after]
        self.below = self.below[after]
        self._sort()

    def side_by_side(self) -> None:
        """Order by height in the tree.

        Branches advance together: while one waits for its last result, the processor continues
        with another. A chain is eliminated from both of its ends.
        """
        height = np.empty(self.blocks, np.int64)
        call_with_arrays(symbolic.heights, self.parent, height)
        self._relabel(np.argsort(height, kind="stable"))

    def one_after_another(self) -> None:
        """Postorder: each subtree is a run of blocks that ends with its root."""
        after, *work = (np.empty(self.blocks, np.int64) for _ in range(3))
        call_with_arrays(symbolic.postorder, self.parent, after, *work)
        self._relabel(after)

    def structure(self) -> tuple[np.ndarray, np.ndarray]:
        """(starts, rows): the blocks below each block in its columns of L, ascending."""
        starts = np.concatenate([[0], np.cumsum(self.count)]).astype(np.int64)
        rows = np.empty(starts[-1], np.int64)
        work = [np.empty(self.blocks, np.int64) for _ in range(2)]
        call_with_arrays(
            symbolic.structure, self.starts, self.neighbors, self.parent, starts, *work, rows
        )
        return starts, rows

    @property
    def fill(self) -> int:
        """Entries of L, without its diagonal."""
        return int(np.sum(self.sizes * (self.sizes - 1) // 2 + self.sizes * self.below))


def _join_rows(block: np.ndarray, couplings: Sequence[np.ndarray], n: int, count: int) -> None:
    """Give each constraint row an adjacent block, with no more rows per block than needed.

    A node has pivots for as many rows as it has directions. Rows are passed on along
    chains of constraints until no block has two more than one that could take a row: rows of one
    block may be parallel, such as those of a straight chain.
    """
    if len(block) == n:
        return
    sizes = np.bincount(block[:n], minlength=count).tolist()
    rows: dict[int, list[int]] = {}  # row -> adjacent blocks
    held: list[set[int]] = [set() for _ in range(count)]
    for lines in couplings:
        lines = lines[(lines[:, -1] >= n) & (lines[:, -1] < len(block))]
        adjacent = np.where(lines[:, :-1] >= 0, block[lines[:, :-1]], -1)
        for row, near in zip(lines[:, -1].tolist(), adjacent.tolist(), strict=True):
            rows.setdefault(row, []).extend(b for b in near if b >= 0)
    for row, near in rows.items():
        if near:
            best = min(near, key=lambda b: (len(held[b]) >= sizes[b], len(held[b])))
            held[best].add(row)
    open_blocks = Counter(len(held[b]) for b in range(count) if len(held[b]) < sizes[b])
    for b in range(count):
        while len(held[b]) > 1 and _pass_on(b, rows, held, sizes, open_blocks):
            pass
    for b, members in enumerate(held):
        for row in members:
            block[row] = b


def _pass_on(
    start: int, rows: dict[int, list[int]], held: list[set[int]], sizes: list[int],
    open_blocks: Counter[int],
) -> bool:  # fmt: skip
    """Move one row away from a block towards one with room that has at least two fewer.

    From a block with more rows than directions: to any block with room.
    open_blocks -- number of blocks with room, by their number of rows
    """
    limit = len(held[start]) - 2 if len(held[start]) <= sizes[start] else len(rows)
    if not any(blocks and has <= limit for has, blocks in open_blocks.items()):
        return False  # nobody can take a row: searching all of a long chain would take long
    came: dict[int, tuple[int, int]] = {start: (-1, -1)}  # block -> (row moved, block before)
    queue = [start]
    for b in queue:
        if b != start and len(held[b]) < sizes[b] and len(held[b]) <= limit:
            _count(held[start], sizes[start], open_blocks, -1)
            _count(held[b], sizes[b], open_blocks, 1)
            while b != start:
                row, before = came[b]
                held[before].remove(row)
                held[b].add(row)
                b = before
            return True
        for row in held[b]:
            for other in rows[row]:
                if other not in came:
                    came[other] = row, b
                    queue.append(other)
    return False


def _count(held: set[int], size: int, open_blocks: Counter[int], change: int) -> None:
    """Count a block whose number of rows is about to change."""
    for has, step in ((len(held), -1), (len(held) + change, 1)):
        if has < size:
            open_blocks[has] += step


def _edges(
    block: np.ndarray, couplings: Sequence[np.ndarray], count: int
) -> tuple[np.ndarray, np.ndarray]:
    """Pairs of different blocks that are coupled, each once."""
    keys = [np.zeros(0, np.int64)]
    for lines in couplings:
        blocks = np.where(lines >= 0, block[lines], -1)
        for i in range(lines.shape[1]):
            for j in range(i):
                low = np.minimum(blocks[:, i], blocks[:, j])
                high = np.maximum(blocks[:, i], blocks[:, j])
                keys.append((low * count + high)[(low >= 0) & (low != high)])
    found = np.unique(np.concatenate(keys))
    return found // max(count, 1), found % max(count, 1)


def _before(first: np.ndarray, second: np.ndarray, count: int) -> tuple[np.ndarray, np.ndarray]:
    """(starts, neighbors): neighbors of each block that come before it."""
    low, high = np.minimum(first, second), np.maximum(first, second)
    starts = np.concatenate([[0], np.cumsum(np.bincount(high, minlength=count))])
    return starts.astype(np.int64), low[np.argsort(high, kind="stable")]


def _minimum_degree(first: np.ndarray, second: np.ndarray, count: int) -> np.ndarray:
    """Position of each block in a minimum-degree order.

    For large graphs, Liu's multiple minimum degree: SuperLU orders before it factorizes, and an
    incomplete factorization that drops everything is the cheapest way to its order. For small
    ones our own, since importing SciPy would take longer than the whole run.
    """
    if count <= FEW:
        return _small_minimum_degree(first, second, count)
    from scipy.sparse import csc_matrix
    from scipy.sparse.linalg import spilu

    blocks = np.arange(count)
    rows, columns = np.concatenate([first, second, blocks]), np.concatenate([second, first, blocks])
    dominant = np.where(rows == columns, 1.0e3, -1.0e-3)
    matrix = csc_matrix((dominant, (rows, columns)), shape=(count, count))
    made = spilu(
        matrix, drop_tol=1.0, fill_factor=1.0, permc_spec="MMD_AT_PLUS_A", diag_pivot_thresh=0.0,
        options={"SymmetricMode": True},
    )  # fmt: skip
    return np.asarray(made.perm_c, np.int64)


def _small_minimum_degree(first: np.ndarray, second: np.ndarray, count: int) -> np.ndarray:
    """The same by elimination in a graph of sets; ties: the one that has waited longest.

    So a chain is eliminated from both of its ends in turn.
    """
    near: list[set[int]] = [set() for _ in range(count)]
    for a, b in zip(first.tolist(), second.tolist(), strict=True):
        near[a].add(b)
        near[b].add(a)
    waiting = [(len(members), 0, b) for b, members in enumerate(near)]
    heapq.heapify(waiting)
    label = np.full(count, -1)
    for place in range(count):
        while True:
            degree, _, b = heapq.heappop(waiting)
            if label[b] < 0 and degree == len(near[b]):
                break
        label[b] = place
        for other in near[b]:
            near[other] |= near[b]
            near[other] -= {b, other}
            heapq.heappush(waiting, (len(near[other]), place + 1, other))
    return label
