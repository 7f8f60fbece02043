"""NodeRigidBodyRxyz: position and three angles of a frame in space.

Coordinates q are displacements; with the Tait-Bryan angles psi = c_ref[3:6] + q[3:6],

    A = Rx(psi_0) Ry(psi_1) Rz(psi_2),   w = Gb psi_t   in body axes

Where cos psi_1 = 0, the first and the third axis coincide, and the angles do not determine the
motion (gimbal lock). A body that turns freely through such an orientation needs a NodeRigidBodyEP
or a NodeRigidBodyRotVecLG: near it, psi_0 and psi_2 change by nearly pi within a short time. A run
ends with an error if a step is too long for that, or passes the orientation, unless the body turns
about the second axis alone. Angles are not wrapped.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from linkwork.core.declare.doubts import Doubt
from linkwork.core.declare.item import Drawn, define, parameter
from linkwork.core.declare.parameters import Array
from linkwork.core.status import GIMBAL_LOCK, fail
from linkwork.math.rotation_parameters import ANGLES
from linkwork.nodes.space_node import SpaceNode, output_kernel, space_outputs

__all__ = ["NodeRigidBodyRxyz", "RigidRxyz", "VNodeRigidBodyRxyz", "VRigidRxyz"]

UNITS = "m, m, m, rad, rad, rad"


CLOSE, NEAR = 0.02, 0.1
"""Angles from gimbal lock at which a failure is explained by it, and at which a start is doubtful
[rad]."""

LARGE_STEP, AMPLIFIED = 1.0, 10.0
"""Change of the first or third angle in a step from which steps do not resolve it [rad], and how
much faster than the body it must turn for that."""

MISS = 1.0e-8
"""Least angle by which a path that misses gimbal lock is told from one through it [rad]."""

ADVICE = "use a NodeRigidBodyEP or a NodeRigidBodyRotVecLG"


class VNodeRigidBodyRxyz(Drawn):
    """Drawing of a NodeRigidBodyRxyz."""


class NodeRigidBodyRxyz(SpaceNode):
    """A frame in space with three displacements and three angles about x, y and z."""

    type_name = "RigidBodyRxyz"
    short_name = "RigidRxyz"
    V = VNodeRigidBodyRxyz
    coordinates = 6
    axes = ("x", "y", "z", "psi_0", "psi_1", "psi_2")
    parameters = ANGLES
    outputs = space_outputs("rad", 3, "not wrapped")

    referenceCoordinates: Any = parameter(
        [0.0] * 6, Array((6,)), symbol="c_ref", unit=UNITS, structural=True,
        doc="reference coordinates: position and angles at zero displacement",
    )  # fmt: skip
    initialCoordinates: Any = parameter(
        [0.0] * 6, Array((6,)), symbol="q_ini", unit=UNITS, structural=True,
        doc="initial displacements, which are added to the reference coordinates",
    )  # fmt: skip
    initialVelocities: Any = parameter(
        [0.0] * 6, Array((6,)), symbol="v_ini", unit="m/s, m/s, m/s, rad/s, rad/s, rad/s",
        structural=True, doc="initial velocities, and rates of the angles",
    )  # fmt: skip

    @classmethod
    def _near(cls, table: Any, q: np.ndarray, limit: float) -> list[tuple[int, str]]:
        """(line, angle as text) of nodes whose second angle is near +-pi/2."""
        angles = table.rows["c_ref"][:, 4] + q[table.rows["first"] + 4]
        away = np.abs(np.cos(angles))
        return [
            (int(k), f"its second angle psi_1 is {angles[k]:.6g} rad, near +-pi/2")
            for k in np.flatnonzero(away <= math.sin(limit))
        ]

    @classmethod
    def doubts(cls, table: Any, model: Any, data: Any) -> list[Doubt]:
        return [
            Doubt(
                line, "gimbal-lock",
                f"{angle}: there the first and the third angle have the same axis, and they do not "
                "determine the motion",
                f"{ADVICE}, or choose reference coordinates with another second angle",
            )
            for line, angle in cls._near(table, data["q"], NEAR)
        ]  # fmt: skip

    @classmethod
    def troubles(cls, table: Any, data: Any) -> list[tuple[int, str]]:
        what = "the first and the third angle have the same axis there (gimbal lock)"
        near = cls._near(table, data["q"], CLOSE)
        return [(line, f"{angle}: {what}; {ADVICE}") for line, angle in near]

    @classmethod
    def place_of_failure(cls, table: Any, line: int, code: int, data: Any) -> str:
        if code != GIMBAL_LOCK:
            return ""
        angle = table.rows["c_ref"][line, 4] + data["q"][table.rows["first"][line] + 4]
        return f"psi_1 = {angle:.6g} rad"


def guard(table, q, v, h):
    """Refuse steps that do not resolve how the angles jump near gimbal lock."""
    for i in range(table.size):
        e = table[i]
        k = e.first + 3
        psi, first, second, third = e.c_ref[4] + q[k + 1], v[k], v[k + 1], v[k + 2]
        fast = max(abs(first), abs(third))
        passes = math.cos(psi) * math.cos(psi - h * second) < 0.0
        if not passes and h * fast <= LARGE_STEP:
            continue
        s, c = math.sin(psi), math.cos(psi)
        along, across = first + s * third, c * third
        spin = math.sqrt(second * second + along * along + across * across)
        if passes and fast * c * c > MISS * spin or not passes and fast > AMPLIFIED * spin:
            return fail(GIMBAL_LOCK, e.number)
    return 0


def kind_of(e):
    return ANGLES


output = output_kernel(kind_of, 6)
define(NodeRigidBodyRxyz, guard, output)
RigidRxyz, VRigidRxyz = NodeRigidBodyRxyz, VNodeRigidBodyRxyz
