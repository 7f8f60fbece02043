"""Derivatives of a user's function of a Solution by the numbers that it reads.

Central differences, but only by numbers on which the function depends: parts of the arrays are
halved as long as a change of them changes the result.
"""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np

from linkwork.core.errors import ParameterError
from linkwork.results.solution import Solution

STATES = ("coordinates", "velocities", "accelerations", "multipliers")
"""Parts of a Solution by which a function is differentiated, besides sensors."""

STEP = 1.0e-3
"""Step of the differences, relative to the largest number of the array; four points."""


def slopes_of(function: Callable[[Any], float], solution: Solution) -> dict[str, Any]:
    """Derivatives of function(solution): by each array of STATES, and by `sensors`, by name."""
    made = SimpleNamespace(
        times=solution.times.copy(),
        sensors={name: values.copy() for name, values in solution.sensors.items()},
        **{name: getattr(solution, name).copy() for name in STATES},
    )

    def value() -> float:
        found = function(made)
        if np.ndim(found) != 0 or not np.isfinite(found):
            raise ParameterError(f"gradient: the function must return one number, got {found!r}")
        return float(found)

    base = value()
    found: dict[str, Any] = {name: slopes_by(value, getattr(made, name), base) for name in STATES}
    found["sensors"] = {
        name: slopes_by(value, array[:, 1:], base) for name, array in made.sensors.items()
    }
    return found


def slopes_by(value: Callable[[], float], array: np.ndarray, base: float) -> np.ndarray:
    """Derivatives by an array that the function reads, which is changed in place."""
    found = np.zeros(array.shape)
    scale = float(np.abs(array).max(initial=0.0)) or 1.0
    noise = np.random.default_rng(3).uniform(0.5, 1.0, array.shape) * scale
    pending = [(slice(0, array.shape[0]), slice(0, array.shape[1]))] if array.size else []
    while pending:
        part = pending.pop()
        rows, columns = part
        height, width = rows.stop - rows.start, columns.stop - columns.start
        if height * width == 1:
            found[part] = _difference(value, array, part, STEP * scale)
            continue
        kept = array[part].copy()
        array[part] += noise[part]
        changed = value() != base
        array[part] = kept
        if not changed:
            continue
        if height > 1:
            half = rows.start + height // 2
            pending += [(slice(rows.start, half), columns), (slice(half, rows.stop), columns)]
        else:
            half = columns.start + width // 2
            pending += [(rows, slice(columns.start, half)), (rows, slice(half, columns.stop))]
    return found


def _difference(
    value: Callable[[], float], array: np.ndarray, part: tuple[slice, slice], step: float
) -> float:
    kept, total = array[part].copy(), 0.0
    for k, weight in ((1.0, 8.0 / 12.0), (2.0, -1.0 / 12.0)):
        for sign in (1.0, -1.0):
            array[part] = kept + sign * k * step
            total += sign * weight / step * value()
    array[part] = kept
    return total
