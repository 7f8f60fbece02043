"""The assembler of connectors in the x-y plane: forces that depend on positions and angles.

Such a connector tells its forces F = (f0x, f0y, tau0, f1x, f1y, tau1) on its two markers by
derivatives with respect to z = (x0, y0, angle0, x1, y1, angle1) and z_t, a constraint its
equations. Each marker has up to three coordinates; the rows of `marker_jacobians` that belong to
them hold d(x, y, z, angle)/dq, whatever kind of marker it is. With J and H = d(J q_t)/dq,

    matrix -= J^T (dF/dz cq J + dF/dz_t (cv J + cq H))

and constraint rows follow in the same way. Where a marker is mapped by index, J is a unit matrix
and H is zero. The derivative of J itself is the marker's own term (`markers/rigid.py`).
"""

from __future__ import annotations

from linkwork.core.records import f8, i4, i8

PLANAR_OWN = {
    "stiffness": (f8, (6, 6)),
    "damping": (f8, (6, 6)),
    "columns": (i8, (6,)),
    "ends": (i8, (6,)),
    "slots": (i4, (6, 6)),
}
"""Own arrays of a connector: stiffness = dF/dz, damping = dF/dz_t.

columns, ends -- of the three coordinates of m0, then of m1: rows of their Jacobians, and indices
slots -- between these coordinates
"""

PLANAR_CONSTRAINT_OWN = {
    "stiffness": (f8, (6, 6)),
    "columns": (i8, (6,)),
    "ends": (i8, (6,)),
    "slots": (i4, (6, 6)),
    "gradient": (f8, (2, 6)),
    "row_q": (f8, (2, 6)),
    "row_v": (f8, (2, 6)),
    "slope": (f8, (2,)),
    "slope_slots": (i4, (2,)),
    "rows": (i8, ()),
    "edge_slots": (i4, (2, 2, 6)),
}
"""Own arrays of a constraint with up to two equations; rows -- the first of them.

gradient, row_q, row_v -- by z; edge_slots[i, equation, 0 column / 1 row, coordinate]
A slot of -1 is a coordinate or an equation that the item does not have.
"""


def _subtract(i, block, side, c, x, y, angle, columns, slots, marker_jacobians, values_out):
    """Subtract J^T block (x, y, angle of marker `side`) from column c of the matrix."""
    b = 3 * side
    for a in range(0, 6, 3):
        fx = block[i, a, b] * x + block[i, a, b + 1] * y + block[i, a, b + 2] * angle
        fy = block[i, a + 1, b] * x + block[i, a + 1, b + 1] * y + block[i, a + 1, b + 2] * angle
        torque = block[i, a + 2, b] * x + block[i, a + 2, b + 1] * y
        torque += block[i, a + 2, b + 2] * angle
        for r in range(3):
            slot = slots[i, a + r, c]
            if slot >= 0:
                row = columns[i, a + r]
                force = marker_jacobians[row, 0] * fx + marker_jacobians[row, 1] * fy
                values_out[slot] -= force + marker_jacobians[row, 3] * torque


def assemble_planar(
    stiffness, damping, columns, slots, marker_jacobians, marker_rates, cq, cv, values_out
):
    """Add stiffness and damping of every connector."""
    for i in range(slots.shape[0]):
        for c in range(6):
            side, column = c // 3, columns[i, c]
            x, y = marker_jacobians[column, 0], marker_jacobians[column, 1]
            angle = marker_jacobians[column, 3]
            _subtract(
                i, stiffness, side, c, cq * x, cq * y, cq * angle, columns, slots,
                marker_jacobians, values_out,
            )  # fmt: skip
            x = cv * x + cq * marker_rates[column, 0]
            y = cv * y + cq * marker_rates[column, 1]
            _subtract(
                i, damping, side, c, x, y, cv * angle, columns, slots, marker_jacobians, values_out
            )


def assemble_planar_constraints(
    stiffness, columns, slots, gradient, row_q, row_v, slope, slope_slots, rows, edge_slots,
    marker_jacobians, marker_rates, row_mass, cq, row_cq, row_cv, row_scale, values_out,
):  # fmt: skip
    """Add geometric stiffness, C_q^T, rows and diagonal of every constraint."""
    for i in range(slots.shape[0]):
        for c in range(6):
            side, column = c // 3, columns[i, c]
            x, y = marker_jacobians[column, 0], marker_jacobians[column, 1]
            angle = marker_jacobians[column, 3]
            if cq != 0.0:
                _subtract(
                    i, stiffness, side, c, cq * x, cq * y, cq * angle, columns, slots,
                    marker_jacobians, values_out,
                )  # fmt: skip
            bend_x, bend_y = row_cq * marker_rates[column, 0], row_cq * marker_rates[column, 1]
            z = 3 * side
            for k in range(2):
                column_slot, row_slot = edge_slots[i, k, 0, c], edge_slots[i, k, 1, c]
                if column_slot < 0:
                    continue
                mass = row_mass[rows[i] + k]
                force = gradient[i, k, z] * x + gradient[i, k, z + 1] * y
                values_out[column_slot] += mass * (force + gradient[i, k, z + 2] * angle)
                rate = (row_cq * row_q[i, k, z] + row_cv * row_v[i, k, z]) * x
                rate += (row_cq * row_q[i, k, z + 1] + row_cv * row_v[i, k, z + 1]) * y
                rate += (row_cq * row_q[i, k, z + 2] + row_cv * row_v[i, k, z + 2]) * angle
                rate += row_v[i, k, z] * bend_x + row_v[i, k, z + 1] * bend_y
                values_out[row_slot] += mass * rate
        for k in range(2):
            if slope_slots[i, k] >= 0:
                mass = row_mass[rows[i] + k]
                values_out[slope_slots[i, k]] += mass * mass * row_scale * slope[i, k]


def planar_drift(gradient, columns, ends, rows, slope_slots, marker_rates, v, constraint_out):
    """Add C_z times the acceleration that markers have without q_tt, at level 2."""
    for i in range(rows.size):
        for c in range(6):
            if ends[i, c] < 0:
                continue
            z, speed, column = 3 * (c // 3), v[ends[i, c]], columns[i, c]
            x, y = marker_rates[column, 0] * speed, marker_rates[column, 1] * speed
            for k in range(2):
                if slope_slots[i, k] >= 0:
                    bend = gradient[i, k, z] * x + gradient[i, k, z + 1] * y
                    constraint_out[rows[i] + k] += bend
