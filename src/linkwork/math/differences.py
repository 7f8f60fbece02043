"""Steps of central differences: small against the curve, large against rounding.

    df/dx = (f(x + s) - f(x - s)) / (2 s)

The step follows x itself, so that the units of a model do not matter. A function may subtract
large numbers inside, so the step is no smaller than a part of the size of what x is made of. If
both values are nearly the same, rounding rules, and the step is enlarged up to a limit.
"""

RELATIVE = 6.0e-6
"""Step against x: cube root of the rounding unit."""

SMALLEST = 1.0e-9
"""Step against the size of the numbers that x is the difference of."""

USUAL = 1.0e-3
"""Size of what nothing is known about [m, m/s]."""

NOISE = 2.0e-8
"""Least change of a function against its values: below it a hundred-millionth is rounding."""


def difference_step(x, size, limit):
    """Step for x; size -- of the numbers x comes from, limit -- the largest step needed."""
    step = max(RELATIVE * abs(x), SMALLEST * size)
    return step if step > 0.0 else limit


def is_rounded_off(change, values, step, limit):
    """Whether rounding rules a difference; change and values of f are sums of sizes."""
    return step < limit and change < NOISE * values


def larger_step(step, limit):
    """Next step to try."""
    return min(1.0e3 * step, limit)
