"""Angular velocities from rates of rotation parameters, and back.

    W = G rates        angular velocity in global axes [rad/s]
    w = Gb rates       the same in the axes of the body ("local")

Euler parameters theta = (theta_0, e), with their rates from W if |theta| = 1:

    G = 2 [-e | theta_0 I + e~],  Gb = 2 [-e | theta_0 I - e~],  theta_t = G^T W / 4

Nodes with rotation vectors have w itself as velocity coordinates: G = A, Gb = I.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from linkwork.core.errors import ParameterError
from linkwork.math.tait_bryan import ON_EDGE
from linkwork.rigid import laws
from linkwork.rigid.checks import vector
from linkwork.rigid.laws import Array

__all__ = [
    "AngularVelocity2EulerParameters_t",
    "AngularVelocity2RotXYZ_t",
    "EulerParameters2G",
    "EulerParameters2GLocal",
    "RotXYZ2G",
    "RotXYZ2GLocal",
    "RotXYZ2GLocal_t",
    "RotXYZ2G_t",
    "RotationVector2G",
    "RotationVector2GLocal",
]


def EulerParameters2G(eulerParameters: ArrayLike) -> Array:
    """3 x 4 matrix G of Euler parameters: W = G theta_t, in global axes."""
    return _of_parameters(vector("EulerParameters2G", "eulerParameters", eulerParameters, 4), 1.0)


def EulerParameters2GLocal(eulerParameters: ArrayLike) -> Array:
    """3 x 4 matrix Gb of Euler parameters: w = Gb theta_t, in body axes."""
    theta = vector("EulerParameters2GLocal", "eulerParameters", eulerParameters, 4)
    return _of_parameters(theta, -1.0)


def RotXYZ2G(rot: ArrayLike) -> Array:
    """3 x 3 matrix G of Tait-Bryan angles [rad]: W = G rot_t, in global axes."""
    (s0, s1, _), (c0, c1, _) = _sines("RotXYZ2G", rot)
    return np.array([[1.0, 0.0, s1], [0.0, c0, -c1 * s0], [0.0, s0, c0 * c1]])


def RotXYZ2G_t(rot: ArrayLike, rot_t: ArrayLike) -> Array:
    """Time derivative of RotXYZ2G at angles [rad] that change with rot_t [rad/s]."""
    (s0, s1, _), (c0, c1, _) = _sines("RotXYZ2G_t", rot)
    v0, v1, _ = vector("RotXYZ2G_t", "rot_t", rot_t)
    return np.array(
        [
            [0.0, 0.0, v1 * c1],
            [0.0, -v0 * s0, v1 * s1 * s0 - v0 * c1 * c0],
            [0.0, v0 * c0, -v0 * s0 * c1 - v1 * c0 * s1],
        ]
    )


def RotXYZ2GLocal(rot: ArrayLike) -> Array:
    """3 x 3 matrix Gb of Tait-Bryan angles [rad]: w = Gb rot_t, in body axes."""
    (_, s1, s2), (_, c1, c2) = _sines("RotXYZ2GLocal", rot)
    return np.array([[c1 * c2, s2, 0.0], [-c1 * s2, c2, 0.0], [s1, 0.0, 1.0]])


def RotXYZ2GLocal_t(rot: ArrayLike, rot_t: ArrayLike) -> Array:
    """Time derivative of RotXYZ2GLocal at angles [rad] that change with rot_t [rad/s]."""
    (_, s1, s2), (_, c1, c2) = _sines("RotXYZ2GLocal_t", rot)
    _, v1, v2 = vector("RotXYZ2GLocal_t", "rot_t", rot_t)
    return np.array(
        [
            [-v2 * c1 * s2 - v1 * s1 * c2, v2 * c2, 0.0],
            [v1 * s1 * s2 - v2 * c1 * c2, -v2 * s2, 0.0],
            [v1 * c1, 0.0, 0.0],
        ]
    )


def RotationVector2G(rotationVector: ArrayLike) -> Array:
    """3 x 3 matrix G of nodes with a rotation vector [rad]: the rotation matrix.

    Velocity coordinates of such nodes are the angular velocity in body axes.
    """
    return laws.matrix_of_vector(vector("RotationVector2G", "rotationVector", rotationVector))


def RotationVector2GLocal(eulerParameters: ArrayLike) -> Array:
    """3 x 3 matrix Gb of nodes with a rotation vector [rad]: the unit matrix.

    eulerParameters -- the rotation vector, under its documented name
    """
    vector("RotationVector2GLocal", "eulerParameters", eulerParameters)
    return np.eye(3)


def AngularVelocity2EulerParameters_t(
    angularVelocity: ArrayLike, eulerParameters: ArrayLike
) -> Array:
    """Rates of Euler parameters [1/s] of a body with an angular velocity [rad/s], global axes."""
    W = vector("AngularVelocity2EulerParameters_t", "angularVelocity", angularVelocity)
    theta = vector("AngularVelocity2EulerParameters_t", "eulerParameters", eulerParameters, 4)
    return 0.25 * _of_parameters(theta, 1.0).T @ W


def AngularVelocity2RotXYZ_t(angularVelocity: ArrayLike, rotation: ArrayLike) -> Array:
    """Rates of Tait-Bryan angles [rad/s] of a body with an angular velocity [rad/s], global axes.

    rotation -- the angles [rad]; at +-pi/2 of the second one the rates do not exist
    """
    W = vector("AngularVelocity2RotXYZ_t", "angularVelocity", angularVelocity)
    (s0, s1, _), (c0, c1, _) = _sines("AngularVelocity2RotXYZ_t", rotation, "rotation")
    if abs(c1) <= ON_EDGE:
        raise ParameterError(
            "AngularVelocity2RotXYZ_t: rotation has the second angle "
            f"{np.asarray(rotation, float)[1]:.15g} rad, where the other two have the same axis "
            "and rates do not exist; use Euler parameters or rotation vectors",
            "rotation",
        )
    across = (c0 * W[2] - s0 * W[1]) / c1
    return np.array([W[0] - s1 * across, c0 * W[1] + s0 * W[2], across])


def _of_parameters(theta: Array, sign: float) -> Array:
    """2 [-e | theta_0 I + sign e~]"""
    G = np.empty((3, 4))
    G[:, 0] = -2.0 * theta[1:]
    G[:, 1:] = 2.0 * (theta[0] * np.eye(3) + sign * laws.skew(theta[1:]))
    return G


def _sines(function: str, rot: ArrayLike, argument: str = "rot") -> tuple[Array, Array]:
    """(sines, cosines) of three angles"""
    psi = vector(function, argument, rot)
    return np.sin(psi), np.cos(psi)
