"""Create... functions for joints in the x-y plane at a given global position.

bodyNumbers are the two bodies to connect, by number, ObjectIndex or name (`itemNumbers` is the same
parameter). position is that of the joint in the reference configuration [m]: global or, with
useGlobalFrame=False, in the axes of the first body. Other parameters: see `connectors`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.api.create.bodies import FLAG, Vector, plain
from linkwork.api.create.carriers import Carriers
from linkwork.api.create.connectors import add_connector
from linkwork.api.create.parts import DEFAULT_COLOR, ORIGIN, checked_in_plane, creates
from linkwork.core.declare.indices import ObjectIndex
from linkwork.core.errors import ParameterError

if TYPE_CHECKING:
    from linkwork.api.system import MainSystem

Frame = tuple[np.ndarray, np.ndarray]
"""Origin [m] and rotation matrix of a body in the reference configuration."""


@creates(itemNumbers="bodyNumbers")
def CreateRevoluteJoint2D(
    mbs: MainSystem,
    name: str = "",
    bodyNumbers: Sequence[Any] | None = None,
    position: Vector = ORIGIN,
    useGlobalFrame: bool = True,
    show: bool = True,
    drawSize: float = -1.0,
    color: Sequence[float] = DEFAULT_COLOR,
) -> ObjectIndex:
    """Add a RevoluteJoint2D, a pin between two bodies; returns its number."""
    from linkwork.joints.revolute_2d import ObjectJointRevolute2D

    owner, kind = "CreateRevoluteJoint2D", ObjectJointRevolute2D
    carriers = Carriers(mbs._store, owner)
    bodies, frames = _joined(carriers, bodyNumbers, useGlobalFrame)
    local = _locals(frames, _in_space(owner, "position", position, frames, useGlobalFrame))
    markers = carriers.pair_of_markers(bodies, local)
    drawn = {"show": show, "drawSize": drawSize, "color": color}
    return add_connector(mbs, owner, kind, markers, {"name": name}, drawn)


@creates(itemNumbers="bodyNumbers")
def CreatePrismaticJoint2D(
    mbs: MainSystem,
    name: str = "",
    bodyNumbers: Sequence[Any] | None = None,
    position: Vector = ORIGIN,
    axis: Vector = (1.0, 0.0, 0.0),
    useGlobalFrame: bool = True,
    constrainRotation: bool = True,
    show: bool = True,
    drawSize: float = -1.0,
    color: Sequence[float] = DEFAULT_COLOR,
) -> ObjectIndex:
    """Add a PrismaticJoint2D, a slider between two bodies; returns its number.

    axis -- sliding direction in the reference configuration: global or, with
        useGlobalFrame=False, in the axes of the first body. It rotates with the second body.
    constrainRotation -- whether relative rotation is locked
    """
    from linkwork.joints.prismatic_2d import ObjectJointPrismatic2D

    owner, kind = "CreatePrismaticJoint2D", ObjectJointPrismatic2D
    carriers = Carriers(mbs._store, owner)
    bodies, frames = _joined(carriers, bodyNumbers, useGlobalFrame)
    local = _locals(frames, _in_space(owner, "position", position, frames, useGlobalFrame))
    way = np.array([*checked_in_plane(owner, "axis", axis), 0.0])
    if not way.any():
        raise ParameterError(f"{owner}: axis must not be zero", "axis")
    if not useGlobalFrame:
        way = frames[0][1] @ way
    across = np.array([-way[1], way[0], 0.0])
    markers = carriers.pair_of_markers(bodies, local, turns=True)
    values = {
        "name": name,
        "axisMarker0": frames[0][1].T @ way,
        "normalMarker1": frames[1][1].T @ across,
        "constrainRotation": constrainRotation,
    }
    drawn = {"show": show, "drawSize": drawSize, "color": color}
    return add_connector(mbs, owner, kind, markers, values, drawn)


def _joined(carriers: Carriers, given: Any, in_space: Any) -> tuple[list[int], list[Frame]]:
    """Numbers of the two bodies, and their frames."""
    plain("useGlobalFrame", FLAG).check(in_space, carriers.owner)
    numbers = []
    for entry in carriers.pair(given):
        family, number = carriers.carrier("bodyNumbers", entry)
        if family != "object":
            text = f"{carriers.owner}: bodyNumbers must be bodies, got {entry!r}"
            raise ParameterError(text, "bodyNumbers")
        numbers.append(number)
    return numbers, [carriers.frame(number) for number in numbers]


def _in_space(owner: str, name: str, given: Any, frames: list[Frame], in_space: bool) -> np.ndarray:
    """A global position [m], given as such or in the axes of the first body."""
    place = np.array([*checked_in_plane(owner, name, given), 0.0])
    origin, rotation = frames[0]
    return place if in_space else origin + rotation @ place


def _locals(frames: list[Frame], place: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """A global position in the axes of both bodies [m]."""
    first, second = (rotation.T @ (place - origin) for origin, rotation in frames)
    return first, second
