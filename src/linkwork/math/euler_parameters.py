"""Rotations by Euler parameters theta = (theta_0, e), scalar first, for kernels.

    A = I + (2/s) (theta_0 e~ + e~ e~),   s = theta . theta
    w = Gb theta_t / s,   Gb = 2 [-e | theta_0 I - e~]        angular velocity in body axes

The usual formulas assume s = 1, which the node's equation enforces. With s they hold for any theta:
A is a rotation and w its angular velocity even if Newton's method, a stage of a Runge-Kutta method
or a static load step violates s = 1, so that all derivatives below are exact there.

    Gb(x) y = -Gb(y) x,  Gb(theta) theta = 0
    d phi / d theta = Gb / s                                  rotation in body axes
    d w / d theta = -Gb(theta_t)/s - (2/s) w theta^T
    d(Gb^T n)/d theta = 2 [[0, -n^T], [n, -n~]]               with n fixed
"""

from __future__ import annotations

import math

from linkwork.math.exact import two_sum
from linkwork.math.pairs import negative, plus, times


def square(theta):
    """s = theta . theta"""
    a, x, y, z = theta[0], theta[1], theta[2], theta[3]
    return a * a + x * x + y * y + z * z  # a power of 2 is rounded otherwise in plain Python


def column(x, k):
    """Column k of Gb(x)"""
    if k == 0:
        return -2.0 * x[1], -2.0 * x[2], -2.0 * x[3]
    if k == 1:
        return 2.0 * x[0], -2.0 * x[3], 2.0 * x[2]
    if k == 2:
        return 2.0 * x[3], 2.0 * x[0], -2.0 * x[1]
    return -2.0 * x[2], 2.0 * x[1], 2.0 * x[0]


def spin(theta, rate):
    """Gb(theta) rate / s"""
    f = 2.0 / square(theta)
    t, r = theta, rate
    return (
        f * (t[0] * r[1] - t[1] * r[0] - t[2] * r[3] + t[3] * r[2]),
        f * (t[0] * r[2] - t[2] * r[0] - t[3] * r[1] + t[1] * r[3]),
        f * (t[0] * r[3] - t[3] * r[0] - t[1] * r[2] + t[2] * r[1]),
    )


def rates(theta, w):
    """Rates theta_t = Gb^T w/4 of unit parameters, for an angular velocity w in body axes"""
    return (
        -0.5 * (theta[1] * w[0] + theta[2] * w[1] + theta[3] * w[2]),
        0.5 * (theta[0] * w[0] + theta[2] * w[2] - theta[3] * w[1]),
        0.5 * (theta[0] * w[1] + theta[3] * w[0] - theta[1] * w[2]),
        0.5 * (theta[0] * w[2] + theta[1] * w[1] - theta[2] * w[0]),
    )


def second_rates(theta, w, w_t):
    """Their second derivatives Gb^T w_t/4 - w.w theta/4"""
    turned, square = rates(theta, w_t), 0.25 * (w[0] * w[0] + w[1] * w[1] + w[2] * w[2])
    return (
        turned[0] - square * theta[0], turned[1] - square * theta[1],
        turned[2] - square * theta[2], turned[3] - square * theta[3],
    )  # fmt: skip


def spin_slope(theta, rate, w, k):
    """Derivative of w = spin(theta, rate) by theta_k"""
    s = square(theta)
    g, along = column(rate, k), 2.0 * theta[k] / s
    return -g[0] / s - along * w[0], -g[1] / s - along * w[1], -g[2] / s - along * w[2]


def moment_slope(n, k, m):
    """Derivative of component k of Gb^T n by theta_m, n fixed"""
    if k == m:
        return 0.0
    if k == 0:
        return -2.0 * n[m - 1]
    if m == 0:
        return 2.0 * n[k - 1]
    sign = 2.0 if (m - k) % 3 == 1 else -2.0  # -n~ has n_3 at (1, 2); others cyclically
    return sign * n[5 - k - m]


def matrix(theta):
    """A as a tuple of rows"""
    f = 2.0 / square(theta)
    a, x, y, z = theta
    return (
        (1.0 - f * (y * y + z * z), f * (x * y - a * z), f * (x * z + a * y)),
        (f * (x * y + a * z), 1.0 - f * (x * x + z * z), f * (y * z - a * x)),
        (f * (x * z - a * y), f * (y * z + a * x), 1.0 - f * (x * x + y * y)),
    )


def of_matrix(A):
    """Euler parameters of a rotation matrix, of length one and with theta_0 >= 0

    4 theta theta^T is linear in A. Its row with the largest diagonal entry is at least one long, so
    no digits are lost at any angle.
    """
    a, b, c = A[2][1] - A[1][2], A[0][2] - A[2][0], A[1][0] - A[0][1]
    p, q, r = A[0][1] + A[1][0], A[0][2] + A[2][0], A[1][2] + A[2][1]
    x, y, z = A[0][0], A[1][1], A[2][2]
    if x + y + z >= max(x, y, z):
        row = 1.0 + x + y + z, a, b, c
    elif x >= y and x >= z:
        row = a, 1.0 + x - y - z, p, q
    elif y >= z:
        row = b, p, 1.0 - x + y - z, r
    else:
        row = c, q, r, 1.0 - x - y + z
    f = (1.0 if row[0] >= 0.0 else -1.0) / math.sqrt(square(row))
    return f * row[0], f * row[1], f * row[2], f * row[3]


def excess(theta):
    """theta . theta - 1 as a pair, of four pairs"""
    total = plus(times(theta[0], theta[0]), (-1.0, 0.0))
    for k in range(1, 4):
        total = plus(total, times(theta[k], theta[k]))
    return total


def write_matrix(theta, R_out, R_low_out):
    """A and its rounding errors, of four pairs"""
    a, x, y, z = theta
    xx, yy, zz = times(x, x), times(y, y), times(z, z)
    off = plus(plus(plus(times(a, a), (-1.0, 0.0)), xx), plus(yy, zz))
    # 2/s = 2 + rest, with s - 1 without cancellation: exact where the node's equation holds
    rest = -2.0 * (off[0] + off[1]) / (1.0 + off[0])
    _write_diagonal(plus(yy, zz), rest, 0, R_out, R_low_out)
    _write_diagonal(plus(xx, zz), rest, 1, R_out, R_low_out)
    _write_diagonal(plus(xx, yy), rest, 2, R_out, R_low_out)
    _write_sides(times(x, y), times(a, z), rest, 0, 1, R_out, R_low_out)
    _write_sides(times(y, z), times(a, x), rest, 1, 2, R_out, R_low_out)
    _write_sides(times(z, x), times(a, y), rest, 2, 0, R_out, R_low_out)


def _write_diagonal(u, rest, r, R_out, R_low_out):
    """1 - (2 + rest) u"""
    high, low = two_sum(1.0, -2.0 * u[0])
    R_out[r, r], R_low_out[r, r] = two_sum(high, low - 2.0 * u[1] - rest * u[0])


def _write_sides(u, w, rest, r, c, R_out, R_low_out):
    """(2 + rest) (u - w) at r, c; (2 + rest) (u + w) at c, r"""
    high, low = plus(u, negative(w))
    R_out[r, c], R_low_out[r, c] = two_sum(2.0 * high, 2.0 * low + rest * high)
    high, low = plus(u, w)
    R_out[c, r], R_low_out[c, r] = two_sum(2.0 * high, 2.0 * low + rest * high)
