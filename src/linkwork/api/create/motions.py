"""Create... functions for prescribed motions: drives of coordinates, points and angles, supports.

`motion_values.py` has the tables and functions that they are given, `moved_places.py` what moves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.api.create.bodies import Vector
from linkwork.api.create.parts import ORIGIN, Parts, checked_vector, creates, item
from linkwork.core.declare.indices import NodeIndex, ObjectIndex
from linkwork.core.errors import ParameterError

if TYPE_CHECKING:
    from linkwork.api.system import MainSystem


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
    from linkwork.api.create.motion_values import KIND, motions_of, start_of
    from linkwork.api.create.moved_places import Places
    from linkwork.nodes.generic_data import NodeGenericData

    owner = "CreatePrescribedMotion"
    chosen = {"coordinate": coordinate, "axis": axis, "rotationAxis": rotationAxis}
    given = [name for name, value in chosen.items() if value is not None]
    if len(given) != 1:
        raise ParameterError(
            f"{owner}: give one of coordinate, axis and rotationAxis, got "
            f"{' and '.join(given) or 'none of them'}"
        )
    parts = Parts(mbs, owner, KIND.V.field("show").check(show, owner))
    places = Places(mbs, owner, parts, bodyNumber, localPosition, referenceBody, fromReference)
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
    from linkwork.api.create.motion_values import KIND, motions_in_space, start_of
    from linkwork.markers.node_coordinate import MarkerNodeCoordinate
    from linkwork.nodes.point import NodePoint
    from linkwork.nodes.point_ground import NodePointGround

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


def _are_several(axis: Any) -> bool:
    """Whether this is a list of directions, not a single one."""
    return isinstance(axis, (list, tuple, np.ndarray)) and any(
        isinstance(each, (list, tuple, np.ndarray)) for each in axis
    )


def _drive(name: str, ends: list[int], motion: dict[str, Any], show: Any) -> Any:
    """The item that moves the second marker against the first."""
    from linkwork.api.create.motion_values import KIND

    return item(KIND, name=name, markerNumbers=ends, visualization={"show": show}, **motion)
