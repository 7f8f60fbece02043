"""Which rows of a matrix depend on others: the names behind a singular system."""

from __future__ import annotations

from typing import Any

import numpy as np

DEPENDENT = 1.0e-9
"""What is left of a row, relative to it, when the rows before are taken off."""

FEW = 500
"""Up to this many rows the first dependent ones are found exactly."""

MOST = 4
"""So many dependent rows are enough to name."""


def dependent_rows(matrix: Any) -> np.ndarray:
    """The first rows of a sparse matrix that depend on those before them.

    Of large matrices: the rows that take part in dependencies, the strongest first.
    """
    lengths = np.sqrt(np.asarray(matrix.multiply(matrix).sum(axis=1)).ravel())
    zero = np.flatnonzero(lengths == 0.0)
    if len(zero):
        return zero
    from scipy.sparse import diags, identity

    scaled = diags(1.0 / lengths) @ matrix
    if matrix.shape[0] <= FEW:
        return _first_dependent(scaled.toarray())
    from scipy.sparse.linalg import splu

    # inverse iteration finds what the products of the rows annihilate
    solve = splu((scaled @ scaled.T + DEPENDENT * identity(matrix.shape[0])).tocsc()).solve
    vector = np.random.default_rng(0).standard_normal(matrix.shape[0])
    for _ in range(3):
        vector = solve(vector)
        vector /= np.linalg.norm(vector)
    if np.linalg.norm(scaled.T @ vector) > np.sqrt(DEPENDENT):
        return np.zeros(0, np.int64)
    strong = np.abs(vector) > 0.1 * np.abs(vector).max()
    return np.flatnonzero(strong)[np.argsort(-np.abs(vector[strong]), kind="stable")]


def _first_dependent(rows: np.ndarray) -> np.ndarray:
    """The first rows of unit length that depend on those before them.

    One at a time: behind a dependent row, Q has a direction that no row accounts for.
    """
    kept = np.arange(len(rows))
    found: list[int] = []
    while len(found) < MOST:
        rest = np.abs(np.diagonal(np.linalg.qr(rows[kept].T, mode="r")))
        dependent = np.flatnonzero(rest < DEPENDENT)
        first = dependent[0] if len(dependent) else len(rest)
        if first == len(kept):
            break
        found.append(int(kept[first]))
        kept = np.delete(kept, first)
    return np.array(found, np.int64)
