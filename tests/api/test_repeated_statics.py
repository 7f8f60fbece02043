"""Equilibria that are found again and again are those of a new system, to the last bit."""

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *
from linkwork.statics.direct import DirectStatic

from .repeated import built
from .results import assert_same

pytestmark = pytest.mark.processors

VALUES = {"spring": (1200.0, 805.0), "load": ([0.1, -2.0, 0.3], [1.0, 0.0, -0.5])}


def settings(steps=1, **chosen):
    made = exu.SimulationSettings()
    made.staticSolver.numberOfLoadSteps, made.staticSolver.verboseMode = steps, 0
    for name, value in chosen.items():
        setattr(made.staticSolver, name, value)
    return made


def net(mbs):
    """Four masses between springs under tension, with a load and a sensor of a force."""
    ground = mbs.AddObject(ObjectGround())
    markers = {}
    for i in range(4):
        for j in range(4):
            place = [float(i), float(j), 0.0]
            if i in (0, 3) or j in (0, 3):
                markers[i, j] = mbs.AddMarker(
                    MarkerBodyPosition(bodyNumber=ground, localPosition=place)
                )
                continue
            node = mbs.AddNode(NodePoint(referenceCoordinates=place, initialVelocities=[0, 0, 1]))
            body = mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=0.5))
            markers[i, j] = mbs.AddMarker(MarkerBodyPosition(bodyNumber=body))
    spring = None
    for (i, j), marker in markers.items():
        for other in ((i + 1, j), (i, j + 1)):
            if other in markers:
                ends = [marker, markers[other]]
                made = mbs.AddObject(
                    SpringDamper(markerNumbers=ends, referenceLength=0.9, stiffness=1e3)
                )
                spring = made if (i, j) == (1, 1) else spring
    load = mbs.AddLoad(Force(markerNumber=markers[1, 2], loadVector=[0.0, 1.0, -2.0]))
    mbs.AddSensor(SensorObject(objectNumber=5, outputVariableType=exu.OutputVariableType.Force))
    return {"spring": (spring, "stiffness"), "load": (load, "loadVector")}


def arm(mbs):
    """A body in the plane on a joint, held by a spring: not plain, a constraint."""
    ground = mbs.CreateGround()
    body = mbs.CreateRigidBody2D(
        referencePosition=[0.5, 0.0], physicsMass=1.0, inertia=0.1, gravity=[0.0, -9.81, 0.0]
    )
    mbs.CreateRevoluteJoint2D(bodyNumbers=[ground, body], position=[0.0, 0.0, 0.0])
    spring = mbs.CreateSpringDamper(
        bodyNumbers=[ground, body], localPosition0=[0.5, 1.0, 0], localPosition1=[0.5, 0, 0],
        stiffness=300.0,
    )  # fmt: skip
    load = mbs.CreateForce(bodyNumber=body, loadVector=[0.0, -1.0, 0.0])
    return {"spring": (spring, "stiffness"), "load": (load, "loadVector")}


def rope(mbs):
    """A body in the plane on two ropes, which only pull: they have branches."""
    ground = mbs.CreateGround()
    body = mbs.CreateRigidBody2D(
        referencePosition=[0.0, -1.0], physicsMass=1.0, inertia=0.1, gravity=[0.0, -9.81, 0.0]
    )
    fixed = [
        mbs.AddMarker(MarkerBodyRigid(bodyNumber=ground, localPosition=[x, 0, 0]))
        for x in (-0.5, 0.5)
    ]
    held = [
        mbs.AddMarker(MarkerBodyRigid(bodyNumber=body, localPosition=[x, 0, 0]))
        for x in (-0.5, 0.5)
    ]
    for ends in zip(fixed, held, strict=True):
        spring = mbs.AddObject(
            PlanarSpringDamper(
                markerNumbers=ends, referenceLength=0.99, stiffness=500, springType="Tensile"
            )
        )
    away = mbs.AddMarker(MarkerBodyRigid(bodyNumber=ground, localPosition=[0.0, -1.0, 0.0]))
    mid = mbs.AddMarker(MarkerBodyRigid(bodyNumber=body))
    mbs.AddObject(CartesianSpringDamper(markerNumbers=[away, mid], stiffness=[50, 50, 0]))
    load = mbs.CreateForce(bodyNumber=body, loadVector=[0.0, -1.0, 0.0])
    return {"spring": (spring, "stiffness"), "load": (load, "loadVector")}


MODELS = {"net": net, "arm": arm, "rope": rope}


@pytest.fixture
def direct_runs(monkeypatch):
    """Solutions of runs that were repeated as a whole; None where the usual way was taken."""
    found, solve = [], DirectStatic.solve

    def noted(run, *arguments):
        found.append(solve(run, *arguments))
        return found[-1]

    monkeypatch.setattr(DirectStatic, "solve", noted)
    return found


@pytest.mark.parametrize("steps", [1, 3])
@pytest.mark.parametrize("modified", [False, True])
@pytest.mark.parametrize("name", MODELS)
def test_repeated_runs_equal_those_of_new_systems(name, modified, steps, direct_runs):
    def chosen():
        made = settings(steps, loadStepGeometric=steps > 1)
        made.staticSolver.newton.useModifiedNewton = modified
        return made

    mbs, known = built(MODELS[name], {})
    changes, start, again = {}, None, []
    size = len(mbs.systemData.GetODE2Coordinates())
    for k, change in enumerate(("", "", "spring", "load", "", "start", "spring", "load", "")):
        if change in known:
            changes[change] = VALUES[change][k // 5]
            mbs._set_by_index(*known[change], changes[change])
        elif change:
            start = 1e-3 * np.arange(size)
            mbs.systemData.SetODE2Coordinates(start, exu.ConfigurationType.Initial)
        wanted = built(MODELS[name], changes, start)[0].SolveStatic(chosen())
        found = mbs.SolveStatic(chosen())
        assert_same(found, wanted)
        assert mbs.solution is found and np.abs(found.coordinates[-1]).max() > 1e-4
        again.append(found in direct_runs)
    assert again == [False] + 8 * [name == "net"]


def test_results_of_repeated_runs_are_separate():
    mbs, known = built(net, {})
    solutions = [mbs.SolveStatic(settings()) for _ in range(2)]
    kept = solutions[1].coordinates.copy()
    mbs._set_by_index(*known["spring"], 100.0)
    mbs.SolveStatic(settings())
    assert np.array_equal(solutions[0].coordinates, kept)
    assert np.array_equal(solutions[1].coordinates, kept)
    assert not np.array_equal(mbs.solution.coordinates, kept)


def test_other_settings_and_solvers_between_repeated_runs():
    mbs, _ = built(net, {})
    whole = mbs.SolveStatic(settings())
    for _ in range(2):
        assert_same(mbs.SolveStatic(settings()), whole)
        assert len(mbs.SolveStatic(settings(steps=4)).times) == 5
        assert_same(mbs.SolveStatic(settings()), whole)
        mbs.SolveDynamic()
        assert_same(mbs.SolveStatic(settings()), whole)
        whole.energy()
        assert_same(mbs.SolveStatic(settings()), whole)


def test_runs_that_go_on_from_their_result(direct_runs):
    mbs, _ = built(net, {})
    first = mbs.SolveStatic(settings(), updateInitialValues=True)
    for _ in range(3):
        again = mbs.SolveStatic(settings(), updateInitialValues=True)
        assert again.statistics.newton_iterations <= 2
        assert again.coordinates[-1] == pytest.approx(first.coordinates[-1], abs=1e-14)
    assert direct_runs.count(None) == 0


def test_an_equilibrium_that_becomes_unstable_is_searched_for_in_the_usual_way(direct_runs):
    def column(mbs):
        """A mass on a spring that is pushed from above, held sideways by a weak spring."""
        ground = mbs.AddObject(ObjectGround())
        node = mbs.AddNode(NodePoint2D(referenceCoordinates=[0.0, 1.0]))
        mbs.AddObject(MassPoint2D(nodeNumber=node, physicsMass=1))
        ends = [
            mbs.AddMarker(MarkerBodyPosition(bodyNumber=ground)),
            mbs.AddMarker(MarkerNodePosition(nodeNumber=node)),
        ]
        mbs.AddObject(SpringDamper(markerNumbers=ends, referenceLength=1.0, stiffness=1e3))
        side = mbs.AddMarker(MarkerBodyPosition(bodyNumber=ground, localPosition=[0, 1, 0]))
        mbs.AddObject(CartesianSpringDamper(markerNumbers=[side, ends[1]], stiffness=[20, 0, 0]))
        load = mbs.AddLoad(Force(markerNumber=ends[1], loadVector=[0.0, -1.0, 0.0]))
        return {"load": (load, "loadVector")}

    mbs, known = built(column, {})
    for _ in range(2):
        mbs.SolveStatic(settings())
    assert direct_runs == [mbs.solution]
    mbs._set_by_index(*known["load"], [0.0, -60.0, 0.0])
    found = mbs.SolveStatic(settings())
    assert direct_runs[1:] == [None]
    assert found.coordinates[-1, 1] == pytest.approx(-2.0 - 60.0 / 1e3)  # it hangs below
    assert_same(found, built(column, {"load": [0.0, -60.0, 0.0]})[0].SolveStatic(settings()))


def test_a_failure_after_repeated_runs_is_that_of_a_new_system(direct_runs):
    mbs, known = built(net, {})
    for _ in range(3):
        mbs.SolveStatic(settings())
    errors = []
    mbs._set_by_index(*known["load"], [0.0, 1e300, 0.0])
    for system in (mbs, built(net, {"load": [0.0, 1e300, 0.0]})[0]):
        with pytest.raises(exu.SolverError) as caught:
            system.SolveStatic(settings())
        errors.append(str(caught.value))
    assert errors[0] == errors[1]
    mbs._set_by_index(*known["load"], [0.0, 1.0, -2.0])
    assert_same(mbs.SolveStatic(settings()), built(net, {})[0].SolveStatic(settings()))


def test_an_interrupted_repetition_keeps_its_results(monkeypatch):
    mbs, _ = built(net, {})
    for _ in range(3):
        wanted = mbs.SolveStatic(settings())

    def interrupted(context):
        raise KeyboardInterrupt

    monkeypatch.setattr("linkwork.statics.direct.record_end", interrupted)
    with pytest.raises(KeyboardInterrupt):
        mbs.SolveStatic(settings())
    monkeypatch.undo()
    assert mbs.solution.message == "stopped by the user at t = 1 s"
    assert np.array_equal(mbs.solution.coordinates, wanted.coordinates)
    assert not mbs.is_running
    assert_same(mbs.SolveStatic(settings()), wanted)
