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

Angles are successive rotations about x, y, z (Tait-Bryan): A = Rx Ry Rz.
"""

from __future__ import annotations

import math

from linkwork.math.pairs import negative, plus, times

ON_EDGE = 1.0e-14
"""Cosine of the second angle up to which the first and the third have the same axis."""


def square(theta):
    """s = theta . theta"""
    return theta[0] ** 2 + theta[1] ** 2 + theta[2] ** 2 + theta[3] ** 2


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


def excess(theta):
    """theta . theta - 1 as a pair, of four pairs"""
    total = plus(times(theta[0], theta[0]), (-1.0, 0.0))
    for k in range(1, 4):
        total = plus(total, times(theta[k], theta[k]))
    return total


def write_matrix(theta, R_out, R_low_out):
    """A and its rounding errors, of four pairs"""
    off = excess(theta)
    # 1/s = 1 - (s - 1)/s: exact where the node's equation holds
    f = plus((2.0, 0.0), (-2.0 * (off[0] + off[1]) / (1.0 + off[0]), 0.0))
    for r in range(3):
        i, j = (r + 1) % 3, (r + 2) % 3
        x, y, z = theta[1 + r], theta[1 + i], theta[1 + j]
        _write(plus((1.0, 0.0), negative(_along(f, times(y, y), times(z, z)))), r, r, R_out,
               R_low_out)  # fmt: skip
        _write(_along(f, times(x, y), negative(times(theta[0], z))), r, i, R_out, R_low_out)
        _write(_along(f, times(x, y), times(theta[0], z)), i, r, R_out, R_low_out)


def _along(f, x, y):
    return times(f, plus(x, y))


def _write(x, r, c, R_out, R_low_out):
    R_out[r, c], R_low_out[r, c] = x


def angles(R):
    """Angles about x, y and z of a rotation matrix, in (-pi, pi]"""
    across = math.hypot(R[1][2], R[2][2])
    second = math.atan2(R[0][2], across)
    if across <= ON_EDGE:
        return 0.0, second, math.atan2(R[1][0], R[1][1])
    return math.atan2(-R[1][2], R[2][2]), second, math.atan2(-R[0][1], R[0][0])
