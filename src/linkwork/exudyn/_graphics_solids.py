"""Round solids of the other interface: spheres, cylinders and solids of revolution."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from linkwork.exudyn._graphics_triangles import (
    BLACK,
    FULL,
    ORIGIN,
    Z_AXIS,
    Array,
    Shape,
    basis_of,
    circle,
    flat,
    is_count,
    ring_edges,
    ring_quads,
    rows,
    triangle_list,
    unit_rows,
    with_edges,
)

FULL_CIRCLE = [0, FULL]

SMOOTH = 8, 4
"""Numbers of tiles from which on cylinders and spheres are drawn round."""


def Sphere(
    point: Any = ORIGIN,
    radius: float = 0.1,
    color: Any = BLACK,
    nTiles: int = 8,
    addEdges: Any = False,
    edgeColor: Any = BLACK,
    addFaces: bool = True,
    majorAngleMin: float = -math.pi / 2,
    majorAngleMax: float = math.pi / 2,
    innerRadius: float | None = None,
) -> Shape:
    """A sphere of circles about z.

    majorAngleMin, majorAngleMax -- latitudes at which it is cut; innerRadius -- of a hollow one
    """
    n = max(int(nTiles), 2)
    center, r = flat(point), float(radius)
    latitudes = np.linspace(majorAngleMin, majorAngleMax, n + 1)
    outer = _globe(latitudes, 2 * n)
    if innerRadius is not None:
        return _hollow_sphere(center, r, float(innerRadius), latitudes, color, addFaces)
    triangles = np.concatenate([ring_quads(2 * n * k, 2 * n * (k + 1), 2 * n) for k in range(n)])
    exact = []
    whole = majorAngleMin == -math.pi / 2 and majorAngleMax == math.pi / 2
    if whole and n >= SMOOTH[1] and r > 0.0 and not addEdges:
        exact = [{"type": "Sphere", "point": center, "radius": r, "color": flat(color)}]
    normals = outer if r else 0.0 * outer
    made = triangle_list(center + r * outer, triangles, color, normals, exact, addFaces)
    return with_edges(made, _globe_edges(n, addEdges), edgeColor) if addEdges and whole else made


def _globe(latitudes: Array, count: int) -> Array:
    """Points of circles of a unit sphere."""
    phi = FULL * np.arange(count) / count
    shape = np.empty((len(latitudes), count, 3))
    shape[..., 0] = np.outer(np.cos(latitudes), np.sin(phi))
    shape[..., 1] = np.outer(np.cos(latitudes), np.cos(phi))
    shape[..., 2] = np.sin(latitudes)[:, None]
    return shape.reshape(-1, 3)


def _globe_edges(n: int, addEdges: Any) -> list[list[int]]:
    """Some circles, and some meridians that continue on the other side of the pole."""
    wanted = int(addEdges) if is_count(addEdges) else 3
    edges: list[list[int]] = []
    if wanted > 1:
        for k in range(0, n, max(1, n // (wanted - 1))):
            edges += ring_edges(2 * n * k, 2 * n).tolist()
    pairs = min({1: 1, 2: 2, 3: 2}.get(wanted, 4), n // 2)
    step = n // pairs
    half = step * pairs
    for begin in range(0, 2 * half, step):
        line = [begin + 2 * n * k for k in range(n + 1)]
        line.append(2 * n * n + half + begin % half)
        edges += [list(pair) for pair in zip(line[:-1], line[1:], strict=True)]
    return edges


def _hollow_sphere(
    center: Array, r: float, inner: float, latitudes: Array, color: Any, addFaces: bool
) -> Shape:
    """Two spheres that are cut at the same heights, and rings that close them."""
    if not 0.0 < inner < r:
        raise ValueError(f"Sphere: innerRadius must be in (0, radius = {r}), got {inner}")
    heights = r * np.sin(latitudes[[-1, 0]]) / inner
    if (np.abs(heights) > 1.0).any():
        raise ValueError(
            f"Sphere: innerRadius = {inner} is smaller than the heights of the cuts, "
            f"{r * math.sin(latitudes[0])} and {r * math.sin(latitudes[-1])}"
        )
    n = len(latitudes) - 1
    highest, lowest = np.arcsin(heights)
    inside = _globe(np.linspace(highest, lowest, n + 1), 2 * n)
    outside = _globe(latitudes, 2 * n)
    first, last = slice(0, 2 * n), slice(2 * n * n, None)
    caps = [inner * inside[last], r * outside[first], r * outside[last], inner * inside[first]]
    down = np.tile([0.0, 0.0, -1.0], (4 * n, 1))
    points = np.concatenate([r * outside, inner * inside, *caps])
    normals = np.concatenate([outside, -inside, down, -down])
    starts = [*range(n), *range(n + 1, 2 * n + 1), 2 * n + 2, 2 * n + 4]
    quads = [ring_quads(2 * n * k, 2 * n * (k + 1), 2 * n) for k in starts]
    return triangle_list(center + points, np.concatenate(quads), color, normals, (), addFaces)


def Cylinder(
    pAxis: Any = ORIGIN,
    vAxis: Any = Z_AXIS,
    radius: float = 0.1,
    color: Any = BLACK,
    nTiles: int = 16,
    radiusInner: float | None = None,
    angleRange: Any = FULL_CIRCLE,
    lastFace: bool = True,
    cutPlain: bool = True,
    addEdges: Any = False,
    edgeColor: Any = BLACK,
    addFaces: bool = True,
    **kwargs: Any,
) -> Shape:
    """A cylinder from pAxis to pAxis + vAxis.

    radiusInner -- of a tube; angleRange -- begin and end of a sector, which a plane closes
    (cutPlain) or two radial faces (lastFace, without cutPlain); alternatingColor -- of half of
    the points
    """
    n, begin, axis = max(int(nTiles), 3), flat(pAxis), flat(vAxis)
    if radiusInner is not None:
        length = float(np.linalg.norm(axis))
        contour = [[0, radius], [length, radius], [length, radiusInner], [0, radiusInner]]
        return SolidOfRevolution(
            begin, axis, [*contour, [0, radius]], color, n, False, addEdges, edgeColor, addFaces
        )
    first, last = (float(angle) for angle in angleRange)
    full = last - first >= FULL
    angles = first + (last - first) * np.arange(n) / (n if full else n - 1)
    radial, along = circle(axis, angles), basis_of(axis)[0]
    ring0 = begin + radius * radial
    ring1 = ring0 + axis
    radial = radial if radius else 0.0 * radial
    points = [begin, *ring0, begin + axis, *ring1, *ring0, *ring1]
    normals = [-along, *radial, along, *radial, *([-along] * n), *([along] * n)]
    mantle = ring_quads(1, n + 2, n, bool(cutPlain and lastFace))
    i = np.arange(n if cutPlain else n - 1)
    j = (i + 1) % n
    low, high = 2 * n + 2, 3 * n + 2
    bottom = np.column_stack([0 * i, low + i, low + j])
    top = np.column_stack([0 * i + n + 1, high + j, high + i])
    triangles = [mantle, np.stack([bottom, top], axis=1).reshape(-1, 3)]
    if lastFace and not cutPlain:
        k = len(points)
        _, n1, n2 = basis_of(axis)
        for end, sign in ((0, -1.0), (-1, 1.0)):
            points += [begin, begin + axis, ring0[end], ring1[end]]
            normals += [sign * (math.cos(angles[end]) * n1 - math.sin(angles[end]) * n2)] * 4
        triangles.append(np.array([[0, 1, 3], [0, 3, 2], [5, 4, 6], [5, 6, 7]]) + k)
    each = color
    if "alternatingColor" in kwargs:
        halves = np.concatenate(
            [np.zeros(2, bool), np.tile(np.arange(n) >= n // 2, 4), np.zeros(len(points), bool)]
        )
        each = np.where(halves[: len(points), None], flat(kwargs["alternatingColor"]), flat(color))
    exact = []
    closed = last - first == FULL and cutPlain and lastFace
    round_one = closed and n >= SMOOTH[0] and radius > 0.0 and axis.any()
    if round_one and not addEdges and each is color:
        exact = [{"type": "Cylinder", "pAxis": begin, "vAxis": axis, "radius": float(radius),
                  "color": flat(color)}]  # fmt: skip
    made = triangle_list(points, np.concatenate(triangles), each, normals, exact, addFaces)
    if not addEdges:
        return made
    edges = [[start + (k - 1) % n, start + k] for start in (1, n + 2) for k in range(n)]
    if is_count(addEdges):
        step = n // int(addEdges)
        edges += [[1 + step * k, n + 2 + step * k] for k in range(int(addEdges))]
    return with_edges(made, edges, edgeColor)


def SolidOfRevolution(
    pAxis: Any,
    vAxis: Any,
    contour: Sequence[Any],
    color: Any = BLACK,
    nTiles: int = 16,
    smoothContour: bool = False,
    addEdges: Any = False,
    edgeColor: Any = BLACK,
    addFaces: bool = True,
    smoothingAngle: float = FULL,
    **kwargs: Any,
) -> Shape:
    """A contour of points [along the axis, radius] that turns about an axis.

    smoothContour -- average normals of segments that differ by less than smoothingAngle
    """
    n, line = max(int(nTiles), 1), rows(contour, 2)
    along, radial = basis_of(vAxis)[0], circle(vAxis, FULL * np.arange(n) / n)
    pieces = np.stack([line[:-1], line[1:]], axis=1)
    step = pieces[:, 1] - pieces[:, 0]
    across = unit_rows(np.column_stack([-step[:, 1], step[:, 0]]))
    normals2 = np.stack([across, across], axis=1)
    if smoothContour:
        cosines = np.clip((across[:-1] * across[1:]).sum(axis=1), -1.0, 1.0)
        for k in np.flatnonzero(np.arccos(cosines) < smoothingAngle):
            normals2[k, 1] = normals2[k + 1, 0] = unit_rows(across[k] + across[k + 1])
        turn = math.acos(min(1.0, max(-1.0, float(across[0] @ across[-1]))))
        if (line[0] == line[-1]).all() and turn < smoothingAngle:
            normals2[-1, 1] = unit_rows(across[-1] + across[0])

    def turned(values: Array) -> Array:
        ends = values.reshape(-1, 1, 2)
        return np.asarray(ends[..., :1] * along + ends[..., 1:] * radial).reshape(-1, 3)

    starts = 2 * n * np.arange(len(pieces))
    triangles = np.concatenate([ring_quads(k, k + n, n) for k in starts.tolist()])
    each = color
    if "alternatingColor" in kwargs:
        halves = np.tile(np.arange(n) >= n // 2, 2 * len(pieces))[:, None]
        each = np.where(halves, flat(kwargs["alternatingColor"]), flat(color))
    points = flat(pAxis) + turned(pieces)
    made = triangle_list(points, triangles, each, turned(normals2), (), addFaces)
    if not addEdges:
        return made
    edges = [ring_edges(k, n) for k in starts.tolist()]
    if is_count(addEdges):
        count = int(addEdges)
        for i in n // count * np.arange(count):
            edges.append(np.column_stack([starts + i, starts + n + i]))
    return with_edges(made, np.concatenate(edges), edgeColor)
