"""Matrices G are the angular velocities of changing rotation parameters."""

import math

import numpy as np
import pytest

from linkwork.utilities import *
from tests.rigid.rotations import RNG, gradient, vector_of


def unit_parameters(rng):
    theta = rng.normal(size=4)
    return theta / np.linalg.norm(theta)


def angular_velocities(matrix_of, parameters, rates):
    """(W, w) of a rotation matrix whose parameters change, by differences."""
    A = matrix_of(parameters)
    A_t = gradient(matrix_of, parameters) @ rates
    return vector_of(A_t @ A.T), vector_of(A.T @ A_t)


def test_identities_of_euler_parameters():
    rng = RNG(0)
    for _ in range(20):
        theta, n = unit_parameters(rng), rng.normal(size=3)
        A = EulerParameters2RotationMatrix(theta)
        G, Gb = EulerParameters2G(theta), EulerParameters2GLocal(theta)
        assert G @ Gb.T / 4 == pytest.approx(A, abs=1e-15)
        assert A @ Gb == pytest.approx(G, abs=1e-15)
        assert Gb @ theta == pytest.approx(np.zeros(3), abs=1e-15)
        assert Gb @ Gb.T == pytest.approx(4 * np.eye(3), abs=2e-15)
        assert Gb.T @ Gb == pytest.approx(4 * (np.eye(4) - np.outer(theta, theta)), abs=2e-15)
        slopes = gradient(lambda x, n=n: EulerParameters2GLocal(x).T @ n, theta)
        expected = np.zeros((4, 4))
        expected[0, 1:], expected[1:, 0], expected[1:, 1:] = -n, n, -Skew(n)
        assert slopes == pytest.approx(2 * expected, abs=1e-8)


def test_rates_of_euler_parameters_are_those_of_the_angular_velocity():
    rng = RNG(1)
    for _ in range(20):
        theta, W = unit_parameters(rng), rng.normal(size=3)
        rates = AngularVelocity2EulerParameters_t(W, theta)
        assert theta @ rates == pytest.approx(0.0, abs=1e-15)
        found, local = angular_velocities(EulerParameters2RotationMatrix, theta, rates)
        assert found == pytest.approx(W, abs=1e-8)
        assert EulerParameters2G(theta) @ rates == pytest.approx(W, abs=1e-14)
        assert EulerParameters2GLocal(theta) @ rates == pytest.approx(local, abs=1e-8)


def test_rates_of_angles_are_those_of_the_angular_velocity():
    rng = RNG(2)
    for _ in range(20):
        psi, W = rng.uniform(-1.4, 1.4, 3), rng.normal(size=3)
        rates = AngularVelocity2RotXYZ_t(W, psi)
        found, local = angular_velocities(RotXYZ2RotationMatrix, psi, rates)
        assert found == pytest.approx(W, abs=1e-7)
        assert RotXYZ2G(psi) @ rates == pytest.approx(W, abs=1e-13)
        assert RotXYZ2GLocal(psi) @ rates == pytest.approx(local, abs=1e-7)
        assert RotXYZ2RotationMatrix(psi) @ RotXYZ2GLocal(psi) == pytest.approx(
            RotXYZ2G(psi), abs=1e-15
        )


def test_time_derivatives_of_the_matrices_of_angles():
    rng = RNG(3)
    for _ in range(20):
        psi, rates = rng.uniform(-3, 3, 3), rng.normal(size=3)
        for matrix, derivative in ((RotXYZ2G, RotXYZ2G_t), (RotXYZ2GLocal, RotXYZ2GLocal_t)):
            assert derivative(psi, rates) == pytest.approx(gradient(matrix, psi) @ rates, abs=1e-8)


def test_velocities_of_rotation_vectors_are_angular_velocities():
    v = [0.3, -2, 8]
    assert (RotationVector2G(v) == RotationVector2RotationMatrix(v)).all()
    assert (RotationVector2GLocal(v) == np.eye(3)).all()


def test_rates_of_angles_do_not_exist_where_two_have_the_same_axis():
    for second in (math.pi / 2, -math.pi / 2):
        with pytest.raises(ValueError, match=r"AngularVelocity2RotXYZ_t: rotation .* Euler param"):
            AngularVelocity2RotXYZ_t([1, 2, 3], [0.1, second, 0.2])
    close = AngularVelocity2RotXYZ_t([1, 2, 3], [0.1, math.pi / 2 - 1e-6, 0.2])
    W = RotXYZ2G([0.1, math.pi / 2 - 1e-6, 0.2]) @ close
    assert pytest.approx([1, 2, 3], abs=1e-9) == W
