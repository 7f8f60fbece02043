"""The matrix of cables in the plane; `ancf_cable_2d.py` has the law, `cable_law.py` the forces.

With z = (r', r'') at a point of integration, its strain e (eps or K) and section force F (N or M),

    matrix = W (e_z g^T + c_q F e_zz),  W = weight L
    g = c_q (F_eps eps_z + F_K K_z + F_epst (eps_t)_z + F_Kt (K_t)_z)
        + c_v (F_epst eps_z + F_Kt K_z)

It is summed for the three vectors d = (r_1 - r_0)/L, r'_0, r'_1, that r' and r'' depend on, in 36
numbers of `work` behind the forces, and then distributed to the eight coordinates. Without damping
and user functions it is symmetric, and shorter to compute.
"""

from __future__ import annotations

import math

from linkwork.bodies.cable_lanes import plain_from
from linkwork.bodies.cable_law import (
    FORCES,
    SINGLE,
    curve_slopes,
    measures_at,
    section_force,
    stretch,
    vectors_at,
)
from linkwork.bodies.cable_matrix_lanes import put_matrix_of_many, set_matrices_of_many
from linkwork.core.status import USER_FUNCTION, ZERO_SLOPE, fail
from linkwork.math.cable_shape import (
    AXIAL,
    BENDING,
    COUNTS,
    MASS,
    POINTS,
    SHAPES,
    WEIGHTS,
)
from linkwork.math.differences import CENTRAL


def jacobian(table, t, q, v, ca, cq, cv, strains, slots, work_out, values_out):
    i, moves = 0, cq != 0.0 or cv != 0.0
    while i < table.size:
        many = plain_from(table, i, False) if moves else 0
        if many > 0:
            lanes = work_out[SINGLE:]
            set_matrices_of_many(table, i, many, q, cq, strains, lanes)
            for k in range(many):
                e = table[i + k]
                m = ca * e.rhoA * e.L / 420.0
                put_matrix_of_many(lanes, k, m, e.L, slots[i + k], values_out)
            i += many
            continue
        e = table[i]
        m = ca * e.rhoA * e.L / 420.0
        if moves:
            status = _add_stiffness(e, t, q, v, cq, cv, strains[i], work_out)
            if status != 0:
                return status
            put_matrix(m, e.L, slots[i], work_out, values_out)
        else:
            _put_mass(m, e.L, slots[i], values_out)
        i += 1
    return 0


def _put_mass(m, L, slots, values_out):
    """Add the mass matrix; m -- rhoA L/420 times c_a"""
    for r in range(4):
        left = m * L if r % 2 == 1 else m
        for k in range(4):
            mass = left * (L if k % 2 == 1 else 1.0) * MASS[r, k]
            values_out[slots[2 * r, 2 * k]] += mass
            values_out[slots[2 * r + 1, 2 * k + 1]] += mass


def put_matrix(m, L, slots, work, values_out):
    """Add the matrix of d, r'_0 and r'_1 to that of the coordinates, and the masses."""
    per_length = 1.0 / L
    for r in range(4):
        row = 0 if r % 2 == 0 else (r + 1) // 2
        left = 1.0 if r % 2 == 1 else (-per_length if r == 0 else per_length)
        mass_left = m * L if r % 2 == 1 else m
        for k in range(4):
            factor = left * (1.0 if k % 2 == 1 else (-per_length if k == 0 else per_length))
            mass = mass_left * (L if k % 2 == 1 else 1.0) * MASS[r, k]
            place = FORCES + 12 * row + 2 * (0 if k % 2 == 0 else (k + 1) // 2)
            values_out[slots[2 * r, 2 * k]] += factor * work[place] + mass
            values_out[slots[2 * r, 2 * k + 1]] += factor * work[place + 1]
            values_out[slots[2 * r + 1, 2 * k]] += factor * work[place + 6]
            values_out[slots[2 * r + 1, 2 * k + 1]] += factor * work[place + 7] + mass


def _add_stiffness(e, t, q, v, cq, cv, homes, work_out):
    """Write the matrix of d, r'_0 and r'_1."""
    z, rate = stretch(e, q, True), (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    if e.d_eps != 0.0 or e.d_K != 0.0 or e.UF_N != 0 or e.UF_M != 0:
        rate = stretch(e, v, False)
    for k in range(FORCES, FORCES + 36):
        work_out[k] = 0.0
    for part in range(2):
        has_function = e.UF_N != 0 if part == AXIAL else e.UF_M != 0
        for p in range(COUNTS[e.rule, part]):
            shape, s = SHAPES[e.rule, part, p], POINTS[e.rule, part, p]
            vectors = vectors_at(e, shape, z, rate)
            a = vectors[0]
            if a[0] * a[0] + a[1] * a[1] == 0.0:
                return fail(ZERO_SLOPE, e.number)
            measures = measures_at(e, part, vectors)
            references = e.eps_0 + e.f_ref * homes[part, p, 0], e.K_0 + e.f_ref * homes[part, p, 1]
            F = section_force(e, t, part, s, measures, references)
            slopes = 0.0, 0.0, e.EI, e.d_K
            if part == AXIAL:
                slopes = e.EA, e.d_eps, 0.0, 0.0
            if has_function:
                slopes = (
                    section_slope(e, t, part, s, measures, references, 0),
                    section_slope(e, t, part, s, measures, references, 1),
                    section_slope(e, t, part, s, measures, references, 2),
                    section_slope(e, t, part, s, measures, references, 3),
                )
                total = F + slopes[0] + slopes[1] + slopes[2] + slopes[3]
                if total != total:
                    return fail(USER_FUNCTION, e.number)
            W = WEIGHTS[e.rule, part, p] * e.L
            curved = part == BENDING or has_function
            g = _gradient(vectors, measures[2], slopes, part, curved, cq, cv)
            if part == AXIAL:
                _add_axial(e, shape, a, W, cq * F, g, curved, work_out)
            else:
                _add_bending(e, shape, a, vectors[1], measures[2], W, cq * F, g, work_out)
    return 0


def _gradient(vectors, K, slopes, part, curved, cq, cv):
    """g: the change of a section force by r' and r''."""
    a, b, u, w = vectors
    F_e, F_et, F_K, F_Kt = slopes
    x = y = bx = by = 0.0
    square = a[0] * a[0] + a[1] * a[1]
    au = a[0] * u[0] + a[1] * u[1]
    if F_e != 0.0 or F_et != 0.0:
        rho = math.sqrt(square)
        own, rate = (cq * F_e + cv * F_et) / rho, cq * F_et / rho
        x += own * a[0] + rate * (u[0] - a[0] * au / square)
        y += own * a[1] + rate * (u[1] - a[1] * au / square)
    if curved:
        K_a, K_b = curve_slopes(a, b, K)
        own, rate = cq * F_K + cv * F_Kt, cq * F_Kt
        x, y, bx, by = x + own * K_a[0], y + own * K_a[1], own * K_b[0], own * K_b[1]
        if rate != 0.0:
            rate /= square
            turn = K_a[0] * u[0] + K_a[1] * u[1] + K_b[0] * w[0] + K_b[1] * w[1]
            x += rate * (w[1] - 2.0 * (a[0] * turn + K_a[0] * au + K * u[0]))
            y += rate * (-w[0] - 2.0 * (a[1] * turn + K_a[1] * au + K * u[1]))
            bx += rate * (-u[1] - 2.0 * K_b[0] * au)
            by += rate * (u[0] - 2.0 * K_b[1] * au)
    return x, y, bx, by


def _add_axial(e, shape, a, W, F, g, curved, work_out):
    """Add W (eps_z g^T + F eps_zz); F -- N times c_q"""
    square = a[0] * a[0] + a[1] * a[1]
    along = W / math.sqrt(square)
    N = F * along
    s0, s1, s2 = shape[0], shape[1], shape[2]
    for r in range(2):
        bend = -N * a[r] / square
        x = along * a[r] * g[0] + bend * a[0] + (N if r == 0 else 0.0)
        y = along * a[r] * g[1] + bend * a[1] + (N if r == 1 else 0.0)
        for k in range(3):
            place = FORCES + 6 * (2 * k + r)
            left, right = shape[k] * x, shape[k] * y
            work_out[place] += left * s0
            work_out[place + 1] += right * s0
            work_out[place + 2] += left * s1
            work_out[place + 3] += right * s1
            work_out[place + 4] += left * s2
            work_out[place + 5] += right * s2
    if curved:
        for r in range(2):
            more = along * a[r] / e.L
            for k in range(3):
                for m in range(3):
                    place = FORCES + 6 * (2 * k + r) + 2 * m
                    work_out[place] += shape[k] * shape[3 + m] * more * g[2]
                    work_out[place + 1] += shape[k] * shape[3 + m] * more * g[3]


def _add_bending(e, shape, a, b, K, W, F, g, work_out):
    """Add W (K_z g^T + F K_zz); F -- M times c_q"""
    one = 1.0 / (a[0] * a[0] + a[1] * a[1])
    K_a = (b[1] - 2.0 * K * a[0]) * one, (-b[0] - 2.0 * K * a[1]) * one
    K_b = -a[1] * one, a[0] * one
    bent, per_length = W * F * one, 1.0 / e.L
    s0, s1, s2 = shape[0], shape[1], shape[2]
    b0, b1, b2 = per_length * shape[3], per_length * shape[4], per_length * shape[5]
    for r in range(2):
        A, B = W * K_a[r], W * K_b[r]
        twice, more = 2.0 * bent * a[r], 2.0 * bent * K_a[r]
        aax = A * g[0] - twice * K_a[0] - more * a[0]
        aay = A * g[1] - twice * K_a[1] - more * a[1]
        if r == 0:
            aax -= 2.0 * bent * K
        else:
            aay -= 2.0 * bent * K
        turn = bent if r == 0 else -bent
        abx = A * g[2] - twice * K_b[0] + (turn if r == 1 else 0.0)
        aby = A * g[3] - twice * K_b[1] + (turn if r == 0 else 0.0)
        less = 2.0 * bent * K_b[r]
        bax = B * g[0] - less * a[0] - (turn if r == 1 else 0.0)
        bay = B * g[1] - less * a[1] - (turn if r == 0 else 0.0)
        bbx, bby = B * g[2], B * g[3]
        for k in range(3):
            place = FORCES + 6 * (2 * k + r)
            f, h = shape[k], per_length * shape[3 + k]
            x, y = f * aax + h * bax, f * aay + h * bay
            u, w = f * abx + h * bbx, f * aby + h * bby
            work_out[place] += x * s0 + u * b0
            work_out[place + 1] += y * s0 + w * b0
            work_out[place + 2] += x * s1 + u * b1
            work_out[place + 3] += y * s1 + w * b1
            work_out[place + 4] += x * s2 + u * b2
            work_out[place + 5] += y * s2 + w * b2


def section_slope(e, t, part, s, measures, references, which):
    """Derivative of N or M of a user function by one of the measures: central difference."""
    x = measures[which]
    step = CENTRAL * max(abs(x), 1.0 if which < 2 else 1.0 / e.L)
    step = (x + step) - x
    plus = section_force(e, t, part, s, _with(measures, which, x + step), references)
    minus = section_force(e, t, part, s, _with(measures, which, x - step), references)
    return (plus - minus) / (2.0 * step)


def _with(measures, which, x):
    """The measures with another value of one of them."""
    return (
        x if which == 0 else measures[0],
        x if which == 1 else measures[1],
        x if which == 2 else measures[2],
        x if which == 3 else measures[3],
    )
