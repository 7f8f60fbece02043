"""MarkerKinematicTreeRigid: a frame on a link of a kinematic tree.

    p = o + R b,   R: rotation matrix of the link, o: origin of its frame

The frame follows all joints between the base and the link n_l; n_l = -1 is a free base. Forces and
torques on it, of loads, springs and joints, act on these joints, and on the node of a free base; a
joint between links of one tree closes a loop.
"""

from __future__ import annotations

from typing import Any

from linkwork.core.declare.item import Visualization, define, parameter
from linkwork.core.declare.list_kinds import LinkNumber
from linkwork.core.declare.parameters import Array, Index
from linkwork.core.errors import ParameterError
from linkwork.markers.marker import Lookup, Marker
from linkwork.markers.outputs import output
from linkwork.motion.kind import Motion
from linkwork.nodes.pose_node import rotation_outputs

__all__ = ["MarkerKinematicTreeRigid", "VMarkerKinematicTreeRigid"]


def check_link(owner: str, item: Any, items: Any) -> None:
    """Refuse a link that a kinematic tree does not have."""
    if not 0 <= item.objectNumber < len(items["object"]):
        return  # not given yet: Assemble reports it
    tree = items["object"][item.objectNumber]
    if item.linkNumber >= tree.link_count():
        raise ParameterError(
            f"{owner}: linkNumber must be below {tree.link_count()}, the number of links of "
            f"{tree.label(item.objectNumber)}, got {item.linkNumber}"
        )
    if item.linkNumber < 0 and "linkNumber" in item.given and not tree.is_free:
        raise ParameterError(
            f"{owner}: linkNumber must be 0 or more, since the base of "
            f"{tree.label(item.objectNumber)} is fixed, got {item.linkNumber}; use a marker or "
            "sensor of an ObjectGround there"
        )


class VMarkerKinematicTreeRigid(Visualization):
    """Drawing of a MarkerKinematicTreeRigid."""


class MarkerKinematicTreeRigid(Marker):
    """A frame on a link of a KinematicTree."""

    type_name = "KinematicTreeRigid"
    V = VMarkerKinematicTreeRigid
    on_links = True
    provides = frozenset({"Position", "Orientation"})
    outputs = {**Marker.outputs, **rotation_outputs()}

    objectNumber: int = parameter(
        -1, Index("object"), symbol="n_b", structural=True, doc="KinematicTree that has the link"
    )
    linkNumber: int = parameter(
        -1, LinkNumber(), symbol="n_l", unit="1", structural=True,
        doc="link of the tree, from 0; -1: its free base",
    )  # fmt: skip
    localPosition: Any = parameter(
        [0.0] * 3, Array((3,)), symbol="b", unit="m", structural=True,
        doc="position in the frame of the link",
    )  # fmt: skip

    def check_sizes(self, owner: str, items: Any) -> None:
        check_link(owner, self, items)

    def resolve(self, model: Lookup) -> tuple[Motion, float]:
        return model.link_frame(self.objectNumber, self.linkNumber, self.localPosition), 0.0


define(MarkerKinematicTreeRigid, output)
