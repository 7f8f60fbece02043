"""Compositions are products of rotations and of rigid motions."""

import math

import numpy as np
import pytest

from linkwork.utilities import *
from tests.rigid.rotations import RNG


def increments(seed, count=20):
    rng = RNG(seed)
    return [(rng.normal(size=6), rng.normal(size=6)) for _ in range(count)]


def test_euler_parameters_multiply():
    for a, b in increments(0):
        q, p = ExpS3(a[3:]), ExpS3(b[3:])
        found = EulerParameters2RotationMatrix(CompositionRuleForEulerParameters(q, p))
        assert found == pytest.approx(ExpSO3(a[3:]) @ ExpSO3(b[3:]), abs=2e-15)


def test_rotation_vectors_multiply():
    for a, b in increments(1):
        found = CompositionRuleForRotationVectors(a[3:], b[3:])
        assert ExpSO3(found) == pytest.approx(ExpSO3(a[3:]) @ ExpSO3(b[3:]), abs=3e-15)


def test_rotation_vectors_follow_a_spin_up_to_two_pi():
    for first, second, together in (
        (6, 0.2, 6.2), (6, 0.5, 6.5 - 4 * math.pi), (3, 0.5, 3.5), (7, 0.5, 7.5 - 4 * math.pi),
        (6.5, 6.5, 13 - 4 * math.pi), (-3, -3, -6), (-3, -4, 4 * math.pi - 7),
    ):  # fmt: skip
        found = CompositionRuleForRotationVectors([0, 0, first], [0, 0, second])
        assert found == pytest.approx([0, 0, together], abs=1e-14)


def test_small_rotations_add_up_without_loss():
    """A slow spin about one axis: a million parts of 1e-9 rad make 1e-3 rad."""
    part = 1e-9 * np.array([0.6, 0.0, 0.8])
    v = 999_999 * part
    assert CompositionRuleForRotationVectors(v, part) == pytest.approx(1e6 * part, rel=1e-15)
    assert CompositionRuleForRotationVectors(part, part) == pytest.approx(2 * part, rel=1e-15)
    assert CompositionRuleForRotationVectors([0, 0, 0], part) == pytest.approx(part, rel=1e-15)
    assert CompositionRuleForRotationVectors(v, -v).tolist() == [0, 0, 0]


def test_angles_after_a_rotation():
    for a, b in increments(2):
        found = CompositionRuleRotXYZAnglesRotationVector(a[3:], b[3:])
        expected = RotXYZ2RotationMatrix(a[3:]) @ ExpSO3(b[3:])
        assert RotXYZ2RotationMatrix(found) == pytest.approx(expected, abs=2e-15)


def test_angles_follow_many_turns():
    for axis in (0, 2):
        alpha, step = np.zeros(3), 0.1 * np.eye(3)[axis]
        for _ in range(100):
            alpha = CompositionRuleRotXYZAnglesRotationVector(alpha, step)
        assert alpha == pytest.approx(100 * step, abs=1e-13)
    found = CompositionRuleRotXYZAnglesRotationVector([-3.2, 0.4, 50], [0, 0, 0])
    assert found == pytest.approx([-3.2, 0.4, 50], abs=1e-14)


def test_poses_compose():
    for a, b in increments(3):
        theta = ExpS3(a[3:])
        for size, start, matrix_of, direct, semidirect in (
            (
                6, a, ExpSO3, CompositionRuleDirectProductR3AndR3RotVec,
                CompositionRuleSemiDirectProductR3AndR3RotVec,
            ),
            (
                6, a, RotXYZ2RotationMatrix, CompositionRuleDirectProductR3AndR3RotXYZAngles,
                CompositionRuleSemiDirectProductR3AndR3RotXYZAngles,
            ),
            (
                7, [*a[:3], *theta], EulerParameters2RotationMatrix,
                CompositionRuleDirectProductR3AndS3, CompositionRuleSemiDirectProductR3AndS3,
            ),
        ):  # fmt: skip
            expected = HT(matrix_of(start[3:]), start[:3]) @ ExpSE3(b)
            moved = semidirect(start, b)
            assert moved.shape == (size,)
            assert HT(matrix_of(moved[3:]), moved[:3]) == pytest.approx(expected, abs=5e-15)
            moved = direct(start, b)
            assert moved[:3] == pytest.approx(a[:3] + b[:3], abs=0)
            assert matrix_of(moved[3:]) == pytest.approx(expected[:3, :3], abs=3e-15)
