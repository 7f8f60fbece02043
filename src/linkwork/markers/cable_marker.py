"""Base of markers that see a whole cable: which bodies they can have, and its coordinates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from linkwork.bodies.body import Body
from linkwork.bodies.cable_body import CableBody
from linkwork.core.declare.item import parameter
from linkwork.core.declare.parameters import Index
from linkwork.markers.marker import Marker


class CableMarker(Marker):
    """Base of markers of whole cables."""

    bodyNumber: int = parameter(
        -1, Index("object"), symbol="n_b", doc="cable the marker is attached to", structural=True
    )

    def body_misfit(self, body: Body) -> str:
        if isinstance(body, CableBody):
            return ""
        return "cable: an ObjectANCFCable2D or ObjectALEANCFCable2D"

    def node_units(self, items: Mapping[str, Sequence[Any]]) -> list[str]:
        """Units of the coordinates of the cable."""
        nodes = items["object"][self.bodyNumber].nodes()
        return [unit for number in nodes for unit in items["node"][number].free_units()]
