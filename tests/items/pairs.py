"""Two points that a connector joins, on every carrier, and their equations as matrices."""

import functools
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from linkwork import markers, nodes
from linkwork.connectors.connector import FrameConnector
from linkwork.extend.probe import Probe
from linkwork.items import *
from linkwork.nodes.pose_node import PoseNode

from .samples import (
    GROUND_FRAME,
    MARKER_CONNECTORS,
    POINT_BODIES,
    SECOND_COORDINATE,
    World,
    each,
    values_of,
)

LOCAL = np.array([0.25, -0.5, 0.125])
"""Local position of markers on bodies."""


def _on_mass(w: World, place: np.ndarray) -> Any:
    node = w.mbs.AddNode(NodePoint(referenceCoordinates=place - LOCAL))
    mass = w.mbs.AddObject(MassPoint(mass=2.0, nodeNumber=node))
    return w.mbs.AddMarker(MarkerBodyPosition(bodyNumber=mass, localPosition=LOCAL))


def _on_plane_mass(w: World, place: np.ndarray) -> Any:
    node = w.mbs.AddNode(NodePoint2D(referenceCoordinates=(place - LOCAL)[:2]))
    mass = w.mbs.AddObject(MassPoint2D(mass=3.0, nodeNumber=node))
    local = [*LOCAL[:2], place[2]]
    return w.mbs.AddMarker(MarkerBodyPosition(bodyNumber=mass, localPosition=local))


def _on_ground(w: World, place: np.ndarray) -> Any:
    quarter_turn = np.array([[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]])
    origin = place - quarter_turn @ LOCAL
    ground = w.mbs.AddObject(ObjectGround(referencePosition=origin, referenceRotation=quarter_turn))
    return w.mbs.AddMarker(MarkerBodyPosition(bodyNumber=ground, localPosition=LOCAL))


def _on_node(w: World, place: np.ndarray) -> Any:
    node = w.mbs.AddNode(NodePoint(referenceCoordinates=place))
    return w.mbs.AddMarker(MarkerNodePosition(nodeNumber=node))


def _on_plane_node(w: World, place: np.ndarray) -> Any:
    node = w.mbs.AddNode(NodePoint2D(referenceCoordinates=place[:2]))
    return w.mbs.AddMarker(MarkerNodePosition(nodeNumber=node))


def _on_ground_node(w: World, place: np.ndarray) -> Any:
    node = w.mbs.AddNode(NodePointGround(referenceCoordinates=place))
    return w.mbs.AddMarker(MarkerNodePosition(nodeNumber=node))


def _on_mass_1d(w: World, place: np.ndarray) -> Any:
    node = w.mbs.AddNode(Node1D(referenceCoordinates=[place[0] - LOCAL[0]]))
    beside = [0.0, *(place - LOCAL)[1:]]
    mass = w.mbs.AddObject(Mass1D(mass=1.5, nodeNumber=node, referencePosition=beside))
    return w.mbs.AddMarker(MarkerBodyPosition(bodyNumber=mass, localPosition=LOCAL))


OBLIQUE = np.array([[0.36, 0.48, -0.8], [-0.8, 0.6, 0.0], [0.48, 0.64, 0.6]])
"""Rotation matrix whose first column, the axis of a mass, has a part along x, y and z."""


class ObliqueMass1D(ObjectMass1D):
    """Stands for a Mass1D whose axis is not the global x axis: its markers have a Jacobian."""


def _on_oblique_mass(w: World, place: np.ndarray) -> Any:
    node = w.mbs.AddNode(Node1D(referenceCoordinates=[0.75]))
    origin = place - OBLIQUE @ (LOCAL + [0.75, 0.0, 0.0])
    mass = Mass1D(
        mass=2.5, nodeNumber=node, referencePosition=origin, referenceRotation=OBLIQUE
    )  # fmt: skip
    body = w.mbs.AddObject(mass)
    return w.mbs.AddMarker(MarkerBodyPosition(bodyNumber=body, localPosition=LOCAL))


def _turned(angle: float, local: np.ndarray) -> np.ndarray:
    sine, cosine = np.sin(angle), np.cos(angle)
    return np.array([cosine * local[0] - sine * local[1], sine * local[0] + cosine * local[1]])


def _rigid_body(w: World, place: np.ndarray) -> Any:
    """A body whose local point LOCAL lies at a place; its centre of mass is elsewhere."""
    pose = [*(place[:2] - _turned(0.75, LOCAL)), 0.75]
    node = w.mbs.AddNode(NodeRigidBody2D(referenceCoordinates=pose))
    values = dict(physicsMass=2.0, physicsInertia=1.5, physicsCenterOfMass=[0.25, -0.125])
    return w.mbs.AddObject(ObjectRigidBody2D(nodeNumber=node, **values))


def _on_rigid_body(marker: Any) -> Any:
    def end(w: World, place: np.ndarray) -> Any:
        local = [*LOCAL[:2], place[2]]
        return w.mbs.AddMarker(marker(bodyNumber=_rigid_body(w, place), localPosition=local))

    return end


def _ground_frame(w: World, place: np.ndarray) -> Any:
    _on_ground(w, place)
    ground = w.mbs.systemData.NumberOfObjects() - 1
    return w.mbs.AddMarker(MarkerBodyRigid(bodyNumber=ground, localPosition=LOCAL))


def _on_pose_node(kind: Any, marker: Any, **values: Any) -> Any:
    def end(w: World, place: np.ndarray) -> Any:
        node = w.mbs.AddNode(kind(referenceCoordinates=[*place[:2], 0.5], **values))
        return w.mbs.AddMarker(marker(nodeNumber=node))

    return end


def _coordinate_of(kind: Callable[..., Any], coordinate: int) -> Any:
    """A coordinate of a node of that kind; the place is of no importance to it."""

    def end(w: World, place: np.ndarray) -> Any:
        node = w.mbs.AddNode(kind())
        return w.mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=node, coordinate=coordinate))

    return end


END = Callable[[World, np.ndarray], Any]
ENDS: dict[tuple[type, type], END] = {
    (MarkerBodyPosition, ObjectMassPoint): _on_mass,
    (MarkerBodyPosition, ObjectMassPoint2D): _on_plane_mass,
    (MarkerBodyPosition, ObjectMass1D): _on_mass_1d,
    (MarkerBodyPosition, ObliqueMass1D): _on_oblique_mass,
    (MarkerBodyPosition, ObjectGround): _on_ground,
    (MarkerNodePosition, NodePoint): _on_node,
    (MarkerNodePosition, NodePoint2D): _on_plane_node,
    (MarkerNodePosition, NodePointGround): _on_ground_node,
}
TURNING_ENDS: dict[tuple[type, type], END] = {
    (MarkerBodyRigid, ObjectRigidBody2D): _on_rigid_body(MarkerBodyRigid),
    (MarkerBodyRigid, ObjectGround): _ground_frame,
    (MarkerNodeRigid, NodeRigidBody2D): _on_pose_node(NodeRigidBody2D, MarkerNodeRigid),
    (MarkerNodeRigid, NodePlanar): _on_pose_node(
        NodePlanar, MarkerNodeRigid, heldCoordinates=[True, False, False]
    ),
}
"""The same for frames: with an orientation."""

TURNING_POINTS: dict[tuple[type, type], END] = {
    **TURNING_ENDS,
    (MarkerBodyPosition, ObjectRigidBody2D): _on_rigid_body(MarkerBodyPosition),
    (MarkerNodePosition, NodeRigidBody2D): _on_pose_node(NodeRigidBody2D, MarkerNodePosition),
    (MarkerNodePosition, NodePlanar): _on_pose_node(
        NodePlanar, MarkerNodePosition, heldCoordinates=[False, True, False]
    ),
}
"""Points of bodies that turn."""

"""(Marker, carrier) -> how to put such a marker at a place (z = 0 on a node in the plane)."""

COORDINATE_ENDS: dict[tuple[type, type], END] = {
    (MarkerNodeCoordinate, NodePoint): _coordinate_of(NodePoint, 2),
    (MarkerNodeCoordinate, NodePoint2D): _coordinate_of(NodePoint2D, 1),
    (MarkerNodeCoordinate, Node1D): _coordinate_of(Node1D, 0),
    (MarkerNodeCoordinate, NodePointGround): _coordinate_of(NodePointGround, 0),
    (MarkerNodeCoordinate, NodeRigidBody2D): _coordinate_of(NodeRigidBody2D, 2),
    (MarkerNodeCoordinate, NodePlanar): _coordinate_of(
        functools.partial(NodePlanar, heldCoordinates=[False, True, False]), 2
    ),
    (MarkerNodeCoordinate, NodeGenericODE2): _coordinate_of(
        functools.partial(NodeGenericODE2, numberOfODE2Coordinates=4), 2
    ),
}
"""The same for markers of single coordinates."""

ENDS_FOR = {"Position": ENDS, "Coordinate": COORDINATE_ENDS, "Orientation": TURNING_ENDS}
"""What a connector asks of its markers -> the ends it can have."""

NO_POSITION: tuple[type, ...] = (Node1D, NodeGenericODE2)
"""Nodes and bodies that carry no position markers."""

PAIRS = {
    wanted: [(first, second) for first in ends for second in ends]
    for wanted, ends in ENDS_FOR.items()
}
_BESIDE = (
    (MarkerNodePosition, NodePoint),
    (MarkerBodyPosition, ObliqueMass1D),
    (MarkerBodyRigid, ObjectRigidBody2D),
)
PAIRS["Position"] += [
    pair for end in TURNING_POINTS for other in _BESIDE for pair in ((end, other), (other, end))
]
PAIRS["Position"] = list(dict.fromkeys(PAIRS["Position"]))


def ends_named(ends: Any) -> str:
    """Markers and carriers of two ends, for the name of a case."""
    return " to ".join(f"{marker.__name__} on {carrier.__name__}" for marker, carrier in ends)


PLACES = ([0.5, -0.25, 0.0], [-1.0, 0.75, 0.0])
"""Where the two ends stand, unless a test needs other places."""

CONSTRAINTS = tuple(kind for kind in MARKER_CONNECTORS if kind.has_equations)
WITH_POTENTIAL = tuple(kind for kind in MARKER_CONNECTORS if "potential" in kind.kernels)
each_constraint = each(CONSTRAINTS)
each_with_potential = each(WITH_POTENTIAL)
SPACE = (MarkerNodePosition, NodePoint)
MASS = (MarkerBodyPosition, ObjectMassPoint)


def free_ends(kind: type) -> tuple[Any, Any]:
    """Two ends that can move in every way the connector knows."""
    if issubclass(kind, FrameConnector):
        end: Any = (MarkerNodeRigid, NodeRigidBody2D)
    else:
        end = SPACE if kind.marker_types[0] == "Position" else (MarkerNodeCoordinate, Node1D)
    return end, end


def wanted_ends() -> set[tuple[type, type]]:
    """Every marker of a position or a coordinate on everything that can carry it."""
    found = set()
    on_nodes = [kind for kind in nodes.KINDS if kind.part == "ode2"]
    for marker in markers.KINDS:
        carriers = POINT_BODIES if "bodyNumber" in marker.fields else on_nodes
        if "Orientation" in marker.provides:
            found |= {
                (marker, c)
                for c in carriers
                if issubclass(c, PoseNode) or getattr(c, "has_axes", 0)
            }
        elif "Position" in marker.provides:
            found |= {(marker, c) for c in carriers if c not in NO_POSITION}
        elif "Coordinate" in marker.provides:
            found |= {(marker, c) for c in carriers}
    return found


class Pair(Probe):
    """A connector between two ends, with the state, residual and matrix of its system.

    Ends are keys of ENDS or COORDINATE_ENDS, or functions like their values. active: the connector
    acts; of_velocities: it is a constraint without an equation of positions.
    """

    def __init__(self, kind: type, ends: Any, places: Any, **changes: Any) -> None:
        w = World()
        w.mbs.AddNode(NodePoint())
        w.remember(NodeGenericData, w.mbs.AddNode(NodeGenericData(numberOfDataCoordinates=1)))
        self.kind = kind
        known = {**ENDS, **TURNING_POINTS, **COORDINATE_ENDS}
        markers = [
            int(known.get(end, end)(w, np.asarray(place, float)))
            for end, place in zip(ends, places, strict=True)
        ]
        w.remember(MarkerBodyPosition, markers[0])
        w.remember(MarkerNodePosition, markers[1])
        w.remember(MarkerBodyRigid, markers[0])
        w.remember(MarkerNodeRigid, markers[1])
        w.remember(GROUND_FRAME, markers[0])
        w.remember(MarkerNodeCoordinate, markers[0])
        w.remember(SECOND_COORDINATE, markers[1])
        values = values_of(kind, w) | dict(markerNumbers=markers) | changes
        self.number = int(w.mbs.AddObject(kind(**values)))
        super().__init__(w.mbs, markers, sum(callable(value) for value in values.values()))
        self.of_velocities = bool(values.get("velocityLevel", False))
        self.active = bool(values["activeConnector"])

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


def assert_matrix_is_derivative(pair: Pair, level: int, tolerance: float = 1e-8) -> None:
    """The matrix that the kernels give is the one by differences of the residual."""
    exact, close = pair.matrix(level), pair.differences(level)
    assert np.isfinite(exact).all()
    limit = tolerance * max(np.abs(close).max(), 1.0)
    assert np.abs(exact - close).max() <= limit, f"level {level}:\n{exact}\n{close}"
