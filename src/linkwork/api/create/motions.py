"""Create... functions for prescribed motions: drives of coordinates, points and angles, supports.

A motion is a table or a function of time:

times, values -- table of (time [s], displacement [m] or angle [rad]); for several axes, values has
    one column for each of them
interpolation -- between the points: "cubic" (spline with continuous accelerations) or "linear"
beyond -- before and after the table: "hold" (at rest), "periodic" or "error"
motionUserFunction, motionUserFunction_t, motionUserFunction_tt -- f(mbs, t, itemNumber, lOffset)
    -> displacement, and its derivatives (differences if not given); for several axes, one each
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from linkwork.api.create.bodies import Vector
from linkwork.api.create.carriers import Carriers
from linkwork.api.create.parts import ORIGIN, Parts, checked_vector, creates, item
from linkwork.bodies.body import Body
from linkwork.bodies.ground import ObjectGround
from linkwork.connectors.coordinate_motion import ObjectConnectorCoordinateMotion
from linkwork.connectors.laws.motion_table import BEYOND, motion_at, pieces_of
from linkwork.core.declare.indices import NodeIndex, ObjectIndex
from linkwork.core.declare.parameters import shown
from linkwork.core.errors import ParameterError
from linkwork.core.records import record
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

FUNCTIONS = ("motionUserFunction", "motionUserFunction_t", "motionUserFunction_tt")
KIND = ObjectConnectorCoordinateMotion


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
    offset -- is added to the table, or passed to the function
    show -- whether it is drawn

    Give times and values, or motionUserFunction; see the functions of `motions` for their meaning.
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
    several = axis is not None and np.ndim(axis) == 2
    if coordinate is not None:
        moved = [places.coordinate(coordinate)]
    elif axis is not None:
        moved = [places.along(each) for each in (axis if several else [axis])]
    else:
        moved = [places.about(rotationAxis)]
    functions = motionUserFunction, motionUserFunction_t, motionUserFunction_tt
    table = times, values, interpolation, beyond
    motions = _motions(owner, len(moved) if several else 0, table, functions, offset)
    drives = []
    for k, (each, motion) in enumerate(zip(moved, motions, strict=True)):
        title = f"{name}{k}" if name and several else name
        if each.winds:
            start = _start_of(mbs, motion)[0]
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
    show -- whether it is drawn

    Give times and values, or motionUserFunction; see the functions of `motions` for their meaning.
    """
    owner = "CreateMovingPoint"
    table = times, values, interpolation, beyond
    functions = motionUserFunction, motionUserFunction_t, motionUserFunction_tt
    motions = _motions_in_space(owner, axis, table, functions)
    starts = [_start_of(mbs, motion) for motion in motions]
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


# ------------------------------------------------------------------------------- how it moves


def _drive(name: str, ends: list[int], motion: dict[str, Any], show: Any) -> Any:
    """The item that moves the second marker against the first."""
    return item(KIND, name=name, markerNumbers=ends, visualization={"show": show}, **motion)


def _motions(
    owner: str, several: int, table: tuple[Any, ...], functions: tuple[Any, ...], offset: Any
) -> list[dict[str, Any]]:
    """Parameters of each drive; several -- number of columns, 0: values are numbers."""
    times, values, interpolation, beyond = table
    times = KIND.field("times").check(times, owner)
    try:
        columns = np.array(values, float)
    except (TypeError, ValueError):
        raise ParameterError(f"{owner}: values must be numbers, got {shown(values)}") from None
    wanted = (len(times), several) if several and len(times) else (len(times),)
    if columns.shape != wanted and (len(times) or columns.size):
        shape = " x ".join(map(str, columns.shape)) or "one number"
        raise ParameterError(
            f"{owner}: values must be {' x '.join(map(str, wanted))} numbers, a row for each of "
            f"the {len(times)} times, got {shape}"
        )
    motions = []
    for k in range(max(several, 1)):
        motion = {
            "times": times,
            "values": columns[:, k] if columns.ndim == 2 else columns,
            "interpolation": interpolation,
            "beyond": beyond,
            "offset": offset,
        }
        for name, function in zip(FUNCTIONS, functions, strict=True):
            motion[name] = _one_of(owner, name, function, k, several)
        motion = {name: KIND.field(name).check(value, owner) for name, value in motion.items()}
        KIND(**motion).check_complete(owner)
        if not len(times) and not callable(motion["motionUserFunction"]):
            raise ParameterError(
                f"{owner}: give a table (times and values) or motionUserFunction, got neither"
            )
        motions.append(motion)
    return motions


def _one_of(owner: str, name: str, given: Any, k: int, several: int) -> Any:
    """The function of axis k."""
    if not several or (not callable(given) and not isinstance(given, Sequence)):
        return given
    if callable(given) or len(given) != several:
        raise ParameterError(
            f"{owner}: {name} must be a list of {several} functions, one for each axis, "
            f"got {shown(given)}"
        )
    return given[k]


AT_REST = {"times": [0.0], "values": [0.0], "interpolation": "linear", "beyond": "hold"}
"""The motion of a coordinate that stays where it is."""


def _motions_in_space(
    owner: str, axis: Any, table: tuple[Any, ...], functions: tuple[Any, ...]
) -> list[dict[str, Any]]:
    """Motions of x, y and z of a point."""
    if axis is None:
        if callable(functions[0]):
            raise ParameterError(
                f"{owner}: motionUserFunction needs an axis, or must be a list of three functions"
            )
        if isinstance(functions[0], Sequence) and not len(table[0]):
            named = list(zip(FUNCTIONS, functions, strict=True))
            each = [tuple(_one_of(owner, n, f, k, 3) for n, f in named) for k in range(3)]
            return [
                _motions(owner, 0, table, own, 0.0)[0] if callable(own[0]) else AT_REST
                for own in each
            ]
        return _motions(owner, 3, table, functions, 0.0)
    along = checked_vector(owner, "axis", axis)
    if not along.any():
        raise ParameterError(f"{owner}: axis must not be zero", "axis")
    along = along / np.linalg.norm(along)
    (motion,) = _motions(owner, 0, table, functions, 0.0)
    if not callable(motion["motionUserFunction"]):
        return [motion | {"values": x * motion["values"]} if x else AT_REST for x in along]
    if not np.array_equal(np.sort(along), [0.0, 0.0, 1.0]):
        raise ParameterError(
            f"{owner}: with motionUserFunction, axis must be the x, y or z axis, got "
            f"{np.asarray(axis).tolist()}; give a list of three functions without axis"
        )
    return [motion if x else AT_REST for x in along]


def _start_of(mbs: MainSystem, motion: dict[str, Any]) -> tuple[float, float]:
    """Displacement and velocity of a motion at t = 0; zero where a function does not tell."""
    times, offset = np.asarray(motion["times"], float), motion.get("offset", 0.0)
    if len(times):
        pieces = pieces_of(
            times, np.asarray(motion["values"], float), motion["interpolation"], motion["beyond"]
        )
        e = np.zeros(1, _TABLE)[0]
        e.count, e.beyond = len(times), BEYOND.index(motion["beyond"])
        s, rate, _, _ = motion_at(e, 0.0, False, times, pieces.ravel())  # type: ignore[no-untyped-call]
        return float(offset + s), float(rate)
    found = []
    for name in FUNCTIONS[:2]:
        try:
            found.append(float(motion[name](mbs, 0.0, -1, offset)))
        except Exception:  # the run reports it, with its time
            found.append(0.0)
    return found[0], found[1]


_TABLE = record(
    *((name, np.int64) for name in ("start", "count", "first_piece", "beyond")),
    ("t_high", np.float64),
)
