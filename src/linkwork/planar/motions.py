"""Functions of time in the form in which the engine calls them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from linkwork.core.user_functions import called_back

Function = Callable[[float], float]


def scaled(f: Function) -> Callable[[Any, float, float], float]:
    """f(t) times the load of a LoadCoordinate; compiled where f can be."""

    def force(mbs, t, load):  # type: ignore[no-untyped-def]
        return load * f(t)

    return force


def prescribed(f: Function) -> Callable[[Any, float, int, float], float]:
    """f(t) as the offset of a CoordinateConstraint; compiled where f can be."""

    def motion(mbs, t, itemNumber, lOffset):  # type: ignore[no-untyped-def]
        return f(t)

    return motion


def spline(times: np.ndarray, values: np.ndarray) -> tuple[Any, Any]:
    """(position, velocity) of the cubic spline through values, as offset functions.

    They are called back: other values cost no compilation.
    """
    from scipy.interpolate import CubicSpline

    made = CubicSpline(times, values)
    pieces = made.c.T[:, ::-1].tolist()
    step, last = float(times[1] - times[0]), len(times) - 2

    def piece(t: float) -> tuple[list[float], float]:
        k = min(max(int(t / step), 0), last)
        return pieces[k], t - k * step

    def position(mbs: Any, t: float, itemNumber: int, lOffset: float) -> float:
        (a, b, c, d), x = piece(t)
        return a + x * (b + x * (c + x * d))

    def velocity(mbs: Any, t: float, itemNumber: int, lOffset: float) -> float:
        (_, b, c, d), x = piece(t)
        return b + x * (2.0 * c + x * 3.0 * d)

    return called_back(position), called_back(velocity)
