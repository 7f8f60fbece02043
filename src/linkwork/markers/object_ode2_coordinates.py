"""MarkerObjectODE2Coordinates: all ODE2 coordinates of an object, with their reference values.

Values c = c_ref + q and velocities v of the nodes of the body o_0, one node after another; none of
an ObjectGround. For constraints of coordinate vectors.
"""

from __future__ import annotations

from linkwork.core.declare import Visualization, define, parameter
from linkwork.core.parameters import Index
from linkwork.markers.coordinate_vector import CoordinateVectorMarker, output

__all__ = ["MarkerObjectODE2Coordinates", "VMarkerObjectODE2Coordinates"]


class VMarkerObjectODE2Coordinates(Visualization):
    """Drawing of a MarkerObjectODE2Coordinates."""


class MarkerObjectODE2Coordinates(CoordinateVectorMarker):
    """The vector of the coordinates of a body."""

    type_name = "ObjectODE2Coordinates"
    V = VMarkerObjectODE2Coordinates

    objectNumber: int = parameter(
        -1, Index("object"), symbol="o_0", doc="body whose coordinates are taken", structural=True
    )


define(MarkerObjectODE2Coordinates, output)
