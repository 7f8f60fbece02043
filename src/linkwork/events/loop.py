"""Steps that end at events, with any integrator: the loop around its loop.

The integrator takes one step, which `events/location.py` ends at its first event. A new start
follows: explicit integrators evaluate the accelerations again; for implicit ones and for events of
sensors the driver takes over (status EVENT).

Steps of fixed size continue to the grid point at which the step with the event was meant to end.
Events do not change an automatic step size.

Events without progress in time are counted. After MAX_STREAK consecutive ones (a row that rests on
a boundary and is pushed back and forth), one step is taken without a search, and the state at its
end decides on the branches. So a run always continues. The same is done in steps in which a
pre-step function drives constraints: the values it sets apply to the end of the whole step.
"""

from __future__ import annotations

from linkwork.core.kernels.calls import run_calls
from linkwork.core.kernels.pointer import call_kernel
from linkwork.core.status import (
    EVENT,
    NEWTON_FAILED,
    NOT_FINITE,
    OK,
    PROJECTION_FAILED,
    SINGULAR,
    STOPPED,
)
from linkwork.events.interpolant import SAME, evaluate_events, keep_distances
from linkwork.events.location import AT_EVENT, AT_START, PLAIN, one_step, settle
from linkwork.events.memory import Work, change_step, go_back, keep
from linkwork.integrators.evaluate import ROUNDING, SLACK, call_accept, record_state
from linkwork.integrators.step_control import reject

MAX_STREAK = 20
"""Number of consecutive events that may make no progress."""

NO_PROGRESS = 1.0e-6
"""Steps below this part of the planned one are no progress."""

CUT = 1.0e-2
"""Part of the largest step that is taken when events make no progress."""

NOTHING = 1.0e-9
"""Part of a fixed step that may be omitted at the end of a run."""


def _leaves_search(frame):
    """Whether the next step is not searched; it is short if events make no progress."""
    stuck = frame.event_streak > MAX_STREAK
    if stuck and frame.automatic != 0:
        frame.h_control = max(min(frame.h_control, CUT * frame.h_max), frame.h_min)
    return stuck or frame.unsearched != 0


def _note_branches(frame, work):
    """Let the state decide on the branches."""
    frame.frozen = 0
    system, branches = work.system, work.search.branches
    status = run_calls(frame.motion_calls, frame.n_motion_calls, system.address)
    if status == 0:
        status = run_calls(frame.force_calls, frame.n_force_calls, system.address)
    if status == 0:
        status = evaluate_events(frame, work)
    frame.frozen, frame.first_valid, frame.factor_valid = 1, 0, 0
    for i in range(frame.first_watcher, branches.size):
        if work.search.event_values[i, 0] < 0.0:
            branches[i] = -branches[i]
    return status


def _take_open_sides(frame, work):
    """Sensors whose side of zero is open get that at the end of the step, if it is not zero."""
    status, branches, values = 0, work.search.branches, work.search.event_values
    for i in range(frame.first_watcher, branches.size):
        if status == 0 and branches[i] == 0:
            branches[i] = 1
            status = evaluate_events(frame, work)
            value = values[i, 0]
            if status != 0 or abs(value) <= SAME:
                branches[i] = 0
            elif value < 0.0:
                branches[i], values[i, 0] = -1, -value
    return status


def _take_back(frame, work, begin, failed, planned):
    """After a failed search, return to the start of the step; a status if the loop must end."""
    go_back(frame, work, begin)
    frame.t_base, frame.steps_base = begin.t_base, begin.steps_base
    change_step(frame, work, begin.h)  # it still has the coefficients of the size that was tried
    if frame.automatic == 0 or failed not in (
        NOT_FINITE, PROJECTION_FAILED, NEWTON_FAILED, SINGULAR,
    ):  # fmt: skip
        return failed
    frame.h = planned
    status = reject(frame, 0.0, failed)
    frame.h = begin.h
    return status


def _plan_rest(frame, begin, planned):
    """Size after a fixed step that ended early: up to the grid point at which it should have ended.

    A grid point that is nearly reached is skipped, unless it is the end of the run. A rest of the
    size of rounding is no step.
    """
    if frame.grid_h == 0.0:
        frame.grid_h, frame.grid_base, frame.grid_steps = (
            planned,
            begin.t_base,
            begin.steps_base + 1,
        )
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
    """After the rest of a fixed step, continue with whole steps."""
    h, frame.grid_h = frame.grid_h, 0.0
    frame.t_base, frame.steps_base = frame.grid_base, frame.grid_steps
    frame.t = frame.grid_base + frame.grid_steps * h
    return h


def _next_size(frame, begin, end, planned):
    """Step size after a step that ended in this way."""
    if frame.automatic != 0:
        # the rest may be smaller than the rounding of times of this step
        frame.just_rejected = 0 if end != PLAIN else frame.just_rejected
        # the next step is as long as the control requests, however short this one was: functions of
        # time are differentiated in fractions of it
        rest = frame.t_end - frame.t
        return min(frame.h_control, rest) if end != PLAIN and rest > 0.0 else frame.h
    if end == AT_START:
        frame.t_base, frame.steps_base = begin.t_base, begin.steps_base
        return frame.h
    if end != PLAIN:
        return _plan_rest(frame, begin, planned)
    return _return_to_grid(frame) if frame.grid_h != 0.0 else frame.h


def _count_streak(frame, end, planned):
    """Count the consecutive steps that end early without progress in time."""
    # before the end of the run, the planned step itself may be below the rounding of times
    still = frame.h <= max(NO_PROGRESS * planned, ROUNDING * abs(frame.t))
    slow = end != PLAIN and (end == AT_START or still)
    frame.event_streak = frame.event_streak + 1 if slow else 0


def _set_next(frame, work, begin, end, planned, searched):
    """Set size and start of the next step, and what is known for its search."""
    h = _next_size(frame, begin, end, planned)
    if end != PLAIN or not searched or frame.automatic != 0 or h != frame.h:
        frame.event_known = 0
    else:
        keep_distances(frame, work.search.event_values, work.search.event_last)
    if end != PLAIN:
        frame.first_valid = frame.factor_valid = 0
    if end != PLAIN or h != frame.h:
        change_step(frame, work, h)


def _accelerate(frame, work):
    """Compute the accelerations after the event, for the recorder."""
    frame.factor_valid = 0
    state, system = work.state, work.system
    status = call_kernel(system.explicit_calls[0].code, frame.explicit_calls, system.address)
    for i in range(state.a.size):
        state.a[i] = system.x[i]
    for i in range(state.y_t.size):
        state.y_t[i] = system.rates[i]
    return status


def _concerns_driver(frame, work):
    """Whether the driver must act at an event."""
    for i in range(frame.first_watcher, work.search.crossed.size):
        if work.search.crossed[i] >= 0:
            return True
    return frame.implicit != 0


def event_steps(frame, state, start, step_start, step_end, aside, system, search):
    """Take frame.steps_wanted steps; a step that fails leaves the state at its start."""
    work = Work(state, start, step_start, step_end, aside, system, search)
    wanted, done, status = frame.steps_wanted, 0, OK
    while status == OK and done < wanted and (frame.automatic == 0 or frame.t < frame.t_end):
        searched, begin, end = not _leaves_search(frame), keep(frame, work), PLAIN
        status = one_step(frame, work)
        if status != OK and status != STOPPED:
            break
        planned, failed = frame.h, 0
        if searched:
            failed, end = settle(frame, work, begin)
        else:
            failed = _note_branches(frame, work)
        if failed == 0 and end == PLAIN:
            failed = _take_open_sides(frame, work)
        if failed != 0:
            status = _take_back(frame, work, begin, failed, planned)
            continue
        _count_streak(frame, end, planned)
        driver_acts = end >= AT_EVENT and _concerns_driver(frame, work)
        _set_next(frame, work, begin, end, planned, searched)
        if end == AT_EVENT and not driver_acts:
            failed = _accelerate(frame, work)
        status = status if end == PLAIN else OK  # STOPPED: the step has not reached its end yet
        if end != AT_START:
            done += 1
            frame.pre_step_done = frame.search_done = 0
            if failed == 0:
                failed = call_accept(frame, system.address)
            if failed == 0 and not driver_acts:
                failed = record_state(frame, system.address)
            status = status if failed == 0 else failed
        if driver_acts and status == OK:
            status = EVENT
    frame.steps_done, frame.steps_wanted = done, wanted
    return status
