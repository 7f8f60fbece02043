"""Docstrings of classes that are made when somebody asks for them: `help`, `?`, `__doc__`.

Texts that follow from declarations would cost time at every import, and few runs need them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


class LazyDoc:
    """The `__doc__` of a class, and of its objects: `make(owner, object or None)`.

    text -- the docstring that the class was written with; empty if it has none
    """

    __slots__ = ("_make", "text")

    def __init__(self, text: str | None, make: Callable[[Any, Any], str]) -> None:
        self.text, self._make = text or "", make

    def __get__(self, instance: Any, owner: Any) -> str:
        return self._make(owner, instance)


def written_doc(owner: type) -> str:
    """The docstring that a class was written with, without what is added to it."""
    from inspect import cleandoc

    found = vars(owner).get("__doc__")
    return cleandoc(found.text if isinstance(found, LazyDoc) else found or "")
