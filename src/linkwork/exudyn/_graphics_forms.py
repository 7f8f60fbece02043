"""Dictionaries that scripts write by hand, in the forms that Linkwork accepts.

The other interface draws what it can and ignores the rest; Linkwork refuses what it does not know.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from linkwork.core.declare.graphics_data import FORMS, flat_list
from linkwork.core.declare.meshed_shapes import exact_forms

INDICES = ("triangles", "edges")


def drawable(graphicsData: Any) -> list[Any]:
    """A list of dictionaries without lists inside, without keys and colors that Linkwork refuses.

    Lines and surfaces without points are left out; arguments stay unchanged.
    """
    found = [_known(shape) for shape in flat_list(graphicsData)]
    return [shape for shape in found if _has_points(shape)]


def _known(shape: Any) -> Any:
    form = FORMS.get(shape.get("type", "")) if isinstance(shape, Mapping) else None
    if form is None or exact_forms(shape):
        return shape
    made = {key: shape[key] for key in shape if key in form.needed or key in form.optional}
    for key in ("color", "colors", "edgeColor"):
        if key in made:
            made[key] = _in_range(made[key])
    for key in INDICES:
        if key in made:
            made[key] = np.asarray(made[key]).astype(np.int64)
    return {"type": shape["type"], **made}


def _in_range(colors: Any) -> np.ndarray:
    """Colors between 0 and 1; the default color (-1) and materials (1000 and more) remain."""
    rows = np.array(colors, float).reshape(-1, 4)
    default = rows[:, :1] < 0.0
    rows[:, :3] = np.where(default, -1.0, np.clip(rows[:, :3], 0.0, 1.0))
    rows[:, 3] = np.where(default[:, 0], rows[:, 3], np.maximum(rows[:, 3], 0.0))
    return rows[0] if np.ndim(colors) == 1 and len(rows) == 1 else rows


def _has_points(shape: Any) -> bool:
    if not isinstance(shape, Mapping):
        return True
    least = {"Line": ("data", 6), "TriangleList": ("points", 3), "Lines": ("points", 6)}
    key, count = least.get(shape.get("type", ""), ("", 0))
    empty_circle = shape.get("type") == "Circle" and not shape.get("radius", 1.0) > 0.0
    return not empty_circle and (not key or np.size(shape.get(key, ())) >= count)
