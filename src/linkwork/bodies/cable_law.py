"""Forces of cables in the plane, and their matrices; `ancf_cable_2d.py` has the law.

With z = (r', r'') at a point of integration, its strain e (eps or K) and section force F (N or M),

    force on z = W F e_z,       W = weight L
    matrix = W (e_z g^T + c_q F e_zz),   g = c_q (F_eps eps_z + F_K K_z + F_epst (eps_t)_z
                                                  + F_Kt (K_t)_z) + c_v (F_epst eps_z + F_Kt K_z)

r' and r'' depend on the three vectors d = (r_1 - r_0)/L, r'_0, r'_1 (`math/cable_shape.py`); forces
and matrices are summed for these, and then distributed to the eight coordinates.
"""

from __future__ import annotations

import math

from linkwork.core.kernels.pointer import Pointer
from linkwork.core.status import USER_FUNCTION, ZERO_SLOPE, fail
from linkwork.math.cable_shape import (
    AXIAL,
    BENDING,
    COUNTS,
    MASS,
    POINTS,
    SHAPES,
    WEIGHTS,
    bending,
    bending_rate,
    strain,
    strain_rate,
)
from linkwork.math.differences import CENTRAL

section_function = Pointer("d", "dqddddddddd")
"""N or M of a user function through its address; NaN when it failed."""

FORCES = 6
"""Places in `work` of the matrix, behind the forces on d, r'_0 and r'_1."""


LEAST_STRAIN = 1.0e-5
"""Strain, and curvature times L, whose forces are the least that count as load of a cable.

Near a state without stress only rounding is left of the forces, 1e-16 EA, and no tolerance relative
to them could be met.
"""


def stretch(e, values, with_home):
    """(d_x, d_y, r'_0x, r'_0y, r'_1x, r'_1y) of coordinates or velocities."""
    k = e.index
    dx, dy = values[k[4]] - values[k[0]], values[k[5]] - values[k[1]]
    gx, gy, hx, hy = values[k[2]], values[k[3]], values[k[6]], values[k[7]]
    if with_home:
        dx += e.home[4] - e.home[0]
        dy += e.home[5] - e.home[1]
        gx, gy, hx, hy = gx + e.home[2], gy + e.home[3], hx + e.home[6], hy + e.home[7]
    return dx / e.L, dy / e.L, gx, gy, hx, hy


def weighted(f0, f1, f2, z):
    """f_0 d + f_1 r'_0 + f_2 r'_1"""
    return f0 * z[0] + f1 * z[2] + f2 * z[4], f0 * z[1] + f1 * z[3] + f2 * z[5]


def section_force(e, t, part, s, measures, references):
    """N or M; measures -- eps, eps_t, K, K_t; references -- eps_ref, K_ref"""
    eps, eps_t, K, K_t = measures
    eps_ref, K_ref = references
    if part == AXIAL:
        if e.UF_N != 0:
            return section_function(
                e.UF_N, t, e.number, s, eps, eps_t, eps_ref, e.EA, e.d_eps, K, K_t, K_ref
            )
        return e.EA * (eps - eps_ref) + e.d_eps * eps_t
    if e.UF_M != 0:
        return section_function(
            e.UF_M, t, e.number, s, K, K_t, K_ref, e.EI, e.d_K, eps, eps_t, eps_ref
        )
    return e.EI * (K - K_ref) + e.d_K * K_t


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


def _vectors(e, shape, z, rate):
    """(r', r'', r'_t, r''_t) at a point of integration."""
    b0, b1, b2 = shape[3] / e.L, shape[4] / e.L, shape[5] / e.L
    return (
        weighted(shape[0], shape[1], shape[2], z),
        weighted(b0, b1, b2, z),
        weighted(shape[0], shape[1], shape[2], rate),
        weighted(b0, b1, b2, rate),
    )


def _measures(e, part, vectors):
    """eps, eps_t, K, K_t; those that a linear law does not use are 0."""
    a, b, u, w = vectors
    both = e.UF_N != 0 if part == AXIAL else e.UF_M != 0
    eps = eps_t = K = K_t = 0.0
    if part == AXIAL or both:
        eps, eps_t = strain(a), strain_rate(a, u)
    if part == BENDING or both:
        K, K_t = bending(a, b), bending_rate(a, b, u, w)
    return eps, eps_t, K, K_t


def _curve_slopes(a, b, K):
    """(K_r', K_r'')"""
    square = a[0] * a[0] + a[1] * a[1]
    return (
        ((b[1] - 2.0 * K * a[0]) / square, (-b[0] - 2.0 * K * a[1]) / square),
        (-a[1] / square, a[0] / square),
    )


def residual(table, t, q, v, strains, loads_out, load_out, work_out, residual_out):
    for i in range(table.size):
        e = table[i]
        z, rate = stretch(e, q, True), stretch(e, v, False)
        for k in range(FORCES):
            work_out[k] = 0.0
        for part in range(2):
            for p in range(COUNTS[e.rule, part]):
                shape, s = SHAPES[e.rule, part, p], POINTS[e.rule, part, p]
                vectors = _vectors(e, shape, z, rate)
                a, b = vectors[0], vectors[1]
                square = a[0] * a[0] + a[1] * a[1]
                if square == 0.0:
                    return fail(ZERO_SLOPE, e.number)
                measures = _measures(e, part, vectors)
                home = strains[i, part, p]
                references = e.eps_0 + e.f_ref * home[0], e.K_0 + e.f_ref * home[1]
                F = section_force(e, t, part, s, measures, references)
                if F != F and (e.UF_N != 0 or e.UF_M != 0):
                    return fail(USER_FUNCTION, e.number)
                F *= WEIGHTS[e.rule, part, p] * e.L
                if part == AXIAL:
                    F /= math.sqrt(square)
                    for k in range(3):
                        work_out[2 * k] += shape[k] * F * a[0]
                        work_out[2 * k + 1] += shape[k] * F * a[1]
                else:
                    K_a, K_b = _curve_slopes(a, b, measures[2])
                    for k in range(3):
                        for c in range(2):
                            slope = shape[k] * K_a[c] + shape[3 + k] / e.L * K_b[c]
                            work_out[2 * k + c] += F * slope
        loads_out[i] = _distribute(e, work_out, residual_out)
        load_out[0] += loads_out[i]
    return 0


def _distribute(e, work, residual_out):
    """Add the forces on d, r'_0 and r'_1 to the coordinates; returns the square of the load."""
    size = LEAST_STRAIN**2 * (e.EA * e.EA + (e.EI / (e.L * e.L)) ** 2)
    for c in range(2):
        f = work[c] / e.L
        residual_out[e.index[c]] -= f
        residual_out[e.index[4 + c]] += f
        residual_out[e.index[2 + c]] += work[2 + c]
        residual_out[e.index[6 + c]] += work[4 + c]
        size += 2.0 * f * f + work[2 + c] ** 2 + work[4 + c] ** 2
    return size


def jacobian(table, t, q, v, ca, cq, cv, strains, slots, work_out, values_out):
    for i in range(table.size):
        e = table[i]
        if cq != 0.0 or cv != 0.0:
            status = _add_stiffness(e, i, t, q, v, cq, cv, strains, work_out)
            if status != 0:
                return status
            _put_stiffness(e, slots[i], work_out, values_out)
        m = ca * e.rhoA * e.L / 420.0
        for r in range(4):
            for k in range(4):
                mass = m * MASS[r, k]
                mass *= (e.L if r % 2 == 1 else 1.0) * (e.L if k % 2 == 1 else 1.0)
                for c in range(2):
                    values_out[slots[i, 2 * r + c, 2 * k + c]] += mass
    return 0


def _put_stiffness(e, slots, work, values_out):
    """Add the matrix of d, r'_0 and r'_1 to that of the coordinates."""
    for r in range(4):
        row = 0 if r % 2 == 0 else (r + 1) // 2
        left = 1.0 if r % 2 == 1 else (-1.0 / e.L if r == 0 else 1.0 / e.L)
        for k in range(4):
            column = 0 if k % 2 == 0 else (k + 1) // 2
            factor = left * (1.0 if k % 2 == 1 else (-1.0 / e.L if k == 0 else 1.0 / e.L))
            for c in range(2):
                for d in range(2):
                    entry = work[FORCES + 6 * (2 * row + c) + 2 * column + d]
                    values_out[slots[2 * r + c, 2 * k + d]] += factor * entry


def _add_stiffness(e, i, t, q, v, cq, cv, strains, work_out):
    """Write the matrix of d, r'_0 and r'_1."""
    z, rate = stretch(e, q, True), stretch(e, v, False)
    for k in range(FORCES, FORCES + 36):
        work_out[k] = 0.0
    for part in range(2):
        has_function = e.UF_N != 0 if part == AXIAL else e.UF_M != 0
        for p in range(COUNTS[e.rule, part]):
            shape, s = SHAPES[e.rule, part, p], POINTS[e.rule, part, p]
            vectors = _vectors(e, shape, z, rate)
            a = vectors[0]
            if a[0] * a[0] + a[1] * a[1] == 0.0:
                return fail(ZERO_SLOPE, e.number)
            measures = _measures(e, part, vectors)
            home = strains[i, part, p]
            references = e.eps_0 + e.f_ref * home[0], e.K_0 + e.f_ref * home[1]
            F = section_force(e, t, part, s, measures, references)
            F_e, F_et = (e.EA, e.d_eps) if part == AXIAL else (0.0, 0.0)
            F_K, F_Kt = (e.EI, e.d_K) if part == BENDING else (0.0, 0.0)
            if has_function:
                F_e = section_slope(e, t, part, s, measures, references, 0)
                F_et = section_slope(e, t, part, s, measures, references, 1)
                F_K = section_slope(e, t, part, s, measures, references, 2)
                F_Kt = section_slope(e, t, part, s, measures, references, 3)
                total = F + F_e + F_et + F_K + F_Kt
                if total != total:
                    return fail(USER_FUNCTION, e.number)
            slopes = F_e, F_et, F_K, F_Kt
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
        K_a, K_b = _curve_slopes(a, b, K)
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
    rho = math.sqrt(square)
    along = W / rho
    N = F * along
    for r in range(2):
        for c in range(2):
            bend = N * ((1.0 if r == c else 0.0) - a[r] * a[c] / square)
            entry, more = along * a[r] * g[c] + bend, along * a[r] * g[2 + c] / e.L
            for k in range(3):
                for m in range(3):
                    place = FORCES + 6 * (2 * k + r) + 2 * m + c
                    work_out[place] += shape[k] * shape[m] * entry
                    if curved:
                        work_out[place] += shape[k] * shape[3 + m] * more


def _add_bending(e, shape, a, b, K, W, F, g, work_out):
    """Add W (K_z g^T + F K_zz); F -- M times c_q"""
    square = a[0] * a[0] + a[1] * a[1]
    K_a, K_b = _curve_slopes(a, b, K)
    bent = F / square
    for r in range(2):
        for c in range(2):
            turn = 0.0 if r == c else (1.0 if r == 0 else -1.0)
            aa = K_a[r] * g[c] - 2.0 * bent * (a[r] * K_a[c] + K_a[r] * a[c])
            aa -= 2.0 * bent * K if r == c else 0.0
            ab = (K_a[r] * g[2 + c] + bent * (turn - 2.0 * a[r] * K_b[c])) / e.L
            ba = (K_b[r] * g[c] + bent * (-turn - 2.0 * K_b[r] * a[c])) / e.L
            bb = K_b[r] * g[2 + c] / (e.L * e.L)
            for k in range(3):
                left = W * (shape[k] * aa + shape[3 + k] * ba)
                right = W * (shape[k] * ab + shape[3 + k] * bb)
                for m in range(3):
                    place = FORCES + 6 * (2 * k + r) + 2 * m + c
                    work_out[place] += left * shape[m] + right * shape[3 + m]


def inertia(table, a, residual_out):
    for i in range(table.size):
        e = table[i]
        m = e.rhoA * e.L / 420.0
        for c in range(2):
            p, g = a[e.index[c]], e.L * a[e.index[2 + c]]
            q, h = a[e.index[4 + c]], e.L * a[e.index[6 + c]]
            residual_out[e.index[c]] += m * (156.0 * p + 22.0 * g + 54.0 * q - 13.0 * h)
            residual_out[e.index[2 + c]] += m * e.L * (22.0 * p + 4.0 * g + 13.0 * q - 3.0 * h)
            residual_out[e.index[4 + c]] += m * (54.0 * p + 13.0 * g + 156.0 * q - 22.0 * h)
            residual_out[e.index[6 + c]] += m * e.L * (-13.0 * p - 3.0 * g - 22.0 * q + 4.0 * h)


def kinetic(table, v, energy_out):
    """Kinetic energy of each row [J]."""
    for i in range(table.size):
        e = table[i]
        total = 0.0
        for c in range(2):
            p, g = v[e.index[c]], e.L * v[e.index[2 + c]]
            q, h = v[e.index[4 + c]], e.L * v[e.index[6 + c]]
            total += 156.0 * (p * p + q * q) + 4.0 * (g * g + h * h) + 44.0 * (p * g - q * h)
            total += 108.0 * p * q - 26.0 * (p * h - g * q) - 6.0 * g * h
        energy_out[i] = e.rhoA * e.L / 840.0 * total


def potential(table, q, strains, energy_out):
    """Elastic energy of each row [J], at the points of integration."""
    for i in range(table.size):
        e = table[i]
        z = stretch(e, q, True)
        energy_out[i] = 0.0
        for part in range(2):
            for p in range(COUNTS[e.rule, part]):
                shape, home = SHAPES[e.rule, part, p], strains[i, part, p]
                a = weighted(shape[0], shape[1], shape[2], z)
                if part == AXIAL:
                    gap = strain(a) - e.eps_0 - e.f_ref * home[0]
                    stiffness = e.EA
                else:
                    b = weighted(shape[3] / e.L, shape[4] / e.L, shape[5] / e.L, z)
                    gap = bending(a, b) - e.K_0 - e.f_ref * home[1]
                    stiffness = e.EI
                energy_out[i] += 0.5 * WEIGHTS[e.rule, part, p] * e.L * stiffness * gap * gap
