"""Directions that constraints leave free."""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.math.tolerances import NULL_SPACE


def null_space(C: Any, n: int, threshold: float = NULL_SPACE) -> np.ndarray:
    """Orthonormal basis of all u with C u = 0, one column each; C full or sparse, n columns.

    threshold -- relative residual below which a row is dependent on others
    """
    rows = C if isinstance(C, np.ndarray) else C.toarray()
    sizes = np.abs(rows).max(axis=1, initial=0.0)  # the squares of large numbers overflow
    rows = rows[sizes > 0.0] / sizes[sizes > 0.0, None]
    rows = rows / np.linalg.norm(rows, axis=1)[:, None]
    if not len(rows):
        return np.eye(n)
    from scipy.linalg import qr

    Q, R, _ = qr(rows.T, pivoting=True)
    left = np.abs(np.diagonal(R))
    found: np.ndarray = Q[:, np.count_nonzero(left > threshold * left[0]) :]
    return found
