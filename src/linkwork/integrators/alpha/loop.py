"""Generalized-alpha as an integrator: its loops, of fixed and of automatic step size.

One step is predicted (`alpha/step.py`), solved (`newton.py`) and, at velocity level or where
constraints drift, projected onto the constraints. If its size is automatic, it may be repeated with
a smaller one (`alpha/error.py`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from linkwork.core.errors import SysError, warn
from linkwork.core.kernels.marks import with_long_loops
from linkwork.core.kernels.pointer import call_kernel, view
from linkwork.core.records import f8
from linkwork.core.status import (
    NEWTON_FAILED,
    NOT_FINITE,
    NOT_REDUNDANT,
    OK,
    SINGULAR,
    SMALLER_STEP,
    SWITCHED,
)
from linkwork.integrators.alpha.changed import start_anew, take_change
from linkwork.integrators.alpha.error import accept_step, error_of_step, plan_size
from linkwork.integrators.alpha.fused import FUSED
from linkwork.integrators.alpha.levels import (
    POSITION,
    VELOCITY,
    has_equations,
    is_default,
    level_of,
)
from linkwork.integrators.alpha.step import (
    finisher,
    parameters,
    predict_composed,
    predict_rates,
    predictor,
)
from linkwork.integrators.alpha.step_size import (
    MAX_ORDER,
    METHOD,
    change_step,
    orders,
    set_coefficients,
)
from linkwork.integrators.evaluate import MANY, begin_step, end_step, take_fused_steps
from linkwork.integrators.newton import newton_over_lists
from linkwork.integrators.registry import Integrator, Plan, register
from linkwork.integrators.state import (
    restore_state,
    save_state,
    without_data,
    without_first_order,
)
from linkwork.integrators.step_control import reject
from linkwork.integrators.switching import JUDGE, KEEP, RESTORE, call_switches, has_switches
from linkwork.model.data import Data, Memory, Part
from linkwork.model.model import Model

FLOAT = np.dtype(f8)

NEVER = 1 << 40
"""Steps that are not known yet to a predictor that never extrapolates."""


def _loop(controlled: bool, rates: bool, many: bool) -> Callable:
    """The loop of steps of fixed or automatic size: the compiler removes the unused branches.

    rates, many -- there may be first-order coordinates, and many coordinates
    """
    newton = newton_over_lists(rates, many)
    predict, finish = predictor(many), finisher(rates, many, controlled)

    def take_steps(frame, state, start, system, method, alpha, differences):
        """Take frame.steps_wanted steps; a step that fails leaves the state at its start."""
        none = view(system.address, (0,), FLOAT)
        bare, bare_start = without_data(state, none), without_data(start, none)
        first, second, third, fourth = orders(differences)
        last, error = False, 0.0
        while frame.steps_done < frame.steps_wanted and not last:
            if not controlled and frame.fused != 0:
                take_fused_steps(frame, system.address)
            t_old, t_new = frame.t, frame.t_base + (frame.steps_base + 1) * frame.h
            if controlled:
                t_new = plan_size(frame, state.a, method, alpha, differences)
            automatic = controlled and frame.automatic != 0
            status = begin_step(frame, system.address, t_new)
            if status != 0:
                return status
            for i in range(state.data_coordinates.size):
                start.data_coordinates[i] = state.data_coordinates[i]
            if has_switches(frame):
                frame.switch_task = KEEP
                call_switches(frame, system.address)
            save_state(bare, bare_start)
            again, status = False, SWITCHED
            # until items agree with the branches and data that they had in the step; in a loop,
            # because functions that are called at two places are not compiled into their callers
            while status == SWITCHED:
                if again:
                    restore_state(bare_start, bare)
                predict(
                    frame, bare, bare_start, system, method, alpha, first, second, third, fourth
                )
                if rates and state.y.size > 0:
                    predict_rates(frame, bare, method, first, second, third, fourth)
                frame.t = t_new
                status = newton(frame, bare, system, ())
                if status == 0 and has_switches(frame):
                    frame.switch_task = JUDGE
                    status = call_switches(frame, system.address)
                again = True
            frame.frozen = frame.locate
            if status == 0 and automatic:
                error = error_of_step(frame, state, start, method, first)
            if status == 0 and error <= 1.0 and frame.project_drift != 0:
                status = call_kernel(frame.drift_code, 0, system.address)
            if status == 0 and frame.redundant_error > frame.redundant_limit:
                status = NOT_REDUNDANT
            if status != 0 or not error <= 1.0:
                restore_state(start, state)
                if has_switches(frame):
                    frame.switch_task = RESTORE
                    call_switches(frame, system.address)
                frame.t = t_old
                if automatic and status in (
                    0, NOT_FINITE, NEWTON_FAILED, SINGULAR, SMALLER_STEP, NOT_REDUNDANT,
                ):  # fmt: skip
                    status = reject(frame, error, status)
                    if status == 0:
                        continue
                return status
            finish(state, start, system.x, method, alpha, first, second, third, fourth)
            if automatic:
                accept_step(frame, error)
                last = t_new >= frame.t_end
            status = end_step(frame, system.address)
            if status != 0:
                return status
        return OK

    return take_steps


_few = _loop(False, rates=False, many=False)
_many = _loop(False, rates=False, many=True)


def generalized_alpha(frame, state, start, system, method, alpha, differences):
    """Steps of a system of few coordinates, without first-order ones."""
    none = view(system.address, (0,), FLOAT)
    bare, bare_start = without_first_order(state, none), without_first_order(start, none)
    return _few(frame, bare, bare_start, system, method, alpha, differences)


def _with_many(frame, state, start, system, method, alpha, differences):
    none = view(system.address, (0,), FLOAT)
    bare, bare_start = without_first_order(state, none), without_first_order(start, none)
    return _many(frame, bare, bare_start, system, method, alpha, differences)


long_generalized_alpha = with_long_loops(_with_many)
"""The same for systems with many coordinates."""

generalized_alpha_first_order = with_long_loops(_loop(False, rates=True, many=True))
"""The same for systems with first-order coordinates."""

controlled_alpha = with_long_loops(_loop(True, rates=True, many=True))
"""Steps of automatic size, for systems of any size, with or without first-order coordinates."""


class GeneralizedAlpha(Integrator):
    """Generalized-alpha and Newmark's method, according to the settings of generalizedAlpha."""

    implicit = True
    composes = True
    level_depends_on_model = True
    pools = {"method": METHOD, "alpha": f8, "differences": f8}
    history = ("method", "alpha", "differences")
    kernels = (
        generalized_alpha, long_generalized_alpha, generalized_alpha_first_order, controlled_alpha,
    )  # fmt: skip
    rare = (long_generalized_alpha, controlled_alpha)
    change_step = change_step
    take_change = take_change
    predict_composed = predict_composed

    def parameters(
        self, chosen: Any, compatible: bool = False
    ) -> tuple[float, float, float, float]:
        """alpha_m, alpha_f, beta, gamma; compatible -- with `compatibility` of the settings"""
        return parameters(chosen)

    def constraint_level(self, settings: Any, model: Model) -> str:
        """Level at which steps satisfy the constraints (`alpha/levels.py`)."""
        return level_of(settings, model)

    def is_automatic(self, settings: Any) -> bool:
        return bool(settings.timeIntegration.generalizedAlpha.automaticStepSize)

    def lacks_damping(self, settings: Any, model: Model) -> bool:
        chosen = settings.timeIntegration.generalizedAlpha
        alpha_m, alpha_f, _, gamma = self.parameters(chosen, bool(settings.compatibility))
        at_positions = self.constraint_level(settings, model) == POSITION
        return at_positions and alpha_f == alpha_m and gamma == 0.5

    def plan(self, model: Model, data: Data, settings: Any) -> Plan:
        chosen, s = settings.timeIntegration.generalizedAlpha, data.scalars
        velocity_level = self.constraint_level(settings, model) == VELOCITY
        if has_equations(model) and self.lacks_damping(settings, model):
            warn(
                "constraints at position level need numerical damping: without it their forces "
                "can grow without bound in long runs; set generalizedAlpha.spectralRadius < 1 or "
                "generalizedAlpha.constraintLevel = 'velocity'"
            )
        compatible = bool(settings.compatibility)
        found = self.parameters(chosen, compatible)
        if compatible and velocity_level and found[:2] != (0.0, 0.0):
            raise SysError(
                "constraints at velocity level (generalizedAlpha.constraintLevel) need "
                "generalizedAlpha.useNewmark = True if compatibility is 'exudyn'"
            )
        s.simplified = chosen.lieGroupSimplifiedKinematicRelations
        self.set_level(model, data, settings, velocity_level)
        memory = {
            "method": np.array([(*found, 0, 0)], METHOD),
            "alpha": np.zeros(model.n_ode2),
            "differences": np.zeros(MAX_ORDER * (model.n_ode2 + model.n_ae + model.n_ode1)),
        }
        automatic = self.is_automatic(settings)
        loop = self.loop_for(model, settings)
        fused = FUSED if loop is generalized_alpha else None
        default = is_default(settings) and self.level_depends_on_model
        return Plan(loop, memory, automatic, 2, velocity_level, default, fused=fused)

    def set_level(self, model: Model, data: Data, settings: Any, velocity_level: bool) -> None:
        s = data.scalars
        drifts = any(table.kind.drifts for table in model.equation_tables())
        if velocity_level:
            chosen = settings.timeIntegration.generalizedAlpha
            drifts = chosen.projectIndex2Drift and has_equations(model)
        s.index2, s.project_drift = velocity_level, drifts and not settings.compatibility

    def loop_for(self, model: Model, settings: Any) -> Callable[..., Any]:
        if self.is_automatic(settings):
            return controlled_alpha
        if model.n_ode1:
            return generalized_alpha_first_order
        return long_generalized_alpha if model.n_ode2 >= MANY else generalized_alpha

    def restart(self, data: Data, memory: Memory) -> None:
        """Set the algorithmic accelerations to the true ones, and reset the predictor.

        With `compatibility`, it does not extrapolate where a law may have several solutions.
        """
        extrapolates = True
        if data.scalars.compatible:
            tables = data.equations.model.judging_tables()
            extrapolates = not any(table.kind.has_several_solutions for table in tables)
        memory["method"]["known"] = 0 if extrapolates else -NEVER
        memory["method"]["order"] = 0
        memory["alpha"][:] = data["a"]
        memory["differences"][:] = 0.0

    def forget(self, memory: Memory) -> None:
        memory["method"]["known"] = memory["method"]["order"] = 0
        memory["differences"][:] = 0.0

    def keep_prediction(self, data: Data, memory: Memory) -> None:
        alpha_m, alpha_f, *_ = memory["method"].item()
        if alpha_m == alpha_f == 0.0:  # Newmark's method has none
            return
        predicted = alpha_f * data["a"] - alpha_m * memory["alpha"]
        memory["alpha"][:] = predicted / (1.0 - alpha_m)

    def start_parts(self, memory: Memory) -> list[Part]:
        return [(start_anew, memory)]

    def set_coefficients(self, scalars: Any, memory: Memory) -> None:
        alpha_m, alpha_f, beta, gamma, *_ = memory["method"].item()
        set_coefficients(scalars, alpha_m, alpha_f, beta, gamma)

    def last_changes(self, data: Data, memory: Memory) -> dict[str, np.ndarray]:
        first = orders(memory["differences"])[0]
        return {"a": first[: len(data["a"])], "y_t": first[len(first) - len(data["y_t"]) :]}


class TrapezoidalIndex2(GeneralizedAlpha):
    """The trapezoidal rule with constraints at velocity level, regardless of the settings."""

    level_depends_on_model = False

    def parameters(
        self, chosen: Any, compatible: bool = False
    ) -> tuple[float, float, float, float]:
        if compatible:
            return 0.0, 0.0, chosen.newmarkBeta, chosen.newmarkGamma
        return 0.0, 0.0, 0.25, 0.5

    def constraint_level(self, settings: Any, model: Model) -> str:
        return VELOCITY


register(GeneralizedAlpha("GeneralizedAlpha"))
register(TrapezoidalIndex2("TrapezoidalIndex2"))
