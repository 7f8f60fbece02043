"""Functions of time in the form in which the engine calls them."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from linkwork.core.functions.marked import called_back
from linkwork.core.overflows import overflows_unnoticed

Function = Callable[[float], float]


def scaled(f: Function) -> Callable[[Any, float, float], float]:
    """f(t) times the load of a LoadCoordinate; compiled if f can be."""

    def force(mbs, t, load):  # type: ignore[no-untyped-def]
        return load * f(t)

    return force


def prescribed(f: Function) -> Callable[[Any, float, int, float], float]:
    """f(t) as the offset of a CoordinateConstraint; compiled if f can be."""

    def motion(mbs, t, itemNumber, lOffset):  # type: ignore[no-untyped-def]
        return f(t)

    return motion


def prescribed_in_python(f: Function) -> Any:
    """f(t) as an offset that is always called back: changed values need no compilation."""
    return called_back(prescribed(f))


def rate_of(f: Function, step: float, end: float) -> Function:
    """Velocity of f by one-sided differences of order 4, backward except at the start.

    Their step is the fraction of `step` at which rounding and truncation errors are smallest.
    """
    parts = [step * 0.25**k for k in range(1, 11)]
    instants = (0.0, 0.3 * end, 0.7 * end, end)
    slopes = np.array([[_slope_or_nan(f, t, dt) for t in instants] for dt in parts])
    changes = np.abs(np.diff(slopes, axis=0))
    changes[~np.isfinite(changes)] = 0.0
    return _differences(f, parts[int(np.argmin(changes.max(axis=1)))])


def _differences(f: Function, dt: float) -> Function:
    def rate(t):  # type: ignore[no-untyped-def]
        d = -dt if t >= 4.0 * dt else dt
        near = -25.0 * f(t) + 48.0 * f(t + d) - 36.0 * f(t + 2.0 * d)
        return (near + 16.0 * f(t + 3.0 * d) - 3.0 * f(t + 4.0 * d)) / (12.0 * d)

    return rate


def _slope_or_nan(f: Function, t: float, dt: float) -> float:
    """Slope of a function that may fail; the run reports where it failed."""
    try:
        return float(_differences(f, dt)(t))
    except Exception:
        return math.nan


def spline(times: np.ndarray, values: np.ndarray) -> tuple[Function, Function]:
    """(position, velocity) of the cubic spline through values over a uniform grid that starts at 0.

    ValueError: the values are too far apart for their steps.
    """
    from scipy.interpolate import CubicSpline

    with overflows_unnoticed():
        coefficients = CubicSpline(times, values).c.T[:, ::-1]
    if not np.isfinite(coefficients).all():
        raise ValueError("the spline is not finite")
    pieces = coefficients.tolist()
    step, last = float(times[1]), len(times) - 2

    def piece(t: float) -> tuple[list[float], float]:
        k = min(max(int(t / step), 0), last)
        return pieces[k], t - k * step

    def position(t: float) -> float:
        (a, b, c, d), x = piece(t)
        return float(a + x * (b + x * (c + x * d)))

    def velocity(t: float) -> float:
        (_, b, c, d), x = piece(t)
        return float(b + x * (2.0 * c + x * 3.0 * d))

    return position, velocity
