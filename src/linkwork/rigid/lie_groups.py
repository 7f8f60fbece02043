"""Lie groups of rotations and rigid motions: exponential maps, logarithms and tangent maps.

Rotations SO(3), with Omega = phi n [rad] and the coefficients of `coefficients.py`:

    A = exp(Omega~)
    w = T(Omega) Omega_t        angular velocity in body axes of A = A_0 exp(Omega~)
    T = I - c2 Omega~ + c3 Omega~^2,   T^-1 = I + Omega~/2 + c4 Omega~^2

Rigid motions SE(3), with x = (u, Omega), the translational part first:

    H = exp([[Omega~, u], [0, 0]]) = [[A, T^T u], [0, 1]]
    (v, w) = T_SE3(x) x_t,   T_SE3 = [[T, U], [0, T]]
    U = dT(Omega + s u)/ds at s = 0

and the same with T^-1 for the inverse of T_SE3. R^3 x SO(3) has the same rotations, but
translations of their own: T = diag(I, T(Omega)). S^3 are Euler parameters of length one.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from linkwork.core.errors import ParameterError
from linkwork.rigid import coefficients as c
from linkwork.rigid import laws
from linkwork.rigid.checks import frame, matrix, number, rotation, vector
from linkwork.rigid.frames import frame_of
from linkwork.rigid.laws import Array

__all__ = [
    "Cot",
    "ExpR3xSO3",
    "ExpS3",
    "ExpSE3",
    "ExpSO3",
    "LogSE3",
    "LogSO3",
    "R3xSO3Matrix",
    "R3xSO3Matrix2RotationMatrix",
    "R3xSO3Matrix2Translation",
    "Sinc",
    "TExpR3xSO3",
    "TExpR3xSO3Inv",
    "TExpSE3",
    "TExpSE3Inv",
    "TExpSO3",
    "TExpSO3Inv",
]


def Sinc(x: float) -> float:
    """sin(x) / x, and 1 at 0; x in rad."""
    return c.sinc(number("Sinc", "x", x))


def Cot(x: float) -> float:
    """Cotangent of x [rad]."""
    value = number("Cot", "x", x)
    if value == 0.0:
        raise ParameterError("Cot: x must not be 0, where the cotangent is infinite", "x")
    return math.cos(value) / math.sin(value)


def ExpSO3(Omega: ArrayLike) -> Array:
    """Rotation matrix exp(Omega~) of a rotation vector [rad] of any length."""
    return laws.matrix_of_vector(vector("ExpSO3", "Omega", Omega))


def ExpS3(Omega: ArrayLike) -> Array:
    """Euler parameters of a rotation vector [rad] of any length."""
    return laws.parameters_of_vector(vector("ExpS3", "Omega", Omega))


def LogSO3(R: ArrayLike) -> Array:
    """Skew matrix Omega~ of the rotation vector of R [rad], which is at most pi long."""
    return laws.skew(laws.vector_of_matrix(rotation("LogSO3", "R", R)))


def TExpSO3(Omega: ArrayLike) -> Array:
    """Tangent map T of rotation vectors [rad]: w = T Omega_t, in body axes."""
    return tangent(vector("TExpSO3", "Omega", Omega))


def TExpSO3Inv(Omega: ArrayLike) -> Array:
    """Inverse of TExpSO3, which exists up to lengths of 2 pi [rad] and between its multiples."""
    return inverse_tangent("TExpSO3Inv", "Omega", vector("TExpSO3Inv", "Omega", Omega))


def ExpSE3(x: ArrayLike) -> Array:
    """Homogeneous transformation of x = [u, Omega], translational part [m] first, then [rad]."""
    u, Omega = _two("ExpSE3", x)
    return frame_of(laws.matrix_of_vector(Omega), tangent(Omega).T @ u)


def LogSE3(H: ArrayLike) -> Array:
    """4 x 4 matrix [[Omega~, u], [0, 0]] of a homogeneous transformation; Omega at most pi long.

    Skew2Vec returns its numbers [u, Omega].
    """
    found = frame("LogSE3", "H", H)
    Omega = laws.vector_of_matrix(found[:3, :3])
    log = np.zeros((4, 4))
    log[:3, :3] = laws.skew(Omega)
    log[:3, 3] = inverse_tangent("LogSE3", "H", Omega).T @ found[:3, 3]
    return log


def TExpSE3(x: ArrayLike) -> Array:
    """Tangent map of rigid motions: (v, w) = T x_t, both in body axes; x = [u, Omega]."""
    u, Omega = _two("TExpSE3", x)
    phi = laws.unit(Omega)[0]
    S, D = laws.skew(Omega), laws.skew(u)
    along = float(Omega @ u)
    U = -c.c2(phi) * D + c.c3(phi) * (D @ S + S @ D)
    U += along * (c.d3(phi) * (S @ S) - c.d2(phi) * S)
    return _triangular(tangent(Omega), U)


def TExpSE3Inv(x: ArrayLike) -> Array:
    """Inverse of TExpSE3, which exists where that of TExpSO3 does."""
    u, Omega = _two("TExpSE3Inv", x)
    T_inverse = inverse_tangent("TExpSE3Inv", "x", Omega)
    phi = laws.unit(Omega)[0]
    S, D = laws.skew(Omega), laws.skew(u)
    along = float(Omega @ u)
    U = 0.5 * D + c.c4(phi) * (D @ S + S @ D) + along * c.d4(phi) * (S @ S)
    return _triangular(T_inverse, U)


def R3xSO3Matrix(x: ArrayLike, R: ArrayLike) -> Array:
    """7 x 7 matrix of an element of R^3 x SO(3): translation x [m] and rotation matrix R."""
    return _direct(vector("R3xSO3Matrix", "x", x), matrix("R3xSO3Matrix", "R", R))


def R3xSO3Matrix2RotationMatrix(G: ArrayLike) -> Array:
    """Rotation matrix of R3xSO3Matrix."""
    return matrix("R3xSO3Matrix2RotationMatrix", "G", G, 7)[:3, :3].copy()


def R3xSO3Matrix2Translation(G: ArrayLike) -> Array:
    """Translation of R3xSO3Matrix [m]."""
    return matrix("R3xSO3Matrix2Translation", "G", G, 7)[3:6, 6].copy()


def ExpR3xSO3(x: ArrayLike) -> Array:
    """Element of R^3 x SO(3), as R3xSO3Matrix, of x = [u, Omega]: translation u, rotation Omega."""
    u, Omega = _two("ExpR3xSO3", x)
    return _direct(u, laws.matrix_of_vector(Omega))


def TExpR3xSO3(x: ArrayLike) -> Array:
    """Tangent map of R^3 x SO(3): 6 x 6 matrix diag(I, TExpSO3(Omega)); x = [u, Omega]."""
    _, Omega = _two("TExpR3xSO3", x)
    return _diagonal(tangent(Omega))


def TExpR3xSO3Inv(x: ArrayLike) -> Array:
    """Inverse of TExpR3xSO3."""
    _, Omega = _two("TExpR3xSO3Inv", x)
    return _diagonal(inverse_tangent("TExpR3xSO3Inv", "x", Omega))


def tangent(Omega: Array) -> Array:
    """T of a checked rotation vector."""
    phi = laws.unit(Omega)[0]
    S = laws.skew(Omega)
    return np.eye(3) - c.c2(phi) * S + c.c3(phi) * (S @ S)


def inverse_tangent(function: str, argument: str, Omega: Array) -> Array:
    """T^-1 of a checked rotation vector; function, argument -- for the error."""
    phi = laws.unit(Omega)[0]
    if phi != 0.0 and abs(math.sin(0.5 * phi)) <= 4.0e-16 * phi:
        raise ParameterError(
            f"{function}: {argument} has a rotation of {phi:.15g} rad, a multiple of 2 pi, where "
            "the tangent map has no inverse",
            argument,
        )
    S = laws.skew(Omega)
    return np.eye(3) + 0.5 * S + c.c4(phi) * (S @ S)


def _two(function: str, x: ArrayLike) -> tuple[Array, Array]:
    """(u, Omega)"""
    six = vector(function, "x", x, 6)
    return six[:3], six[3:]


def _triangular(T: Array, U: Array) -> Array:
    """[[T, U], [0, T]]"""
    made = np.zeros((6, 6))
    made[:3, :3] = made[3:, 3:] = T
    made[:3, 3:] = U
    return made


def _diagonal(T: Array) -> Array:
    """diag(I, T)"""
    made = np.eye(6)
    made[3:, 3:] = T
    return made


def _direct(u: Array, A: Array) -> Array:
    """diag(A, [[I, u], [0, 1]])"""
    made = np.eye(7)
    made[:3, :3], made[3:6, 6] = A, u
    return made
