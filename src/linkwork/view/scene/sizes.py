"""Sizes of a drawing: bounds of the scene, and the drawn size of things that have none."""

from __future__ import annotations

import numpy as np

from linkwork.view.scene.motion import Motion, Place

FLAT = 1.0e-9
"""Extent in z that counts as zero, relative to the size of the scene."""


TOGETHER = 1.0e-6
"""Distance that counts as zero, relative to the size of the scene."""


class Bounds:
    """Box around all places of a scene over the whole motion."""

    def __init__(self) -> None:
        self.low, self.high = np.full(3, np.inf), np.full(3, -np.inf)

    def include(self, points: np.ndarray, margin: float = 0.0) -> None:
        """Extend the box to points (n, 3); those that are not finite are ignored."""
        finite = points[np.isfinite(points).all(axis=1)]
        if len(finite):
            self.low = np.minimum(self.low, finite.min(axis=0) - margin)
            self.high = np.maximum(self.high, finite.max(axis=0) + margin)

    @property
    def is_empty(self) -> bool:
        """Whether nothing was included."""
        return not np.isfinite(self.low).all()

    @property
    def size(self) -> float:
        """Length of the diagonal [m]; 1 if there is none."""
        span = 0.0 if self.is_empty else float(np.linalg.norm(self.high - self.low))
        return span if span > 0.0 and np.isfinite(span) else 1.0

    @property
    def is_flat(self) -> bool:
        """Whether everything lies in a plane z = const."""
        return self.is_empty or bool(self.high[2] - self.low[2] <= FLAT * self.size)

    def corners(self) -> list[list[float]]:
        """Lowest and highest corner [m]."""
        if self.is_empty:
            return [[-0.5] * 3, [0.5] * 3]
        return [self.low.tolist(), self.high.tolist()]


def unit_of(
    motion: Motion, spans: list[tuple[Place, Place]], size: float, thickness: list[float]
) -> float:
    """Radius of a body without size [m]: a small part of the scene, or of typical connectors.

    thickness -- smallest edges of bodies that have a size [m]: joints and markers must fit to them
    """
    lengths = []
    for first, second in spans:
        rows = slice(None, None, max(1, len(motion.q) // 20))
        apart = motion.positions(second)[rows] - motion.positions(first)[rows]
        length = float(np.median(np.linalg.norm(apart, axis=1)))
        # Points that joints keep together differ by rounding only, which gives no size.
        if np.isfinite(length) and length > TOGETHER * size:
            lengths.append(length)
    unit = 0.022 * size
    if lengths:
        unit = min(unit, 0.25 * float(np.median(lengths)))
    if thickness:
        unit = min(unit, max(0.7 * float(np.median(thickness)), 0.25 * unit))
    return unit
