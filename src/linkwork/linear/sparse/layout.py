"""Base of sparse layouts: places in the order of elimination, fallback to full pivoting."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from linkwork.core.kernels.array_call import call_with_arrays
from linkwork.linear.layout import Layout
from linkwork.linear.sparse.full_pivoting import FullPivoting
from linkwork.linear.sparse.pattern import Pattern
from linkwork.model.data import Data


class Sparse(Layout):
    """Base of layouts of sparse matrices."""

    is_sparse = True

    def __init__(self, pattern: Pattern) -> None:
        super().__init__(len(pattern.order))
        self.pattern = pattern
        self._pivoting: FullPivoting | None = None

    def open(self, data: Data) -> None:
        self._pivoting = FullPivoting(data, self.matrix)

    def close(self) -> None:
        if self._pivoting is not None:
            self._pivoting.close()
            self._pivoting = None

    def factors_aside(self) -> Any:
        return None if self._pivoting is None else self._pivoting.factors

    def take_factors_aside(self, factors: Any) -> None:
        if self._pivoting is not None:
            self._pivoting.factors = factors

    def _by_lines(
        self, kernel: Callable[..., Any], rows: np.ndarray, columns: np.ndarray, *known: np.ndarray
    ) -> np.ndarray:
        """Slots found by a compiled kernel, line by line; a line is one place of the first axis."""
        shape = np.broadcast_shapes(rows.shape, columns.shape)
        lines = max(shape[0], 1)
        if rows.size * columns.size != lines * math.prod(shape):  # pairs, not blocks
            rows, columns = (np.broadcast_to(part, shape).reshape(-1) for part in (rows, columns))
            return self._by_lines(kernel, rows, columns, *known).reshape(shape)
        counts = np.array([shape[0], rows.size // lines, columns.size // lines])
        found = np.empty(counts.prod(), np.int64)
        call_with_arrays(kernel, counts, _flat(rows), _flat(columns), *known, found)
        return found.reshape(shape)


def _flat(unknowns: np.ndarray) -> np.ndarray:
    return np.ascontiguousarray(unknowns, np.int64).reshape(-1)
