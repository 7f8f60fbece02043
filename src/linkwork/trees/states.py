"""Kernels over many states: one call of compiled code for all rows, in threads."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from linkwork.core.kernels.compile import address_of
from linkwork.trees.records import TASK, WORK, over_states
from linkwork.trees.table import Tree

ROWS_PER_THREAD = 1000
"""Fewest states that are worth another thread."""


def run_over_states(
    kernel: Callable[[int], int],
    tree: Tree,
    gravity: Any,
    rows: int,
    inputs: dict[str, tuple[np.ndarray, int]],
    scratch: int = 0,
    threads: int | None = None,
    **constant: int,
) -> int:
    """Run a kernel over states; returns its status.

    inputs -- arrays of the task by name, with the numbers per state
    scratch -- numbers of memory that the kernel needs; constant -- other numbers of the task
    threads -- largest number of threads; None: one per processor if there are many states
    """
    count = _threads(rows, threads)
    code = address_of(kernel, over_states)
    if count == 1:
        task, kept = _task(tree, gravity, scratch, constant)
        _aim(task, inputs, 0, rows)
        return int(over_states(code, task.ctypes.data))
    from concurrent.futures import ThreadPoolExecutor

    borders = np.linspace(0, rows, count + 1).astype(int)

    def part(k: int) -> int:
        task, kept = _task(tree, gravity, scratch, constant)
        _aim(task, inputs, int(borders[k]), int(borders[k + 1]))
        return int(over_states(code, task.ctypes.data))

    with ThreadPoolExecutor(count) as pool:
        return max(pool.map(part, range(count)))


def _threads(rows: int, wanted: int | None) -> int:
    """Number of threads."""
    from linkwork.core.kernels.beside import processors

    most = max(1, rows // ROWS_PER_THREAD)
    return min(most, processors()) if wanted is None else max(1, min(int(wanted), rows))


def _task(tree: Tree, gravity: Any, scratch: int, constant: dict[str, int]) -> tuple[Any, Any]:
    """A task over a tree, and the memory that it uses."""
    task = np.zeros(1, TASK)
    work, memory = np.zeros(len(tree.links), WORK), np.zeros(max(scratch, 1))
    task["links"], task["count"] = tree.links.ctypes.data, len(tree.links)
    task["work"], task["scratch"] = work.ctypes.data, memory.ctypes.data
    task["nq"], task["nv"], task["gravity"] = tree.nq, tree.nv, gravity
    for name, value in constant.items():
        task[name] = value
    return task, (work, memory)


def _aim(task: Any, inputs: dict[str, tuple[np.ndarray, int]], first: int, end: int) -> None:
    """Set the states of a task."""
    task["rows"] = end - first
    for name, (array, size) in inputs.items():
        assert array.flags.c_contiguous and array.dtype == np.float64
        task[name] = array.ctypes.data + 8 * first * size
