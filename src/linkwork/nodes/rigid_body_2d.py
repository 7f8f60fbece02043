"""NodeRigidBody2D: position and angle in the x-y plane.

Coordinates q = (q0, q1, q2) are displacements: position p = (c_ref0 + q0, c_ref1 + q1, 0), angle
phi = c_ref2 + q2 about z, not wrapped; velocity (q0_t, q1_t, 0), angular velocity (0, 0, q2_t).
"""

from __future__ import annotations

from linkwork.core.declare.item import Drawn, define
from linkwork.nodes.pose_node import PoseNode, output, pose_outputs

__all__ = ["NodeRigidBody2D", "Rigid2D", "VNodeRigidBody2D", "VRigid2D"]


class VNodeRigidBody2D(Drawn):
    """Drawing of a NodeRigidBody2D."""


class NodeRigidBody2D(PoseNode):
    """A frame in the x-y plane with two displacements and an angle."""

    type_name = "RigidBody2D"
    short_name = "Rigid2D"
    V = VNodeRigidBody2D
    outputs = pose_outputs()


define(NodeRigidBody2D, output)
Rigid2D, VRigid2D = NodeRigidBody2D, VNodeRigidBody2D
