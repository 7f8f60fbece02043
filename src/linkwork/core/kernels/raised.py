"""Exceptions of Python functions that compiled code has called.

Most of them mean that the function has no value there; what has called it may try another state.
An exception that stops is none of the function: a handler of a signal has raised it (Ctrl-C, an
alarm), or it is no Exception (SystemExit). From then on no function is called in this thread until
the exception has been raised again, since the next call may be as long.
"""

import functools
import importlib
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import CodeType
from typing import Any

from linkwork.core.errors import UserFunctionError

_plain: Any = importlib.import_module("_signal")
"""Its functions do not convert numbers to enumerations, which takes 10 us."""


class Raised(threading.local):
    """Exceptions of Python callbacks in this thread, oldest first.

    stop -- the one that stops, if there is one
    is_barred -- whether functions are not called
    """

    def __init__(self) -> None:
        self.errors: list[BaseException] = []
        self.stop: BaseException | None = None
        self.is_barred, self._in_run = False, False

    def __len__(self) -> int:
        return len(self.errors)

    def append(self, error: BaseException) -> None:
        """Note an exception."""
        self.errors.append(error)
        if stops(error):
            self.stop, self.is_barred = self.stop or error, True

    def take(self) -> BaseException:
        """The exception that stops, or the oldest; the others, which follow from it, are dropped.

        Functions are called again, but not before the end of a run (`in_run`).
        """
        error = self.stop or self.errors[0]
        barred = self.is_barred and self._in_run
        self.clear()
        self.is_barred = barred
        return error

    def ignore(self) -> None:
        """Drop exceptions of functions that need not have a value here; raise one that stops."""
        if self.stop is not None:
            raise self.take()
        self.errors.clear()

    def clear(self) -> None:
        """Drop all exceptions."""
        self.errors.clear()
        self.stop, self.is_barred = None, False

    def bar(self) -> None:
        """Call no functions until the end of the run, if this is one."""
        self.is_barred = self._in_run

    @contextmanager
    def in_run(self) -> Iterator[None]:
        """Within this context, functions are not called again after an exception that stops."""
        before, self._in_run = self._in_run, True
        try:
            yield
        finally:
            self._in_run = before
            self.clear()


raised = Raised()
"""The code that started the compiled run checks this when it ends, and re-raises."""


def stops(error: BaseException) -> bool:
    """Whether an exception is none of the function that it has ended."""
    while isinstance(error, UserFunctionError):
        error = error.error
    return not isinstance(error, Exception) or _is_of_signal(error)


def _is_of_signal(error: BaseException) -> bool:
    """Whether a handler of a signal is in the traceback; handlers run in the main thread."""
    if threading.current_thread() is not threading.main_thread():
        return False
    codes = {_code_of(_plain.getsignal(number)) for number in _plain.valid_signals()}
    trace = error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code in codes:
            return True
        trace = trace.tb_next
    return False


def _code_of(handler: Any) -> CodeType | None:
    """Code of a handler that is written in Python."""
    while isinstance(handler, functools.partial):
        handler = handler.func
    for place in (handler, getattr(handler, "__func__", None), type(handler).__call__):
        code = getattr(place, "__code__", None)
        if code is not None:
            return code
    return None
