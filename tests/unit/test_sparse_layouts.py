"""Sparse layouts over many graphs: order, fill, places of entries, and solutions."""

import numpy as np
import pytest

from linkwork.core.status import OK
from linkwork.linear.fronts import multifrontal
from tests.cases import looped

from .sparse_systems import (
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

CHAIN = [(i, i + 1) for i in range(29)]
TREE = [(i, (i - 1) // 2) for i in range(1, 31)]
CLIQUE = [(i, j) for i in range(12) for j in range(i)]

GRAPHS = {
    "one number": Graph([1]),
    "one node": Graph([7]),
    "no couplings": Graph([1, 2, 3, 4, 5]),
    "two parts and a node alone": Graph([2, 3, 1, 4, 3, 2], [(0, 2), (1, 4), (4, 5)]),
    "chain of 1": Graph([1] * 30, CHAIN),
    "chain of 2": Graph([2] * 30, CHAIN),
    "chain of 3": Graph([3] * 30, CHAIN),
    "chain of 4": Graph([4] * 30, CHAIN),
    "ring of mixed sizes": Graph([1, 2, 3, 4, 6] * 6, [*CHAIN, (0, 29)]),
    "tree": Graph([3, 1, 2] * 10 + [5], TREE),
    "star": Graph([2] + [3, 1] * 12, [(0, i) for i in range(1, 25)]),
    "clique": Graph([4, 1, 3] * 4, CLIQUE),
    "pairs given twice": Graph([2, 2, 2], [(0, 1), (1, 0), (0, 1), (2, 1)]),
    "grid": grid(7, 5, 3),
    "wide node": Graph([40, 3, 70, 2], [(0, 1), (1, 2), (2, 3), (3, 0)]),
    **{f"scattered {seed}": scattered(seed) for seed in range(12)},
}

CONSTRAINED = {
    "pendulum": Graph([2], rows=[(0, -1)]),
    "chain of distances": Graph([3] * 30, rows=[(0, -1), *CHAIN]),
    "chain of planar distances": Graph([2] * 30, rows=[(0, -1), *CHAIN]),
    "net with constraints": Graph([3] * 35, grid(7, 5, 3).pairs[1:], rows=grid(7, 5, 3).pairs[::5]),
    "masses on a line": Graph([1] * 31, CHAIN[:5], rows=CHAIN),
    "row on the ground": Graph([2, 2], rows=[(0, 1), (1, -1)]),
    **{f"scattered {seed}": scattered(seed, rows=True) for seed in range(12)},
}


def eliminated(graph, pattern):
    """Pattern of L + U by elimination on the full matrix, in the order of the pattern."""
    ones = pattern.block[:, None] == np.arange(pattern.blocks)
    near = (ones.T.astype(int) @ graph.mask @ ones) > 0
    filled = near[np.ix_(pattern.block, pattern.block)][np.ix_(pattern.order, pattern.order)]
    for k in range(graph.n):
        below = k + 1 + np.flatnonzero(filled[k + 1 :, k])
        filled[np.ix_(below, below)] = True
    return filled


ALL = [*GRAPHS.values(), *CONSTRAINED.values()]
NAMES = [*GRAPHS, *(f"constrained {name}" for name in CONSTRAINED)]


@looped("graph", ALL, ids=NAMES)
@looped("order", [None, "side_by_side", "one_after_another"])
def test_order_and_fill_are_those_of_an_elimination(graph, order):
    pattern = graph.pattern()
    if order:
        getattr(pattern, order)()
    assert sorted(pattern.order) == list(range(graph.n))
    np.testing.assert_array_equal(pattern.place[pattern.order], np.arange(graph.n))
    np.testing.assert_array_equal(np.bincount(pattern.block), pattern.sizes)
    np.testing.assert_array_equal(np.sort(pattern.block), pattern.block[pattern.order])
    filled = np.tril(eliminated(graph, pattern), -1)
    assert pattern.fill == filled.sum()
    starts, rows = pattern.structure()
    for k in range(pattern.blocks):
        column = filled[:, pattern.first[k] + pattern.sizes[k] - 1]
        below = np.unique(pattern.block[pattern.order[np.flatnonzero(column)]])
        np.testing.assert_array_equal(rows[starts[k] : starts[k + 1]], below)
        assert pattern.below[k] == column.sum()
        assert pattern.parent[k] == (below[0] if len(below) else -1)


@looped("graph", GRAPHS.values(), ids=GRAPHS)
def test_branches_side_by_side_or_one_after_another(graph):
    pattern = graph.pattern()
    pattern.side_by_side()
    height = np.zeros(pattern.blocks, int)
    for k, parent in enumerate(pattern.parent):
        if parent >= 0:
            height[parent] = max(height[parent], height[k] + 1)
    assert (np.diff(height) >= 0).all()
    # postorder: each subtree is a run of blocks that ends with its root
    pattern.one_after_another()
    members = np.ones(pattern.blocks, int)
    for k, parent in enumerate(pattern.parent):
        if parent >= 0:
            members[parent] += members[k]
    for k in np.flatnonzero(pattern.parent >= 0):
        inside = np.arange(k - members[k] + 1, k)
        assert ((pattern.parent[inside] >= 0) & (pattern.parent[inside] <= k)).all()


@looped("graph", CONSTRAINED.values(), ids=CONSTRAINED)
def test_multipliers_stand_behind_the_coordinates_of_one_of_their_nodes(graph):
    pattern = graph.pattern()
    for row, ends in enumerate(graph.rows):
        number = graph.coordinates + row
        kept = [
            node
            for node in ends[ends >= 0]
            if pattern.block[number] == pattern.block[np.flatnonzero(graph.node == node)[0]]
        ]
        assert len(kept) == 1
        behind = pattern.place[np.flatnonzero(graph.node == kept[0])].max()
        assert pattern.place[number] > behind


def rows_of_nodes(graph):
    """Constraint rows in the block of each node."""
    pattern = graph.pattern()
    first = np.searchsorted(graph.node, np.arange(len(graph.sizes)))
    rows = pattern.block[graph.coordinates :]
    return [int((rows == pattern.block[k]).sum()) for k in first]


def test_rows_are_spread_over_the_nodes():
    assert rows_of_nodes(CONSTRAINED["chain of distances"]) == [1] * 30
    assert rows_of_nodes(Graph([3] * 4, rows=[(0, 1), (0, 2), (0, 3)])).count(1) == 3
    # the last row needs node 0, which hands the first one on to node 1, and this to node 2
    handed = Graph([3] * 3, rows=[(0, 1), (1, 2), (0, -1)])
    assert rows_of_nodes(handed) == [1, 1, 1]
    # nodes 1 and 3 have one direction each, nodes 0 and 2 have one left
    narrow = Graph([3, 1, 3, 1], rows=[(0, -1), (0, -1), (2, -1), (2, -1), (0, 1), (1, 2), (1, 3)])
    assert (np.array(rows_of_nodes(narrow)) <= narrow.sizes).all()


@looped("name", LAYOUTS)
@looped("graph", ALL, ids=NAMES)
def test_entries_are_where_the_slots_say(name, graph):
    layout = LAYOUTS[name](graph.pattern())
    matrix = np.where(graph.mask, np.random.default_rng(1).normal(size=graph.mask.shape), 0.0)
    with System(layout, graph, matrix) as system:
        values = system.data["values"]
        np.testing.assert_array_equal(layout.matrix(values).toarray(), matrix)
        np.testing.assert_array_equal(layout.diagonal(values), np.diag(matrix))
        rows, columns = layout.entries()
        assert len(set(zip(rows.tolist(), columns.tolist(), strict=True))) == len(values)
        np.testing.assert_array_equal(layout.slots(rows, columns), np.arange(len(values)))
        dense = np.full((graph.n, graph.n), -1)
        dense[rows, columns] = np.arange(len(values))
        everywhere = np.indices(dense.shape).reshape(2, -1)
        np.testing.assert_array_equal(layout.slots(*everywhere), dense.ravel())


@pytest.mark.parametrize("name", LAYOUTS)
def test_slots_of_lines_of_blocks(name):
    graph = GRAPHS["grid"]
    layout = LAYOUTS[name](graph.pattern())
    first = 3 * graph.pairs[:, 0, None] + np.arange(3)
    second = 3 * graph.pairs[:, 1, None] + np.arange(3)
    second[0, 1] = -1
    found = layout.slots(first[:, :, None], second[:, None, :])
    assert found.shape == (len(graph.pairs), 3, 3)
    for k, i, j in np.ndindex(*found.shape):
        assert found[k, i, j] == layout.slots(first[k, i : i + 1], second[k, j : j + 1])[0]
    assert (found[0, :, 1] == -1).all() and (np.delete(found[0], 1, axis=1) >= 0).all()
    np.testing.assert_array_equal(layout.slots(first, second[:, :1]), found[:, :, 0])
    pairs = found[:, np.arange(3), np.arange(3)]
    np.testing.assert_array_equal(layout.slots(first, second), pairs)
    np.testing.assert_array_equal(layout.slots(first[:, :1], second), found[:, 0])
    assert layout.slots(first[:0, :, None], second[:0, None, :]).shape == (0, 3, 3)


@looped("name", LAYOUTS)
@looped("graph", ALL, ids=NAMES)
def test_symmetric_systems(name, graph):
    assert_solves(name, graph, definite(graph))


@looped("name", ["low fill", "automatic", "unsymmetric"])
@looped("graph", GRAPHS.values(), ids=GRAPHS)
def test_unsymmetric_systems(name, graph):
    assert_solves(name, graph, unsymmetric(graph))


@pytest.mark.parametrize("name", LAYOUTS)
def test_fronts_of_many_columns(name):
    graph = grid(20, 20, 3)
    layout = LAYOUTS[name](graph.pattern())
    if name != "low fill":
        with System(layout, graph, definite(graph)) as system:
            fronts = system.data["fronts"]
        assert fronts["pivots"].max() > 2 * multifrontal.BLOCK
        assert fronts["height"].max() > multifrontal.STRIP
        wide = fronts[fronts["pivots"] > multifrontal.BLOCK + multifrontal.STRIP]
        assert len(wide)
        small = (fronts["pivots"] < multifrontal.SMALL) & (fronts["height"] > 0)
        assert len(fronts[small])
    assert_solves(name, graph, definite(graph))
    if name != "symmetric":
        assert_solves(name, graph, unsymmetric(graph))


@pytest.mark.parametrize("symmetric", [0, 2])
def test_factors_follow_new_values(symmetric):
    graph = grid(6, 6, 3)
    layout = LAYOUTS["automatic" if symmetric == 0 else "unsymmetric"](graph.pattern())
    rows, columns = np.nonzero(graph.mask)
    with System(layout, graph, definite(graph)) as system:
        for seed in range(4):
            make = definite if seed % 2 == 0 else unsymmetric
            matrix = make(graph, seed)
            system.data["values"][:] = 0.0
            system.data["values"][layout.slots(rows, columns)] = matrix[rows, columns]
            assert system.factor() == OK
            assert system.way == (0 if symmetric == 0 and seed % 2 == 0 else 1)
            right = np.arange(graph.n) + 1.0
            np.testing.assert_allclose(matrix @ system.solve(right), right, rtol=1e-11)


def test_memory_of_a_chain_grows_with_its_length():
    def entries(count):
        graph = Graph([3] * count, [(i, i + 1) for i in range(count - 1)])
        with System(LAYOUTS["low fill"](graph.pattern()), graph, definite(graph)) as system:
            return np.array([len(array) for array in system.data.arrays.values()])

    short, middle, long = (entries(count) for count in (100, 200, 300))
    np.testing.assert_array_equal(long - middle, middle - short)
    # per node: 9 entries of each coupling twice and of the node; products of (5, 4, 3) squared
    assert (long - middle).max() == 100 * (25 + 16 + 9)
    assert sum(long - middle) < 100 * 140
