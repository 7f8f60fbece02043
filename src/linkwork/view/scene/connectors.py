"""How connectors are drawn, by the `drawn_as` of their V class."""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.view.scene.motion import FIXED, Motion, Place

FAMILY_SHARES = {"rod": 0.35, "spiral": 1.5, "pin": 0.45, "line": 0.15, "dashed": 0.15}
"""drawn_as -> size in the player if springs have the size 1."""

OWN_SHARES = {"spiral": 0.5, "pin": 0.5, "slider": 1.25}
"""drawn_as -> size in the player for a drawSize of 1.

The player draws spirals and pins of size 1 with a radius of 1, and the block of a slider 0.8 wide.
"""


def connector_item(
    item: Any, ends: tuple[Place, Place], motion: Motion, size: float, windings: int
) -> dict[str, Any]:
    """Kind and values of a connector between two places.

    size -- diameter of springs [m], where the item has no drawSize
    """
    kind = item.visualization.drawn_as
    own = getattr(item.visualization, "drawSize", -1.0)
    size = OWN_SHARES.get(kind, 1.0) * own if own > 0.0 else FAMILY_SHARES.get(kind, 1.0) * size
    if kind == "coil" and _is_damper(item):
        return {"kind": "damper", "ends": ends, "size": size}
    if kind == "coil":
        return {"kind": "coil", "ends": ends, "size": size, "windings": windings}
    if kind == "rod":
        return {"kind": "rod", "ends": ends, "size": size}
    if kind == "spiral":
        if ends[0][0] == FIXED:  # it is drawn at the end that moves
            ends = ends[::-1]
        turns = [motion.turn_of(place) for place in ends]
        return {"kind": "spiral", "points": ends, "size": size, "angle": turns}
    if kind == "pin":
        return {"kind": "pin", "point": ends[0], "size": size}
    if kind == "slider":
        x, y = (float(value) for value in item.axisMarker0[:2])
        return {"kind": "slider", "points": ends, "axis": [x, y, 0.0], "size": size}
    return {"kind": "line", "ends": ends, "size": size, "dashed": kind == "dashed"}


def _is_damper(item: Any) -> bool:
    """Whether a spring-damper has damping alone."""
    functions = [p.name for p in item.function_parameters()]
    if any(callable(getattr(item, name)) for name in functions):
        return False
    stiffness = np.asarray(getattr(item, "stiffness", 1.0), float)
    damping = np.asarray(getattr(item, "damping", 0.0), float)
    return not stiffness.any() and bool(damping.any())
