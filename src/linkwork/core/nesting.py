"""Nested calls: user functions may read outputs and solve other systems, up to a depth limit.

Compiled code calls user functions, and these may call compiled code again. Python's recursion limit
counts only Python frames, and the machine stack may overflow before it is reached.
"""

from __future__ import annotations

import threading
from collections.abc import Hashable

from linkwork.core.errors import SysError

MOST_NESTED = 5
"""Largest number of solvers and checks that may run inside each other's user functions."""


class _Depth(threading.local):
    """The number of solvers and checks that run inside each other in this thread."""

    value = 0


_depth = _Depth()


class nested:  # noqa: N801
    """Context that counts a running solver or check; rejects one that is nested too deeply."""

    __slots__ = ("_what",)

    def __init__(self, what: str) -> None:
        self._what = what

    def __enter__(self) -> None:
        if _depth.value >= MOST_NESTED:
            raise SysError(
                f"{self._what} is called inside the user functions of {MOST_NESTED} systems that "
                "are being solved inside each other; make sure that no user function solves a "
                "system with the same function, which would never end"
            )
        _depth.value += 1

    def __exit__(self, *_: object) -> None:
        _depth.value -= 1


class Asked(threading.local):
    """Evaluations that are in progress in this thread: one that needs itself has no result."""

    def __init__(self) -> None:
        self.open: set[Hashable] = set()
