"""Of all multipliers with the same forces, the smallest ones are taken."""

import numpy as np
import pytest
from scipy.sparse import block_diag, csr_matrix

from linkwork.assembly.dependent_rows import dependent_rows
from linkwork.assembly.redundant_rows import parts_of, smallest_multipliers

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


def test_parts_are_equations_that_coordinates_connect():
    """Entries count whatever their value; parts without released equations are left out."""
    rows, coordinates = np.array([[0, 0], [1, 1], [2, 2], [3, 0], [4, 3], [4, 1], [5, 4]]).T
    part, equations = parts_of(rows, coordinates, 6, 5, np.array([3, 2, 1]))
    assert part.tolist() == [0, 2, 1]
    assert [own.tolist() for own in equations] == [[0, 3], [1, 4], [2]]


def test_rows_of_many_parts_are_compared_with_their_own_part():
    """More rows than are treated at once: 300 pairs of equal rows, with another row each."""
    pair = np.array([[1.0, 2.0, 0.0], [0.0, 1.0, 1.0], [2.0, 4.0, 0.0]])
    rows = csr_matrix(block_diag([pair] * 300))
    assert dependent_rows(rows).tolist() == [3 * k + 2 for k in range(300)]
