"""Layouts of explicit solvers: block-diagonal mass matrices, and systems of minimum norm."""

import numpy as np
import pytest

import linkwork as exu
from linkwork.assembly.couplings import mass_layout
from linkwork.core.declare.item import define
from linkwork.core.kernels.compile import address_of
from linkwork.core.kernels.pointer import call_kernel
from linkwork.core.status import OK, SINGULAR
from linkwork.items import Force, MarkerNodePosition, MassPoint, NodePoint
from linkwork.linear.block_diagonal import BlockDiagonal
from linkwork.linear.choose import Diagonal, Lapack, OwnLU
from linkwork.linear.dense.minimum_norm import MinimumNorm
from linkwork.model.data import Data, entry_of
from linkwork.model.model import Model

pytestmark = pytest.mark.processors

EMPTY = {family: [] for family in ("node", "object", "marker", "load", "sensor")}


class System:
    """A matrix in a layout, factorized and solved by its compiled kernels."""

    def __init__(self, layout, matrix, zero_pivot=0.0, equations=0):
        self.layout, self.data = layout, Data(Model(EMPTY))
        self.data.set("row_mass", np.ones(equations))
        layout.allocate(self.data)
        self.data.scalars.zero_pivot = zero_pivot
        places = np.arange(layout.n)
        slots = layout.slots(places[:, None], places[None, :])
        kept = slots >= 0
        self.data["values"][slots[kept]] = matrix[kept]
        self.matrix = np.where(kept, matrix, 0.0)

    def call(self, kernel):
        return call_kernel(address_of(entry_of(kernel, None)), 0, self.data.address)

    def factor(self):
        return self.call(self.layout.factor)

    def solve(self, right):
        self.data.set("x", right.copy())
        assert self.call(self.layout.solve) == OK
        return self.data["x"]


def positive(n, seed=0):
    root = np.random.default_rng(seed).normal(size=(n, n))
    return root @ root.T + np.eye(n)


GROUPS = [np.array([0, 4]), np.array([2, 3, 5]), np.array([5, 6])]
"""Coordinates 0 to 6: blocks {0, 4}, {1}, {2, 3, 5, 6}."""


def test_blocks_are_the_connected_coordinates():
    layout = BlockDiagonal(7, GROUPS)
    assert layout.members.tolist() == [0, 4, 1, 2, 3, 5, 6]
    assert layout.blocks.tolist() == [[0, 2, 0], [2, 1, 4], [3, 4, 5]]
    places = np.arange(7)
    slots = layout.slots(places[:, None], places[None, :])
    assert sorted(slots[slots >= 0]) == list(range(4 + 1 + 16))
    assert slots[0, 1] == slots[4, 2] == -1
    assert layout.slots(np.array([-1, 0, 0]), np.array([0, -1, 4])).tolist() == [-1, -1, 2]


def test_block_diagonal_solves_its_blocks():
    system = System(BlockDiagonal(7, GROUPS), positive(7))
    assert system.matrix[2, 6] != 0 == system.matrix[0, 2]
    assert system.factor() == OK
    right = np.arange(1.0, 8.0)
    np.testing.assert_allclose(system.matrix @ system.solve(right), right, rtol=1e-12)
    np.testing.assert_array_equal(
        system.layout.diagonal(system.data["values"]), np.diag(system.matrix)
    )


def test_blocks_without_symmetry_are_solved_too():
    matrix = positive(7)
    matrix[2, 6] += 0.5
    matrix[5, 2] -= 0.25
    system = System(BlockDiagonal(7, GROUPS), matrix)
    assert system.factor() == OK
    right = np.arange(1.0, 8.0)
    np.testing.assert_allclose(system.matrix @ system.solve(right), right, rtol=1e-12)
    matrix[6, 6] = -3.0
    assert System(BlockDiagonal(7, GROUPS), matrix).factor() == SINGULAR


@pytest.mark.parametrize("bad", [np.zeros((7, 7)), np.ones((7, 7)), -np.eye(7)])
def test_block_without_mass_is_singular(bad):
    assert System(BlockDiagonal(7, GROUPS), bad).factor() == SINGULAR


@pytest.mark.parametrize("layout", [OwnLU, Lapack])
def test_small_pivots_count_as_singular(layout):
    matrix = np.diag([1.0, 2.0, 1e-9])
    assert System(layout(3), matrix).factor() == OK
    assert System(layout(3), matrix, zero_pivot=1e-10).factor() == OK
    assert System(layout(3), matrix, zero_pivot=1e-8).factor() == SINGULAR


def saddle(gradients, masses):
    n, m = len(masses), len(gradients)
    matrix = np.zeros((n + m, n + m))
    matrix[:n, :n] = np.diag(masses)
    matrix[n:, :n] = gradients
    matrix[:n, n:] = gradients.T
    return matrix


def test_minimum_norm_is_the_solution_of_a_regular_system():
    random = np.random.default_rng(1)
    matrix = saddle(random.normal(size=(6, 14)), random.uniform(1e-3, 1e3, 14))
    system = System(MinimumNorm(20), matrix)
    assert system.factor() == OK
    right = random.normal(size=20)
    np.testing.assert_allclose(system.solve(right), np.linalg.solve(matrix, right), rtol=1e-8)


def test_minimum_norm_keeps_rows_that_are_small_but_independent():
    random = np.random.default_rng(3)
    gradients = random.normal(size=(3, 6)) * [[1e-7], [1.0], [1e5]]
    matrix = saddle(gradients, random.uniform(1.0, 5.0, 6))
    system = System(MinimumNorm(9), matrix, equations=3)
    assert system.factor() == OK
    right = random.normal(size=9) * np.append(np.ones(6), [1e-7, 1.0, 1e5])
    np.testing.assert_allclose(system.solve(right), np.linalg.solve(matrix, right), rtol=1e-6)


def test_minimum_norm_shares_loads_of_equal_rows():
    random = np.random.default_rng(2)
    gradients = random.normal(size=(3, 6))
    masses, forces = random.uniform(1.0, 5.0, 6), random.normal(size=6)
    single = np.linalg.solve(saddle(gradients, masses), np.append(forces, np.zeros(3)))
    repeated = saddle(gradients[[0, 1, 2, 2, 2]], masses)
    system = System(MinimumNorm(11), repeated, equations=5)
    assert system.factor() == OK
    x = system.solve(np.append(forces, np.zeros(5)))
    np.testing.assert_allclose(x[:8], single[:8], rtol=1e-11)
    np.testing.assert_allclose(x[8:], single[8] / 3, rtol=1e-11)


def test_minimum_norm_of_parts_is_that_of_the_whole():
    gradients = np.array([[1.0, 0.0, 0.0, 2.0], [0.0, 1.0, 3.0, 0.0], [2.0, 0.0, 0.0, 4.0]])
    matrix = saddle(gradients, np.array([2.0, 1.0, 3.0, 5.0]))
    whole = System(MinimumNorm(7), matrix, equations=3)
    parts = System(MinimumNorm(7, np.nonzero(matrix)), matrix, equations=3)
    assert parts.data["lapack"][6:].tolist() == [2, 0, 4, 7, 0, 3, 4, 6, 1, 2, 5]
    right = np.arange(1.0, 8.0)
    right[6] = 2.0 * right[4]
    found = []
    for system in (whole, parts):
        assert system.factor() == OK
        found.append(system.solve(right))
    np.testing.assert_allclose(found[1], found[0], rtol=1e-13)
    np.testing.assert_allclose(matrix @ found[1], right, rtol=1e-13)
    assert found[1][6] == pytest.approx(2.0 * found[1][4], rel=1e-13)


def test_minimum_norm_leaves_rows_without_coordinates_at_zero():
    matrix = saddle(np.array([[0.0, 0.0], [1.0, 0.0]]), [2.0, 3.0])
    system = System(MinimumNorm(4), matrix, equations=2)
    assert system.factor() == OK
    x = system.solve(np.array([4.0, 6.0, 0.0, 0.0]))
    np.testing.assert_allclose(x, [0, 2, 0, 4], rtol=0, atol=1e-14)


def test_minimum_norm_takes_masses_of_rounding_size_as_none():
    """Such as that of a scalar Euler parameter, which the equation of the norm determines."""
    gradients = np.array([[2.0, 1e-31, 0.0], [0.0, 1.0, 1.0], [0.0, 1.0, 1.0]])
    matrix = saddle(gradients, [1e-62, 0.5, 3.0])
    system = System(MinimumNorm(6), matrix, equations=3)
    assert system.factor() == OK
    x = system.solve(np.array([0.0, 4.0, 6.0, 0.8, 0.7, 0.7]))
    regular = np.ix_([1, 2, 4], [1, 2, 4])
    slid = np.linalg.solve(matrix[regular], [4.0, 6.0, 0.7])
    np.testing.assert_allclose(x, [0.4, *slid[:2], 0, slid[2] / 2, slid[2] / 2], atol=1e-12)


def test_minimum_norm_refuses_numbers_that_are_not_finite():
    assert System(MinimumNorm(2), np.full((2, 2), np.nan)).factor() == SINGULAR


COUPLING = 0.5


class SkewMass(MassPoint):
    """A mass m whose accelerations in x and y are coupled: M_xy = m/2."""

    type_name = "SkewMass"
    short_name = ""
    couples_coordinates = True


def jacobian(table, ca, slots, values_out):
    for i in range(table.size):
        for r in range(3):
            values_out[slots[i, r, r]] += ca * table[i].m
        values_out[slots[i, 0, 1]] += ca * COUPLING * table[i].m
        values_out[slots[i, 1, 0]] += ca * COUPLING * table[i].m


define(SkewMass, jacobian)


def pushed_masses(*kinds):
    """One mass of 2 kg of each kind, pushed by 3 N along x."""
    mbs = exu.SystemContainer().AddSystem()
    for kind in kinds:
        node = mbs.AddNode(NodePoint())
        mbs.AddObject(kind(nodeNumber=node, physicsMass=2.0))
        marker = mbs.AddMarker(MarkerNodePosition(nodeNumber=node))
        mbs.AddLoad(Force(markerNumber=marker, loadVector=[3, 0, 0]))
    mbs.Assemble()
    return mbs


def test_layout_follows_the_bodies():
    assert isinstance(mass_layout(pushed_masses(MassPoint)._model), Diagonal)
    layout = mass_layout(pushed_masses(MassPoint, SkewMass)._model)
    assert layout.blocks[:, 1].tolist() == [1, 1, 1, 3]


@pytest.mark.parametrize("solver", ["RK44", "DOPRI5", "VelocityVerlet"])
def test_coupled_coordinates_move_together(solver):
    mbs = pushed_masses(MassPoint, SkewMass)
    solution = mbs.SolveDynamic(solverType=getattr(exu.DynamicSolverType, solver))
    skew = np.linalg.solve([[2, 1, 0], [1, 2, 0], [0, 0, 2]], [3, 0, 0])
    accelerations = np.array([1.5, 0, 0, *skew])
    np.testing.assert_allclose(solution.accelerations[-1], accelerations, rtol=1e-14)
    np.testing.assert_allclose(solution.coordinates[-1], accelerations / 2, rtol=1e-12)


def test_minimum_norm_refuses_matrices_that_are_not_symmetric():
    """It would take the upper triangle for the whole matrix."""
    matrix = saddle(np.array([[0.0, 0.0, 1.0]]), np.array([2.0, 1.0, 1.0]))
    assert System(MinimumNorm(4), matrix).factor() == OK
    matrix[0, 1] = 1.5
    assert System(MinimumNorm(4), matrix).factor() == SINGULAR
