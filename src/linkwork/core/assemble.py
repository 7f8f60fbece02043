"""The assembler: local blocks of connectors into the system matrix.

Markers that follow coordinates one to one are mapped by index: entry (r, c) of the block of
markers (i, j) goes to `values[slots[., i, j, r, c]]`; a slot of -1 is a coordinate that does
not exist (ground, z in the plane). Slots come from the layout of the linear solver, so the same
kernels serve dense, diagonal and sparse matrices.

Unknowns are accelerations and scaled multipliers (lambda = row_mass * unknown), so force rows
hold ca M + cv D + cq K and row_mass C_q^T; constraint rows hold row_mass (row_cq dc/dq +
row_cv dc/dv).

Connectors of positions have blocks of three components. Connectors of single coordinates have
one, in arrays and kernels of their own.
"""

from __future__ import annotations

from linkwork.core.records import f8, i8

PAIR_OWN = {
    "stiffness": (f8, (3, 3)),
    "damping": (f8, (3, 3)),
    "slots": (i8, (2, 2, 3, 3)),
    "work": (f8, (33,)),
}
"""Own arrays of a connector between two position markers."""

CONSTRAINT_OWN = {
    "stiffness": (f8, (3, 3)),
    "slots": (i8, (2, 2, 3, 3)),
    "gradient": (f8, (3,)),
    "row_q": (f8, (3,)),
    "row_v": (f8, (3,)),
    "slope": (f8, ()),
    "slope_slots": (i8, ()),
    "rows": (i8, ()),
    "edge_slots": (i8, (2, 2, 3)),
}
"""Own arrays of a constraint; edge_slots[i, marker, 0 column / 1 row, component]."""

COORDINATE_OWN = {
    "stiffness": (f8, ()),
    "damping": (f8, ()),
    "slots": (i8, (2, 2, 1, 1)),
}
"""Own arrays of a connector between two coordinates."""

EQUATION_OWN = {
    "gradient": (f8, (2,)),
    "row_q": (f8, (2,)),
    "row_v": (f8, (2,)),
    "slope": (f8, ()),
    "slope_slots": (i8, ()),
    "rows": (i8, ()),
    "edge_slots": (i8, (2, 2, 1)),
}
"""Own arrays of a constraint between two coordinates: gradient and rows by m0 and by m1.

It is linear in the coordinates, so it has no geometric stiffness.
"""


def _add_pair(slots, i, r, c, x, values_out):
    """Add x to the blocks of (m0, m0) and (m1, m1), subtract it from (m0, m1) and (m1, m0)."""
    for first in range(2):
        for second in range(2):
            slot = slots[i, first, second, r, c]
            if slot >= 0:
                values_out[slot] += x if first == second else -x


def assemble_pairs(stiffness, damping, slots, cq, cv, values_out):
    """Add cq K + cv D of every connector."""
    for i in range(slots.shape[0]):
        for r in range(3):
            for c in range(3):
                x = cq * stiffness[i, r, c] + cv * damping[i, r, c]
                _add_pair(slots, i, r, c, x, values_out)


def assemble_constraints(
    stiffness, slots, gradient, row_q, row_v, slope, slope_slots, rows, edge_slots, row_mass,
    cq, row_cq, row_cv, row_scale, values_out,
):  # fmt: skip
    """Add geometric stiffness, C_q^T, the constraint rows and the diagonal of every constraint."""
    for i in range(slots.shape[0]):
        for r in range(3):
            for c in range(3):
                _add_pair(slots, i, r, c, cq * stiffness[i, r, c], values_out)
        mass = row_mass[rows[i]]
        for marker in range(2):
            sign = mass if marker == 1 else -mass
            for r in range(3):
                column, row = edge_slots[i, marker, 0, r], edge_slots[i, marker, 1, r]
                if column >= 0:
                    values_out[column] += sign * gradient[i, r]
                    values_out[row] += sign * (row_cq * row_q[i, r] + row_cv * row_v[i, r])
        values_out[slope_slots[i]] += mass * mass * row_scale * slope[i]


def assemble_coordinates(stiffness, damping, slots, cq, cv, values_out):
    """Add cq k + cv d of every connector between two coordinates."""
    for i in range(slots.shape[0]):
        _add_pair(slots, i, 0, 0, cq * stiffness[i] + cv * damping[i], values_out)


def assemble_equations(
    gradient, row_q, row_v, slope, slope_slots, rows, edge_slots, row_mass,
    row_cq, row_cv, row_scale, values_out,
):  # fmt: skip
    """Add C_q^T, the row and the diagonal of every constraint between two coordinates."""
    for i in range(rows.size):
        mass = row_mass[rows[i]]
        for marker in range(2):
            column, row = edge_slots[i, marker, 0, 0], edge_slots[i, marker, 1, 0]
            if column >= 0:
                values_out[column] += mass * gradient[i, marker]
                values_out[row] += mass * (row_cq * row_q[i, marker] + row_cv * row_v[i, marker])
        values_out[slope_slots[i]] += mass * mass * row_scale * slope[i]
