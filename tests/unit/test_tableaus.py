"""Coefficients of the Runge-Kutta methods: row sums and the order conditions of all rooted trees.

A method has order p if, for each rooted tree with at most p nodes, the weighted sum over its
stages is one over the density of the tree (Butcher). There are 37 trees up to order 6.
"""

from functools import cache
from itertools import combinations_with_replacement

import numpy as np
import pytest

from linkwork.integrators.explicit.method import RungeKutta
from linkwork.integrators.registry import integrators

TABLEAUS = {n: each.tableau for n, each in integrators().items() if isinstance(each, RungeKutta)}
TABLEAUS |= {
    f"{n} with compatibility": each.compatible
    for n, each in integrators().items()
    if isinstance(each, RungeKutta) and each.compatible is not None
}
METHODS = [pytest.param(tableau, id=name) for name, tableau in TABLEAUS.items()]
PAIRS = [pytest.param(t, id=name) for name, t in TABLEAUS.items() if t.is_pair]


@cache
def trees(nodes):
    """Rooted trees with that many nodes; a tree is the tuple of its sorted branches."""
    return tuple(sorted({tuple(sorted(f)) for f in forests(nodes - 1, nodes - 1)}))


@cache
def forests(nodes, largest):
    """Sets of trees with that many nodes altogether, none larger than `largest`."""
    if nodes == 0:
        return ((),)
    found = []
    for size in range(1, min(nodes, largest) + 1):
        for count in range(1, nodes // size + 1):
            for chosen in combinations_with_replacement(trees(size), count):
                rest = forests(nodes - size * count, size - 1)
                found += [(*chosen, *others) for others in rest]
    return tuple(found)


def size(tree):
    return 1 + sum(map(size, tree))


def density(tree):
    return size(tree) * np.prod([density(branch) for branch in tree], initial=1.0)


def stage_values(tree, A):
    """What the tree contributes at each stage."""
    values = np.ones(len(A))
    for branch in tree:
        values = values * (A @ stage_values(branch, A))
    return values


def square(tableau):
    A = np.zeros((tableau.stages, tableau.stages))
    for s, row in enumerate(tableau.A):
        assert len(row) == s
        A[s, :s] = row
    return A


def defects(tableau, weights, nodes):
    """Deviations from the order conditions of all trees with that many nodes."""
    A = square(tableau)
    return np.array([weights @ stage_values(t, A) - 1 / density(t) for t in trees(nodes)])


def test_there_are_as_many_trees_as_butcher_counts():
    assert [len(trees(nodes)) for nodes in range(1, 8)] == [1, 1, 2, 4, 9, 20, 48]


@pytest.mark.parametrize("tableau", METHODS)
def test_stages_lie_at_their_times(tableau):
    np.testing.assert_allclose(square(tableau).sum(axis=1), tableau.c, rtol=0, atol=2e-14)


@pytest.mark.parametrize("tableau", METHODS)
def test_weights_have_exactly_their_order(tableau):
    for nodes in range(1, tableau.order + 1):
        assert np.abs(defects(tableau, np.array(tableau.b), nodes)).max() < 2e-14
    assert np.abs(defects(tableau, np.array(tableau.b), tableau.order + 1)).max() > 1e-5


@pytest.mark.parametrize("tableau", PAIRS)
def test_weights_of_the_estimate_have_exactly_their_order(tableau):
    weights = np.array(tableau.estimate)
    for nodes in range(1, tableau.estimate_order + 1):
        assert np.abs(defects(tableau, weights, nodes)).max() < 2e-14
    assert np.abs(defects(tableau, weights, tableau.estimate_order + 1)).max() > 1e-5


def test_last_stages_that_are_results():
    ends = {name for name, tableau in TABLEAUS.items() if tableau.ends_at_result}
    assert ends == {"ODE23", "DOPRI5"}


def test_equal_steps_do_without_the_stages_of_the_estimate():
    stages = {}
    for name, tableau in TABLEAUS.items():
        alone = tableau.without_estimate()
        assert not alone.is_pair
        np.testing.assert_allclose(sum(alone.b), 1, rtol=1e-15)
        if tableau.is_pair:
            stages[name] = alone.stages
    assert stages == {"ODE23": 3, "DOPRI5": 6, "DVERK6": 8}
