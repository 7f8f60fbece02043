"""RollingDiscJoint: a disc rolls on a plane without slipping.

The plane contains m0 and is normal to n0 (planeNormal, in the axes of m0); the disc has its center
at m1, the radius r and the axis a1 (discAxis, in the axes of m1). Both directions may have any
length but zero. With n = R0 n0 and a = R1 a1 of unit length, the directions

    w2 = (a x n) / |a x n|     longitudinal
    w3 = a x w2                from the center to the contact point
    wl = n x w2                lateral

the contact point p_C = p1 + r w3, d = p_C - p0 and the velocity of the disc relative to the plane

    u = v1 + omega1 x r w3 - v0 - omega0 x d

the equations are (wl . u, w2 . u, n . u) = 0 for every constrainedAxes[i] = 1; the other directions
are free, lambda_i = 0. Inactive: lambda = 0. The disc receives the force f = -(lambda_0 wl +
lambda_1 w2 + lambda_2 n) at the contact point, m0 the opposite one there; forces do no work.

The first two are equations of velocities: no positions follow from them. The third one is the rate
of the gap g = n . d. In steps of implicit solvers all three are solved as equations of velocities,
also where other constraints are solved at position level. After the step, positions are projected
so that the gap stays what it was at the start of the run (or where the joint was switched on). The
disc may therefore start above or below its plane, and keeps this distance.

With omega as the rates of rotations, the changes of the directions (`laws/rolling.py`) and
d' = v1 + r w3' - v0, the second derivative without accelerations is, for each direction e,

    e' . u + e . (omega1 x r w3' - omega0 x d')

A disc that lies flat in its plane has no single contact point: an error. Rigid motions change
nothing. In statics only the equation of the gap acts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from linkwork.connectors.connector import FrameConstraint
from linkwork.connectors.laws.rolling import (
    FLAT,
    arms,
    axis_unit,
    contact_output,
    directions,
    gap,
    relative_velocity,
    turning,
)
from linkwork.core.blocks import SPACE, Blocks
from linkwork.core.declare.item import Output, Visualization, define, parameter
from linkwork.core.declare.parameters import Axis, Color, PReal, UReal
from linkwork.core.enums import OutputVariableType as Variable
from linkwork.core.records import f8, i8
from linkwork.core.status import LYING_DISC, fail
from linkwork.joints.constrained_axes import ConstrainedAxes
from linkwork.math.vec3 import add, add_scaled, cross, dot, scaled, sub

__all__ = [
    "ObjectJointRollingDisc",
    "RollingDiscJoint",
    "VObjectJointRollingDisc",
    "VRollingDiscJoint",
]

FORCE_LOCAL, CONSTRAINT_EQUATION = int(Variable.ForceLocal), int(Variable.ConstraintEquation)

LATERAL, LONGITUDINAL, NORMAL = 0, 1, 2
"""The equations."""


class VObjectJointRollingDisc(Visualization):
    """Drawing of a RollingDiscJoint."""

    drawn_as = "disc"

    discWidth: float = parameter(0.1, UReal, unit="m", doc="width of the drawn disc")
    color: Any = parameter([-1.0] * 4, Color(), doc="color RGBA; R = -1: default color")


class ObjectJointRollingDisc(FrameConstraint):
    """A disc that rolls on a plane without slipping."""

    type_name = "JointRollingDisc"
    short_name = "RollingDiscJoint"
    V = VObjectJointRollingDisc
    blocks = Blocks(2, SPACE, equations=3)
    drifts = True
    noted_columns = ("is_noted", "g_0")
    extra_columns = (*FrameConstraint.extra_columns, ("is_noted", i8), ("g_0", f8))
    outputs = {
        Variable.Position: Output("p_C", "m", 3, "contact point"),
        Variable.Velocity: Output(
            "v_C", "m/s", 3, "velocity of the contact point along its trail, relative to the plane"
        ),
        Variable.ForceLocal: Output(
            "f", "N", 3, "force on the disc: lateral, longitudinal, normal; m0 receives -f"
        ),
        Variable.RotationMatrix: Output(
            "A_C", "1", 9, "axes [wl w2 n] of the contact as columns; row by row"
        ),
        Variable.ConstraintEquation: Output(
            "c",
            "m/s, m/s, m",
            3,
            "slip along wl and w2; in a run, change of the gap since its start; free ones: 0",
        ),  # fmt: skip
    }

    last_parameters = ("activeConnector", "discRadius", "discAxis", "planeNormal")

    constrainedAxes: Any = parameter(
        [1, 1, 1], ConstrainedAxes(3), symbol="axes", structural=True,
        doc="lateral, longitudinal and normal direction: constrained (1) or free (0)",
    )  # fmt: skip
    discRadius: float = parameter(
        0.0, PReal, symbol="r", unit="m", structural=True, doc="radius of the disc"
    )
    discAxis: Any = parameter(
        [1.0, 0.0, 0.0], Axis(), symbol="a1", unit="1", structural=True,
        doc="axis of the disc in the axes of m1, of any length",
    )  # fmt: skip
    planeNormal: Any = parameter(
        [0.0, 0.0, 1.0], Axis(), symbol="n0", unit="1", structural=True,
        doc="normal of the plane in the axes of m0, of any length",
    )  # fmt: skip

    def equation_units(self, items: Mapping[str, Sequence[Any]]) -> list[str]:
        return ["m"] * 3

    @classmethod
    def active_equations(cls, table: Any) -> np.ndarray:
        ties = (table.rows["axes"] != 0) & (table.rows["active"] != 0)[:, None]
        return np.asarray(ties.ravel())

    @classmethod
    def rate_equations(cls, table: Any) -> np.ndarray:
        return np.tile([True, True, False], len(table.rows))

    @classmethod
    def drop_rates(cls, table: Any, line: int) -> bool:
        axes = table.rows["axes"][line]
        if not table.rows["active"][line] or not axes[:NORMAL].any():
            return False
        axes[:NORMAL] = 0
        return True

    def restore_rates(self, table: Any, line: int) -> None:
        table.rows["axes"][line] = self.constrainedAxes


def _direction(k, wl, w2, n):
    """Direction of equation k"""
    if k == LATERAL:
        return wl
    return w2 if k == LONGITUDINAL else n


def search(table, markers, rotations, table_out):
    """Note the gap at the start, and where a joint is switched on."""
    for i in range(table.size):
        e = table_out[i]
        if e.active != 0 and e.is_noted == 0:
            e.g_0 = gap(e, markers[e.m0], markers[e.m1], rotations[e.m0], rotations[e.m1])
        e.is_noted = e.active


def residual(
    table, markers, rotations, multipliers, cq, cv, level, marker_force_out, marker_moment_out,
    constraint_out,
):  # fmt: skip
    for i in range(table.size):
        e = table[i]
        if e.active == 0:
            for k in range(3):
                constraint_out[e.row + k] = multipliers[e.row + k]
            continue
        m0, m1, t0, t1 = markers[e.m0], markers[e.m1], rotations[e.m0], rotations[e.m1]
        a, n, s, w2, w3, wl = directions(e, t0, t1)
        if s < FLAT:
            return fail(LYING_DISC, e.number)
        x, d = arms(e, m0, m1, w3)
        u, f = relative_velocity(m0, m1, t0, t1, x, d), (0.0, 0.0, 0.0)
        for k in range(3):
            axis, force = _direction(k, wl, w2, n), multipliers[e.row + k]
            if e.axes[k] == 0:
                constraint_out[e.row + k] = force
                continue
            f = add(f, scaled(force, axis))
            if level == 2:
                c = _second_rate(k, a, n, s, w2, e.r, axis, u, m0, m1, t0, t1)
            elif level == 1 or cv != 0.0:
                c = dot(axis, u) * (1.0 if level == 1 else cq / cv)
            else:
                c = _moved(e, k, m0, m1, t0, t1)
            constraint_out[e.row + k] = c
        add_scaled(marker_force_out, e.m0, 1.0, f)
        add_scaled(marker_force_out, e.m1, -1.0, f)
        add_scaled(marker_moment_out, e.m0, 1.0, cross(d, f))
        add_scaled(marker_moment_out, e.m1, -1.0, cross(x, f))
    return 0


def _moved(e, k, m0, m1, t0, t1):
    """Value at position level outside of steps: how far the gap is from that of the start"""
    if k != NORMAL or e.is_noted == 0:
        return 0.0
    return gap(e, m0, m1, t0, t1) - e.g_0


def _second_rate(k, a, n, s, w2, r, axis, u, m0, m1, t0, t1):
    """Second derivative of equation k without accelerations"""
    da, dn = cross(t1.omega, a), cross(t0.omega, n)
    dw2, dw3, dwl = turning(a, n, s, w2, da, dn)
    dx = scaled(r, dw3)
    dd = add(sub(m1.v, m0.v), dx)
    bend = sub(cross(t1.omega, dx), cross(t0.omega, dd))
    return dot(_direction(k, dwl, dw2, dn), u) + dot(axis, bend)


def jacobian(
    table, markers, rotations, multipliers, cq, cv, level, stiffness_out, gradient_out, row_q_out,
    row_v_out, slope_out,
):  # fmt: skip
    for i in range(table.size):
        e = table[i]
        for r in range(12 if cq != 0.0 else 0):
            for c in range(12):
                stiffness_out[i, r, c] = 0.0
        for k in range(3):
            slope_out[i, k] = 1.0 if e.active == 0 or e.axes[k] == 0 else 0.0
            for z in range(12):
                gradient_out[i, k, z] = row_q_out[i, k, z] = row_v_out[i, k, z] = 0.0
        if e.active == 0:
            continue
        m0, m1, t0, t1 = markers[e.m0], markers[e.m1], rotations[e.m0], rotations[e.m1]
        a, n, s, w2, w3, wl = directions(e, t0, t1)
        if s < FLAT:
            return fail(LYING_DISC, e.number)
        x, d = arms(e, m0, m1, w3)
        u, f = relative_velocity(m0, m1, t0, t1, x, d), (0.0, 0.0, 0.0)
        for k in range(3):
            if e.axes[k] != 0:
                axis = _direction(k, wl, w2, n)
                f = add(f, scaled(multipliers[e.row + k], axis))
                _write_gradient(axis, x, d, t0, gradient_out[i, k], row_q_out[i, k])
        for z in range(6):
            phi = axis_unit(z % 3)
            da = cross(phi, a) if z >= 3 else (0.0, 0.0, 0.0)
            dn = cross(phi, n) if z < 3 else (0.0, 0.0, 0.0)
            dw2, dw3, dwl = turning(a, n, s, w2, da, dn)
            dx, df = scaled(e.r, dw3), (0.0, 0.0, 0.0)
            du = cross(sub(t1.omega, t0.omega), dx)
            column = 3 + z if z < 3 else 6 + z
            for k in range(3):
                if e.axes[k] != 0:
                    change = _direction(k, dwl, dw2, dn)
                    df = add(df, scaled(multipliers[e.row + k], change))
                    bend = dot(change, u) + dot(_direction(k, wl, w2, n), du)
                    row_q_out[i, k, column] = bend
            if cq != 0.0:
                _write_stiffness(column, x, d, f, dx, dx, df, stiffness_out[i])
        for c in range(3 if cq != 0.0 else 0):
            unit, none = axis_unit(c), (0.0, 0.0, 0.0)
            _write_stiffness(6 + c, x, d, f, none, unit, none, stiffness_out[i])
            _write_stiffness(c, x, d, f, none, scaled(-1.0, unit), none, stiffness_out[i])
        _combine(i, level, cq, cv, gradient_out, row_q_out, row_v_out)
    return 0


def _write_gradient(axis, x, d, t0, gradient_out, bend_out):
    """Derivatives of axis . u by velocities, and by positions."""
    lever, arm, bend = cross(x, axis), cross(d, axis), cross(axis, t0.omega)
    for r in range(3):
        gradient_out[r], gradient_out[3 + r] = -axis[r], -arm[r]
        gradient_out[6 + r], gradient_out[9 + r] = axis[r], lever[r]
        bend_out[r], bend_out[6 + r] = bend[r], -bend[r]


def _write_stiffness(column, x, d, f, dx, dd, df, block_out):
    """Changes of the forces f on m0 and -f on m1, and of their moments d x f and -x x f."""
    tau0, tau1 = add(cross(dd, f), cross(d, df)), add(cross(dx, f), cross(x, df))
    for r in range(3):
        block_out[r, column], block_out[3 + r, column] = df[r], tau0[r]
        block_out[6 + r, column], block_out[9 + r, column] = -df[r], -tau1[r]


def _combine(i, level, cq, cv, gradient, row_q_out, row_v_out):
    """Derivatives of the rows of a level by positions and velocities."""
    in_step = level == 0 and cv != 0.0
    for k in range(3):
        for z in range(12):
            slope, bend = gradient[i, k, z], row_q_out[i, k, z]
            if in_step:  # c' cq/cv
                row_q_out[i, k, z], row_v_out[i, k, z] = slope + cq / cv * bend, cq / cv * slope
            elif level == 0:
                row_q_out[i, k, z] = slope
            else:
                row_v_out[i, k, z] = slope


def output(table, row, variable, markers, rotations, multipliers, value_out):
    e = table[row]
    m0, m1, t0, t1 = markers[e.m0], markers[e.m1], rotations[e.m0], rotations[e.m1]
    if variable == FORCE_LOCAL:
        for k in range(3):
            value_out[k] = 0.0 - multipliers[e.row + k] if e.active * e.axes[k] != 0 else 0.0
        return 0
    a, n, s, w2, w3, wl = directions(e, t0, t1)
    if s < FLAT:
        return fail(LYING_DISC, e.number)
    if variable == CONSTRAINT_EQUATION:
        x, d = arms(e, m0, m1, w3)
        u = relative_velocity(m0, m1, t0, t1, x, d)
        for k in range(3):
            slip = dot(_direction(k, wl, w2, n), u)
            deviation = _moved(e, k, m0, m1, t0, t1) if k == NORMAL else slip
            value_out[k] = deviation if e.axes[k] != 0 else 0.0
        return 0
    contact_output(e, variable, 0.0, m0, m1, t0, t1, value_out)
    return 0


define(ObjectJointRollingDisc, search, residual, jacobian, output)
RollingDiscJoint, VRollingDiscJoint = ObjectJointRollingDisc, VObjectJointRollingDisc
