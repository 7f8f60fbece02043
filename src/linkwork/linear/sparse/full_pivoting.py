"""Full factorization with row pivoting by SuperLU, for matrices whose fixed order fails.

The compiled solvers call back into Python for it, which is slow but reliable. It is counted as a
fallback; well-posed systems never need it. All systems share the two callbacks, which are made
once; they find the system by the address of its frame.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from linkwork.core.kernels.callbacks import python_address_of
from linkwork.core.kernels.pointer import Pointer, view
from linkwork.core.status import OK, SINGULAR
from linkwork.model.data import Data

pivot_fully = Pointer("q", "q")
"""status = f(address of the frame)"""

solve_fully = Pointer("q", "q")
"""The same for a solution with these factors."""

_open: dict[int, FullPivoting] = {}
"""Address of a frame -> the factorization of its system, during a run."""


@functools.cache
def _addresses() -> tuple[int, int]:
    """Addresses of the callbacks that factorize and solve, for all systems."""
    return (
        python_address_of(lambda frame_address: _open[frame_address].factor(), pivot_fully),
        python_address_of(lambda frame_address: _open[frame_address].solve(), solve_fully),
    )


class FullPivoting:
    """SuperLU, called by two addresses in the frame during a run.

    The frame may refer to several matrices in turn, each of which has its factors.
    """

    def __init__(self, data: Data, matrix: Callable[[np.ndarray], Any]) -> None:
        """matrix -- makes a SciPy matrix of the array `values`."""
        self._data, self._matrix = data, matrix
        self._factors: dict[int, Any] = {}
        _open[data.address] = self
        data.scalars.full_factor, data.scalars.full_solve = _addresses()

    def close(self) -> None:
        """Remove the addresses."""
        if _open.get(self._data.address) is self:
            del _open[self._data.address]
        self._data.scalars.full_factor = self._data.scalars.full_solve = 0

    @property
    def factors(self) -> Any:
        """Those of the matrix that the frame refers to, None if it was singular."""
        return self._factors.get(self._place)

    @factors.setter
    def factors(self, found: Any) -> None:
        self._factors[self._place] = found

    @property
    def _place(self) -> int:
        return int(self._data.frame["values"][0])

    def factor(self) -> int:
        """Factorize the present values; returns a status."""
        from scipy.sparse.linalg import splu

        self.factors = None  # must not keep the factors of another matrix
        values = view(self._place, (len(self._data["values"]),), np.float64)
        if not np.all(np.isfinite(values)):
            return SINGULAR
        try:
            self.factors = splu(self._matrix(values))
        except RuntimeError:
            return SINGULAR
        smallest = np.abs(self.factors.U.diagonal()).min(initial=np.inf)
        return SINGULAR if smallest <= self._data.scalars.zero_pivot else OK

    def solve(self) -> int:
        """Overwrite x by the solution; returns a status."""
        if self.factors is None:  # the matrix was singular: there is no solution
            self._data["x"][:] = np.nan
            return SINGULAR
        x = self._data["x"][: self.factors.shape[0]]  # rates after it may have no equation
        x[:] = self.factors.solve(x)
        return OK
