"""Generalized-alpha as an integrator: its loops, of fixed and of automatic step size.

One step is predicted (`alpha/step.py`), solved (`newton.py`) and, at velocity level or where
constraints drift, projected onto the constraints. If its size is automatic, it may be repeated with
a smaller one (`alpha/error.py`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from linkwork.core.errors import warn
from linkwork.core.kernels.marks import with_long_loops
from linkwork.core.kernels.pointer import view
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
from linkwork.integrators.alpha.step import finish, parameters, predict
from linkwork.integrators.alpha.step_size import (
    MAX_ORDER,
    METHOD,
    change_step,
    orders,
    set_coefficients,
)
from linkwork.integrators.evaluate import MANY, begin_step, end_step, take_fused_steps
from linkwork.integrators.newton import newton, typical_load
from linkwork.integrators.projection import project_drift
from linkwork.integrators.registry import Integrator, Plan, register
from linkwork.integrators.state import restore_state, without_data, without_first_order
from linkwork.integrators.step_control import reject
from linkwork.integrators.switching import (
    go_back_to_solution,
    has_switches,
    judge_switches,
    keep_branches,
    restore_branches,
)
from linkwork.model.data import Data, Memory, Part
from linkwork.model.model import Model

FLOAT = np.dtype(f8)


def _judged(frame, system, n, status, repeats):
    """Status of a solved step that items have looked at: SWITCHED if it must be solved again."""
    if status == 0:
        status = judge_switches(frame, system, typical_load(frame, system.marker_force, n))
    if status == SWITCHED and repeats == frame.max_switches:
        go_back_to_solution(frame)
        frame.disagreed += frame.accept_switched
        status = OK if frame.accept_switched != 0 else NEWTON_FAILED
    return status


def _loop(controlled: bool) -> Callable:
    """The loop of steps of fixed or automatic size: the compiler removes the unused branches."""

    def take_steps(frame, state, start, system, method, alpha, differences):
        """Take frame.steps_wanted steps; a step that fails leaves the state at its start."""
        none = view(system.address, (0,), FLOAT)
        bare, bare_start = without_data(state, none), without_data(start, none)
        first, second, third = orders(differences)
        last, error = False, 0.0
        while frame.steps_done < frame.steps_wanted and not last:
            if not controlled and frame.fused != 0:
                take_fused_steps(frame, system.address)
            t_old, t_new = frame.t, frame.t_base + (frame.steps_base + 1) * frame.h
            if controlled:
                t_new = plan_size(frame, state.a, method, alpha, differences)
            automatic = controlled and frame.automatic != 0
            status = begin_step(frame, system, t_new)
            if status != 0:
                return status
            for i in range(state.data_coordinates.size):
                start.data_coordinates[i] = state.data_coordinates[i]
            if has_switches(frame):
                keep_branches(frame)
            repeats, status = 0, SWITCHED
            # until items agree with the branches and data that they had in the step; in a loop,
            # because functions that are called at two places are not compiled into their callers
            while status == SWITCHED:
                if repeats > 0:
                    restore_state(bare_start, bare)
                predict(frame, bare, bare_start, system, method, alpha, first, second, third)
                frame.t = t_new
                status = newton(frame, bare, system, ())
                if has_switches(frame):
                    status = _judged(frame, system, state.q.size, status, repeats)
                repeats += 1
            frame.frozen = frame.locate
            if status == 0 and frame.redundant_error > frame.redundant_limit:
                status = NOT_REDUNDANT
            if status == 0 and automatic:
                error = error_of_step(frame, state, start, method, first)
            if status == 0 and error <= 1.0 and frame.project_drift != 0:
                status = project_drift(frame, state, system)
            if status != 0 or not error <= 1.0:
                restore_state(start, state)
                if has_switches(frame):
                    restore_branches(frame)
                frame.t = t_old
                if automatic and status in (0, NOT_FINITE, NEWTON_FAILED, SINGULAR, SMALLER_STEP):
                    status = reject(frame, error, status)
                    if status == 0:
                        continue
                return status
            finish(state, start, system.x, method, alpha, first, second, third)
            if automatic:
                accept_step(frame, error)
                last = t_new >= frame.t_end
            status = end_step(frame, system)
            if status != 0:
                return status
        return OK

    return take_steps


_fixed = _loop(False)


def generalized_alpha(frame, state, start, system, method, alpha, differences):
    """Steps of a system without first-order coordinates: the compiler removes the code for them."""
    none = view(system.address, (0,), FLOAT)
    bare, bare_start = without_first_order(state, none), without_first_order(start, none)
    return _fixed(frame, bare, bare_start, system, method, alpha, differences)


long_generalized_alpha = with_long_loops(generalized_alpha)
"""The same for systems with many coordinates."""

generalized_alpha_first_order = with_long_loops(_fixed)
"""The same for systems with first-order coordinates."""

controlled_alpha = with_long_loops(_loop(True))
"""Steps of automatic size, for systems of any size, with or without first-order coordinates."""


class GeneralizedAlpha(Integrator):
    """Generalized-alpha and Newmark's method, according to the settings of generalizedAlpha."""

    implicit = True
    pools = {"method": METHOD, "alpha": f8, "differences": f8}
    history = ("method", "alpha", "differences")
    kernels = (
        generalized_alpha, long_generalized_alpha, generalized_alpha_first_order, controlled_alpha,
    )  # fmt: skip
    rare = (long_generalized_alpha, controlled_alpha)
    change_step = change_step
    take_change = take_change

    def parameters(self, chosen: Any) -> tuple[float, float, float, float]:
        """alpha_m, alpha_f, beta, gamma"""
        return parameters(chosen)

    def keeps_velocities(self, chosen: Any) -> bool:
        """Whether constraints are satisfied at velocity level."""
        # changes of the step size make position-level forces spike: velocities are off by h^2
        return bool(chosen.useIndex2Constraints or chosen.automaticStepSize)

    def is_automatic(self, settings: Any) -> bool:
        return bool(settings.timeIntegration.generalizedAlpha.automaticStepSize)

    def lacks_damping(self, settings: Any) -> bool:
        chosen = settings.timeIntegration.generalizedAlpha
        alpha_m, alpha_f, _, gamma = self.parameters(chosen)
        return not self.keeps_velocities(chosen) and alpha_f == alpha_m and gamma == 0.5

    def plan(self, model: Model, data: Data, settings: Any) -> Plan:
        chosen, s = settings.timeIntegration.generalizedAlpha, data.scalars
        velocity_level = self.keeps_velocities(chosen)
        if model.n_ae and self.lacks_damping(settings):
            warn(
                "constraints at position level need numerical damping: without it their forces "
                "can grow without bound in long runs; set generalizedAlpha.spectralRadius < 1 or "
                "generalizedAlpha.useIndex2Constraints = True"
            )
        s.index2 = velocity_level
        s.simplified = chosen.lieGroupSimplifiedKinematicRelations
        drifts = any(table.kind.drifts for table in model.equation_tables())
        s.project_drift = chosen.projectIndex2Drift and model.n_ae > 0 if velocity_level else drifts
        memory = {
            "method": np.array([(*self.parameters(chosen), 0, 0)], METHOD),
            "alpha": np.zeros(model.n_ode2),
            "differences": np.zeros(MAX_ORDER * (model.n_ode2 + model.n_ae + model.n_ode1)),
        }
        automatic = self.is_automatic(settings)
        loop = self._loop(model, automatic)
        fused = FUSED if loop is generalized_alpha else None
        return Plan(loop, memory, automatic, 2, velocity_level, fused=fused)

    @staticmethod
    def _loop(model: Model, automatic: bool) -> Callable[..., Any]:
        if automatic:
            return controlled_alpha
        if model.n_ode1:
            return generalized_alpha_first_order
        return long_generalized_alpha if model.n_ode2 >= MANY else generalized_alpha

    def restart(self, data: Data, memory: Memory) -> None:
        """Set the algorithmic accelerations to the true ones, and reset the predictor."""
        memory["method"]["known"] = memory["method"]["order"] = 0
        memory["alpha"][:] = data["a"]
        memory["differences"][:] = 0.0

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

    def parameters(self, chosen: Any) -> tuple[float, float, float, float]:
        return 0.0, 0.0, 0.25, 0.5

    def keeps_velocities(self, chosen: Any) -> bool:
        return True


register(GeneralizedAlpha("GeneralizedAlpha"))
register(TrapezoidalIndex2("TrapezoidalIndex2"))
