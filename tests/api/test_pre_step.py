"""Pre-step functions: when they are called, what they see, change and must not change."""

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *
from tests.cases import looped

from .models import (
    Configuration,
    Output,
    Solver,
    failure,
    hard_settings,
    hard_spring,
    make_settings,
    mass_on_spring,
    pendulum,
)

pytestmark = pytest.mark.processors

SOLVERS = [Solver.GeneralizedAlpha, Solver.RK44]


# ------------------------------------------------------------------------------- locked system


FORBIDDEN = {
    "AddNode": lambda mbs: mbs.AddNode(NodePoint()),
    "AddObject": lambda mbs: mbs.AddObject(ObjectGround()),
    "AddMarker": lambda mbs: mbs.AddMarker(MarkerBodyPosition(bodyNumber=0)),
    "AddLoad": lambda mbs: mbs.AddLoad(Force(markerNumber=0)),
    "AddSensor": lambda mbs: mbs.AddSensor(SensorNode(nodeNumber=0)),
    "Assemble": lambda mbs: mbs.Assemble(),
    "SolveDynamic": lambda mbs: mbs.SolveDynamic(),
    "Reset": lambda mbs: mbs.Reset(),
    "nodeNumber": lambda mbs: mbs.SetObjectParameter("mass", "nodeNumber", 0),
    "initialVelocities": lambda mbs: mbs.SetNodeParameter("node", "initialVelocities", [1, 1, 1]),
    "markerNumbers": lambda mbs: mbs.SetObjectParameter("spring", "markerNumbers", [1, 0]),
}


@looped("where", ["user function", "pre-step function"])
@looped("what", FORBIDDEN)
def test_model_cannot_be_changed_from_inside_a_run(what, where):
    s = mass_on_spring()
    expected = s.mbs.SolveDynamic(make_settings(0.1, 10)).coordinates

    def force(mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force):
        FORBIDDEN[what](mbs)
        return stiffness * deltaL

    def pre_step(mbs, t):
        FORBIDDEN[what](mbs)
        return True

    if where == "user function":
        s.mbs.SetObjectParameter(s.spring, "springForceUserFunction", force)
    else:
        s.mbs.SetPreStepUserFunction(pre_step)
    with pytest.raises(exu.SolverError, match=what) as error:
        s.mbs.SolveDynamic(make_settings(0.1, 10))
    assert isinstance(error.value.__cause__, exu.SysError)
    assert "while the system is being solved" in str(error.value)
    s.mbs.SetObjectParameter(s.spring, "springForceUserFunction", 0)
    s.mbs.SetPreStepUserFunction(0)
    assert np.array_equal(s.mbs.SolveDynamic(make_settings(0.1, 10)).coordinates, expected)


def test_another_system_can_be_solved_from_inside_a_run():
    other = mass_on_spring()
    expected = other.mbs.SolveDynamic(make_settings(0.1, 10)).coordinates
    alone = mass_on_spring().mbs.SolveDynamic(make_settings(0.1, 10)).coordinates
    inner = []

    def pre_step(mbs, t):
        inner.append(other.mbs.SolveDynamic(make_settings(0.1, 10)).coordinates)
        return True

    s = mass_on_spring()
    s.mbs.SetPreStepUserFunction(pre_step)
    assert np.array_equal(s.mbs.SolveDynamic(make_settings(0.1, 10)).coordinates, alone)
    assert len(inner) == 10
    assert all(np.array_equal(found, expected) for found in inner)


# ------------------------------------------------------------------------------- pre-step functions


@pytest.mark.parametrize("solver", SOLVERS)
def test_pre_step_function_is_called_once_per_step_with_the_time_at_its_end(solver):
    calls = []

    def pre_step(mbs, t):
        calls.append((mbs, t, mbs.systemData.GetTime()))
        return True

    s = mass_on_spring()
    s.mbs.SetPreStepUserFunction(pre_step)
    assert s.mbs.GetPreStepUserFunction() is pre_step
    solution = s.mbs.SolveDynamic(make_settings(1.0, 100), solver)
    assert all(mbs is s.mbs for mbs, _, _ in calls)
    assert all(type(t) is float for _, t, _ in calls)
    assert [t for _, t, _ in calls] == pytest.approx(solution.times[1:], abs=1e-14)
    assert [now for _, _, now in calls] == [t for _, t, _ in calls]


def test_pre_step_function_knows_the_end_of_every_reduced_step():
    calls = []
    s = hard_spring()
    s.mbs.SetPreStepUserFunction(lambda mbs, t: calls.append(t) is None)
    solution = s.mbs.SolveDynamic(hard_settings())
    assert solution.statistics["rejected"] > 0
    missed = [t for t in solution.times[1:] if min(abs(t - np.array(calls))) > 1e-12]
    assert missed == []
    tries = solution.statistics["steps"] + solution.statistics["rejected"]
    assert len(calls) <= tries


@pytest.mark.parametrize("solver", SOLVERS)
def test_pre_step_function_does_not_change_the_result(solver):
    s = mass_on_spring()
    settings = make_settings(1.0, 100)
    before = s.mbs.SolveDynamic(settings, solver)
    s.mbs.SetPreStepUserFunction(lambda mbs, t: True)
    assert np.array_equal(s.mbs.SolveDynamic(settings, solver).coordinates, before.coordinates)
    s.mbs.SetPreStepUserFunction(None)
    assert s.mbs.GetPreStepUserFunction() == 0
    assert np.array_equal(s.mbs.SolveDynamic(settings, solver).coordinates, before.coordinates)


@pytest.mark.parametrize("solver", SOLVERS)
def test_pre_step_function_sees_the_live_state(solver):
    s = mass_on_spring(force=20.0)
    s.mbs.AddSensor(SensorMarker(name="m", markerNumber=s.end, outputVariableType=Output.Velocity))
    seen = []

    def pre_step(mbs, t):
        data = mbs.systemData
        seen.append(
            [
                data.GetODE2Coordinates(),
                data.GetODE2Coordinates_t(),
                data.GetODE2Coordinates_tt(),
                mbs.GetNodeOutput(s.node, Output.Coordinates),
                mbs.GetMarkerOutput(s.end, Output.Displacement),
                mbs.GetMarkerOutput(s.end, Output.Velocity),
                mbs.GetObjectOutputBody(s.mass, Output.Velocity),
                mbs.GetSensorValues("m"),
                mbs.GetObjectOutput(s.spring, Output.Displacement) - [1, 0, 0],
                mbs.GetObjectOutput(s.spring, Output.Velocity),
            ]
        )
        assert not mbs.GetNodeOutput(s.node, Output.Coordinates, Configuration.Initial).any()
        return True

    s.mbs.SetPreStepUserFunction(pre_step)
    solution = s.mbs.SolveDynamic(make_settings(0.5, 50), solver)
    q, v, a = solution.coordinates, solution.velocities, solution.accelerations
    expected = [q, v, a, q, q, v, v, v, q, v]
    for which, values in enumerate(expected):
        found = np.array([row[which] for row in seen])
        assert found == pytest.approx(values[:-1], abs=1e-15), which


@looped("solver", SOLVERS)
@looped("false", [False, np.False_])
def test_pre_step_function_returning_false_makes_the_step_the_last(false, solver):
    calls = []

    def pre_step(mbs, t):
        calls.append(t)
        return false if t > 0.425 else True

    s = mass_on_spring()
    s.mbs.SetPreStepUserFunction(pre_step)
    solution = s.mbs.SolveDynamic(make_settings(1.0, 100), solver)
    assert len(calls) == 43 == solution.statistics["steps"]
    assert solution.times[-1] == pytest.approx(0.43, abs=1e-12)
    assert s.mbs.systemData.GetTime() == solution.times[-1]
    s.mbs.SetPreStepUserFunction(0)
    whole = s.mbs.SolveDynamic(make_settings(1.0, 100), solver)
    assert np.array_equal(whole.coordinates[:44], solution.coordinates)


@looped("bad", [None, 1, 0, "yes", [True]], ids=repr)
def test_pre_step_function_must_return_a_bool(bad):
    def returns_nonsense(mbs, t):
        return bad

    s = mass_on_spring()
    s.mbs.SetPreStepUserFunction(returns_nonsense)
    error = failure(s.mbs, make_settings(1.0, 10))
    text = str(error)
    assert "pre-step" in text and "True" in text and "False" in text and repr(bad) in text
    assert error.solution.times.tolist() == [0.0]


@looped("bad", [1, "f", [], True])
def test_pre_step_function_must_be_callable(bad):
    s = mass_on_spring()
    with pytest.raises(exu.SysError, match="SetPreStepUserFunction"):
        s.mbs.SetPreStepUserFunction(bad)
    assert s.mbs.GetPreStepUserFunction() == 0


def test_pre_step_function_with_the_wrong_arguments_is_refused():
    s = mass_on_spring()
    with pytest.raises(exu.ParameterError, match=r"\(mbs, t\).* which takes \(t\)"):
        s.mbs.SetPreStepUserFunction(lambda t: True)
    assert s.mbs.GetPreStepUserFunction() == 0


@looped("solver", SOLVERS)
@looped("name", ["ODE2Coordinates", "ODE2Coordinates_t", "Time"])
def test_only_pre_step_functions_may_set_the_state(name, solver):
    """A user function that did would spoil the step it is called in."""
    s = mass_on_spring()

    def spoil(mbs, *arguments):
        getattr(mbs.systemData, f"Set{name}")(1.0 if name == "Time" else [1.0, 0.0, 0.0])
        return 0.0

    s.mbs.SetObjectParameter("spring", "springForceUserFunction", spoil)
    error = failure(s.mbs, make_settings(1.0, 10), solver)
    assert "cannot be set while a step is being solved" in str(error)
    s.mbs.SetObjectParameter("spring", "springForceUserFunction", 0)
    s.mbs.systemData.SetODE2Coordinates([0.5, 0.0, 0.0])  # free again after the run
    if name != "Time":
        seen = []

        def pre_step(mbs, t):
            if t > 0.55 and not seen:
                getattr(mbs.systemData, f"Set{name}")([0.5, 0.0, 0.0])
                seen.append(getattr(mbs.systemData, f"Get{name}")()[0])
            return True

        s.mbs.SetPreStepUserFunction(pre_step)
        s.mbs.SolveDynamic(make_settings(1.0, 10), solverType=solver)
        assert seen == [0.5]


@pytest.mark.parametrize("solver", SOLVERS)
def test_parameters_changed_by_a_pre_step_function_act_from_that_step(solver):
    def pre_step(mbs, t):
        if abs(t - 0.51) < 1e-9:
            mbs.SetObjectParameter("spring", "stiffness", 300.0)
            mbs.SetObjectParameter("mass", "physicsMass", 3.0)
            mbs.SetLoadParameter("load", "loadVector", [0, 7, 0])
        return True

    s = mass_on_spring()
    s.mbs.SetPreStepUserFunction(pre_step)
    found = s.mbs.SolveDynamic(make_settings(1.0, 100), solver)
    s = mass_on_spring()
    first = s.mbs.SolveDynamic(make_settings(0.5, 50), solver, updateInitialValues=True)
    s.mbs.SetObjectParameter("spring", "stiffness", 300.0)
    s.mbs.SetObjectParameter("mass", "physicsMass", 3.0)
    s.mbs.SetLoadParameter("load", "loadVector", [0, 7, 0])
    second = s.mbs.SolveDynamic(make_settings(1.0, 50, startTime=0.5), solver)
    assert np.array_equal(found.coordinates[:51], first.coordinates)
    assert found.coordinates[51:] == pytest.approx(second.coordinates[1:], abs=1e-9)
    assert found.velocities[51:] == pytest.approx(second.velocities[1:], abs=1e-8)
    assert len(found.times) == 101


def test_constraint_switched_off_and_on_by_a_pre_step_function():
    def pre_step(mbs, t):
        mbs.SetObjectParameter("rod", "activeConnector", not 0.195 < t < 0.205)
        return True

    s = pendulum()
    s.mbs.SetPreStepUserFunction(pre_step)
    solution = s.mbs.SolveDynamic(make_settings(0.5, 50))
    assert solution and len(solution.times) == 51
    free = int(np.argmin(abs(solution.times - 0.2)))
    assert solution.multipliers[free] == 0.0
    assert solution.accelerations[free] == pytest.approx([0, -9.81], abs=1e-9)
    tension = solution.multipliers[:, 0]
    assert (tension[free + 1 :] > 0).all() and (tension[1:free] > 0).all()


def test_distance_driven_by_a_pre_step_function():
    def pre_step(mbs, t):
        mbs.SetObjectParameter("rod", "distance", 1.0 + 0.1 * t)
        return True

    s = pendulum()
    s.mbs.SetPreStepUserFunction(pre_step)
    solution = s.mbs.SolveDynamic(make_settings(0.5, 500))
    length = np.linalg.norm(solution.coordinates + [1, 0], axis=1)
    assert length == pytest.approx(1.0 + 0.1 * solution.times, abs=1e-10)


def test_stop_before_a_step_that_cannot_be_taken_is_still_a_failure():
    s = hard_spring()
    s.mbs.SetPreStepUserFunction(lambda mbs, t: False)
    with pytest.raises(exu.SolverError, match="Newton"):
        s.mbs.SolveDynamic(hard_settings(adaptiveStep=False))


@pytest.mark.parametrize("solver", ["GeneralizedAlpha", "RK44"])
def test_outputs_in_a_pre_step_function_are_those_of_the_present_state(solver):
    """Markers were last moved before the last update of the step."""
    mbs = exu.SystemContainer().AddSystem()
    ground = mbs.AddMarker(MarkerBodyPosition(bodyNumber=mbs.AddObject(ObjectGround())))
    node = mbs.AddNode(NodePoint(referenceCoordinates=[1.0, 0.0, 0.0]))
    mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=1.0))
    marker = mbs.AddMarker(MarkerNodePosition(nodeNumber=node))
    spring = mbs.AddObject(
        SpringDamper(markerNumbers=[ground, marker], referenceLength=0.5, stiffness=100.0)
    )
    mbs.AddLoad(Force(markerNumber=marker, loadVector=[0.0, 5.0, 0.0]))
    mbs.Assemble()
    seen = []

    def look(mbs, t):
        place = mbs.systemData.GetODE2CoordinatesTotal()
        position = mbs.GetMarkerOutput(marker, exu.OutputVariableType.Position)
        length = mbs.GetObjectOutput(spring, exu.OutputVariableType.Distance)
        seen.append(np.abs(position - place).max() + abs(length - np.linalg.norm(place)))
        return True

    mbs.SetPreStepUserFunction(look)
    settings = exu.SimulationSettings()
    settings.timeIntegration.numberOfSteps = 20
    settings.timeIntegration.endTime = 0.5
    # loose: steps end with an update that is not evaluated again
    settings.timeIntegration.newton.relativeTolerance = 1e-2
    mbs.SolveDynamic(settings, solverType=exu.DynamicSolverType[solver])
    assert len(seen) == 20 and max(seen) < 1e-14
