"""Recursions over trees against a second derivation, and against each other."""

import numpy as np
import pytest

from linkwork.trees.functions import (
    forward_dynamics,
    inverse_dynamics,
    mass_matrix,
)
from linkwork.trees.records import FREE, REVOLUTE
from linkwork.trees.table import Tree, TreeLink, axis_frame
from tests.cases import looped
from tests.trees import plain_recursion as plain

pytestmark = pytest.mark.processors

GRAVITY = np.array([1.0, -2.0, -9.81])
TREES = [(seed, free, followers) for seed in range(4) for free in (0, 1) for followers in (0, 1)]


def random_states(rng, tree, count):
    return (
        rng.normal(size=(count, tree.nq)),
        rng.normal(size=(count, tree.nv)) * 2,
        rng.normal(size=(count, tree.nv)) * 3,
    )


@looped(("seed", "free", "followers"), TREES)
def test_inverse_dynamics_and_mass_matrix_are_those_of_newton_and_euler(seed, free, followers):
    rng = np.random.default_rng(seed)
    links = plain.random_tree(rng, 9, bool(free), bool(followers))
    tree = Tree(links)
    q, v, a = random_states(rng, tree, 5)
    tau, M = inverse_dynamics(tree, GRAVITY, q, v, a), mass_matrix(tree, q)
    for s in range(len(q)):
        expected = plain.inverse_dynamics(links, GRAVITY, q[s], v[s], a[s])
        assert tau[s] == pytest.approx(expected, rel=1e-11, abs=1e-11 * np.abs(expected).max())
        expected = plain.mass_matrix(links, q[s], tree.nv)
        assert M[s] == pytest.approx(expected, rel=1e-11, abs=1e-11 * np.abs(expected).max())


@looped(("seed", "free", "followers"), TREES)
def test_forward_dynamics_inverts_inverse_dynamics(seed, free, followers):
    rng = np.random.default_rng(10 + seed)
    tree = Tree(plain.random_tree(rng, 12, bool(free), bool(followers)))
    q, v, a = random_states(rng, tree, 20)
    tau = inverse_dynamics(tree, GRAVITY, q, v, a)
    assert forward_dynamics(tree, GRAVITY, q, v, tau) == pytest.approx(a, rel=1e-9, abs=1e-9)


def test_a_free_root_far_away_loses_no_digits():
    rng = np.random.default_rng(3)
    tree = Tree(plain.random_tree(rng, 8, free=True))
    q, v, a = random_states(rng, tree, 3)
    far = q.copy()
    far[:, :3] += 1e6
    assert np.array_equal(
        inverse_dynamics(tree, GRAVITY, q, v, a), inverse_dynamics(tree, GRAVITY, far, v, a)
    )


def test_a_mass_matrix_is_the_same_alone_and_among_others_and_at_huge_angles():
    rng = np.random.default_rng(5)
    links = plain.random_tree(rng, 9, free=True)
    tree = Tree(links)
    q = random_states(rng, tree, 7)[0]
    q[2, 7:] += 3e18
    M = mass_matrix(tree, q)
    for s in range(len(q)):
        assert np.array_equal(mass_matrix(tree, q[s]), M[s])
    expected = plain.mass_matrix(links, q[2], tree.nv)
    assert M[2] == pytest.approx(expected, rel=1e-11, abs=1e-11 * np.abs(expected).max())


def test_several_free_trees_do_not_see_each_other():
    rng = np.random.default_rng(4)
    one, other = plain.random_tree(rng, 5, free=True), plain.random_tree(rng, 4, free=True)
    for link in other:
        link.parent += 5 if link.kind != FREE else 0
    both = Tree([*one, *other])
    for link in other:
        link.parent -= 5 if link.kind != FREE else 0
    trees = Tree(one), Tree(other)
    q = rng.normal(size=both.nq)
    v, tau = rng.normal(size=(2, both.nv))
    cut, n = trees[0].nq, trees[0].nv
    parts = [
        forward_dynamics(trees[0], GRAVITY, q[:cut], v[:n], tau[:n]),
        forward_dynamics(trees[1], GRAVITY, q[cut:], v[n:], tau[n:]),
    ]
    assert np.array_equal(forward_dynamics(both, GRAVITY, q, v, tau), np.concatenate(parts))


def test_threads_change_no_bit():
    rng = np.random.default_rng(5)
    tree = Tree(plain.random_tree(rng, 7, followers=True))
    q, v, a = random_states(rng, tree, 101)
    for threads in (2, 7):
        for function in (inverse_dynamics, forward_dynamics):
            one = function(tree, GRAVITY, q, v, a, threads=1)
            assert np.array_equal(function(tree, GRAVITY, q, v, a, threads=threads), one)


def test_compiled_kernels_agree_with_plain_python(monkeypatch):
    rng = np.random.default_rng(6)
    tree = Tree(plain.random_tree(rng, 5, free=True))
    q, v, a = random_states(rng, tree, 1)
    functions = (inverse_dynamics, forward_dynamics)
    compiled = [function(tree, GRAVITY, q, v, a) for function in functions]
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    for function, expected in zip(functions, compiled, strict=True):
        assert function(tree, GRAVITY, q, v, a) == pytest.approx(expected, rel=1e-12, abs=1e-11)


def test_axis_frames_are_rotations_to_the_axis():
    rng = np.random.default_rng(7)
    axes = [*np.eye(3), *-np.eye(3), *rng.normal(size=(20, 3))]
    for axis in axes:
        unit = axis / np.linalg.norm(axis)
        R = axis_frame(unit)
        assert R[:, 2] == pytest.approx(unit, abs=1e-15)
        assert R.T @ R == pytest.approx(np.eye(3), abs=1e-14)
        assert np.linalg.det(R) == pytest.approx(1.0)


def test_wrong_parents_are_refused():
    with pytest.raises(ValueError, match=r"link 1: parent 1 must be in -1 \.\.\. 0"):
        Tree([TreeLink(-1), TreeLink(1)])
    with pytest.raises(ValueError, match="link 1: a free link must have the base"):
        Tree([TreeLink(-1, REVOLUTE), TreeLink(0, FREE)])
