"""The assembler: local blocks of connectors and loads into the system matrix.

A connector sees the motion of its ends, not coordinates. It declares how many ends it has, which
*directions* of their motion of six (x, y, z, then rotations about x, y, z) it feels, and how many
equations. Its kernel `jacobian` writes blocks in these directions, and the kernels made here take
them through the Jacobians of whatever markers there are. With F the forces and moments on all ends
and z their motion, one end after another in the declared directions,

    stiffness = dF/dz,  damping = dF/dz_t,  gradient = dc/dz            (forces are -lambda dc/dz)
    row_q, row_v = derivatives of the equation of the present level by z and z_t
    slope = dc/d lambda

    matrix -= J^T (dF/dz cq J + dF/dz_t (cv J + cq H)),  H = d(J q_t)/dq

Unknowns are accelerations and scaled multipliers (lambda = row_mass * unknown), so force rows hold
ca M + cv D + cq K and row_mass C_q^T; constraint rows hold row_mass (row_cq dc/dq + row_cv dc/dv).

*Relative* blocks are those of two ends that receive opposite forces which depend on differences
alone: f on m0 and -f on m1, with stiffness = df/d(z1 - z0) and gradient = dc/d(z1 - z0), one block
instead of four.

There are two ways into the matrix, and the assembler chooses for each connector.

By index, where all ends follow coordinates one to one: entry (r, c) of the block of markers (i, j)
goes to `values[slots[., i, j, r, c]]`; a slot of -1 is a coordinate that does not exist (ground,
z in the plane). Slots come from the layout of the linear solver, so the same kernels serve dense,
diagonal and sparse matrices.

Through Jacobians otherwise: a row of LINKED for the connector, and lists of the coordinates that
its ends follow (`links.py` makes them): `columns`, their rows of `motion_jacobians`; `sides`, the
end that each belongs to; `places` of the matrix entries between them, `edges` of those with the
equations. Ends by index have the unit rows of `motion_jacobians`. The derivative of J itself is the
marker's own (`motion/kind.py`, curvature).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from linkwork.core.records import f8, i4, i8, record, u4

POSITION, COORDINATE, PLANE, SPACE = (0, 1, 2), (0,), (0, 1, 5), (0, 1, 2, 3, 4, 5)
"""Directions of points, of single coordinates, of frames in the plane and in space."""

MANY = 0
"""Number of ends of connectors that join as many as each item says."""

MANY_COLUMNS = ("ends", "span", "block", "slopes")
"""Columns that kinds with MANY ends have and fill: number of ends of an item, directions of all of
them, where its stiffness and damping begin in these pools, and where its gradient, row_q and row_v.
"""

LINKED = record(*((name, i8) for name in ("owner", "first", "count", "place", *MANY_COLUMNS)))
"""A connector whose ends are reached through Jacobians.

owner -- its row in the table; first, count -- its part of `columns` and `sides`
place -- first of its count x count `places`; ends -- how many it has
span, block, slopes -- of connectors with MANY ends, see MANY_COLUMNS
"""

LINK_POOLS = {
    "columns": u4, "sides": u4, "coordinates": i8, "places": i4, "edges": i4, "product": f8,
}  # fmt: skip
"""Lists behind LINKED; product -- work memory, one number per direction of all ends."""

Kernel = Callable[..., Any]


class Blocks:
    """What a kind of connector, constraint or load declares; its arrays, and kernels for them.

    ends -- number of markers: 1, 2 or MANY; directions -- what it feels of their motion
    equations -- the most that an item has; relative -- see above
    stiff, damped -- whether it writes stiffness (constraints that are linear do not) and damping
    (loads do not)
    only_turning -- whether ends that do not turn have nothing to add
    own -- arrays of the kind, one entry of each per row of its table
    by_index -- kernel over the table; through, drift -- over LINKED
    """

    def __init__(
        self,
        ends: int,
        directions: tuple[int, ...],
        equations: int = 0,
        relative: bool = False,
        stiff: bool = True,
        damped: bool = True,
        only_turning: bool = False,
    ) -> None:
        self.ends, self.directions, self.equations = ends, directions, equations
        self.relative, self.stiff, self.only_turning = relative, stiff, only_turning
        self.damped = damped and not equations
        self.width = len(directions)
        self.has_index_path = relative or directions == COORDINATE
        self.own = self._own()
        self.by_index: Kernel | None = None
        self.drift: Kernel | None = None
        if equations:
            self.by_index = _index_equations(self)
            self.through, self.drift = _linked_equations(self), _drift(self)
        else:
            self.by_index = _index_forces(self) if self.has_index_path else None
            self.through = _linked_forces(self)

    def _own(self) -> dict[str, tuple[Any, tuple[int, ...]]]:
        if self.ends == MANY:
            return {}  # pools, which the kind lays out
        width, count = self.width, self.equations
        single = () if self.directions == COORDINATE else (width,)
        block = single + single if self.relative else (self.ends * width,) * 2
        own: dict[str, tuple[Any, tuple[int, ...]]] = {}
        if self.stiff:
            own["stiffness"] = f8, block
        if self.damped:
            own["damping"] = f8, block
        if self.has_index_path and self.stiff:
            own["slots"] = i4, (2, 2, width, width)
        if not count:
            return own
        gradient = single if self.relative else (count, self.ends * width)
        if self.directions == COORDINATE:
            gradient = (self.ends,)
        rows = () if self.has_index_path else (count,)
        for name in ("gradient", "row_q", "row_v"):
            own[name] = f8, gradient
        own.update(slope=(f8, rows), slope_slots=(i4, rows), rows=(i8, ()))
        if self.has_index_path:
            own["edge_slots"] = i4, (2, 2, width)
        return own

    # ------------------------------------------------------------------ the same in NumPy

    def slopes(self, arrays: Mapping[str, np.ndarray], lines: np.ndarray, sides: Any) -> np.ndarray:
        """Gradients of the equations by the motion of ends: (lines, equations, directions).

        arrays -- own arrays or pools of the table; lines -- LINKED, one for each side
        """
        gradient, count, width = arrays["gradient"], self.equations, self.width
        if self.ends == MANY:
            place = lines["slopes"][:, None] + np.arange(count) * lines["span"][:, None]
            place = place[:, :, None] + (sides * width)[:, None, None] + np.arange(width)
            return np.asarray(gradient[place])
        gradient = gradient[lines["owner"]]
        if self.directions == COORDINATE:
            return np.asarray(gradient[np.arange(len(lines)), sides][:, None, None])
        if self.relative:
            return np.asarray((2.0 * sides - 1.0)[:, None] * gradient)[:, None, :]
        parts = gradient.reshape(len(lines), count, self.ends, width)
        return np.asarray(parts[np.arange(len(lines)), :, sides])

    def levers(self, slopes: np.ndarray, motion_jacobians: np.ndarray) -> np.ndarray:
        """What each equation could move through a coordinate: (lines, equations).

        A position counts fully, since the equation may turn into any direction; rotations and
        single coordinates count as the gradient says.

        slopes -- gradients by the motion of the end; motion_jacobians -- rows of the coordinates
        """
        along = np.einsum("lkb,lb->lk", slopes, motion_jacobians[:, list(self.directions)]) ** 2
        if self.directions == COORDINATE:
            return np.asarray(along)
        places = [k for k, direction in enumerate(self.directions) if direction < 3]
        fully = (motion_jacobians[:, [self.directions[k] for k in places]] ** 2).sum(1)[:, None]
        feels = np.abs(slopes[:, :, places]).max(-1, initial=0.0) > 0.0
        return np.where(feels | self.relative, fully, along)


# ------------------------------------------------------------------------------- parts of blocks


def _block_of(blocks: Blocks) -> Kernel:
    """Entry of stiffness or damping: (array, row of LINKED, end, r, side, c) -> dF/dz."""
    width, relative = blocks.width, blocks.relative
    if blocks.ends == MANY:

        def many(array, e, end, r, side, c):
            return array[e.block + (end * width + r) * e.span + side * width + c]

        return many
    if relative and blocks.directions == COORDINATE:

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
    if blocks.ends == MANY:

        def many(array, e, k, side, b):
            return array[e.slopes + k * e.span + side * width + b]

        return many
    if blocks.directions == COORDINATE:

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


def _index_forces(blocks: Blocks) -> Kernel:
    width = blocks.width
    if blocks.directions == COORDINATE:

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


def _index_equations(blocks: Blocks) -> Kernel:
    width, equations = blocks.width, blocks.equations
    if blocks.directions == COORDINATE:

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


def _linked_forces(blocks: Blocks) -> Kernel:
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
        """Subtract J^T cq K J of everything linked that has no damping."""
        for i in range(table.size):
            e = table[i]
            for c in range(e.count):
                bend(e, c, stiffness, columns, sides, motion_jacobians, cq, product_out)
                subtract(e, c, columns, sides, places, motion_jacobians, product_out, values_out)

    return add_linked_forces if blocks.damped else add_linked_loads


def _bend(blocks: Blocks) -> Kernel:
    """Kernel part: product = cq K J for column c of something linked."""
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


def _linked_equations(blocks: Blocks) -> Kernel:
    width, equations, directions = blocks.width, blocks.equations, blocks.directions
    slope_of, subtract, bend = _slope_of(blocks), _row_products(blocks), _bend(blocks)

    def add_edges(
        e, c, column, side, gradient, row_q, row_v, rows, edges, motion_jacobians, motion_rates,
        row_mass, row_cq, row_cv, values_out,
    ):  # fmt: skip
        """C_q^T and rows of column c of a linked constraint."""
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


def _drift(blocks: Blocks) -> Kernel:
    width, equations, directions = blocks.width, blocks.equations, blocks.directions
    slope_of = _slope_of(blocks)

    def drift(
        table, gradient, rows, columns, sides, coordinates, edges, motion_rates, v,
        constraint_out,
    ):  # fmt: skip
        """Add C_z times the acceleration that ends have without q_tt, at level 2."""
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
