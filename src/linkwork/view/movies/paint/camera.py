"""The cameras of the player: a perspective one around the scene, a flat one for the plane."""

from __future__ import annotations

import math

import numpy as np

from linkwork.view.movies.look import Look
from linkwork.view.movies.paint.film import Film

Array = np.ndarray

FIELD = math.radians(32.0)
MARGIN = 1.1

INSET = {"left": 38, "right": 12, "top": 46, "bottom": 24}
"""Pixels at the edges that scales and texts cover in the flat view."""

NEAR = 1e-3
"""Smallest depth of what is drawn."""

DIRECTIONS = {
    "z": {"x": (1, 0, 0), "y": (0, -1, 0), "z": (0, -1e-4, 1), "iso": (0.75, -1.1, 0.62)},
    "y": {"x": (1, 0, 0), "y": (0, 1, 1e-4), "z": (0, 0, 1), "iso": (0.55, 0.45, 1)},
}
"""Directions from the middle to the camera, by the axis that points up and the view."""


class Camera:
    """Where points of the view are in the picture [px], from its top left corner.

    up -- "y" or "z"; flat -- whether it is orthographic
    right, upward, away -- axes of the picture; the last points to the viewer
    """

    def __init__(self, film: Film, look: Look, aside: float = 0.0) -> None:
        """aside -- width at the right edge that a legend covers [px]"""
        self.width, self.height = look.size
        self.aside = aside
        self.up = "y" if film.form["planar"] else "z"
        self.flat = look.view == "2d"
        half = np.maximum(film.half, 1e-3)
        if self.flat:
            self.right, self.upward, self.away = np.eye(3)
            self._fit_flat(half)
        else:
            self._turn_to(look.view)
            self._fit_deep(film.outline)

    def _fit_flat(self, half: Array) -> None:
        right = INSET["right"] + self.aside
        wide = max(self.width - INSET["left"] - right, 0.5 * self.width)
        high = max(self.height - INSET["top"] - INSET["bottom"], 0.5 * self.height)
        self.per_pixel = max(2.0 * half[0] / wide, 2.0 * half[1] / high) * MARGIN
        across = 0.5 * self.per_pixel * (right - INSET["left"])
        down = 0.5 * self.per_pixel * (INSET["top"] - INSET["bottom"])
        self.eye = np.array([across, down, 20.0])

    def _turn_to(self, view: str | tuple[float, float, float]) -> None:
        given = DIRECTIONS[self.up][view] if isinstance(view, str) else view
        away = np.array(given, float) / np.linalg.norm(given)
        up = np.array([0.0, 1.0, 0.0] if self.up == "y" else [0.0, 0.0, 1.0])
        if np.linalg.norm(np.cross(up, away)) < 5e-5:  # straight from above or below
            away = away + (np.array([0, 0, 1e-4]) if self.up == "y" else np.array([0, -1e-4, 0]))
        self.away = away / np.linalg.norm(away)
        right = np.cross(up, self.away)
        self.right = right / np.linalg.norm(right)
        self.upward = np.cross(self.away, self.right)

    def _fit_deep(self, outline: Array) -> None:
        """The nearest place from which the whole outline is in the picture.

        A point p is inside across if |p.right - x| <= wide (distance - p.away), and in the same way
        upward. The largest p.right + wide p.away and -p.right + wide p.away give distance and x.
        """
        tall = math.tan(0.5 * FIELD) / MARGIN
        distance, self.eye = 1e-3, np.zeros(3)
        aside = min(self.aside, 0.3 * self.width)
        wide = tall * (self.width - aside) / self.height
        for axis, slope in ((self.right, wide), (self.upward, tall)):
            deep, beside = slope * (outline @ self.away), outline @ axis
            ahead, behind = (deep + beside).max(), (deep - beside).max()
            distance = max(distance, float(ahead + behind) / (2.0 * slope))
            self.eye = self.eye + 0.5 * (ahead - behind) * axis
        shift = distance * tall * MARGIN * aside / self.height
        self.eye = self.eye + distance * self.away + shift * self.right
        self.focal = 0.5 * self.height / math.tan(0.5 * FIELD)

    def depth(self, points: Array) -> Array:
        """Distance in front of the camera."""
        deep: Array = (self.eye - points) @ self.away
        return deep

    def nearness(self, depth: Array) -> Array:
        """A number that is larger for nearer points, and linear along flat faces in the picture."""
        near: Array = -depth if self.flat else 1.0 / depth
        return near

    def pixels(self, depth: Array) -> Array:
        """Pixels of a length of one at a depth."""
        if self.flat:
            return np.full(np.shape(depth), 1.0 / self.per_pixel)
        return np.asarray(self.focal / np.maximum(depth, NEAR))

    def project(self, points: Array) -> Array:
        """Places of points (..., 3) in the picture (..., 2) [px]."""
        relative = points - self.eye
        scale = self.pixels(self.depth(points))
        x = 0.5 * self.width + scale * (relative @ self.right)
        y = 0.5 * self.height - scale * (relative @ self.upward)
        return np.stack([x, y], axis=-1)

    def toward(self, points: Array) -> Array:
        """Directions from points to the viewer, of any length."""
        if self.flat:
            return np.broadcast_to(self.away, points.shape)
        direction: Array = self.eye - points
        return direction
