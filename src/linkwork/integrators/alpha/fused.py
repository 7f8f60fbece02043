"""Generalized-alpha with the kernels of a small model in one function (`core/kernels/fused.py`).

It takes the steps that the present factors solve. Before any other step it stops, and the loop of
`alpha/loop.py` takes that step.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from linkwork.core.kernels.fused import Steps
from linkwork.integrators.alpha.step import finisher, predictor
from linkwork.integrators.alpha.step_size import orders
from linkwork.integrators.evaluate import clear_forces, count_fused_step, is_plain
from linkwork.integrators.newton import newton_with
from linkwork.integrators.state import restore_state, save_state

NEW_FACTORS = 1
"""Status of a step that needs them."""


def _no_factors(frame, system, work):
    return NEW_FACTORS


def _make(
    run_kernels: Callable[..., Any], run_solver: Callable[..., Any], pools: Mapping[str, Any]
) -> Callable[..., Any]:
    """The function that takes steps."""

    def evaluate(frame, system, work):
        frame.force_evaluations += 1
        clear_forces(frame, system)
        return run_kernels(frame, work)

    def solve(frame, system, work):
        return run_solver(frame, work)

    newton = newton_with(evaluate, _no_factors, solve, rates=False, many=False)
    predict, finish = predictor(many=False), finisher(rates=False, many=False, controlled=False)

    def take_steps(frame, state, start, system, method, alpha, differences, work):
        """Take steps until another kind of step is due; returns their number."""
        taken = 0
        first, second, third, fourth = orders(differences)
        while True:
            t_old, t_new = frame.t, frame.t_base + (frame.steps_base + 1) * frame.h
            if not is_plain(frame, t_new) or frame.factor_valid == 0:
                return taken
            updates, evaluations = frame.newton_iterations, frame.force_evaluations
            excess, slowest = frame.excess, frame.slowest
            save_state(state, start)
            predict(frame, state, start, system, method, alpha, first, second, third, fourth)
            frame.t = t_new
            if newton(frame, state, system, work) != 0:
                restore_state(start, state)
                frame.t, frame.excess, frame.slowest = t_old, excess, slowest
                frame.newton_iterations, frame.force_evaluations = updates, evaluations
                return taken
            finish(state, start, system.x, method, alpha, first, second, third, fourth)
            count_fused_step(frame, t_new)
            taken += 1

    return take_steps


FUSED = Steps(
    make=_make,
    scalars=("t", "steps_base", "steps_done", "since_change", "fused_steps", "slowest", "excess")
    + ("force_evaluations", "newton_iterations", "linear"),
    zero=("pre_step", "post_newton", "changed", "jacobian_per_step", "single_update", "judge")
    + ("project_drift", "locate"),
    fixed_scalars=("plain_masses",),
    history=("method", "alpha", "differences"),
)
