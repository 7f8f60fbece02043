"""Nested calls: user functions that read outputs and solve, and those that never end."""

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *
from tests.cases import looped

FORCE = exu.OutputVariableType.Force
POSITION = exu.OutputVariableType.Position


def springs(*functions, position=(2.0, 0.0, 0.0)):
    """A mass on springs without stiffness, each with its own force function."""
    mbs = exu.SystemContainer().AddSystem()
    node = mbs.AddNode(NodePoint(name="n", referenceCoordinates=position))
    mbs.AddObject(MassPoint(physicsMass=3.0, nodeNumber=node))
    ground = mbs.AddObject(ObjectGround())
    ends = [
        mbs.AddMarker(MarkerBodyPosition(bodyNumber=ground)),
        mbs.AddMarker(MarkerNodePosition(nodeNumber=node)),
    ]
    for k, function in enumerate(functions):
        mbs.AddObject(
            SpringDamper(
                name=f"s{k}", markerNumbers=ends, referenceLength=1.0,
                springForceUserFunction=function,
            )
        )  # fmt: skip
    mbs.Assemble()
    return mbs


def steps(count=2, end=0.002):
    settings = exu.SimulationSettings()
    settings.timeIntegration.numberOfSteps, settings.timeIntegration.endTime = count, end
    return settings


WAYS = {
    "run": lambda mbs: mbs.SolveDynamic(steps()),
    "rest": lambda mbs: mbs.SolveStatic(steps()),
    "modes": lambda mbs: mbs.ComputeODE2Eigenvalues(),
    "check": lambda mbs: mbs.Check(),
}


def told(way, mbs):
    """What a way of solving reports about a function that cannot be called."""
    if way == "check":
        found = [finding for finding in mbs.Check() if finding.code == "function"]
        assert len(found) == 1
        return found[0].text
    with pytest.raises(exu.SysError) as caught:
        WAYS[way](mbs)
    return str(caught.value)


# ------------------------------------------------------------------------------- outputs


def test_outputs_that_call_functions_that_ask_for_outputs():
    """Each has separate memory: the inner values do not reach the outer ones."""

    def place(mbs, t, number, *_):
        return 10.0 * mbs.GetNodeOutput("n", POSITION)[0] + mbs.GetObjectOutput("s2", FORCE)[0]

    def constant(mbs, t, number, *_):
        return 0.25 * mbs.GetNodeOutput("n", POSITION)[1]

    def twice(mbs, t, number, *_):
        return 2.0 * np.linalg.norm(mbs.GetObjectOutput("s1", FORCE))

    mbs = springs(twice, place, constant, position=(3.0, 4.0, 0.0))
    mbs.AddSensor(SensorObject(name="f", objectNumber=2, outputVariableType=FORCE))
    mbs.AddSensor(SensorObject(name="g", objectNumber=3, outputVariableType=FORCE))
    mbs.Assemble()
    direction = np.array([0.6, 0.8, 0.0])
    inner = 30.0 + 0.6 * 1.0
    np.testing.assert_allclose(mbs.GetObjectOutput("s1", FORCE), inner * direction, rtol=1e-14)
    np.testing.assert_allclose(mbs.GetObjectOutput("s0", FORCE), 2 * inner * direction, rtol=1e-14)
    found = mbs.SolveDynamic(steps()).sensors
    np.testing.assert_allclose(found["g"][0, 1:], inner * direction, rtol=1e-14)
    np.testing.assert_allclose(found["f"][0, 1:], 2 * inner * direction, rtol=1e-14)
    x = mbs.solution.coordinates[-1, :2] + (3.0, 4.0)
    last = found["f"][-1, 1:]
    unit = np.array([*x, 0.0]) / np.hypot(*x)
    np.testing.assert_allclose(last, 2 * (10 * x[0] + 0.25 * x[1] * unit[0]) * unit, rtol=1e-12)


@looped("way", WAYS)
def test_a_function_that_asks_for_its_own_force(way):
    calls = []

    def own(mbs, t, number, *_):
        calls.append(t)
        return mbs.GetObjectOutput(number, FORCE)[0]

    text = told(way, springs(own))
    assert "'s0' (object 2): the output Force cannot be computed inside a user function" in text
    assert len(calls) < 10


def test_two_functions_that_ask_for_each_other():
    def first(mbs, t, number, *_):
        return mbs.GetObjectOutput("s1", FORCE)[0]

    def second(mbs, t, number, *_):
        return mbs.GetObjectOutput("s0", FORCE)[0]

    mbs = springs(first, second)
    assert "cannot be computed inside a user function" in told("run", mbs)
    with pytest.raises(exu.SysError, match="Force cannot be computed inside a user function"):
        mbs.GetObjectOutput("s0", FORCE)
    assert np.array_equal(mbs.GetNodeOutput("n", POSITION), [2.0, 0.0, 0.0])


def test_a_sensor_that_asks_for_itself():
    mbs = springs()
    number = mbs.AddSensor(
        SensorUserFunction(
            name="me", sensorUserFunction=lambda mbs, t, n, f, c: mbs.GetSensorValues("me")
        )
    )
    mbs.Assemble()
    for ask in (lambda: mbs.GetSensorValues(number), lambda: mbs.SolveDynamic(steps())):
        with pytest.raises(
            exu.SysError, match=r"'me' \(sensor 0\) cannot be computed inside a user"
        ):
            ask()


def test_a_closure_asks_the_checked_system_with_its_functions():
    """While a system is checked its outputs still call its functions, bound or not."""
    heard = []
    mbs = springs(lambda mbs, t, number, *_: 5.0)

    def listen(_, t, number, *__):
        heard.append(mbs.GetObjectOutput("s0", FORCE)[0])
        return 0.0

    other = mbs.AddObject(
        SpringDamper(name="l", markerNumbers=[0, 1], referenceLength=1.0,
                     springForceUserFunction=listen)
    )  # fmt: skip
    mbs.Assemble()
    assert mbs.GetObjectOutput(other, FORCE)[0] == 0.0
    mbs.Check()
    assert len(heard) > 1 and set(heard) == {5.0}


# ------------------------------------------------------------------------------- solvers


@looped("way", WAYS)
@looped("inner", WAYS)
def test_a_function_that_solves_its_own_system(way, inner):
    calls = []

    def solves(mbs, t, number, *_):
        calls.append(t)
        WAYS[inner](mbs)
        return 0.0

    text = told(way, springs(solves))
    assert "cannot be called while the system is being solved or checked" in text
    assert len(calls) < 5


def test_a_failed_run_is_explained_without_solving_in_turn():
    """The check after an error calls functions, too: they meet a system that is being solved."""
    mbs = exu.SystemContainer().AddSystem()
    nodes = [mbs.AddNode(Node1D()), mbs.AddNode(NodePoint())]
    ends = [mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=n, coordinate=0)) for n in nodes]
    calls = []

    def solves(mbs, t, number, offset):
        calls.append(t)
        mbs.SolveDynamic()
        return 0.0

    mbs.AddObject(
        CoordinateConstraint(markerNumbers=ends, velocityLevel=True, offsetUserFunction=solves)
    )
    mbs.Assemble()
    with pytest.raises(exu.SysError, match="no mass acts on coordinate 0 of Node1D 'node0'"):
        mbs.SolveDynamic()
    assert len(calls) < 20
    assert not mbs.is_running


@pytest.mark.parametrize("way", ["run", "rest", "modes"])
def test_systems_that_solve_systems_without_an_end(way):
    calls = []

    def solves(mbs, t, number, *_):
        calls.append(t)
        WAYS[way](springs(solves))
        return 0.0

    assert "5 systems that are being solved inside each other" in told(way, springs(solves))
    assert len(calls) == 5
    assert len(springs(lambda mbs, t, number, *_: 0.0).SolveDynamic(steps()).times) == 2


def test_another_system_may_be_solved_inside_a_function():
    """The force of a spring is found by a run of another model, in each evaluation."""

    def pull(mbs, t, number, *_):
        other = springs(lambda mbs, t, number, *_: 3.0)
        other.SolveDynamic(steps())
        return -other.GetNodeOutput("n", exu.OutputVariableType.Velocity)[0] / 0.002

    mbs = springs(pull)
    solution = mbs.SolveDynamic(steps())
    assert solution.velocities[-1, 0] == pytest.approx(-0.002 / 3.0, rel=1e-9)
