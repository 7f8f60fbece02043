"""Sensors with very many values, reduced to fewer ones that look the same."""

from __future__ import annotations

import numpy as np

MANY = 30_000
"""Number of recorded values of a sensor up to which a page holds all of them."""


def even_rows(count: int, most: int) -> np.ndarray:
    """Numbers of up to `most` of `count` rows, evenly spaced: peaks do not matter for paths."""
    if count <= most:
        return np.arange(count)
    return np.linspace(0, count - 1, most).round().astype(int)


def shown_rows(values: np.ndarray, most: int = MANY) -> np.ndarray:
    """Numbers of the rows to show, about `most`, increasing.

    values -- (n, components)
    These are the first and last row and, for each of many equal parts, the rows with the smallest
    and largest value of each component, so that peaks are kept.
    """
    count, components = values.shape
    if count <= most:
        return np.arange(count)
    parts = max(1, min(count, most // (2 * components + 1)))
    starts = np.linspace(0, count, parts + 1).astype(int)
    length = int(np.diff(starts).max())
    # parts of equal length: the last row of a part is repeated at its end
    index = np.minimum(starts[:-1, None] + np.arange(length), starts[1:, None] - 1)
    each = np.arange(parts)
    chosen = [starts[:-1], np.array([count - 1])]
    for column in values.T:
        inside = column[index]
        unknown = np.isnan(inside)
        chosen.append(index[each, np.where(unknown, np.inf, inside).argmin(axis=1)])
        chosen.append(index[each, np.where(unknown, -np.inf, inside).argmax(axis=1)])
    return np.unique(np.concatenate(chosen))
