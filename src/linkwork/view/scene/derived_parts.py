"""Connectors whose parts follow from their ends: hydraulic cylinders, and ropes over sheaves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import numpy as np

from linkwork.connectors.laws.rope_geometry import tangent, wrap
from linkwork.view.scene.palette import darker
from linkwork.view.scene.solids import Mount, ball, solid

if TYPE_CHECKING:
    from linkwork.view.scene.writer import SceneWriter

DERIVED = "cylinder", "rope"
"""drawn_as of the connectors that are drawn here."""

ARC = 12
"""Straight parts of which the rope on a sheave is drawn."""

DEFAULT_ROPE = 0.001
"""ropeRadius that stands for one that fits the scene [m]."""

Parts = list[dict[str, Any]]

_tangent, _wrap = cast(Any, tangent), cast(Any, wrap)


def derived_parts(writer: SceneWriter, item: Any, number: int) -> Parts:
    """Parts of a connector that follow from its ends."""
    draw = _cylinder if item.visualization.drawn_as == "cylinder" else _rope
    return draw(writer, item, number)


# ------------------------------------------------------------------------------- cylinders


def _cylinder(writer: SceneWriter, item: Any, number: int) -> Parts:
    """A cylinder at m0, and a rod with its piston at m1."""
    ends: list[Any] = [writer.motion.marker_place(marker) for marker in item.markerNumbers]
    drawn = item.visualization
    base = float(drawn.baseMountLength)
    barrel = max(item.offsetLength - base, 1.05 * item.strokeLength + drawn.pistonLength)

    def points(p: np.ndarray, R: np.ndarray) -> np.ndarray:
        way = p[:, 1] - p[:, 0]
        length = np.linalg.norm(way, axis=1, keepdims=True)
        along = np.divide(way, length, out=np.zeros_like(way), where=length > 0.0)
        stroke = length - item.offsetLength
        face = base + np.maximum(stroke, 0.0)
        at = [np.full_like(length, base), np.full_like(length, base + barrel), face]
        at.append(face + drawn.pistonLength)
        return np.stack([p[:, 0] + x * along for x in at], axis=1)

    bottom, top, face, behind = writer.motion.derived(("cylinder", number), ends, points)
    color = [float(c) for c in drawn.colorCylinder]
    if color[0] < 0.0:
        color = writer.color(item, writer.settings.connectors.defaultColor)
    piston = [float(c) for c in drawn.colorPiston]
    parts = [
        _rod((bottom, top), 2.0 * drawn.cylinderRadius, color),
        _rod((face, behind), 2.0 * drawn.pistonRadius, piston),
        _rod((behind, ends[1]), 2.0 * drawn.rodRadius, piston),
    ]
    if base > 0.0:
        parts.append(_rod((ends[0], bottom), 2.0 * drawn.rodRadius, darker(color)))
    eyes = zip(ends, (drawn.baseMountRadius, drawn.rodMountRadius), (color, piston), strict=True)
    for place, radius, tone in eyes:
        if radius > 0.0:
            parts.append(ball(Mount(place, np.eye(3)), radius, darker(tone)))
    return parts


def _rod(ends: Any, width: float, color: list[float]) -> dict[str, Any]:
    return {"kind": "rod", "ends": tuple(ends), "size": float(width), "color": color}


# ------------------------------------------------------------------------------- ropes


def _rope(writer: SceneWriter, item: Any, number: int) -> Parts:
    """The rope as a chain of rods along its pieces and arcs, and its sheaves."""
    count, radii = item.sheave_count, item.sheavesRadii
    markers = item.markerNumbers[:count]
    places: list[Any] = [writer.motion.marker_place(marker) for marker in markers]
    axes = [
        writer.motion.marker_axes(marker) @ axis if r > 0.0 else axis
        for marker, axis, r in zip(markers, item.sheavesAxes, radii, strict=True)
    ]

    def points(p: np.ndarray, R: np.ndarray) -> np.ndarray:
        turned = np.einsum("rkij,kj->rki", R, np.array(axes))
        return np.array([_rope_points(p[r], turned[r], radii) for r in range(len(p))])

    chain = writer.motion.derived(("rope", number), places, points)
    width = 2.0 * item.visualization.ropeRadius
    if item.visualization.ropeRadius == DEFAULT_ROPE:
        width = max(width, 0.35 * writer.unit)
    color = writer.color(item, writer.settings.connectors.defaultColor)
    rods = [_rod(pair, width, color) for pair in zip(chain, chain[1:], strict=False)]
    wheels = [
        solid(
            "wheel", Mount(place, _with_z(axis)), (2.0 * r - width, 2.0 * r - width, 2.5 * width),
            darker(color),
        )
        for place, axis, r in zip(places, axes, radii, strict=True)
        if r > 0.0
    ]  # fmt: skip
    return rods + wheels


def _with_z(axis: np.ndarray) -> np.ndarray:
    """Axes in columns, the last of which is given."""
    first = np.cross(axis, np.eye(3)[int(np.argmin(np.abs(axis)))])
    first = first / np.linalg.norm(first)
    return np.column_stack([first, np.cross(axis, first), axis])


def _rope_points(p: np.ndarray, axes: np.ndarray, radii: np.ndarray) -> list[np.ndarray]:
    """Corners of a rope at one state: ends of its pieces, and points of its arcs between them."""
    made, last = [p[0]], np.zeros(3)
    for k in range(len(p) - 1):
        A, B = (tuple(axes[k]), float(radii[k])), (tuple(axes[k + 1]), float(radii[k + 1]))
        length, _, n_A, _, n_B, _ = _tangent(tuple(p[k + 1] - p[k]), *A, *B)
        if length == 0.0:  # circles that overlap
            n_A, n_B = tuple(last), tuple(last)
        if radii[k] > 0.0:
            angle = _wrap(tuple(last), n_A, A[0])
            turns = np.linspace(0.0, angle, ARC + 1)[:, None]
            across = np.cross(axes[k], last)
            made += list(p[k] + radii[k] * (np.cos(turns) * last + np.sin(turns) * across))
        last = np.array(n_B)
    return [*made, p[-1]]
