"""Matrix and outputs of flexible bodies with modes; `ffrf_reduced_order.py` has the law.

The forces of inertia F, N and E_k of `ffrf_law.py` depend on the rotation parameters through A,
w and alpha, and on zeta through m c, J, Q and H. All derivatives are exact:

    by zeta_m     F: alpha x S_m + w x (w x S_m)        E_k: -alpha . H1_mk - w . R_km w / 2
                  N: S_m x A^T r_tt + Q_m alpha + w x (Q_m w - X_m) - Y_m + sum_l R_ml zeta_t,l w
    by zeta_t,m   F: 2 w x S_m      N: Q_m w - w x H_m      E_k: 2 w . H1_km

with X_m = sum_l H1_ml zeta_t,l and Y_m the same of zeta_tt; K and D are added to E.
"""

from __future__ import annotations

from linkwork.bodies.ffrf_law import (
    at,
    component,
    deform,
    kinetic,
    nearest_node,
    place_of,
    potential,
    symmetric,
    tensors,
    vectors,
    write_products,
)
from linkwork.bodies.generic_law import (
    KINETIC_ENERGY,
    POTENTIAL_ENERGY,
    add_derivatives,
    call_force,
    call_mass,
    write_coordinates,
    write_state,
)
from linkwork.core.enums import OutputVariableType as Variable
from linkwork.core.status import USER_FUNCTION, fail
from linkwork.math.rotation_parameters import (
    VECTOR,
    bias,
    bias_rate_slope,
    bias_slope,
    columns,
    matrix,
    moment_slope,
    of_coordinates,
    spin,
    spin_slope,
)
from linkwork.math.tait_bryan import angles
from linkwork.math.vec3 import add, cross, dot, scaled, sub, turned, turned_back
from linkwork.nodes.point_node import (
    ACCELERATION,
    DISPLACEMENT,
    POSITION,
    ROTATION_MATRIX,
    VELOCITY,
)
from linkwork.nodes.pose_node import (
    ANGULAR_ACCELERATION,
    ANGULAR_VELOCITY,
    ANGULAR_VELOCITY_LOCAL,
    ROTATION,
)
from linkwork.nodes.rigid_body_ep import NodeRigidBodyEP, write_rates

EULER_COORDINATES = NodeRigidBodyEP.coordinates
"""Number of coordinates of a node with Euler parameters."""

VELOCITY_LOCAL, FORCE = int(Variable.VelocityLocal), int(Variable.Force)
DISPLACEMENT_LOCAL = int(Variable.DisplacementLocal)
STRESS_LOCAL, STRAIN_LOCAL = int(Variable.StressLocal), int(Variable.StrainLocal)


def jacobian(
    table, t, q, v, a, poses, ca, cq, cv, indices, terms, slots, work_out, values_out
):  # fmt: skip
    for i in range(table.size):
        e = table[i]
        n, N = e.modes, e.n
        own, lead = slots[e.entry_start :], e.n - e.modes
        if e.ffrf != 0:
            place = place_of(e, q, poses)
            R, g = matrix(e.kind, place), columns(e.kind, place)
            at_c = deform(e, q, terms, work_out)
            _add_masses(e, R, g, ca, at_c, terms, work_out, own, values_out)
            if cq != 0.0 or cv != 0.0:
                _add_turn_slopes(e, place, R, g, q, v, a, cq, cv, at_c, terms, own, work_out,
                                 values_out)  # fmt: skip
                _add_mode_slopes(e, place, R, g, v, a, cq, cv, at_c, terms, own, work_out,
                                 values_out)  # fmt: skip
        K = e.terms + 12 * n + 10 * n * n
        D = K + n * n
        if cq != 0.0 or cv != 0.0:
            for m in range(n):
                for k in range(n):
                    x = cq * terms[K + m * n + k] + cv * terms[D + m * n + k]
                    values_out[own[(lead + k) * N + lead + m]] += x
        if e.UF_M != 0:
            write_state(e, e.w_mass, indices, q, v, work_out)
            if call_mass(e, t, work_out) != 0:
                return fail(USER_FUNCTION, e.number)
            for k in range(N * N):
                values_out[own[k]] += ca * work_out[e.w_mass + 2 * N + k]
        if (e.UF != 0 or e.UF_M != 0) and (cq != 0.0 or cv != 0.0):
            status = add_derivatives(e, t, q, v, a, cq, cv, indices, slots, work_out, values_out)
            if status != 0:
                return fail(USER_FUNCTION, e.number)
    return 0


def _add_masses(e, R, g, ca, at_c, terms, work, own, values_out):
    """ca M"""
    n, N = e.modes, e.n
    lead, H, M = N - n, at_c + 9 + 6 * n, e.terms + 12 * n + 9 * n * n
    mc = at(work, at_c)
    for r in range(3):
        values_out[own[r * N + r]] += ca * e.m
        lever = scaled(ca, cross(mc, R[r]))
        for k in range(e.count):
            x = dot(g[k], lever)
            values_out[own[r * N + 3 + k]] += x
            values_out[own[(3 + k) * N + r]] += x
    for k in range(e.count):
        momentum = scaled(ca, symmetric(work, at_c + 3, 1, 0, g[k]))
        for m in range(k + 1):
            x = dot(g[m], momentum)
            values_out[own[(3 + m) * N + 3 + k]] += x
            if m != k:
                values_out[own[(3 + k) * N + 3 + m]] += x
    for m in range(n):
        force = turned(R, scaled(ca, component(terms, e.terms, n, m)))
        for r in range(3):
            values_out[own[r * N + lead + m]] += force[r]
            values_out[own[(lead + m) * N + r]] += force[r]
        moment = scaled(-ca, component(work, H, n, m))
        for k in range(e.count):
            x = dot(g[k], moment)
            values_out[own[(3 + k) * N + lead + m]] += x
            values_out[own[(lead + m) * N + 3 + k]] += x
        for k in range(n):
            values_out[own[(lead + k) * N + lead + m]] += ca * terms[M + m * n + k]


def _forces(e, place, R, g, v, a, at_c, terms, work):
    """(w, alpha, A^T r_tt, F, N) with all velocities and accelerations"""
    n = e.modes
    rate, second = of_coordinates(e.kind, e.first, v), of_coordinates(e.kind, e.first, a)
    w, mc = spin(g, rate), at(work, at_c)
    alpha = add(spin(g, second), bias(e.kind, place, rate))
    pull, H = turned_back(R, at(a, e.first)), at_c + 9 + 6 * n
    F = add(scaled(e.m, pull), add(cross(alpha, mc), cross(w, cross(w, mc))))
    F = add(F, vectors(terms, e.terms, n, a, e.first_mode))
    F = add(F, scaled(2.0, cross(w, vectors(terms, e.terms, n, v, e.first_mode))))
    momentum = sub(symmetric(work, at_c + 3, 1, 0, w), vectors(work, H, n, v, e.first_mode))
    N = add(cross(mc, pull), symmetric(work, at_c + 3, 1, 0, alpha))
    N = sub(N, vectors(work, H, n, a, e.first_mode))
    N = add(N, add(cross(w, momentum), tensors(work, at_c + 9, n, v, e.first_mode, w)))
    return w, alpha, pull, F, N, momentum


def _add_turn_slopes(
    e, place, R, g, q, v, a, cq, cv, at_c, terms, own, work_out, values_out
):  # fmt: skip
    """Derivatives of the forces of inertia by the rotation and its velocities"""
    n, N = e.modes, e.n
    lead, Q, H, X = N - n, at_c + 9, at_c + 9 + 6 * n, at_c + 9 + 9 * n
    w, alpha, pull, F, moment, momentum = _forces(e, place, R, g, v, a, at_c, terms, work_out)
    write_products(e, v, terms, work_out[X:])
    rate, second = of_coordinates(e.kind, e.first, v), of_coordinates(e.kind, e.first, a)
    turn, mc = spin(g, second), at(work_out, at_c)
    flow = vectors(terms, e.terms, n, v, e.first_mode)
    for m in range(e.count):
        w_m = add(scaled(cq, spin_slope(e.kind, place, rate, w, m)), scaled(cv, g[m]))
        alpha_m = add(
            spin_slope(e.kind, place, second, turn, m), bias_slope(e.kind, place, rate, m)
        )
        alpha_m = add(scaled(cq, alpha_m), scaled(cv, bias_rate_slope(e.kind, place, rate, m)))
        pull_m = scaled(cq, cross(pull, g[m]))
        F_m = add(scaled(e.m, pull_m), cross(alpha_m, mc))
        F_m = add(F_m, add(cross(w_m, cross(w, mc)), cross(w, cross(w_m, mc))))
        F_m = add(F_m, scaled(2.0, cross(w_m, flow)))
        N_m = add(cross(mc, pull_m), symmetric(work_out, at_c + 3, 1, 0, alpha_m))
        N_m = add(N_m, tensors(work_out, Q, n, v, e.first_mode, w_m))
        N_m = add(N_m, cross(w_m, momentum))
        N_m = add(N_m, cross(w, symmetric(work_out, at_c + 3, 1, 0, w_m)))
        force = turned(R, add(F_m, scaled(cq, cross(g[m], F))))
        for r in range(3):
            values_out[own[r * N + 3 + m]] += force[r]
        for k in range(e.count):
            bend = cq * moment_slope(e.kind, place, g[k], moment, k, m)
            values_out[own[(3 + k) * N + 3 + m]] += dot(g[k], N_m) + bend
        for k in range(n):
            x = dot(component(terms, e.terms, n, k), pull_m)
            x -= dot(component(work_out, H, n, k), alpha_m)
            x -= dot(w_m, symmetric(work_out, Q, n, k, w))
            x += 2.0 * dot(w_m, component(work_out, X, n, k))
            values_out[own[(lead + k) * N + 3 + m]] += x


def _add_mode_slopes(
    e, place, R, g, v, a, cq, cv, at_c, terms, own, work_out, values_out
):  # fmt: skip
    """Derivatives of the forces of inertia by deformations and their rates"""
    n, N = e.modes, e.n
    lead, Q, H, X = N - n, at_c + 9, at_c + 9 + 6 * n, at_c + 9 + 9 * n
    Y, H1, R2 = X + 3 * n, e.terms + 12 * n, e.terms + 12 * n + 3 * n * n
    rate = of_coordinates(e.kind, e.first, v)
    w, pull = spin(g, rate), turned_back(R, at(a, e.first))
    alpha = add(spin(g, of_coordinates(e.kind, e.first, a)), bias(e.kind, place, rate))
    write_products(e, v, terms, work_out[X:])
    write_products(e, a, terms, work_out[Y:])
    xx, yy, zz = w[0] * w[0], w[1] * w[1], w[2] * w[2]
    yz, xz, xy = 2.0 * w[1] * w[2], 2.0 * w[0] * w[2], 2.0 * w[0] * w[1]
    for m in range(n):
        S_m, Q_w = component(terms, e.terms, n, m), symmetric(work_out, Q, n, m, w)
        F_m = scaled(cq, add(cross(alpha, S_m), cross(w, cross(w, S_m))))
        F_m = turned(R, add(F_m, scaled(2.0 * cv, cross(w, S_m))))
        # m c, J and H change by S_m, Q_m and H1_m; sum_k H1_mk x_k = X_m
        N_m = add(cross(S_m, pull), symmetric(work_out, Q, n, m, alpha))
        N_m = sub(N_m, component(work_out, Y, n, m))
        N_m = add(N_m, cross(w, sub(Q_w, component(work_out, X, n, m))))
        rest = _changed_rate(R2 + m * n, n, v, e.first_mode, w, terms)
        N_m = scaled(cq, add(N_m, rest))
        N_m = add(N_m, scaled(cv, sub(Q_w, cross(w, component(work_out, H, n, m)))))
        for r in range(3):
            values_out[own[r * N + lead + m]] += F_m[r]
        for k in range(e.count):
            values_out[own[(3 + k) * N + lead + m]] += dot(g[k], N_m)
        for k in range(n):
            j, b, s = m * n + k, H1 + m * n + k, n * n
            bent = xx * terms[R2 + j] + yy * terms[R2 + s + j] + zz * terms[R2 + 2 * s + j]
            bent += yz * terms[R2 + 3 * s + j] + xz * terms[R2 + 4 * s + j]
            bent = 0.5 * (bent + xy * terms[R2 + 5 * s + j])
            h = terms[b], terms[b + s], terms[b + 2 * s]  # H1_mk = -H1_km
            x = -cq * (dot(alpha, h) + bent) - 2.0 * cv * dot(w, h)
            values_out[own[(lead + k) * N + lead + m]] += x


def _changed_rate(start, n, v, first, w, terms):
    """sum_l R_ml zeta_t,l w"""
    a = b = c = 0.0
    for k in range(n):
        u = symmetric(terms, start, n * n, k, w)
        a, b, c = a + v[first + k] * u[0], b + v[first + k] * u[1], c + v[first + k] * u[2]
    return a, b, c


# ------------------------------------------------------------------------------- outputs


def output(
    table, row, variable, local, t, q, v, a, reference, poses, indices, terms, places, shapes,
    recovery, work_out, value_out,
):  # fmt: skip
    if variable == KINETIC_ENERGY:
        one = table[row : row + 1]
        return kinetic(one, t, q, v, poses, indices, terms, work_out, value_out)
    if variable == POTENTIAL_ENERGY:
        potential(table[row : row + 1], q, terms, value_out)
        return 0
    e = table[row]
    if variable == FORCE:
        return _write_forces(e, t, q, v, indices, terms, work_out, value_out)
    if write_coordinates(e, variable, q, v, a, reference, indices, value_out):
        if e.kind == VECTOR and e.n - e.modes == EULER_COORDINATES:
            write_rates(e, variable, v, a, poses, value_out)
        return 0
    is_mesh = local[2] != local[2]
    if variable == STRESS_LOCAL or variable == STRAIN_LOCAL:
        node = int(local[0]) if is_mesh else nearest_node(e, local, places)
        _recover(e, node, q, recovery, value_out)
        return 0
    still = 0.0, 0.0, 0.0
    home, u, u_t, u_tt = (local[0], local[1], local[2]), still, still, still
    if is_mesh:
        node = int(local[0])
        home = at(places, e.place_start + 3 * node)
        u, u_t = _shape_sum(e, node, q, shapes), _shape_sum(e, node, v, shapes)
        u_tt = _shape_sum(e, node, a, shapes)
    _write_point(e, variable, home, u, u_t, u_tt, q, v, a, poses, value_out)
    return 0


def _write_forces(e, t, q, v, indices, terms, work_out, value_out):
    """K zeta + D zeta_t - UF"""
    n, lead = e.modes, e.n - e.modes
    K = e.terms + 12 * n + 10 * n * n
    for m in range(n):
        for k in range(n):
            x = terms[K + m * n + k] * q[e.first_mode + m]
            value_out[lead + k] += x + terms[K + n * n + m * n + k] * v[e.first_mode + m]
    if e.UF != 0:
        write_state(e, e.w_force, indices, q, v, work_out)
        if call_force(e, t, work_out) != 0:
            return fail(USER_FUNCTION, e.number)
        for r in range(e.n):
            value_out[r] -= work_out[e.w_force + 2 * e.n + r]
    return 0


def _shape_sum(e, node, values, shapes):
    """Sum of the modes at a mesh node, times numbers of an array."""
    x = y = z = 0.0
    start, n = e.shape_start + 3 * node * e.modes, e.modes
    for k in range(n):
        amount = values[e.first_mode + k]
        x += shapes[start + k] * amount
        y += shapes[start + n + k] * amount
        z += shapes[start + 2 * n + k] * amount
    return x, y, z


def _recover(e, node, q, recovery, value_out):
    """Stress or strain at a mesh node."""
    start = e.recovery_start + 6 * node * e.modes
    for k in range(e.modes):
        for c in range(6):
            value_out[c] += recovery[start + 6 * k + c] * q[e.first_mode + k]


def _write_point(e, variable, home, u, u_t, u_tt, q, v, a, poses, value_out):
    """Outputs of a point of the reference frame that is moved by u."""
    place = place_of(e, q, poses)
    R, g = matrix(e.kind, place), columns(e.kind, place)
    rate = of_coordinates(e.kind, e.first, v)
    w, b = spin(g, rate), add(home, u)
    alpha = add(spin(g, of_coordinates(e.kind, e.first, a)), bias(e.kind, place, rate))
    x = 0.0, 0.0, 0.0
    if variable == POSITION:
        x = add(add(at(e.reference, 0), at(q, e.first)), turned(R, b))
    elif variable == DISPLACEMENT:
        x = sub(add(at(q, e.first), turned(R, b)), turned(e.A_ref, home))
    elif variable == DISPLACEMENT_LOCAL:
        x = u
    elif variable == VELOCITY_LOCAL:
        x = u_t
    elif variable == VELOCITY:
        x = add(at(v, e.first), turned(R, add(cross(w, b), u_t)))
    elif variable == ACCELERATION:
        arm = add(cross(alpha, b), cross(w, cross(w, b)))
        arm = add(arm, add(scaled(2.0, cross(w, u_t)), u_tt))
        x = add(at(a, e.first), turned(R, arm))
    elif variable == ROTATION:
        x = angles(R)
    elif variable == ANGULAR_VELOCITY:
        x = turned(R, w)
    elif variable == ANGULAR_VELOCITY_LOCAL:
        x = w
    elif variable == ANGULAR_ACCELERATION:
        x = turned(R, alpha)
    elif variable == ROTATION_MATRIX:
        for r in range(3):
            for c in range(3):
                value_out[3 * r + c] = R[r][c]
        return
    for r in range(3):
        value_out[r] = x[r]
