"""MarkerSuperElementRigid: a frame that follows mesh nodes of a flexible body in the mean.

With the weights w_j of mesh nodes j, their reference positions x_j in body axes, the mean
x = sum w_j x_j and r_j = x_j - x, and deformations u_j in body axes,

    theta = W^-1 sum w_j r_j x u_j,   W = sum w_j (r_j . r_j I - r_j r_j^T)
    p = r + A (x + o + sum w_j u_j),   R = A exp(theta~)

A and r are rotation matrix and position of the reference frame of an ObjectFFRFreducedOrder; an
ObjectGenericODE2 on point nodes has A = I and r = 0. theta is the rotation that fits the
deformations best (least squares). Without useAlternativeApproach it is
sum w_j r_j x u_j / sum w_j r_j . r_j, which is smaller than the rotation of the nodes if these are
not on a line. The offset o should be small, since it does not turn with theta. Angular velocity,
torques and all derivatives belong to R exactly. theta is linear in the deformations, so it must be
small.
"""

from __future__ import annotations

from typing import Any

from linkwork.core.declare.item import Visualization, define, parameter
from linkwork.core.declare.parameters import Array, Flag, UInt
from linkwork.markers.marker import Lookup, Marker
from linkwork.markers.outputs import output
from linkwork.markers.super_element import SuperElementMarker
from linkwork.motion.kind import Motion
from linkwork.motion.mesh import Mesh
from linkwork.nodes.pose_node import rotation_outputs

__all__ = ["MarkerSuperElementRigid", "VMarkerSuperElementRigid"]


class VMarkerSuperElementRigid(Visualization):
    """Drawing of a MarkerSuperElementRigid."""

    showMarkerNodes: bool = parameter(True, Flag(), doc="whether its mesh nodes are drawn")


class MarkerSuperElementRigid(SuperElementMarker):
    """A frame that follows the mean of mesh nodes."""

    type_name = "SuperElementRigid"
    V = VMarkerSuperElementRigid
    provides = frozenset({"Position", "Orientation"})
    last_parameters = (
        "meshNodeNumbers", "weightingFactors", "useAlternativeApproach", "rotationsExponentialMap",
    )  # fmt: skip
    outputs = {**Marker.outputs, **rotation_outputs()}

    offset: Any = parameter(
        [0.0] * 3, Array((3,)), symbol="o", unit="m", structural=True,
        doc="added to the mean of the mesh nodes, in body axes",
    )  # fmt: skip
    useAlternativeApproach: bool = parameter(
        True, Flag(), structural=True,
        doc="mean rotation by least squares; False: by the simpler law",
    )  # fmt: skip
    rotationsExponentialMap: int = parameter(
        2, UInt(), doc="accepted for compatibility: rotations are always exponential maps, with "
        "their tangents, as documented for 2",
    )  # fmt: skip

    def resolve(self, model: Lookup) -> tuple[Motion, float]:
        x, y, z = (float(each) for each in self.offset)
        mesh = Mesh(*self.mesh_lists(), (x, y, z), True, self.useAlternativeApproach)
        return model.mesh_frame(self.bodyNumber, mesh), 0.0


define(MarkerSuperElementRigid, output)
