"""Calls inside calls: user functions may ask for outputs and solve other systems, not endlessly.

Compiled code calls user functions back, and these may come back to compiled code. Python's own
limit counts the frames of Python only, and the stack of the machine may end before it.
"""

from __future__ import annotations

import threading
from collections.abc import Hashable, Iterator
from contextlib import contextmanager

from linkwork.core.errors import SysError

MOST_NESTED = 5
"""Solvers and checks that may be at work inside each other's user functions."""


class _Depth(threading.local):
    """How many solvers and checks are at work inside each other in this thread."""

    value = 0


_depth = _Depth()


@contextmanager
def nested(what: str) -> Iterator[None]:
    """Count a solver or a check at work; refuse one too deep inside of others."""
    if _depth.value >= MOST_NESTED:
        raise SysError(
            f"{what} is called inside the user functions of {MOST_NESTED} systems that are being "
            "solved inside each other; a user function that solves a system with the same "
            "function never ends"
        )
    _depth.value += 1
    try:
        yield
    finally:
        _depth.value -= 1


class Asked(threading.local):
    """Questions that are being answered in this thread: one that needs itself has no answer."""

    def __init__(self) -> None:
        self.open: set[Hashable] = set()
