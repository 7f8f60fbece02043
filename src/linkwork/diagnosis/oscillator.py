"""What an explicit solver makes of one motion: growth of its amplitude in a step.

    x'' + d x' + w^2 x = 0,  (x, x') after a step = G (x, x')
    y' = s y                 of first-order coordinates

A method is stable where no eigenvalue of G is larger than 1. Runge-Kutta methods multiply a motion
exp(s t) by their stability polynomial R(h s).
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from linkwork.core.enums import DynamicSolverType
from linkwork.solvers.explicit import TABLEAUS
from linkwork.solvers.runge_kutta import Tableau

MARGIN = 1.01
"""Steps beyond the limit of stability: exactly there amplitudes may grow in proportion to time."""

DOUBLE = 1.0e-7
"""Error of an eigenvalue that is nearly double."""

LARGEST_LOG = 700.0
"""Logarithm of the largest growth that is told apart from infinite."""


class Oscillation(NamedTuple):
    """frequency -- w [rad/s]; damping -- d [1/s]"""

    frequency: float
    damping: float

    def growth(self, solver: DynamicSolverType, h: float) -> float:
        """Growth of the amplitude in a step."""
        if solver == DynamicSolverType.VelocityVerlet:
            return _of_verlet(h * self.frequency, h * self.damping)
        root = np.sqrt(
            complex(0.25 * self.damping * self.damping - self.frequency * self.frequency)
        )
        return _largest(solver, h * (-0.5 * self.damping + np.array([root, -root])))


class Decay(NamedTuple):
    """First-order motions with their rates s [1/s]."""

    rates: np.ndarray

    def growth(self, solver: DynamicSolverType, h: float) -> float:
        """Growth of the largest one in a step."""
        if solver != DynamicSolverType.VelocityVerlet:
            return _largest(solver, h * self.rates)
        # (y, h y') with the rates of a predicted value
        steps = [np.array([[1 + 0.5 * z, 0.5 + 0.5 * z], [z, z]]) for z in h * self.rates]
        return max(float(np.abs(np.linalg.eigvals(step)).max()) for step in steps)


def _largest(solver: DynamicSolverType, values: np.ndarray) -> float:
    """Largest |R| of a Runge-Kutta method."""
    coefficients = stability_polynomial(TABLEAUS[solver].without_estimate())
    with np.errstate(over="ignore", invalid="ignore"):
        sizes = np.abs(np.polyval(coefficients[::-1], values))
    return float(np.nan_to_num(sizes, nan=np.inf).max())


def stability_polynomial(tableau: Tableau) -> np.ndarray:
    """Coefficients of R(z), the constant first: a step multiplies y' = s y by R(h s)."""
    count = tableau.stages
    square = np.zeros((count, count))
    for s, row in enumerate(tableau.A[:count]):
        square[s, : len(row)] = row
    found, vector = [1.0], np.ones(count)
    for _ in range(count):
        found.append(float(np.dot(tableau.b, vector)))
        vector = square @ vector
    return np.array(found)


def _of_verlet(w: float, d: float) -> float:
    """Growth of (x, h x', h^2 x'') in a step; w, d -- times h.

    The acceleration of a step is the one of its start, with the predicted velocity.
    """
    x = np.array([1.0, 1.0, 0.5])
    a = -(w * w) * x - d * np.array([0.0, 1.0, 1.0])
    v = np.array([0.0, 1.0, 0.5]) + 0.5 * a
    step = np.array([x, v, a])
    if not np.isfinite(step).all():
        return math.inf
    size = float(np.abs(np.linalg.eigvals(step)).max())
    return size if abs(size - 1.0) > DOUBLE else 1.0


Motion = Oscillation | Decay


def total_growth(motion: Motion, solver: DynamicSolverType, duration: float, steps: float) -> float:
    """Natural logarithm of the growth over a run of so many steps."""
    each = motion.growth(solver, duration / steps)
    if each == 0.0:
        return -LARGEST_LOG
    return min(LARGEST_LOG, steps * math.log(each)) if each < math.inf else LARGEST_LOG


def enough_steps(motion: Motion, solver: DynamicSolverType, duration: float, steps: int) -> int:
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
