"""Solution with dense factors of a few unknowns, without loops: `own.solve` in the same order.

Fused steps use it (`run/fusing.py`): numbers that have names of their own stay in registers.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from linkwork.core.kernels.pointer import likely
from linkwork.linear.dense import own

MOST = 6
"""Unknowns up to which the text is short."""


def without_loops(kernel: Callable[..., Any], count: int) -> Callable[..., Any]:
    """The kernel of a solution for a number of unknowns; itself if it must have loops."""
    return _solve(count) if kernel is own.solve and count <= MOST else kernel


@functools.cache
def _solve(n: int) -> Callable[..., Any]:
    lines = [f"x{k} = x_out[{k}]" for k in range(n)]
    for k in range(n - 1):
        lines.append(f"if not likely(pivots[{k}] == {k}):")
        for i in range(k + 1, n):
            lines += [f"    if pivots[{k}] == {i}:", f"        x{k}, x{i} = x{i}, x{k}"]
    for k in range(n - 1):
        lines.append(f"if x{k} != 0.0:")
        lines += [f"    x{i} -= x{k} * factors[{k * n + i}]" for i in range(k + 1, n)]
    for k in range(n - 1, -1, -1):
        lines.append(f"x{k} = x{k} * factors[{k * n + k}]")
        lines += [f"x{i} -= x{k} * factors[{k * n + i}]" for i in range(k)]
    lines += [*(f"x_out[{k}] = x{k}" for k in range(n)), "return 0"]
    text = "def solve(factors, pivots, x_out):\n" + "".join(f"    {line}\n" for line in lines)
    space: dict[str, Any] = {"likely": likely}
    exec(compile(text, f"<solve of {n}>", "exec"), space)
    made: Callable[..., Any] = space["solve"]
    made.__module__, made.__qualname__ = __name__, f"solve_of_{n}"
    return made
