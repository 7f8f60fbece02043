"""Kernels of flexible bodies with modes; `ffrf_reduced_order.py` has the law and the pools.

A body e has n coordinates: those of its node, then `modes` deformations zeta. Beginning at `terms`,
the pool of the same name holds its constants, one component after another, so that sums over modes
run along contiguous numbers (mode k, mode l; c: component):

    S c k      H0 c k      P c k       H1 c k l       R c k l      M, K, D  l k (transposed)

    m c = m c_0 + S zeta       J = J_0 + sum zeta_k (P_k + Q_k)/2       Q_k = P_k + sum R_kl zeta_l
    H = H0 + sum zeta_k H1_k                                            symmetric: xx yy zz yz xz xy

What follows from zeta is written to `work`, behind `w_terms`, by each kernel that needs it:

    m c, J, Q c k, H c k, then X c k = sum_l H1_kl zeta_t,l and three rows of modes

Nothing of it is used by the next kernel, which may run with other constants at the same zeta.
"""

from __future__ import annotations

import math

from linkwork.bodies.generic_law import call_force, call_mass, mass_row, write_state
from linkwork.core.status import USER_FUNCTION, fail
from linkwork.math.rotation_parameters import (
    bias,
    columns,
    matrix,
    of_coordinates,
    parameters_of,
    placed,
    spin,
)
from linkwork.math.vec3 import add, cross, dot, scaled, turned, turned_back


def work_size(n: int) -> int:
    """Numbers in `work` of a body with n modes."""
    return 9 + 15 * n


def place_of(e, q, poses):
    """What the rotation of the node depends on."""
    return placed(e.kind, parameters_of(e.kind, e.first, e.reference, e.first_pose, q, poses))


def at(array, k):
    """Three numbers of an array."""
    return array[k], array[k + 1], array[k + 2]


def component(array, start, n, k):
    """Vector of mode k."""
    return array[start + k], array[start + n + k], array[start + 2 * n + k]


def symmetric(array, start, n, k, x):
    """Symmetric matrix of mode k times a vector."""
    yz, xz, xy = array[start + 3 * n + k], array[start + 4 * n + k], array[start + 5 * n + k]
    return (
        array[start + k] * x[0] + xy * x[1] + xz * x[2],
        xy * x[0] + array[start + n + k] * x[1] + yz * x[2],
        xz * x[0] + yz * x[1] + array[start + 2 * n + k] * x[2],
    )


def add_product(n, matrix_of, x, factor, sum_out):
    """sum += factor x^T matrix, for matrices row by row.

    Four rows at a time: each sum is read and written once for them.
    """
    k = 0
    while k + 4 <= n:
        a, b = factor * x[k], factor * x[k + 1]
        c, d = factor * x[k + 2], factor * x[k + 3]
        rows = matrix_of[k * n : (k + 4) * n]
        for r in range(n):
            two = a * rows[r] + b * rows[n + r]
            sum_out[r] += two + (c * rows[2 * n + r] + d * rows[3 * n + r])
        k += 4
    for last in range(k, n):
        amount, row = factor * x[last], matrix_of[last * n : last * n + n]
        for r in range(n):
            sum_out[r] += amount * row[r]


def deform(e, q, terms, work_out):
    """Compute m c, J, Q and H; returns where they begin in work."""
    n = e.modes
    constants, found = terms[e.terms :], work_out[e.w_terms :]
    zeta = q[e.first_mode :]
    for c in range(3):
        found[c] = e.m * e.b_com[c]
        for k in range(n):
            found[c] += constants[c * n + k] * zeta[k]
    P, H1, R = 6 * n, 12 * n, 12 * n + 3 * n * n
    for c in range(6):
        Q = found[9 + c * n : 9 + c * n + n]
        for k in range(n):
            Q[k] = constants[P + c * n + k]
        add_product(n, constants[R + c * n * n :], zeta, 1.0, Q)
        moment = e.j_6[c]
        for k in range(n):
            moment += 0.5 * zeta[k] * (constants[P + c * n + k] + Q[k])
        found[3 + c] = moment
    for c in range(3):
        H = found[9 + (6 + c) * n : 9 + (7 + c) * n]
        for k in range(n):
            H[k] = constants[3 * n + c * n + k]
        add_product(n, constants[H1 + c * n * n :], zeta, 1.0, H)
    return e.w_terms


def vectors(array, start, n, x, first):
    """Sum of the vectors of all modes, times numbers of an array."""
    a = b = c = 0.0
    for k in range(n):
        amount = x[first + k]
        a += array[start + k] * amount
        b += array[start + n + k] * amount
        c += array[start + 2 * n + k] * amount
    return a, b, c


def tensors(array, start, n, x, first, w):
    """Sum of the symmetric matrices of all modes, times numbers of an array and a vector."""
    a = b = c = 0.0
    for k in range(n):
        u = symmetric(array, start, n, k, w)
        a, b, c = a + x[first + k] * u[0], b + x[first + k] * u[1], c + x[first + k] * u[2]
    return a, b, c


def inertia(table, t, q, v, a, poses, indices, terms, work_out, residual_out):
    for i in range(table.size):
        e = table[i]
        if e.ffrf != 0:
            add_inertia(e, q, a, poses, terms, work_out, residual_out)
        if e.UF_M != 0:
            write_state(e, e.w_mass, indices, q, v, work_out)
            if call_mass(e, t, work_out) != 0:
                return fail(USER_FUNCTION, e.number)
            for r in range(e.n):
                residual_out[indices[e.start + r]] += mass_row(e, r, a, indices, work_out)
    return 0


def add_inertia(e, q, a, poses, terms, work_out, residual_out):
    """M a"""
    n, at_c = e.modes, deform(e, q, terms, work_out)
    H = at_c + 9 + 6 * n
    place = place_of(e, q, poses)
    R, g = matrix(e.kind, place), columns(e.kind, place)
    alpha = spin(g, of_coordinates(e.kind, e.first, a))
    pull, mc = turned_back(R, at(a, e.first)), at(work_out, at_c)
    F = add(scaled(e.m, pull), cross(alpha, mc))
    F = add(F, vectors(terms, e.terms, n, a, e.first_mode))
    N = add(cross(mc, pull), symmetric(work_out, at_c + 3, 1, 0, alpha))
    N = add(N, scaled(-1.0, vectors(work_out, H, n, a, e.first_mode)))
    accumulate(e, R, g, F, N, residual_out)
    own = residual_out[e.first_mode :]
    for k in range(n):
        own[k] += dot(component(terms, e.terms, n, k), pull)
        own[k] -= dot(component(work_out, H, n, k), alpha)
    add_product(n, terms[e.terms + 12 * n + 9 * n * n :], a[e.first_mode :], 1.0, own)


def accumulate(e, R, g, F, N, residual_out):
    """residual += (A F, Gb^T N)"""
    force = turned(R, F)
    for r in range(3):
        residual_out[e.first + r] += force[r]
    for k in range(e.count):
        residual_out[e.first + 3 + k] += dot(g[k], N)


def residual(
    table, t, q, v, poses, indices, terms, work_out, loads_out, load_out, residual_out
):  # fmt: skip
    """Add the forces of inertia that velocities cause, and internal forces."""
    status = internal(table, t, q, v, indices, terms, work_out, loads_out, load_out, residual_out)
    if status != 0:
        return status
    for i in range(table.size):
        e = table[i]
        if e.ffrf != 0:
            size = add_velocity_forces(e, q, v, poses, terms, work_out, residual_out)
            loads_out[i] += size
            load_out[0] += size
    return 0


def add_velocity_forces(e, q, v, poses, terms, work_out, residual_out):
    """Add forces of inertia without accelerations; returns the sum of their squares."""
    n, at_c = e.modes, deform(e, q, terms, work_out)
    Q, H, X = at_c + 9, at_c + 9 + 6 * n, at_c + 9 + 9 * n
    place = place_of(e, q, poses)
    R, g, rate = matrix(e.kind, place), columns(e.kind, place), of_coordinates(e.kind, e.first, v)
    w, turn, mc = spin(g, rate), bias(e.kind, place, rate), at(work_out, at_c)
    write_products(e, v, terms, work_out[X:])
    h = scaled(-1.0, vectors(work_out, H, n, v, e.first_mode))
    F = add(cross(w, cross(w, mc)), cross(turn, mc))
    F = add(F, scaled(2.0, cross(w, vectors(terms, e.terms, n, v, e.first_mode))))
    momentum = add(symmetric(work_out, at_c + 3, 1, 0, w), h)
    N = add(cross(w, momentum), symmetric(work_out, at_c + 3, 1, 0, turn))
    N = add(N, tensors(work_out, Q, n, v, e.first_mode, w))
    accumulate(e, R, g, F, N, residual_out)
    size = dot(F, F) + dot(N, N)
    for k in range(n):
        f = 2.0 * dot(w, component(work_out, X, n, k)) - dot(component(work_out, H, n, k), turn)
        f -= 0.5 * dot(w, symmetric(work_out, Q, n, k, w))
        residual_out[e.first_mode + k] += f
        size += f * f
    return size


def write_products(e, x, terms, found_out):
    """X_k = sum_l H1_kl x_l, of velocities or accelerations; H1_kl = -H1_lk."""
    n, H1 = e.modes, e.terms + 12 * e.modes
    for c in range(3):
        own = found_out[c * n : c * n + n]
        for k in range(n):
            own[k] = 0.0
        add_product(n, terms[H1 + c * n * n :], x[e.first_mode :], -1.0, own)


def internal(
    table, t, q, v, indices, terms, work_out, loads_out, load_out, residual_out
):  # fmt: skip
    """Add K zeta + D zeta_t - UF."""
    for i in range(table.size):
        e = table[i]
        n = e.modes
        own = work_out[e.w_terms + 9 + 12 * n :][:n]
        for k in range(n):
            own[k] = 0.0
        K = e.terms + 12 * n + 10 * n * n
        add_product(n, terms[K:], q[e.first_mode :], 1.0, own)
        add_product(n, terms[K + n * n :], v[e.first_mode :], 1.0, own)
        size = 0.0
        for k in range(n):
            residual_out[e.first_mode + k] += own[k]
            size += own[k] * own[k]
        if e.UF != 0:
            write_state(e, e.w_force, indices, q, v, work_out)
            if call_force(e, t, work_out) != 0:
                return fail(USER_FUNCTION, e.number)
            for r in range(e.n):
                f = work_out[e.w_force + 2 * e.n + r]
                residual_out[indices[e.start + r]] -= f
                size += f * f
        loads_out[i] = size
        load_out[0] += size
    return 0


def kinetic(table, t, q, v, poses, indices, terms, work_out, energy_out):
    """Kinetic energy of each row [J]."""
    for i in range(table.size):
        e = table[i]
        energy_out[i] = moving_energy(e, q, v, poses, terms, work_out) if e.ffrf != 0 else 0.0
        if e.UF_M != 0:
            write_state(e, e.w_mass, indices, q, v, work_out)
            if call_mass(e, t, work_out) != 0:
                return fail(USER_FUNCTION, e.number)
            for r in range(e.n):
                momentum = mass_row(e, r, v, indices, work_out)
                energy_out[i] += 0.5 * momentum * v[indices[e.start + r]]
    return 0


def moving_energy(e, q, v, poses, terms, work_out):
    """Kinetic energy without the mass matrix of users."""
    n, at_c = e.modes, deform(e, q, terms, work_out)
    place = place_of(e, q, poses)
    w = spin(columns(e.kind, place), of_coordinates(e.kind, e.first, v))
    speed = turned_back(matrix(e.kind, place), at(v, e.first))
    flow = vectors(terms, e.terms, n, v, e.first_mode)
    energy = 0.5 * (e.m * dot(speed, speed) + dot(w, symmetric(work_out, at_c + 3, 1, 0, w)))
    energy += dot(speed, add(cross(w, at(work_out, at_c)), flow))
    energy -= dot(w, vectors(work_out, at_c + 9 + 6 * n, n, v, e.first_mode))
    own = work_out[e.w_terms + 9 + 12 * n :][:n]
    for k in range(n):
        own[k] = 0.0
    add_product(n, terms[e.terms + 12 * n + 9 * n * n :], v[e.first_mode :], 0.5, own)
    for k in range(n):
        energy += own[k] * v[e.first_mode + k]
    return energy


def potential(table, q, terms, energy_out):
    """zeta K zeta / 2 of each row [J]; user functions have no energy."""
    for i in range(table.size):
        e = table[i]
        n, K = e.modes, e.terms + 12 * e.modes + 10 * e.modes * e.modes
        energy = 0.0
        for k in range(n):
            for r in range(n):
                energy += q[e.first_mode + k] * terms[K + k * n + r] * q[e.first_mode + r]
        energy_out[i] = 0.5 * energy


def nearest_node(e, local, places):
    """Mesh node nearest to a local position."""
    found, least = 0, math.inf
    for j in range(e.mesh):
        x = places[e.place_start + 3 * j] - local[0]
        y = places[e.place_start + 3 * j + 1] - local[1]
        z = places[e.place_start + 3 * j + 2] - local[2]
        square = x * x + y * y + z * z
        if square < least:
            found, least = j, square
    return found
