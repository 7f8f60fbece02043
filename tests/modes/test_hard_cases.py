"""Eigenvalues that are easily lost: repeated, slow, soft, and hidden beside stiff parts."""

import numpy as np
import pytest

from linkwork.items import *

from .models import chain, coordinates, generic, sleigh, system

pytestmark = pytest.mark.processors


def sorted_pairs(values):
    return np.sort_complex(np.asarray(values, complex))


@pytest.mark.parametrize("count", [1, 2, 3, 6])
def test_each_of_equal_damped_pairs_is_a_mode(count):
    """Six equal oscillators: s = -0.05 +- i sqrt(4 - 0.0025)."""
    modes = generic(np.eye(6), 4.0 * np.eye(6), 0.1 * np.eye(6)).ComputeModes(count, damped=True)
    expected = [-0.05 + 1j * np.sqrt(4.0 - 0.0025)] * count
    assert modes.eigenvalues == pytest.approx(expected, rel=1e-13)
    assert np.linalg.matrix_rank(modes.vectors) == count


def test_equal_damped_pairs_of_the_sparse_solver():
    """Masses on a line: motions across the line come in pairs of equal frequency."""
    mbs = chain(20, damping=0.4)
    few = mbs.ComputeModes(3, damped=True, useSparseSolver=True)
    every = mbs.ComputeModes(damped=True, useSparseSolver=False)
    assert every.eigenvalues[0] == pytest.approx(every.eigenvalues[1], rel=1e-9)
    assert sorted_pairs(few.eigenvalues) == pytest.approx(
        sorted_pairs(every.eigenvalues[:3]), rel=1e-9
    )


@pytest.mark.parametrize(("stiffness", "damping"), [(1e8, 1e-3), (0.0, 1e-7), (1e12, 0.5)])
def test_slow_decay_is_not_taken_for_rest(stiffness, damping):
    """A mass on a damper alone: s = 0 and s = -d/m, whatever is stiff elsewhere."""
    found = generic(2.0 * np.eye(2), np.diag([stiffness, 0.0]), np.diag([0.0, damping]))
    values = found.ComputeModes(damped=True).eigenvalues
    slow = values[values.imag == 0.0].real
    assert np.sort(slow)[0] == pytest.approx(-damping / 2.0, rel=1e-6)
    assert slow.max() == 0.0


def test_rest_beside_a_slow_decay_is_zero():
    """Masses on stiff springs with one soft damper to the ground: s = 0, and -d/(sum of masses)."""
    rng = np.random.default_rng(1)
    masses = rng.uniform(1.0, 3.0, 8)
    K = 1e9 * free_chain(8, symmetric=True)
    D = np.zeros((8, 8))
    D[3, 3] = 0.01
    values = generic(np.diag(masses), K, D).ComputeModes(damped=True).eigenvalues
    assert values[0] == 0.0
    assert values[1] == pytest.approx(-0.01 / masses.sum(), rel=1e-6)


def test_slow_turning_is_not_taken_for_rest():
    """Gyroscopic forces alone: s = 0, 0 and +- i g/m, beside a stiff spring."""
    D = np.array([[0.0, 0.01, 0.0], [-0.01, 0.0, 0.0], [0.0, 0.0, 0.0]])
    values = generic(np.eye(3), np.diag([0.0, 0.0, 1e10]), D).ComputeModes(damped=True).eigenvalues
    assert values == pytest.approx([0.0, 0.0, 0.01j, 1e5j], rel=1e-9)


@pytest.mark.parametrize("stiff", [2.0, 1e10])
def test_circulatory_forces_are_seen_beside_stiff_springs(stiff):
    """K = [[1, 5], [-5, 1]] flutters with omega^2 = 1 +- 5i."""
    K = np.diag([1.0, 1.0, stiff])
    K[0, 1], K[1, 0] = 5.0, -5.0
    values = generic(np.eye(3), K).ComputeModes().eigenvalues
    assert sorted_pairs(values) == pytest.approx(sorted_pairs([1 - 5j, 1 + 5j, stiff]), rel=1e-12)


def test_lowest_of_real_eigenvalues_of_an_unsymmetric_system():
    """Upper triangular: eigenvalues are its diagonal; the negative one is the lowest."""
    K = np.diag([1.0, 2.0, 3.0, -100.0])
    K[0, 1] = 0.5
    modes = generic(np.eye(4), K).ComputeModes(2)
    assert modes.eigenvalues == pytest.approx([-100.0, 1.0], rel=1e-12)
    assert modes.growth[0] == pytest.approx(10.0)


def test_modes_that_grow_beyond_those_listed_are_told():
    K = np.diag([1.0, 50.0, 50.0])
    K[1, 2], K[2, 1] = 9.0, -9.0
    mbs = generic(np.eye(3), K)
    assert any("that are not listed grow" in note for note in mbs.ComputeModes(1).notes)
    assert not any("that are not listed grow" in note for note in mbs.ComputeModes(3).notes)
    damped = generic(np.eye(2), np.diag([1.0, 9.0]), np.diag([0.1, -0.1]))
    assert any(
        "that are not listed grow" in note for note in damped.ComputeModes(1, damped=True).notes
    )
    assert not any(
        "that are not listed grow" in note for note in damped.ComputeModes(damped=True).notes
    )
    stable = generic(np.eye(2), np.diag([1.0, 9.0]), np.diag([0.1, 0.1]))
    assert not stable.ComputeModes(1, damped=True).notes


def free_chain(n, symmetric=False):
    """Stiffness of a free chain; its first spring pulls more at one end than at the other."""
    K = 2.0 * np.eye(n) - np.eye(n, k=1) - np.eye(n, k=-1)
    K[0, 0] = K[-1, -1] = 1.0
    K[0] *= 1.0 if symmetric else 1.3
    return 1.7 / 3.1 * K


@pytest.mark.parametrize("damped", [False, True])
def test_free_motion_of_an_unsymmetric_system_in_the_sparse_solver(damped):
    """K is singular but for rounding; the same numbers as of full matrices by NumPy."""
    n, K = 60, free_chain(60)
    modes = generic(np.eye(n), K, 0.01 * K if damped else ()).ComputeModes(
        5, damped=damped, useSparseSolver=True
    )
    own = np.sort(np.linalg.eigvals(K).real)
    if not damped:
        assert modes.eigenvalues[1:] == pytest.approx(own[1:5], rel=1e-9)
        assert modes.eigenvalues[0] == 0.0
        assert any("not symmetric" in note for note in modes.notes)
        return
    s = [-0.005 * w + 1j * np.sqrt(w - 0.005**2 * w**2) for w in own[1:4]]
    assert modes.eigenvalues[:2] == pytest.approx([0.0, 0.0], abs=0.0)
    assert modes.eigenvalues[2:] == pytest.approx(s, rel=1e-9)


def test_soft_motion_beside_a_function_elsewhere():
    """Two masses on a stiff spring, softly held: omega^2 = 0.5, also if other items ask functions.

    The mass with the function has omega^2 = 3.
    """

    def pull(mbs, t, itemNumber, q, q_t):
        return [-3.0 * q[0]]

    mbs, node = coordinates(2)
    stiff = np.array([[1e9 + 1.0, -1e9], [-1e9, 1e9]])
    mbs.AddObject(
        ObjectGenericODE2(nodeNumbers=[node], massMatrix=np.eye(2), stiffnessMatrix=stiff)
    )
    other = mbs.AddNode(
        NodeGenericODE2(
            referenceCoordinates=[0.0], initialCoordinates=[0.0], initialCoordinates_t=[0.0],
            numberOfODE2Coordinates=1,
        )
    )  # fmt: skip
    mbs.AddObject(
        ObjectGenericODE2(nodeNumbers=[other], massMatrix=np.eye(1), forceUserFunction=pull)
    )
    mbs.Assemble()
    assert mbs.ComputeModes().eigenvalues == pytest.approx([0.5, 3.0, 2e9], rel=1e-6)


def test_stiffness_by_differences_that_only_rounds_is_zero():
    """Two free masses on a spring with a function: the motion of both has no stiffness."""

    def spring(mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force):
        return 1234.567 * deltaL + 3e4 * deltaL**3

    mbs = system()
    ends = [mbs.CreateMassPoint(referencePosition=[x, 0, 0], physicsMass=1.0) for x in (0.1, 1.3)]
    markers = [mbs.AddMarker(MarkerBodyPosition(bodyNumber=body)) for body in ends]
    mbs.AddObject(
        SpringDamper(markerNumbers=markers, referenceLength=1.2, springForceUserFunction=spring)
    )
    mbs.Assemble()
    values = mbs.ComputeModes().eigenvalues
    assert np.count_nonzero(values) == 1
    assert values[-1] == pytest.approx(2.0 * 1234.567, rel=1e-6)


def with_first_order(weight, strong=0.0):
    """x'' = -4 x + 1.5 y + strong z/2, y' = -2 y + 0.7 x + 0.4 x', z' = -5 z.

    The functions ask mbs for the state. A load `weight` and a part of the function hold each other.
    """
    mbs, node = coordinates(1)
    first = mbs.AddNode(
        NodeGenericODE1(
            referenceCoordinates=[0.0, 0.0], initialCoordinates=[0.0, 0.0],
            numberOfODE1Coordinates=2,
        )
    )  # fmt: skip

    def force(mbs, t, itemNumber, q, q_t):
        y = mbs.systemData.GetODE1Coordinates()
        return [3.0 * y[0] + strong * y[1] - weight]

    def rates(mbs, t, itemNumber, y):
        x = mbs.systemData.GetODE2Coordinates()[0]
        speed = mbs.systemData.GetODE2Coordinates_t()[0]
        return [-2.0 * y[0] + 0.7 * x + 0.4 * speed, -5.0 * y[1]]

    mbs.AddObject(
        ObjectGenericODE2(
            nodeNumbers=[node], massMatrix=[[2.0]], stiffnessMatrix=[[8.0]], forceVector=[weight],
            forceUserFunction=force,
        )
    )  # fmt: skip
    mbs.AddObject(ObjectGenericODE1(nodeNumbers=[first], rhsUserFunction=rates))
    mbs.Assemble()
    A = [[0, 1, 0, 0], [-4, 0, 1.5, strong / 2], [0.7, 0.4, -2, 0], [0, 0, 0, -5]]
    expected = np.linalg.eigvals(np.array(A, float))
    return mbs.ComputeModes(damped=True).eigenvalues, expected[expected.imag >= 0.0]


@pytest.mark.parametrize(
    ("weight", "strong", "tolerance"), [(0.0, 0.0, 1e-9), (1e5, 0.0, 1e-5), (0.0, 1e10, 1e-9)]
)
def test_coupling_with_first_order_coordinates(weight, strong, tolerance):
    """Neither large forces that are in balance nor a far stronger coupling hide it."""
    found, expected = with_first_order(weight, strong)
    assert sorted_pairs(found) == pytest.approx(sorted_pairs(expected), rel=tolerance)


def test_first_order_coordinates_follow_velocities_that_equations_tie():
    """y' = -4 y + (speeds), on a blade: y = (speeds of a shape)/(s + 4).

    The speeds are s times the shape.
    """
    mbs = sleigh(2.0, 1.7, 0.4, 3.0)
    node = mbs.AddNode(
        NodeGenericODE1(
            referenceCoordinates=[0.0], initialCoordinates=[0.0], numberOfODE1Coordinates=1
        )
    )

    def rates(mbs, t, itemNumber, y):
        speeds = mbs.systemData.GetODE2Coordinates_t()
        return [-4.0 * y[0] + speeds[0] + 0.5 * speeds[1] - 0.3 * speeds[2]]

    mbs.AddObject(ObjectGenericODE1(nodeNumbers=[node], rhsUserFunction=rates))
    mbs.Assemble()
    modes = mbs.ComputeModes(damped=True)
    s, own = modes.eigenvalues, modes.first_order[0]
    (turning,) = np.flatnonzero(np.abs(s + 2.0 * 0.4 * 3.0 / 1.7) < 1e-6)
    speeds = s[turning] * modes.vectors[:, turning]
    assert np.abs(speeds[:2]).min() > 0.1
    driven = speeds @ [1.0, 0.5, -0.3]
    assert own[turning] * (s[turning] + 4.0) == pytest.approx(driven, rel=1e-6)


@pytest.mark.parametrize("damped", [False, True])
def test_many_motions_without_stiffness_in_the_sparse_solver(damped):
    """Masses on a line that nothing holds across: 60 equal eigenvalues, found one by one."""
    modes = chain(30, rest=1.0).ComputeModes(6, damped=damped, useSparseSolver=True)
    assert not modes.eigenvalues.any() and len(modes) == 6
    assert np.linalg.matrix_rank(modes.vectors) >= (3 if damped else 6)


def test_a_soft_motion_far_from_stiff_ones_is_no_rounding():
    """omega^2 of 1e-6 and 1e12 in one system that does not couple them."""
    values = generic(np.eye(2), np.diag([1e12, 1e-6])).ComputeModes().eigenvalues
    assert values == pytest.approx([1e-6, 1e12], rel=1e-12)
    K = np.diag([1e10, 1e-6, 2e-6])
    K[1, 2] = 5e-7
    assert generic(np.eye(3), K).ComputeModes().eigenvalues == pytest.approx([1e-6, 2e-6, 1e10])
    damped = generic(np.eye(2), np.diag([1e12, 1e-6])).ComputeModes(damped=True)
    assert damped.eigenvalues == pytest.approx([1e-3j, 1e6j], rel=1e-9)


@pytest.mark.parametrize("seed", range(6))
def test_masses_that_move_together_only(seed):
    """M = r r^T is singular but for rounding, which may look like a small mass.

    One mode is left: with K = 1 its shape is r, omega^2 = 1/|r|^2.
    """
    r = np.random.default_rng(seed).uniform(0.1, 1.0, 3)
    modes = generic(np.outer(r, r), np.eye(3)).ComputeModes()
    assert modes.eigenvalues == pytest.approx([1.0 / (r @ r)], rel=1e-12)
    assert any("2 of 3 independent coordinates have no mass" in note for note in modes.notes)
