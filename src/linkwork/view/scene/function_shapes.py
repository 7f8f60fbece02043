"""Shapes of graphicsDataUserFunction: the function is called in every state that is shown.

Equal shapes of successive states are one. If there are too many, shapes of fewer states are kept,
and each stays until the next; a note says so.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from linkwork.bodies.body import Body
from linkwork.graphics.shapes import Shape, shapes_of
from linkwork.view.scene.motion import Place
from linkwork.view.scene.recorded_states import NoSystem, recorded_states
from linkwork.view.scene.solids import MOST_PLACES, outline

if TYPE_CHECKING:
    from linkwork.view.scene.writer import SceneWriter

NAME = "graphicsDataUserFunction"

MOST_PIECES = 60_000
"""Solids and straight lines of all functions in all states that a page holds."""

MOST_BYTES = 32_000_000
"""Numbers of their points and triangles [bytes]."""

MOST_CORNERS = 200
"""Points of a state that count for the bounds of the scene, besides extremes."""


class Window(NamedTuple):
    """Shapes that are drawn from the state `first` to that before `end`."""

    first: int
    end: int
    shapes: list[Shape]


class Kept:
    """Shapes of one body so far: (state, shapes, their identity), in the order of states."""

    def __init__(self, share: float) -> None:
        self.most_pieces, self.most_bytes = share * MOST_PIECES, share * MOST_BYTES
        self.moments: list[tuple[int, list[Shape], Any]] = []
        self.pieces = self.size = 0
        self.stride, self.failed, self.error = 1, 0, ""

    def add(self, state: int, shapes: list[Shape]) -> None:
        """Keep the shapes of a state unless they are those of the one before."""
        same = _identity(shapes)
        if self.moments and self.moments[-1][2] == same:
            return
        self.moments.append((state, shapes, same))
        self._count(1, shapes)
        while self._is_full() and len(self.moments) > 1:
            self.stride *= 2
            for _, dropped, _ in self.moments[1::2]:
                self._count(-1, dropped)
            self.moments = self.moments[::2]

    def _count(self, sign: int, shapes: list[Shape]) -> None:
        for shape in shapes:
            arrays = [each for each in shape.values.values() if isinstance(each, np.ndarray)]
            self.pieces += sign * (len(arrays[0]) if shape.type == "lines" else 1)
            self.size += sign * sum(each.nbytes for each in arrays)

    def _is_full(self) -> bool:
        return self.pieces > self.most_pieces or self.size > self.most_bytes

    def windows(self, count: int) -> list[Window]:
        """The shapes and when they are drawn, in a film of so many states."""
        ends = [state for state, _, _ in self.moments[1:]] + [count]
        return [Window(s, e, x) for (s, x, _), e in zip(self.moments, ends, strict=True) if x]


def _identity(shapes: list[Shape]) -> Any:
    """Equal for shapes that look the same."""
    return [
        (s.type, s.at, s.color, *((k, v.tobytes() if isinstance(v, np.ndarray) else v)
         for k, v in s.values.items()))
        for s in shapes
    ]  # fmt: skip


def function_shapes(writer: SceneWriter) -> dict[int, list[Window]]:
    """Shapes that user functions of bodies return, by body."""
    bodies: list[tuple[int, Any]] = [
        (number, body) for number, body in enumerate(writer.snapshot.items["object"])
        if isinstance(body, Body) and callable(getattr(body.visualization, NAME, 0))
        and body.visualization.show and writer.settings.bodies.show
    ]  # fmt: skip
    if not bodies:
        return {}
    kept = {number: Kept(1.0 / len(bodies)) for number, _ in bodies}
    try:
        if not writer.sets_states:
            raise NoSystem
        with recorded_states(writer.solution) as put:
            for state, row in enumerate(writer.rows):
                due = [each for each in bodies if state % kept[each[0]].stride == 0]
                mbs = put(int(row)) if due else None
                for number, body in due:
                    _call(mbs, number, body, kept[number], state)
    except NoSystem as error:
        live = writer.snapshot.live_model
        for number, body in bodies:
            _call(live.mbs if live is not None else None, number, body, kept[number], 0)
            if writer.sets_states:
                writer.notes.append(
                    f"{body.label(number)}: shapes of {NAME} are those of one state, because it "
                    f"needs {error}"
                )
    for number, body in bodies:
        _tell(writer, body.label(number), kept[number])
    return {number: each.windows(len(writer.rows)) for number, each in kept.items()}


def _call(mbs: Any, number: int, body: Any, kept: Kept, state: int) -> None:
    """Add what a function returns; a failure leaves a state without these shapes."""
    try:
        shapes = shapes_of(getattr(body.visualization, NAME)(mbs, number))
    except Exception as error:
        kept.failed += 1
        kept.error = kept.error or f"{error or type(error).__name__}"
        shapes = []
    kept.add(state, shapes)


def _tell(writer: SceneWriter, label: str, kept: Kept) -> None:
    """Note failures, and states that were left out."""
    if kept.failed:
        times = "" if kept.failed == 1 else f" in {kept.failed} states"
        writer.notes.append(f"{label}: {NAME} failed{times}: {kept.error}")
    if kept.stride > 1:
        writer.notes.append(
            f"{label}: shapes of {NAME} are drawn for every {kept.stride}th state, because there "
            "are too many; return fewer or coarser shapes, or show fewer frames"
        )


def include_windows(writer: SceneWriter, place: Place, windows: list[Window]) -> None:
    """Make room for shapes where they are while they are drawn."""
    rotations = writer.motion.rotations(place)
    origins = writer.motion.positions((place[0], 0.0, 0.0, 0.0))
    for first, end, shapes in windows:
        corners = np.vstack([outline(shape) for shape in shapes]) + np.array(place[1:])
        states = slice(first, end, -(-(end - first) * len(corners) // MOST_PLACES))
        turned = np.einsum("rij,cj->rci", rotations[states], corners)
        points = (origins[states, None, :] + turned).reshape(-1, 3)
        writer.bounds.include(points, sample=points[:: -(-len(points) // MOST_CORNERS)])
