"""Lengths to which a gap between two markers that a joint holds together is related."""

from __future__ import annotations

from typing import Any

import numpy as np


def arms(items: list[Any], model: Any, data: Any) -> np.ndarray:
    """The longest arm of the markers of each joint; the size of the model where there is none.

    An arm leads from the reference point of a body that can move to its marker.
    """
    places = data["markers"]["p"]
    size = float(np.linalg.norm(np.ptp(places, axis=0))) if len(places) else 0.0
    found = []
    for item in items:
        moving = [number for number in item.markerNumbers if len(model.marker_indices(number))]
        markers = [model.items["marker"][number] for number in moving]
        longest = max(
            (np.linalg.norm(getattr(marker, "localPosition", 0.0)) for marker in markers),
            default=0.0,
        )
        found.append(float(longest) or size)
    return np.array(found)
