"""Frequencies of small motions about a state, by the method of Lanczos.

    x -> P M^-1 K x,  P projects onto the directions that constraints leave free

is symmetric in the metric of M. A few steps from a start vector give the largest eigenvalue, and
the frequencies that the vector excites, with their shares. (Lanczos 1950; Golub and Van Loan,
Matrix Computations.)
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from linkwork.math.tolerances import EMPTY_REMAINDER

STEPS = 24
"""Steps of the iteration: enough for the ends of the spectrum within a few percent."""

MOST_ENTRIES = 2_000_000
"""Entries of a matrix that can be factorized in about a second."""


class Spectrum(NamedTuple):
    """Eigenvalues that an iteration found, in ascending order.

    shares -- of the start vector in each; vectors -- one column for each
    """

    values: np.ndarray
    shares: np.ndarray
    vectors: np.ndarray


class Motion:
    """Masses and constraints, which convert forces to accelerations.

    RuntimeError if they are singular or too large.
    """

    def __init__(self, mass: Any, gradients: Any) -> None:
        from scipy.sparse import bmat, identity
        from scipy.sparse.linalg import splu

        self._mass, self._n = mass, mass.shape[0]
        self._scale = np.zeros(0)
        matrix = mass
        if gradients.shape[0]:
            rows = np.sqrt(np.asarray(gradients.multiply(gradients).sum(axis=1)).ravel())
            scale = float(abs(mass).max()) / np.where(rows > 0.0, rows, 1.0)
            self._scale = scale
            scaled = gradients.multiply(scale[:, None]).tocsr()
            # a small compliance regularizes dependent rows
            soft = -1e-9 * float(abs(mass).max()) * identity(scaled.shape[0])
            matrix = bmat([[mass, scaled.T], [scaled, soft]])
        matrix = matrix.tocsc()
        if not np.isfinite(matrix.data).all() or matrix.nnz > MOST_ENTRIES:
            raise RuntimeError("the matrix is not finite or too large")
        self._size = matrix.shape[0]
        self._solve = splu(matrix).solve

    def accelerations(self, forces: np.ndarray) -> np.ndarray:
        """Accelerations due to forces, in the directions that constraints leave free."""
        right = np.zeros(self._size)
        right[: self._n] = forces
        return np.asarray(self._solve(right))[: self._n]

    def multipliers(self, forces: np.ndarray, right: np.ndarray) -> np.ndarray:
        """Multipliers lambda of M a + C^T lambda = forces, C a = right."""
        found = self._solve(np.concatenate([forces, self._scale * right]))
        return np.asarray(self._scale * found[self._n :])

    def size(self, x: np.ndarray) -> float:
        """Length of a vector in the metric of the masses."""
        return float(np.sqrt(max(0.0, x @ (self._mass @ x))))

    def lanczos(self, matrix: Any, start: np.ndarray) -> Spectrum:
        """Eigenvalues of M^-1 A that a start vector excites."""
        basis: list[np.ndarray] = []
        diagonal: list[float] = []
        beside: list[float] = []
        size = self.size(start)
        if not 0.0 < size < np.inf:
            return Spectrum(np.zeros(0), np.zeros(0), np.zeros((self._n, 0)))
        x = start / size
        for _ in range(min(STEPS, self._n)):
            basis.append(x)
            y = self.accelerations(matrix @ x)
            whole = self.size(y)
            for _ in range(2):  # twice is enough against rounding
                for k, b in enumerate(basis):
                    part = b @ (self._mass @ y)
                    if len(diagonal) < len(basis) and k == len(basis) - 1:
                        diagonal.append(float(part))
                    y = y - part * b
            rest = self.size(y)
            if not EMPTY_REMAINDER * whole < rest < np.inf:
                break
            beside.append(rest)
            x = y / rest
        beside = beside[: len(diagonal) - 1]
        small = np.diag(diagonal) + np.diag(beside, 1) + np.diag(beside, -1)
        values, vectors = np.linalg.eigh(small)
        return Spectrum(values, np.abs(vectors[0]), np.array(basis).T @ vectors)
