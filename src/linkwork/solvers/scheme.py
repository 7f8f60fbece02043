"""What a run integrates with: the loop, its parameters and its work memory."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from linkwork.connectors.connector import Constraint
from linkwork.core.compile import address_of
from linkwork.core.enums import DynamicSolverType
from linkwork.core.errors import SysError, warn
from linkwork.core.records import COUNTERS, PART
from linkwork.data import Data, Part, entry_of
from linkwork.model import Model
from linkwork.solvers import alpha_steps, generalized_alpha
from linkwork.solvers.constrained import constrained_accelerations, project
from linkwork.solvers.controlled_runge_kutta import controlled_runge_kutta
from linkwork.solvers.evaluate import MANY
from linkwork.solvers.event_steps import event_steps
from linkwork.solvers.explicit import TABLEAUS
from linkwork.solvers.implicit_step import set_coefficients
from linkwork.solvers.linear.choose import Diagonal
from linkwork.solvers.parts import LOADS
from linkwork.solvers.parts_judge import add_direct_loads, add_moments, judge
from linkwork.solvers.rattle import rattle
from linkwork.solvers.runge_kutta import (
    accelerations,
    long_runge_kutta,
    runge_kutta,
)
from linkwork.solvers.velocity_verlet import velocity_verlet
from linkwork.solvers.watching import Watching

IMPLICIT = (DynamicSolverType.GeneralizedAlpha, DynamicSolverType.TrapezoidalIndex2)

EVERY = 1.0e-6
"""Steps of embedded pairs may be this much smaller than the largest one and are still recorded."""


SMALLEST_STEP = 1e-140
"""Its square is still a number [s]."""

RESOLVED = 1000.0
"""Roundings of time that a step must have, to end where it is meant to end."""


def shortest_step(start: float, end: float) -> float:
    """Least step between two times [s]: late times are rounded, and steps with them."""
    return max(SMALLEST_STEP, RESOLVED * math.ulp(max(abs(start), abs(end))))


def check_run(settings: Any) -> None:
    """Refuse a run that cannot be done, before anything is changed."""
    t = settings.timeIntegration
    if not t.endTime > t.startTime:
        raise SysError(
            f"timeIntegration.endTime must be > startTime = {t.startTime:g}, got {t.endTime:g}"
        )
    step, least = (t.endTime - t.startTime) / t.numberOfSteps, shortest_step(t.startTime, t.endTime)
    if not least <= step < math.inf:
        what = "short" if step < least else "long"
        raise SysError(
            f"timeIntegration: steps of {step:g} s are too {what} to calculate with, the least is "
            f"{least:g} s at these times; change startTime, endTime or numberOfSteps"
        )
    for path, reason in settings.changed_without_effect():
        warn(f"{path} has no effect: {reason}")


class Scheme:
    """An integrator set up for a model: `loop` is the address of its compiled loop."""

    def __init__(self, model: Model, data: Data, settings: Any, solver: DynamicSolverType) -> None:
        self.model, self.data, self.solver = model, data, solver
        self.is_implicit = solver in IMPLICIT
        self.index2 = self.is_automatic = self.locates_events = False
        self.watching: Watching | None = None
        time = settings.timeIntegration
        self._set_newton(time.newton)
        data.set("start", np.zeros(5 * model.n_ode2 + model.n_ae + 2 * model.n_ode1))
        s = data.scalars
        s.automatic = s.event_streak = s.unsearched = s.hold = s.sensed_place = 0
        s.grid_h, s.t_end, s.implicit = 0.0, time.endTime, self.is_implicit
        s.stages = s.judge = 0
        kernel = self._implicit(settings) if self.is_implicit else self._explicit(settings)
        self.locates_events = self._wants_events(time.discontinuous)
        s.locate = self.locates_events
        s.mode_updates = -1 if self.locates_events else time.discontinuous.maxIterations
        self.loop = address_of(entry_of(kernel, None))
        if self.locates_events:
            self._locate_events()

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

    def _explicit(self, settings: Any) -> Callable[..., Any]:
        model, data = self.model, self.data
        data.scalars.diagonal_mass = isinstance(data.equations.layout, Diagonal)
        varies = model.n_ae > 0 or model.masses_vary  # the matrix depends on the positions
        data.scalars.nonlinear_rates = any(
            table.kind.acts_directly for table in model.tables_of(Constraint)
        )
        kernels = (constrained_accelerations, project) if varies else (accelerations,)
        data.set_calls("explicit_calls", [(kernel, None) for kernel in kernels], address_of)
        if self.solver == DynamicSolverType.VelocityVerlet:
            return rattle if varies else velocity_verlet
        tableau = TABLEAUS[self.solver]
        self.is_automatic = tableau.is_pair and settings.timeIntegration.automaticStepSize
        if self.is_automatic:
            self._control_error(tableau.estimate_order, settings)
        else:
            tableau = tableau.without_estimate()
        data.scalars.stages, data.scalars.ends_at_result = tableau.stages, tableau.ends_at_result
        data.set("tableau", tableau.packed())
        data.set("stage_v", np.zeros(model.n_ode2 * tableau.stages))
        data.set("stage_a", np.zeros(model.n_ode2 * tableau.stages))
        data.set("stage_y", np.zeros(model.n_ode1 * tableau.stages))
        if not self.is_automatic and not varies and not model.n_ode1:
            return long_runge_kutta if model.n_ode2 >= MANY else runge_kutta
        return controlled_runge_kutta

    def _wants_events(self, chosen: Any) -> bool:
        """Whether steps end at events."""
        model = self.model
        few = self.is_automatic or model.first_watcher <= chosen.locateEventsLimit
        return model.has_watchers or (model.has_events and chosen.locateEvents and few)

    def _locate_events(self) -> None:
        """The loop takes the steps of another one, which ends them at events."""
        model, data = self.model, self.data
        data.scalars.step_loop = self.loop
        self.loop = address_of(entry_of(event_steps, None))
        self.watching = Watching(model, data)
        if self.is_implicit and not self.index2 and model.n_ae:
            self.watching.tell_of_forces()
        tables = model.event_tables()
        switches: list[Part] = [(table.kind.kernels["switch"], table) for table in tables]
        data.set_calls("switch_calls", switches, address_of)
        ends = 3 * model.n_ode2 + 2 * model.n_ode1
        further = 2 * model.n_ode2 + model.n_ae + len(data["differences"])
        data.set("step_start", np.zeros(ends + further))
        memory = 2 * model.n_ode2 + model.n_ode1
        data.set("step_end", np.zeros(ends + model.n_ae + memory))

    def _control_error(self, order: int, settings: Any) -> None:
        """Settings of the step size control; order -- of the error estimate."""
        s, time, solution = self.data.scalars, settings.timeIntegration, settings.solutionSettings
        s.automatic, s.just_rejected = 1, 0
        s.h_min = time.minimumStepSize
        s.h_max = (time.endTime - time.startTime) / time.numberOfSteps
        s.h_control = min(time.initialStepSize or s.h_max, s.h_max)
        s.safety, s.max_increase = time.stepSizeSafety, time.stepSizeMaxIncrease
        s.error_absolute, s.error_relative = time.absoluteTolerance, time.relativeTolerance
        s.error_exponent = 1.0 / (order + 1.0)
        # times closer to each other than steps may be are not landed on: every step is recorded
        least = max(time.minimumStepSize, shortest_step(time.startTime, time.endTime))
        s.land_on_records = solution.solutionWritePeriod >= least
        s.land_on_sensors = solution.sensorsWritePeriod >= least
        # a period of 0 records every step, however small it is
        if not solution.solutionWritePeriod:
            s.record_period *= EVERY
        if not solution.sensorsWritePeriod:
            s.sensor_period *= EVERY

    def _implicit(self, settings: Any) -> Callable[..., Any]:
        data, s, n_ae = self.data, self.data.scalars, self.model.n_ae
        chosen = settings.timeIntegration.generalizedAlpha
        trapezoidal = self.solver == DynamicSolverType.TrapezoidalIndex2
        s.alpha_m, s.alpha_f, s.beta, s.gamma = (
            (0.0, 0.0, 0.25, 0.5) if trapezoidal else generalized_alpha.parameters(chosen)
        )
        self.is_automatic = chosen.automaticStepSize
        # a change of the step size makes constraints of positions spike: velocities are off by h^2
        velocity_level = trapezoidal or chosen.useIndex2Constraints or self.is_automatic
        s.index2 = self.index2 = bool(velocity_level)
        undamped = s.alpha_f == s.alpha_m and s.gamma == 0.5
        if n_ae and not self.index2 and undamped:
            warn(
                "constraints at position level need numerical damping: without it their forces "
                "can grow without bound in long runs; set generalizedAlpha.spectralRadius < 1 or "
                "generalizedAlpha.useIndex2Constraints = True"
            )
        s.project_drift = self.index2 and n_ae > 0 and chosen.projectIndex2Drift
        self._judge_parts()
        unknowns = self.model.n_ode2 + n_ae + self.model.n_ode1
        data.set("differences", np.zeros(generalized_alpha.MAX_ORDER * unknowns))
        if self.is_automatic:
            self._control_error(2, settings)
            return alpha_steps.controlled_alpha
        if self.model.n_ode1:
            return alpha_steps.generalized_alpha_first_order
        many = self.model.n_ode2 >= MANY
        return alpha_steps.long_generalized_alpha if many else alpha_steps.generalized_alpha

    def _judge_parts(self) -> None:
        """Newton's method looks at each connected part of the model, if there are several."""
        data, model = self.data, self.model
        parts = data.equations.parts
        if parts.count == 1:
            return
        rows = np.zeros(parts.count, PART)
        n, end = model.n_ode2, model.n_ode2 + model.n_ae
        for name, members in (
            ("forces", parts.unknowns[:n]),
            ("equations", parts.unknowns[n:end]),
            ("rates", parts.unknowns[end:]),
        ):
            rows[name] = np.bincount(members, minlength=parts.count)
        data.set("parts", rows)
        data.set("unknown_parts", parts.unknowns)
        moves = np.diff(model.markers.coordinates.first) > 0
        markers = [np.flatnonzero((parts.markers >= 0) & (moves == moving)) for moving in (1, 0)]
        data.scalars.parts_moving = len(markers[0])
        members = np.concatenate(markers)
        data.set("part_markers", np.column_stack([members, parts.markers[members]]))
        direct = [table for table in model.direct_tables() if LOADS in table.own]
        calls: list[Part] = [(add_direct_loads, table) for table in direct]
        calls += [(add_moments, None)] if model.has_moments else []
        data.set_calls("part_calls", calls, address_of)
        data.scalars.judge = address_of(entry_of(judge, None))

    def set_step(self, h: float) -> None:
        """Go on with step size h from the present time; the predictor starts anew."""
        s = self.data.scalars
        if h != s.h:
            s.grid_h = 0.0
        s.h, s.t_base, s.steps_base = h, s.t, 0
        s.history = s.order = 0
        self.data["differences"][:] = 0.0
        self.set_coefficients()

    def set_coefficients(self) -> None:
        """Coefficients of the matrix for the present step size; old factors are void."""
        s = self.data.scalars
        s.first_valid, s.frozen = 0, self.locates_events
        s.event_known = 0
        if self.is_implicit:
            s.linear = self.model.is_linear
            set_coefficients(s)
            return
        s.factor_valid, s.excess, s.cy, s.asymmetry = 0, 0.0, 0.0, 0.0
        s.cq, s.cv, s.ca, s.row_cq, s.row_cv, s.row_scale = 0.0, 0.0, 1.0, 1.0, 0.0, 1.0
        s.zero_pivot = self.data.equations.zero_pivot() if self.model.n_ae else 0.0
