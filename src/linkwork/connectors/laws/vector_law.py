"""Equations of coordinate vectors: values, derivatives and matrix entries of one item.

Parts of the kernels of CoordinateVectorConstraint (`coordinate_vector.py` has the law). An item e
has n coordinates, n_ae equations and, in pools, beginning at the starts of the item:

    coordinates   index in q, and the reference value that the vector adds to q
    equations     offset, first entry and number of entries
    entries       of each equation, by coordinate: factors x, y of the matrices with the sign of
                  the marker; gradient, the derivative through which the multiplier acts; row_q,
                  row_v, derivatives of the equation of the present level
    block         d(gradient^T lambda)/dq: diagonal for matrices, full for user functions
    work          arguments and results of user functions (`ArrayFunction`), and w_kept

Functions return 0, or 1 if a user function failed.
"""

from __future__ import annotations

from linkwork.connectors.laws.vector_functions import (
    FIRST,
    call_slope,
    call_value,
    size_of,
    slope_place,
    user_acceleration,
    user_change,
    user_value,
    user_velocity,
    value_place,
    write_state,
)
from linkwork.core.records import f8, i8, record
from linkwork.math.differences import central_step
from linkwork.math.exact import two_product, two_sum

COORDINATE = record(("index", i8), ("origin", f8))
EQUATION = record(
    ("first", i8), ("count", i8), ("offset", f8), ("rate", f8), ("active", i8), ("slot", i8)
)
ENTRY = record(
    ("local", i8), ("x", f8), ("y", f8), ("gradient", f8), ("row_q", f8), ("row_v", f8),
    ("column_slot", i8), ("row_slot", i8),
)  # fmt: skip
PLACE = record(("value", f8), ("slot", i8))

# ------------------------------------------------------------------------------- matrices


def _deviation(e, line, coordinates, entries, q, q_low):
    """x q + y q^2 - offset without cancellation: implicit solvers divide it by h^2."""
    c, low = -line.offset, 0.0
    for k in range(line.first, line.first + line.count):
        entry = entries[k]
        place = coordinates[e.start + entry.local]
        high, rest = two_sum(place.origin, q[place.index])
        rest += q_low[place.index]
        part, off = two_product(entry.x, high)
        c, lost = two_sum(c, part)
        low += lost + off + entry.x * rest
        if entry.y != 0.0:
            square, off = two_product(high, high)
            low += entry.y * (off + 2.0 * high * rest)
            part, off = two_product(entry.y, square)
            c, lost = two_sum(c, part)
            low += lost + off
    return c + low


def _of_velocities(e, line, coordinates, entries, v):
    """x v + y v^2 - offset"""
    w = -line.offset
    for k in range(line.first, line.first + line.count):
        entry = entries[k]
        speed = v[coordinates[e.start + entry.local].index]
        w += (entry.x + entry.y * speed) * speed
    return w


def _bending(e, line, coordinates, entries, v):
    """2 y v^2: the acceleration of x q + y q^2 at constant velocity."""
    c = 0.0
    for k in range(line.first, line.first + line.count):
        entry = entries[k]
        c += 2.0 * entry.y * v[coordinates[e.start + entry.local].index] ** 2
    return c


def _matrix_value(e, line, coordinates, entries, q, q_low, v, cq, cv, level):
    """Value of one equation without user functions and without the rate of its offset."""
    if e.velocity_level != 0:
        if level == 2 or (level == 0 and cv == 0.0):
            return 0.0
        w = _of_velocities(e, line, coordinates, entries, v)
        return w if level == 1 else w * (cq / cv)
    if level == 0:
        return _deviation(e, line, coordinates, entries, q, q_low)
    if level == 2:
        return _bending(e, line, coordinates, entries, v)
    c = 0.0
    for k in range(line.first, line.first + line.count):
        c += entries[k].gradient * v[coordinates[e.start + entries[k].local].index]
    return c


# ------------------------------------------------------------------------------- for the kernels


def gradients(e, coordinates, equations, q, v, t, work_out, entries_out):
    """Derivatives of the equations by the coordinates; for velocityLevel by the velocities."""
    with_function = e.UF_J != 0 and e.active != 0
    if with_function:
        write_state(e, e.w_slope, 0.0, coordinates, q, v, work_out)
        if call_slope(e, t, work_out) != 0:
            return 1
    for r in range(e.n_ae):
        line = equations[e.equation + r]
        for k in range(line.first, line.first + line.count):
            entry = entries_out[k]
            c = coordinates[e.start + entry.local]
            if e.active == 0:
                entry.gradient = 0.0
            elif with_function:
                entry.gradient = work_out[slope_place(e) + r * e.n + entry.local]
            elif e.velocity_level != 0:
                entry.gradient = entry.x + 2.0 * entry.y * v[c.index]
            else:
                entry.gradient = entry.x + 2.0 * entry.y * (c.origin + q[c.index])
    return 0


def multiply(e, coordinates, equations, entries, multipliers, residual_out):
    """residual += gradient^T lambda; returns the sum of squares of the added terms."""
    size = 0.0
    for r in range(e.n_ae):
        line = equations[e.equation + r]
        force = multipliers[e.row + r]
        for k in range(line.first, line.first + line.count):
            part = entries[k].gradient * force
            residual_out[coordinates[e.start + entries[k].local].index] += part
            size += part * part
    return size


def constraint_value(
    e, coordinates, equations, entries, q, q_low, v, t, h, cq, cv, level, first, work_out, c_out
):
    """c[first:] = values of the equations at a level; the gradients are those of the state."""
    if e.UF == 0:
        for r in range(e.n_ae):
            line = equations[e.equation + r]
            c = _matrix_value(e, line, coordinates, entries, q, q_low, v, cq, cv, level)
            if level == (2 if e.velocity_level != 0 else 1):
                c -= line.rate
            c_out[first + r] = c
        return 0
    if e.velocity_level != 0:
        if level == 2:
            return user_change(
                e, coordinates, equations, entries, q, v, t, h, first, work_out, c_out
            )  # fmt: skip
        if level == 0 and cv == 0.0:
            for r in range(e.n_ae):
                c_out[first + r] = 0.0
            return 0
        factor = 1.0 if level == 1 else cq / cv
        return user_value(e, 1.0, factor, coordinates, q, v, t, first, work_out, c_out)
    if level == 2 and e.tells_rates != 0:
        return user_change(
            e, coordinates, equations, entries, q, v, t, h, first, work_out, c_out
        )  # fmt: skip
    if level == 2:
        return user_acceleration(
            e, coordinates, equations, entries, q, v, t, h, first, work_out, c_out
        )  # fmt: skip
    if level == 1 and cv == 0.0 and e.tells_rates == 0:
        return user_velocity(e, coordinates, equations, entries, q, v, t, h, first, work_out, c_out)
    flag = 1.0 if level == 1 else 0.0
    return user_value(e, flag, 1.0, coordinates, q, v, t, first, work_out, c_out)


def fill_rows(e, coordinates, equations, q, v, t, cq, cv, level, work_out, entries_out):
    """Derivatives of the equations of the present level by coordinates and velocities."""
    of_positions = e.velocity_level == 0
    for r in range(e.n_ae):
        line = equations[e.equation + r]
        for k in range(line.first, line.first + line.count):
            entry = entries_out[k]
            entry.row_v = entry.gradient if level == 1 else 0.0
            entry.row_q = 0.0 if level == 1 else entry.gradient
            if level == 1 and of_positions and e.UF == 0 and e.active != 0:
                entry.row_q = 2.0 * entry.y * v[coordinates[e.start + entry.local].index]
    if e.UF == 0 or e.active == 0 or cv == 0.0 or (of_positions and level != 1):
        return 0
    factor = 1.0 if level == 1 else cq / cv
    for j in range(e.n):
        c = coordinates[e.start + j]
        x = c.origin + q[c.index]
        step = central_step(x, size_of(e, 0, coordinates, q, v))
        for side in range(2):
            write_state(e, e.w_value, 0.0, coordinates, q, v, work_out)
            work_out[e.w_value + FIRST + j] = x + step if side == 0 else x - step
            if call_value(e, t, 1.0, work_out) != 0:
                return 1
            for r in range(e.n_ae):
                value = work_out[value_place(e) + r]
                if side == 0:
                    work_out[e.w_kept + r] = value
                else:
                    slope = (work_out[e.w_kept + r] - value) / (2.0 * step)
                    entries_out[equations[e.equation + r].first + j].row_q += factor * slope
    return 0


def fill_block(
    e, coordinates, equations, entries, multipliers, q, v, t, cq, cv, work_out, block_out
):
    """Derivatives of gradient^T lambda by the unknown accelerations."""
    for k in range(e.n * e.n if e.UF != 0 else e.n):
        block_out[e.block + k].value = 0.0
    if e.active == 0:
        return 0
    factor = cv if e.velocity_level != 0 else cq
    if e.UF == 0:
        for r in range(e.n_ae):
            line = equations[e.equation + r]
            for k in range(line.first, line.first + line.count):
                bend = 2.0 * entries[k].y * multipliers[e.row + r]
                block_out[e.block + entries[k].local].value += factor * bend
        return 0
    for part in range(2 if e.velocity_level != 0 else 1):
        factor = cv if part == 1 else cq
        size = size_of(e, part, coordinates, q, v)
        for j in range(e.n):
            c = coordinates[e.start + j]
            x = v[c.index] if part == 1 else c.origin + q[c.index]
            step = central_step(x, size)
            for side in range(2):
                write_state(e, e.w_slope, 0.0, coordinates, q, v, work_out)
                moved = x + step if side == 0 else x - step
                work_out[e.w_slope + FIRST + part * e.n + j] = moved
                if call_slope(e, t, work_out) != 0:
                    return 1
                weight = factor / (2.0 * step) if side == 0 else -factor / (2.0 * step)
                for r in range(e.n_ae):
                    force = weight * multipliers[e.row + r]
                    row = slope_place(e) + r * e.n
                    for i in range(e.n):
                        block_out[e.block + i * e.n + j].value += force * work_out[row + i]
    return 0


def assemble(
    table, equations, entries, block, row_mass, cq, cv, row_cq, row_cv, row_scale, values_out
):
    """Add the derivatives of the forces, C_q^T, the rows and the diagonal of every equation."""
    for i in range(table.size):
        e = table[i]
        for r in range(e.n_ae):
            line, mass = equations[e.equation + r], row_mass[e.row + r]
            for k in range(line.first, line.first + line.count):
                entry = entries[k]
                rate = row_cq * entry.row_q + row_cv * entry.row_v
                values_out[entry.column_slot] += mass * entry.gradient
                values_out[entry.row_slot] += mass * rate
            if e.active == 0:
                values_out[line.slot] += mass * mass * row_scale
        if cq != 0.0 or cv != 0.0:
            for k in range(e.n * e.n if e.UF != 0 else e.n):
                place = block[e.block + k]
                values_out[place.slot] += place.value
