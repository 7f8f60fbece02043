"""Coordinates that stiffness does not couple are solved in groups: the modes are those of all."""

import numpy as np
import pytest

from linkwork.modes import undamped as undamped_module
from linkwork.modes.problem import FULL

from .models import net

pytestmark = pytest.mark.processors


def whole(mbs):
    """Eigenvalues of all coordinates together."""
    M, K, _ = mbs.ComputeLinearizedSystem()
    assert len(M) > FULL
    root = 1.0 / np.sqrt(np.diagonal(M))
    return np.linalg.eigvalsh(root[:, None] * K * root)


@pytest.mark.parametrize("wanted", [0, 7, 60, 143])
def test_flat_net_vibrates_along_each_axis_by_itself(monkeypatch, wanted):
    mbs = net(8, 6)
    groups = []
    find = undamped_module._uncoupled

    def noted(problem):
        groups.extend(find(problem))
        return groups

    monkeypatch.setattr(undamped_module, "_uncoupled", noted)
    values, vectors = mbs.ComputeODE2Eigenvalues(numberOfEigenvalues=wanted)
    count = wanted or 144
    assert [len(group) for group in groups] == [48] * 3
    np.testing.assert_allclose(values, whole(mbs)[:count], rtol=1e-12)
    M, K, _ = mbs.ComputeLinearizedSystem()
    np.testing.assert_allclose(vectors.T @ M @ vectors, np.eye(count), rtol=0, atol=1e-12)
    left = K @ vectors - (M @ vectors) * values
    assert np.abs(left).max() < 1e-11 * np.abs(K).max()
    moving = np.abs(vectors).reshape(-1, 3, count).max(axis=0) > 0.0
    assert (moving.sum(axis=0) == 1).all()
