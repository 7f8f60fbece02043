"""Places of a scene for one state at a time, all at once, for a live view."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from linkwork.model.marker_map import poses
from linkwork.view.scene.motion import Motion, Place, quaternions


class Follower:
    """Frames of a Motion for any coordinates.

    count -- number of frames
    """

    def __init__(self, motion: Motion) -> None:
        tracks, turns, self._others, derived = motion.recipes
        self._derived = [(each, Places(each.places)) for each in derived]
        # A last coordinate that is always zero replaces those that do not exist.
        most = max((len(track.coordinates) for track in tracks), default=0)
        self._index = np.full((len(tracks), most), -1)
        self._jacobian = np.zeros((len(tracks), most, 3))
        for k, track in enumerate(tracks):
            self._index[k, : len(track.coordinates)] = track.coordinates
            self._jacobian[k, : len(track.coordinates)] = track.jacobian
        self._turn_index = np.array([turn.coordinate for turn in turns], int)
        self._angle = np.array([turn.angle for turn in turns])
        self._fixed = np.array([turn.quaternion for turn in turns]).reshape(-1, 4)
        frames = motion.frames
        self.count = len(frames)
        self._frame_track = np.array([frame["track"] for frame in frames] + [-1])
        self._frame_turn = np.array([frame["turn"] for frame in frames] + [-1])
        self._frame_at = np.array([frame["at"] for frame in frames] + [[0.0] * 3])

    def frames(self, q: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """(positions, quaternions w x y z) of all frames; the last one is that of fixed places."""
        padded = np.append(q, 0.0)
        tracks = np.einsum("ki,kij->kj", padded[self._index], self._jacobian)
        moved = [(track, turn, poses(point, q[None]), point) for track, turn, point in self._others]
        for track, _, (places, _), point in moved:
            tracks[track] = places[0] - point.offset
        tracks = np.vstack([tracks, np.zeros(3)])
        half = 0.5 * (self._angle + padded[self._turn_index])
        turns = self._fixed.copy()
        moving = self._turn_index >= 0
        turns[moving, 2], turns[moving, 3] = np.sin(half[moving]), np.cos(half[moving])
        for _, turn, (_, rotations), _ in moved:
            turns[turn] = quaternions(rotations)[0]
        turns = np.vstack([turns, [0.0, 0.0, 0.0, 1.0]])[self._frame_turn]
        turns = turns[:, [3, 0, 1, 2]]
        for each, of in self._derived:
            frames = self._frame_at + tracks[self._frame_track], turns
            points = each.function(of.positions(frames)[None], of.rotations(frames)[None])
            tracks[each.first : each.first + len(each.homes)] = points[0] - each.homes
        return self._frame_at + tracks[self._frame_track], turns


class Places:
    """Several places of a scene."""

    def __init__(self, places: Sequence[Place]) -> None:
        self.frame = np.array([place[0] for place in places], int)
        self._local = np.array([place[1:] for place in places]).reshape(-1, 3)

    def positions(self, frames: tuple[np.ndarray, np.ndarray]) -> np.ndarray:
        """Their positions, given the frames of a Follower [m]."""
        at, turns = frames[0][self.frame], frames[1][self.frame]
        w, axis = turns[:, :1], turns[:, 1:]
        across = 2.0 * np.cross(axis, self._local)
        return np.asarray(at + self._local + w * across + np.cross(axis, across))

    def rotations(self, frames: tuple[np.ndarray, np.ndarray]) -> np.ndarray:
        """Rotation matrices of their frames."""
        from scipy.spatial.transform import Rotation

        w, x, y, z = frames[1][self.frame].T
        return np.asarray(Rotation.from_quat(np.column_stack([x, y, z, w])).as_matrix())


def places_of(items: Sequence[dict[str, Any]]) -> tuple[Places, np.ndarray]:
    """All places that the items of a scene name, and how far solids reach from them [m]."""
    found: dict[Place, float] = {}
    for item in items:
        size = 0.5 * float(np.linalg.norm(item.get("sizes", 0.0)))
        if item["kind"] in ("sphere", "disc"):
            size = item["size"]
        for place in (*item.get("ends", ()), *item.get("points", ()), item.get("point")):
            if isinstance(place, tuple):
                found[place] = max(size, found.get(place, 0.0))
    return Places(list(found)), np.array(list(found.values()))


def along(direction: np.ndarray) -> np.ndarray:
    """Quaternions w x y z that rotate the z axis into the given directions."""
    length = np.linalg.norm(direction, axis=1, keepdims=True)
    x, y, z = np.divide(direction, length, out=np.zeros_like(direction), where=length > 0.0).T
    z = np.where(length[:, 0] > 0.0, z, 1.0)
    down = z < -1.0 + 1.0e-12
    w = np.sqrt(np.maximum(0.5 * (1.0 + z), 0.0))
    scale = np.divide(0.5, w, out=np.zeros_like(w), where=~down)
    found = np.column_stack([w, -y * scale, x * scale, np.zeros_like(w)])
    found[down] = [0.0, 1.0, 0.0, 0.0]
    return found
