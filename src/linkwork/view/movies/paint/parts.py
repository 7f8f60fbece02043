"""Parts of which a scene consists, and which follow its frames."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from linkwork.view.movies.paint.film import Pose
from linkwork.view.movies.paint.solids import Solid

Array = np.ndarray
Placing = Callable[[Pose], tuple[Array, Array] | None]
"""Origin and matrix of a unit body at a pose; None: not drawn."""

Member = tuple[Placing, Array, bool, int]

Window = tuple[int, int] | None
"""First state in which a part is drawn, and the one after the last; None: it always is."""


def is_due(when: Window, pose: Pose) -> bool:
    """Whether a part is drawn at a pose."""
    return when is None or when[0] <= pose.state < when[1]


class Ball(NamedTuple):
    """A ball in a frame; casts -- whether it casts a shadow; when, tone -- see Parts."""

    frame: int
    local: Array
    radius: float
    color: Array
    casts: bool
    when: Window = None
    tone: int = -1


class Stroke(NamedTuple):
    """A line of a color.

    points -- of a pose: (n, 3), None: not drawn
    px, width -- least width [px], width in units of the view
    dash -- length of dashes, 0: none
    tone -- see Parts
    """

    points: Callable[[Pose], Array | None]
    color: Array
    px: float = 1.5
    width: float = 0.0
    dash: float = 0.0
    tone: int = -1


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
    when: Window = None


@dataclass
class Parts:
    """All parts of a scene.

    bodies -- unit bodies, and of each of them where it is, its color, whether it casts a shadow,
    its tone
    casts -- of the next parts that are added: neither the ground nor glass casts a shadow
    when -- in which states the next parts are drawn
    tone -- column of the output by whose color that of the next parts is multiplied, -1: none
    """

    bodies: dict[int, tuple[Solid, list[Member]]] = field(default_factory=dict)
    balls: list[Ball] = field(default_factory=list)
    strokes: list[Stroke] = field(default_factory=list)
    traces: list[Trace] = field(default_factory=list)
    texts: list[Text] = field(default_factory=list)
    casts: bool = True
    when: Window = None
    tone: int = -1
    _begun: tuple[int, int, int] = (0, 0, 0)

    def begin(self, casts: bool, when: Window, tone: int) -> None:
        """Before the parts of an item: what they have in common."""
        self.casts, self.when, self.tone = casts, when, tone
        self._begun = len(self.balls), len(self.strokes), len(self.texts)

    def end(self) -> None:
        """After the parts of an item: they know when they are drawn, and their tone."""
        when, tone = self.when, self.tone
        if when is None and tone < 0:
            return
        balls, strokes, texts = self._begun
        self.balls[balls:] = [ball._replace(when=when, tone=tone) for ball in self.balls[balls:]]
        self.texts[texts:] = [text._replace(when=when) for text in self.texts[texts:]]
        self.strokes[strokes:] = [
            stroke._replace(points=_while_due(when, stroke.points), tone=tone)
            for stroke in self.strokes[strokes:]
        ]

    def add(self, body: Solid, color: Array, placing: Placing) -> None:
        """Add a unit body."""
        casts = self.casts and bool(color[3] >= 0.5)
        placing = placing if self.when is None else _while_due(self.when, placing)
        self.bodies.setdefault(id(body), (body, []))[1].append((placing, color, casts, self.tone))


def _while_due(when: Window, follow: Callable[[Pose], Any]) -> Callable[[Pose], Any]:
    """What a function of a pose returns, None in states in which nothing is drawn."""
    return lambda pose: follow(pose) if is_due(when, pose) else None
