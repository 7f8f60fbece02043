"""Outputs of cables whose material moves along them; `ale_cable_2d.py` has the law."""

from __future__ import annotations

import math

from linkwork.bodies.ale_law import THIRDS, S, force_at, gradient_at, kinetic, products, rates_at
from linkwork.bodies.cable_law import potential, stretch, weighted
from linkwork.bodies.cable_outputs import (
    CURVATURE,
    DIRECTOR,
    FORCE,
    POTENTIAL_ENERGY,
    STRAIN,
    TORQUE,
    VELOCITY_LOCAL,
    axis_motion,
    home_stretch,
)
from linkwork.bodies.point_mass import KINETIC_ENERGY
from linkwork.core.status import ZERO_SLOPE, fail
from linkwork.math.cable_shape import AXIAL, BENDING, bends, slopes
from linkwork.nodes.point_node import VELOCITY


def output(table, row, variable, local, q, v, a, strains, value_out):
    if variable == KINETIC_ENERGY:
        kinetic(table[row : row + 1], q, v, value_out)
        return 0
    if variable == POTENTIAL_ENERGY:
        potential(table[row : row + 1], q, strains[row : row + 1], value_out)
        return 0
    e = table[row]
    s = local[0] / e.L
    f, g = slopes(s), bends(s, e.L)
    z, rate = stretch(e, q, True), stretch(e, v, False)
    slope = weighted(f[0], f[1], f[2], z)
    if slope[0] == 0.0 and slope[1] == 0.0:
        return fail(ZERO_SLOPE, e.number)
    b = weighted(g[0], g[1], g[2], z)
    if variable == DIRECTOR:
        value_out[0], value_out[1] = slope
        return 0
    if variable == STRAIN or variable == CURVATURE or variable == FORCE or variable == TORQUE:
        _section(e, variable, s, local[1], z, rate, v[e.index[S]], slope, b, value_out)
        return 0
    second = weighted(f[0], f[1], f[2], stretch(e, a, False))
    turned = weighted(f[0], f[1], f[2], rate)
    axis_motion(e, variable, s, local[1], q, v, a, slope, turned, second, value_out)
    if variable == VELOCITY or variable == VELOCITY_LOCAL:
        _add_material(e, variable, local[1], v[e.index[S]], slope, b, value_out)
    return 0


def _add_material(e, variable, height, speed, slope, b, value_out):
    """Add the velocity of the material along the cable: s_t d(r + y e_2)/dx."""
    K = gradient_at(BENDING, slope, b)[0]
    rho = math.sqrt(slope[0] * slope[0] + slope[1] * slope[1])
    along = speed * (rho - height * K)
    if variable == VELOCITY_LOCAL:
        value_out[0] += along
    else:
        value_out[0] += along * slope[0] / rho
        value_out[1] += along * slope[1] / rho


def _section(e, variable, s, y, z, rate, speed, a, b, value_out):
    """Strain, curvature and section forces at s."""
    f, g = slopes(s), bends(s, 1.0)
    two = 1.0 / (e.L * e.L)
    c = weighted(two * THIRDS[0], two * THIRDS[1], two * THIRDS[2], z)
    eps = gradient_at(AXIAL, a, b)[0]
    K = gradient_at(BENDING, a, b)[0]
    if variable == STRAIN:
        value_out[0] = eps - y * K
    elif variable == CURVATURE:
        value_out[0] = K
    else:
        home, one = home_stretch(e), 1.0 / e.L
        a0 = weighted(f[0], f[1], f[2], home)
        b0 = weighted(one * g[0], one * g[1], one * g[2], home)
        references = gradient_at(AXIAL, a0, b0)[0], gradient_at(BENDING, a0, b0)[0]
        shape = f[0], f[1], f[2], g[0], g[1], g[2]
        part = AXIAL if variable == FORCE else BENDING
        strain, e_a, e_b = gradient_at(part, a, b)
        u, w = rates_at(e, shape, rate, speed, b, c)
        value_out[0] = force_at(e, part, strain, products(e_a, e_b, u, w), references)
