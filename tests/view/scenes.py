"""Reading scenes as the player does, for tests."""

import numpy as np


def array_of(scene, reference):
    """The array behind a reference of a scene."""
    count = int(np.prod(reference["shape"]))
    values = np.frombuffer(scene.data, "<" + reference["type"], count, reference["at"])
    return values.reshape(reference["shape"])


def positions(scene, point):
    """Positions of a point of a scene over all frames, (F, 3)."""
    frame, *local = point
    count = scene.form["times"]["shape"][0]
    if frame < 0:
        return np.tile(local, (count, 1))
    form = scene.form["frames"][frame]
    moved = np.tile(local, (count, 1)).astype(float)
    if form["turn"] >= 0:
        x, y, z, w = array_of(scene, scene.form["turns"])[form["turn"]].astype(float).T
        axis = np.stack([x, y, z], 1)
        across = 2.0 * np.cross(axis, moved)
        moved = moved + w[:, None] * across + np.cross(axis, across)
    moved = moved + form["at"]
    if form["track"] >= 0:
        moved = moved + array_of(scene, scene.form["tracks"])[form["track"]]
    return moved


def items_of(scene, **wanted):
    """Items of a scene with these values."""
    return [
        item for item in scene.form["items"] if all(item.get(k) == v for k, v in wanted.items())
    ]
