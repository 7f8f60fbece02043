"""Linear systems of derivatives: one matrix, one right-hand side per parameter."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from linkwork.core.errors import SolverError
from linkwork.math.tolerances import LEAST_SQUARES

FULL = 300
"""Largest number of unknowns of a full matrix."""

REMAINS = 1.0e-8
"""Largest part of a right-hand side that a solution may leave, relative to it."""


def solve(matrix: Any, right: np.ndarray, what: str) -> np.ndarray:
    """Solutions of matrix x = right, column by column, the smallest where they are not unique.

    what -- begins the text of the error if there is none
    """
    if matrix.shape[0] <= FULL:
        full = matrix.toarray()
        sizes = np.abs(full).max(axis=0, initial=0.0)
        sizes[sizes == 0.0] = 1.0
        scaled = full / sizes
        try:
            found = np.linalg.solve(scaled, right)
            found += np.linalg.solve(scaled, right - scaled @ found)
        except np.linalg.LinAlgError:
            found = np.full_like(right, np.nan)
        if not _solves(scaled, found, right):
            found = np.linalg.lstsq(scaled, right, rcond=LEAST_SQUARES)[0]
        found /= sizes[:, None]
    else:
        from scipy.sparse.linalg import splu

        try:
            found = splu(matrix.tocsc()).solve(right)
        except RuntimeError:
            found = np.full_like(right, np.nan)
    if not _solves(matrix, found, right):
        raise SolverError(f"{what}; the state does not determine them")
    return np.asarray(found)


def _solves(matrix: Any, found: np.ndarray, right: np.ndarray) -> bool:
    rest = np.abs(matrix @ found - right).max(axis=0, initial=0.0)
    return bool((rest <= REMAINS * np.abs(right).max(axis=0, initial=0.0)).all())


def joined(blocks: Sequence[Sequence[Any]]) -> Any:
    """One sparse matrix of blocks."""
    from scipy.sparse import bmat

    return bmat(blocks, format="csr")
