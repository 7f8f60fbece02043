"""Frames of two vectors across a section, for kernels: e_3 along d_3, e_1 along d_2 x d_3.

e_2 = e_3 x e_1 is in the plane of both. In these axes d_2 = (0, a, b) and d_3 = (0, 0, rho).
Changes u_2, u_3 of the vectors, in the same axes, turn the frame by

    t = (-u_3y/rho, u_3x/rho, -u_2x/a + b u_3x/(a rho))

A frame is the tuple (R, a, b, rho), with R the tuple of rows of its rotation matrix.
"""

from __future__ import annotations

import math

from linkwork.math.vec3 import add, cross, dot, scaled, turned_back

LEAST = 1.0e-300
"""Smallest square of a length in denominators; items report vectors that span no plane."""


def spans(d2, d3):
    """Whether two vectors span a plane."""
    n = cross(d2, d3)
    return dot(n, n) > 0.0


def frame_of(d2, d3):
    """(R, a, b, rho)"""
    rho = math.sqrt(max(dot(d3, d3), LEAST))
    e3, n = scaled(1.0 / rho, d3), cross(d2, d3)
    e1 = scaled(1.0 / math.sqrt(max(dot(n, n), LEAST)), n)
    e2 = cross(e3, e1)
    R = (e1[0], e2[0], e3[0]), (e1[1], e2[1], e3[1]), (e1[2], e2[2], e3[2])
    return R, max(dot(d2, e2), LEAST), dot(d2, e3), rho


def turn(frame, u2, u3):
    """t of changes in axes of the frame"""
    _, a, b, rho = frame
    return -u3[1] / rho, u3[0] / rho, (b * u3[0] / rho - u2[0]) / a


def lengths(frame, t, u2, u3):
    """Changes of a, b and rho, with the turn t of the same changes"""
    return u2[1] + t[0] * frame[2], u2[2] - t[0] * frame[1], u3[2]


def turn_slope(frame, u2, u3, v2, v3):
    """Change of t of u_2, u_3 along v_2, v_3; both stay the same in global axes."""
    _, a, b, rho = frame
    s = turn(frame, v2, v3)
    da, db, drho = lengths(frame, s, v2, v3)
    own = turn(frame, cross(u2, s), cross(u3, s))
    side, across = u3[0] / rho, (b * u3[0] / rho - u2[0]) / a
    more = (db * side - b * side * drho / rho - across * da) / a
    return add(own, (u3[1] * drho / (rho * rho), -side * drho / rho, more))


def in_axes(frame, d):
    """A vector in axes of the frame"""
    return turned_back(frame[0], d)
