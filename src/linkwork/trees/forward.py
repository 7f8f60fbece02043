"""Forward dynamics by articulated bodies: accelerations without a mass matrix.

    U = IA S,  D = S . U + armature,  u = tau - S . pA,  t = (u - U . C) / D
    pA_parent += pA + IA C + U t;  IA_parent += IA - U U^T / D
    back: a' = A_parent + C,  q'' = (u - U . a') / D,  A = a' + S q''

IA is kept as three parts: angular (six entries xx, yy, zz, xy, xz, yz), mixed (nine, by rows), and
linear (six). Joints that follow others break the recursion: `solved.py` serves them. Where D is
rounding, as with two joints of one axis and nothing between them, results are not numbers.
"""

import math

from linkwork.core.kernels.marks import contracted
from linkwork.core.kernels.pointer import view
from linkwork.math.tolerances import ROUNDED_PIVOT
from linkwork.math.vec3 import add, cross, dot, scaled, sub, turned, turned_back
from linkwork.trees.placing import (
    free_rotation,
    free_vectors,
    joint_frame,
    joint_motion,
    resistance,
    set_base,
)
from linkwork.trees.records import FREE, NUMBER, TASK
from linkwork.trees.spatial import (
    add_to,
    angular,
    dot_pair,
    inertia_about_origin,
    inertia_times,
    linear,
    plus_scaled,
    rows,
    solved_symmetric,
    two_crosses,
    vector,
    write,
    write_rows,
    write_vector,
)
from linkwork.trees.tasks import links_of, state_of


@contracted
def forward_dynamics(address):
    """out0 = q'' for every state q, v and force a of a task."""
    task = view(address, (1,), TASK)[0]
    links, work = links_of(task)
    nv = task.nv
    for s in range(task.rows):
        q, v, tau = state_of(task, s)
        a_out = view(task.out0 + 8 * s * nv, (nv,), NUMBER)
        move_links(links, task.gravity, q, v, work)
        release_links(links, task.gravity, q, v, tau, work, a_out)
    return 0


def move_links(links, gravity, q, v, work_out):
    """Frames, motions, inertias and bias forces of all links, which forces on links lessen."""
    set_base(gravity, work_out[0])
    for i in range(1, links.size):
        _move(links[i], q, v, work_out[links[i].parent], work_out[i])


def release_links(links, gravity, q, v, tau, work_out, a_out):
    """q'' of one state."""
    for i in range(links.size - 1, 0, -1):
        link, here = links[i], work_out[i]
        if link.kind != FREE:
            k = link.iv
            force = tau[k] - resistance(link, q[link.iq] + link.offset, v[k])
            _reduce(force, link.armature, link.parent != 0, here, work_out[link.parent])
    for i in range(1, links.size):
        link, here = links[i], work_out[i]
        if link.kind == FREE:
            _release(link.iv, gravity, tau, here, a_out)
            continue
        up, C, S = work_out[link.parent], here.C, here.S
        w = add(angular(up.A), angular(C))
        u = add(linear(up.A), linear(C))
        found = (here.u - dot_pair(here.U, w, u)) * here.d
        a_out[link.iv] = found
        write(plus_scaled(w, found, angular(S)), plus_scaled(u, found, linear(S)), here.A)


def _move(link, q, v, up, here_out):
    """Frame, motion, velocity, inertia and bias force of a link."""
    k = link.iv
    if link.kind == FREE:
        R, o = free_rotation(link, q), (0.0, 0.0, 0.0)
        w, u = free_vectors(R, v, k)
    else:
        R, o = joint_frame(link, up, q[link.iq] + link.offset)
        Sw, Su = joint_motion(link, R, o)
        write(Sw, Su, here_out.S)
        W, U = angular(up.V), linear(up.V)
        sw, su = scaled(v[k], Sw), scaled(v[k], Su)
        write(cross(W, sw), two_crosses(W, su, U, sw), here_out.C)
        w, u = add(W, sw), add(U, su)
    write_rows(R, here_out.R)
    write_vector(o, here_out.o)
    write(w, u, here_out.V)
    J = inertia_about_origin(R, o, link.mass, vector(link.center), link.inertia)
    n, f = inertia_times(J, w, u)
    write(two_crosses(w, n, u, f), cross(w, f), here_out.F)
    inertia_parts(J, here_out.IA)


def inertia_parts(J, IA_out):
    """The three parts of the inertia of a link."""
    m, h = J[0], (J[1], J[2], J[3])
    IA_out[0], IA_out[1], IA_out[2], IA_out[3], IA_out[4], IA_out[5] = (
        J[4], J[5], J[6], J[7], J[8], J[9],
    )  # fmt: skip
    IA_out[6], IA_out[7], IA_out[8] = 0.0, -h[2], h[1]
    IA_out[9], IA_out[10], IA_out[11] = h[2], 0.0, -h[0]
    IA_out[12], IA_out[13], IA_out[14] = -h[1], h[0], 0.0
    IA_out[15], IA_out[16], IA_out[17] = m, m, m
    IA_out[18], IA_out[19], IA_out[20] = 0.0, 0.0, 0.0


def articulated_times(IA, w, u):
    """IA (w, u): two vectors."""
    return (
        (
            IA[0] * w[0] + IA[3] * w[1] + IA[4] * w[2]
            + IA[6] * u[0] + IA[7] * u[1] + IA[8] * u[2],
            IA[3] * w[0] + IA[1] * w[1] + IA[5] * w[2]
            + IA[9] * u[0] + IA[10] * u[1] + IA[11] * u[2],
            IA[4] * w[0] + IA[5] * w[1] + IA[2] * w[2]
            + IA[12] * u[0] + IA[13] * u[1] + IA[14] * u[2],
        ),
        (
            IA[6] * w[0] + IA[9] * w[1] + IA[12] * w[2]
            + IA[15] * u[0] + IA[18] * u[1] + IA[19] * u[2],
            IA[7] * w[0] + IA[10] * w[1] + IA[13] * w[2]
            + IA[18] * u[0] + IA[16] * u[1] + IA[20] * u[2],
            IA[8] * w[0] + IA[11] * w[1] + IA[14] * w[2]
            + IA[19] * u[0] + IA[20] * u[1] + IA[17] * u[2],
        ),
    )  # fmt: skip


def _reduce(force, armature, passed_on, here_out, above_out):
    """U, d = 1/D, u of a joint; what its parent feels of the link is added there."""
    IA, S = here_out.IA, here_out.S
    Uw, Uu = articulated_times(IA, angular(S), linear(S))
    write(Uw, Uu, here_out.U)
    D = dot_pair(S, Uw, Uu) + armature
    n, f = angular(here_out.F), linear(here_out.F)
    u = force - dot_pair(S, n, f)
    d = 1.0 / D if D > ROUNDED_PIVOT * largest_pivot(IA, S) else math.nan
    here_out.d, here_out.u = d, u
    if not passed_on:
        return
    C = here_out.C
    t = (u - dot_pair(C, Uw, Uu)) * d
    Cn, Cf = articulated_times(IA, angular(C), linear(C))
    add_to(plus_scaled(add(n, Cn), t, Uw), plus_scaled(add(f, Cf), t, Uu), above_out.F)
    reduce_parent(IA, Uw, Uu, d, above_out.IA)


def largest_pivot(IA, S):
    """A bound of S . IA S."""
    w, u = angular(S), linear(S)
    return dot(w, w) * (IA[0] + IA[1] + IA[2]) + dot(u, u) * (IA[15] + IA[16] + IA[17])


def reduce_parent(IA, Uw, Uu, d, G_out):
    """G_out += IA - d U U^T"""
    x, y, z = d * Uw[0], d * Uw[1], d * Uw[2]
    G_out[0] += IA[0] - x * Uw[0]
    G_out[1] += IA[1] - y * Uw[1]
    G_out[2] += IA[2] - z * Uw[2]
    G_out[3] += IA[3] - x * Uw[1]
    G_out[4] += IA[4] - x * Uw[2]
    G_out[5] += IA[5] - y * Uw[2]
    G_out[6] += IA[6] - x * Uu[0]
    G_out[7] += IA[7] - x * Uu[1]
    G_out[8] += IA[8] - x * Uu[2]
    G_out[9] += IA[9] - y * Uu[0]
    G_out[10] += IA[10] - y * Uu[1]
    G_out[11] += IA[11] - y * Uu[2]
    G_out[12] += IA[12] - z * Uu[0]
    G_out[13] += IA[13] - z * Uu[1]
    G_out[14] += IA[14] - z * Uu[2]
    x, y = d * Uu[0], d * Uu[1]
    G_out[15] += IA[15] - x * Uu[0]
    G_out[16] += IA[16] - y * Uu[1]
    G_out[17] += IA[17] - d * Uu[2] * Uu[2]
    G_out[18] += IA[18] - x * Uu[1]
    G_out[19] += IA[19] - x * Uu[2]
    G_out[20] += IA[20] - y * Uu[2]


def _release(k, gravity, tau, here_out, a_out):
    """Acceleration of a free link: IA A = F_applied - pA, by the Schur complement."""
    R = rows(here_out.R)
    n, f = free_vectors(R, tau, k)
    w, u = free_acceleration(here_out, n, f)
    write(w, u, here_out.A)
    u = turned_back(R, add(u, vector(gravity)))
    w = turned_back(R, w)
    a_out[k], a_out[k + 1], a_out[k + 2] = u
    a_out[k + 3], a_out[k + 4], a_out[k + 5] = w


def free_acceleration(here, n, f):
    """A with IA A = (n, f) - pA: two vectors."""
    IA = here.IA
    moment, force = sub(n, angular(here.F)), sub(f, linear(here.F))
    mass, left = free_parts(IA)
    x = solved_symmetric(mass, force)
    mixed = ((IA[6], IA[7], IA[8]), (IA[9], IA[10], IA[11]), (IA[12], IA[13], IA[14]))
    w = solved_symmetric(left, sub(moment, turned(mixed, x)))
    return w, solved_symmetric(mass, sub(force, turned_back(mixed, w)))


def free_parts(IA):
    """The linear part of IA, and what it leaves of the angular one: six entries each."""
    mixed = ((IA[6], IA[7], IA[8]), (IA[9], IA[10], IA[11]), (IA[12], IA[13], IA[14]))
    mass = (IA[15], IA[16], IA[17], IA[18], IA[19], IA[20])
    x = solved_symmetric(mass, mixed[0])
    y = solved_symmetric(mass, mixed[1])
    z = solved_symmetric(mass, mixed[2])
    left = (
        IA[0] - dot(mixed[0], x), IA[1] - dot(mixed[1], y), IA[2] - dot(mixed[2], z),
        IA[3] - dot(mixed[0], y), IA[4] - dot(mixed[0], z), IA[5] - dot(mixed[1], z),
    )  # fmt: skip
    return mass, left
