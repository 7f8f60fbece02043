"""Whether a user function means the same with lists as with arrays.

A system may promise lists to its user functions (`MainSystem.functions_take_lists`). Compiled code
has arrays, where `a + b` adds and `2 * a` doubles; with lists they join and repeat.
"""

from __future__ import annotations

import contextlib
import io
from collections.abc import Callable
from typing import Any

import numpy as np

from linkwork.core.declare.function_kinds import Place, UserFunction
from linkwork.core.functions.elements import takes_apart

LENGTHS = 16
"""Vectors whose length depends on the item are tried with up to this many numbers."""

SCALES = (1.0, -1.0)
TIME, NUMBER = 0.1, 0


def means_the_same(kind: UserFunction, function: Callable[..., Any]) -> bool:
    """Whether a function returns the same for lists as for arrays.

    It is tried unless it only takes its vectors apart; it must have no effects but its result.
    """
    places, _ = kind.places(*(1 for _ in kind.lengths))
    first = len(kind.arguments) - len(places)
    vectors = [(k, place) for k, place in enumerate(places, first) if place.part == "vector"]
    if all(len(place.shape) == 1 and takes_apart(function, k) for k, place in vectors):
        return True
    with contextlib.redirect_stdout(io.StringIO()):
        for length in range(1, LENGTHS + 1 if kind.lengths else 2):
            places, _ = kind.places(*(length for _ in kind.lengths))
            try:
                return all(_agree(function, first, places, scale) for scale in SCALES)
            except Exception:
                continue  # arrays of this length do not fit
    return False


def _agree(function: Callable[..., Any], first: int, places: list[Place], scale: float) -> bool:
    """Whether both results are equal; raises what the function does with arrays."""
    head = (0, TIME, NUMBER)[:first]
    arrays = [_sample(place, scale) for place in places]
    expected = np.array(function(*head, *(_copied(value) for value in arrays)), dtype=float)
    try:
        lists = [value.tolist() if isinstance(value, np.ndarray) else value for value in arrays]
        found = np.array(function(*head, *lists), dtype=float)
    except Exception:
        return False
    return bool(np.array_equal(found, expected, equal_nan=True))


def _sample(place: Place, scale: float) -> Any:
    if place.part == "flag":
        return scale > 0.0
    numbers = scale * (0.3 + 0.07 * (place.start + np.arange(float(np.prod(place.shape)))))
    return float(numbers[0]) if place.part == "number" else numbers.reshape(place.shape)


def _copied(value: Any) -> Any:
    return value.copy() if isinstance(value, np.ndarray) else value
