"""Rigid motions in space and their logarithm, for kernels.

A motion has a rotation R and a translation p. Its logarithm h, and small motions (twists), are six
numbers: the rotation x, then the translation y. They are added and multiplied as vectors of dual
numbers x + i y with i^2 = 0: formulas of rotations hold for motions if their vectors and
coefficients become dual (`exponential.py` has those of rotations). With H = H_0 exp(h),

    twist = T(h) h_t,   T = I - c2 h~ + c3 h~^2,   T^-1 = I + 1/2 h~ + c4 h~^2       in body axes

c2, c3 and c4 depend on z = h . h; below SMALL they and their derivatives come from series. Forces
and moments on a motion are f + i m: its transposed operators are those of -h.
"""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np

from linkwork.math.exponential import inverse_tangent, shortest_vector
from linkwork.math.vec3 import add, cross, dot, scaled, sub, turned_back

SMALL = 1.0
"""Square of the angle up to which series are used [rad^2]."""

TERMS = 14


def _bernoulli(count: int) -> list[Fraction]:
    """B_0 to B_count"""
    found = [Fraction(1)]
    for n in range(1, count + 1):
        rest = sum(math.comb(n + 1, k) * found[k] for k in range(n))
        found.append(-Fraction(rest) / (n + 1))
    return found


_B = _bernoulli(2 * TERMS + 2)
SERIES = np.array([
    [(-1) ** k / math.factorial(2 * k + 2) for k in range(TERMS)],
    [(-1) ** k / math.factorial(2 * k + 3) for k in range(TERMS)],
    [float(abs(_B[2 * k + 2]) / math.factorial(2 * k + 2)) for k in range(TERMS)],
])  # fmt: skip
"""Coefficients of the powers of z in c2, c3 and c4."""


def _series(which, z):
    """One of the coefficients, and its first and second derivatives by z."""
    value = slope = bend = 0.0
    for k in range(TERMS - 1, -1, -1):
        bend = bend * z + 2.0 * slope
        slope = slope * z + value
        value = value * z + SERIES[which, k]
    return value, slope, bend


def of_tangent(z):
    """(c2, c2', c2''), (c3, c3', c3'')"""
    if z < SMALL:
        return _series(0, z), _series(1, z)
    size = math.sqrt(z)
    half = math.sin(0.5 * size)
    c2, c3 = 2.0 * half * half / z, (size - math.sin(size)) / (z * size)
    c2_z, c3_z = 0.5 * (1.0 - z * c3 - 2.0 * c2) / z, 0.5 * (c2 - 3.0 * c3) / z
    c2_zz = -0.5 * (c3 + z * c3_z + 4.0 * c2_z) / z
    return (c2, c2_z, c2_zz), (c3, c3_z, 0.5 * (c2_z - 5.0 * c3_z) / z)


def of_inverse(z):
    """c4, c4', c4''"""
    if z < SMALL:
        return _series(2, z)
    half = 0.5 * math.sqrt(z)
    c4 = (1.0 - half / math.tan(half)) / z
    c4_z = 0.5 * (0.25 + z * c4 * c4 - 3.0 * c4) / z
    return c4, c4_z, 0.5 * (c4 * c4 + 2.0 * z * c4 * c4_z - 5.0 * c4_z) / z


# ------------------------------------------------------------------------------- dual vectors


def plus(a, b):
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3], a[4] + b[4], a[5] + b[5])


def minus(a, b):
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2], a[3] - b[3], a[4] - b[4], a[5] - b[5])


def times(s, a):
    """A number times a dual vector"""
    return (s * a[0], s * a[1], s * a[2], s * a[3], s * a[4], s * a[5])


def joined(a, b):
    """a + i b"""
    return a[0], a[1], a[2], b[0], b[1], b[2]


def first(a):
    return a[0], a[1], a[2]


def second(a):
    return a[3], a[4], a[5]


def across(a, b):
    """Cross product"""
    x, y = cross(first(a), first(b)), cross(first(a), second(b))
    return joined(x, add(y, cross(second(a), first(b))))


def along(a, b):
    """Dot product: a dual number"""
    return dot(first(a), first(b)), dot(first(a), second(b)) + dot(second(a), first(b))


def dual_times(s, a):
    """A dual number times a dual vector"""
    return joined(scaled(s[0], first(a)), add(scaled(s[0], second(a)), scaled(s[1], first(a))))


# ------------------------------------------------------------------------------- tangent maps


def inverse(h, a):
    """T(h)^-1 a"""
    z, once = along(h, h), across(h, a)
    c4 = of_inverse(z[0])
    return plus(a, plus(times(0.5, once), dual_times((c4[0], c4[1] * z[1]), across(h, once))))


def inverse_slope(h, dh, a):
    """Derivative of T(h)^-1 a along dh, with a fixed"""
    z, dz = along(h, h), times_two(along(h, dh))
    once, changed = across(h, a), across(dh, a)
    c4 = of_inverse(z[0])
    own, slope = (c4[0], c4[1] * z[1]), (c4[1], c4[2] * z[1])
    slope = slope[0] * dz[0], slope[0] * dz[1] + slope[1] * dz[0]
    found = plus(times(0.5, changed), dual_times(slope, across(h, once)))
    return plus(found, dual_times(own, plus(across(dh, once), across(h, changed))))


def times_two(s):
    return 2.0 * s[0], 2.0 * s[1]


def tangent(h, a):
    """T(h) a"""
    z, once = along(h, h), across(h, a)
    c2, c3 = of_tangent(z[0])
    found = minus(a, dual_times((c2[0], c2[1] * z[1]), once))
    return plus(found, dual_times((c3[0], c3[1] * z[1]), across(h, once)))


def tangent_slope(h, dh, a):
    """Derivative of T(h) a along dh, with a fixed"""
    z, dz = along(h, h), times_two(along(h, dh))
    once, changed = across(h, a), across(dh, a)
    c2, c3 = of_tangent(z[0])
    slope2 = c2[1] * dz[0], c2[1] * dz[1] + c2[2] * z[1] * dz[0]
    slope3 = c3[1] * dz[0], c3[1] * dz[1] + c3[2] * z[1] * dz[0]
    found = plus(dual_times(slope2, once), dual_times((c2[0], c2[1] * z[1]), changed))
    more = dual_times((c3[0], c3[1] * z[1]), plus(across(dh, once), across(h, changed)))
    return minus(plus(dual_times(slope3, across(h, once)), more), found)


# ------------------------------------------------------------------------------- logarithm


def quaternion_of(R):
    """Unit quaternion of a rotation matrix, scalar first"""
    trace = R[0][0] + R[1][1] + R[2][2]
    if trace >= R[0][0] and trace >= R[1][1] and trace >= R[2][2]:
        w = 1.0 + trace
        x, y, z = R[2][1] - R[1][2], R[0][2] - R[2][0], R[1][0] - R[0][1]
    elif R[0][0] >= R[1][1] and R[0][0] >= R[2][2]:
        x = 1.0 + 2.0 * R[0][0] - trace
        w, y, z = R[2][1] - R[1][2], R[1][0] + R[0][1], R[0][2] + R[2][0]
    elif R[1][1] >= R[2][2]:
        y = 1.0 + 2.0 * R[1][1] - trace
        w, x, z = R[0][2] - R[2][0], R[1][0] + R[0][1], R[2][1] + R[1][2]
    else:
        z = 1.0 + 2.0 * R[2][2] - trace
        w, x, y = R[1][0] - R[0][1], R[0][2] + R[2][0], R[2][1] + R[1][2]
    one = 1.0 / math.sqrt(w * w + x * x + y * y + z * z)
    return one * w, one * x, one * y, one * z


def relative(R0, R1):
    """R0^T R1 as a tuple of rows"""
    return (
        turned_back(R1, (R0[0][0], R0[1][0], R0[2][0])),
        turned_back(R1, (R0[0][1], R0[1][1], R0[2][1])),
        turned_back(R1, (R0[0][2], R0[1][2], R0[2][2])),
    )


def logarithm(R0, p0, R1, p1):
    """h of the motion from one frame to another, in the axes of the first"""
    x = shortest_vector(quaternion_of(relative(R0, R1)))
    return joined(x, inverse_tangent(scaled(-1.0, x), turned_back(R0, sub(p1, p0))))
