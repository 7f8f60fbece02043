"""Triangles of the shapes in a live view, in units of their sizes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

GAMMA = 2.2
"""viser expects the colors of batches and lines in linear light, without gamma correction."""

Mesh = tuple[np.ndarray, np.ndarray]
"""Points (n, 3) and triangles (m, 3)."""


def _made(mesh: Any) -> Mesh:
    return np.asarray(mesh.vertices, np.float32), np.asarray(mesh.faces, np.uint32)


def ball() -> Mesh:
    """A sphere of radius 1."""
    from trimesh.creation import icosphere

    return _made(icosphere(subdivisions=2))


def cube() -> Mesh:
    """A cube with edges of length 1."""
    from trimesh.creation import box

    return _made(box())


def column() -> Mesh:
    """A cylinder of diameter 1 from z = 0 to z = 1."""
    from trimesh.creation import cylinder

    points, faces = _made(cylinder(radius=0.5, height=1.0, sections=20))
    return points + np.array([0.0, 0.0, 0.5], np.float32), faces


def centered_column() -> Mesh:
    """A cylinder of diameter 1 from z = -0.5 to z = 0.5."""
    points, faces = column()
    return points - np.array([0.0, 0.0, 0.5], np.float32), faces


def wheel() -> Mesh:
    """A wheel about z in a cube of edge 1, with three bars across that show how it turns."""
    from trimesh.creation import annulus, box
    from trimesh.util import concatenate

    parts = [annulus(0.4, 0.5, 1.0, sections=40)]
    for angle in np.pi / 3.0 * np.arange(3):
        parts.append(box([0.85, 0.1, 0.6]))
        turn = np.eye(4)
        turn[:2, :2] = [[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]]
        parts[-1].apply_transform(turn)
    return _made(concatenate(parts))


def cup() -> Mesh:
    """The lower half of a ball of diameter 1."""
    points, faces = ball()
    return np.float32(0.5) * np.minimum(points, np.array([1.0, 1.0, 0.0], np.float32)), faces


def disc() -> Mesh:
    """A flat cylinder of radius 1 about z."""
    points, faces = column()
    return (points - np.array([0.0, 0.0, 0.5], np.float32)) * np.array(
        [2.0, 2.0, 0.3], np.float32
    ), faces


def arrow() -> Mesh:
    """An arrow from z = 0 to z = 1."""
    from trimesh.creation import cone, cylinder
    from trimesh.util import concatenate

    shaft = cylinder(radius=0.02, height=0.75, sections=12)
    shaft.apply_translation([0.0, 0.0, 0.375])
    tip = cone(radius=0.06, height=0.25, sections=16)
    tip.apply_translation([0.0, 0.0, 0.75])
    return _made(concatenate([shaft, tip]))


def coil(windings: int) -> Mesh:
    """A coil of diameter 1 from z = 0 to z = 1."""
    around, along_wire = 6, 16 * windings + 1
    part = np.linspace(0.0, 1.0, along_wire)
    angle = 2.0 * np.pi * windings * part
    grow = np.clip(np.minimum(part, 1.0 - part) * windings, 0.0, 1.0)
    outward = np.column_stack([np.cos(angle), np.sin(angle), np.zeros_like(angle)])
    center = 0.45 * grow[:, None] * outward
    center[:, 2] = 0.08 + 0.84 * part
    center[0, 2], center[-1, 2] = 0.0, 1.0
    turn = 2.0 * np.pi * np.arange(around) / around
    wire = 0.05 * (
        np.cos(turn)[None, :, None] * outward[:, None, :]
        + np.sin(turn)[None, :, None] * np.array([0.0, 0.0, 0.35])
    )
    points = (center[:, None, :] + wire).reshape(-1, 3)
    first = np.arange((along_wire - 1) * around)
    beside = first - first % around + (first + 1) % around
    faces = np.vstack(
        [
            np.column_stack([first, beside, first + around]),
            np.column_stack([beside, beside + around, first + around]),
        ]
    )
    return points.astype(np.float32), faces.astype(np.uint32)


SINGLE: dict[str, Callable[[], Mesh]] = {
    "sphere": ball,
    "disc": disc,
    "pin": disc,
    "spiral": disc,
    "box": cube,
    "cylinder": centered_column,
    "wheel": wheel,
    "cup": cup,
    "marker": cube,
    "slider": cube,
    "support": cube,
}
"""Kinds that sit at one place, and their meshes."""
