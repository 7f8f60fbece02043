"""Kernels of contacts between cables and circles; `circle_friction.py` has the law."""

from __future__ import annotations

import math

from linkwork.connectors.laws.circle_friction import (
    BRANCH_DECIDES,
    DATA_DECIDE,
    DOWN,
    OPEN,
    STICK,
    UNKNOWN,
    UP,
    beyond,
    branch_of,
    decider,
    distances,
    dragged,
    friction_force,
    known_branch,
    measured,
    normal_force,
    part,
    renewed,
    state_of,
    store,
    stretch_of,
)
from linkwork.connectors.laws.circle_geometry import (
    gap_at,
    lever,
    passing,
    segment_at,
)
from linkwork.connectors.laws.circle_matrix import (
    WORK,
    G,
    add_segment,
    add_to_sums,
    distribute,
    point_directions,
    spread,
    write_shapes,
)
from linkwork.core.enums import OutputVariableType as Variable
from linkwork.core.records import BOUNDARIES
from linkwork.core.status import CENTER_ON_CABLE, fail
from linkwork.math.cable_shape import LEAST

COORDINATES, COORDINATES_T = int(Variable.Coordinates), int(Variable.Coordinates_t)
FORCE = int(Variable.Force)
DISTANCE, FORCE_LOCAL = int(Variable.Distance), int(Variable.ForceLocal)
POTENTIAL_ENERGY = int(Variable.PotentialEnergy)

AT_CENTER = math.sqrt(LEAST)
"""Distance of a point from the center of the circle up to which it has no direction."""


def _forces(e, s, branch, found, ends, m, data):
    """(f_n, f_t, forces on P_0 and P_1, force on s) that resist the motion of a segment."""
    near, v_n, v_t, x = found
    f_n = normal_force(e, near[5], v_n)
    stretch = stretch_of(e, s, x, data) if branch == STICK else 0.0
    f_t = friction_force(e, branch, f_n, v_t, stretch)
    nx, ny, _ = point_directions(e, near, ends, m.p, 0)
    mx, my, _ = point_directions(e, near, ends, m.p, 1)
    a, b = 1.0 - near[0], near[0]
    return (
        f_n,
        f_t,
        (
            a * (f_n * nx - f_t * ny),
            a * (f_n * ny + f_t * nx),
            b * (f_n * mx - f_t * my),
            b * (f_n * my + f_t * mx),
        ),
        f_t * (a * passing(e, ends, nx, ny) + b * passing(e, ends, mx, my)),
    )


def residual(
    table, q, v, markers, rotations, frozen, branches_held, compatible, shapes, loads_out,
    load_out, work_out, branches_out, data_coordinates_out, marker_force_out, marker_moment_out,
    residual_out,
):  # fmt: skip
    decides = decider(frozen, branches_held, compatible)
    for i in range(table.size):
        e = table[i]
        loads_out[i] = 0.0
        if e.active == 0:
            continue
        m, turn = markers[e.m0], rotations[e.m0]
        for s in range(e.n_s):
            branch = known_branch(e, s, decides, branches_out, data_coordinates_out)
            if branch == OPEN:
                continue
            ends = segment_at(e, s, shapes, q, v)
            found = measured(e, ends, m, turn)
            if branch == UNKNOWN:
                branch = _note(e, s, found, branches_out, data_coordinates_out)
                if branch == OPEN:
                    continue
            near = found[0]
            if near[4] <= AT_CENTER:
                return fail(CENTER_ON_CABLE, e.number)
            f_n, f_t, F, passed = _forces(e, s, branch, found, ends, m, data_coordinates_out)
            spread(e, s, F, shapes, q, v, work_out, residual_out)
            if e.along >= 0:
                residual_out[e.along] += passed
            marker_force_out[e.m0, 0] += F[0] + F[2]
            marker_force_out[e.m0, 1] += F[1] + F[3]
            marker_moment_out[e.m0, 2] += lever(e, near[4]) * f_t
            loads_out[i] += f_n * f_n + f_t * f_t
        load_out[0] += loads_out[i]
    return 0


def _note(e, s, found, branches_out, data_out):
    """Note the branch of a state; stick that has no state yet begins here."""
    near, v_n, v_t, x = found
    branch = branch_of(e, s, near, v_n, v_t, x, data_out)
    branches_out[e.event + s] = branch
    begins = branch == STICK and data_out[e.first_data + e.n_s + s] == state_of(OPEN)
    if begins and e.mu_k > 0.0:
        data_out[e.first_data + 2 * e.n_s + s] = x
    return branch


def jacobian(
    table, q, v, markers, rotations, data_coordinates, frozen, branches_held, compatible, branches,
    shapes, slots, columns, motion_jacobians, motion_rates, cq, cv, work_out, values_out,
):  # fmt: skip
    decides = decider(frozen, branches_held, compatible)
    for i in range(table.size):
        e = table[i]
        acts = False
        m, turn = markers[e.m0], rotations[e.m0]
        for s in range(e.n_s if e.active != 0 else 0):
            branch = known_branch(e, s, decides, branches, data_coordinates)
            if branch == OPEN:
                continue
            ends = segment_at(e, s, shapes, q, v)
            found = measured(e, ends, m, turn)
            if branch == UNKNOWN:
                near, v_n, v_t, x = found
                branch = branch_of(e, s, near, v_n, v_t, x, data_coordinates)
                if branch == OPEN:
                    continue
            if not acts:
                for k in range(G, WORK):
                    work_out[k] = 0.0
                acts = True
            f_n, f_t, F, _ = _forces(e, s, branch, found, ends, m, data_coordinates)
            add_segment(e, branch, ends, found[0], m, turn, f_n, f_t, cq, cv, work_out)
            write_shapes(e, s, shapes, q, v, work_out)
            add_to_sums(e, s, shapes, q, F, cq, work_out)
        if acts:
            distribute(e, slots, columns, motion_jacobians, motion_rates, work_out, values_out)


# ------------------------------------------------------------------------------- branches


def _sizes(ends, m, turn, e):
    """Sizes of the terms of g and of v_t."""
    size = abs(ends[0]) + abs(ends[1]) + abs(ends[2]) + abs(ends[3])
    size += abs(m.p[0]) + abs(m.p[1]) + e.r + abs(e.off)
    speed = abs(ends[4]) + abs(ends[5]) + abs(ends[6]) + abs(ends[7]) + abs(ends[9])
    return size, speed + abs(m.v[0]) + abs(m.v[1]) + e.r * abs(turn.omega[2])


def events(table, q, v, markers, rotations, data_coordinates, branches, shapes, event_values_out):
    """Distances to the boundaries of the branches."""
    for i in range(table.size):
        e = table[i]
        m, turn = markers[e.m0], rotations[e.m0]
        for s in range(e.n_s):
            values = event_values_out[e.event + s]
            for b in range(BOUNDARIES):
                values[b] = math.inf
            if e.active == 0 or (e.k == 0.0 and e.d == 0.0):
                continue
            ends = segment_at(e, s, shapes, q, v)
            near, v_n, v_t, x = measured(e, ends, m, turn)
            size, speed = _sizes(ends, m, turn, e)
            stretch = stretch_of(e, s, x, data_coordinates)
            branch = branches[e.event + s]
            distances(e, branch, near, v_n, v_t, stretch, size, speed, abs(ends[8]), values)


def switch(table, q, v, markers, rotations, shapes, crossed, branches_out, data_coordinates_out):
    """Switch to the branches beyond the boundaries, and store where stick begins."""
    for i in range(table.size):
        e = table[i]
        m, turn = markers[e.m0], rotations[e.m0]
        for s in range(e.n_s):
            boundary, old = crossed[e.event + s], branches_out[e.event + s]
            if boundary < 0:
                continue
            ends = segment_at(e, s, shapes, q, v)
            near, v_n, v_t, x = measured(e, ends, m, turn)
            new = branches_out[e.event + s] = beyond(e, old, boundary, v_n, v_t)
            if e.states == 0:
                continue
            first = e.first_data + e.n_s + s
            data_coordinates_out[first] = state_of(new)
            if new == STICK:
                begins = x
                if old == UP or old == DOWN:
                    begins = dragged(e, old, normal_force(e, near[5], v_n), x)
                data_coordinates_out[first + e.n_s] = begins


def post_newton(
    table, q, v, markers, rotations, compatible, shapes, start_data_coordinates,
    data_coordinates_out, switching_out,
):  # fmt: skip
    """Renew the data after a solution; the error is the sum of the forces of wrong assumptions."""
    for i in range(table.size):
        e = table[i]
        if e.active == 0:
            continue
        m, turn = markers[e.m0], rotations[e.m0]
        error = 0.0
        for s in range(e.n_s):
            g = gap_at(e, s, shapes, q, m.p)
            first = e.first_data + s
            if g > 0.0 and data_coordinates_out[first] > 0.0:
                if e.states != 0 or compatible == 0:
                    data_coordinates_out[first] = g  # has not touched, and does not
                if e.states != 0:
                    data_coordinates_out[first + e.n_s] = state_of(OPEN)
                continue
            ends = segment_at(e, s, shapes, q, v)
            near, v_n, v_t, x = measured(e, ends, m, turn)
            error += renewed(
                e, s, compatible, near, v_n, v_t, x, start_data_coordinates, data_coordinates_out
            )
        switching_out[0] = max(switching_out[0], error)


def accept(
    table, q, v, markers, rotations, frozen, branches_held, compatible, implicit, shapes, branches,
    data_coordinates_out,
):  # fmt: skip
    """Store gaps, and the state of friction."""
    decides = decider(frozen, branches_held, compatible)
    if decides == DATA_DECIDE and implicit != 0:
        return  # `post_newton` has stored them
    for i in range(table.size):
        e = table[i]
        if e.active == 0:
            continue
        m, turn = markers[e.m0], rotations[e.m0]
        for s in range(e.n_s):
            branch = branches[e.event + s]
            if decides == BRANCH_DECIDES and branch == OPEN:
                data_coordinates_out[e.first_data + s] = gap_at(e, s, shapes, q, m.p)
                if e.states != 0:
                    data_coordinates_out[e.first_data + e.n_s + s] = state_of(OPEN)
                continue
            ends = segment_at(e, s, shapes, q, v)
            near, v_n, v_t, x = measured(e, ends, m, turn)
            if decides != BRANCH_DECIDES:
                renewed(
                    e, s, compatible, near, v_n, v_t, x, data_coordinates_out, data_coordinates_out
                )
            else:
                store(e, s, branch, near, v_n, x, data_coordinates_out)


# ------------------------------------------------------------------------------- results


def potential(table, q, markers, shapes, energy_out):
    """Energy of the contact springs of each row [J]."""
    for i in range(table.size):
        e = table[i]
        energy_out[i] = 0.0
        for s in range(e.n_s if e.active != 0 else 0):
            g = min(gap_at(e, s, shapes, q, markers[e.m0].p), 0.0)
            energy_out[i] += 0.5 * part(e) * e.k * g * g


def output(
    table, row, variable, q, v, markers, rotations, data_coordinates, frozen, branches_held,
    compatible, branches, shapes, value_out,
):  # fmt: skip
    if variable == POTENTIAL_ENERGY:
        potential(table[row : row + 1], q, markers, shapes, value_out)
        return
    e = table[row]
    m, turn = markers[e.m0], rotations[e.m0]
    decides = decider(frozen, branches_held, compatible)
    if variable == DISTANCE:
        value_out[0] = math.inf
    for s in range(e.n_s):
        ends = segment_at(e, s, shapes, q, v)
        near, v_n, v_t, x = measured(e, ends, m, turn)
        if variable == DISTANCE:
            value_out[0] = min(value_out[0], near[5])
            continue
        branch = known_branch(e, s, decides, branches, data_coordinates)
        if branch == UNKNOWN:
            branch = branch_of(e, s, near, v_n, v_t, x, data_coordinates)
        if e.active == 0 or branch == OPEN:
            continue
        found = near, v_n, v_t, x
        second, first, F, _ = _forces(e, s, branch, found, ends, m, data_coordinates)
        if variable == FORCE:
            value_out[0] -= F[0] + F[2]
            value_out[1] -= F[1] + F[3]
            continue
        stretch = stretch_of(e, s, x, data_coordinates) if branch == STICK else 0.0
        if variable == COORDINATES:
            first, second = stretch, near[5]
        elif variable == COORDINATES_T:
            first, second = v_t, v_n
        value_out[2 * s], value_out[2 * s + 1] = first, second
