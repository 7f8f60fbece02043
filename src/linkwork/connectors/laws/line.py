"""Helpers shared by spring-dampers on the line between two points."""

from __future__ import annotations

from linkwork.core.enums import OutputVariableType as Variable
from linkwork.math.vec3 import dot, sub, unit

DISTANCE, DISPLACEMENT = int(Variable.Distance), int(Variable.Displacement)
VELOCITY, FORCE, FORCE_LOCAL = int(Variable.Velocity), int(Variable.Force), int(Variable.ForceLocal)


def geometry(e, markers):
    """L, v_f, Delta v, Ldot"""
    m0, m1 = markers[e.m0], markers[e.m1]
    L, v_f = unit(sub(m1.p, m0.p))
    dv = sub(m1.v, m0.v)
    return L, v_f, dv, dot(v_f, dv)


def fill_block(i, f_SD, k, d, L, v_f, dv, Ldot, stiffness_out, damping_out):
    """df/d(Delta p) and df/d(Delta v) of f = f_SD v_f, with k = df_SD/dL and d = df_SD/dLdot."""
    for r in range(3):
        for c in range(3):
            along = v_f[r] * v_f[c]
            across = ((1.0 if r == c else 0.0) - along) / L
            turning = v_f[r] * (dv[c] - Ldot * v_f[c]) / L
            stiffness_out[i, r, c] = f_SD * across + k * along + d * turning
            damping_out[i, r, c] = d * along


def fill_unit_block(i, k, stiffness_out, damping_out):
    """Write the blocks k I and 0 of a spring of zero length, or with k = 0 of an inactive one."""
    for r in range(3):
        for c in range(3):
            stiffness_out[i, r, c] = k if r == c else 0.0
            damping_out[i, r, c] = 0.0


def speed_of(dv):
    """|Delta v|: the largest Ldot of all directions of the line."""
    return unit(dv)[0]


def is_undefined(variable, forces):
    """Whether an output is undefined at L = 0; forces -- smallest and largest f_SD.

    The force vector is defined if it is zero, f_SD if it is the same for every direction.
    """
    return forces[0] != forces[1] or (variable == FORCE and forces[0] != 0.0)


def motion_output(e, variable, markers, L, dv, value_out):
    """Outputs of length and motion."""
    if variable == DISTANCE:
        value_out[0] = L
    for r in range(3):
        if variable == DISPLACEMENT:
            value_out[r] = markers[e.m1].p[r] - markers[e.m0].p[r]
        elif variable == VELOCITY:
            value_out[r] = dv[r]


def force_output(variable, f_SD, v_f, value_out):
    """Outputs of the force f_SD v_f."""
    if variable == FORCE_LOCAL:
        value_out[0] = f_SD
    elif variable == FORCE:
        for r in range(3):
            value_out[r] = f_SD * v_f[r]
