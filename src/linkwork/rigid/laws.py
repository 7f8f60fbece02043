"""Rotations on checked arrays of floats: what the public helpers and other rooms compute with.

    exp(v~) = I + sin(phi) n~ + 2 sin^2(phi/2) n~^2,      v = phi n, |n| = 1
    A(theta) = I + 2 theta_0 e~ + 2 e~^2,                 theta = (theta_0, e)

Euler parameters have their scalar first. A rotation vector of any length is exact: the angle is
nowhere folded, and no digits are lost at small angles or near pi.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from linkwork.math.tait_bryan import angles

Array = NDArray[np.float64]


def skew(v: Array) -> Array:
    """v~ with v~ x = v x x"""
    return np.array([[0.0, -v[2], v[1]], [v[2], 0.0, -v[0]], [-v[1], v[0], 0.0]])


def unit(v: Array) -> tuple[float, Array]:
    """(length, direction) without overflow or underflow; the direction of a zero vector is zero."""
    largest = float(np.abs(v).max(initial=0.0))
    if largest == 0.0:
        return 0.0, np.zeros(len(v))
    scaled = v / largest
    length = math.hypot(*scaled)
    return largest * length, scaled / length


def cross(a: Array, b: Array) -> Array:
    """a x b; much faster than numpy.cross for single vectors"""
    return np.array(
        [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
    )


def turn(axis: int, angle: float) -> Array:
    """Rotation about the axis x, y or z (0, 1, 2)."""
    s, c = math.sin(angle), math.cos(angle)
    A = np.eye(3)
    i, j = (axis + 1) % 3, (axis + 2) % 3
    A[i, i] = A[j, j] = c
    A[i, j], A[j, i] = -s, s
    return A


def matrix_of_vector(v: Array) -> Array:
    """exp(v~)"""
    phi, n = unit(v)
    N = skew(n)
    return np.eye(3) + math.sin(phi) * N + (2.0 * math.sin(0.5 * phi) ** 2) * (N @ N)


def matrix_of_parameters(theta: Array) -> Array:
    """A(theta), a rotation if |theta| = 1"""
    E = skew(theta[1:])
    return np.eye(3) + 2.0 * (float(theta[0]) * E + E @ E)


def matrix_of_angles(psi: Array) -> Array:
    """Rx(psi_0) Ry(psi_1) Rz(psi_2)"""
    (s0, s1, s2), (c0, c1, c2) = np.sin(psi), np.cos(psi)
    return np.array(
        [
            [c1 * c2, -c1 * s2, s1],
            [s0 * s1 * c2 + c0 * s2, -s0 * s1 * s2 + c0 * c2, -s0 * c1],
            [-c0 * s1 * c2 + s0 * s2, c0 * s1 * s2 + s0 * c2, c0 * c1],
        ]
    )


def parameters_of_matrix(A: Array) -> Array:
    """Euler parameters of a rotation matrix, of length one and with theta_0 >= 0.

    4 theta theta^T is linear in A. Its row with the largest diagonal entry is at least one long, so
    no digits are lost at any angle.
    """
    a, b, c = A[2, 1] - A[1, 2], A[0, 2] - A[2, 0], A[1, 0] - A[0, 1]
    p, q, r = A[0, 1] + A[1, 0], A[0, 2] + A[2, 0], A[1, 2] + A[2, 1]
    x, y, z = A[0, 0], A[1, 1], A[2, 2]
    rows = np.array(
        [
            [1.0 + x + y + z, a, b, c],
            [a, 1.0 + x - y - z, p, q],
            [b, p, 1.0 - x + y - z, r],
            [c, q, r, 1.0 - x - y + z],
        ]
    )
    theta = unit(rows[np.argmax(rows.diagonal())])[1]
    return -theta if theta[0] < 0.0 else theta


def angles_of_matrix(A: Array) -> Array:
    """Tait-Bryan angles of a rotation matrix"""
    return np.array(angles(A.tolist()))  # type: ignore[no-untyped-call]


def parameters_of_vector(v: Array) -> Array:
    """(cos(phi/2), sin(phi/2) n)"""
    phi, n = unit(v)
    return np.array([math.cos(0.5 * phi), *(math.sin(0.5 * phi) * n)])


def vector_of_parameters(theta: Array) -> Array:
    """Rotation vector of Euler parameters; it is longer than pi if theta_0 < 0."""
    length, n = unit(theta[1:])
    return 2.0 * math.atan2(length, theta[0]) * n


def vector_of_matrix(A: Array) -> Array:
    """Rotation vector of a rotation matrix, not longer than pi."""
    return vector_of_parameters(parameters_of_matrix(A))


def composed(q: Array, p: Array) -> Array:
    """Euler parameters of A(q) A(p)"""
    e, f = q[1:], p[1:]
    return np.array([q[0] * p[0] - e @ f, *(q[0] * f + p[0] * e + cross(e, f))])
