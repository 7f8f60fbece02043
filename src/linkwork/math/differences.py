"""Steps of difference quotients: small compared with the curvature, large compared with rounding.

    df/dx = (f(x + s) - f(x - s)) / (2 s)

If nothing is known about a function but x, the step is proportional to x, so that the units of a
model do not matter. The function may subtract large numbers, so the step is at least a fraction of
the size of the terms of x. If both values are nearly equal, rounding dominates, and the step is
enlarged up to a limit (`difference_step`, `is_rounded_off`, `larger_step`).
"""

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


PART = 0.25
"""Step of differences in time, in steps of the run: functions that the run resolves are smooth over
it, and rounding, which enters multipliers divided by h, stays small."""


def time_step(t, h, cv):
    """Step of differences in time: backward in a step, forward otherwise; exact in t + step.

    So a kink of a function between two steps does no harm.
    """
    size = max(PART * h, 1.0e-10 * abs(t)) if h > 0.0 else PART * 1.0e-3
    return (t + (size if cv == 0.0 else -size)) - t
