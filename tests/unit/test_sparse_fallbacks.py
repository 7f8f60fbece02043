"""Sparse factors that fail or nearly fail: refinement, LU, full pivoting, singular matrices."""

import numpy as np
import pytest

from linkwork.core.status import OK, SINGULAR
from linkwork.linear import blas
from linkwork.linear.fronts import multifrontal
from linkwork.linear.fronts.high_fill import HighFill
from linkwork.linear.sparse import lu as sparse_lu
from linkwork.linear.sparse.full_pivoting import FullPivoting
from linkwork.linear.symmetry import ITERATED
from linkwork.model.data import Data
from linkwork.model.model import Model
from tests.cases import looped

from .sparse_systems import (
    EMPTY,
    LAYOUTS,
    Graph,
    System,
    assert_solves,
    definite,
    grid,
    scattered,
    unsymmetric,
)

pytestmark = pytest.mark.processors

WIDE = Graph([20, 20, 20], [(0, 1), (1, 2)])
"""Nodes so wide that the one which is eliminated first has a front of its own."""


def without_first_pivots(name, make=definite, pivot=0.0):
    """A regular matrix with no more than `pivot` on the diagonal of the first block."""
    matrix = make(WIDE)
    first, middle = LAYOUTS[name](WIDE.pattern()).pattern.order[:20], np.arange(20, 40)
    matrix[np.ix_(first, first)] = pivot * np.eye(20)
    matrix[first, middle] += 25.0
    matrix[middle, first] += 25.0
    return matrix


@looped("pivot", [0.0, 1e-9, 0.01])
@looped("make", [definite, unsymmetric])
@looped("name", LAYOUTS)
def test_full_pivoting_where_the_order_has_no_pivots(name, make, pivot):
    if name == "symmetric" and make is unsymmetric and pivot > 1e-3:
        make = definite
    matrix = without_first_pivots(name, make, pivot)
    assert_solves(name, WIDE, matrix, fallbacks=1 if pivot < 1e-3 else 0)


FIVE = [(i, j) for i in range(1, 6) for j in range(1, i)]
PARALLEL = Graph([3] * 6, FIVE, rows=[(1, -1), (2, -1), (0, 1), (0, 2)])
"""Nodes 1 to 5 are all coupled and come last: the rows of (0, 1) and (0, 2) are left to node 0."""


@pytest.mark.parametrize("name", LAYOUTS)
def test_full_pivoting_for_parallel_rows_in_one_block(name):
    graph, matrix = PARALLEL, definite(PARALLEL)
    pattern = graph.pattern()
    assert pattern.block[18 + 2] == pattern.block[18 + 3] == pattern.block[0] == 0
    assert_solves(name, graph, matrix)
    matrix[20, :3] = matrix[:3, 20] = matrix[21, :3] = matrix[:3, 21] = [1.0, 2.0, -1.0]
    # a front of the multifrontal solver holds more than one block, and exchanges rows in it
    assert_solves(name, graph, matrix, fallbacks=1 if name == "low fill" else 0)


def test_a_front_exchanges_rows_where_ldlt_has_no_pivot():
    graph = Graph([3, 2], [(0, 1)])
    for name in ("automatic", "symmetric", "unsymmetric"):
        layout, matrix = LAYOUTS[name](graph.pattern()), definite(graph)
        first = layout.pattern.order[0]
        matrix[first, first] = 0.0
        assert_solves(name, graph, matrix)
        with System(layout, graph, matrix) as system:
            assert system.factor() == OK
            assert system.way == multifrontal.UNSYMMETRIC


def nearly_lost(pivot):
    """A chain of numbers whose first diagonal entry is as small as given."""
    graph = Graph([1, 1, 1, 1], [(0, 1), (1, 2), (2, 3)])
    matrix = definite(graph)
    first = graph.pattern().order[0]
    matrix[first, first] = pivot
    return graph, matrix


@pytest.mark.parametrize(
    ("pivot", "way"),
    [
        (1e-2, sparse_lu.DIRECT),
        (5e-8, sparse_lu.REFINED),
        (1e-12, sparse_lu.FULL),
        (0.0, sparse_lu.FULL),
        (np.nan, sparse_lu.FULL),
    ],
)
def test_low_fill_refines_or_gives_up_by_the_growth_of_multipliers(pivot, way):
    graph, matrix = nearly_lost(pivot)
    with System(LAYOUTS["low fill"](graph.pattern()), graph, matrix) as system:
        assert system.factor() == (SINGULAR if np.isnan(pivot) else OK)
        assert system.way == way
        assert system.fallbacks == (way == sparse_lu.FULL)


def test_refinement_regains_the_digits_lost_by_growth():
    graph, matrix = nearly_lost(2e-8)
    right = np.array([1.0, -2.0, 3.0, 0.5])
    expected = np.linalg.solve(matrix, right)
    with System(LAYOUTS["low fill"](graph.pattern()), graph, matrix) as system:
        assert system.factor() == OK
        refined = np.abs(system.solve(right) - expected).max()
        assert system.way == sparse_lu.REFINED
        system.data["pivots"][0] = sparse_lu.DIRECT
        direct = np.abs(system.solve(right) - expected).max()
    assert refined < 1e-14 < 1e-10 < direct


@pytest.mark.parametrize("name", ["automatic", "symmetric", "unsymmetric"])
def test_ldlt_or_lu_as_wanted_and_as_the_matrix_is(name):
    graph = grid(6, 6, 3)

    def way(matrix, asymmetry=ITERATED):
        with System(LAYOUTS[name](graph.pattern()), graph, matrix) as system:
            system.data.scalars.asymmetry = asymmetry
            assert system.factor() == OK
            return system.way

    symmetric, random = definite(graph), np.random.default_rng(7)
    disturbed = np.where(graph.mask, symmetric * random.uniform(1, 1 + 1e-4, graph.mask.shape), 0)
    assert way(symmetric) == (multifrontal.UNSYMMETRIC if name == "unsymmetric" else 0)
    assert way(disturbed) == (multifrontal.UNSYMMETRIC if name == "unsymmetric" else 0)
    assert way(disturbed, 0.0) == (0 if name == "symmetric" else multifrontal.UNSYMMETRIC)
    assert way(unsymmetric(graph)) == (0 if name == "symmetric" else multifrontal.UNSYMMETRIC)
    inside = symmetric.copy()
    for k in range(0, graph.n, 3):
        inside[k, k + 1] += 2.0
        inside[k + 1, k] -= 2.0
    assert way(inside) == (0 if name == "symmetric" else multifrontal.UNSYMMETRIC)


@pytest.mark.parametrize("name", ["automatic", "unsymmetric"])
def test_asymmetry_inside_the_blocks_of_nodes_is_solved_too(name):
    graph = grid(6, 6, 3)
    matrix = definite(graph)
    matrix[0::3, 1::3] += np.diag(np.full(36, 3.0))
    assert_solves(name, graph, matrix)


def far_apart(graph, seed=3):
    """Unsymmetric nodes of size 1 between symmetric ones of size 1e8, in any order."""
    small = np.random.default_rng(seed).random(len(graph.sizes)) < 0.3
    small = np.append(small[graph.node], np.zeros(len(graph.rows), bool))
    size = np.where(small, 1.0, 1e4)
    matrix = definite(graph) * size[:, None] * size
    return np.where(small[:, None] & small, unsymmetric(graph), matrix)


@pytest.mark.parametrize("asymmetry", [0.0, ITERATED])
@pytest.mark.parametrize("name", ["low fill", "automatic"])
@pytest.mark.parametrize("rows", [False, True])
def test_small_entries_without_symmetry_are_not_hidden_by_large_ones(name, rows, asymmetry):
    graph = scattered(5, rows)
    matrix = far_apart(graph)
    assert np.abs(matrix - matrix.T).max() < 1e-6 * np.abs(matrix).max()
    right = np.random.default_rng(1).normal(size=graph.n)
    with System(LAYOUTS[name](graph.pattern()), graph, matrix) as system:
        system.data.scalars.asymmetry = asymmetry
        assert system.factor() == OK
        np.testing.assert_allclose(system.solve(right), np.linalg.solve(matrix, right), rtol=1e-6)


@pytest.mark.parametrize("name", ["low fill", "automatic"])
def test_rows_with_a_zero_on_the_diagonal_are_judged_by_their_largest_entries(name):
    """Rows of constraints at velocity level differ a little from their columns."""
    graph = scattered(5, rows=True)
    matrix, random = definite(graph), np.random.default_rng(2)
    n = graph.coordinates
    largest = np.abs(matrix[n:]).max(axis=1, keepdims=True)
    noise = np.where(graph.mask[n:, :n], random.uniform(-1, 1, matrix[n:, :n].shape), 0.0)
    for size, symmetric in ((1e-5, True), (0.1, False)):
        disturbed = matrix.copy()
        disturbed[n:, :n] += size * largest * noise
        with System(LAYOUTS[name](graph.pattern()), graph, disturbed) as system:
            system.data.scalars.asymmetry = ITERATED
            assert system.factor() == OK
            assert (system.layout.inverse_pivots(system.data) is not None) is symmetric


def singular(graph):
    """Two equal rows and columns: nothing regular in any order."""
    matrix = definite(graph)
    matrix[-1], matrix[:, -1] = matrix[-2], matrix[:, -2]
    matrix[-1, -1] = matrix[-2, -2]
    return matrix


@looped("in_run", [True, False], ids=["in a run", "without a run"])
@looped("name", LAYOUTS)
@looped("graph", [Graph([3, 3, 2], [(0, 1), (1, 2)]), grid(8, 8, 2)], ids=["chain", "grid"])
def test_singular_matrices(name, graph, in_run):
    layout = LAYOUTS[name](graph.pattern())
    with System(layout, graph, singular(graph), zero_pivot=1e-10, in_run=in_run) as system:
        assert system.factor() == SINGULAR
        assert system.fallbacks == 1
    with System(layout, graph, np.zeros((graph.n, graph.n)), in_run=in_run) as system:
        assert system.factor() == SINGULAR
    with System(layout, graph, np.full((graph.n, graph.n), np.nan), in_run=in_run) as system:
        assert system.factor() == SINGULAR


@pytest.mark.parametrize("name", LAYOUTS)
def test_pivots_up_to_a_size_count_as_zero(name):
    graph = Graph([1, 3, 1], [(0, 1)])
    matrix = definite(graph)
    matrix[4, 4] = 1e-9
    for zero_pivot, status in ((0.0, OK), (1e-10, OK), (1e-8, SINGULAR)):
        with System(LAYOUTS[name](graph.pattern()), graph, matrix, zero_pivot) as system:
            assert system.factor() == status
            assert system.fallbacks == (status != OK)


@pytest.mark.parametrize("name", LAYOUTS)
def test_regular_matrix_after_a_lost_one(name):
    graph, good, bad = WIDE, definite(WIDE), without_first_pivots(name)
    right = np.linspace(-1, 1, graph.n)
    rows, columns = np.nonzero(graph.mask)
    layout = LAYOUTS[name](graph.pattern())
    with System(layout, graph, good) as system:
        for count, matrix in enumerate([bad, good, bad, good]):
            system.data["values"][layout.slots(rows, columns)] = matrix[rows, columns]
            assert system.factor() == OK
            assert system.fallbacks == count // 2 + 1
            found = system.solve(right)
            np.testing.assert_allclose(found, np.linalg.solve(matrix, right), rtol=0, atol=1e-11)


@pytest.mark.parametrize("name", LAYOUTS)
def test_systems_that_run_at_the_same_time_have_factors_of_their_own(name):
    """All systems share the addresses of full pivoting."""
    graph, bad = WIDE, without_first_pivots(name)
    right = np.linspace(-1, 1, graph.n)
    first, second = (LAYOUTS[name](graph.pattern()) for _ in range(2))
    with System(first, graph, bad) as one, System(second, graph, 2.0 * bad) as other:
        assert one.factor() == OK and other.factor() == OK
        assert one.fallbacks == other.fallbacks == 1
        expected = np.linalg.solve(bad, right)
        np.testing.assert_allclose(one.solve(right), expected, rtol=0, atol=1e-11)
        np.testing.assert_allclose(other.solve(right), 0.5 * expected, rtol=0, atol=1e-11)


@pytest.mark.parametrize("name", LAYOUTS)
def test_addresses_of_full_pivoting_live_as_long_as_a_run(name):
    graph = scattered(3)
    layout = LAYOUTS[name](graph.pattern())
    with System(layout, graph, definite(graph)) as system:
        scalars = system.data.scalars
        assert scalars.full_factor != 0 != scalars.full_solve
    assert scalars.full_factor == scalars.full_solve == 0
    layout.close()


def test_blas_has_its_threads_back_after_the_last_run():
    library = blas._openblas()
    if library is None:  # another BLAS than that of SciPy's wheels is left as it is
        assert blas.one_thread()() is None
        return
    given = library.scipy_openblas_get_num_threads()
    library.scipy_openblas_set_num_threads(2)
    try:
        first, second = HighFill(grid(2, 2, 1).pattern()), HighFill(grid(2, 2, 1).pattern())
        data = Data(Model(EMPTY))
        first.open(data)
        second.open(data)
        first.close()
        assert library.scipy_openblas_get_num_threads() == 1
        second.close()
        second.close()
        assert library.scipy_openblas_get_num_threads() == 2
    finally:
        library.scipy_openblas_set_num_threads(given)


def test_full_pivoting_leaves_unknowns_without_an_equation_alone():
    """Explicit solvers have no equations for the rates, which follow the other unknowns."""
    from scipy.sparse import csc_matrix

    data = Data(Model(EMPTY))
    data.set("values", np.array([0.0, 2.0, 4.0, 1.0]))
    data.set("x", np.array([6.0, 9.0, 7.0, 8.0]))
    pivoting = FullPivoting(data, lambda values: csc_matrix(values.reshape(2, 2)))
    try:
        assert pivoting.factor() == OK and pivoting.solve() == OK
    finally:
        pivoting.close()
    assert data["x"] == pytest.approx([1.5, 3.0, 7.0, 8.0], rel=1e-15)


@pytest.mark.parametrize("bad", [np.nan, 1.0])
def test_a_matrix_without_factors_has_no_solution(bad):
    """Also after a good one, whose factors do not count any more."""
    from scipy.sparse import csc_matrix

    data = Data(Model(EMPTY))
    data.set("values", np.zeros(4))
    data.set("x", np.zeros(2))
    pivoting = FullPivoting(data, lambda values: csc_matrix(values.reshape(2, 2)))
    try:
        for _ in range(2):
            data["values"][:], data["x"][:] = bad, 1.0
            assert pivoting.factor() == SINGULAR and pivoting.solve() == SINGULAR
            assert np.isnan(data["x"]).all()
            data["values"][:], data["x"][:] = [2.0, 0.0, 0.0, 4.0], 1.0
            assert pivoting.factor() == OK and pivoting.solve() == OK
            assert data["x"].tolist() == [0.5, 0.25]
    finally:
        pivoting.close()
