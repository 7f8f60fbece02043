"""Outputs of cables in the plane at a local position; `ancf_cable_2d.py` has the law."""

from __future__ import annotations

import math

from linkwork.bodies.cable_law import (
    kinetic,
    potential,
    section_force,
    stretch,
    weighted,
)
from linkwork.bodies.point_mass import KINETIC_ENERGY
from linkwork.core.enums import OutputVariableType as Variable
from linkwork.core.status import USER_FUNCTION, ZERO_SLOPE, fail
from linkwork.math.cable_shape import (
    AXIAL,
    BENDING,
    bending,
    bending_rate,
    bends,
    positions,
    slopes,
    strain,
    strain_rate,
)
from linkwork.nodes.point_2d_slope_1 import slope_output
from linkwork.nodes.point_node import ACCELERATION, DISPLACEMENT, POSITION, VELOCITY
from linkwork.nodes.pose_node import ANGULAR_ACCELERATION, ANGULAR_VELOCITY, ROTATION

VELOCITY_LOCAL, DIRECTOR = int(Variable.VelocityLocal), int(Variable.Director1)
STRAIN, CURVATURE = int(Variable.StrainLocal), int(Variable.CurvatureLocal)
FORCE, TORQUE = int(Variable.ForceLocal), int(Variable.TorqueLocal)
POTENTIAL_ENERGY = int(Variable.PotentialEnergy)


def output(table, row, variable, local, t, q, v, a, strains, value_out):
    if variable == KINETIC_ENERGY:
        kinetic(table[row : row + 1], v, value_out)
        return 0
    if variable == POTENTIAL_ENERGY:
        potential(table[row : row + 1], q, strains[row : row + 1], value_out)
        return 0
    e = table[row]
    s = local[0] / e.L
    f = slopes(s)
    z = stretch(e, q, True)
    slope = weighted(f[0], f[1], f[2], z)
    if slope[0] == 0.0 and slope[1] == 0.0:
        return fail(ZERO_SLOPE, e.number)
    if variable == DIRECTOR:
        value_out[0], value_out[1] = slope
    elif variable == STRAIN or variable == CURVATURE or variable == FORCE or variable == TORQUE:
        return _section(e, variable, s, local[1], t, z, stretch(e, v, False), slope, value_out)
    else:
        rate = weighted(f[0], f[1], f[2], stretch(e, v, False))
        second = weighted(f[0], f[1], f[2], stretch(e, a, False))
        axis_motion(e, variable, s, local[1], q, v, a, slope, rate, second, value_out)
    return 0


def _section(e, variable, s, y, t, z, speed, slope, value_out):
    """Strain, curvature and section forces at s."""
    f, g = slopes(s), bends(s, e.L)
    b = weighted(g[0], g[1], g[2], z)
    u, w = weighted(f[0], f[1], f[2], speed), weighted(g[0], g[1], g[2], speed)
    eps, K = strain(slope), bending(slope, b)
    if variable == STRAIN:
        value_out[0] = eps - y * K
    elif variable == CURVATURE:
        value_out[0] = K
    else:
        home = home_stretch(e)
        a0 = weighted(f[0], f[1], f[2], home)
        b0 = weighted(g[0], g[1], g[2], home)
        references = e.eps_0 + e.f_ref * strain(a0), e.K_0 + e.f_ref * bending(a0, b0)
        measures = eps, strain_rate(slope, u), K, bending_rate(slope, b, u, w)
        part = AXIAL if variable == FORCE else BENDING
        value_out[0] = section_force(e, t, part, s, measures, references)
        if value_out[0] != value_out[0] and (e.UF_N != 0 or e.UF_M != 0):
            return fail(USER_FUNCTION, e.number)
    return 0


def home_stretch(e):
    """d and slopes of the reference coordinates."""
    h = e.home
    return (h[4] - h[0]) / e.L, (h[5] - h[1]) / e.L, h[2], h[3], h[6], h[7]


def _along(e, s, values):
    """Sum of the shape functions times coordinates or their rates."""
    S = positions(s, e.L)
    x = y = 0.0
    for k in range(4):
        x += S[k] * values[e.index[2 * k]]
        y += S[k] * values[e.index[2 * k + 1]]
    return x, y


def _reference(e, s, y):
    """Position at s and the height y in the reference coordinates."""
    S, f = positions(s, e.L), slopes(s)
    x0 = y0 = 0.0
    for k in range(4):
        x0 += S[k] * e.home[2 * k]
        y0 += S[k] * e.home[2 * k + 1]
    slope = weighted(f[0], f[1], f[2], home_stretch(e))
    rho = math.sqrt(slope[0] * slope[0] + slope[1] * slope[1])
    if rho > 0.0:
        x0, y0 = x0 - y * slope[1] / rho, y0 + y * slope[0] / rho
    return x0, y0


def axis_motion(e, variable, s, height, q, v, a, slope, rate, second, value_out):
    """Positions, angles and their rates; slope, rate, second -- r' and its derivatives in time."""
    square = slope[0] * slope[0] + slope[1] * slope[1]
    rho = math.sqrt(square)
    tx, ty = slope[0] / rho, slope[1] / rho
    dx, dy = -height * ty, height * tx
    omega = (slope[0] * rate[1] - slope[1] * rate[0]) / square
    if variable == ROTATION:
        value_out[0] = math.atan2(slope[1], slope[0])
    elif variable == ANGULAR_VELOCITY or variable == ANGULAR_ACCELERATION:
        slope_output(variable, slope, rate, second, value_out)
    elif variable == POSITION or variable == DISPLACEMENT:
        x, y = _along(e, s, q)
        x0, y0 = _reference(e, s, 0.0)
        value_out[0], value_out[1] = x0 + x + dx, y0 + y + dy
        if variable == DISPLACEMENT:
            x0, y0 = _reference(e, s, height)
            value_out[0] -= x0
            value_out[1] -= y0
            if height == 0.0:
                value_out[0], value_out[1] = x, y
    elif variable == ACCELERATION:
        growth = 2.0 * (slope[0] * rate[0] + slope[1] * rate[1]) / square
        turn = (slope[0] * second[1] - slope[1] * second[0]) / square - growth * omega
        x, y = _along(e, s, a)
        value_out[0] = x - turn * dy - omega * omega * dx
        value_out[1] = y + turn * dx - omega * omega * dy
    elif variable == VELOCITY or variable == VELOCITY_LOCAL:
        x, y = _along(e, s, v)
        x, y = x - omega * dy, y + omega * dx
        if variable == VELOCITY_LOCAL:
            x, y = tx * x + ty * y, tx * y - ty * x
        value_out[0], value_out[1] = x, y
