"""Kernels of kinematic trees that solve M x = b by articulated bodies (`trees/articulated.py`).

Explicit solvers use them where nothing but the tree moves its coordinates (`linear/own_blocks.py`).
The matrix has the pivots of M then, which count as masses of the coordinates: what moves with a
joint while all joints behind it are free.
"""

from __future__ import annotations

import math

from linkwork.bodies.tree_law import apply_forces
from linkwork.bodies.tree_state import (
    LEFT,
    RESULT,
    SECOND,
    VELOCITIES,
    is_placed,
    keep_placed,
    place_of,
    vector_of,
    write_state,
)
from linkwork.core.kernels.marks import contracted
from linkwork.core.status import SINGULAR
from linkwork.math.rotation_parameters import columns
from linkwork.math.vec3 import cross, dot, turned, turned_back
from linkwork.trees.articulated import reduce_inertias, solve_articulated
from linkwork.trees.forward import articulated_times, move_links, release_links
from linkwork.trees.mass import place
from linkwork.trees.spatial import rows


def reduce_block(
    table, q, v, a, reference, poses, indices, links, slots, passes_out, state_out, values_out
):  # fmt: skip
    """Factors of M of each tree, and its pivots."""
    status = 0
    for i in range(table.size):
        e = table[i]
        ls = links[e.link_start : e.link_start + e.rows]
        ps = passes_out[e.link_start : e.link_start + e.rows]
        if not is_placed(e, q, reference, poses, indices, state_out):
            write_state(e, q, v, a, reference, poses, indices, state_out)
            place(ls, (0.0, 0.0, 0.0), vector_of(e, state_out, 0), False, ps)
            keep_placed(e, state_out)
        at = e.state_start + RESULT * e.width
        pivots = state_out[at : at + e.width]
        if not reduce_inertias(ls, ps, pivots):
            status = SINGULAR
        size = e.n + e.skip
        for r in range(e.n):
            slot = slots[e.slot_start + (e.skip + r) * (size + 1)]
            values_out[slot] += pivots[e.free + r]
        if e.free != 0:
            _add_base_masses(e, q, poses, ps[1], slots, values_out)
    return status


def _add_base_masses(e, q, poses, here, slots, values_out):
    """Entries of a free base: those of its articulated inertia."""
    g, R, zero = columns(e.kind, place_of(e, q, poses)), rows(here.R), (0.0, 0.0, 0.0)
    size = e.n + e.skip
    for c in range(e.skip):
        value = here.IA[15 + c] if c < 3 else 0.0
        if c >= 3:
            n, f = articulated_times(here.IA, turned(R, g[c - 3]), zero)
            value = dot(turned(R, g[c - 3]), n)
        values_out[slots[e.slot_start + c * (size + 1)]] += value


def solve_block(table, q, poses, indices, links, passes_out, state_out, x_out):
    """Replace the right-hand side in x by the solution."""
    for i in range(table.size):
        e = table[i]
        ls = links[e.link_start : e.link_start + e.rows]
        ps = passes_out[e.link_start : e.link_start + e.rows]
        at, found_at = e.state_start + RESULT * e.width, e.state_start + VELOCITIES * e.width
        b, found = state_out[at : at + e.width], state_out[found_at : found_at + e.width]
        for r in range(e.n):
            b[e.free + r] = x_out[indices[e.start + e.skip + r]]
        if e.free != 0:
            _take_base(e, q, poses, rows(ps[1].R), x_out, b)
        solve_articulated(ls, b, ps, found)
        for r in range(e.n):
            x_out[indices[e.start + e.skip + r]] = found[e.free + r]
        if e.free != 0:
            _give_base(e, q, poses, rows(ps[1].R), found, x_out)


def release_block(table, q, poses, indices, links, forces, passes_out, state_out, x_out):
    """Replace forces in x by accelerations; `residual` has written the state."""
    status = 0
    for i in range(table.size):
        e = table[i]
        ls = links[e.link_start : e.link_start + e.rows]
        ps = passes_out[e.link_start : e.link_start + e.rows]
        at, found_at = e.state_start + RESULT * e.width, e.state_start + SECOND * e.width
        tau, found = state_out[at : at + e.width], state_out[found_at : found_at + e.width]
        x, u = vector_of(e, state_out, 0), vector_of(e, state_out, VELOCITIES)
        move_links(ls, e.g, x, u, ps)
        if e.pushed != 0:
            apply_forces(e, forces, ps)
        for r in range(e.n):
            tau[e.free + r] = x_out[indices[e.start + e.skip + r]]
        if e.free != 0:
            _take_base(e, q, poses, rows(ps[1].R), x_out, tau)
        release_links(ls, e.g, x, u, tau, ps, found)
        for r in range(e.n):
            x_out[indices[e.start + e.skip + r]] = found[e.free + r]
        if e.free != 0:
            left = vector_of(e, state_out, LEFT)
            for r in range(e.free):
                found[r] -= left[r]
            _give_base(e, q, poses, rows(ps[1].R), found, x_out)
        for r in range(e.rows - e.links, e.rows):
            if not 0.0 < ps[r].d < math.inf:
                status = SINGULAR
    return status


contracted(release_block)


def _inverse(e, q, poses):
    """Rows of the inverse of Gb."""
    g = columns(e.kind, place_of(e, q, poses))
    x, y, z = cross(g[1], g[2]), cross(g[2], g[0]), cross(g[0], g[1])
    d = 1.0 / dot(g[0], x)
    return (
        (d * x[0], d * x[1], d * x[2]), (d * y[0], d * y[1], d * y[2]),
        (d * z[0], d * z[1], d * z[2]),
    )  # fmt: skip


def _take_base(e, q, poses, R, x, b_out):
    """b = (A^T f, Gb^-T n) of forces on the node of a free base."""
    k = e.first
    f = turned_back(R, (x[k], x[k + 1], x[k + 2]))
    n = turned_back(_inverse(e, q, poses), (x[k + 3], x[k + 4], x[k + 5]))
    b_out[0], b_out[1], b_out[2] = f
    b_out[3], b_out[4], b_out[5] = n


def _give_base(e, q, poses, R, x, x_out):
    """(A u, Gb^-1 w) of accelerations in the axes of a free base."""
    k = e.first
    f, n = turned(R, (x[0], x[1], x[2])), turned(_inverse(e, q, poses), (x[3], x[4], x[5]))
    x_out[k], x_out[k + 1], x_out[k + 2] = f
    x_out[k + 3], x_out[k + 4], x_out[k + 5] = n
