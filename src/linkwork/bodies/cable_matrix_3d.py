"""The matrix of cables in space; `ancf_cable.py` has the law, `cable_law_3d.py` the forces.

With z = (r', r''), a point of integration of bending adds W (psi_z g^T + c_q P psi_zz) with

    g = c_q (P_psi psi_z + D psi_zz z_t) + c_v D psi_z,  D = d_K/(4 psi)
    P_psi = EI kappa_ref/(4 kappa^3) - d_K psi_t/(4 psi^2)

`work` holds the forces, the matrix of z at one point, and the matrix of d, r'_0 and r'_1, which is
distributed to the twelve coordinates at the end.
"""

from __future__ import annotations

import math

from linkwork.bodies.cable_law_3d import (
    FORCES,
    STRAIGHT,
    _moving,
    bending_factor,
    normal_force,
    square_of,
    square_slopes,
    stretch,
    vectors_at,
    weighted,
)
from linkwork.math.cable_shape import AXIAL, BENDING, COUNTS, LEAST, MASS, SHAPES, WEIGHTS
from linkwork.math.vec3 import add, dot, scaled

POINT, WHOLE = FORCES, FORCES + 36
WORK = WHOLE + 81
"""Size of `work`."""


def jacobian(table, q, v, ca, cq, cv, strains, slots, work_out, values_out):
    for i in range(table.size):
        e = table[i]
        _put_mass(ca * e.rhoA * e.L / 420.0, e.L, slots[i], values_out)
        if cq == 0.0 and cv == 0.0:
            continue
        z, rate = stretch(e, q, True), _moving(e, v)
        for k in range(WHOLE, WORK):
            work_out[k] = 0.0
        for p in range(COUNTS[e.rule, AXIAL]):
            shape, W = SHAPES[e.rule, AXIAL, p], WEIGHTS[e.rule, AXIAL, p] * e.L
            _set_axial(e, shape, z, rate, W, cq, cv, strains[i, AXIAL, p], work_out)
            _add_slopes(shape, work_out)
        for p in range(COUNTS[e.rule, BENDING]):
            shape, W = SHAPES[e.rule, BENDING, p], WEIGHTS[e.rule, BENDING, p] * e.L
            _set_bending(e, shape, z, rate, W, cq, cv, strains[i, BENDING, p], work_out)
            _add_point(shape, 1.0 / e.L, work_out)
        _put_matrix(e.L, slots[i], work_out, values_out)


def _set_axial(e, shape, z, rate, W, cq, cv, home, work_out):
    """Write the matrix of r' of the normal force: W (t g^T + c_q N (I - t t^T)/rho), t = r'/rho."""
    a = weighted(shape[0], shape[1], shape[2], z)
    u = weighted(shape[0], shape[1], shape[2], rate)
    square = max(dot(a, a), LEAST)
    rho = math.sqrt(square)
    N = cq * normal_force(e, a, u, home) / rho
    own, turning = (cq * e.EA + cv * e.d_eps) / rho, cq * e.d_eps / rho
    g = add(scaled(own - turning * dot(a, u) / square, a), scaled(turning, u))
    for r in range(3):
        for c in range(3):
            bend = N * ((1.0 if r == c else 0.0) - a[r] * a[c] / square)
            work_out[POINT + 6 * r + c] = W * (a[r] / rho * g[c] + bend)


def _add_slopes(shape, work_out):
    """Add the matrix of r' at a point to that of d, r'_0 and r'_1."""
    for k in range(3):
        for m in range(3):
            factor = shape[k] * shape[m]
            for r in range(3):
                for c in range(3):
                    place = WHOLE + 9 * (3 * k + r) + 3 * m + c
                    work_out[place] += factor * work_out[POINT + 6 * r + c]


def _bend(a, b, x, y):
    """psi_zz (x, y)"""
    A, B, C = max(dot(a, a), LEAST), dot(b, b), dot(a, b)
    square = A * A
    psi_A, psi_C = (2.0 * C * C / A - B) / square, -2.0 * C / square
    psi_AA, psi_AB = (2.0 * B - 6.0 * C * C / A) / (square * A), -1.0 / square
    psi_AC, psi_CC = 4.0 * C / (square * A), -2.0 / square
    dA, dB, dC = 2.0 * dot(a, x), 2.0 * dot(b, y), dot(a, y) + dot(b, x)
    more_A, more_C = psi_AA * dA + psi_AB * dB + psi_AC * dC, psi_AC * dA + psi_CC * dC
    along = add(scaled(2.0 * more_A, a), scaled(2.0 * psi_A, x))
    along = add(along, add(scaled(more_C, b), scaled(psi_C, y)))
    across = add(scaled(2.0 * psi_AB * dA, b), scaled(2.0 / A, y))
    return along, add(across, add(scaled(more_C, a), scaled(psi_C, x)))


def _set_bending(e, shape, z, rate, W, cq, cv, home, work_out):
    """Write the matrix of z of the bending moment."""
    a, b = vectors_at(e, shape, z)
    u, w = vectors_at(e, shape, rate)
    psi_a, psi_b = square_slopes(a, b)
    psi, psi_t = square_of(a, b), dot(psi_a, u) + dot(psi_b, w)
    P, bent = bending_factor(e, psi, psi_t, home), psi + STRAIGHT / (e.L * e.L)
    D = 0.25 * e.d_K / bent
    P_psi = -D * psi_t / bent
    if e.f_ref != 0.0 and home != 0.0:
        P_psi += 0.25 * e.EI * e.f_ref * home / (bent * math.sqrt(bent))
    own, turning = cq * P_psi + cv * D, cq * D
    g_a, g_b = scaled(own, psi_a), scaled(own, psi_b)
    if turning != 0.0:
        more_a, more_b = _bend(a, b, u, w)
        g_a, g_b = add(g_a, scaled(turning, more_a)), add(g_b, scaled(turning, more_b))
    for c in range(6):
        x = 1.0 if c == 0 else 0.0, 1.0 if c == 1 else 0.0, 1.0 if c == 2 else 0.0
        y = 1.0 if c == 3 else 0.0, 1.0 if c == 4 else 0.0, 1.0 if c == 5 else 0.0
        along, across = _bend(a, b, x, y)
        g = dot(g_a, x) + dot(g_b, y)
        for r in range(3):
            work_out[POINT + 6 * r + c] = W * (psi_a[r] * g + cq * P * along[r])
            work_out[POINT + 6 * (3 + r) + c] = W * (psi_b[r] * g + cq * P * across[r])


def _add_point(shape, one, work_out):
    """Add the matrix of z at a point to that of d, r'_0 and r'_1."""
    for k in range(3):
        f, h = shape[k], one * shape[3 + k]
        for r in range(3):
            for m in range(3):
                s, t = shape[m], one * shape[3 + m]
                for c in range(3):
                    up, low = POINT + 6 * r + c, POINT + 6 * (3 + r) + c
                    x = f * (s * work_out[up] + t * work_out[up + 3])
                    x += h * (s * work_out[low] + t * work_out[low + 3])
                    work_out[WHOLE + 9 * (3 * k + r) + 3 * m + c] += x


def _put_mass(m, L, slots, values_out):
    """Add the mass matrix; m -- rhoA L/420 times c_a"""
    for r in range(4):
        left = m * L if r % 2 == 1 else m
        for k in range(4):
            mass = left * (L if k % 2 == 1 else 1.0) * MASS[r, k]
            for c in range(3):
                values_out[slots[3 * r + c, 3 * k + c]] += mass


def _put_matrix(L, slots, work, values_out):
    """Add the matrix of d, r'_0 and r'_1 to that of the coordinates."""
    one = 1.0 / L
    for r in range(4):
        row = 0 if r % 2 == 0 else (r + 1) // 2
        left = 1.0 if r % 2 == 1 else (-one if r == 0 else one)
        for k in range(4):
            column = 0 if k % 2 == 0 else (k + 1) // 2
            factor = left * (1.0 if k % 2 == 1 else (-one if k == 0 else one))
            for i in range(3):
                for c in range(3):
                    place = WHOLE + 9 * (3 * row + i) + 3 * column + c
                    values_out[slots[3 * r + i, 3 * k + c]] += factor * work[place]
