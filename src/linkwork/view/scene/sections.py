"""Beams with their section: short prisms along their shape functions, each with its own frame."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.core.enums import CrossSectionType
from linkwork.graphics.shapes import Shape, shapes_of
from linkwork.view.scene.solids import include, outline

if TYPE_CHECKING:
    from linkwork.view.scene.writer import SceneWriter

SIDES = 20
"""Sides of the polygon that is drawn for an ellipse."""


def corners_of(geometry: Any) -> np.ndarray:
    """Corners (y, z) of the outline of a section [m]; none if it is empty."""
    if geometry is None:
        return np.zeros((0, 2))
    if geometry.crossSectionType == CrossSectionType.Circular:
        radii = geometry.crossSectionRadiusY, geometry.crossSectionRadiusZ
        if min(radii) <= 0.0:
            return np.zeros((0, 2))
        angle = np.linspace(0.0, 2.0 * np.pi, SIDES, endpoint=False)
        return np.column_stack([radii[0] * np.cos(angle), radii[1] * np.sin(angle)])
    corners = np.array(geometry.polygonalPoints, float).reshape(-1, 2)
    return corners if len(corners) >= 3 else np.zeros((0, 2))


def prism(corners: np.ndarray, length: float) -> Shape:
    """A prism along x about the origin, open where the next one follows."""
    count = len(corners)
    ends = [np.column_stack([np.full(count, x), corners]) for x in (-0.5 * length, 0.5 * length)]
    points = np.concatenate([*ends, *ends])  # sides and ends have normals of their own
    k = np.arange(count)
    following = (k + 1) % count
    sides = [[k, following, k + count], [following, following + count, k + count]]
    fan = np.arange(1, count - 1)
    caps = [[np.zeros_like(fan), fan + 1, fan], [np.full_like(fan, count), fan + count,
                                                 fan + count + 1]]  # fmt: skip
    triangles = np.concatenate(
        [
            *(np.column_stack(each) for each in sides),
            *(np.column_stack(c) + 2 * count for c in caps),
        ]
    )
    form = {"type": "TriangleList", "points": points, "triangles": triangles}
    return shapes_of([form])[0]


def add_sections(writer: SceneWriter, number: int, body: Any, color: list[float]) -> bool:
    """Draw a beam with the outline of its section; False if it has none."""
    corners = corners_of(getattr(body.visualization, "sectionGeometry", None))
    if not len(corners):
        return False
    writer.has_solids = True
    for start, end in itertools.pairwise(body.outline()):
        length = float(f"{end[0] - start[0]:.9g}")  # equal pieces share their shape
        shape = prism(corners, length)
        place = writer.motion.body_place(number, np.array([0.5 * (start[0] + end[0]), 0.0, 0.0]))
        index = writer.prisms.setdefault((corners.tobytes(), length), len(writer.shapes))
        if index == len(writer.shapes):
            writer.drawn_shapes.append(shape)
            writer.shapes.append({"color": color, **shape.scene_form(writer.store.keep)})
        writer.add("shape", "body", body, number, point=place, shape=index, color=color)
        include(writer, place, outline(shape))
    return True
