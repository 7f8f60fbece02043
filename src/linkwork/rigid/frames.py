"""Homogeneous transformations: positions and orientations of frames as 4 x 4 matrices.

    T = [[A, r], [0, 1]]        rotation matrix A, translation r [m]

T turns components (x, y, z, 1) of a point in the frame into components in the frame before it, and
T0 T1 is the frame T1 given in the axes of T0.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from linkwork.rigid import laws
from linkwork.rigid.checks import frame, matrix, number, vector
from linkwork.rigid.laws import Array

__all__ = [
    "HT",
    "HT0",
    "HT2rotationMatrix",
    "HT2translation",
    "HTrotateX",
    "HTrotateY",
    "HTrotateZ",
    "HTtranslate",
    "HTtranslateX",
    "HTtranslateY",
    "HTtranslateZ",
    "HomogeneousTransformation",
    "InverseHT",
]


def frame_of(A: Array, r: Array) -> Array:
    """[[A, r], [0, 1]] of checked arrays."""
    T = np.eye(4)
    T[:3, :3], T[:3, 3] = A, r
    return T


def HomogeneousTransformation(A: ArrayLike, r: ArrayLike) -> Array:
    """Homogeneous transformation of a rotation matrix A and a translation r [m]."""
    name = "HomogeneousTransformation"
    return frame_of(matrix(name, "A", A), vector(name, "r", r))


HT = HomogeneousTransformation


def HT0() -> Array:
    """Homogeneous transformation that moves nothing."""
    return np.eye(4)


def HTtranslate(r: ArrayLike) -> Array:
    """Homogeneous transformation of a translation r [m]."""
    return frame_of(np.eye(3), vector("HTtranslate", "r", r))


def HTtranslateX(x: float) -> Array:
    """Homogeneous transformation of a translation along the x axis [m]."""
    return _shifted(0, number("HTtranslateX", "x", x))


def HTtranslateY(y: float) -> Array:
    """Homogeneous transformation of a translation along the y axis [m]."""
    return _shifted(1, number("HTtranslateY", "y", y))


def HTtranslateZ(z: float) -> Array:
    """Homogeneous transformation of a translation along the z axis [m]."""
    return _shifted(2, number("HTtranslateZ", "z", z))


def HTrotateX(angle: float) -> Array:
    """Homogeneous transformation of a rotation about the x axis [rad]."""
    return frame_of(laws.turn(0, number("HTrotateX", "angle", angle)), np.zeros(3))


def HTrotateY(angle: float) -> Array:
    """Homogeneous transformation of a rotation about the y axis [rad]."""
    return frame_of(laws.turn(1, number("HTrotateY", "angle", angle)), np.zeros(3))


def HTrotateZ(angle: float) -> Array:
    """Homogeneous transformation of a rotation about the z axis [rad]."""
    return frame_of(laws.turn(2, number("HTrotateZ", "angle", angle)), np.zeros(3))


def HT2translation(T: ArrayLike) -> Array:
    """Translation of a homogeneous transformation [m]."""
    return matrix("HT2translation", "T", T, 4)[:3, 3].copy()


def HT2rotationMatrix(T: ArrayLike) -> Array:
    """Rotation matrix of a homogeneous transformation."""
    return matrix("HT2rotationMatrix", "T", T, 4)[:3, :3].copy()


def InverseHT(T: ArrayLike) -> Array:
    """Inverse of a homogeneous transformation: rotation A^T, translation -A^T r."""
    found = frame("InverseHT", "T", T)
    A, r = found[:3, :3], found[:3, 3]
    return frame_of(A.T, -A.T @ r)


def _shifted(axis: int, distance: float) -> Array:
    T = np.eye(4)
    T[axis, 3] = distance
    return T
