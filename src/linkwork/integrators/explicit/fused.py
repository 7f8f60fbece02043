"""Runge-Kutta methods with the kernels of a small model in one function
(`core/kernels/fused.py`): the steps of `explicit/runge_kutta.py` whose end is not recorded."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from linkwork.core.kernels.fused import Steps
from linkwork.integrators.evaluate import clear_forces, count_fused_step, is_plain
from linkwork.integrators.explicit.runge_kutta import add_stages, divide_by_masses, magnitude
from linkwork.integrators.state import restore_state, save_state


def _no_stages(frame, t_old, state, start, system, tableau, stage_v, stage_a, work):
    """What precedes the first stage."""
    return 0


def _stage(
    s: int, stages: int, before: Callable[..., Any], evaluate: Callable[..., Any],
    solve: Callable[..., Any],
) -> Callable[..., Any]:  # fmt: skip
    """Stage s and all before it; a function of its own, as its number is a constant."""

    def stage(frame, t_old, state, start, system, tableau, stage_v, stage_a, work):
        status = before(frame, t_old, state, start, system, tableau, stage_v, stage_a, work)
        if status != 0:
            return status
        if s > 0:
            row = 2 * stages + s * stages
            add_stages(frame, tableau, row, s, start, stage_v, stage_a, state)
            frame.t = t_old + tableau[s] * frame.h
        clear_forces(frame, system)
        status = evaluate(frame, work)
        if status != 0:
            return status
        divide_by_masses(frame, system)
        if frame.diagonal_mass == 0:
            solve(frame, work)
        n = state.q.size
        for i in range(n):
            stage_v[s * n + i] = state.v[i]
            stage_a[s * n + i] = system.x[i]
        return 0

    return stage


def _make(
    evaluate: Callable[..., Any], solve: Callable[..., Any], pools: Mapping[str, Any]
) -> Callable[..., Any]:
    """The function that takes steps."""
    count, run_stages = int(pools["method"]["stages"][0]), _no_stages
    for s in range(count):
        run_stages = _stage(s, count, run_stages, evaluate, solve)

    def take_steps(frame, state, start, system, tableau, stage_v, stage_a, work):
        """Take steps until another kind of step is due; returns their number."""
        taken = 0
        while True:
            t_old, t_new = frame.t, frame.t_base + (frame.steps_base + 1) * frame.h
            if not is_plain(frame, t_new):
                return taken
            save_state(state, start)
            status = run_stages(frame, t_old, state, start, system, tableau, stage_v, stage_a, work)
            if status == 0:
                add_stages(frame, tableau, count, count, start, stage_v, stage_a, state)
            if status != 0 or not magnitude(state.q, state.v) < frame.max_norm:
                restore_state(start, state)
                frame.t = t_old
                return taken
            frame.force_evaluations += count
            count_fused_step(frame, t_new)
            taken += 1

    return take_steps


FUSED = Steps(
    make=_make,
    scalars=("t", "steps_base", "steps_done", "since_change", "fused_steps", "force_evaluations"),
    zero=("pre_step", "post_newton", "changed", "first_valid"),
    fixed_scalars=("diagonal_mass",),
    fixed=("tableau",),
)
