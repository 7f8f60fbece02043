"""Memory of a step that is searched for events: all that it changes, and both of its ends.

step_start   q, v, a, y, y_t, q_low, alpha, multipliers, differences
step_end     q, v, a, y, y_t, multipliers; then room for q, v, y
"""

from __future__ import annotations

from typing import Any, NamedTuple


class Work(NamedTuple):
    """Address of the frame, and the arrays of it that a search reads and writes."""

    address: Any
    q: Any
    q_low: Any
    v: Any
    a: Any
    alpha: Any
    multipliers: Any
    y: Any
    y_t: Any
    rates: Any
    x: Any
    start: Any
    differences: Any
    step_start: Any
    step_end: Any
    modes: Any
    event_acts: Any
    event_directions: Any
    event_values: Any
    event_history: Any
    event_last: Any
    crossed: Any
    motion_calls: Any
    force_calls: Any
    event_calls: Any
    switch_calls: Any
    explicit_calls: Any


class Begin(NamedTuple):
    """Scalars of the frame at the start of a step."""

    t: Any
    h: Any
    history: Any
    order: Any
    t_base: Any
    steps_base: Any


def keep(frame, work):
    """Note everything that a step changes."""
    q, v, a, y, y_t, kept = work.q, work.v, work.a, work.y, work.y_t, work.step_start
    n, m = q.size, y.size
    low, alphas = 3 * n + 2 * m, 4 * n + 2 * m
    for i in range(n):
        kept[i], kept[n + i], kept[2 * n + i] = q[i], v[i], a[i]
        kept[low + i], kept[alphas + i] = work.q_low[i], work.alpha[i]
    for i in range(m):
        kept[3 * n + i], kept[3 * n + m + i] = y[i], y_t[i]
    place = 5 * n + 2 * m
    for i in range(work.multipliers.size):
        kept[place + i] = work.multipliers[i]
    place += work.multipliers.size
    for i in range(work.differences.size):
        kept[place + i] = work.differences[i]
    return Begin(frame.t, frame.h, frame.history, frame.order, frame.t_base, frame.steps_base)


def go_back(frame, work, begin):
    """Back to the start of the step, from which time is counted anew."""
    q, v, a, y, y_t, kept = work.q, work.v, work.a, work.y, work.y_t, work.step_start
    n, m = q.size, y.size
    low, alphas = 3 * n + 2 * m, 4 * n + 2 * m
    for i in range(n):
        q[i], v[i], a[i] = kept[i], kept[n + i], kept[2 * n + i]
        work.q_low[i], work.alpha[i] = kept[low + i], kept[alphas + i]
    for i in range(m):
        y[i], y_t[i] = kept[3 * n + i], kept[3 * n + m + i]
    place = 5 * n + 2 * m
    for i in range(work.multipliers.size):
        work.multipliers[i] = kept[place + i]
    place += work.multipliers.size
    for i in range(work.differences.size):
        work.differences[i] = kept[place + i]
    frame.t, frame.h, frame.history, frame.order = begin.t, begin.h, begin.history, begin.order
    frame.t_base, frame.steps_base = begin.t, 0
    frame.first_valid = frame.factor_valid = 0


def keep_ends(work):
    """Both ends of a step for the interpolation.

    Accelerations and rates at its start are those that the integrator began with: after a switch
    others than those at the end of the step before.
    """
    start, kept, end = work.start, work.step_start, work.step_end
    n, m = work.q.size, work.y.size
    last = start.size - m
    for i in range(n):
        kept[2 * n + i] = start[2 * n + i]
        end[i], end[n + i], end[2 * n + i] = work.q[i], work.v[i], work.a[i]
    for i in range(m):
        kept[3 * n + m + i] = start[last + i]
        end[3 * n + i], end[3 * n + m + i] = work.y[i], work.y_t[i]
    for i in range(work.multipliers.size):
        end[3 * n + 2 * m + i] = work.multipliers[i]
