"""Beams of many elements along a line, of any kind of element.

A template, an item whose length and nodes are not given, is filled and added once per element.
Nodes and elements alternate, loads follow their element, and constraints come last.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from linkwork.api.create.cables import (
    ORIGIN,
    GenerateStraightLineANCFCable2D,
    Vector,
    _count,
    _Elements,
    _number,
)
from linkwork.api.create.parts import checked_vector, item
from linkwork.bodies.ancf_beam import ObjectANCFBeam
from linkwork.bodies.ancf_cable import ObjectANCFCable
from linkwork.bodies.ancf_cable_2d import ObjectANCFCable2D
from linkwork.bodies.beam_geometrically_exact import ObjectBeamGeometricallyExact
from linkwork.bodies.beam_geometrically_exact_2d import ObjectBeamGeometricallyExact2D
from linkwork.core.declare.parameters import UReal, shown
from linkwork.core.errors import ParameterError
from linkwork.markers.node_coordinate import MarkerNodeCoordinate
from linkwork.nodes.node import Node
from linkwork.nodes.point_ground import NodePointGround
from linkwork.nodes.point_slope_1 import NodePointSlope1
from linkwork.nodes.point_slope_23 import NodePointSlope23
from linkwork.nodes.rigid_body_2d import NodeRigidBody2D
from linkwork.nodes.rigid_body_rotvec_lg import NodeRigidBodyRotVecLG
from linkwork.rigid.rotations import RotationVector2RotationMatrix

__all__ = [
    "GenerateBeamElementsAlongLine",
    "GenerateStraightBeam",
    "GenerateStraightLineANCFCable",
]


def _pose(point: np.ndarray, along: np.ndarray) -> list[float]:
    """Position and angle of a node in the plane."""
    return [float(point[0]), float(point[1]), math.atan2(along[1], along[0])]


def _slope(point: np.ndarray, along: np.ndarray) -> list[float]:
    """Position and slope of a node in space."""
    return [*map(float, point), *map(float, along)]


def _turned(point: np.ndarray, along: np.ndarray) -> list[float]:
    """Position and rotation vector of a node in space: the shortest that turns x to the line."""
    across = np.cross([1.0, 0.0, 0.0], along)
    size = float(np.linalg.norm(across))
    axis = across / size if size > 0.0 else np.array([0.0, 0.0, 1.0])
    return [*map(float, point), *map(float, math.atan2(size, along[0]) * axis)]


def _section(point: np.ndarray, along: np.ndarray) -> list[float]:
    """Position of a node in space, and slopes y and z of the section, turned in the same way."""
    R = np.array(RotationVector2RotationMatrix(_turned(point, along)[3:]))
    return [*map(float, point), *map(float, R[:, 1]), *map(float, R[:, 2])]


class _Form(NamedTuple):
    """What a kind of element stands on.

    node -- kind of its nodes; coordinates -- reference coordinates of a node at a point, with the
    direction of the line; flags -- names of the coordinates that can be held
    """

    node: type[Node]
    coordinates: Callable[[np.ndarray, np.ndarray], list[float]]
    flags: tuple[str, ...]
    is_planar: bool = False


FORMS: dict[type, _Form] = {
    ObjectBeamGeometricallyExact2D: _Form(NodeRigidBody2D, _pose, ("x", "y", "angle"), True),
    ObjectBeamGeometricallyExact: _Form(
        NodeRigidBodyRotVecLG, _turned, ("x", "y", "z", "rotation x", "rotation y", "rotation z")
    ),
    ObjectANCFBeam: _Form(NodePointSlope23, _section, NodePointSlope23.axes),
    ObjectANCFCable: _Form(NodePointSlope1, _slope, NodePointSlope1.axes),
}
"""Kind of element -> its nodes; cables in the plane have functions of their own."""


class _Line(_Elements):
    """Elements of a beam along a line that are being added to a system."""

    def __init__(self, mbs: Any, owner: str, template: Any, gravity: Vector) -> None:
        self.mbs, self.owner, self.template = mbs, owner, template
        found = [form for kind, form in FORMS.items() if isinstance(template, kind)]
        if not found:
            names = ", ".join(["Cable2D", *(kind.short_name for kind in FORMS)])  # type: ignore[attr-defined]
            raise ParameterError(
                f"{owner}: beamTemplate must be one of {names}, got {shown(template)}; pass one "
                "with stiffnesses and mass, without physicsLength and nodeNumbers"
            )
        self.form = found[0]
        self.gravity = checked_vector(owner, "gravity", gravity)
        self.nodes, self.objects, self.loads, self.positions, self.constraints = [], [], [], [], []
        self.order = 1
        if isinstance(template, ObjectBeamGeometricallyExact2D):
            self.order = 2 if len(template.nodeNumbers) == 3 else 1

    def flags(self, name: str, given: Any) -> list[bool] | None:
        """Whether each coordinate of an end is held; None: the end has no ground."""
        if given is None:
            return None
        names = self.form.flags
        if not isinstance(given, (list, tuple, np.ndarray)) or len(given) != len(names):
            raise ParameterError(
                f"{self.owner}: {name} must be {len(names)} flags, one for each coordinate of the "
                f"node ({', '.join(names)}), got {shown(given)}"
            )
        return [bool(flag) for flag in given]

    def add_point(self, point: np.ndarray, along: np.ndarray, given: Any) -> None:
        """Add a node, or take a given one; its position is listed in either case."""
        if given is None or given == -1:
            coordinates = self.form.coordinates(point, along)
            given = self.mbs.AddNode(item(self.form.node, referenceCoordinates=coordinates))
        self.nodes.append(given)
        self.positions.append([float(x) for x in point])

    def add(self, start: Any, end: Any, count: int, names: tuple[str, str], given: Any) -> None:
        """Add nodes and elements; names -- of the arguments; given -- nodes of the ends."""
        p0, p1 = (
            np.array(checked_vector(self.owner, name, value), float)
            for name, value in zip(names, (start, end), strict=True)
        )
        if self.form.is_planar:
            p0[2] = p1[2] = 0.0
        way = p1 - p0
        length = float(np.linalg.norm(way))
        if length == 0.0:
            raise ParameterError(
                f"{self.owner}: {names[0]} and {names[1]} must be different, got {p0.tolist()} "
                "twice"
            )
        pieces = count * self.order
        for k in range(pieces + 1):
            point = p0 + way * (k / pieces) if k < pieces else p1
            self.add_point(point, way / length, given[0] if k == 0 else given[1] if k == pieces
                           else -1)  # fmt: skip
            if k > 0 and k % self.order == 0:
                self.add_element(length / count)

    def add_ground(self, position: Vector) -> Any:
        """A coordinate of the ground that constraints hold nodes at."""
        place = [float(x) for x in position]
        node = self.mbs.AddNode(NodePointGround(referenceCoordinates=place))
        return self.mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=node, coordinate=0))

    def hold_end(self, at: Vector, node: Any, flags: list[bool] | None) -> None:
        """Hold coordinates of an end at the ground."""
        if flags is not None:
            self.hold(self.add_ground(at), node, flags)


def GenerateStraightBeam(
    mbs: Any,
    positionOfNode0: Vector,
    positionOfNode1: Vector,
    numberOfElements: int,
    beamTemplate: Any,
    gravity: Vector = ORIGIN,
    fixedConstraintsNode0: Any = None,
    fixedConstraintsNode1: Any = None,
    nodeNumber0: Any = -1,
    nodeNumber1: Any = -1,
) -> list[list[Any]]:
    """Add a beam of equal elements along a line.

    mbs -- the system
    positionOfNode0 [m], positionOfNode1 [m] -- its ends
    numberOfElements -- elements along the line
    beamTemplate -- a Cable2D, Beam2D, Cable, Beam3D or ANCFBeam whose physicsLength and
    nodeNumbers this function sets; a Beam2D with three nodeNumbers, whatever they are, gets
    elements of three nodes, and a Beam3D gets nodes of the kind NodeRigidBodyRotVecLG
    gravity [m/s^2] -- acceleration on every element
    fixedConstraintsNode0, fixedConstraintsNode1 -- a flag for each coordinate of the end: whether
    it is held; None: none of them
    nodeNumber0, nodeNumber1 -- nodes of the ends if they exist already; -1: they are added

    Returns [nodes, elements, loads, node positions, constraints].
    """
    owner = "GenerateStraightBeam"
    if isinstance(beamTemplate, ObjectANCFCable2D):
        return GenerateStraightLineANCFCable2D(
            mbs, positionOfNode0, positionOfNode1, numberOfElements, beamTemplate, gravity,
            fixedConstraintsNode0, fixedConstraintsNode1, nodeNumber0, nodeNumber1,
        )  # fmt: skip
    line = _Line(mbs, owner, beamTemplate, gravity)
    flags = (
        line.flags("fixedConstraintsNode0", fixedConstraintsNode0),
        line.flags("fixedConstraintsNode1", fixedConstraintsNode1),
    )
    count = _count(owner, numberOfElements)
    names = "positionOfNode0", "positionOfNode1"
    line.add(positionOfNode0, positionOfNode1, count, names, (nodeNumber0, nodeNumber1))
    line.hold_end(positionOfNode0, line.nodes[0], flags[0])
    line.hold_end(positionOfNode1, line.nodes[-1], flags[1])
    return line.made()


def GenerateStraightLineANCFCable(
    mbs: Any,
    positionOfNode0: Vector,
    positionOfNode1: Vector,
    numberOfElements: int,
    cableTemplate: Any,
    massProportionalLoad: Vector = ORIGIN,
    fixedConstraintsNode0: Any = None,
    fixedConstraintsNode1: Any = None,
    nodeNumber0: Any = -1,
    nodeNumber1: Any = -1,
) -> list[list[Any]]:
    """Add a cable of equal elements along a line in space.

    mbs -- the system
    positionOfNode0 [m], positionOfNode1 [m] -- its ends
    numberOfElements -- elements along the line
    cableTemplate -- a Cable whose physicsLength and nodeNumbers this function sets
    massProportionalLoad [m/s^2] -- gravity on every element
    fixedConstraintsNode0, fixedConstraintsNode1 -- six flags each: whether x, y, z and the three
    components of the slope of the end are held; None: none of them
    nodeNumber0, nodeNumber1 -- nodes of the ends if they exist already; -1: they are added

    Returns [nodes, elements, loads, node positions, constraints].
    """
    if not isinstance(cableTemplate, ObjectANCFCable):
        raise ParameterError(
            "GenerateStraightLineANCFCable: cableTemplate must be a Cable, got "
            f"{shown(cableTemplate)}; GenerateStraightBeam takes other elements"
        )
    return GenerateStraightBeam(
        mbs, positionOfNode0, positionOfNode1, numberOfElements, cableTemplate,
        massProportionalLoad, fixedConstraintsNode0, fixedConstraintsNode1, nodeNumber0,
        nodeNumber1,
    )  # fmt: skip


def GenerateBeamElementsAlongLine(
    mbs: Any,
    positionStart: Vector,
    positionEnd: Vector,
    numberOfElements: int,
    beamTemplate: Any = None,
    gravity: Vector = ORIGIN,
    groundConstraintsStart: Any = None,
    groundConstraintsEnd: Any = None,
    nodeNumberStart: Any = None,
    nodeNumberEnd: Any = None,
    EI: float | None = None,
    EA: float | None = None,
    GA: float | None = None,
) -> dict[str, list[Any]]:
    """Add a beam of equal elements along a line, as GenerateStraightBeam does.

    mbs -- the system
    positionStart [m], positionEnd [m] -- its ends
    numberOfElements -- elements along the line
    beamTemplate -- a Cable2D, Beam2D, Cable, Beam3D or ANCFBeam whose physicsLength and
    nodeNumbers this function sets
    gravity [m/s^2] -- acceleration on every element
    groundConstraintsStart, groundConstraintsEnd -- a flag for each coordinate of the end: whether
    it is held; None: none of them
    nodeNumberStart, nodeNumberEnd -- nodes of the ends if they exist already; None: they are added
    EI [N m^2], EA [N], GA [N] -- stiffnesses of the elements; None: those of the template

    Returns a dictionary with nodes, elements, nodePositions, constraintObjects and loads.
    """
    owner = "GenerateBeamElementsAlongLine"
    given = {"EI": "physicsBendingStiffness", "EA": "physicsAxialStiffness",
             "GA": "physicsShearStiffness"}  # fmt: skip
    kept: dict[str, float] = {}
    try:
        for (name, field), value in zip(given.items(), (EI, EA, GA), strict=True):
            if value is None:
                continue
            if not hasattr(beamTemplate, field):
                raise ParameterError(
                    f"{owner}: {name} must be None for a template without {field}, got {value!r}"
                )
            kept[field] = getattr(beamTemplate, field)
            setattr(beamTemplate, field, _number(owner, name, value, UReal))
        made = GenerateStraightBeam(
            mbs, positionStart, positionEnd, numberOfElements, beamTemplate, gravity,
            groundConstraintsStart, groundConstraintsEnd,
            -1 if nodeNumberStart is None else nodeNumberStart,
            -1 if nodeNumberEnd is None else nodeNumberEnd,
        )  # fmt: skip
    finally:
        for field, number in kept.items():
            setattr(beamTemplate, field, number)
    names = "nodes", "elements", "loads", "nodePositions", "constraintObjects"
    return dict(zip(names, made, strict=True))
