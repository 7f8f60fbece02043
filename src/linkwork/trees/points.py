"""Frames on links: poses, Jacobians, velocities and accelerations; centers and energies."""

from linkwork.core.kernels.marks import contracted
from linkwork.core.kernels.pointer import view
from linkwork.math.vec3 import add, cross, dot, scaled, sub
from linkwork.trees.inverse import accelerate
from linkwork.trees.mass import place
from linkwork.trees.records import FRAME_PLACE, FREE, NUMBER, TASK
from linkwork.trees.spatial import (
    angular,
    linear,
    placed,
    plus_cross,
    product,
    rows,
    symmetric_times,
    vector,
    write_vector,
)
from linkwork.trees.tasks import coordinates_of, links_of, state_of


@contracted
def poses(address):
    """out0 = 4 x 4 matrices of the frames of a task, for every q."""
    task = view(address, (1,), TASK)[0]
    links, work = links_of(task)
    places = view(task.places, (task.n_places,), FRAME_PLACE)
    for s in range(task.rows):
        q = coordinates_of(task, s)
        place(links, task.gravity, q, False, work)
        set_origins(links, q, work)
        for k in range(places.size):
            T_out = view(task.out0 + 128 * (s * places.size + k), (4, 4), NUMBER)
            here = work[places[k].link]
            R = rows(here.R)
            T = product(R, rows(places[k].R))
            p = add(vector(here.origin), placed(R, vector(here.o), vector(places[k].p)))
            for r in range(3):
                T_out[r, 0], T_out[r, 1], T_out[r, 2], T_out[r, 3] = T[r][0], T[r][1], T[r][2], p[r]
                T_out[3, r] = 0.0
            T_out[3, 3] = 1.0
    return 0


def set_origins(links, q, work_out):
    """The common origin of each link's tree, in the global frame."""
    write_vector((0.0, 0.0, 0.0), work_out[0].origin)
    for i in range(1, links.size):
        link = links[i]
        if link.kind == FREE:
            k = link.iq
            write_vector((q[k], q[k + 1], q[k + 2]), work_out[i].origin)
        else:
            write_vector(vector(work_out[link.parent].origin), work_out[i].origin)


@contracted
def jacobians(address):
    """out0 = Jacobians (6 x nv) of the frames of a task, translation first, for every q."""
    task = view(address, (1,), TASK)[0]
    links, work = links_of(task)
    places = view(task.places, (task.n_places,), FRAME_PLACE)
    nv = task.nv
    for s in range(task.rows):
        q = coordinates_of(task, s)
        place(links, task.gravity, q, False, work)
        for k in range(places.size):
            J_out = view(task.out0 + 48 * nv * (s * places.size + k), (6, nv), NUMBER)
            here = work[places[k].link]
            p = placed(rows(here.R), vector(here.o), vector(places[k].p))
            point_jacobian(links, work, places[k].link, p, J_out)
    return 0


def point_jacobian(links, work, i, p, J_out):
    """Jacobian of a point p of link i: rows of the translation, then of the rotation."""
    J_out[:] = 0.0
    while i != 0:
        link, here = links[i], work[i]
        k = link.iv
        if link.kind == FREE:
            R = rows(here.R)
            for c in range(3):
                e = (here.R[0, c], here.R[1, c], here.R[2, c])
                u = cross(e, p)
                for r in range(3):
                    J_out[r, k + c] = R[r][c]
                    J_out[r, k + 3 + c] = u[r]
                    J_out[3 + r, k + 3 + c] = R[r][c]
        else:
            w = angular(here.S)
            u = plus_cross(linear(here.S), w, p)
            J_out[0, k] += u[0]
            J_out[1, k] += u[1]
            J_out[2, k] += u[2]
            J_out[3, k] += w[0]
            J_out[4, k] += w[1]
            J_out[5, k] += w[2]
        i = link.parent


def add_wrench_slopes(links, work, i, p, f, n, factor, matrix_out):
    """Add factor times d(J^T w)/dq of a fixed force f at a point p of link i, and moment n.

    Columns of position and rotation are J_k = a_k x (p - o_k) or an axis, and a_k. Behind and at a
    rotation a_m, d J_k / d q_m = a_m x J_k, which is symmetric; d a_k / d q_m = a_m x a_k. Rows and
    columns of a free link are in its axes.
    """
    j = i
    while j != 0:
        here = work[j]
        if links[j].kind == FREE:
            _add_free_slopes(here, links[j].iv, p, f, n, factor, matrix_out)
            return
        a = angular(here.S)
        J = plus_cross(linear(here.S), a, p)
        k = links[j].iv
        m = j
        while m != 0:
            other, row = work[m], links[m].iv
            if links[m].kind == FREE:
                _add_free_pair(other, row, k, J, a, f, n, factor, matrix_out)
                break
            b = angular(other.S)
            turned = dot(cross(b, J), f)
            matrix_out[k, row] += factor * (turned + dot(cross(b, a), n))
            if m != j:
                matrix_out[row, k] += factor * turned
            m = links[m].parent
        j = links[j].parent


def _add_free_pair(other, row, k, J, a, f, n, factor, matrix_out):
    """Entries of a joint k, with columns J and a, and of the free link before it."""
    R = rows(other.R)
    moment = cross(J, f)
    for c in range(3):
        e = _column(R, c)
        matrix_out[k, row + 3 + c] += factor * (dot(cross(e, J), f) + dot(cross(e, a), n))
        matrix_out[row + 3 + c, k] += factor * dot(e, moment)


def _add_free_slopes(here, row, p, f, n, factor, matrix_out):
    """Entries of a free link by its own rotation: f and n turn against it in its axes."""
    R = rows(here.R)
    for c in range(3):
        e = _column(R, c)
        force = cross(f, e)
        moment = plus_cross(cross(n, e), p, force)
        for r in range(3):
            axis = _column(R, r)
            matrix_out[row + r, row + 3 + c] += factor * dot(axis, force)
            matrix_out[row + 3 + r, row + 3 + c] += factor * dot(axis, moment)


@contracted
def motions(address):
    """out0, out1 = velocities and accelerations (linear, angular) of the frames of a task."""
    task = view(address, (1,), TASK)[0]
    links, work = links_of(task)
    places = view(task.places, (task.n_places,), FRAME_PLACE)
    for s in range(task.rows):
        q, v, a = state_of(task, s)
        accelerate(links, task.gravity, q, v, a, work)
        for k in range(places.size):
            at = 48 * (s * places.size + k)
            here = work[places[k].link]
            p = placed(rows(here.R), vector(here.o), vector(places[k].p))
            w, alpha = angular(here.V), angular(here.A)
            u = plus_cross(linear(here.V), w, p)
            b = add(plus_cross(linear(here.A), alpha, p), cross(w, u))
            write_vector(u, view(task.out0 + at, (3,), NUMBER))
            write_vector(w, view(task.out0 + at + 24, (3,), NUMBER))
            write_vector(b, view(task.out1 + at, (3,), NUMBER))
            write_vector(alpha, view(task.out1 + at + 24, (3,), NUMBER))
    return 0


@contracted
def sums(address):
    """out0 = kinetic and potential energy, center of mass, momentum, angular momentum about the
    center of mass (11 numbers) for every q, v; a must be zero."""
    task = view(address, (1,), TASK)[0]
    links, work = links_of(task)
    for s in range(task.rows):
        q, v, a = state_of(task, s)
        sums_out = view(task.out0 + 88 * s, (11,), NUMBER)
        accelerate(links, task.gravity, q, v, a, work)
        set_origins(links, q, work)
        _sum(links, task.gravity, q, v, work, sums_out)
    return 0


def _sum(links, gravity, q, v, work, sums_out):
    """The eleven numbers of one state."""
    kinetic, potential, mass = 0.0, 0.0, 0.0
    zero = (0.0, 0.0, 0.0)
    moment, momentum, spin = zero, zero, zero
    for i in range(1, links.size):
        link, here = links[i], work[i]
        R = rows(here.R)
        c = placed(R, vector(here.o), vector(link.center))
        w = angular(here.V)
        u = plus_cross(linear(here.V), w, c)
        c = add(c, vector(here.origin))
        local = (dot(_column(R, 0), w), dot(_column(R, 1), w), dot(_column(R, 2), w))
        n = symmetric_times(link.inertia, local)
        p = scaled(link.mass, u)
        kinetic += 0.5 * (dot(p, u) + dot(local, n))
        potential -= link.mass * dot(vector(gravity), c)
        if link.kind != FREE:
            rate = link.ratio * v[link.iv]
            x = link.ratio * q[link.iq] + link.offset - link.rest
            kinetic += 0.5 * link.armature * rate * rate
            potential += 0.5 * link.stiffness * x * x
        mass += link.mass
        moment = add(moment, scaled(link.mass, c))
        momentum = add(momentum, p)
        turned_n = (dot(R[0], n), dot(R[1], n), dot(R[2], n))
        spin = add(spin, plus_cross(turned_n, c, p))
    center = zero
    if mass > 0.0:
        center = scaled(1.0 / mass, moment)
    spin = sub(spin, cross(center, momentum))
    sums_out[0], sums_out[1] = kinetic, potential
    write_vector(center, sums_out[2:5])
    write_vector(momentum, sums_out[5:8])
    write_vector(spin, sums_out[8:11])


def sum_motion(links, gravity, v, work):
    """Kinetic energy, that of gravity about the common origin, and the mass of a tree."""
    kinetic, potential, mass = 0.0, 0.0, 0.0
    for i in range(1, links.size):
        link, here = links[i], work[i]
        R = rows(here.R)
        c = placed(R, vector(here.o), vector(link.center))
        w = angular(here.V)
        u = plus_cross(linear(here.V), w, c)
        local = (dot(_column(R, 0), w), dot(_column(R, 1), w), dot(_column(R, 2), w))
        n = symmetric_times(link.inertia, local)
        kinetic += 0.5 * (link.mass * dot(u, u) + dot(local, n))
        if link.kind != FREE:
            rate = link.ratio * v[link.iv]
            kinetic += 0.5 * link.armature * rate * rate
        potential -= link.mass * dot(vector(gravity), c)
        mass += link.mass
    return kinetic, potential, mass


def _column(R, c):
    """Column of a matrix."""
    return R[0][c], R[1][c], R[2][c]
