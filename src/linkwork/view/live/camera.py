"""The camera of a live view, placed as in the player."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

FIELD = np.radians(32.0)
"""Vertical field of view."""

MARGIN = 1.1
"""Room around the scene, relative to its size."""

AWAY = {"z": (0.75, -1.1, 0.62), "y": (0.75, 0.62, 1.1)}
"""Direction from the scene to the camera, by the axis that points up."""

FRONT = (0.0, 0.0, 1.0)
"""The same for models in the plane, if y points up."""


class Camera(NamedTuple):
    """position, target -- [m]"""

    position: np.ndarray
    target: np.ndarray


def fitted(points: np.ndarray, up: str, aspect: float, size: float, planar: bool) -> Camera:
    """The nearest camera that sees all points (n, 3).

    up -- "y" or "z"; aspect -- width of the window by its height; size -- of the scene [m]
    planar -- whether the model lies in the plane, which is seen from the front if y points up
    A point p is inside across if |p.right - x| <= wide (distance - p.away), and in the same way
    upward. The largest p.right + wide p.away and -p.right + wide p.away give distance and x.
    """
    away = np.array(FRONT if planar and up == "y" else AWAY[up])
    away = away / np.linalg.norm(away)
    right = np.cross(np.eye(3)[1 if up == "y" else 2], away)
    right = right / np.linalg.norm(right)
    middle = 0.5 * (points.min(axis=0) + points.max(axis=0))
    apart = points - middle
    tall = np.tan(0.5 * FIELD) / MARGIN
    target, distance = middle, 0.5 * size
    for axis, slope in ((right, tall * aspect), (np.cross(away, right), tall)):
        ahead = (slope * apart @ away + apart @ axis).max()
        behind = (slope * apart @ away - apart @ axis).max()
        target = target + 0.5 * (ahead - behind) * axis
        distance = max(distance, (ahead + behind) / (2.0 * slope))
    return Camera(target + distance * away, target)
