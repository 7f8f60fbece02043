"""Forces of a rope over sheaves: its length, its rate, and how pieces pull at their sheaves.

Symbols: `reeving_system_springs.py`; tangents: `rope_geometry.py`; derivatives: `rope_matrix.py`;
arcs in a run: `rope_arcs.py`.
"""

from __future__ import annotations

import math

from linkwork.connectors.laws.rope_arcs import continued, note_sides
from linkwork.connectors.laws.rope_geometry import ZERO, marker_of, piece_at, vector, wrap
from linkwork.core.enums import OutputVariableType as Variable
from linkwork.core.status import NO_TANGENT, SLACK_LENGTH, fail
from linkwork.math.vec3 import add, add_scaled, cross, dot, scaled, sub

DISTANCE, VELOCITY_LOCAL = int(Variable.Distance), int(Variable.VelocityLocal)
POTENTIAL_ENERGY = int(Variable.PotentialEnergy)


def point_velocity(marker, rotation, sheave):
    """Velocity of the point of a sheave where the rope touches"""
    v = vector(marker.v)
    if sheave[1] == 0.0:
        return v
    return add(v, cross(vector(rotation.omega), scaled(sheave[1], sheave[2])))


def lengths(e, end_list, circles, markers, rotations, keeps, branches):
    """(L, L_t) of a rope; L = 0 if neighbors overlap; keeps -- whether arcs keep their sides"""
    L = L_t = 0.0
    last = ZERO
    for k in range(e.sheaves - 1):
        length, t, A, B = piece_at(e, k, end_list, circles, markers, rotations)
        if length == 0.0:
            return 0.0, 0.0
        m_A, m_B = marker_of(e, k, end_list), marker_of(e, k + 1, end_list)
        v_A = point_velocity(markers[m_A], rotations[m_A], A)
        v_B = point_velocity(markers[m_B], rotations[m_B], B)
        L += length
        L_t += dot(t, sub(v_B, v_A))
        if A[1] > 0.0:
            angle = wrap(last, A[2], A[0])
            L += A[1] * (continued(angle, branches[e.event + k - 1]) if keeps != 0 else angle)
        last = B[2]
    return L, L_t


def unstretched(e, end_list, markers):
    """(L_0, L_0_t)"""
    L_0, L_0_t = e.L_ref, 0.0
    if e.winds != 0:
        for k in range(2):
            m = markers[marker_of(e, e.sheaves + k, end_list)]
            L_0 += e.f[k] * m.p[0]
            L_0_t += e.f[k] * m.v[0]
    return L_0, L_0_t


def force_of(e, L, L_t, L_0, L_0_t):
    """(F, dF/d(F without regularization))"""
    F = (e.EA * (L - L_0) + e.d_A * (L_t - L_0_t)) / L_0
    if F >= 0.0 or e.F_reg <= 0.0:
        return F, 1.0
    x = math.tanh(F / e.F_reg)
    return e.F_reg * x, 1.0 - x * x


def shear(e, length, t, w):
    """Force across a piece on sheave A; w -- velocity of B relative to A"""
    return scaled(e.d_S / length, sub(w, scaled(dot(t, w), t)))


def _pull(m, sheave, f, torque, forces_out, moments_out):
    """Add a force at the point of contact and a torque to a marker."""
    add_scaled(forces_out, m, 1.0, f)
    add_scaled(moments_out, m, 1.0, torque)
    if sheave[1] > 0.0:
        add_scaled(moments_out, m, sheave[1], cross(sheave[2], f))


def residual(
    table, end_list, circles, markers, rotations, frozen, branches_held, branches_out,
    marker_force_out, marker_moment_out,
):  # fmt: skip
    keeps = frozen + branches_held
    for i in range(table.size):
        e = table[i]
        if e.active == 0:
            continue
        if keeps == 0:
            note_sides(e, end_list, circles, markers, rotations, branches_out)
        L, L_t = lengths(e, end_list, circles, markers, rotations, keeps, branches_out)
        L_0, L_0_t = unstretched(e, end_list, markers)
        if L == 0.0:
            return fail(NO_TANGENT, e.number)
        if not L_0 > 0.0:
            return fail(SLACK_LENGTH, e.number)
        F = force_of(e, L, L_t, L_0, L_0_t)[0]
        for k in range(e.sheaves - 1):
            length, t, A, B = piece_at(e, k, end_list, circles, markers, rotations)
            m_A, m_B = marker_of(e, k, end_list), marker_of(e, k + 1, end_list)
            f, torque = scaled(F, t), ZERO
            if e.d_S > 0.0:
                v_A = point_velocity(markers[m_A], rotations[m_A], A)
                v_B = point_velocity(markers[m_B], rotations[m_B], B)
                f = add(f, shear(e, length, t, sub(v_B, v_A)))
            if e.d_T > 0.0:
                twist = sub(vector(rotations[m_B].omega), vector(rotations[m_A].omega))
                torque = scaled(e.d_T * dot(t, twist), t)
            _pull(m_A, A, f, torque, marker_force_out, marker_moment_out)
            f, torque = scaled(-1.0, f), scaled(-1.0, torque)
            _pull(m_B, B, f, torque, marker_force_out, marker_moment_out)
        for k in range(2 if e.winds != 0 else 0):
            marker_force_out[marker_of(e, e.sheaves + k, end_list), 0] += e.f[k] * F
    return 0


def potential(table, end_list, circles, markers, rotations, branches, energy_out):
    """Energy stored in each rope [J], without coordinates."""
    for i in range(table.size):
        e = table[i]
        energy_out[i] = 0.0
        if e.active == 0 or e.EA == 0.0:
            continue
        L = lengths(e, end_list, circles, markers, rotations, 0, branches)[0]
        L_0 = unstretched(e, end_list, markers)[0]
        F = e.EA * (L - L_0) / L_0
        if F >= 0.0 or e.F_reg <= 0.0:
            energy_out[i] = 0.5 * F * (L - L_0)
        else:
            x = -F / e.F_reg
            soft = x + math.log1p(math.exp(-2.0 * x)) - math.log(2.0)
            energy_out[i] = e.F_reg * e.F_reg * L_0 / e.EA * soft


def output(
    table, row, variable, end_list, circles, markers, rotations, frozen, branches_held, branches,
    value_out,
):  # fmt: skip
    if variable == POTENTIAL_ENERGY:
        potential(table[row : row + 1], end_list, circles, markers, rotations, branches, value_out)
        return 0
    e = table[row]
    L, L_t = lengths(e, end_list, circles, markers, rotations, frozen + branches_held, branches)
    if L == 0.0:
        return fail(NO_TANGENT, e.number)
    if variable == DISTANCE:
        value_out[0] = L
    elif variable == VELOCITY_LOCAL:
        value_out[0] = L_t
    elif e.active != 0:
        L_0, L_0_t = unstretched(e, end_list, markers)
        if not L_0 > 0.0:
            return fail(SLACK_LENGTH, e.number)
        value_out[0] = force_of(e, L, L_t, L_0, L_0_t)[0]
    return 0
