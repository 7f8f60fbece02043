"""The matrix of a rope over sheaves: derivatives of its forces (`rope_law.py`), all exact.

The slopes of the length with the points of contact held are the directions of the forces; their
derivatives need the motion of these points.
"""

from __future__ import annotations

from linkwork.connectors.laws.rope_geometry import (
    ZERO,
    inverse_of,
    marker_of,
    normal_change,
    piece_at,
    solved,
    vector,
)
from linkwork.connectors.laws.rope_law import (
    force_of,
    lengths,
    point_velocity,
    shear,
    unstretched,
)
from linkwork.core.status import NO_TANGENT, SLACK_LENGTH, fail
from linkwork.math.vec3 import add, cross, dot, scaled, sub


def _one(k):
    return (1.0 if k == 0 else 0.0, 1.0 if k == 1 else 0.0, 1.0 if k == 2 else 0.0)


def _changes(t, length, A, B, inverse, c):
    """Changes of l, e, n_A, n_B with component c of the motion of A (6), then of B (6)"""
    of_B = c >= 6
    one, turns = _one(c % 3), c % 6 >= 3
    of_d = ZERO if turns else (one if of_B else scaled(-1.0, one))
    of_a = cross(one, B[0] if of_B else A[0]) if turns else ZERO
    of_a_A, of_a_B = (ZERO, of_a) if of_B else (of_a, ZERO)
    held_A = normal_change(t, A[0], A[1], A[2], A[3], ZERO, of_a_A)
    held_B = normal_change(t, B[0], B[1], B[2], B[3], ZERO, of_a_B)
    moved = add(of_d, sub(scaled(B[1], held_B), scaled(A[1], held_A)))
    across = scaled(1.0 / length, sub(moved, scaled(dot(t, moved), t)))
    of_t = solved(inverse, across)
    of_n_A = normal_change(t, A[0], A[1], A[2], A[3], of_t, of_a_A)
    of_n_B = normal_change(t, B[0], B[1], B[2], B[3], of_t, of_a_B)
    whole = add(of_d, sub(scaled(B[1], of_n_B), scaled(A[1], of_n_A)))
    return dot(t, whole), of_t, of_n_A, of_n_B


def _put(e, row, column, x, y, block_out):
    """Subtract two vectors, changes of a force and a moment, from a column of a block."""
    for r in range(3):
        block_out[e.block + (row + r) * e.span + column] -= x[r]
        block_out[e.block + (row + 3 + r) * e.span + column] -= y[r]


def _add_direction(e, k, c, t, A, B, change, factor, block_out):
    """Subtract factor times the change of the slopes of L by the motion of both sheaves."""
    column = 6 * k + c
    _, of_t, of_n_A, of_n_B = change
    of_A = add(cross(of_n_A, t), cross(A[2], of_t))
    of_B = add(cross(of_n_B, t), cross(B[2], of_t))
    _put(e, 6 * k, column, scaled(-factor, of_t), scaled(-factor * A[1], of_A), block_out)
    _put(e, 6 * k + 6, column, scaled(factor, of_t), scaled(factor * B[1], of_B), block_out)


def _add_slopes(e, k, t, A, B, slopes_out):
    """Add the slopes of l by the motion of its sheaves, with the points of contact held."""
    place = e.first_slope + 6 * k
    of_A, of_B = scaled(A[1], cross(A[2], t)), scaled(B[1], cross(B[2], t))
    for r in range(3):
        slopes_out[place + r] -= t[r]
        slopes_out[place + 3 + r] -= of_A[r]
        slopes_out[place + 6 + r] += t[r]
        slopes_out[place + 9 + r] += of_B[r]


def _add_dampers(e, k, c, length, t, A, B, change, motion, stiffness_out, damping_out):
    """Add the derivatives of the dampers of a piece by component c; motion -- (w, turns)"""
    w, omega_A, omega_B = motion
    of_length, of_t, of_n_A, of_n_B = change
    column, one = 6 * k + c, _one(c % 3)
    side = 1.0 if c >= 6 else -1.0
    f = shear(e, length, t, w)
    of_w = sub(cross(omega_B, scaled(B[1], of_n_B)), cross(omega_A, scaled(A[1], of_n_A)))
    bent = sub(of_w, scaled(dot(t, w), of_t))
    bent = sub(bent, scaled(dot(of_t, w) + dot(t, of_w), t))
    of_f = sub(scaled(e.d_S / length, bent), scaled(of_length / length, f))
    twist = sub(omega_B, omega_A)
    of_torque = scaled(e.d_T, add(scaled(dot(of_t, twist), t), scaled(dot(t, twist), of_t)))
    on_A = add(of_torque, scaled(A[1], add(cross(of_n_A, f), cross(A[2], of_f))))
    on_B = add(of_torque, scaled(B[1], add(cross(of_n_B, f), cross(B[2], of_f))))
    _put(e, 6 * k, column, scaled(-1.0, of_f), scaled(-1.0, on_A), stiffness_out)
    _put(e, 6 * k + 6, column, of_f, on_B, stiffness_out)
    moved, torque = one, ZERO
    if c % 6 >= 3:
        sheave = B if c >= 6 else A
        moved, torque = cross(one, scaled(sheave[1], sheave[2])), scaled(e.d_T * dot(t, one), t)
    of_f, torque = scaled(side, shear(e, length, t, moved)), scaled(side, torque)
    on_A = add(torque, scaled(A[1], cross(A[2], of_f)))
    on_B = add(torque, scaled(B[1], cross(B[2], of_f)))
    _put(e, 6 * k, column, scaled(-1.0, of_f), scaled(-1.0, on_A), damping_out)
    _put(e, 6 * k + 6, column, of_f, on_B, damping_out)


def _add_wraps(e, k, c, A, B, change, slopes_out):
    """Add the slope of the length: that of piece k, and of the arcs that it begins and ends."""
    of_length, _, of_n_A, of_n_B = change
    total = of_length
    if A[1] > 0.0:
        total += A[1] * dot(cross(A[0], A[2]), of_n_A)
    if B[1] > 0.0:
        total -= B[1] * dot(cross(B[0], B[2]), of_n_B)
    slopes_out[e.first_slope + 6 * k + c] += total


def _velocity(e, row, end_list, markers, rotations):
    """Component of the motion of a row of the block"""
    m = marker_of(e, row // 6, end_list)
    return markers[m].v[row % 3] if row % 6 < 3 else rotations[m].omega[row % 3]


def _geometry(
    e, end_list, circles, markers, rotations, stiffness_out, slopes_0_out, slopes_L_out,
):  # fmt: skip
    """Write d(slopes)/dz to stiffness, and the slopes of L with and without points held."""
    for k in range(e.sheaves - 1):
        length, t, A, B = piece_at(e, k, end_list, circles, markers, rotations)
        inverse = inverse_of(t, length, A, B)
        _add_slopes(e, k, t, A, B, slopes_0_out)
        for c in range(12):
            change = _changes(t, length, A, B, inverse, c)
            _add_direction(e, k, c, t, A, B, change, -1.0, stiffness_out)
            _add_wraps(e, k, c, A, B, change, slopes_L_out)


def _dampers(e, end_list, circles, markers, rotations, stiffness_out, damping_out):
    """Add the derivatives of torsional and shear damping."""
    for k in range(e.sheaves - 1):
        length, t, A, B = piece_at(e, k, end_list, circles, markers, rotations)
        inverse = inverse_of(t, length, A, B)
        m_A, m_B = marker_of(e, k, end_list), marker_of(e, k + 1, end_list)
        v_A = point_velocity(markers[m_A], rotations[m_A], A)
        v_B = point_velocity(markers[m_B], rotations[m_B], B)
        turns = vector(rotations[m_A].omega), vector(rotations[m_B].omega)
        motion = sub(v_B, v_A), turns[0], turns[1]
        for c in range(12):
            change = _changes(t, length, A, B, inverse, c)
            _add_dampers(e, k, c, length, t, A, B, change, motion, stiffness_out, damping_out)


def jacobian(
    table, end_list, circles, markers, rotations, frozen, branches_held, branches, slopes_0_out,
    slopes_L_out, stiffness_out, damping_out,
):  # fmt: skip
    for i in range(table.size):
        e = table[i]
        for place in range(e.block, e.block + e.span * e.span):
            stiffness_out[place] = damping_out[place] = 0.0
        for place in range(e.first_slope, e.first_slope + e.span):
            slopes_0_out[place] = slopes_L_out[place] = 0.0
        if e.active == 0:
            continue
        L, L_t = lengths(e, end_list, circles, markers, rotations, frozen + branches_held, branches)
        L_0, L_0_t = unstretched(e, end_list, markers)
        if L == 0.0:
            return fail(NO_TANGENT, e.number)
        if not L_0 > 0.0:
            return fail(SLACK_LENGTH, e.number)
        F, slack = force_of(e, L, L_t, L_0, L_0_t)
        plain = (e.EA * (L - L_0) + e.d_A * (L_t - L_0_t)) / L_0
        _geometry(
            e, end_list, circles, markers, rotations, stiffness_out, slopes_0_out,
            slopes_L_out,
        )  # fmt: skip
        _spread(
            e, F, slack, plain, L_0, end_list, markers, rotations, slopes_0_out, slopes_L_out,
            stiffness_out, damping_out,
        )  # fmt: skip
        if e.d_S + e.d_T > 0.0:
            _dampers(e, end_list, circles, markers, rotations, stiffness_out, damping_out)
    return 0


def _spread(
    e, F, slack, plain, L_0, end_list, markers, rotations, slopes_0, slopes_L, stiffness_out,
    damping_out,
):  # fmt: skip
    """Turn d(slopes)/dz into the derivatives of the rope force on all ends."""
    sheaves = 6 * e.sheaves
    for c in range(e.span):
        of_rate = 0.0
        for r in range(sheaves):
            of_rate += stiffness_out[e.block + r * e.span + c] * _velocity(
                e, r, end_list, markers, rotations
            )
        by_z = slack * (e.EA * slopes_L[e.first_slope + c] + e.d_A * of_rate) / L_0
        by_v = slack * e.d_A * slopes_0[e.first_slope + c] / L_0
        if c >= sheaves:
            factor = e.f[(c - sheaves) // 6] if (c - sheaves) % 6 == 0 else 0.0
            by_z, by_v = -slack * factor * (e.EA + plain) / L_0, -slack * factor * e.d_A / L_0
        for r in range(e.span):
            place = e.block + r * e.span + c
            slope = -slopes_0[e.first_slope + r]
            if r >= sheaves:
                slope = e.f[(r - sheaves) // 6] if (r - sheaves) % 6 == 0 else 0.0
            stiffness_out[place] = slope * by_z - F * stiffness_out[place]
            damping_out[place] = slope * by_v
