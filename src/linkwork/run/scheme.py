"""The integrator of a run: its loop, parameters and work memory."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.assembly.equations import Equations
from linkwork.assembly.parts import sorted_members
from linkwork.connectors.connector import Constraint
from linkwork.core.errors import SysError, warn
from linkwork.core.kernels.compile import address_of
from linkwork.core.records import COUNTERS, PART, PART_BOUNDS
from linkwork.integrators.alpha.levels import has_equations
from linkwork.integrators.changes import take_explicitly, take_plainly
from linkwork.integrators.drift import project_drift
from linkwork.integrators.evaluate import accept, search
from linkwork.integrators.parts_judge import add_direct_loads, add_moments, glance, judge
from linkwork.integrators.projection import project
from linkwork.integrators.registry import Integrator, Plan
from linkwork.integrators.switching import switch_branches
from linkwork.linear.choose import Diagonal
from linkwork.model.data import Data, Memory, Part, entry_of
from linkwork.model.model import Model
from linkwork.model.position import compose_update
from linkwork.run.functions.time_scales import find_time_scales
from linkwork.run.functions.told_rates import (
    find_told_rates,
    forget_told_rates,
    missing_rate,
)
from linkwork.run.fusing import fused_steps

if TYPE_CHECKING:
    from linkwork.events.watching import Watching

EVERY = 1.0e-6
"""With a period of 0, steps down to this part of the largest one are recorded."""


SMALLEST_STEP = 1e-140
"""Smallest step: its square does not underflow [s]."""

SMALL_ERROR = 1.0e-3
"""Error of forces that is accepted where items switch, relative to the typical load, for an
iterationTolerance of 1."""

RESOLVED = 1000.0
"""Number of roundings of time that a step needs, to end where it is meant to end."""


def shortest_step(start: float, end: float) -> float:
    """Least step between two times [s]: late times are rounded, and so are their steps."""
    return max(SMALLEST_STEP, RESOLVED * math.ulp(max(abs(start), abs(end))))


def check_run(settings: Any) -> None:
    """Refuse a run that cannot be done, before it changes anything."""
    t = settings.timeIntegration
    if not t.endTime > t.startTime:
        raise SysError(
            f"timeIntegration.endTime must be > startTime = {t.startTime:g}, got {t.endTime:g}"
        )
    step, least = (t.endTime - t.startTime) / t.numberOfSteps, shortest_step(t.startTime, t.endTime)
    if not least <= step < math.inf:
        what = "short" if step < least else "long"
        raise SysError(
            f"timeIntegration: steps of {step:g} s are too {what} to compute with, the least is "
            f"{least:g} s at these times; change startTime, endTime or numberOfSteps"
        )
    for path, reason in settings.without_effect():
        if settings.compatibility and path.endswith(".eliminateConstraints"):
            continue
        warn(f"{path} has no effect: {reason}")


def _shapes_of(memory: Memory) -> dict[str, tuple[int, np.dtype]]:
    return {name: (len(pool), pool.dtype) for name, pool in memory.items()}


def _ends(counts: np.ndarray) -> np.ndarray:
    """Where each sort of each part ends in a list of all members; one row per sort."""
    return np.cumsum(counts).reshape(counts.shape).T


class Scheme:
    """An integrator set up for a model.

    loop -- addresses of the code of its compiled loop, and of its call
    memory -- pools of its kernels
    """

    def __init__(self, model: Model, data: Data, settings: Any, integrator: Integrator) -> None:
        self.model, self.data, self.integrator = model, data, integrator
        self.is_implicit = integrator.implicit
        self.watching: Watching | None = None
        self._compatible = bool(settings.compatibility)
        time = settings.timeIntegration
        self._set_newton(time.newton)
        data.make_saved("start")
        s = data.scalars
        s.automatic = s.event_streak = s.unsearched = s.hold = s.sensed_place = 0
        s.grid_h, s.t_end, s.implicit = 0.0, time.endTime, self.is_implicit
        s.judge = s.fused = s.index2 = s.project_drift = 0
        s.nonlinear_rates = any(table.kind.acts_directly for table in model.tables_of(Constraint))
        if not self.is_implicit:
            self._prepare_explicit()
        plan = integrator.plan(model, data, settings)
        s.straight, self.index2 = plan.straight, plan.velocity_level
        self._level_is_default, self._has_changed_level = plan.level_is_default, False
        self.is_automatic = plan.automatic
        self.starts_with_accelerations = plan.starts_with_accelerations
        if plan.automatic:
            self._control_error(plan.estimate_order, settings)
        if self.is_implicit:
            self._judge_parts()
        self.locates_events = self._wants_events(time.discontinuous)
        s.locate = self.locates_events
        s.branch_updates = -1 if self.locates_events else time.discontinuous.maxIterations
        if self._compatible and not self.locates_events:
            s.branch_updates = s.max_iterations
        self._set_switching(time.discontinuous)
        self.memory = self._set_loop(plan)
        self.loop = data.calls("step_calls")[0]
        data.set_calls("change_calls", (), address_of)
        s.fused = s.fused_pause = s.fused_wait = s.fused_steps = 0
        if self.locates_events:
            self._locate_events()
        elif not self._compatible:
            s.fused = fused_steps(model, data, plan.fused, self.memory, settings)

    def _set_loop(self, plan: Plan) -> Memory:
        """Set the calls of the integrator; returns their pools, those of the last run if alike."""
        kernels = [plan.loop]
        if self.locates_events and self.integrator.change_step is not None:
            kernels.append(self.integrator.change_step)
        last = self.data.parts.get("step_calls", [])
        if [kernel for kernel, _ in last] == kernels:
            memory: Memory = last[0][1]
            if _shapes_of(memory) == _shapes_of(plan.memory):
                for name, pool in plan.memory.items():
                    memory[name][:] = pool
                return memory
        memory = self._lay_out(plan.memory)
        parts: list[Part] = [(kernel, memory) for kernel in kernels]
        self.data.set_calls("step_calls", parts, address_of)
        return memory

    def take_changes(self) -> None:
        """Let the loop take up changed laws and loads, where no step ends at events."""
        if len(self.data["change_calls"]):
            return
        quick = take_plainly if self._compatible else self.integrator.take_change
        if quick in (None, take_plainly) and not self.is_implicit:
            quick = take_explicitly
        parts: list[Part] = []
        if quick is not None and not self.locates_events:
            parts = [(quick, self.memory if quick is self.integrator.take_change else None)]
        self.data.set_calls("change_calls", parts, address_of)

    def start_parts(self) -> list[Part]:
        """Kernels that start the run again at a known state with other forces; none: in Python."""
        found = self.integrator.start_parts(self.memory)
        keeps_nothing = type(self.integrator).restart is Integrator.restart
        if found or self.is_implicit or not keeps_nothing:
            return found
        from linkwork.integrators.explicit.start import start_explicitly

        return [(start_explicitly, None)]

    def set_rare_parts(self) -> None:
        """Give the loop the addresses of what few models need, if this one does."""
        data, s, kernel = self.data, self.data.scalars, self.integrator.predict_composed
        composed = self.is_implicit and len(data["move_calls"]) > 0
        asked = bool(s.post_newton or len(data["post_calls"]))
        remembered = len(data["accept_calls"]) + len(data["guard_calls"]) > 0

        def code(wanted: bool, kernel: Callable[..., Any] | None, memory: Any = None) -> int:
            return address_of(entry_of(kernel, memory)) if wanted and kernel is not None else 0

        s.search_code = code(len(data["search_calls"]) > 0, search)
        s.accept_code = code(remembered or (asked and not self.is_implicit), accept)
        s.switch_code = code(asked and self.is_implicit, switch_branches)
        s.drift_code = code(self.is_implicit and bool(s.project_drift), project_drift)
        s.predict_code = code(composed, kernel, self.memory)
        s.update_code = code(composed, compose_update)

    def _lay_out(self, pools: Memory) -> Memory:
        """The pools of the integrator; those of its history are parts of the array `memory`."""
        integrator, history = self.integrator, self.integrator.history
        kinds = {name: np.dtype(kind) for name, kind in integrator.pools.items()}
        found = {name: pool.dtype for name, pool in pools.items()}
        if found != kinds:
            raise SysError(f"integrator {integrator.name}: its pools are {kinds}, plan has {found}")
        words = [pools[name].view(np.int64) for name in history]
        self.data.set("memory", np.concatenate([np.zeros(0, np.int64), *words]))
        first, made = 0, dict(pools)
        for name, part in zip(history, words, strict=True):
            made[name] = self.data["memory"][first : first + len(part)].view(kinds[name])
            first += len(part)
        return {name: made[name] for name in integrator.pools}

    def renew(self, pools: Memory) -> None:
        """Before the run is repeated: the memory that it began with."""
        for name, pool in pools.items():
            self.memory[name][:] = pool
        self.data.make_saved("start")

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

    def _prepare_explicit(self) -> None:
        """Set up what explicit integrators need: accelerations, projection."""
        from linkwork.integrators.explicit.constrained import (
            constrained_accelerations,
            released_accelerations,
        )
        from linkwork.integrators.explicit.held import hold_coordinates
        from linkwork.integrators.explicit.runge_kutta import accelerations

        model, data = self.model, self.data
        data.scalars.diagonal_mass = isinstance(data.equations.layout, Diagonal)
        varies = model.n_ae > 0 or model.masses_vary  # the matrix depends on the positions
        kernels: tuple[Callable[..., Any], ...]
        kernels = (constrained_accelerations, project) if varies else (accelerations,)
        if data.equations.layout.is_whole:
            kernels = (released_accelerations, project)
        if self._compatible and varies:
            kernels = (constrained_accelerations, hold_coordinates)
        data.set_calls("explicit_calls", [(kernel, None) for kernel in kernels], address_of)

    def _wants_events(self, chosen: Any) -> bool:
        """Whether steps end at events."""
        model = self.model
        if self._compatible:
            return model.has_watchers
        few = self.is_automatic or model.n_piecewise <= chosen.locateEventsLimit
        return model.has_watchers or (model.has_events and chosen.locateEvents and few)

    def _set_switching(self, chosen: Any) -> None:
        """Set what is asked after Newton's method: items that switch there, and how it is judged.

        Items with located events switch where these are.
        """
        data, s = self.data, self.data.scalars
        tables = self.model.judging_tables()
        located = self.locates_events
        asked = [t for t in tables if not (located and "events" in t.kind.kernels)]
        parts: list[Part] = [(table.kind.kernels["post_newton"], table) for table in asked]
        data.set_calls("post_calls", parts, address_of)
        s.branches_held = self.is_implicit and not located
        s.max_switches, s.accept_switched = chosen.maxIterations, chosen.ignoreMaxIterations
        if self._compatible:
            s.max_switches = max(chosen.maxIterations - 1, 0)  # the first solution counts, too
        s.switch_tolerance = chosen.iterationTolerance * (1.0 if self._compatible else SMALL_ERROR)
        s.use_recommended = chosen.useRecommendedStepSize

    def _locate_events(self) -> None:
        """Use a loop that takes the steps of the integrator's loop and ends them at events."""
        from linkwork.events.loop import event_steps
        from linkwork.events.watching import Watching

        model, data = self.model, self.data
        self.loop = address_of(entry_of(event_steps, None)), 0
        self.watching = Watching(model, data)
        if self.is_implicit and not self.index2 and model.n_ae:
            self.watching.tell_of_forces()
        tables = model.event_tables()
        switches: list[Part] = [(table.kind.kernels["switch"], table) for table in tables]
        data.set_calls("switch_calls", switches, address_of)
        for place in ("step_start", "step_end", "aside"):
            data.make_saved(place)
        data.set("step_memory", np.zeros_like(data["memory"]))

    def _control_error(self, order: int, settings: Any) -> None:
        """Set up the step size control; order -- of the error estimate."""
        s, time, solution = self.data.scalars, settings.timeIntegration, settings.solutionSettings
        s.automatic, s.just_rejected = 1, 0
        s.h_min = time.minimumStepSize
        s.h_max = (time.endTime - time.startTime) / time.numberOfSteps
        s.h_control = min(time.initialStepSize or s.h_max, s.h_max)
        if self._compatible and not self.integrator.implicit and not time.automaticStepSize:
            s.h_control = s.h_max
            from linkwork.integrators.explicit.compatible import NEVER_REPEATED

            s.just_rejected = 0 if time.adaptiveStep else NEVER_REPEATED
        s.safety, s.max_increase = time.stepSizeSafety, time.stepSizeMaxIncrease
        s.error_absolute, s.error_relative = time.absoluteTolerance, time.relativeTolerance
        s.error_exponent = 1.0 / (order + 1.0)
        # steps do not end at times closer to each other than steps may be: every step is recorded
        least = max(time.minimumStepSize, shortest_step(time.startTime, time.endTime))
        s.land_on_records = solution.solutionWritePeriod >= least
        s.land_on_sensors = solution.sensorsWritePeriod >= least
        if self._compatible:
            s.land_on_records = s.land_on_sensors = 0
        # a period of 0 records every step, however small it is
        if not solution.solutionWritePeriod:
            s.record_period *= EVERY
        if not solution.sensorsWritePeriod:
            s.sensor_period *= EVERY

    def last_changes(self) -> dict[str, np.ndarray]:
        """Changes of accelerations and rates in the last step."""
        return self.integrator.last_changes(self.data, self.memory)

    def _judge_parts(self) -> None:
        """Let Newton's method judge each connected part of the model, if there are several."""
        data, model = self.data, self.model
        parts = data.equations.parts
        if parts.count == 1:
            return
        kept, bounds = np.zeros(parts.count, PART), np.zeros(parts.count, PART_BOUNDS)
        sorts = np.repeat([0, 1, 2], [model.n_ode2, model.n_ae, model.n_ode1])
        rows, counts = sorted_members(parts.unknowns, sorts, parts.count, 3)
        kept["forces"], kept["equations"], kept["rates"] = counts.T
        bounds["equation_row"], bounds["rate_row"], bounds["last_row"] = _ends(counts)
        stand = np.diff(model.markers.coordinates.first) == 0
        markers, counts = sorted_members(parts.markers, stand, parts.count, 2)
        bounds["still_marker"], bounds["last_marker"] = _ends(counts)
        data.set("parts", kept)
        data.set("part_bounds", bounds)
        data.set("part_rows", rows)
        data.set("part_markers", markers)
        calls: list[Part] = [(add_direct_loads, table) for table in model.loaded_tables()]
        calls += [(add_moments, None)] if model.has_moments else []
        data.set_calls("part_calls", calls, address_of)
        data.scalars.judge = address_of(entry_of(judge, None))
        data.scalars.glance = address_of(entry_of(glance, None))

    def look_at_functions(self, equations: Equations, settings: Any) -> None:
        """Find out what is known about the rates of the functions and tables of constraints.

        Functions that do not return rates are an error at velocity level, unless that is only the
        default of the model: then the run changes to position level.
        """
        find_time_scales(equations)  # tables also need the end of the run
        if self._has_changed_level:  # a Stepper that is reset has the level of the plan again
            self._change_to_position_level(settings)
        if not self.model.functions.bound:
            return
        forget_told_rates(self.model)
        if self.index2 or not self.is_implicit:
            find_told_rates(equations)
        lacking = missing_rate(equations) if self.index2 and self.is_implicit else ""
        if lacking and not self._level_is_default:
            raise SysError(
                f"{lacking}; return dc/dt, or choose a solver at position level "
                "(generalizedAlpha.constraintLevel = 'position', no automatic step size) or an "
                "explicit one, which need no rates"
            )
        if lacking:
            warn(
                f"{lacking}; this run solves all constraints at position level instead: return "
                "dc/dt, or set generalizedAlpha.constraintLevel = 'position'"
            )
            self._change_to_position_level(settings)

    def _change_to_position_level(self, settings: Any) -> None:
        self.index2, self._has_changed_level = False, True
        self.integrator.set_level(self.model, self.data, settings, False)
        self.set_rare_parts()
        if self.watching is not None:
            self.watching.tell_of_forces()

    @property
    def constraint_level(self) -> str:
        """Level at which steps satisfy the constraints: 'position', 'velocity', or '' for none."""
        if not (self.is_implicit and has_equations(self.model)):
            return ""
        return "velocity" if self.index2 else "position"

    def set_step(self, h: float) -> None:
        """Continue with step size h from the present time, and discard what was known before."""
        s = self.data.scalars
        if h != s.h:
            s.grid_h = 0.0
        s.h, s.t_base, s.steps_base = h, s.t, 0
        self.integrator.restart(self.data, self.memory)
        self.set_coefficients()

    def keep_on(self, h: float) -> None:
        """Continue with step size h from the present time with all that the integrator keeps."""
        s = self.data.scalars
        s.grid_h = 0.0 if h != s.h else s.grid_h
        s.h, s.t_base, s.steps_base = h, s.t, 0
        self.integrator.forget(self.memory)
        self.set_coefficients()

    def set_coefficients(self) -> None:
        """Set the coefficients of the matrix for the present step size; old factors are void."""
        s = self.data.scalars
        s.first_valid, s.frozen = 0, self.locates_events
        s.event_known = 0
        if self.is_implicit:
            changing = "force_calls" in self.data.called or "jacobian_calls" in self.data.called
            s.linear = self.model.is_linear and not changing
            s.partial = 0
            if self.index2 and s.project_drift:
                self.data.equations.find_gradients()
            self.integrator.set_coefficients(s, self.memory)
            return
        s.factor_valid, s.excess, s.cy, s.asymmetry = 0, 0.0, 0.0, 0.0
        s.cq, s.cv, s.ca, s.row_cq, s.row_cv, s.row_scale = 0.0, 0.0, 1.0, 1.0, 0.0, 1.0
        s.zero_pivot = self.data.equations.zero_pivot() if self.model.n_ae else 0.0
