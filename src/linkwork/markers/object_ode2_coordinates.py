"""MarkerObjectODE2Coordinates: all ODE2 coordinates of an object, with their reference values.

Values c = c_ref + q and velocities v of the nodes of the body o_0, one node after another; empty
for an ObjectGround. It is meant for constraints of coordinate vectors.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from linkwork.core.declare.item import Visualization, define, parameter
from linkwork.core.declare.parameters import Index
from linkwork.markers.coordinate_vector import CoordinateVectorMarker, output

__all__ = ["MarkerObjectODE2Coordinates", "VMarkerObjectODE2Coordinates"]


class VMarkerObjectODE2Coordinates(Visualization):
    """Drawing of a MarkerObjectODE2Coordinates."""


class MarkerObjectODE2Coordinates(CoordinateVectorMarker):
    """The vector of the coordinates of a body."""

    type_name = "ObjectODE2Coordinates"
    V = VMarkerObjectODE2Coordinates

    objectNumber: int = parameter(
        -1, Index("object"), symbol="o_0", doc="body whose coordinates are used", structural=True
    )

    def coordinate_units(self, items: Mapping[str, Sequence[Any]]) -> list[str]:
        nodes = [items["node"][number] for number in items["object"][self.objectNumber].nodes()]
        return [unit for node in nodes if node.part == "ode2" for unit in node.free_units()]


define(MarkerObjectODE2Coordinates, output)
