"""Matrices of a model at its present state: M, K, D, C_q, and its forces and constraint values.

    M a + D v' + K q' + C_q^T lambda = F        for small motions q' about the state

The same kernels as in a run write them, into a layout that only collects entries.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

import numpy as np

from linkwork.assembly.equations import Equations
from linkwork.assembly.linearization import ALL, MASSES, evaluate_matrix, set_factors
from linkwork.core.errors import UserFunctionError
from linkwork.core.kernels.raised import raised
from linkwork.core.status import OK, USER_FUNCTION
from linkwork.linear import diagonal
from linkwork.linear.layout import Layout
from linkwork.model.data import Data
from linkwork.model.model import Model


class Collected(Layout):
    """A layout with a place for every entry; entries of the same unknowns are added later."""

    factor = staticmethod(diagonal.factor)
    solve = staticmethod(diagonal.solve)

    def __init__(self, n: int) -> None:
        super().__init__(n)
        self._rows: list[np.ndarray] = []
        self._columns: list[np.ndarray] = []
        self.count = 0

    def slots(self, rows: np.ndarray, columns: np.ndarray) -> np.ndarray:
        rows, columns = np.broadcast_arrays(rows, columns)
        there = (rows >= 0) & (columns >= 0)
        found = np.full(rows.shape, -1, np.int64)
        found[there] = self.count + np.arange(np.count_nonzero(there))
        self._rows.append(rows[there].ravel())
        self._columns.append(columns[there].ravel())
        self.count += int(np.count_nonzero(there))
        return found

    def allocate(self, data: Data) -> None:
        """Done by `reserve`, when all entries are known."""

    def reserve(self, data: Data) -> None:
        """Allocate memory for the requested entries."""
        data.set("values", np.zeros(self.count))
        data.set("factors", np.zeros(0))

    def matrix(self, values: np.ndarray) -> Any:
        """The matrix as a SciPy array."""
        from scipy.sparse import coo_matrix

        empty = np.zeros(0, np.int64)
        rows = np.concatenate([empty, *self._rows])
        columns = np.concatenate([empty, *self._columns])
        return coo_matrix((values[: len(rows)], (rows, columns)), shape=(self.n, self.n)).tocsr()


class Matrices:
    """Matrices and forces at the present state of the data."""

    def __init__(self, model: Model, data: Data) -> None:
        self.model, self.data = model, data
        self.n = model.n_ode2
        self.layout = Collected(model.n_ode2 + model.n_ae + model.n_ode1)
        for table in model.tables.values():
            table.kind.arrange(table.rows, table.own)
        self.equations = Equations(model, data, self.layout, implicit=True)
        self.layout.reserve(data)
        data["multipliers"][:] = 0.0
        data.scalars.frozen = 0

    def _evaluate(
        self, calls: str, cq: float = 0.0, cv: float = 0.0, ca: float = 0.0, cy: float = 0.0,
        rows: float = 0.0,
    ) -> Any:  # fmt: skip
        """Matrix of a list of kernels with some factors; None if a kernel failed."""
        s = self.data.scalars
        set_factors(s, cq, cv, ca, cy, rows)
        self.data["row_mass"][:] = 1.0
        status = _status(lambda: evaluate_matrix(self.equations, calls, moved=True))
        failed = status != OK or bool(raised)
        raised.ignore()
        s.cq = s.cv = 0.0
        values = self.data["values"]
        return None if failed or not np.isfinite(values).all() else self.layout.matrix(values)

    @cached_property
    def _masses(self) -> Any:
        return self._evaluate(MASSES, ca=1.0, rows=1.0)

    @property
    def mass(self) -> Any:
        """M; None if it cannot be evaluated."""
        return None if self._masses is None else self._masses[: self.n, : self.n]

    def gradients(self) -> Any:
        """C_q of all constraint rows at the present state; None if it cannot be evaluated."""
        found = self._evaluate(MASSES, ca=1.0, rows=1.0)
        m = self.model.n_ae
        return None if found is None else found[self.n : self.n + m, : self.n]

    def _with_forces(self, **factors: float) -> Any:
        """Matrix with derivatives of forces, which need the forces evaluated before."""
        if self.forces(0)[0] != OK:
            return None
        found = self._evaluate(ALL, **factors)
        return None if found is None else found[: self.n, : self.n]

    def stiffness(self, multipliers: np.ndarray) -> Any:
        """K = -dF/dq, with the forces of the active constraints; None if it cannot be evaluated."""
        self.data["multipliers"][self.active_rows] = multipliers
        found = self._with_forces(cq=1.0)
        self.data["multipliers"][:] = 0.0
        return found

    @cached_property
    def damping(self) -> Any:
        """D = -dF/dv; None if it cannot be evaluated."""
        return self._with_forces(cv=1.0)

    def rates(self) -> Any:
        """dy_t/dy of the first-order coordinates; None if it cannot be evaluated."""
        if self.forces(0)[0] != OK:
            return None
        found = self._evaluate(ALL, cy=1.0)  # gives I - cy dy_t/dy
        first = self.n + self.model.n_ae
        return None if found is None else np.eye(self.model.n_ode1) - found[first:, first:]

    def forces(self, level: int) -> tuple[int, np.ndarray, np.ndarray]:
        """(status, F, constraint values of a level); exceptions of functions stay in `raised`."""
        s = self.data.scalars
        s.cq = s.cv = 0.0
        status = _status(lambda: self.equations.forces(level))
        return status, -self.data["residual"].copy(), self.data["constraint"].copy()

    def right_sides(self) -> tuple[np.ndarray, np.ndarray] | None:
        """(f, r) of M a + C_q^T lambda = f, C_q a = r for active constraints; None if it fails."""
        run = self.equations.run
        status = _status(lambda: self.equations.forces(2) or run("drift_calls"))
        failed = status != OK or bool(raised)
        raised.ignore()
        found = -self.data["residual"], -self.data["constraint"][self.active_rows]
        return None if failed or not np.isfinite(np.concatenate(found)).all() else found

    @cached_property
    def active_rows(self) -> np.ndarray:
        """Rows of the equations of active constraints."""
        return self.equations.rows.active()


def _status(evaluate: Callable[[], int]) -> int:
    """Status of an evaluation; without compiled code, functions raise at once, not at its end."""
    try:
        return evaluate()
    except UserFunctionError as error:
        raised.append(error)
        return USER_FUNCTION
