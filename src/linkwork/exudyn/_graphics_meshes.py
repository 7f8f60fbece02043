"""Plane figures and triangle meshes of the other interface."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from linkwork.exudyn._graphics_triangles import Array, face_normals, indices, rows, unit_rows

CENTER = [0, 0]


def SwitchTripletOrder(vector: Any) -> list[Any]:
    """The list with its second and third entries exchanged."""
    made = list(vector)
    made[1], made[2] = made[2], made[1]
    return made


def ComputeTriangleNormal(p0: Any, p1: Any, p2: Any) -> Array:
    """Unit normal; zeros if the triangle has no area."""
    return np.asarray(face_normals(rows([p0, p1, p2]), np.array([[0, 1, 2]]))[0])


def ComputeTriangleArea(p0: Any, p1: Any, p2: Any) -> float:
    """Area of a triangle."""
    a, b, c = rows([p0, p1, p2])
    return 0.5 * float(np.linalg.norm(np.cross(b - a, c - a)))


def CirclePointsAndSegments(
    center: Any = CENTER,
    radius: float = 0.1,
    invert: bool = False,
    pointIndexOffset: int = 0,
    nTiles: int = 16,
) -> list[Any]:
    """[points, segments] of a circle, clockwise: the border of a hole; invert -- of a disk."""
    angles = [2.0 * math.pi * k / nTiles for k in range(nTiles)]
    points = [[center[0] + radius * math.sin(a), center[1] + radius * math.cos(a)] for a in angles]
    pairs = [[k + pointIndexOffset, (k + 1) % nTiles + pointIndexOffset] for k in range(nTiles)]
    return [points, [pair[::-1] for pair in pairs] if invert else pairs]


def SegmentsFromPoints(
    points: Any, pointIndexOffset: int = 0, invert: bool = False, closeCurve: bool = True
) -> Array:
    """Pairs of indices of successive points; the last pair closes the curve."""
    k = np.arange(len(points))
    pairs = np.column_stack([k, (k + 1) % len(points)]) + pointIndexOffset
    if not closeCurve:
        pairs = pairs[:-1]
    return pairs[:, ::-1] if invert else pairs


def ComputeTriangularMesh(vertices: Any, segments: Any) -> Any:
    """Delaunay triangulation (SciPy) of plane points, without the triangles outside of segments."""
    from scipy.spatial import Delaunay

    made = Delaunay(rows(vertices, 2))
    points, lines = made.points, indices(segments, 2)
    centers = points[made.simplices].mean(axis=1)
    (ax, ay), (bx, by) = points[lines[:, 0]].T, points[lines[:, 1]].T
    x, y = centers[:, :1], centers[:, 1:]
    with np.errstate(divide="ignore", invalid="ignore"):
        crossing = ax + (y - ay) * (bx - ax) / (by - ay)
    beyond = ((ay > y) != (by > y)) & (x < crossing)
    a, b, c = (points[made.simplices[:, k]] for k in range(3))
    areas = (b - a)[:, 0] * (c - a)[:, 1] - (b - a)[:, 1] * (c - a)[:, 0]
    size = float(np.ptp(points, axis=0).max()) ** 2
    made.simplices = made.simplices[(beyond.sum(axis=1) % 2 == 1) & (areas > 1e-14 * size)]
    return made


def RefineMesh(points: Any, triangles: Any) -> list[Any]:
    """[points, triangles] with each triangle divided in four at the middles of its sides."""
    found = [np.asarray(point, float) for point in points]
    middles: dict[tuple[int, int], int] = {}
    made = []
    for triangle in indices(triangles):
        new = []
        for a, b in ((2, 0), (0, 1), (1, 2)):
            pair = int(triangle[a]), int(triangle[b])
            key = min(pair), max(pair)
            if key not in middles:
                middles[key] = len(found)
                found.append(0.5 * (found[pair[0]] + found[pair[1]]))
            new.append(middles[key])
        i, j, k = (int(corner) for corner in triangle)
        made += [[i, new[1], new[0]], [j, new[2], new[1]], [k, new[0], new[2]], new]
    return [found, [np.array([t[0], t[1], t[2]]) for t in made]]


def ShrinkMeshNormalToSurface(points: Any, triangles: Any, distance: float) -> list[Any]:
    """[points, triangles] with the surface moved to its inside by a distance."""
    found, corners = rows(points), indices(triangles)
    facing = face_normals(found, corners)
    moved = found.copy()
    for k in range(len(found)):
        normals = np.unique(np.round(facing[(corners == k).any(axis=1)], 12), axis=0)
        if len(normals):  # every face through the point moves by the distance
            moved[k] += np.linalg.lstsq(normals, np.full(len(normals), -distance), rcond=1e-6)[0]
    return [moved, corners]


def Compute6NodeTrigsNormals(elementNodes: Any) -> Array:
    """Normals at the six nodes of a curved triangle: corners, then middles of 12, 02, 01."""
    nodes = rows(elementNodes)
    made = []
    for u, v in ((0, 0), (1, 0), (0, 1), (0.5, 0.5), (0, 0.5), (0.5, 0)):
        w = 1.0 - u - v
        by_u = [1 - 4 * w, 4 * u - 1, 0, 4 * v, -4 * v, 4 * (w - u)]
        by_v = [1 - 4 * w, 0, 4 * v - 1, 4 * u, 4 * (w - v), -4 * u]
        made.append(np.cross(np.array(by_u) @ nodes, np.array(by_v) @ nodes))
    return unit_rows(np.array(made))
