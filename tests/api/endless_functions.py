"""User functions that never end, which a test interrupts: python -m ... ctrl-c|alarm

Each case prints a line when its function has begun to wait for ever, and then how its run has
ended. The function waits in the first call after a time, and in all that follow in the same run.
"""

import json
import signal
import sys
import threading
import time
import warnings

import numpy as np

import linkwork as exu
from linkwork.items import *

from .models import Solver, make_settings, mass_on_spring, new_system

STEPS, LATE = 10, 0.0455


def is_main_ready():
    """Whether the main thread has called this function, or waits for the thread that has.

    An alarm that hits a function of another member fails that member alone.
    """
    main = threading.main_thread()
    if threading.current_thread() is main:
        return True
    frame = sys._current_frames()[main.ident]
    while frame is not None and frame.f_code.co_name != "wait_for":
        frame = frame.f_back
    return frame is not None


class Wait:
    """Waits for ever in a function if it is asked to."""

    def __init__(self, way):
        self.way, self.is_wanted, self.count, self.sleeps = way, False, 0, False

    def __call__(self, is_late=True):
        if not (self.is_wanted and is_late):
            return
        self.count += 1
        if self.count == 1:
            if self.way == "alarm":
                while not is_main_ready():
                    time.sleep(1e-3)
                signal.setitimer(signal.ITIMER_REAL, 0.02)
            print("inside", flush=True)
        while True:
            if self.sleeps:
                time.sleep(1e6)


wait = Wait(sys.argv[1] if len(sys.argv) > 1 else "")


def too_long(number, frame):
    raise TimeoutError("too long")


def law(mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force):
    wait(t > LATE)
    return stiffness * deltaL + damping * deltaL_t


def step_function(mbs, t):
    wait(t > LATE)
    return True


def sensed(mbs, t, sensorNumbers, factors, configuration):
    wait(t > LATE)
    return [t]


# ------------------------------------------------------------------------------- cases


def dynamic(mbs, solver=Solver.GeneralizedAlpha, **integration):
    def run():
        mbs.SolveDynamic(make_settings(0.1, STEPS, **integration), solver)

    return mbs, run


def spring(solver, **integration):
    return lambda: dynamic(
        mass_on_spring(springForceUserFunction=exu.called_back(law)).mbs, solver, **integration
    )


def stepping(setter, solver=Solver.GeneralizedAlpha):
    def made():
        mbs = mass_on_spring().mbs
        getattr(mbs, setter)(step_function)
        return dynamic(mbs, solver)

    return made


def sleeping():
    wait.sleeps = True
    return spring(Solver.GeneralizedAlpha)()


def sensor(watched=False):
    mbs = mass_on_spring(assemble=False).mbs
    own = mbs.AddSensor(
        SensorUserFunction(name="own", sensorUserFunction=sensed, storeInternal=True)
    )
    if watched:
        mbs.AddSensor(SensorEvent(sensorNumber=own, threshold=1000.0))
    mbs.Assemble()
    return dynamic(mbs)


def action():
    mbs = mass_on_spring(assemble=False).mbs

    def act(mbs, t, number):
        wait()
        return True

    mbs.AddSensor(SensorEvent(sensorNumber=0, threshold=0.95, actionUserFunction=act))
    mbs.Assemble()
    return dynamic(mbs)


def generic():
    mbs = new_system()
    node = mbs.AddNode(NodePoint(initialVelocities=[1.0, 0.0, 0.0]))

    def forces(mbs, t, itemNumber, q, q_t):
        wait(t > LATE)
        return np.array(-3.0 * q)

    mbs.AddObject(
        ObjectGenericODE2(
            nodeNumbers=[node],
            massMatrix=np.eye(3),
            forceUserFunction=exu.called_back(forces),
        )
    )
    mbs.Assemble()
    return dynamic(mbs)


def offset():
    """A function of time, whose scale is looked for before the first step."""
    mbs = new_system()
    node = mbs.AddNode(NodePoint())
    mbs.AddObject(MassPoint(physicsMass=1.0, nodeNumber=node))
    fixed = mbs.AddNode(NodePointGround())
    ground = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=fixed, coordinate=0))
    marker = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=node, coordinate=0))

    def moved(mbs, t, itemNumber, lOffset):
        wait(t > LATE)
        return 0.1 * t * t

    mbs.AddObject(
        CoordinateConstraint(
            markerNumbers=[ground, marker], offsetUserFunction=exu.called_back(moved)
        )
    )
    mbs.Assemble()
    return dynamic(mbs)


def static():
    def law(mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force):
        wait(t > 0.45)
        return stiffness * deltaL

    mbs = mass_on_spring(force=3.0, springForceUserFunction=exu.called_back(law)).mbs
    settings = make_settings()
    settings.staticSolver.numberOfLoadSteps = STEPS
    settings.staticSolver.verboseMode = 0
    return mbs, lambda: mbs.SolveStatic(settings)


def stepper():
    mbs = mass_on_spring(springForceUserFunction=exu.called_back(law)).mbs

    def run():
        with mbs.Stepper(make_settings(0.1, STEPS)) as stepper:
            try:
                stepper.step(STEPS)
            except BaseException:
                wait.is_wanted = False
                assert stepper.steps == 4
                stepper.step(2)
                assert stepper.steps == 6 and abs(stepper.time - 0.06) < 1e-12
                raise

    return mbs, run


def ensemble(threads):
    def made():
        def law(mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force):
            wait(t > LATE and (wait.way == "ctrl-c" or stiffness == 90.0))
            return stiffness * deltaL

        mbs = mass_on_spring(springForceUserFunction=exu.called_back(law)).mbs
        found = exu.Ensemble(mbs).vary("spring.stiffness", [80.0, 90.0, 100.0])
        found.record(["sensor"], times=2)

        def run():
            result = found.solve(make_settings(0.1, STEPS), threads=threads, progress=False)
            for failed in result.failures:
                raise exu.SolverError(failed.text) from TimeoutError()

        return mbs, run

    return made


def at_first(what):
    def made():
        def law(mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force):
            wait()
            return stiffness * deltaL

        mbs = mass_on_spring(springForceUserFunction=exu.called_back(law)).mbs
        return dynamic(mbs) if what == "start" else (mbs, getattr(mbs, what))

    return made


CASES = {
    "GeneralizedAlpha": spring(Solver.GeneralizedAlpha),
    "TrapezoidalIndex2": spring(Solver.TrapezoidalIndex2),
    "automatic": spring(Solver.GeneralizedAlpha, automaticStepSize=True),
    "RK44": spring(Solver.RK44),
    "DOPRI5": spring(Solver.DOPRI5),
    "VelocityVerlet": spring(Solver.VelocityVerlet),
    "sleeping": sleeping,
    "pre-step": stepping("SetPreStepUserFunction"),
    "pre-step DOPRI5": stepping("SetPreStepUserFunction", Solver.DOPRI5),
    "post-step": stepping("SetPostStepUserFunction"),
    "sensor": sensor,
    "event": lambda: sensor(watched=True),
    "action": action,
    "vectors": generic,
    "static": static,
    "stepper": stepper,
    "offset": offset,
    "start": at_first("start"),
    "modes": at_first("ComputeODE2Eigenvalues"),
    "linearization": at_first("Linearize"),
    "ensemble": ensemble(1),
    "ensemble in threads": ensemble(3),
}


# ------------------------------------------------------------------------------- what happens


def outcome(name):
    """How a run ends whose function never ends, and how the same run without that goes on."""
    mbs, run = CASES[name]()
    run()
    whole, mbs.solution = mbs.solution, None
    wait.is_wanted, wait.count = True, 0
    try:
        run()
        return dict(error="")
    except BaseException as error:
        found = dict(
            error=type(error).__name__, text=str(error), cause=type(error.__cause__).__name__
        )
    finally:
        wait.is_wanted = wait.sleeps = False
    found["calls"] = wait.count
    solution = mbs.solution
    if solution is not None and whole is not None:
        rows = len(solution.times)
        found.update(message=solution.message, rows=rows)
        found["off"] = away(solution.coordinates, whole.coordinates[:rows])
        if rows:
            q = mbs.systemData.GetODE2Coordinates()
            found["state off"] = away(q, whole.coordinates[rows - 1])
    run()
    if whole is not None:
        found["off again"] = away(mbs.solution.coordinates, whole.coordinates)
    return found


def away(left, right):
    """Largest difference; infinite for arrays of different shapes."""
    left, right = np.asarray(left), np.asarray(right)
    return float(abs(left - right).max(initial=0.0)) if left.shape == right.shape else np.inf


def main(way, *names):
    warnings.simplefilter("ignore")
    if way == "alarm":
        signal.signal(signal.SIGALRM, too_long)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for name in names or CASES:
        print("case", name, flush=True)
        print("outcome", json.dumps([name, outcome(name)]), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
