"""Few eigenvalues of many: the same as all of them, and none is missing."""

import numpy as np
import pytest

import linkwork as exu
from linkwork.api.modes import linearizer
from linkwork.items import *
from linkwork.modes import damped as damped_module
from linkwork.modes import undamped as undamped_module
from linkwork.modes.problem import Problem, Shifted
from linkwork.modes.undamped import undamped
from tests.cases import looped

from .models import chain, coordinates, generic, hanging_rods, net, string_frequencies

pytestmark = pytest.mark.processors

Configuration = exu.ConfigurationType


def both(mbs, count, truly=True, **given):
    """Lowest eigenvalues and shapes, dense and sparse; truly -- without falling back to dense."""
    wanted = dict(numberOfEigenvalues=count, **given)
    dense = mbs.ComputeODE2Eigenvalues(**wanted)
    with pytest.MonkeyPatch.context() as patch:
        if truly:
            for module in (undamped_module, damped_module):
                patch.delattr(module, "_dense")
        return dense, mbs.ComputeODE2Eigenvalues(useSparseSolver=True, **wanted)


def assert_shapes(mbs, values, vectors, tolerance=1e-7):
    """K u - omega^2 M u is a force of constraints."""
    at = mbs.Linearize(configuration=Configuration.Initial)
    left = at.K @ vectors - (at.M @ vectors) * values
    C = at.C.toarray()[at.active]
    if len(C):
        left -= C.T @ np.linalg.lstsq(C.T, left, rcond=None)[0]
        assert np.abs(C @ vectors).max() < 1e-9
    assert np.abs(left).max() <= tolerance * np.abs(at.K @ vectors).max()


@pytest.mark.parametrize("count", [1, 6, 20])
def test_net_with_a_fixed_border(count):
    mbs = net(9, 8)
    (dense, _), (sparse, shapes) = both(mbs, count)
    assert sparse == pytest.approx(dense, rel=1e-9)
    assert_shapes(mbs, sparse, shapes)


def test_square_net_has_pairs_of_equal_eigenvalues():
    mbs = net(10, 10)
    (dense, _), (sparse, _) = both(mbs, 25)
    assert sparse == pytest.approx(dense, rel=1e-9)


def test_free_net_in_balance():
    """Without a border and without tension: six rigid motions, and mechanisms across the plane."""
    mbs = net(6, 6, rest=1.0, border=False)
    values = mbs.ComputeODE2Eigenvalues()[0]
    zeros = np.count_nonzero(values == 0.0)
    assert zeros >= 36 + 3
    found = both(mbs, 15)[1][0]
    assert not found.any()
    held = [k for k in range(108) if k % 3 == 2]
    dense, sparse = (part[0] for part in both(mbs, 20, constrainedCoordinates=held))
    assert sparse == pytest.approx(dense, rel=1e-9, abs=1e-9)
    assert np.count_nonzero(sparse == 0.0) == np.count_nonzero(dense == 0.0) >= 3


def test_chain_of_rods():
    """Multipliers in the matrix: null space and saddle point give the same modes."""
    mbs = hanging_rods(np.linspace(0.5, 1.5, 60), np.linspace(0.3, 0.1, 60))
    (dense, _), (sparse, shapes) = both(mbs, 12)
    assert sparse == pytest.approx(dense, rel=1e-9)
    assert_shapes(mbs, sparse, shapes)


def test_chain_of_rods_with_superfluous_ones_and_held_coordinates():
    masses, lengths = np.linspace(0.5, 1.5, 40), np.linspace(0.3, 0.1, 40)
    once = hanging_rods(masses, lengths)
    mbs = hanging_rods(masses, lengths, twice=(3, 17))
    held = [k for k in range(120) if k % 3 == 2]
    dense, sparse = (part[0] for part in both(mbs, 6, constrainedCoordinates=held))
    assert sparse == pytest.approx(dense, rel=1e-9)
    plain = once.ComputeODE2Eigenvalues(numberOfEigenvalues=12)[0]
    assert sparse == pytest.approx(plain[::2], rel=1e-9)


def test_unstable_states_are_found_by_the_sparse_solver():
    """Rods that stand on each other: all negative ones are lowest, and told."""
    mbs = hanging_rods([1.0] * 30, [0.2] * 30, gravity=-9.81)
    with pytest.warns(UserWarning, match="unstable"):
        (dense, _), (sparse, _) = both(mbs, 8, useAbsoluteValues=False)
    assert (dense < 0.0).all()
    assert sparse == pytest.approx(dense, rel=1e-9)


def test_pressed_string_is_unstable_in_its_longest_waves():
    """Springs under pressure push across: -T of the string's formula."""
    mbs = chain(40, rest=1.02)
    with pytest.warns(UserWarning, match="unstable"):
        (dense, _), (sparse, _) = both(mbs, 10, useAbsoluteValues=False)
    across = string_frequencies(40, 0.5, 200.0 * 0.02) ** 2
    expected = np.repeat(-np.sort(across)[::-1][:5], 2)
    assert dense == pytest.approx(expected, rel=1e-10)
    assert sparse == pytest.approx(expected, rel=1e-9)


def test_signs_of_pivots_count_eigenvalues():
    mbs = chain(30)
    exact = np.sort(
        np.concatenate([string_frequencies(30, 0.5, 50.0)] * 2 + [string_frequencies(30, 0.5, 200)])
    ) ** 2  # fmt: skip
    with linearizer(mbs, "a test", None, Configuration.Initial, True) as at:
        system = Shifted(Problem(at), symmetric=True)
        for place in (0, 1, 7, 40, 89):
            middle = 0.5 * (exact[place] + exact[place - 1]) if place else 0.5 * exact[0]
            while place and exact[place] - exact[place - 1] < 1e-6 * exact[place]:
                place += 1
                middle = 0.5 * (exact[place] + exact[place - 1])
            assert system.factorize(0.0, -middle)
            assert system.negatives() == place


def test_search_that_misses_eigenvalues_is_repeated(monkeypatch):
    """The first search returns all but the third shape; the count of pivots tells."""
    mbs = net(9, 8)
    true = undamped_module._lanczos
    calls = []

    def forgetful(problem, system, shift, count):
        found = true(problem, system, shift, count + 1)
        calls.append(count)
        if len(calls) > 1:
            return found
        order = np.argsort(problem.stiffnesses(found) / problem.moved_masses(found))
        return found[:, np.delete(order, 2)]

    monkeypatch.setattr(undamped_module, "_lanczos", forgetful)
    sparse = mbs.ComputeODE2Eigenvalues(useSparseSolver=True, numberOfEigenvalues=8)[0]
    assert len(calls) == 2
    assert sparse == pytest.approx(mbs.ComputeODE2Eigenvalues()[0][:8], rel=1e-9)


def test_damped_modes():
    mbs = net(8, 8, damping=2.0)
    dense, sparse = (mbs.ComputeModes(12, damped=True, useSparseSolver=s) for s in (False, True))
    assert sparse.eigenvalues == pytest.approx(dense.eigenvalues, rel=1e-9)
    assert (dense.damping_ratios[dense.damping_ratios > 0.0] > 1e-4).any()
    rods = hanging_rods([1.0] * 40, [0.2] * 40)
    dense, sparse = (rods.ComputeModes(6, damped=True, useSparseSolver=s) for s in (False, True))
    assert sparse.eigenvalues == pytest.approx(dense.eigenvalues, rel=1e-8)
    given = dict(computeComplexEigenvalues=True, useAbsoluteValues=False)
    assert both(mbs, 10, **given)[1][0] == pytest.approx(both(mbs, 10, **given)[0][0], rel=1e-9)


def test_damped_modes_beside_first_order_coordinates():
    mbs = net(8, 8, damping=2.0)
    node = mbs.AddNode(
        NodeGenericODE1(
            referenceCoordinates=[0.0] * 2, initialCoordinates=[0.0] * 2, numberOfODE1Coordinates=2
        )
    )
    mbs.AddObject(ObjectGenericODE1(nodeNumbers=[node], systemMatrix=[[-1.0, 9.0], [-9.0, -1.0]]))
    dense, sparse = (mbs.ComputeModes(8, damped=True, useSparseSolver=s) for s in (False, True))
    assert sparse.eigenvalues == pytest.approx(dense.eigenvalues, rel=1e-9)
    (own,) = np.flatnonzero(np.abs(sparse.eigenvalues - (-1.0 + 9.0j)) < 1e-12)
    assert np.abs(sparse.first_order[:, own]) == pytest.approx([0.5**0.5] * 2)
    assert not np.abs(sparse.vectors[:, own]).any()


def test_unsymmetric_stiffness():
    n = 60
    rng = np.random.default_rng(3)
    K = np.diag(np.linspace(10.0, 500.0, n)) + np.diag(np.full(n - 1, 3.0), 1)
    mbs = generic(np.diag(rng.uniform(1.0, 2.0, n)), K)
    with pytest.warns(UserWarning, match="not symmetric.*whether there are lower ones"):
        (dense, _), (sparse, shapes) = both(mbs, 8)
    assert sparse == pytest.approx(dense, rel=1e-9)
    M = mbs.Linearize().M
    exact = np.sort(np.diag(K) / M.diagonal())[:8]
    assert dense == pytest.approx(exact, rel=1e-9)
    left = K @ shapes - (M @ shapes) * sparse
    assert np.abs(left).max() < 1e-8 * np.abs(K @ shapes).max()


def test_large_net_by_itself():
    """More than 500 coordinates: ComputeModes takes the sparse solver, and agrees."""
    mbs = net(15, 14)
    modes = mbs.ComputeModes(10)
    with linearizer(mbs, "a test", None, Configuration.Initial, True) as at:
        dense = undamped(Problem(at), 10, False)
    assert modes.eigenvalues == pytest.approx(dense.values, rel=1e-9)


def test_signs_of_pivots_of_a_matrix_with_much_fill():
    mbs = net(12, 11)
    values = mbs.ComputeODE2Eigenvalues()[0]
    with linearizer(mbs, "a test", None, Configuration.Initial, True) as at:
        system = Shifted(Problem(at), symmetric=True)
        assert type(at.equations.layout).__name__ == "HighFill"
        for place in (0, 5, 100, 395):
            while place and values[place] - values[place - 1] < 1e-6 * values[place]:
                place += 1
            below = values[place - 1] if place else 0.0
            assert system.factorize(0.0, -0.5 * (below + values[place]))
            assert system.negatives() == place


def test_full_matrices_whose_pivots_tell_nothing():
    """A negative eigenvalue far below the others is not missed where pivots are exchanged."""
    n = 60
    rng = np.random.default_rng(5)
    basis = np.linalg.qr(rng.standard_normal((n, n)))[0]
    exact = np.concatenate([[-1e6], np.linspace(1.0, 500.0, n - 1)])
    mbs = generic(np.eye(n), basis @ np.diag(exact) @ basis.T)
    with pytest.warns(UserWarning, match="unstable"):
        (dense, _), (sparse, _) = both(mbs, 5, truly=False, useAbsoluteValues=False)
    assert dense == pytest.approx(exact[:5], rel=1e-6)
    assert sparse == pytest.approx(dense, rel=1e-6)


@pytest.mark.parametrize("sparse", [False, True])
def test_masses_that_cannot_be(sparse):
    wanted = dict(useSparseSolver=sparse, numberOfEigenvalues=3)
    negative = generic(np.diag([1.0] * 29 + [-1.0]), np.eye(30))
    with pytest.raises(exu.SysError, match="mass -1 of coordinate 29 of .* is negative"):
        negative.ComputeODE2Eigenvalues(**wanted)
    M = np.eye(4) + 3.0 * np.eye(4, k=1) + 3.0 * np.eye(4, k=-1)
    with pytest.raises(exu.SysError, match="not positive"):
        generic(M, np.eye(4)).ComputeODE2Eigenvalues(**wanted)


def random_truss(rng):
    """Masses in space, joined to each other and to walls by springs and rods; some coordinates.

    Rods make a forest, so that they do not depend on each other but by chance.
    """
    mbs = exu.SystemContainer().AddSystem()
    walls = [mbs.AddMarker(MarkerBodyPosition(bodyNumber=mbs.AddObject(ObjectGround())))]
    markers, places = list(walls), [np.zeros(3)]
    for _ in range(int(rng.integers(12, 30))):
        places.append(rng.uniform(-1.0, 1.0, 3))
        body = mbs.CreateMassPoint(
            referencePosition=places[-1], physicsMass=float(10.0 ** rng.uniform(-1, 1)),
            gravity=[0, 0, -9.81],
        )  # fmt: skip
        markers.append(mbs.AddMarker(MarkerBodyPosition(bodyNumber=body)))
    for k in range(1, len(markers)):
        for other in rng.choice(k, min(k, 3), replace=False).tolist():
            length = float(np.linalg.norm(places[k] - places[other]))
            pair = dict(markerNumbers=[markers[k], markers[other]])
            if rng.random() < 0.2:
                mbs.AddObject(DistanceConstraint(distance=length, **pair))
                break
            mbs.AddObject(
                SpringDamper(
                    referenceLength=length * float(rng.uniform(0.9, 1.0)),
                    stiffness=float(10.0 ** rng.uniform(2, 4)), damping=0.0, **pair,
                )
            )  # fmt: skip
    mbs.Assemble()
    return mbs


@pytest.mark.filterwarnings("ignore:.*eigenvalues omega")
@looped("seed", range(12))
def test_random_trusses(seed):
    """Dense by hand, dense, sparse and the damped problem without damping agree."""
    from scipy.linalg import eigh, null_space

    rng = np.random.default_rng(seed)
    mbs = random_truss(rng)
    at = mbs.Linearize(sparse=False)
    held = rng.choice(len(at.q), 3, replace=False).tolist()
    rows = np.concatenate([at.C, np.eye(len(at.q))[held]])
    N = null_space(rows)
    exact = eigh(N.T @ at.K @ N, N.T @ at.M @ N, eigvals_only=True)
    given = dict(constrainedCoordinates=held, useAbsoluteValues=False)
    settings = exu.SimulationSettings()
    settings.linearSolverType = exu.LinearSolverType.EigenSparse  # small ones would be dense
    (dense, _), (sparse, _) = both(mbs, 6, simulationSettings=settings, **given)
    size = np.abs(exact).max()
    assert dense == pytest.approx(exact[:6], rel=1e-8, abs=1e-12 * size)
    assert sparse == pytest.approx(dense, rel=1e-8, abs=1e-12 * size)
    s = mbs.ComputeODE2Eigenvalues(computeComplexEigenvalues=True, **given)[0]
    assert len(s) == 2 * len(exact)
    for value in exact:
        assert np.abs(s**2 + value).min() < 1e-7 * abs(value) + 1e-10 * size


def test_coordinates_that_are_held_twice():
    """A constraint holds the first mass of a chain, and so does the argument."""
    n = 40
    mbs, node = coordinates(n)
    K = 2.0 * np.eye(n) - np.eye(n, k=1) - np.eye(n, k=-1)
    mbs.AddObject(ObjectGenericODE2(nodeNumbers=[node], massMatrix=np.eye(n), stiffnessMatrix=K))
    fixed = mbs.AddMarker(
        MarkerNodeCoordinate(nodeNumber=mbs.AddNode(NodePointGround()), coordinate=0)
    )
    first = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=node, coordinate=0))
    mbs.AddObject(CoordinateConstraint(markerNumbers=[fixed, first]))
    mbs.Assemble()
    exact = 4.0 * np.sin(np.pi * np.arange(1, 5) / (2.0 * n)) ** 2  # of n - 1 masses
    for values, vectors in both(mbs, 4, constrainedCoordinates=[0]):
        assert values == pytest.approx(exact, rel=1e-10)
        assert not vectors[0].any()
