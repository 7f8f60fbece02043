"""Forces of four cables in the plane at once: `cable_law.py` for linear laws without damping.

Processors work on four numbers as fast as on one. Numbers of the cables stand in rows of four, one
column for each cable. Sums of both parts in one make the only difference, by rounding.
"""

from __future__ import annotations

import math

from linkwork.math.cable_shape import AXIAL, BENDING, COUNTS, LEAST, SHAPES, WEIGHTS

FOUR = 4
D, F, HOME, EA, EI, L, ONE, SMALLEST = 0, 24, 48, 52, 56, 60, 64, 68
"""Where rows begin: d, r'_0, r'_1 (six rows), the forces on them (six), the strain or curvature
without stress, EA, EI, L, 1/L, and the smallest square of r'."""

ROWS = 18
"""Number of rows."""


def are_plain(table, i):
    """Whether the four cables from row i on have linear laws without damping, and one rule."""
    if i + FOUR > table.size:
        return False
    for k in range(i, i + FOUR):
        e = table[k]
        if e.UF_N != 0 or e.UF_M != 0 or e.d_eps != 0.0 or e.d_K != 0.0:
            return False
        if e.rule != table[i].rule:
            return False
    return True


def add_forces_of_four(table, i, strains, w_out):
    """Write the forces on d, r'_0 and r'_1; False where a slope vanishes."""
    rule = table[i].rule
    for k in range(FOUR):
        e = table[i + k]
        w_out[EA + k], w_out[EI + k], w_out[L + k], w_out[ONE + k] = e.EA, e.EI, e.L, 1.0 / e.L
        w_out[SMALLEST + k] = math.inf
    for k in range(F, HOME):
        w_out[k] = 0.0
    for p in range(COUNTS[rule, AXIAL]):
        for k in range(FOUR):
            e = table[i + k]
            w_out[HOME + k] = e.eps_0 + e.f_ref * strains[i + k, AXIAL, p, 0]
        _add_axial(SHAPES[rule, AXIAL, p], WEIGHTS[rule, AXIAL, p], w_out)
    for p in range(COUNTS[rule, BENDING]):
        for k in range(FOUR):
            e = table[i + k]
            w_out[HOME + k] = e.K_0 + e.f_ref * strains[i + k, BENDING, p, 1]
        _add_bending(SHAPES[rule, BENDING, p], WEIGHTS[rule, BENDING, p], w_out)
    smallest = min(
        min(w_out[SMALLEST], w_out[SMALLEST + 1]), min(w_out[SMALLEST + 2], w_out[SMALLEST + 3])
    )
    return smallest > 0.0


def _add_axial(shape, weight, w_out):
    """Add the forces of N at one point."""
    s0, s1, s2 = shape[0], shape[1], shape[2]
    for k in range(w_out.size // ROWS):  # four; written out if known
        x = s0 * w_out[D + k] + s1 * w_out[D + 8 + k] + s2 * w_out[D + 16 + k]
        y = s0 * w_out[D + 4 + k] + s1 * w_out[D + 12 + k] + s2 * w_out[D + 20 + k]
        square = x * x + y * y
        w_out[SMALLEST + k] = min(w_out[SMALLEST + k], square)
        rho = math.sqrt(max(square, LEAST))
        N = w_out[EA + k] * (rho - 1.0 - w_out[HOME + k]) * (weight * w_out[L + k] / rho)
        x, y = N * x, N * y
        w_out[F + k] += s0 * x
        w_out[F + 4 + k] += s0 * y
        w_out[F + 8 + k] += s1 * x
        w_out[F + 12 + k] += s1 * y
        w_out[F + 16 + k] += s2 * x
        w_out[F + 20 + k] += s2 * y


def _add_bending(shape, weight, w_out):
    """Add the forces of M at one point."""
    s0, s1, s2 = shape[0], shape[1], shape[2]
    for k in range(w_out.size // ROWS):  # four; written out if known
        b0, b1, b2 = w_out[ONE + k] * shape[3], w_out[ONE + k] * shape[4], w_out[ONE + k] * shape[5]
        ax = s0 * w_out[D + k] + s1 * w_out[D + 8 + k] + s2 * w_out[D + 16 + k]
        ay = s0 * w_out[D + 4 + k] + s1 * w_out[D + 12 + k] + s2 * w_out[D + 20 + k]
        bx = b0 * w_out[D + k] + b1 * w_out[D + 8 + k] + b2 * w_out[D + 16 + k]
        by = b0 * w_out[D + 4 + k] + b1 * w_out[D + 12 + k] + b2 * w_out[D + 20 + k]
        square = ax * ax + ay * ay
        w_out[SMALLEST + k] = min(w_out[SMALLEST + k], square)
        one = 1.0 / max(square, LEAST)
        K = (ax * by - ay * bx) * one
        M = w_out[EI + k] * (K - w_out[HOME + k]) * (weight * w_out[L + k] * one)
        x, y = M * (by - 2.0 * K * ax), M * (-bx - 2.0 * K * ay)
        u, v = -M * ay, M * ax
        w_out[F + k] += s0 * x + b0 * u
        w_out[F + 4 + k] += s0 * y + b0 * v
        w_out[F + 8 + k] += s1 * x + b1 * u
        w_out[F + 12 + k] += s1 * y + b1 * v
        w_out[F + 16 + k] += s2 * x + b2 * u
        w_out[F + 20 + k] += s2 * y + b2 * v
