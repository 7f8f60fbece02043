"""PrismaticJointX: a frame slides along the axis x of another one, without turning.

With the axes of the joint J0 = R0 rotationMarker0 and J1 = R1 rotationMarker1, d = p1 - p0,

    c = (y0 . d, z0 . d, z0 . y1, z0 . x1, x0 . y1) = 0          inactive: lambda = 0

m0 receives the force lambda_0 y0 + lambda_1 z0 at the place of m1, m1 the opposite one, and both
opposite torques. Forces do no work. Rigid motions change nothing.
"""

from __future__ import annotations

from linkwork.core.declare.item import define
from linkwork.joints.space_joint import (
    AXIS,
    DOT,
    NO_WORK,
    DrawnJoint,
    SpaceJoint,
    joint_kernels,
    joint_outputs,
    space_blocks,
    still_frame,
)

__all__ = [
    "ObjectJointPrismaticX",
    "PrismaticJointX",
    "VObjectJointPrismaticX",
    "VPrismaticJointX",
]

X, Y, Z = 0, 1, 2


class VObjectJointPrismaticX(DrawnJoint):
    """Drawing of a PrismaticJointX."""

    drawn_as = "rail"


class ObjectJointPrismaticX(SpaceJoint):
    """A prismatic joint along the x axes of two frames."""

    type_name = "JointPrismaticX"
    short_name = "PrismaticJointX"
    V = VObjectJointPrismaticX
    blocks = space_blocks(5)
    own = {**blocks.own, **NO_WORK}
    rigid_invariance = True
    outputs = joint_outputs("m, m, 1, 1, 1", 5)

    def codes(self) -> list[tuple[int, int, int]]:
        return [(AXIS, Y, 0), (AXIS, Z, 0), (DOT, Z, Y), (DOT, Z, X), (DOT, X, Y)]


define(ObjectJointPrismaticX, *joint_kernels(False, still_frame))
PrismaticJointX, VPrismaticJointX = ObjectJointPrismaticX, VObjectJointPrismaticX
