"""Explicit Runge-Kutta methods with constraints, first-order coordinates or error control.

A trial step is accepted by its error estimate (`step_control.py`), then projected onto the
constraints (`constrained.py`). The kernels in `explicit_calls` compute the accelerations, with or
without constraints, and project. The derivative of the present state is used for recording, in the
next step, and in trials after a rejection: `frame.first_valid` states that v, a and y_t are it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from linkwork.core.kernels.calls import STRIDE
from linkwork.core.kernels.pointer import call_kernel, view
from linkwork.core.records import f8
from linkwork.core.status import NOT_FINITE, OK, PROJECTION_FAILED, STOPPED
from linkwork.integrators import first_order
from linkwork.integrators.evaluate import begin_step, count_step, is_due, record_state
from linkwork.integrators.explicit.held import hold_accelerations
from linkwork.integrators.explicit.runge_kutta import combine, take_slopes
from linkwork.integrators.state import restore_state, save_state, without_low_parts
from linkwork.integrators.step_control import accept, error_of_step, plan_step, reject

FLOAT = np.dtype(f8)


def _differentiate(frame, state, system):
    """Compute the derivative of the present state, unless it is known."""
    if frame.first_valid != 0:
        return 0
    status = call_kernel(system.explicit_calls[0].code, frame.explicit_calls, system.address)
    if status == 0:
        for i in range(state.a.size):
            state.a[i] = system.x[i]
        for i in range(state.y_t.size):
            state.y_t[i] = system.rates[i]
        frame.first_valid = 1
    return status


def _take_stages(frame, state, start, system, stages, tableau, stage_v, stage_a, stage_y):
    """Take all stages, the first at the start, and leave the result in (q, v, y)."""
    q, v, y, n = state.q, state.v, state.y, state.q.size
    t_old = frame.t
    for i in range(n):
        stage_v[i], stage_a[i] = v[i], state.a[i]
    first_order.keep_stage(0, state.y_t, stage_y)
    for s in range(1, stages):
        row = 2 * stages + s * stages
        combine(frame, tableau, row, s, start, stage_v, stage_a, state, system.address)
        first_order.combine(frame.h, tableau, row, s, start.y, stage_y, y)
        frame.t = t_old + tableau[s] * frame.h
        frame.factor_valid = 0
        status = call_kernel(system.explicit_calls[0].code, frame.explicit_calls, system.address)
        if status != 0:
            return status
        for i in range(n):
            stage_v[s * n + i] = v[i]
            stage_a[s * n + i] = system.x[i]
        take_slopes(frame, s, v, system.address, stage_v)
        first_order.keep_stage(s, system.rates, stage_y)
    combine(frame, tableau, stages, stages, start, stage_v, stage_a, state, system.address)
    first_order.combine(frame.h, tableau, stages, stages, start.y, stage_y, y)
    frame.factor_valid = 0
    size = first_order.magnitude(y)
    for i in range(n):
        size += abs(q[i]) + abs(v[i])
    return 0 if size < frame.max_norm else NOT_FINITE


def _take_last_stage(state, stages, stage_a, stage_y):
    """Use the last stage as the derivative of the new state."""
    last = (stages - 1) * state.a.size
    for i in range(state.a.size):
        state.a[i] = stage_a[last + i]
    last = (stages - 1) * state.y_t.size
    for i in range(state.y_t.size):
        state.y_t[i] = stage_y[last + i]


def controlled_with(
    plan_step: Callable[..., Any],
    error_of_step: Callable[..., Any],
    accept: Callable[..., Any],
    reject: Callable[..., Any],
) -> Callable[..., Any]:
    """The loop of steps with a control of their size: functions as those of `step_control.py`."""

    def _try_step(frame, t_new, state, start, system, stages, tableau, stage_v, stage_a, stage_y):
        """Try a step to t_new: (status, error relative to the tolerances); project if accepted."""
        save_state(state, start)
        status = _take_stages(
            frame, state, start, system, stages, tableau, stage_v, stage_a, stage_y
        )  # fmt: skip
        error = 0.0
        if status == 0 and frame.automatic != 0:
            error = error_of_step(frame, stages, tableau, start, stage_v, stage_a, stage_y, state)
        frame.t = t_new
        if status == 0 and error <= 1.0 and state.multipliers.size > 0:
            project = system.explicit_calls[1].code
            status = call_kernel(project, frame.explicit_calls + STRIDE, system.address)
        return status, error

    def take_steps(
        frame, state, start, system, method, tableau, stage_v, stage_a, stage_y
    ):  # fmt: skip
        """Take frame.steps_wanted steps; a step that fails leaves the state at its start."""
        none = view(system.address, (0,), FLOAT)
        state, start = without_low_parts(state, none), without_low_parts(start, none)
        last, stages = False, method[0].stages
        while frame.steps_done < frame.steps_wanted and not last:
            t_old, t_new = frame.t, plan_step(frame)
            status = begin_step(frame, system.address, t_new)
            if status == 0:
                status = _differentiate(frame, state, system)
            if status != 0:
                return status
            status, error = _try_step(
                frame, t_new, state, start, system, stages, tableau, stage_v, stage_a, stage_y
            )  # fmt: skip
            if status != 0 or not error <= 1.0:
                restore_state(start, state)
                frame.t = t_old
                frame.factor_valid = 0
                if frame.automatic != 0 and status in (0, NOT_FINITE, PROJECTION_FAILED):
                    status = reject(frame, error, status)
                    if status == 0:
                        continue
                return status
            known = method[0].ends_at_result != 0 and state.multipliers.size == 0
            if known:  # whoever follows the steps may take them again, with other stages
                _take_last_stage(state, stages, stage_a, stage_y)
            status = count_step(frame, system.address)
            if status != 0:
                return status
            frame.first_valid = 1 if known else 0
            seen = frame.watch != 0 or is_due(frame, t_new)
            if frame.automatic != 0:
                accept(frame, error)
                last = t_new >= frame.t_end
            last = last or frame.stop_after != 0
            # with the size of this step, on which differences of functions in time depend
            status = _differentiate(frame, state, system)
            if frame.n_held > 0:
                hold_accelerations(frame, state.a)
            if status == 0 and (last or seen or frame.pre_step != 0):
                status = record_state(frame, system.address)
            if status != 0:
                return status
        return STOPPED if frame.stop_after != 0 else OK

    return take_steps


controlled_runge_kutta = controlled_with(plan_step, error_of_step, accept, reject)
"""Steps with the control of `step_control.py`."""
