"""Growth of the amplitude of one motion in a step of an explicit solver.

    x'' + d x' + w^2 x = 0,  (x, x') after a step = G (x, x')
    y' = s y                 for first-order coordinates

A method is stable if no eigenvalue of G is larger than 1; integrators compute theirs
(`Integrator.growth`).
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from linkwork.integrators.registry import integrator_of

MARGIN = 1.01
"""Margin of the stability limit: exactly at the limit, amplitudes may grow linearly with time."""

LARGEST_LOG = 700.0
"""Logarithm of the largest growth that is distinguished from infinite growth."""


class Oscillation(NamedTuple):
    """frequency -- w [rad/s]; damping -- d [1/s]"""

    frequency: float
    damping: float

    def growth(self, solver: Any, h: float) -> float:
        """Growth of the amplitude in a step; 1 if the integrator cannot compute it."""
        found = integrator_of(solver).growth(h * self.frequency, h * self.damping)
        return 1.0 if found is None else found


class Decay(NamedTuple):
    """First-order motions with their rates s [1/s]."""

    rates: np.ndarray

    def growth(self, solver: Any, h: float) -> float:
        """Growth of the largest one in a step; 1 if the integrator cannot compute it."""
        found = integrator_of(solver).growth_of_rates(h * self.rates)
        return 1.0 if found is None else found


Motion = Oscillation | Decay


def total_growth(motion: Motion, solver: Any, duration: float, steps: float) -> float:
    """Natural logarithm of the growth over a run with this number of steps."""
    each = motion.growth(solver, duration / steps)
    if each == 0.0:
        return -LARGEST_LOG
    return min(LARGEST_LOG, steps * math.log(each)) if each < math.inf else LARGEST_LOG


def enough_steps(motion: Motion, solver: Any, duration: float, steps: int) -> int:
    """Number of steps, rounded up to two digits, from which the amplitude does not double."""
    limit = math.log(2.0)
    low, high = float(steps), 2.0 * steps
    while total_growth(motion, solver, duration, high) > limit and high < 1e18:
        low, high = high, 2.0 * high
    for _ in range(20):
        middle = 0.5 * (low + high)
        if total_growth(motion, solver, duration, middle) > limit:
            low = middle
        else:
            high = middle
    return rounded_up(MARGIN * high)


def rounded_up(number: float) -> int:
    """A whole number of two digits and zeros, not below a number up to 1e18."""
    number = min(number, 1e18)
    unit = 10.0 ** max(0, math.floor(math.log10(max(number, 1.0))) - 1)
    return int(math.ceil(number / unit) * unit)
