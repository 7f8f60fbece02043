"""How connectors are drawn: their V class tells `drawn_as`, here is what that means."""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.view.motion import FIXED, Motion, Place


def connector_item(
    item: Any, ends: tuple[Place, Place], motion: Motion, size: float, windings: int
) -> dict[str, Any]:
    """Kind and values of a connector between two places; size -- diameter [m]."""
    kind = item.visualization.drawn_as
    if kind == "coil" and _is_damper(item):
        return {"kind": "damper", "ends": ends, "size": size}
    if kind == "coil":
        return {"kind": "coil", "ends": ends, "size": size, "windings": windings}
    if kind == "rod":
        return {"kind": "rod", "ends": ends, "size": 0.35 * size}
    if kind == "spiral":
        if ends[0][0] == FIXED:  # it is seen at what moves
            ends = ends[::-1]
        turns = [motion.turn_of(place) for place in ends]
        return {"kind": "spiral", "points": ends, "size": 1.5 * size, "angle": turns}
    if kind == "pin":
        return {"kind": "pin", "point": ends[0], "size": 0.45 * size}
    if kind == "slider":
        x, y = (float(value) for value in item.axisMarker0[:2])
        return {"kind": "slider", "points": ends, "axis": [x, y, 0.0], "size": size}
    return {"kind": "line", "ends": ends, "size": 0.15 * size, "dashed": kind == "dashed"}


def _is_damper(item: Any) -> bool:
    """Whether a spring-damper has damping alone."""
    functions = [p.name for p in item.function_parameters()]
    if any(callable(getattr(item, name)) for name in functions):
        return False
    stiffness = np.asarray(getattr(item, "stiffness", 1.0), float)
    damping = np.asarray(getattr(item, "damping", 0.0), float)
    return not stiffness.any() and bool(damping.any())
