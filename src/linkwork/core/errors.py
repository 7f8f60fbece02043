"""Exceptions of Linkwork."""

from __future__ import annotations

from typing import Any


class SysError(RuntimeError):
    """A model or a run cannot go on; the text names the item and says what to do."""


class ParameterError(SysError, ValueError):
    """A value that an item does not take; the text names item, parameter, limit and value."""


class SolverError(SysError):
    """A run that stopped before its end.

    solution -- the Solution with everything recorded up to the failure (also ``mbs.solution``)
    """

    def __init__(self, text: str, solution: Any = None) -> None:
        super().__init__(text)
        self.solution = solution
