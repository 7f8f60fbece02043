"""Forces of kinematic trees; `kinematic_tree.py` has the law and the pools.

A tree e has `links` behind a base, and n joint coordinates. Beginning at its starts, pools hold the
coordinates (`indices`: those of the node of a free base, then the joints), the table of links
(`links`, `rows` of them: the ground, a free base, and the links) and their work memory (`passes`),
numbers of the joint coordinates (`given`: f, P, u_o, D, v_o, one after another), forces and moments
on links (`forces`, six per link), the state (`state`, see `tree_state.py`), three matrices
(`matrices`), and arguments and results of its user function (`work`).
"""

from __future__ import annotations

from linkwork.bodies.tree_state import (
    LEFT,
    RESULT,
    SECOND,
    VELOCITIES,
    ZEROS,
    add_base_forces,
    keep_placed,
    vector_of,
    write_state,
)
from linkwork.core.declare.function_kinds import array_function
from linkwork.core.status import USER_FUNCTION, fail
from linkwork.trees.inverse import accelerate, collect_forces
from linkwork.trees.spatial import add_to, plus_cross, vector

GIVEN = 5
"""Vectors in `given`."""


def apply_forces(e, forces, passes_out):
    """Subtract forces and moments on links from those that move them."""
    for r in range(e.links):
        k = e.force_start + 6 * r
        f = (-forces[k], -forces[k + 1], -forces[k + 2])
        n = (-forces[k + 3], -forces[k + 4], -forces[k + 5])
        here = passes_out[e.rows - e.links + r]
        add_to(plus_cross(n, vector(here.o), f), f, here.F)


def control(e, r, given, position, rate):
    """f + P (u_o - q) + D (v_o - q_t) of one joint."""
    k, n = e.given_start + r, e.n
    return (
        given[k]
        + given[k + n] * (given[k + 2 * n] - position)
        + given[k + 3 * n] * (given[k + 4 * n] - rate)
    )


def joint_function(e, t, state, work_out):
    """Call UF of q and q_t of the joints; its result is in work[w_force + 2 n:]."""
    n, first = e.n, e.width - e.n
    for r in range(n):
        work_out[e.w_force + r] = state[first + r]
        work_out[e.w_force + n + r] = state[e.width + e.free + r]
    return array_function(e.UF, work_out[e.w_force :].ctypes.data, n, n, t, e.number)


def set_bias(e, links, forces, state_out, passes_out):
    """Forces without q_tt, after those on links, as result in state."""
    first, end = e.link_start, e.link_start + e.rows
    x, u = vector_of(e, state_out, 0), vector_of(e, state_out, VELOCITIES)
    left, at = vector_of(e, state_out, LEFT), e.state_start + RESULT * e.width
    ls, ps = links[first:end], passes_out[first:end]
    accelerate(ls, e.g, x, u, left, ps)
    if e.pushed != 0:
        apply_forces(e, forces, ps)
    collect_forces(ls, x, u, left, ps, state_out[at : at + e.width])


def residual(
    table, t, q, v, a, reference, poses, by_release, indices, links, given, forces, passes_out,
    state_out, work_out, loads_out, load_out, residual_out,
):  # fmt: skip
    for i in range(table.size):
        e = table[i]
        n, s, b = e.n, e.state_start, e.free
        write_state(e, q, v, a, reference, poses, indices, state_out)
        if by_release != 0:
            if _add_applied(e, t, indices, given, state_out, work_out, residual_out) != 0:
                return fail(USER_FUNCTION, e.number)
            continue
        set_bias(e, links, forces, state_out, passes_out)
        keep_placed(e, state_out)
        if e.UF != 0 and joint_function(e, t, state_out[s:], work_out) != 0:
            return fail(USER_FUNCTION, e.number)
        tau = vector_of(e, state_out, RESULT)
        size = 0.0
        for r in range(b):
            size += tau[r] * tau[r]
        if b != 0:
            add_base_forces(e, q, poses, tau, residual_out)
        for r in range(n):
            at = s + e.width - n + r
            applied = control(e, r, given, state_out[at], state_out[s + e.width + b + r])
            if e.UF != 0:
                applied += work_out[e.w_force + 2 * n + r]
            force = tau[b + r]
            residual_out[indices[e.start + e.skip + r]] += force - applied
            size += force * force + applied * applied
        loads_out[i] = size
        load_out[0] += size
    return 0


def _add_applied(e, t, indices, given, state_out, work_out, residual_out):
    """Subtract what is applied to the joints alone."""
    n, s = e.n, e.state_start
    if e.UF != 0 and joint_function(e, t, state_out[s:], work_out) != 0:
        return 1
    for r in range(n if e.driven != 0 or e.UF != 0 else 0):
        at = s + e.width - n + r
        applied = control(e, r, given, state_out[at], state_out[s + e.width + e.free + r])
        if e.UF != 0:
            applied += work_out[e.w_force + 2 * n + r]
        residual_out[indices[e.start + e.skip + r]] -= applied
    return 0


def inertia(
    table, q, v, a, reference, poses, indices, links, passes_out, state_out, residual_out
):  # fmt: skip
    for i in range(table.size):
        e = table[i]
        first, end = e.link_start, e.link_start + e.rows
        write_state(e, q, v, a, reference, poses, indices, state_out)
        x, zero = vector_of(e, state_out, 0), vector_of(e, state_out, ZEROS)
        second, at = vector_of(e, state_out, SECOND), e.state_start + RESULT * e.width
        tau = state_out[at : at + e.width]
        ls, ps = links[first:end], passes_out[first:end]
        accelerate(ls, zero_vector(), x, zero, second, ps)
        collect_forces(ls, x, zero, second, ps, tau)
        if e.free != 0:
            add_base_forces(e, q, poses, tau, residual_out)
        for r in range(e.n):
            residual_out[indices[e.start + e.skip + r]] += tau[e.free + r]


def zero_vector():
    """No gravity."""
    return 0.0, 0.0, 0.0
