"""The exponential map of rotations, for kernels: rotation vectors, unit quaternions, tangent maps.

A rotation vector x turns by its length phi about its direction. With A = A_0 exp(x~),

    w = T(x) x_t,   T = I - c2 x~ + c3 x~^2,   T^-1 = I + 1/2 x~ + c4 x~^2      w in body axes

    c2 = (1 - cos phi)/phi^2,  c3 = (phi - sin phi)/phi^3,  c4 = (1 - (phi/2) cot(phi/2))/phi^2

Below SMALL the coefficients come from their series: the closed forms lose digits like 1e-16/phi^2.
"""

from __future__ import annotations

import math

from linkwork.math.exact import two_sum
from linkwork.math.vec3 import cross, dot, three

SMALL = 0.25
"""Square of the angle up to which the series below have all digits [rad^2]."""

MOST = 1.7976931348623157e308
"""The largest number."""

TINY = 1.0e-8
"""Length of the vector part of a quaternion below which its angle is proportional to it."""


def half_turn(x):
    """(cos(phi/2) - 1, sin(phi/2)/phi) of a rotation vector"""
    square = dot(x, x)
    if square < SMALL:
        z = 0.25 * square  # (phi/2)^2
        less = 1 / 40320 + z * (-1 / 3628800 + z / 479001600)
        less = z * (-1 / 2 + z * (1 / 24 + z * (-1 / 720 + z * less)))
        sine = 1 / 362880 - z / 39916800
        return less, 0.5 + 0.5 * z * (-1 / 6 + z * (1 / 120 + z * (-1 / 5040 + z * sine)))
    size = math.sqrt(square)
    if not size < math.inf:  # the square overflows
        size = min(math.hypot(math.hypot(x[0], x[1]), x[2]), MOST)
    quarter = math.sin(0.25 * size)
    return -2.0 * quarter * quarter, math.sin(0.5 * size) / size


def quaternion(x):
    """Unit quaternion of a rotation vector"""
    less, factor = half_turn(x)
    return 1.0 + less, factor * x[0], factor * x[1], factor * x[2]


def product(p, q):
    """Product of two quaternions: the rotation q, then p"""
    return (
        p[0] * q[0] - p[1] * q[1] - p[2] * q[2] - p[3] * q[3],
        p[0] * q[1] + p[1] * q[0] + p[2] * q[3] - p[3] * q[2],
        p[0] * q[2] + p[2] * q[0] + p[3] * q[1] - p[1] * q[3],
        p[0] * q[3] + p[3] * q[0] + p[1] * q[2] - p[2] * q[1],
    )


def pose_of(poses, k):
    """The unit quaternion of a pose, which has its rounding errors behind it"""
    return poses[k], poses[k + 1], poses[k + 2], poses[k + 3]


def turn_pose(k, n, bend, in_stage, turning, increment, poses_out):
    """Turn a pose by the increment x + bend turning x x; in a stage without its rounding errors.

    k -- where the pose begins; n -- where its components begin in the arrays of coordinates
    """
    x = three(increment, n)
    if bend != 0.0:
        c = cross(three(turning, n), x)
        x = x[0] + bend * c[0], x[1] + bend * c[1], x[2] + bend * c[2]
    less, factor = half_turn(x)
    turn = less, factor * x[0], factor * x[1], factor * x[2]
    # p exp(x) = p + p (exp(x) - 1): the sum keeps what rounding takes
    change = product(pose_of(poses_out, k), turn)
    if in_stage != 0:
        for r in range(4):
            poses_out[k + r] += poses_out[k + 4 + r] + change[r]
        return
    for r in range(4):
        low = poses_out[k + 4 + r] + change[r]
        poses_out[k + r], poses_out[k + 4 + r] = two_sum(poses_out[k + r], low)
    p = pose_of(poses_out, k)
    excess = 0.5 * (p[0] * p[0] + p[1] * p[1] + p[2] * p[2] + p[3] * p[3] - 1.0)
    for r in range(4):
        poses_out[k + 4 + r] -= excess * p[r]


def turn_between(k, poses_from, poses_to):
    """Rotation vector that leads from one pose to another, at most pi long"""
    a, b = pose_of(poses_from, k), pose_of(poses_to, k)
    return shortest_vector(product((a[0], -a[1], -a[2], -a[3]), b))


def vector(p):
    """Rotation vector of a unit quaternion, up to 2 pi long"""
    size = math.sqrt(p[1] * p[1] + p[2] * p[2] + p[3] * p[3])
    factor = 2.0 * math.atan2(size, p[0]) / size if size > TINY else 2.0 / p[0]
    return factor * p[1], factor * p[2], factor * p[3]


def shortest_vector(p):
    """Rotation vector of the same rotation, at most pi long"""
    return vector(p) if p[0] >= 0.0 else vector((-p[0], -p[1], -p[2], -p[3]))


def c2_of(square):
    """c2 of a squared angle"""
    if square < SMALL:
        z = square
        high = 1 / 3628800 + z * (-1 / 479001600 + z / 87178291200)
        return 1 / 2 + z * (-1 / 24 + z * (1 / 720 + z * (-1 / 40320 + z * high)))
    half = math.sin(0.5 * math.sqrt(square))
    return 2.0 * half * half / square


def c3_of(square):
    """c3 of a squared angle"""
    if square < SMALL:
        z = square
        high = 1 / 39916800 + z * (-1 / 6227020800 + z / 1307674368000)
        return 1 / 6 + z * (-1 / 120 + z * (1 / 5040 + z * (-1 / 362880 + z * high)))
    size = math.sqrt(square)
    return (size - math.sin(size)) / (square * size)


def c4_of(square):
    """c4 of a squared angle"""
    if square < SMALL:
        z = square
        high = 1 / 47900160 + z * (691 / 1307674368000 + z / 74724249600)
        return 1 / 12 + z * (1 / 720 + z * (1 / 30240 + z * (1 / 1209600 + z * high)))
    half = 0.5 * math.sqrt(square)
    return (1.0 - half / math.tan(half)) / square


def c4_slope_of(square):
    """Derivative of c4 by the squared angle"""
    if square < SMALL:
        z = square
        high = 4 / 47900160 + z * (5 * 691 / 1307674368000 + z * 6 / 74724249600)
        return 1 / 720 + z * (2 / 30240 + z * (3 / 1209600 + z * high))
    size = math.sqrt(square)
    half = 0.5 * size
    sine = math.sin(half)
    slope = 0.5 * (half / (sine * sine) - math.cos(half) / sine)
    return (0.5 * slope / size - c4_of(square)) / square


def tangent(x, a):
    """T(x) a"""
    square = dot(x, x)
    once = cross(x, a)
    twice = cross(x, once)
    c2, c3 = c2_of(square), c3_of(square)
    return (
        a[0] - c2 * once[0] + c3 * twice[0],
        a[1] - c2 * once[1] + c3 * twice[1],
        a[2] - c2 * once[2] + c3 * twice[2],
    )


def inverse_tangent(x, a):
    """T(x)^-1 a"""
    once = cross(x, a)
    twice = cross(x, once)
    c4 = c4_of(dot(x, x))
    return (
        a[0] + 0.5 * once[0] + c4 * twice[0],
        a[1] + 0.5 * once[1] + c4 * twice[1],
        a[2] + 0.5 * once[2] + c4 * twice[2],
    )


def inverse_tangent_slope(x, dx, a):
    """Derivative of T(x)^-1 a along dx, with a fixed"""
    square = dot(x, x)
    once, changed = cross(x, a), cross(dx, a)
    twice = cross(x, once)
    further, again = cross(dx, once), cross(x, changed)
    c4, slope = c4_of(square), 2.0 * dot(x, dx) * c4_slope_of(square)
    return (
        0.5 * changed[0] + slope * twice[0] + c4 * (further[0] + again[0]),
        0.5 * changed[1] + slope * twice[1] + c4 * (further[1] + again[1]),
        0.5 * changed[2] + slope * twice[2] + c4 * (further[2] + again[2]),
    )


def c2_slope_of(square):
    """Derivative of c2 by the squared angle"""
    if square < SMALL:
        z = square
        high = 4 / 3628800 + z * (-5 / 479001600 + z * 6 / 87178291200)
        return -1 / 24 + z * (2 / 720 + z * (-3 / 40320 + z * high))
    return (0.5 * (1.0 - square * c3_of(square)) - c2_of(square)) / square


def c3_slope_of(square):
    """Derivative of c3 by the squared angle"""
    if square < SMALL:
        z = square
        high = 4 / 39916800 + z * (-5 / 6227020800 + z * 6 / 1307674368000)
        return -1 / 120 + z * (2 / 5040 + z * (-3 / 362880 + z * high))
    return 0.5 * (c2_of(square) - 3.0 * c3_of(square)) / square


def tangent_slope(x, dx, a):
    """Derivative of T(x) a along dx, with a fixed"""
    square, along = dot(x, x), 2.0 * dot(x, dx)
    once, changed = cross(x, a), cross(dx, a)
    twice = cross(x, once)
    further, again = cross(dx, once), cross(x, changed)
    c2, c3 = c2_of(square), c3_of(square)
    d2, d3 = along * c2_slope_of(square), along * c3_slope_of(square)
    return (
        -c2 * changed[0] - d2 * once[0] + c3 * (further[0] + again[0]) + d3 * twice[0],
        -c2 * changed[1] - d2 * once[1] + c3 * (further[1] + again[1]) + d3 * twice[1],
        -c2 * changed[2] - d2 * once[2] + c3 * (further[2] + again[2]) + d3 * twice[2],
    )


def turned_by(x, a):
    """exp(x~) a - a: the change of a vector that a rotation vector turns"""
    square = dot(x, x)
    once = cross(x, a)
    twice = cross(x, once)
    c1, c2 = 1.0 - square * c3_of(square), c2_of(square)
    return c1 * once[0] + c2 * twice[0], c1 * once[1] + c2 * twice[1], c1 * once[2] + c2 * twice[2]
