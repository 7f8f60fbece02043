"""Bricks of the other interface, with sharp or round edges."""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.exudyn._graphics_triangles import (
    BLACK,
    FULL,
    ORIGIN,
    Array,
    Shape,
    face_normals,
    flat,
    ring_quads,
    rows,
    triangle_list,
    unit_rows,
    with_edges,
)

BRICK_SIZE = [0.1, 0.1, 0.1]
ALL_FACES = [1, 1, 1, 1, 1, 1]

BOX = np.array([
    [[0, 2, 1], [0, 3, 2]], [[6, 4, 5], [6, 7, 4]], [[0, 1, 4], [1, 5, 4]],
    [[1, 2, 5], [2, 6, 5]], [[2, 3, 6], [3, 7, 6]], [[3, 0, 7], [0, 4, 7]],
])  # fmt: skip
"""Two triangles of each face: bottom, top, then around from the front."""

BOX_EDGES = [[0, 1], [1, 2], [2, 3], [3, 0], [4, 5], [5, 6], [6, 7], [7, 4], [0, 4], [1, 5], [2, 6],
             [3, 7]]  # fmt: skip
SPLIT_EDGES = [[0, 2], [2, 1], [5, 4], [4, 3], [7, 8], [8, 6], [9, 10], [10, 11], [12, 14],
               [13, 16], [24, 26], [27, 28]]  # fmt: skip
"""Edges of a box whose triangles have their own points."""


def Brick(
    centerPoint: Any = ORIGIN,
    size: Any = BRICK_SIZE,
    color: Any = BLACK,
    addNormals: bool = False,
    addEdges: Any = False,
    edgeColor: Any = BLACK,
    addFaces: bool = True,
    roundness: float = 0,
    nTiles: int = 12,
) -> Shape:
    """A box with edges along the axes; roundness in (0, 1] rounds it up to an ellipsoid."""
    center, half = flat(centerPoint), 0.5 * flat(size)
    if roundness > 0:
        return _rounded_brick(center, half, color, min(float(roundness), 1.0), max(nTiles, 8))
    (x0, y0, z0), (x1, y1, z1) = center - half, center + half
    return BrickXYZ(x0, y0, z0, x1, y1, z1, color, addNormals, addEdges, edgeColor, addFaces)


def BrickXYZ(
    xMin: float,
    yMin: float,
    zMin: float,
    xMax: float,
    yMax: float,
    zMax: float,
    color: Any = BLACK,
    addNormals: bool = False,
    addEdges: Any = False,
    edgeColor: Any = BLACK,
    addFaces: bool = True,
) -> Shape:
    """A box between two corners."""
    around = [[xMin, yMin], [xMax, yMin], [xMax, yMax], [xMin, yMax]]
    points = np.array([[x, y, z] for z in (zMin, zMax) for x, y in around], float)
    size = points[6] - points[0]
    exact = []
    if (size > 0.0).all():
        center = 0.5 * (points[0] + points[6])
        exact = [{"type": "Brick", "centerPoint": center, "size": size, "color": flat(color)}]
    return _cuboid(points, color, ALL_FACES, addNormals, addEdges, edgeColor, addFaces, exact)


def Cuboid(
    pList: Any,
    color: Any = BLACK,
    faces: Any = ALL_FACES,
    addNormals: bool = False,
    addEdges: Any = False,
    edgeColor: Any = BLACK,
    addFaces: bool = True,
) -> Shape:
    """A body of 8 corners: four below counterclockwise, then four above.

    faces -- which ones are drawn: bottom, top, then around
    """
    return _cuboid(rows(pList), color, faces, addNormals, addEdges, edgeColor, addFaces, [])


def _cuboid(
    points: Array,
    color: Any,
    faces: Any,
    addNormals: bool,
    addEdges: Any,
    edgeColor: Any,
    addFaces: bool,
    exact: list[Shape],
) -> Shape:
    triangles = BOX[np.asarray(faces, bool)].reshape(-1, 3)
    normals, edges = None, BOX_EDGES
    if addNormals:
        normals = np.repeat(face_normals(points, triangles), 3, axis=0)
        if triangles.shape == (12, 3):
            edges = SPLIT_EDGES
        else:  # the missing faces have no points of their own: all corners follow
            edges = (np.array(BOX_EDGES) + triangles.size).tolist()
        extra = points if triangles.shape != (12, 3) and addEdges else np.zeros((0, 3))
        points = np.concatenate([points[triangles.ravel()], extra])
        normals = np.concatenate([normals, np.zeros_like(extra)])
        triangles = np.arange(triangles.size).reshape(-1, 3)
    made = triangle_list(points, triangles, color, normals, () if addEdges else exact, addFaces)
    return with_edges(made, edges, edgeColor) if addEdges else made


def _rounded_brick(center: Array, half: Array, color: Any, roundness: float, n: int) -> Shape:
    """Rings about z from top to bottom; superellipses between box (0) and ellipse (1)."""
    count = n // 2 + 1
    power = 2.0 / roundness

    def radius(angles: Array) -> Array:
        sums = np.abs(np.cos(angles)) ** power + np.abs(np.sin(angles)) ** power
        return np.asarray(sums ** (-1.0 / power))

    theta, phi = np.pi * np.arange(count) / (count - 1), FULL * np.arange(n) / n
    across, along = radius(theta) * np.sin(theta), radius(theta) * np.cos(theta)
    around = radius(phi)[:, None] * np.column_stack([np.cos(phi), np.sin(phi)])
    shape = np.empty((count, n, 3))
    shape[..., :2], shape[..., 2] = across[:, None, None] * around, along[:, None]
    quads = [ring_quads(n * k, n * (k + 1), n) for k in range(count - 1)]
    quads[0], quads[-1] = quads[0][0::2], quads[-1][1::2]  # the others have no area
    normals = unit_rows(shape / half**2 * half.max() ** 2)
    return triangle_list(center + half * shape, np.concatenate(quads), color, normals)
