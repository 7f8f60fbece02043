"""Rotation matrices, Euler parameters, rotation vectors and angles belong together."""

import math

import numpy as np
import pytest

from linkwork.utilities import *
from tests.rigid.rotations import (
    ANGLES,
    RNG,
    directions,
    precise_exponential,
    random_matrix,
)

pytestmark = pytest.mark.processors

NEAR_PI = [math.pi - gap for gap in (1e-2, 1e-4, 1e-6, 1e-7, 1e-8, 1e-9)]


def test_elementary_rotations_turn_one_axis_into_the_next():
    x, y, z = np.eye(3)
    for rotation, first, second in (
        (RotationMatrixX, y, z),
        (RotationMatrixY, z, x),
        (RotationMatrixZ, x, y),
    ):
        A = rotation(0.3)
        assert A @ first == pytest.approx(math.cos(0.3) * first + math.sin(0.3) * second, abs=1e-16)
        assert A @ np.cross(first, second) == pytest.approx(np.cross(first, second), abs=0)
        assert np.cross(A @ first, A @ second) == pytest.approx(np.cross(first, second), abs=1e-15)
    assert (RotationMatrix2D(0.3) == RotationMatrixZ(0.3)[:2, :2]).all()


def test_tait_bryan_angles_are_rotations_about_x_y_z():
    rng = RNG(1)
    for psi in rng.uniform(-math.pi, math.pi, (50, 3)):
        A = RotationMatrixX(psi[0]) @ RotationMatrixY(psi[1]) @ RotationMatrixZ(psi[2])
        assert RotXYZ2RotationMatrix(psi) == pytest.approx(A, abs=4e-16)
        theta = RotXYZ2EulerParameters(psi)
        assert EulerParameters2RotationMatrix(theta) == pytest.approx(A, abs=8e-16)
        back = RotationMatrix2RotXYZ(A)
        assert abs(back[1]) <= math.pi / 2
        assert RotXYZ2RotationMatrix(back) == pytest.approx(A, abs=8e-16)
        psi[1] /= 2.0
        assert RotationMatrix2RotXYZ(RotXYZ2RotationMatrix(psi)) == pytest.approx(psi, abs=1e-14)


def test_the_first_angle_is_zero_where_two_angles_have_the_same_axis():
    for second in (math.pi / 2, -math.pi / 2):
        A = RotXYZ2RotationMatrix([0.3, second, 0.4])
        psi = RotationMatrix2RotXYZ(A)
        assert psi[0] == 0.0 and psi[1] == second
        assert RotXYZ2RotationMatrix(psi) == pytest.approx(A, abs=1e-15)


def test_parameters_of_large_angles_may_have_a_negative_scalar():
    assert RotXYZ2EulerParameters([4, 0, 0]) == pytest.approx(
        [math.cos(2), math.sin(2), 0, 0], abs=1e-16
    )


def test_euler_angles_z_y_z():
    rng = RNG(2)
    for _ in range(50):
        A = random_matrix(rng)
        for flip, sign in ((False, 1), (True, -1)):
            a, b, c = RotationMatrix2RotZYZ(A, flip)
            assert sign * b > 0
            again = RotationMatrixZ(a) @ RotationMatrixY(b) @ RotationMatrixZ(c)
            assert again == pytest.approx(A, abs=8e-16)
    for b, both in ((0.0, 0.8), (math.pi, 0.2)):
        A = RotationMatrixZ(0.3) @ RotationMatrixY(b) @ RotationMatrixZ(0.5)
        for flip in (False, True):
            assert RotationMatrix2RotZYZ(A, flip) == pytest.approx([0, b, both], abs=1e-15)


def test_euler_parameters_are_the_half_angle_formula():
    for n in directions():
        for phi in (*ANGLES, *NEAR_PI, 4.0, 6.0, 7.0, 100.0):
            theta = np.array([math.cos(phi / 2), *(math.sin(phi / 2) * n)])
            expected = RotationVector2RotationMatrix(phi * n)
            assert EulerParameters2RotationMatrix(theta) == pytest.approx(
                expected, abs=1e-15 * max(phi, 1.0)
            )


def test_euler_parameters_of_a_matrix_have_all_digits_at_all_angles():
    """The matrices are rounded from exact ones, so only the function adds an error."""
    for n in directions():
        for phi in (*ANGLES, *NEAR_PI):
            theta = RotationMatrix2EulerParameters(precise_exponential(phi * n))
            expected = [math.cos(phi / 2), *(math.sin(phi / 2) * n)]
            assert theta == pytest.approx(expected, abs=5e-16)
            assert theta[1:] == pytest.approx(expected[1:], rel=1e-15, abs=1e-15 * phi)


def test_each_parameter_may_be_the_largest():
    """All four branches, with the signs of the others."""
    rng = RNG(3)
    largest = set()
    for theta in rng.normal(size=(200, 4)):
        theta /= math.copysign(np.linalg.norm(theta), theta[0])
        largest.add(int(np.argmax(np.abs(theta))))
        found = RotationMatrix2EulerParameters(EulerParameters2RotationMatrix(theta))
        assert found == pytest.approx(theta, abs=6e-16)
        assert np.linalg.norm(found) == pytest.approx(1.0, abs=3e-16)
    assert largest == {0, 1, 2, 3}


def test_half_turns_about_the_axes():
    for k in range(3):
        A = 2.0 * np.outer(np.eye(3)[k], np.eye(3)[k]) - np.eye(3)
        assert RotationMatrix2EulerParameters(A).tolist() == [0.0, *np.eye(3)[k]]
        assert (RotationMatrix2RotationVector(A) == math.pi * np.eye(3)[k]).all()


def test_a_matrix_with_few_digits_gives_parameters_of_length_one():
    A = np.round(RotationVector2RotationMatrix([1, 2, 3]), 4)
    theta = RotationMatrix2EulerParameters(A)
    assert np.linalg.norm(theta) == pytest.approx(1.0, abs=3e-16)
    assert EulerParameters2RotationMatrix(theta) == pytest.approx(A, abs=1e-4)


def test_rotation_vectors_come_back_from_their_matrices():
    for n in directions():
        for phi in (*ANGLES, *NEAR_PI):
            v = phi * n
            found = RotationMatrix2RotationVector(RotationVector2RotationMatrix(v))
            assert np.abs(found - v).max() <= 1e-15 * max(phi, 1e-3)
            found = RotationMatrix2RotationVector(precise_exponential(v))
            assert np.abs(found - v).max() <= 1e-15 * max(phi, 1e-3)


def test_rotation_vectors_at_pi_come_back_up_to_their_sign():
    for n in directions():
        found = RotationMatrix2RotationVector(precise_exponential(math.pi * n))
        found *= math.copysign(1.0, found @ n)
        assert found == pytest.approx(math.pi * n, abs=2e-15)


def test_tiny_rotations_are_exact():
    v = np.array([1e-12, -2e-12, 3e-12])
    found = RotationMatrix2RotationVector(RotationVector2RotationMatrix(v))
    assert found == pytest.approx(v, rel=1e-15)
    assert RotationMatrix2RotationVector(np.eye(3)).tolist() == [0, 0, 0]


def test_the_exponential_is_exact_for_vectors_of_any_length():
    for n in directions():
        for phi in (0.0, *ANGLES, math.pi, 4.0, 6.0, 2 * math.pi, 7.0, 20.0):
            A = RotationVector2RotationMatrix(phi * n)
            assert precise_exponential(phi * n) == pytest.approx(A, abs=1e-15 * max(phi, 1.0))
            assert A @ A.T == pytest.approx(np.eye(3), abs=2e-15)


def test_more_than_a_turn_is_the_rest_of_it():
    c, s = 0.753902254343305, 0.656986598718789
    expected = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])
    assert RotationVector2RotationMatrix([0, 0, 7]) == pytest.approx(expected, abs=1e-14)
    assert RotationVector2RotationMatrix([0, 0, 2 * math.pi]) == pytest.approx(np.eye(3), abs=1e-14)
    A = RotationVector2RotationMatrix([3, 4, 5])
    assert A.T @ A == pytest.approx(np.eye(3), abs=1e-15)


def test_the_axis_of_a_rotation_vector():
    assert ComputeRotationAxisFromRotationVector([0, 0, -7]).tolist() == [0, 0, -1]
    assert ComputeRotationAxisFromRotationVector([0, 0, 0]).tolist() == [0, 0, 0]
    for size in (1e-320, 1e-200, 1.0, 1e200):
        found = ComputeRotationAxisFromRotationVector([3 * size, 0, 4 * size])
        assert found == pytest.approx([0.6, 0, 0.8], abs=1e-3 if size < 1e-300 else 1e-16)


def test_no_rotation_can_be_joined_with_a_position():
    assert [1, 2, 3] + eulerParameters0 == [1, 2, 3, 1, 0, 0, 0]
    assert (EulerParameters2RotationMatrix(eulerParameters0) == np.eye(3)).all()
