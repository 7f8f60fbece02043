"""Mass1D: a mass m that moves along one axis, with the coordinate of a Node1D.

    s = c_ref + q,  m q_tt = sum of the forces on the coordinate;  kinetic energy m q_t^2 / 2

The point at local position b is p = r + R ([s, 0, 0] + b) with referencePosition r and
referenceRotation R, so the axis is the first column of R. The mass does not turn; Rotation is the
three angles of R = R_x R_y R_z.

Forces on its markers act only along the axis: the force on the coordinate is R[:, 0] . f. Markers
of a mass on the global x axis are mapped by index, those on other axes through their Jacobian.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from linkwork.bodies.point_mass import (
    KINETIC_ENERGY,
    KINETIC_OUTPUT,
    PointMass,
    inertia_kernels,
)
from linkwork.core.declare.item import ALWAYS, DrawnBody, Output, define, parameter
from linkwork.core.declare.parameters import Array, Index, Rotation, UReal
from linkwork.core.enums import OutputVariableType as Variable
from linkwork.core.records import f8, i4, i8
from linkwork.motion.point import Point
from linkwork.nodes.node_1d import Node1D
from linkwork.nodes.point_node import (
    ACCELERATION,
    DISPLACEMENT,
    POSITION,
    ROTATION_MATRIX,
    VELOCITY,
    point_outputs,
)

__all__ = ["Mass1D", "ObjectMass1D", "VMass1D", "VObjectMass1D"]

ROTATION = int(Variable.Rotation)
SAME_AXIS = 1.0e-10
"""Cosine of the second angle below which first and third have the same axis: third = 0."""


class VObjectMass1D(DrawnBody):
    """Drawing of a Mass1D."""


class ObjectMass1D(PointMass):
    """A mass that moves along an axis."""

    type_name = "Mass1D"
    linear_when = ALWAYS
    short_name = "Mass1D"
    V = VObjectMass1D
    node_kinds = (Node1D,)
    extra_columns = (("first", i8), ("offset", f8, 3))
    own = {"slots": (i4, (1, 1))}
    outputs = {
        **point_outputs(),
        Variable.RotationMatrix: Output("R", "1", 9, "rotation matrix row by row"),
        Variable.Rotation: Output("phi", "rad", 3, "angles of R = R_x R_y R_z"),
        **KINETIC_OUTPUT,
    }

    physicsMass: float = parameter(
        0.0, UReal, symbol="m", unit="kg", doc="mass; `mass` is the same parameter"
    )
    nodeNumber: int = parameter(
        -1, Index("node"), symbol="n0", doc="Node1D that moves the mass", structural=True
    )
    referencePosition: Any = parameter(
        [0.0] * 3, Array((3,)), symbol="r", unit="m", structural=True,
        doc="position of the mass at total coordinate 0",
    )  # fmt: skip
    referenceRotation: Any = parameter(
        [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]], Rotation(), symbol="R", unit="1",
        doc="rotation matrix of the mass; its first column is the axis", structural=True,
    )  # fmt: skip

    def point(self, local: np.ndarray, bases: Sequence[Any]) -> Point:
        (node,) = bases
        place = self.referencePosition + self.referenceRotation @ (node.offset + local)
        axis = self.referenceRotation[:, 0]
        along_x = np.array_equal(axis, [1.0, 0.0, 0.0])
        jacobian = None if along_x else axis[None, :]
        return Point(place, node.first, 1, jacobian, self.referenceRotation)


inertia, jacobian, kinetic = inertia_kernels(1)


def output(table, row, variable, local, q, v, a, value_out):
    if variable == KINETIC_ENERGY:
        kinetic(table[row : row + 1], v, value_out)
        return
    e = table[row]
    s = 0.0
    if variable == POSITION or variable == DISPLACEMENT:
        s = q[e.first]
    elif variable == VELOCITY:
        s = v[e.first]
    elif variable == ACCELERATION:
        s = a[e.first]
    elif variable == ROTATION_MATRIX:
        for r in range(3):
            for c in range(3):
                value_out[3 * r + c] = e.R[r, c]
        return
    elif variable == ROTATION:
        across = math.hypot(e.R[0, 0], e.R[0, 1])
        value_out[1] = math.atan2(e.R[0, 2], across)
        if across > SAME_AXIS:
            value_out[0] = math.atan2(-e.R[1, 2], e.R[2, 2])
            value_out[2] = math.atan2(-e.R[0, 1], e.R[0, 0])
        else:
            value_out[0] = math.atan2(e.R[2, 1], e.R[1, 1])
        return
    for r in range(3):
        value_out[r] = e.R[r, 0] * s
        if variable == POSITION:
            value_out[r] += e.offset[r]
            for c in range(3):
                value_out[r] += e.R[r, c] * local[c]


define(ObjectMass1D, inertia, jacobian, kinetic, output)
Mass1D, VMass1D = ObjectMass1D, VObjectMass1D
