"""What a run integrates with: the loop, its parameters and its work memory."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from linkwork.connectors.connector import PairConstraint
from linkwork.core.compile import address_of
from linkwork.core.enums import DynamicSolverType
from linkwork.core.errors import SysError, warn
from linkwork.core.records import COUNTERS
from linkwork.data import Data, entry_of
from linkwork.model import Model
from linkwork.solvers import generalized_alpha as implicit
from linkwork.solvers.explicit import TABLEAUS
from linkwork.solvers.linear.choose import Diagonal
from linkwork.solvers.runge_kutta import runge_kutta

IMPLICIT = (DynamicSolverType.GeneralizedAlpha, DynamicSolverType.TrapezoidalIndex2)


def check_run(model: Model, settings: Any, solver: DynamicSolverType) -> None:
    """Refuse a run that cannot be done, before anything is changed."""
    t = settings.timeIntegration
    if not t.endTime > t.startTime:
        raise SysError(
            f"timeIntegration.endTime must be > startTime = {t.startTime:g}, got {t.endTime:g}"
        )
    if solver not in IMPLICIT and solver not in TABLEAUS:
        known = ", ".join(known.name for known in (*IMPLICIT, *TABLEAUS))
        raise SysError(f"solverType {solver.name} is not available; there are {known}")
    if solver in TABLEAUS:
        for table in model.tables_of(PairConstraint):
            number = table.numbers[0]
            raise SysError(
                f"{model.items['object'][number].label(number)} is a constraint, which the "
                f"explicit solver {solver.name} does not take; use "
                "solverType=DynamicSolverType.GeneralizedAlpha"
            )
    for path, reason in settings.changed_without_effect():
        warn(f"{path} has no effect: {reason}")


class Scheme:
    """An integrator set up for a model: `loop` is the address of its compiled loop."""

    def __init__(self, model: Model, data: Data, settings: Any, solver: DynamicSolverType) -> None:
        self.model, self.data, self.solver = model, data, solver
        self.is_implicit = solver in IMPLICIT
        self.index2 = False
        time = settings.timeIntegration
        self._set_newton(time.newton)
        data.set("start", np.zeros(5 * model.n_ode2 + model.n_ae))
        kernel = self._implicit(time.generalizedAlpha) if self.is_implicit else self._explicit()
        self.loop = address_of(entry_of(kernel, None))

    def _set_newton(self, newton: Any) -> None:
        s = self.data.scalars
        s.max_iterations = newton.maxIterations
        s.max_modified_iterations = newton.maxModifiedNewtonIterations
        s.max_modified_restarts = newton.maxModifiedNewtonRestartIterations
        s.modified_newton = newton.useModifiedNewton
        s.single_update = not newton.useNewtonSolver
        s.jacobian_per_step = newton.modifiedNewtonJacUpdatePerStep
        s.relative_tolerance = newton.relativeTolerance
        s.absolute_tolerance = newton.absoluteTolerance
        s.contractivity, s.max_norm = newton.modifiedNewtonContractivity, newton.maximumSolutionNorm
        for name in COUNTERS:
            setattr(s, name, 0)

    def _explicit(self) -> Callable[..., Any]:
        tableau, n = TABLEAUS[self.solver], self.model.n_ode2
        self.data.scalars.stages = tableau.stages
        self.data.scalars.diagonal_mass = isinstance(self.data.equations.layout, Diagonal)
        self.data.set("tableau", tableau.packed())
        self.data.set("stage_v", np.zeros(n * tableau.stages))
        self.data.set("stage_a", np.zeros(n * tableau.stages))
        return runge_kutta

    def _implicit(self, chosen: Any) -> Callable[..., Any]:
        data, s, n_ae = self.data, self.data.scalars, self.model.n_ae
        trapezoidal = self.solver == DynamicSolverType.TrapezoidalIndex2
        s.alpha_m, s.alpha_f, s.beta, s.gamma = (
            (0.0, 0.0, 0.25, 0.5) if trapezoidal else implicit.parameters(chosen)
        )
        self.index2 = bool(trapezoidal or chosen.useIndex2Constraints)
        undamped = s.alpha_f == s.alpha_m and s.gamma == 0.5
        if n_ae and not self.index2 and undamped:
            warn(
                "constraints at position level need numerical damping: without it their forces "
                "can grow without bound in long runs; set generalizedAlpha.spectralRadius < 1 or "
                "generalizedAlpha.useIndex2Constraints = True"
            )
        s.project_drift = self.index2 and n_ae > 0 and chosen.projectIndex2Drift
        data.set("differences", np.zeros(implicit.MAX_ORDER * (self.model.n_ode2 + n_ae)))
        data.set("difference_sums", np.zeros(implicit.MAX_ORDER + 1))
        return implicit.generalized_alpha

    def set_step(self, h: float) -> None:
        """Go on with step size h from the present time; the predictor starts anew."""
        s = self.data.scalars
        s.h, s.t_base, s.steps_base = h, s.t, 0
        s.history = s.order = 0
        self.data["differences"][:] = 0.0
        self.set_coefficients()

    def set_coefficients(self) -> None:
        """Coefficients of the matrix for the present step size; old factors are void."""
        s, h = self.data.scalars, self.data.scalars.h
        s.factor_valid, s.excess = 0, 0.0
        if not self.is_implicit:
            return
        ratio = (1.0 - s.alpha_f) / (1.0 - s.alpha_m)
        s.cq, s.cv, s.ca = h * h * s.beta * ratio, h * s.gamma * ratio, 1.0
        if self.index2:
            s.level, s.row_scale, s.row_cq, s.row_cv = 1, 1.0 / s.cv, s.cq / s.cv, 1.0
        else:
            s.level, s.row_scale, s.row_cq, s.row_cv = 0, 1.0 / s.cq, 1.0, 0.0
