"""MarkerBodyPosition: a point of a body; carries forces and position connectors.

The point at local position b of the body n_b: p = p_body(b), v = its velocity. Forces on the
marker act at this point of the body.
"""

from __future__ import annotations

from typing import Any

from linkwork.core.declare.item import Visualization, define, parameter
from linkwork.core.declare.item_list import Members
from linkwork.core.declare.parameters import Array, Index
from linkwork.markers.marker import Lookup, Marker
from linkwork.markers.outputs import output
from linkwork.motion.kind import Motion
from linkwork.motion.point import Points

__all__ = ["MarkerBodyPosition", "VMarkerBodyPosition"]


class VMarkerBodyPosition(Visualization):
    """Drawing of a MarkerBodyPosition."""


class MarkerBodyPosition(Marker):
    """A point of a body, given by its local position."""

    type_name = "BodyPosition"
    V = VMarkerBodyPosition
    provides = frozenset({"Position"})

    bodyNumber: int = parameter(
        -1, Index("object"), symbol="n_b", doc="body the marker is attached to", structural=True
    )
    localPosition: Any = parameter(
        [0.0] * 3, Array((3,)), symbol="b", unit="m", structural=True,
        doc="position of the marker in the axes of the body",
    )  # fmt: skip

    @classmethod
    def points(cls, group: Members, model: Lookup) -> Points | None:
        if cls.resolve is not MarkerBodyPosition.resolve:
            return None
        return model.body_points(group.column("bodyNumber"), group.column("localPosition"))

    def resolve(self, model: Lookup) -> tuple[Motion, float]:
        return model.body_point(self.bodyNumber, self.localPosition), 0.0


define(MarkerBodyPosition, output)
