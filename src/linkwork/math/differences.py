"""Steps of difference quotients of functions that are smooth over a fraction of their arguments."""

CENTRAL = 6.0e-6
"""Step of a first central difference relative to the argument: cube root of the rounding, where
its error, of the order of the step squared, is as large as that of rounding divided by it."""


def central_step(x, size):
    """Step of a central difference at x for arguments of that size; exact in x + step."""
    step = CENTRAL * max(abs(x), size)
    return (x + step) - x


def forward_weight(k):
    """Weight of f(x + k step), k from 0 to 4, in step f'(x): a difference of order 4."""
    if k == 0:
        return -25.0 / 12.0
    if k == 1:
        return 4.0
    if k == 2:
        return -3.0
    return 4.0 / 3.0 if k == 3 else -0.25
