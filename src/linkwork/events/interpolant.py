"""Events: where a step leaves the branches of piecewise laws that it was computed with.

Event functions of sensors are laws with two branches, one for each sign (`sensors/event.py`).
A step is interpolated (`step_interpolation.py`). The distances to the boundaries of the branches
(`connectors/connector.py`) are evaluated at a few places, at more where third differences show that
these are too coarse, and at the minimum of a distance that dips between them. The first place where
a distance is negative is narrowed down on the interpolant; `events/location.py` finds the root
itself with full steps.
"""

from __future__ import annotations

import math

from linkwork.core.kernels.calls import run_calls
from linkwork.core.kernels.marks import inlined
from linkwork.core.records import BOUNDARIES
from linkwork.events.step_interpolation import interpolate
from linkwork.integrators.state import restore_state, save_state
from linkwork.model.position import move_in_time

SAMPLES, MAX_SAMPLES = 4, 64
"""Places of a step that are evaluated: usually, and at most."""

COARSE = 0.1
"""Third difference, relative to the distances, from which more places are needed."""

TOLERANCE = 1.0e-14
"""Distances up to this size count as zero."""

SAME = 1.0e-12
"""Distances up to this size at an event are part of the same event if they fall."""

BISECTIONS = 12
"""Halvings of an interval on the interpolant."""

FINE_BISECTIONS = 60
"""Halvings down to rounding."""

AHEAD = 1.0e-3
"""Part of a step after an event over which a distance is found to fall."""


def watch(frame):
    """From here on, sensors write the values that events watch."""
    frame.sensed_place, frame.sensed = frame.sensed, frame.watched
    frame.sensed_size, frame.n_sensed = frame.n_sensed, frame.n_watched
    frame.sensed_rows, frame.sensed_width = frame.sensor_rows, frame.sensor_width
    frame.sensor_rows = frame.sensor_width = 0


def unwatch(frame):
    """From here on, sensors write to their recorder again."""
    if frame.sensed_place != 0:
        frame.sensed, frame.sensed_place = frame.sensed_place, 0
        frame.n_sensed = frame.sensed_size
        frame.sensor_rows, frame.sensor_width = frame.sensed_rows, frame.sensed_width


@inlined
def evaluate_events(frame, work):
    """Evaluate the distances to the boundaries at the present state."""
    system = work.system
    status = run_calls(frame.motion_calls, frame.n_motion_calls, system.address)
    if status == 0:
        status = run_calls(frame.event_calls, frame.n_event_calls, system.address)
        unwatch(frame)  # also after a failure in between
    return status


def look(frame, work, theta, t_old, h):
    """Evaluate the distances at the part theta of a step."""
    interpolate(frame, work, theta, h)
    frame.t = t_old + theta * h
    return evaluate_events(frame, work)


def most_left(event_values):
    """Place (row * BOUNDARIES + boundary) of the lowest negative distance; -1 if there is none."""
    lowest, place = -TOLERANCE, -1
    for i in range(event_values.shape[0]):
        for b in range(BOUNDARIES):
            if event_values[i, b] < lowest:
                lowest, place = event_values[i, b], i * BOUNDARIES + b
    return place


def distance_at(event_values, place):
    """Distance at a place of `most_left`."""
    return event_values[place // BOUNDARIES, place % BOUNDARIES]


def _shift(work):
    """Store the present distances as the last ones."""
    event_values, event_history = work.search.event_values, work.search.event_history
    for i in range(event_values.shape[0]):
        for b in range(BOUNDARIES):
            event_history[i, 2 * BOUNDARIES + b] = event_history[i, BOUNDARIES + b]
            event_history[i, BOUNDARIES + b] = event_history[i, b]
            event_history[i, b] = event_values[i, b]


def _is_coarse(work):
    """Whether a distance varies too much over four places to interpolate between them."""
    event_values, event_history = work.search.event_values, work.search.event_history
    for i in range(event_values.shape[0]):
        for b in range(BOUNDARIES):
            g_0, g_1 = event_history[i, 2 * BOUNDARIES + b], event_history[i, BOUNDARIES + b]
            g_2, g_3 = event_history[i, b], event_values[i, b]
            third = abs(g_3 - g_0 + 3.0 * (g_1 - g_2))
            lowest = min(max(g_0, g_1), max(g_1, g_2), max(g_2, g_3))
            if third > COARSE * lowest + 10.0 * TOLERANCE:
                return True
    return False


def _deepest_dip(work):
    """Where a distance may dip below zero around the last place, in places; 2.0: nowhere.

    Parabolas through three places are used. They are no bounds: a minimum counts if it is low
    compared to the curvature.
    """
    event_values, event_history = work.search.event_values, work.search.event_history
    lowest, where = 0.1, 2.0
    for i in range(event_values.shape[0]):
        for b in range(BOUNDARIES):
            left, middle = event_history[i, BOUNDARIES + b], event_history[i, b]
            right = event_values[i, b]
            curvature = left - 2.0 * middle + right
            if 2.0 * curvature >= abs(left - right) and curvature > 0.0:
                at = 0.5 * (left - right) / curvature
                depth = (middle - 0.5 * curvature * at * at) / curvature
                if depth < lowest:
                    lowest, where = depth, at
    return where


def search(frame, work, begin, t_old, h):
    """(status, low, high): parts of the step between which a row leaves its branch; high > 1: none.

    begin -- the part of the step that has been searched already

    Without an event, the state is that of the last place: the end of the step.
    """
    low = high = 0.0
    status, count, coarse = 0, SAMPLES, True
    while status == 0 and coarse and count <= MAX_SAMPLES:
        status, low, high, coarse = _scan(frame, work, count, begin, t_old, h)
        count *= 2
    return status, low, high


def _scan(frame, work, count, begin, t_old, h):
    """(status, low, high, coarse) of a search at `count` places; coarse -- these may be too few."""
    status, low, spacing = 0, begin, (1.0 - begin) / count
    coarse = False
    for k in range(count + 1):
        theta = begin + k * spacing if k < count else 1.0
        status = look(frame, work, theta, t_old, h)
        if status != 0:
            return status, 0.0, 0.0, False
        if k > 0 and most_left(work.search.event_values) >= 0:
            return 0, low, theta, coarse
        if k > 2 and count < MAX_SAMPLES:
            coarse = coarse or _is_coarse(work)
        where = _deepest_dip(work) if k > 1 else 2.0
        _shift(work)
        if where < 1.5:
            dip = min(begin + (k - 1 + where) * spacing, 1.0)
            status = look(frame, work, dip, t_old, h)
            if status != 0:
                return status, 0.0, 0.0, False
            if most_left(work.search.event_values) >= 0:
                return 0, low if where >= 0.0 else begin + (k - 2) * spacing, dip, coarse
            if k == count:
                status = look(frame, work, theta, t_old, h)
        low = theta
    return status, 1.0, 2.0, coarse


def narrow(frame, work, low, high, t_old, h):
    """(status, root, slope, place, at_start) of the first event between two parts of the step.

    root [s] after the start of the step, slope [1/s] of the distance at that place of
    `event_values`; at_start -- the row was on its boundary at the start and leaves at once. Such a
    row is examined more closely: it may return from a short way inside
    """
    place = -1
    for k in range(FINE_BISECTIONS):
        if k >= BISECTIONS and low > 0.0:
            break
        theta = 0.5 * (low + high)
        status = look(frame, work, theta, t_old, h)
        if status != 0:
            return status, 0.0, 0.0, -1, 0
        left = most_left(work.search.event_values)
        if left >= 0:
            high, place = theta, left
        elif k < BISECTIONS or distance_at(work.search.event_values, place) > TOLERANCE:
            low = theta
        else:
            break  # it leaves at once
    status = look(frame, work, high, t_old, h)
    if status != 0:
        return status, 0.0, 0.0, -1, 0
    place = most_left(work.search.event_values)
    after = distance_at(work.search.event_values, place)
    status = look(frame, work, low, t_old, h)
    if status != 0:
        return status, 0.0, 0.0, -1, 0
    before = distance_at(work.search.event_values, place)
    at_start = 1 if low == 0.0 and before <= TOLERANCE else 0
    before = max(before, 0.0)
    slope = (after - before) / (h * (high - low))
    return 0, h * low - before / slope, slope, place, at_start


def see(frame, work, low, high, place, t_old, h):
    """(status, part of the step) of an event that is only observed: the root on the interpolant.

    The state is set to that at the event. Rows that cross zero with it are marked as crossed.
    """
    status = 0
    for _ in range(FINE_BISECTIONS):
        theta = 0.5 * (low + high)
        if status != 0 or theta <= low or theta >= high:
            break
        status = look(frame, work, theta, t_old, h)
        if distance_at(work.search.event_values, place) < 0.0:
            high = theta
        else:
            low = theta
    if status == 0:
        status = look(frame, work, min(high + AHEAD, 1.0), t_old, h)
        _shift(work)
    if status == 0:
        status = look(frame, work, high, t_old, h)
    search = work.search
    _mark(search.event_values, search.event_history, place, search.crossed)
    return status, high


def _mark(now, later, place, crossed):
    """Mark rows that cross a boundary: that of the event, and all that fall through zero with it.

    now, later -- distances at the event, and a little later; returns the number of rows
    """
    count = 0
    for i in range(crossed.size):
        crossed[i] = -1
        for b in range(BOUNDARIES):
            if now[i, b] <= SAME and later[i, b] < -TOLERANCE:
                crossed[i] = b
        if place // BOUNDARIES == i:
            crossed[i] = place % BOUNDARIES
        count += 1 if crossed[i] >= 0 else 0
    return count


def switch_branches(frame, work, place, trial):
    """At an event, the present state, give the rows that cross a boundary the branch beyond it.

    trial -- size of the step that was searched, a part of which shows what happens next
    """
    state, search, address = work.state, work.search, work.system.address
    status = evaluate_events(frame, work)
    _shift(work)
    h, t = AHEAD * trial, frame.t
    save_state(state, work.aside)
    for i in range(state.q.size):
        state.q[i] += h * (state.v[i] + 0.5 * h * state.a[i])
        state.v[i] += h * state.a[i]
    if frame.n_move_calls > 0:
        move_in_time(frame, h, work.aside.v, work.aside.a, address)
    for i in range(state.y.size):
        state.y[i] += h * state.y_t[i]
    frame.t = t + h
    if status == 0:
        status = evaluate_events(frame, work)
    restore_state(work.aside, state)
    frame.t = t
    if status == 0:
        frame.events += _mark(search.event_history, search.event_values, place, search.crossed)
        status = run_calls(frame.motion_calls, frame.n_motion_calls, address)
    if status == 0:
        status = run_calls(frame.switch_calls, frame.n_switch_calls, address)
    return status


def is_far(event_values, event_last):
    """Whether no row can have left its branch in a fixed step, judged by the last two steps.

    A distance that is larger than its change and the change of that has no zero in between, unless
    the motion is rougher than the steps resolve.
    """
    for i in range(event_values.shape[0]):
        for b in range(BOUNDARIES):
            end, start = event_values[i, b], event_last[i, b]
            if end == math.inf and start == math.inf:
                continue
            before = event_last[i, BOUNDARIES + b]
            bend = abs(end - start - (start - before))
            if not min(start, end) > abs(end - start) + bend:
                return False
    return True


def keep_distances(frame, event_values, event_last):
    """Store the distances at the end of a fixed step."""
    for i in range(event_values.shape[0]):
        for b in range(BOUNDARIES):
            event_last[i, BOUNDARIES + b] = event_last[i, b]
            event_last[i, b] = event_values[i, b]
    frame.event_known = min(frame.event_known + 1, 2)
