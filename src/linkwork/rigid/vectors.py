"""Small helpers for vectors: sums, norms, skew matrices, orthonormal bases, and constants."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from linkwork.core.declare.values import real
from linkwork.math.tolerances import PARALLEL
from linkwork.rigid import checks, laws
from linkwork.rigid.checks import any_vector, number, refuse
from linkwork.rigid.laws import Array

__all__ = [
    "ComputeOrthonormalBasis",
    "ComputeOrthonormalBasisVectors",
    "ComputeSkewMatrix",
    "DiagonalMatrix",
    "GramSchmidt",
    "NormL2",
    "Normalize",
    "ScalarMult",
    "Skew",
    "Skew2Vec",
    "SmartRound2String",
    "Tilde2Vec",
    "VAdd",
    "VMult",
    "VSub",
    "VSum",
    "Vec2Tilde",
    "eye2D",
    "eye3D",
    "g",
    "pi",
    "sqrt2",
]

pi = math.pi
sqrt2 = math.sqrt(2.0)
g = 9.81
"""Standard value of the acceleration of gravity [m/s^2]."""
eye2D = np.eye(2)
eye3D = np.eye(3)


def NormL2(vector: ArrayLike) -> float:
    """Euclidean length of a vector of any size, also if the squares would overflow."""
    return float(math.hypot(*any_vector("NormL2", "vector", vector)))


def VAdd(v0: ArrayLike, v1: ArrayLike) -> Array:
    """v0 + v1, component by component."""
    a, b = _pair("VAdd", v0, v1)
    return a + b


def VSub(v0: ArrayLike, v1: ArrayLike) -> Array:
    """v0 - v1, component by component."""
    a, b = _pair("VSub", v0, v1)
    return a - b


def VMult(v0: ArrayLike, v1: ArrayLike) -> float:
    """Scalar product of two vectors."""
    a, b = _pair("VMult", v0, v1)
    return float(a @ b)


def VSum(vector: ArrayLike) -> float:
    """Sum of the components of a vector."""
    return float(any_vector("VSum", "vector", vector).sum())


def ScalarMult(scalar: float, v: ArrayLike) -> Array:
    """A vector times a number."""
    return number("ScalarMult", "scalar", scalar) * any_vector("ScalarMult", "v", v)


def Normalize(v: ArrayLike) -> Array:
    """The unit vector along v; zero if v is zero."""
    return laws.unit(any_vector("Normalize", "v", v))[1]


def DiagonalMatrix(rowsColumns: int, value: float = 1) -> Array:
    """Square matrix with the same value on the whole diagonal.

    rowsColumns -- number of rows and of columns
    """
    size = real(rowsColumns)
    if size is None or size != int(size) or size < 0:
        raise refuse("DiagonalMatrix", "rowsColumns", "a whole number >= 0", rowsColumns)
    return number("DiagonalMatrix", "value", value) * np.eye(int(size))


def SmartRound2String(x: float, prec: int = 3) -> str:
    """A number as a short text.

    prec -- number of significant digits

    A whole number is written in full where this is shorter. A number that lost its decimals by
    rounding keeps the decimal point.
    """
    value = number("SmartRound2String", "x", x)
    digits = real(prec)
    if digits is None or digits != int(digits) or digits < 1:
        raise refuse("SmartRound2String", "prec", "a whole number >= 1", prec)
    text = f"{x:.{int(digits)}g}"
    if value.is_integer():
        return min(text, str(x), key=len)
    return text + "." if text.lstrip("-").isdigit() else text


def Skew(vector: ArrayLike) -> Array:
    """Skew-symmetric 3 x 3 matrix v~ of a vector: v~ x is the cross product of v and x."""
    return laws.skew(checks.vector("Skew", "vector", vector))


def Vec2Tilde(v: ArrayLike) -> Array:
    """The same as Skew."""
    return laws.skew(checks.vector("Vec2Tilde", "v", v))


def Skew2Vec(skew: ArrayLike) -> Array:
    """The vector of a skew-symmetric matrix.

    skew -- 3 x 3: the vector omega of omega~; 4 x 4 with omega~ and a last column u, as LogSE3
    returns it: the six numbers [u, omega]
    """
    S = checks.finite_array(skew)
    if S is None or S.shape not in ((3, 3), (4, 4)):
        raise refuse("Skew2Vec", "skew", "a 3 x 3 or 4 x 4 matrix of finite real numbers", skew)
    return np.array([*S[:3, 3:].ravel(), S[2, 1], S[0, 2], S[1, 0]])


def Tilde2Vec(m: ArrayLike) -> Array:
    """The vector of a skew-symmetric 3 x 3 matrix."""
    S = checks.matrix("Tilde2Vec", "m", m)
    return np.array([S[2, 1], S[0, 2], S[1, 0]])


def ComputeSkewMatrix(v: ArrayLike) -> Array:
    """Skew matrices of many vectors, as blocks of one matrix.

    v -- 3 n numbers, n vectors one after the other: the result has 3 n rows and 3 columns;
    or a matrix of 3 n rows and m columns of such numbers: 3 n rows and 3 m columns
    """
    given = checks.finite_array(v)
    if given is None or given.ndim not in (1, 2) or given.size == 0 or len(given) % 3:
        wants = "3 n finite real numbers, or a matrix of them with 3 n rows"
        raise refuse("ComputeSkewMatrix", "v", wants, v)
    x, y, z = given.reshape(len(given) // 3, 3, -1).swapaxes(0, 1)
    n, m = x.shape
    blocks = np.zeros((n, 3, m, 3))
    blocks[:, 2, :, 1], blocks[:, 1, :, 2] = x, -x
    blocks[:, 0, :, 2], blocks[:, 2, :, 0] = y, -y
    blocks[:, 1, :, 0], blocks[:, 0, :, 1] = z, -z
    return blocks.reshape(3 * n, 3 * m)


def ComputeOrthonormalBasisVectors(vector0: ArrayLike) -> list[Array]:
    """Three orthonormal vectors [v, n1, n2], right-handed, with v along vector0.

    n1 comes from the y axis if vector0 is close to the x axis, else from the x axis. A zero vector
    gives [0, x axis, y axis].
    """
    length, v = laws.unit(checks.vector("ComputeOrthonormalBasisVectors", "vector0", vector0))
    x_axis, y_axis = np.eye(3)[:2]
    if length == 0.0:
        return [v, x_axis, y_axis]
    along_x = abs(v[0]) > 0.5 and abs(v[1]) < 0.1 and abs(v[2]) < 0.1
    n1 = _across(y_axis if along_x else x_axis, v)
    return [v, n1, laws.cross(v, n1)]


def ComputeOrthonormalBasis(vector0: ArrayLike) -> Array:
    """Rotation matrix whose x axis is along vector0: ComputeOrthonormalBasisVectors as columns."""
    v = checks.vector("ComputeOrthonormalBasis", "vector0", vector0)
    return np.column_stack(ComputeOrthonormalBasisVectors(v))


def GramSchmidt(vector0: ArrayLike, vector1: ArrayLike) -> list[Array]:
    """Three orthonormal vectors, right-handed: vector0, the part of vector1 across it, and their
    cross product."""
    length, v0 = laws.unit(checks.vector("GramSchmidt", "vector0", vector0))
    if length == 0.0:
        raise refuse("GramSchmidt", "vector0", "a nonzero vector", vector0)
    length, v1 = laws.unit(checks.vector("GramSchmidt", "vector1", vector1))
    if laws.unit(v1 - (v0 @ v1) * v0)[0] <= PARALLEL:
        raise refuse("GramSchmidt", "vector1", "a vector that is not parallel to vector0", vector1)
    v1 = _across(v1, v0)
    return [v0, v1, laws.cross(v0, v1)]


def _across(v: Array, axis: Array) -> Array:
    """Unit vector along the part of v across a unit vector, projected twice against rounding."""
    for _ in range(2):
        v = laws.unit(v - (axis @ v) * axis)[1]
    return v


def _pair(function: str, v0: ArrayLike, v1: ArrayLike) -> tuple[Array, Array]:
    """Two vectors of the same size."""
    a, b = any_vector(function, "v0", v0), any_vector(function, "v1", v1)
    if len(a) != len(b):
        raise refuse(function, "v1", f"a vector of {len(a)} finite real numbers, as v0", v1)
    return a, b
