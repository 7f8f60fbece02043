"""States of kinematic trees: from coordinates of nodes to those of the recursions, and back.

The recursions have joints, and for a free base the six velocities V = (A^T r_t, w) in its own axes
(`trees/`), while its node has r and rotation parameters rho with w = Gb rho_t
(`math/rotation_parameters.py`). With tau = (f, n, joints) of the recursions, and e_c, g_c the
changes of position and rotation in the axes of the base with coordinate c of the node,

    V_t = (A^T r_tt - w x A^T r_t, Gb rho_tt + bias)
    residual of the node = (A f, Gb^T n)
    dV/dc = (A^T r_t x g_c, dw/dc),   dV_t/dc = (A^T r_tt x g_c, ...) - d(w x A^T r_t)/dc
    d(A f)/dc = A (df/dc + g_c x f),  d(g_k . n)/dc = dg_k/dc . n + g_k . dn/dc

A tree e has n joint coordinates behind `skip` coordinates of its base's node in `indices`. The
vectors of `state` have `width` numbers each: positions, velocities, the part of the accelerations
that is linear in q_tt, the other part, results, zeros, and the positions for which the links were
placed last. Those of the base are the first ones: seven positions, `free` = 6 velocities.
"""

from __future__ import annotations

import math

from linkwork.math.rotation_parameters import (
    ANGLES,
    bias,
    bias_rate_slope,
    bias_slope,
    columns,
    matrix,
    moment_slope,
    of_coordinates,
    parameters_of,
    placed,
    spin,
    spin_slope,
)
from linkwork.math.vec3 import add, cross, dot, scaled, sub, three, turned, turned_back

STATES = 7
"""Vectors in `state`."""

VELOCITIES, SECOND, LEFT, RESULT, ZEROS, PLACED = 1, 2, 3, 4, 5, 6
"""Their places: velocities, parts of the accelerations, results, zeros, positions of the links."""


def vector_of(e, state, k):
    """Vector k of the state of a tree."""
    start = e.state_start + k * e.width
    return state[start : start + e.width]


def place_of(e, q, poses):
    """What the rotation of the base depends on."""
    return placed(e.kind, parameters_of(e.kind, e.first, e.reference, e.first_pose, q, poses))


def _put(value, k, array_out):
    array_out[k], array_out[k + 1], array_out[k + 2] = value[0], value[1], value[2]


def write_state(e, q, v, a, reference, poses, indices, state_out):
    """Write positions with reference values, velocities and both parts of accelerations.

    Whoever places links at these positions says so with `keep_placed`.
    """
    s, m, b = e.state_start, e.width, e.free
    state_out[s + PLACED * m + m - e.n] = math.nan
    first = s + m - e.n
    for r in range(e.n):
        k = indices[e.start + e.skip + r]
        state_out[first + r] = reference[k] + q[k]
        state_out[s + VELOCITIES * m + b + r] = v[k]
        state_out[s + SECOND * m + b + r] = a[k]
    if b != 0:
        _write_base(e, q, v, a, poses, state_out[s : s + STATES * m])


def keep_placed(e, state_out):
    """Note that the links are placed at the present positions; see `is_placed`."""
    s, at = e.state_start, e.state_start + PLACED * e.width
    for r in range(e.width - e.n, e.width):
        state_out[at + r] = state_out[s + r]


def is_placed(e, q, reference, poses, indices, state):
    """Whether the links are placed at the present positions; of a base its parameters are kept."""
    kept, first = vector_of(e, state, PLACED), e.width - e.n
    for r in range(e.n):
        k = indices[e.start + e.skip + r]
        if kept[first + r] != reference[k] + q[k]:
            return False
    if e.free == 0:
        return True
    x = parameters_of(e.kind, e.first, e.reference, e.first_pose, q, poses)
    return kept[0] == x[0] and kept[1] == x[1] and kept[2] == x[2] and kept[3] == x[3]


def _write_base(e, q, v, a, poses, state_out):
    """Write the state of a free base."""
    m = e.width
    x = parameters_of(e.kind, e.first, e.reference, e.first_pose, q, poses)
    place = placed(e.kind, x)
    R, g, rate = matrix(e.kind, place), columns(e.kind, place), of_coordinates(e.kind, e.first, v)
    for r in range(3):
        state_out[r] = e.reference[r] + q[e.first + r]
    kept = PLACED * m
    state_out[kept], state_out[kept + 1], state_out[kept + 2], state_out[kept + 3] = x
    if e.kind == ANGLES:
        x = quaternion_of_angles(x)
    state_out[3], state_out[4], state_out[5], state_out[6] = x[0], x[1], x[2], x[3]
    u, w = turned_back(R, three(v, e.first)), spin(g, rate)
    _put(u, VELOCITIES * m, state_out)
    _put(w, VELOCITIES * m + 3, state_out)
    _put(turned_back(R, three(a, e.first)), SECOND * m, state_out)
    _put(spin(g, of_coordinates(e.kind, e.first, a)), SECOND * m + 3, state_out)
    _put(cross(u, w), LEFT * m, state_out)
    _put(bias(e.kind, place, rate), LEFT * m + 3, state_out)


def quaternion_of_angles(x):
    """Quaternion of rotations about x, y and z, one after another."""
    s0, c0 = math.sin(0.5 * x[0]), math.cos(0.5 * x[0])
    s1, c1 = math.sin(0.5 * x[1]), math.cos(0.5 * x[1])
    s2, c2 = math.sin(0.5 * x[2]), math.cos(0.5 * x[2])
    return (
        c0 * c1 * c2 - s0 * s1 * s2,
        s0 * c1 * c2 + c0 * s1 * s2,
        c0 * s1 * c2 - s0 * c1 * s2,
        c0 * c1 * s2 + s0 * s1 * c2,
    )


def add_base_forces(e, q, poses, tau, residual_out):
    """residual += (A f, Gb^T n) of a free base, with tau in its axes."""
    place = place_of(e, q, poses)
    force, n = turned(matrix(e.kind, place), three(tau, 0)), three(tau, 3)
    g = columns(e.kind, place)
    for r in range(3):
        residual_out[e.first + r] += force[r]
    for k in range(e.count):
        residual_out[e.first + 3 + k] += dot(g[k], n)


def add_with_base(
    e, q, v, a, poses, ca, cq, cv, tau, by_q, by_v, by_a, slots, column_out, values_out
):  # fmt: skip
    """Add ca, cq and cv times the derivatives of the recursions to the matrix of the nodes.

    tau -- forces on the base in its axes; column_out -- memory for one column
    """
    place = place_of(e, q, poses)
    R, g = matrix(e.kind, place), columns(e.kind, place)
    w = spin(g, of_coordinates(e.kind, e.first, v))
    for c in range(e.skip + e.n):
        if c < 3:
            _shift(R, c, ca, cq, cv, w, by_q, by_v, by_a, column_out)
        elif c < e.skip:
            _turn(e, place, R, g, c - 3, v, a, ca, cq, cv, by_q, by_v, by_a, column_out)
        else:
            k = c - e.skip + e.free
            for r in range(column_out.size):
                column_out[r] = ca * by_a[r, k] + cq * by_q[r, k] + cv * by_v[r, k]
        f = three(column_out, 0)
        if 3 <= c < e.skip:
            f = add(f, scaled(cq, cross(g[c - 3], three(tau, 0))))
        f, n = turned(R, f), three(column_out, 3)
        for r in range(e.skip + e.n):
            slot = slots[e.slot_start + r * (e.skip + e.n) + c]
            if slot < 0:
                continue
            if r < 3:
                values_out[slot] += f[r]
            elif r < e.skip:
                value = dot(g[r - 3], n)
                if 3 <= c < e.skip:
                    bend = moment_slope(e.kind, place, g[r - 3], three(tau, 3), r - 3, c - 3)
                    value += cq * bend
                values_out[slot] += value
            else:
                values_out[slot] += column_out[r - e.skip + e.free]


def _shift(R, c, ca, cq, cv, w, by_q, by_v, by_a, column_out):
    """Column of a translation of the base along global axis c."""
    e = R[c]
    turn = cross(e, w)
    for r in range(column_out.size):
        value = 0.0
        for k in range(3):
            value += ca * by_a[r, k] * e[k] + cq * by_q[r, k] * e[k]
            value += cv * (by_v[r, k] * e[k] + by_a[r, k] * turn[k])
        column_out[r] = value


def _turn(e, place, R, g, k, v, a, ca, cq, cv, by_q, by_v, by_a, column_out):
    """Column of rotation parameter k of the base."""
    rate, second = of_coordinates(e.kind, e.first, v), of_coordinates(e.kind, e.first, a)
    u, w = turned_back(R, three(v, e.first)), spin(g, rate)
    u_k, w_k = cross(u, g[k]), spin_slope(e.kind, place, rate, w, k)
    # changes of displacement, velocity and acceleration, each with its factor
    x = scaled(cq, g[k])
    dw = add(scaled(cq, w_k), scaled(cv, g[k]))
    du = scaled(cq, u_k)
    pull = cross(turned_back(R, three(a, e.first)), g[k])
    db = sub(scaled(cq, pull), add(cross(dw, u), cross(w, du)))
    turn = add(
        spin_slope(e.kind, place, second, spin(g, second), k), bias_slope(e.kind, place, rate, k)
    )
    dalpha = add(scaled(cq, turn), scaled(cv, bias_rate_slope(e.kind, place, rate, k)))
    dalpha = add(dalpha, scaled(ca, g[k]))
    for r in range(column_out.size):
        value = 0.0
        for c in range(3):
            value += by_q[r, 3 + c] * x[c] + by_v[r, c] * du[c] + by_v[r, 3 + c] * dw[c]
            value += by_a[r, c] * db[c] + by_a[r, 3 + c] * dalpha[c]
        column_out[r] = value
