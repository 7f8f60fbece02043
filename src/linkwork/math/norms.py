"""Norms of groups of numbers, also if their squares would overflow or underflow."""

from __future__ import annotations

import numpy as np


def group_norms(owner: np.ndarray, values: np.ndarray, count: int) -> np.ndarray:
    """Euclidean norm of each group of numbers; owner -- group of each number."""
    largest = np.zeros(count)
    with np.errstate(all="ignore"):  # NaN and inf are kept
        np.maximum.at(largest, owner, np.abs(values))
        unit = np.where(largest > 0.0, largest, 1.0)
        squares = np.bincount(owner, (values / unit[owner]) ** 2, count)
        return np.asarray(unit * np.sqrt(squares))
