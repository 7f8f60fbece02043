"""Systems without unknowns, and errors about constraints that depend on each other."""

import warnings

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *
from tests.cases import looped

from .models import AVAILABLE, Solver, make_settings, new_system, pendulum

pytestmark = pytest.mark.processors


@looped("solver", AVAILABLE, ids=lambda solver: solver.name)
@looped("linear", list(exu.LinearSolverType), ids=lambda linear: linear.name)
def test_systems_without_coordinates_run_with_every_solver(solver, linear):
    mbs = new_system()
    ground = mbs.AddObject(ObjectGround())
    ends = [
        mbs.AddMarker(MarkerBodyPosition(bodyNumber=ground, localPosition=[x, 0, 0]))
        for x in (0, 2)
    ]
    mbs.AddObject(SpringDamper(markerNumbers=ends, stiffness=1.0, referenceLength=1.0))
    settings = make_settings(1.0, 10, record=0.5)
    settings.linearSolverType = linear
    solution = mbs.SolveDynamic(settings, solver)
    np.testing.assert_allclose(solution.times, [0.0, 0.5, 1.0])
    assert solution.coordinates.shape == (3, 0)
    assert solution.statistics.fallbacks == 0


def twins(**twin):
    """A pendulum with a second rod that says the same, and one that is switched off."""
    s = pendulum()
    ends = [s.fixed, s.end]
    s.mbs.AddObject(
        DistanceConstraint(name="idle", markerNumbers=ends, distance=1.0, activeConnector=False)
    )
    s.mbs.AddObject(DistanceConstraint(name="twin", markerNumbers=ends, distance=1.0, **twin))
    return s


def assert_shared(solution, alone, steps, tolerance=1e-10):
    """The motion is that without the twin, and both rods carry the same load.

    Returns half of the load without the twin, and the load of each rod.
    """
    assert np.abs(solution.coordinates - alone.coordinates).max() < tolerance
    force, half = alone.multipliers[steps, 0], solution.multipliers[steps]
    assert half[:, 0] == pytest.approx(half[:, 2], rel=1e-12)
    assert not half[:, 1].any()
    return 0.5 * force, half[:, 0]


def test_only_active_constraints_are_named_as_redundant():
    settings = make_settings(0.1, 10)
    with pytest.warns(UserWarning, match="DistanceConstraint 'twin'.*redundant") as told:
        solution = twins().mbs.SolveDynamic(settings)
    assert len(told) == 1 and "idle" not in str(told[0].message)
    wanted, found = assert_shared(solution, pendulum().mbs.SolveDynamic(settings), slice(0, None))
    assert found == pytest.approx(wanted, rel=1e-7, abs=1e-12)


def test_a_redundant_constraint_that_is_switched_on_in_a_run_is_named():
    s = twins(activeConnector=False)

    def switch_on(mbs, t):
        if t > 0.055:
            mbs.SetObjectParameter("twin", "activeConnector", True)
        return True

    s.mbs.SetPreStepUserFunction(switch_on)
    settings = make_settings(0.1, 10, record=0.01)
    with pytest.warns(UserWarning, match="'twin'.* at t = 0.05 s.*smallest ones") as told:
        solution = s.mbs.SolveDynamic(settings)
    assert len(told) == 1 and "idle" not in str(told[0].message)
    # the integrator starts anew where a constraint is switched on: a difference of order h^2
    assert_shared(solution, pendulum().mbs.SolveDynamic(settings), slice(6, None), 2e-8)


def test_a_run_that_shared_loads_leaves_no_trace_for_the_next_one():
    s = twins()
    settings = make_settings(0.1, 10)
    with pytest.warns(UserWarning, match="'twin'.*redundant"):
        shared = s.mbs.SolveDynamic(settings, Solver.RK44)
    with pytest.warns(UserWarning, match="'twin'.*redundant"):
        again = s.mbs.SolveDynamic(settings, Solver.RK44)
    assert np.array_equal(again.coordinates, shared.coordinates)
    s.mbs.SetObjectParameter("twin", "activeConnector", False)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        alone = s.mbs.SolveDynamic(settings, Solver.RK44)
    t = pendulum()
    fresh = t.mbs.SolveDynamic(settings, Solver.RK44)
    assert np.array_equal(alone.coordinates, fresh.coordinates)
    assert np.array_equal(alone.multipliers[:, 0], fresh.multipliers[:, 0])


def framework(side=8, every=5):
    """A net of springs in space, held at two corners, in which some links are rods."""
    mbs = new_system()
    ground = mbs.AddObject(ObjectGround())
    markers, rods = {}, []
    for i, j in np.ndindex(side, side):
        place, body = [0.1 * i, 0.1 * j, 0.0], ground
        if (i, j) not in ((0, 0), (0, side - 1)):
            node = mbs.AddNode(NodePoint(referenceCoordinates=place))
            body, place = mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=0.1)), [0.0] * 3
        markers[i, j] = mbs.AddMarker(MarkerBodyPosition(bodyNumber=body, localPosition=place))
    steps = ((1, 0), (0, 1), (1, 1), (1, -1))
    ends = [((i, j), (i + a, j + b)) for i, j in markers for a, b in steps]
    ends = [(one, other) for one, other in ends if other in markers]
    for k, (one, other) in enumerate(ends, 1):
        length = 0.1 * np.hypot(*np.subtract(one, other))
        pair = [markers[one], markers[other]]
        if k % every == 0:
            rods.append((pair, length))
            mbs.AddObject(DistanceConstraint(markerNumbers=pair, distance=length))
        else:
            mbs.AddObject(SpringDamper(markerNumbers=pair, referenceLength=length, stiffness=2e3))
    return mbs, rods


@looped("number", range(0, 40, 3))
def test_a_rod_that_is_doubled_in_a_net_is_named_at_the_start(number):
    mbs, rods = framework()
    pair, length = rods[number]
    settings = make_settings(0.01, 10)
    once = mbs.SolveDynamic(settings)
    mbs.AddObject(DistanceConstraint(name="twin", markerNumbers=pair, distance=length))
    with pytest.warns(UserWarning, match="^DistanceConstraint 'twin'.*cannot be satisfied") as told:
        twice = mbs.SolveDynamic(settings)
    assert len(told) == 1
    assert np.abs(twice.coordinates - once.coordinates).max() < 1e-10


@pytest.mark.parametrize("solver", [Solver.RK67, Solver.GeneralizedAlpha])
def test_a_singular_mass_matrix_beside_algebraic_coordinates(solver):
    """The algebraic coordinates of a node are equations without gradients."""
    mbs = new_system()
    two = dict(referenceCoordinates=[0, 0], initialCoordinates=[0, 0], initialCoordinates_t=[0, 0])
    node = mbs.AddNode(NodeGenericODE2(numberOfODE2Coordinates=2, **two))
    mbs.AddNode(NodeGenericAE(numberOfAECoordinates=1, initialCoordinates=[3.0]))
    mbs.AddObject(ObjectGenericODE2(nodeNumbers=[node], massMatrix=[[1, 1], [1, 1]]))
    with pytest.raises(exu.SysError, match="mass matrix is singular"):
        mbs.SolveDynamic(make_settings(0.1, 10), solver)
