"""The equations of a model at the present state, as arrays: for solvers that are written in Python.

    M a + C_q^T lambda = F(q, v, y, t),   c(q, t) = 0,   y' = f(y, t)

F has all forces except those of constraints, and K and D are its derivatives alone. Equations that
involve no coordinates, such as those of inactive constraints, have unit entries.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from linkwork.assembly.equations import Equations, equations_for
from linkwork.assembly.linearization import ALL, evaluate_matrix, set_factors
from linkwork.core.errors import SysError
from linkwork.core.functions.user_functions import raise_user_error
from linkwork.core.kernels.raised import raised
from linkwork.core.status import OK, failure_of
from linkwork.model.data import Data
from linkwork.model.model import Model

FACTORS = (
    "cq", "cv", "ca", "cy", "level", "row_cq", "row_cv", "row_scale", "frozen", "factor_valid",
)  # fmt: skip
"""Scalars that an evaluation changes, and restores."""


class PresentEquations:
    """Evaluates the equations of a system at its present state.

    demand -- raises the error that a status means
    """

    def __init__(
        self, model: Model, data: Data, equations: Equations,
        demand: Callable[[int], None] | None = None,
    ) -> None:  # fmt: skip
        self.model, self.data, self.equations = model, data, equations
        self.demand = demand or self._refuse
        self._first = int(model.numbering.object_row[0]) if model.n_ae else 0

    def _refuse(self, status: int) -> None:
        if raised:
            raise_user_error(f"at t = {self.data.scalars.t:.9g} s")
        if status != OK:
            failure = failure_of(status)
            label = f"{failure.label(self.model.items)}: " if failure.names_item else ""
            raise SysError(f"{label}{failure.text}")

    @contextmanager
    def _evaluating(self) -> Iterator[None]:
        """Evaluate without the forces of constraints; afterwards everything is as before."""
        data, s = self.data, self.data.scalars
        kept = {name: getattr(s, name) for name in FACTORS}
        multipliers, masses = data["multipliers"].copy(), data["row_mass"].copy()
        data["multipliers"][self._first :] = 0.0
        data["row_mass"][:] = 1.0
        try:
            yield
        finally:
            data["multipliers"][:], data["row_mass"][:] = multipliers, masses
            for name, value in kept.items():
                setattr(s, name, value)

    def forces(self) -> tuple[np.ndarray, np.ndarray]:
        """F, and the rates f of the first-order coordinates."""
        with self._evaluating():
            set_factors(self.data.scalars, 0.0, 0.0, 0.0)
            self.demand(self.equations.forces(level=0))
            return -self.data["residual"], self.data["rates"].copy()

    def violations(self, level: int = 0) -> np.ndarray:
        """Values of the constraint equations, at level 1 those of their rates."""
        with self._evaluating():
            status, values = self.equations.violations(level)
            self.demand(status)
            return values

    def matrix(self, cq: float, cv: float, ca: float = 0.0) -> np.ndarray:
        """cq K + cv D + ca M, with K = -dF/dq and D = -dF/dv; with ca, K has d(M a)/dq, too."""
        a = self.data["a"]
        kept = a.copy()
        if ca == 0.0:
            a[:] = 0.0
        try:
            with self._evaluating():
                values = self._values(cq, cv, ca)
                return self.equations.blocks.motion.full(values)
        finally:
            a[:] = kept

    def masses(self) -> np.ndarray:
        """M"""
        return self.matrix(0.0, 0.0, 1.0)

    def gradients(self) -> tuple[np.ndarray, np.ndarray]:
        """(C_q, the diagonal of the equations: one for those that involve no coordinates)."""
        with self._evaluating():
            values = self._values(0.0, 0.0, 0.0)
            n, m = self.model.n_ode2, self.model.n_ae
            units = self.equations.layout.diagonal(values)[n : n + m]
            return self.equations.blocks.gradients.full(values), units.copy()

    def rate_matrix(self) -> np.ndarray:
        """df/dy of the first-order coordinates."""
        with self._evaluating():
            values = self._values(0.0, 0.0, 0.0, cy=1.0)
            return np.eye(self.model.n_ode1) - self.equations.blocks.first_order.full(values)

    def _values(self, cq: float, cv: float, ca: float, cy: float = 0.0) -> np.ndarray:
        s = self.data.scalars
        set_factors(s, 0.0, 0.0, 0.0)
        self.demand(self.equations.forces(level=0))
        set_factors(s, cq, cv, ca, cy)
        self.demand(evaluate_matrix(self.equations, ALL))
        found: np.ndarray = self.data["values"]
        return found


@contextmanager
def present_equations(model: Model, data: Data, settings: Any) -> Iterator[PresentEquations]:
    """The equations of a system that is not being solved."""
    raised.clear()
    model.functions.bind_all_back()
    equations = equations_for(model, data, settings, True)
    equations.layout.open(data)
    try:
        yield PresentEquations(model, data, equations)
    finally:
        equations.layout.close()
        model.functions.release_all()
