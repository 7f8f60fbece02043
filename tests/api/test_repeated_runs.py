"""Runs that are repeated give the results of a new system, to the last bit."""

import warnings

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *
from linkwork.results.replay.replay import marker_forces
from linkwork.run.direct import DirectRun
from linkwork.run.run import Run
from linkwork.utilities import InertiaCuboid
from tests.cases import looped

from .repeated import built
from .results import assert_same, assert_same_arrays
from .stepping import CASES, CHANGING, made

pytestmark = pytest.mark.processors

SOLVERS = ("GeneralizedAlpha", "TrapezoidalIndex2", "RK44", "DOPRI5", "VelocityVerlet")


def settings(steps=20, step=1e-3, **chosen):
    made = exu.SimulationSettings()
    made.timeIntegration.numberOfSteps, made.timeIntegration.endTime = steps, steps * step
    made.timeIntegration.verboseMode = 0
    made.solutionSettings.solutionWritePeriod = made.solutionSettings.sensorsWritePeriod = step
    for name, value in chosen.items():
        setattr(made.timeIntegration, name, value)
    return made


def spring_chain(mbs):
    """Two masses with springs, a load and a sensor."""
    ground = mbs.AddObject(ObjectGround())
    last = mbs.AddMarker(MarkerBodyPosition(bodyNumber=ground))
    for k in range(2):
        node = mbs.AddNode(NodePoint(referenceCoordinates=[1 + k, 0.1 * k, 0]))
        body = mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=1 + k))
        marker = mbs.AddMarker(MarkerBodyPosition(bodyNumber=body))
        spring = mbs.AddObject(
            SpringDamper(markerNumbers=[last, marker], referenceLength=0.9, stiffness=100)
        )
        last = marker
    load = mbs.AddLoad(Force(markerNumber=last, loadVector=[0.0, 1.0, 0.0]))
    mbs.AddSensor(SensorBody(bodyNumber=body, outputVariableType=exu.OutputVariableType.Position))
    return {"spring": (spring, "stiffness"), "load": (load, "loadVector")}


def pendulum(mbs):
    """A mass on a rod, with a spring."""
    ground = mbs.AddObject(ObjectGround())
    node = mbs.AddNode(NodePoint2D(referenceCoordinates=[1, 0]))
    mbs.AddObject(MassPoint2D(nodeNumber=node, physicsMass=2))
    ends = [
        mbs.AddMarker(MarkerBodyPosition(bodyNumber=ground)),
        mbs.AddMarker(MarkerNodePosition(nodeNumber=node)),
    ]
    away = mbs.AddMarker(MarkerBodyPosition(bodyNumber=ground, localPosition=[0, -2, 0]))
    mbs.AddObject(DistanceConstraint(markerNumbers=ends, distance=1))
    spring = mbs.AddObject(SpringDamper(markerNumbers=[away, ends[1]], stiffness=30, damping=0.2))
    load = mbs.AddLoad(Force(markerNumber=ends[1], loadVector=[0, -9.81, 0]))
    return {"spring": (spring, "stiffness"), "load": (load, "loadVector")}


def hanging_body(mbs):
    """A rigid body in space on a ball joint, with a bushing."""
    ground = mbs.CreateGround()
    body = mbs.CreateRigidBody(
        inertia=InertiaCuboid(1000, [0.4, 0.1, 0.2]),
        nodeType=exu.NodeType.RotationRotationVector,
        referencePosition=[0.2, 0, 0],
        gravity=[0, 0, -9.81],
    )
    mbs.CreateSphericalJoint(bodyNumbers=[ground, body], position=[0, 0, 0])
    spring = mbs.CreateSpringDamper(
        bodyNumbers=[ground, body], localPosition0=[0.4, 0, 1], localPosition1=[0.2, 0, 0],
        stiffness=200.0,
    )  # fmt: skip
    load = mbs.CreateForce(bodyNumber=body, loadVector=[0.0, 1.0, 0.0])
    return {"spring": (spring, "stiffness"), "load": (load, "loadVector")}


MODELS = (spring_chain, pendulum, hanging_body)
VALUES = {"spring": (120.0, 80.5), "load": ([0.1, -2.0, 0.0], [1.0, 0.0, 0.0])}


@looped("solver", SOLVERS)
@looped("model", MODELS)
def test_repeated_runs_equal_those_of_new_systems(model, solver):
    mbs, known = built(model, {})
    changes, initial = {}, None
    size = len(mbs.systemData.GetODE2Coordinates())
    for k, change in enumerate(("", "", "spring", "load", "", "velocity", "spring", "load", "")):
        if change in known:
            changes[change] = VALUES[change][k // 5]
            mbs._set_by_index(*known[change], changes[change])
        elif change:
            initial = np.zeros(size)
            mbs.systemData.SetODE2Coordinates_t(initial, exu.ConfigurationType.Initial)
        wanted = built(model, changes, speeds=initial)[0].SolveDynamic(settings(), solver)
        assert_same(mbs.SolveDynamic(settings(), solver), wanted)
        assert mbs._data.kept_run is not None


@looped("name", sorted(set(CASES) - CHANGING))
def test_a_second_and_a_third_run_equal_the_first(name):
    """Also where a run chooses another order of elimination at its start: closed loops."""
    mbs, chosen, solver = made(name)
    solutions = []
    for _ in range(3):
        mbs.variables.clear()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                solutions.append(mbs.SolveDynamic(chosen, solver))
            except exu.SolverError as error:
                solutions.append(error.solution)
    for again in solutions[1:]:
        assert_same_arrays(again, solutions[0])


def test_a_repeated_run_uses_the_parts_of_the_last_one():
    mbs, known = built(spring_chain, {})
    mbs.SolveDynamic(settings())
    first = mbs._data.kept_run
    mbs.SolveDynamic(settings())
    assert mbs._data.kept_run is first
    mbs._set_by_index(*known["spring"], 70.0)
    mbs.SolveDynamic(settings())
    assert mbs._data.kept_run is first
    mbs.SolveDynamic(settings(steps=21))
    assert mbs._data.kept_run is not first


def test_results_of_repeated_runs_are_separate():
    mbs, known = built(spring_chain, {})
    first = mbs.SolveDynamic(settings())
    kept = first.coordinates.copy()
    mbs._set_by_index(*known["spring"], 10.0)
    second = mbs.SolveDynamic(settings())
    assert np.array_equal(first.coordinates, kept)
    assert not np.array_equal(second.coordinates, kept)
    assert mbs.solution is second


def test_settings_that_change_after_a_run_count():
    chosen = settings()
    mbs, _ = built(spring_chain, {})
    mbs.SolveDynamic(chosen)
    chosen.timeIntegration.numberOfSteps = 40
    assert mbs.SolveDynamic(chosen).statistics.steps == 40
    assert mbs.SolveDynamic(settings()).statistics.steps == 20


def test_a_run_that_goes_on_from_the_last_one():
    both, _ = built(pendulum, {})
    whole = both.SolveDynamic(settings(steps=40), "RK44")
    mbs, _ = built(pendulum, {})
    for _ in range(2):
        found = mbs.SolveDynamic(settings(), "RK44", updateInitialValues=True)
    assert found.coordinates[-1] == pytest.approx(whole.coordinates[-1], rel=1e-12)


def test_other_solvers_between_two_runs():
    mbs, _ = built(spring_chain, {})
    wanted = mbs.SolveDynamic(settings())
    mbs.SolveStatic()
    mbs.ComputeODE2Eigenvalues()
    assert_same(mbs.SolveDynamic(settings()), wanted)
    mbs.SolveDynamic(settings(), "RK44")
    assert_same(mbs.SolveDynamic(settings()), wanted)


@looped("solver", [*SOLVERS, "ODE23"])
def test_a_stepper_after_repeated_runs(solver):
    """A Stepper starts itself: the state after the last start is no part of it."""
    mbs, known = built(spring_chain, {})
    for change in ({}, {"spring": 120.0}):
        for name, value in change.items():
            mbs._set_by_index(*known[name], value)
        wanted = built(spring_chain, change)[0].SolveDynamic(settings(), solver)
        for _ in range(3):
            assert_same(mbs.SolveDynamic(settings(), solver), wanted)
        with mbs.Stepper(settings(), solver) as run:
            run.step(20)
            assert_same(run.solution(), wanted)
            run.reset(velocities=np.zeros(6))
            run.step(20)
            assert_same(run.solution(), wanted)


def test_energies_that_are_computed_between_two_runs():
    """They evaluate the recorded states in the memory of the system."""
    mbs, known = built(pendulum, {})
    wanted = mbs.SolveDynamic(settings())
    for _ in range(3):
        found = mbs.SolveDynamic(settings())
        assert_same(found, wanted)
        found.energy()
        found.constraint_errors()
        marker_forces(mbs._model, mbs._data, found.times, found.coordinates, found.velocities)


def test_warnings_are_repeated():
    mbs = exu.SystemContainer().AddSystem()
    pendulum(mbs)
    mbs.AddObject(
        CoordinateConstraint(
            markerNumbers=[
                mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=node, coordinate=0))
                for node in (
                    mbs.AddNode(NodePointGround()),
                    mbs.AddNode(NodePoint2D(initialCoordinates=[0.1, 0])),
                )
            ]
        )
    )
    mbs.AddObject(MassPoint2D(nodeNumber=2, physicsMass=1))
    mbs.Assemble()
    for _ in range(3):
        with pytest.warns(UserWarning, match="violate the constraint by 0.1"):
            mbs.SolveDynamic(settings())


def test_a_failure_is_repeated():
    mbs, known = built(spring_chain, {})
    mbs.SolveDynamic(settings())
    mbs._set_by_index(*known["spring"], 1e300)
    for _ in range(2):
        with pytest.raises(exu.SolverError):
            mbs.SolveDynamic(settings())
    mbs._set_by_index(*known["spring"], 100.0)
    wanted = built(spring_chain, {})[0].SolveDynamic(settings())
    assert_same(mbs.SolveDynamic(settings()), wanted)


def test_a_function_that_is_set_between_two_runs_acts():
    mbs, known = built(spring_chain, {})
    mbs.SolveDynamic(settings())
    before = mbs.SolveDynamic(settings()).coordinates[-1].copy()
    mbs.SetObjectParameter(
        known["spring"][0], "springForceUserFunction",
        lambda mbs, t, itemNumber, u, v, k, d, F0: 5.0,
    )  # fmt: skip
    assert not np.allclose(mbs.SolveDynamic(settings()).coordinates[-1], before)


@pytest.fixture
def direct_runs(monkeypatch):
    """Solutions of runs that were repeated as a whole; None where the usual way was taken."""
    found, solve = [], DirectRun.solve

    def noted(run, *arguments):
        found.append(solve(run, *arguments))
        return found[-1]

    monkeypatch.setattr(DirectRun, "solve", noted)
    return found


def test_short_runs_are_repeated_as_a_whole(direct_runs):
    mbs, known = built(spring_chain, {})
    chosen = settings()
    for _ in range(3):
        mbs.SolveDynamic(chosen)
    assert direct_runs == [mbs.solution]
    mbs._set_by_index(*known["spring"], 70.0)
    mbs.SolveDynamic(chosen)
    assert direct_runs[1:] == [mbs.solution]
    assert_same(mbs.solution, built(spring_chain, {"spring": 70.0})[0].SolveDynamic(chosen))
    chosen.timeIntegration.numberOfSteps = 40
    mbs.SolveDynamic(chosen)
    assert len(direct_runs) == 2


def test_a_run_that_fails_when_it_is_repeated_fails_as_a_new_one(direct_runs):
    huge = {"load": [0.0, 1e305, 0.0]}
    with pytest.raises(exu.SolverError) as wanted:
        built(spring_chain, huge)[0].SolveDynamic(settings())
    mbs, known = built(spring_chain, {})
    for _ in range(3):
        mbs.SolveDynamic(settings())
    mbs._set_by_index(*known["load"], huge["load"])
    with pytest.raises(exu.SolverError) as found:
        mbs.SolveDynamic(settings())
    assert direct_runs[-1] is None
    assert str(found.value) == str(wanted.value)
    assert_same(found.value.solution, wanted.value.solution)
    mbs._set_by_index(*known["load"], [0.0, 1.0, 0.0])
    assert_same(mbs.SolveDynamic(settings()), built(spring_chain, {})[0].SolveDynamic(settings()))


def test_an_interrupted_repetition_keeps_its_results(monkeypatch):
    mbs, _ = built(spring_chain, {})
    for _ in range(3):
        wanted = mbs.SolveDynamic(settings())

    def interrupted(run):
        raise KeyboardInterrupt

    monkeypatch.setattr(Run, "look_back", interrupted)
    with pytest.raises(KeyboardInterrupt):
        mbs.SolveDynamic(settings())
    monkeypatch.undo()
    assert mbs.solution is not wanted
    assert mbs.solution.message == "stopped by the user at t = 0.02 s"
    assert np.array_equal(mbs.solution.coordinates, wanted.coordinates)
    assert not mbs.is_running
    assert_same(mbs.SolveDynamic(settings()), wanted)


def test_arrays_of_a_solution_are_made_once_and_can_be_replaced():
    mbs, _ = built(spring_chain, {})
    solution = mbs.SolveDynamic(settings())
    solution.velocities = np.zeros((1, 1))
    assert solution.coordinates is solution.coordinates
    assert solution.coordinates.flags.c_contiguous and solution.times.flags.c_contiguous
    assert solution.velocities.shape == (1, 1)
