"""Kernels of joints that slide along cables, made for a number of coordinates of a cable.

The vector z of a joint (`slider_law.py`) begins with FIRST components of the motion of the body, in
the directions of its motion of six, and goes on with the coordinates of the present cable.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

FIRST = 3
"""Components of the motion of the body in z."""

Kernel = Callable[..., Any]


class SliderKernels(NamedTuple):
    """Kernels and helpers of a kind of joint."""

    apply: Kernel
    first_rate: Kernel
    bend_row: Kernel
    assemble: Kernel
    drift: Kernel


def slider_kernels(directions: tuple[int, ...], count: int) -> SliderKernels:
    """directions -- those of the motion of the body; count -- coordinates of a cable"""
    size = FIRST + count

    def apply(e, i, cable, scale, vector, marker_force_out, marker_moment_out, residual_out):
        """Apply the forces -scale vector on z; returns the squares of those on coordinates."""
        squares = 0.0
        for c in range(FIRST):
            if directions[c] < 3:
                marker_force_out[e.m0, directions[c]] -= scale * vector[c]
            else:
                marker_moment_out[e.m0, directions[c] - 3] -= scale * vector[c]
        for j in range(count):
            if cable.index[j] >= 0:
                part = scale * vector[FIRST + j]
                residual_out[cable.index[j]] += part
                squares += part * part
        return squares

    def velocity_of(e, cable, j, markers, rotations, v):
        """Rate of component j of z"""
        if j < FIRST:
            if directions[j] < 3:
                return markers[e.m0].v[directions[j]]
            return rotations[e.m0].omega[directions[j] - 3]
        k = cable.index[j - FIRST]
        return v[k] if k >= 0 else 0.0

    def first_rate(e, cable, gradient, markers, rotations, v):
        """gradient . z_t"""
        total = 0.0
        for j in range(size):
            if gradient[j] != 0.0:
                total += gradient[j] * velocity_of(e, cable, j, markers, rotations, v)
        return total

    def bend_row(e, cable, bend, markers, rotations, v, row_out):
        """row = H z_t"""
        for r in range(size):
            total = 0.0
            for j in range(size):
                if bend[r, j] != 0.0:
                    total += bend[r, j] * velocity_of(e, cable, j, markers, rotations, v)
            row_out[r] = total

    def assemble(
        table, elements, columns, present, released, gradient, row_q, stiffness, diagonal, places,
        edges, motion_jacobians, motion_rates, row_mass, level, cq, row_cq, row_cv, row_scale,
        slopes_out, product_out, values_out,
    ):  # fmt: skip
        """Add the derivatives of the forces, C_q^T, the rows, and the diagonal of inactive ones."""
        first = 0
        for i in range(table.size):
            e = table[i]
            cable, width = elements[e.first_element + present[i]], e.n_columns + count
            for eq in range(2):
                if diagonal[i, eq] < 0:
                    continue
                mass = row_mass[e.row + eq]
                if released[i] != 0:
                    values_out[diagonal[i, eq]] += mass * mass * row_scale
                for c in range(width):
                    force = _mapped(e, c, gradient[i, eq], columns, motion_jacobians)
                    slopes_out[first + eq * width + c] = force
                    by_place = force
                    by_rate = 0.0
                    if level == 1:
                        by_place = _mapped(e, c, row_q[i, eq], columns, motion_jacobians)
                        if c < e.n_columns:
                            by_place += _mapped(e, c, gradient[i, eq], columns, motion_rates)
                        by_rate = force
                    at = cable.edges + c * 2 + eq
                    if edges[at] >= 0:
                        values_out[edges[at]] += mass * force
                        values_out[edges[at + 2 * width]] += mass * (
                            row_cq * by_place + row_cv * by_rate
                        )
            first += 2 * width
            if cq != 0.0 and e.active != 0:
                _add_block(
                    e, cable, width, stiffness[i], columns, places, motion_jacobians, cq,
                    product_out[i], values_out,
                )  # fmt: skip

    def _mapped(e, c, vector, columns, jacobians):
        """Component c of a vector of z, by the coordinates of m0 and of the cable."""
        if c >= e.n_columns:
            return vector[FIRST + c - e.n_columns]
        line = columns[e.first_column + c]
        total = 0.0
        for b in range(FIRST):
            total += vector[b] * jacobians[line, directions[b]]
        return total

    def _add_block(
        e, cable, width, stiffness, columns, places, motion_jacobians, cq, product_out, values_out
    ):
        """Subtract cq J^T (dF/dz) J."""
        for c in range(width):
            for r in range(size):
                product_out[r] = cq * _mapped(e, c, stiffness[r], columns, motion_jacobians)
            for r in range(width):
                slot = places[cable.places + r * width + c]
                if slot >= 0:
                    values_out[slot] -= _mapped(e, r, product_out, columns, motion_jacobians)

    def drift(table, columns, members, gradient, motion_rates, v, constraint_out):
        """Add C_z times the acceleration of m0 without q_tt, at level 2."""
        for i in range(table.size):
            e = table[i]
            for c in range(e.n_columns):
                line = columns[e.first_column + c]
                speed = v[members[e.first_column + c]]
                for eq in range(2):
                    g = gradient[i, eq]
                    bend = 0.0
                    for b in range(FIRST):
                        bend += g[b] * motion_rates[line, directions[b]]
                    if bend != 0.0:
                        constraint_out[e.row + eq] += bend * speed

    return SliderKernels(apply, first_rate, bend_row, assemble, drift)
