"""Explicit Runge-Kutta methods with constraints, first-order coordinates or error control.

A trial step is accepted by its error estimate (`step_control.py`), then projected onto the
constraints (`constrained.py`). The kernels in `explicit_calls` give the accelerations, with or
without constraints, and project. The derivative of the present state is kept as stage 0: it
serves recording, the next step, and trials after a rejection.
"""

from __future__ import annotations

from linkwork.core.calls import STRIDE
from linkwork.core.pointer import call_kernel
from linkwork.core.status import NOT_FINITE, OK, PROJECTION_FAILED, STOPPED
from linkwork.solvers import first_order
from linkwork.solvers.evaluate import SLACK, begin_step, record_state
from linkwork.solvers.runge_kutta import combine
from linkwork.solvers.step_control import accept, error_norm, error_of_rates, plan_step, reject


def first_stage(
    frame, frame_address, v, a, y_t, rates, x, stage_v, stage_a, stage_y, explicit_calls
):  # fmt: skip
    """Derivative of the present state as stage 0, unless it is known."""
    if frame.first_valid != 0:
        return 0
    status = call_kernel(explicit_calls[0].code, frame.explicit_calls, frame_address)
    if status == 0:
        for i in range(v.size):
            stage_v[i] = v[i]
            stage_a[i] = a[i] = x[i]
        for i in range(y_t.size):
            stage_y[i] = y_t[i] = rates[i]
        frame.first_valid = 1
    return status


def further_stages(
    frame, frame_address, t_old, q, v, y, rates, start, stage_v, stage_a, stage_y, tableau, x,
    explicit_calls,
):  # fmt: skip
    """Stages after the first, and the result in (q, v, y)."""
    n, stages = q.size, frame.stages
    for s in range(1, stages):
        row = 2 * stages + s * stages
        combine(frame, tableau, row, s, start, stage_v, stage_a, q, v)
        first_order.combine(frame.h, tableau, row, s, start, stage_y, y)
        frame.t = t_old + tableau[s] * frame.h
        frame.factor_valid = 0
        status = call_kernel(explicit_calls[0].code, frame.explicit_calls, frame_address)
        if status != 0:
            return status
        for i in range(n):
            stage_v[s * n + i] = v[i]
            stage_a[s * n + i] = x[i]
        first_order.keep_stage(s, rates, stage_y)
    combine(frame, tableau, stages, stages, start, stage_v, stage_a, q, v)
    first_order.combine(frame.h, tableau, stages, stages, start, stage_y, y)
    frame.factor_valid = 0
    size = first_order.magnitude(y)
    for i in range(n):
        size += abs(q[i]) + abs(v[i])
    return 0 if size < frame.max_norm else NOT_FINITE


def _save(q, v, multipliers, y, y_t, stage_a, start):
    n = q.size
    for i in range(n):
        start[i] = q[i]
        start[n + i] = v[i]
        start[2 * n + i] = stage_a[i]
    for i in range(multipliers.size):
        start[4 * n + i] = multipliers[i]
    first_order.keep(y, y_t, start)


def go_back(frame, t_old, q, v, a, multipliers, y, y_t, start, stage_a):
    """Back to the start of the step, whose accelerations are still in stage 0."""
    n = q.size
    for i in range(n):
        q[i] = start[i]
        v[i] = start[n + i]
        a[i] = stage_a[i]
    for i in range(multipliers.size):
        multipliers[i] = start[4 * n + i]
    first_order.go_back(start, y, y_t)
    frame.t = t_old
    frame.factor_valid = 0


def _keep_last_stage(frame, q, y_t, stage_v, stage_a, stage_y):
    """The last stage is the derivative of the new state."""
    n = q.size
    last = (frame.stages - 1) * n
    for i in range(n):
        stage_v[i] = stage_v[last + i]
        stage_a[i] = stage_a[last + i]
    last = (frame.stages - 1) * y_t.size
    for i in range(y_t.size):
        stage_y[i] = y_t[i] = stage_y[last + i]
    frame.first_valid = 1


def try_step(
    frame, frame_address, t_new, q, v, multipliers, y, y_t, rates, start, stage_v, stage_a,
    stage_y, tableau, x, explicit_calls,
):  # fmt: skip
    """A trial step to t_new: (status, error relative to the tolerances); projected if accepted."""
    _save(q, v, multipliers, y, y_t, stage_a, start)
    status = further_stages(
        frame, frame_address, frame.t, q, v, y, rates, start, stage_v, stage_a, stage_y, tableau,
        x, explicit_calls,
    )  # fmt: skip
    error = 0.0
    if status == 0 and frame.automatic != 0:
        error = error_norm(frame, tableau, start, stage_v, stage_a, q, v)
        error = max(error, error_of_rates(frame, tableau, start, stage_y, y))
    frame.t = t_new
    if status == 0 and error <= 1.0 and multipliers.size > 0:
        status = call_kernel(explicit_calls[1].code, frame.explicit_calls + STRIDE, frame_address)
    return status, error


def controlled_runge_kutta(
    frame, frame_address, q, v, a, multipliers, y, y_t, rates, start, stage_v, stage_a, stage_y,
    tableau, x, explicit_calls, record_calls, sensor_calls,
):  # fmt: skip
    """Take frame.steps_wanted steps; a step that fails leaves the state at its start."""
    last = False
    while frame.steps_done < frame.steps_wanted and not last:
        t_old, t_new = frame.t, plan_step(frame)
        status = begin_step(frame, t_new)
        if status == 0:
            status = first_stage(
                frame, frame_address, v, a, y_t, rates, x, stage_v, stage_a, stage_y,
                explicit_calls,
            )  # fmt: skip
        if status != 0:
            return status
        status, error = try_step(
            frame, frame_address, t_new, q, v, multipliers, y, y_t, rates, start, stage_v, stage_a,
            stage_y, tableau, x, explicit_calls,
        )  # fmt: skip
        if status != 0 or not error <= 1.0:
            go_back(frame, t_old, q, v, a, multipliers, y, y_t, start, stage_a)
            if frame.automatic != 0 and status in (0, NOT_FINITE, PROJECTION_FAILED):
                status = reject(frame, error, status)
                if status == 0:
                    continue
            return status
        frame.steps_base += 1
        frame.steps_done += 1
        frame.pre_step_done = 0
        frame.first_valid = 0
        if frame.ends_at_result != 0 and multipliers.size == 0:
            _keep_last_stage(frame, q, y_t, stage_v, stage_a, stage_y)
        seen = min(frame.next_record, frame.next_sensor) <= t_new + SLACK * frame.h
        if frame.automatic != 0:
            accept(frame, error)
            last = t_new >= frame.t_end
        last = last or frame.steps_done == frame.steps_wanted or frame.stop_after != 0
        if last or seen or frame.pre_step != 0:
            status = first_stage(
                frame, frame_address, v, a, y_t, rates, x, stage_v, stage_a, stage_y,
                explicit_calls,
            )  # fmt: skip
            for i in range(q.size):
                a[i] = stage_a[i]
            if status == 0:
                status = record_state(frame, frame_address, record_calls, sensor_calls)
            if status != 0:
                return status
    return STOPPED if frame.stop_after != 0 else OK
