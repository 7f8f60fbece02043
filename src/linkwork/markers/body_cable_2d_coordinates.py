"""MarkerBodyCable2DCoordinates: all coordinates of a cable, with their reference values.

Values c = c_ref + q and velocities v of the two nodes of the cable n_b: position and slope of the
first node, then of the second one. Items that act on whole cables, and constraints of coordinate
vectors, use it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from linkwork.core.declare.item import Visualization, define
from linkwork.markers.cable_marker import CableMarker
from linkwork.markers.coordinate_vector import CoordinateVectorMarker, output

__all__ = ["MarkerBodyCable2DCoordinates", "VMarkerBodyCable2DCoordinates"]


class VMarkerBodyCable2DCoordinates(Visualization):
    """Drawing of a MarkerBodyCable2DCoordinates."""


class MarkerBodyCable2DCoordinates(CableMarker, CoordinateVectorMarker):
    """The vector of the coordinates of a cable."""

    type_name = "BodyCable2DCoordinates"
    V = VMarkerBodyCable2DCoordinates

    def coordinate_units(self, items: Mapping[str, Sequence[Any]]) -> list[str]:
        return self.node_units(items)


define(MarkerBodyCable2DCoordinates, output)
