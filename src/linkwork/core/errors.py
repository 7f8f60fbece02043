"""Exceptions of Linkwork."""

from __future__ import annotations

import sys
import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

issued = [0]
"""Number of warnings so far: a run that has warned is not repeated in a shorter way."""


silenced = [False]
"""Whether warnings are only counted."""


class _Kept(threading.local):
    """Where warnings of this thread are kept; None: they are issued."""

    texts: list[str] | None = None


_kept = _Kept()


@contextmanager
def warnings_kept() -> Iterator[list[str]]:
    """Keep the warnings of this thread in a list instead of issuing them."""
    before, texts = _kept.texts, list[str]()
    _kept.texts = texts
    try:
        yield texts
    finally:
        _kept.texts = before


def warn(text: str) -> None:
    """Issue a warning that points to the line of the user's program."""
    issued[0] += 1
    if _kept.texts is not None:
        _kept.texts.append(text)
        return
    if silenced[0]:
        return
    level = 1
    frame: FrameType | None = sys._getframe(0)
    package = __name__.partition(".")[0]
    while frame is not None and frame.f_globals.get("__name__", "").partition(".")[0] == package:
        level, frame = level + 1, frame.f_back
    warnings.warn(text, stacklevel=level)


class SysError(RuntimeError, ValueError):
    """A model or a run cannot continue; the text names the item and states what to do.

    Programs may catch RuntimeError or ValueError, whichever they are used to.
    """


class ParameterError(SysError):
    """A value that an item does not accept; the text names item, parameter, limit and value.

    parameter -- its name if the error is about one, else empty
    """

    def __init__(self, text: str = "", parameter: str = "") -> None:
        super().__init__(text)
        self.parameter = parameter


class UnknownParameterError(ParameterError, TypeError):
    """A parameter that an item does not have; a TypeError, as for arguments of functions."""


def _text_of(error: Exception) -> str:
    """The text of a user's exception, which may fail to return one."""
    try:
        return str(error)
    except Exception:
        return "an exception without a text"


class UserFunctionError(SysError):
    """A user function raised an exception (its cause) or returned an unusable value.

    owner -- item and parameter of the function
    error -- the exception of the function
    when -- time of the failure in words, for the text
    """

    def __init__(self, owner: str, error: Exception, when: str = "") -> None:
        self.owner, self.error = owner, error
        self.__cause__ = error
        super().__init__(f"{owner} failed{when}: {type(error).__name__}: {_text_of(error)}")

    def at(self, when: str) -> str:
        """The text with the time of the failure.

        when -- that time in words
        """
        return str(UserFunctionError(self.owner, self.error, f" {when}"))


class SolverError(SysError):
    """A run that stopped before its end.

    solution -- the Solution with everything recorded up to the failure (also ``mbs.solution``)
    status -- what compiled code has returned (`core/status.py`), 0 if it was not asked
    """

    def __init__(self, text: str, solution: Any = None, status: int = 0) -> None:
        super().__init__(text)
        self.solution, self.status = solution, status
