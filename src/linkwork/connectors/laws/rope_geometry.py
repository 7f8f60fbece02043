"""Geometry of a rope between two sheaves: the tangent, and its derivatives.

A sheave has its center at p, the unit axis a and the radius r; the rope runs round it in the sense
of its axis. With e the direction of a straight piece from sheave A to sheave B,

    n = (e x a) / |e x a|          from the center to the point where the rope touches, of each
    t = d + r_B n_B - r_A n_A      along the piece, d = p_B - p_A;  l = |t|, e = t / l

For parallel axes this has a closed solution; for others Newton's method starts from that of the
mean axis. A sheave of radius zero is a point, whose axis does not matter. Vectors are tuples.
"""

from __future__ import annotations

import math

from linkwork.math.tolerances import PARALLEL
from linkwork.math.vec3 import add, cross, dot, scaled, sub, turned, unit

UPDATES = 40
"""Most updates of Newton's method for axes that are not parallel."""

SETTLED = 1.0e-28
"""Square of the change of a direction that is rounding."""

NO_ARC = 1.0e-9
"""Angle of an arc up to which the rope passes a sheave without touching it [rad]."""

TURN = 2.0 * math.pi

ZERO = (0.0, 0.0, 0.0)


def normal_of(e, a, r):
    """(n, |e x a|) of a sheave; zero for a point"""
    if r == 0.0:
        return ZERO, 1.0
    s, n = unit(cross(e, a))
    return n, s


def normal_change(e, a, r, n, s, of_e, of_a):
    """Change of n with those of e and of the axis"""
    if r == 0.0:
        return ZERO
    moved = add(cross(of_e, a), cross(e, of_a))
    return scaled(1.0 / s, sub(moved, scaled(dot(n, moved), n)))


def _across(e, x, length):
    """(I - e e^T) x / length"""
    return scaled(1.0 / length, sub(x, scaled(dot(e, x), e)))


def _row_of(k):
    return (1.0 if k == 0 else 0.0, 1.0 if k == 1 else 0.0, 1.0 if k == 2 else 0.0)


def _column(e, length, A, B, k):
    """Column k of I - d(t/l)/de; A, B -- (a, r, n, s) of the sheaves"""
    one = _row_of(k)
    of_A = normal_change(e, A[0], A[1], A[2], A[3], one, ZERO)
    of_B = normal_change(e, B[0], B[1], B[2], B[3], one, ZERO)
    return sub(one, _across(e, sub(scaled(B[1], of_B), scaled(A[1], of_A)), length))


def inverse_of(e, length, A, B):
    """Rows of the inverse of I - d(t/l)/de"""
    x, y, z = (
        _column(e, length, A, B, 0), _column(e, length, A, B, 1), _column(e, length, A, B, 2),
    )  # fmt: skip
    yz, zx, xy = cross(y, z), cross(z, x), cross(x, y)
    factor = 1.0 / dot(x, yz)
    return scaled(factor, yz), scaled(factor, zx), scaled(factor, xy)


def solved(inverse, b):
    """inverse b"""
    return (dot(inverse[0], b), dot(inverse[1], b), dot(inverse[2], b))


def _straight(d, a, rho):
    """Direction of the tangent for parallel axes; (0, 0, 0) if there is none

    a -- the axis; rho -- d . n
    """
    along = dot(d, a)
    D, u = unit(sub(d, scaled(along, a)))
    if rho == 0.0:
        return unit(d)[1]
    if D <= abs(rho):
        return ZERO
    w = cross(u, a)
    n = add(scaled(rho / D, u), scaled(math.sqrt(1.0 - (rho / D) ** 2), w))
    return unit(sub(d, scaled(rho, n)))[1]


def tangent(d, a_A, r_A, a_B, r_B):
    """(l, e, n_A, s_A, n_B, s_B) of a piece; l = 0 if there is no tangent"""
    none = (0.0, ZERO, ZERO, 1.0, ZERO, 1.0)
    skew = 0.0
    a, rho = a_A, r_A
    if r_A == 0.0 and r_B > 0.0:
        a, rho = a_B, -r_B
    elif r_B > 0.0:
        side = 1.0 if dot(a_A, a_B) >= 0.0 else -1.0
        skew = unit(cross(a_A, a_B))[0]
        a, rho = unit(add(a_A, scaled(side, a_B)))[1], r_A - side * r_B
    e = _straight(d, a, rho)
    for _ in range(UPDATES if skew > PARALLEL else 1):
        if dot(e, e) == 0.0:
            return none
        n_A, s_A = normal_of(e, a_A, r_A)
        n_B, s_B = normal_of(e, a_B, r_B)
        if s_A == 0.0 or s_B == 0.0:
            return none
        length, better = unit(add(d, sub(scaled(r_B, n_B), scaled(r_A, n_A))))
        if length == 0.0:
            return none
        away = sub(better, e)
        if skew <= PARALLEL or dot(away, away) < SETTLED:
            return length, better, n_A, s_A, n_B, s_B
        inverse = inverse_of(e, length, (a_A, r_A, n_A, s_A), (a_B, r_B, n_B, s_B))
        e = unit(add(e, solved(inverse, away)))[1]
    return none


def wrap(n_first, n_last, a):
    """Angle of the rope on a sheave in the sense of its axis, from 0 to 2 pi"""
    angle = math.atan2(dot(cross(n_first, n_last), a), dot(n_first, n_last))
    return angle if angle >= -NO_ARC else angle + TURN


# ------------------------------------------------------------------------------- of a row


def marker_of(e, k, end_list):
    return end_list[e.first_end + k]


def sheave_at(e, k, end_list, circles, rotations):
    """Axis in global axes, and radius"""
    place = 4 * (e.first_end + k)
    r = circles[place + 3]
    if r == 0.0:
        return ZERO, 0.0
    a = (circles[place], circles[place + 1], circles[place + 2])
    return turned(rotations[marker_of(e, k, end_list)].R, a), r


def vector(v):
    return (v[0], v[1], v[2])


def piece_at(e, k, end_list, circles, markers, rotations):
    """(l, e, (a, r, n, s) of both sheaves) of piece k"""
    a_A, r_A = sheave_at(e, k, end_list, circles, rotations)
    a_B, r_B = sheave_at(e, k + 1, end_list, circles, rotations)
    d = sub(markers[marker_of(e, k + 1, end_list)].p, markers[marker_of(e, k, end_list)].p)
    length, t, n_A, s_A, n_B, s_B = tangent(d, a_A, r_A, a_B, r_B)
    return length, t, (a_A, r_A, n_A, s_A), (a_B, r_B, n_B, s_B)
