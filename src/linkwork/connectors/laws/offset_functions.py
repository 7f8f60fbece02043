"""Offsets of constraints that are functions of time: their values and derivatives.

An item e has the columns UF and UF_t, addresses of the function and of its rate (0: none), l_off,
the number that is passed to them, `rate`, with which this number changes, and TIME_COLUMNS.
Derivatives that are not given are differences on the function's own scale of time
(`time_differences.py`).
"""

from __future__ import annotations

import math

from linkwork.connectors.laws.time_differences import limit_of, scale_finder, smaller_step, stencil
from linkwork.core.declare.function_kinds import UserFunction
from linkwork.core.kernels.pointer import Pointer
from linkwork.math.differences import (
    EIGHTH,
    POINTS,
    WEIGHTS,
    forward_curve_weight,
    forward_weight,
    time_step,
)

offset_function = Pointer("d", "dqd")
"""UF(t, itemNumber, l_off) through its address; NaN when it failed."""

OFFSET_FUNCTION = UserFunction(("mbs", "t", "itemNumber", "lOffset"), offset_function)


def value_at(address, e, t, dt):
    """A function at t + dt; an offset that is changed during the run continues with its rate."""
    return offset_function(address, t + dt, e.number, e.l_off + e.rate * dt)


def smooth_derivative(address, e, t, s, order):
    """(whether a function is smooth over steps of size s, its derivative of order 1 or 2)."""
    rough, size, found = _differences(address, e, t, s, order)
    return abs(rough) <= limit_of(size, e.largest, e.roughest), found


def _differences(address, e, t, s, order):
    """(eighth difference, size, derivative) of a function; inf if there is no room for the step."""
    place, first, step = stencil(t, s, e.t_low, e.t_high)
    if step == 0.0:
        return math.inf, 0.0, 0.0
    middle = value_at(address, e, t, 0.0)
    total, rough, size = 0.0, 0.0, abs(middle)
    for k in range(POINTS):
        if first + k != 0.0:
            value = value_at(address, e, t, (first + k) * step)
            size = max(size, abs(value))
            # the weights sum to zero
            total += WEIGHTS[place, order - 1, k] * (value - middle)
            rough += EIGHTH[k] * (value - middle)
    return rough, size, total / (step if order == 1 else step * step)


def derivative(address, e, t, h, cv, order):
    """First or second derivative of a function."""
    dt = time_step(t, h, cv)
    s = e.dt
    while s > 0.0:
        smooth, found = smooth_derivative(address, e, t, s, order)
        if smooth:
            return found
        s = smaller_step(s, abs(dt))
    total = 0.0
    for k in range(5 if order == 1 else 6):
        weight = forward_weight(k) if order == 1 else forward_curve_weight(k)
        total += weight * value_at(address, e, t, k * dt)
    return total / (dt if order == 1 else dt * dt)


def is_smooth(e, i, t, s, arrays, work_out):
    address = e.UF_t if e.UF_t != 0 else e.UF
    return smooth_derivative(address, e, t, s, 1)[0]


def note_rounding(e, i, t, s, arrays, table_out):
    if s == 0.0:
        table_out[i].largest = table_out[i].roughest = 0.0
        return
    rough, size, _ = _differences(e.UF_t if e.UF_t != 0 else e.UF, e, t, s, 1)
    if abs(rough) < math.inf:
        table_out[i].largest = max(e.largest, size)
        table_out[i].roughest = max(e.roughest, abs(rough))


_find_scale = scale_finder(is_smooth, note_rounding)


def time_scale(table, t_start, t_end, table_out):
    for i in range(table.size):
        e = table_out[i]
        e.dt, e.t_low, e.t_high, e.largest, e.roughest = 0.0, t_start, t_end, 0.0, 0.0
        if e.active != 0 and (e.UF != 0 or e.UF_t != 0):
            last = table[max(i - 1, 0)]
            if i > 0 and last.UF == e.UF and last.UF_t == e.UF_t:
                e.dt, e.largest, e.roughest = last.dt, last.largest, last.roughest
            else:
                e.dt = _find_scale(e, i, table, table_out)
