"""What motions that are functions of other motions have in common: their rows in the Jacobian."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from linkwork.motion.kind import fill_squares


def link(row: Any, ends: Sequence[int], sources: Sequence[np.ndarray]) -> None:
    """Fill in the numbers of the ends, and the rows of the Jacobians of their coordinates.

    One end stands for both.
    """
    row["ends"] = (*ends, ends[0])[:2]
    row["source"][: row["count"]] = np.concatenate(sources)
    row["side"][: row["count"]] = np.repeat(np.arange(len(sources)), [len(s) for s in sources])


def jacobian(motion: Any) -> np.ndarray:
    """Rows that kernels fill."""
    return np.zeros((len(motion.coordinates), 6))


def fill_slots(rows: np.ndarray, slots: Callable[..., np.ndarray], coordinates: Any) -> None:
    """Places of the entries between the coordinates of each row."""
    index = np.full(rows["slots"].shape[:2], -1)
    for k, row in enumerate(rows):
        index[k, : row["count"]] = coordinates[row["column"] : row["column"] + row["count"]]
    fill_squares(rows, slots, index)
