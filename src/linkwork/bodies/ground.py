"""ObjectGround: a fixed body.

The point at local position b is p = r + R b with referencePosition r, referenceRotation R.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from linkwork.bodies.body import Body
from linkwork.core.declare.item import ALWAYS, DrawnGround, Output, define, parameter
from linkwork.core.declare.parameters import Array, Rotation
from linkwork.core.enums import OutputVariableType as Variable
from linkwork.motion.kind import Motion
from linkwork.motion.planar_frame import PlanarFrame
from linkwork.motion.point import Point
from linkwork.nodes.point_node import POSITION, ROTATION_MATRIX
from linkwork.nodes.pose_node import angle_about_z

__all__ = ["ObjectGround", "VObjectGround"]


class VObjectGround(DrawnGround):
    """Drawing of the ground."""


class ObjectGround(Body):
    """The ground: markers on it do not move."""

    type_name = "Ground"
    linear_when = ALWAYS
    V = VObjectGround
    has_axes = True
    outputs = {
        Variable.Position: Output("p", "m", 3, "global position"),
        Variable.Displacement: Output("u", "m", 3, "displacement: zero"),
        Variable.Velocity: Output("v", "m/s", 3, "velocity: zero"),
        Variable.AngularVelocity: Output("omega", "rad/s", 3, "angular velocity: zero"),
        Variable.RotationMatrix: Output("R", "1", 9, "rotation matrix row by row"),
    }

    referencePosition: Any = parameter(
        [0.0] * 3, Array((3,)), symbol="r", unit="m", doc="position of the ground's origin",
        structural=True,
    )  # fmt: skip
    referenceRotation: Any = parameter(
        [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]], Rotation(), symbol="R", unit="1",
        doc="rotation matrix of the ground's axes", structural=True,
    )  # fmt: skip

    def point(self, local: np.ndarray, bases: Sequence[Any]) -> Motion:
        place = self.referencePosition + self.referenceRotation @ local
        angle = angle_about_z(self.referenceRotation)
        if angle is None:
            return Point(place, -1, 0, rotation=self.referenceRotation)
        return PlanarFrame(place, np.array([place[0], place[1], angle]))


def output(table, row, variable, local, value_out):
    e = table[row]
    if variable == POSITION:
        for r in range(3):
            value_out[r] = e.r[r]
            for c in range(3):
                value_out[r] += e.R[r, c] * local[c]
    elif variable == ROTATION_MATRIX:
        for r in range(3):
            for c in range(3):
                value_out[3 * r + c] = e.R[r, c]


define(ObjectGround, output)
