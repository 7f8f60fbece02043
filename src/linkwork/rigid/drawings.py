"""Shapes of solids for graphicsData, centered anywhere [m] and turned by a rotation matrix.

What linkwork.graphics has as a simple shape stays one; turned boxes and tubes become triangles.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork import graphics
from linkwork.core.declare.graphics_data import checked_shape, plain_shape
from linkwork.graphics import meshes
from linkwork.rigid.laws import Array

SIDES = 32
"""Number of sides of a tube, unless it is given."""

Shape = dict[str, Any]


def sphere(radius: float, center: Array, axes: Array, color: Any, sides: int | None) -> Shape:
    return graphics.Sphere(center.tolist(), radius, color)


def brick(sizes: Array, center: Array, axes: Array, color: Any, sides: int | None) -> Shape:
    if (axes == np.eye(3)).all():
        return graphics.Brick(center.tolist(), sizes.tolist(), color)
    return _triangles(meshes.box(sizes), center, axes, color)


def cylinder(
    along: Array,
    radius: float,
    hole: float,
    center: Array,
    axes: Array,
    color: Any,
    sides: int | None,
) -> Shape:
    """along -- its axis in its own axes, as long as the cylinder."""
    if hole == 0.0:
        axis = axes @ along
        return graphics.Cylinder((center - 0.5 * axis).tolist(), axis.tolist(), radius, color)
    mesh = meshes.tube(along, radius, hole, max(SIDES if sides is None else sides, 3))
    return _triangles(mesh, center, axes, color)


def _triangles(mesh: meshes.Mesh, center: Array, axes: Array, color: Any) -> Shape:
    points = mesh.points @ axes.T + center
    form = {"type": "TriangleList", "points": points, "triangles": mesh.triangles, "color": color}
    return plain_shape(checked_shape(form))
