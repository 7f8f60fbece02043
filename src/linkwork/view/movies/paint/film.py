"""A scene as arrays, and the places of its frames at any time, as the player moves them.

Lengths are in units of the view: the middle of the bounds is the origin, their half diagonal is 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwork.view.scene.writer import Scene

Array = np.ndarray


@dataclass(frozen=True)
class Pose:
    """Places of all frames at a time; the last one is space itself.

    state, share -- recorded state, and share of the way to the next one
    p, R -- positions (n, 3) and rotation matrices (n, 3, 3)
    """

    time: float
    state: int
    share: float
    p: Array
    R: Array

    def place(self, frame: int, local: Array) -> Array:
        """Points (..., 3) given in the axes of a frame."""
        moved: Array = self.p[frame] + local @ self.R[frame].T
        return moved

    def mixed(self, values: Array) -> Array:
        """Values at this time of an array with one row for each state."""
        here: Array = values[self.state]
        if not self.share:
            return here
        between: Array = here + self.share * (values[self.state + 1] - here)
        return between


class Film:
    """What a scene shows over time.

    middle, unit -- of the bounds [m]; half -- half sizes of the bounds; size -- typical length
    outline -- points that the picture is fitted to: the outermost ones, else corners of the bounds
    """

    def __init__(self, scene: Scene) -> None:
        self.form: dict[str, Any] = scene.form
        self._data = scene.data
        self.times = self.array(self.form["times"])
        low, high = np.array(self.form["bounds"], float)
        self.middle = 0.5 * (low + high)
        half = np.maximum(0.5 * (high - low), 0.0)
        size = float(self.form["size"])
        if np.linalg.norm(half) < 0.25 * size:
            half[: 2 if self.form["planar"] else 3] = 0.25 * size
        self.unit = max(float(np.linalg.norm(half)), 1e-300)
        self.half, self.size = half / self.unit, size / self.unit
        self.outline = self._outline()
        self._tracks, self._turns = self.array(self.form["tracks"]), self.array(self.form["turns"])
        frames = self.form["frames"]
        self._track = np.array([frame["track"] for frame in frames] + [-1])
        self._turn = np.array([frame["turn"] for frame in frames] + [-1])
        self._at = np.array([frame["at"] for frame in frames] + [[0.0] * 3], float)

    def _outline(self) -> Array:
        tips: Array = np.array(self.form.get("outline", ()), float).reshape(-1, 3)
        tips = (tips[np.isfinite(tips).all(axis=1)] - self.middle) / self.unit
        if len(tips) > 1 and np.ptp(tips, axis=0).max() >= 0.5 * self.half.max():
            return tips
        signs = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)])
        corners: Array = signs * self.half
        return corners

    def array(self, reference: dict[str, Any]) -> Array:
        """The array behind a reference, in double precision."""
        shape = reference["shape"]
        kind = "<" + reference["type"]
        values = np.frombuffer(self._data, kind, int(np.prod(shape)), reference["at"])
        return values.reshape(shape).astype(int if reference["type"] == "u4" else float)

    def frame(self, point: Any) -> int:
        """Frame of a POINT; -1 is the last one: space."""
        return int(point[0]) if 0 <= point[0] < len(self._track) - 1 else len(self._track) - 1

    def length(self, metres: float, other: float = 0.02) -> float:
        """A length in units of the view; what is not positive becomes a share of the size."""
        value = float(metres) / self.unit
        return value if value > 0.0 and np.isfinite(value) else other * self.size

    def pose(self, time: float) -> Pose:
        """Places of all frames at a time: straight lines and arcs between recorded states."""
        times = self.times
        state = int(np.clip(np.searchsorted(times, time, "right") - 1, 0, len(times) - 1))
        share = 0.0
        if state + 1 < len(times) and times[state + 1] > times[state]:
            share = float(np.clip((time - times[state]) / (times[state + 1] - times[state]), 0, 1))
        p = self._at.copy()
        moving = self._track >= 0
        tracks = self._tracks[self._track[moving]]
        p[moving] += _between(tracks[:, state], tracks[:, min(state + 1, len(times) - 1)], share)
        R = np.tile(np.eye(3), (len(p), 1, 1))
        turning = self._turn >= 0
        if turning.any():
            turns = self._turns[self._turn[turning]]
            following = turns[:, min(state + 1, len(times) - 1)]
            R[turning] = rotations(_along_arc(turns[:, state], following, share))
        return Pose(time, state, share, (p - self.middle) / self.unit, R)


def _between(here: Array, there: Array, share: float) -> Array:
    return here + share * (there - here) if share else here


def _along_arc(here: Array, there: Array, share: float) -> Array:
    """Quaternions on the shorter arc between others."""
    if not share:
        return here
    cosine = (here * there).sum(axis=1)
    angle = np.arccos(np.minimum(1.0, np.abs(cosine)))
    sine = np.sin(angle)
    near = sine <= 1e-6
    safe = np.where(near, 1.0, sine)
    a = np.where(near, 1.0 - share, np.sin((1.0 - share) * angle) / safe)
    b = np.where(near, share, np.sin(share * angle) / safe) * np.where(cosine < 0.0, -1.0, 1.0)
    found: Array = a[:, None] * here + b[:, None] * there
    return found


def rotations(quaternions: Array) -> Array:
    """Matrices of quaternions x, y, z, w; zero means no rotation."""
    norm = (quaternions**2).sum(axis=1)
    s = np.where(norm == 0.0, 0.0, 2.0 / np.where(norm == 0.0, 1.0, norm))
    x, y, z, w = quaternions.T
    rows = [
        [1 - s * (y * y + z * z), s * (x * y - w * z), s * (x * z + w * y)],
        [s * (x * y + w * z), 1 - s * (x * x + z * z), s * (y * z - w * x)],
        [s * (x * z - w * y), s * (y * z + w * x), 1 - s * (x * x + y * y)],
    ]
    return np.moveaxis(np.array(rows), 2, 0)


def axes_along(direction: Array) -> tuple[Array, float]:
    """Right-handed axes in columns whose third points along a vector, and its length.

    The first lies in the x-y plane where possible: symbols of planar models face the viewer.
    """
    length = float(np.linalg.norm(direction))
    if not length > 0.0 or not np.isfinite(length):
        return np.eye(3), 0.0
    c, d, e = direction / length
    flat = float(np.hypot(c, d))
    a, b = (-d / flat, c / flat) if flat > 1e-6 else (1.0, 0.0)
    return np.array([[a, -e * b, c], [b, e * a, d], [0.0, c * b - d * a, e]]), length
