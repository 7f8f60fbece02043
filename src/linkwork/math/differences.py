"""Steps of difference quotients: small compared with the curvature, large compared with rounding.

    df/dx = (f(x + s) - f(x - s)) / (2 s)

If nothing is known about a function but x, the step is proportional to x, so that the units of a
model do not matter. The function may subtract large numbers, so the step is at least a fraction of
the size of the terms of x. If both values are nearly equal, rounding dominates, and the step is
enlarged up to a limit (`difference_step`, `is_rounded_off`, `larger_step`).

Functions of time are smooth as a rule, and the scale on which they change can be found by calling
them (`connectors/laws/time_differences.py`): differences of order 8 on this scale are exact nearly
to rounding (`WEIGHTS`).
"""

import numpy as np

CENTRAL = 6.0e-6
"""Step of a first central difference relative to the argument: the cube root of the rounding unit,
which balances the truncation error (step squared) and the rounding error (divided by the step)."""

SMALLEST = 1.0e-9
"""Step relative to the size of the numbers whose difference is x."""

USUAL = 1.0e-3
"""Size of quantities about which nothing is known [m, m/s]."""

LEAST_SIZE = 1.0e-4
"""Smallest size that is assumed for coordinates, velocities and rates."""

NOISE = 2.0e-8
"""Smallest change of a function relative to its values; below it, rounding dominates."""


def central_step(x, size):
    """Step of a central difference at x for arguments of this size; exact in x + step."""
    step = CENTRAL * max(abs(x), size)
    return (x + step) - x


def difference_step(x, size, limit):
    """Step for x; size -- of the numbers from which x is computed, limit -- largest step needed."""
    step = max(CENTRAL * abs(x), SMALLEST * size)
    return step if step > 0.0 else limit


def is_rounded_off(change, values, step, limit):
    """Whether rounding dominates a difference; change, values -- sums of absolute values of f."""
    return step < limit and change < NOISE * values


def larger_step(step, limit):
    """Next step to try."""
    return min(1.0e3 * step, limit)


def forward_weight(k):
    """Weight of f(x + k step), k from 0 to 4, in step f'(x): a difference of order 4."""
    if k == 0:
        return -25.0 / 12.0
    if k == 1:
        return 4.0
    if k == 2:
        return -3.0
    return 4.0 / 3.0 if k == 3 else -0.25


def forward_curve_weight(k):
    """Weight of f(x + k step), k from 0 to 5, in step^2 f''(x): a difference of order 4."""
    if k == 0:
        return 45.0 / 12.0
    if k == 1:
        return -154.0 / 12.0
    if k == 2:
        return 214.0 / 12.0
    if k == 3:
        return -13.0
    return 61.0 / 12.0 if k == 4 else -10.0 / 12.0


POINTS = 9
"""Values of a difference of order 8: four on each side, or eight on one side."""

CENTERED, ONE_SIDED = 0, 1
"""Places of the point of differentiation among them: in the middle, or first."""

WEIGHTS = np.array([
    [
        [1 / 280, -4 / 105, 1 / 5, -4 / 5, 0, 4 / 5, -1 / 5, 4 / 105, -1 / 280],
        [-1 / 560, 8 / 315, -1 / 5, 8 / 5, -205 / 72, 8 / 5, -1 / 5, 8 / 315, -1 / 560],
    ],
    [
        [-761 / 280, 8, -14, 56 / 3, -35 / 2, 56 / 5, -14 / 3, 8 / 7, -1 / 8],
        [
            29531 / 5040, -962 / 35, 621 / 10, -4006 / 45, 691 / 8, -282 / 5, 2143 / 90,
            -206 / 35, 363 / 560,
        ],
    ],
])  # fmt: skip
"""Weights of the values in step f' and step^2 f'', by place and derivative."""

EIGHTH = np.array([1.0, -8.0, 28.0, -56.0, 70.0, -56.0, 28.0, -8.0, 1.0])
"""Weights of the values in their eighth difference, which is small where a function is smooth."""

PART = 0.25
"""Step of differences in time where a function is not smooth, in steps of the run: what the run
resolves does not change much within it."""


def time_step(t, h, cv):
    """This step: backward in a step, forward otherwise; exact in t + step.

    So a kink of a function between two steps does no harm.
    """
    size = max(PART * h, 1.0e-10 * abs(t)) if h > 0.0 else PART * 1.0e-3
    return (t + (size if cv == 0.0 else -size)) - t
