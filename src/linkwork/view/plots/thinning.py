"""Curves of very many points, drawn with fewer points that look the same."""

from __future__ import annotations

import numpy as np

MANY = 40_000
"""Number of points up to which a curve is drawn unchanged."""

BINS = 2_000
"""Number of parts of the x axis of longer curves: more than a picture has pixels."""


def thinned(x: np.ndarray, y: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The smallest and largest point of a curve in each of BINS parts, and its first and last one.

    Curves that are short, go back in x, or have gaps are not changed.
    """
    if len(x) <= MANY or not (np.isfinite(x).all() and np.isfinite(y).all()):
        return x, y
    if np.any(np.diff(x) < 0.0):
        return x, y
    edges = np.linspace(0, len(x), BINS + 1).astype(int)
    length = int(np.diff(edges).max())
    # parts of equal length: the last points of a part are repeated at its end
    index = np.minimum(edges[:-1, None] + np.arange(length), edges[1:, None] - 1)
    parts = y[index]
    rows = np.arange(BINS)
    chosen = [edges[:-1], edges[1:] - 1]
    chosen += [index[rows, parts.argmin(axis=1)], index[rows, parts.argmax(axis=1)]]
    kept = np.unique(np.concatenate(chosen))
    return x[kept], y[kept]
