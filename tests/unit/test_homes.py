"""Blocks of constraint rows: independent there, whatever exchanges this needs."""

import numpy as np
import pytest
from scipy.sparse import csr_matrix

from linkwork.linear.sparse.homes import CLEAR, Homes

pytestmark = pytest.mark.processors


def homes_of(C, sizes):
    """(Homes, blocks of the coordinates) of a full matrix and the sizes of its blocks."""
    block = np.repeat(np.arange(len(sizes)), sizes)
    return Homes(csr_matrix(C), block), block


def smallest(C, block, home):
    """Smallest singular value of the rows of a block, each of unit length."""
    found = []
    for b in range(block.max() + 1):
        lines = C[np.ix_(home == b, block == b)]
        if len(lines):
            lines = lines / np.linalg.norm(lines, axis=1)[:, None]
            found.append(np.linalg.svd(lines, compute_uv=False)[-1])
    return min(found)


def test_dependent_rows_are_told_apart():
    C = np.array([[1.0, 0, 0, 1], [2.0, 0, 0, 1], [0, 1.0, 1, 0]])
    homes, _ = homes_of(C, [2, 2])
    assert not homes.are_independent(np.array([0, 0, 0]))
    assert not homes.are_independent(np.array([1, 1, 1]))
    assert homes.are_independent(np.array([0, 1, 0]))


def test_rows_without_derivatives_in_a_block_have_no_pivot_there():
    homes, _ = homes_of(np.array([[1.0, 0, 0, 0], [0, 1.0, 0, 0]]), [2, 2])
    assert not homes.are_independent(np.array([1, 1]))


def test_rows_give_way_along_a_chain():
    """The last row fits only into block 0, whose row must go to block 1, and that one to 2."""
    C = np.zeros((3, 3))
    C[0, :2] = C[1, 1:] = 1.0
    C[2, 0] = 1.0
    homes, block = homes_of(C, [1, 1, 1])
    home = homes.found(np.array([-1, -1, -1]))
    assert home.tolist() == [1, 2, 0]


@pytest.mark.parametrize("seed", range(5))
def test_random_joints_find_independent_blocks(seed):
    """As many rows as directions: there is no spare place, and a solution exists by design."""
    random = np.random.default_rng(seed)
    sizes = np.full(6, 6)
    rows, home = [], []
    for b in range(6):
        own = np.linalg.qr(random.normal(size=(6, 6)))[0]
        for line in own:
            row = np.zeros(36)
            row[6 * b : 6 * b + 6] = line
            other = (b + 1) % 6  # parallel there to others of this joint
            row[6 * other] = random.normal()
            rows.append(row)
            home.append(b)
    mixed = random.permutation(36)
    C = np.array(rows)[mixed]
    homes, block = homes_of(C, sizes)
    found = homes.found(np.full(36, -1))
    assert np.bincount(found, minlength=6).tolist() == [6] * 6
    assert smallest(C, block, found) > CLEAR


def test_rows_that_fit_nowhere_keep_their_block():
    C = np.array([[1.0, 0.0], [2.0, 0.0], [3.0, 0.0]])
    homes, _ = homes_of(C, [2])
    assert homes.found(np.array([0, 0, 0])).tolist() == [0, 0, 0]
