"""Cables of many elements: along a line, an arc, or through given points.

Each function fills a template, an item whose length and nodes are not given, and adds it once per
element. Nodes and elements alternate, loads follow their element, and constraints come last.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from linkwork.api.create.parts import checked_vector, item
from linkwork.bodies.cable_body import CableBody
from linkwork.connectors.coordinate import ObjectConnectorCoordinate
from linkwork.core.declare.parameters import PInt, PReal, Real, shown
from linkwork.core.errors import ParameterError
from linkwork.loads.mass_proportional import LoadMassProportional
from linkwork.markers.body_mass import MarkerBodyMass
from linkwork.markers.node_coordinate import MarkerNodeCoordinate
from linkwork.nodes.point_2d_slope_1 import NodePoint2DSlope1
from linkwork.nodes.point_ground import NodePointGround

__all__ = [
    "GenerateCircularArcANCFCable2D",
    "GenerateStraightLineANCFCable2D",
    "PointsAndSlopes2ANCFCable2D",
]

Vector = Sequence[float] | np.ndarray
ORIGIN = (0.0, 0.0, 0.0)
FREE = (0, 0, 0, 0)


class _Elements:
    """Elements of a cable that are being added to a system.

    owner -- function that adds them, for errors; gravity -- acceleration on each of them
    """

    order = 1
    """Number of nodes of an element, less one."""

    def __init__(self, mbs: Any, owner: str, template: Any, gravity: Vector) -> None:
        if not isinstance(template, CableBody):
            raise ParameterError(
                f"{owner}: the template must be a Cable2D or ALECable2D, got {shown(template)}; "
                "pass one with stiffnesses and mass per length, without physicsLength and the "
                "nodeNumbers of its ends"
            )
        self.mbs, self.owner, self.template = mbs, owner, template
        self.gravity = checked_vector(owner, "gravity", gravity)
        self.nodes: list[Any] = []
        self.objects: list[Any] = []
        self.loads: list[Any] = []
        self.positions: list[list[float]] = []
        self.constraints: list[Any] = []

    def add_node(self, point: Vector, slope: Vector, given: Any = -1) -> None:
        """Add a node, or take a given one; its position is listed in either case."""
        if given is None or given == -1:
            coordinates = [float(point[0]), float(point[1]), float(slope[0]), float(slope[1])]
            given = self.mbs.AddNode(item(NodePoint2DSlope1, referenceCoordinates=coordinates))
        self.nodes.append(given)
        self.positions.append([float(point[0]), float(point[1]), 0.0])

    def add_element(self, length: float) -> None:
        """Add an element between the last nodes, and its weight."""
        self.template.physicsLength = length
        further = list(self.template.nodeNumbers)[2:] if self.template.is_open else []
        self.template.nodeNumbers = [*self.nodes[-1 - self.order :], *further]
        number = self.mbs.AddObject(self.template)
        self.objects.append(number)
        if np.any(self.gravity):
            mass = self.mbs.AddMarker(MarkerBodyMass(bodyNumber=number))
            load = item(LoadMassProportional, markerNumber=mass, loadVector=self.gravity)
            self.loads.append(self.mbs.AddLoad(load))

    def add_ground(self, position: Vector) -> Any:
        """A coordinate of the ground that constraints hold nodes at."""
        place = [float(position[0]), float(position[1]), 0.0]
        node = self.mbs.AddNode(NodePointGround(referenceCoordinates=place))
        return self.mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=node, coordinate=0))

    def hold(self, ground: Any, node: Any, flags: list[bool] | None, size: float = -1.0) -> None:
        """Hold the coordinates of a node whose flags are set."""
        for coordinate, flag in enumerate(flags or ()):
            if flag:
                end = MarkerNodeCoordinate(nodeNumber=node, coordinate=coordinate)
                markers = [ground, self.mbs.AddMarker(end)]
                constraint = item(ObjectConnectorCoordinate, markerNumbers=markers)
                constraint.visualization.drawSize = size
                self.constraints.append(self.mbs.AddObject(constraint))

    def made(self) -> list[list[Any]]:
        """[nodes, elements, loads, node positions, constraints]"""
        return [self.nodes, self.objects, self.loads, self.positions, self.constraints]


def _flags(owner: str, name: str, given: Any) -> list[bool] | None:
    """Whether each of the four coordinates of a node is held; None: the end has no ground."""
    if given is None:
        return None
    if not isinstance(given, (list, tuple, np.ndarray)) or len(given) != 4:
        raise ParameterError(
            f"{owner}: {name} must be 4 flags, one for each coordinate of the node (x, y, slope x, "
            f"slope y), got {shown(given)}"
        )
    return [bool(flag) for flag in given]


def _count(owner: str, value: Any) -> int:
    try:
        return PInt().check(value)
    except ParameterError as error:
        raise ParameterError(f"{owner}: numberOfElements {error}") from None


def _number(owner: str, name: str, value: Any, kind: Any = Real) -> float:
    try:
        return float(kind.check(value))
    except ParameterError as error:
        raise ParameterError(f"{owner}: {name} {error}") from None


class _Ends(NamedTuple):
    """Flags and given nodes of both ends."""

    flags: tuple[list[bool] | None, list[bool] | None]
    nodes: tuple[Any, Any] = (-1, -1)


def _add_line(elements: _Elements, start: Vector, end: Vector, count: int, ends: _Ends) -> None:
    """Elements on a line, and constraints at its ends."""
    owner = elements.owner
    p0 = np.asarray(checked_vector(owner, "positionOfNode0", start))
    p1 = np.asarray(checked_vector(owner, "positionOfNode1", end))
    way = (p1 - p0)[:2]
    length = float(np.hypot(*way))
    if length == 0.0:
        raise ParameterError(
            f"{owner}: positionOfNode0 and positionOfNode1 must be different in the x-y plane, got "
            f"{p0.tolist()} twice"
        )
    for k in range(count + 1):
        point = p0[:2] + way * (k / count) if k < count else p1[:2]
        given = ends.nodes[0] if k == 0 else ends.nodes[1] if k == count else -1
        elements.add_node(point, way / length, given)
        if k > 0:
            elements.add_element(length / count)
    for k, at in ((0, p0), (-1, p1)):
        flags = ends.flags[k]
        if flags is not None:
            elements.hold(elements.add_ground(at), elements.nodes[k], flags)


def GenerateStraightLineANCFCable2D(
    mbs: Any,
    positionOfNode0: Vector,
    positionOfNode1: Vector,
    numberOfElements: int,
    cableTemplate: Any,
    massProportionalLoad: Vector = ORIGIN,
    fixedConstraintsNode0: Any = FREE,
    fixedConstraintsNode1: Any = FREE,
    nodeNumber0: Any = -1,
    nodeNumber1: Any = -1,
) -> list[list[Any]]:
    """Add a cable of equal elements along a line in the x-y plane.

    mbs -- the system
    positionOfNode0 [m], positionOfNode1 [m] -- its ends
    numberOfElements -- elements along the line
    cableTemplate -- a Cable2D whose physicsLength and nodeNumbers this function sets
    massProportionalLoad [m/s^2] -- gravity on every element
    fixedConstraintsNode0, fixedConstraintsNode1 -- four flags each: whether x, y, slope x and slope
    y of the end are held
    nodeNumber0, nodeNumber1 -- nodes of the ends if they exist already; -1: they are added

    Returns [nodes, elements, loads, node positions, constraints].
    """
    owner = "GenerateStraightLineANCFCable2D"
    flags = (
        _flags(owner, "fixedConstraintsNode0", fixedConstraintsNode0),
        _flags(owner, "fixedConstraintsNode1", fixedConstraintsNode1),
    )
    count = _count(owner, numberOfElements)
    elements = _Elements(mbs, owner, cableTemplate, massProportionalLoad)
    ends = _Ends(flags, (nodeNumber0, nodeNumber1))
    _add_line(elements, positionOfNode0, positionOfNode1, count, ends)
    return elements.made()


def GenerateCircularArcANCFCable2D(
    mbs: Any,
    positionOfNode0: Vector,
    radius: float,
    startAngle: float,
    arcAngle: float,
    numberOfElements: int,
    cableTemplate: Any,
    massProportionalLoad: Vector = ORIGIN,
    fixedConstraintsNode0: Any = FREE,
    fixedConstraintsNode1: Any = FREE,
    nodeNumber0: Any = -1,
    nodeNumber1: Any = -1,
    setCurvedReferenceConfiguration: bool = True,
    verboseMode: bool = False,
) -> list[list[Any]]:
    """Add a cable of equal elements along a circular arc in the x-y plane.

    mbs -- the system
    positionOfNode0 [m] -- start of the arc; radius [m] -- of the circle
    startAngle [rad] -- direction of the cable at its start
    arcAngle [rad] -- angle by which it turns; > 0: the center is on its left
    numberOfElements -- elements along the arc
    cableTemplate -- a Cable2D whose physicsLength and nodeNumbers this function sets
    massProportionalLoad [m/s^2] -- gravity on every element
    fixedConstraintsNode0, fixedConstraintsNode1 -- four flags each: whether x, y, slope x and slope
    y of the end are held
    nodeNumber0, nodeNumber1 -- nodes of the ends if they exist already; -1: they are added
    setCurvedReferenceConfiguration -- the arc is free of stress: the elements have its curvature as
    physicsReferenceCurvature; False: it is a bent straight cable
    verboseMode -- has no effect

    Returns [nodes, elements, loads, node positions, constraints].
    """
    owner = "GenerateCircularArcANCFCable2D"
    flags = (
        _flags(owner, "fixedConstraintsNode0", fixedConstraintsNode0),
        _flags(owner, "fixedConstraintsNode1", fixedConstraintsNode1),
    )
    count = _count(owner, numberOfElements)
    radius = _number(owner, "radius", radius, PReal)
    start = _number(owner, "startAngle", startAngle)
    arc = _number(owner, "arcAngle", arcAngle)
    if arc == 0.0:
        raise ParameterError(f"{owner}: arcAngle must not be 0; use a straight line instead")
    elements = _Elements(mbs, owner, cableTemplate, massProportionalLoad)
    side = math.copysign(radius, arc)
    p0 = np.asarray(checked_vector(owner, "positionOfNode0", positionOfNode0))[:2]
    center = p0 + side * np.array([-math.sin(start), math.cos(start)])
    kept = cableTemplate.physicsReferenceCurvature
    if setCurvedReferenceConfiguration:
        cableTemplate.physicsReferenceCurvature = 1.0 / side
    try:
        for k in range(count + 1):
            angle = start + arc * k / count
            across = np.array([math.sin(angle), -math.cos(angle)])
            given = nodeNumber0 if k == 0 else nodeNumber1 if k == count else -1
            point = p0 if k == 0 else center + side * across
            elements.add_node(point, (math.cos(angle), math.sin(angle)), given)
            if k > 0:
                elements.add_element(radius * abs(arc) / count)
    finally:
        cableTemplate.physicsReferenceCurvature = kept
    if any(flags[0] or ()) or any(flags[1] or ()):
        ground = elements.add_ground(p0)
        elements.hold(ground, elements.nodes[0], flags[0])
        elements.hold(ground, elements.nodes[-1], flags[1])
    return elements.made()


def PointsAndSlopes2ANCFCable2D(
    mbs: Any,
    ancfPointsSlopes: Any,
    elementLengths: Any,
    cableTemplate: Any,
    massProportionalLoad: Vector = ORIGIN,
    fixedConstraintsNode0: Any = FREE,
    fixedConstraintsNode1: Any = FREE,
    firstNodeIsLastNode: bool = True,
    elementCurvatures: Any = (),
    graphicsSizeConstraints: float = -1,
) -> list[list[Any]]:
    """Add a cable through points with slopes, such as those of CreateReevingCurve.

    mbs -- the system
    ancfPointsSlopes [m, m, 1, 1] -- (x, y, slope x, slope y) of each node
    elementLengths [m] -- length of each element, one less than points
    cableTemplate -- a Cable2D whose physicsLength and nodeNumbers this function sets
    massProportionalLoad [m/s^2] -- gravity on every element
    fixedConstraintsNode0, fixedConstraintsNode1 -- four flags each: whether x, y, slope x and slope
    y of the end are held
    firstNodeIsLastNode -- the cable is closed: the last point is the first node
    elementCurvatures [1/m] -- physicsReferenceCurvature of each element; empty: as in the template
    graphicsSizeConstraints [m] -- size of the drawn constraints; -1: default size

    Returns [nodes, elements, loads, node positions, constraints].
    """
    owner = "PointsAndSlopes2ANCFCable2D"
    flags = (
        _flags(owner, "fixedConstraintsNode0", fixedConstraintsNode0),
        _flags(owner, "fixedConstraintsNode1", fixedConstraintsNode1),
    )
    points = np.array(ancfPointsSlopes, float)
    lengths = [_number(owner, "elementLengths", length, PReal) for length in elementLengths]
    curvatures = [_number(owner, "elementCurvatures", value) for value in elementCurvatures]
    if points.ndim != 2 or points.shape[1] != 4 or len(points) < 2:
        raise ParameterError(
            f"{owner}: ancfPointsSlopes must be at least two rows of 4 numbers (x, y, slope x, "
            f"slope y), got an array of shape {points.shape}"
        )
    if len(lengths) != len(points) - 1:
        raise ParameterError(
            f"{owner}: elementLengths must have one number less than ancfPointsSlopes has rows, "
            f"{len(points) - 1}, got {len(lengths)}"
        )
    if len(curvatures) not in (0, len(lengths)):
        raise ParameterError(
            f"{owner}: elementCurvatures must be empty or have one number for each of the "
            f"{len(lengths)} elements, got {len(curvatures)}"
        )
    elements = _Elements(mbs, owner, cableTemplate, massProportionalLoad)
    kept = cableTemplate.physicsReferenceCurvature
    try:
        for k, (point, slope) in enumerate(zip(points[:, :2], points[:, 2:], strict=True)):
            closing = firstNodeIsLastNode and k == len(points) - 1
            elements.add_node(point, slope, elements.nodes[0] if closing else -1)
            if k > 0:
                if curvatures:
                    cableTemplate.physicsReferenceCurvature = curvatures[k - 1]
                elements.add_element(lengths[k - 1])
    finally:
        cableTemplate.physicsReferenceCurvature = kept
    if any(flags[0] or ()) or any(flags[1] or ()):
        size = float(graphicsSizeConstraints)
        ground = elements.add_ground(points[0, :2])
        elements.hold(ground, elements.nodes[0], flags[0], size)
        elements.hold(ground, elements.nodes[-1], flags[1], size)
    return elements.made()
