"""Derivatives of trees against differences, with free roots, branches and joints that follow."""

import numpy as np
import pytest

from linkwork.trees import functions
from linkwork.trees.records import FREE
from linkwork.trees.table import Tree
from tests.cases import looped
from tests.trees import plain_recursion as plain

GRAVITY = np.array([1.0, -2.0, -9.81])
STEP = 1e-5


def moved(links, q, k, step):
    """q after a displacement along velocity k, in the axes of a free link."""
    q = np.array(q)
    if links[0].kind != FREE:
        q[k] += step
    elif k >= 6:
        q[k + 1] += step
    else:
        a, e = q[3], q[4:7]
        if k < 3:
            q[:3] += step * plain.quaternion_matrix(q[3:7])[:, k]
        else:
            turn = np.sin(step / 2) * np.eye(3)[k - 3]
            half = np.cos(step / 2)
            q[3:7] = [half * a - e @ turn, *(half * e + a * turn + np.cross(e, turn))]
    return q


def differences(links, function, q, v, a):
    """Central differences of a function by q, v and a."""
    n = len(v)
    e = STEP * np.eye(n)

    def column(x0, x1):
        return (function(*x1) - function(*x0)) / (2 * STEP)

    by_q = [
        column((moved(links, q, k, -STEP), v, a), (moved(links, q, k, STEP), v, a))
        for k in range(n)
    ]
    by_v = [column((q, v - e[k], a), (q, v + e[k], a)) for k in range(n)]
    by_a = [column((q, v, a - e[k]), (q, v, a + e[k])) for k in range(n)]
    return [np.array(columns).T for columns in (by_q, by_v, by_a)]


def state(seed, free, followers):
    rng = np.random.default_rng(seed)
    links = plain.random_tree(rng, 8, bool(free), bool(followers))
    tree = Tree(links)
    q = rng.normal(size=tree.nq)
    if free:
        q[3:7] /= np.linalg.norm(q[3:7])
    v, a = rng.normal(size=(2, tree.nv))
    # no rate at the border of its zone of friction
    for link in links:
        link.zone = 1.5 if link.zone > 1.0 else 1e-3
    return links, Tree(links), q, v, a


@looped("followers", [0, 1])
@looped("free", [0, 1])
@looped("seed", range(4))
def test_derivatives_of_inverse_dynamics(seed, free, followers):
    links, tree, q, v, a = state(seed, free, followers)
    found = functions.inverse_derivatives(tree, GRAVITY, q, v, a)
    expected = differences(
        links, lambda q, v, a: plain.inverse_dynamics(links, GRAVITY, q, v, a), q, v, a
    )
    for one, other in zip(found, expected, strict=True):
        assert one == pytest.approx(other, rel=1e-7, abs=1e-7 * np.abs(other).max())
    assert found[2] == pytest.approx(functions.mass_matrix(tree, q), rel=1e-12, abs=1e-12)


@pytest.mark.parametrize("followers", [0, 1])
@pytest.mark.parametrize("free", [0, 1])
def test_derivatives_of_forward_dynamics(free, followers):
    links, tree, q, v, tau = state(9, free, followers)
    found = functions.forward_derivatives(tree, GRAVITY, q, v, tau)
    expected = differences(
        links, lambda q, v, t: functions.forward_dynamics(tree, GRAVITY, q, v, t), q, v, tau
    )
    for one, other in zip(found, expected, strict=True):
        assert one == pytest.approx(other, rel=1e-6, abs=1e-6 * np.abs(other).max())


def test_many_states_are_single_ones():
    links, tree, *_ = state(3, 1, 1)
    rng = np.random.default_rng(8)
    q, v, a = rng.normal(size=(6, tree.nq)), rng.normal(size=(6, tree.nv)), np.zeros(tree.nv)
    for function in (functions.inverse_derivatives, functions.forward_derivatives):
        many = function(tree, GRAVITY, q, v, a)
        for s in range(6):
            single = function(tree, GRAVITY, q[s], v[s], a)
            assert all(np.array_equal(m[s], x) for m, x in zip(many, single, strict=True))
