"""Named RGBA colors."""

from __future__ import annotations

from typing import ClassVar


class color:  # noqa: N801 -- users write graphics.color.red
    """Colors as lists [red, green, blue, opacity] in [0, 1]; `default` is that of the body."""

    default: ClassVar[list[float]] = [-1.0, -1.0, -1.0, -1.0]
    black: ClassVar[list[float]] = [0.0, 0.0, 0.0, 1.0]
    white: ClassVar[list[float]] = [1.0, 1.0, 1.0, 1.0]
    grey: ClassVar[list[float]] = [0.5, 0.5, 0.5, 1.0]
    darkgrey: ClassVar[list[float]] = [0.2, 0.2, 0.2, 1.0]
    darkgrey2: ClassVar[list[float]] = [0.35, 0.35, 0.35, 1.0]
    lightgrey: ClassVar[list[float]] = [0.7, 0.7, 0.7, 1.0]
    lightgrey2: ClassVar[list[float]] = [0.85, 0.85, 0.85, 1.0]
    red: ClassVar[list[float]] = [1.0, 0.0, 0.0, 1.0]
    green: ClassVar[list[float]] = [0.0, 1.0, 0.0, 1.0]
    blue: ClassVar[list[float]] = [0.0, 0.0, 1.0, 1.0]
    cyan: ClassVar[list[float]] = [0.0, 1.0, 1.0, 1.0]
    magenta: ClassVar[list[float]] = [1.0, 0.0, 1.0, 1.0]
    yellow: ClassVar[list[float]] = [1.0, 1.0, 0.0, 1.0]
    orange: ClassVar[list[float]] = [1.0, 0.5, 0.0, 1.0]
    pink: ClassVar[list[float]] = [1.0, 0.0, 0.5, 1.0]
    violet: ClassVar[list[float]] = [0.5, 0.0, 1.0, 1.0]
    brown: ClassVar[list[float]] = [0.65, 0.2, 0.2, 1.0]
    steelblue: ClassVar[list[float]] = [0.4, 0.4, 0.9, 1.0]
    dodgerblue: ClassVar[list[float]] = [0.0, 0.5, 1.0, 1.0]
    springgreen: ClassVar[list[float]] = [0.0, 1.0, 0.5, 1.0]
    lawngreen: ClassVar[list[float]] = [0.5, 1.0, 0.0, 1.0]
    lightgreen: ClassVar[list[float]] = [0.4, 0.9, 0.4, 1.0]
    lightred: ClassVar[list[float]] = [0.9, 0.4, 0.4, 1.0]
