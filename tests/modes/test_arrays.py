"""Matrices of small models are arrays, those of larger ones sparse: results do not depend on it."""

import numpy as np
import pytest

import linkwork as exu
from linkwork.modes import problem as problem_module
from linkwork.modes import undamped as undamped_module
from tests.cases import looped

from .models import chain, generic, hanging_rods, net, sleigh, ziegler

pytestmark = pytest.mark.processors

M = np.array([[3.0, 0.5, 0.0], [0.5, 2.0, 0.1], [0.0, 0.1, 1.0]])
K = np.array([[400.0, -100.0, 0.0], [-100.0, 300.0, -50.0], [0.0, -50.0, 200.0]])

MODELS = {
    "chain": lambda: chain(5),
    "free chain": lambda: chain(4, ends=False),
    "net": lambda: net(3, 2),
    "rods": lambda: hanging_rods([1.0, 2.0, 0.5], [1.0, 0.7, 0.4]),
    "rods twice": lambda: hanging_rods([1.0, 2.0], [1.0, 0.7], twice=(0,)),
    "full masses": lambda: generic(M, K, 0.01 * K),
    "coordinate without mass": lambda: generic(np.diag([1.0, 2.0, 0.0]), K),
    "unsymmetric": lambda: ziegler(2.0),
    "equations of velocities": lambda: sleigh(2.0, 0.3, 0.2, 1.0),
}


def results(mbs, is_full, **given):
    """Results with arrays, or with sparse matrices."""
    with pytest.MonkeyPatch.context() as patch:
        for module in (problem_module, undamped_module):
            patch.setattr(module, "FULL", 100 if is_full else -1)
        values, vectors = mbs.ComputeODE2Eigenvalues(useAbsoluteValues=False, **given)
        damped = mbs.ComputeODE2Eigenvalues(
            useAbsoluteValues=False, computeComplexEigenvalues=True, **given
        )[0]
        modes = mbs.ComputeModes(
            configuration=exu.ConfigurationType.Initial,
            constrainedCoordinates=given.get("constrainedCoordinates", ()),
        )
        freedom = mbs.ComputeSystemDegreeOfFreedom(threshold=1e-12)
    return values, np.abs(vectors), damped, modes, freedom


@pytest.mark.filterwarnings("ignore")
@looped("held", [(), (0,)])
@looped("name", MODELS)
def test_arrays_and_sparse_matrices_give_the_same(name, held):
    mbs = MODELS[name]()
    given = dict(constrainedCoordinates=held)
    one, other = results(mbs, True, **given), results(mbs, False, **given)
    scale = np.abs(one[0]).max(initial=1e-300)
    np.testing.assert_allclose(one[0], other[0], rtol=0, atol=1e-11 * scale)
    np.testing.assert_allclose(one[2], other[2], rtol=0, atol=1e-7 * np.sqrt(scale))
    assert one[4] == other[4]
    np.testing.assert_allclose(
        one[3].frequencies, other[3].frequencies, rtol=0, atol=1e-6 * np.sqrt(scale)
    )
    np.testing.assert_array_equal(one[3].masses.toarray(), other[3].masses.toarray())
    assert one[3].notes == other[3].notes


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", MODELS)
def test_full_matrices_are_the_sparse_ones(name):
    mbs = MODELS[name]()
    initial = exu.ConfigurationType.Initial
    full, sparse = (mbs.Linearize(configuration=initial, sparse=sparse) for sparse in (False, True))
    for part in ("M", "D", "K", "C", "C_t", "A"):
        assert isinstance(getattr(full, part), np.ndarray)
        np.testing.assert_array_equal(getattr(full, part), getattr(sparse, part).toarray())
    assert full.notes == sparse.notes
    listed = mbs.ComputeLinearizedSystem()
    for part, matrix in zip("MKD", listed, strict=False):
        np.testing.assert_array_equal(matrix, getattr(full, part))


def test_known_modes_of_full_masses():
    """Against the eigenvalues of M^-1 K."""
    values = generic(M, K).ComputeODE2Eigenvalues()[0]
    expected = np.sort(np.linalg.eigvals(np.linalg.solve(M, K)).real)
    np.testing.assert_allclose(values, expected, rtol=1e-13)
