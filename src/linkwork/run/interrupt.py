"""Ctrl-C during a run: the run finishes the present step, then stops."""

from __future__ import annotations

import importlib
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

SIGINT = int(signal.SIGINT)

_plain: Any = importlib.import_module("_signal")
_get, _set = _plain.getsignal, _plain.signal
"""The functions themselves, which do not convert numbers to enumerations: that takes 10 us."""


@contextmanager
def after_this_step(stop: Callable[[], None]) -> Iterator[list[bool]]:
    """Within this context, the first Ctrl-C calls `stop` and is noted in the list; a second raises.

    Python's own handling would raise KeyboardInterrupt in the middle of a callback. Other
    threads, and programs with their own handler, are left alone.
    """
    noted: list[bool] = []

    def handler(number: int, frame: FrameType | None) -> None:
        if noted:
            raise KeyboardInterrupt
        noted.append(True)
        stop()

    ours = (
        threading.current_thread() is threading.main_thread()
        and _get(SIGINT) is signal.default_int_handler
    )
    if ours:
        _set(SIGINT, handler)
    try:
        yield noted
    finally:
        if ours:
            _set(SIGINT, signal.default_int_handler)
