"""Which rows of a matrix depend on others: the names behind a singular system."""

from __future__ import annotations

from typing import Any

import numpy as np

DEPENDENT = 1.0e-9
"""What is left of a row, relative to it, when the rows before are taken off."""

FEW = 500
"""Up to this many rows the first dependent ones are found exactly."""


def dependent_rows(matrix: Any) -> np.ndarray:
    """Rows of a sparse matrix that depend on those before them.

    Of large matrices: the rows that take part in one dependency, the strongest first.
    """
    lengths = np.sqrt(np.asarray(matrix.multiply(matrix).sum(axis=1)).ravel())
    zero = np.flatnonzero(lengths == 0.0)
    if len(zero):
        return zero
    from scipy.sparse import diags, identity

    scaled = diags(1.0 / lengths) @ matrix
    if matrix.shape[0] <= FEW:
        rest = np.abs(np.diagonal(np.linalg.qr(scaled.toarray().T, mode="r")))
        found = np.ones(matrix.shape[0], bool)  # more rows than columns
        found[: len(rest)] = rest < DEPENDENT
        return np.flatnonzero(found)
    from scipy.sparse.linalg import splu

    # inverse iteration finds what the products of the rows annihilate
    solve = splu((scaled @ scaled.T + DEPENDENT * identity(matrix.shape[0])).tocsc()).solve
    vector = np.random.default_rng(0).standard_normal(matrix.shape[0])
    for _ in range(3):
        vector = solve(vector)
        vector /= np.linalg.norm(vector)
    strong = np.abs(vector) > 0.1 * np.abs(vector).max()
    return np.flatnonzero(strong)[np.argsort(-np.abs(vector[strong]), kind="stable")]
