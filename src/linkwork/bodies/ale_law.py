"""Forces and inertia of cables whose material moves along them; `ale_cable_2d.py` has the law.

At a point of integration z = (r', r'') has the derivative z' = (r'', r''') along the cable. A
strain e(z), eps or K, with its section force F (N or M) and W = weight L gives

    force on z = W F e_z,  force on s = W F e_z . z'
    F = k (e - e_ref) + d e_z . (z_t + s_t z')

As in `cable_law.py` all vectors are sums of d = (r_1 - r_0)/L, r'_0 and r'_1, and forces on these
are summed before they are distributed to the coordinates.
"""

from __future__ import annotations

import math

import numpy as np

from linkwork.bodies.cable_law import FORCES, curve_slopes, distribute, stretch, weighted
from linkwork.bodies.cable_law import inertia as mass_forces
from linkwork.bodies.cable_law import kinetic as own_energy
from linkwork.core.status import ZERO_SLOPE, fail
from linkwork.math.cable_shape import AXIAL, COUNTS, SHAPES, WEIGHTS, bending

S = 8
"""Place of the coordinate s in the list of coordinates of a cable."""

THIRDS = (-12.0, 6.0, 6.0)
"""L^2 times the weights of d, r'_0 and r'_1 in r'''."""

DRIFT = np.array([
    [-30.0, 6.0, 30.0, -6.0],
    [-6.0, 0.0, 6.0, -1.0],
    [-30.0, -6.0, 30.0, 6.0],
    [6.0, 1.0, -6.0, 0.0],
]) / 60.0  # fmt: skip
"""int S_i S_j' dx of r_0, L r'_0, r_1, L r'_1 in one direction."""

STRETCH = np.array([
    [36.0, 3.0, -36.0, 3.0],
    [3.0, 4.0, -3.0, -1.0],
    [-36.0, -3.0, 36.0, -3.0],
    [3.0, -1.0, -3.0, 4.0],
]) / 30.0  # fmt: skip
"""L int S_i' S_j' dx of the same."""


def size_of(k, L):
    """Length that coordinate pair k is multiplied by: 1 for positions, L for slopes."""
    return L if k % 2 == 1 else 1.0


def value(e, k, c, x, with_home):
    """Component c of coordinate pair k, in lengths."""
    found = x[e.index[2 * k + c]]
    if with_home:
        found += e.home[2 * k + c]
    return found * size_of(k, e.L)


def drift_row(e, k, c, x, with_home):
    """Entry of int S^T S' x dx for component c of pair k."""
    total = 0.0
    for m in range(4):
        total += DRIFT[k, m] * value(e, m, c, x, with_home)
    return size_of(k, e.L) * total


def stretch_row(e, k, c, x, with_home):
    """Entry of int S'^T S' x dx for component c of pair k."""
    total = 0.0
    for m in range(4):
        total += STRETCH[k, m] * value(e, m, c, x, with_home)
    return size_of(k, e.L) / e.L * total


def end_row(e, k, c, q):
    """Entry of (S^T r')(L) - (S^T r')(0) for component c of pair k."""
    if k == 0:
        return -(q[e.index[2 + c]] + e.home[2 + c])
    if k == 2:
        return q[e.index[6 + c]] + e.home[6 + c]
    return 0.0


def ends_stretch(e, q):
    """|r'(L)|^2 - |r'(0)|^2"""
    total = 0.0
    for c in range(2):
        total += (q[e.index[6 + c]] + e.home[6 + c]) ** 2 - (q[e.index[2 + c]] + e.home[2 + c]) ** 2
    return total


def moving_length(e, q):
    """int |r'|^2 dx"""
    total = 0.0
    for k in range(4):
        for c in range(2):
            total += (q[e.index[2 * k + c]] + e.home[2 * k + c]) * stretch_row(e, k, c, q, True)
    return total


def vectors_at(e, shape, z):
    """(r', r'', r''')"""
    one = 1.0 / e.L
    two = one * one
    return (
        weighted(shape[0], shape[1], shape[2], z),
        weighted(one * shape[3], one * shape[4], one * shape[5], z),
        weighted(two * THIRDS[0], two * THIRDS[1], two * THIRDS[2], z),
    )


def rates_at(e, shape, rate, speed, b, c):
    """Rates of r' and r'' in the moving material; without its motion where a part of it moves."""
    one = 1.0 / e.L
    u = weighted(shape[0], shape[1], shape[2], rate)
    w = weighted(one * shape[3], one * shape[4], one * shape[5], rate)
    if e.f_M != 1.0:
        return u, w
    return (u[0] + speed * b[0], u[1] + speed * b[1]), (w[0] + speed * c[0], w[1] + speed * c[1])


def gradient_at(part, a, b):
    """(strain, strain by r', strain by r'')"""
    square = a[0] * a[0] + a[1] * a[1]
    if part == AXIAL:
        rho = math.sqrt(square)
        return rho - 1.0, (a[0] / rho, a[1] / rho), (0.0, 0.0)
    K = bending(a, b)
    K_a, K_b = curve_slopes(a, b, K)
    return K, K_a, K_b


def products(e_a, e_b, x, y):
    """e_z . (x, y)"""
    return e_a[0] * x[0] + e_a[1] * x[1] + e_b[0] * y[0] + e_b[1] * y[1]


def force_at(e, part, strain, rate, home):
    """Section force N or M."""
    if part == AXIAL:
        return e.EA * (strain - e.eps_0 - e.f_ref * home[0]) + e.d_eps * rate
    return e.EI * (strain - e.K_0 - e.f_ref * home[1]) + e.d_K * rate


def residual(table, q, v, strains, loads_out, load_out, work_out, residual_out):
    for i in range(table.size):
        e = table[i]
        speed = v[e.index[S]]
        z, rate = stretch(e, q, True), stretch(e, v, False)
        for k in range(FORCES):
            work_out[k] = 0.0
        along = 0.0
        for part in range(2):
            for p in range(COUNTS[e.rule, part]):
                shape = SHAPES[e.rule, part, p]
                a, b, c = vectors_at(e, shape, z)
                if a[0] == 0.0 and a[1] == 0.0:
                    return fail(ZERO_SLOPE, e.number)
                strain, e_a, e_b = gradient_at(part, a, b)
                u, w = rates_at(e, shape, rate, speed, b, c)
                F = force_at(e, part, strain, products(e_a, e_b, u, w), strains[i, part, p])
                F *= WEIGHTS[e.rule, part, p] * e.L
                along += F * products(e_a, e_b, b, c)
                for k in range(3):
                    for r in range(2):
                        slope = shape[k] * e_a[r] + shape[3 + k] / e.L * e_b[r]
                        work_out[2 * k + r] += F * slope
        loads_out[i] = distribute(e, work_out, residual_out)
        if e.variation != 0:
            residual_out[e.index[S]] += along
            loads_out[i] += along * along
        _add_convective(e, speed, q, v, residual_out)
        load_out[0] += loads_out[i]
    return 0


def _add_convective(e, speed, q, v, residual_out):
    """Add the inertia forces of the motion along the cable that depend on velocities."""
    m = e.f_M * e.rhoA
    twice, square = 2.0 * m * speed, m * speed * speed
    mixed = 0.0
    for k in range(4):
        for c in range(2):
            own = stretch_row(e, k, c, q, True)
            mixed += v[e.index[2 * k + c]] * own
            residual_out[e.index[2 * k + c]] += twice * drift_row(e, k, c, v, False) + square * (
                end_row(e, k, c, q) - own
            )
    residual_out[e.index[S]] += twice * mixed + 0.5 * square * ends_stretch(e, q)


def inertia(table, q, a, residual_out):
    mass_forces(table, a, residual_out)
    for i in range(table.size):
        e = table[i]
        m, second = e.f_M * e.rhoA, a[e.index[S]]
        residual_out[e.index[S]] += m * moving_length(e, q) * second
        if e.coupled != 0:
            for k in range(4):
                for c in range(2):
                    g = m * drift_row(e, k, c, q, True)
                    residual_out[e.index[2 * k + c]] += g * second
                    residual_out[e.index[S]] += g * a[e.index[2 * k + c]]


def kinetic(table, q, v, energy_out):
    """Kinetic energy of each row [J]."""
    own_energy(table, v, energy_out)
    for i in range(table.size):
        e = table[i]
        m, speed = e.f_M * e.rhoA, v[e.index[S]]
        energy_out[i] += 0.5 * m * speed * speed * moving_length(e, q)
        if e.coupled != 0:
            for k in range(4):
                for c in range(2):
                    g = m * drift_row(e, k, c, q, True)
                    energy_out[i] += speed * g * v[e.index[2 * k + c]]
