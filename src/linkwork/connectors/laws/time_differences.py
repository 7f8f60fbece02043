"""Derivatives of user functions with respect to time.

Rates that users do not provide are differences of order 8, with a step on the function's own scale:
the largest one over which its values are a polynomial up to rounding: that of values nearby
(`SMOOTH`), or that of the terms of a value, which the smallest steps show (`limit_of`). Each run
finds this step once for each function (`scale_finder`), and never calls a function outside of its
interval of time. So the errors are a few units of rounding, and do not depend on the step size of
the solver. Where a function is not smooth on this scale (kinks, short pulses), smaller steps are
tried; where none is smooth down to a quarter of a step of the solver, as at a kink itself, the
derivative is a one-sided difference of order 4 over this length, backward in a step and forward
otherwise, so that a kink between two steps does no harm.

A kind with such functions has the columns `TIME_COLUMNS` and a kernel `time_scale`.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from linkwork.core.records import f8
from linkwork.math.differences import CENTERED, ONE_SIDED
from linkwork.math.tolerances import OF_ROUNDING, SMOOTH

TIME_COLUMNS = (
    ("dt", f8), ("t_low", f8), ("t_high", f8), ("largest", f8), ("roughest", f8),
)  # fmt: skip
"""Step of differences in time [s], 0 if it is not known, NOWHERE; the interval of the run; of a
function of one number, its largest value and its largest eighth difference over smallest steps."""

NOWHERE = -1.0
"""Step of a function that is nowhere smooth."""

SAMPLES = 7
"""Times at which a function is looked at."""

IRREGULAR = 0.1415
"""Distance of these times, as a part of the run: no period divides it by intention."""

PARTS = 16.0
"""Least number of steps of differences in a run."""

SMALLEST = 2.0**-27
"""Smallest step that is tried at the start of a run, relative to the largest one."""

COARSE, FINE = 8.0, 2.0
"""Factors of the steps in the search for the largest one."""

SMALLER = 0.25
"""Factor of the step where a function is not smooth."""

ROUGH = 0.1
"""A function that is not smooth over this part of its usual step, and smaller ones, explains a
failure."""


def power_of_two(x):
    """The largest power of two up to x > 0: sums with it have no rounding errors."""
    return math.ldexp(1.0, math.frexp(x)[1] - 1)


def stencil(t, s, t_low, t_high):
    """(place, first node, step) of a difference at t within an interval; step 0: it has no room."""
    if t - 4.0 * s >= t_low and t + 4.0 * s <= t_high:
        return CENTERED, -4.0, s
    if t >= t_low and t + 8.0 * s <= t_high:
        return ONE_SIDED, 0.0, s
    if t - 8.0 * s >= t_low:
        return ONE_SIDED, 0.0, -s
    return ONE_SIDED, 0.0, 0.0


def limit_of(size, largest, roughest):
    """Largest eighth difference of a smooth function.

    size -- of the values nearby; largest -- of those in the run; roughest -- largest eighth
    difference over the smallest steps, where smooth functions leave only rounding
    """
    return max(SMOOTH * size, min(OF_ROUNDING * roughest, SMOOTH * largest))


def smaller_step(s, least):
    """Next step to try, 0 if it is below the least one."""
    return SMALLER * s if SMALLER * s > least else 0.0


def scale_finder(
    is_smooth: Callable[..., Any], note_rounding: Callable[..., Any]
) -> Callable[..., Any]:
    """A helper that finds the step for the functions of a row.

    note_rounding -- notes values and eighth differences over smallest steps, of the same arguments;
    with a step of 0 it forgets them

    is_smooth -- whether they are, from (e, i, t, s, arrays, work): t a time, s a step, arrays to
    read, and work memory. Steps grow from very small ones: large ones may see an oscillation as at
    rest
    """

    def search(e, i, top, arrays, work_out):
        span, best = e.t_high - e.t_low, NOWHERE
        for sample in range(SAMPLES):
            t = e.t_low + sample * IRREGULAR * span
            s = SMALLEST * top
            if is_smooth(e, i, t, s, arrays, work_out):
                while s * COARSE <= top and is_smooth(e, i, t, s * COARSE, arrays, work_out):
                    s *= COARSE
                while s * FINE <= top and is_smooth(e, i, t, s * FINE, arrays, work_out):
                    s *= FINE
                best = s if best == NOWHERE else min(best, s)
        return best

    def find_scale(e, i, arrays, work_out):
        span = e.t_high - e.t_low
        if not span > 0.0:
            return 0.0
        top = power_of_two(span / PARTS)
        for sample in range(SAMPLES):
            t = e.t_low + sample * IRREGULAR * span
            note_rounding(e, i, t, SMALLEST * top, arrays, work_out)
        best = search(e, i, top, arrays, work_out)
        if best < COARSE * SMALLEST * top:
            # what the smallest steps show is no rounding: functions are rough on their scale
            note_rounding(e, i, e.t_low, 0.0, arrays, work_out)
            best = search(e, i, top, arrays, work_out)
        return best

    return find_scale


def rough_functions(
    table: Any, data: Any, names: tuple[str, ...], is_smooth: Callable[..., Any], *memory: Any
) -> list[tuple[int, str]]:
    """(line, text) of items with a function that is not smooth where a solver needs its rates.

    names -- of the function, and of the one that returns its rates; memory -- for `is_smooth`
    """
    t, found = data.scalars.t, []
    needs_rates = data.scalars.implicit == 0 or data.scalars.index2 != 0
    for line, e in enumerate(table.rows if needs_rates else ()):
        given = [name for symbol, name in zip(("UF", "UF_t"), names, strict=False) if e[symbol]]
        if not given or not e.active or e.dt == 0.0:
            continue
        steps = [ROUGH**k * e.dt for k in range(1, 4)]
        if e.dt > 0.0 and any(is_smooth(e, line, t, s, *memory) for s in steps):
            continue
        found.append((line, (
            f"{given[-1]} is not smooth at t = {t:.9g} s: it jumps, bends or is noisy there, so "
            "the derivatives with respect to time that the solver needs do not exist; smooth it, "
            "let a SensorEvent end a step at this time, or increase the tolerances"
        )))  # fmt: skip
    return found
