"""Systems solved in several threads at once."""

import threading

import numpy as np
import pytest

import linkwork as exu
from linkwork.core.kernels import callbacks
from linkwork.items import *

from .models import Solver, make_settings, mass_on_spring

SOLVERS = [Solver.GeneralizedAlpha, Solver.RK44]
HANG = 600.0
"""After this time a process or thread counts as hanging [s]."""


def spring_force(mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force):
    return stiffness * deltaL + damping * deltaL_t


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


def add_functions(s):
    """A force vector, a generic system, a sensor and a pre-step function, all called back."""
    numbers = [2.0]
    s.mbs.AddLoad(
        Force(
            markerNumber=s.end, loadVector=[0.5, 0.0, 0.0],
            loadVectorUserFunction=lambda mbs, t, load: [load[0] * numbers[0], t, 0],
        )
    )  # fmt: skip
    node = s.mbs.AddNode(
        NodeGenericODE2(
            referenceCoordinates=[0.0, 0.0], initialCoordinates=[0.1, 0.2],
            initialCoordinates_t=[0.0, 0.0], numberOfODE2Coordinates=2,
        )
    )  # fmt: skip
    s.mbs.AddObject(
        ObjectGenericODE2(
            nodeNumbers=[node], massMatrix=np.eye(2),
            forceUserFunction=lambda mbs, t, n, q, q_t: -numbers[0] * q - q_t,
        )
    )  # fmt: skip
    s.mbs.AddSensor(
        SensorUserFunction(
            factors=[3.0], storeInternal=True, name="own",
            sensorUserFunction=lambda mbs, t, sensors, factors, _: [t * factors[0], len(sensors)],
        )
    )  # fmt: skip
    s.mbs.SetPreStepUserFunction(lambda mbs, t: True)


@pytest.mark.parametrize("solver", SOLVERS)
def test_functions_of_all_kinds_in_two_threads(solver):
    def solved(stiffness):
        s = mass_on_spring(springForceUserFunction=called_back, stiffness=stiffness, assemble=False)
        add_functions(s)
        s.mbs.Assemble()
        return s.mbs.SolveDynamic(make_settings(1.0, 2000, record=0.1), solver)

    alone = [solved(30.0), solved(100.0)]
    together = in_threads(lambda: solved(30.0), lambda: solved(100.0))
    for left, right in zip(together, alone, strict=True):
        assert np.array_equal(left.coordinates, right.coordinates)
        assert np.array_equal(left.sensor("own"), right.sensor("own"))


def test_only_runs_that_call_back_keep_the_lock(monkeypatch):
    kept = []
    call_with_callbacks = callbacks.call_with_callbacks

    def noted(*arguments):
        kept.append(arguments)
        return call_with_callbacks(*arguments)

    monkeypatch.setattr(callbacks, "call_with_callbacks", noted)
    for function, keeps in ((0, False), (spring_force, False), (called_back, True)):
        s = mass_on_spring(springForceUserFunction=function)
        kept.clear()
        s.mbs.SolveDynamic(make_settings(0.1, 10))
        assert bool(kept) is keeps
    s.mbs.SetObjectParameter(s.spring, "springForceUserFunction", 0)
    kept.clear()
    s.mbs.SolveDynamic(make_settings(0.1, 10))
    assert not kept
    s.mbs.SetPreStepUserFunction(lambda mbs, t: True)
    s.mbs.SolveDynamic(make_settings(0.1, 10))
    assert kept
