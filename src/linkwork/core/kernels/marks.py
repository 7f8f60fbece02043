"""Marks of kernels and helpers: how the compiler treats them."""

import types
from collections.abc import Callable

OF_KERNELS = ("long_loops", "lanes")
"""Marks of whole kernels: how they are optimized."""


def with_long_loops(kernel: Callable) -> Callable:
    """A copy of a kernel for long contiguous arrays: its loops are vectorized."""
    copy = types.FunctionType(
        kernel.__code__, kernel.__globals__, kernel.__name__, None, kernel.__closure__
    )
    copy.__module__, copy.__qualname__ = kernel.__module__, kernel.__qualname__
    copy.__dict__.update(kernel.__dict__)
    copy.long_loops = True  # type: ignore[attr-defined]
    return copy


def with_lanes(kernel: Callable) -> Callable:
    """Mark a kernel that does the same with a few numbers side by side: they share operations.

    Only neighbors in memory that are all read before any of them is written can do so.
    """
    kernel.lanes = True  # type: ignore[attr-defined]
    return kernel


def inlined(helper: Callable) -> Callable:
    """Mark a helper that is compiled into each of its callers.

    This suits short helpers that take groups of arrays: passing these costs more than the work.
    """
    helper.inlined = True  # type: ignore[attr-defined]
    return helper


def contracted(function: Callable) -> Callable:
    """Mark a kernel or helper whose products are added without being rounded: a * b + c as one
    operation, in it and in what it calls, except in `math/exact.py`.

    Its results then differ from those of plain Python by roundings, and the last bits depend on the
    processor. It must not rely on exact products.
    """
    function.contracted = True  # type: ignore[attr-defined]
    return function
