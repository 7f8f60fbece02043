"""Kernels of the assembler: they add the blocks of a kind of connector to the system matrix.

`core/blocks.py` describes the blocks and the two ways into the matrix. The functions here make the
kernels of a kind; differences between kinds are resolved once, when the kernels are made.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from linkwork.core.blocks import Blocks

Kernel = Callable[..., Any]


# ------------------------------------------------------------------------------- parts of blocks


def _block_of(blocks: Blocks) -> Kernel:
    """Entry of stiffness or damping: (array, row of LINKED, end, r, side, c) -> dF/dz."""
    width, relative = blocks.width, blocks.relative
    if blocks.has_many_ends:

        def many(array, e, end, r, side, c):
            return array[e.block + (end * width + r) * e.span + side * width + c]

        return many
    if relative and blocks.joins_coordinates:

        def single(array, e, end, r, side, c):
            return -array[e.owner] if end == side else array[e.owner]

        return single
    if relative:

        def pair(array, e, end, r, side, c):
            return -array[e.owner, r, c] if end == side else array[e.owner, r, c]

        return pair

    def whole(array, e, end, r, side, c):
        return array[e.owner, end * width + r, side * width + c]

    return whole


def _slope_of(blocks: Blocks) -> Kernel:
    """Entry of gradient, row_q or row_v: (array, row of LINKED, equation, side, direction)."""
    width = blocks.width
    if blocks.has_many_ends:

        def many(array, e, k, side, b):
            return array[e.slopes + k * e.span + side * width + b]

        return many
    if blocks.joins_coordinates:

        def single(array, e, k, side, b):
            return array[e.owner, side]

        return single
    if blocks.relative:

        def pair(array, e, k, side, b):
            return array[e.owner, b] if side == 1 else -array[e.owner, b]

        return pair

    def whole(array, e, k, side, b):
        return array[e.owner, k, side * width + b]

    return whole


# ------------------------------------------------------------------------------- by index


def _add_pair(slots, i, r, c, x, values_out):
    """Add x to the blocks of (m0, m0) and (m1, m1), subtract it from (m0, m1) and (m1, m0)."""
    for first in range(2):
        for second in range(2):
            slot = slots[i, first, second, r, c]
            if slot >= 0:
                values_out[slot] += x if first == second else -x


def index_forces(blocks: Blocks) -> Kernel:
    """Kernel over a table that adds the forces of connectors whose ends are mapped by index."""
    width = blocks.width
    if blocks.joins_coordinates and not blocks.relative:

        def add_factored_coordinates(stiffness, damping, slots, cq, cv, values_out):
            """Subtract cq dF/dz + cv dF/dz_t of every connector between two coordinates."""
            for i in range(slots.shape[0]):
                for first in range(2):
                    for second in range(2):
                        slot = slots[i, first, second, 0, 0]
                        if slot >= 0:
                            x = cq * stiffness[i, first, second] + cv * damping[i, first, second]
                            values_out[slot] -= x

        return add_factored_coordinates
    if blocks.joins_coordinates:

        def add_coordinates(stiffness, damping, slots, cq, cv, values_out):
            """Add cq k + cv d of every connector between two coordinates."""
            for i in range(slots.shape[0]):
                _add_pair(slots, i, 0, 0, cq * stiffness[i] + cv * damping[i], values_out)

        return add_coordinates

    def add_pairs(stiffness, damping, slots, cq, cv, values_out):
        """Add cq K + cv D of every connector."""
        for i in range(slots.shape[0]):
            for r in range(width):
                for c in range(width):
                    x = cq * stiffness[i, r, c] + cv * damping[i, r, c]
                    _add_pair(slots, i, r, c, x, values_out)

    return add_pairs


def index_equations(blocks: Blocks) -> Kernel:
    """Kernel over a table that adds constraints by index, or their parts without a Jacobian."""
    width, equations = blocks.width, blocks.equations
    if blocks.has_index_path and blocks.joins_coordinates:

        def add_coordinate_equations(
            gradient, row_q, row_v, slope, slope_slots, rows, edge_slots, row_mass,
            row_cq, row_cv, row_scale, values_out,
        ):  # fmt: skip
            """Add C_q^T, the row and the diagonal of every constraint between two coordinates."""
            for i in range(rows.size):
                mass = row_mass[rows[i]]
                for marker in range(2):
                    column, row = edge_slots[i, marker, 0, 0], edge_slots[i, marker, 1, 0]
                    if column >= 0:
                        rate = row_cq * row_q[i, marker] + row_cv * row_v[i, marker]
                        values_out[column] += mass * gradient[i, marker]
                        values_out[row] += mass * rate
                values_out[slope_slots[i]] += mass * mass * row_scale * slope[i]

        return add_coordinate_equations
    if blocks.relative:

        def add_pair_equations(
            stiffness, slots, gradient, row_q, row_v, slope, slope_slots, rows, edge_slots,
            row_mass, cq, row_cq, row_cv, row_scale, values_out,
        ):  # fmt: skip
            """Add geometric stiffness, C_q^T, rows and diagonal of every constraint."""
            for i in range(slots.shape[0]):
                for r in range(width):
                    for c in range(width):
                        _add_pair(slots, i, r, c, cq * stiffness[i, r, c], values_out)
                mass = row_mass[rows[i]]
                for marker in range(2):
                    sign = mass if marker == 1 else -mass
                    for r in range(width):
                        column, row = edge_slots[i, marker, 0, r], edge_slots[i, marker, 1, r]
                        if column >= 0:
                            rate = row_cq * row_q[i, r] + row_cv * row_v[i, r]
                            values_out[column] += sign * gradient[i, r]
                            values_out[row] += sign * rate
                values_out[slope_slots[i]] += mass * mass * row_scale * slope[i]

        return add_pair_equations

    def add_slopes(slope, slope_slots, rows, row_mass, row_scale, values_out):
        """Add the diagonal of every constraint."""
        for i in range(rows.size):
            for k in range(equations):
                if slope_slots[i, k] >= 0:
                    mass = row_mass[rows[i] + k]
                    values_out[slope_slots[i, k]] += mass * mass * row_scale * slope[i, k]

    return add_slopes


# ------------------------------------------------------------------------------- through Jacobians


def linked_forces(blocks: Blocks) -> Kernel:
    """Kernel over LINKED that adds the forces of connectors and loads through Jacobians."""
    width, relative, directions = blocks.width, blocks.relative, blocks.directions
    block_of, subtract, bend = _block_of(blocks), _row_products(blocks), _bend(blocks)

    def add_linked_forces(
        table, stiffness, damping, columns, sides, places, motion_jacobians, motion_rates, cq, cv,
        product_out, values_out,
    ):  # fmt: skip
        """Subtract J^T (cq K J + D (cv J + cq H)) of every linked connector."""
        for i in range(table.size):
            e = table[i]
            for c in range(e.count):
                column, side = columns[e.first + c], sides[e.first + c]
                for end in range(1 if relative else e.ends):
                    for r in range(width):
                        x = 0.0
                        for b in range(width):
                            slope = motion_jacobians[column, directions[b]]
                            rate = cv * slope + cq * motion_rates[column, directions[b]]
                            x += cq * slope * block_of(stiffness, e, end, r, side, b)
                            x += rate * block_of(damping, e, end, r, side, b)
                        product_out[end * width + r] = x
                        if relative:
                            product_out[width + r] = -x
                subtract(e, c, columns, sides, places, motion_jacobians, product_out, values_out)

    def add_linked_loads(
        table, stiffness, columns, sides, places, motion_jacobians, cq, product_out, values_out
    ):
        """Subtract J^T cq K J of all linked items without damping."""
        for i in range(table.size):
            e = table[i]
            for c in range(e.count):
                bend(e, c, stiffness, columns, sides, motion_jacobians, cq, product_out)
                subtract(e, c, columns, sides, places, motion_jacobians, product_out, values_out)

    return add_linked_forces if blocks.damped else add_linked_loads


def _bend(blocks: Blocks) -> Kernel:
    """Kernel part: product = cq K J for column c of a linked item."""
    width, relative, directions = blocks.width, blocks.relative, blocks.directions
    block_of = _block_of(blocks)

    def bend(e, c, stiffness, columns, sides, motion_jacobians, cq, product_out):
        column, side = columns[e.first + c], sides[e.first + c]
        for end in range(1 if relative else e.ends):
            for r in range(width):
                x = 0.0
                for b in range(width):
                    slope = motion_jacobians[column, directions[b]]
                    x += cq * slope * block_of(stiffness, e, end, r, side, b)
                product_out[end * width + r] = x
                if relative:
                    product_out[width + r] = -x

    return bend


def _row_products(blocks: Blocks) -> Kernel:
    """Kernel part: subtract J^T product from column c of a linked connector."""
    width, directions = blocks.width, blocks.directions

    def subtract(e, c, columns, sides, places, motion_jacobians, product, values_out):
        for r in range(e.count):
            slot = places[e.place + r * e.count + c]
            if slot >= 0:
                row, end = columns[e.first + r], sides[e.first + r]
                x = 0.0
                for b in range(width):
                    x += motion_jacobians[row, directions[b]] * product[end * width + b]
                values_out[slot] -= x

    return subtract


def linked_equations(blocks: Blocks) -> Kernel:
    """Kernel over LINKED that adds constraints through Jacobians."""
    width, equations, directions = blocks.width, blocks.equations, blocks.directions
    slope_of, subtract, bend = _slope_of(blocks), _row_products(blocks), _bend(blocks)

    def add_edges(
        e, c, column, side, gradient, row_q, row_v, rows, edges, motion_jacobians, motion_rates,
        row_mass, row_cq, row_cv, values_out,
    ):  # fmt: skip
        """Add C_q^T and rows of column c of a linked constraint."""
        for k in range(equations):
            edge = 2 * ((e.first + c) * equations + k)
            if edges[edge] < 0:
                continue
            force = rate = 0.0
            for b in range(width):
                slope, bend = (
                    motion_jacobians[column, directions[b]],
                    motion_rates[column, directions[b]],
                )
                by_rate = slope_of(row_v, e, k, side, b)
                force += slope_of(gradient, e, k, side, b) * slope
                rate += (row_cq * slope_of(row_q, e, k, side, b) + row_cv * by_rate) * slope
                rate += row_cq * by_rate * bend
            mass = row_mass[rows[e.owner] + k]
            values_out[edges[edge]] += mass * force
            values_out[edges[edge + 1]] += mass * rate

    def add_linked_equations(
        table, stiffness, gradient, row_q, row_v, rows, columns, sides, places, edges,
        motion_jacobians, motion_rates, row_mass, cq, row_cq, row_cv, product_out, values_out,
    ):  # fmt: skip
        """Add geometric stiffness, C_q^T and rows of every linked constraint."""
        for i in range(table.size):
            e = table[i]
            for c in range(e.count):
                column, side = columns[e.first + c], sides[e.first + c]
                add_edges(
                    e, c, column, side, gradient, row_q, row_v, rows, edges, motion_jacobians,
                    motion_rates, row_mass, row_cq, row_cv, values_out,
                )  # fmt: skip
                if cq != 0.0:
                    bend(e, c, stiffness, columns, sides, motion_jacobians, cq, product_out)
                    subtract(
                        e, c, columns, sides, places, motion_jacobians, product_out, values_out
                    )

    def add_linked_rows(
        table, gradient, row_q, row_v, rows, columns, sides, edges, motion_jacobians, motion_rates,
        row_mass, row_cq, row_cv, values_out,
    ):  # fmt: skip
        """Add C_q^T and rows of every linked constraint, which is linear."""
        for i in range(table.size):
            e = table[i]
            for c in range(e.count):
                add_edges(
                    e, c, columns[e.first + c], sides[e.first + c], gradient, row_q, row_v, rows,
                    edges, motion_jacobians, motion_rates, row_mass, row_cq, row_cv, values_out,
                )  # fmt: skip

    return add_linked_equations if blocks.stiff else add_linked_rows


def drift_of(blocks: Blocks) -> Kernel:
    """Kernel over LINKED that adds the terms of level 2 of constraints other than C_q q_tt."""
    width, equations, directions = blocks.width, blocks.equations, blocks.directions
    slope_of = _slope_of(blocks)

    def drift(
        table, gradient, rows, columns, sides, coordinates, edges, motion_rates, v,
        constraint_out,
    ):  # fmt: skip
        """Add C_z times the acceleration of the ends without q_tt, at level 2."""
        for i in range(table.size):
            e = table[i]
            for c in range(e.count):
                column, side = columns[e.first + c], sides[e.first + c]
                speed = v[coordinates[e.first + c]]
                for k in range(equations):
                    if edges[2 * ((e.first + c) * equations + k)] < 0:
                        continue
                    x = 0.0
                    for b in range(width):
                        bend = motion_rates[column, directions[b]]
                        x += slope_of(gradient, e, k, side, b) * bend
                    constraint_out[rows[e.owner] + k] += x * speed

    return drift
