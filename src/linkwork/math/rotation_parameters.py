"""Rotations by any of the parameters rho that nodes in space have, for kernels.

    kind      rho                                   velocities
    EULER     Euler parameters, four numbers        rho_t
    ANGLES    Tait-Bryan angles, three              rho_t
    VECTOR    increments of a pose, three           angular velocity w in body axes

w = Gb v in body axes, where v are the velocities of the rotation; a change of rho turns the body
by delta phi = Gb delta rho. g_k is column k of Gb. The functions take `place`, which `placed` makes
of the parameters of a state: what A and Gb depend on.

Euler parameters need not have norm 1 (`euler_parameters.py`). The rate of Gb leaves out the terms
with the rate of their norm: they vanish where the node's equation holds, and at index 3, where
velocities are off by h^2, results would depend on them.
"""

from __future__ import annotations

from linkwork.math import euler_parameters, tait_bryan
from linkwork.math.vec3 import dot

EULER, ANGLES, VECTOR = 0, 1, 2

COUNTS = (4, 3, 3)
"""Number of parameters of each kind."""


FORM = ("kind", "first", "first_pose")
"""Columns of rows that refer to the rotation of a node."""


def has_form(dtype) -> bool:
    """Whether rows of a type refer to the rotation of a node, and name its kind of parameters."""
    return dtype.names is not None and set(FORM) <= set(dtype.names)


def parameters_of(kind, first, reference, first_pose, q, poses):
    """Parameters of a node: four numbers, of a VECTOR the quaternion of its pose.

    first -- first coordinate of the node; reference -- its reference coordinates
    """
    if kind == VECTOR:
        k = first_pose
        return poses[k], poses[k + 1], poses[k + 2], poses[k + 3]
    fourth = reference[6] + q[first + 6] if kind == EULER else 0.0
    return (
        reference[3] + q[first + 3], reference[4] + q[first + 4], reference[5] + q[first + 5],
        fourth,
    )  # fmt: skip


def of_coordinates(kind, first, array):
    """Components of a rotation in an array of all coordinates: four numbers."""
    fourth = array[first + 6] if kind == EULER else 0.0
    return array[first + 3], array[first + 4], array[first + 5], fourth


def placed(kind, x):
    """What A and Gb depend on, of the parameters of a state."""
    if kind == ANGLES:
        return tait_bryan.turns_of(x)
    return x[0], x[1], x[2], x[3], euler_parameters.square(x), 0.0


def matrix(kind, place):
    """A as a tuple of rows"""
    if kind == ANGLES:
        return tait_bryan.matrix(place)
    return euler_parameters.matrix((place[0], place[1], place[2], place[3]))


def column(kind, place, k):
    """g_k"""
    if kind == ANGLES:
        return tait_bryan.column(place, k)
    if kind == EULER:
        g = euler_parameters.column(place, k)
        return g[0] / place[4], g[1] / place[4], g[2] / place[4]
    return 1.0 if k == 0 else 0.0, 1.0 if k == 1 else 0.0, 1.0 if k == 2 else 0.0


def columns(kind, place):
    """All columns of Gb; the fourth is zero if there are three parameters"""
    nothing = 0.0, 0.0, 0.0
    fourth = column(kind, place, 3) if kind == EULER else nothing
    return column(kind, place, 0), column(kind, place, 1), column(kind, place, 2), fourth


def spin(g, rate):
    """Gb rate, of the columns of Gb and four numbers"""
    return (
        g[0][0] * rate[0] + g[1][0] * rate[1] + g[2][0] * rate[2] + g[3][0] * rate[3],
        g[0][1] * rate[0] + g[1][1] * rate[1] + g[2][1] * rate[2] + g[3][1] * rate[3],
        g[0][2] * rate[0] + g[1][2] * rate[1] + g[2][2] * rate[2] + g[3][2] * rate[3],
    )


def spin_slope(kind, place, rate, w, k):
    """Derivative of w = Gb rate by rho_k"""
    if kind == EULER:
        return euler_parameters.spin_slope(place, rate, w, k)
    x = y = z = 0.0
    if kind == ANGLES:
        for j in range(2):  # the third column is constant
            slope = tait_bryan.column_slope(place, j, k)
            x, y, z = x + slope[0] * rate[j], y + slope[1] * rate[j], z + slope[2] * rate[j]
    return x, y, z


def moment_slope(kind, place, g_k, n, k, m):
    """Derivative of g_k . n by rho_m, n fixed"""
    if kind == EULER:
        along = 2.0 * place[m] * dot(g_k, n)
        return (euler_parameters.moment_slope(n, k, m) - along) / place[4]
    if kind == ANGLES:
        return dot(tait_bryan.column_slope(place, k, m), n)
    return 0.0


def bias(kind, place, rate):
    """Gb_t rate: the angular acceleration without accelerations of the parameters"""
    if kind != ANGLES:
        return 0.0, 0.0, 0.0
    x = y = z = 0.0
    for k in range(3):
        slope = spin_slope(kind, place, rate, (0.0, 0.0, 0.0), k)
        x, y, z = x + slope[0] * rate[k], y + slope[1] * rate[k], z + slope[2] * rate[k]
    return x, y, z


def bias_slope(kind, place, rate, m):
    """Derivative of the bias by rho_m"""
    x = y = z = 0.0
    if kind == ANGLES:
        for j in range(2):
            for k in range(3):
                bend, square = tait_bryan.column_bend(place, j, k, m), rate[j] * rate[k]
                x, y, z = x + bend[0] * square, y + bend[1] * square, z + bend[2] * square
    return x, y, z


def bias_rate_slope(kind, place, rate, m):
    """Derivative of the bias by rate_m"""
    if kind != ANGLES:
        return 0.0, 0.0, 0.0
    x, y, z = spin_slope(kind, place, rate, (0.0, 0.0, 0.0), m)
    for k in range(3):
        slope = tait_bryan.column_slope(place, m, k)
        x, y, z = x + slope[0] * rate[k], y + slope[1] * rate[k], z + slope[2] * rate[k]
    return x, y, z
