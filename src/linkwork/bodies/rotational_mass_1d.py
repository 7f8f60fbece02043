"""Rotor1D: a rotor that turns about a fixed axis, with the angle of a Node1D.

    phi = c_ref + q,  J q_tt = sum of the torques about the axis;  kinetic energy J q_t^2 / 2

With referencePosition r and referenceRotation S, the rotation matrix is A = S R_z(phi), so the axis
is the third column e of S; the point at local position b is p = r + A b. Rotation is the angle phi,
which is not wrapped.

Forces f and moments tau on its markers act only about the axis: the torque on the coordinate is
e . (A b x f + tau). A mass, and forces that bear the rotor, are no part of it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from linkwork.bodies.body import Body
from linkwork.bodies.point_mass import KINETIC_ENERGY, KINETIC_OUTPUT
from linkwork.core.declare.item import ALWAYS, DrawnBody, Output, define, parameter
from linkwork.core.declare.parameters import Array, Index, Rotation, UReal
from linkwork.core.enums import OutputVariableType as Variable
from linkwork.core.records import f8, i4, i8
from linkwork.math.vec3 import cross, turned
from linkwork.motion.axis_frame import AxisFrame
from linkwork.nodes.node_1d import Node1D
from linkwork.nodes.point_node import (
    ACCELERATION,
    DISPLACEMENT,
    POSITION,
    ROTATION_MATRIX,
    VELOCITY,
    point_outputs,
)
from linkwork.nodes.pose_node import (
    ANGULAR_ACCELERATION,
    ANGULAR_VELOCITY,
    ANGULAR_VELOCITY_LOCAL,
    ROTATION,
    rotation_outputs,
)

__all__ = [
    "ObjectRotationalMass1D",
    "Rotor1D",
    "VObjectRotationalMass1D",
    "VRotor1D",
]


class VObjectRotationalMass1D(DrawnBody):
    """Drawing of a Rotor1D."""


class ObjectRotationalMass1D(Body):
    """A rotor that turns about an axis."""

    type_name = "RotationalMass1D"
    short_name = "Rotor1D"
    linear_when = ALWAYS
    V = VObjectRotationalMass1D
    aliases = {"inertia": "physicsInertia"}
    node_kinds = (Node1D,)
    has_axes = True
    extra_columns = (("first", i8), ("reference", f8))
    own = {"slots": (i4, (1, 1))}
    outputs = {
        **point_outputs(),
        **rotation_outputs(),
        Variable.Rotation: Output("phi", "rad", 0, "angle about the axis; not wrapped"),
        **KINETIC_OUTPUT,
    }

    physicsInertia: float = parameter(
        0.0, UReal, symbol="J", unit="kg m^2",
        doc="inertia about the axis; `inertia` is the same parameter",
    )  # fmt: skip
    nodeNumber: int = parameter(
        -1, Index("node"), symbol="n0", doc="Node1D with the angle", structural=True
    )
    referencePosition: Any = parameter(
        [0.0] * 3, Array((3,)), symbol="r", unit="m", structural=True,
        doc="position of the rotor, a point on its axis",
    )  # fmt: skip
    referenceRotation: Any = parameter(
        [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]], Rotation(), symbol="S", unit="1",
        doc="rotation matrix at total angle 0; its third column is the axis", structural=True,
    )  # fmt: skip

    @classmethod
    def wire(cls, table: Any, model: Any) -> None:
        super().wire(table, model)
        for rows, number in zip(table.rows, table.numbers, strict=True):
            rows.reference = model.places.body_frame(number, np.zeros(3)).reference

    def point(self, local: np.ndarray, bases: Sequence[Any]) -> AxisFrame:
        (node,) = bases
        x, y, z = (float(each) for each in local)
        return AxisFrame(
            self.referencePosition, self.referenceRotation, node.first, float(node.offset[0]),
            (x, y, z),
        )  # fmt: skip


def inertia(table, a, residual_out):
    for i in range(table.size):
        e = table[i]
        residual_out[e.first] += e.J * a[e.first]


def jacobian(table, ca, slots, values_out):
    for i in range(table.size):
        values_out[slots[i, 0, 0]] += ca * table[i].J


def kinetic(table, v, energy_out):
    """Kinetic energy J q_t^2 / 2 of each row [J]."""
    for i in range(table.size):
        e = table[i]
        energy_out[i] = 0.5 * e.J * v[e.first] ** 2


def _arm(e, phi, local):
    """A b at an angle"""
    s, c = math.sin(phi), math.cos(phi)
    b = c * local[0] - s * local[1], s * local[0] + c * local[1], local[2]
    return turned(e.S, b)


def output(table, row, variable, local, q, v, a, value_out):
    if variable == KINETIC_ENERGY:
        kinetic(table[row : row + 1], v, value_out)
        return
    e = table[row]
    phi, omega, alpha = e.reference + q[e.first], v[e.first], a[e.first]
    if variable == ROTATION:
        value_out[0] = phi
        return
    if variable == ROTATION_MATRIX:
        s, c = math.sin(phi), math.cos(phi)
        for r in range(3):
            value_out[3 * r] = c * e.S[r, 0] + s * e.S[r, 1]
            value_out[3 * r + 1] = c * e.S[r, 1] - s * e.S[r, 0]
            value_out[3 * r + 2] = e.S[r, 2]
        return
    axis = e.S[0, 2], e.S[1, 2], e.S[2, 2]
    d, before = _arm(e, phi, local), _arm(e, e.reference, local)
    speed = cross(axis, d)
    inward = cross(axis, speed)
    for r in range(3):
        if variable == POSITION:
            value_out[r] = e.r[r] + d[r]
        elif variable == DISPLACEMENT:
            value_out[r] = d[r] - before[r]
        elif variable == VELOCITY:
            value_out[r] = omega * speed[r]
        elif variable == ACCELERATION:
            value_out[r] = alpha * speed[r] + omega * omega * inward[r]
        elif variable == ANGULAR_VELOCITY:
            value_out[r] = omega * axis[r]
        elif variable == ANGULAR_ACCELERATION:
            value_out[r] = alpha * axis[r]
    if variable == ANGULAR_VELOCITY_LOCAL:
        value_out[2] = omega


define(ObjectRotationalMass1D, inertia, jacobian, kinetic, output)
Rotor1D, VRotor1D = ObjectRotationalMass1D, VObjectRotationalMass1D
