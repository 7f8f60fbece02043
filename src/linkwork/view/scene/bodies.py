"""Bodies of a scene: their shapes, or what represents them."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.bodies.body import Body
from linkwork.bodies.mass_1d import ObjectMass1D
from linkwork.bodies.rigid_body import ObjectRigidBody, tensor
from linkwork.core.errors import ParameterError
from linkwork.graphics.shapes import Shape, shapes_of
from linkwork.view.scene.equal_box import equal_box
from linkwork.view.scene.function_shapes import include_windows
from linkwork.view.scene.motion import FIXED, Place
from linkwork.view.scene.palette import GROUND, PALETTE, body_color, darker
from linkwork.view.scene.sections import add_sections
from linkwork.view.scene.solids import CORNERS, Mount, include, outline, solid

if TYPE_CHECKING:
    from linkwork.view.scene.writer import SceneWriter

ARM = 0.02
"""Distance of a marker from the shapes of its body, relative to the size of the scene, from which
on a rod leads to it."""

MOST_COLORS = 2 * len(PALETTE)
"""Number of bodies up to which points have different colors, too."""


def add_bodies(writer: SceneWriter) -> None:
    """Add all visible bodies, including the ground."""
    bodies = bodies_of(writer)
    writer.body_colors = _colors(writer, bodies)
    if not writer.settings.bodies.show:
        return
    heaviest = max((body.mass() for _, body in bodies), default=0.0)
    points = _points_on_bodies(writer)
    for number, body in bodies:
        if body.visualization.show:
            _add_body(writer, number, body, heaviest, points.get(number, []))
    for number in writer.windows:
        body = writer.snapshot.items["object"][number]
        if isinstance(body, Body) and not body.has_points:
            _add_windows(writer, number, body, "body", (FIXED, 0.0, 0.0, 0.0), list(GROUND))


def _points_on_bodies(writer: SceneWriter) -> dict[int, list[tuple[float, ...]]]:
    """Places of the markers and sensors of each body, in its axes [m]."""
    found: dict[int, list[tuple[float, ...]]] = {}
    items: Any = writer.snapshot.items
    for item in (*items["marker"], *items["sensor"]):
        if "localPosition" in item.fields and "bodyNumber" in item.fields:
            place = tuple(float(x) for x in item.localPosition)
            found.setdefault(item.bodyNumber, []).append(place)
    return found


def include_points(writer: SceneWriter) -> None:
    """Make room for the markers and sensors of all bodies that move: rods lead to them."""
    points = _points_on_bodies(writer)
    for number, body in bodies_of(writer):
        if body.has_axes and not is_ground(body):
            for point in dict.fromkeys(points.get(number, ())):
                place = writer.motion.body_place(number, point)
                writer.bounds.include(writer.motion.positions(place))


def bodies_of(writer: SceneWriter) -> list[tuple[int, Any]]:
    """Numbers and items of all bodies that have points in space."""
    return [(k, b) for k, b in enumerate(writer.snapshot.items["object"])
            if isinstance(b, Body) and b.has_points]  # fmt: skip


def measure_bodies(writer: SceneWriter) -> None:
    """Find the shapes of bodies and the extent of bodies in space, on which other sizes depend."""
    for number, body in bodies_of(writer):
        if not body.visualization.show:
            continue
        shapes = _shapes_of(writer, number, body)
        writer.steady[number] = shapes
        shapes = [*shapes, *(shape for _, _, each in writer.windows.get(number, [])[:1]
                             for shape in each)]  # fmt: skip
        if shapes:
            writer.shaped[number] = shapes
        if not isinstance(body, ObjectRigidBody):
            continue
        writer.has_solids = True
        place = writer.motion.body_place(number, np.zeros(3))
        if shapes:
            low, high = _box_of(shapes)
            writer.thickness[number] = float((high - low).min())
            for shape in writer.steady[number]:
                include(writer, place, outline(shape))
            include_windows(writer, place, writer.windows.get(number, []))
            continue
        box = equal_box(body.mass(), tensor(body.physicsInertia), body.center())
        if box is not None and number not in writer.wheels:
            writer.boxes[number] = box
            writer.thickness[number] = float(box.edges.min())
            include(writer, place, CORNERS * box.edges @ box.axes.T + box.center)


def _colors(writer: SceneWriter, bodies: list[tuple[int, Any]]) -> dict[int, list[float]]:
    """Color of each body: that of its node, else of the settings, else its own of the palette.

    In models of very many points, all of these have the same color.
    """
    chosen = writer.settings.bodies.defaultColor
    nodes = writer.snapshot.items["node"]
    found: dict[int, list[float]] = {}
    index = 0
    of_lines: Any = None
    for number, body in bodies:
        given = [nodes[n].visualization for n in body.nodes()]
        if body.outline():  # pieces of one cable look alike
            own = [view.color for view in (body.visualization, *given)
                   if "color" in view.fields and view.color[0] >= 0.0]  # fmt: skip
            if not own and of_lines is None:
                of_lines, index = body_color(index) if chosen[0] < 0.0 else chosen, index + 1
            found[number] = [float(c) for c in (own[0] if own else of_lines)]
            continue
        own = [view.color for view in given if "color" in view.fields and view.color[0] >= 0.0]
        color = own[0] if own and body.has_axes else chosen
        if color[0] < 0.0:
            color = GROUND if is_ground(body) else body_color(index)
            index += not is_ground(body) and (body.has_axes or len(bodies) <= MOST_COLORS)
        found[number] = [float(c) for c in color]
    return found


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
    color = writer.body_colors[number]
    place = writer.motion.body_place(number, np.zeros(3))
    if is_ground(body):
        place = _ground_frame(writer, body)
    shaped = _add_shapes(writer, number, body, family, place, color)
    if is_ground(body):
        return
    if shaped:
        _add_arms(writer, number, body, color, points)
        return
    share = (body.mass() / heaviest) ** (1 / 3) if heaviest > 0.0 else 1.0
    automatic = 2.0 * writer.units.at(place) * min(1.0, max(0.45, share))
    edges = [s if s > 0.0 else automatic for s in chosen.defaultSize]
    if isinstance(body, ObjectRigidBody):
        _add_solid(writer, number, body, edges, color, points)
        return
    if add_sections(writer, number, body, color):
        return
    outline = [writer.motion.place(_line_point(writer, number, p)) for p in body.outline()]
    view = body.visualization
    thick = getattr(view, "drawHeight", 2.0 * getattr(view, "radius", 0.0))
    thick = thick if thick > 0.0 else 0.25 * edges[0]
    for piece in itertools.pairwise(outline):
        writer.add("rod", "body", body, number, ends=list(piece), size=thick, color=color)
    if outline:
        return
    given: dict[str, Any] = {"point": place, "color": color}
    if body.has_axes:
        center = body.center()
        given["point"] = writer.motion.body_place(number, center)
        writer.add("disc", family, body, number, size=0.5 * edges[0], **given)
        _add_rods(writer, number, body, 0.5 * edges[0], color, points)
    elif isinstance(body, ObjectMass1D):
        writer.add("box", family, body, number, sizes=edges, **given)
        _add_rail(writer, number, body, edges[0], color)
    else:
        writer.add("sphere", family, body, number, size=0.5 * edges[0], **given)


def _add_rods(
    writer: SceneWriter,
    number: int,
    body: Any,
    size: float,
    color: list[float],
    points: list[tuple[float, ...]],
) -> None:
    """Rods from the center to the markers: the only shape that is known of the body."""
    center = body.center()
    for point in dict.fromkeys(points):
        if point != tuple(center):
            ends = [writer.motion.body_place(number, p) for p in (center, point)]
            writer.add("rod", "body", body, number, ends=ends, size=size, color=color)


def _add_arms(
    writer: SceneWriter,
    number: int,
    body: Any,
    color: list[float],
    points: list[tuple[float, ...]],
) -> None:
    """Rods from the shapes of a body to markers and sensors outside of them."""
    low, high = _box_of(writer.shaped[number])
    slack = ARM * writer.bounds.size
    for point in dict.fromkeys(points):
        nearest = np.clip(point, low, high)
        if body.has_axes and np.linalg.norm(np.array(point) - nearest) > slack:
            ends = [writer.motion.body_place(number, p) for p in (0.5 * (low + high), point)]
            writer.add("rod", "body", body, number, ends=ends, size=0.5 * writer.unit, color=color)


def _box_of(shapes: list[Shape]) -> tuple[np.ndarray, np.ndarray]:
    """Lowest and highest corner of shapes in the axes of their body [m]."""
    corners = np.array([shape.bounds() for shape in shapes])
    return corners[:, 0].min(axis=0), corners[:, 1].max(axis=0)


def _add_solid(
    writer: SceneWriter,
    number: int,
    body: Any,
    edges: list[float],
    color: list[float],
    points: list[tuple[float, ...]],
) -> None:
    """The box of equal inertia of a body in space, and rods to markers that lie outside of it.

    A wheel is drawn with its rolling disc. A body without extent is drawn as a ball.
    """
    if number in writer.wheels:
        return
    box = writer.boxes.get(number)
    place = writer.motion.body_place(number, body.center())
    if box is None:
        writer.add(
            "sphere", "body", body, number, point=place, size=0.5 * edges[0], color=color
        )  # fmt: skip
        size, outside = 0.2 * edges[0], points
    else:
        drawn = solid("box", Mount(place, box.axes), box.edges, color)
        writer.add(drawn.pop("kind"), "body", body, number, **drawn)
        inside = np.abs((np.array(points).reshape(-1, 3) - box.center) @ box.axes)
        beyond = (inside > 0.55 * box.edges).any(axis=1)
        outside = [point for point, far in zip(points, beyond, strict=True) if far]
        size = min(float(box.edges.min()), 0.5 * edges[0])
    _add_rods(writer, number, body, size, color, outside)


def _add_rail(writer: SceneWriter, number: int, body: Any, size: float, color: list[float]) -> None:
    """The line on which a mass moves, as long as its motion and a little more."""
    along = np.asarray(body.referenceRotation, float)[:, 0]
    path = writer.motion.positions(writer.motion.body_place(number, np.zeros(3)))
    path = path[np.isfinite(path).all(axis=1)]
    if not len(path):
        return
    reach = path @ along
    ends = [path[reach.argmin()] - 1.5 * size * along, path[reach.argmax()] + 1.5 * size * along]
    places = [(FIXED, *(float(x) for x in end)) for end in ends]
    thin = 0.08 * size
    rail = {"ends": places, "size": thin, "color": darker(color), "rail": True}
    writer.add("rod", "body", body, number, **rail)
    writer.bounds.include(np.array(ends), thin if not writer.is_flat else 0.0)


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
    for shape in writer.steady.get(number, []):
        _add_shape(writer, shape, family, body, number, place, color)
        include(writer, place, outline(shape))
        writer.has_solids |= _is_solid(shape, body)
    _add_windows(writer, number, body, family, place, color)
    return number in writer.shaped


def _add_shape(
    writer: SceneWriter, shape: Shape, family: str, body: Any, number: int, place: Place,
    color: list[float], **when: Any,
) -> None:  # fmt: skip
    """Add a shape; when -- the states in which it is drawn, if not in all of them."""
    index = len(writer.shapes)
    writer.drawn_shapes.append(shape)
    writer.shapes.append({"color": color, **shape.scene_form(writer.store.keep)})
    writer.add("shape", family, body, number, point=place, shape=index, color=color, **when)


def _add_windows(
    writer: SceneWriter, number: int, body: Any, family: str, place: Place, color: list[float]
) -> None:
    """Draw what the graphicsDataUserFunction of a body has returned."""
    windows, count = writer.windows.get(number, []), len(writer.rows)
    for first, end, shapes in windows:
        when = {"when": [first, end]} if (first, end) != (0, count) else {}
        for shape in shapes:
            _add_shape(writer, shape, family, body, number, place, color, **when)
            writer.has_solids |= _is_solid(shape, body)
    include_windows(writer, place, windows)


def _is_solid(shape: Shape, body: Any) -> bool:
    """Whether a shape makes a scene one of space."""
    corners = outline(shape)
    flat = shape.type in ("lines", "text", "sphere") or not np.ptp(corners[:, 2])
    return not flat and (is_ground(body) or not body.has_axes)


def _shapes_of(writer: SceneWriter, number: int, body: Any) -> list[Shape]:
    """Shapes of a body that do not depend on its state."""
    data = getattr(body.visualization, "graphicsData", [])
    try:
        return shapes_of(data)
    except (ParameterError, LookupError, TypeError) as error:
        writer.notes.append(f"{body.label(number)}: graphicsData cannot be drawn: {error}")
        return []


def is_ground(body: Any) -> bool:
    """Whether a body does not move."""
    return not body.node_kinds
