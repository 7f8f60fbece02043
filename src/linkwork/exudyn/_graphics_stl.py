"""STL files of the other interface: triangles with their own points and normals."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from linkwork.core.files.whole_files import path_of
from linkwork.exudyn._graphics_triangles import (
    BLACK,
    Array,
    Shape,
    face_normals,
    flat,
    indices,
    rows,
    unit_rows,
)
from linkwork.graphics.stl import corners_of_file

NOTHING: list[float] = []
NORMAL = re.compile(rb"facet\s+normal\s+(\S+)\s+(\S+)\s+(\S+)")


def FromSTLfileASCII(
    fileName: Any,
    color: Any = BLACK,
    verbose: bool = False,
    invertNormals: bool = True,
    invertTriangles: bool = True,
) -> Shape:
    """The surface of an STL file that is a text, with the normals of the file."""
    if verbose:
        print("read STL file:", fileName)
    corners = corners_of_file(path_of(fileName))
    with open(fileName, "rb") as file:
        found = NORMAL.findall(file.read())
    normals = np.array([[float(part) for part in words] for words in found]).reshape(-1, 3)
    if len(normals) != len(corners):
        raise ValueError(f"FromSTLfileASCII: {fileName} is not a text; use FromSTLfile")
    return _surface(corners, normals, color, invertNormals, invertTriangles)


def FromSTLfile(
    fileName: Any,
    color: Any = BLACK,
    verbose: bool = False,
    density: float = 0.0,
    scale: float = 1.0,
    Aoff: Any = NOTHING,
    pOff: Any = NOTHING,
    invertNormals: bool = True,
    invertTriangles: bool = True,
) -> Any:
    """The surface of an STL file: points pOff + Aoff (scale p).

    density -- > 0: returns a list of the surface and a dictionary with minPos, maxPos, volume,
    mass, COM and inertia (about COM) of the solid
    """
    if verbose:
        print("read STL file:", fileName)
    corners = scale * corners_of_file(path_of(fileName))
    if len(Aoff):
        corners = corners @ np.asarray(Aoff, float).T
    if len(pOff):
        corners = corners + flat(pOff)
    normals = unit_rows(np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]))
    made = _surface(corners, normals, color, invertNormals, invertTriangles)
    if density <= 0.0:
        return made
    return [made, _mass_properties(corners, float(density))]


def _surface(
    corners: Array, normals: Array, color: Any, invertNormals: bool, invertTriangles: bool
) -> Shape:
    order = [0, 2, 1] if invertTriangles else [0, 1, 2]
    count = len(corners)
    return {
        "type": "TriangleList",
        "colors": np.tile(flat(color), 3 * count).tolist(),
        "normals": np.repeat(-normals if invertNormals else normals, 3, axis=0).ravel().tolist(),
        "points": corners.ravel().tolist(),
        "triangles": np.arange(3 * count).reshape(-1, 3)[:, order].ravel().tolist(),
    }


def _mass_properties(corners: Array, density: float) -> dict[str, Any]:
    """Sums over the tetrahedra of the triangles and the first corner."""
    at = corners[0, 0]
    a, b, c = (corners[:, k] - at for k in range(3))
    volumes = (a * np.cross(b, c)).sum(axis=1) / 6.0
    volume = float(volumes.sum())
    center = (volumes[:, None] * (a + b + c)).sum(axis=0) / (4.0 * volume)
    total = a + b + c
    products = np.einsum("n,ni,nj->ij", volumes, total, total)
    for part in (a, b, c):
        products += np.einsum("n,ni,nj->ij", volumes, part, part)
    second = products / 20.0 - volume * np.outer(center, center)
    inertia = np.sign(volume) * density * (np.trace(second) * np.eye(3) - second)
    every = corners.reshape(-1, 3)
    return {
        "minPos": every.min(axis=0), "maxPos": every.max(axis=0), "volume": abs(volume),
        "mass": density * abs(volume), "COM": at + center, "inertia": inertia,
    }  # fmt: skip


def ExportSTL(
    graphicsData: Any,
    fileName: Any,
    solidName: str = "ExudynSolid",
    invertNormals: bool = True,
    invertTriangles: bool = True,
) -> None:
    """Write a TriangleList as text."""
    points, triangles = rows(graphicsData["points"]), indices(graphicsData["triangles"])
    normals = face_normals(points, triangles)
    lines = [f"solid {solidName}"]
    order = [0, 2, 1] if invertTriangles else [0, 1, 2]
    for normal, corners in zip(-normals if invertNormals else normals, triangles, strict=True):
        lines += [f"facet normal {_told(normal)}", "outer loop"]
        lines += [f"vertex {_told(points[k])}" for k in corners[order]]
        lines += ["endloop", "endfacet"]
    path_of(fileName).write_text("\n".join([*lines, f"endsolid {solidName}", ""]), "utf-8")


def _told(vector: Array) -> str:
    return " ".join(str(float(part)) for part in vector)
