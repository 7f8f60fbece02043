"""MarkerNodeCoordinates: all coordinates of a node as a vector, with their reference values.

Values c = c_ref + q and velocities v of the node n_0; the vector has as many components as the node
has coordinates, none on a NodePointGround. It is meant for constraints of coordinate vectors.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from linkwork.core.declare.item import Visualization, define, parameter
from linkwork.core.declare.parameters import Index
from linkwork.markers.coordinate_vector import CoordinateVectorMarker, output

__all__ = ["MarkerNodeCoordinates", "VMarkerNodeCoordinates"]


class VMarkerNodeCoordinates(Visualization):
    """Drawing of a MarkerNodeCoordinates."""


class MarkerNodeCoordinates(CoordinateVectorMarker):
    """The vector of the coordinates of a node."""

    type_name = "NodeCoordinates"
    V = VMarkerNodeCoordinates

    nodeNumber: int = parameter(
        -1, Index("node"), symbol="n_0", doc="node the marker is attached to", structural=True
    )

    def coordinate_units(self, items: Mapping[str, Sequence[Any]]) -> list[str]:
        return list(items["node"][self.nodeNumber].free_units())


define(MarkerNodeCoordinates, output)
