"""Dictionaries of triangles: flat arrays of points, normals, colors, triangles and edges."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from linkwork.core.declare.meshed_shapes import Meshed
from linkwork.exudyn._graphics_colors import color as colors
from linkwork.rigid.vectors import ComputeOrthonormalBasisVectors

Array = np.ndarray
Shape = dict[str, Any]

ORIGIN = [0, 0, 0]
Z_AXIS = [0, 0, 1]
BLACK = colors.black
FULL = 2.0 * math.pi


def flat(values: Any) -> Array:
    """All numbers one after another."""
    return np.asarray(values, float).ravel()


def rows(values: Any, columns: int = 3) -> Array:
    """Numbers of a dictionary as rows."""
    return np.asarray(values, float).reshape(-1, columns)


def indices(values: Any, columns: int = 3) -> Array:
    """Indices of a dictionary as rows; whole numbers may be stored as floats."""
    return np.asarray(values).astype(np.int64).reshape(-1, columns)


def triangle_list(
    points: Any,
    triangles: Any,
    color: Any,
    normals: Any = None,
    exact: Sequence[Mapping[str, Any]] = (),
    faces: bool = True,
) -> Shape:
    """A TriangleList; color -- one RGBA, or one for each point; faces -- False: no triangles."""
    points = rows(points)
    given = flat(color)
    each = np.tile(given, len(points)) if given.size == 4 else given
    made: Shape = {"type": "TriangleList", "colors": each, "points": points.ravel()}
    if normals is not None:
        made["normals"] = flat(normals)
    made["triangles"] = indices(triangles).ravel() if faces else np.zeros(0, np.int64)
    return Meshed(made, exact) if exact and faces else made


def with_edges(shape: Shape, edges: Any, edgeColor: Any) -> Shape:
    """The shape with edges, pairs of indices of points."""
    shape["edgeColor"] = flat(edgeColor)
    shape["edges"] = indices(edges, 2).ravel()
    return shape


def basis_of(axis: Any) -> list[Array]:
    """Unit vector along an axis (0 for a zero axis), and two unit vectors across it."""
    return list(ComputeOrthonormalBasisVectors(np.asarray(axis, float)))


def circle(axis: Any, angles: Array) -> Array:
    """Points of a unit circle about an axis; the angle 0 is along the second vector across."""
    _, n1, n2 = basis_of(axis)
    return np.outer(np.sin(angles), n1) + np.outer(np.cos(angles), n2)


def ring_quads(start: int, other: int, count: int, closed: bool = True) -> Array:
    """Triangles between two rings of points that begin at two indices."""
    i = np.arange(count if closed else count - 1)
    j = (i + 1) % count
    first = np.column_stack([start + i, other + i, other + j])
    second = np.column_stack([start + i, other + j, start + j])
    return np.stack([first, second], axis=1).reshape(-1, 3)


def grid_quads(rings: int, count: int, close_rings: bool, close_ring: bool) -> Array:
    """Triangles of rings one after another, each of `count` points, seen from the outside."""
    i = np.arange(rings if close_rings else rings - 1)[:, None]
    j = np.arange(count if close_ring else count - 1)[None]
    here, after = count * i, count * ((i + 1) % rings)
    k = (j + 1) % count
    first = np.stack([here + j, after + j, here + k], axis=-1)
    second = np.stack([here + k, after + j, after + k], axis=-1)
    return np.stack([first, second], axis=2).reshape(-1, 3)


def ring_edges(start: int, count: int) -> Array:
    """Edges along a closed ring of points."""
    i = np.arange(count)
    return start + np.column_stack([i, (i + 1) % count])


def unit_rows(vectors: Array) -> Array:
    """Rows of length 1; rows of zeros remain."""
    length = np.linalg.norm(vectors, axis=-1, keepdims=True)
    return np.asarray(vectors / np.where(length > 0.0, length, 1.0))


def area_vectors(points: Array, triangles: Array) -> Array:
    """Normals of triangles, twice as long as their areas."""
    p0, p1, p2 = (points[triangles[:, k]] for k in range(3))
    return np.asarray(np.cross(p1 - p0, p2 - p0))


def face_normals(points: Array, triangles: Array) -> Array:
    """Unit normals of triangles; zeros where a triangle has no area."""
    return unit_rows(area_vectors(points, triangles))


def is_count(addEdges: Any) -> bool:
    """Whether addEdges is a number of edges instead of a switch."""
    return bool(addEdges) and not isinstance(addEdges, (bool, np.bool_))
