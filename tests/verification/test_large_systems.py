"""Large systems: sparse solvers against dense ones, closed forms, what makes them singular."""

import warnings

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import (
    CartesianSpringDamper,
    LoadForceVector,
    MarkerBodyPosition,
    ObjectGround,
    SpringDamper,
)
from linkwork.linear.choose import Lapack, OwnLU
from linkwork.linear.fronts.high_fill import HighFill
from linkwork.linear.sparse.low_fill import LowFill

from .large_models import STIFFNESS, Linear, Solver, chain, layout_of, link, net, run
from .models import add_mass, assert_close, new_model

pytestmark = pytest.mark.processors

SPARSE = (None, Linear.EigenSparse, Linear.EigenSparseSymmetric)


@pytest.mark.parametrize("rigid", [False, True], ids=["springs", "rods"])
def test_chain_moves_as_with_dense_matrices(rigid):
    def result(linear):
        solution = run(chain(60, rigid), linear, steps=6, h=0.02)
        assert solution.statistics["fallbacks"] == 0
        return solution.coordinates[-1], solution.velocities[-1]

    dense = result(Linear.EXUdense)
    assert np.abs(dense[0]).max() > 0.05
    for linear in SPARSE:
        for found, expected in zip(result(linear), dense, strict=True):
            assert_close(found, expected, atol=2e-11)


@pytest.mark.parametrize("every", [0, 5], ids=["springs", "every fifth a rod"])
def test_net_moves_as_with_dense_matrices(every):
    def result(linear):
        solution = run(net(12, every), linear, steps=3, h=0.02)
        assert solution.statistics["fallbacks"] == 0
        return solution.coordinates[-1], solution.velocities[-1]

    dense = result(Linear.EigenDense)
    assert np.abs(dense[0]).max() > 0.05
    for linear in SPARSE:
        for found, expected in zip(result(linear), dense, strict=True):
            assert_close(found, expected, atol=2e-11)


@pytest.mark.parametrize("rigid", [False, True], ids=["springs", "rods"])
def test_chain_of_a_thousand_moves_alike_by_lu_and_ldlt(rigid):
    states = []
    for linear, is_symmetric in ((Linear.EigenSparse, 0), (Linear.EigenSparseSymmetric, 1)):
        model = chain(1000, rigid)
        solution = run(model, linear, steps=10, h=0.01)
        assert isinstance(layout_of(model), LowFill)
        assert model.mbs._data["pivots"][1] == is_symmetric
        assert solution.statistics["fallbacks"] == 0
        states.append((solution.coordinates[-1], solution.velocities[-1]))
    assert np.abs(states[0][0]).max() > 0.01
    assert_close(states[0][0], states[1][0], atol=1e-12)
    assert_close(states[0][1], states[1][1], atol=1e-10)


@pytest.mark.parametrize("rigid", [False, True], ids=["springs", "rods"])
def test_work_of_a_step_grows_linearly_with_a_chain(rigid):
    def work(count):
        model = chain(count, rigid)
        solution = run(model, steps=5, h=1e-3)
        assert solution.statistics.newton_iterations <= 3 * 5
        assert solution.statistics.factorizations <= 3 * 5 + 1
        pattern = layout_of(model).pattern
        return pattern.fill / count, LowFill.products(pattern) / count

    short = work(100)
    assert work(300) == pytest.approx(short, rel=0.02)
    assert work(1000) == pytest.approx(short, rel=0.02)


@pytest.mark.parametrize("straight", [False, True], ids=["zigzag", "straight"])
@pytest.mark.parametrize("solver", ["GeneralizedAlpha", "TrapezoidalIndex2", "RK44"])
def test_chain_of_a_thousand_rods_needs_no_full_pivoting(solver, straight):
    model, previous = new_model()
    if straight:
        for index in range(1000):
            marker = add_mass(model, [index + 1.0, 0, 0], [0, 0.01, 0])
            link(model, previous, marker, rigid=True)
            previous = marker
    else:
        model = chain(1000, True)
    solution = run(model, solver=getattr(Solver, solver), steps=5, h=1e-3)
    assert solution.statistics["fallbacks"] == 0
    assert solution.statistics["factorizations"] > 0
    rods = np.diff(positions(model), axis=0, prepend=0.0)
    assert_close(np.linalg.norm(rods, axis=1), 1.0, atol=1e-12)


def positions(model):
    """Positions of all nodes, one row each."""
    system = model.mbs.systemData
    reference = system.GetODE2Coordinates(exu.ConfigurationType.Reference)
    return (reference + system.GetODE2Coordinates()).reshape(-1, 3)


@pytest.mark.parametrize(
    ("linear", "size", "layout", "symmetric"),
    [
        (None, 3, OwnLU, None),
        (None, 8, LowFill, 0),
        (Linear.EigenSparse, 3, LowFill, 2),
        (Linear.EigenSparse, 40, LowFill, 2),
        (Linear.EigenSparseSymmetric, 3, LowFill, 1),
        (Linear.EigenSparseSymmetric, 40, LowFill, 1),
        (Linear.EXUdense, 3, OwnLU, None),
        (Linear.EXUdense, 40, Lapack, None),
        (Linear.EigenDense, 40, Lapack, None),
    ],
)
def test_linear_solver_of_a_chain(linear, size, layout, symmetric):
    model = chain(size, False)
    run(model, linear, steps=1)
    assert type(layout_of(model)) is layout
    assert getattr(layout_of(model), "symmetric", None) == symmetric


@pytest.mark.parametrize(("masses", "layout"), [(6, OwnLU), (11, Lapack)])
def test_masses_that_are_all_coupled_have_a_dense_matrix(masses, layout):
    model, ground = new_model()
    markers = [ground]
    for index in range(masses):
        marker = add_mass(model, [index + 1, index % 2, index // 3], [0, 0.01, 0])
        for other in markers:
            link(model, other, marker, rigid=False)
        markers.append(marker)
    run(model, None, steps=1)
    assert type(layout_of(model)) is layout


@pytest.mark.parametrize(
    ("linear", "layout", "symmetric", "way"),
    [
        (None, HighFill, 0, 0),
        (Linear.EigenSparse, HighFill, 2, 1),
        (Linear.EigenSparseSymmetric, HighFill, 1, 0),
        (Linear.EXUdense, Lapack, None, None),
        (Linear.EigenDense, Lapack, None, None),
    ],
)
def test_linear_solver_of_a_net(linear, layout, symmetric, way):
    model = net(10, 5)
    run(model, linear, steps=1)
    assert type(layout_of(model)) is layout
    assert getattr(layout_of(model), "symmetric", None) == symmetric
    assert way is None or model.mbs._data["pivots"][0] == way


def string(count, speeds):
    """Unit masses 1 m apart between walls, on springs of no length of their own: linear."""
    model, previous = new_model()
    ground = model.mbs.AddObject(ObjectGround())
    end = model.mbs.AddMarker(
        MarkerBodyPosition(bodyNumber=ground, localPosition=[count + 1, 0, 0])
    )
    for index in range(count + 1):
        marker = end if index == count else add_mass(model, [index + 1, 0, 0], speeds[index])
        spring = dict(referenceLength=0.0, stiffness=STIFFNESS)
        model.mbs.AddObject(SpringDamper(markerNumbers=[previous, marker], **spring))
        previous = marker
    return model


@pytest.mark.parametrize("linear", SPARSE)
def test_string_swings_with_its_frequencies(linear):
    count, h, steps = 200, 0.01, 150
    modes, sides = np.array([1, 7, 60, 200]), [[0, 1, 0], [0, 0, 1], [1, 0, 0], [0, -1, 1]]
    shapes = np.sin(np.outer(np.arange(1, count + 1), modes) * np.pi / (count + 1))
    model = string(count, 0.1 * shapes @ sides)
    solution = run(model, linear, Solver.TrapezoidalIndex2, steps, h)
    omega = 2.0 * np.sqrt(STIFFNESS) * np.sin(modes * np.pi / (2 * (count + 1)))
    # the trapezoidal rule keeps the amplitude of each mode and turns its phase by 2 atan(w h/2)
    phase = steps * 2.0 * np.arctan(omega * h / 2.0)
    expected = 0.1 * (shapes * (np.sin(phase) / omega)) @ sides
    assert_close(solution.coordinates[-1].reshape(-1, 3), expected, atol=1e-12)
    expected = 0.1 * (shapes * np.cos(phase)) @ sides
    assert_close(solution.velocities[-1].reshape(-1, 3), expected, atol=1e-10)


def test_energy_of_a_long_chain_is_kept():
    random = np.random.default_rng(4)
    count = 1000
    model = string(count, random.normal(size=(count, 3)))
    solution = run(model, None, Solver.TrapezoidalIndex2, 100, 0.005, record=0.005)

    def energy(q, v):
        places = np.zeros((count + 2, 3))
        places[:, 0] = np.arange(count + 2)
        places[1:-1] += q.reshape(-1, 3)
        return 0.5 * (v @ v) + 0.5 * STIFFNESS * (np.diff(places, axis=0) ** 2).sum()

    energies = [energy(*s) for s in zip(solution.coordinates, solution.velocities, strict=True)]
    motion = 0.5 * (solution.velocities[0] @ solution.velocities[0])
    assert len(energies) == 101
    assert np.ptp(energies) < 1e-9 * motion


def swirl(mbs, t, itemNumber, u, v, k, d, offset):
    """A spring that pushes sideways: its stiffness is as unsymmetric as can be."""
    return [300.0 * u[0] + 900.0 * u[1], 300.0 * u[1] - 900.0 * u[0], 300.0 * u[2]]


@pytest.mark.parametrize("modified", [False, True])
def test_unsymmetric_forces_in_a_net(modified):
    model = net(9, swirl=swirl)
    found = run(model, steps=5, h=0.02, modified=modified)
    assert isinstance(layout_of(model), HighFill)
    assert model.mbs._data["pivots"][0] == 1
    dense = run(net(9, swirl=swirl), Linear.EXUdense, steps=5, h=0.02, modified=modified)
    assert_close(found.coordinates[-1], dense.coordinates[-1], atol=1e-11)
    counts = [s.statistics["newton_iterations"] for s in (found, dense)]
    assert counts[0] <= counts[1] + 2


def test_unsymmetric_forces_in_a_chain():
    def result(linear):
        model = chain(50, False)
        for first, second in zip(model.markers[:-1], model.markers[1:], strict=True):
            model.mbs.AddObject(
                CartesianSpringDamper(
                    markerNumbers=[first, second], offset=[0, 0, 0], springForceUserFunction=swirl
                )
            )
        return run(model, linear, steps=5, h=0.01)

    found, dense = result(None), result(Linear.EXUdense)
    assert_close(found.coordinates[-1], dense.coordinates[-1], atol=1e-11)
    assert found.statistics["newton_iterations"] == dense.statistics["newton_iterations"]


# ------------------------------------------------------------------------------- singular systems


def refusal(model, linear=None):
    """What a run that cannot start says."""
    with pytest.raises(exu.SysError) as caught:
        run(model, linear, steps=1)
    return str(caught.value).partition("\n")[0]  # what mbs.Check() finds is told below


@pytest.mark.parametrize("rigid", [False, True], ids=["springs", "rods"])
def test_node_without_mass_among_many_is_named(rigid):
    text = refusal(chain(500, rigid, massless=[321]))
    for component in range(3):
        assert f"coordinate {component} of Point 'node321' (node 321)" in text
    assert "node320" not in text and "more" not in text
    model = chain(60, rigid, [32])
    small = [refusal(model, linear) for linear in (*SPARSE, Linear.EXUdense)]
    assert len(set(small)) == 1 and "(node 32)" in small[0]


def told(model, linear=None):
    """What a run with redundant constraints warns of."""
    with pytest.warns(UserWarning) as caught:
        run(model, linear, steps=1)
    (warning,) = caught
    assert "smallest ones that balance the loads" in str(warning.message)
    return str(warning.message)


@pytest.mark.parametrize("distance", [1.0, 1.02], ids=["redundant", "conflicting"])
def test_dependent_rods_are_named(distance):
    def texts(count, at, solvers):
        model = chain(count, True)
        first, second = model.markers[at : at + 2]
        link(model, first, second, True, name="extra", distance=distance)
        if distance == 1.0:
            return [told(model, linear) for linear in solvers]
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # it is named before the contradiction is found
            return [refusal(model, linear) for linear in solvers]

    # few rows: the rod that depends on those before it
    small = texts(60, 41, (*SPARSE, Linear.EXUdense))
    assert len(set(small)) == 1 and "'extra'" in small[0] and small[0].count("object ") == 1
    # many rows: the same
    large = texts(600, 441, SPARSE)
    assert len(set(large)) == 1 and "'extra'" in large[0] and large[0].count("(object") == 1


@pytest.mark.parametrize("linear", [*SPARSE, Linear.EXUdense])
def test_dependent_rods_in_a_net_are_named(linear):
    model = net(9, 5)
    link(model, model.markers[4, 4], model.markers[4, 5], True, name="first")
    link(model, model.markers[4, 5], model.markers[4, 4], True, name="second")
    text = told(model, linear)
    assert "'second'" in text and text.count("(object") == 1


def test_rods_that_close_a_straight_line_are_named():
    # between two walls a straight chain of rods has one rod too many: the last one
    model, previous = new_model()
    ground = model.mbs.AddObject(ObjectGround())
    for index in range(550):
        marker = add_mass(model, [index + 1.0, 0, 0])
        link(model, previous, marker, True)
        previous = marker
    wall = dict(bodyNumber=ground, localPosition=[551, 0, 0])
    link(model, previous, model.mbs.AddMarker(MarkerBodyPosition(**wall)), True)
    text = told(model)
    assert text.count("DistanceConstraint") == 1
    assert f"(object {len(model.mbs._items['object']) - 1})" in text
    # it follows from the others only on this line
    model.mbs.AddLoad(LoadForceVector(markerNumber=previous, loadVector=[0, -9.81, 0]))
    with pytest.warns(UserWarning), pytest.raises(exu.SolverError, match="do not any more"):
        run(model, steps=300, h=0.01)
