"""Shapes of a robot's links as graphics of the links of its tree, and of its base."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork import graphics
from linkwork.core.errors import SysError
from linkwork.graphics.meshes import Mesh, box
from linkwork.graphics.stl import corners_of_file, joined_corners
from linkwork.robots.description import Shape

if TYPE_CHECKING:
    from linkwork.robots.add_to import RobotTree

MOST_TRIANGLES = 200_000
"""Most triangles of one mesh that are drawn."""


GRAY = (0.7, 0.7, 0.75, 1.0)
"""Color of shapes that have none."""


def pictures_of(tree: RobotTree, count: int) -> tuple[list[list[Any]], list[Any]]:
    """(shapes of each link of a tree in its frame, those of the base); empty if there are none.

    count -- number of links

    Meshes that cannot be drawn are named in the report of the robot.
    """
    links: list[list[Any]] = [[] for _ in range(count)]
    base: list[Any] = []
    notes = tree.robot.report.ignored
    for name, link in tree.robot.links.items():
        if name not in tree.model.frames:
            continue
        place, number = tree.model.frames[name], tree.link(name)
        turn = tree.turn_of(place.body)
        for shape in link.visuals:
            at = place.behind(shape.R, shape.p)
            drawn = _drawn(shape, turn @ at.R, turn @ at.p, notes)
            (links[number] if number >= 0 else base).extend(drawn)
    return (links if any(links) else []), base


def _drawn(shape: Shape, R: np.ndarray, p: np.ndarray, notes: list[str]) -> list[dict[str, Any]]:
    """A shape at a place."""
    color = {"color": [float(c) for c in shape.color or GRAY]}
    size = [abs(float(s)) for s in shape.size]
    if shape.kind == "mesh":
        mesh = _mesh(shape, notes)
        return [] if mesh is None else [_triangles(mesh, R, p, color)]
    if not size or min(size) <= 0.0:
        return []
    if shape.kind == "box":
        return [_triangles(box(np.array(size)), R, p, color)]
    if shape.kind == "sphere":
        return [graphics.Sphere(p.tolist(), size[0], **color)]
    half = 0.5 * size[1] * R[:, 2]
    rod = graphics.Cylinder((p - half).tolist(), (2.0 * half).tolist(), size[0], **color)
    if shape.kind == "capsule":
        ends = [graphics.Sphere((p + s * half).tolist(), size[0], **color) for s in (-1.0, 1.0)]
        return [rod, *ends]
    return [rod]


def _triangles(mesh: Mesh, R: np.ndarray, p: np.ndarray, color: dict[str, Any]) -> dict[str, Any]:
    """A mesh of one color."""
    points = p + mesh.points @ R.T
    return {"type": "TriangleList", "points": points, "triangles": mesh.triangles, **color}


def _mesh(shape: Shape, notes: list[str]) -> Mesh | None:
    """Points and triangles of a mesh file; None if there are none."""
    if not shape.file:
        return None
    path = Path(shape.file)
    try:
        if path.suffix.lower() == ".stl":
            mesh = Mesh(*joined_corners(corners_of_file(path)))
        else:
            mesh = _by_trimesh(path)
    except (SysError, OSError, ValueError, ImportError, KeyError, IndexError) as error:
        _note(notes, f"mesh {shape.source or path.name} is not drawn: {error}")
        return None
    if not len(mesh.triangles):
        return None
    if len(mesh.triangles) > MOST_TRIANGLES:
        _note(
            notes,
            f"mesh {shape.source or path.name} is not drawn: it has {len(mesh.triangles)} "
            f"triangles, more than {MOST_TRIANGLES}",
        )
        return None
    factors = np.asarray(shape.size if len(shape.size) == 3 else (1.0, 1.0, 1.0), float)
    triangles = mesh.triangles if factors.prod() > 0.0 else mesh.triangles[:, ::-1]
    return Mesh(mesh.points * factors, triangles)


def _by_trimesh(path: Path) -> Mesh:
    try:
        import trimesh
    except ImportError:
        raise ImportError(
            f"{path.suffix} files need the package trimesh: pip install linkwork[robots]"
        ) from None
    loaded: Any = trimesh.load(str(path), force="mesh")
    return Mesh(np.asarray(loaded.vertices, float), np.asarray(loaded.faces, int))


def _note(notes: list[str], text: str) -> None:
    """Add a note once."""
    if text not in notes:
        notes.append(text)
