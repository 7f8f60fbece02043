"""Arithmetic of numbers in two parts, (rounded value, rounding error): about 32 digits.

Implicit solvers divide equations of positions by the square of the step size, so rounding errors of
a rotation matrix or a position show in joint forces. Pairs keep these errors. The second part may
be some units of rounding of the first.
"""

from __future__ import annotations

from linkwork.math.exact import two_product, two_sum


def plus(x, y):
    """x + y"""
    total, rest = two_sum(x[0], y[0])
    return total, rest + (x[1] + y[1])


def times(x, y):
    """x y"""
    product, rest = two_product(x[0], y[0])
    return product, rest + (x[0] * y[1] + x[1] * y[0])


def negative(x):
    return -x[0], -x[1]


def dot_pairs(a, b):
    """a . b of vectors of three pairs"""
    return plus(plus(times(a[0], b[0]), times(a[1], b[1])), times(a[2], b[2]))


def pair_of(vector, low, k):
    """Component k of a vector and its rounding error."""
    return vector[k], low[k]


def turned_pairs(R, R_low, a):
    """R a as three pairs, for a matrix in two parts and a plain vector"""
    return _turned_row(R, R_low, a, 0), _turned_row(R, R_low, a, 1), _turned_row(R, R_low, a, 2)


def _turned_row(R, R_low, a, r):
    total = times((R[r, 0], R_low[r, 0]), (a[0], 0.0))
    total = plus(total, times((R[r, 1], R_low[r, 1]), (a[1], 0.0)))
    return plus(total, times((R[r, 2], R_low[r, 2]), (a[2], 0.0)))


def column_pairs(R, R_low, k):
    """Column k of a matrix in two parts, as three pairs"""
    return (R[0, k], R_low[0, k]), (R[1, k], R_low[1, k]), (R[2, k], R_low[2, k])


def rounded(a):
    """A vector of three pairs without the rounding errors."""
    return a[0][0], a[1][0], a[2][0]
