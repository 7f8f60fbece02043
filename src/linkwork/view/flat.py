"""The scene of a system in the x-y plane, drawn by Matplotlib: what the player draws, flattened.

For pictures of single states, such as those of environments (`linkwork.gym`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from linkwork.view.live.follow import Follower, Places, places_of
from linkwork.view.scene.motion import Place
from linkwork.view.scene.one_state import one_state
from linkwork.view.scene.solids import CORNERS, outline
from linkwork.view.scene.writer import SceneWriter

Frames = tuple[np.ndarray, np.ndarray]
Box = tuple[np.ndarray, np.ndarray]

SHARE = 0.045
"""Radius of bodies without a size, relative to the size of the scene: pictures are small."""

EDGE = (0.16, 0.19, 0.24)
"""Color of edges."""

ROUND = np.column_stack(
    [np.cos(np.linspace(0, 2 * np.pi, 33)), np.sin(np.linspace(0, 2 * np.pi, 33))]
)
SUPPORT = np.array(
    [[0.0, 0.0], [0.9, 0.55], [0.9, 0.8], [1.05, 0.8], [1.05, -0.8], [0.9, -0.8], [0.9, -0.55]]
)
"""Outline of a support of size 1 with its tip at the origin; the ground lies along +x."""


class FlatScene:
    """The items of an assembled model as outlines in the x-y plane.

    model -- of which it was made
    """

    def __init__(self, model: Any, q: np.ndarray) -> None:
        self.model = model
        solution = one_state(model, q)
        assert solution.snapshot is not None
        writer = SceneWriter(
            solution, solution.snapshot, "", sets_states=False, with_outputs=False, share=SHARE
        )
        form = writer.scene().form
        low, high = (np.array(corner[:2]) for corner in form["bounds"])
        self.bounds: Box = low, high
        self._follower = Follower(writer.motion)
        self._places, self._radii = places_of(writer.items)
        self._drawn_shapes = writer.drawn_shapes
        self._draws: list[Callable[[Any, Frames], None]] = []
        for item in sorted(writer.items, key=lambda each: LEVELS.get(each["family"], 2)):
            if item["family"] not in ("marker", "node"):
                self._add(item)

    def draw(self, axes: Any, q: np.ndarray) -> Box:
        """Draw the state with ODE2 coordinates q; returns the corners of what moves [m]."""
        frames = self._follower.frames(q)
        for draw in self._draws:
            draw(axes, frames)
        reached, room = self._places.positions(frames)[:, :2], self._radii[:, None]
        return (reached - room).min(axis=0), (reached + room).max(axis=0)

    def _add(self, item: dict[str, Any]) -> None:
        kind = item["kind"]
        if kind in ("sphere", "disc", "pin"):
            points = np.column_stack([item["size"] * ROUND, np.zeros(len(ROUND))])
            self._add_solid(item, points)
        elif kind in ("box", "wheel", "cylinder", "cup"):
            axes = np.array(item.get("axes", np.eye(3)))
            self._add_solid(item, (CORNERS * item["sizes"]) @ axes)
        elif kind == "shape":
            self._add_solid(item, outline(self._drawn_shapes[item["shape"]]))
        elif kind == "support":
            x, y = item["direction"][:2]
            turned = item["size"] * SUPPORT @ np.array([[x, y], [-y, x]])
            self._add_solid(item, np.column_stack([turned, np.zeros(len(turned))]), hull=False)
        elif kind in ("rod", "line", "damper", "coil"):
            self._add_span(item)
        elif kind == "slider":
            self._add_slider(item)
        elif kind == "arrow" and isinstance(item["vector"], list):
            self._add_arrow(item)

    def _add_solid(self, item: dict[str, Any], local: np.ndarray, hull: bool = True) -> None:
        """The outline of points about the place of an item."""
        frame, x, y, z = item["point"]
        places = Places([(frame, *(point + [x, y, z])) for point in local])
        color = item["color"]

        def draw(axes: Any, frames: Frames) -> None:
            points = places.positions(frames)[:, :2]
            if not np.isfinite(points).all():
                return
            if hull:
                points = around(points)
            axes.fill(*points.T, facecolor=color, edgecolor=EDGE, linewidth=0.6, zorder=3)

        self._draws.append(draw)

    def _add_span(self, item: dict[str, Any]) -> None:
        places = Places(item["ends"])
        size, color, kind = item["size"], item["color"], item["kind"]
        windings = int(item.get("windings", 0))

        def draw(axes: Any, frames: Frames) -> None:
            first, second = places.positions(frames)[:, :2]
            if item.get("rail"):
                axes.axline(first, second, color=color, linewidth=1.5, zorder=1)
            elif kind == "coil":
                axes.plot(*zigzag(first, second, size, windings).T, color=color, lw=1.3, zorder=2)
            elif size > 0.0:
                side = across(first, second, 0.5 * size)
                corners = np.array([first + side, second + side, second - side, first - side])
                axes.fill(*corners.T, facecolor=color, edgecolor=EDGE, linewidth=0.5, zorder=2)
            else:
                axes.plot(*np.array([first, second]).T, color=color, linewidth=0.8, zorder=1)

        self._draws.append(draw)

    def _add_slider(self, item: dict[str, Any]) -> None:
        """A block on a line along the axis of the first place."""
        frame, x, y, z = item["points"][0]
        ahead = np.array([x, y, z]) + np.array(item["axis"])
        rail: list[Place] = [item["points"][0], (frame, *(float(v) for v in ahead))]
        places, size, color = Places([*rail, item["points"][1]]), item["size"], item["color"]

        def draw(axes: Any, frames: Frames) -> None:
            first, second, block = places.positions(frames)[:, :2]
            axes.axline(first, second, color=color, linewidth=1.5, zorder=1)
            along, side = 0.65 * across(first, second, size)[::-1] * [1, -1], 0.4 * size
            side = across(first, second, side)
            corners = [block + along + side, block + along - side, block - along - side]
            corners.append(block - along + side)
            axes.fill(*np.array(corners).T, facecolor=color, edgecolor=EDGE, lw=0.6, zorder=2)

        self._draws.append(draw)

    def _add_arrow(self, item: dict[str, Any]) -> None:
        places, color = Places([item["point"]]), item["color"]
        along = np.array(item["vector"][:2]) * item["size"] / item["largest"]

        def draw(axes: Any, frames: Frames) -> None:
            start = places.positions(frames)[0, :2]
            axes.annotate("", start + along, start,
                          arrowprops={"arrowstyle": "-|>", "color": color, "lw": 1.4})  # fmt: skip

        if along.any():
            self._draws.append(draw)


LEVELS = {"ground": 0, "connector": 1, "body": 2, "load": 3, "sensor": 4}
"""Order in which families are drawn."""


def around(points: np.ndarray) -> np.ndarray:
    """Corners of the convex hull of points of the plane, in order."""
    ordered = np.unique(points.round(12), axis=0)
    if len(ordered) < 3:
        return ordered
    halves = []
    for run in (ordered, ordered[::-1]):
        kept: list[np.ndarray] = []
        for point in run:
            while len(kept) > 1 and _turn(kept[-2], kept[-1], point) <= 0.0:
                kept.pop()
            kept.append(point)
        halves += kept[:-1]
    return np.array(halves)


def _turn(a: np.ndarray, b: np.ndarray, c: np.ndarray) -> float:
    """Positive where the way from a over b to c turns left."""
    return float((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]))


def across(first: np.ndarray, second: np.ndarray, length: float) -> np.ndarray:
    """A vector of some length, normal to the line between two points."""
    along = second - first
    size = float(np.hypot(*along))
    return np.array([-along[1], along[0]]) * (length / size) if size > 0.0 else np.zeros(2)


def zigzag(first: np.ndarray, second: np.ndarray, width: float, windings: int) -> np.ndarray:
    """Corners of a spring between two points."""
    count = 4 * max(1, windings) + 1
    share = np.linspace(0.1, 0.9, count)
    swing = np.array([0.0, 1.0, 0.0, -1.0])[np.arange(count) % 4]
    inner = first + share[:, None] * (second - first)
    inner = inner + swing[:, None] * across(first, second, 0.5 * width)
    return np.vstack([first, inner, second])
