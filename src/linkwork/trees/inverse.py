"""Inverse dynamics: the forces of the joints for given accelerations (Newton and Euler).

    A = A_parent + S q'' + C,  A_base = (0, -g),  C = V_parent x S q'
    F = J A + V x* J V;  tau = S . F + armature q'' + resistance;  F_parent += F

The force of a link is computed about its center in its own axes, so that no inertia is turned.
"""

from linkwork.core.kernels.marks import contracted
from linkwork.core.kernels.pointer import view
from linkwork.math.vec3 import add, cross, scaled, turned, turned_back
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
    linear,
    placed,
    plus_cross,
    plus_scaled,
    rows,
    symmetric_times,
    two_crosses,
    vector,
    write,
    write_rows,
    write_vector,
)
from linkwork.trees.tasks import links_of, state_of


@contracted
def inverse_dynamics(address):
    """out0 = tau for every state q, v, a of a task."""
    task = view(address, (1,), TASK)[0]
    links, work = links_of(task)
    nv = task.nv
    for s in range(task.rows):
        q, v, a = state_of(task, s)
        tau_out = view(task.out0 + 8 * s * nv, (nv,), NUMBER)
        accelerate(links, task.gravity, q, v, a, work)
        collect_forces(links, q, v, a, work, tau_out)
    return 0


def accelerate(links, gravity, q, v, a, work_out):
    """Frames, motions, velocities, accelerations and forces of all links, from the base on."""
    set_base(gravity, work_out[0])
    for i in range(1, links.size):
        link, here = links[i], work_out[i]
        up = work_out[link.parent]
        k = link.iv
        if link.kind == FREE:
            R, o = free_rotation(link, q), (0.0, 0.0, 0.0)
            w, u = free_vectors(R, v, k)
            alpha, b = free_vectors(R, a, k)
            b = add(b, linear(up.A))
        else:
            R, o = joint_frame(link, up, link.ratio * q[link.iq] + link.offset)
            Sw, Su = joint_motion(link, R, o)
            write(Sw, Su, here.S)
            rate, acceleration = v[k], a[k]
            W, U = angular(up.V), linear(up.V)
            sw, su = scaled(rate, Sw), scaled(rate, Su)
            alpha = add(plus_scaled(angular(up.A), acceleration, Sw), cross(W, sw))
            b = add(plus_scaled(linear(up.A), acceleration, Su), two_crosses(W, su, U, sw))
            w, u = add(W, sw), add(U, su)
        write_rows(R, here.R)
        write_vector(o, here.o)
        write(w, u, here.V)
        write(alpha, b, here.A)
        n, f = _force(link, R, o, w, u, alpha, b)
        write(n, f, here.F)


def _force(link, R, o, w, u, alpha, b):
    """F of a link: from the acceleration of its center, and in its own axes about the center."""
    c = placed(R, o, vector(link.center))
    f = scaled(link.mass, add(plus_cross(b, alpha, c), cross(w, plus_cross(u, w, c))))
    local = turned_back(R, w)
    n = plus_cross(
        symmetric_times(link.inertia, turned_back(R, alpha)),
        local,
        symmetric_times(link.inertia, local),
    )
    return plus_cross(turned(R, n), c, f), f


def collect_forces(links, q, v, a, work_out, tau_out):
    """tau from the forces of links, which are added from the leaves to the base."""
    tau_out[:] = 0.0
    for i in range(links.size - 1, 0, -1):
        link, here = links[i], work_out[i]
        n, f = angular(here.F), linear(here.F)
        k = link.iv
        add_to(n, f, work_out[link.parent].F)
        if link.kind == FREE:
            add_free(k, rows(here.R), n, f, tau_out)
            continue
        ratio = link.ratio
        rate = ratio * v[k]
        own = link.armature * ratio * a[k]
        own += resistance(link, ratio * q[link.iq] + link.offset, rate)
        tau_out[k] += dot_pair(here.S, n, f) + ratio * own


def add_free(k, R, n, f, tau_out):
    """Add a force on a free link, turned into its axes, linear part first."""
    force, moment = turned_back(R, f), turned_back(R, n)
    tau_out[k] += force[0]
    tau_out[k + 1] += force[1]
    tau_out[k + 2] += force[2]
    tau_out[k + 3] += moment[0]
    tau_out[k + 4] += moment[1]
    tau_out[k + 5] += moment[2]
