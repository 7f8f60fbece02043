"""Create... functions for prescribed motions: drives of coordinates, points and angles, supports.

`motion_values.py` has the tables and functions that they are given.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from linkwork.api.create.bodies import Vector
from linkwork.api.create.carriers import Carriers
from linkwork.api.create.motion_values import KIND, motions_in_space, motions_of, start_of
from linkwork.api.create.parts import ORIGIN, Parts, checked_vector, creates, item
from linkwork.bodies.body import Body
from linkwork.bodies.ground import ObjectGround
from linkwork.core.declare.indices import NodeIndex, ObjectIndex
from linkwork.core.declare.parameters import shown
from linkwork.core.errors import ParameterError
from linkwork.markers.bodies_relative import BodiesRelative
from linkwork.markers.bodies_relative_rotation import MarkerBodiesRelativeRotationCoordinate
from linkwork.markers.bodies_relative_translation import MarkerBodiesRelativeTranslationCoordinate
from linkwork.markers.marker import Marker
from linkwork.markers.node_coordinate import MarkerNodeCoordinate
from linkwork.nodes.generic_data import NodeGenericData
from linkwork.nodes.point import NodePoint
from linkwork.nodes.point_ground import NodePointGround

if TYPE_CHECKING:
    from linkwork.api.system import MainSystem


class Moved(NamedTuple):
    """A coordinate that is moved: its markers, and whether it is an angle that may turn often."""

    first: Marker
    second: Marker
    winds: bool = False


@creates(itemNumber="bodyNumber")
def CreatePrescribedMotion(
    mbs: MainSystem,
    name: str = "",
    bodyNumber: Any = None,
    coordinate: int | None = None,
    axis: Any = None,
    rotationAxis: Any = None,
    localPosition: Vector = ORIGIN,
    referenceBody: Any = None,
    fromReference: bool = True,
    times: Any = (),
    values: Any = (),
    interpolation: str = "cubic",
    beyond: str = "hold",
    motionUserFunction: Any = 0,
    motionUserFunction_t: Any = 0,
    motionUserFunction_tt: Any = 0,
    offset: float = 0.0,
    show: bool = True,
) -> Any:
    """Move a body, or a coordinate of a node, as prescribed over time; returns the drive's number.

    bodyNumber -- the body that is moved (number, ObjectIndex or name); with `coordinate` also a
        NodeIndex; `itemNumber` is the same parameter

    One of these says what moves:
    coordinate -- number of a coordinate of its node; motions count from the reference value
    axis -- a direction, in the axes of referenceBody: the point localPosition moves along it. A
        list of up to three directions: one drive each, and a list of their numbers is returned
    rotationAxis -- a direction, in the axes of referenceBody: the body turns about it

    localPosition -- the point that is moved, in the axes of the body [m]
    referenceBody -- body that the motion is relative to; None: the ground, with the global axes
    fromReference -- whether the motion counts from the reference configuration; otherwise it is
        the distance from the origin of referenceBody, or the whole angle

    One of these says how, in displacements [m] or angles [rad]:
    times, values -- a table; for several axes, values has one column for each of them
    motionUserFunction -- f(mbs, t, itemNumber, lOffset) -> displacement or angle; for several
        axes, a list. motionUserFunction_t and motionUserFunction_tt return its derivatives, which
        are differences otherwise

    interpolation -- between the points of the table: "cubic" (spline with continuous
        accelerations) or "linear"
    beyond -- before and after the table: "hold" (at rest), "periodic" or "error"
    offset -- is added to the table, or passed to the function
    show -- whether it is drawn
    """
    owner = "CreatePrescribedMotion"
    chosen = {"coordinate": coordinate, "axis": axis, "rotationAxis": rotationAxis}
    given = [name for name, value in chosen.items() if value is not None]
    if len(given) != 1:
        raise ParameterError(
            f"{owner}: give one of coordinate, axis and rotationAxis, got "
            f"{' and '.join(given) or 'none of them'}"
        )
    parts = Parts(mbs, owner, KIND.V.field("show").check(show, owner))
    places = _Places(mbs, owner, parts, bodyNumber, localPosition, referenceBody, fromReference)
    several = _are_several(axis)
    if coordinate is not None:
        moved = [places.coordinate(coordinate)]
    elif axis is not None:
        moved = [places.along(each) for each in (axis if several else [axis])]
    else:
        moved = [places.about(rotationAxis)]
    functions = motionUserFunction, motionUserFunction_t, motionUserFunction_tt
    table = times, values, interpolation, beyond
    motions = motions_of(owner, len(moved) if several else 0, table, functions, offset)
    drives = []
    for k, (each, motion) in enumerate(zip(moved, motions, strict=True)):
        title = f"{name}{k}" if name and several else name
        if each.winds:
            start = start_of(mbs, motion)[0]
            memory = item(NodeGenericData, numberOfDataCoordinates=1, initialCoordinates=[start])
            each.second.nodeNumber = parts.add(memory)
        ends = [parts.number_of(marker, "") for marker in (each.first, each.second)]
        drives.append(parts.add(_drive(title, ends, motion, show)))
    parts.keep()
    numbers = [ObjectIndex(drive) for drive in drives]
    return numbers if several else numbers[0]


@creates()
def CreateMovingPoint(
    mbs: MainSystem,
    name: str = "",
    referencePosition: Vector = ORIGIN,
    axis: Vector | None = None,
    times: Any = (),
    values: Any = (),
    interpolation: str = "cubic",
    beyond: str = "hold",
    motionUserFunction: Any = 0,
    motionUserFunction_t: Any = 0,
    motionUserFunction_tt: Any = 0,
    show: bool = True,
) -> NodeIndex:
    """Add a point that moves as prescribed, without mass: a road, a shaker, the end of a spring.

    Returns the number of its node, which connectors take in bodyNumbers. The drives are the three
    objects behind it: their outputs Force and Power are what moving the point takes.

    referencePosition -- where the point is at zero displacement [m]
    axis -- direction of the displacement; values are then numbers. None: values are vectors of
        three, and functions lists of three (0: the coordinate does not move)
    times, values, interpolation, beyond, motionUserFunction, motionUserFunction_t,
    motionUserFunction_tt -- the displacement over time, as in CreatePrescribedMotion
    show -- whether it is drawn
    """
    owner = "CreateMovingPoint"
    table = times, values, interpolation, beyond
    functions = motionUserFunction, motionUserFunction_t, motionUserFunction_tt
    motions = motions_in_space(owner, axis, table, functions)
    starts = [start_of(mbs, motion) for motion in motions]
    parts = Parts(mbs, owner, KIND.V.field("show").check(show, owner))
    position = checked_vector(owner, "referencePosition", referencePosition)
    node = parts.add(
        item(
            NodePoint, name=name, referenceCoordinates=position,
            initialCoordinates=[s for s, _ in starts],
            initialVelocities=[v for _, v in starts],
        )
    )  # fmt: skip
    ground = parts.add(
        item(NodePointGround, referenceCoordinates=position, visualization={"show": False})
    )
    fixed = MarkerNodeCoordinate(nodeNumber=ground, coordinate=0)
    first = parts.number_of(fixed, "")
    for k, motion in enumerate(motions):
        point = MarkerNodeCoordinate(nodeNumber=node, coordinate=k)
        ends = [first, parts.number_of(point, "")]
        title = f"{name}:{'xyz'[k]}" if name else ""
        parts.add(_drive(title, ends, motion, show))
    parts.keep()
    return NodeIndex(node)


# ------------------------------------------------------------------------------- what moves


def _are_several(axis: Any) -> bool:
    """Whether this is a list of directions, not a single one."""
    return isinstance(axis, (list, tuple, np.ndarray)) and any(
        isinstance(each, (list, tuple, np.ndarray)) for each in axis
    )


class _Places:
    """Markers of coordinates, points and angles of a body, relative to another one."""

    def __init__(
        self,
        mbs: MainSystem,
        owner: str,
        parts: Parts,
        body: Any,
        local: Any,
        reference: Any,
        from_reference: Any,
    ) -> None:
        self.mbs, self.owner, self.parts = mbs, owner, parts
        self.carriers = Carriers(mbs._store, owner)
        self.family, self.number = self.carriers.carrier("bodyNumber", body)
        self.local = checked_vector(owner, "localPosition", local)
        self.reference = reference
        if not isinstance(from_reference, (bool, np.bool_)):
            raise ParameterError(
                f"{owner}: fromReference must be True or False, got {shown(from_reference)}"
            )
        self.from_reference = bool(from_reference)
        self._ground: int | None = None

    def coordinate(self, given: Any) -> Moved:
        """A coordinate of the node."""
        if self.reference is not None or not self.from_reference or self.local.any():
            raise ParameterError(
                f"{self.owner}: a coordinate counts from its own reference value; leave out "
                "referenceBody, fromReference and localPosition, or use axis or rotationAxis"
            )
        node = self.number
        if self.family != "node":
            nodes = self._body().nodes()
            if len(nodes) != 1:
                raise ParameterError(
                    f"{self.owner}: bodyNumber must have one node, got "
                    f"{self._body().label(self.number)}; give the NodeIndex of the node"
                )
            node = nodes[0]
        field = MarkerNodeCoordinate.field("coordinate")
        marker = MarkerNodeCoordinate(nodeNumber=node, coordinate=field.check(given, self.owner))
        return Moved(self._zero(), marker)

    def along(self, given: Any) -> Moved:
        """The distance along an axis."""
        marker = self._relative(MarkerBodiesRelativeTranslationCoordinate, "axis", given)
        if self.from_reference:
            (p0, R0), (p1, R1) = self._frames(marker)
            marker.offset = float(marker.axes()[0] @ (R0.T @ (p1 + R1 @ self.local - p0)))
        return Moved(self._zero(), marker)

    def about(self, given: Any) -> Moved:
        """The angle about an axis; in the plane, that of the node."""
        axis = checked_vector(self.owner, "rotationAxis", given)
        if self.from_reference and self.family == "object" and axis[2] > 0.0 == abs(axis[:2]).max():
            still = self.reference is None
            first = self._zero() if still else self._angle(self._reference_body())
            second = self._angle(self.number)
            if first is not None and second is not None:
                return Moved(first, second)
        marker = self._relative(MarkerBodiesRelativeRotationCoordinate, "rotationAxis", axis)
        if self.from_reference:
            (_, R0), (_, R1) = self._frames(marker)
            _, n1, n2 = (np.array(axis) for axis in marker.axes())
            turned = R0.T @ R1 @ n1
            marker.offset = float(np.arctan2(n2 @ turned, n1 @ turned))
        return Moved(self._zero(), marker, winds=True)

    def _angle(self, number: int) -> Marker | None:
        """The marker of the angle of a body in the plane; None of others."""
        body = self.mbs._store.items["object"][number]
        if isinstance(body, ObjectGround):
            return self._zero()
        nodes = body.nodes()
        axes = self.mbs._store.items["node"][nodes[0]].axes if len(nodes) == 1 else ()
        if "phi" not in axes:
            return None
        return MarkerNodeCoordinate(nodeNumber=nodes[0], coordinate=axes.index("phi"))

    def _relative(self, kind: type[BodiesRelative], name: str, given: Any) -> BodiesRelative:
        axis = checked_vector(self.owner, name, given)
        if not axis.any():
            raise ParameterError(f"{self.owner}: {name} must not be zero", name)
        if self.family != "object":
            raise ParameterError(
                f"{self.owner}: {name} needs a body as bodyNumber, got a {self.family}; for a "
                "node use coordinate",
                "bodyNumber",
            )
        bodies = [self._reference_body(), self.number]
        return item(kind, bodyNumbers=bodies, localPosition1=self.local, axis0=axis)

    def _reference_body(self) -> int:
        if self.reference is not None:
            family, number = self.carriers.carrier("referenceBody", self.reference)
            if family != "object" or number == self.number:
                raise ParameterError(
                    f"{self.owner}: referenceBody must be another body, got "
                    f"{shown(self.reference)}",
                    "referenceBody",
                )
            return number
        if self._ground is None:
            self._ground = self.parts.add(item(ObjectGround, visualization={"show": False}))
        return self._ground

    def _zero(self) -> Marker:
        """The marker of a coordinate that stays zero."""
        node = self.parts.add(item(NodePointGround, visualization={"show": False}))
        return MarkerNodeCoordinate(nodeNumber=node, coordinate=0)

    def _frames(self, marker: BodiesRelative) -> list[tuple[np.ndarray, np.ndarray]]:
        still = np.zeros(3), np.eye(3)
        return [
            still if number == self._ground else self.carriers.frame(number)
            for number in marker.bodyNumbers
        ]

    def _body(self) -> Body:
        body: Body = self.mbs._store.items["object"][self.number]
        return body


def _drive(name: str, ends: list[int], motion: dict[str, Any], show: Any) -> Any:
    """The item that moves the second marker against the first."""
    return item(KIND, name=name, markerNumbers=ends, visualization={"show": show}, **motion)
