"""Mass matrix from composite inertias.

f = Jc S;  M_ii = S . f + armature;  M_ij = S_j . f for the links j before i;  Jc_parent += Jc

Many states are computed four at once (`mass_lanes.py`), unless joints follow others.
"""

from linkwork.core.kernels.marks import contracted
from linkwork.core.kernels.pointer import view
from linkwork.core.lanes import FOUR
from linkwork.math.vec3 import turned_back
from linkwork.trees.mass_lanes import masses_of_four
from linkwork.trees.placing import free_rotation, joint_frame, joint_motion, set_base
from linkwork.trees.records import FREE, NUMBER, TASK
from linkwork.trees.spatial import (
    angular,
    dot_pair,
    inertia_about_origin,
    inertia_times,
    linear,
    rows,
    vector,
    write,
    write_inertia,
    write_rows,
    write_vector,
)
from linkwork.trees.tasks import coordinates_of, links_of

UNIT = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))


@contracted
def mass_matrices(address):
    """out0 = M for every q of a task."""
    task = view(address, (1,), TASK)[0]
    links, work = links_of(task)
    nq, nv = task.nq, task.nv
    if links[0].ratio == 0.0:
        q = view(task.q, (task.rows, nq), NUMBER)
        M_out = view(task.out0, (task.rows, nv, nv), NUMBER)
        for s in range(0, task.rows, FOUR):
            masses_of_four(links, q, s, task.scratch, M_out)
        return 0
    for s in range(task.rows):
        q = coordinates_of(task, s)
        M_out = view(task.out0 + 8 * s * nv * nv, (nv, nv), NUMBER)
        place(links, task.gravity, q, True, work)
        set_inertias(links, work)
        composite_masses(links, True, work, M_out)
    return 0


def place(links, gravity, q, upright, work_out):
    """Frames and motions of all links.

    upright -- whether free links are not turned: their velocities are in their own axes, so the
    mass matrix does not depend on their rotation
    """
    set_base(gravity, work_out[0])
    for i in range(1, links.size):
        link, here = links[i], work_out[i]
        if link.kind == FREE:
            R, o = UNIT, (0.0, 0.0, 0.0)
            if not upright:
                R = free_rotation(link, q)
        else:
            up = work_out[link.parent]
            R, o = joint_frame(link, up, link.ratio * q[link.iq] + link.offset)
            Sw, Su = joint_motion(link, R, o)
            write(Sw, Su, here.S)
        write_rows(R, here.R)
        write_vector(o, here.o)


def set_inertias(links, work_out):
    """J of all links."""
    work_out[0].J[:] = 0.0
    for i in range(1, links.size):
        link, here = links[i], work_out[i]
        J = inertia_about_origin(
            rows(here.R), vector(here.o), link.mass, vector(link.center), link.inertia
        )
        write_inertia(J, here.J)


def composite_masses(links, upright, work_out, M_out):
    """M from frames, motions and inertias of links; J becomes that of all links behind."""
    M_out[:] = 0.0
    shared = links[0].ratio != 0.0
    for i in range(links.size - 1, 0, -1):
        link, here = links[i], work_out[i]
        above = work_out[link.parent]
        for m in range(10):
            above.J[m] += here.J[m]
        k = link.iv
        if link.kind == FREE:
            _free_block(here, k, M_out)
            continue
        n, f = inertia_times(here.J, angular(here.S), linear(here.S))
        M_out[k, k] += dot_pair(here.S, n, f) + link.armature * link.ratio * link.ratio
        j = link.parent
        while j != 0:
            before, other = links[j], work_out[j]
            m = before.iv
            if before.kind == FREE and upright:
                _add_both(k, m, f, M_out)
                _add_both(k, m + 3, n, M_out)
            elif before.kind == FREE:
                _free_entries(rows(other.R), n, f, k, m, M_out)
            else:
                value = dot_pair(other.S, n, f)
                if shared:
                    M_out[k, m] += value
                    M_out[m, k] += value
                else:
                    M_out[k, m] = M_out[m, k] = value
            j = before.parent


def _free_entries(R, n, f, k, m, M_out):
    """Entries of a coordinate k and the six of a free link at m."""
    _add_both(k, m, turned_back(R, f), M_out)
    _add_both(k, m + 3, turned_back(R, n), M_out)


def _add_both(k, m, values, M_out):
    """Add three entries to row k from m on, and to the column."""
    M_out[k, m] += values[0]
    M_out[k, m + 1] += values[1]
    M_out[k, m + 2] += values[2]
    M_out[m, k] += values[0]
    M_out[m + 1, k] += values[1]
    M_out[m + 2, k] += values[2]


def _free_block(here, k, M_out):
    """The six by six entries of a free link, in its axes."""
    R = rows(here.R)
    zero = (0.0, 0.0, 0.0)
    for c in range(3):
        axis = (R[0][c], R[1][c], R[2][c])
        n, f = inertia_times(here.J, zero, axis)
        f, n = turned_back(R, f), turned_back(R, n)
        for r in range(3):
            M_out[k + r, k + c] = f[r]
            M_out[k + 3 + r, k + c] = n[r]
            M_out[k + c, k + 3 + r] = n[r]
        n, f = inertia_times(here.J, axis, zero)
        n = turned_back(R, n)
        for r in range(3):
            M_out[k + 3 + r, k + 3 + c] = n[r]
