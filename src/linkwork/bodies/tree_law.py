"""Kernels of kinematic trees; `kinematic_tree.py` has the law and the pools.

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
    add_with_base,
    keep_placed,
    vector_of,
    write_state,
)
from linkwork.core.declare.function_kinds import array_function
from linkwork.core.enums import OutputVariableType as Variable
from linkwork.core.kernels.pointer import view
from linkwork.core.status import USER_FUNCTION, fail
from linkwork.math.differences import LEAST_SIZE, central_step
from linkwork.math.vec3 import dot, sub, turned_back
from linkwork.nodes.point_node import COORDINATES_T, COORDINATES_TT
from linkwork.trees.derivatives import differentiate
from linkwork.trees.inverse import accelerate, collect_forces
from linkwork.trees.mass import composite_masses, place, set_inertias
from linkwork.trees.points import add_wrench_slopes, sum_motion
from linkwork.trees.records import NUMBER
from linkwork.trees.spatial import add_to, angular, linear, plus_cross, rows, vector

COORDINATES = int(Variable.Coordinates)
KINETIC_ENERGY, POTENTIAL_ENERGY = int(Variable.KineticEnergy), int(Variable.PotentialEnergy)

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


def _control(e, r, given, position, rate):
    """f + P (u_o - q) + D (v_o - q_t) of one joint."""
    k, n = e.given_start + r, e.n
    return (
        given[k]
        + given[k + n] * (given[k + 2 * n] - position)
        + given[k + 3 * n] * (given[k + 4 * n] - rate)
    )


def _function(e, t, state, work_out):
    """Call UF of q and q_t of the joints; its result is in work[w_force + 2 n:]."""
    n, first = e.n, e.width - e.n
    for r in range(n):
        work_out[e.w_force + r] = state[first + r]
        work_out[e.w_force + n + r] = state[e.width + e.free + r]
    return array_function(e.UF, work_out[e.w_force :].ctypes.data, n, n, t, e.number)


def _bias(e, links, forces, state_out, passes_out):
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
        _bias(e, links, forces, state_out, passes_out)
        keep_placed(e, state_out)
        if e.UF != 0 and _function(e, t, state_out[s:], work_out) != 0:
            return fail(USER_FUNCTION, e.number)
        tau = vector_of(e, state_out, RESULT)
        size = 0.0
        for r in range(b):
            size += tau[r] * tau[r]
        if b != 0:
            add_base_forces(e, q, poses, tau, residual_out)
        for r in range(n):
            at = s + e.width - n + r
            applied = _control(e, r, given, state_out[at], state_out[s + e.width + b + r])
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
    if e.UF != 0 and _function(e, t, state_out[s:], work_out) != 0:
        return 1
    for r in range(n if e.driven != 0 or e.UF != 0 else 0):
        at = s + e.width - n + r
        applied = _control(e, r, given, state_out[at], state_out[s + e.width + e.free + r])
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


def jacobian(
    table, t, q, v, a, reference, poses, ca, cq, cv, indices, links, given, forces, slots,
    passes_out, state_out, matrices_out, work_out, values_out,
):  # fmt: skip
    for i in range(table.size):
        e = table[i]
        n, s, m, b = e.n, e.state_start, e.matrix_start, e.free
        first, end, k = e.link_start, e.link_start + e.rows, e.n + e.free
        write_state(e, q, v, a, reference, poses, indices, state_out)
        x, u = vector_of(e, state_out, 0), vector_of(e, state_out, VELOCITIES)
        ls, ps = links[first:end], passes_out[first:end]
        by_q = view(matrices_out[m:].ctypes.data, (k, k), NUMBER)
        by_v = view(matrices_out[m + k * k :].ctypes.data, (k, k), NUMBER)
        by_a = view(matrices_out[m + 2 * k * k :].ctypes.data, (k, k), NUMBER)
        tau = state_out[s + RESULT * e.width : s + (RESULT + 1) * e.width]
        column = matrices_out[m + 3 * k * k : m + 3 * k * k + k]
        if cq == 0.0 and cv == 0.0:
            place(ls, zero_vector(), x, False, ps)
            set_inertias(ls, ps)
            composite_masses(ls, False, ps, by_a)
            by_q[:] = 0.0
            by_v[:] = 0.0
        else:
            second, left = vector_of(e, state_out, SECOND), vector_of(e, state_out, LEFT)
            for r in range(k):
                tau[r] = second[r] + left[r]
            differentiate(ls, e.g, x, u, tau, ps, by_q, by_v, by_a)
            _add_force_slopes(e, ls, ps, forces, by_q)
            if b != 0:
                _base_forces(e, ps, forces, tau)
            for r in range(n):
                by_q[b + r, b + r] += given[e.given_start + n + r]
                by_v[b + r, b + r] += given[e.given_start + 3 * n + r]
            if e.UF != 0 and _add_slopes(e, t, state_out[s:], work_out, by_q, by_v) != 0:
                return fail(USER_FUNCTION, e.number)
        if b != 0:
            add_with_base(
                e, q, v, a, poses, ca, cq, cv, tau, by_q, by_v, by_a, slots, column,
                values_out,
            )  # fmt: skip
            continue
        for r in range(n):
            for c in range(n):
                slot = slots[e.slot_start + r * n + c]
                if slot >= 0:
                    values_out[slot] += ca * by_a[r, c] + cq * by_q[r, c] + cv * by_v[r, c]
    return 0


def _base_forces(e, passes, forces, tau_out):
    """Force and moment that move a free base, in its axes, from sums over all links."""
    here = passes[1]
    n, f = angular(here.F), linear(here.F)
    for r in range(e.links):
        k = e.force_start + 6 * r
        force = (forces[k], forces[k + 1], forces[k + 2])
        moment = (forces[k + 3], forces[k + 4], forces[k + 5])
        f = sub(f, force)
        n = sub(n, plus_cross(moment, vector(passes[e.rows - e.links + r].o), force))
    R = rows(here.R)
    f, n = turned_back(R, f), turned_back(R, n)
    tau_out[0], tau_out[1], tau_out[2] = f
    tau_out[3], tau_out[4], tau_out[5] = n


def _add_force_slopes(e, links, passes, forces, by_q_out):
    """Add the derivatives of forces on links, which act against the motion in the residual."""
    for r in range(e.links):
        k = e.force_start + 6 * r
        f = (forces[k], forces[k + 1], forces[k + 2])
        n = (forces[k + 3], forces[k + 4], forces[k + 5])
        if dot(f, f) + dot(n, n) != 0.0:
            here = passes[e.rows - e.links + r]
            # link numbers are unsigned, as parents are
            i = links[e.rows - e.links + r].own
            add_wrench_slopes(links, passes, i, vector(here.o), f, n, -1.0, by_q_out)


def _add_slopes(e, t, state_out, work_out, by_q_out, by_v_out):
    """Subtract the derivatives of UF: central differences."""
    n, b = e.n, e.free
    for part in range(2):
        first = e.width - n if part == 0 else e.width + b
        size = LEAST_SIZE
        for r in range(n):
            size = max(size, abs(state_out[first + r]))
        for c in range(n):
            k = first + c
            kept = state_out[k]
            step = central_step(kept, size)
            for side in range(2):
                state_out[k] = kept + step if side == 0 else kept - step
                status = _function(e, t, state_out, work_out)
                state_out[k] = kept
                if status != 0:
                    return 1
                for r in range(n):
                    f = work_out[e.w_force + 2 * n + r] / (2.0 * step)
                    slope = -f if side == 0 else f
                    if part == 0:
                        by_q_out[b + r, b + c] += slope
                    else:
                        by_v_out[b + r, b + c] += slope
    return 0


def _energies(e, q, v, a, reference, poses, indices, links, passes_out, state_out):
    """Kinetic energy and that of gravity, of one tree."""
    first, end = e.link_start, e.link_start + e.rows
    write_state(e, q, v, a, reference, poses, indices, state_out)
    x, u = vector_of(e, state_out, 0), vector_of(e, state_out, VELOCITIES)
    ls, ps = links[first:end], passes_out[first:end]
    accelerate(ls, zero_vector(), x, u, vector_of(e, state_out, ZEROS), ps)
    kinetic_energy, potential_energy, mass = sum_motion(ls, e.g, u, ps)
    if e.free != 0:
        potential_energy -= mass * (e.g[0] * x[0] + e.g[1] * x[1] + e.g[2] * x[2])
    return kinetic_energy, potential_energy


def kinetic(table, q, v, a, reference, poses, indices, links, passes_out, state_out, energy_out):
    """Kinetic energy of each tree [J]."""
    for i in range(table.size):
        energy_out[i] = _energies(
            table[i], q, v, a, reference, poses, indices, links, passes_out, state_out
        )[0]


def potential(
    table, q, v, a, reference, poses, indices, links, given, forces, passes_out, state_out,
    energy_out,
):  # fmt: skip
    """Energy of gravity, of constant forces on joints and links, and of P [J]."""
    for i in range(table.size):
        e = table[i]
        n, s = e.n, e.state_start
        energy = _energies(
            e, q, v, a, reference, poses, indices, links, passes_out, state_out
        )[1]  # fmt: skip
        for r in range(n):
            x = state_out[s + e.width - n + r]
            k = e.given_start + r
            away = x - given[k + 2 * n]
            energy += 0.5 * given[k + n] * away * away - given[k] * x
        for r in range(e.links):
            k = e.force_start + 6 * r
            o = passes_out[e.link_start + e.rows - e.links + r].o
            for c in range(3):
                home = state_out[s + c] if e.free != 0 else 0.0
                energy -= forces[k + c] * (home + o[c])
        energy_out[i] = energy


def output(
    table, row, variable, t, q, v, a, reference, poses, indices, links, given, forces, passes_out,
    state_out, work_out, value_out,
):  # fmt: skip
    one = table[row : row + 1]
    if variable == KINETIC_ENERGY:
        kinetic(one, q, v, a, reference, poses, indices, links, passes_out, state_out, value_out)
        return 0
    if variable == POTENTIAL_ENERGY:
        potential(
            one, q, v, a, reference, poses, indices, links, given, forces, passes_out, state_out,
            value_out,
        )  # fmt: skip
        return 0
    e = table[row]
    n, s, b = e.n, e.state_start, e.free
    write_state(e, q, v, a, reference, poses, indices, state_out)
    if variable == COORDINATES or variable == COORDINATES_T or variable == COORDINATES_TT:
        first = e.width - n
        if variable == COORDINATES_T:
            first = VELOCITIES * e.width + b
        elif variable == COORDINATES_TT:
            first = SECOND * e.width + b
        for r in range(n):
            value_out[r] = state_out[s + first + r]
        return 0
    _bias(e, links, forces, state_out, passes_out)
    if e.UF != 0 and _function(e, t, state_out[s:], work_out) != 0:
        return fail(USER_FUNCTION, e.number)
    for r in range(n):
        x, u = state_out[s + e.width - n + r], state_out[s + e.width + b + r]
        value_out[r] = state_out[s + RESULT * e.width + b + r] - _control(e, r, given, x, u)
        if e.UF != 0:
            value_out[r] -= work_out[e.w_force + 2 * n + r]
    return 0
