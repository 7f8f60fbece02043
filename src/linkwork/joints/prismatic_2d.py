"""PrismaticJoint2D: a slider in the x-y plane.

With the axis t = R(angle0) a0 fixed to m0 (axisMarker0, a unit vector) and the normal
n = R(angle1) n1 fixed to m1 (normalMarker1),

    c0 = n . (p1 - p0) = 0                m0 stays on the line through p1 normal to n
    c1 = t . n = 0                        the axis stays normal to n: no relative rotation
    inactive: lambda = 0

c1 exists if constrainRotation is True; without it m0 slides on the line of m1 and turns freely.
Forces on the markers are -lambda dc/dz: m0 receives lambda0 n, m1 the opposite force and the torque
of its lever arm. Rigid motions change nothing; the constraint forces do no work.

With d = p1 - p0, n' = (-n_y, n_x) = dn/d(angle1), t' = dt/d(angle0) and rates w0, w1:

    c0'  = n . d_t + w1 n' . d            c0'' without z_tt = 2 w1 n' . d_t - w1^2 n . d
    c1'  = (w1 - w0) t . n'               c1'' without z_tt = -(w1 - w0)^2 t . n

(t' . n = -t . n').
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from linkwork.connectors.connector import DrawnConnector, FrameConstraint
from linkwork.core.blocks import PLANE, Blocks
from linkwork.core.declare.item import Output, define, parameter
from linkwork.core.declare.parameters import Array, Flag
from linkwork.core.enums import OutputVariableType as Variable
from linkwork.core.errors import ParameterError
from linkwork.math.exact import two_sum
from linkwork.math.turning import dot_of, turned

__all__ = [
    "ObjectJointPrismatic2D",
    "PrismaticJoint2D",
    "VObjectJointPrismatic2D",
    "VPrismaticJoint2D",
]

DISPLACEMENT, VELOCITY = int(Variable.Displacement), int(Variable.Velocity)
CONSTRAINT_EQUATION = int(Variable.ConstraintEquation)


class VObjectJointPrismatic2D(DrawnConnector):
    """Drawing of a PrismaticJoint2D; drawSize is the width of the block."""

    drawn_as = "slider"


class ObjectJointPrismatic2D(FrameConstraint):
    """A slider between two frames in the plane."""

    type_name = "JointPrismatic2D"
    short_name = "PrismaticJoint2D"
    V = VObjectJointPrismatic2D
    joins = True
    counts_turns = False
    blocks = Blocks(2, PLANE, equations=2)
    outputs = {
        Variable.Displacement: Output("Delta p", "m", 3, "p1 - p0"),
        Variable.Velocity: Output("Delta v", "m/s", 3, "v1 - v0"),
        Variable.Force: Output("lambda", "N, N m", 2, "multipliers: force along n on m0; torque"),
        Variable.ConstraintEquation: Output("c", "m, rad", 2, "deviations c0 and c1"),
    }

    axisMarker0: Any = parameter(
        [1.0, 0.0, 0.0], Array((3,)), symbol="a0", unit="1", structural=True,
        doc="axis of the slider in the frame of m0; its length does not matter",
    )  # fmt: skip
    normalMarker1: Any = parameter(
        [0.0, 1.0, 0.0], Array((3,)), symbol="n1", unit="1", structural=True,
        doc="normal of the slider in the frame of m1; its length does not matter",
    )  # fmt: skip
    constrainRotation: bool = parameter(
        True, Flag(), symbol="turns_with", structural=True, doc="whether relative rotation is fixed"
    )

    def check_complete(self, owner: str) -> None:
        for name in ("axisMarker0", "normalMarker1"):
            vector = np.asarray(getattr(self, name))
            if vector[2] != 0.0 or not vector.any():
                raise ParameterError(
                    f"{owner}: {name} must be a nonzero vector in the x-y plane, "
                    f"got {vector.tolist()}"
                )

    def equation_count(self) -> int:
        return 2 if self.constrainRotation else 1

    @classmethod
    def counts(cls, rows: np.ndarray) -> np.ndarray:
        return np.where(rows["turns_with"] != 0, 2, 1)


def _turned(x, y, rotation):
    """(x, y) in global axes, with rounding errors"""
    R, low = rotation.R, rotation.R_low
    return turned(x, y, R[1, 0], low[1, 0], R[0, 0], low[0, 0])


def _geometry(e, markers, rotations):
    """t, n, d with their rounding errors: (x, low part, y, low part)"""
    m0, m1, turn0, turn1 = markers[e.m0], markers[e.m1], rotations[e.m0], rotations[e.m1]
    size = math.sqrt(e.a0[0] * e.a0[0] + e.a0[1] * e.a0[1])
    t = _turned(e.a0[0] / size, e.a0[1] / size, turn0)
    size = math.sqrt(e.n1[0] * e.n1[0] + e.n1[1] * e.n1[1])
    n = _turned(e.n1[0] / size, e.n1[1] / size, turn1)
    x, x_low = two_sum(m1.p[0], -m0.p[0])
    y, y_low = two_sum(m1.p[1], -m0.p[1])
    x_low, y_low = x_low + (m1.p_low[0] - m0.p_low[0]), y_low + (m1.p_low[1] - m0.p_low[1])
    return t, n, (x, x_low, y, y_low)


def _plain(vector):
    """A vector without its rounding errors."""
    return vector[0], vector[2]


def _values(t, n, d, v, w0, w1, level):
    """Both equations at a level."""
    along, cosine = dot_of(n, d), dot_of(t, n)
    if level == 0:
        return along, cosine
    turn = w1 - w0
    if level == 1:
        across, sine = n[0] * d[2] - n[2] * d[0], t[2] * n[0] - t[0] * n[2]
        return n[0] * v[0] + n[2] * v[1] + w1 * across, turn * sine
    rate = n[0] * v[1] - n[2] * v[0]
    return 2.0 * w1 * rate - w1 * w1 * along, -turn * turn * cosine


def residual(
    table,
    markers,
    rotations,
    multipliers,
    level,
    marker_force_out,
    marker_moment_out,
    constraint_out,
):
    for i in range(table.size):
        e = table[i]
        count = 2 if e.turns_with != 0 else 1
        if e.active == 0:
            for k in range(count):
                constraint_out[e.row + k] = multipliers[e.row + k]
            continue
        t, n, d = _geometry(e, markers, rotations)
        v = markers[e.m1].v[0] - markers[e.m0].v[0], markers[e.m1].v[1] - markers[e.m0].v[1]
        c0, c1 = _values(t, n, d, v, rotations[e.m0].omega[2], rotations[e.m1].omega[2], level)
        t, n, d = _plain(t), _plain(n), _plain(d)
        constraint_out[e.row] = c0
        force = multipliers[e.row]
        for r in range(2):
            marker_force_out[e.m0, r] += force * n[r]
            marker_force_out[e.m1, r] -= force * n[r]
        marker_moment_out[e.m1, 2] -= force * (n[0] * d[1] - n[1] * d[0])
        if count == 2:
            constraint_out[e.row + 1] = c1
            torque = multipliers[e.row + 1] * (t[1] * n[0] - t[0] * n[1])
            marker_moment_out[e.m0, 2] += torque
            marker_moment_out[e.m1, 2] -= torque


def jacobian(
    table, markers, rotations, multipliers, level,
    stiffness_out, gradient_out, row_q_out, row_v_out, slope_out,
):  # fmt: skip
    for i in range(table.size):
        e = table[i]
        acts = 1.0 if e.active != 0 else 0.0
        t, n, d = _geometry(e, markers, rotations)
        t, n, d = _plain(t), _plain(n), _plain(d)
        v = markers[e.m1].v[0] - markers[e.m0].v[0], markers[e.m1].v[1] - markers[e.m0].v[1]
        w1 = rotations[e.m1].omega[2]
        turn = w1 - rotations[e.m0].omega[2]
        along, across = n[0] * d[0] + n[1] * d[1], n[0] * d[1] - n[1] * d[0]
        cosine, sine = t[0] * n[0] + t[1] * n[1], t[1] * n[0] - t[0] * n[1]
        for k in range(2):
            slope_out[i, k] = 1.0 - acts
        _gradient(acts * n[0], acts * n[1], acts * across, acts * sine, i, gradient_out)
        for k in range(2):
            for z in range(6):
                row_q_out[i, k, z] = gradient_out[i, k, z] if level == 0 else 0.0
                row_v_out[i, k, z] = gradient_out[i, k, z] if level == 1 else 0.0
        if level == 1:
            rate = n[0] * v[1] - n[1] * v[0] - w1 * along
            x, y = -acts * w1 * n[1], acts * w1 * n[0]
            _gradient(x, y, acts * rate, -acts * turn * cosine, i, row_q_out)
        force, torque = acts * multipliers[e.row], 0.0
        if e.turns_with != 0:
            torque = acts * multipliers[e.row + 1]
        _bend(force, torque, n, along, cosine, i, stiffness_out)


def _gradient(x, y, turn, torque, i, gradient_out):
    """Write the derivatives of c0 by p1, (x, y), and by angle1, turn; of c1 by angle1, torque."""
    for k in range(2):
        for z in range(6):
            gradient_out[i, k, z] = 0.0
    gradient_out[i, 0, 0], gradient_out[i, 0, 1] = -x, -y
    gradient_out[i, 0, 3], gradient_out[i, 0, 4], gradient_out[i, 0, 5] = x, y, turn
    gradient_out[i, 1, 2], gradient_out[i, 1, 5] = -torque, torque


def _bend(force, torque, n, along, cosine, i, stiffness_out):
    """dF/dz of the forces -lambda dc/dz."""
    for r in range(6):
        for c in range(6):
            stiffness_out[i, r, c] = 0.0
    for r in range(2):
        slope = force * (-n[1] if r == 0 else n[0])
        stiffness_out[i, r, 5] = stiffness_out[i, 5, r] = slope
        stiffness_out[i, 3 + r, 5] = stiffness_out[i, 5, 3 + r] = -slope
    stiffness_out[i, 5, 5] = force * along
    for r in range(2, 6, 3):
        for c in range(2, 6, 3):
            stiffness_out[i, r, c] += torque * cosine if r == c else -torque * cosine


def output(table, row, variable, markers, rotations, multipliers, value_out):
    e = table[row]
    m0, m1 = markers[e.m0], markers[e.m1]
    if variable == DISPLACEMENT or variable == VELOCITY:
        for r in range(3):
            value_out[r] = m1.p[r] - m0.p[r] if variable == DISPLACEMENT else m1.v[r] - m0.v[r]
        return
    t, n, d = _geometry(e, markers, rotations)
    for k in range(2 if e.turns_with != 0 else 1):
        if variable == CONSTRAINT_EQUATION:
            value_out[k] = dot_of(n, d) if k == 0 else dot_of(t, n)
        elif e.active != 0:
            value_out[k] = multipliers[e.row + k]


define(ObjectJointPrismatic2D, residual, jacobian, output)
PrismaticJoint2D, VPrismaticJoint2D = ObjectJointPrismatic2D, VObjectJointPrismatic2D
