"""The end of one step with events: search it, repeat it up to the first event, switch there.

Branches are frozen in a step, so it is smooth. A step that has succeeded is searched for events
(`events/interpolant.py`). The step is repeated with other sizes until it ends at the first event,
on the boundary up to rounding; there the branches switch.

Events of sensors without an action are located on the interpolant alone: the step stays as it is,
so observing changes nothing.
"""

from __future__ import annotations

from linkwork.core.kernels.calls import run_calls
from linkwork.core.kernels.marks import inlined
from linkwork.core.kernels.pointer import Pointer, call_kernel
from linkwork.core.records import BOUNDARIES
from linkwork.core.status import STOPPED
from linkwork.events.interpolant import (
    TOLERANCE,
    distance_at,
    evaluate_events,
    is_far,
    most_left,
    narrow,
    search,
    see,
    switch_branches,
)
from linkwork.events.memory import change_step, go_back, keep_ends
from linkwork.events.step_interpolation import interpolate
from linkwork.integrators.evaluate import ROUNDING

PLAIN, SHORTER, AT_EVENT, AT_START = 0, 1, 2, 3
"""How a step ends: as planned; earlier, without an event; at an event; immediately."""

MAX_TRIALS = 50
"""Number of steps that are tried to meet an event."""

MAX_SEEN = 10000
"""Largest number of events in one step that are only observed."""

seen_event = Pointer("q", "qq")
"""Callback for an event that is only observed: status = f(its row, direction)."""


def one_step(frame, work):
    """Take one step of the integrator, which is not recorded yet."""
    frame.steps_done, frame.steps_wanted, frame.hold = 0, 1, 1
    loop = work.search.step_calls[0].code
    status = call_kernel(loop, frame.step_calls, work.system.address)
    frame.hold = 0
    return status


def _try_step(frame, work, begin, h):
    """Repeat the step with another size, and evaluate the distances at its end."""
    go_back(frame, work, begin)
    change_step(frame, work, h)
    automatic, frame.automatic, frame.pre_step_done = frame.automatic, 0, 1
    frame.search_done = 1
    changed, frame.changed = frame.changed, 0  # by functions in the step: for the next one
    status = one_step(frame, work)
    frame.automatic, frame.changed = automatic, frame.changed | changed
    if status == STOPPED:
        status = 0
    if status == 0:
        status = evaluate_events(frame, work)
    return status


def _locate(frame, work, begin, root, slope, place, high, proven):
    """Repeat the step with the size at which a row is on its boundary: (status, place).

    root, slope, place -- from the interpolant; high -- a size at which the row has left, proven by
    a step or only seen on the interpolant. place -1: no step has left
    """
    low, h, last_h, last = 0.0, root, -1.0, 0.0
    values = work.search.event_values
    if not low < h < high:
        h = 0.5 * high if proven else high
    for _ in range(MAX_TRIALS):
        status = _try_step(frame, work, begin, h)
        if status != 0:
            return status, -1
        worst, known = most_left(values), last_h >= 0.0
        if worst >= 0 and distance_at(values, place) >= -TOLERANCE:
            place, known = worst, False  # another row has left before
        value = distance_at(values, place)
        closed = high - low <= ROUNDING * (abs(begin.t) + high)
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


def _is_wanted(i, sign, event_directions):
    """Whether a sensor's crossing to that sign is an event."""
    return event_directions[i] == 0 or event_directions[i] == sign


def _is_seen_only(frame, work, i):
    """Whether a row is one of a sensor without an action when it leaves its branch."""
    if i < frame.first_watcher:
        return False
    search = work.search
    return search.event_acts[i] == 0 or not _is_wanted(
        i, -search.branches[i], search.event_directions
    )  # fmt: skip


def _concerns_run(frame, work):
    """Whether rows that cross now change anything; their branches are still those before."""
    for i in range(work.search.crossed.size):
        if work.search.crossed[i] >= 0 and not _is_seen_only(frame, work, i):
            return True
    return False


def _tell(frame, work):
    """Switch the sensors that cross zero at the present state, and record the events."""
    crossed, branches = work.search.crossed, work.search.branches
    status = run_calls(frame.switch_calls, frame.n_switch_calls, work.system.address)
    for i in range(frame.first_watcher, crossed.size):
        if status == 0 and crossed[i] >= 0:
            frame.events += 1
            if _is_wanted(i, branches[i], work.search.event_directions):
                status = seen_event(frame.seen, i, branches[i])
    return status


def _first_event(frame, work, t_old, trial):
    """The first event that ends a step; earlier events that are only observed are reported.

    (status, root, slope, place, at_start, high) as `narrow` returns them; high -- part of the step
    at which the row has left, > 1: no event, and the state is that of the end of the step
    """
    begin, seen, t_new = 0.0, 0, frame.t
    while True:
        status, low, high = search(frame, work, begin, t_old, trial)
        if status != 0 or high > 1.0:
            break
        status, root, slope, place, at_start = narrow(frame, work, low, high, t_old, trial)
        if status != 0 or not _is_seen_only(frame, work, place // BOUNDARIES):
            return status, root, slope, place, at_start, high
        status, begin = see(frame, work, low, high, place, t_old, trial)
        frame.event_known = 0
        seen += 1
        if status == 0 and _concerns_run(frame, work):
            return status, root, slope, place, at_start, high  # at the same time
        if status == 0:
            status = _tell(frame, work)
        if status != 0 or seen > MAX_SEEN:
            interpolate(frame, work, 1.0, trial)
            break
    frame.t = t_new
    return status, 0.0, 0.0, -1, 0, 2.0


@inlined
def settle(frame, work, begin):
    """Search a successful step for events and switch branches: (status, how the step ends)."""
    if frame.event_known == 2:
        status = evaluate_events(frame, work)
        if status != 0 or is_far(work.search.event_values, work.search.event_last):
            return status, PLAIN
    return _settle(frame, work, begin)


def _settle(frame, work, begin):
    """The same where an event is possible."""
    trial = frame.h
    keep_ends(work)
    status, root, slope, place, at_start, high = _first_event(frame, work, begin.t, trial)
    if status != 0 or high > 1.0:
        return status, PLAIN
    if at_start != 0:
        go_back(frame, work, begin)
    else:
        status, place = _locate(frame, work, begin, root, slope, place, high * trial, high == 1.0)
        if status != 0 or place < 0:
            return status, SHORTER
    status = switch_branches(frame, work, place, trial)
    return status, AT_START if at_start != 0 else AT_EVENT
