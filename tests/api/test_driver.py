"""The driver of a run: Ctrl-C and the progress bar."""

import json
import signal
import subprocess
import sys
from contextlib import contextmanager

import pytest

from linkwork.items import *

from .models import Solver, make_settings, mass_on_spring, python_environment

SOLVERS = [Solver.GeneralizedAlpha, Solver.RK44]
HANG = 600.0
"""After this time a process or thread counts as hanging [s]."""

MODEL = """
import json, signal, sys, threading, time
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


@contextmanager
def python(script, *arguments):
    """A running Python process with the model above; it ends with the block."""
    with subprocess.Popen(
        [sys.executable, "-c", MODEL + script, *arguments], env=python_environment(), text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    ) as process:  # fmt: skip
        try:
            yield process
        finally:
            process.kill()


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
def tell():
    while not 0.011 < data.GetTime() < 1e6:  # the runs before ended at 0.01
        time.sleep(0.005)
    print("running", flush=True)

data = mbs.systemData
threading.Thread(target=tell).start()
try:
    mbs.SolveDynamic(settings, solver)
    print("not stopped")
except KeyboardInterrupt as error:
    pass
solution = mbs.solution
told = dict(
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
    """What a process tells that is interrupted in a run that would take days."""
    with python(INTERRUPTED, solver.name, how) as process:
        assert process.stdout.readline() == "running\n"
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=HANG)
    assert process.returncode == 0, err
    assert err == ""
    return json.loads(out)


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
    told = interrupt(solver, how)
    assert not told["success"]
    assert "stopped" in told["message"] and "t = " in told["message"]
    assert told["steps"] > 0 and told["time"] > 0.0
    assert told["increasing"] and told["finite"] and told["rows"]
    assert told["times"][0] == 0.0 and told["times"][-1] == told["time"]
    assert told["state"], "the last row is the state"
    assert told["sensor"] == told["time"] and told["sensed"]
    assert told["again"], "the system can be solved again"


STUCK = """
def stuck(mbs, t, i, u, w, k, d, f):
    if t > 0.005:
        while True:
            signal.raise_signal(signal.SIGINT)
            time.sleep(0.0)
    return k * u

mbs.SetObjectParameter(spring, "springForceUserFunction", stuck)
try:
    mbs.SolveDynamic(settings, Solver[sys.argv[1]])
except KeyboardInterrupt:
    print(mbs.solution.times[-1] == mbs.systemData.GetTime() < 0.0055, flush=True)
"""


@pytest.mark.parametrize("solver", SOLVERS)
def test_second_interrupt_ends_a_function_that_never_returns(solver):
    with python(STUCK, solver.name) as process:
        out, err = process.communicate(timeout=HANG)
    assert (out, err) == ("True\n", "")


def test_signal_handlers_are_left_as_they_were():
    def own(number, frame):
        seen.append(number)

    def raise_signal(mbs, t):
        if 0.045 < t < 0.055:
            signal.raise_signal(signal.SIGINT)
        return True

    seen = []
    s = mass_on_spring()
    before = signal.getsignal(signal.SIGINT)
    s.mbs.SolveDynamic(make_settings(0.1, 10))
    assert signal.getsignal(signal.SIGINT) is before
    s.mbs.SetPreStepUserFunction(raise_signal)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            s.mbs.SolveDynamic(make_settings(0.1, 10))
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
        signal.signal(signal.SIGINT, own)
        assert s.mbs.SolveDynamic(make_settings(0.1, 10))
        assert signal.getsignal(signal.SIGINT) is own
    finally:
        signal.signal(signal.SIGINT, before)
    assert seen == [signal.SIGINT]


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
from linkwork.run import progress
wait, verbose = float(sys.argv[1]), int(sys.argv[2])
progress.AFTER = 1.0 if wait else 1e9
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
    with python(PROGRESS, str(wait), str(verbose)) as process:
        out, err = process.communicate(timeout=HANG)
    assert process.returncode == 0, err
    shown = err.partition("|start|")[2].partition("|end|")[0]
    if bar:
        assert "SolveDynamic" in shown and "100%" in shown and "150/150" in shown
    else:
        assert shown == ""
    if verbose == 0:
        assert out == ""
