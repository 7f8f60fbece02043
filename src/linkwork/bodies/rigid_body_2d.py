"""RigidBody2D: a rigid body in the x-y plane, on a node with position and angle.

With the pose (x, y, phi) of the node, which is the body's reference point, mass m, inertia J about
the reference point, and c = R(phi) b_com the vector from there to the center of mass,

    M = [[m, 0, -m c_y], [0, m, m c_x], [-m c_y, m c_x, J]]
    M q_tt = m phi_t^2 (c_x, c_y, 0) + forces

The point at local position b is p = (x, y) + R(phi) b; its z is b_z. Kinetic energy:
(m (x_t^2 + y_t^2) + J phi_t^2)/2 + m phi_t (c_x y_t - c_y x_t).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from linkwork.bodies.body import Body
from linkwork.bodies.point_mass import KINETIC_ENERGY, KINETIC_OUTPUT
from linkwork.core.declare.item import ALWAYS, DrawnGround, Output, define, parameter
from linkwork.core.declare.parameters import Array, Index, UReal
from linkwork.core.enums import OutputVariableType as Variable
from linkwork.core.errors import ParameterError
from linkwork.core.overflows import overflows_unnoticed
from linkwork.core.records import f8, i4, i8
from linkwork.motion.planar_frame import PlanarFrame
from linkwork.nodes.planar import NodePlanar
from linkwork.nodes.point_node import (
    ACCELERATION,
    DISPLACEMENT,
    POSITION,
    ROTATION_MATRIX,
    VELOCITY,
)
from linkwork.nodes.pose_node import (
    ANGULAR_ACCELERATION,
    ANGULAR_VELOCITY,
    ANGULAR_VELOCITY_LOCAL,
    ROTATION,
    rotation_outputs,
)
from linkwork.nodes.rigid_body_2d import NodeRigidBody2D

__all__ = ["ObjectRigidBody2D", "RigidBody2D", "VObjectRigidBody2D", "VRigidBody2D"]

VELOCITY_LOCAL, ACCELERATION_LOCAL = int(Variable.VelocityLocal), int(Variable.AccelerationLocal)
ANGULAR_ACCELERATION_LOCAL = int(Variable.AngularAccelerationLocal)
ROUNDED = 1.0 - 1.0e-12
"""Factor that allows for rounding in the least inertia, m |b_com|^2."""


class VObjectRigidBody2D(DrawnGround):
    """Drawing of a RigidBody2D."""


class ObjectRigidBody2D(Body):
    """A rigid body in the x-y plane."""

    type_name = "RigidBody2D"
    short_name = "RigidBody2D"
    linear_when = ALWAYS
    V = VObjectRigidBody2D
    aliases = {
        "mass": "physicsMass",
        "inertia": "physicsInertia",
        "centerOfMass": "physicsCenterOfMass",
    }
    node_kinds = (NodeRigidBody2D, NodePlanar)
    has_axes = True
    couples_coordinates = True
    forces_of_inertia = True
    extra_columns = (("first", i8), ("pose", f8, 3), ("index", i8, 3), ("home", f8, 3))
    own = {"slots": (i4, (3, 3))}
    outputs = {
        Variable.Position: Output("p", "m", 3, "global position"),
        Variable.Displacement: Output("u", "m", 3, "displacement from the reference position"),
        Variable.Velocity: Output("v", "m/s", 3, "global velocity"),
        Variable.VelocityLocal: Output("v_b", "m/s", 3, "velocity in body axes"),
        Variable.Acceleration: Output("a", "m/s^2", 3, "global acceleration"),
        Variable.AccelerationLocal: Output("a_b", "m/s^2", 3, "acceleration in body axes"),
        **rotation_outputs(),
        Variable.AngularAccelerationLocal: Output("alpha_b", "rad/s^2", 3, "in body axes"),
        **KINETIC_OUTPUT,
    }

    physicsMass: float = parameter(
        0.0, UReal, symbol="m", unit="kg", doc="mass; `mass` is the same parameter"
    )
    physicsInertia: float = parameter(
        0.0, UReal, symbol="J", unit="kg m^2",
        doc="inertia about the reference point; `inertia` is the same parameter",
    )  # fmt: skip
    physicsCenterOfMass: Any = parameter(
        [0.0] * 2, Array((2,)), symbol="b_com", unit="m", structural=True,
        doc="center of mass in body axes; `centerOfMass` is the same parameter",
    )  # fmt: skip
    nodeNumber: int = parameter(
        -1, Index("node"), symbol="n_0", doc="node the body is attached to", structural=True
    )

    @classmethod
    def wire(cls, table: Any, model: Any) -> None:
        super().wire(table, model)
        for rows, number in zip(table.rows, table.numbers, strict=True):
            frame = model.places.body_frame(number, np.zeros(3))
            rows.pose, rows.index, rows.home = frame.pose, frame.coordinates, frame.home

    @classmethod
    def is_linear(cls, table: Any) -> bool:
        """Whether it is linear: an offset center of mass makes the mass matrix depend on phi."""
        return super().is_linear(table) and not table.rows["b_com"].any()

    @classmethod
    def masses_vary(cls, table: Any) -> bool:
        return bool(table.rows["b_com"].any())

    @classmethod
    def couples(cls, table: Any) -> bool:
        return bool(table.rows["b_com"].any())

    @classmethod
    def has_forces(cls, table: Any) -> bool:
        return bool(table.rows["b_com"].any())

    @classmethod
    def impossible(cls, table: Any) -> np.ndarray:
        least = table.rows["m"] * np.square(table.rows["b_com"]).sum(axis=1)
        return np.flatnonzero(~(table.rows["J"] >= least * ROUNDED))

    def check_complete(self, owner: str) -> None:
        with overflows_unnoticed():
            least = self.physicsMass * float(np.square(self.physicsCenterOfMass).sum())
        if not self.physicsInertia >= least * ROUNDED:
            raise ParameterError(
                f"{owner}: physicsInertia J is about the reference point and must be at least "
                f"m |b_com|^2 = {least:g} kg m^2, got {self.physicsInertia:g}; add m |b_com|^2 to "
                "the inertia about the center of mass"
            )

    def mass(self) -> float:
        return self.physicsMass

    def gyration(self) -> float:
        return math.sqrt(self.physicsInertia / self.physicsMass) if self.physicsMass else 0.0

    def center(self) -> np.ndarray:
        return np.array([*self.physicsCenterOfMass, 0.0])

    def point(self, local: np.ndarray, bases: Sequence[Any]) -> PlanarFrame:
        frame: PlanarFrame = bases[0].at(local)
        return frame


def _center(e, q):
    """c = R(phi) b_com"""
    phi = e.pose[2]
    if e.index[2] >= 0:
        phi += q[e.index[2]]
    sine, cosine = math.sin(phi), math.cos(phi)
    return cosine * e.b_com[0] - sine * e.b_com[1], sine * e.b_com[0] + cosine * e.b_com[1]


def _at(index, k, array):
    """Component k of a pose; 0 where it is held."""
    return array[index[k]] if index[k] >= 0 else 0.0


def _add(index, k, x, array_out):
    if index[k] >= 0:
        array_out[index[k]] += x


def inertia(table, q, a, residual_out):
    for i in range(table.size):
        e = table[i]
        x, y, turn = _at(e.index, 0, a), _at(e.index, 1, a), _at(e.index, 2, a)
        torque = e.J * turn
        if e.b_com[0] != 0.0 or e.b_com[1] != 0.0:
            cx, cy = _center(e, q)
            torque += e.m * (cx * y - cy * x)
            x -= cy * turn
            y += cx * turn
        _add(e.index, 0, e.m * x, residual_out)
        _add(e.index, 1, e.m * y, residual_out)
        _add(e.index, 2, torque, residual_out)


def residual(table, q, v, residual_out):
    """Subtract the centrifugal forces on the center of mass."""
    for i in range(table.size):
        e = table[i]
        if e.b_com[0] != 0.0 or e.b_com[1] != 0.0:
            cx, cy = _center(e, q)
            square = e.m * _at(e.index, 2, v) ** 2
            _add(e.index, 0, -square * cx, residual_out)
            _add(e.index, 1, -square * cy, residual_out)


def _put(slots, i, r, c, x, values_out):
    if slots[i, r, c] >= 0:
        values_out[slots[i, r, c]] += x


def jacobian(table, q, v, a, ca, cq, cv, slots, values_out):
    for i in range(table.size):
        e = table[i]
        _put(slots, i, 0, 0, ca * e.m, values_out)
        _put(slots, i, 1, 1, ca * e.m, values_out)
        _put(slots, i, 2, 2, ca * e.J, values_out)
        if e.b_com[0] == 0.0 and e.b_com[1] == 0.0:
            continue
        cx, cy = _center(e, q)
        _put(slots, i, 2, 0, -ca * e.m * cy, values_out)
        _put(slots, i, 2, 1, ca * e.m * cx, values_out)
        omega, turn = _at(e.index, 2, v), _at(e.index, 2, a)
        x = -ca * cy + cq * (omega * omega * cy - cx * turn) - 2.0 * cv * omega * cx
        y = ca * cx + cq * (-omega * omega * cx - cy * turn) - 2.0 * cv * omega * cy
        _put(slots, i, 0, 2, e.m * x, values_out)
        _put(slots, i, 1, 2, e.m * y, values_out)
        across = cx * _at(e.index, 0, a) + cy * _at(e.index, 1, a)
        _put(slots, i, 2, 2, -cq * e.m * across, values_out)


def kinetic(table, q, v, energy_out):
    """Kinetic energy of each row [J]."""
    for i in range(table.size):
        e = table[i]
        x, y, omega = _at(e.index, 0, v), _at(e.index, 1, v), _at(e.index, 2, v)
        cx, cy = _center(e, q)
        energy_out[i] = 0.5 * (e.m * (x * x + y * y) + e.J * omega * omega)
        energy_out[i] += e.m * omega * (cx * y - cy * x)


def output(table, row, variable, local, q, v, a, value_out):
    if variable == KINETIC_ENERGY:
        kinetic(table[row : row + 1], q, v, value_out)
        return
    e = table[row]
    phi = e.pose[2] + _at(e.index, 2, q)
    omega, turn = _at(e.index, 2, v), _at(e.index, 2, a)
    sine, cosine = math.sin(phi), math.cos(phi)
    dx, dy = cosine * local[0] - sine * local[1], sine * local[0] + cosine * local[1]
    x = y = 0.0
    if variable == POSITION or variable == DISPLACEMENT:
        x, y = e.pose[0] + _at(e.index, 0, q) + dx, e.pose[1] + _at(e.index, 1, q) + dy
        if variable == POSITION:
            value_out[2] = local[2]
        else:
            c, s = math.cos(e.home[2]), math.sin(e.home[2])
            x -= e.home[0] + c * local[0] - s * local[1]
            y -= e.home[1] + s * local[0] + c * local[1]
    elif variable == VELOCITY or variable == VELOCITY_LOCAL:
        x, y = _at(e.index, 0, v) - omega * dy, _at(e.index, 1, v) + omega * dx
    elif variable == ACCELERATION or variable == ACCELERATION_LOCAL:
        x = _at(e.index, 0, a) - turn * dy - omega * omega * dx
        y = _at(e.index, 1, a) + turn * dx - omega * omega * dy
    elif variable == ROTATION_MATRIX:
        x, y = cosine, -sine
        value_out[3], value_out[4], value_out[8] = sine, cosine, 1.0
    elif variable == ROTATION:
        value_out[2] = phi
    elif variable == ANGULAR_VELOCITY or variable == ANGULAR_VELOCITY_LOCAL:
        value_out[2] = omega
    elif variable == ANGULAR_ACCELERATION or variable == ANGULAR_ACCELERATION_LOCAL:
        value_out[2] = turn
    if variable == VELOCITY_LOCAL or variable == ACCELERATION_LOCAL:
        x, y = cosine * x + sine * y, cosine * y - sine * x
    value_out[0], value_out[1] = x, y


define(ObjectRigidBody2D, inertia, residual, jacobian, kinetic, output)
RigidBody2D, VRigidBody2D = ObjectRigidBody2D, VObjectRigidBody2D
