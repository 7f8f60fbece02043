"""NodePlanar: position and angle in the x-y plane, of which some may be held.

The node is like NodeRigidBody2D, but a held coordinate is not an unknown of the system: it stays at
c_ref + q_ini, and its velocity is 0. Holding it therefore costs nothing and needs no constraint.
Vectors of coordinates (systemData, MarkerNodeCoordinates, matrices of an ObjectGenericODE2 on the
node) contain only the free ones; outputs of the node and numbers of its coordinates always count
all three.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.core.declare.item import Drawn, define, parameter
from linkwork.core.declare.parameters import Flags
from linkwork.core.errors import ParameterError
from linkwork.nodes.pose_node import PoseNode, output, pose_outputs

__all__ = ["NodePlanar", "VNodePlanar"]


class VNodePlanar(Drawn):
    """Drawing of a NodePlanar."""


class NodePlanar(PoseNode):
    """A frame in the x-y plane; each of its three coordinates is free or held."""

    type_name = "Planar"
    V = VNodePlanar
    outputs = pose_outputs()

    heldCoordinates: Any = parameter(
        [False] * 3, Flags(3), symbol="held", structural=True,
        doc="which of x, y and angle are held",
    )  # fmt: skip

    def held(self) -> np.ndarray:
        return np.asarray(self.heldCoordinates, bool)

    def check_complete(self, owner: str) -> None:
        moving = self.held() & (np.asarray(self.initialVelocities) != 0.0)
        if moving.any():
            k = int(np.argmax(moving))
            raise ParameterError(
                f"{owner}: initialVelocities of the held coordinate {k} must be 0, got "
                f"{self.initialVelocities[k]:g}; set it to 0 or do not hold the coordinate"
            )


define(NodePlanar, output)
