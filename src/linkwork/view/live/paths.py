"""Paths in a live view: where chosen points have been since the run began, in bounded memory."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from linkwork.bodies.body import Body
from linkwork.core.declare.indices import ItemIndex
from linkwork.core.enums import OutputVariableType
from linkwork.core.errors import ParameterError
from linkwork.view.live.follow import Places
from linkwork.view.live.meshes import GAMMA
from linkwork.view.scene.motion import Place
from linkwork.view.scene.orbits import orbiting_places, owner_of
from linkwork.view.scene.writer import SceneWriter

MOST_POINTS, MOST_IN_ALL = 1000, 8000
"""Points of a path, and of all paths: what is sent to the page with every state."""

FEWEST = 64
"""Points that a path has in any case."""

Line = tuple[Place, list[float]]
"""The place that draws a path, and the color of the path."""


def checked(paths: Any, items: Any) -> tuple[ItemIndex, ...] | None:
    """The items whose paths a user wants to see; None for those of the player."""
    if paths is None:
        return None
    given = list(paths) if isinstance(paths, Sequence) and not isinstance(paths, str) else [paths]
    for each in given:
        known = isinstance(each, ItemIndex) and each.family != "load"
        if not known or not 0 <= each < len(items[each.family]):
            raise ParameterError(
                "paths must be a list of nodes, bodies, markers or sensors of the model, as the "
                f"Add and Create functions return them, got {each!r}"
            )
    return tuple(given)


def lines_of(writer: SceneWriter, chosen: tuple[ItemIndex, ...] | None) -> list[Line]:
    """Places and colors of the paths; chosen None: position sensors and orbiting bodies."""
    found: list[Line] = []
    settings = writer.settings.sensors
    if chosen is not None:
        lines = [_line(writer, each.family, int(each), np.zeros(3)) for each in chosen]
        return [line for line in lines if line is not None]
    if not (settings.show and settings.traces.showPositionTrace):
        return []
    for place, marker in orbiting_places(writer).items():
        found.append((place, owner_of(writer, marker)[1]))
    for number, sensor in enumerate(writer.snapshot.items["sensor"]):
        if sensor.visualization.show:
            line = _line(writer, "sensor", number, np.zeros(3))
            if line is not None:
                found.append(line)
    return found


def _line(writer: SceneWriter, family: str, number: int, local: np.ndarray) -> Line | None:
    """Path of an item, None if it has no place; local -- point of a body [m]."""
    motion, default = writer.motion, writer.settings.sensors.defaultColor
    item: Any = writer.snapshot.items[family][number]
    color = [float(c) for c in default]
    if family == "sensor":
        target = motion.model.targets.get(number)
        if target is None or target.variable != OutputVariableType.Position:
            return None
        if target.family == "sensor":
            return None
        line = _line(writer, target.family, target.number, np.nan_to_num(target.local))
        return None if line is None else (line[0], writer.color(item, default))
    if family == "object":
        if not (isinstance(item, Body) and item.has_points and item.node_kinds):
            return None
        return motion.body_place(number, local), writer.body_colors.get(number, color)
    place = motion.node_place(number) if family == "node" else motion.marker_place(number)
    if family == "node":
        own = next(iter(motion.bodies_on(number)), -1)
    else:
        own = getattr(item, "bodyNumber", -1)
    return None if place is None else (place, writer.body_colors.get(own, color))


class Paths:
    """Lines through the states that were shown, and through recorded ones in between.

    A path that has become too long loses every other point, and is continued with half as many: it
    always reaches back to where it began.
    """

    def __init__(self, server: Any, lines: list[Line]) -> None:
        self.places = Places([place for place, _ in lines])
        self.most = max(FEWEST, min(MOST_POINTS, MOST_IN_ALL // max(1, len(lines))))
        self._kept = np.zeros((self.most, len(lines), 3), np.float32)
        colors = np.array([color[:3] for _, color in lines]).reshape(-1, 3)
        self._colors = np.round(255.0 * colors**GAMMA).astype(np.uint8)
        self._now = np.zeros((len(lines), 3), np.float32)
        self.clear()
        self.handle = None
        if lines:
            self.handle = server.scene.add_line_segments(
                "/paths", *self._segments(), thickness=2.5, thickness_units="screen", visible=False
            )

    def clear(self) -> None:
        """Begin anew, with the next state."""
        self._count, self._each, self._passed = 0, 1, 0

    def add(self, frames: tuple[np.ndarray, np.ndarray]) -> np.ndarray:
        """Continue all paths to a state, given the frames of a Follower; returns their ends [m]."""
        ends = self.places.positions(frames)
        self._now = ends.astype(np.float32)
        if self._passed % self._each == 0:
            if self._count == self.most:
                half = self._kept[::2].copy()
                self._count, self._each = len(half), 2 * self._each
                self._kept[: self._count] = half
            self._kept[self._count] = self._now
            self._count += 1
        self._passed += 1
        return ends

    def points(self) -> np.ndarray:
        """(n, paths, 3): the points of all paths, the last ones being the present ends."""
        return np.concatenate([self._kept[: self._count], self._now[None]])

    def show(self) -> None:
        """Send the paths to the page."""
        if self.handle is not None:
            self.handle.points, self.handle.colors = self._segments()

    def _segments(self) -> tuple[np.ndarray, np.ndarray]:
        points = self.points()
        if len(points) == 1:
            points = np.repeat(points, 2, axis=0)
        pairs = np.stack([points[:-1], points[1:]], axis=2)  # (n, paths, 2, 3)
        colors = np.broadcast_to(self._colors[None, :, None], pairs.shape)
        finite = np.isfinite(pairs).all(axis=(2, 3))
        return pairs[finite], np.ascontiguousarray(colors[finite])
