"""Axes of cables and beams: how they are drawn, and where they end."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

PIECES = 8
"""Straight pieces that an axis is drawn with."""

ROUNDED = 1.0e-9
"""How far a point may be beyond an end, relative to the length."""


def outline(length: float, center: bool = False, pieces: int = PIECES) -> list[Sequence[float]]:
    """Points of the axis from one end to the other; center: x counts from the middle."""
    first = -0.5 * length if center else 0.0
    return [(x, 0.0, 0.0) for x in np.linspace(first, first + length, pieces + 1).tolist()]


def refused_place(length: float, local: np.ndarray, center: bool = False) -> str:
    """Why a local position is not on the axis; empty if it is."""
    first = -0.5 * length if center else 0.0
    if abs((local[0] - first) / length - 0.5) <= 0.5 + ROUNDED:
        return ""
    if center:
        return f"x must be from {first:g} to {-first:g} m (physicsLength/2), got {local[0]:g}"
    return f"x must be from 0 to physicsLength = {length:g} m, got {local[0]:g}"
