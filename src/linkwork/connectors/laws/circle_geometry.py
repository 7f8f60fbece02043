"""Segments of a cable and a circle in the x-y plane: closest point, gap, relative velocity.

With the points P_0, P_1 of a segment, the center c of the circle and its radius r,

    rho = (P_1 - P_0).(c - P_0)/|P_1 - P_0|^2, not below 0 and not above 1
    p = (1 - rho) P_0 + rho P_1,   n = (p - c)/|p - c|,   t = (-n_y, n_x)
    g = |p - c| - r - off

v is the velocity of the segment at p relative to the circle, whose rim moves with v_c + l omega t:
v_n = n.v is the rate of g, v_t = t.v the slip. The lever l is r, or |p - c| with the column
`exact_lever`. The sticking measure

    x = r (angle of n - psi) + sigma rho L/n_s

changes with v_t; sigma = -1 where t.(P_1 - P_0) > 0, else 1, L/n_s is the length of a segment. psi
is the angle about z of the axes of the circle, which may also point down or to the side: a turn
about z by an angle changes psi by it, whatever the rotation before.

In a cable whose material moves along it by s, the material passes the segment with the velocity
s_t u, u = (P_1 - P_0) n_s/L: t.u s_t is a part of v_t, and -sigma s of x. The gap does not depend
on s. The column `along` is the index of s, -1 for other cables.

A row of the pool `shapes` has the weights of the positions (4) and slopes (4) of the two nodes at a
point of the cable. Points are h above its axis, h = `height`.
"""

from __future__ import annotations

import math

from linkwork.math.cable_shape import LEAST

SHAPES = 8
"""Weights of a point in the pool `shapes`."""

POINTS_DOWN = -0.5
"""z component of the z axis of a circle below which its angle is that of its axes upside down. It
is not 0, so that axes which lie in the plane stay on one side."""


def weighted(e, place, shapes, values):
    """Sum of four pairs of values of a cable, with the weights from `place` on."""
    x = y = 0.0
    for k in range(4):
        w = shapes[place + k]
        x += w * values[e.index[2 * k]]
        y += w * values[e.index[2 * k + 1]]
    return x, y


def at_home(e, place, shapes):
    """The same of the reference coordinates."""
    x = y = 0.0
    for k in range(4):
        w = shapes[place + k]
        x += w * e.home[2 * k]
        y += w * e.home[2 * k + 1]
    return x, y


def slope_at(e, k, shapes, q):
    """r' at point k."""
    place = SHAPES * (e.first_point + k) + 4
    x, y = weighted(e, place, shapes, q)
    a, b = at_home(e, place, shapes)
    return x + a, y + b


def point_at(e, k, shapes, q):
    """Position of point k [m]."""
    place = SHAPES * (e.first_point + k)
    x = y = 0.0
    for j in range(4):
        w = shapes[place + j]
        x += w * (q[e.index[2 * j]] + e.home[2 * j])
        y += w * (q[e.index[2 * j + 1]] + e.home[2 * j + 1])
    if e.height != 0.0:
        a, b = slope_at(e, k, shapes, q)
        rho = math.sqrt(max(a * a + b * b, LEAST))
        x, y = x - e.height * b / rho, y + e.height * a / rho
    return x, y


def speed_at(e, k, shapes, q, v):
    """Velocity of point k [m/s]."""
    place = SHAPES * (e.first_point + k)
    x, y = weighted(e, place, shapes, v)
    if e.height != 0.0:
        a, b = slope_at(e, k, shapes, q)
        u, w = weighted(e, place + 4, shapes, v)
        square = max(a * a + b * b, LEAST)
        omega = (a * w - b * u) / square
        rho = math.sqrt(square)
        x, y = x - e.height * omega * a / rho, y - e.height * omega * b / rho
    return x, y


def segment_at(e, s, shapes, q, v):
    """(P_0, P_1, their velocities) of segment s, as eight numbers, then s of its cable and s_t"""
    a, b = point_at(e, s, shapes, q)
    c, d = point_at(e, s + 1, shapes, q)
    t, u = speed_at(e, s, shapes, q, v)
    w, z = speed_at(e, s + 1, shapes, q, v)
    if e.along < 0:
        return a, b, c, d, t, u, w, z, 0.0, 0.0
    return a, b, c, d, t, u, w, z, q[e.along], v[e.along]


def nearest(e, ends, center):
    """(rho, whether it is inside, n_x, n_y, |p - c|, g)"""
    sx, sy = ends[2] - ends[0], ends[3] - ends[1]
    square = max(sx * sx + sy * sy, LEAST)
    rho = (sx * (center[0] - ends[0]) + sy * (center[1] - ends[1])) / square
    inside = 0.0 < rho < 1.0
    rho = min(max(rho, 0.0), 1.0)
    x, y = ends[0] + rho * sx - center[0], ends[1] + rho * sy - center[1]
    distance = math.sqrt(max(x * x + y * y, LEAST))
    return rho, inside, x / distance, y / distance, distance, distance - e.r - e.off


def gap_at(e, s, shapes, q, center):
    """g of segment s [m]"""
    a, b = point_at(e, s, shapes, q)
    c, d = point_at(e, s + 1, shapes, q)
    return nearest(e, (a, b, c, d), center)[5]


def lever(e, distance):
    """l [m]"""
    return distance if e.exact_lever != 0 else e.r


def carried(ends, near, m):
    """Velocity of the segment at p relative to the center of the circle."""
    rho = near[0]
    return (
        (1.0 - rho) * ends[4] + rho * ends[6] - m.v[0],
        (1.0 - rho) * ends[5] + rho * ends[7] - m.v[1],
    )


def slip_of(e, ends, near, m, turn):
    """(v_n, v_t)"""
    u, w = carried(ends, near, m)
    nx, ny = near[2], near[3]
    v_t = nx * w - ny * u - lever(e, near[4]) * turn.omega[2]
    if e.along >= 0:
        v_t += ends[9] * passing(e, ends, nx, ny)
    return nx * u + ny * w, v_t


def passing(e, ends, nx, ny):
    """t.u"""
    return (nx * (ends[3] - ends[1]) - ny * (ends[2] - ends[0])) * e.n_s / e.L


def side_of(e, ends, near):
    """sigma"""
    return -1.0 if passing(e, ends, near[2], near[3]) > 0.0 else 1.0


def sticking_measure(e, ends, near, turn):
    """x [m]"""
    nx, ny = near[2], near[3]
    side = -1.0 if turn.R[2, 2] < POINTS_DOWN else 1.0
    c, s = turn.R[0, 0] + side * turn.R[1, 1], turn.R[1, 0] - side * turn.R[0, 1]
    angle = math.atan2(ny * c - nx * s, nx * c + ny * s)
    return e.r * angle + side_of(e, ends, near) * (near[0] * e.L / e.n_s - ends[8])


def wound_back(e, x):
    """A difference of sticking measures, without whole turns."""
    turn = 2.0 * math.pi * e.r
    return x - turn * math.floor(x / turn + 0.5)
