"""Lagrange shape functions of beams with two or three nodes, and their points of integration.

With xi = 2 x/L in [-1, 1] the nodes stand at xi = -1, 1 or at -1, 0, 1. Strains are integrated at
one Gauss point of beams with two nodes, and at two of those with three: as many as their strains
need, so that thin beams do not lock.
"""

from __future__ import annotations

import math

import numpy as np

MOST_NODES = 3
"""Most nodes of a beam."""

TWO_MEAN, THREE_MEAN = (0.5, 0.5, 0.0), (1.0 / 6.0, 4.0 / 6.0, 1.0 / 6.0)
"""Mean values of the shape functions: weights of the center of mass."""

MASSES = np.array([
    [[10.0, 5.0, 0.0], [5.0, 10.0, 0.0], [0.0, 0.0, 0.0]],
    [[4.0, 2.0, -1.0], [2.0, 16.0, 2.0], [-1.0, 2.0, 4.0]],
])  # fmt: skip
"""Integrals of S_k S_l in L/30, for two and three nodes."""

_ROOT = 1.0 / math.sqrt(3.0)
POINTS = np.array([[0.0, 0.0], [-_ROOT, _ROOT]])
"""Gauss points xi, for two and three nodes; as many of them as nodes but one, of equal weight."""


def shapes(count, xi):
    """S_k of two or three nodes"""
    if count == 2:
        return 0.5 * (1.0 - xi), 0.5 * (1.0 + xi), 0.0
    return 0.5 * xi * (xi - 1.0), (1.0 - xi) * (1.0 + xi), 0.5 * xi * (xi + 1.0)


def shape_slopes(count, xi):
    """dS_k/dxi"""
    if count == 2:
        return -0.5, 0.5, 0.0
    return xi - 0.5, -2.0 * xi, xi + 0.5
