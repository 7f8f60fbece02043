"""Parts of which a scene consists, and which follow its frames."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from linkwork.view.movies.paint.film import Pose
from linkwork.view.movies.paint.solids import Solid

Array = np.ndarray
Placing = Callable[[Pose], tuple[Array, Array] | None]
"""Origin and matrix of a unit body at a pose; None: not drawn."""

Member = tuple[Placing, Array, bool]


class Ball(NamedTuple):
    """A ball in a frame; casts -- whether it casts a shadow."""

    frame: int
    local: Array
    radius: float
    color: Array
    casts: bool


class Stroke(NamedTuple):
    """A line of a color.

    points -- of a pose: (n, 3), None: not drawn
    px, width -- least width [px], width in units of the view
    dash -- length of dashes, 0: none
    """

    points: Callable[[Pose], Array | None]
    color: Array
    px: float = 1.5
    width: float = 0.0
    dash: float = 0.0


class Trace(NamedTuple):
    """A path: points (n, 3) and the times at which it gets there [s]."""

    points: Array
    times: Array
    color: Array
    px: float


class Text(NamedTuple):
    """A text at a place.

    color -- None: that of the theme; height -- in units of the view, 0: that of small texts
    shift -- to the right and up [px]; offset -- the same in units of the view
    align -- which part of the text is there: "left", "center" or "right"
    """

    text: str
    frame: int
    local: Array
    color: Array | None
    height: float = 0.0
    shift: tuple[float, float] = (0.0, 0.0)
    align: str = "center"
    offset: tuple[float, float] = (0.0, 0.0)


@dataclass
class Parts:
    """All parts of a scene.

    bodies -- unit bodies, and of each of them where it is, its color, whether it casts a shadow
    casts -- of the next parts that are added: neither the ground nor glass casts a shadow
    """

    bodies: dict[int, tuple[Solid, list[Member]]] = field(default_factory=dict)
    balls: list[Ball] = field(default_factory=list)
    strokes: list[Stroke] = field(default_factory=list)
    traces: list[Trace] = field(default_factory=list)
    texts: list[Text] = field(default_factory=list)
    casts: bool = True

    def add(self, body: Solid, color: Array, placing: Placing) -> None:
        """Add a unit body."""
        casts = self.casts and bool(color[3] >= 0.5)
        self.bodies.setdefault(id(body), (body, []))[1].append((placing, color, casts))
