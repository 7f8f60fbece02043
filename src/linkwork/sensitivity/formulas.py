"""Derivatives by differences of several points, which two formulas must confirm.

Points and step are those of a smooth function that changes little within a part of 2^-9 of the
parameter. Where a second formula with fewer points says something else, the function bends, has a
pole near the value, or is rounded: smaller steps tell which of these it is.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeVar

import numpy as np

from linkwork.core.errors import ParameterError

STEP = 2.0**-9
"""Step of the differences, relative to the parameter."""

TWO_SIDED = {1: 0.75, -1: -0.75, 2: -0.15, -2: 0.15, 3: 1.0 / 60.0, -3: -1.0 / 60.0}
UPWARD = {0: -25.0 / 12.0, 1: 4.0, 2: -3.0, 3: 4.0 / 3.0, 4: -0.25}
DOWNWARD = {-k: -weight for k, weight in UPWARD.items()}
"""Weights of the values at multiples of the step, for the first derivative.

Errors of positions at the start act on accelerations of the first step, divided by h^2: hence many
points.
"""

FEWER = {-1: -0.25, 0: -5.0 / 6.0, 1: 1.5, 2: -0.5, 3: 1.0 / 12.0}
FEWER_UPWARD = {0: -11.0 / 6.0, 1: 3.0, 2: -1.5, 3: 1.0 / 3.0}
FEWER_DOWNWARD = {-k: -weight for k, weight in FEWER_UPWARD.items()}
"""Weights of formulas of lower order, with some of the same points: more of them on one side, so
that they do not agree where the function bends at the value itself."""

FORMULAS = ((TWO_SIDED, FEWER), (UPWARD, FEWER_UPWARD), (DOWNWARD, FEWER_DOWNWARD))
STEPS = tuple(STEP / 32.0**k for k in range(4))

AGREE = 1.0e-6
"""Disagreement of two formulas, relative to the derivative, of smooth functions: it is 1e-8 or less
for all parameters of all items, and the better formula is more exact by the square of the step."""

ROUNDED = 1.0e-3
"""Largest disagreement that rounding explains, if it grows with smaller steps."""

GROWS = 4.0
"""Factor by which rounding grows at least if the step is a 32nd."""

SLIGHT = 1.0e-9
"""Changes of numbers by a change of the parameter of its own size, relative to the numbers, that
are not compared."""


class Part(NamedTuple):
    """Derivatives of some numbers; sizes -- of the numbers, one for all or one for each."""

    slopes: np.ndarray
    sizes: np.ndarray | float


def disagreement(fine: list[Part], rough: list[Part], scale: float) -> float:
    """Largest difference of two formulas, relative to the derivative; scale -- of the parameter"""
    worst = 0.0
    for part, other in zip(fine, rough, strict=True):
        beyond = np.abs(part.slopes - other.slopes) - SLIGHT / scale * np.asarray(part.sizes)
        size = np.abs(part.slopes)
        if np.ndim(part.sizes) == 0 and len(size):
            beyond, size = beyond.max(keepdims=True), size.max(keepdims=True)
        found = np.where(beyond > 0.0, beyond / np.maximum(size, 1.0e-300), 0.0)
        worst = max(worst, float(found.max(initial=0.0)) if not np.isnan(beyond).any() else np.inf)
    return worst


Point = TypeVar("Point")


def differentiated(
    text: str, scale: float, at: Callable[[float], Point],
    combine: Callable[[dict[int, float], float, dict[int, Point]], list[Part]],
) -> list[Part]:  # fmt: skip
    """Derivatives by a parameter, confirmed by a second formula.

    text, scale -- its name, and the size of a change of it that matters
    at -- returns what follows from a change of the parameter, or raises a ParameterError
    combine -- returns the weighted sums over points: weights, step, and points by their places
    """
    reason, tried = "", list[tuple[float, list[Part]]]()
    for share in STEPS:
        for weights, fewer in FORMULAS:
            step = share * scale
            try:
                found = {k: at(k * step) for k in weights if k}
            except ParameterError as error:
                reason = str(error)
                continue
            parts = combine(weights, step, found)
            apart = disagreement(parts, combine(fewer, step, found), scale)
            if apart <= AGREE:
                return parts
            tried.append((apart, parts))
            break
        else:
            break  # smaller changes may pass checks with a tolerance
    for (apart, parts), (next_apart, _) in zip(tried, tried[1:], strict=False):
        if apart <= ROUNDED and next_apart >= GROWS * apart:
            return parts
    if tried:
        least = min(apart for apart, _ in tried)
        reason = (
            f"formulas with different points disagree by {least:.2g} of the derivative, so the "
            "model does not depend smoothly on it near its value; change the value a little, or "
            "compare runs with two values"
        )
    raise ParameterError(f"{text!r} cannot be differentiated: {reason}")
