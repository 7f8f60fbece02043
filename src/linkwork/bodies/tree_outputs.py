"""Energies and outputs of kinematic trees; `tree_law.py` has their forces."""

from __future__ import annotations

from linkwork.bodies.tree_law import control, joint_function, set_bias, zero_vector
from linkwork.bodies.tree_state import RESULT, SECOND, VELOCITIES, ZEROS, vector_of, write_state
from linkwork.core.enums import OutputVariableType as Variable
from linkwork.core.status import USER_FUNCTION, fail
from linkwork.nodes.point_node import COORDINATES_T, COORDINATES_TT
from linkwork.trees.inverse import accelerate
from linkwork.trees.points import sum_motion

COORDINATES = int(Variable.Coordinates)
KINETIC_ENERGY, POTENTIAL_ENERGY = int(Variable.KineticEnergy), int(Variable.PotentialEnergy)


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
    set_bias(e, links, forces, state_out, passes_out)
    if e.UF != 0 and joint_function(e, t, state_out[s:], work_out) != 0:
        return fail(USER_FUNCTION, e.number)
    for r in range(n):
        x, u = state_out[s + e.width - n + r], state_out[s + e.width + b + r]
        value_out[r] = state_out[s + RESULT * e.width + b + r] - control(e, r, given, x, u)
        if e.UF != 0:
            value_out[r] -= work_out[e.w_force + 2 * n + r]
    return 0
