"""Colors of contours, and the range that they cover."""

from __future__ import annotations

import numpy as np

COLORS = ("#46327e", "#3b528b", "#2c728e", "#21918c", "#28ae80", "#5ec962", "#addc30", "#fde725")
"""From the smallest to the largest value: brightness rises evenly, also for the color-blind."""

SHADES = np.array([[int(code[k : k + 2], 16) / 255.0 for k in (1, 3, 5)] for code in COLORS])
"""The same as red, green, blue in [0, 1]."""


def wide(low: float, high: float) -> tuple[float, float]:
    """A range; one about its values if they are equal."""
    if high - low <= 1e-6 * max(abs(low), abs(high)):
        half = 0.5 * abs(low) or 0.5
        return low - half, high + half
    return low, high
