"""Steps of difference quotients: small against the curve of a function, large against rounding.

    df/dx = (f(x + s) - f(x - s)) / (2 s)

Where nothing is known about a function but x itself, the step follows x, so that the units of a
model do not matter. The function may subtract large numbers inside, so the step is no smaller than
a part of the size of what x is made of. If both values are nearly the same, rounding rules, and
the step is enlarged up to a limit (`difference_step`, `is_rounded_off`, `larger_step`).
"""

CENTRAL = 6.0e-6
"""Step of a first central difference relative to the argument: cube root of the rounding, where
its error, of the order of the step squared, is as large as that of rounding divided by it."""

SMALLEST = 1.0e-9
"""Step against the size of the numbers that x is the difference of."""

USUAL = 1.0e-3
"""Size of what nothing is known about [m, m/s]."""

LEAST_SIZE = 1.0e-4
"""Size that coordinates, velocities and rates count for at least."""

NOISE = 2.0e-8
"""Least change of a function against its values: below it a hundred-millionth is rounding."""


def central_step(x, size):
    """Step of a central difference at x for arguments of that size; exact in x + step."""
    step = CENTRAL * max(abs(x), size)
    return (x + step) - x


def difference_step(x, size, limit):
    """Step for x; size -- of the numbers x comes from, limit -- the largest step needed."""
    step = max(CENTRAL * abs(x), SMALLEST * size)
    return step if step > 0.0 else limit


def is_rounded_off(change, values, step, limit):
    """Whether rounding rules a difference; change and values of f are sums of sizes."""
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
