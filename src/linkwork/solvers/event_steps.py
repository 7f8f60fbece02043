"""Steps that end at events, with any integrator: the loop around its loop.

Modes are frozen in a step, so it is smooth. The integrator takes one step; when it has succeeded it
is searched for events (`events.py`). At the first one the step is repeated with another size, until
it ends on the boundary up to rounding; there the modes switch. What follows is a new start:
explicit integrators evaluate the accelerations anew, for implicit ones and for events of sensors
the driver takes over (status EVENT).

Events of sensors at which nothing is done are seen on the interpolant alone: the step stays as it
is, so looking changes nothing.

Steps of fixed size go on to the point of their grid that the step with the event was meant for. An
automatic step size is left alone by events.

Events without progress in time are counted. After MAX_STREAK of them in a row (a row that rests on
a boundary and is pushed to and fro) one step is taken without a search, and the state at its end
decides on the modes. So a run always goes on. The same is done in steps in which a pre-step
function drives constraints: what it has set belongs to the end of the whole step.
"""

from __future__ import annotations

from linkwork.core.calls import run_calls
from linkwork.core.pointer import Pointer, call_kernel
from linkwork.core.records import BOUNDARIES
from linkwork.core.status import (
    EVENT,
    NEWTON_FAILED,
    NOT_FINITE,
    OK,
    PROJECTION_FAILED,
    SINGULAR,
    STOPPED,
)
from linkwork.solvers.evaluate import SLACK, record_state
from linkwork.solvers.events import (
    TOLERANCE,
    evaluate_events,
    interpolate,
    is_far,
    keep_distances,
    most_left,
    narrow,
    search,
    see,
    switch_modes,
)
from linkwork.solvers.generalized_alpha import orders
from linkwork.solvers.implicit_step import change_step, set_coefficients
from linkwork.solvers.step_control import reject

PLAIN, SHORTER, AT_EVENT, AT_START = 0, 1, 2, 3
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

MAX_SEEN = 10000
"""Events of one step that are only seen."""

seen_event = Pointer("q", "qq")
"""Callback for an event that is only seen: status = f(its row, direction)."""

NOTHING = 1.0e-9
"""Part of a fixed step that need not be taken at the end of a run."""


def _keep(q, q_low, v, a, alpha, multipliers, y, y_t, differences, step_start):
    """Note everything that a step changes: q, v, a, y, y_t, q_low, alpha, multipliers, ..."""
    n, m = q.size, y.size
    low, alphas = 3 * n + 2 * m, 4 * n + 2 * m
    for i in range(n):
        step_start[i], step_start[n + i], step_start[2 * n + i] = q[i], v[i], a[i]
        step_start[low + i], step_start[alphas + i] = q_low[i], alpha[i]
    for i in range(m):
        step_start[3 * n + i], step_start[3 * n + m + i] = y[i], y_t[i]
    place = 5 * n + 2 * m
    for i in range(multipliers.size):
        step_start[place + i] = multipliers[i]
    place += multipliers.size
    for i in range(differences.size):
        step_start[place + i] = differences[i]


def _go_back(
    frame, t_old, h_old, history, order, q, q_low, v, a, alpha, multipliers, y, y_t, differences,
    step_start,
):  # fmt: skip
    """Back to the start of the step."""
    n, m = q.size, y.size
    low, alphas = 3 * n + 2 * m, 4 * n + 2 * m
    for i in range(n):
        q[i], v[i], a[i] = step_start[i], step_start[n + i], step_start[2 * n + i]
        q_low[i], alpha[i] = step_start[low + i], step_start[alphas + i]
    for i in range(m):
        y[i], y_t[i] = step_start[3 * n + i], step_start[3 * n + m + i]
    place = 5 * n + 2 * m
    for i in range(multipliers.size):
        multipliers[i] = step_start[place + i]
    place += multipliers.size
    for i in range(differences.size):
        differences[i] = step_start[place + i]
    frame.t, frame.h, frame.history, frame.order = t_old, h_old, history, order
    frame.t_base, frame.steps_base = t_old, 0
    frame.first_valid = frame.factor_valid = 0


def _keep_ends(q, v, a, multipliers, y, y_t, start, step_start, step_end):
    """Both ends of a step for the interpolation.

    Accelerations and rates at its start are those that the integrator began with: after a switch
    others than those at the end of the step before.
    """
    n, m = q.size, y.size
    last = start.size - m
    for i in range(n):
        step_start[2 * n + i] = start[2 * n + i]
        step_end[i], step_end[n + i], step_end[2 * n + i] = q[i], v[i], a[i]
    for i in range(m):
        step_start[3 * n + m + i] = start[last + i]
        step_end[3 * n + i], step_end[3 * n + m + i] = y[i], y_t[i]
    for i in range(multipliers.size):
        step_end[3 * n + 2 * m + i] = multipliers[i]


def _one_step(frame, frame_address):
    """One step of the integrator, which is not recorded yet."""
    frame.steps_done, frame.steps_wanted, frame.hold = 0, 1, 1
    status = call_kernel(frame.step_loop, 0, frame_address)
    frame.hold = 0
    return status


def _try_step(
    frame, frame_address, h, t_old, h_old, history, order, q, q_low, v, a, alpha, multipliers, y,
    y_t, differences, step_start, event_values, motion_calls, event_calls,
):  # fmt: skip
    """Repeat the step with another size, and look at the distances at its end."""
    _go_back(
        frame, t_old, h_old, history, order, q, q_low, v, a, alpha, multipliers, y, y_t,
        differences, step_start,
    )  # fmt: skip
    if frame.implicit != 0:
        first, second, third = orders(differences)
        change_step(frame, h, a, alpha, first, second, third)
    frame.h = h
    automatic, frame.automatic, frame.pre_step_done = frame.automatic, 0, 1
    changed, frame.changed = frame.changed, 0  # by functions in the step: for the next one
    status = _one_step(frame, frame_address)
    frame.automatic, frame.changed = automatic, frame.changed | changed
    if status == STOPPED:
        status = 0
    if status == 0:
        status = evaluate_events(frame, frame_address, motion_calls, event_calls)
    return status


def _locate(
    frame, frame_address, root, slope, place, high, proven, t_old, h_old, history, order, q, q_low,
    v, a, alpha, multipliers, y, y_t, differences, step_start, event_values, motion_calls,
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
        status = _try_step(
            frame, frame_address, h, t_old, h_old, history, order, q, q_low, v, a, alpha,
            multipliers, y, y_t, differences, step_start, event_values, motion_calls, event_calls,
        )  # fmt: skip
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
    frame, frame_address, t_old, h_old, history, order, q, q_low, v, a, alpha, multipliers, y, y_t,
    start, differences, step_start, step_end, modes, event_acts, event_directions, event_values,
    event_history, event_last, crossed, motion_calls, event_calls, switch_calls,
):  # fmt: skip
    """Search a step that has succeeded for events: (status, how it ends); modes are switched."""
    trial, t_new = frame.h, frame.t
    if frame.event_known == 2:
        status = evaluate_events(frame, frame_address, motion_calls, event_calls)
        if status != 0 or is_far(event_values, event_last):
            return status, PLAIN
    _keep_ends(q, v, a, multipliers, y, y_t, start, step_start, step_end)
    begin, seen = 0.0, 0
    while True:
        status, low, high = search(
            frame, frame_address, begin, t_old, trial, q, v, a, multipliers, y, step_start,
            step_end, event_values, event_history, motion_calls, event_calls,
        )  # fmt: skip
        if status != 0 or high > 1.0:
            frame.t = t_new
            return status, PLAIN
        status, root, slope, place, at_start = narrow(
            frame, frame_address, low, high, t_old, trial, q, v, a, multipliers, y, step_start,
            step_end, event_values, motion_calls, event_calls,
        )  # fmt: skip
        if status != 0 or not _is_seen_only(frame, place, modes, event_acts, event_directions):
            break
        status, begin = see(
            frame, frame_address, low, high, place, t_old, trial, q, v, a, multipliers, y,
            step_start, step_end, event_values, event_history, crossed, motion_calls, event_calls,
        )  # fmt: skip
        frame.event_known = 0
        seen += 1
        if status == 0 and _concerns_run(frame, crossed, modes, event_acts, event_directions):
            break  # something happens at the same time
        if status == 0:
            status = _tell(frame, frame_address, crossed, modes, event_directions, switch_calls)
        if status != 0 or seen > MAX_SEEN:
            interpolate(1.0, trial, step_start, step_end, q, v, a, multipliers, y)
            frame.t = t_new
            return status, PLAIN
    if status != 0:
        return status, PLAIN
    if at_start != 0:
        _go_back(
            frame, t_old, h_old, history, order, q, q_low, v, a, alpha, multipliers, y, y_t,
            differences, step_start,
        )  # fmt: skip
    else:
        status, place = _locate(
            frame, frame_address, root, slope, place, high * trial, high == 1.0, t_old, h_old,
            history, order, q, q_low, v, a, alpha, multipliers, y, y_t, differences, step_start,
            event_values, motion_calls, event_calls,
        )  # fmt: skip
        if status != 0 or place < 0:
            return status, SHORTER
    status = switch_modes(
        frame, frame_address, place, trial, q, v, a, y, y_t, step_end, event_values,
        event_history, crossed, motion_calls, event_calls, switch_calls,
    )  # fmt: skip
    return status, AT_START if at_start != 0 else AT_EVENT


def _take_back(
    frame, failed, planned, base, count, t_old, h_old, history, order, q, q_low, v, a, alpha,
    multipliers, y, y_t, differences, step_start,
):  # fmt: skip
    """After a search that failed, back to the start of the step; a status if that is the end."""
    _go_back(
        frame, t_old, h_old, history, order, q, q_low, v, a, alpha, multipliers, y, y_t,
        differences, step_start,
    )  # fmt: skip
    frame.t_base, frame.steps_base = base, count
    if frame.implicit != 0:
        set_coefficients(frame)
    if frame.automatic == 0 or failed not in (
        NOT_FINITE, PROJECTION_FAILED, NEWTON_FAILED, SINGULAR,
    ):  # fmt: skip
        return failed
    frame.h = planned
    status = reject(frame, 0.0, failed)
    frame.h = h_old
    return status


def _note_modes(frame, frame_address, modes, event_values, motion_calls, force_calls, event_calls):
    """The state decides on the modes."""
    frame.frozen = 0
    status = run_calls(motion_calls, frame.motion_calls, frame_address)
    if status == 0:
        status = run_calls(force_calls, frame.force_calls, frame_address)
    if status == 0:
        status = evaluate_events(frame, frame_address, motion_calls, event_calls)
    frame.frozen, frame.first_valid, frame.factor_valid = 1, 0, 0
    for i in range(frame.first_watcher, modes.size):
        if event_values[i, 0] < 0.0:
            modes[i] = -modes[i]
    return status


def _plan_rest(frame, base, count, planned):
    """Size after a fixed step that ended early: up to the point of the grid it was meant for.

    A point that is as good as reached is left out, unless it is the end of the run. A rest that is
    nothing but rounding is no step.
    """
    if frame.grid_h == 0.0:
        frame.grid_h, frame.grid_base, frame.grid_steps = planned, base, count + 1
    rest = frame.grid_base + frame.grid_steps * frame.grid_h - frame.t
    if rest <= SLACK * frame.grid_h and frame.t + rest < frame.t_end - 0.5 * frame.grid_h:
        frame.grid_steps += 1
        rest += frame.grid_h
    frame.t_base, frame.steps_base = frame.t, 0
    if rest > NOTHING * frame.grid_h:
        return rest
    h, frame.grid_h = frame.grid_h, 0.0
    return h


def _return_to_grid(frame):
    """The rest of a fixed step was taken: go on with whole ones."""
    h, frame.grid_h = frame.grid_h, 0.0
    frame.t_base, frame.steps_base = frame.grid_base, frame.grid_steps
    frame.t = frame.grid_base + frame.grid_steps * h
    return h


def _next_size(frame, end, base, count, planned):
    """Step size after a step that ended like that."""
    if frame.automatic != 0:
        # what remains may be less than the rounding of times that belongs to this step
        frame.just_rejected = 0 if end != PLAIN else frame.just_rejected
        rest = frame.t_end - frame.t
        return min(frame.h, rest) if end != PLAIN and rest > 0.0 else frame.h
    if end == AT_START:
        frame.t_base, frame.steps_base = base, count
        return frame.h
    if end != PLAIN:
        return _plan_rest(frame, base, count, planned)
    return _return_to_grid(frame) if frame.grid_h != 0.0 else frame.h


def _accelerate(frame, frame_address, a, y_t, rates, x, explicit_calls):
    """Accelerations behind the event, for the recorder."""
    frame.factor_valid = 0
    status = call_kernel(explicit_calls[0].code, frame.explicit_calls, frame_address)
    for i in range(a.size):
        a[i] = x[i]
    for i in range(y_t.size):
        y_t[i] = rates[i]
    return status


def _is_wanted(i, sign, event_directions):
    """Whether a crossing of a sensor to that sign is an event."""
    return event_directions[i] == 0 or event_directions[i] == sign


def _is_seen_only(frame, place, modes, event_acts, event_directions):
    """Whether a row belongs to a sensor, and nothing is done when it leaves its mode."""
    i = place // BOUNDARIES
    if i < frame.first_watcher:
        return False
    return event_acts[i] == 0 or not _is_wanted(i, -modes[i], event_directions)


def _concerns_run(frame, crossed, modes, event_acts, event_directions):
    """Whether rows that cross now change anything: modes are still those before."""
    for i in range(crossed.size):
        if crossed[i] >= 0 and not _is_seen_only(
            frame, i * BOUNDARIES, modes, event_acts, event_directions
        ):
            return True
    return False


def _tell(frame, frame_address, crossed, modes, event_directions, switch_calls):
    """Switch the sensors that cross zero at the present state, and note the events."""
    status = run_calls(switch_calls, frame.switch_calls, frame_address)
    for i in range(frame.first_watcher, crossed.size):
        if status == 0 and crossed[i] >= 0:
            frame.events += 1
            if _is_wanted(i, modes[i], event_directions):
                status = seen_event(frame.seen, i, modes[i])
    return status


def _concerns_driver(frame, crossed):
    """Whether the driver has to act at an event."""
    for i in range(frame.first_watcher, crossed.size):
        if crossed[i] >= 0:
            return True
    return frame.implicit != 0


def _leaves_search(frame):
    """Whether the next step is not searched; a short one, if that is for want of progress."""
    stuck = frame.event_streak > MAX_STREAK
    if stuck and frame.automatic != 0:
        frame.h_control = max(min(frame.h_control, CUT * frame.h_max), frame.h_min)
    return stuck or frame.unsearched != 0


def event_steps(
    frame, frame_address, q, q_low, v, a, alpha, multipliers, y, y_t, rates, x, start,
    differences, step_start, step_end, modes, event_acts, event_directions, event_values,
    event_history, event_last, crossed, motion_calls, force_calls, event_calls, switch_calls,
    explicit_calls, record_calls, sensor_calls,
):  # fmt: skip
    """Take frame.steps_wanted steps; a step that fails leaves the state at its start."""
    wanted, done, status = frame.steps_wanted, 0, OK
    while status == OK and done < wanted and (frame.automatic == 0 or frame.t < frame.t_end):
        stuck = _leaves_search(frame)
        _keep(q, q_low, v, a, alpha, multipliers, y, y_t, differences, step_start)
        t_old, h_old, history, order = frame.t, frame.h, frame.history, frame.order
        base, count, end = frame.t_base, frame.steps_base, PLAIN
        status = _one_step(frame, frame_address)
        if status != OK and status != STOPPED:
            break
        planned, failed = frame.h, 0
        if stuck:
            failed = _note_modes(
                frame, frame_address, modes, event_values, motion_calls, force_calls, event_calls
            )
        else:
            failed, end = _settle(
                frame, frame_address, t_old, h_old, history, order, q, q_low, v, a, alpha,
                multipliers, y, y_t, start, differences, step_start, step_end, modes, event_acts,
                event_directions, event_values, event_history, event_last, crossed, motion_calls,
                event_calls, switch_calls,
            )  # fmt: skip
        if failed != 0:
            status = _take_back(
                frame, failed, planned, base, count, t_old, h_old, history, order, q, q_low, v, a,
                alpha, multipliers, y, y_t, differences, step_start,
            )  # fmt: skip
            continue
        # before the end of the run the planned step itself may be below the rounding of times
        still = frame.h <= max(NO_PROGRESS * planned, ROUNDING * abs(frame.t))
        slow = end != PLAIN and (end == AT_START or still)
        frame.event_streak = frame.event_streak + 1 if slow else 0
        driver_acts = end >= AT_EVENT and _concerns_driver(frame, crossed)
        if end == AT_EVENT and not driver_acts:
            failed = _accelerate(frame, frame_address, a, y_t, rates, x, explicit_calls)
        h = _next_size(frame, end, base, count, planned)
        if end != PLAIN or stuck or frame.automatic != 0 or h != frame.h:
            frame.event_known = 0
        else:
            keep_distances(frame, event_values, event_last)
        if end != PLAIN:
            status = OK  # STOPPED: the step is not at its end yet
            frame.first_valid = frame.factor_valid = 0
        if frame.implicit != 0 and (end != PLAIN or h != frame.h):
            first, second, third = orders(differences)
            change_step(frame, h, a, alpha, first, second, third)
        frame.h = h
        if end != AT_START:
            done += 1
            frame.pre_step_done = 0
            if failed == 0 and not driver_acts:
                failed = record_state(frame, frame_address, record_calls, sensor_calls)
            status = status if failed == 0 else failed
        if driver_acts and status == OK:
            status = EVENT
    frame.steps_done, frame.steps_wanted = done, wanted
    return status
