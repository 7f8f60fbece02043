"""The members of each task elsewhere: many at first, fewer towards the end.

A task costs some milliseconds besides its members, so few large ones cost least. The last tasks
decide how long some workers wait for the others, so they are small.
"""

from __future__ import annotations

import numpy as np

TASK = 5.0e-3
"""Time of the process that submits and collects tasks, for each of them [s]."""

LEAST, MOST = 0.05, 2.0
"""Work of the smallest and of the largest task [s]; Ctrl-C waits for tasks that are running."""

RANGE = 10
"""The largest task holds at least so many times the work of the smallest one."""

SHARE = 2
"""A task takes this part of what each worker has still to do."""


class Portions:
    """Members that wait for a task.

    members -- their numbers; cost -- time of a member [s]
    most -- so many members at most, as their numbers must fit into memory
    chunk -- members of each task, as the user wants it; None: chosen from the cost
    """

    def __init__(self, members: np.ndarray, cost: float, most: int, chunk: int | None) -> None:
        self._members, self._cost = members, max(cost, 1e-9)
        self._most, self._chunk, self._next = most, chunk, 0

    def take(self, workers: int) -> np.ndarray:
        """The members of the next task; empty if none is left."""
        left = self._members[self._next :]
        if not len(left):
            return left
        taken = left[: self._size(left, max(workers, 1))]
        self._next += len(taken)
        return taken

    def _size(self, left: np.ndarray, workers: int) -> int:
        if self._chunk is not None:  # up to the end of a stored chunk
            return int(np.searchsorted(left, (left[0] // self._chunk + 1) * self._chunk))
        # One process serves all workers: together they must not end tasks faster than it does.
        least = max(LEAST, TASK * workers)
        most = max(MOST, RANGE * least) / self._cost
        each = -(-len(self._members) // workers)  # few members: one task for each worker
        size = max(len(left) // (SHARE * workers), min(least / self._cost, each))
        return max(1, int(min(size, most, self._most)))
