"""Generalized-alpha with automatic step size: error estimates for the loop in `alpha/loop.py`.

The error of a step follows from the accelerations at its ends. With s = alpha_m - alpha_f, the
part of a step by which the algorithmic accelerations are ahead of the true ones, Taylor series give

    position    (beta + s/2 - 1/6) h^3 q'''      h q''' ~ first difference of the accelerations
    velocity    (gamma + s - 1/2) h^2 q'''       0 except for Newmark's method with gamma != 1/2
                (1/12 + s (alpha_f - 1/2)) h^3 q''''
                                                 h^2 q'''' ~ their second difference
    y           h^3 y'''/12                      h^2 y''' ~ second difference of the rates

(Zienkiewicz and Xie 1991 for the position). Factors of h^3 are at least 1/12 in size, so that no
choice of parameters makes an estimate vanish. In the first step after a restart there is no second
difference: d^2/a with the first difference d replaces it, as if a were a power of time or an
exponential. `step_control.py` describes the tolerances and the choice of the step size. Small
changes of the step size are skipped, because each needs a new factorization.
"""

from __future__ import annotations

import math

from linkwork.integrators.alpha.step_size import change_step
from linkwork.integrators.step_control import TINY, accept, plan_step

LEAST = 1.0 / 12.0
"""Least factor of an error."""

SAME = 1.0e-11
"""Step sizes that differ by less than this, relative to their size, share their factors."""

SHRINK, GROW = 0.95, 1.2
"""Factors between which the step size does not change."""


def plan_size(frame, a, method, alpha, differences):
    """Set the step size of the next step; returns the time at its end."""
    h_old = frame.h
    t_new = plan_step(frame)
    h_new = frame.h
    if abs(h_new - h_old) > SAME * h_old:
        frame.h, frame.h_wanted = h_old, h_new
        change_step(frame, a, method, alpha, differences)
    return t_new


def _second_difference(new, old, first, known):
    """Second difference of a value, or its estimate if the previous first difference is unknown."""
    change = new - old
    if known:
        return abs(change - first)
    size = max(abs(new), abs(old))
    return change * change / size if size > 0.0 else 0.0


def error_of_step(frame, state, start, method, first):
    """Error of a step relative to the tolerances."""
    q, v, a, y, y_t = state.q, state.v, state.a, state.y, state.y_t
    n, m, h = q.size, y.size, frame.h
    s = method[0].alpha_m - method[0].alpha_f
    factor_q = max(abs(method[0].beta + 0.5 * s - 1.0 / 6.0), LEAST) * h * h
    factor_v = max(abs(1.0 / 12.0 + s * (method[0].alpha_f - 0.5)), LEAST) * h
    first_v = abs(method[0].gamma + s - 0.5) * h
    known = method[0].known > 0
    largest = 0.0
    for i in range(n):
        old = start.a[i]
        size_q, size_v = max(abs(start.q[i]), abs(q[i])), max(abs(start.v[i]), abs(v[i]))
        allowed_q = frame.error_absolute + frame.error_relative * size_q
        allowed_v = frame.error_absolute + frame.error_relative * size_v
        bend = _second_difference(a[i], old, first[i], known)
        change = abs(a[i] - old)
        error = factor_q * change / max(allowed_q, TINY)
        error += (first_v * change + factor_v * bend) / max(allowed_v, TINY)
        if not error < math.inf:
            return math.inf
        largest = max(largest, error)
    behind = first.size - m
    for i in range(m):
        bend = _second_difference(y_t[i], start.y_t[i], first[behind + i], known)
        size = max(abs(start.y[i]), abs(y[i]))
        allowed = frame.error_absolute + frame.error_relative * size
        error = LEAST * h * bend / max(allowed, TINY)
        if not error < math.inf:
            return math.inf
        largest = max(largest, error)
    return largest


def accept_step(frame, error):
    """Set the step size after an accepted step; small changes are skipped."""
    before = frame.h_control
    accept(frame, error)
    if SHRINK * before < frame.h_control < GROW * before:
        frame.h_control = min(before, frame.h_max)
