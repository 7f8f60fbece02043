"""Joints between two frames in space: equations of positions and of axes.

J0 = R0 rotationMarker0 and J1 = R1 rotationMarker1 are the frames of the joint on its markers, with
the axes x0, y0, z0 and x1, y1, z1 as columns, and d = p1 - p0. Each equation of a joint is one of

    GLOBAL   c = d_i - o_i                    component i of d
    AXIS     c = e . d - o_i                  along the axis i of J0
    DOT      c = a . b                        axis i of J0, normal to axis j of J1
    FREE     lambda = 0

Forces on the markers are -lambda dc/dz, with rotations in global axes:

    AXIS     dc/dp1 = e = -dc/dp0,  dc/dphi0 = e x d
    DOT      dc/dphi0 = a x b = -dc/dphi1

Offsets o, three of positions and three of angles, are those of a driven joint (`generic.py`): the
angles turn J0 further, J0 Rx(o_3) Ry(o_4) Rz(o_5), and W is the angular velocity of the frame
turned in this way, A its angular acceleration without z_tt. With omega = W - W1,

    AXIS     c'  = e . d_t + W . (e x d) - o_t
             c'' = 2 (W x e) . d_t + A . (e x d) + (W x (W x e)) . d - o_tt         without z_tt
    DOT      c'  = omega . (a x b)
             c'' = omega . ((W x a) x b + a x (W1 x b)) + A . (a x b)               without z_tt

DOT equations also hold where an axis is reversed: the side of the start is kept, and no search for
positions may change it (`assembly/sides.py`). Values of position level keep what rounding takes
off positions and axes: implicit solvers divide them by h^2.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

import numpy as np

from linkwork.connectors.connector import FrameConstraint
from linkwork.core.blocks import SPACE, Blocks
from linkwork.core.declare.item import Output, Visualization, parameter
from linkwork.core.declare.parameters import UNIT_MATRIX, Color, Rotation, UReal
from linkwork.core.enums import OutputVariableType as Variable
from linkwork.core.records import f8, i8
from linkwork.math.exact import two_sum
from linkwork.math.pairs import dot_pairs, rounded, turned_pairs
from linkwork.math.tait_bryan import angles
from linkwork.math.vec3 import add, cross, dot, scaled, sub, turned, turned_back

FREE, GLOBAL, AXIS, DOT = 0, 1, 2, 3
"""Kinds of equations."""

POSITION, VELOCITY = int(Variable.Position), int(Variable.Velocity)
DISPLACEMENT_LOCAL, VELOCITY_LOCAL = int(Variable.DisplacementLocal), int(Variable.VelocityLocal)
ROTATION, ANGULAR_VELOCITY_LOCAL = int(Variable.Rotation), int(Variable.AngularVelocityLocal)
FORCE_LOCAL, TORQUE_LOCAL = int(Variable.ForceLocal), int(Variable.TorqueLocal)
CONSTRAINT_EQUATION = int(Variable.ConstraintEquation)


class DrawnJoint(Visualization):
    """Drawing of a joint with an axis."""

    axisRadius: float = parameter(0.1, UReal, unit="m", doc="radius of the drawn axis")
    axisLength: float = parameter(0.4, UReal, unit="m", doc="length of the drawn axis")
    color: Any = parameter([-1.0] * 4, Color(), doc="color RGBA; R = -1: default color")


def joint_outputs(units: str, count: int) -> dict[Variable, Output]:
    """Outputs of a joint; units, count -- of its equations."""
    return {
        Variable.Position: Output("p0", "m", 3, "position of m0"),
        Variable.Velocity: Output("v0", "m/s", 3, "velocity of m0"),
        Variable.DisplacementLocal: Output("d_J0", "m", 3, "J0^T (p1 - p0)"),
        Variable.VelocityLocal: Output("v_J0", "m/s", 3, "J0^T (v1 - v0)"),
        Variable.Rotation: Output("psi", "rad", 3, "angles about x, y, z of J1 relative to J0"),
        Variable.AngularVelocityLocal: Output("w_J0", "rad/s", 3, "J0^T (omega1 - omega0)"),
        Variable.ForceLocal: Output("f_J0", "N", 3, "force on m0 in J0 axes"),
        Variable.TorqueLocal: Output("tau_J0", "N m", 3, "torque on m0 in J0 axes"),
        Variable.ConstraintEquation: Output("c", units, count, "deviation of each equation"),
    }


class SpaceJoint(FrameConstraint):
    """Base of joints between two frames in space.

    Column `code` holds the equations of a row: kind, axis i of J0, axis j of J1.
    """

    rigid_invariance = False
    joins = True
    extra_columns: ClassVar[tuple[tuple[Any, ...], ...]] = (
        *FrameConstraint.extra_columns,
        ("equations", i8),
        ("code", i8, (6, 3)),
    )

    rotationMarker0: Any = parameter(
        UNIT_MATRIX, Rotation(), symbol="M0", unit="1", doc="axes of the joint in those of m0"
    )
    rotationMarker1: Any = parameter(
        UNIT_MATRIX, Rotation(), symbol="M1", unit="1", doc="axes of the joint in those of m1"
    )

    def codes(self) -> list[tuple[int, int, int]]:
        """Kind, axis of J0 and axis of J1 of each equation."""
        raise TypeError(f"{type(self).__name__} does not define codes, its equations")

    @classmethod
    def wire(cls, table: Any, model: Any) -> None:
        super().wire(table, model)
        for row, number in zip(table.rows, table.numbers, strict=True):
            codes = model.items["object"][number].codes()
            row.equations = len(codes)
            row.code[: len(codes)] = codes

    @classmethod
    def active_equations(cls, table: Any) -> np.ndarray:
        rows, lines = cls.equation_rows(table)
        ties = table.rows["code"][lines, rows - table.rows["row"][lines], 0] != FREE
        return np.asarray(ties & (table.rows["active"][lines] != 0))

    @classmethod
    def sides(cls, table: Any, data: Any) -> np.ndarray:
        """Cosines between axes of J0 and J1 that two or three DOT equations make parallel."""
        rows, frames = table.rows, data["rotations"]["R"]
        first, second = frames[rows["m0"]] @ rows["M0"], frames[rows["m1"]] @ rows["M1"]
        first = first @ cls.turned_further(table)
        found = np.einsum("nij,nij->nj", first, second)
        dots = rows["code"][:, :, 0] == DOT
        count = dots.sum(axis=1)
        axis = np.max(np.where(dots, rows["code"][:, :, 1], -1), axis=1)
        held = (count == 3)[:, None] | ((count == 2)[:, None] & (np.arange(3) == axis[:, None]))
        return np.where(held & (rows["active"] != 0)[:, None], found, 0.0)

    @classmethod
    def turned_further(cls, table: Any) -> np.ndarray:
        """Rotations that a drive adds to J0, of each row; those of the last evaluation."""
        return np.broadcast_to(np.eye(3), (len(table.rows), 3, 3))


def space_blocks(equations: int) -> Blocks:
    """The blocks of a joint with this number of equations."""
    return Blocks(2, SPACE, equations=equations)


# ------------------------------------------------------------------------------- motion of axes


def _column(M, k):
    return M[0][k], M[1][k], M[2][k]


def _axis(rotation, M, k):
    """Axis k of a frame, as three pairs"""
    return turned_pairs(rotation.R, rotation.R_low, _column(M, k))


def _plain_axis(rotation, M, k):
    """Axis k of a frame, without rounding errors"""
    return turned(rotation.R, _column(M, k))


def _distance(m0, m1):
    """p1 - p0 as three pairs"""
    return _difference(m0, m1, 0), _difference(m0, m1, 1), _difference(m0, m1, 2)


def _difference(m0, m1, k):
    high, low = two_sum(m1.p[k], -m0.p[k])
    return high, low + (m1.p_low[k] - m0.p_low[k])


def _velocity(m0, m1):
    return sub(m1.v, m0.v)


# ------------------------------------------------------------------------------- kernels


def joint_kernels(driven: bool, frame_of: Callable[..., Any]) -> tuple[Callable[..., Any], ...]:
    """Kernels of joints: residual, jacobian, output.

    frame_of -- returns status and frame of a row, from (e, i, t, h, cv, level, work): axes of J0,
    their angular velocity and acceleration relative to m0, all in axes of m0. It writes the offsets
    of the equations of positions, their rates and second rates to work[i, 0:9]
    """

    def residual(
        table, markers, rotations, multipliers, t, h, cv, level, work_out, marker_force_out,
        marker_moment_out, constraint_out,
    ):  # fmt: skip
        for i in range(table.size):
            e = table[i]
            if e.active == 0:
                for k in range(e.equations):
                    constraint_out[e.row + k] = multipliers[e.row + k]
                continue
            status, frame = frame_of(e, i, t, h, cv, level, work_out)
            if status != 0:
                return status
            m0, m1, t0, t1 = markers[e.m0], markers[e.m1], rotations[e.m0], rotations[e.m1]
            for k in range(e.equations):
                force, kind = multipliers[e.row + k], e.code[k, 0]
                x = e.code[k, 1]
                if kind == FREE:
                    constraint_out[e.row + k] = force
                elif kind == GLOBAL:
                    marker_force_out[e.m0, x] += force
                    marker_force_out[e.m1, x] -= force
                    c, low = 0.0, 0.0
                    if level == 0:
                        c, low = _difference(m0, m1, x)
                    elif level == 1:
                        c = m1.v[x] - m0.v[x]
                    if driven:
                        c -= work_out[i, 3 * level + x]
                    constraint_out[e.row + k] = c + low
                elif kind == AXIS:
                    c = _along(
                        driven, frame, m0, m1, t0, x, force, level, e.m0, e.m1, marker_force_out,
                        marker_moment_out,
                    )  # fmt: skip
                    if driven:
                        c -= work_out[i, 3 * level + x]
                    constraint_out[e.row + k] = c
                else:
                    constraint_out[e.row + k] = _across(
                        driven, frame, e.M1, t0, t1, x, e.code[k, 2], force, level, e.m0, e.m1,
                        marker_moment_out,
                    )  # fmt: skip
        return 0

    def jacobian(
        table, markers, rotations, multipliers, t, h, cq, cv, level, work_out, stiffness_out,
        gradient_out, row_q_out, row_v_out, slope_out,
    ):  # fmt: skip
        for i in range(table.size):
            e = table[i]
            if cq != 0.0:
                for r in range(12):
                    for c in range(12):
                        stiffness_out[i, r, c] = 0.0
            for k in range(e.equations):
                slope_out[i, k] = 1.0 if e.active == 0 or e.code[k, 0] == FREE else 0.0
                for z in range(12):
                    gradient_out[i, k, z] = row_q_out[i, k, z] = row_v_out[i, k, z] = 0.0
            if e.active == 0:
                continue
            status, frame = frame_of(e, i, t, h, cv, level, work_out)
            if status != 0:
                return status
            m0, m1, t0, t1 = markers[e.m0], markers[e.m1], rotations[e.m0], rotations[e.m1]
            for k in range(e.equations):
                force, kind, x = multipliers[e.row + k], e.code[k, 0], e.code[k, 1]
                gradient, bend = gradient_out[i, k], row_q_out[i, k]
                if kind == GLOBAL:
                    gradient[x], gradient[6 + x] = -1.0, 1.0
                elif kind == AXIS:
                    _bend_along(
                        driven, frame, m0, m1, t0, x, force, level, cq, gradient, bend,
                        stiffness_out[i],
                    )  # fmt: skip
                elif kind == DOT:
                    _bend_across(
                        driven, frame, e.M1, t0, t1, x, e.code[k, 2], force, level, cq, gradient,
                        bend, stiffness_out[i],
                    )  # fmt: skip
                for z in range(12):
                    if level == 0:
                        bend[z] = gradient[z]
                    else:
                        row_v_out[i, k, z] = gradient[z]
        return 0

    def output(
        table, row, variable, markers, rotations, multipliers, t, h, cv, compatible, work_out,
        value_out,
    ):  # fmt: skip
        e = table[row]
        m0, m1, t0, t1 = markers[e.m0], markers[e.m1], rotations[e.m0], rotations[e.m1]
        status, frame = frame_of(e, row, t, h, cv, 0, work_out)
        if status != 0:
            return status
        x = 0.0, 0.0, 0.0
        if variable == POSITION:
            x = m0.p[0], m0.p[1], m0.p[2]
        elif variable == VELOCITY:
            x = m0.v[0], m0.v[1], m0.v[2]
        elif variable == DISPLACEMENT_LOCAL:
            x = _in_joint(t0, e.M0, sub(m1.p, m0.p))
        elif variable == VELOCITY_LOCAL:
            x = _in_joint(t0, e.M0, sub(m1.v, m0.v))
        elif variable == ANGULAR_VELOCITY_LOCAL:
            x = _in_joint(t0, e.M0, sub(t1.omega, t0.omega))
        elif variable == ROTATION:
            x = angles(_relative(e.M0, e.M1, t0, t1))
        elif e.active != 0 and variable == TORQUE_LOCAL and compatible != 0:
            x = _multipliers_of_rotations(e, multipliers)
        elif e.active != 0 and (variable == FORCE_LOCAL or variable == TORQUE_LOCAL):
            wrench = _wrench(e.code[: e.equations], e.row, frame, e.M1, m0, m1, t0, t1, multipliers)
            x = _in_joint(t0, e.M0, wrench[0] if variable == FORCE_LOCAL else wrench[1])
        elif variable == CONSTRAINT_EQUATION:
            for k in range(e.equations):
                offset = work_out[row, e.code[k, 1]] if driven else 0.0
                value_out[k] = _deviation(e.code[k], frame, e.M1, m0, m1, t0, t1, offset)
            return 0
        for r in range(3):
            value_out[r] = x[r]
        return 0

    return residual, jacobian, output


def _spin_of(driven, frame, t0):
    """W, the angular velocity of the axes of J0"""
    own = turned(t0.R, frame[1]) if driven else (0.0, 0.0, 0.0)
    return add(t0.omega, own)


def _turning(driven, frame, t0, n):
    """A . n, with their angular acceleration A without z_tt"""
    if not driven:
        return 0.0
    own = turned(t0.R, frame[1])
    return dot(add(cross(t0.omega, own), turned(t0.R, frame[2])), n)


def _turned_drive(driven, frame, t0, n):
    """Derivative of W . n by the rotation of m0, n fixed: the driven part of W turns with m0"""
    return cross(turned(t0.R, frame[1]), n) if driven else (0.0, 0.0, 0.0)


def _along(driven, frame, m0, m1, t0, k, force, level, n0, n1, marker_force_out, marker_moment_out):
    """Add the forces of an AXIS equation to both markers; returns its value without offset."""
    axis, d = _axis(t0, frame[0], k), _distance(m0, m1)
    e, plain = rounded(axis), rounded(d)
    lever = cross(e, plain)
    for r in range(3):
        marker_force_out[n0, r] += force * e[r]
        marker_force_out[n1, r] -= force * e[r]
        marker_moment_out[n0, r] -= force * lever[r]
    if level == 0:
        c = dot_pairs(axis, d)
        return c[0] + c[1]
    W, d_t = _spin_of(driven, frame, t0), _velocity(m0, m1)
    if level == 1:
        return dot(e, d_t) + dot(W, lever)
    turning = cross(W, e)
    c = 2.0 * dot(turning, d_t) + dot(cross(W, turning), plain)
    return c + _turning(driven, frame, t0, lever)


def _across(driven, frame, M1, t0, t1, j0, j1, force, level, n0, n1, marker_moment_out):
    """Add the moments of a DOT equation to both markers; returns its value."""
    first, second = _axis(t0, frame[0], j0), _axis(t1, M1, j1)
    a, b = rounded(first), rounded(second)
    n = cross(a, b)
    for r in range(3):
        marker_moment_out[n0, r] -= force * n[r]
        marker_moment_out[n1, r] += force * n[r]
    if level == 0:
        c = dot_pairs(first, second)
        return c[0] + c[1]
    W, W1 = _spin_of(driven, frame, t0), t1.omega
    omega = sub(W, W1)
    if level == 1:
        return dot(omega, n)
    change = add(cross(cross(W, a), b), cross(a, cross(W1, b)))
    return dot(omega, change) + _turning(driven, frame, t0, n)


def _add_skew(factor, a, row, column, block_out):
    """block += factor a~ at (row, column)"""
    x, y, z = factor * a[0], factor * a[1], factor * a[2]
    block_out[row, column + 1] -= z
    block_out[row, column + 2] += y
    block_out[row + 1, column] += z
    block_out[row + 1, column + 2] -= x
    block_out[row + 2, column] -= y
    block_out[row + 2, column + 1] += x


def _add_dyad(factor, a, b, diagonal, row, column, block_out):
    """block += factor (a b^T - diagonal I) at (row, column)"""
    for r in range(3):
        for c in range(3):
            block_out[row + r, column + c] += factor * a[r] * b[c]
        block_out[row + r, column + r] -= factor * diagonal


def _bend_along(driven, frame, m0, m1, t0, k, force, level, cq, gradient_out, bend_out, block_out):
    """Derivatives of an AXIS equation and of its forces."""
    e, d = _plain_axis(t0, frame[0], k), sub(m1.p, m0.p)
    lever = cross(e, d)
    for r in range(3):
        gradient_out[r], gradient_out[6 + r], gradient_out[3 + r] = -e[r], e[r], lever[r]
    if level == 1:
        W, d_t = _spin_of(driven, frame, t0), _velocity(m0, m1)
        turning, along = cross(W, e), cross(e, d_t)
        further = _turned_drive(driven, frame, t0, lever)
        for r in range(3):
            bend_out[r], bend_out[6 + r] = -turning[r], turning[r]
            bend_out[3 + r] = along[r] + d[r] * dot(e, W) - dot(e, d) * W[r] + further[r]
    if cq != 0.0:
        _add_skew(-force, e, 0, 3, block_out)
        _add_skew(force, e, 6, 3, block_out)
        _add_dyad(-force, e, d, dot(e, d), 3, 3, block_out)
        _add_skew(-force, e, 3, 6, block_out)
        _add_skew(force, e, 3, 0, block_out)


def _bend_across(
    driven, frame, M1, t0, t1, j0, j1, force, level, cq, gradient_out, bend_out, block_out
):
    """Derivatives of a DOT equation and of its moments."""
    a, b = _plain_axis(t0, frame[0], j0), _plain_axis(t1, M1, j1)
    n, along = cross(a, b), dot(a, b)
    for r in range(3):
        gradient_out[3 + r], gradient_out[9 + r] = n[r], -n[r]
    if level == 1:
        omega = sub(_spin_of(driven, frame, t0), t1.omega)
        further = _turned_drive(driven, frame, t0, n)
        for r in range(3):
            bend_out[3 + r] = b[r] * dot(a, omega) - along * omega[r] + further[r]
            bend_out[9 + r] = along * omega[r] - a[r] * dot(b, omega)
    if cq != 0.0:
        _add_dyad(-force, a, b, along, 3, 3, block_out)
        _add_dyad(force, b, a, along, 3, 9, block_out)
        _add_dyad(force, a, b, along, 9, 3, block_out)
        _add_dyad(-force, b, a, along, 9, 9, block_out)


def _in_joint(t0, M0, x):
    """J0^T x"""
    return turned_back(M0, turned_back(t0.R, x))


def _relative(M0, M1, t0, t1):
    """J0^T J1 as a tuple of rows"""
    x = _in_joint(t0, M0, _plain_axis(t1, M1, 0))
    y = _in_joint(t0, M0, _plain_axis(t1, M1, 1))
    z = _in_joint(t0, M0, _plain_axis(t1, M1, 2))
    return (x[0], y[0], z[0]), (x[1], y[1], z[1]), (x[2], y[2], z[2])


def _multipliers_of_rotations(e, multipliers):
    """Multipliers of the equations of rotations, which come after those of translations"""
    moves = 2 if e.code[0, 0] == AXIS and e.equations == 5 else 3
    first, last = e.row + moves, e.row + e.equations
    third = multipliers[first + 2] if first + 2 < last else 0.0
    return multipliers[first], multipliers[first + 1], third


def _wrench(code, row, frame, M1, m0, m1, t0, t1, multipliers):
    """Force and torque on m0"""
    f = tau = 0.0, 0.0, 0.0
    for k in range(code.shape[0]):
        force, kind, x = multipliers[row + k], code[k, 0], code[k, 1]
        if kind == GLOBAL:
            unit = 1.0 if x == 0 else 0.0, 1.0 if x == 1 else 0.0, 1.0 if x == 2 else 0.0
            f = add(f, scaled(force, unit))
        elif kind == AXIS:
            axis = _plain_axis(t0, frame[0], x)
            f = add(f, scaled(force, axis))
            tau = add(tau, scaled(-force, cross(axis, sub(m1.p, m0.p))))
        elif kind == DOT:
            a, b = _plain_axis(t0, frame[0], x), _plain_axis(t1, M1, code[k, 2])
            tau = add(tau, scaled(-force, cross(a, b)))
    return f, tau


def _deviation(code, frame, M1, m0, m1, t0, t1, offset):
    """Value of an equation at position level"""
    kind, x = code[0], code[1]
    if kind == GLOBAL:
        return m1.p[x] - m0.p[x] - offset
    if kind == AXIS:
        return dot(_plain_axis(t0, frame[0], x), sub(m1.p, m0.p)) - offset
    if kind == DOT:
        return dot(_plain_axis(t0, frame[0], x), _plain_axis(t1, M1, code[2]))
    return 0.0


def still_frame(e, i, t, h, cv, level, work):
    """Frame of a joint that is not driven."""
    return 0, (e.M0, (0.0, 0.0, 0.0), (0.0, 0.0, 0.0))


NO_WORK = {"work": (f8, (1,))}
"""Own array of joints that are not driven: nothing is read or written."""
