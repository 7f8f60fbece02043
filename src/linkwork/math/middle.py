"""The middle of two frames, for kernels.

The second frame is turned by exp(r~) relative to the first; theta = (theta_0, e) are the Euler
parameters of this rotation with theta_0 >= 0, and phi = |r|. The axes of the middle frame are those
of the first one turned by exp(r~/2). With the relative angular velocity w = w1 - w0 and the vector
y between the origins, all in the axes of the middle frame,

    r_t = N w,   N = I - c5 r~^2,   c5 = ((phi/2) / sin(phi/2) - 1) / phi^2
    d = N y                                      translation of the screw motion between the frames
    w_m = w0 + C w,   C x = x/2 - k x x,   k = e / (2 (1 + theta_0)),   k_t = w / (4 (1 + theta_0))
    p_m = p0 + C y                               its point half way: the origin of the middle frame

Exchanging the frames changes the signs of r, d, y, w and k, and nothing else.
"""

from __future__ import annotations

import math

from linkwork.math.euler_parameters import matrix
from linkwork.math.exponential import SMALL
from linkwork.math.frames import further
from linkwork.math.vec3 import add, cross, dot, scaled, sub


def middle_axes(first, theta):
    """Axes of the middle frame, of those of the first frame"""
    return further(first, matrix((1.0 + theta[0], theta[1], theta[2], theta[3])))


def half_way(theta):
    """k"""
    return scaled(0.5 / (1.0 + theta[0]), (theta[1], theta[2], theta[3]))


def part_way(k, x):
    """C x"""
    turn = cross(k, x)
    return 0.5 * x[0] - turn[0], 0.5 * x[1] - turn[1], 0.5 * x[2] - turn[2]


def c5_of(square):
    """c5 of a squared angle"""
    if square < SMALL:
        z = 0.25 * square  # (phi/2)^2
        high = 1414477 / 653837184000 + z * (8191 / 37362124800 + z * 16931177 / 762187345920000)
        high = 127 / 604800 + z * (73 / 3421440 + z * high)
        return 0.25 * (1 / 6 + z * (7 / 360 + z * (31 / 15120 + z * high)))
    half = 0.5 * math.sqrt(square)
    return (half / math.sin(half) - 1.0) / square


def c5_slope_of(square):
    """Derivative of c5 by the squared angle"""
    if square < SMALL:
        z = 0.25 * square
        high = 6 * 8191 / 37362124800 + z * 7 * 16931177 / 762187345920000
        high = 4 * 73 / 3421440 + z * (5 * 1414477 / 653837184000 + z * high)
        high = 3 * 127 / 604800 + z * high
        return 0.0625 * (7 / 360 + z * (2 * 31 / 15120 + z * high))
    half = 0.5 * math.sqrt(square)
    sine = math.sin(half)
    slope = (sine - half * math.cos(half)) / (8.0 * half * sine * sine)
    return (slope - c5_of(square)) / square


def stretched(c5, r, x):
    """N x"""
    return sub(x, scaled(c5, cross(r, cross(r, x))))


def stretch_slope(c5, c5_slope, r, dr, x):
    """Derivative of N x along dr, x fixed"""
    once = cross(r, x)
    slope = 2.0 * dot(r, dr) * c5_slope
    twice, changed = cross(r, once), add(cross(dr, once), cross(r, cross(dr, x)))
    return sub(scaled(-slope, twice), scaled(c5, changed))
