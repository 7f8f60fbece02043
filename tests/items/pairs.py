"""Two points that a connector joins, on every carrier, and their equations as matrices.

Carriers are the samples of nodes and bodies, moved to the place where a point is wanted: a new
node, body or marker joins by itself.
"""

import functools
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

import numpy as np

from linkwork.connectors.connector import FrameConnector
from linkwork.core.declare.item import checked
from linkwork.extend.probe import Probe
from linkwork.items import *
from linkwork.markers import kinds as markers
from linkwork.model.places import Places
from linkwork.nodes import kinds as nodes
from tests.cases import named

from .samples import (
    IN_SPACE,
    MARKER_CONNECTORS,
    OTHER_CARRIERS,
    POINT_BODIES,
    Out,
    World,
    each,
    loop_over,
    values_of,
    with_items,
)

LOCAL = np.array([0.25, -0.5, 0.125])
"""Local position of markers on bodies."""

End = tuple[type, type | str]
"""A kind of marker, and the kind of its carrier or the name of one of the OTHER_CARRIERS."""

Build = Callable[[World, np.ndarray], Any]
"""Adds a marker at a place to a world; returns its number."""


class Carriers(World):
    """Samples that are at rest, in a system with others, and shifted from their places.

    shifts -- are added one by one, large ones first, since sums are rounded
    """

    def __init__(self, mbs: Any, shifts: list[np.ndarray]) -> None:
        super().__init__(mbs=mbs)
        self.shifts = shifts

    def made(self, kind: Any, values: dict[str, Any]) -> Any:
        values = {name: value for name, value in values.items() if not name.startswith("initial")}
        if "referencePosition" in kind.fields:
            values["referencePosition"] = sum(self.shifts, np.array(values["referencePosition"]))
        elif "baseOffset" in kind.fields and values.get("baseNodeNumber", -1) < 0:
            values["baseOffset"] = sum(self.shifts, np.array(values["baseOffset"]))
        elif kind.family == "node" and Out.Position in kind.outputs:
            c_ref = np.array(values["referenceCoordinates"], float)
            place = checked(kind(**values)).point(0).reference_place()
            count = 3 if np.array_equal(c_ref[:3], place) else 2  # the others are no positions
            c_ref[:count] = sum((shift[:count] for shift in self.shifts), c_ref[:count])
            values["referenceCoordinates"] = c_ref
        return kind(**values)


def motion_of(mbs: Any, number: Any) -> Any:
    """How a marker moves; the system need not be assembled."""
    items = mbs._items
    first = 100 * np.arange(len(items["node"]))
    numbering = SimpleNamespace(items=items, node_first=first, node_firsts={"data": first})
    motion, _ = items["marker"][int(number)].resolve(Places(numbering))
    return motion


def _standing(marker: Any, kind: Any, changes: dict[str, Any]) -> Build:
    """Puts a marker on a sample of a kind, and the sample where the marker meets its place."""
    values = {name: value for name, value in changes.items() if name in kind.fields}
    local = np.array(changes.get("localPosition", LOCAL))

    def put(mbs: Any, shifts: list[np.ndarray], height: float) -> Any:
        own = Carriers(mbs, shifts)
        number = own.add(kind, **with_items(values, own))
        if marker.on_mesh:
            return mbs.AddMarker(marker(**(values_of(marker, own) | dict(bodyNumber=number))))
        if marker.on_links:
            place = dict(objectNumber=number, linkNumber=changes.get("linkNumber", 1))
            return mbs.AddMarker(marker(**place, localPosition=[*local[:2], local[2] + height]))
        if "bodyNumber" in marker.fields:
            place = dict(bodyNumber=number, localPosition=[*local[:2], local[2] + height])
            return mbs.AddMarker(marker(**place))
        return mbs.AddMarker(marker(nodeNumber=number))

    @functools.cache
    def found(place: tuple[float, ...]) -> tuple[list[np.ndarray], float]:
        shifts: list[np.ndarray] = []
        height = 0.0
        for _ in range(4):  # again for what is rounded, and for the height over a plane
            scratch = World().mbs
            off = (
                np.array(place) - motion_of(scratch, put(scratch, shifts, height)).reference_place()
            )
            if shifts and abs(off[2]) > 1e-9:
                height += off[2]
                off[2] = 0.0
            shifts = [*shifts, off]
        return shifts, height

    return lambda w, place: put(w.mbs, *found(tuple(place.tolist())))


def _coordinate_of(marker: Any, kind: Any, changes: dict[str, Any]) -> Build:
    """Puts a marker on the last coordinate of a node; the place is of no importance to it."""

    def end(w: World, place: np.ndarray) -> Any:
        own = Carriers(w.mbs, [])
        last = len(values_of(kind, own)["referenceCoordinates"]) - 1
        if "rotationCoordinate" in marker.fields:
            number = own.add(kind, **changes)
            return w.mbs.AddMarker(
                marker(nodeNumber=number, rotationCoordinate=kind.angle_axes[-1])
            )
        return w.mbs.AddMarker(marker(nodeNumber=own.add(kind, **changes), coordinate=last))

    return end


def _relative_of(marker: Any, kind: Any, changes: dict[str, Any]) -> Build:
    """Puts a marker between a rigid body in space and another body, away from each other."""

    def end(w: World, place: np.ndarray) -> Any:
        own, other = Carriers(w.mbs, []), Carriers(w.mbs, [])
        values = values_of(marker, own) | {"bodyNumbers": [other.add(ObjectRigidBody)] * 2}
        values["bodyNumbers"] = [
            values["bodyNumbers"][0],
            own.add(kind, **with_items(changes, own)),
        ]
        return w.mbs.AddMarker(marker(**values))

    return end


def _carriers_of(marker: Any) -> list[Any]:
    """Kinds of nodes or bodies that can carry a kind of marker."""
    if marker.on_mesh:
        return [ObjectFFRFreducedOrder]
    if marker.on_links:
        return [ObjectKinematicTree]
    # the frame of a flexible body is that of a rigid one; its markers of mesh nodes are tried
    carriers: Any = [kind for kind in POINT_BODIES if not kind.is_super_element]
    if "nodeNumber" in marker.fields and "bodyNumbers" not in marker.fields:
        carriers = [kind for kind in nodes.KINDS if kind.part == "ode2"]
    if "rotationCoordinate" in marker.fields:
        return [kind for kind in carriers if kind.angle_axes]
    if marker.needs_axes:
        carriers = [kind for kind in carriers if kind.has_axes]
    if "Orientation" in marker.provides:
        return [kind for kind in carriers if kind.has_axes]
    if "Position" in marker.provides:
        return [kind for kind in carriers if Out.Position in kind.outputs]
    return list(carriers) if "Coordinate" in marker.provides else []


EXACT: dict[Any, dict[str, Any]] = {ObjectANCFCable: dict(physicsLength=1.0)}
"""Changes of samples with which the weights of their points are exact: in whatever order they are
added, the points can meet others to the last bit."""


def _all_ends() -> dict[End, Build]:
    found: dict[End, Build] = {}
    for marker in markers.KINDS:
        make = _coordinate_of if "Coordinate" in marker.provides else _standing
        if "bodyNumbers" in marker.fields:
            make = _relative_of
        others = [(k[1], *v) for k, v in OTHER_CARRIERS.items() if k[0] is marker]
        plain = [(kind, kind, EXACT.get(kind, {})) for kind in _carriers_of(marker)]
        found |= {(marker, carrier): make(marker, kind, chg) for carrier, kind, chg in plain}
        found |= {(marker, carrier): make(marker, kind, chg) for carrier, kind, chg in others}
    return found


ENDS = _all_ends()
"""Every marker of a position, frame or coordinate on everything that can carry it."""


def _motion(end: End) -> Any:
    scratch = World()
    return motion_of(scratch.mbs, ENDS[end](scratch, np.zeros(3)))


def _turns(end: End) -> bool:
    """Whether the carrier of an end turns, even if the point is in its center."""
    has_axes = getattr(end[1], "has_axes", False)
    return MOTIONS[end].turns or (has_axes and MOTIONS[end].kind is not None)


MOTIONS = {end: _motion(end) for end in ENDS}
MOTION_KINDS = {motion.kind for motion in MOTIONS.values() if motion.kind is not None}
COORDINATES = [end for end in ENDS if "Coordinate" in end[0].provides]
FRAMES = [end for end in ENDS if "Orientation" in end[0].provides]
PLANE_FRAMES = [end for end in FRAMES if MOTIONS[end].is_planar]
SPACE_FRAMES = [end for end in FRAMES if end not in PLANE_FRAMES]
POINTS = [end for end in ENDS if end not in FRAMES + COORDINATES and not _turns(end)]
MESH_POINTS = [end for end in ENDS if end[0].on_mesh]
MESH_FRAMES = [end for end in MESH_POINTS if end in FRAMES]
TURNING_POINTS = [end for end in ENDS if end not in COORDINATES + POINTS + MESH_POINTS]
"""Points of bodies that turn."""


def _squared(ends: list[End]) -> list[tuple[End, End]]:
    return [(first, second) for first in ends for second in ends]


def _covering(ends: list[End]) -> list[tuple[End, End]]:
    """Pairs in which each kind of motion meets each, and each end is the first and the second.

    A connector sees the motions of its markers, not what carries them.
    """
    kinds = {MOTIONS[end].kind: end for end in reversed(ends)}
    chosen = list(kinds.values())
    pairs = _squared(chosen)
    for k, end in enumerate(end for end in ends if end not in chosen):
        other = chosen[k % len(chosen)]
        pairs += [(end, other), (other, end)]
    return pairs


PAIRS = {
    "Position": _covering(POINTS + TURNING_POINTS + MESH_POINTS),
    "Coordinate": _covering(COORDINATES),
    "Orientation": _squared(PLANE_FRAMES),
    "Space": [
        pair for pair in _covering(SPACE_FRAMES + PLANE_FRAMES) if set(pair) & set(SPACE_FRAMES)
    ],
}
"""What a connector asks of its markers -> the pairs of ends it can have."""


WITH_PLANAR_LAW = (ObjectConnectorTorsionalSpringDamper,)
"""Connectors of frames in space whose law is another one in the plane, where it has a potential."""


def pairs_of(kind: Any) -> list[tuple[End, End]]:
    """Pairs of ends that a connector can have."""
    wanted = kind.marker_types[0]
    if kind in WITH_PLANAR_LAW:
        return PAIRS["Orientation"] + PAIRS["Space"]
    in_space = wanted == "Orientation" and not kind.blocks.needs_angles
    return PAIRS["Space" if in_space else wanted]


def conservative_pairs(kind: Any) -> list[tuple[End, End]]:
    """Those of them on which its law has a potential, in some variants."""
    return PAIRS["Orientation"] if kind in WITH_PLANAR_LAW else pairs_of(kind)


def ends_named(ends: Any) -> str:
    """Markers and carriers of two ends, for the name of a case."""
    return " to ".join(f"{named(marker)} on {named(carrier)}" for marker, carrier in ends)


PLACES = ([0.5, -0.25, 0.0], [-1.0, 0.75, 0.0])
"""Where the two ends stand, unless a test needs other places."""

DIRECTIONS: dict[type, dict[str, int]] = {
    ObjectConnectorRigidBodySpringDamper: {"rotationMarker0": 0, "rotationMarker1": 1},
    ObjectConnectorRollingDiscPenalty: {"planeNormal": 0, "discAxis": 1},
    ObjectJointRollingDisc: {"planeNormal": 0, "discAxis": 1},
}
"""Kind whose law is singular in some positions -> its directions in the axes of an end, the first
or the second. Those of the sample are taken as global ones and turned into these axes, so that no
carriers lead to a disc that lies almost flat, or to angles near pi/2."""

CONSTRAINTS = tuple(kind for kind in MARKER_CONNECTORS if kind.has_equations)
WITH_POTENTIAL = tuple(kind for kind in MARKER_CONNECTORS if "potential" in kind.kernels)
each_constraint = each(CONSTRAINTS)
loop_with_potential = loop_over(WITH_POTENTIAL)
SPACE: Any = (MarkerNodePosition, NodePoint)
MASS: Any = (MarkerBodyPosition, ObjectMassPoint)


def free_ends(kind: Any) -> tuple[Any, Any]:
    """Two ends that can move in every way the connector knows."""
    wanted = kind.marker_types[0]
    if not issubclass(kind, FrameConnector):
        end = SPACE if wanted == "Position" else (MarkerNodeCoordinate, Node1D)
    elif kind.blocks.needs_angles or wanted == "Position" or kind in WITH_PLANAR_LAW:
        end = (MarkerNodeRigid, NodeRigidBody2D)
    else:
        end = next(end for end in SPACE_FRAMES if end[0] is MarkerNodeRigid)
    return end, end


class Between(World):
    """A world whose markers are the ends of a pair, whatever a sample asks for."""

    ends: list[int]

    def first(self, kind: Any) -> Any:
        return self.ends[0] if kind.family == "marker" else super().first(kind)

    def another(self, kind: Any, name: str, values: Callable[[], dict[str, Any]]) -> Any:
        return self.ends[1] if kind.family == "marker" else super().another(kind, name, values)


class Pair(Probe):
    """A connector between two ends, with the state, residual and matrix of its system.

    Ends are keys of ENDS, or functions like its values. active: the connector acts; rows: its
    equations, which may stand behind those of nodes. Kinds that note something in a run note it at
    the start.
    """

    def __init__(self, kind: Any, ends: Any, places: Any, **changes: Any) -> None:
        w = Between()
        w.mbs.AddNode(NodePoint())
        self.kind = kind
        w.ends = markers = [
            int(ENDS.get(end, end)(w, np.asarray(place, float)))
            for end, place in zip(ends, places, strict=True)
        ]
        values = values_of(kind, w) | dict(markerNumbers=markers)
        for name, end in DIRECTIONS.get(kind, {}).items():
            R = motion_of(w.mbs, markers[end]).reference_rotation()
            values[name] = R.T @ np.array(values[name])
        if any(end in SPACE_FRAMES for end in ends):
            values |= IN_SPACE.get(kind, {})
        values |= changes
        self.number = int(w.mbs.AddObject(kind(**values)))
        super().__init__(
            w.mbs, markers, sum(callable(values[p.name]) for p in kind.function_parameters())
        )
        first = self.model.numbering.object_row
        self.rows = slice(first[self.number], first[self.number + 1])
        self.active = bool(values["activeConnector"])
        assert self.equations.run("motion_calls") == self.equations.run("search_calls") == 0

    @property
    def tied(self) -> np.ndarray:
        """Of each equation of the system: whether it ties coordinates now."""
        found = np.zeros(self.model.n_ae, bool)
        for table in self.model.equation_tables():
            rows, _ = table.kind.equation_rows(table)
            found[rows] = table.kind.active_equations(table)
        return found

    @property
    def of_velocities(self) -> np.ndarray:
        """Of each equation of the system: whether it is one of velocities alone."""
        found = np.zeros(self.model.n_ae, bool)
        for table in self.model.equation_tables():
            found[table.kind.equation_rows(table)[0]] = table.kind.rate_equations(table)
        return found

    @contextmanager
    def changed(self, **values: Any) -> Iterator[None]:
        """Other values of the connector's parameters, put back at the end."""
        kept = {name: self.mbs.GetObjectParameter(self.number, name) for name in values}
        for name, value in values.items():
            self.mbs.SetObjectParameter(self.number, name, value)
        try:
            yield
        finally:
            for name, value in kept.items():
                self.mbs.SetObjectParameter(self.number, name, value)


def meeting(kind: Any, ends: Any, place: Any, **changes: Any) -> Pair:
    """A pair whose points coincide to the last bit, near a place: it may fall between numbers."""
    in_space = all(MOTIONS[end].turns and not MOTIONS[end].is_planar for end in ends)
    for shift in range(20):
        height = 0.015625 * shift if in_space else 0.0
        places = [np.add(place, [0.0625 * shift, 0.03125 * shift, height])] * 2
        for k in (0, 1, 0, 1):
            pair = Pair(kind, ends, places, **changes)
            points = pair.points()[:2]
            if np.array_equal(*points):
                return pair
            places[1 - k] = points[k]
    raise AssertionError(f"the points of {ends_named(ends)} do not meet")


def assert_matrix_is_derivative(pair: Pair, level: int, tolerance: float = 1e-8) -> None:
    """The matrix that the kernels give is the one by differences of the residual.

    Piecewise laws keep the branches of the state: a difference may cross a boundary.
    """
    pair.residual(level)
    pair.data.scalars.frozen = 1
    exact, close = pair.matrix(level), pair.differences(level)
    # kernels differentiate user functions by differences, too (math/differences.py)
    limit = tolerance * (10.0 if pair.functions else 1.0) * max(np.abs(close).max(), 1.0)
    if np.abs(exact - close).max() > limit:  # a law that bends much needs a smaller step
        close = pair.differences(level, 2.5e-6)
    pair.data.scalars.frozen = 0
    assert np.isfinite(exact).all()
    assert np.abs(exact - close).max() <= limit, f"level {level}:\n{exact}\n{close}"
