"""Colors of bodies that have none: neighbors differ, and all are visible in both themes."""

from __future__ import annotations

PALETTE = (
    (0.25, 0.46, 0.71, 1.0),
    (0.79, 0.42, 0.32, 1.0),
    (0.24, 0.58, 0.53, 1.0),
    (0.51, 0.43, 0.71, 1.0),
    (0.52, 0.60, 0.29, 1.0),
    (0.76, 0.46, 0.60, 1.0),
    (0.35, 0.63, 0.78, 1.0),
    (0.72, 0.60, 0.36, 1.0),
)

GROUND = (0.62, 0.65, 0.70, 1.0)
"""Color of the ground."""


def body_color(index: int) -> list[float]:
    """Color of the body with that index."""
    return list(PALETTE[index % len(PALETTE)])


def darker(color: list[float], share: float = 0.6) -> list[float]:
    """The color of a part that another one holds or moves in."""
    return [*(share * part for part in color[:3]), color[3]]
