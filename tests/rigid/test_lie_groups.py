"""Exponential maps, logarithms and tangent maps against series, differences and each other."""

import math

import mpmath as mp
import numpy as np
import pytest
from scipy.linalg import expm

from linkwork.rigid import coefficients
from linkwork.utilities import *
from tests.rigid.rotations import ANGLES, RNG, directions, gradient, vector_of

pytestmark = pytest.mark.processors

LENGTHS = [*ANGLES, math.pi, 4.0, 6.0, 6.28]


def motions(seed=0, count=6):
    """Vectors [u, Omega] with rotations of all lengths."""
    rng = RNG(seed)
    for n in directions(seed, count):
        for phi in LENGTHS:
            yield np.array([*rng.normal(size=3), *(phi * n)])


def algebra(x):
    """4 x 4 matrix [[Omega~, u], [0, 0]]"""
    made = np.zeros((4, 4))
    made[:3, :3], made[:3, 3] = Skew(x[3:]), x[:3]
    return made


def adjoint(x):
    """Matrix of the bracket of [u, Omega]."""
    made = np.zeros((6, 6))
    made[:3, :3] = made[3:, 3:] = Skew(x[3:])
    made[:3, 3:] = Skew(x[:3])
    return made


def test_coefficients_have_fifteen_digits_at_all_angles():
    def c2(p):
        return (1 - mp.cos(p)) / p**2

    def c3(p):
        return (p - mp.sin(p)) / p**3

    def c4(p):
        return (1 - p / 2 * mp.cot(p / 2)) / p**2

    references = {"c2": c2, "c3": c3, "c4": c4}
    slopes = {"d2": c2, "d3": c3, "d4": c4}
    angles = [*10.0 ** np.arange(-8, 0.4, 0.1), *np.linspace(0.02, 6.2, 100), 7.0, 9.0]
    with mp.workdps(60):
        for phi in angles:
            p = mp.mpf(float(phi))
            for name, law in references.items():
                found = getattr(coefficients, name)(float(phi))
                assert found == pytest.approx(float(law(p)), rel=5e-15), (name, phi)
            for name, law in slopes.items():
                found = getattr(coefficients, name)(float(phi))
                assert found == pytest.approx(float(mp.diff(law, p) / p), rel=2e-14), (name, phi)


def test_coefficients_at_zero():
    found = [getattr(coefficients, name)(0.0) for name in ("c2", "c3", "c4", "d2", "d3", "d4")]
    assert found == pytest.approx([1 / 2, 1 / 6, 1 / 12, -1 / 12, -1 / 60, 1 / 360], rel=1e-15)


def test_sinc_and_cotangent():
    assert Sinc(0) == 1.0
    for x in (1e-9, 0.3, -2.0):
        assert Sinc(x) == pytest.approx(math.sin(x) / x, rel=1e-15)
        assert Cot(x) == pytest.approx(1 / math.tan(x), rel=1e-15)
    assert Cot(math.pi / 2) == pytest.approx(0.0, abs=1e-16)
    with pytest.raises(ValueError, match="Cot: x must not be 0"):
        Cot(0)


def test_exponentials_are_those_of_matrices():
    for x in motions():
        assert ExpSE3(x) == pytest.approx(expm(algebra(x)), abs=1e-13)
        assert ExpSO3(x[3:]) == pytest.approx(expm(Skew(x[3:])), abs=1e-13)
        assert EulerParameters2RotationMatrix(ExpS3(x[3:])) == pytest.approx(
            ExpSO3(x[3:]), abs=2e-15
        )


def test_parameters_of_long_vectors_are_not_folded():
    assert ExpS3([0, 0, 7]) == pytest.approx([math.cos(3.5), 0, 0, math.sin(3.5)], abs=1e-16)
    assert ExpS3([0, 0, 0]).tolist() == [1, 0, 0, 0]


def test_logarithms_return_the_vectors():
    for x in motions():
        phi = np.linalg.norm(x[3:])
        if phi < 3.14:
            log = LogSO3(ExpSO3(x[3:]))
            assert log == pytest.approx(-log.T, abs=0)
            assert np.abs(vector_of(log) - x[3:]).max() <= 1e-15 * max(phi, 1e-3)
            found = LogSE3(ExpSE3(x))
            assert found[3].tolist() == [0, 0, 0, 0]
            assert Skew2Vec(found) == pytest.approx(x, abs=2e-14)


def test_logarithms_at_half_turns():
    for n in directions():
        x = np.array([1.0, 2.0, 3.0, *(math.pi * n)])
        found = Skew2Vec(LogSE3(ExpSE3(x)))
        assert np.linalg.norm(found[3:]) == pytest.approx(math.pi, abs=1e-15)
        assert ExpSE3(found) == pytest.approx(ExpSE3(x), abs=4e-15)
    close = np.array([1.0, 2.0, 3.0, 0.0, 0.6 * (math.pi - 1e-9), 0.8 * (math.pi - 1e-9)])
    assert Skew2Vec(LogSE3(ExpSE3(close))) == pytest.approx(close, abs=5e-15)


def test_tangent_maps_are_sums_of_brackets():
    """T = I - ad/2! + ad^2/3! - ..., which converges everywhere."""
    for x in motions():
        term, total = np.eye(6), np.eye(6)
        for k in range(1, 60):
            term = -term @ adjoint(x) / (k + 1)
            total = total + term
        assert TExpSE3(x) == pytest.approx(total, abs=5e-13 if np.linalg.norm(x) > 4 else 1e-14)


def test_tangent_maps_are_velocities():
    rng = RNG(1)
    for x in motions(2, 2):
        x_t = rng.normal(size=6)
        A, H = ExpSO3(x[3:]), ExpSE3(x)
        A_t = gradient(ExpSO3, x[3:]) @ x_t[3:]
        assert TExpSO3(x[3:]) @ x_t[3:] == pytest.approx(vector_of(A.T @ A_t), abs=2e-9)
        body = InverseHT(H) @ (gradient(ExpSE3, x) @ x_t)
        expected = [*body[:3, 3], *vector_of(body)]
        assert TExpSE3(x) @ x_t == pytest.approx(expected, abs=5e-9)


def test_inverse_tangent_maps():
    for x in motions():
        size = 1e-14 / abs(math.sin(np.linalg.norm(x[3:]) / 2)) ** 2 if x[3:] @ x[3:] > 9 else 2e-15
        assert TExpSO3(x[3:]) @ TExpSO3Inv(x[3:]) == pytest.approx(np.eye(3), abs=size)
        assert TExpSE3(x) @ TExpSE3Inv(x) == pytest.approx(np.eye(6), abs=3 * size)
        assert TExpR3xSO3(x) @ TExpR3xSO3Inv(x) == pytest.approx(np.eye(6), abs=size)


def test_there_is_no_inverse_at_whole_turns():
    for turns in (1, 2, 5):
        Omega = [0, 0, turns * 2 * math.pi]
        for refused in (
            lambda v=Omega: TExpSO3Inv(v),
            lambda v=Omega: TExpSE3Inv([1, 2, 3, *v]),
            lambda v=Omega: TExpR3xSO3Inv([1, 2, 3, *v]),
        ):
            with pytest.raises(ValueError, match="multiple of 2 pi"):
                refused()
    assert TExpSO3Inv([0, 0, 7]) @ TExpSO3([0, 0, 7]) == pytest.approx(np.eye(3), abs=1e-14)
    assert (TExpSO3Inv([0, 0, 0]) == np.eye(3)).all()


def test_small_rotations_lose_no_digits():
    """The second-order part of the maps, which closed forms lose."""
    for size in (1e-8, 1e-5, 1e-3, 0.02, 0.3):
        Omega = size * np.array([0.6, -0.48, 0.64])
        S = Skew(Omega)
        series = np.eye(3) + sum(
            (-1) ** k * np.linalg.matrix_power(S, k) / math.factorial(k + 1) for k in range(1, 25)
        )
        assert TExpSO3(Omega) == pytest.approx(series, rel=1e-15, abs=1e-17)
        assert TExpSO3Inv(Omega) == pytest.approx(np.linalg.inv(series), rel=1e-14, abs=1e-17)


def test_direct_products_have_translations_of_their_own():
    x = np.array([1.0, 2.0, 3.0, 0.1, -0.2, 0.3])
    G = ExpR3xSO3(x)
    assert (R3xSO3Matrix2RotationMatrix(G) == ExpSO3(x[3:])).all()
    assert (R3xSO3Matrix2Translation(G) == x[:3]).all()
    assert (G == R3xSO3Matrix(x[:3], ExpSO3(x[3:]))).all()
    generator = np.zeros((7, 7))
    generator[:3, :3], generator[3:6, 6] = Skew(x[3:]), x[:3]
    assert pytest.approx(expm(generator), abs=1e-14) == G
    assert (TExpR3xSO3(x)[:3] == np.eye(6)[:3]).all()
    assert (TExpR3xSO3(x)[3:, 3:] == TExpSO3(x[3:])).all()
