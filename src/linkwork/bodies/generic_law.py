"""Kernels of generic second-order systems; `generic_ode2.py` has the law and the pools.

A system e has n coordinates. Beginning at the starts of the system, pools hold their `indices`, the
forces f, the entries of M, D and K row by row (`starts`, `columns`; those of M once more
separately), and in `work` the arguments and results of its user functions
(`function_kinds.ArrayFunction`).
"""

from __future__ import annotations

from linkwork.core.declare.function_kinds import array_function
from linkwork.core.enums import OutputVariableType as Variable
from linkwork.core.status import USER_FUNCTION, fail
from linkwork.math.differences import LEAST_SIZE, central_step
from linkwork.nodes.point_node import COORDINATES, COORDINATES_T, COORDINATES_TOTAL, COORDINATES_TT

KINETIC_ENERGY, POTENTIAL_ENERGY = int(Variable.KineticEnergy), int(Variable.PotentialEnergy)


def write_state(e, start, indices, q, v, work_out):
    """Write q and q_t of a system to the arguments of a function."""
    for r in range(e.n):
        k = indices[e.start + r]
        work_out[start + r] = q[k]
        work_out[start + e.n + r] = v[k]


def call_force(e, t, work_out):
    """Call UF with the arguments in work; its result is in work[w_force + 2 n:]."""
    return array_function(e.UF, work_out[e.w_force :].ctypes.data, e.n, e.n, t, e.number)


def call_mass(e, t, work_out):
    """Call UF_M; its result is in work[w_mass + 2 n:]."""
    return array_function(e.UF_M, work_out[e.w_mass :].ctypes.data, e.n, e.n, t, e.number)


def _own_force(e, r, q, v, starts, columns, damping, stiffness):
    """K q + D q_t in one row."""
    f = 0.0
    row = e.row_start + r
    for k in range(starts[row], starts[row + 1]):
        c = columns[k]
        f += stiffness[k] * q[c] + damping[k] * v[c]
    return f


def residual(
    table, t, q, v, indices, force, starts, columns, damping, stiffness, work_out, loads_out,
    load_out, residual_out,
):  # fmt: skip
    for i in range(table.size):
        e = table[i]
        given, first = force, e.start
        if e.UF != 0:
            write_state(e, e.w_force, indices, q, v, work_out)
            if call_force(e, t, work_out) != 0:
                return fail(USER_FUNCTION, e.number)
            first = e.w_force + 2 * e.n
            for r in range(e.n):
                work_out[first + r] += force[e.start + r]
            given = work_out
        loads_out[i] = _add_rows(
            e.n, given[first:], indices[e.start :], starts[e.row_start :],
            q, v, columns, damping, stiffness, residual_out,
        )  # fmt: skip
        load_out[0] += loads_out[i]
    return 0


def _add_rows(n, given, indices, starts, q, v, columns, damping, stiffness, residual_out):
    """Add K q + D q_t - f of one system; returns the squares of both parts.

    It receives slices of the pools that begin with its system, so that all indices start from 0 and
    the compiler need not check for negative ones.
    """
    size = 0.0
    begin = starts[0]
    for r in range(n):
        own = 0.0
        end = starts[r + 1]
        for k in range(begin, end):
            c = columns[k]
            own += stiffness[k] * q[c] + damping[k] * v[c]
        begin = end
        residual_out[indices[r]] += own - given[r]
        size += own * own + given[r] * given[r]
    return size


def inertia(
    table, t, q, v, a, indices, mass_starts, mass_columns, mass_entries, work_out, residual_out
):  # fmt: skip
    for i in range(table.size):
        e = table[i]
        if e.UF_M != 0:
            write_state(e, e.w_mass, indices, q, v, work_out)
            if call_mass(e, t, work_out) != 0:
                return fail(USER_FUNCTION, e.number)
            for r in range(e.n):
                residual_out[indices[e.start + r]] += mass_row(e, r, a, indices, work_out)
        else:
            rows, starts = indices[e.start :], mass_starts[e.row_start :]
            _add_inertia(e.n, rows, starts, a, mass_columns, mass_entries, residual_out)
    return 0


def _add_inertia(n, indices, starts, a, columns, entries, residual_out):
    """Add M a of one system."""
    begin = starts[0]
    for r in range(n):
        f = 0.0
        end = starts[r + 1]
        for k in range(begin, end):
            f += entries[k] * a[columns[k]]
        begin = end
        residual_out[indices[r]] += f


def mass_row(e, r, a, indices, work):
    """Row r of UF_M times a."""
    f = 0.0
    for c in range(e.n):
        f += work[e.w_mass + 2 * e.n + r * e.n + c] * a[indices[e.start + c]]
    return f


def jacobian(
    table, t, q, v, a, ca, cq, cv, indices, starts, damping, stiffness, slots, work_out, mass_out,
    values_out,
):  # fmt: skip
    for i in range(table.size):
        e = table[i]
        if e.UF_M != 0:
            write_state(e, e.w_mass, indices, q, v, work_out)
            if call_mass(e, t, work_out) != 0:
                return fail(USER_FUNCTION, e.number)
            for k in range(e.n * e.n):
                mass_out[e.entry_start + k] = work_out[e.w_mass + 2 * e.n + k]
        for k in range(starts[e.row_start], starts[e.row_start + e.n]):
            if slots[k] >= 0:
                values_out[slots[k]] += ca * mass_out[k] + cq * stiffness[k] + cv * damping[k]
        if cq != 0.0 or cv != 0.0:
            status = add_derivatives(e, t, q, v, a, cq, cv, indices, slots, work_out, values_out)
            if status != 0:
                return fail(USER_FUNCTION, e.number)
    return 0


def add_derivatives(e, t, q, v, a, cq, cv, indices, slots, work_out, values_out):
    """Add the derivatives of user functions to the matrix."""
    differs = e.UF_M != 0
    if e.UF_J != 0:
        work_out[e.w_jacobian] = cq
        work_out[e.w_jacobian + 1] = cv
        write_state(e, e.w_jacobian + 2, indices, q, v, work_out)
        place = work_out[e.w_jacobian :].ctypes.data
        if array_function(e.UF_J, place, e.n, e.n, t, e.number) != 0:
            return 1
        for k in range(e.n * e.n):
            values_out[slots[e.entry_start + k]] += work_out[e.w_jacobian + 2 + 2 * e.n + k]
    elif e.UF != 0:
        differs = True
    if differs:
        for part in range(2):
            factor = cq if part == 0 else cv
            for c in range(e.n):
                if factor == 0.0:
                    continue
                status = _add_column(
                    e, c, part, factor, t, q, v, a, indices, slots, work_out, values_out
                )
                if status != 0:
                    return 1
    return 0


def _add_column(e, c, part, factor, t, q, v, a, indices, slots, work_out, values_out):
    """Add the derivative of UF_M q_tt - UF by coordinate or velocity c: central differences."""
    kept, n = e.w_kept, e.n
    with_force = e.UF != 0 and e.UF_J == 0
    size = LEAST_SIZE
    for r in range(n):
        k = indices[e.start + r]
        size = max(size, abs(q[k] if part == 0 else v[k]))
    x = q[indices[e.start + c]] if part == 0 else v[indices[e.start + c]]
    step = central_step(x, size)
    for side in range(2):
        moved = x + step if side == 0 else x - step
        if with_force:
            write_state(e, e.w_force, indices, q, v, work_out)
            work_out[e.w_force + part * n + c] = moved
            if call_force(e, t, work_out) != 0:
                return 1
        if e.UF_M != 0:
            write_state(e, e.w_mass, indices, q, v, work_out)
            work_out[e.w_mass + part * n + c] = moved
            if call_mass(e, t, work_out) != 0:
                return 1
        for r in range(n):
            f = 0.0
            if with_force:
                f -= work_out[e.w_force + 2 * n + r]
            if e.UF_M != 0:
                f += mass_row(e, r, a, indices, work_out)
            if side == 0:
                work_out[kept + r] = f
            else:
                slope = (work_out[kept + r] - f) / (2.0 * step)
                values_out[slots[e.entry_start + r * n + c]] += factor * slope
    return 0


def kinetic(table, t, q, v, indices, starts, columns, mass, work_out, energy_out):
    """Kinetic energy v M v / 2 of each row [J]."""
    for i in range(table.size):
        e = table[i]
        energy_out[i] = 0.0
        if e.UF_M != 0:
            write_state(e, e.w_mass, indices, q, v, work_out)
            if call_mass(e, t, work_out) != 0:
                return fail(USER_FUNCTION, e.number)
        for r in range(e.n):
            f = 0.0
            if e.UF_M != 0:
                f = mass_row(e, r, v, indices, work_out)
            else:
                row = e.row_start + r
                for k in range(starts[row], starts[row + 1]):
                    f += mass[k] * v[columns[k]]
            energy_out[i] += 0.5 * f * v[indices[e.start + r]]
    return 0


def potential(table, q, indices, force, starts, columns, stiffness, energy_out):
    """q K q / 2 - f q of each row [J]; user functions have no energy."""
    for i in range(table.size):
        e = table[i]
        energy_out[i] = 0.0
        for r in range(e.n):
            row = e.row_start + r
            own = 0.0
            for k in range(starts[row], starts[row + 1]):
                own += stiffness[k] * q[columns[k]]
            energy_out[i] += (0.5 * own - force[e.start + r]) * q[indices[e.start + r]]


def output(
    table, row, variable, t, q, v, a, reference, indices, force, starts, columns, mass, damping,
    stiffness, work_out, value_out,
):  # fmt: skip
    one = table[row : row + 1]
    if variable == KINETIC_ENERGY:
        return kinetic(one, t, q, v, indices, starts, columns, mass, work_out, value_out)
    if variable == POTENTIAL_ENERGY:
        potential(one, q, indices, force, starts, columns, stiffness, value_out)
        return 0
    e = table[row]
    if write_coordinates(e, variable, q, v, a, reference, indices, value_out):
        return 0
    if e.UF != 0:
        write_state(e, e.w_force, indices, q, v, work_out)
        if call_force(e, t, work_out) != 0:
            return fail(USER_FUNCTION, e.number)
    for r in range(e.n):
        value_out[r] = _own_force(e, r, q, v, starts, columns, damping, stiffness)
        value_out[r] -= force[e.start + r]
        if e.UF != 0:
            value_out[r] -= work_out[e.w_force + 2 * e.n + r]
    return 0


def write_coordinates(e, variable, q, v, a, reference, indices, value_out):
    """Write one of the outputs of all coordinates; returns whether it is one."""
    for r in range(e.n):
        k = indices[e.start + r]
        if variable == COORDINATES_TOTAL:
            value_out[r] = reference[k] + q[k]
        elif variable == COORDINATES:
            value_out[r] = q[k]
        elif variable == COORDINATES_T:
            value_out[r] = v[k]
        elif variable == COORDINATES_TT:
            value_out[r] = a[k]
        else:
            return False
    return True
