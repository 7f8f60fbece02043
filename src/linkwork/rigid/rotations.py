"""Rotation matrices, Euler parameters, rotation vectors and angles, and the ways between them.

A rotation matrix turns components in the axes of a body into components in global axes. Euler
parameters have their scalar first; Tait-Bryan angles are successive rotations about x, y, z:
A = Rx Ry Rz. All angles are in radians.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from linkwork.math.tait_bryan import ON_EDGE
from linkwork.rigid import laws
from linkwork.rigid.checks import number, rotation, vector
from linkwork.rigid.laws import Array

__all__ = [
    "ComputeRotationAxisFromRotationVector",
    "EulerParameters2RotationMatrix",
    "RotXYZ2EulerParameters",
    "RotXYZ2RotationMatrix",
    "RotationMatrix2D",
    "RotationMatrix2EulerParameters",
    "RotationMatrix2RotXYZ",
    "RotationMatrix2RotZYZ",
    "RotationMatrix2RotationVector",
    "RotationMatrixX",
    "RotationMatrixY",
    "RotationMatrixZ",
    "RotationVector2RotationMatrix",
    "eulerParameters0",
]

eulerParameters0 = [1.0, 0.0, 0.0, 0.0]
"""Euler parameters of no rotation, a list to be joined with lists of positions."""


def RotationMatrixX(angleRad: float) -> Array:
    """Rotation about the x axis by an angle [rad]."""
    return laws.turn(0, number("RotationMatrixX", "angleRad", angleRad))


def RotationMatrixY(angleRad: float) -> Array:
    """Rotation about the y axis by an angle [rad]."""
    return laws.turn(1, number("RotationMatrixY", "angleRad", angleRad))


def RotationMatrixZ(angleRad: float) -> Array:
    """Rotation about the z axis by an angle [rad]."""
    return laws.turn(2, number("RotationMatrixZ", "angleRad", angleRad))


def RotationMatrix2D(angleRad: float) -> Array:
    """2 x 2 matrix of a rotation in the plane by an angle [rad]."""
    return laws.turn(2, number("RotationMatrix2D", "angleRad", angleRad))[:2, :2].copy()


def RotXYZ2RotationMatrix(rot: ArrayLike) -> Array:
    """Rotation matrix Rx Ry Rz of three Tait-Bryan angles [rad]."""
    return laws.matrix_of_angles(vector("RotXYZ2RotationMatrix", "rot", rot))


def RotationMatrix2RotXYZ(rotationMatrix: ArrayLike) -> Array:
    """Tait-Bryan angles of a rotation matrix, in (-pi, pi]; the second is in [-pi/2, pi/2] [rad].

    At +-pi/2 of the second angle the other two have the same axis; the first is zero then.
    """
    A = rotation("RotationMatrix2RotXYZ", "rotationMatrix", rotationMatrix)
    return laws.angles_of_matrix(A)


def RotationMatrix2RotZYZ(rotationMatrix: ArrayLike, flip: bool) -> Array:
    """Euler angles of a rotation matrix A = Rz Ry Rz, in (-pi, pi] [rad].

    flip -- False: the second angle is positive; True: negative

    If the second angle is 0 or pi, the others have the same axis, and the first is zero.
    """
    A = rotation("RotationMatrix2RotZYZ", "rotationMatrix", rotationMatrix)
    across = math.hypot(A[0, 2], A[1, 2])
    if across <= ON_EDGE:
        return np.array([0.0, math.atan2(across, A[2, 2]), math.atan2(A[1, 0], A[1, 1])])
    sign = -1.0 if flip else 1.0
    first = math.atan2(sign * A[1, 2], sign * A[0, 2])
    third = math.atan2(sign * A[2, 1], -sign * A[2, 0])
    return np.array([first, sign * math.atan2(across, A[2, 2]), third])


def EulerParameters2RotationMatrix(eulerParameters: ArrayLike) -> Array:
    """Rotation matrix of four Euler parameters, which must have length one and are not scaled."""
    theta = vector("EulerParameters2RotationMatrix", "eulerParameters", eulerParameters, 4)
    return laws.matrix_of_parameters(theta)


def RotationMatrix2EulerParameters(rotationMatrix: ArrayLike) -> Array:
    """Euler parameters of a rotation matrix, of length one and with the scalar >= 0.

    They are exact to rounding at all angles, also near pi.
    """
    A = rotation("RotationMatrix2EulerParameters", "rotationMatrix", rotationMatrix)
    return laws.parameters_of_matrix(A)


def RotXYZ2EulerParameters(alpha: ArrayLike) -> Array:
    """Euler parameters of three Tait-Bryan angles [rad]: product of those of the single rotations.

    The scalar may be negative.
    """
    half = 0.5 * vector("RotXYZ2EulerParameters", "alpha", alpha)
    (s0, s1, s2), (c0, c1, c2) = np.sin(half), np.cos(half)
    about_xy = np.array([c0 * c1, s0 * c1, c0 * s1, s0 * s1])
    return laws.composed(about_xy, np.array([c2, 0.0, 0.0, s2]))


def RotationVector2RotationMatrix(rotationVector: ArrayLike) -> Array:
    """Rotation matrix of a rotation vector [rad] of any length, its axis times its angle."""
    v = vector("RotationVector2RotationMatrix", "rotationVector", rotationVector)
    return laws.matrix_of_vector(v)


def RotationMatrix2RotationVector(rotationMatrix: ArrayLike) -> Array:
    """Rotation vector of a rotation matrix [rad], at most pi long.

    It is exact to rounding from the smallest angles to pi. Of the two vectors at pi, its largest
    component is positive.
    """
    A = rotation("RotationMatrix2RotationVector", "rotationMatrix", rotationMatrix)
    return laws.vector_of_matrix(A)


def ComputeRotationAxisFromRotationVector(rotationVector: ArrayLike) -> Array:
    """Unit vector along a rotation vector; zero for a zero vector."""
    v = vector("ComputeRotationAxisFromRotationVector", "rotationVector", rotationVector)
    return laws.unit(v)[1]
