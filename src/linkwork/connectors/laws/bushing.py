"""Kinematics and derivatives of a six-dimensional spring-damper between two frames.

`rigid_body_spring_damper.py` has the law. With the axes J (J0, or those of the middle frame) and
components along them,

    y = J^T (p1 - p0),  F = (F_d, F_r) the force and moment, n0 the moment on m0 about p0
    n0 = F_r + a x F_d,   n1 = l x F_d - n0      intrinsic: a = C y, l = y; otherwise a = l = 0

(with `compatibility` of the settings, intrinsic: a = d/2, l = d).

A variation turns m0 by b0 and m1 by b0 + b, hence the axes J by m = b0 + C b (intrinsic) or b0, and
moves p1 - p0 by g, all along the axes J. It changes

    y by g + y x m,   r by N b (intrinsic) or by the rates of the angles,   v by v x m,   w by w x m

and a vector with components x along the axes J by components (dx + m x x).
"""

from __future__ import annotations

from linkwork.math.euler_parameters import of_matrix
from linkwork.math.exponential import vector
from linkwork.math.frames import across, along, axes, out_of, relative
from linkwork.math.middle import (
    c5_of,
    c5_slope_of,
    half_way,
    middle_axes,
    part_way,
    stretch_slope,
    stretched,
)
from linkwork.math.tait_bryan import angle_rates, angles, turns_of
from linkwork.math.vec3 import add, cross, dot, scaled, sub

FORCE = 4 * 3 + 2 * 36 + 2 * 9 + 6
"""Place of F in the work memory of a row, after the arguments of a user function: d, r, v, w, K, D,
M0, M1, u_off; copies of these follow (`UserFunction`)."""

BY_PLACE = FORCE + 6 + FORCE
BY_RATE = BY_PLACE + 36
"""Places of the 6 x 6 matrices dF/d(d, r) and dF/d(v, w)."""

WORK = BY_RATE + 36
"""Size of the work memory."""


def measured(e, m0, m1, t0, t1):
    """(axes J, y, d, r, theta) of a row; theta -- Euler parameters of J0^T J1, if intrinsic."""
    first, second = axes(t0.R, e.M0), axes(t1.R, e.M1)
    dp, R = sub(m1.p, m0.p), relative(first, second)
    if e.intrinsic == 0:
        d = along(first, dp)
        return first, d, d, angles(R), (1.0, 0.0, 0.0, 0.0)
    theta = of_matrix(R)
    frame, r = middle_axes(first, theta), vector(theta)
    y = along(frame, dp)
    return frame, y, stretched(c5_of(dot(r, r)), r, y), r, theta


def write_state(i, frame, d, r, m0, m1, t0, t1, work_out):
    """Write d, r, v, w to the work memory."""
    v, w = along(frame, sub(m1.v, m0.v)), along(frame, sub(t1.omega, t0.omega))
    for k in range(3):
        work_out[i, k], work_out[i, 3 + k] = d[k], r[k]
        work_out[i, 6 + k], work_out[i, 9 + k] = v[k], w[k]


def write_given(e, i, work_out):
    """Write K, D, M0, M1 and u_off to the work memory, after the state."""
    for r in range(6):
        for c in range(6):
            work_out[i, 12 + 6 * r + c], work_out[i, 48 + 6 * r + c] = e.K[r, c], e.D[r, c]
        work_out[i, 102 + r] = e.u_off[r]
    for r in range(3):
        for c in range(3):
            work_out[i, 84 + 3 * r + c], work_out[i, 93 + 3 * r + c] = e.M0[r, c], e.M1[r, c]


def arms(e, compatible, y, d, theta):
    """a, l"""
    if e.intrinsic == 0:
        return (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)
    if compatible != 0:
        return scaled(0.5, d), d
    return part_way(half_way(theta), y), y


def three(array, i, first):
    """Three numbers of a row of an array"""
    return array[i, first], array[i, first + 1], array[i, first + 2]


def _row(i, first, a, b, work):
    """Product of six numbers of the work memory with (a, b)"""
    return dot(three(work, i, first), a) + dot(three(work, i, first + 3), b)


def _rows(i, first, a, b, work):
    """Product of a 3 x 6 matrix in the work memory with (a, b)"""
    return (
        _row(i, first, a, b, work), _row(i, first + 6, a, b, work), _row(i, first + 12, a, b, work),
    )  # fmt: skip


def write_slopes(e, compatible, i, frame, y, r, theta, work, stiffness_out, damping_out):
    """Write dF/dz and dF/dz_t of the forces and moments on both markers."""
    still, turns = (0.0, 0.0, 0.0), turns_of(r)
    square = dot(r, r)
    c5, c5_slope = c5_of(square), c5_slope_of(square)
    for c in range(3):
        x = across(frame, c)
        for end in range(3):  # p1 - p0, phi0, phi1
            g, b0 = x if end == 0 else still, x if end == 1 else still
            b = still if end == 0 else (x if end == 2 else scaled(-1.0, x))
            if e.intrinsic == 0:
                m, dy = b0, add(g, cross(y, b0))
                dr, dd = angle_rates(turns, b), dy
            else:
                m = add(b0, part_way(half_way(theta), b))
                dy, dr = add(g, cross(y, m)), stretched(c5, r, b)
                dd = add(stretched(c5, r, dy), stretch_slope(c5, c5_slope, r, dr, y))
            force, moment, both = _varied(
                e, compatible, i, y, theta, m, b, dy, dd, dr, work
            )  # fmt: skip
            force, moment = out_of(frame, force), out_of(frame, moment)
            both = out_of(frame, both)
            if end == 0:
                _write_column(i, c, -1.0, force, moment, both, stiffness_out)
            place = (6 if end == 0 else 3 if end == 1 else 9) + c
            _write_column(i, place, 1.0, force, moment, both, stiffness_out)
        _write_rates(e, compatible, i, c, frame, x, y, theta, work, damping_out)


def _varied(e, compatible, i, y, theta, m, b, dy, dd, dr, work):
    """Changes of F_d, of n0 and of l x F_d under a variation, along the axes J."""
    F_d, F_r = three(work, i, FORCE), three(work, i, FORCE + 3)
    dv, dw = cross(three(work, i, 6), m), cross(three(work, i, 9), m)
    dF_d = add(_rows(i, BY_PLACE, dd, dr, work), _rows(i, BY_RATE, dv, dw, work))
    dF_r = add(_rows(i, BY_PLACE + 18, dd, dr, work), _rows(i, BY_RATE + 18, dv, dw, work))
    force, turned = add(dF_d, cross(m, F_d)), cross(m, F_r)
    if e.intrinsic == 0:
        return force, add(dF_r, turned), (0.0, 0.0, 0.0)
    k = half_way(theta)
    a, dk = part_way(k, y), scaled(0.25 / (1.0 + theta[0]), b)
    da = sub(part_way(k, dy), cross(dk, y))
    between, change = y, dy
    if compatible != 0:
        between, change = three(work, i, 0), dd
        a, da = scaled(0.5, between), scaled(0.5, change)
    about, lever = cross(a, F_d), cross(between, F_d)
    moment = add(dF_r, add(cross(da, F_d), cross(a, dF_d)))
    both = add(cross(change, F_d), cross(between, dF_d))
    return force, add(moment, add(turned, cross(m, about))), add(both, cross(m, lever))


def _write_rates(e, compatible, i, c, frame, x, y, theta, work, damping_out):
    """Columns of dF/dz_t of v1 - v0 and w1 - w0 along the global axis c; x -- J^T of this axis."""
    still = 0.0, 0.0, 0.0
    a, lever = arms(e, compatible, y, three(work, i, 0), theta)
    for turning in range(2):
        dv, dw = (still, x) if turning == 1 else (x, still)
        dF_d, dF_r = _rows(i, BY_RATE, dv, dw, work), _rows(i, BY_RATE + 18, dv, dw, work)
        force, moment = out_of(frame, dF_d), out_of(frame, add(dF_r, cross(a, dF_d)))
        both = out_of(frame, cross(lever, dF_d))
        _write_column(i, 3 * turning + c, -1.0, force, moment, both, damping_out)
        _write_column(i, 6 + 3 * turning + c, 1.0, force, moment, both, damping_out)


def _write_column(i, c, sign, force, moment, both, block_out):
    """Write a column: changes of force and moment on m0, and of the sum of both moments."""
    for k in range(3):
        block_out[i, k, c] = sign * force[k]
        block_out[i, 3 + k, c] = sign * moment[k]
        block_out[i, 6 + k, c] = -sign * force[k]
        block_out[i, 9 + k, c] = sign * (both[k] - moment[k])
