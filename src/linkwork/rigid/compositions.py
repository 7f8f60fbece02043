"""Compositions: a rotation, or a pose, followed by an increment in its own axes.

    A(result) = A(first) exp(Omega~)

Poses are [u, rotation parameters]. Direct products add their translations; semidirect ones are
products of homogeneous transformations, H(result) = H(first) exp_SE3(increment).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from linkwork.rigid import laws
from linkwork.rigid.checks import vector
from linkwork.rigid.laws import Array
from linkwork.rigid.lie_groups import tangent

__all__ = [
    "CompositionRuleDirectProductR3AndR3RotVec",
    "CompositionRuleDirectProductR3AndR3RotXYZAngles",
    "CompositionRuleDirectProductR3AndS3",
    "CompositionRuleForEulerParameters",
    "CompositionRuleForRotationVectors",
    "CompositionRuleRotXYZAnglesRotationVector",
    "CompositionRuleSemiDirectProductR3AndR3RotVec",
    "CompositionRuleSemiDirectProductR3AndR3RotXYZAngles",
    "CompositionRuleSemiDirectProductR3AndS3",
]


def CompositionRuleForEulerParameters(q: ArrayLike, p: ArrayLike) -> Array:
    """Euler parameters of A(q) A(p)."""
    name = "CompositionRuleForEulerParameters"
    return laws.composed(vector(name, "q", q, 4), vector(name, "p", p, 4))


def CompositionRuleForRotationVectors(v0: ArrayLike, Omega: ArrayLike) -> Array:
    """Rotation vector of exp(v0~) exp(Omega~), at most 2 pi long [rad].

    Small rotations keep all their digits. The result follows v0 beyond pi; beyond 2 pi its
    direction changes sign.
    """
    name = "CompositionRuleForRotationVectors"
    return _vectors(vector(name, "v0", v0), vector(name, "Omega", Omega))


def CompositionRuleRotXYZAnglesRotationVector(alpha0: ArrayLike, Omega: ArrayLike) -> Array:
    """Tait-Bryan angles [rad] of Rx Ry Rz exp(Omega~), the three of them given by alpha0.

    They follow alpha0 beyond pi: whole turns are added where this brings an angle closer to it.
    """
    name = "CompositionRuleRotXYZAnglesRotationVector"
    return _angles(vector(name, "alpha0", alpha0), vector(name, "Omega", Omega))


def CompositionRuleDirectProductR3AndR3RotVec(
    q0: ArrayLike, incrementalMotionVector: ArrayLike
) -> Array:
    """Pose [u, rotation vector] after an increment [du, Omega]; u + du."""
    u, v, du, Omega = _parts(
        "CompositionRuleDirectProductR3AndR3RotVec", q0, incrementalMotionVector
    )
    return np.array([*(u + du), *_vectors(v, Omega)])


def CompositionRuleSemiDirectProductR3AndR3RotVec(
    q0: ArrayLike, incrementalMotionVector: ArrayLike
) -> Array:
    """Pose [u, rotation vector] after an increment [du, Omega] of SE(3)."""
    u, v, du, Omega = _parts(
        "CompositionRuleSemiDirectProductR3AndR3RotVec", q0, incrementalMotionVector
    )
    return np.array([*_moved(u, laws.matrix_of_vector(v), du, Omega), *_vectors(v, Omega)])


def CompositionRuleDirectProductR3AndR3RotXYZAngles(
    q0: ArrayLike, incrementalMotionVector: ArrayLike
) -> Array:
    """Pose [u, Tait-Bryan angles] after an increment [du, Omega]; u + du."""
    u, psi, du, Omega = _parts(
        "CompositionRuleDirectProductR3AndR3RotXYZAngles", q0, incrementalMotionVector
    )
    return np.array([*(u + du), *_angles(psi, Omega)])


def CompositionRuleSemiDirectProductR3AndR3RotXYZAngles(
    q0: ArrayLike, incrementalMotionVector: ArrayLike
) -> Array:
    """Pose [u, Tait-Bryan angles] after an increment [du, Omega] of SE(3)."""
    u, psi, du, Omega = _parts(
        "CompositionRuleSemiDirectProductR3AndR3RotXYZAngles", q0, incrementalMotionVector
    )
    return np.array([*_moved(u, laws.matrix_of_angles(psi), du, Omega), *_angles(psi, Omega)])


def CompositionRuleDirectProductR3AndS3(q0: ArrayLike, incrementalMotionVector: ArrayLike) -> Array:
    """Pose [u, Euler parameters] after an increment [du, Omega]; u + du."""
    u, theta, du, Omega = _parts(
        "CompositionRuleDirectProductR3AndS3", q0, incrementalMotionVector, 7
    )
    return np.array([*(u + du), *laws.composed(theta, laws.parameters_of_vector(Omega))])


def CompositionRuleSemiDirectProductR3AndS3(
    q0: ArrayLike, incrementalMotionVector: ArrayLike
) -> Array:
    """Pose [u, Euler parameters] after an increment [du, Omega] of SE(3)."""
    u, theta, du, Omega = _parts(
        "CompositionRuleSemiDirectProductR3AndS3", q0, incrementalMotionVector, 7
    )
    turned = laws.composed(theta, laws.parameters_of_vector(Omega))
    return np.array([*_moved(u, laws.matrix_of_parameters(theta), du, Omega), *turned])


def _vectors(v0: Array, Omega: Array) -> Array:
    first, second = laws.parameters_of_vector(v0), laws.parameters_of_vector(Omega)
    return laws.vector_of_parameters(laws.composed(first, second))


def _angles(psi: Array, Omega: Array) -> Array:
    A = laws.matrix_of_angles(psi) @ laws.matrix_of_vector(Omega)
    folded = laws.angles_of_matrix(A)
    return folded + 2.0 * np.pi * np.round((psi - folded) / (2.0 * np.pi))


def _moved(u: Array, A: Array, du: Array, Omega: Array) -> Array:
    """Translation of H(u, A) exp_SE3(du, Omega)"""
    return u + A @ (tangent(Omega).T @ du)


def _parts(
    function: str, q0: ArrayLike, increment: ArrayLike, size: int = 6
) -> tuple[Array, Array, Array, Array]:
    """(u, rotation parameters, du, Omega)"""
    q = vector(function, "q0", q0, size)
    x = vector(function, "incrementalMotionVector", increment, 6)
    return q[:3], q[3:], x[:3], x[3:]
