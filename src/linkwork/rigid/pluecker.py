"""6 x 6 transformations of Pluecker coordinates, with the rotational part first.

    T66(A, v)      = [[A, 0], [v~ A, A]]          of a frame with rotation matrix A at v [m]
    T66(A, v)^-1   = [[A^T, 0], [-A^T v~, A^T]]

T66 turns motions (angular velocity, velocity of the origin) in the frame into those in the frame
before it, and T66(T0 T1) = T66(T0) T66(T1) for homogeneous transformations T0 and T1. The inverse
goes from the frame before into this one.

Functions named after a translation alone, Translation2T66 and those of the axes, return the
inverse, [[I, 0], [-v~, I]]: this is their documented form.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from linkwork.rigid import laws
from linkwork.rigid.checks import frame, number, pluecker, rotation, vector
from linkwork.rigid.frames import frame_of
from linkwork.rigid.laws import Array

__all__ = [
    "HT2T66Inverse",
    "InverseT66toRotationTranslation",
    "RotationTranslation2T66",
    "RotationTranslation2T66Inverse",
    "RotationX2T66",
    "RotationY2T66",
    "RotationZ2T66",
    "T66Inverse",
    "T66toHT",
    "T66toRotationTranslation",
    "Translation2T66",
    "TranslationX2T66",
    "TranslationY2T66",
    "TranslationZ2T66",
]


def RotationX2T66(angle: float) -> Array:
    """6 x 6 transformation [[A, 0], [0, A]] of a rotation A about the x axis [rad]."""
    return _blocks(laws.turn(0, number("RotationX2T66", "angle", angle)), np.zeros((3, 3)))


def RotationY2T66(angle: float) -> Array:
    """6 x 6 transformation [[A, 0], [0, A]] of a rotation A about the y axis [rad]."""
    return _blocks(laws.turn(1, number("RotationY2T66", "angle", angle)), np.zeros((3, 3)))


def RotationZ2T66(angle: float) -> Array:
    """6 x 6 transformation [[A, 0], [0, A]] of a rotation A about the z axis [rad]."""
    return _blocks(laws.turn(2, number("RotationZ2T66", "angle", angle)), np.zeros((3, 3)))


def Translation2T66(translation3D: ArrayLike) -> Array:
    """6 x 6 transformation [[I, 0], [-v~, I]] of a translation v [m], into the translated frame."""
    return _blocks(np.eye(3), -laws.skew(vector("Translation2T66", "translation3D", translation3D)))


def TranslationX2T66(translation: float) -> Array:
    """6 x 6 transformation of a translation along x [m], into the translated frame."""
    return _along(0, number("TranslationX2T66", "translation", translation))


def TranslationY2T66(translation: float) -> Array:
    """6 x 6 transformation of a translation along y [m], into the translated frame."""
    return _along(1, number("TranslationY2T66", "translation", translation))


def TranslationZ2T66(translation: float) -> Array:
    """6 x 6 transformation of a translation along z [m], into the translated frame."""
    return _along(2, number("TranslationZ2T66", "translation", translation))


def RotationTranslation2T66(A: ArrayLike, v: ArrayLike) -> Array:
    """6 x 6 transformation [[A, 0], [v~ A, A]] of a rotation matrix and a translation [m]."""
    name = "RotationTranslation2T66"
    R, r = rotation(name, "A", A), vector(name, "v", v)
    return _blocks(R, laws.skew(r) @ R)


def RotationTranslation2T66Inverse(A: ArrayLike, v: ArrayLike) -> Array:
    """Inverse of RotationTranslation2T66(A, v): [[A^T, 0], [-A^T v~, A^T]]."""
    name = "RotationTranslation2T66Inverse"
    R, r = rotation(name, "A", A), vector(name, "v", v)
    return _blocks(R.T, -R.T @ laws.skew(r))


def T66toRotationTranslation(T66: ArrayLike) -> list[Array]:
    """[A, v], rotation matrix and translation [m], of RotationTranslation2T66(A, v)."""
    return list(_parts(pluecker("T66toRotationTranslation", "T66", T66)))


def InverseT66toRotationTranslation(T66: ArrayLike) -> list[Array]:
    """[A, v], rotation matrix and translation [m], of RotationTranslation2T66Inverse(A, v)."""
    T = pluecker("InverseT66toRotationTranslation", "T66", T66)
    return list(_parts(_inverse(T)))


def T66toHT(T66: ArrayLike) -> Array:
    """Homogeneous transformation of RotationTranslation2T66(A, v)."""
    return frame_of(*_parts(pluecker("T66toHT", "T66", T66)))


def HT2T66Inverse(T: ArrayLike) -> Array:
    """RotationTranslation2T66Inverse of the rotation and translation of T."""
    found = frame("HT2T66Inverse", "T", T)
    A = found[:3, :3]
    return _blocks(A.T, -A.T @ laws.skew(found[:3, 3]))


def T66Inverse(T66: ArrayLike) -> Array:
    """Inverse of a 6 x 6 transformation."""
    return _inverse(pluecker("T66Inverse", "T66", T66))


def _blocks(A: Array, B: Array) -> Array:
    """[[A, 0], [B, A]]"""
    T = np.zeros((6, 6))
    T[:3, :3] = T[3:, 3:] = A
    T[3:, :3] = B
    return T


def _along(axis: int, distance: float) -> Array:
    return _blocks(np.eye(3), -distance * laws.skew(np.eye(3)[axis]))


def _inverse(T: Array) -> Array:
    A, B = T[:3, :3], T[3:, :3]
    return _blocks(A.T, -A.T @ B @ A.T)


def _parts(T: Array) -> tuple[Array, Array]:
    """(A, v)"""
    A = T[:3, :3].copy()
    S = T[3:, :3] @ A.T
    return A, 0.5 * np.array([S[2, 1] - S[1, 2], S[0, 2] - S[2, 0], S[1, 0] - S[0, 1]])
