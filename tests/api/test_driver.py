"""The driver of a run: Ctrl-C, progress, failures, smaller steps, pre-step functions, threads."""

import json
import math
import signal
import subprocess
import sys
import threading
import time
import traceback

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *

from .models import (
    Configuration,
    Output,
    Solver,
    make_settings,
    mass_on_spring,
    new_system,
    pendulum,
    python_environment,
)

SOLVERS = [Solver.GeneralizedAlpha, Solver.RK44]
HANG = 15.0
"""After this time a process or thread counts as hanging [s]."""

MODEL = """
import json, sys, time
import numpy as np
import linkwork as exu
from linkwork.items import *

Solver, Output = exu.DynamicSolverType, exu.OutputVariableType
mbs = exu.SystemContainer().AddSystem()
ground = mbs.AddObject(ObjectGround())
node = mbs.AddNode(NodePoint(referenceCoordinates=[1, 0, 0], initialVelocities=[0, 1, 0]))
mass = mbs.AddObject(MassPoint(physicsMass=1, nodeNumber=node))
fixed = mbs.AddMarker(MarkerBodyPosition(bodyNumber=ground))
end = mbs.AddMarker(MarkerBodyPosition(bodyNumber=mass))
spring = mbs.AddObject(SpringDamper(markerNumbers=[fixed, end], stiffness=10, referenceLength=0.5))
mbs.AddSensor(SensorNode(name="p", nodeNumber=node, outputVariableType=Output.Coordinates))
settings = exu.SimulationSettings()
times = settings.timeIntegration
times.endTime, times.numberOfSteps, times.verboseMode = 0.01, 10, 0
settings.solutionSettings.solutionWritePeriod = 1.0
settings.solutionSettings.sensorsWritePeriod = 1.0
"""


def python(script, *arguments):
    """A running Python process with the model above."""
    return subprocess.Popen(
        [sys.executable, "-c", MODEL + script, *arguments], env=python_environment(), text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip


def spring_force(mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force):
    return stiffness * deltaL + damping * deltaL_t


# ------------------------------------------------------------------------------- Ctrl-C

INTERRUPTED = """
def slow_force(mbs, t, i, u, w, k, d, f):
    time.sleep(0.002)
    return k * u

def fast_force(mbs, t, i, u, w, k, d, f):
    mbs.variables["t"] = t
    return k * u

def slow_step(mbs, t):
    time.sleep(0.002)
    return True

def busy_step(mbs, t):
    x = 0
    for k in range(10):
        x += k
    return True

solver, how = Solver[sys.argv[1]], sys.argv[2]
mbs.SolveDynamic(settings, solver)
if how in ("slow_force", "fast_force"):
    mbs.SetObjectParameter(spring, "springForceUserFunction", globals()[how])
elif how in ("slow_step", "busy_step"):
    mbs.SetPreStepUserFunction(globals()[how])
mbs.SolveDynamic(settings, solver)
reference = mbs.solution.coordinates[-1].tolist()
times.endTime, times.numberOfSteps = 1e6, 10**9
settings.solutionSettings.solutionWritePeriod = 100.0
settings.solutionSettings.sensorsWritePeriod = 100.0
print("ready", flush=True)
try:
    mbs.SolveDynamic(settings, solver)
except KeyboardInterrupt as error:
    ended = time.time()
solution, data = mbs.solution, mbs.systemData
told = dict(
    ended=ended,
    success=bool(solution),
    message=solution.message,
    time=data.GetTime(),
    times=solution.times.tolist(),
    increasing=bool((np.diff(solution.times) > 0).all()),
    steps=solution.statistics["steps"],
    finite=bool(np.isfinite(solution.coordinates).all()),
    rows=bool(len(solution.times) == len(solution.coordinates) == len(solution.velocities)),
    state=bool((solution.coordinates[-1] == data.GetODE2Coordinates()).all()
               and (solution.velocities[-1] == data.GetODE2Coordinates_t()).all()),
    sensor=float(solution.sensors["p"][-1, 0]),
    sensed=bool((solution.sensors["p"][-1, 1:] == solution.coordinates[-1]).all()),
)
times.endTime, times.numberOfSteps = 0.01, 10
mbs.SolveDynamic(settings, solver)
told["again"] = mbs.solution.coordinates[-1].tolist() == reference
print(json.dumps(told))
"""


def interrupt(solver, how):
    """What a process tells that is interrupted in a long run, and the delay [s]."""
    process = python(INTERRUPTED, solver.name, how)
    try:
        assert process.stdout.readline() == "ready\n"
        time.sleep(0.4)
        sent = time.time()
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=HANG)
    finally:
        process.kill()
        process.wait()
    assert process.returncode == 0, err
    assert err == ""
    told = json.loads(out)
    return told, told["ended"] - sent


@pytest.mark.parametrize(
    ("solver", "how"),
    [
        (Solver.GeneralizedAlpha, "compiled"),
        (Solver.RK44, "compiled"),
        (Solver.GeneralizedAlpha, "slow_force"),
        (Solver.GeneralizedAlpha, "fast_force"),
        (Solver.RK44, "fast_force"),
        (Solver.GeneralizedAlpha, "slow_step"),
        (Solver.RK44, "busy_step"),
    ],
)
def test_interrupt_stops_the_run_and_keeps_what_was_computed(solver, how):
    told, delay = interrupt(solver, how)
    assert delay < 2.0
    assert not told["success"]
    assert "stopped" in told["message"] and "t = " in told["message"]
    assert told["steps"] > 0 and told["time"] > 0.0
    assert told["increasing"] and told["finite"] and told["rows"]
    assert told["times"][0] == 0.0 and told["times"][-1] == told["time"]
    assert told["state"], "the last row is the state"
    assert told["sensor"] == told["time"] and told["sensed"]
    assert told["again"], "the system can be solved again"


def test_interrupt_raised_by_a_user_function_itself():
    def stop(mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force):
        if t > 0.5:
            raise KeyboardInterrupt
        return spring_force(mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force)

    for solver in SOLVERS:
        s = mass_on_spring(springForceUserFunction=stop)
        with pytest.raises(KeyboardInterrupt):
            s.mbs.SolveDynamic(make_settings(1.0, 100), solver)
        assert not s.mbs.solution
        assert 0.45 < s.mbs.solution.times[-1] <= 0.51
        assert s.mbs.systemData.GetTime() == s.mbs.solution.times[-1]


# ------------------------------------------------------------------------------- progress

PROGRESS = """
wait, verbose = float(sys.argv[1]), int(sys.argv[2])
times.verboseMode = verbose
mbs.SolveDynamic(settings)
mbs.SetPreStepUserFunction(lambda mbs, t: time.sleep(wait) is None)
times.endTime, times.numberOfSteps = 1.0, 150
sys.stderr.write("|start|")
assert mbs.SolveDynamic(settings)
sys.stderr.write("|end|")
"""


@pytest.mark.parametrize(
    ("wait", "verbose", "bar"), [(0.01, 1, True), (0.01, 0, False), (0.0, 1, False)]
)
def test_progress_bar_appears_in_long_runs_that_are_not_silent(wait, verbose, bar):
    process = python(PROGRESS, str(wait), str(verbose))
    out, err = process.communicate(timeout=HANG)
    assert process.returncode == 0, err
    shown = err.partition("|start|")[2].partition("|end|")[0]
    if bar:
        assert "SolveDynamic" in shown and "100%" in shown and "150/150" in shown
    else:
        assert shown == ""
    if verbose == 0:
        assert out == ""


# ------------------------------------------------------------------------------- failures


def failure(mbs, settings, solver=Solver.GeneralizedAlpha):
    """The SolverError of a run, after checking what must hold for every one."""
    with pytest.raises(exu.SolverError) as caught:
        mbs.SolveDynamic(settings, solver)
    error = caught.value
    solution, data = error.solution, mbs.systemData
    assert isinstance(solution, exu.Solution) and mbs.solution is solution
    assert not solution and solution.message == str(error)
    assert "t = " in str(error) and "step" in str(error)
    assert (np.diff(solution.times) > 0).all()
    for part in (solution.coordinates, solution.velocities):
        assert len(part) == len(solution.times) and np.isfinite(part).all()
    if len(solution):
        assert solution.times[-1] == data.GetTime()
        assert np.array_equal(solution.coordinates[-1], data.GetODE2Coordinates())
        assert np.array_equal(solution.velocities[-1], data.GetODE2Coordinates_t())
    else:
        assert solution.statistics["steps"] == 0
        assert data.GetTime() == settings.timeIntegration.startTime
        initial = data.GetODE2Coordinates(Configuration.Initial)
        assert np.array_equal(data.GetODE2Coordinates(), initial)
    return error


def test_unstable_explicit_run_fails_with_place_and_advice():
    s = mass_on_spring(stiffness=1e8)
    error = failure(s.mbs, make_settings(1.0, 1000), Solver.RK44)
    assert "'node' (node 0)" in str(error)
    assert "RK44" in str(error) and "step" in str(error) and "too large" in str(error)
    assert error.solution.statistics["steps"] == len(error.solution.times) - 1


def test_failed_newton_without_smaller_steps():
    s = hard_spring()
    settings = hard_settings(adaptiveStep=False)
    error = failure(s.mbs, settings)
    text = str(error)
    assert "Newton" in text and "numberOfSteps" in text and "'node' (node 0)" in text
    assert "GeneralizedAlpha" in text


def test_failure_that_smaller_steps_cannot_cure():
    def jumps(mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force):
        return 1000.0 if deltaL > 0.0 else -1000.0

    # A load of 10 N against dry friction of 1000 N: the mass ought to stick, the law chatters.
    s = mass_on_spring(force=10.0, springForceUserFunction=jumps, referenceLength=1.0)
    error = failure(s.mbs, make_settings(1.0, 10))
    assert "'node' (node 0)" in str(error) and "Newton" in str(error)
    assert "minimumStepSize" in str(error)
    assert error.solution.statistics["rejected"] > 20


@pytest.mark.parametrize("solver", SOLVERS)
def test_distance_of_zero_during_a_run_names_the_connector(solver):
    mbs = new_system()
    ground = mbs.AddObject(ObjectGround())
    node = mbs.AddNode(NodePoint(referenceCoordinates=[1, 0, 0], initialVelocities=[-1, 0, 0]))
    mass = mbs.AddObject(MassPoint(physicsMass=1, nodeNumber=node))
    a = mbs.AddMarker(MarkerBodyPosition(bodyNumber=ground))
    b = mbs.AddMarker(MarkerBodyPosition(bodyNumber=mass))
    mbs.AddObject(SpringDamper(name="pusher", markerNumbers=[a, b], referenceLength=2))
    other = mbs.AddNode(NodePoint())
    mbs.AddObject(MassPoint(physicsMass=1, nodeNumber=other))
    c = mbs.AddMarker(MarkerNodePosition(nodeNumber=other))
    mbs.AddObject(SpringDamper(name="zero", markerNumbers=[a, c], force=1.0))
    with pytest.raises(exu.SysError, match=r"'zero' \(object 4\).*t = 0 s.*coincide"):
        mbs.SolveDynamic(make_settings(2.0, 16), solver)


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("called_back", [False, True])
def test_exception_in_a_spring_function_is_the_cause(called_back, solver):
    def breaks(mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force):
        if t > 0.5:
            raise LookupError("no such tyre")
        return stiffness * deltaL

    def asks(mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force):
        assert mbs.variables == {}
        return breaks(mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force)

    s = mass_on_spring(springForceUserFunction=asks if called_back else breaks)
    error = failure(s.mbs, make_settings(1.0, 100), solver)
    assert isinstance(error.__cause__, LookupError) and str(error.__cause__) == "no such tyre"
    frames = traceback.extract_tb(error.__cause__.__traceback__)
    assert frames[-1].name == "breaks" and "no such tyre" in frames[-1].line
    text = str(error)
    assert "'spring' (object 2)" in text
    assert "LookupError" in text and "no such tyre" in text
    assert 0.48 < error.solution.times[-1] <= 0.5 + 1e-9
    s.mbs.SetObjectParameter(s.spring, "springForceUserFunction", 0)
    assert s.mbs.SolveDynamic(make_settings(1.0, 100), solver)


@pytest.mark.parametrize("solver", SOLVERS)
def test_exception_at_the_very_start_is_the_cause(solver):
    def breaks(mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force):
        return stiffness / (deltaL - deltaL)

    s = mass_on_spring(springForceUserFunction=breaks)
    error = failure(s.mbs, make_settings(1.0, 100), solver)
    assert isinstance(error.__cause__, ZeroDivisionError)
    assert "'spring' (object 2)" in str(error)
    assert error.solution.statistics["steps"] == 0


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("called_back", [False, True])
def test_exception_in_a_load_function_is_the_cause(called_back, solver):
    def breaks(mbs, t, loadVector):
        if t > 0.5:
            raise LookupError("no such tyre")
        return loadVector

    def asks(mbs, t, loadVector):
        assert mbs.variables == {}
        return breaks(mbs, t, loadVector)

    s = mass_on_spring()
    s.mbs.SetLoadParameter(s.load, "loadVectorUserFunction", asks if called_back else breaks)
    error = failure(s.mbs, make_settings(1.0, 100), solver)
    assert isinstance(error.__cause__, LookupError)
    assert traceback.extract_tb(error.__cause__.__traceback__)[-1].name == "breaks"
    assert "Force 'load' (load 0)" in str(error)


@pytest.mark.parametrize("solver", SOLVERS)
def test_exception_in_a_pre_step_function_is_the_cause(solver):
    def breaks(mbs, t):
        if t > 0.5:
            raise LookupError("no such tyre")
        return True

    s = mass_on_spring()
    s.mbs.SetPreStepUserFunction(breaks)
    error = failure(s.mbs, make_settings(1.0, 100), solver)
    assert isinstance(error.__cause__, LookupError)
    assert traceback.extract_tb(error.__cause__.__traceback__)[-1].name == "breaks"
    assert "pre-step" in str(error) and "no such tyre" in str(error)
    assert error.solution.times[-1] == pytest.approx(0.5, abs=1e-12)


@pytest.mark.parametrize("solver", SOLVERS)
def test_system_can_be_solved_again_after_every_failure(solver):
    settings = make_settings(1.0, 100)
    expected = mass_on_spring().mbs.SolveDynamic(settings, solver)
    s = mass_on_spring()

    def bad(mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force):
        raise ValueError("no")

    for _ in range(2):
        s.mbs.SetObjectParameter(s.spring, "springForceUserFunction", bad)
        with pytest.raises(exu.SysError):
            s.mbs.SolveDynamic(settings, solver)
        s.mbs.SetObjectParameter(s.spring, "springForceUserFunction", 0)
        s.mbs.SetPreStepUserFunction(lambda mbs, t: None)
        with pytest.raises(exu.SysError):
            s.mbs.SolveDynamic(settings, solver)
        s.mbs.SetPreStepUserFunction(0)
        s.mbs.SetObjectParameter(s.mass, "physicsMass", 0)
        with pytest.raises(exu.SysError):
            s.mbs.SolveDynamic(settings, solver)
        s.mbs.SetObjectParameter(s.mass, "physicsMass", 2)
        again = s.mbs.SolveDynamic(settings, solver)
        assert again and np.array_equal(again.coordinates, expected.coordinates)


def test_old_failures_do_not_appear_in_later_ones():
    def bad(mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force):
        raise ValueError(mbs.variables["word"])

    s = mass_on_spring(springForceUserFunction=bad)
    for word in ("first", "second"):
        s.mbs.variables["word"] = word
        assert str(failure(s.mbs, make_settings(1.0, 10)).__cause__) == word
    unstable = mass_on_spring(stiffness=1e8)
    assert failure(unstable.mbs, make_settings(1.0, 1000), Solver.RK44).__cause__ is None


# ------------------------------------------------------------------------------- smaller steps


def hard_spring():
    """A mass of 2 kg at 5 m/s on a spring of force sinh(20 u), which stops it within 0.35 m."""
    s = mass_on_spring(
        stiffness=1.0, damping=0.0, referenceLength=1.0, springForceUserFunction=hard_force
    )
    s.mbs.SetNodeParameter(s.node, "initialVelocities", [5, 0, 0])
    s.mbs.Assemble()
    return s


def hard_force(mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force):
    return stiffness * math.sinh(20.0 * deltaL)


def hard_settings(**integration):
    """Twenty steps, too large for four Newton iterations."""
    settings = make_settings(2.0, 20, **integration)
    settings.timeIntegration.newton.maxIterations = 4
    return settings


def test_smaller_steps_cure_a_failed_newton():
    s = hard_spring()
    solution = s.mbs.SolveDynamic(hard_settings())
    assert solution
    assert solution.statistics["rejected"] > 0
    assert solution.statistics["steps"] > 20
    assert (np.diff(solution.times) > 0).all()
    assert solution.times[0] == 0.0 and solution.times[-1] == 2.0
    assert np.diff(solution.times).max() <= 0.1 * (1 + 1e-9)
    assert s.mbs.systemData.GetTime() == 2.0
    assert abs(solution.coordinates[:, 0]).max() == pytest.approx(0.345, abs=0.05)


def test_smaller_steps_are_recorded_at_the_period():
    solution = hard_spring().mbs.SolveDynamic(hard_settings(record=0.5))
    assert solution.statistics["rejected"] > 0
    assert len(solution.times) == 5
    assert solution.times == pytest.approx([0, 0.5, 1.0, 1.5, 2.0], abs=0.11)


def test_smallest_step_is_kept():
    s = hard_spring()
    settings = hard_settings(minimumStepSize=0.09)
    error = failure(s.mbs, settings)
    assert "Newton" in str(error)
    assert error.solution.statistics["rejected"] == 0


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


@pytest.mark.parametrize("where", ["user function", "pre-step function"])
@pytest.mark.parametrize("what", FORBIDDEN)
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


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("false", [False, np.False_])
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


@pytest.mark.parametrize("bad", [None, 1, 0, "yes", [True]], ids=repr)
def test_pre_step_function_must_return_a_bool(bad):
    def returns_nonsense(mbs, t):
        return bad

    s = mass_on_spring()
    s.mbs.SetPreStepUserFunction(returns_nonsense)
    error = failure(s.mbs, make_settings(1.0, 10))
    text = str(error)
    assert "pre-step" in text and "True" in text and "False" in text and repr(bad) in text
    assert error.solution.times.tolist() == [0.0]


@pytest.mark.parametrize("bad", [1, "f", [], True])
def test_pre_step_function_must_be_callable(bad):
    s = mass_on_spring()
    with pytest.raises(exu.SysError, match="SetPreStepUserFunction"):
        s.mbs.SetPreStepUserFunction(bad)
    assert s.mbs.GetPreStepUserFunction() == 0


def test_pre_step_function_with_the_wrong_arguments_is_named():
    s = mass_on_spring()
    s.mbs.SetPreStepUserFunction(lambda t: True)
    error = failure(s.mbs, make_settings(1.0, 10))
    assert isinstance(error.__cause__, TypeError) and "pre-step" in str(error)


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


# ------------------------------------------------------------------------------- threads


def in_threads(*functions):
    """Results of functions that run at the same time; an exception is a result too."""
    results = [None] * len(functions)
    gate = threading.Barrier(len(functions))

    def call(k):
        gate.wait()
        try:
            results[k] = functions[k]()
        except Exception as error:
            results[k] = error

    threads = [threading.Thread(target=call, args=(k,)) for k in range(len(functions))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(HANG)
    assert not any(thread.is_alive() for thread in threads)
    return results


def called_back(mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force):
    mbs.variables["t"] = t
    return stiffness * deltaL + damping * deltaL_t


@pytest.mark.parametrize("function", [0, spring_force, called_back])
def test_two_systems_in_two_threads_give_the_same_results_as_alone(function):
    def first():
        s = mass_on_spring(springForceUserFunction=function)
        return s.mbs.SolveDynamic(make_settings(10.0, 10000, record=1.0))

    def second():
        s = mass_on_spring(springForceUserFunction=function, stiffness=30.0)
        return s.mbs.SolveDynamic(make_settings(10.0, 10000, record=1.0), Solver.RK44)

    alone = [first(), second()]
    for left, right in zip(in_threads(first, second), alone, strict=True):
        assert np.array_equal(left.coordinates, right.coordinates)
        assert np.array_equal(left.times, right.times)


@pytest.mark.parametrize("solver", SOLVERS)
def test_failure_in_one_thread_stays_there(solver):
    failed, solved = threading.Event(), threading.Event()

    def fails(mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force):
        if t > 0.01:
            failed.set()
            raise LookupError("no such tyre")
        return stiffness * deltaL

    def waits(mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force):
        if failed.is_set():
            solved.wait(HANG)
        return 0.0

    def first():
        s = mass_on_spring(springForceUserFunction=fails)
        s.mbs.AddObject(SpringDamper(markerNumbers=[s.fixed, s.end], springForceUserFunction=waits))
        return s.mbs.SolveDynamic(make_settings(0.1, 100), solver)

    def second():
        s = mass_on_spring(springForceUserFunction=called_back)
        failed.wait(HANG)
        try:
            return s.mbs.SolveDynamic(make_settings(0.1, 10), solver)
        finally:
            solved.set()

    alone = mass_on_spring(springForceUserFunction=called_back)
    expected = alone.mbs.SolveDynamic(make_settings(0.1, 10), solver)
    error, solution = in_threads(first, second)
    assert isinstance(error, exu.SolverError) and isinstance(error.__cause__, LookupError)
    assert "'spring' (object 2)" in str(error)
    assert isinstance(solution, exu.Solution)
    assert np.array_equal(solution.coordinates, expected.coordinates)


def test_one_system_cannot_be_solved_in_two_threads_at_once():
    s = mass_on_spring()
    inside, leave = threading.Event(), threading.Event()

    def pre_step(mbs, t):
        inside.set()
        leave.wait(HANG)
        return True

    def run():
        return s.mbs.SolveDynamic(make_settings(0.1, 10))

    def intrude():
        inside.wait(HANG)
        try:
            return s.mbs.SolveDynamic(make_settings(0.1, 10))
        finally:
            leave.set()

    s.mbs.SetPreStepUserFunction(pre_step)
    first, second = in_threads(run, intrude)
    assert first
    assert isinstance(second, exu.SysError) and "being solved" in str(second)
