"""Norms of groups of numbers, also of numbers whose squares are too large or too small."""

from __future__ import annotations

import numpy as np


def group_norms(owner: np.ndarray, values: np.ndarray, count: int) -> np.ndarray:
    """Of each group the root of the sum of squares of its numbers; owner -- their groups."""
    largest = np.zeros(count)
    with np.errstate(all="ignore"):  # numbers that are none stay such
        np.maximum.at(largest, owner, np.abs(values))
        unit = np.where(largest > 0.0, largest, 1.0)
        squares = np.bincount(owner, (values / unit[owner]) ** 2, count)
        return np.asarray(unit * np.sqrt(squares))
