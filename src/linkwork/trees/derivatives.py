"""Derivatives of inverse and forward dynamics by recursion.

A small change of coordinate j moves all links behind it by S_j. With psi_j = V_parent x S_j and
xi_j = A_parent x S_j + V_parent x psi_j, the force F of all links k behind j changes by

    by q_j:   S_j x* F + J xi_j + B psi_j
    by q'_j:  B S_j + 2 J psi_j
    by q''_j: J S_j

where J is the inertia of the links behind, and B psi = J(psi x V) + psi x* J V + V x* J psi for
each of them. In global axes B depends on the angular part alone:

    B psi = (K psi_omega, -2 P x psi_omega),   K = d I/dt - L~,  (L, P) = J V

K and P are added over links as J is. A joint i behind j sees J and B of the links behind itself,
because its axis turns with S_j. Displacements of a free link are taken in its own axes, those of
its origin first, like its velocities; its psi is zero, and V x S_j takes the place of 2 psi_j.
"""

from linkwork.core.kernels.marks import contracted
from linkwork.core.kernels.pointer import view
from linkwork.math.vec3 import add, cross, dot, scaled, turned_back
from linkwork.trees.inverse import accelerate
from linkwork.trees.mass import set_inertias
from linkwork.trees.records import FREE, NUMBER, TASK
from linkwork.trees.solved import SINGULAR, accelerations
from linkwork.trees.spatial import (
    add_to,
    angular,
    dot_pair,
    inertia_times,
    linear,
    plus_scaled,
    rows,
    two_crosses,
    write,
)
from linkwork.trees.tasks import links_of, state_of


@contracted
def inverse_derivatives(address):
    """out0, out1, out2 = d tau / dq, dv, da for every state q, v, a of a task."""
    task = view(address, (1,), TASK)[0]
    links, work = links_of(task)
    nv = task.nv
    for s in range(task.rows):
        q, v, a = state_of(task, s)
        place = 8 * s * nv * nv
        by_q = view(task.out0 + place, (nv, nv), NUMBER)
        by_v = view(task.out1 + place, (nv, nv), NUMBER)
        by_a = view(task.out2 + place, (nv, nv), NUMBER)
        differentiate(links, task.gravity, q, v, a, work, by_q, by_v, by_a)
    return 0


@contracted
def forward_derivatives(address):
    """out0, out1, out2 = d q'' / dq, dv, dtau for every state q, v and force a of a task."""
    task = view(address, (1,), TASK)[0]
    links, work = links_of(task)
    nv = task.nv
    L = view(task.scratch, (nv, nv), NUMBER)
    zero = view(task.scratch + 8 * nv * nv, (nv,), NUMBER)
    a = view(task.scratch + 8 * nv * (nv + 1), (nv,), NUMBER)
    status = 0
    for s in range(task.rows):
        q, v, tau = state_of(task, s)
        place = 8 * s * nv * nv
        by_q = view(task.out0 + place, (nv, nv), NUMBER)
        by_v = view(task.out1 + place, (nv, nv), NUMBER)
        by_tau = view(task.out2 + place, (nv, nv), NUMBER)
        if accelerations(links, task.gravity, q, v, tau, zero, work, L, a) != 0:
            status = SINGULAR
        differentiate(links, task.gravity, q, v, a, work, by_q, by_v, by_tau)
        by_tau[:] = 0.0
        for k in range(nv):
            by_tau[k, k] = -1.0
        _solve_columns(L, by_q)
        _solve_columns(L, by_v)
        _solve_columns(L, by_tau)
    return status


def _solve_columns(L, matrix_out):
    """Replace a matrix by -M^-1 times it, row by row."""
    n = L.shape[0]
    for i in range(n):
        for j in range(i):
            factor = L[i, j]
            for k in range(n):
                matrix_out[i, k] -= factor * matrix_out[j, k]
        scale = L[i, i]
        for k in range(n):
            matrix_out[i, k] *= scale
    for i in range(n - 1, -1, -1):
        scale = L[i, i]
        for k in range(n):
            matrix_out[i, k] *= scale
        for j in range(i):
            factor = L[i, j]
            for k in range(n):
                matrix_out[j, k] -= factor * matrix_out[i, k]
    for i in range(n):
        for k in range(n):
            matrix_out[i, k] = -matrix_out[i, k]


def differentiate(links, gravity, q, v, a, work_out, by_q_out, by_v_out, by_a_out):
    """The three matrices of one state."""
    accelerate(links, gravity, q, v, a, work_out)
    set_inertias(links, work_out)
    _prepare(links, work_out)
    by_q_out[:] = 0.0
    by_v_out[:] = 0.0
    by_a_out[:] = 0.0
    for i in range(links.size - 1, 0, -1):
        link, here = links[i], work_out[i]
        _add_up(here, work_out[link.parent])
        if link.kind == FREE:
            _free_block(here, link.iv, gravity, by_q_out, by_v_out, by_a_out)
        else:
            _columns(links, work_out, i, v, gravity, by_q_out, by_v_out, by_a_out)


def _prepare(links, work_out):
    """K, P, psi and xi of all links."""
    work_out[0].B[:] = 0.0
    work_out[0].P[:] = 0.0
    for i in range(1, links.size):
        link, here = links[i], work_out[i]
        w, u, J = angular(here.V), linear(here.V), here.J
        n, f = inertia_times(J, w, u)
        here.P[0], here.P[1], here.P[2] = f
        _set_rate(J, w, u, n, here.B)
        if link.kind != FREE:
            up, Sw, Su = work_out[link.parent], angular(here.S), linear(here.S)
            W, U = angular(up.V), linear(up.V)
            pw, pu = cross(W, Sw), two_crosses(W, Su, U, Sw)
            write(pw, pu, here.psi)
            alpha, b = angular(up.A), linear(up.A)
            write(
                two_crosses(alpha, Sw, W, pw),
                add(two_crosses(alpha, Su, b, Sw), two_crosses(W, pu, U, pw)),
                here.xi,
            )


def _set_rate(J, w, u, L, K_out):
    """K = dI/dt - L~ by rows."""
    h = (J[1], J[2], J[3])
    x = cross(w, (J[4], J[7], J[8]))
    y = cross(w, (J[7], J[5], J[9]))
    z = cross(w, (J[8], J[9], J[6]))
    d = 2.0 * dot(u, h)
    # x, y, z are columns of omega~ I, whose symmetric part counts twice
    K_out[0] = 2.0 * (x[0] - h[0] * u[0]) + d
    K_out[4] = 2.0 * (y[1] - h[1] * u[1]) + d
    K_out[8] = 2.0 * (z[2] - h[2] * u[2]) + d
    xy = x[1] + y[0] - h[0] * u[1] - h[1] * u[0]
    xz = x[2] + z[0] - h[0] * u[2] - h[2] * u[0]
    yz = y[2] + z[1] - h[1] * u[2] - h[2] * u[1]
    K_out[1], K_out[3] = xy + L[2], xy - L[2]
    K_out[2], K_out[6] = xz - L[1], xz + L[1]
    K_out[5], K_out[7] = yz + L[0], yz - L[0]


def _add_up(here, above_out):
    """Add inertia, its rate, momentum and force to those of the parent."""
    for m in range(10):
        above_out.J[m] += here.J[m]
    for m in range(9):
        above_out.B[m] += here.B[m]
    for m in range(3):
        above_out.P[m] += here.P[m]
    add_to(angular(here.F), linear(here.F), above_out.F)


def _rate_times(here, w):
    """B (w, .): two vectors."""
    K, P = here.B, (here.P[0], here.P[1], here.P[2])
    return (
        (
            K[0] * w[0] + K[1] * w[1] + K[2] * w[2],
            K[3] * w[0] + K[4] * w[1] + K[5] * w[2],
            K[6] * w[0] + K[7] * w[1] + K[8] * w[2],
        ),
        scaled(-2.0, cross(P, w)),
    )


def _rate_transposed(here, w, u):
    """Angular part of B^T (w, u)."""
    K, P = here.B, (here.P[0], here.P[1], here.P[2])
    c = cross(u, P)
    return (
        K[0] * w[0] + K[3] * w[1] + K[6] * w[2] - 2.0 * c[0],
        K[1] * w[0] + K[4] * w[1] + K[7] * w[2] - 2.0 * c[1],
        K[2] * w[0] + K[5] * w[1] + K[8] * w[2] - 2.0 * c[2],
    )


def _columns(links, work, i, v, gravity, by_q_out, by_v_out, by_a_out):
    """Column and row of a joint: how it moves the joints before it, and they move it."""
    link, here = links[i], work[i]
    k = link.iv
    Sw, Su = angular(here.S), linear(here.S)
    pw, pu = angular(here.psi), linear(here.psi)
    yn, yf = inertia_times(here.J, Sw, Su)
    z = _rate_transposed(here, Sw, Su)
    # change of the force by q_i and by q'_i
    n, f = inertia_times(here.J, angular(here.xi), linear(here.xi))
    bn, bf = _rate_times(here, pw)
    Fn, Ff = angular(here.F), linear(here.F)
    qn = add(add(n, bn), two_crosses(Sw, Fn, Su, Ff))
    qf = add(add(f, bf), cross(Sw, Ff))
    n, f = inertia_times(here.J, pw, pu)
    bn, bf = _rate_times(here, Sw)
    vn, vf = plus_scaled(bn, 2.0, n), plus_scaled(bf, 2.0, f)
    ratio = link.ratio
    slope = link.damping
    if abs(ratio * v[k]) < link.zone:
        slope += link.friction / link.zone
    by_q_out[k, k] += dot_pair(here.S, qn, qf) + ratio * ratio * link.stiffness
    by_v_out[k, k] += dot_pair(here.S, vn, vf) + ratio * ratio * slope
    by_a_out[k, k] += dot_pair(here.S, yn, yf) + ratio * ratio * link.armature
    j = link.parent
    while j != 0:
        before, other = links[j], work[j]
        m = before.iv
        if before.kind == FREE:
            R = rows(other.R)
            _add_column(m, k, R, qn, qf, by_q_out)
            _add_column(m, k, R, vn, vf, by_v_out)
            _add_column(m, k, R, yn, yf, by_a_out)
            _free_row(other, k, m, gravity, yn, yf, z, by_q_out, by_v_out, by_a_out)
        else:
            by_q_out[m, k] += dot_pair(other.S, qn, qf)
            by_v_out[m, k] += dot_pair(other.S, vn, vf)
            value = dot_pair(other.S, yn, yf)
            by_a_out[m, k] += value
            by_a_out[k, m] += value
            by_q_out[k, m] += dot_pair(other.xi, yn, yf) + dot(angular(other.psi), z)
            by_v_out[k, m] += 2.0 * dot_pair(other.psi, yn, yf) + dot(angular(other.S), z)
        j = before.parent


def _add_column(m, k, R, n, f, matrix_out):
    """Add a force on a free link, in its axes, to column k."""
    force, moment = turned_back(R, f), turned_back(R, n)
    for r in range(3):
        matrix_out[m + r, k] += force[r]
        matrix_out[m + 3 + r, k] += moment[r]


def _axis(R, c):
    """Column of a matrix."""
    if c == 0:
        return R[0][0], R[1][0], R[2][0]
    if c == 1:
        return R[0][1], R[1][1], R[2][1]
    return R[0][2], R[1][2], R[2][2]


def _free_row(other, k, m, gravity, yn, yf, z, by_q_out, by_v_out, by_a_out):
    """Row of a joint by the six coordinates of the free link before it."""
    R, w, u = rows(other.R), angular(other.V), linear(other.V)
    g = (-gravity[0], -gravity[1], -gravity[2])
    for c in range(3):
        e = _axis(R, c)
        # the linear coordinate: S = (0, e), V x S = (0, omega x e), xi = 0
        by_v_out[k, m + c] += dot(yf, cross(w, e))
        by_a_out[k, m + c] += dot(yf, e)
        # the angular coordinate: S = (e, 0), V x S = (omega x e, v x e), xi = (0, -g x e)
        by_q_out[k, m + 3 + c] += dot(yf, cross(g, e))
        by_v_out[k, m + 3 + c] += dot(yn, cross(w, e)) + dot(yf, cross(u, e)) + dot(z, e)
        by_a_out[k, m + 3 + c] += dot(yn, e)


def _free_block(here, k, gravity, by_q_out, by_v_out, by_a_out):
    """The six by six entries of a free link."""
    R, w, u = rows(here.R), angular(here.V), linear(here.V)
    g = (-gravity[0], -gravity[1], -gravity[2])
    zero = (0.0, 0.0, 0.0)
    for c in range(3):
        e = _axis(R, c)
        n, f = inertia_times(here.J, zero, e)
        _add_column(k, k + c, R, n, f, by_a_out)
        n, f = inertia_times(here.J, zero, cross(w, e))
        _add_column(k, k + c, R, n, f, by_v_out)
        n, f = inertia_times(here.J, e, zero)
        _add_column(k, k + 3 + c, R, n, f, by_a_out)
        n, f = inertia_times(here.J, cross(w, e), cross(u, e))
        bn, bf = _rate_times(here, e)
        _add_column(k, k + 3 + c, R, add(n, bn), add(f, bf), by_v_out)
        n, f = inertia_times(here.J, zero, cross(g, e))
        _add_column(k, k + 3 + c, R, n, f, by_q_out)
