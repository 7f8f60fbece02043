"""Operations on dictionaries of graphics: merge, move, invert, smooth. Arguments stay unchanged."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from linkwork.exudyn._graphics_bricks import Brick
from linkwork.exudyn._graphics_colors import color as colors
from linkwork.exudyn._graphics_solids import Cylinder, Sphere
from linkwork.exudyn._graphics_triangles import (
    BLACK,
    Array,
    Shape,
    area_vectors,
    face_normals,
    flat,
    indices,
    rows,
    triangle_list,
    unit_rows,
    with_edges,
)

TYPES = ("TriangleList", "Line", "Lines", "Circle", "Text")
EIGHTH = math.pi / 4
NO_COLOR: list[float] = []


def meshed(g: Any) -> Any:
    """The shape in one of this interface's types; RigidBodyInertia.GetGraphics makes others."""
    kind, color = g["type"], g.get("color", colors.default)
    if kind == "Brick":
        return Brick(g["centerPoint"], g["size"], color)
    if kind == "Cylinder":
        return Cylinder(g["pAxis"], g["vAxis"], g["radius"], color)
    if kind == "Sphere":
        return Sphere(g["point"], g["radius"], color)
    if kind == "TriangleList" and "colors" not in g:
        each = np.tile(flat(color), len(rows(g["points"])))
        return {key: g[key] for key in g if key != "color"} | {"colors": each}
    if kind not in TYPES:
        raise ValueError(f"graphics data must have one of the types {', '.join(TYPES)}, got {kind}")
    return g


def ToPointsAndTrigs(g: Any) -> list[Any]:
    """[points, triples of indices of points] of a TriangleList."""
    g = meshed(g)
    return [list(rows(g["points"])), list(indices(g["triangles"]))]


def FromPointsAndTrigs(
    points: Any, triangles: Any, color: Any = BLACK, normals: Any = None
) -> Shape:
    """A TriangleList; color -- RGBA, or four numbers for each point."""
    count = 4 * len(rows(points))
    if np.size(color) not in (4, count):
        raise ValueError(
            f"FromPointsAndTrigs: color must be 4 numbers RGBA or {count}, four for each point, "
            f"got {np.size(color)}"
        )
    return triangle_list(points, triangles, color, normals)


def MergeTriangleLists(g1: Any, g2: Any) -> Shape:
    """Both as one TriangleList; normals are kept if both have them."""
    g1, g2 = meshed(g1), meshed(g2)
    shift = len(flat(g1["points"])) // 3
    made: Shape = {"type": "TriangleList"}
    for key in ("colors", "points", "normals"):
        if key != "normals" or (key in g1 and key in g2):
            made[key] = np.concatenate([flat(g1[key]), flat(g2[key])])
    both = indices(g1["triangles"]), indices(g2["triangles"]) + shift
    made["triangles"] = np.concatenate(both).ravel()
    edges = [
        indices(g["edges"], 2) + k for g, k in ((g1, 0), (g2, shift)) if len(g.get("edges", ()))
    ]
    if edges:
        color = next(g["edgeColor"] for g in (g1, g2) if "edgeColor" in g)
        with_edges(made, np.concatenate(edges), color)
    return made


def Move(g: Any, pOff: Any, Aoff: Any = None) -> Any:
    """Points p become pOff + Aoff p."""
    return _mapped(g, flat(pOff), np.eye(3) if Aoff is None else np.asarray(Aoff, float), 1.0)


def _mapped(g: Any, shift: Array, A: Array, scale: float) -> Any:
    if isinstance(g, (list, tuple)):
        return [_mapped(part, shift, A, scale) for part in g]
    g = meshed(g)
    made = dict(g)
    if g["type"] == "TriangleList":
        made["points"] = (scale * rows(g["points"]) @ A.T + shift).ravel()
        if "normals" in g:
            made["normals"] = (rows(g["normals"]) @ A.T).ravel()
    for key in ("data", "position"):
        if key in g:
            made[key] = (rows(g[key]) @ A.T + shift).ravel()
    if g["type"] == "Lines":
        made["points"] = (rows(g["points"]) @ A.T + shift).ravel()
    return made


def Transform(
    graphicsData: Any,
    translation: Any = None,
    rotation: Any = None,
    scale: float = 1,
    normalizeNormals: bool = False,
    invertNormals: bool = False,
    invertTriangles: bool = False,
    warn: bool = True,
) -> Any:
    """Points p become translation + rotation (scale p); scale acts on triangles alone."""
    shift = np.zeros(3) if translation is None else flat(translation)
    A = np.eye(3) if rotation is None else np.asarray(rotation, float)
    source = graphicsData
    if normalizeNormals and "normals" in source:
        source = dict(source) | {"normals": unit_rows(rows(source["normals"])).ravel()}
    made = _mapped(source, shift, A, scale)
    if made["type"] != "TriangleList":
        return made
    if invertNormals and "normals" in made:
        made["normals"] = -flat(made["normals"])
    if invertTriangles:
        made["triangles"] = _inverted(made["triangles"])
    return made


def _inverted(triangles: Any) -> Array:
    return indices(triangles)[:, [1, 0, 2]].ravel()


def InvertTriangles(
    graphicsData: Any, invertTriangles: bool = True, invertNormals: bool = True
) -> Shape:
    """Outside and inside exchanged."""
    made = dict(meshed(graphicsData))
    if invertNormals:
        if "normals" not in made:
            raise ValueError(
                "InvertTriangles: this TriangleList has no normals; use invertNormals=False"
            )
        made["normals"] = -flat(made["normals"])
    if invertTriangles:
        made["triangles"] = _inverted(made["triangles"])
    return made


def InconsistentTriangles(graphicsData: Any) -> int:
    """Number of corners of triangles whose normal points to the other side of the triangle."""
    if "normals" not in graphicsData:
        raise ValueError("InconsistentTriangles: this TriangleList has no normals")
    triangles = indices(graphicsData["triangles"])
    facing = face_normals(rows(graphicsData["points"]), triangles)
    given = rows(graphicsData["normals"])[triangles]
    return int(((given * facing[:, None]).sum(axis=2) < 0.0).sum())


def BoundingBoxSingle(graphicsData: Any) -> list[Array]:
    """[smallest, largest] coordinates of one dictionary."""
    graphicsData = meshed(graphicsData)
    kind, margin = graphicsData["type"], np.zeros(3)
    if kind == "TriangleList":
        points = rows(graphicsData["points"])
    elif kind in ("Line", "Lines"):
        points = rows(graphicsData["data" if kind == "Line" else "points"])
    else:
        points = rows(graphicsData["position"])
    if kind == "Circle":
        margin[:2] = graphicsData["radius"]
    return [points.min(axis=0) - margin, points.max(axis=0) + margin]


def BoundingBox(graphicsData: Any) -> list[Array]:
    """[smallest, largest] coordinates of a dictionary or a list of them."""
    parts = graphicsData if isinstance(graphicsData, (list, tuple)) else [graphicsData]
    boxes = np.array(
        [BoundingBox(p) if isinstance(p, (list, tuple)) else BoundingBoxSingle(p) for p in parts]
    )
    return [boxes[:, 0].min(axis=0), boxes[:, 1].max(axis=0)]


def AddEdgesAndSmoothenNormals(
    graphicsData: Any,
    edgeColor: Any = BLACK,
    edgeAngle: float = EIGHTH,
    addEdges: bool = True,
    smoothNormals: bool = True,
    roundDigits: int = 5,
    triangleColor: Sequence[float] = NO_COLOR,
) -> Shape:
    """The surface with joined points, edges where it bends, and averaged normals elsewhere.

    Points that are equal to roundDigits relative to the size of the surface are joined.
    """
    graphicsData = meshed(graphicsData)
    given = rows(graphicsData["points"])
    size = float(np.linalg.norm(given.max(axis=0) - given.min(axis=0)))
    grid = size * 10.0**-roundDigits or 1.0
    steps, first, place = np.unique(
        np.round(given / grid), axis=0, return_index=True, return_inverse=True
    )
    points, triangles = grid * steps, place.ravel()[indices(graphicsData["triangles"])]
    each = rows(graphicsData["colors"], 4)[first]
    if len(triangleColor):
        each = np.tile(flat(triangleColor), (len(points), 1))
    areas = area_vectors(points, triangles)
    facing = unit_rows(areas)
    edges = _bent_edges(triangles, facing, edgeAngle)
    normals = None
    if smoothNormals:
        normals = np.zeros_like(points)
        np.add.at(normals, triangles, areas[:, None])
        normals = unit_rows(normals)
        normals[edges.ravel()] = 0.0
        on_edge = np.isin(triangles, edges)
        corners, owners = triangles[on_edge], np.nonzero(on_edge)[0]
        triangles = triangles.copy()
        triangles[on_edge] = len(points) + np.arange(len(corners))
        points = np.concatenate([points, points[corners]])
        each = np.concatenate([each, each[corners]])
        normals = np.concatenate([normals, facing[owners]])
    made = triangle_list(points, triangles, each, normals)
    return with_edges(made, edges, edgeColor) if addEdges else made


def _bent_edges(triangles: Array, facing: Array, edgeAngle: float) -> Array:
    """Edges (larger index first) whose triangles differ by more than an angle.

    The free edges of an open surface are compared with its first triangle.
    """
    ends = np.stack([triangles, np.roll(triangles, -1, axis=1)], axis=2).reshape(-1, 2)
    owner = np.repeat(np.arange(len(triangles)), 3)
    count = int(triangles.max(initial=0)) + 1
    keys = ends[:, 0] * count + ends[:, 1]
    order = np.argsort(keys, kind="stable")
    down = np.flatnonzero(ends[:, 0] > ends[:, 1])
    wanted = ends[down, 1] * count + ends[down, 0]
    match = order[np.minimum(np.searchsorted(keys[order], wanted), len(order) - 1)]
    partner = np.where(keys[match] == wanted, owner[match], 0)
    cosines = (facing[owner[down]] * facing[partner]).sum(axis=1)
    bent = np.arccos(np.clip(cosines, -1.0, 1.0)) > edgeAngle
    return np.asarray(ends[down[bent]])
