"""RevoluteJointZ: two frames share a point and the axis z of the joint.

With the axes of the joint J0 = R0 rotationMarker0 and J1 = R1 rotationMarker1,

    c = (p1 - p0, z0 . x1, z0 . y1) = 0          inactive: lambda = 0

m0 receives the force (lambda_0, lambda_1, lambda_2), m1 the opposite one, and both opposite torques
normal to the axis. Forces do no work. If it is violated, the first three equations turn with the
model: there is invariance under rotations only for c = 0.
"""

from __future__ import annotations

from linkwork.core.declare.item import define
from linkwork.joints.space_joint import (
    DOT,
    GLOBAL,
    NO_WORK,
    DrawnJoint,
    SpaceJoint,
    joint_kernels,
    joint_outputs,
    space_blocks,
    still_frame,
)

__all__ = ["ObjectJointRevoluteZ", "RevoluteJointZ", "VObjectJointRevoluteZ", "VRevoluteJointZ"]

X, Y, Z = 0, 1, 2


class VObjectJointRevoluteZ(DrawnJoint):
    """Drawing of a RevoluteJointZ."""

    drawn_as = "hinge"


class ObjectJointRevoluteZ(SpaceJoint):
    """A revolute joint about the z axes of two frames."""

    type_name = "JointRevoluteZ"
    short_name = "RevoluteJointZ"
    V = VObjectJointRevoluteZ
    blocks = space_blocks(5)
    own = {**blocks.own, **NO_WORK}
    outputs = joint_outputs("m, m, m, 1, 1", 5)

    def codes(self) -> list[tuple[int, int, int]]:
        return [(GLOBAL, k, 0) for k in range(3)] + [(DOT, Z, X), (DOT, Z, Y)]


define(ObjectJointRevoluteZ, *joint_kernels(False, still_frame))
RevoluteJointZ, VRevoluteJointZ = ObjectJointRevoluteZ, VObjectJointRevoluteZ
