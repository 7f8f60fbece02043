"""Explicit steps with `compatibility` of the settings: another control of their size.

The error of an embedded pair of order p is that of all first-order coordinates, positions and
velocities, each divided by

    absoluteTolerance + relativeTolerance max(second approximation, start)     signed values

and is their root mean square, at least 1e-12. With h_opt = h error^(-1/p), the next size is

    h_new = min(h_max, stepSizeMaxIncrease h, max(minimumStepSize, stepSizeSafety h_opt))

A step with h_opt < h is repeated with h_new, unless that or h is the smallest size. Steps end at no
times but the end of the run, where the last one may be smaller. Coordinates that are held
(`held.py`) have no error, and no error is none, also where nothing is allowed.

Without automaticStepSize the control is the same, but begins with the largest size. After
adaptiveStepRecoverySteps steps without a repetition, the driver doubles the next size; without
adaptiveStep, a step that would be repeated ends the run.
"""

from __future__ import annotations

import math

from linkwork.core.kernels.pointer import view
from linkwork.core.status import OK, STEP_TOO_SMALL
from linkwork.integrators.explicit.controlled import controlled_with
from linkwork.integrators.explicit.held import INDEX

NEVER_REPEATED = -1
"""`frame.just_rejected` where a step that is rejected ends the run."""

LEAST_ERROR = 1.0e-12
"""Error of a step that has none."""


def _plan_step(frame):
    """Set the step size of the next trial; returns the time at its end."""
    if frame.automatic == 0:
        return frame.t_base + (frame.steps_base + 1) * frame.h
    frame.h = frame.h_control
    if frame.t + frame.h > frame.t_end:
        frame.h = frame.t_end - frame.t
        return frame.t_end
    return frame.t + frame.h


def _square(frame, error, result, start):
    """Square of an error relative to the tolerances; error -- result - second approximation."""
    allowed = frame.error_absolute + frame.error_relative * max(result - error, start)
    if allowed == 0.0:  # as for a velocity of -1 with equal tolerances
        return 0.0 if error == 0.0 else math.inf
    return (error / allowed) * (error / allowed)


def _is_held(frame, i):
    held = view(frame.held, (frame.n_held,), INDEX)
    found = False
    for k in range(held.size):
        found = found or held[k] == i
    return found


def _error_of_step(frame, stages, tableau, start, stage_v, stage_a, stage_y, state):
    """Error of a trial step, up to 1 if it is accepted; frame.h_wanted is the next size."""
    n, m, first = state.q.size, state.y.size, 2 * stages + stages * stages
    total = 0.0
    for i in range(n):
        if frame.n_held > 0 and _is_held(frame, i):
            continue
        error_q = error_v = 0.0
        for s in range(stages):
            error_q += tableau[first + s] * stage_v[s * n + i]
            error_v += tableau[first + s] * stage_a[s * n + i]
        total += _square(frame, frame.h * error_q, state.q[i], start.q[i])
        total += _square(frame, frame.h * error_v, state.v[i], start.v[i])
    for i in range(m):
        error_y = 0.0
        for s in range(stages):
            error_y += tableau[first + s] * stage_y[s * m + i]
        total += _square(frame, frame.h * error_y, state.y[i], start.y[i])
    error = math.sqrt(total / max(2 * n + m, 1))
    error = error if error > 0.0 else LEAST_ERROR
    best = frame.h * error**-frame.error_exponent
    wanted = max(frame.h_min, frame.safety * best)
    frame.h_wanted = min(frame.h_max, frame.max_increase * frame.h, wanted)
    if frame.h_wanted == frame.h_min or frame.h <= frame.h_min:
        return min(error, 1.0)
    return error


def _accept(frame, error):
    """Set the step size after an accepted step."""
    frame.h_control = frame.h_wanted


def _reject(frame, error, status):
    """Repeat a step with a smaller size; a step that has failed is not repeated."""
    if status != 0:
        return status
    if frame.just_rejected == NEVER_REPEATED:
        return STEP_TOO_SMALL
    frame.h_control = frame.h_wanted
    frame.rejected += 1
    frame.pre_step_done = 0
    return OK


compatible_runge_kutta = controlled_with(_plan_step, _error_of_step, _accept, _reject)
"""Steps of embedded pairs, always of automatic size."""
