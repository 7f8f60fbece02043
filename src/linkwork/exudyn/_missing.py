"""Names of the other interface that Linkwork does not have yet.

They exist, so that a script that only imports them runs, and raise NotImplementedError with the
name, the line that uses it and what to do as soon as they are called. `names` lists them for the
documentation.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any, NoReturn

names: dict[str, str] = {
    f"{kind}Index.SetIndex": "indices are numbers here, which cannot be changed in place"
    for kind in ("Node", "Object", "Marker", "Load", "Sensor")
}
"""Name -> why it is missing and what to use instead."""


def script_line() -> str:
    """`line 12 of model.py`: the innermost line that does not belong to Linkwork."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None and frame.f_globals.get("__name__", "").startswith("linkwork."):
        frame = frame.f_back
    if frame is None:
        return "unknown line"
    return f"line {frame.f_lineno} of {frame.f_code.co_filename}"


class NotAvailable(NotImplementedError):
    """A script uses something that is missing; the text has its name, the line and the reason."""


def refuse(name: str, why: str) -> NoReturn:
    """Stop a script at the line that uses something missing."""
    raise NotAvailable(f"{name} ({script_line()}) is not available: {why}")


def missing_function(name: str, why: str) -> Callable[..., Any]:
    """A function that refuses to be called."""
    names[name] = why

    def function(*_: Any, **__: Any) -> NoReturn:
        refuse(name, why)

    function.__name__ = function.__qualname__ = name.rpartition(".")[2]
    function.__doc__ = f"Not available: {why}"
    return function


def missing_class(name: str, why: str, **members: Any) -> type:
    """A class that refuses to be instantiated; isinstance and subclasses work."""
    names[name] = why

    def __new__(cls: type, *_: Any, **__: Any) -> NoReturn:
        refuse(name, why)

    short = name.rpartition(".")[2]
    return type(short, (), {"__new__": __new__, "__doc__": f"Not available: {why}", **members})
