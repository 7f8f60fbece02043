"""Lines in parts, and as ribbons that face the viewer."""

from __future__ import annotations

import math

import numpy as np

Array = np.ndarray

OVERLAP = 0.3
"""Share of its width by which a piece of a ribbon reaches into the next one."""


def ribbons(places: Array, near: Array, widths: Array) -> tuple[Array, Array]:
    """Quads along the segments of lines, and the nearness of their corners, (n, 4, 2), (n, 4).

    places, near -- of the two ends of each segment, [px]; widths -- of each [px]
    """
    way = places[:, 1] - places[:, 0]
    length = np.linalg.norm(way, axis=1, keepdims=True)
    along = np.where(length > 1e-9, way / np.where(length > 1e-9, length, 1.0), [1.0, 0.0])
    half = 0.5 * widths[:, None]
    reach = 2.0 * OVERLAP * half
    across = half * np.column_stack([-along[:, 1], along[:, 0]])
    start = places[:, 0] - reach * along
    end = places[:, 1] + reach * along
    quads = np.stack([start - across, end - across, end + across, start + across], axis=1)
    more = np.minimum(reach / np.maximum(length, 1e-9), 2.0) * (near[:, 1:] - near[:, :1])
    first, last = near[:, :1] - more, near[:, 1:] + more
    return quads, np.hstack([first, last, last, first])


def segments(points: Array) -> Array:
    """Segments (n, 2, 3) of a line; those with a place that is not a number are left out."""
    found = np.stack([points[:-1], points[1:]], axis=1)
    finite: Array = found[np.isfinite(found).all(axis=(1, 2))]
    return finite


def dashes(points: Array, period: float) -> Array:
    """Dashes (n, 2, 3) of a straight line."""
    start, way = points[0], points[-1] - points[0]
    length = float(np.linalg.norm(way))
    count = min(math.ceil(length / period), 1000)
    share = np.arange(count)[:, None] * period / max(length, 1e-300)
    ends = share, np.minimum(share + 0.55 * period / max(length, 1e-300), 1.0)
    return np.stack([start + each * way for each in ends], axis=1)
