"""Joints that slide along cables, with what they need: markers of the cables and a data node."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from linkwork.api.create.parts import item
from linkwork.bodies.cable_body import CableBody
from linkwork.core.declare.parameters import shown
from linkwork.core.errors import ParameterError
from linkwork.joints.ale_moving_2d import ObjectJointALEMoving2D
from linkwork.joints.sliding_2d import ObjectJointSliding2D
from linkwork.markers.body_cable_2d_coordinates import MarkerBodyCable2DCoordinates
from linkwork.nodes.generic_data import NodeGenericData

__all__ = ["GenerateAleSlidingJoint", "GenerateSlidingJoint"]


def _markers_of(mbs: Any, owner: str, cables: Sequence[Any]) -> tuple[list[Any], list[float]]:
    """Markers of the coordinates of cables, and the arc lengths at which these begin."""
    markers, offsets, length = [], [], 0.0
    for number in cables:
        cable = mbs._items["object"][int(number)]
        if not isinstance(cable, CableBody):
            raise ParameterError(
                f"{owner}: cableObjectList must list cables, got {cable.label(int(number))}"
            )
        markers.append(mbs.AddMarker(MarkerBodyCable2DCoordinates(bodyNumber=number)))
        offsets.append(length)
        length += cable.physicsLength
    return markers, offsets


def _checked_start(owner: str, start: Any, count: int) -> int:
    if not isinstance(start, int) or not 0 <= start < count:
        raise ParameterError(
            f"{owner}: localMarkerIndexOfStartCable must be a place in cableObjectList, 0 to "
            f"{count - 1}, got {shown(start)}"
        )
    return start


def GenerateSlidingJoint(
    mbs: Any,
    cableObjectList: Sequence[Any],
    markerBodyPositionOfSlidingBody: Any,
    localMarkerIndexOfStartCable: int = 0,
    slidingCoordinateStartPosition: float = 0.0,
) -> list[Any]:
    """Add a SlidingJoint2D that moves along cables, their markers and its data node.

    mbs -- the system
    cableObjectList -- the cables, in the order in which they follow one another
    markerBodyPositionOfSlidingBody -- marker of the body that slides
    localMarkerIndexOfStartCable -- place in the list of the cable on which it starts
    slidingCoordinateStartPosition [m] -- arc length at which it starts, from the first cable on

    Returns a list with the joint.
    """
    owner = "GenerateSlidingJoint"
    start = _checked_start(owner, localMarkerIndexOfStartCable, len(cableObjectList))
    markers, offsets = _markers_of(mbs, owner, cableObjectList)
    data = [float(start), float(slidingCoordinateStartPosition)]
    node = mbs.AddNode(NodeGenericData(numberOfDataCoordinates=2, initialCoordinates=data))
    joint = item(
        ObjectJointSliding2D,
        markerNumbers=[markerBodyPositionOfSlidingBody, markers[start]],
        slidingMarkerNumbers=markers,
        slidingMarkerOffsets=offsets,
        nodeNumber=node,
    )
    return [mbs.AddObject(joint)]


def GenerateAleSlidingJoint(
    mbs: Any,
    cableObjectList: Sequence[Any],
    markerBodyPositionOfSlidingBody: Any,
    AleNode: Any,
    localMarkerIndexOfStartCable: int = 0,
    AleSlidingOffset: float = 0.0,
    activeConnector: bool = True,
    penaltyStiffness: float = 0.0,
) -> list[Any]:
    """Add an ALEMovingJoint2D that moves with the material of cables, and what it needs.

    mbs -- the system
    cableObjectList -- the ALECable2D, in the order in which they follow one another
    markerBodyPositionOfSlidingBody -- marker of the body that moves with them
    AleNode -- node of the motion of the material
    localMarkerIndexOfStartCable -- place in the list of the cable on which it starts
    AleSlidingOffset [m] -- arc length at which it is while the coordinate of the node is 0
    activeConnector -- whether the joint acts
    penaltyStiffness [N/m] -- stiffness of a spring instead of the constraint; 0: a constraint

    Returns a list with the joint.
    """
    owner = "GenerateAleSlidingJoint"
    start = _checked_start(owner, localMarkerIndexOfStartCable, len(cableObjectList))
    markers, offsets = _markers_of(mbs, owner, cableObjectList)
    data = NodeGenericData(numberOfDataCoordinates=1, initialCoordinates=[float(start)])
    joint = item(
        ObjectJointALEMoving2D,
        markerNumbers=[markerBodyPositionOfSlidingBody, markers[start]],
        slidingMarkerNumbers=markers,
        slidingMarkerOffsets=offsets,
        slidingOffset=AleSlidingOffset,
        nodeNumbers=[mbs.AddNode(data), AleNode],
        usePenaltyFormulation=penaltyStiffness != 0,
        penaltyStiffness=penaltyStiffness,
        activeConnector=activeConnector,
    )
    return [mbs.AddObject(joint)]
