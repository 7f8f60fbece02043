"""Of all multipliers with the same forces, the smallest ones are taken."""

import numpy as np
import pytest
from scipy.sparse import csr_matrix

from linkwork.assembly.redundant_rows import smallest_multipliers

pytestmark = pytest.mark.processors

E = np.eye(4)


@pytest.mark.parametrize("large, small", [(1.0, 1.0), (1e10, 1e-6), (1e-9, 1e7)])
def test_rows_of_any_size_share_their_forces(large, small):
    rows = np.array([large * E[0], small * (E[1] + E[2]), E[3], 0.5 * E[3]])
    given = np.array([2.0, 3.0, 1.0, 8.0])
    least = smallest_multipliers(csr_matrix(rows), given)
    assert rows.T @ least == pytest.approx(rows.T @ given, rel=1e-12)
    assert least == pytest.approx([2.0, 3.0, 4.0, 2.0], rel=1e-12)


def test_rows_that_almost_depend_on_each_other_keep_their_multipliers():
    rows = np.array([E[0], E[0] + 1e-8 * E[1], E[3], E[3]])
    given = np.array([2.0, 3.0, 1.0, 8.0])
    assert smallest_multipliers(csr_matrix(rows), given).tolist() == given.tolist()


def test_independent_rows_keep_their_multipliers():
    given = np.array([2.0, 3.0])
    assert smallest_multipliers(csr_matrix(E[:2]), given) is given
