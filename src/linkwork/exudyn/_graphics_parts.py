"""Lines, texts, boards, arrows, frames and links of the other interface."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from linkwork.core.declare.meshed_shapes import Meshed, exact_forms
from linkwork.exudyn._graphics_colors import color as colors
from linkwork.exudyn._graphics_operations import MergeTriangleLists
from linkwork.exudyn._graphics_solids import Cylinder, SolidOfRevolution, Sphere
from linkwork.exudyn._graphics_triangles import (
    BLACK,
    ORIGIN,
    Z_AXIS,
    Shape,
    basis_of,
    flat,
    rows,
    triangle_list,
    unit_rows,
)

NO_OFFSET = [0.0, 0.0]
UNIT, UNIT4 = np.eye(3), np.eye(4)
RGB = [colors.red, colors.green, colors.blue]
LINK_RADIUS, LINK_WIDTH = [0.1, 0.1], [0.05, 0.05]


def Lines(pList: Sequence[Any], color: Any = BLACK) -> Shape:
    """A line through all points of a list."""
    return {"type": "Line", "color": np.array(color), "data": flat(pList)}


def Circle(point: Any = ORIGIN, radius: float = 1, color: Any = BLACK) -> Shape:
    """A circle about z, drawn as a line."""
    position = np.array(point)
    return {"type": "Circle", "color": np.array(color), "radius": radius, "position": position}


def Text(
    point: Any = ORIGIN,
    text: str = "",
    color: Any = BLACK,
    fontSize: float = 0.0,
    offset: Any = NO_OFFSET,
) -> Shape:
    """A text; fontSize -- on the screen, 0: 12; offset -- shift to the right and up in letters."""
    made: Shape = {"type": "Text", "color": np.array(color), "text": text}
    return made | {"position": np.array(point), "fontSize": fontSize, "offset": offset}


def Quad(pList: Sequence[Any], color: Any = BLACK, **kwargs: Any) -> Shape:
    """A quadrangle of four corners, counterclockwise.

    nTiles, nTilesY -- tiles in both directions; alternatingColor -- of every second tile, which
    are 10 x 10 by default
    """
    n = int(kwargs.get("nTiles", 10 if "alternatingColor" in kwargs else 1))
    return _tiled(rows(pList), color, n, int(kwargs.get("nTilesY", n)), kwargs)


def CheckerBoard(
    point: Any = ORIGIN,
    normal: Any = Z_AXIS,
    size: float = 1,
    color: Any = colors.lightgrey,
    alternatingColor: Any = colors.lightgrey2,
    nTiles: int = 10,
    **kwargs: Any,
) -> Shape:
    """A board of nTiles x nTiles2 tiles, of lengths size and size2; materialIndex -- its opacity"""
    _, n1, n2 = basis_of(normal)
    a, b = 0.5 * size * n1, 0.5 * kwargs.get("size2", size) * n2
    corners = flat(point) + np.array([-a - b, a - b, a + b, -a + b])
    first, second = np.array(color, float), np.array(alternatingColor, float)
    if "materialIndex" in kwargs:
        first[3] = second[3] = kwargs["materialIndex"]
    tiles = int(kwargs.get("nTiles2", nTiles))
    return _tiled(corners, first, int(nTiles), tiles, {"alternatingColor": second})


def _tiled(corners: np.ndarray, color: Any, n: int, m: int, kwargs: dict[str, Any]) -> Shape:
    """Tiles with four points each, row by row; their normals are those of their first triangles."""
    u, v = np.arange(n + 1) / n, np.arange(m + 1)[:, None, None] / m
    low = np.outer(1.0 - u, corners[0]) + np.outer(u, corners[1])
    high = np.outer(1.0 - u, corners[3]) + np.outer(u, corners[2])
    grid = (1.0 - v) * low + v * high
    around = (grid[:-1, :-1], grid[:-1, 1:], grid[1:, 1:], grid[1:, :-1])
    points = np.stack(around, axis=2).reshape(-1, 4, 3)
    normals = np.cross(points[:, 1] - points[:, 0], points[:, 2] - points[:, 0])
    second = kwargs.get("alternatingColor", color)
    odd = (np.arange(n) + np.arange(m)[:, None]).ravel() % 2 == 1
    each = np.repeat(np.where(odd[:, None], flat(second), flat(color)), 4, axis=0)
    starts = 4 * np.arange(n * m)[:, None, None]
    triangles = starts + np.array([[0, 1, 2], [0, 2, 3]])
    facing = np.repeat(unit_rows(normals), 4, axis=0)
    made = triangle_list(points, triangles, each, facing)
    return made | {"normals": made["normals"].tolist()}


def Arrow(
    pAxis: Any,
    vAxis: Any,
    radius: float,
    color: Any = BLACK,
    headFactor: float = 2,
    headStretch: float = 4,
    nTiles: int = 12,
) -> Shape:
    """An arrow from pAxis to pAxis + vAxis; its head is headFactor times as thick."""
    length = float(np.linalg.norm(vAxis))
    head = length - headStretch * headFactor * radius
    contour = [[0, 0], [0, radius], [head, radius], [head, headFactor * radius], [length, 0]]
    return SolidOfRevolution(pAxis, vAxis, contour, color, nTiles)


def Basis(
    origin: Any = ORIGIN,
    rotationMatrix: Any = UNIT,
    length: float = 1,
    colors: Sequence[Any] = RGB,
    headFactor: float = 2,
    headStretch: float = 4,
    nTiles: int = 12,
    **kwargs: Any,
) -> Any:
    """Three arrows along the columns of a rotation matrix; a list with three texts for labels.

    radius -- of the arrows; labels -- three texts at their tips
    """
    at, axes = flat(origin), length * np.asarray(rotationMatrix, float).T
    radius = kwargs.get("radius", 0.01 * length)
    arrows = [
        Arrow(at, axes[k], radius, colors[k], headFactor, headStretch, nTiles) for k in range(3)
    ]
    mesh = MergeTriangleLists(MergeTriangleLists(arrows[0], arrows[1]), arrows[2])
    if "labels" not in kwargs:
        return mesh
    return [mesh, *(Text(at + axes[k], kwargs["labels"][k]) for k in range(3))]


def Frame(
    HT: Any = UNIT4,
    length: float = 1,
    colors: Sequence[Any] = RGB,
    headFactor: float = 2,
    headStretch: float = 4,
    nTiles: int = 12,
    **kwargs: Any,
) -> Any:
    """The basis of a homogeneous transformation; radius -- of the arrows."""
    frame = np.asarray(HT, float)
    given = {"radius": kwargs["radius"]} if "radius" in kwargs else {}
    return Basis(
        frame[:3, 3], frame[:3, :3], length, colors, headFactor, headStretch, nTiles, **given
    )


def RigidLink(
    p0: Any,
    p1: Any,
    axis0: Any = ORIGIN,
    axis1: Any = ORIGIN,
    radius: Any = LINK_RADIUS,
    thickness: float = 0.05,
    width: Any = LINK_WIDTH,
    color: Any = BLACK,
    nTiles: int = 16,
) -> Shape:
    """A rod between two points with a joint at each end: a cylinder along its axis, or a sphere."""
    begin, end = flat(p0), flat(p1)
    parts = [Cylinder(begin, end - begin, 0.5 * thickness, color, nTiles)]
    for at, given, r, w in ((begin, axis0, radius[0], width[0]), (end, axis1, radius[1], width[1])):
        axis = flat(given)
        if axis.any():
            axis = w * unit_rows(axis)
            parts.append(Cylinder(at - 0.5 * axis, axis, r, color, nTiles))
        else:
            parts.append(Sphere(at, r, color, nTiles))
    merged = MergeTriangleLists(MergeTriangleLists(parts[0], parts[1]), parts[2])
    exact = [exact_forms(part) for part in parts]
    return Meshed(merged, [form for forms in exact for form in forms]) if all(exact) else merged
