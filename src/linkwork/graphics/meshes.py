"""Triangles of shapes that are not simple solids, such as arrows, tubes and checkerboards.

Triangles are counterclockwise seen from outside.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

CIRCLE = 64
"""Number of straight segments of a circle."""


class Mesh(NamedTuple):
    """Points (n, 3), triangles (m, 3) by indices of points."""

    points: np.ndarray
    triangles: np.ndarray


def axes_of(direction: np.ndarray) -> np.ndarray:
    """A right-handed basis in columns, the third along a direction.

    If the direction is a coordinate axis, the others are coordinate axes too.
    """
    w = direction / np.abs(direction).max()
    w = w / np.sqrt(w @ w)
    first = {0: (0.0, 1.0, 0.0), 1: (0.0, 0.0, 1.0), 2: (1.0, 0.0, 0.0)}[int(np.argmax(np.abs(w)))]
    u = np.array(first)
    u = u - (u @ w) * w
    u = u / np.sqrt(u @ u)
    return np.column_stack([u, np.cross(w, u), w])


def joined(*parts: Mesh) -> Mesh:
    """Several meshes as one."""
    starts = np.cumsum([0, *(len(part.points) for part in parts[:-1])])
    shifted = [part.triangles + start for part, start in zip(parts, starts, strict=True)]
    return Mesh(np.concatenate([part.points for part in parts]), np.concatenate(shifted))


def ring(radius: float, height: float, sides: int) -> np.ndarray:
    """Points of a circle about z."""
    angle = 2.0 * np.pi * np.arange(sides) / sides
    heights = np.full(sides, height)
    return np.column_stack([radius * np.cos(angle), radius * np.sin(angle), heights])


def _between(sides: int) -> np.ndarray:
    """Triangles between two successive rings."""
    k = np.arange(sides)
    after = (k + 1) % sides
    lower = np.column_stack([k, after, after + sides])
    return np.concatenate([lower, np.column_stack([k, after + sides, k + sides])])


def _disc(radius: float, height: float, sides: int, hole: float = 0.0) -> Mesh:
    """A disk with a hole that faces down."""
    outer = ring(radius, height, sides)
    if hole > 0.0:
        return Mesh(np.concatenate([ring(hole, height, sides), outer]), _between(sides))
    k = np.arange(sides)
    points = np.concatenate([outer, [[0.0, 0.0, height]]])
    return Mesh(points, np.column_stack([np.full(sides, sides), (k + 1) % sides, k]))


def arrow(
    vector: np.ndarray, radius: float, head_factor: float, head_stretch: float, sides: int
) -> Mesh:
    """An arrow from the origin; its parts have separate points, so that edges stay sharp."""
    length = float(np.sqrt(vector @ vector)) if np.abs(vector).max() > 0.0 else 0.0
    wide = head_factor * radius
    neck = max(length - wide * head_stretch, 0.0)
    tip = np.tile([[0.0, 0.0, length]], (sides, 1))
    k = np.arange(sides)
    parts = [Mesh(np.concatenate([ring(wide, neck, sides), tip]),
                  np.column_stack([k, (k + 1) % sides, k + sides]))]  # fmt: skip
    if neck > 0.0:
        shaft = np.concatenate([ring(radius, 0.0, sides), ring(radius, neck, sides)])
        parts += [Mesh(shaft, _between(sides)), _disc(radius, 0.0, sides)]
        parts.append(_disc(wide, neck, sides, radius) if wide > radius else _shoulder(
            radius, wide, neck, sides))  # fmt: skip
    else:
        parts.append(_disc(wide, 0.0, sides))
    made = joined(*parts)
    return Mesh(made.points @ axes_of(vector).T, made.triangles)


def _shoulder(radius: float, wide: float, neck: float, sides: int) -> Mesh:
    """The top of a shaft that is as wide as the head or wider."""
    points = np.concatenate([ring(wide, neck, sides), ring(radius, neck, sides)])
    return Mesh(points, _between(sides)[:, ::-1])


def tube(vector: np.ndarray, radius: float, hole: float, sides: int) -> Mesh:
    """A hollow cylinder centered at the origin; vector -- its axis, as long as the tube."""
    half = 0.5 * float(np.sqrt(vector @ vector))
    outer = np.concatenate([ring(radius, -half, sides), ring(radius, half, sides)])
    inner = np.concatenate([ring(hole, -half, sides), ring(hole, half, sides)])
    top = _disc(radius, half, sides, hole)
    made = joined(
        Mesh(outer, _between(sides)),
        Mesh(inner, _between(sides)[:, ::-1]),
        _disc(radius, -half, sides, hole),
        Mesh(top.points, top.triangles[:, ::-1]),
    )
    return Mesh(made.points @ axes_of(vector).T, made.triangles)


def box(sizes: np.ndarray) -> Mesh:
    """A box centered at the origin, its edges along the axes."""
    corners = np.array([[x, y, z] for x in (-0.5, 0.5) for y in (-0.5, 0.5) for z in (-0.5, 0.5)])
    faces = np.array(
        [[0, 1, 3, 2], [4, 6, 7, 5], [0, 4, 5, 1], [2, 3, 7, 6], [0, 2, 6, 4], [1, 5, 7, 3]]
    )
    return Mesh(corners * sizes, np.concatenate([faces[:, [0, 1, 2]], faces[:, [0, 2, 3]]]))


def checkerboard(normal: np.ndarray, size: float, tiles: int) -> tuple[Mesh, np.ndarray]:
    """(mesh about the origin, whether a point has the second color)"""
    step = np.arange(tiles)
    x, y = (part.ravel() for part in np.meshgrid(step, step))
    corners = np.array([[0, 0], [1, 0], [1, 1], [0, 1]])
    places = np.column_stack([x, y])[:, None, :] + corners
    flat = size * (places.reshape(-1, 2) / tiles - 0.5)
    points = flat @ axes_of(normal)[:, :2].T
    first = 4 * np.arange(tiles * tiles)[:, None, None]
    triangles = (first + np.array([[0, 1, 2], [0, 2, 3]])).reshape(-1, 3)
    return Mesh(points, triangles), np.repeat((x + y) % 2 == 1, 4)


def circle(normal: np.ndarray, radius: float) -> np.ndarray:
    """Points of a closed line about the origin."""
    points = ring(radius, 0.0, CIRCLE) @ axes_of(normal).T
    return np.concatenate([points, points[:1]])
