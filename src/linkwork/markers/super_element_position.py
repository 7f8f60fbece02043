"""MarkerSuperElementPosition: the weighted mean of mesh nodes of a flexible body.

    p = sum w_j p_j,   v = sum w_j v_j

p_j is the position of mesh node j of the body n_b, an ObjectFFRFreducedOrder or an
ObjectGenericODE2 on point nodes. A force on the marker acts on the mesh nodes with their weights.
"""

from __future__ import annotations

from linkwork.core.declare.item import Visualization, define, parameter
from linkwork.core.declare.parameters import Flag
from linkwork.markers.marker import Lookup
from linkwork.markers.outputs import output
from linkwork.markers.super_element import SuperElementMarker
from linkwork.motion.kind import Motion
from linkwork.motion.mesh import Mesh

__all__ = ["MarkerSuperElementPosition", "VMarkerSuperElementPosition"]


class VMarkerSuperElementPosition(Visualization):
    """Drawing of a MarkerSuperElementPosition."""

    showMarkerNodes: bool = parameter(True, Flag(), doc="whether its mesh nodes are drawn")


class MarkerSuperElementPosition(SuperElementMarker):
    """A point that is the mean of mesh nodes."""

    type_name = "SuperElementPosition"
    V = VMarkerSuperElementPosition
    provides = frozenset({"Position"})

    def resolve(self, model: Lookup) -> tuple[Motion, float]:
        found = model.mesh_frame(self.bodyNumber, Mesh(*self.mesh_lists()))
        return found.without_rotation(), 0.0


define(MarkerSuperElementPosition, output)
