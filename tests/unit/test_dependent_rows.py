"""Rows that depend on others are named, and no others."""

import numpy as np
import pytest
from scipy.sparse import csr_matrix

from linkwork.assembly.dependent_rows import FEW, dependent_rows

pytestmark = pytest.mark.processors


def found(rows):
    """Those of a sparse matrix, which are those of the same array."""
    given = np.array(rows, float)
    dependent = dependent_rows(csr_matrix(given)).tolist()
    assert dependent_rows(given).tolist() == dependent
    return dependent


E = np.eye(6)


@pytest.mark.parametrize(
    ("rows", "dependent"),
    [
        ([E[0], E[1], E[2]], []),
        ([E[0], 5e3 * E[0], E[1], E[2]], [1]),
        ([E[0], E[1], E[0], *E[2:]], [2]),
        ([E[0], E[1], E[0] + 2 * E[1], E[2], E[2] - E[1], E[3]], [2, 4]),
        ([E[0, :2], E[1, :2], [3.0, 4.0], [4.0, 3.0]], [2, 3]),
        ([E[0], 0 * E[1], E[2], 0 * E[3]], [1, 3]),
        ([E[0]] * 10, [*range(1, 10)]),
        ([E[0], 0 * E[1], 2 * E[0], E[3]], [1, 2]),
        ([E[0] + 1e-6 * E[1], E[0]], []),
    ],
)
def test_rows_that_depend_on_those_before_them(rows, dependent):
    assert found(rows) == dependent


def differences(count):
    """Rows of a chain between two walls would be one too many; here one end is free."""
    return np.eye(count, count + 1) - np.eye(count, count + 1, 1)


@pytest.mark.parametrize("count", [FEW - 1, FEW + 100])
def test_independent_rows(count):
    assert found(differences(count)) == []


def test_all_dependent_rows_of_a_large_matrix():
    rows = differences(FEW + 100)
    double = np.concatenate([rows, [rows[17] + rows[18] - rows[400]]])
    assert found(double) == [FEW + 100]
    several = np.insert(double, [30, 300], [3.0 * rows[29], rows[3] - rows[5]], axis=0)
    assert found(several) == [30, 301, FEW + 102]
    empty = rows.copy()
    empty[[44, 55]] = 0.0
    assert found(empty) == [44, 55]
    nearly = np.concatenate([rows, [rows[17] + 1e-6 * rows[18]]])
    nearly[-1, 0] += 1e-6
    assert found(nearly[:-1]) == []
    turned = np.concatenate([rows[:-1], [rows[17] + 1e-7 * rows[-1]]])
    assert found(turned) == []
