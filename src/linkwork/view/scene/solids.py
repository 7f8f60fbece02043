"""Solids of which bodies and joints in space are put together."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from linkwork.graphics.meshes import axes_of
from linkwork.graphics.shapes import Shape
from linkwork.view.scene.motion import Place
from linkwork.view.scene.sizes import directions

if TYPE_CHECKING:
    from linkwork.view.scene.writer import SceneWriter

CORNERS = np.array([*itertools.product((-0.5, 0.5), repeat=3)])
"""Corners of a cube with edges of length 1."""

MOST_PLACES = 200_000
"""Number of positions of corners up to which a solid is followed through all states."""


MOST_SAMPLES = 2_000
"""Number of positions of corners that count for the outline of the scene."""


class Mount(NamedTuple):
    """A frame that solids are fixed in.

    place -- its origin; axes -- its axes in columns, in those of the frame of the place
    """

    place: Place
    axes: np.ndarray

    def shifted(self, *along: float) -> Mount:
        """The same axes at a point with these coordinates [m]."""
        x, y, z = np.array(self.place[1:]) + self.axes @ np.array(along)
        return Mount((self.place[0], float(x), float(y), float(z)), self.axes)

    def with_z(self, axis: int) -> Mount:
        """The same frame with its axes renamed so that the given one is z."""
        return Mount(self.place, self.axes[:, [(axis + 1) % 3, (axis + 2) % 3, axis]])


def solid(kind: str, mount: Mount, sizes: Any, color: list[float]) -> dict[str, Any]:
    """A solid about the origin of a mount: box, cylinder or wheel (about z), cup (open at +z)."""
    values: dict[str, Any] = {"kind": kind, "point": mount.place, "color": color}
    values["sizes"] = [float(size) for size in sizes]
    if not np.array_equal(mount.axes, np.eye(3)):
        values["axes"] = mount.axes.T.tolist()
    return values


def ball(mount: Mount, radius: float, color: list[float]) -> dict[str, Any]:
    """A sphere."""
    return {"kind": "sphere", "point": mount.place, "size": float(radius), "color": color}


def include(writer: SceneWriter, place: Place, corners: np.ndarray) -> None:
    """Make room for points around a place, in the axes of its frame, wherever it moves."""
    motion = writer.motion
    stride = -(-len(motion.q) * len(corners) // MOST_PLACES)
    rotations = motion.rotations(place)[::stride]
    origins = motion.positions((place[0], 0.0, 0.0, 0.0))[::stride]
    local = corners + np.array(place[1:])
    points = origins[:, None, :] + np.einsum("rij,cj->rci", rotations, local)
    some = points[:: -(-points[..., 0].size // MOST_SAMPLES)]  # whole outlines in some states
    writer.bounds.include(points.reshape(-1, 3), sample=some.reshape(-1, 3))


def outline(shape: Shape) -> np.ndarray:
    """Outermost points of a shape in the axes of its body, (n, 3) [m]."""
    at, values = np.array(shape.at, float), shape.values
    if shape.type == "sphere":
        return np.asarray(at + values["radius"] * directions(42))
    if shape.type == "mesh":
        points = np.asarray(values["points"], float)
        return np.asarray(at + points[np.unique((points @ directions(42).T).argmax(axis=0))])
    if shape.type == "cylinder":
        axis = np.array(values["axis"], float)
        turn = 2.0 * np.pi * np.arange(16) / 16
        circle = np.column_stack([np.cos(turn), np.sin(turn)]) * values["radius"]
        rim = circle @ axes_of(axis)[:, :2].T
        return np.vstack([at + rim, at + rim + axis])
    return np.array([*itertools.product(*zip(*shape.bounds(), strict=True))])
