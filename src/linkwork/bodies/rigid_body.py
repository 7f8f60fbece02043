"""RigidBody: a rigid body in space, on a node with position and rotation.

With the position r of the node, which is the body's reference point, its rotation matrix A and
angular velocity w = Gb v in body axes (`math/rotation_parameters.py`), mass m, center of mass c
(b_com) and inertia J about the reference point, both in body axes, and alpha = w_t,

    F = m (A^T r_tt + alpha x c + w x (w x c))         force of inertia in body axes
    N = m c x A^T r_tt + J alpha + w x J w             its moment about the reference point
    residual += (A F, Gb^T N)

J = j_6 = [Jxx, Jyy, Jzz, Jyz, Jxz, Jxy] are the entries of the symmetric tensor, products of
inertia with their sign: J is the sum of m_i (b_i . b_i I - b_i b_i^T). The point at local position
b is p = r + A b. Kinetic energy: (m r_t . r_t + w . J w)/2 + m r_t . A (w x c).

Derivatives are exact, including those of M q_tt by the coordinates: a change of rotation parameter
rho_k turns the body by g_k (column k of Gb) in body axes, and changes w and alpha.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from linkwork.bodies.body import Body
from linkwork.bodies.point_mass import KINETIC_ENERGY, KINETIC_OUTPUT
from linkwork.core.declare.item import DrawnGround, Output, define, parameter
from linkwork.core.declare.parameters import Array, Index, UReal
from linkwork.core.enums import OutputVariableType as Variable
from linkwork.core.errors import ParameterError
from linkwork.core.overflows import overflows_unnoticed
from linkwork.core.records import f8, i4, i8
from linkwork.math.rotation_parameters import (
    COUNTS,
    VECTOR,
    bias,
    bias_rate_slope,
    bias_slope,
    columns,
    matrix,
    moment_slope,
    of_coordinates,
    parameters_of,
    placed,
    spin,
    spin_slope,
)
from linkwork.math.tait_bryan import angles
from linkwork.math.tolerances import NEGATIVE_MOMENT
from linkwork.math.vec3 import add, cross, dot, scaled, three, turned, turned_back
from linkwork.motion.space_frame import SpaceFrame
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
)
from linkwork.nodes.rigid_body_ep import NodeRigidBodyEP
from linkwork.nodes.rigid_body_rotvec_lg import NodeRigidBodyRotVecLG
from linkwork.nodes.rigid_body_rxyz import NodeRigidBodyRxyz

__all__ = ["ObjectRigidBody", "RigidBody", "VObjectRigidBody", "VRigidBody"]

VELOCITY_LOCAL, ACCELERATION_LOCAL = int(Variable.VelocityLocal), int(Variable.AccelerationLocal)
ANGULAR_ACCELERATION_LOCAL = int(Variable.AngularAccelerationLocal)

SIZE = 7
"""Most coordinates of a node."""


class VObjectRigidBody(DrawnGround):
    """Drawing of a RigidBody."""


class ObjectRigidBody(Body):
    """A rigid body in space."""

    type_name = "RigidBody"
    short_name = "RigidBody"
    V = VObjectRigidBody
    aliases = {
        "mass": "physicsMass",
        "inertia": "physicsInertia",
        "centerOfMass": "physicsCenterOfMass",
    }
    node_kinds = (NodeRigidBodyEP, NodeRigidBodyRxyz, NodeRigidBodyRotVecLG)
    has_axes = True
    couples_coordinates = True
    forces_of_inertia = True
    extra_columns = (
        ("first", i8), ("first_pose", i8), ("kind", i8), ("count", i8), ("part", i8),
        ("reference", f8, SIZE), ("A_ref", f8, (3, 3)),
    )  # fmt: skip
    own = {"slots": (i4, (SIZE, SIZE)), "loads": (f8, ())}
    outputs = {
        Variable.Position: Output("p", "m", 3, "global position"),
        Variable.Displacement: Output("u", "m", 3, "displacement from the reference position"),
        Variable.Velocity: Output("v", "m/s", 3, "global velocity"),
        Variable.VelocityLocal: Output("v_b", "m/s", 3, "velocity in body axes"),
        Variable.Acceleration: Output("a", "m/s^2", 3, "global acceleration"),
        Variable.AccelerationLocal: Output("a_b", "m/s^2", 3, "acceleration in body axes"),
        Variable.RotationMatrix: Output("A", "1", 9, "rotation matrix row by row"),
        Variable.Rotation: Output("psi", "rad", 3, "angles about x, y, z, in (-pi, pi]"),
        Variable.AngularVelocity: Output("omega", "rad/s", 3, "angular velocity"),
        Variable.AngularVelocityLocal: Output("omega_b", "rad/s", 3, "the same in body axes"),
        Variable.AngularAcceleration: Output("alpha", "rad/s^2", 3, "angular acceleration"),
        Variable.AngularAccelerationLocal: Output("alpha_b", "rad/s^2", 3, "in body axes"),
        **KINETIC_OUTPUT,
    }

    physicsMass: float = parameter(
        0.0, UReal, symbol="m", unit="kg", doc="mass; `mass` is the same parameter"
    )
    physicsInertia: Any = parameter(
        [0.0] * 6, Array((6,)), symbol="j_6", unit="kg m^2", structural=True,
        doc="inertia [Jxx, Jyy, Jzz, Jyz, Jxz, Jxy] about the reference point, in body axes; "
        "`inertia` is the same parameter",
    )  # fmt: skip
    physicsCenterOfMass: Any = parameter(
        [0.0] * 3, Array((3,)), symbol="b_com", unit="m", structural=True,
        doc="center of mass in body axes; `centerOfMass` is the same parameter",
    )  # fmt: skip
    nodeNumber: int = parameter(
        -1, Index("node"), symbol="n_0", doc="node the body is attached to", structural=True
    )

    @classmethod
    def wire(cls, table: Any, model: Any) -> None:
        super().wire(table, model)
        wire_frames(table, model)

    @classmethod
    def coordinates(cls, table: Any) -> np.ndarray:
        found = table.rows["first"][:, None] + np.arange(SIZE)
        return np.where(np.arange(SIZE) < 3 + table.rows["count"][:, None], found, -1)

    @classmethod
    def masses_vary(cls, table: Any) -> bool:
        rows = table.rows
        return bool((rows["kind"] != VECTOR).any() or rows["b_com"].any())

    @classmethod
    def couples(cls, table: Any) -> bool:
        return cls.masses_vary(table) or bool(table.rows["j_6"][:, 3:].any())

    @classmethod
    def impossible(cls, table: Any) -> np.ndarray:
        rows = table.rows
        found = [
            row for row, e in enumerate(rows) if fault_of(e["m"], e["j_6"], e["b_com"])
        ]  # fmt: skip
        return np.array(found, i8)

    def check_complete(self, owner: str) -> None:
        fault = fault_of(self.physicsMass, self.physicsInertia, self.physicsCenterOfMass)
        if fault:
            raise ParameterError(f"{owner}: {fault}")

    def mass(self) -> float:
        return self.physicsMass

    def gyration(self) -> float:
        largest = float(np.linalg.eigvalsh(tensor(self.physicsInertia))[-1])
        return math.sqrt(largest / self.physicsMass) if self.physicsMass and largest > 0.0 else 0.0

    def center(self) -> np.ndarray:
        return np.asarray(self.physicsCenterOfMass)

    def point(self, local: np.ndarray, bases: Sequence[Any]) -> SpaceFrame:
        frame: SpaceFrame = bases[0].at(local)
        return frame


def tensor(j_6: Any) -> np.ndarray:
    """Inertia tensor of the six numbers of physicsInertia."""
    xx, yy, zz, yz, xz, xy = (float(part) for part in j_6)
    return np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])


def fault_of(m: float, j_6: Any, c: Any) -> str:
    """What is impossible about a mass, an inertia and a center of mass; empty if nothing is."""
    c, J = np.asarray(c, float), tensor(j_6)
    with overflows_unnoticed():
        central = J - m * (c @ c * np.eye(3) - np.outer(c, c))
        if not np.isfinite(central).all():
            return "mass, inertia and center of mass are too large to compute with"
        size = float(np.abs(J).max() + m * (c @ c))
        least, middle, most = np.linalg.eigvalsh(central / size) if size > 0.0 else (0.0,) * 3
    about = "about the center of mass" if c.any() else "of the body"
    clean = np.where(np.abs(central) > NEGATIVE_MOMENT * size, central, 0.0)
    shown = [[float(f"{entry:.12g}") for entry in row] for row in clean]
    told = f"the inertia {about} would be {shown} kg m^2"
    moved = (
        "physicsInertia is about the reference point: add m (c.c I - c c^T) to an inertia about "
        "the center of mass, or use RigidBodyInertia(..., inertiaTensorAtCOM=True)"
    )
    advice = moved if c.any() else "check the order Jxx, Jyy, Jzz, Jyz, Jxz, Jxy and the signs"
    if least < -NEGATIVE_MOMENT:
        return f"physicsInertia is impossible: {told}, with a negative moment of inertia; {advice}"
    if least + middle < most - NEGATIVE_MOMENT:
        return (
            f"physicsInertia is impossible: {told}, whose principal moments {least * size:.6g}, "
            f"{middle * size:.6g}, {most * size:.6g} violate the triangle inequality (no moment "
            f"can exceed the sum of the others); {advice}"
        )
    return ""


# ------------------------------------------------------------------------------- kernels


def _place(e, q, poses):
    return placed(e.kind, parameters_of(e.kind, e.first, e.reference, e.first_pose, q, poses))


def _inertia(e, x):
    """J x"""
    j = e.j_6
    return (
        j[0] * x[0] + j[5] * x[1] + j[4] * x[2],
        j[5] * x[0] + j[1] * x[1] + j[3] * x[2],
        j[4] * x[0] + j[3] * x[1] + j[2] * x[2],
    )


def _is_central(e):
    return e.b_com[0] == 0.0 and e.b_com[1] == 0.0 and e.b_com[2] == 0.0


def _accumulate(e, R, F, N, g, residual_out):
    """residual += (A F, Gb^T N)"""
    force = turned(R, F)
    for r in range(3):
        residual_out[e.first + r] += force[r]
    for k in range(e.count):
        residual_out[e.first + 3 + k] += dot(g[k], N)


def wire_frames(table: Any, model: Any) -> None:
    """Fill the columns of the frame of the node: its rotation parameters and reference."""
    for row, number in zip(table.rows, table.numbers, strict=True):
        frame: SpaceFrame = model.places.body_frame(number, np.zeros(3))
        row.kind, row.count = frame.parameters, COUNTS[frame.parameters]
        row.reference[: len(frame.reference)] = frame.reference
        row.A_ref[:] = frame.reference_rotation()


def inertia(table, q, a, poses, residual_out):
    for i in range(table.size):
        e = table[i]
        place = _place(e, q, poses)
        g = columns(e.kind, place)
        alpha, pull = spin(g, of_coordinates(e.kind, e.first, a)), three(a, e.first)
        N = _inertia(e, alpha)
        if _is_central(e):
            for r in range(3):
                residual_out[e.first + r] += e.m * pull[r]
            for k in range(e.count):
                residual_out[e.first + 3 + k] += dot(g[k], N)
            continue
        R = matrix(e.kind, place)
        pull = turned_back(R, pull)
        F = scaled(e.m, add(pull, cross(alpha, e.b_com)))
        _accumulate(e, R, F, add(N, scaled(e.m, cross(e.b_com, pull))), g, residual_out)


def residual(table, q, v, poses, loads_out, load_out, residual_out):
    """Add the forces of inertia that velocities cause; they count as loads."""
    for i in range(table.size):
        e = table[i]
        place = _place(e, q, poses)
        g, rate = columns(e.kind, place), of_coordinates(e.kind, e.first, v)
        w, turn = spin(g, rate), bias(e.kind, place, rate)
        N = add(cross(w, _inertia(e, w)), _inertia(e, turn))
        loads_out[i] = dot(N, N)
        load_out[0] += loads_out[i]
        if _is_central(e):
            for k in range(e.count):
                residual_out[e.first + 3 + k] += dot(g[k], N)
            continue
        F = scaled(e.m, add(cross(w, cross(w, e.b_com)), cross(turn, e.b_com)))
        loads_out[i] += dot(F, F)
        load_out[0] += dot(F, F)
        _accumulate(e, matrix(e.kind, place), F, N, g, residual_out)


def jacobian(table, q, v, a, poses, ca, cq, cv, slots, values_out):
    for i in range(table.size):
        e = table[i]
        place = _place(e, q, poses)
        R, g = matrix(e.kind, place), columns(e.kind, place)
        _add_masses(e, R, g, ca, slots[i], values_out)
        if cq != 0.0 or cv != 0.0:
            _add_slopes(e, place, R, g, q, v, a, cq, cv, slots[i], values_out)


def _add_masses(e, R, g, ca, slots, values_out):
    """ca M"""
    for r in range(3):
        values_out[slots[r, r]] += ca * e.m
    for m in range(e.count):
        momentum = scaled(ca, _inertia(e, g[m]))
        for k in range(m + 1):
            x = dot(g[k], momentum)
            values_out[slots[3 + k, 3 + m]] += x
            if k != m:
                values_out[slots[3 + m, 3 + k]] += x
    if not _is_central(e):
        for r in range(3):
            lever = scaled(ca * e.m, cross(e.b_com, R[r]))
            for k in range(e.count):
                x = dot(g[k], lever)
                values_out[slots[r, 3 + k]] += x
                values_out[slots[3 + k, r]] += x


def _add_slopes(e, place, R, g, q, v, a, cq, cv, slots, values_out):
    """Derivatives of the forces of inertia by coordinates and velocities"""
    rate, second = of_coordinates(e.kind, e.first, v), of_coordinates(e.kind, e.first, a)
    w, turn = spin(g, rate), spin(g, second)
    alpha, momentum = add(turn, bias(e.kind, place, rate)), _inertia(e, w)
    pull, c = turned_back(R, three(a, e.first)), three(e.b_com, 0)
    F = scaled(e.m, add(add(pull, cross(alpha, c)), cross(w, cross(w, c))))
    N = add(scaled(e.m, cross(c, pull)), add(_inertia(e, alpha), cross(w, momentum)))
    for m in range(e.count):
        # changes of w, alpha, pull, F and N with this parameter
        w_m = add(scaled(cq, spin_slope(e.kind, place, rate, w, m)), scaled(cv, g[m]))
        alpha_m = add(
            spin_slope(e.kind, place, second, turn, m), bias_slope(e.kind, place, rate, m)
        )
        alpha_m = add(scaled(cq, alpha_m), scaled(cv, bias_rate_slope(e.kind, place, rate, m)))
        N_m = add(_inertia(e, alpha_m), cross(w_m, momentum))
        N_m = add(N_m, cross(w, _inertia(e, w_m)))
        if not _is_central(e):
            pull_m = scaled(cq, cross(pull, g[m]))
            F_m = add(pull_m, cross(alpha_m, c))
            F_m = add(F_m, add(cross(w_m, cross(w, c)), cross(w, cross(w_m, c))))
            force = turned(R, add(scaled(e.m, F_m), scaled(cq, cross(g[m], F))))
            for r in range(3):
                values_out[slots[r, 3 + m]] += force[r]
            N_m = add(N_m, scaled(e.m, cross(c, pull_m)))
        for k in range(e.count):
            bend = cq * moment_slope(e.kind, place, g[k], N, k, m)
            values_out[slots[3 + k, 3 + m]] += dot(g[k], N_m) + bend


def kinetic(table, q, v, poses, energy_out):
    """Kinetic energy of each row [J]."""
    for i in range(table.size):
        e = table[i]
        place = _place(e, q, poses)
        w = spin(columns(e.kind, place), of_coordinates(e.kind, e.first, v))
        speed = three(v, e.first)
        energy = 0.5 * (e.m * dot(speed, speed) + dot(w, _inertia(e, w)))
        if not _is_central(e):
            energy += e.m * dot(speed, turned(matrix(e.kind, place), cross(w, e.b_com)))
        energy_out[i] = energy


def output(table, row, variable, local, q, v, a, poses, value_out):
    if variable == KINETIC_ENERGY:
        kinetic(table[row : row + 1], q, v, poses, value_out)
        return
    e = table[row]
    place = _place(e, q, poses)
    R, g = matrix(e.kind, place), columns(e.kind, place)
    rate = of_coordinates(e.kind, e.first, v)
    w = spin(g, rate)
    alpha = add(spin(g, of_coordinates(e.kind, e.first, a)), bias(e.kind, place, rate))
    x = 0.0, 0.0, 0.0
    if variable == POSITION:
        x = add(add(three(e.reference, 0), three(q, e.first)), turned(R, local))
    elif variable == DISPLACEMENT:
        home = turned(e.A_ref, local)
        arm = turned(R, local)
        x = add(three(q, e.first), (arm[0] - home[0], arm[1] - home[1], arm[2] - home[2]))
    elif variable == VELOCITY or variable == VELOCITY_LOCAL:
        x = add(three(v, e.first), turned(R, cross(w, local)))
    elif variable == ACCELERATION or variable == ACCELERATION_LOCAL:
        arm = add(cross(alpha, local), cross(w, cross(w, local)))
        x = add(three(a, e.first), turned(R, arm))
    elif variable == ROTATION:
        x = angles(R)
    elif variable == ANGULAR_VELOCITY:
        x = turned(R, w)
    elif variable == ANGULAR_VELOCITY_LOCAL:
        x = w
    elif variable == ANGULAR_ACCELERATION:
        x = turned(R, alpha)
    elif variable == ANGULAR_ACCELERATION_LOCAL:
        x = alpha
    elif variable == ROTATION_MATRIX:
        for r in range(3):
            for c in range(3):
                value_out[3 * r + c] = R[r][c]
        return
    if variable == VELOCITY_LOCAL or variable == ACCELERATION_LOCAL:
        x = turned_back(R, x)
    for r in range(3):
        value_out[r] = x[r]


define(ObjectRigidBody, inertia, residual, jacobian, kinetic, output)
RigidBody, VRigidBody = ObjectRigidBody, VObjectRigidBody
