"""Weighted means of mesh nodes: how much each deformation moves and turns them.

With weights w_j of nodes at x_j, the mean x = sum w_j x_j and r_j = x_j - x, displacements u_j move
the mean by sum w_j u_j and turn it by

    theta = (sum w_j (r_j . r_j I - r_j r_j^T))^-1 sum w_j r_j x u_j       least squares
    theta = sum w_j r_j x u_j / sum w_j r_j . r_j                          the simpler law

The first is the rotation that minimizes sum w_j |u_j - u - theta x r_j|^2.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from linkwork.core.errors import ParameterError
from linkwork.math.tolerances import FLAT_MESH


class Mesh(NamedTuple):
    """Mesh nodes of a super element.

    nodes -- their numbers; weights -- of each; offset -- added to their mean, in body axes [m]
    turns -- whether their mean rotation is wanted; least_squares -- by which of the two laws
    """

    nodes: tuple[int, ...]
    weights: tuple[float, ...]
    offset: tuple[float, float, float] = (0.0, 0.0, 0.0)
    turns: bool = False
    least_squares: bool = True

    def mean(self, values: np.ndarray) -> np.ndarray:
        """Weighted mean of values of each node, the first axis."""
        found: np.ndarray = np.tensordot(np.array(self.weights), values, 1)
        return found

    def rotation(self, x: np.ndarray, u: np.ndarray) -> np.ndarray:
        """Theta of displacements u (node, component, deformation) of nodes at x: one row each."""
        if not self.turns:
            return np.zeros((u.shape[2], 3))
        arms, weights = x - self.mean(x), np.array(self.weights)
        turned = np.cross(arms[:, :, None], u, axisa=1, axisb=1, axisc=1)
        squares = np.einsum("ij,ij->i", arms, arms)
        if not self.least_squares:
            if not weights @ squares > 0.0:
                raise ParameterError("the mesh nodes coincide, so that they have no mean rotation")
            return np.tensordot(weights, turned, 1).T / (weights @ squares)
        spread = np.einsum("i,i,jk->jk", weights, squares, np.eye(3))
        spread = spread - np.einsum("i,ij,ik->jk", weights, arms, arms)
        values = np.linalg.eigvalsh(spread)
        if values[0] <= FLAT_MESH * values[-1]:
            raise ParameterError(
                "the mesh nodes are on a line or coincide, so that they have no mean rotation; "
                "list at least three nodes that form a triangle"
            )
        return np.linalg.solve(spread, np.tensordot(weights, turned, 1)).T
