"""Vectors, skew matrices, orthonormal bases, integration and texts of numbers."""

import math

import numpy as np
import pytest

from linkwork.utilities import *
from tests.rigid.rotations import RNG, directions

pytestmark = pytest.mark.processors


def test_sums_and_products():
    assert VAdd([1, 2], (3, 4)).tolist() == [4, 6]
    assert VSub(np.array([1, 2, 3]), [3, 4, 6]).tolist() == [-2, -2, -3]
    assert VMult([1, 2], [3, 4]) == 11
    assert VSum([1, 2, 3.5]) == 6.5
    assert ScalarMult(2, [1, 2]).tolist() == [2, 4]
    assert VAdd([1], [2]).dtype == float


def test_lengths_and_directions_of_extreme_vectors():
    assert NormL2([3, 4]) == 5
    assert NormL2([]) == 0
    for size in (1e-300, 1e-5, 1, 1e300):
        assert NormL2([3 * size, -4 * size]) == pytest.approx(5 * size, rel=1e-15)
        assert Normalize([3 * size, -4 * size]) == pytest.approx([0.6, -0.8], rel=1e-15)
    assert Normalize([0, 0]).tolist() == [0, 0]


def test_constants():
    assert (pi, sqrt2, g) == (math.pi, math.sqrt(2), 9.81)
    assert (eye2D == np.eye(2)).all() and (eye3D == np.eye(3)).all()
    assert DiagonalMatrix(2, 5).tolist() == [[5, 0], [0, 5]]
    assert (DiagonalMatrix(3) == np.eye(3)).all()


def test_skew_matrices_are_cross_products():
    rng = RNG(0)
    for v, x in rng.normal(size=(10, 2, 3)):
        assert Skew(v) @ x == pytest.approx(np.cross(v, x), abs=1e-15)
        assert (Vec2Tilde(v) == Skew(v)).all()
        for back in (Skew2Vec, Tilde2Vec):
            assert (back(Skew(v)) == v).all()
        four = np.zeros((4, 4))
        four[:3, :3], four[:3, 3] = Skew(v), x
        assert Skew2Vec(four).tolist() == [*x, *v]


def test_skew_matrices_of_many_vectors_are_blocks():
    rng = RNG(1)
    one, many = rng.normal(size=9), rng.normal(size=(6, 4))
    found = ComputeSkewMatrix(one)
    assert found.shape == (9, 3)
    for i in range(3):
        assert (found[3 * i : 3 * i + 3] == Skew(one[3 * i : 3 * i + 3])).all()
    found = ComputeSkewMatrix(many)
    assert found.shape == (6, 12)
    for i in range(2):
        for k in range(4):
            block = found[3 * i : 3 * i + 3, 3 * k : 3 * k + 3]
            assert (block == Skew(many[3 * i : 3 * i + 3, k])).all()


def is_rotation(columns):
    A = np.column_stack(columns)
    assert A.T @ A == pytest.approx(np.eye(3), abs=1e-15)
    assert np.linalg.det(A) == pytest.approx(1, abs=1e-15)


def test_a_basis_has_its_first_axis_along_the_vector():
    for v in [*directions(), [1, 0.099, 0], [1, 0.11, 0], [1e-200, 0, 2e-200], [0, 1e200, 0]]:
        basis = ComputeOrthonormalBasisVectors(v)
        is_rotation(basis)
        assert basis[0] == pytest.approx(Normalize(v), abs=0)
        assert (ComputeOrthonormalBasis(v) == np.column_stack(basis)).all()


def test_the_second_axis_comes_from_x_unless_the_vector_does():
    for v, start in (([1, 0.05, 0.05], 1), ([-3, 0, 0], 1), ([1, 0.2, 0], 0), ([0.1, 1, 0], 0)):
        n1 = ComputeOrthonormalBasisVectors(v)[1]
        assert n1[start] > 0
        across = np.eye(3)[start] - n1[start] * n1
        assert np.cross(across, Normalize(v)) == pytest.approx(np.zeros(3), abs=1e-15)


def test_a_zero_vector_has_a_basis_of_axes():
    basis = ComputeOrthonormalBasisVectors([0, 0, 0])
    assert [part.tolist() for part in basis] == [[0, 0, 0], [1, 0, 0], [0, 1, 0]]


def test_orthogonalization_of_two_vectors():
    rng = RNG(2)
    for v0, v1 in rng.normal(size=(10, 2, 3)):
        found = GramSchmidt(v0, v1)
        is_rotation(found)
        assert found[0] == pytest.approx(Normalize(v0), abs=1e-15)
        assert found[1] @ v1 > 0
        assert found[2] @ v1 == pytest.approx(0, abs=1e-15)
    is_rotation(GramSchmidt([1, 2, 3], [1, 2, 3 + 1e-9]))
    for v0, v1 in (([1, 2, 3], [-2, -4, -6]), ([0, 0, 0], [1, 0, 0]), ([1, 0, 0], [0, 0, 0])):
        with pytest.raises(ValueError, match="GramSchmidt: vector[01] must be"):
            GramSchmidt(v0, v1)


def test_integrals_are_exact_up_to_their_order():
    for integrate, orders in ((GaussIntegrate, (1, 3, 5, 7, 9)), (LobattoIntegrate, (1, 3, 5))):
        for order in orders:
            for degree in range(order + 2):
                exact = (1.5 ** (degree + 1) - (-0.5) ** (degree + 1)) / (degree + 1)
                error = integrate(lambda x, n=degree: x**n, order, -0.5, 1.5) - exact
                assert abs(error) < 1e-14 if degree <= order else abs(error) > 1e-5


def test_lobatto_integration_uses_both_ends():
    seen = []
    LobattoIntegrate(lambda x: seen.append(x) or 0.0, 5, 2, 3)
    assert len(seen) == 4 and min(seen) == 2 and max(seen) == 3


def test_arrays_are_integrated():
    found = GaussIntegrate(lambda x: np.array([1, x]), 3, 0, 2)
    assert found == pytest.approx([2, 2], rel=1e-15)
    assert isinstance(GaussIntegrate(math.sin, 3, 0, 2), float)


def test_tables_of_integration():
    for points, weights in (
        (gaussIntegrationPoints, gaussIntegrationWeights),
        (lobattoIntegrationPoints, lobattoIntegrationWeights),
    ):
        for row, (x, w) in enumerate(zip(points, weights, strict=True)):
            assert len(x) == len(w) == row + (points[0] != [0.0]) + 1
            assert sum(w) == pytest.approx(2, rel=1e-15)
            assert x == sorted(x) and w == w[::-1]


def test_texts_of_numbers_are_short():
    texts = {
        0: "0", 1.0: "1", 0.1: "0.1", 1 / 3: "0.333", 1234.5678: "1.23e+03", 1e-8: "1e-08",
        -0.00012345: "-0.000123", 1e5: "1e+05", 99.96: "100.", 1234: "1234", 1000.0: "1e+03",
        12345.0: "12345.0", 123456: "123456", 1234567.0: "1.23e+06",
    }  # fmt: skip
    assert {x: SmartRound2String(x) for x in texts} == texts
    assert SmartRound2String(12.345, 2) == "12."
    assert SmartRound2String(-12.345, prec=2) == "-12."
    assert SmartRound2String(1 / 3, 5) == "0.33333"


def test_types_of_nodes_by_name():
    import linkwork as exu

    wanted = exu.NodeType.RotationRxyz
    for given in ("NodeType.RotationRxyz", "RotationRxyz", wanted):
        assert StrNodeType2NodeType(given) is wanted
    with pytest.raises(ValueError, match="such as 'RotationRxyz', got 'NodeType.RotationXYZ'"):
        StrNodeType2NodeType("NodeType.RotationXYZ")
    with pytest.raises(ValueError, match="name of a member of NodeType"):
        StrNodeType2NodeType("")
