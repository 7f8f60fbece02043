"""Forces of cables in the plane; `ancf_cable_2d.py` has the law, `cable_matrix.py` the matrix.

With z = (r', r'') at a point of integration, its strain e (eps or K) and section force F (N or M),

    force on z = W F e_z,  W = weight L

r' and r'' depend on the three vectors d = (r_1 - r_0)/L, r'_0, r'_1 (`math/cable_shape.py`); forces
are summed for these, and then distributed to the eight coordinates.
"""

from __future__ import annotations

import math

from linkwork.bodies.cable_lanes import (
    LANES,
    LEAST_STRAIN,
    add_forces_of_many,
    plain_from,
    set_forces_of_many,
)
from linkwork.bodies.cable_matrix_lanes import MATRIX_ROWS
from linkwork.core.kernels.pointer import Pointer
from linkwork.core.status import USER_FUNCTION, ZERO_SLOPE, fail
from linkwork.math.cable_shape import (
    AXIAL,
    BENDING,
    COUNTS,
    POINTS,
    SHAPES,
    WEIGHTS,
    bending,
    bending_rate,
    strain,
    strain_rate,
)

section_function = Pointer("d", "dqddddddddd")
"""N or M of a user function through its address; NaN when it failed."""

FORCES = 6
"""Components of the forces on d, r'_0 and r'_1, which are first in `work`."""

SINGLE = FORCES + FORCES * FORCES
"""Numbers of `work` for one cable: forces and matrix."""

WORK = SINGLE + LANES * MATRIX_ROWS
"""Numbers of `work`, which ends with rows of many cables."""


def stretch(e, values, with_home):
    """(d_x, d_y, r'_0x, r'_0y, r'_1x, r'_1y) of coordinates or velocities."""
    k = e.index
    dx, dy = values[k[4]] - values[k[0]], values[k[5]] - values[k[1]]
    gx, gy, hx, hy = values[k[2]], values[k[3]], values[k[6]], values[k[7]]
    if with_home:
        dx += e.home[4] - e.home[0]
        dy += e.home[5] - e.home[1]
        gx, gy, hx, hy = gx + e.home[2], gy + e.home[3], hx + e.home[6], hy + e.home[7]
    per_length = 1.0 / e.L
    return dx * per_length, dy * per_length, gx, gy, hx, hy


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


def vectors_at(e, shape, z, rate):
    """(r', r'', r'_t, r''_t) at a point of integration."""
    b0, b1, b2 = shape[3] / e.L, shape[4] / e.L, shape[5] / e.L
    return (
        weighted(shape[0], shape[1], shape[2], z),
        weighted(b0, b1, b2, z),
        weighted(shape[0], shape[1], shape[2], rate),
        weighted(b0, b1, b2, rate),
    )


def measures_at(e, part, vectors):
    """eps, eps_t, K, K_t; those that a linear law does not use are 0."""
    a, b, u, w = vectors
    both = e.UF_N != 0 if part == AXIAL else e.UF_M != 0
    eps = eps_t = K = K_t = 0.0
    if part == AXIAL or both:
        eps, eps_t = strain(a), strain_rate(a, u)
    if part == BENDING or both:
        K, K_t = bending(a, b), bending_rate(a, b, u, w)
    return eps, eps_t, K, K_t


def curve_slopes(a, b, K):
    """(K_r', K_r'')"""
    square = a[0] * a[0] + a[1] * a[1]
    return (
        ((b[1] - 2.0 * K * a[0]) / square, (-b[0] - 2.0 * K * a[1]) / square),
        (-a[1] / square, a[0] / square),
    )


def residual(table, t, q, v, strains, loads_out, load_out, work_out, residual_out):
    i, total = 0, 0.0
    while i < table.size:
        many = plain_from(table, i, True)
        if many > 0:
            lanes = work_out[SINGLE:]
            fine = set_forces_of_many(table, i, many, q, v, strains, lanes)
            if fine < many:
                return fail(ZERO_SLOPE, table[i + fine].number)
            total += add_forces_of_many(table, i, many, lanes, loads_out, residual_out)
            i += many
            continue
        e = table[i]
        z, rate = stretch(e, q, True), stretch(e, v, False)
        status = _set_forces(e, t, z, rate, strains[i], work_out)
        if status != 0:
            return status
        loads_out[i] = distribute(e, work_out, residual_out)
        total += loads_out[i]
        i += 1
    load_out[0] += total
    return 0


def _set_forces(e, t, z, rate, homes, work_out):
    """Write the forces on d, r'_0 and r'_1 of a cable with user functions; returns a status."""
    for k in range(FORCES):
        work_out[k] = 0.0
    for part in range(2):
        for p in range(COUNTS[e.rule, part]):
            shape, s = SHAPES[e.rule, part, p], POINTS[e.rule, part, p]
            vectors = vectors_at(e, shape, z, rate)
            a, b = vectors[0], vectors[1]
            square = a[0] * a[0] + a[1] * a[1]
            if square == 0.0:
                return fail(ZERO_SLOPE, e.number)
            measures = measures_at(e, part, vectors)
            references = e.eps_0 + e.f_ref * homes[part, p, 0], e.K_0 + e.f_ref * homes[part, p, 1]
            F = section_force(e, t, part, s, measures, references)
            if F != F:
                return fail(USER_FUNCTION, e.number)
            F *= WEIGHTS[e.rule, part, p] * e.L
            K_a, K_b = (a[0], a[1]), (0.0, 0.0)
            if part == AXIAL:
                F /= math.sqrt(square)
            else:
                K_a, K_b = curve_slopes(a, b, measures[2])
            for k in range(3):
                for c in range(2):
                    slope = shape[k] * K_a[c] + shape[3 + k] / e.L * K_b[c]
                    work_out[2 * k + c] += F * slope
    return 0


def distribute(e, work, residual_out):
    """Add the forces on d, r'_0 and r'_1 to the coordinates; returns the square of the load."""
    per_length = 1.0 / e.L
    stiffness = e.EI * per_length * per_length
    size = LEAST_STRAIN**2 * (e.EA * e.EA + stiffness * stiffness)
    for c in range(2):
        f = work[c] * per_length
        residual_out[e.index[c]] -= f
        residual_out[e.index[4 + c]] += f
        residual_out[e.index[2 + c]] += work[2 + c]
        residual_out[e.index[6 + c]] += work[4 + c]
        size += 2.0 * f * f + work[2 + c] ** 2 + work[4 + c] ** 2
    return size


def inertia(table, a, residual_out):
    """By sums and differences of both ends: they need half of the products."""
    for i in range(table.size):
        e = table[i]
        m = e.rhoA * e.L * (1.0 / 420.0)
        turned = m * e.L
        for c in range(2):
            p, g = a[e.index[c]], e.L * a[e.index[2 + c]]
            q, h = a[e.index[4 + c]], e.L * a[e.index[6 + c]]
            s, d, f, b = p + q, p - q, g - h, g + h
            even, odd = m * (105.0 * s + 17.5 * f), m * (51.0 * d + 4.5 * b)
            residual_out[e.index[c]] += even + odd
            residual_out[e.index[4 + c]] += even - odd
            even, odd = turned * (4.5 * d + 0.5 * b), turned * (17.5 * s + 3.5 * f)
            residual_out[e.index[2 + c]] += even + odd
            residual_out[e.index[6 + c]] += even - odd


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
