"""Motion and force gathering of markers that depend on coordinates through a Jacobian J.

    p = offset + J q,  v = J q_t,  residual -= J^T force

J^T stands in `marker_jacobians`: the derivatives of p by the coordinates first, first + 1, ... of
a marker are the rows column, column + 1, ... of this array. Its first three rows are a unit
matrix, the Jacobian of all markers that follow coordinates one to one (`points.py`), for
connectors that join one of them with one of these. What is said here but for the motion also
holds where J depends on the state; then the motion writes J.

What rounding takes from p is kept in p_low, for constraints that need it.
"""

from __future__ import annotations

from linkwork.core.records import f8, i8, record
from linkwork.math.exact import two_product, two_sum

MAPPED = record(
    ("marker", i8), ("first", i8), ("count", i8), ("column", i8), ("offset", f8, 3)
)  # fmt: skip
UNIT_COLUMNS = 3
"""Rows of `marker_jacobians` that belong to no marker."""


def motion(table, q, q_low, v, marker_jacobians, markers_out):
    for i in range(table.size):
        e = table[i]
        m = markers_out[e.marker]
        for r in range(3):
            p, low, speed = e.offset[r], 0.0, 0.0
            for k in range(e.count):
                slope = marker_jacobians[e.column + k, r]
                product, product_low = two_product(slope, q[e.first + k])
                p, rest = two_sum(p, product)
                low += rest + product_low + slope * q_low[e.first + k]
                speed += slope * v[e.first + k]
            m.p[r] = p
            m.p_low[r] = low
            m.v[r] = speed


def gather(table, marker_force, marker_jacobians, residual_out):
    for i in range(table.size):
        e = table[i]
        for k in range(e.count):
            for r in range(3):
                slope = marker_jacobians[e.column + k, r]
                residual_out[e.first + k] -= slope * marker_force[e.marker, r]
