"""How users want their functions to be called, and how a run has decided to call them."""

from __future__ import annotations

import enum
import functools
import sys
from collections.abc import Callable
from typing import Any, NamedTuple

from linkwork.core.declare.parameters import shown
from linkwork.core.errors import ParameterError


class Way(enum.Enum):
    """How the user wants a function to be called."""

    FREE = "compiled where possible"
    COMPILED = "compiled"
    CALLED_BACK = "called back"


class Marked:
    """A function and the way it must be called; in Python it behaves like the function itself."""

    def __init__(self, function: Callable[..., Any], way: Way) -> None:
        if not callable(function):
            raise ParameterError(f"must be a function, got {shown(function)}")
        self.function: Callable[..., Any] = unmarked(function)[0]
        self.way = way
        functools.update_wrapper(self, self.function, updated=())

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        return self.function(*arguments, **named)

    def __reduce__(self) -> str | tuple[Any, ...]:
        """As a function: by name, if the module has it marked; else with its plain function."""
        module, name = sys.modules.get(self.function.__module__), self.function.__qualname__
        return name if getattr(module, name, None) is self else (Marked, (self.function, self.way))

    def __copy__(self) -> Marked:
        return self

    def __deepcopy__(self, memo: Any) -> Marked:
        return self

    def __repr__(self) -> str:
        return f"<{name_of(self.function)}, {self.way.value}>"


def compiled(function: Callable[..., Any]) -> Any:
    """Demand that a user function is compiled; a run raises an error if that is impossible.

    Variables outside the function have their values at the start of a run. A change during the run
    is also an error.

    function -- the user function
    """
    return Marked(function, Way.COMPILED)


def called_back(function: Callable[..., Any]) -> Any:
    """Demand that a user function is called back, for example to print or to debug.

    function -- the user function
    """
    return Marked(function, Way.CALLED_BACK)


def unmarked(function: Any) -> tuple[Any, Way]:
    """(the function itself, how it must be called)"""
    if isinstance(function, Marked):
        return function.function, function.way
    return function, Way.FREE


class Choice(NamedTuple):
    """Address of machine code; or 0 and the reason why the function is called back."""

    address: int
    reason: str = ""


def name_of(function: Callable[..., Any]) -> str:
    """Name of a user function as texts show it."""
    return getattr(function, "__qualname__", None) or type(function).__name__
