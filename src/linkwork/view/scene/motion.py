"""Positions of the points of a model at recorded times.

Everything that follows the same coordinates shares a frame, and a point of the scene is a frame
with a local position:

    frame of a point      p = local + u              u: its recorded displacements
    frame of a pose       p = r + u + R(phi) local   r: its position at zero displacement
    frame of a node       p = r + u + R local        of a rigid body in space
    any other frame       p = r + u                  of one point that turns in its own way
    no frame (-1)         p = local                  fixed in space
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from linkwork.bodies.body import Body
from linkwork.model.marker_map import poses
from linkwork.motion.kind import Member
from linkwork.motion.planar_frame import PlanarFrame
from linkwork.motion.point import Point
from linkwork.motion.space_frame import SpaceFrame
from linkwork.motion.tree_link import TreeLinkFrame
from linkwork.results.directions import bodies_on, directions_of, points_on
from linkwork.results.snapshot import Snapshot

FIXED = -1
Place = tuple[int, float, float, float]
"""Frame and local position [m]."""


class Track(NamedTuple):
    """Displacement: sum of jacobian[k] * q[coordinates[k]]; -1: no such coordinate."""

    coordinates: tuple[int, ...]
    jacobian: np.ndarray


class Turn(NamedTuple):
    """A rotation about z by angle + q[coordinate], or a fixed one (coordinate -1)."""

    quaternion: np.ndarray
    angle: float
    coordinate: int


class Derived(NamedTuple):
    """Points that follow from the positions and rotations of places.

    first -- track of the first one; homes -- the points at zero displacement
    function -- (positions (rows, places, 3), rotations (rows, places, 3, 3)) -> (rows, points, 3)
    """

    first: int
    homes: np.ndarray
    places: list[Place]
    function: Callable[[np.ndarray, np.ndarray], np.ndarray]


class Recipes(NamedTuple):
    """How tracks and turns follow from coordinates, for states that were not recorded.

    others -- (track, turn, motion) of those that follow in other ways
    derived -- points that follow from other places
    """

    tracks: list[Track]
    turns: list[Turn]
    others: list[tuple[int, int, Any]]
    derived: list[Derived]


def quaternions(rotations: np.ndarray) -> np.ndarray:
    """x, y, z, w of rotation matrices (rows, 3, 3)."""
    from scipy.spatial.transform import Rotation

    return np.asarray(Rotation.from_matrix(rotations).as_quat())


class Motion:
    """Frames of a model, and their motion over the rows of recorded coordinates.

    coordinates -- ODE2 coordinates, one row for each frame of the film
    frames -- of each: index of its track and of its turn, -1 if it has none
    tracks -- displacements, each (rows, 3) [m]
    turns -- quaternions x, y, z, w, each (rows, 4)
    recipes -- how they follow from the coordinates, track by track and turn by turn
    """

    def __init__(self, snapshot: Snapshot, coordinates: np.ndarray) -> None:
        self.snapshot, self.model = snapshot, snapshot.model
        self.q = coordinates
        self.frames: list[dict[str, Any]] = []
        self.tracks: list[np.ndarray] = []
        self.turns: list[np.ndarray] = []
        self.recipes = Recipes([], [], [], [])
        self._known: dict[Any, int] = {}
        self._markers: dict[int, Place | None] = {}

    # ------------------------------------------------------------------ places

    def place(self, point: Any) -> Place:
        """Frame and local position of a point of the model."""
        if isinstance(point, SpaceFrame):  # all points of a body share the frame of its node
            x, y, z = (float(value) for value in point.arm)
            origin = point._replace(offset=point.reference[:3], arm=(0.0, 0.0, 0.0))
            return self._frame(origin, ("node", point.first)), x, y, z
        if isinstance(point, TreeLinkFrame):  # and all points of a link that of the link
            x, y, z = point.arm
            link = point._replace(arm=(0.0, 0.0, 0.0))
            return self._frame(link, ("link", point.owner, point.numbers[-1])), x, y, z
        if point.turns and not isinstance(point, PlanarFrame):
            rows = point.kind.rows([Member(0, point, 0)])
            key = "frame", tuple(point.coordinates), rows.tobytes()
            return self._frame(point, key), 0.0, 0.0, 0.0
        if point.turns:
            x, y = point.arm
            return (self._pose(point), float(x), float(y), float(point.offset[2]))
        frame = FIXED if point.kind is None else self._point(point)
        x, y, z = (float(value) for value in point.offset)
        return frame, x, y, z

    def node_place(self, number: int) -> Place | None:
        """Place of a node; for a Node1D, that of the first body on it. None if it has none."""
        points = points_on(self.model, number, self._bodies.get(number, []))
        return self.place(points[0][0]) if points else None

    @cached_property
    def _bodies(self) -> dict[int, list[int]]:
        return bodies_on(self.model)

    def bodies_on(self, number: int) -> list[int]:
        """Numbers of the bodies on a node."""
        return self._bodies.get(number, [])

    @cached_property
    def bare_nodes(self) -> set[int]:
        """Nodes without a point of their own, on which there are only bodies without points."""
        objects: Any = self.snapshot.items["object"]
        nodes: Any = self.snapshot.items["node"]
        bodies = (body for body in objects if isinstance(body, Body) and not body.has_points)
        used = {node for body in bodies for node in body.nodes()} - self._bodies.keys()
        return {number for number in used if nodes[number].point(0) is None}

    @cached_property
    def directions(self) -> np.ndarray:
        """Direction in space of each ODE2 coordinate."""
        return directions_of(self.model)

    def marker_place(self, number: int) -> Place | None:
        """Place of a marker; for one on coordinates, the place of its node."""
        if number not in self._markers:
            self._markers[number] = self._marker_place(number)
        return self._markers[number]

    def _marker_place(self, number: int) -> Place | None:
        marker: Any = self.snapshot.items["marker"][number]
        if "Position" in marker.provides or "BodyMass" in marker.provides:
            return self.place(marker.resolve(self.model.places)[0])
        if "nodeNumber" in marker.fields:
            return self.node_place(marker.nodeNumber)
        if "bodyNumber" in marker.fields:
            center = self.snapshot.items["object"][marker.bodyNumber].center()
            return self.body_place(marker.bodyNumber, center)
        if "objectNumber" in marker.fields:
            body: Any = self.snapshot.items["object"][marker.objectNumber]
            nodes = body.nodes()
            return self.node_place(nodes[0]) if nodes else None
        return None

    def body_place(self, number: int, local: Any) -> Place:
        """Place of a point of a body."""
        return self.place(self.model.places.body_frame(number, np.asarray(local, float)))

    def marker_axes(self, number: int) -> np.ndarray:
        """Axes of a marker in those of the frame of its place, in columns."""
        marker: Any = self.snapshot.items["marker"][number]
        frame = marker.resolve(self.model.places)[0]
        return np.eye(3) if frame.turns else np.asarray(frame.reference_rotation(), float)

    def turn_of(self, place: Place) -> int:
        """Index of the turn of a place, -1 if it does not turn."""
        return FIXED if place[0] < 0 else int(self.frames[place[0]]["turn"])

    def fixed_turn(self, rotation: np.ndarray, at: np.ndarray) -> int:
        """A fixed frame with that rotation matrix; -1 if it is not rotated."""
        if np.array_equal(rotation, np.eye(3)) and not at.any():
            return FIXED
        from scipy.spatial.transform import Rotation

        key = "fixed", rotation.tobytes(), at.tobytes()
        if key not in self._known:
            quaternion = Rotation.from_matrix(rotation).as_quat()
            self.turns.append(np.tile(quaternion, (len(self.q), 1)))
            self.recipes.turns.append(Turn(quaternion, 0.0, FIXED))
            self._keep(key, FIXED, len(self.turns) - 1, at)
        return self._known[key]

    def shifted(self, values: np.ndarray, direction: np.ndarray, part: str, index: int) -> int:
        """A frame that a coordinate shifts along a direction: the gauge of its values (rows,)."""
        key = "gauge", part, index
        if key not in self._known:
            self.tracks.append(np.multiply.outer(values, direction))
            self.recipes.tracks.append(Track((), np.zeros((0, 3))))
            self._keep(key, len(self.tracks) - 1, FIXED, np.zeros(3))
        return self._known[key]

    def derived(
        self,
        key: Any,
        places: list[Place],
        function: Callable[[np.ndarray, np.ndarray], np.ndarray],
    ) -> list[Place]:
        """Points that follow from places, such as those of a rope; see `Derived`."""
        p = np.stack([self.positions(place) for place in places], axis=1)
        R = np.stack([self.rotations(place) for place in places], axis=1)
        points = function(p, R)
        homes, first = points[0].copy(), len(self.tracks)
        self.recipes.derived.append(Derived(first, homes, places, function))
        for k, home in enumerate(homes):
            self.tracks.append(points[:, k] - home)
            self.recipes.tracks.append(Track((), np.zeros((0, 3))))
            self._keep((key, k), first + k, FIXED, home)
        return [(self._known[key, k], 0.0, 0.0, 0.0) for k in range(len(homes))]

    # ------------------------------------------------------------------ positions

    def positions(self, place: Place) -> np.ndarray:
        """Positions of a place over all rows, (rows, 3) [m]."""
        local = np.array(place[1:])
        if place[0] < 0:
            return np.tile(local, (len(self.q), 1))
        frame = self.frames[place[0]]
        if frame["turn"] >= 0:
            from scipy.spatial.transform import Rotation

            local = Rotation.from_quat(self.turns[frame["turn"]]).apply(local)
        moved = local + np.array(frame["at"])
        if frame["track"] >= 0:
            return np.asarray(moved + self.tracks[frame["track"]])
        return np.broadcast_to(moved, (len(self.q), 3))

    def rotations(self, place: Place) -> np.ndarray:
        """Rotation matrices of the frame of a place over all rows, (rows, 3, 3)."""
        turn = self.turn_of(place)
        if turn < 0:
            return np.broadcast_to(np.eye(3), (len(self.q), 3, 3))
        from scipy.spatial.transform import Rotation

        return np.asarray(Rotation.from_quat(self.turns[turn]).as_matrix())

    # ------------------------------------------------------------------ frames

    def _point(self, point: Point) -> int:
        jacobian = np.eye(3)[: point.dimension] if point.jacobian is None else point.jacobian
        key = "point", tuple(point.coordinates), jacobian.tobytes()
        if key not in self._known:
            self._track(Track(tuple(point.coordinates), jacobian))
            self._keep(key, len(self.tracks) - 1, FIXED, np.zeros(3))
        return self._known[key]

    def _pose(self, point: PlanarFrame) -> int:
        key = "pose", point.coordinates, tuple(point.pose)
        if key not in self._known:
            x, y, phi = point.coordinates
            # Single precision is good for displacements, but not for positions far from the origin.
            at = np.array([point.pose[0], point.pose[1], 0.0])
            self._track(Track((x, y), np.eye(3)[:2]))
            angle = point.pose[2] + (self.q[:, phi] if phi >= 0 else np.zeros(len(self.q)))
            nothing = np.zeros(len(angle))
            half = 0.5 * angle
            self.turns.append(np.column_stack([nothing, nothing, np.sin(half), np.cos(half)]))
            self.recipes.turns.append(Turn(self.turns[-1][0], float(point.pose[2]), phi))
            self._keep(key, len(self.tracks) - 1, len(self.turns) - 1, at)
        return self._known[key]

    def _frame(self, point: Any, key: Any) -> int:
        """Add a point that moves and turns in its own way; points with the same key are one."""
        if key not in self._known:
            places, rotations = poses(point, self.q)
            home = point.offset
            self.tracks.append(places - home)
            self.turns.append(quaternions(rotations))
            self.recipes.tracks.append(Track((), np.zeros((0, 3))))
            self.recipes.turns.append(Turn(self.turns[-1][0], 0.0, FIXED))
            track, turn = len(self.tracks) - 1, len(self.turns) - 1
            self.recipes.others.append((track, turn, point))
            self._keep(key, track, turn, home)
        return self._known[key]

    def _track(self, recipe: Track) -> None:
        moved = np.zeros((len(self.q), 3))
        for index, direction in zip(recipe.coordinates, recipe.jacobian, strict=True):
            if index >= 0:
                moved += np.multiply.outer(self.q[:, index], direction)
        self.tracks.append(moved)
        self.recipes.tracks.append(recipe)

    def _keep(self, key: Any, track: int, turn: int, at: np.ndarray) -> None:
        self._known[key] = len(self.frames)
        self.frames.append({"track": track, "turn": turn, "at": at.tolist()})
