"""What sparse layouts share: places in the order of elimination, fallback to full pivoting."""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.data import Data
from linkwork.solvers.linear.full_pivoting import FullPivoting
from linkwork.solvers.linear.layout import Layout
from linkwork.solvers.linear.pattern import Pattern


class Sparse(Layout):
    """Base of layouts of sparse matrices."""

    def __init__(self, pattern: Pattern) -> None:
        super().__init__(len(pattern.order))
        self.pattern = pattern
        self._block_at = np.repeat(np.arange(pattern.blocks), pattern.sizes)
        self._pivoting: FullPivoting | None = None

    def entries(self) -> tuple[np.ndarray, np.ndarray]:
        """(rows, columns) of all entries of `values`, as unknowns."""
        raise TypeError("a sparse layout must tell its entries")

    def matrix(self, values: np.ndarray) -> Any:
        """The matrix as SciPy knows it."""
        from scipy.sparse import csc_matrix

        return csc_matrix((values, self.entries()), shape=(self.n, self.n))

    def open(self, data: Data) -> None:
        self._pivoting = FullPivoting(data, self.matrix)

    def close(self) -> None:
        if self._pivoting is not None:
            self._pivoting.close()
            self._pivoting = None

    def _placed(
        self, rows: np.ndarray, columns: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Places of rows and columns in the order of elimination, and which exist."""
        rows, columns = np.broadcast_arrays(rows, columns)
        place = self.pattern.place
        return place[rows], place[columns], (rows >= 0) & (columns >= 0)

    def _blocks(self, rows: np.ndarray, columns: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Block of the rows and of the columns of each line, 0 where none exists."""
        block = self.pattern.block
        found = []
        for unknowns in (rows, columns):
            largest = (
                unknowns.max(axis=tuple(range(1, unknowns.ndim)))
                if unknowns.ndim > 1
                else (unknowns)
            )
            found.append(np.where(largest >= 0, block[largest], 0))
        return found[0], found[1]
