"""The assembler: local blocks of connectors into the system matrix.

Markers that follow coordinates one to one are mapped by index: entry (r, c) of the block of
markers (i, j) goes to `values[slots[., i, j, r, c]]`; a slot of -1 is a coordinate that does
not exist (ground, z in the plane). Slots come from the layout of the linear solver, so the same
kernels serve dense, diagonal and sparse matrices.

Unknowns are accelerations and scaled multipliers (lambda = row_mass * unknown), so force rows
hold ca M + cv D + cq K and row_mass C_q^T; constraint rows hold row_mass (row_cq dc/dq +
row_cv dc/dv).

Markers with a Jacobian have no slots above. Of connectors at such markers, each entry of the
matrix that takes part in a Jacobian is a row of a list (ENTRY, EDGE), and kernels of their own
add J_i^T K J_j and C_p J_i there. The columns of J are rows of `marker_jacobians`; those of
markers that are mapped by index are unit vectors.

Connectors of positions have blocks of three components. Connectors of single coordinates have
one, in arrays and kernels of their own. Those in the plane are in `assemble_planar.py`.
"""

from __future__ import annotations

from linkwork.core.records import f8, i4, i8, record

PAIR_OWN = {
    "stiffness": (f8, (3, 3)),
    "damping": (f8, (3, 3)),
    "slots": (i4, (2, 2, 3, 3)),
    "work": (f8, (33,)),
}
"""Own arrays of a connector between two position markers."""

CONSTRAINT_OWN = {
    "stiffness": (f8, (3, 3)),
    "slots": (i4, (2, 2, 3, 3)),
    "gradient": (f8, (3,)),
    "row_q": (f8, (3,)),
    "row_v": (f8, (3,)),
    "slope": (f8, ()),
    "slope_slots": (i4, ()),
    "rows": (i8, ()),
    "edge_slots": (i4, (2, 2, 3)),
}
"""Own arrays of a constraint; edge_slots[i, marker, 0 column / 1 row, component]."""

COORDINATE_OWN = {
    "stiffness": (f8, ()),
    "damping": (f8, ()),
    "slots": (i4, (2, 2, 1, 1)),
}
"""Own arrays of a connector between two coordinates."""

EQUATION_OWN = {
    "gradient": (f8, (2,)),
    "row_q": (f8, (2,)),
    "row_v": (f8, (2,)),
    "slope": (f8, ()),
    "slope_slots": (i4, ()),
    "rows": (i8, ()),
    "edge_slots": (i4, (2, 2, 1)),
}
"""Own arrays of a constraint between two coordinates: gradient and rows by m0 and by m1.

It is linear in the coordinates, so it has no geometric stiffness.
"""

ENTRY = record(("owner", i8), ("sign", f8), ("left", i8), ("right", i8), ("slot", i8))
"""An entry of the matrix that a connector's stiffness and damping add to through Jacobians.

owner -- row of the connector in its table; sign -- 1 of (m0, m0) and (m1, m1), -1 of the others
left, right -- columns of the Jacobians; slot -- its place in `values`
"""

EDGE = record(
    ("owner", i8), ("side", i8), ("sign", f8), ("column", i8), ("coordinate", i8),
    ("column_slot", i8), ("row_slot", i8),
)  # fmt: skip
"""What a constraint adds to its column and its row for one coordinate behind a Jacobian.

owner -- row of the constraint in its table; side, sign -- 0 and -1 of m0, 1 and 1 of m1
column -- column of the Jacobian; coordinate -- the coordinate it belongs to
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


def _through(block, left, right, marker_jacobians):
    """left^T block right for two columns of Jacobians."""
    x = 0.0
    for r in range(3):
        along = 0.0
        for c in range(3):
            along += block[r, c] * marker_jacobians[right, c]
        x += marker_jacobians[left, r] * along
    return x


def assemble_mapped_pairs(
    table, stiffness, damping, marker_jacobians, marker_rates, cq, cv, values_out
):
    """Add J^T ((cq K + cv D) J + cq D H) of connectors at markers with a Jacobian.

    H = d(J q_t)/dq, zero where J is constant.
    """
    for k in range(table.size):
        e = table[k]
        K, D = stiffness[e.owner], damping[e.owner]
        x = 0.0
        for r in range(3):
            along = 0.0
            for c in range(3):
                slope, rate = marker_jacobians[e.right, c], marker_rates[e.right, c]
                along += cq * K[r, c] * slope + D[r, c] * (cv * slope + cq * rate)
            x += marker_jacobians[e.left, r] * along
        values_out[e.slot] += e.sign * x


def assemble_mapped_stiffness(table, stiffness, marker_jacobians, cq, values_out):
    """Add the geometric stiffness of constraints at markers with a Jacobian."""
    for k in range(table.size):
        e = table[k]
        x = cq * _through(stiffness[e.owner], e.left, e.right, marker_jacobians)
        values_out[e.slot] += e.sign * x


def assemble_mapped_edges(
    table, gradient, row_q, row_v, rows, marker_jacobians, marker_rates, row_mass,
    row_cq, row_cv, values_out,
):  # fmt: skip
    """Add C_q^T and the rows of constraints at markers with a Jacobian."""
    for k in range(table.size):
        e = table[k]
        sign = e.sign * row_mass[rows[e.owner]]
        for r in range(3):
            slope = sign * marker_jacobians[e.column, r]
            values_out[e.column_slot] += slope * gradient[e.owner, r]
            rate = row_cq * row_q[e.owner, r] + row_cv * row_v[e.owner, r]
            bend = row_cq * row_v[e.owner, r] * sign * marker_rates[e.column, r]
            values_out[e.row_slot] += slope * rate + bend


def mapped_drift(table, gradient, rows, marker_rates, v, constraint_out):
    """Add C_p times the acceleration that markers have without q_tt, at level 2."""
    for k in range(table.size):
        e = table[k]
        for r in range(3):
            bend = marker_rates[e.column, r] * v[e.coordinate]
            constraint_out[rows[e.owner]] += e.sign * gradient[e.owner, r] * bend
