"""Full factorization with row pivoting by SuperLU, for matrices whose fixed order fails.

The compiled solvers call back into Python for it, which is slow but reliable. It is counted as a
fallback; well-posed systems never need it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from linkwork.core.kernels.compile import python_address_of, release
from linkwork.core.kernels.pointer import Pointer
from linkwork.core.status import OK, SINGULAR
from linkwork.model.data import Data

pivot_fully = Pointer("q", "")
solve_fully = Pointer("q", "")


class FullPivoting:
    """SuperLU, called by two addresses in the frame during a run.

    factors -- of the last matrix, None if it was singular
    """

    def __init__(self, data: Data, matrix: Callable[[np.ndarray], Any]) -> None:
        """matrix -- makes a SciPy matrix of the array `values`."""
        self._data, self._matrix = data, matrix
        self.factors: Any = None
        s = data.scalars
        s.full_factor = python_address_of(self._factor, pivot_fully)
        s.full_solve = python_address_of(self._solve, solve_fully)

    def close(self) -> None:
        """Remove the addresses."""
        s = self._data.scalars
        release(s.full_factor)
        release(s.full_solve)
        s.full_factor = s.full_solve = 0

    def _factor(self) -> int:
        from scipy.sparse.linalg import splu

        self.factors = None  # must not keep the factors of another matrix
        values = self._data["values"]
        if not np.all(np.isfinite(values)):
            return SINGULAR
        try:
            self.factors = splu(self._matrix(values))
        except RuntimeError:
            return SINGULAR
        smallest = np.abs(self.factors.U.diagonal()).min(initial=np.inf)
        return SINGULAR if smallest <= self._data.scalars.zero_pivot else OK

    def _solve(self) -> int:
        if self.factors is None:  # the matrix was singular: there is no solution
            self._data["x"][:] = np.nan
            return SINGULAR
        x = self._data["x"][: self.factors.shape[0]]  # rates after it may have no equation
        x[:] = self.factors.solve(x)
        return OK
