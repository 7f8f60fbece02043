"""The matrix of many cables at once: `cable_matrix.py` for linear laws without damping.

Rows with one column for each cable, as in `cable_lanes.py`. A symmetric matrix of
d, r'_0 and r'_1 has three blocks of 2 x 2 on its diagonal, with three different numbers each, and
three above it with four.
"""

from __future__ import annotations

import math

from linkwork.bodies.cable_lanes import (
    D0X,
    D0Y,
    EA,
    EI,
    HOME,
    LANES,
    ONE,
    put_cables,
    put_homes,
    weighted,
)
from linkwork.math.cable_shape import AXIAL, BENDING, COUNTS, LEAST, SHAPES, WEIGHTS

STEP = LANES
"""From a row to the next."""

FIRST, BLOCK_ROWS = 10 * STEP, 21
"""Where blocks begin, behind the first rows of `cable_lanes.py`, and their number of rows."""

M00, M01, M02 = FIRST, FIRST + 3 * STEP, FIRST + 7 * STEP
M11, M12, M22 = FIRST + 11 * STEP, FIRST + 14 * STEP, FIRST + 18 * STEP
"""Where each block begins."""

MATRIX_ROWS = 31
"""Number of rows."""


def set_matrices_of_many(table, i, count, q, cq, strains, w_out):
    """Write the blocks of c_q times the stiffness."""
    rule = table[i].rule
    relative = put_cables(table, i, count, q, w_out)
    for r in range(BLOCK_ROWS):
        for k in range(count):
            w_out[FIRST + r * STEP + k] = 0.0
    for p in range(COUNTS[rule, AXIAL]):
        put_homes(table, i, count, AXIAL, p, relative, strains, w_out)
        _add_axial(SHAPES[rule, AXIAL, p], cq * WEIGHTS[rule, AXIAL, p], count, w_out)
    for p in range(COUNTS[rule, BENDING]):
        put_homes(table, i, count, BENDING, p, relative, strains, w_out)
        _add_bending(SHAPES[rule, BENDING, p], cq * WEIGHTS[rule, BENDING, p], count, w_out)
    _end(count, w_out)


def _end(count, w_out):
    """Blocks of d become those of r_1; with r_0 instead they have the other sign."""
    for k in range(count):
        one = w_out[ONE + k]
        twice = one * one
        w_out[M00 + k] *= twice
        w_out[M00 + STEP + k] *= twice
        w_out[M00 + 2 * STEP + k] *= twice
        w_out[M01 + k] *= one
        w_out[M01 + STEP + k] *= one
        w_out[M01 + 2 * STEP + k] *= one
        w_out[M01 + 3 * STEP + k] *= one
        w_out[M02 + k] *= one
        w_out[M02 + STEP + k] *= one
        w_out[M02 + 2 * STEP + k] *= one
        w_out[M02 + 3 * STEP + k] *= one


def put_matrix_of_many(w, k, m, L, slots, values_out):
    """Add the matrix of cable k and its masses; m -- rhoA L/420 times c_a"""
    x, y, z = w[M00 + k], w[M00 + STEP + k], w[M00 + 2 * STEP + k]
    own, other = 156.0 * m, 54.0 * m
    _put_block(0, 0, x, y, y, z, own, slots, values_out)
    _put_block(4, 4, x, y, y, z, own, slots, values_out)
    _put_block(0, 4, -x, -y, -y, -z, other, slots, values_out)
    _put_block(4, 0, -x, -y, -y, -z, other, slots, values_out)
    x, y, u, v = _block(w, M01 + k)
    near, far = 22.0 * m * L, 13.0 * m * L
    _put_block(0, 2, -x, -y, -u, -v, near, slots, values_out)
    _put_block(2, 0, -x, -u, -y, -v, near, slots, values_out)
    _put_block(4, 2, x, y, u, v, far, slots, values_out)
    _put_block(2, 4, x, u, y, v, far, slots, values_out)
    x, y, u, v = _block(w, M02 + k)
    _put_block(0, 6, -x, -y, -u, -v, -far, slots, values_out)
    _put_block(6, 0, -x, -u, -y, -v, -far, slots, values_out)
    _put_block(4, 6, x, y, u, v, -near, slots, values_out)
    _put_block(6, 4, x, u, y, v, -near, slots, values_out)
    own, other = 4.0 * m * L * L, -3.0 * m * L * L
    x, y, z = w[M11 + k], w[M11 + STEP + k], w[M11 + 2 * STEP + k]
    _put_block(2, 2, x, y, y, z, own, slots, values_out)
    x, y, z = w[M22 + k], w[M22 + STEP + k], w[M22 + 2 * STEP + k]
    _put_block(6, 6, x, y, y, z, own, slots, values_out)
    x, y, u, v = _block(w, M12 + k)
    _put_block(2, 6, x, y, u, v, other, slots, values_out)
    _put_block(6, 2, x, u, y, v, other, slots, values_out)


def _block(w, at):
    return w[at], w[at + STEP], w[at + 2 * STEP], w[at + 3 * STEP]


def _put_block(r, c, xx, xy, yx, yy, mass, slots, values_out):
    """Add to rows r, r + 1 and columns c, c + 1 of the coordinates."""
    values_out[slots[r, c]] += xx + mass
    values_out[slots[r, c + 1]] += xy
    values_out[slots[r + 1, c]] += yx
    values_out[slots[r + 1, c + 1]] += yy + mass


def _add_axial(shape, weight, count, w_out):
    """Add the matrix of N at one point."""
    s0, s1, s2 = shape[0], shape[1], shape[2]
    s00, s01, s02, s11, s12, s22 = s0 * s0, s0 * s1, s0 * s2, s1 * s1, s1 * s2, s2 * s2
    for k in range(count):
        ax = weighted(s0, s1, s2, w_out, D0X + k)
        ay = weighted(s0, s1, s2, w_out, D0Y + k)
        square = max(ax * ax + ay * ay, LEAST)
        rho, part = math.sqrt(square), 1.0 / square
        stiffness = weight * w_out[EA + k]
        across = stiffness * (rho - 1.0 - w_out[HOME + k]) * (rho * part)
        along = (stiffness - across) * part
        x, y, z = across + along * ax * ax, along * ax * ay, across + along * ay * ay
        _add_corner(M00 + k, s00 * x, s00 * y, s00 * z, w_out)
        _add_block(M01 + k, s01 * x, s01 * y, s01 * y, s01 * z, w_out)
        _add_block(M02 + k, s02 * x, s02 * y, s02 * y, s02 * z, w_out)
        _add_corner(M11 + k, s11 * x, s11 * y, s11 * z, w_out)
        _add_block(M12 + k, s12 * x, s12 * y, s12 * y, s12 * z, w_out)
        _add_corner(M22 + k, s22 * x, s22 * y, s22 * z, w_out)


def _add_corner(at, x, y, z, w_out):
    w_out[at] += x
    w_out[at + STEP] += y
    w_out[at + 2 * STEP] += z


def _add_block(at, x, y, u, v, w_out):
    w_out[at] += x
    w_out[at + STEP] += y
    w_out[at + 2 * STEP] += u
    w_out[at + 3 * STEP] += v


def _add_bending(shape, weight, count, w_out):
    """Add the matrix of M at one point; a and b are r' and r''."""
    s0, s1, s2 = shape[0], shape[1], shape[2]
    for k in range(count):
        b0, b1, b2 = w_out[ONE + k] * shape[3], w_out[ONE + k] * shape[4], w_out[ONE + k] * shape[5]
        ax = weighted(s0, s1, s2, w_out, D0X + k)
        ay = weighted(s0, s1, s2, w_out, D0Y + k)
        bx = weighted(b0, b1, b2, w_out, D0X + k)
        by = weighted(b0, b1, b2, w_out, D0Y + k)
        one = 1.0 / max(ax * ax + ay * ay, LEAST)
        K = (ax * by - ay * bx) * one
        W = weight * w_out[EI + k]
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
        row = _row(s0, b0, xx, xy, yy, xu, xw, yu, yw, uu, uv, vv)
        _add_bent_corner(M00 + k, row, s0, b0, w_out)
        _add_bent_block(M01 + k, row, s1, b1, w_out)
        _add_bent_block(M02 + k, row, s2, b2, w_out)
        row = _row(s1, b1, xx, xy, yy, xu, xw, yu, yw, uu, uv, vv)
        _add_bent_corner(M11 + k, row, s1, b1, w_out)
        _add_bent_block(M12 + k, row, s2, b2, w_out)
        row = _row(s2, b2, xx, xy, yy, xu, xw, yu, yw, uu, uv, vv)
        _add_bent_corner(M22 + k, row, s2, b2, w_out)


def _row(s, b, xx, xy, yy, xu, xw, yu, yw, uu, uv, vv):
    """Second derivatives by one of d, r'_0 and r'_1 to the left, and by a and b to the right."""
    return (
        s * xx + b * xu, s * xu + b * uu, s * xy + b * yu, s * xw + b * uv,
        s * xy + b * xw, s * yu + b * uv, s * yy + b * yw, s * yw + b * vv,
    )  # fmt: skip


def _add_bent_corner(at, row, s, b, w_out):
    fx, gx, fy, gy, _, _, hy, ky = row
    _add_corner(at, fx * s + gx * b, fy * s + gy * b, hy * s + ky * b, w_out)


def _add_bent_block(at, row, s, b, w_out):
    fx, gx, fy, gy, hx, kx, hy, ky = row
    _add_block(
        at, fx * s + gx * b, fy * s + gy * b, hx * s + kx * b, hy * s + ky * b, w_out
    )  # fmt: skip
