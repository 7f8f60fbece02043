"""Shapes of planar bodies for the player: their outlines as flat surfaces, in body axes."""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.core.overflows import overflows_unnoticed
from linkwork.planar.bodies import Ellipse, RigidBody
from linkwork.planar.pictures.drawing import Points, outlines

PALETTE = (
    (0.30, 0.47, 0.66), (0.96, 0.52, 0.09), (0.33, 0.64, 0.29), (0.89, 0.34, 0.34),
    (0.45, 0.72, 0.70), (0.70, 0.47, 0.64), (0.93, 0.79, 0.23), (0.62, 0.46, 0.36),
)  # fmt: skip
"""Colors of bodies, one after another."""

INK = [0.2, 0.2, 0.2, 1.0]
ABOVE = 1.0e-3
"""Height of the lines on a body relative to its size, so that they are visible."""

LARGEST = 1.0e300
"""Largest coordinates, whose sums are still finite [m]."""


def shape_of(body: RigidBody) -> tuple[float, ...]:
    """The lengths on which the drawing of a body depends [m]."""
    return (body.a, body.b) if isinstance(body, Ellipse) else (body.R,)


def graphics_of(body: RigidBody, index: int) -> list[dict[str, Any]]:
    """graphicsData of a body; empty if it has no size, or one that is too large."""
    if body.R <= 0.0:
        return []
    with overflows_unnoticed():
        found, marks = outlines(body, 0.0)
    if not all((np.abs(outline) < LARGEST).all() for outline in (*found, *marks)):
        return []
    closed = [_closed(outline) for outline in found]
    points, triangles = _ring(*closed) if len(closed) == 2 else _fan(closed[0])
    height = ABOVE * float(np.abs(points).max())
    surface = {
        "type": "TriangleList",
        "points": _raised(points, 0.0),
        "triangles": triangles,
        "color": [*PALETTE[index % len(PALETTE)], 1.0],
    }
    edges = [_raised(line, height) for line in (*closed, *marks)]
    return [surface, *({"type": "Line", "data": line, "color": INK} for line in edges)]


def _closed(outline: Points) -> Points:
    ends_meet = np.allclose(outline[0], outline[-1], rtol=0.0, atol=1e-9 * np.abs(outline).max())
    return outline if ends_meet else np.vstack([outline, outline[:1]])


def _raised(points: Points, height: float) -> Points:
    return np.column_stack([points, np.full(len(points), height)])


def _fan(outline: Points) -> tuple[Points, np.ndarray]:
    """Triangles of a convex outline around its middle."""
    points = np.vstack([outline[:-1].mean(axis=0), outline])
    k = np.arange(1, len(outline))
    return points, np.column_stack([np.zeros_like(k), k, k + 1])


def _ring(outer: Points, inner: Points) -> tuple[Points, np.ndarray]:
    """Triangles between two outlines; the inner one runs backwards."""
    count = len(outer)
    k = np.arange(count - 1)
    facing = 2 * count - 1 - k
    halves = np.column_stack([k, k + 1, facing]), np.column_stack([k + 1, facing - 1, facing])
    return np.vstack([outer, inner]), np.vstack(halves)
