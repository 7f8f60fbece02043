"""MarkerNodePosition: the point of a node; carries forces and position connectors.

The point of the node n_0: p = p_node, v = its velocity. Forces on the marker act on the
coordinates of the node.
"""

from __future__ import annotations

from linkwork.core.declare.item import Visualization, define, parameter
from linkwork.core.declare.item_list import Members
from linkwork.core.declare.parameters import Index
from linkwork.markers.marker import Lookup, Marker
from linkwork.markers.outputs import output
from linkwork.motion.kind import Motion
from linkwork.motion.point import Points

__all__ = ["MarkerNodePosition", "VMarkerNodePosition"]


class VMarkerNodePosition(Visualization):
    """Drawing of a MarkerNodePosition."""


class MarkerNodePosition(Marker):
    """The point of a node that has a position."""

    type_name = "NodePosition"
    V = VMarkerNodePosition
    provides = frozenset({"Position"})

    nodeNumber: int = parameter(
        -1, Index("node"), symbol="n_0", doc="node the marker is attached to", structural=True
    )

    @classmethod
    def points(cls, group: Members, model: Lookup) -> Points | None:
        if cls.resolve is not MarkerNodePosition.resolve:
            return None
        return model.node_points.of(group.column("nodeNumber"))

    def resolve(self, model: Lookup) -> tuple[Motion, float]:
        return model.node_point(self.nodeNumber), 0.0


define(MarkerNodePosition, output)
