"""What a solver makes of one oscillation: growth of its amplitude in a step.

    x'' + d x' + w^2 x = 0,  (x, x') after a step = G (x, x')

An explicit method is stable where no eigenvalue of G is larger than 1.
"""

from __future__ import annotations

import math

import numpy as np

from linkwork.core.enums import DynamicSolverType
from linkwork.solvers.explicit import TABLEAUS
from linkwork.solvers.runge_kutta import Tableau

LARGEST_LOG = 700.0
"""Logarithm of the largest growth that is told apart from infinite."""


def growth(solver: DynamicSolverType, h: float, frequency: float, damping: float) -> float:
    """Growth of the amplitude in a step of an explicit solver.

    frequency -- w [rad/s]; damping -- d [1/s]
    """
    if solver == DynamicSolverType.VelocityVerlet:
        return _of_verlet(h * frequency, h * damping)
    coefficients = stability_polynomial(TABLEAUS[solver].without_estimate())
    root = np.sqrt(complex(0.25 * damping**2 - frequency**2))
    values = [h * (-0.5 * damping + root), h * (-0.5 * damping - root)]
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
    return float(np.abs(np.linalg.eigvals(step)).max()) if np.isfinite(step).all() else math.inf


def total_growth(
    solver: DynamicSolverType, duration: float, steps: float, frequency: float, damping: float
) -> float:
    """Natural logarithm of the growth over a run of so many steps."""
    each = growth(solver, duration / steps, frequency, damping)
    return min(LARGEST_LOG, steps * math.log(each)) if 0.0 < each < math.inf else (
        LARGEST_LOG if each else -LARGEST_LOG
    )  # fmt: skip


def enough_steps(
    solver: DynamicSolverType, duration: float, steps: int, frequency: float, damping: float
) -> int:
    """Number of steps, rounded up to two digits, from which the amplitude does not double."""
    limit = math.log(2.0)
    low, high = float(steps), 2.0 * steps
    while total_growth(solver, duration, high, frequency, damping) > limit and high < 1e18:
        low, high = high, 2.0 * high
    for _ in range(20):
        middle = 0.5 * (low + high)
        if total_growth(solver, duration, middle, frequency, damping) > limit:
            low = middle
        else:
            high = middle
    return rounded_up(high)


def rounded_up(number: float) -> int:
    """A whole number of two digits and zeros, not below a number."""
    unit = 10.0 ** max(0, math.floor(math.log10(max(number, 1.0))) - 1)
    return int(math.ceil(number / unit) * unit)
