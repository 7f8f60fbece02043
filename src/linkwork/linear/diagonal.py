"""Diagonal matrices: the mass matrix of point masses in explicit solvers."""

from linkwork.core.status import SINGULAR


def factor(frame, values, factors_out):
    frame.factorizations += 1
    for i in range(values.size):
        if not abs(values[i]) > 0.0:
            return SINGULAR
        factors_out[i] = 1.0 / values[i]
    return 0


def solve(factors, x_out):
    for i in range(factors.size):
        x_out[i] *= factors[i]
    return 0
