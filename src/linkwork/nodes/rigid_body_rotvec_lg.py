"""NodeRigidBodyRotVecLG: position and rotation vector of a frame in space.

Coordinates q are displacements; with the rotation vector nu = c_ref[3:6] + q[3:6],

    A = exp(nu~)

Its velocities are those of the position and the angular velocity w in body axes, which is not nu_t.
Solvers compose rotations, A exp(x~), instead of adding to nu: there is no singular orientation. The
pose is a unit quaternion and its rounding errors, so that even the slowest spin is not lost. nu
follows from the quaternion and is up to 2 pi long; its direction is reversed when it passes 2 pi.
"""

from __future__ import annotations

from typing import Any

from linkwork.core.declare.item import Drawn, define, parameter
from linkwork.core.declare.parameters import Array
from linkwork.math import exponential
from linkwork.math.rotation_parameters import VECTOR
from linkwork.math.vec3 import three
from linkwork.motion import frame_scalar
from linkwork.motion.frame_scalar import FrameScalar
from linkwork.motion.space_frame import POSE_SIZE
from linkwork.nodes.space_node import SpaceNode, output_kernel, space_outputs

__all__ = [
    "NodeRigidBodyRotVecLG",
    "RigidRotVecLG",
    "VNodeRigidBodyRotVecLG",
    "VRigidRotVecLG",
]

UNITS = "m, m, m, rad, rad, rad"


class VNodeRigidBodyRotVecLG(Drawn):
    """Drawing of a NodeRigidBodyRotVecLG."""


class NodeRigidBodyRotVecLG(SpaceNode):
    """A frame in space with three displacements and a rotation vector that is composed."""

    type_name = "RigidBodyRotVecLG"
    short_name = "RigidRotVecLG"
    V = VNodeRigidBodyRotVecLG
    coordinates = 6
    axes = ("x", "y", "z", "nu_0", "nu_1", "nu_2")
    parameters = VECTOR
    composed = (3, 4, 5)
    pose_size = POSE_SIZE
    outputs = space_outputs("rad", 3, "in (-pi, pi]")

    referenceCoordinates: Any = parameter(
        [0.0] * 6, Array((6,)), symbol="c_ref", unit=UNITS, structural=True,
        doc="reference coordinates: position and rotation vector at zero displacement",
    )  # fmt: skip
    initialCoordinates: Any = parameter(
        [0.0] * 6, Array((6,)), symbol="q_ini", unit=UNITS, structural=True,
        doc="initial displacements, which are added to the reference coordinates",
    )  # fmt: skip
    initialVelocities: Any = parameter(
        [0.0] * 6, Array((6,)), symbol="v_ini", unit="m/s, m/s, m/s, rad/s, rad/s, rad/s",
        structural=True, doc="initial velocities, and the angular velocity in body axes",
    )  # fmt: skip

    def composed_point(self, first: int, coordinate: int) -> FrameScalar:
        x, y, z = (float(part) for part in self.reference()[3:])
        component = coordinate - 3
        ends = (self.point(first),)
        return FrameScalar(
            ends, frame_scalar.VECTOR, component, first_angle=first + 3, nu_ref=(x, y, z)
        )


def compose(table, bend, in_stage, turning, increment, reference, poses_out, q_out, q_low_out):
    for i in range(table.size):
        k, n = table[i].first_pose, table[i].first + 3
        exponential.turn_pose(k, n, bend, in_stage, turning, increment, poses_out)
        if in_stage != 0:
            continue
        nu = exponential.vector(exponential.pose_of(poses_out, k))
        for r in range(3):
            q_out[n + r], q_low_out[n + r] = nu[r] - reference[n + r], 0.0


def settle(table, q, reference, poses_out):
    for i in range(table.size):
        k, n = table[i].first_pose, table[i].first + 3
        nu = q[n] + reference[n], q[n + 1] + reference[n + 1], q[n + 2] + reference[n + 2]
        p = exponential.quaternion(nu)
        for r in range(4):
            poses_out[k + r], poses_out[k + 4 + r] = p[r], 0.0


def slopes(table, increment, v, slopes_out):
    for i in range(table.size):
        n = table[i].first + 3
        slope = exponential.inverse_tangent(three(increment, n), three(v, n))
        for r in range(3):
            slopes_out[n + r] = slope[r]


def difference(table, poses_from, poses_to, increment_out):
    for i in range(table.size):
        k, n = table[i].first_pose, table[i].first + 3
        x = exponential.turn_between(k, poses_from, poses_to)
        for r in range(3):
            increment_out[n + r] = x[r]


def kind_of(e):
    return VECTOR


output = output_kernel(kind_of, 6)
define(NodeRigidBodyRotVecLG, compose, settle, slopes, difference, output)
RigidRotVecLG, VRigidRotVecLG = NodeRigidBodyRotVecLG, VNodeRigidBodyRotVecLG
