"""Arguments of the helpers: numbers, vectors and matrices as new arrays of floats.

The errors name function, argument, what is wanted, and what was given.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.core.declare.values import real, shown
from linkwork.core.errors import ParameterError
from linkwork.rigid.laws import Array

NOT_A_ROTATION = 1.0e-3
"""Largest entry of A^T A - I of a matrix that is accepted as a rotation.

Rounded matrices pass, mistakes do not.
"""

ROUNDING = 1.0e-12
"""Largest error of the constant entries of a homogeneous transformation."""


def refuse(function: str, argument: str, wants: str, value: Any) -> ParameterError:
    """The error for an argument."""
    given = " ".join(shown(value).split())
    shape = getattr(value, "shape", None)
    told = f" of shape {tuple(shape)}" if shape else ""
    return ParameterError(f"{function}: {argument} must be {wants}, got {given}{told}", argument)


def finite_array(value: Any) -> Array | None:
    """A new array of floats, or None for what is no array of finite real numbers."""
    try:
        given = np.asarray(value)
    except (TypeError, ValueError):
        return None
    if given.dtype.kind not in "iuf" or not np.isfinite(given).all():
        return None
    return np.array(given, float)


def number(function: str, argument: str, value: Any, least: float | None = None) -> float:
    """A finite real number; least -- its lower limit."""
    found = real(value)
    if found is None or (least is not None and found < least):
        limit = "" if least is None else f" >= {least:g}"
        raise refuse(function, argument, f"a finite real number{limit}", value)
    return found


def vector(function: str, argument: str, value: Any, size: int = 3) -> Array:
    """A vector of finite real numbers."""
    found = finite_array(value)
    if found is None or found.shape != (size,):
        raise refuse(function, argument, f"a vector of {size} finite real numbers", value)
    return found


def any_vector(function: str, argument: str, value: Any) -> Array:
    """A vector of finite real numbers of any size."""
    found = finite_array(value)
    if found is None or found.ndim != 1:
        raise refuse(function, argument, "a vector of finite real numbers", value)
    return found


def matrix(
    function: str, argument: str, value: Any, rows: int = 3, columns: int | None = None
) -> Array:
    """A matrix of finite real numbers; without columns it is square."""
    shape = rows, rows if columns is None else columns
    found = finite_array(value)
    if found is None or found.shape != shape:
        wants = f"a {shape[0]} x {shape[1]} matrix of finite real numbers"
        raise refuse(function, argument, wants, value)
    return found


def rotation(function: str, argument: str, value: Any) -> Array:
    """A rotation matrix, up to the digits to which users round one."""
    found = matrix(function, argument, value)
    _check_rotation(function, argument, found, value, "")
    return found


def frame(function: str, argument: str, value: Any) -> Array:
    """A homogeneous transformation: rotation and translation, last row (0, 0, 0, 1)."""
    found = matrix(function, argument, value, 4)
    if not np.abs(found[3] - (0.0, 0.0, 0.0, 1.0)).max() <= ROUNDING:
        wants = "a homogeneous transformation, whose last row is (0, 0, 0, 1)"
        raise refuse(function, argument, wants, value)
    _check_rotation(function, argument, found[:3, :3], value, "a homogeneous transformation with ")
    return found


def pluecker(function: str, argument: str, value: Any) -> Array:
    """A 6 x 6 transformation [[A, 0], [v~ A, A]] with a rotation A."""
    found = matrix(function, argument, value, 6)
    A = found[:3, :3]
    with np.errstate(over="ignore", invalid="ignore"):
        S = found[3:, :3] @ A.T
        off = np.abs([found[:3, 3:], found[3:, 3:] - A, (S + S.T) / (1.0 + np.abs(S).max())]).max()
    if not off <= NOT_A_ROTATION:
        wants = "a 6 x 6 transformation [[A, 0], [v~ A, A]]"
        raise refuse(function, argument, wants, value)
    _check_rotation(function, argument, A, value, "a 6 x 6 transformation with ")
    return found


def _check_rotation(function: str, argument: str, A: Array, value: Any, whole: str) -> None:
    """whole -- words for what A is a part of"""
    with np.errstate(over="ignore", invalid="ignore"):
        away = np.abs(A.T @ A - np.eye(3)).max()
    if not away <= NOT_A_ROTATION or np.linalg.det(A) < 0.0:
        wants = f"{whole}a rotation matrix (orthonormal to {NOT_A_ROTATION:g}, determinant +1)"
        raise refuse(function, argument, wants, value)
