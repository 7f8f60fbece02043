"""Base of layouts: places of the entries of a system matrix, and kernels that factorize it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

import numpy as np

from linkwork.model.data import Data


class Layout:
    """Places of matrix entries in the array `values`, and the kernels that use them."""

    factor: ClassVar[Callable[..., Any]]
    solve: ClassVar[Callable[..., Any]]
    solve_lanes: ClassVar[Callable[..., Any] | None] = None
    """Kernel of four solutions at once (`sparse/lanes.py`)."""
    is_sparse: ClassVar[bool] = False
    own_tables: tuple[Any, ...] = ()
    """Tables of items that factorize and solve their blocks themselves (`own_blocks.py`)."""

    is_whole: bool = False
    """Whether these have all coordinates."""

    def __init__(self, n: int) -> None:
        self.n = n

    @property
    def refresh_cost(self) -> float:
        """Cost of a new matrix with its factors, in Newton updates with old factors."""
        return 1.0 + self.n / 4.0

    def slots(self, rows: np.ndarray, columns: np.ndarray) -> np.ndarray:
        """Place of each entry (row, column), -1 if one of them is -1; arrays are broadcast.

        Along all axes but the first, rows (and columns) are those of one node or one constraint.
        """
        raise TypeError("a layout must define its slots")

    def diagonal(self, values: np.ndarray) -> np.ndarray:
        """Diagonal entries."""
        raise TypeError("a layout must define its diagonal")

    def entries(self) -> tuple[np.ndarray, np.ndarray]:
        """(rows, columns) of all entries of `values`, as unknowns."""
        raise TypeError("a layout must define its entries")

    def matrix(self, values: np.ndarray) -> Any:
        """The matrix as SciPy knows it."""
        from scipy.sparse import csc_matrix

        return csc_matrix((values, self.entries()), shape=(self.n, self.n))

    def full(self, values: np.ndarray) -> np.ndarray:
        """The matrix with all of its zeros."""
        found: np.ndarray = self.matrix(values).toarray()
        return found

    def allocate(self, data: Data) -> None:
        """Memory for values, factors and pivots."""
        raise TypeError("a layout must allocate")

    def inverse_pivots(self, data: Data) -> np.ndarray | None:
        """1/D of the last factorization, if that was L D L^T without exchanges; else None."""
        return None

    def factors_aside(self) -> Any:
        """The present factors, as far as they are not in arrays of the data; never changed."""
        return None

    def take_factors_aside(self, factors: Any) -> None:
        """Continue with such factors."""

    def open(self, data: Data) -> None:
        """A run begins: create objects that hold addresses."""

    def close(self) -> None:
        """The run has ended: release addresses."""
