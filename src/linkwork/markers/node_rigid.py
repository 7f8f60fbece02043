"""MarkerNodeRigid: the frame of a node, with position and orientation.

The frame has position and rotation of the node n_0. It carries forces, torques, and connectors that
depend on position or orientation.
"""

from __future__ import annotations

from linkwork.core.declare.item import Visualization, define, parameter
from linkwork.core.declare.parameters import Index
from linkwork.markers.marker import Lookup, Marker
from linkwork.markers.outputs import output
from linkwork.motion.kind import Motion
from linkwork.nodes.node import Node
from linkwork.nodes.pose_node import rotation_outputs

__all__ = ["MarkerNodeRigid", "VMarkerNodeRigid"]


class VMarkerNodeRigid(Visualization):
    """Drawing of a MarkerNodeRigid."""


class MarkerNodeRigid(Marker):
    """The frame of a node that has a position and an orientation."""

    type_name = "NodeRigid"
    V = VMarkerNodeRigid
    provides = frozenset({"Position", "Orientation"})
    outputs = {**Marker.outputs, **rotation_outputs()}

    nodeNumber: int = parameter(
        -1, Index("node"), symbol="n_0", doc="node the marker is attached to", structural=True
    )

    def misfit(self, node: Node) -> str:
        return "" if node.has_axes else "node with an orientation"

    def resolve(self, model: Lookup) -> tuple[Motion, float]:
        return model.node_frame(self.nodeNumber), 0.0


define(MarkerNodeRigid, output)
