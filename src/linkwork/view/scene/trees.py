"""Kinematic trees of a scene: links as rods between joints, or their shapes, and joints."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.core.errors import ParameterError
from linkwork.graphics.shapes import Shape, shapes_of
from linkwork.view.scene.motion import Place
from linkwork.view.scene.palette import GROUND, body_color, darker
from linkwork.view.scene.solids import Mount, include, outline, solid

if TYPE_CHECKING:
    from linkwork.view.scene.writer import SceneWriter

NEAR = 1e-6
"""Length of rods that are not drawn, relative to the size of the scene."""


def trees_of(writer: SceneWriter) -> list[tuple[int, Any]]:
    """Numbers and items of all visible trees."""
    objects = enumerate(writer.snapshot.items["object"])
    return [(k, b) for k, b in objects if getattr(b, "has_links", False) and b.visualization.show]


def link_place(writer: SceneWriter, number: int, link: int, local: Any) -> Place:
    """Place of a point of a link; -1: of the base."""
    tree: Any = writer.snapshot.items["object"][number]
    if link < 0 and tree.is_free:
        frame = writer.motion.model.places.node_frame(tree.baseNodeNumber)
        return writer.motion.place(frame.at(np.asarray(tree.baseOffset) + local))
    if link < 0:
        x, y, z = (float(each) for each in np.asarray(tree.baseOffset) + local)
        return -1, x, y, z
    return writer.motion.place(writer.motion.model.places.link_frame(number, link, local))


def _points_on_links(writer: SceneWriter, number: int) -> dict[int, list[tuple[float, ...]]]:
    """Places of the markers and sensors of each link of a tree, in its frame [m]."""
    found: dict[int, list[tuple[float, ...]]] = {}
    items: Any = writer.snapshot.items
    for item in (*items["marker"], *items["sensor"]):
        if getattr(item, "on_links", False) and item.objectNumber == number:
            place = tuple(float(x) for x in item.localPosition)
            found.setdefault(item.linkNumber, []).append(place)
    return found


def _ends_of(tree: Any, link: int, points: list[tuple[float, ...]]) -> list[Any]:
    """Where rods of a link end, in its frame: at the next joints, its markers, or its far end."""
    ends = [tree.jointOffsets[k] for k, parent in enumerate(tree.linkParents) if parent == link]
    ends += [np.array(point) for point in dict.fromkeys(points)]
    far = 2.0 * np.asarray(tree.linkCOMs[link])
    if not any(np.any(end) for end in ends):
        ends.append(far)
    return ends


def _shapes(writer: SceneWriter, number: int, tree: Any) -> list[list[Shape]]:
    """Shapes of each link."""
    given = tree.visualization.graphicsDataList
    found: list[list[Shape]] = [[] for _ in tree.jointTypes]
    for k, data in enumerate(given[: len(found)]):
        try:
            found[k] = shapes_of(data)
        except (ParameterError, LookupError, TypeError) as error:
            writer.notes.append(
                f"{tree.label(number)}: graphicsDataList[{k}] cannot be drawn: {error}"
            )
    return found


def measure_trees(writer: SceneWriter) -> None:
    """Make room for all links, and find out whether they need space."""
    for number, tree in trees_of(writer):
        points, shapes = _points_on_links(writer, number), _shapes(writer, number, tree)
        base = link_place(writer, number, -1, np.zeros(3))
        writer.bounds.include(writer.motion.positions(base))
        for shape in shapes_of(tree.visualization.baseGraphicsData):
            include(writer, base, outline(shape))
        for link in range(tree.link_count()):
            frame = writer.motion.model.places.link_frame(number, link, np.zeros(3))
            for end in (np.zeros(3), *_ends_of(tree, link, points.get(link, []))):
                place = link_place(writer, number, link, end)
                writer.bounds.include(writer.motion.positions(place))
            for shape in shapes[link]:
                include(writer, link_place(writer, number, link, np.zeros(3)), outline(shape))
            writer.has_solids |= not frame.is_planar or bool(shapes[link])


def add_trees(writer: SceneWriter) -> None:
    """Add the links and joints of all visible trees."""
    if not writer.settings.bodies.show:
        return
    chosen = writer.settings.bodies.defaultColor
    for index, (number, tree) in enumerate(trees_of(writer)):
        own = [c for c in (tree.visualization.color, chosen) if c[0] >= 0.0]
        color = [float(c) for c in (own[0] if own else body_color(index))]
        _add_tree(writer, number, tree, color)


def _chosen(colors: Any, k: int, other: list[float]) -> list[float]:
    """Color k of a list, the other one where there is none."""
    given = [float(c) for c in colors[k]] if k < len(colors) else [-1.0]
    return given if given[0] >= 0.0 else other


def _add_tree(writer: SceneWriter, number: int, tree: Any, whole: list[float]) -> None:
    view, points = tree.visualization, _points_on_links(writer, number)
    shapes, base = _shapes(writer, number, tree), shapes_of(tree.visualization.baseGraphicsData)
    for shape in base if view.showLinks else ():
        _add_shape(writer, shape, tree, number, link_place(writer, number, -1, np.zeros(3)), whole)
    for link, parent in enumerate(tree.linkParents):
        color = _chosen(view.linkColors, link, whole)
        origin = link_place(writer, number, link, np.zeros(3))
        for shape in shapes[link] if view.showLinks else ():
            _add_shape(writer, shape, tree, number, origin, color)
        start = link_place(writer, number, parent, tree.jointOffsets[link])
        if view.showLinks and parent < 0 and not base:
            ends = [link_place(writer, number, -1, np.zeros(3)), start]
            fixed = darker(whole) if tree.is_free else list(GROUND)
            _add_rod(writer, tree, number, ends, 0.6 * writer.unit, fixed)
        if view.showLinks and not shapes[link]:
            for end in _ends_of(tree, link, points.get(link, [])):
                ends = [origin, link_place(writer, number, link, end)]
                _add_rod(writer, tree, number, ends, writer.unit, color)
        if view.showJoints and not shapes[link]:
            tone = _chosen(view.jointColors, link, darker(color))
            _add_joint(writer, number, tree, link, start, origin, tone)


def _add_joint(
    writer: SceneWriter, number: int, tree: Any, link: int, start: Place, origin: Place,
    color: list[float],
) -> None:  # fmt: skip
    """A cylinder about the axis of a revolute joint; rail and slider of a prismatic one."""
    joint, unit, view = int(tree.jointTypes[link]), writer.unit, tree.visualization
    mount = Mount(origin, np.eye(3)).with_z((joint - 1) % 3)
    width = 2.0 * view.jointRadius or 1.6 * unit
    sizes = [width, width, view.jointWidth or 2.4 * unit]
    part = solid("cylinder" if joint <= 3 else "box", mount, sizes, color)
    if joint > 3:
        _add_rod(writer, tree, number, [start, origin], 0.6 * unit, color)
    writer.add(family="body", item=tree, number=number, **part)


def _add_rod(
    writer: SceneWriter, tree: Any, number: int, ends: list[Place], size: float, color: list[float]
) -> None:
    """A rod, unless it has no length in any state."""
    along = writer.motion.positions(ends[1]) - writer.motion.positions(ends[0])
    if np.abs(along).max(initial=0.0) > NEAR * writer.bounds.size:
        writer.add("rod", "body", tree, number, ends=ends, size=size, color=color)


def _add_shape(
    writer: SceneWriter, shape: Shape, tree: Any, number: int, place: Place, color: list[float]
) -> None:
    """A shape of a link."""
    index = len(writer.shapes)
    writer.drawn_shapes.append(shape)
    writer.shapes.append({"color": color, **shape.scene_form(writer.store.keep)})
    writer.add("shape", "body", tree, number, point=place, shape=index, color=color)
    include(writer, place, outline(shape))
