"""MarkerBodyRigid: a frame on a body, with position and orientation.

The frame has the point of MarkerBodyPosition, at local position b of the body n_b, and the rotation
of the body. It carries forces, torques, and connectors that depend on position or orientation. On
an ObjectGround the frame is fixed.
"""

from __future__ import annotations

from typing import Any

from linkwork.core.declare.item import Visualization, define, parameter
from linkwork.core.declare.parameters import Array, Index
from linkwork.markers.marker import Lookup, Marker
from linkwork.markers.outputs import output
from linkwork.motion.kind import Motion
from linkwork.nodes.pose_node import rotation_outputs

__all__ = ["MarkerBodyRigid", "VMarkerBodyRigid"]


class VMarkerBodyRigid(Visualization):
    """Drawing of a MarkerBodyRigid."""


class MarkerBodyRigid(Marker):
    """A frame on a body, given by its local position."""

    type_name = "BodyRigid"
    V = VMarkerBodyRigid
    provides = frozenset({"Position", "Orientation"})
    needs_axes = True
    outputs = {**Marker.outputs, **rotation_outputs()}

    bodyNumber: int = parameter(
        -1, Index("object"), symbol="n_b", doc="body the marker is attached to", structural=True
    )
    localPosition: Any = parameter(
        [0.0] * 3, Array((3,)), symbol="b", unit="m", structural=True,
        doc="position of the marker in the axes of the body",
    )  # fmt: skip

    def resolve(self, model: Lookup) -> tuple[Motion, float]:
        return model.body_frame(self.bodyNumber, self.localPosition), 0.0


define(MarkerBodyRigid, output)
