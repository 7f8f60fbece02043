"""Mass matrices of four states at once, for trees in which no joint follows another one.

Processors work on four numbers as fast as on one. Each number of the recursion in `mass.py` becomes
a row of four, with a column for each state.
"""

import math

from linkwork.core.kernels.pointer import Copied, view
from linkwork.core.lanes import FOUR
from linkwork.core.records import f8
from linkwork.math.sines import LARGEST, sine_and_cosine_within
from linkwork.math.vec3 import cross, scaled
from linkwork.trees.records import FREE, NUMBER, PRISMATIC
from linkwork.trees.spatial import (
    inertia_about_origin,
    inertia_times,
    placed,
    product,
    rows,
    vector,
)

J, ROWS = 18, 28
"""Rows of a link: R (by rows), o, S and, from J on, the inertia; and their number."""

LANES_SIZE = ROWS * FOUR
"""Numbers of memory for each link."""

copied_link = Copied(f8, (ROWS, FOUR))
copied_force = Copied(f8, (6, FOUR))
copied_four = Copied(f8, (FOUR,))


def masses_of_four(links, q, s, memory, M_out):
    """M of the states from s on; where there are fewer than four, the last one is repeated."""
    lanes = view(memory, (links.size, ROWS, FOUR), NUMBER)
    last = q.shape[0] - 1
    for k in range(FOUR):
        lanes[0, 0, k] = lanes[0, 4, k] = lanes[0, 8, k] = 1.0
    for i in range(1, links.size):
        link = links[i]
        _clear(link, s, M_out)
        if link.kind == FREE:
            _set_upright(link, lanes[i])
            continue
        angles, up = copied_four(memory), copied_link(memory + 8 * LANES_SIZE * int(link.parent))
        for k in range(FOUR):
            angle = q[min(s + k, last), link.iq] + link.offset
            if link.kind != PRISMATIC and not abs(angle) < LARGEST:
                angle = math.atan2(math.sin(angle), math.cos(angle))
            angles[k] = angle
        _place(link, angles, up, lanes[i])
    for i in range(links.size - 1, 0, -1):
        _collect(links, i, s, memory, lanes, M_out)


def _clear(link, s, M_out):
    """Clear the rows of a link: memory is slow, and works while links are placed."""
    count = 6 if link.kind == FREE else 1
    for k in range(s, min(s + FOUR, M_out.shape[0])):
        for r in range(count):
            M_out[k, link.iv + r] = 0.0


def _set_upright(link, lanes_out):
    """Rows of a free link: its velocities are in its own axes, so it is not turned."""
    unit = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
    inertia = inertia_about_origin(
        unit, (0.0, 0.0, 0.0), link.mass, vector(link.center), link.inertia
    )
    for k in range(FOUR):
        for r in range(9):
            lanes_out[r, k] = 1.0 if r % 4 == 0 else 0.0
        for r in range(3):
            lanes_out[9 + r, k] = 0.0
        for r in range(10):
            lanes_out[J + r, k] = inertia[r]


def _place(link, angles, up, lanes_out):
    """Rows of a link behind a joint."""
    fixed, p, center = rows(link.R), vector(link.p), vector(link.center)
    turns = 0.0 if link.kind == PRISMATIC else 1.0
    moves = 1.0 - turns
    K = (
        link.inertia[0], link.inertia[1], link.inertia[2], link.inertia[3], link.inertia[4],
        link.inertia[5],
    )  # fmt: skip
    mass = link.mass
    for k in range(FOUR):
        P = (
            (up[0, k], up[1, k], up[2, k]),
            (up[3, k], up[4, k], up[5, k]),
            (up[6, k], up[7, k], up[8, k]),
        )
        F = product(P, fixed)
        o = placed(P, (up[9, k], up[10, k], up[11, k]), p)
        x = angles[k]
        s, c = sine_and_cosine_within(turns * x)
        shift = moves * x
        a = (F[0][2], F[1][2], F[2][2])
        o = (o[0] + shift * a[0], o[1] + shift * a[1], o[2] + shift * a[2])
        T = (
            (F[0][0] * c + F[0][1] * s, F[0][1] * c - F[0][0] * s, a[0]),
            (F[1][0] * c + F[1][1] * s, F[1][1] * c - F[1][0] * s, a[1]),
            (F[2][0] * c + F[2][1] * s, F[2][1] * c - F[2][0] * s, a[2]),
        )
        m = cross(o, a)
        inertia = inertia_about_origin(T, o, mass, center, K)
        lanes_out[0, k], lanes_out[1, k], lanes_out[2, k] = T[0]
        lanes_out[3, k], lanes_out[4, k], lanes_out[5, k] = T[1]
        lanes_out[6, k], lanes_out[7, k], lanes_out[8, k] = T[2]
        lanes_out[9, k], lanes_out[10, k], lanes_out[11, k] = o
        lanes_out[12, k], lanes_out[13, k], lanes_out[14, k] = scaled(turns, a)
        lanes_out[15, k], lanes_out[16, k], lanes_out[17, k] = (
            turns * m[0] + moves * a[0], turns * m[1] + moves * a[1], turns * m[2] + moves * a[2],
        )  # fmt: skip
        lanes_out[18, k] = mass
        lanes_out[19, k], lanes_out[20, k], lanes_out[21, k] = inertia[1], inertia[2], inertia[3]
        lanes_out[22, k], lanes_out[23, k], lanes_out[24, k] = inertia[4], inertia[5], inertia[6]
        lanes_out[25, k], lanes_out[26, k], lanes_out[27, k] = inertia[7], inertia[8], inertia[9]


def _inertia(own, k):
    """J of one state."""
    return (
        own[18, k], own[19, k], own[20, k], own[21, k], own[22, k], own[23, k], own[24, k],
        own[25, k], own[26, k], own[27, k],
    )  # fmt: skip


def _collect(links, i, s, memory, lanes, M_out):
    """Entries of a link with those before it; J is added to that of its parent."""
    link = links[i]
    own, force = copied_link(memory + 8 * LANES_SIZE * i), copied_force(memory)
    if link.parent != 0:
        above = lanes[link.parent]
        for r in range(J, ROWS):
            for k in range(FOUR):
                above[r, k] += own[r, k]
    if link.kind == FREE:
        _free_blocks(own, s, link.iv, M_out)
        return
    for k in range(FOUR):
        n, f = inertia_times(
            _inertia(own, k), (own[12, k], own[13, k], own[14, k]),
            (own[15, k], own[16, k], own[17, k]),
        )  # fmt: skip
        force[0, k], force[1, k], force[2, k] = n
        force[3, k], force[4, k], force[5, k] = f
    column = link.iv
    _add_run(lanes[i : i + 1], force, s, column, column, M_out)
    for k in range(s, min(s + FOUR, M_out.shape[0])):
        M_out[k, column, column] += link.armature
    head, end = link.head, i
    while head != 0:
        first = links[head]
        if first.kind == FREE:
            _add_free(force, s, column, first.iv, M_out)
        else:
            _add_run(lanes[head:end], force, s, column, first.iv, M_out)
        end = int(first.parent) + 1
        head = links[first.parent].head


def _add_run(lanes, force, s, column, m, M_out):
    """Entries of a coordinate and those of a run of links from m on."""
    last = M_out.shape[0] - 1
    s1, s2, s3 = min(s + 1, last), min(s + 2, last), min(s + 3, last)
    for j in range(lanes.shape[0]):
        value = copied_four(lanes.ctypes.data)
        other = lanes[j]
        for k in range(FOUR):
            value[k] = (
                (other[12, k] * force[0, k] + other[15, k] * force[3, k])
                + (other[13, k] * force[1, k] + other[16, k] * force[4, k])
                + (other[14, k] * force[2, k] + other[17, k] * force[5, k])
            )
        r = m + j
        M_out[s, column, r] = M_out[s, r, column] = value[0]
        M_out[s1, column, r] = M_out[s1, r, column] = value[1]
        M_out[s2, column, r] = M_out[s2, r, column] = value[2]
        M_out[s3, column, r] = M_out[s3, r, column] = value[3]


def _add_free(force, s, column, m, M_out):
    """Entries of a coordinate and the six of a free link at m."""
    last = M_out.shape[0] - 1
    for k in range(FOUR):
        M = M_out[min(s + k, last)]
        for r in range(3):
            M[column, m + r] = M[m + r, column] = force[3 + r, k]
            M[column, m + 3 + r] = M[m + 3 + r, column] = force[r, k]


def _free_blocks(own, s, m, M_out):
    """The six by six entries of a free link that is not turned."""
    last = M_out.shape[0] - 1
    for k in range(FOUR):
        M = M_out[min(s + k, last)]
        inertia = _inertia(own, k)
        for r in range(3):
            M[m + r, m + r] = inertia[0]
            M[m + 3 + r, m + 3 + r] = inertia[4 + r]
        M[m + 3, m + 4] = M[m + 4, m + 3] = inertia[7]
        M[m + 3, m + 5] = M[m + 5, m + 3] = inertia[8]
        M[m + 4, m + 5] = M[m + 5, m + 4] = inertia[9]
        M[m + 4, m] = M[m, m + 4] = inertia[3]
        M[m + 3, m + 1] = M[m + 1, m + 3] = -inertia[3]
        M[m + 3, m + 2] = M[m + 2, m + 3] = inertia[2]
        M[m + 5, m] = M[m, m + 5] = -inertia[2]
        M[m + 5, m + 1] = M[m + 1, m + 5] = inertia[1]
        M[m + 4, m + 2] = M[m + 2, m + 4] = -inertia[1]
