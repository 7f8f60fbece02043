"""Finding nodes of a mesh by their positions, and their weights."""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.core.errors import ParameterError
from linkwork.math.tolerances import ON_A_LINE


def checked(places: np.ndarray, nodes: Any, owner: str, turns: bool = False) -> np.ndarray:
    """Numbers of nodes of a boundary; an error where there is no such node.

    turns -- whether the boundary has a rotation, for which nodes on a line are not enough
    """
    found = np.asarray(nodes)
    if found.ndim != 1 or not len(found) or not np.issubdtype(found.dtype, np.integer):
        raise ParameterError(
            f"{owner}: the nodes of a boundary must be a list of whole numbers, not empty, got "
            f"{nodes!r}"
        )
    wrong = found[(found < 0) | (found >= len(places))]
    if len(wrong):
        raise ParameterError(
            f"{owner}: the nodes of a boundary must be from 0 to {len(places) - 1}, got {wrong[0]}"
        )
    if turns:
        extents = np.linalg.svd(places[found] - places[found].mean(axis=0), compute_uv=False)
        if len(found) < 3 or extents[1] <= ON_A_LINE * extents[0]:
            raise ParameterError(
                f"{owner}: the {len(found)} nodes {found[:5].tolist()} of a boundary are on a "
                "line, which has no rotation about itself; give it three nodes or more that are "
                "not on a line"
            )
    return found


def at_point(places: np.ndarray, point: Any, tolerance: float, must: bool = True) -> int:
    """The node nearest to a point, within the tolerance [m]; -1 or an error if there is none."""
    distances = np.linalg.norm(places - np.asarray(point, float), axis=1)
    nearest = int(np.argmin(distances))
    if distances[nearest] <= tolerance:
        return nearest
    if must:
        raise ParameterError(
            f"GetNodeAtPoint: no node within {tolerance:g} m of {np.asarray(point).tolist()}; the "
            f"nearest one, {nearest}, is {distances[nearest]:.6g} m away"
        )
    return -1


def in_plane(places: np.ndarray, point: Any, normal: Any, tolerance: float) -> list[int]:
    """Nodes in a plane, which point and normal define."""
    n = np.asarray(normal, float)
    heights = (places - np.asarray(point, float)) @ (n / np.linalg.norm(n))
    return np.flatnonzero(np.abs(heights) <= tolerance).tolist()


def in_cube(places: np.ndarray, least: Any, most: Any) -> list[int]:
    """Nodes in a cuboid between two corners."""
    inside = (places >= np.asarray(least)) & (places <= np.asarray(most))
    return np.flatnonzero(inside.all(axis=1)).tolist()


def _along(places: np.ndarray, p1: Any, p2: Any) -> tuple[np.ndarray, np.ndarray, float]:
    """(distance along a line from p1, distance from the line, length of the line)"""
    start, axis = np.asarray(p1, float), np.asarray(p2, float) - np.asarray(p1, float)
    length = float(np.linalg.norm(axis))
    if length == 0.0:
        raise ParameterError(f"p1 and p2 must be different points, got {start.tolist()} twice")
    x = (places - start) @ (axis / length)
    away = np.linalg.norm(places - start - x[:, None] * (axis / length), axis=1)
    return x, away, length


def on_line(places: np.ndarray, p1: Any, p2: Any, tolerance: float) -> list[int]:
    """Nodes on the line between two points."""
    x, away, length = _along(places, p1, p2)
    chosen = (away <= tolerance) & (x >= -tolerance) & (x <= length + tolerance)
    return np.flatnonzero(chosen).tolist()


def on_cylinder(places: np.ndarray, p1: Any, p2: Any, radius: float, tolerance: float) -> list[int]:
    """Nodes on the lateral surface of a cylinder between two points of its axis."""
    x, away, length = _along(places, p1, p2)
    chosen = (np.abs(away - radius) <= tolerance) & (x >= -tolerance) & (x <= length + tolerance)
    return np.flatnonzero(chosen).tolist()


def on_circle(
    places: np.ndarray, point: Any, normal: Any, radius: float, tolerance: float
) -> list[int]:
    """Nodes on a circle around a point."""
    center = np.asarray(point, float)
    plane = set(in_plane(places, center, normal, tolerance))
    away = np.linalg.norm(places - center, axis=1)
    return [k for k in np.flatnonzero(np.abs(away - radius) <= tolerance).tolist() if k in plane]


def surface_weights(places: np.ndarray, triangles: np.ndarray, nodes: Any) -> np.ndarray:
    """Area of the surface that belongs to each node of a list [m^2].

    Triangles with all corners in the list count, a third for each corner.
    """
    chosen = np.zeros(len(places), bool)
    chosen[np.asarray(nodes, int)] = True
    inside = triangles[chosen[triangles].all(axis=1)]
    a, b, c = (places[inside[:, k]] for k in range(3))
    areas = 0.5 * np.linalg.norm(np.cross(b - a, c - a), axis=1)
    shares = np.bincount(inside.ravel(), np.repeat(areas / 3.0, 3), len(places))
    found: np.ndarray = shares[np.asarray(nodes, int)]
    return found
