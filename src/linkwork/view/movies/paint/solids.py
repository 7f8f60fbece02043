"""Unit bodies of which solids are put together, the same as those of the player."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

Array = np.ndarray


@dataclass(frozen=True)
class Solid:
    """Points (n, 3), and faces as lists of them, grouped by the number of corners.

    faces -- (indices (m, corners), shades (m) or (m, 3)): shades are factors of the color
    open -- whether faces are seen from both sides
    """

    points: Array
    faces: tuple[tuple[Array, Array], ...]
    open: bool = False


def solid(polygons: list[Array], shades: list[float], open: bool = False) -> Solid:
    """A solid of polygons (corners, 3), counterclockwise from outside."""
    points = np.concatenate(polygons)
    starts = np.cumsum([0, *(len(polygon) for polygon in polygons)])
    groups: dict[int, list[int]] = {}
    for number, polygon in enumerate(polygons):
        groups.setdefault(len(polygon), []).append(number)
    faces = tuple(
        (starts[members][:, None] + np.arange(corners), np.array([shades[k] for k in members]))
        for corners, members in groups.items()
    )
    return Solid(points, faces, open)


def joined(*parts: tuple[Solid, float]) -> Solid:
    """Several solids, each with a factor of its shades."""
    polygons: list[Array] = []
    shades: list[float] = []
    for part, factor in parts:
        for indices, given in part.faces:
            polygons += list(part.points[indices])
            shades += [factor * float(shade) for shade in given]
    return solid(polygons, shades, any(part.open for part, _ in parts))


def moved(part: Solid, scale: Array | float = 1.0, shift: Array | float = 0.0) -> Solid:
    """A solid that is scaled by positive factors and shifted."""
    return Solid(part.points * scale + shift, part.faces, part.open)


def _ring(radius: float, z: float, count: int) -> Array:
    angle = 2.0 * np.pi * np.arange(count) / count
    return np.stack([radius * np.cos(angle), radius * np.sin(angle), np.full(count, z)], axis=1)


def _band(low: Array, high: Array) -> list[Array]:
    """Quads between two rings, outward if the second one is above."""
    return [
        np.stack([low[k], low[(k + 1) % len(low)], high[(k + 1) % len(low)], high[k]])
        for k in range(len(low))
    ]


@cache
def box() -> Solid:
    """A cube of edge 1 about the origin."""
    x = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])
    top = np.column_stack([x, np.full(4, 0.5)])
    polygons = []
    for axis in range(3):
        face = np.roll(top, axis + 1, axis=1)
        polygons += [face, -face[::-1]]
    return solid(polygons, [1.0] * 6)


@cache
def column(count: int = 20, wide: float = 1.0) -> Solid:
    """A cylinder of diameter 1 along z from 0 to 1; wide -- diameter of its end (0: a cone)."""
    low, high = _ring(0.5, 0.0, count), _ring(0.5 * wide, 1.0, count)
    polygons = _band(low, high) + [low[::-1]] + ([high] if wide else [])
    return solid(polygons, [1.0] * len(polygons))


@cache
def middle_column(count: int = 20) -> Solid:
    """A cylinder of diameter 1 along z, about the origin."""
    return moved(column(count), shift=np.array([0.0, 0.0, -0.5]))


@cache
def disc() -> Solid:
    """A flat cylinder of radius 1; two of its quarters are darker, which shows the rotation."""
    count = 40
    low, high = _ring(1.0, -0.15, count), _ring(1.0, 0.15, count)
    polygons = _band(low, high)
    shades = [1.0 if (k // 10) % 2 == 0 else 0.62 for k in range(count)]
    for quarter in range(4):
        arc = np.arange(10 * quarter, 10 * quarter + 11) % count
        polygons.append(np.vstack([[0.0, 0.0, 0.15], high[arc]]))
        polygons.append(np.vstack([[0.0, 0.0, -0.15], low[arc][::-1]]))
        shades += 2 * [1.0 if quarter % 2 == 0 else 0.62]
    return solid(polygons, shades)


@cache
def wheel() -> Solid:
    """A wheel in a cube of edge 1: a dark tire, spokes, and one light spoke to follow."""
    count = 40
    polygons = _band(_ring(0.5, -0.5, count), _ring(0.5, 0.5, count))
    shades = [0.3] * count
    for z in (0.5, -0.5):
        outer, inner = _ring(0.5, z, count), _ring(0.4, z, count)
        ring = _band(outer, inner)
        polygons += ring if z > 0 else [quad[::-1] for quad in ring]
        shades += [0.3] * count
        for sector in range(10):
            arc = np.arange(4 * sector, 4 * sector + 5) % count
            face = np.vstack([[0.0, 0.0, z], inner[arc]])
            polygons.append(face if z > 0 else face[::-1])
            shades.append(1.5 if sector == 2 else (1.0 if sector % 2 else 0.55))
    return solid(polygons, shades)


@cache
def cup() -> Solid:
    """Half a hollow ball of diameter 1, open toward +z."""
    levels = np.linspace(0.0, 0.5 * np.pi, 6)
    rings = [_ring(0.5 * np.sin(a), -0.5 * np.cos(a), 20) for a in levels[1:]]
    polygons = [rings[0][::-1]]
    for low, high in zip(rings[:-1], rings[1:], strict=True):
        polygons += _band(low, high)
    return solid(polygons, [1.0] * len(polygons), open=True)


@cache
def pin() -> Solid:
    """A bolt of radius 0.7 in a dark ring of radius 1."""
    ring = moved(middle_column(24), np.array([2.0, 2.0, 0.44]))
    bolt = moved(middle_column(24), np.array([1.3, 1.3, 0.7]))
    return joined((ring, 0.32), (bolt, 1.1))


@cache
def support() -> Solid:
    """Fixed bearing: tip at the origin, the ground lies along +z; its base is hatched."""
    h = 0.62 / np.sqrt(2.0)
    base = np.array([[-h, -h, 0.9], [h, -h, 0.9], [h, h, 0.9], [-h, h, 0.9]])
    sides = [np.stack([np.zeros(3), base[(k + 1) % 4], base[k]]) for k in range(4)]
    wedge = solid([*sides, base], [1.0] * 5)
    plate = moved(box(), np.array([1.4, 0.8, 0.08]), np.array([0.0, 0.0, 0.94]))
    parts = [(wedge, 1.0), (plate, 0.6)]
    c, s = np.cos(0.7), np.sin(0.7)
    turn = np.array([[c, 0.0, s], [0.0, 1.0, 0.0], [-s, 0.0, c]])
    for k in range(-2, 3):
        points = (box().points * np.array([0.05, 0.7, 0.3])) @ turn.T
        stroke = Solid(points + np.array([0.27 * k + 0.06, 0.0, 1.08]), box().faces)
        parts.append((stroke, 0.6))
    return joined(*parts)


@cache
def marker() -> Solid:
    """A double pyramid of radius 1."""
    around = _ring(1.0, 0.0, 4)
    polygons = []
    for k in range(4):
        a, b = around[k], around[(k + 1) % 4]
        polygons += [np.array([a, b, [0, 0, 1]]), np.array([b, a, [0, 0, -1]])]
    return solid(polygons, [1.0] * 8)
