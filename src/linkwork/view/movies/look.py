"""How a movie or picture looks: what users may choose, checked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from linkwork.core.declare.values import real, shown
from linkwork.core.errors import ParameterError

VIEWS = ("auto", "x", "y", "z", "iso", "2d")
THEMES = ("light", "dark")
RENDERERS = ("auto", "browser", "matplotlib")

SMALLEST, LARGEST = 64, 7680
"""Limits of width and height [px]."""


@dataclass(frozen=True)
class Look:
    """Choices for a picture.

    size -- width and height [px]; view -- a name, or the direction from which one looks
    plain -- one color behind everything, for formats with few colors
    """

    size: tuple[int, int]
    view: str | tuple[float, float, float]
    theme: str = "light"
    title: str = ""
    time: bool = True
    plain: bool = False

    def of_scene(self, planar: bool) -> Look:
        """The look of a scene: "auto" is the view of the plane if the model lies in it."""
        return replace(self, view="2d" if planar else "iso") if self.view == "auto" else self


def look_of(size: Any, view: Any, theme: Any, title: Any, showTime: Any, plain: bool) -> Look:
    """The choices of a user."""
    if not isinstance(title, str):
        raise ParameterError(f"title must be a string, got {shown(title)}")
    if not isinstance(showTime, (bool, np.bool_)):
        raise ParameterError(f"showTime must be True or False, got {shown(showTime)}")
    return Look(
        _size(size),
        _view(view),
        among("theme", theme, THEMES),
        " ".join(title.split()),
        bool(showTime),
        plain,
    )


def among(name: str, value: Any, known: Sequence[str]) -> str:
    """A value that must be one of some words."""
    if not isinstance(value, str) or value not in known:
        raise ParameterError(f"{name} must be {_either(known)}, got {shown(value)}")
    return value


def positive(name: str, value: Any) -> float:
    """A number above zero."""
    number = real(value)
    if number is None or number <= 0.0:
        raise ParameterError(f"{name} must be a number > 0, got {shown(value)}")
    return number


def _either(words: Sequence[str]) -> str:
    quoted = [repr(word) for word in words]
    return f"{', '.join(quoted[:-1])} or {quoted[-1]}"


def _size(size: Any) -> tuple[int, int]:
    told = (
        f"size must be (width, height), two integers from {SMALLEST} to {LARGEST} px, "
        f"got {shown(size)}"
    )
    try:
        width, height = size
    except (TypeError, ValueError):
        raise ParameterError(told) from None
    for side in (width, height):
        if isinstance(side, bool) or not isinstance(side, (int, np.integer)):
            raise ParameterError(told)
        if not SMALLEST <= side <= LARGEST:
            raise ParameterError(told)
    return int(width), int(height)


def _view(view: Any) -> str | tuple[float, float, float]:
    told = (
        f"view must be {_either(VIEWS)}, or the direction (x, y, z) from which one looks, "
        f"got {shown(view)}"
    )
    if isinstance(view, str):
        if view not in VIEWS:
            raise ParameterError(told)
        return view
    try:
        x, y, z = (real(value) for value in view)
    except (TypeError, ValueError):
        raise ParameterError(told) from None
    if x is None or y is None or z is None or not (x or y or z):
        raise ParameterError(told)
    length = float(np.hypot(np.hypot(x, y), z))
    return x / length, y / length, z / length
