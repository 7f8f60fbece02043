"""Shape functions of cables, and the points at which their strains are integrated.

With s = x/L in [0, 1] a cable has r = S_0 r_0 + S_1 r'_0 + S_2 r_1 + S_3 r'_1,

    S = 1 - 3 s^2 + 2 s^3, L (s - 2 s^2 + s^3), 3 s^2 - 2 s^3, L (s^3 - s^2)

The derivatives of S_0 and S_2 cancel each other, so r' and r'' depend on d = (r_1 - r_0)/L and the
two slopes alone:

    r' = a_0 d + a_1 r'_0 + a_2 r'_1,      a = 6 s - 6 s^2, 1 - 4 s + 3 s^2, 3 s^2 - 2 s
    r'' = b_0 d + b_1 r'_0 + b_2 r'_1,     b = (6 - 12 s, 6 s - 4, 6 s - 2)/L
"""

from __future__ import annotations

import math

import numpy as np


def positions(s, L):
    """S_0 to S_3"""
    return (
        1.0 - s * s * (3.0 - 2.0 * s),
        L * s * (1.0 - s) * (1.0 - s),
        s * s * (3.0 - 2.0 * s),
        L * s * s * (s - 1.0),
    )


def slopes(s):
    """a_0 to a_2"""
    return 6.0 * s * (1.0 - s), (1.0 - s) * (1.0 - 3.0 * s), s * (3.0 * s - 2.0)


def bends(s, L):
    """b_0 to b_2"""
    return (6.0 - 12.0 * s) / L, (6.0 * s - 4.0) / L, (6.0 * s - 2.0) / L


MASS = np.array([
    [156.0, 22.0, 54.0, -13.0],
    [22.0, 4.0, 13.0, -3.0],
    [54.0, 13.0, 156.0, -22.0],
    [-13.0, -3.0, -22.0, 4.0],
])  # fmt: skip
"""Mass matrix of r_0, L r'_0, r_1, L r'_1 in one direction, in rhoA L/420."""

MEAN = (0.5, 1.0 / 12.0, 0.5, -1.0 / 12.0)
"""Mean values of S_0, S_1/L, S_2 and S_3/L: weights of the center of mass."""

AXIAL, BENDING = 0, 1
MOST_POINTS = 5


def _gauss(count: int) -> tuple[list[float], list[float]]:
    """Gauss points in [0, 1] and weights whose sum is 1."""
    x, w = np.polynomial.legendre.leggauss(count)
    return (0.5 + 0.5 * x).tolist(), (0.5 * w).tolist()


_LOBATTO = [0.0, 0.5, 1.0], [1.0 / 6.0, 4.0 / 6.0, 1.0 / 6.0]
_RULES = (
    (_gauss(5), _gauss(3)),
    (_gauss(4), _gauss(2)),
    (_LOBATTO, _gauss(2)),
)

COUNTS = np.array([[len(points) for points, _ in rule] for rule in _RULES])
"""Number of points of each rule of integration, by AXIAL and BENDING."""

POINTS, WEIGHTS = np.zeros((2, len(_RULES), 2, MOST_POINTS))
for _r, _rule in enumerate(_RULES):
    for _k, (_points, _weights) in enumerate(_rule):
        POINTS[_r, _k, : len(_points)] = _points
        WEIGHTS[_r, _k, : len(_points)] = _weights
"""s and weights of these points."""

SHAPES = np.zeros((len(_RULES), 2, MOST_POINTS, 6))
"""a_0, a_1, a_2 and L b_0, L b_1, L b_2 at the points."""
for _r, _k, _p in np.ndindex(SHAPES.shape[:3]):
    SHAPES[_r, _k, _p] = *slopes(POINTS[_r, _k, _p]), *bends(POINTS[_r, _k, _p], 1.0)


LEAST = 1.0e-300
"""Smallest square of a slope in denominators; cables report slopes that vanish."""


def strain(a):
    """eps = |r'| - 1"""
    return math.sqrt(a[0] * a[0] + a[1] * a[1]) - 1.0


def strain_rate(a, u):
    """Rate of the strain; u -- of r'"""
    return (a[0] * u[0] + a[1] * u[1]) / math.sqrt(max(a[0] * a[0] + a[1] * a[1], LEAST))


def bending(a, b):
    """K = r' x r''/|r'|^2"""
    return (a[0] * b[1] - a[1] * b[0]) / max(a[0] * a[0] + a[1] * a[1], LEAST)


def bending_rate(a, b, u, w):
    """Rate of K; u, w -- of r' and r''"""
    square = max(a[0] * a[0] + a[1] * a[1], LEAST)
    change = u[0] * b[1] - u[1] * b[0] + a[0] * w[1] - a[1] * w[0]
    return (change - 2.0 * bending(a, b) * (a[0] * u[0] + a[1] * u[1])) / square
