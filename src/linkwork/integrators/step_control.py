"""Automatic step size: error estimate of embedded pairs, acceptance, steps to given times.

The error of a coordinate is that of its position plus that of its velocity, each relative to
absoluteTolerance + relativeTolerance * |value|; a first-order coordinate has only its own error.
The largest error of a coordinate counts, so that many parts at rest do not hide one that moves
fast; up to 1 the step is accepted. The best size of the next step is

    h safety error^(-1/(p + 1)),   p the order of the estimate,

between a fifth of the present one and stepSizeMaxIncrease times it, and not larger after a
rejection. The step size that the control wants (`h_control`) and the one that is taken (`h`)
differ where steps must end at a given time: the remaining time is divided evenly.
"""

from __future__ import annotations

import math

from linkwork.core.status import STEP_TOO_SMALL

LARGEST_CUT = 0.2
"""Smallest factor of the step size from one trial to the next."""

TINY = 1.0e-300
"""Smallest tolerance, so that an exact zero divided by it stays zero."""


def plan_step(frame):
    """Set the step size of the next trial; returns the time at its end."""
    if frame.automatic == 0:
        return frame.t_base + (frame.steps_base + 1) * frame.h
    target = frame.t_end
    if frame.land_on_records != 0:
        target = min(target, frame.next_record)
    if frame.land_on_sensors != 0:
        target = min(target, frame.next_sensor)
    remaining = target - frame.t
    count = max(1.0, math.ceil(remaining / frame.h_control - 1.0e-9))
    frame.h = remaining / count
    return target if count == 1.0 else frame.t + frame.h


def error_norm(frame, stages, tableau, start, stage_v, stage_a, state):
    """Error estimate of a trial step relative to the tolerances; not finite if the step is not."""
    q, v, n = state.q, state.v, state.q.size
    first = 2 * stages + stages * stages
    largest = 0.0
    for i in range(n):
        error_q = error_v = 0.0
        for s in range(stages):
            error_q += tableau[first + s] * stage_v[s * n + i]
            error_v += tableau[first + s] * stage_a[s * n + i]
        size_q, size_v = max(abs(start.q[i]), abs(q[i])), max(abs(start.v[i]), abs(v[i]))
        allowed_q = frame.error_absolute + frame.error_relative * size_q
        allowed_v = frame.error_absolute + frame.error_relative * size_v
        error = abs(error_q) / max(allowed_q, TINY) + abs(error_v) / max(allowed_v, TINY)
        if not error < math.inf:
            return math.inf
        largest = max(largest, frame.h * error)
    return largest


def error_of_rates(frame, stages, tableau, start, stage_y, y):
    """The same for first-order coordinates."""
    n, first = y.size, 2 * stages + stages * stages
    largest = 0.0
    for i in range(n):
        error = 0.0
        for s in range(stages):
            error += tableau[first + s] * stage_y[s * n + i]
        size = max(abs(start.y[i]), abs(y[i]))
        allowed = frame.error_absolute + frame.error_relative * size
        error = frame.h * abs(error) / max(allowed, TINY)
        if not error < math.inf:
            return math.inf
        largest = max(largest, error)
    return largest


def error_of_step(frame, stages, tableau, start, stage_v, stage_a, stage_y, state):
    """The larger of both."""
    error = error_norm(frame, stages, tableau, start, stage_v, stage_a, state)
    return max(error, error_of_rates(frame, stages, tableau, start, stage_y, state.y))


def best_factor(frame, error):
    """Factor of the step size that would just meet the tolerances."""
    if error > 0.0:
        return frame.safety * error**-frame.error_exponent
    return math.inf


def accept(frame, error):
    """Set the step size after an accepted step."""
    growth = 1.0 if frame.just_rejected != 0 else frame.max_increase
    frame.just_rejected = 0
    if frame.h < 0.5 * frame.h_control:
        return  # much shortened to meet a time: its error says nothing about a full step
    best = max(frame.h * best_factor(frame, error), LARGEST_CUT * frame.h_control)
    frame.h_control = min(best, growth * frame.h_control, frame.h_max)


def reject(frame, error, status):
    """Reduce the step size after a rejected trial; returns a status if that is not allowed."""
    factor = LARGEST_CUT
    if status == 0 and error < math.inf:
        factor = max(LARGEST_CUT, min(best_factor(frame, error), 0.9))
    frame.h_control = frame.h * factor
    frame.just_rejected = 1
    frame.rejected += 1
    frame.pre_step_done = 0
    if frame.h_control >= frame.h_min:
        return 0
    frame.h_control = frame.h_min  # if the driver tries once more, the step is not smaller
    return status if status != 0 else STEP_TOO_SMALL
