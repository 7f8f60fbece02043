"""Forces of cables in space; `ancf_cable.py` has the law, `cable_matrix_3d.py` the matrix.

The square of the curvature psi = kappa^2 depends on a = r' and b = r'' through A = a . a, B = b . b
and C = a . b alone:

    psi = |a x b|^2/A^2 = B/A - C^2/A^2,  psi_a = 2 psi_A a + psi_C b,  psi_b = 2 psi_B b + psi_C a
    P = EI/2 (1 - kappa_ref/kappa) + d_K psi_t/(4 psi)        so that |M| dkappa = P dpsi

r' and r'' depend on the three vectors d = (r_1 - r_0)/L, r'_0, r'_1 (`math/cable_shape.py`); forces
are summed for these, and then distributed to the twelve coordinates. In the denominators of P,
STRAIGHT/L^2 is added to psi: a straight cable has no direction of bending.
"""

from __future__ import annotations

import math

from linkwork.bodies.point_mass import KINETIC_ENERGY
from linkwork.core.enums import OutputVariableType as Variable
from linkwork.core.status import ZERO_SLOPE, fail
from linkwork.math.cable_shape import (
    AXIAL,
    BENDING,
    COUNTS,
    LEAST,
    MASS,
    SHAPES,
    WEIGHTS,
    bends,
    positions,
    slopes,
)
from linkwork.math.vec3 import add, cross, dot, scaled, sub, three
from linkwork.nodes.point_node import ACCELERATION, DISPLACEMENT, POSITION, VELOCITY

DIRECTOR = int(Variable.Director1)
STRAIN, CURVATURE = int(Variable.StrainLocal), int(Variable.CurvatureLocal)
FORCE, TORQUE = int(Variable.ForceLocal), int(Variable.TorqueLocal)
POTENTIAL_ENERGY = int(Variable.PotentialEnergy)

FORCES = 9
"""Components of the forces on d, r'_0 and r'_1, which are first in `work`."""

STRAIGHT = 1.0e-20
"""Square of kappa L below which a cable counts as straight."""

LEAST_STRAIN = 1.0e-5
"""Strain, and curvature times L, whose forces are the least that count as load of a cable."""


def stretch(e, values, with_home):
    """(d, r'_0, r'_1) of coordinates or velocities."""
    k = e.index
    d, g, h = (
        sub(three(values, k[6]), three(values, k[0])),
        three(values, k[3]),
        three(values, k[9]),
    )
    if with_home:
        d = add(d, sub(three(e.home, 6), three(e.home, 0)))
        g, h = add(g, three(e.home, 3)), add(h, three(e.home, 9))
    return scaled(1.0 / e.L, d), g, h


def weighted(f0, f1, f2, z):
    """f_0 d + f_1 r'_0 + f_2 r'_1"""
    return add(scaled(f0, z[0]), add(scaled(f1, z[1]), scaled(f2, z[2])))


def vectors_at(e, shape, z):
    """(r', r'') at a point of integration."""
    one = 1.0 / e.L
    return (
        weighted(shape[0], shape[1], shape[2], z),
        weighted(one * shape[3], one * shape[4], one * shape[5], z),
    )


def square_of(a, b):
    """psi"""
    c, A = cross(a, b), max(dot(a, a), LEAST)
    return dot(c, c) / (A * A)


def square_slopes(a, b):
    """(psi_a, psi_b)"""
    A, B, C = max(dot(a, a), LEAST), dot(b, b), dot(a, b)
    psi_A, psi_C = (2.0 * C * C / A - B) / (A * A), -2.0 * C / (A * A)
    return add(scaled(2.0 * psi_A, a), scaled(psi_C, b)), add(scaled(2.0 / A, b), scaled(psi_C, a))


def normal_force(e, a, u, home):
    """N; u -- rate of r'; home -- strain of the reference coordinates"""
    rho = math.sqrt(max(dot(a, a), LEAST))
    return e.EA * (rho - 1.0 - e.eps_0 - e.f_ref * home) + e.d_eps * dot(a, u) / rho


def bending_factor(e, psi, psi_t, home):
    """P; home -- length of the curvature of the reference coordinates"""
    P, bent = 0.5 * e.EI, psi + STRAIGHT / (e.L * e.L)
    if e.f_ref != 0.0 and home != 0.0:
        P *= 1.0 - e.f_ref * home / math.sqrt(bent)
    if e.d_K != 0.0:
        P += 0.25 * e.d_K * psi_t / bent
    return P


def _moving(e, v):
    """Rates of d, r'_0 and r'_1; zero where nothing is damped."""
    still = 0.0, 0.0, 0.0
    if e.d_eps == 0.0 and e.d_K == 0.0:
        return still, still, still
    return stretch(e, v, False)


def residual(table, q, v, strains, loads_out, load_out, work_out, residual_out):
    for i in range(table.size):
        e = table[i]
        z, rate = stretch(e, q, True), _moving(e, v)
        for k in range(FORCES):
            work_out[k] = 0.0
        for p in range(COUNTS[e.rule, AXIAL]):
            shape = SHAPES[e.rule, AXIAL, p]
            a = weighted(shape[0], shape[1], shape[2], z)
            u = weighted(shape[0], shape[1], shape[2], rate)
            rho = math.sqrt(dot(a, a))
            if rho == 0.0:
                return fail(ZERO_SLOPE, e.number)
            N = WEIGHTS[e.rule, AXIAL, p] * e.L * normal_force(e, a, u, strains[i, AXIAL, p])
            _add(shape, 1.0, scaled(N / rho, a), (0.0, 0.0, 0.0), work_out)
        for p in range(COUNTS[e.rule, BENDING]):
            shape = SHAPES[e.rule, BENDING, p]
            a, b = vectors_at(e, shape, z)
            if dot(a, a) == 0.0:
                return fail(ZERO_SLOPE, e.number)
            u, w = vectors_at(e, shape, rate)
            psi_a, psi_b = square_slopes(a, b)
            psi_t = dot(psi_a, u) + dot(psi_b, w)
            P = bending_factor(e, square_of(a, b), psi_t, strains[i, BENDING, p])
            P *= WEIGHTS[e.rule, BENDING, p] * e.L
            _add(shape, 1.0 / e.L, scaled(P, psi_a), scaled(P, psi_b), work_out)
        loads_out[i] = _distribute(e, work_out, residual_out)
        load_out[0] += loads_out[i]
    return 0


def _add(shape, one, f, g, work_out):
    """Add forces on r' and r'' to those on d, r'_0 and r'_1."""
    for k in range(3):
        for c in range(3):
            work_out[3 * k + c] += shape[k] * f[c] + one * shape[3 + k] * g[c]


def _distribute(e, work, residual_out):
    """Add the forces on d, r'_0 and r'_1 to the coordinates; returns the square of the load."""
    size = LEAST_STRAIN**2 * (e.EA * e.EA + (e.EI / (e.L * e.L)) ** 2)
    for c in range(3):
        f = work[c] / e.L
        residual_out[e.index[c]] -= f
        residual_out[e.index[6 + c]] += f
        residual_out[e.index[3 + c]] += work[3 + c]
        residual_out[e.index[9 + c]] += work[6 + c]
        size += 2.0 * f * f + work[3 + c] ** 2 + work[6 + c] ** 2
    return size


def inertia(table, a, residual_out):
    for i in range(table.size):
        e = table[i]
        for r in range(4):
            for k in range(4):
                m = e.rhoA * e.L / 420.0 * MASS[r, k]
                m *= (e.L if r % 2 == 1 else 1.0) * (e.L if k % 2 == 1 else 1.0)
                for c in range(3):
                    residual_out[e.index[3 * r + c]] += m * a[e.index[3 * k + c]]


def kinetic(table, v, energy_out):
    """Kinetic energy of each row [J]."""
    for i in range(table.size):
        e = table[i]
        total = 0.0
        for r in range(4):
            for k in range(4):
                m = MASS[r, k] * (e.L if r % 2 == 1 else 1.0) * (e.L if k % 2 == 1 else 1.0)
                total += m * dot(three(v, e.index[3 * r]), three(v, e.index[3 * k]))
        energy_out[i] = e.rhoA * e.L / 840.0 * total


def potential(table, q, strains, energy_out):
    """Elastic energy of each row [J], at the points of integration."""
    for i in range(table.size):
        e = table[i]
        z = stretch(e, q, True)
        energy_out[i] = 0.0
        for p in range(COUNTS[e.rule, AXIAL]):
            a, _ = vectors_at(e, SHAPES[e.rule, AXIAL, p], z)
            gap = math.sqrt(dot(a, a)) - 1.0 - e.eps_0 - e.f_ref * strains[i, AXIAL, p]
            energy_out[i] += 0.5 * WEIGHTS[e.rule, AXIAL, p] * e.L * e.EA * gap * gap
        for p in range(COUNTS[e.rule, BENDING]):
            a, b = vectors_at(e, SHAPES[e.rule, BENDING, p], z)
            psi, home = square_of(a, b), e.f_ref * strains[i, BENDING, p]
            if home != 0.0:
                psi = (math.sqrt(psi + STRAIGHT / (e.L * e.L)) - home) ** 2
            energy_out[i] += 0.5 * WEIGHTS[e.rule, BENDING, p] * e.L * e.EI * psi


# ------------------------------------------------------------------------------- outputs


def output(table, row, variable, local, q, v, a, strains, value_out):
    if variable == KINETIC_ENERGY:
        kinetic(table[row : row + 1], v, value_out)
        return 0
    if variable == POTENTIAL_ENERGY:
        potential(table[row : row + 1], q, strains[row : row + 1], value_out)
        return 0
    e = table[row]
    s = local[0] / e.L
    found = 0.0, 0.0, 0.0
    if variable == POSITION:
        found = add(_along(e, s, q), _reference(e, s))
    elif variable == DISPLACEMENT:
        found = _along(e, s, q)
    elif variable == VELOCITY:
        found = _along(e, s, v)
    elif variable == ACCELERATION:
        found = _along(e, s, a)
    else:
        return _section(e, variable, s, q, v, value_out)
    value_out[0], value_out[1], value_out[2] = found
    return 0


def _along(e, s, values):
    """Sum of the shape functions times coordinates or their rates."""
    S, found = positions(s, e.L), (0.0, 0.0, 0.0)
    for k in range(4):
        found = add(found, scaled(S[k], three(values, e.index[3 * k])))
    return found


def _reference(e, s):
    """Position at s in the reference coordinates."""
    S, found = positions(s, e.L), (0.0, 0.0, 0.0)
    for k in range(4):
        found = add(found, scaled(S[k], three(e.home, 3 * k)))
    return found


def _bent(f, g, z):
    """r' and r'' at a place"""
    return weighted(f[0], f[1], f[2], z), weighted(g[0], g[1], g[2], z)


def _section(e, variable, s, q, v, value_out):
    """Slope, strains and section forces at s."""
    f, g = slopes(s), bends(s, e.L)
    a, b = _bent(f, g, stretch(e, q, True))
    if dot(a, a) == 0.0:
        return fail(ZERO_SLOPE, e.number)
    u, w = _bent(f, g, stretch(e, v, False))
    h = e.home
    d = scaled(1.0 / e.L, sub(three(h, 6), three(h, 0)))
    a0, b0 = _bent(f, g, (d, three(h, 3), three(h, 9)))
    if variable == STRAIN:
        value_out[0] = math.sqrt(dot(a, a)) - 1.0
    elif variable == FORCE:
        value_out[0] = normal_force(e, a, u, math.sqrt(dot(a0, a0)) - 1.0)
    else:
        factor = 1.0 / dot(a, a)
        if variable == TORQUE:
            psi_a, psi_b = square_slopes(a, b)
            psi_t, home = dot(psi_a, u) + dot(psi_b, w), math.sqrt(square_of(a0, b0))
            factor *= 2.0 * bending_factor(e, square_of(a, b), psi_t, home)
        found = scaled(factor, cross(a, b))
        if variable == DIRECTOR:
            found = a
        value_out[0], value_out[1], value_out[2] = found
    return 0
