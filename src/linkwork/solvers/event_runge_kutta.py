"""Embedded pairs for models with piecewise laws: steps end where a law changes its branch.

Modes are frozen in a trial step, so it is smooth. When the error control has accepted it, it is
searched for events (`events.py`). At the first one the step is repeated with another size, until
it ends on the boundary up to rounding; there the modes switch, and the next step starts anew. The
step size that the error control wants is left alone by events.

Events without progress in time are counted. After MAX_STREAK of them in a row (a row that rests on
a boundary and is pushed to and fro) one small step is taken without a search, and the state at its
end decides on the modes. So a run always goes on.
"""

from __future__ import annotations

from linkwork.core.calls import STRIDE
from linkwork.core.pointer import call_kernel
from linkwork.core.records import BOUNDARIES
from linkwork.core.status import NOT_FINITE, OK, PROJECTION_FAILED, STOPPED
from linkwork.solvers.controlled_runge_kutta import (
    first_stage,
    further_stages,
    go_back,
    try_step,
)
from linkwork.solvers.evaluate import SLACK, begin_step, record_state
from linkwork.solvers.events import (
    TOLERANCE,
    evaluate_events,
    most_left,
    narrow,
    search,
    switch_modes,
)
from linkwork.solvers.step_control import accept, plan_step, reject

PLAIN, SHORTER, EVENT, AT_START = 0, 1, 2, 3
"""How a step ends: as planned; earlier, without an event; at an event; at once."""

MAX_TRIALS = 50
"""Steps that are tried to meet an event."""

MAX_STREAK = 20
"""Events in a row that may make no progress."""

NO_PROGRESS = 1.0e-6
"""Steps below this part of the planned one are no progress."""

CUT = 1.0e-2
"""Part of the largest step that is taken when events make no progress."""

ROUNDING = 4.0e-16
"""Rounding of times."""


def _keep_end(
    frame, frame_address, q, v, multipliers, y, rates, stage_a, stage_y, x, step_end,
    explicit_calls,
):  # fmt: skip
    """Note the state at the end of a trial step and its derivative."""
    n, m = q.size, y.size
    known = frame.ends_at_result != 0 and multipliers.size == 0
    status = 0
    if not known:
        status = call_kernel(explicit_calls[0].code, frame.explicit_calls, frame_address)
    last = (frame.stages - 1) * n
    for i in range(n):
        step_end[i], step_end[n + i] = q[i], v[i]
        step_end[2 * n + i] = stage_a[last + i] if known else x[i]
    last = (frame.stages - 1) * m
    for i in range(m):
        step_end[5 * n + i] = y[i]
        step_end[5 * n + m + i] = stage_y[last + i] if known else rates[i]
    return status


def _go_to_end(frame, q, v, y, y_t, a, stage_v, stage_a, stage_y, step_end):
    """The step ends as planned: its end is the state, and stage 0 of the next step."""
    n, m = q.size, y.size
    for i in range(n):
        q[i] = step_end[i]
        v[i] = stage_v[i] = step_end[n + i]
        a[i] = stage_a[i] = step_end[2 * n + i]
    for i in range(m):
        y[i] = step_end[5 * n + i]
        y_t[i] = stage_y[i] = step_end[5 * n + m + i]
    frame.first_valid = 1


def _locate(
    frame, frame_address, root, slope, place, high, proven, t_old, q, v, multipliers, y, rates,
    start, stage_v, stage_a, stage_y, tableau, x, event_values, explicit_calls, motion_calls,
    event_calls,
):  # fmt: skip
    """Repeat the step with the size at which a row is on its boundary: (status, place).

    root, slope, place -- what the interpolant tells; high -- a size at which the row has left,
    proven by a step, or seen on the interpolant only. place -1: no step has left
    """
    low, h, last_h, last = 0.0, root, -1.0, 0.0
    if not low < h < high:
        h = 0.5 * high if proven else high
    for _ in range(MAX_TRIALS):
        frame.h = h
        status = further_stages(
            frame, frame_address, t_old, q, v, y, rates, start, stage_v, stage_a, stage_y, tableau,
            x, explicit_calls,
        )  # fmt: skip
        frame.t = t_old + h
        if status == 0 and multipliers.size > 0:
            status = call_kernel(
                explicit_calls[1].code, frame.explicit_calls + STRIDE, frame_address
            )
        if status == 0:
            status = evaluate_events(frame, frame_address, motion_calls, event_calls)
        if status != 0:
            return status, -1
        worst, known = most_left(event_values), last_h >= 0.0
        if worst >= 0 and event_values[place // BOUNDARIES, place % BOUNDARIES] >= -TOLERANCE:
            place, known = worst, False  # another row has left before
        value = event_values[place // BOUNDARIES, place % BOUNDARIES]
        closed = high - low <= ROUNDING * (abs(t_old) + high)
        if (worst < 0 and value <= TOLERANCE) or (worst >= 0 and closed):
            return 0, place
        if worst < 0 and h >= high:
            return 0, -1
        if worst >= 0:
            high, proven = h, True
        else:
            low = h
        if known and value != last:
            slope = (value - last) / (h - last_h)
        last_h, last = h, value
        h = h - value / slope if slope < 0.0 else high
        if not h < high:
            h = 0.5 * (low + high) if proven else high
        elif not h > low:
            h = 0.5 * (low + high)
        if closed:
            h = high
    return 0, place


def _settle(
    frame, frame_address, t_old, q, v, a, multipliers, y, y_t, rates, start, stage_v, stage_a,
    stage_y, tableau, x, step_end, event_values, event_history, crossed, explicit_calls,
    motion_calls, event_calls, switch_calls,
):  # fmt: skip
    """Search a step that was accepted for events: (status, how it ends); modes are switched."""
    trial, t_new = frame.h, frame.t
    status = _keep_end(
        frame, frame_address, q, v, multipliers, y, rates, stage_a, stage_y, x, step_end,
        explicit_calls,
    )  # fmt: skip
    low = high = 2.0
    if status == 0:
        status, low, high = search(
            frame, frame_address, t_old, trial, q, v, y, start, stage_a, stage_y, step_end,
            event_values, event_history, motion_calls, event_calls,
        )  # fmt: skip
    if status != 0 or high > 1.0:
        frame.t = t_new
        return status, PLAIN
    proven = high == 1.0
    status, root, slope, place, at_start = narrow(
        frame, frame_address, low, high, t_old, trial, q, v, y, start, stage_a, stage_y, step_end,
        event_values, motion_calls, event_calls,
    )  # fmt: skip
    if status != 0:
        return status, PLAIN
    if at_start != 0:
        go_back(frame, t_old, q, v, a, multipliers, y, y_t, start, stage_a)
    else:
        status, place = _locate(
            frame, frame_address, root, slope, place, high * trial, proven, t_old, q, v,
            multipliers, y, rates, start, stage_v, stage_a, stage_y, tableau, x, event_values,
            explicit_calls, motion_calls, event_calls,
        )  # fmt: skip
        if status != 0 or place < 0:
            return status, SHORTER
    part = 0.0 if at_start != 0 else frame.h / trial
    status = switch_modes(
        frame, frame_address, place, part, trial, q, v, stage_a, step_end, event_values,
        event_history, crossed, motion_calls, event_calls, switch_calls,
    )  # fmt: skip
    return status, AT_START if at_start != 0 else EVENT


def _count(frame, end, trial):
    """Book-keeping of a step that ends like that."""
    slow = end != PLAIN and (end == AT_START or frame.h <= NO_PROGRESS * trial)
    frame.event_streak = frame.event_streak + 1 if slow else 0
    frame.first_valid = 0
    if end == AT_START:
        return
    frame.steps_base += 1
    frame.steps_done += 1
    frame.pre_step_done = 0
    if end != PLAIN:
        frame.just_rejected = 0
        # what remains may be less than the rounding of times that belongs to this step
        frame.h = min(frame.h, frame.t_end - frame.t)


def event_runge_kutta(
    frame, frame_address, q, v, a, multipliers, y, y_t, rates, start, stage_v, stage_a, stage_y,
    tableau, x, step_end, event_values, event_history, crossed, explicit_calls, motion_calls,
    event_calls, switch_calls, record_calls, sensor_calls,
):  # fmt: skip
    """Take frame.steps_wanted steps; a step that fails leaves the state at its start."""
    last = False
    while frame.steps_done < frame.steps_wanted and not last:
        stuck = frame.event_streak > MAX_STREAK
        if stuck:
            frame.h_control = max(min(frame.h_control, CUT * frame.h_max), frame.h_min)
        t_old, t_new = frame.t, plan_step(frame)
        trial = frame.h
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
        end = PLAIN
        if status == 0 and error <= 1.0 and not stuck:
            status, end = _settle(
                frame, frame_address, t_old, q, v, a, multipliers, y, y_t, rates, start, stage_v,
                stage_a, stage_y, tableau, x, step_end, event_values, event_history, crossed,
                explicit_calls, motion_calls, event_calls, switch_calls,
            )  # fmt: skip
        if status != 0 or not error <= 1.0:
            frame.h = trial
            go_back(frame, t_old, q, v, a, multipliers, y, y_t, start, stage_a)
            if status in (0, NOT_FINITE, PROJECTION_FAILED):
                status = reject(frame, error, status)
                if status == 0:
                    continue
            return status
        _count(frame, end, trial)
        if end == AT_START:
            continue
        if end == PLAIN:
            if not stuck:
                _go_to_end(frame, q, v, y, y_t, a, stage_v, stage_a, stage_y, step_end)
            accept(frame, error)
        seen = min(frame.next_record, frame.next_sensor) <= frame.t + SLACK * frame.h
        last = frame.t >= frame.t_end
        last = last or frame.steps_done == frame.steps_wanted or frame.stop_after != 0
        if last or seen or stuck or frame.pre_step != 0:
            frame.frozen = 0 if stuck else 1
            status = first_stage(
                frame, frame_address, v, a, y_t, rates, x, stage_v, stage_a, stage_y,
                explicit_calls,
            )  # fmt: skip
            frame.frozen = 1
            for i in range(q.size):
                a[i] = stage_a[i]
            if status == 0:
                status = record_state(frame, frame_address, record_calls, sensor_calls)
            if status != 0:
                return status
    return STOPPED if frame.stop_after != 0 else OK
