"""MarkerBodyBeamShape: all coordinates of a cable in space, with their reference values.

Values c = c_ref + q and velocities v of the two nodes of the cable n_b: position and slope of the
first node, then of the second one. Joints that slide along cables in space use it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from linkwork.bodies.ancf_cable import ObjectANCFCable
from linkwork.bodies.body import Body
from linkwork.core.declare.item import Visualization, define
from linkwork.markers.cable_marker import CableMarker
from linkwork.markers.coordinate_vector import CoordinateVectorMarker, output

__all__ = ["MarkerBodyBeamShape", "VMarkerBodyBeamShape"]


class VMarkerBodyBeamShape(Visualization):
    """Drawing of a MarkerBodyBeamShape."""


class MarkerBodyBeamShape(CableMarker, CoordinateVectorMarker):
    """The vector of the coordinates of a cable in space."""

    type_name = "BodyBeamShape"
    V = VMarkerBodyBeamShape

    def body_misfit(self, body: Body) -> str:
        return "" if isinstance(body, ObjectANCFCable) else "cable in space: an ObjectANCFCable"

    def coordinate_units(self, items: Mapping[str, Sequence[Any]]) -> list[str]:
        return self.node_units(items)


define(MarkerBodyBeamShape, output)
