"""Bodies of a scene: their shapes, or what represents them."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.bodies.body import Body
from linkwork.bodies.mass_1d import ObjectMass1D
from linkwork.core.errors import ParameterError
from linkwork.graphics.shapes import Shape, shapes_of
from linkwork.view.scene.motion import Place

if TYPE_CHECKING:
    from linkwork.view.scene.writer import SceneWriter


def add_bodies(writer: SceneWriter) -> None:
    """Add all visible bodies, including the ground."""
    if not writer.settings.bodies.show:
        return
    bodies = [(k, b) for k, b in enumerate(writer.snapshot.items["object"])
              if isinstance(b, Body) and b.has_points]  # fmt: skip
    heaviest = max((body.mass() for _, body in bodies), default=0.0)
    points: dict[int, list[tuple[float, ...]]] = {}
    markers: Any = writer.snapshot.items["marker"]
    for marker in markers:
        if "localPosition" in marker.fields:
            place = tuple(float(x) for x in marker.localPosition)
            points.setdefault(marker.bodyNumber, []).append(place)
    for number, body in bodies:
        if body.visualization.show:
            _add_body(writer, number, body, heaviest, points.get(number, []))


def _add_body(
    writer: SceneWriter,
    number: int,
    body: Any,
    heaviest: float,
    points: list[tuple[float, ...]],
) -> None:
    """heaviest -- largest mass of a body [kg]; points -- places of the body's markers [m]"""
    chosen = writer.settings.bodies
    family = "ground" if is_ground(body) else "body"
    color = [float(c) for c in chosen.defaultColor]
    place = writer.motion.body_place(number, np.zeros(3))
    if is_ground(body):
        place = _ground_frame(writer, body)
    if _add_shapes(writer, number, body, family, place, color) or is_ground(body):
        return
    share = (body.mass() / heaviest) ** (1 / 3) if heaviest > 0.0 else 1.0
    automatic = 2.0 * writer.unit * min(1.0, max(0.45, share))
    edges = [s if s > 0.0 else automatic for s in chosen.defaultSize]
    outline = [writer.motion.place(_line_point(writer, number, p)) for p in body.outline()]
    for piece in itertools.pairwise(outline):
        thick = 0.25 * edges[0]
        writer.add("rod", "body", body, number, ends=list(piece), size=thick, color=color)
    if outline:
        return
    given: dict[str, Any] = {"point": place, "color": color}
    if body.has_axes:
        center = body.center()
        given["point"] = writer.motion.body_place(number, center)
        writer.add("disc", family, body, number, size=0.5 * edges[0], **given)
        # Rods from the center to the markers: the only shape that is known of the body.
        for point in dict.fromkeys(points):
            if point != tuple(center):
                ends = [writer.motion.body_place(number, p) for p in (center, point)]
                size = 0.5 * edges[0]
                writer.add("rod", "body", body, number, ends=ends, size=size, color=color)
    elif isinstance(body, ObjectMass1D):
        writer.add("box", family, body, number, sizes=edges, **given)
    else:
        writer.add("sphere", family, body, number, size=0.5 * edges[0], **given)


def _line_point(writer: SceneWriter, number: int, local: Any) -> Any:
    """A point of a body that is drawn as a line: its rotation is not needed."""
    return writer.motion.model.places.body_point(number, local)


def _ground_frame(writer: SceneWriter, ground: Any) -> Place:
    rotation = np.asarray(ground.referenceRotation, float)
    at = np.asarray(ground.referencePosition, float)
    return writer.motion.fixed_turn(rotation, at), 0.0, 0.0, 0.0


def _add_shapes(
    writer: SceneWriter, number: int, body: Any, family: str, place: Place, color: list[float]
) -> bool:
    """Draw the graphicsData of a body; False if it has none."""
    shapes = _shapes_of(writer, number, body)
    for shape in shapes:
        index = len(writer.shapes)
        writer.drawn_shapes.append(shape)
        writer.shapes.append({"color": color, **shape.scene_form(writer.store.keep)})
        writer.add("shape", family, body, number, point=place, shape=index, color=color)
        corners = np.array([*itertools.product(*zip(*shape.bounds(), strict=True))])
        _include(writer, place, corners)
        flat = shape.type in ("lines", "text", "sphere") or not np.ptp(corners[:, 2])
        writer.has_solids |= not flat and (is_ground(body) or not body.has_axes)
    return bool(shapes)


def _shapes_of(writer: SceneWriter, number: int, body: Any) -> list[Shape]:
    """Shapes of a body; those of its function if it has one, called now."""
    data = getattr(body.visualization, "graphicsData", [])
    function = getattr(body.visualization, "graphicsDataUserFunction", 0)
    if callable(function):
        live = writer.snapshot.live_model
        try:
            data = [*data, *function(live.mbs if live is not None else None, number)]
        except Exception as error:
            writer.notes.append(f"{body.label(number)}: graphicsDataUserFunction failed: {error}")
    try:
        return shapes_of(data)
    except (ParameterError, LookupError, TypeError) as error:
        writer.notes.append(f"{body.label(number)}: graphicsData cannot be drawn: {error}")
        return []


def _include(writer: SceneWriter, place: Place, corners: np.ndarray) -> None:
    """Make room for a box around a shape, however its body rotates it."""
    if place[0] >= 0 and writer.motion.frames[place[0]]["turn"] >= 0:
        reach = float(np.linalg.norm(corners + np.array(place[1:]), axis=1).max())
        center = (place[0], 0.0, 0.0, 0.0)
        writer.bounds.include(writer.motion.positions(center), reach)
        return
    for corner in corners:
        x, y, z = (float(a + b) for a, b in zip(place[1:], corner, strict=True))
        writer.bounds.include(writer.motion.positions((place[0], x, y, z)))


def is_ground(body: Any) -> bool:
    """Whether a body does not move."""
    return not body.node_kinds
