"""Lengths to which a gap between two markers that a joint holds together is related."""

from __future__ import annotations

from typing import Any

import numpy as np

SMALLEST = 1.0e-6
"""Sizes of a model below this, relative to its positions, are no sizes."""


def arms(items: list[Any], model: Any, data: Any) -> np.ndarray:
    """The size of the bodies of each joint that can move; of the model where they have none.

    The size of a body is the distance from its reference point to the marker, or twice its radius
    of gyration, whichever is larger. inf if the model has no size besides the gap itself.
    """
    places = data["markers"]["p"]
    found = []
    for item in items:
        moving = [number for number in item.markerNumbers if len(model.marker_indices(number))]
        longest = max((_arm(model, number) for number in moving), default=0.0)
        found.append(longest or _size(np.delete(places, item.markerNumbers[0], axis=0)))
    return np.array(found)


def _arm(model: Any, number: int) -> float:
    """Size of the body of a marker."""
    marker = model.items["marker"][number]
    body = getattr(marker, "bodyNumber", None)
    radius = model.items["object"][body].gyration() if body is not None else 0.0
    return max(float(np.linalg.norm(getattr(marker, "localPosition", 0.0))), 2.0 * radius)


def _size(places: np.ndarray) -> float:
    """Largest distance along an axis between points, inf if they are at one place."""
    size = float(np.ptp(places, axis=0).max()) if len(places) else 0.0
    largest = float(np.abs(places).max(initial=0.0))
    return size if size > SMALLEST * largest else np.inf
