"""Rotations by three angles psi about x, y and z, one after another (Tait-Bryan), for kernels.

    A = Rx(psi_0) Ry(psi_1) Rz(psi_2)
    w = Gb psi_t,   Gb = [[c1 c2, s2, 0], [-c1 s2, c2, 0], [s1, 0, 1]]     in body axes
    psi_t = Gb^-1 w,   Gb^-1 = 1/c1 [[c2, -s2, 0], [c1 s2, c1 c2, 0], [-s1 c2, s1 s2, c1]]

s_k and c_k are sine and cosine of psi_k. Gb is singular where c1 = 0: there the first and the third
axis coincide. Functions take `turns` = (s0, c0, s1, c1, s2, c2).
"""

from __future__ import annotations

import math

from linkwork.math.pairs import negative, plus, times

ON_EDGE = 1.0e-14
"""Cosine of the second angle up to which the first and the third have the same axis."""


def turns_of(psi):
    """Sines and cosines of three angles"""
    return (
        math.sin(psi[0]), math.cos(psi[0]), math.sin(psi[1]), math.cos(psi[1]), math.sin(psi[2]),
        math.cos(psi[2]),
    )  # fmt: skip


def column(turns, k):
    """Column k of Gb"""
    _, _, s1, c1, s2, c2 = turns
    if k == 0:
        return c1 * c2, -c1 * s2, s1
    if k == 1:
        return s2, c2, 0.0
    return 0.0, 0.0, 1.0


def column_slope(turns, k, m):
    """Derivative of column k of Gb by psi_m"""
    _, _, s1, c1, s2, c2 = turns
    if k == 0 and m == 1:
        return -s1 * c2, s1 * s2, c1
    if k == 0 and m == 2:
        return -c1 * s2, -c1 * c2, 0.0
    if k == 1 and m == 2:
        return c2, -s2, 0.0
    return 0.0, 0.0, 0.0


def column_bend(turns, k, m, n):
    """Derivative of column k of Gb by psi_m and psi_n"""
    _, _, s1, c1, s2, c2 = turns
    if k == 0 and m == 1 and n == 1:
        return -c1 * c2, c1 * s2, -s1
    if k == 0 and m + n == 3 and m != 0 and n != 0:
        return s1 * s2, s1 * c2, 0.0
    if k == 0 and m == 2 and n == 2:
        return -c1 * c2, c1 * s2, 0.0
    if k == 1 and m == 2 and n == 2:
        return -s2, -c2, 0.0
    return 0.0, 0.0, 0.0


def inverse_row(turns, k):
    """Row k of Gb^-1: derivative of psi_k by a rotation in body axes"""
    _, _, s1, c1, s2, c2 = turns
    if k == 0:
        return c2 / c1, -s2 / c1, 0.0
    if k == 1:
        return s2, c2, 0.0
    return -s1 * c2 / c1, s1 * s2 / c1, 1.0


def inverse_row_slope(turns, k, m):
    """Derivative of row k of Gb^-1 by psi_m"""
    _, _, s1, c1, s2, c2 = turns
    square = c1 * c1
    if k == 0 and m == 1:
        return s1 * c2 / square, -s1 * s2 / square, 0.0
    if k == 0 and m == 2:
        return -s2 / c1, -c2 / c1, 0.0
    if k == 1 and m == 2:
        return c2, -s2, 0.0
    if k == 2 and m == 1:
        return -c2 / square, s2 / square, 0.0
    if k == 2 and m == 2:
        return s1 * s2 / c1, s1 * c2 / c1, 0.0
    return 0.0, 0.0, 0.0


def global_spin(turns, rate):
    """Angular velocity in the axes before the rotations, of the rates of the angles"""
    s0, c0, s1, c1, _, _ = turns
    return (
        rate[0] + s1 * rate[2],
        c0 * rate[1] - c1 * s0 * rate[2],
        s0 * rate[1] + c0 * c1 * rate[2],
    )


def angle_rates(turns, spin):
    """The inverse of `global_spin`: rates of the angles, of an angular velocity"""
    s0, c0, s1, c1, _, _ = turns
    third = (c0 * spin[2] - s0 * spin[1]) / c1
    return spin[0] - s1 * third, c0 * spin[1] + s0 * spin[2], third


def global_bias(turns, rate):
    """Its rate without second rates of the angles"""
    s0, c0, s1, c1, _, _ = turns
    first, second, third = rate[0], rate[1], rate[2]
    return (
        c1 * second * third,
        -s0 * first * second + (s1 * s0 * second - c1 * c0 * first) * third,
        c0 * first * second - (s0 * c1 * first + c0 * s1 * second) * third,
    )


def matrix(turns):
    """A as a tuple of rows"""
    s0, c0, s1, c1, s2, c2 = turns
    return (
        (c1 * c2, -c1 * s2, s1),
        (s0 * s1 * c2 + c0 * s2, c0 * c2 - s0 * s1 * s2, -s0 * c1),
        (s0 * s2 - c0 * s1 * c2, c0 * s1 * s2 + s0 * c2, c0 * c1),
    )


def write_matrix(turns, R_out, R_low_out):
    """A and its rounding errors, of sines and cosines that are pairs"""
    s0, c0, s1, c1, s2, c2 = turns
    first, second = times(s0, s1), times(c0, s1)
    _write(times(c1, c2), 0, 0, R_out, R_low_out)
    _write(negative(times(c1, s2)), 0, 1, R_out, R_low_out)
    _write(s1, 0, 2, R_out, R_low_out)
    _write(plus(times(first, c2), times(c0, s2)), 1, 0, R_out, R_low_out)
    _write(plus(times(c0, c2), negative(times(first, s2))), 1, 1, R_out, R_low_out)
    _write(negative(times(s0, c1)), 1, 2, R_out, R_low_out)
    _write(plus(times(s0, s2), negative(times(second, c2))), 2, 0, R_out, R_low_out)
    _write(plus(times(second, s2), times(s0, c2)), 2, 1, R_out, R_low_out)
    _write(times(c0, c1), 2, 2, R_out, R_low_out)


def _write(x, r, c, R_out, R_low_out):
    R_out[r, c], R_low_out[r, c] = x


def angles(R):
    """Angles of a rotation matrix, in (-pi, pi]"""
    across = math.sqrt(R[1][2] * R[1][2] + R[2][2] * R[2][2])
    second = math.atan2(R[0][2], across)
    if across <= ON_EDGE:
        return 0.0, second, math.atan2(R[1][0], R[1][1])
    return math.atan2(-R[1][2], R[2][2]), second, math.atan2(-R[0][1], R[0][0])
