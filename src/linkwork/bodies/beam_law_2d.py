"""Kernels of beams with shear in the plane; `beam_geometrically_exact_2d.py` has the law.

At a point of integration z = (x', y', theta, theta') is linear in the coordinates. The gradients of
Gamma_1, Gamma_2 and kappa by z are b_1, b_2 and b_3 = (0, 0, 0, 1), the second derivatives of the
first two are H_1 and H_2:

    force on z = W (N b_1 + Q b_2 + M b_3),  W = weight L
    matrix = W (sum b_i g_i^T + c_q (N H_1 + Q H_2))
    g_i = (c_q stiffness + c_v damping) b_i + c_q damping H_i z_t
"""

from __future__ import annotations

import math

from linkwork.bodies.point_mass import KINETIC_ENERGY
from linkwork.core.enums import OutputVariableType as Variable
from linkwork.math.beam_shape import MASSES, POINTS, shape_slopes, shapes
from linkwork.nodes.point_node import (
    ACCELERATION,
    DISPLACEMENT,
    POSITION,
    ROTATION_MATRIX,
    VELOCITY,
)
from linkwork.nodes.pose_node import ANGULAR_ACCELERATION, ANGULAR_VELOCITY, ROTATION

VELOCITY_LOCAL = int(Variable.VelocityLocal)
STRAIN, CURVATURE = int(Variable.StrainLocal), int(Variable.CurvatureLocal)
FORCE, TORQUE = int(Variable.ForceLocal), int(Variable.TorqueLocal)
POTENTIAL_ENERGY = int(Variable.PotentialEnergy)

LEAST_STRAIN = 1.0e-5
"""Strain, and curvature times L, whose forces are the least that count as load of a beam: near a
state without stress only rounding is left of the forces."""


def _sum(e, weights, r, values):
    """Weighted sum of component r of the nodes."""
    x = 0.0
    for k in range(e.count):
        x += weights[k] * values[e.index[3 * k + r]]
    return x


def _home(e, weights, r):
    """The same of the reference values."""
    x = 0.0
    for k in range(e.count):
        x += weights[k] * e.home[3 * k + r]
    return x


def _slopes(e, xi):
    """dS_k/dx"""
    D, factor = shape_slopes(e.count, xi), 2.0 / e.L
    return factor * D[0], factor * D[1], factor * D[2]


def _state(e, S, D, q):
    """z"""
    return (
        _home(e, D, 0) + _sum(e, D, 0, q),
        _home(e, D, 1) + _sum(e, D, 1, q),
        e.line + _home(e, S, 2) + _sum(e, S, 2, q),
        _home(e, D, 2) + _sum(e, D, 2, q),
    )


def _rates(e, S, D, v):
    """z_t; zero where nothing is damped"""
    if e.d_eps == 0.0 and e.d_gamma == 0.0 and e.d_K == 0.0:
        return 0.0, 0.0, 0.0, 0.0
    return _sum(e, D, 0, v), _sum(e, D, 1, v), _sum(e, S, 2, v), _sum(e, D, 2, v)


def _strains(z):
    """cos(theta), sin(theta), Gamma_1, Gamma_2"""
    c, s = math.cos(z[2]), math.sin(z[2])
    return c, s, c * z[0] + s * z[1] - 1.0, c * z[1] - s * z[0]


def _section(e, z, rate, strains):
    """N, Q, M"""
    c, s, gamma_1, gamma_2 = strains
    along = c * rate[0] + s * rate[1] + gamma_2 * rate[2]
    across = c * rate[1] - s * rate[0] - (1.0 + gamma_1) * rate[2]
    return (
        e.EA * gamma_1 + e.d_eps * along,
        e.GA * gamma_2 + e.d_gamma * across,
        e.EI * (z[3] - e.kappa_0) + e.d_K * rate[3],
    )


def residual(table, q, v, loads_out, load_out, residual_out):
    for i in range(table.size):
        e = table[i]
        size = LEAST_STRAIN**2 * (e.EA * e.EA + e.GA * e.GA + (e.EI / (e.L * e.L)) ** 2)
        W = e.L / (e.count - 1)
        for p in range(e.count - 1):
            xi = POINTS[e.count - 2, p]
            S, D = shapes(e.count, xi), _slopes(e, xi)
            z = _state(e, S, D, q)
            strains = _strains(z)
            N, Q, M = _section(e, z, _rates(e, S, D, v), strains)
            c, s, gamma_1, gamma_2 = strains
            fx, fy = W * (N * c - Q * s), W * (N * s + Q * c)
            turn = W * (N * gamma_2 - Q * (1.0 + gamma_1))
            for k in range(e.count):
                x, y, moment = D[k] * fx, D[k] * fy, S[k] * turn + D[k] * W * M
                residual_out[e.index[3 * k]] += x
                residual_out[e.index[3 * k + 1]] += y
                residual_out[e.index[3 * k + 2]] += moment
                size += x * x + y * y + moment * moment
        loads_out[i] = size
        load_out[0] += size


def jacobian(table, q, v, ca, cq, cv, slots, values_out):
    for i in range(table.size):
        e = table[i]
        _put_mass(e, ca, slots[i], values_out)
        if cq != 0.0 or cv != 0.0:
            for p in range(e.count - 1):
                _put_stiffness(e, POINTS[e.count - 2, p], q, v, cq, cv, slots[i], values_out)


def _put_mass(e, ca, slots, values_out):
    m = ca * e.L / 30.0
    for k in range(e.count):
        for n in range(e.count):
            x = m * MASSES[e.count - 2, k, n]
            values_out[slots[3 * k, 3 * n]] += e.rhoA * x
            values_out[slots[3 * k + 1, 3 * n + 1]] += e.rhoA * x
            values_out[slots[3 * k + 2, 3 * n + 2]] += e.rhoJ * x


def _gradient(stiffness, damping, b, H, cq, cv):
    """g_i without its fourth component"""
    own, rate = cq * stiffness + cv * damping, cq * damping
    return own * b[0] + rate * H[0], own * b[1] + rate * H[1], own * b[2] + rate * H[2]


def _put_stiffness(e, xi, q, v, cq, cv, slots, values_out):
    """Add the matrix of a point of integration."""
    W = e.L / (e.count - 1)
    S, D = shapes(e.count, xi), _slopes(e, xi)
    z, rate = _state(e, S, D, q), _rates(e, S, D, v)
    strains = _strains(z)
    c, s, gamma_1, gamma_2 = strains
    N, Q, _ = _section(e, z, rate, strains)
    b, d = (c, s, gamma_2), (-s, c, -(1.0 + gamma_1))
    H = -s * rate[2], c * rate[2], c * rate[1] - s * rate[0] - (1.0 + gamma_1) * rate[2]
    G = -c * rate[2], -s * rate[2], -c * rate[0] - s * rate[1] - gamma_2 * rate[2]
    g = _gradient(e.EA, e.d_eps, b, H, cq, cv)
    h = _gradient(e.GA, e.d_gamma, d, G, cq, cv)
    bent = W * (cq * e.EI + cv * e.d_K)
    xt, yt = -W * cq * (N * s + Q * c), W * cq * (N * c - Q * s)
    tt = -W * cq * (N * (1.0 + gamma_1) + Q * gamma_2)
    for r in range(3):
        left, right = W * b[r], W * d[r]
        x, y, t = (left * g[0] + right * h[0], left * g[1] + right * h[1],
                   left * g[2] + right * h[2])  # fmt: skip
        if r == 2:
            x, y, t = x + xt, y + yt, t + tt
        else:
            t += xt if r == 0 else yt
        for k in range(e.count):
            one = S[k] if r == 2 else D[k]
            for n in range(e.count):
                values_out[slots[3 * k + r, 3 * n]] += one * x * D[n]
                values_out[slots[3 * k + r, 3 * n + 1]] += one * y * D[n]
                value = one * t * S[n]
                if r == 2:
                    value += bent * D[k] * D[n]
                values_out[slots[3 * k + r, 3 * n + 2]] += value


def inertia(table, a, residual_out):
    for i in range(table.size):
        e = table[i]
        for k in range(e.count):
            for n in range(e.count):
                m = e.L / 30.0 * MASSES[e.count - 2, k, n]
                residual_out[e.index[3 * k]] += m * e.rhoA * a[e.index[3 * n]]
                residual_out[e.index[3 * k + 1]] += m * e.rhoA * a[e.index[3 * n + 1]]
                residual_out[e.index[3 * k + 2]] += m * e.rhoJ * a[e.index[3 * n + 2]]


def kinetic(table, v, energy_out):
    """Kinetic energy of each row [J]."""
    for i in range(table.size):
        e = table[i]
        total = 0.0
        for k in range(e.count):
            for n in range(e.count):
                j, m = 3 * k, 3 * n
                moving = v[e.index[j]] * v[e.index[m]] + v[e.index[j + 1]] * v[e.index[m + 1]]
                turning = v[e.index[j + 2]] * v[e.index[m + 2]]
                total += MASSES[e.count - 2, k, n] * (e.rhoA * moving + e.rhoJ * turning)
        energy_out[i] = e.L / 60.0 * total


def potential(table, q, energy_out):
    """Elastic energy of each row [J], at the points of integration."""
    for i in range(table.size):
        e = table[i]
        energy_out[i] = 0.0
        for p in range(e.count - 1):
            xi = POINTS[e.count - 2, p]
            z = _state(e, shapes(e.count, xi), _slopes(e, xi), q)
            _, _, gamma_1, gamma_2 = _strains(z)
            kappa = z[3] - e.kappa_0
            total = e.EA * gamma_1 * gamma_1 + e.GA * gamma_2 * gamma_2 + e.EI * kappa * kappa
            energy_out[i] += 0.5 * e.L / (e.count - 1) * total


def output(table, row, variable, local, q, v, a, value_out):
    if variable == KINETIC_ENERGY:
        kinetic(table[row : row + 1], v, value_out)
        return
    if variable == POTENTIAL_ENERGY:
        potential(table[row : row + 1], q, value_out)
        return
    e = table[row]
    xi = 2.0 * local[0] / e.L
    S, D = shapes(e.count, xi), _slopes(e, xi)
    z = _state(e, S, D, q)
    if variable == STRAIN or variable == CURVATURE or variable == FORCE or variable == TORQUE:
        strains = _strains(z)
        N, Q, M = _section(e, z, _rates(e, S, D, v), strains)
        if variable == STRAIN:
            value_out[0], value_out[5] = strains[2], strains[3]
        elif variable == CURVATURE:
            value_out[2] = z[3] - e.kappa_0
        elif variable == FORCE:
            value_out[0], value_out[1] = N, Q
        else:
            value_out[2] = M
    else:
        _motion(e, variable, S, local[1], z[2], q, v, a, value_out)


def _motion(e, variable, S, height, theta, q, v, a, value_out):
    """Positions, angles and their rates."""
    c, s = math.cos(theta), math.sin(theta)
    dx, dy = -height * s, height * c
    omega, alpha = _sum(e, S, 2, v), _sum(e, S, 2, a)
    x = y = 0.0
    if variable == POSITION or variable == DISPLACEMENT:
        x, y = _sum(e, S, 0, q), _sum(e, S, 1, q)
        if variable == POSITION:
            x, y = x + _home(e, S, 0) + dx, y + _home(e, S, 1) + dy
        elif height != 0.0:
            angle = e.line + _home(e, S, 2)
            x, y = x + dx + height * math.sin(angle), y + dy - height * math.cos(angle)
    elif variable == VELOCITY or variable == VELOCITY_LOCAL:
        x, y = _sum(e, S, 0, v) - omega * dy, _sum(e, S, 1, v) + omega * dx
        if variable == VELOCITY_LOCAL:
            x, y = c * x + s * y, c * y - s * x
    elif variable == ACCELERATION:
        x = _sum(e, S, 0, a) - alpha * dy - omega * omega * dx
        y = _sum(e, S, 1, a) + alpha * dx - omega * omega * dy
    elif variable == ROTATION_MATRIX:
        x, y = c, -s
        value_out[3], value_out[4], value_out[8] = s, c, 1.0
    elif variable == ROTATION:
        value_out[2] = theta
    elif variable == ANGULAR_VELOCITY:
        value_out[2] = omega
    elif variable == ANGULAR_ACCELERATION:
        value_out[2] = alpha
    value_out[0], value_out[1] = x, y
