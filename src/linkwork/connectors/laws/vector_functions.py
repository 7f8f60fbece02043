"""User functions of coordinate vectors: calls, and derivatives along the motion and in time.

Parts of the kernels of CoordinateVectorConstraint, see `vector_law.py` for what an item e has in
pools. Rates that a function does not return are differences on its own scale of time
(`time_differences.py`), and along the motion over a small displacement.

Functions return 0, or 1 if a user function failed.
"""

from __future__ import annotations

import math

from linkwork.connectors.laws.time_differences import limit_of, power_of_two, smaller_step, stencil
from linkwork.core.declare.function_kinds import array_function
from linkwork.math.differences import (
    EIGHTH,
    LEAST_SIZE,
    POINTS,
    WEIGHTS,
    forward_curve_weight,
    forward_weight,
    time_step,
)

FIRST = 1
"""Where the vectors begin in the memory of a call, after the flag."""

KEPT, LARGEST, ROUGHEST = 6, 4, 5
"""Numbers of each equation in w_kept: for differences, value at their point, sum, eighth
difference, size of the terms; of the run, size of the terms and eighth difference over smallest
steps, the largest ones."""

WAY = 8.0e-3
"""Largest step of differences along the motion, relative to the coordinates."""

POSITIONS, RATES, GRADIENT = 0, 1, 2
"""What is differentiated: UF with velocityLevel False or True, UF_J v."""


def write_state(e, start, along, coordinates, q, v, work_out):
    """Write q + along v and v to the arguments of a call."""
    for k in range(e.n):
        c = coordinates[e.start + k]
        work_out[start + FIRST + k] = c.origin + q[c.index] + along * v[c.index]
        work_out[start + FIRST + e.n + k] = v[c.index]


def call_value(e, t, flag, work_out):
    """Call UF with the vectors in work; its result begins at `value_place(e)`."""
    work_out[e.w_value] = flag
    return array_function(e.UF, work_out[e.w_value :].ctypes.data, e.n, e.n_ae, t, e.number)


def call_slope(e, t, work_out):
    """Call UF_J with the vectors in work; its result begins at `slope_place(e)`."""
    work_out[e.w_slope] = e.velocity_level
    return array_function(e.UF_J, work_out[e.w_slope :].ctypes.data, e.n, e.n_ae, t, e.number)


def value_place(e):
    return e.w_value + FIRST + 2 * e.n


def slope_place(e):
    return e.w_slope + FIRST + 2 * e.n


def size_of(e, part, coordinates, q, v):
    """Largest coordinate (part 0) or velocity (part 1) of the item."""
    size = LEAST_SIZE
    for k in range(e.n):
        c = coordinates[e.start + k]
        size = max(size, abs(v[c.index]) if part == 1 else abs(c.origin + q[c.index]))
    return size


def _step_along(e, coordinates, q, v):
    """Step of differences along the motion [s]: the function's own, and a small displacement."""
    speed = 0.0
    for k in range(e.n):
        speed = max(speed, abs(v[coordinates[e.start + k].index]))
    if speed == 0.0:
        return e.dt
    way = power_of_two(WAY * size_of(e, 0, coordinates, q, v) / speed)
    return min(e.dt, way) if e.dt > 0.0 else way


def _sample(e, source, along, coordinates, q, v, t, work_out):
    """Call the function of a source at q + along v and t; `_sampled` reads the result."""
    if source == GRADIENT:
        write_state(e, e.w_slope, along, coordinates, q, v, work_out)
        return call_slope(e, t, work_out)
    write_state(e, e.w_value, along, coordinates, q, v, work_out)
    return call_value(e, t, 1.0 if source == RATES else 0.0, work_out)


def _sampled(e, source, r, coordinates, v, work):
    """(value, size of its terms) of equation r."""
    if source != GRADIENT:
        value = work[value_place(e) + r]
        return value, abs(value)
    value = size = 0.0
    for j in range(e.n):
        part = work[slope_place(e) + r * e.n + j] * v[coordinates[e.start + j].index]
        value += part
        size += abs(part)
    return value, size


def _terms(e, source, r, coordinates, equations, entries, q, v):
    """Size of the terms whose sum is the value of equation r: they may cancel each other."""
    size, line = 0.0, equations[e.equation + r]
    for k in range(line.first, line.first + line.count if source != GRADIENT else line.first):
        c = coordinates[e.start + entries[k].local]
        x = v[c.index] if source == RATES else c.origin + q[c.index]
        size += abs(entries[k].gradient * x)
    return size


def _differences(
    e, source, moves, order, coordinates, equations, entries, q, v, t, s, work_out
):  # fmt: skip
    """Whether a source is smooth over steps of size s; its derivative is left in w_kept.

    moves -- 1: q moves with v, 0: only the time varies; order -- of the derivative, 1 or 2
    """
    if not _evaluated(
        e, source, moves, order, coordinates, equations, entries, q, v, t, s, work_out
    ):  # fmt: skip
        return False
    own = source == (RATES if e.velocity_level != 0 else POSITIONS)
    for r in range(e.n_ae):
        kept = e.w_kept + KEPT * r
        roughest = work_out[kept + ROUGHEST] if own else 0.0
        limit = limit_of(work_out[kept + 3], work_out[kept + LARGEST], roughest)
        if not abs(work_out[kept + 2]) <= limit:
            return False
    return True


def _evaluated(
    e, source, moves, order, coordinates, equations, entries, q, v, t, s, work_out
):  # fmt: skip
    """Evaluate these differences into w_kept; False if there is no room or the function failed."""
    place, first, step = stencil(t, s, e.t_low, e.t_high)
    if step == 0.0 or _sample(e, source, 0.0, coordinates, q, v, t, work_out) != 0:
        return False
    for r in range(e.n_ae):
        kept = e.w_kept + KEPT * r
        middle, size = _sampled(e, source, r, coordinates, v, work_out)
        work_out[kept], work_out[kept + 1], work_out[kept + 2] = middle, 0.0, 0.0
        terms = _terms(e, source, r, coordinates, equations, entries, q, v)
        work_out[kept + 3] = max(size, terms)
    scale = step if order == 1 else step * step
    for k in range(POINTS):
        dt = (first + k) * step
        if dt != 0.0:
            if _sample(e, source, moves * dt, coordinates, q, v, t + dt, work_out) != 0:
                return False
            for r in range(e.n_ae):
                kept = e.w_kept + KEPT * r
                value, size = _sampled(e, source, r, coordinates, v, work_out)
                # the weights sum to zero
                change = value - work_out[kept]
                work_out[kept + 1] += WEIGHTS[place, order - 1, k] * change / scale
                work_out[kept + 2] += EIGHTH[k] * change
                work_out[kept + 3] = max(work_out[kept + 3], size)
    return True


def _add_derivative(
    e, source, moves, order, coordinates, equations, entries, q, v, t, h, first, work_out, c_out
):  # fmt: skip
    """c[first:] += derivative of a source, with the arguments of `_differences`."""
    dt = time_step(t, h, 0.0)
    s = _step_along(e, coordinates, q, v) if moves != 0 else e.dt
    if moves != 0 and s > 0.0:
        dt = min(dt, s)
    while s > 0.0:
        if _differences(
            e, source, moves, order, coordinates, equations, entries, q, v, t, s, work_out
        ):  # fmt: skip
            for r in range(e.n_ae):
                c_out[first + r] += work_out[e.w_kept + KEPT * r + 1]
            return 0
        s = smaller_step(s, dt)
    for k in range(5 if order == 1 else 6):
        if _sample(e, source, moves * k * dt, coordinates, q, v, t + k * dt, work_out) != 0:
            return 1
        weight = forward_weight(k) / dt if order == 1 else forward_curve_weight(k) / (dt * dt)
        for r in range(e.n_ae):
            c_out[first + r] += weight * _sampled(e, source, r, coordinates, v, work_out)[0]
    return 0


def user_velocity(e, coordinates, equations, entries, q, v, t, h, first, work_out, c_out):
    """c' = UF_J v + dUF/dt"""
    gradient_times(e, coordinates, equations, entries, v, first, c_out)
    return _add_derivative(
        e, POSITIONS, 0, 1, coordinates, equations, entries, q, v, t, h, first, work_out, c_out
    )  # fmt: skip


def user_acceleration(e, coordinates, equations, entries, q, v, t, h, first, work_out, c_out):
    """Terms of c'' without accelerations: d(UF_J v)/dt along the motion with constant v, and at
    rest; d2UF/dt2 at rest."""
    for r in range(e.n_ae):
        c_out[first + r] = 0.0
    failed = 0
    for part in range(3):
        source, order = (GRADIENT, 1) if part < 2 else (POSITIONS, 2)
        moves = 1 if part == 0 else 0
        if failed == 0:
            failed = _add_derivative(
                e, source, moves, order, coordinates, equations, entries, q, v, t, h, first,
                work_out, c_out,
            )  # fmt: skip
    return failed


def user_change(e, coordinates, equations, entries, q, v, t, h, first, work_out, c_out):
    """Change of w (or c') along the motion at constant v: w' without accelerations."""
    for r in range(e.n_ae):
        c_out[first + r] = 0.0
    return _add_derivative(
        e, RATES, 1, 1, coordinates, equations, entries, q, v, t, h, first, work_out, c_out
    )  # fmt: skip


def note_rounding_in_time(e, t, s, coordinates, equations, entries, q, v, work_out):
    """Note sizes and eighth differences of the function of an item over the smallest steps.

    s -- step [s]; 0: forget them
    """
    if s == 0.0:
        for r in range(e.n_ae):
            kept = e.w_kept + KEPT * r
            work_out[kept + LARGEST] = work_out[kept + ROUGHEST] = 0.0
        return
    source = RATES if e.velocity_level != 0 else POSITIONS
    if not _evaluated(e, source, 0, 1, coordinates, equations, entries, q, v, t, s, work_out):
        return
    for r in range(e.n_ae):
        kept = e.w_kept + KEPT * r
        rough, size = abs(work_out[kept + 2]), work_out[kept + 3]
        if rough < math.inf:
            work_out[kept + LARGEST] = max(work_out[kept + LARGEST], size)
            work_out[kept + ROUGHEST] = max(work_out[kept + ROUGHEST], rough)


def is_smooth_in_time(e, t, s, coordinates, equations, entries, q, v, work_out):
    """Whether the functions of an item are smooth over steps of size s at the present state."""
    source = RATES if e.velocity_level != 0 else POSITIONS
    return _differences(
        e, source, 0, 1, coordinates, equations, entries, q, v, t, s, work_out
    ) and _differences(
        e, GRADIENT, 0, 1, coordinates, equations, entries, q, v, t, s, work_out
    )  # fmt: skip


def user_value(e, flag, factor, coordinates, q, v, t, first, work_out, c_out):
    """factor UF"""
    write_state(e, e.w_value, 0.0, coordinates, q, v, work_out)
    if call_value(e, t, flag, work_out) != 0:
        return 1
    for r in range(e.n_ae):
        c_out[first + r] = factor * work_out[value_place(e) + r]
    return 0


def gradient_times(e, coordinates, equations, entries, v, first, c_out):
    """c = gradient v"""
    for r in range(e.n_ae):
        line = equations[e.equation + r]
        c = 0.0
        for k in range(line.first, line.first + line.count):
            c += entries[k].gradient * v[coordinates[e.start + entries[k].local].index]
        c_out[first + r] = c
