"""Positive definite matrices of small blocks: the mass matrix of bodies that couple coordinates.

Each block is a full matrix, factorized by Cholesky's method, A = L L^T, with the diagonal of L
inverted, or as A = L U if it is not symmetric. `blocks` has a row for each block: place of its
first coordinate in `members`, number of coordinates, place of its first entry in `values`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import Any, ClassVar

import numpy as np

from linkwork.core.status import SINGULAR
from linkwork.linear.layout import Layout
from linkwork.linear.symmetry import differs
from linkwork.math.tolerances import EVEN, ROUNDED_PIVOT
from linkwork.model.data import Data

SYMMETRIC, UNSYMMETRIC = 0, 1
"""How a block was factorized, stored in pivots."""


def _is_even(values, size, first):
    """Whether a block is symmetric up to rounding."""
    for j in range(size):
        for i in range(j):
            low, high = values[first + i * size + j], values[first + j * size + i]
            one, other = values[first + i * size + i], values[first + j * size + j]
            if low != high and differs(low, high, EVEN, one, other):
                return False
    return True


def _factor_symmetric(values, size, first, factors_out):
    """A = L L^T with the diagonal of L inverted; False if a pivot is zero."""
    for j in range(size):
        entry = pivot = values[first + j * size + j]
        for k in range(j):
            pivot -= factors_out[first + k * size + j] ** 2
        if not pivot > ROUNDED_PIVOT * abs(entry):
            return False
        inverse = 1.0 / math.sqrt(pivot)
        factors_out[first + j * size + j] = inverse
        for i in range(j + 1, size):
            entry = values[first + j * size + i]
            for k in range(j):
                entry -= factors_out[first + k * size + i] * factors_out[first + k * size + j]
            factors_out[first + j * size + i] = entry * inverse
    return True


def _factor_unsymmetric(values, size, first, factors_out):
    """A = L U with the diagonal of U inverted; False if a pivot is zero."""
    for j in range(size):
        for i in range(size):
            entry = values[first + j * size + i]
            for k in range(min(i, j)):
                entry -= factors_out[first + k * size + i] * factors_out[first + j * size + k]
            if i == j:
                if not entry > ROUNDED_PIVOT * abs(values[first + j * size + j]):
                    return False
                entry = 1.0 / entry
            elif i > j:
                entry *= factors_out[first + j * size + j]
            factors_out[first + j * size + i] = entry
    return True


def factor(frame, values, blocks, factors_out, pivots_out):
    frame.factorizations += 1
    for b in range(blocks.shape[0]):
        size, first = blocks[b, 1], blocks[b, 2]
        pivots_out[b] = SYMMETRIC if _is_even(values, size, first) else UNSYMMETRIC
        if pivots_out[b] == SYMMETRIC:
            fine = _factor_symmetric(values, size, first, factors_out)
        else:
            fine = _factor_unsymmetric(values, size, first, factors_out)
        if not fine:
            return SINGULAR
    return 0


def solve(factors, pivots, blocks, members, x_out):
    for b in range(blocks.shape[0]):
        place, size, first = blocks[b, 0], blocks[b, 1], blocks[b, 2]
        symmetric = pivots[b] == SYMMETRIC
        for j in range(size):
            entry = x_out[members[place + j]]
            for k in range(j):
                entry -= factors[first + k * size + j] * x_out[members[place + k]]
            x_out[members[place + j]] = (
                entry * factors[first + j * size + j] if symmetric else entry
            )
        for j in range(size - 1, -1, -1):
            entry = x_out[members[place + j]]
            for k in range(j + 1, size):
                at = first + j * size + k if symmetric else first + k * size + j
                entry -= factors[at] * x_out[members[place + k]]
            x_out[members[place + j]] = entry * factors[first + j * size + j]
    return 0


class BlockDiagonal(Layout):
    """Blocks of coordinates that are coupled, directly or indirectly.

    groups -- coordinates that are coupled with each other, as lists that may overlap
    """

    factor: ClassVar[Callable[..., Any]] = staticmethod(factor)
    solve: ClassVar[Callable[..., Any]] = staticmethod(solve)

    def __init__(self, n: int, groups: Iterable[np.ndarray]) -> None:
        super().__init__(n)
        self._block = _connected(n, groups)
        self.members = np.argsort(self._block, kind="stable")
        sizes = np.bincount(self._block)
        starts, entries = (np.cumsum(part) - part for part in (sizes, sizes**2))
        self.blocks = np.column_stack([starts, sizes, entries])
        self._local = np.empty(n, np.int64)
        self._local[self.members] = np.arange(n) - starts[self._block[self.members]]

    def slots(self, rows: np.ndarray, columns: np.ndarray) -> np.ndarray:
        rows, columns = np.broadcast_arrays(rows, columns)
        block, other = self._block[rows], self._block[columns]
        together = (rows >= 0) & (columns >= 0) & (block == other)
        _, size, first = self.blocks[block].transpose(-1, *range(rows.ndim))
        return np.where(together, first + self._local[columns] * size + self._local[rows], -1)

    def diagonal(self, values: np.ndarray) -> np.ndarray:
        coordinates = np.arange(self.n)
        return values[self.slots(coordinates, coordinates)]

    def allocate(self, data: Data) -> None:
        data.set("values", np.zeros(int(np.sum(self.blocks[:, 1] ** 2))))
        data.set("factors", np.zeros(len(data["values"])))
        data.set("pivots", np.zeros(len(self.blocks), np.int64))
        data.set("blocks", self.blocks)
        data.set("members", self.members)


def _connected(n: int, groups: Iterable[np.ndarray]) -> np.ndarray:
    """Number of the block of each coordinate, in order of the first coordinates."""
    parent = list(range(n))

    def root(k: int) -> int:
        while parent[k] != k:
            parent[k] = parent[parent[k]]
            k = parent[k]
        return k

    for group in groups:
        for k in group[1:]:
            first, second = sorted((root(int(group[0])), root(int(k))))
            parent[second] = first
    return np.unique([root(k) for k in range(n)], return_inverse=True)[1]
