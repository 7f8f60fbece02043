"""The matrix of four cables at once: `cable_matrix.py` for linear laws without damping.

Rows of four numbers, one column for each cable, as in `cable_lanes.py`. A symmetric matrix of
d, r'_0 and r'_1 has three blocks of 2 x 2 on its diagonal, with three different numbers each, and
three above it with four.
"""

from __future__ import annotations

import math

from linkwork.bodies.cable_lanes import FOUR, D
from linkwork.math.cable_shape import AXIAL, BENDING, COUNTS, LEAST, SHAPES, WEIGHTS

M, HOME, EA, EI, L, ONE = 24, 108, 112, 116, 120, 124
"""Where rows begin: after d, r'_0, r'_1 the blocks of the matrix (21 rows), the strain or curvature
without stress, EA, EI, L and 1/L."""

M00, M01, M02, M11, M12, M22 = M, M + 12, M + 28, M + 44, M + 56, M + 72
"""Where blocks begin."""

MATRIX_ROWS = 32
"""Number of rows."""


def set_matrices_of_four(table, i, cq, strains, w_out):
    """Write the blocks of c_q times the stiffness."""
    rule = table[i].rule
    for k in range(FOUR):
        e = table[i + k]
        w_out[EA + k], w_out[EI + k], w_out[L + k], w_out[ONE + k] = e.EA, e.EI, e.L, 1.0 / e.L
    for k in range(M, HOME):
        w_out[k] = 0.0
    for p in range(COUNTS[rule, AXIAL]):
        for k in range(FOUR):
            e = table[i + k]
            w_out[HOME + k] = e.eps_0 + e.f_ref * strains[i + k, AXIAL, p, 0]
        _add_axial(SHAPES[rule, AXIAL, p], cq * WEIGHTS[rule, AXIAL, p], w_out)
    for p in range(COUNTS[rule, BENDING]):
        for k in range(FOUR):
            e = table[i + k]
            w_out[HOME + k] = e.K_0 + e.f_ref * strains[i + k, BENDING, p, 1]
        _add_bending(SHAPES[rule, BENDING, p], cq * WEIGHTS[rule, BENDING, p], w_out)


def matrix_of_one(w, k, place, work_out):
    """Write the blocks of cable k on and above the diagonal of a matrix of 6 x 6."""
    _write_corner(w, M00 + k, place, work_out)
    _write_block(w, M01 + k, place + 2, work_out)
    _write_block(w, M02 + k, place + 4, work_out)
    _write_corner(w, M11 + k, place + 14, work_out)
    _write_block(w, M12 + k, place + 16, work_out)
    _write_corner(w, M22 + k, place + 28, work_out)


def _write_corner(w, at, place, work_out):
    work_out[place], work_out[place + 1] = w[at], w[at + 4]
    work_out[place + 6], work_out[place + 7] = w[at + 4], w[at + 8]


def _write_block(w, at, place, work_out):
    work_out[place], work_out[place + 1] = w[at], w[at + 4]
    work_out[place + 6], work_out[place + 7] = w[at + 8], w[at + 12]


def _add_axial(shape, weight, w_out):
    """Add the matrix of N at one point."""
    s0, s1, s2 = shape[0], shape[1], shape[2]
    s00, s01, s02, s11, s12, s22 = s0 * s0, s0 * s1, s0 * s2, s1 * s1, s1 * s2, s2 * s2
    for k in range(w_out.size // MATRIX_ROWS):  # four; written out if known
        ax = s0 * w_out[D + k] + s1 * w_out[D + 8 + k] + s2 * w_out[D + 16 + k]
        ay = s0 * w_out[D + 4 + k] + s1 * w_out[D + 12 + k] + s2 * w_out[D + 20 + k]
        square = max(ax * ax + ay * ay, LEAST)
        rho = math.sqrt(square)
        stiffness = weight * w_out[L + k] * w_out[EA + k]
        across = stiffness * (rho - 1.0 - w_out[HOME + k]) / rho
        along = (stiffness - across) / square
        x, y, z = across + along * ax * ax, along * ax * ay, across + along * ay * ay
        _add_corner(M00 + k, s00 * x, s00 * y, s00 * z, w_out)
        _add_block(M01 + k, s01 * x, s01 * y, s01 * y, s01 * z, w_out)
        _add_block(M02 + k, s02 * x, s02 * y, s02 * y, s02 * z, w_out)
        _add_corner(M11 + k, s11 * x, s11 * y, s11 * z, w_out)
        _add_block(M12 + k, s12 * x, s12 * y, s12 * y, s12 * z, w_out)
        _add_corner(M22 + k, s22 * x, s22 * y, s22 * z, w_out)


def _add_corner(at, x, y, z, w_out):
    w_out[at] += x
    w_out[at + 4] += y
    w_out[at + 8] += z


def _add_block(at, x, y, u, v, w_out):
    w_out[at] += x
    w_out[at + 4] += y
    w_out[at + 8] += u
    w_out[at + 12] += v


def _add_bending(shape, weight, w_out):
    """Add the matrix of M at one point; a and b are r' and r''."""
    s0, s1, s2 = shape[0], shape[1], shape[2]
    for k in range(w_out.size // MATRIX_ROWS):
        b0, b1, b2 = w_out[ONE + k] * shape[3], w_out[ONE + k] * shape[4], w_out[ONE + k] * shape[5]
        ax = s0 * w_out[D + k] + s1 * w_out[D + 8 + k] + s2 * w_out[D + 16 + k]
        ay = s0 * w_out[D + 4 + k] + s1 * w_out[D + 12 + k] + s2 * w_out[D + 20 + k]
        bx = b0 * w_out[D + k] + b1 * w_out[D + 8 + k] + b2 * w_out[D + 16 + k]
        by = b0 * w_out[D + 4 + k] + b1 * w_out[D + 12 + k] + b2 * w_out[D + 20 + k]
        one = 1.0 / max(ax * ax + ay * ay, LEAST)
        K = (ax * by - ay * bx) * one
        W = weight * w_out[L + k] * w_out[EI + k]
        bent = W * (K - w_out[HOME + k]) * one
        px, py = (by - 2.0 * K * ax) * one, (-bx - 2.0 * K * ay) * one
        qx, qy = -ay * one, ax * one
        twice = 2.0 * bent
        xx = W * px * px - twice * (2.0 * ax * px + K)
        xy = W * px * py - twice * (ax * py + ay * px)
        yy = W * py * py - twice * (2.0 * ay * py + K)
        xu, xw = W * px * qx - twice * ax * qx, W * px * qy - twice * ax * qy + bent
        yu, yw = W * py * qx - twice * ay * qx - bent, W * py * qy - twice * ay * qy
        uu, uv, vv = W * qx * qx, W * qx * qy, W * qy * qy
        # rows of d, then of r'_0 and r'_1: times a to the left, times b to the right of each pair
        fx, gx = s0 * xx + b0 * xu, s0 * xu + b0 * uu
        fy, gy = s0 * xy + b0 * yu, s0 * xw + b0 * uv
        hx, kx = s0 * xy + b0 * xw, s0 * yu + b0 * uv
        hy, ky = s0 * yy + b0 * yw, s0 * yw + b0 * vv
        _add_corner(M00 + k, fx * s0 + gx * b0, fy * s0 + gy * b0, hy * s0 + ky * b0, w_out)
        _add_block(
            M01 + k,
            fx * s1 + gx * b1,
            fy * s1 + gy * b1,
            hx * s1 + kx * b1,
            hy * s1 + ky * b1,
            w_out,
        )
        _add_block(
            M02 + k,
            fx * s2 + gx * b2,
            fy * s2 + gy * b2,
            hx * s2 + kx * b2,
            hy * s2 + ky * b2,
            w_out,
        )
        fx, gx = s1 * xx + b1 * xu, s1 * xu + b1 * uu
        fy, gy = s1 * xy + b1 * yu, s1 * xw + b1 * uv
        hx, kx = s1 * xy + b1 * xw, s1 * yu + b1 * uv
        hy, ky = s1 * yy + b1 * yw, s1 * yw + b1 * vv
        _add_corner(M11 + k, fx * s1 + gx * b1, fy * s1 + gy * b1, hy * s1 + ky * b1, w_out)
        _add_block(
            M12 + k,
            fx * s2 + gx * b2,
            fy * s2 + gy * b2,
            hx * s2 + kx * b2,
            hy * s2 + ky * b2,
            w_out,
        )
        fx, gx = s2 * xx + b2 * xu, s2 * xu + b2 * uu
        fy, gy = s2 * xy + b2 * yu, s2 * xw + b2 * uv
        hy, ky = s2 * yy + b2 * yw, s2 * yw + b2 * vv
        _add_corner(M22 + k, fx * s2 + gx * b2, fy * s2 + gy * b2, hy * s2 + ky * b2, w_out)
