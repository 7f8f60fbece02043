"""MarkerNodeRigid: the frame of a node, with position and orientation.

Position and angle of the node n_0: carries forces, torques and everything that depends on either.
"""

from __future__ import annotations

from linkwork.core.declare import Visualization, define, parameter
from linkwork.core.parameters import Index
from linkwork.markers.marker import Lookup, Marker
from linkwork.markers.points import output
from linkwork.nodes.node import Node, Point
from linkwork.nodes.pose_node import PoseNode, rotation_outputs

__all__ = ["MarkerNodeRigid", "VMarkerNodeRigid"]


class VMarkerNodeRigid(Visualization):
    """Drawing of a MarkerNodeRigid."""


class MarkerNodeRigid(Marker):
    """The frame of a node that has a position and an angle."""

    type_name = "NodeRigid"
    V = VMarkerNodeRigid
    provides = frozenset({"Position", "Orientation"})
    outputs = {**Marker.outputs, **rotation_outputs()}

    nodeNumber: int = parameter(
        -1, Index("node"), symbol="n_0", doc="node the marker stands on", structural=True
    )

    def misfit(self, node: Node) -> str:
        return "" if isinstance(node, PoseNode) else "node with an orientation"

    def resolve(self, model: Lookup) -> tuple[Point, float]:
        return model.node_frame(self.nodeNumber), 0.0


define(MarkerNodeRigid, output)
