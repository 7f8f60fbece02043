"""Steppers that fail, end or are interrupted: the state stays whole and errors say what to do."""

import gc
import os
import signal
import weakref

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *
from tests.cases import looped
from tests.during_runs import during_the_next_run, press_ctrl_c

from .models import (
    Solver,
    hard_settings,
    hard_spring,
    make_settings,
    mass_on_spring,
    pendulum,
)
from .results import assert_same_arrays

ALL = [
    Solver.GeneralizedAlpha,
    Solver.TrapezoidalIndex2,
    Solver.RK44,
    Solver.VelocityVerlet,
    Solver.DOPRI5,
]


def wall_ahead(limit=0.02):
    """A mass whose spring force has no value beyond a distance, reached after about 30 steps."""
    s = mass_on_spring(
        stiffness=100.0, damping=0.0, referenceLength=1.0, springForceUserFunction=no_value_beyond
    )
    s.mbs.SetNodeParameter(s.node, "initialVelocities", [limit / 0.3, 0, 0])
    s.mbs.Assemble()
    return s


@exu.compiled
def no_value_beyond(mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force):
    return stiffness * deltaL * 0.01 if deltaL < 0.02 else (deltaL / 0.0 if t < 1e9 else 0.0)


@looped("solver", ALL, ids=str)
def test_failed_step_leaves_the_state_before_it(solver):
    s = wall_ahead()
    settings = make_settings(1.0, 100, adaptiveStep=False)
    with s.mbs.Stepper(settings, solver) as run:
        before, good = None, 0
        with pytest.raises(exu.SolverError) as caught:
            for _ in range(100):
                before = (run.time, run.coordinates.copy(), run.velocities.copy(), run.steps)
                run.step()
                good += 1
        assert 10 < good < 60
        assert run.time == before[0] and run.steps == before[3]
        assert np.array_equal(run.coordinates, before[1])
        assert np.array_equal(run.velocities, before[2])
        seen = caught.value.solution
        assert seen.times[-1] == before[0] and np.array_equal(seen.coordinates[-1], before[1])
        with pytest.raises(exu.SolverError):  # the same again: nothing has changed
            run.step()
        s.mbs.systemData.SetODE2Coordinates([0.0, 0.0, 0.0])
        run.step(10)
        assert run.time == pytest.approx(before[0] + 0.1)


@looped("solver", ALL, ids=str)
def test_steps_before_a_failed_one_count(solver):
    settings = make_settings(1.0, 100, adaptiveStep=False)
    one, other = wall_ahead(), wall_ahead()
    with one.mbs.Stepper(settings, solver) as run:
        with pytest.raises(exu.SolverError):
            run.step(100)
        failed = run.time
    with other.mbs.Stepper(settings, solver) as run, pytest.raises(exu.SolverError):
        for _ in range(100):
            run.step()
    assert failed == pytest.approx(other.mbs.systemData.GetTime(), rel=1e-12)
    assert_same_arrays(one.mbs.solution, other.mbs.solution)


def test_failed_automatic_steps_go_back_to_the_start_of_the_whole_step():
    s = wall_ahead(0.024)
    with s.mbs.Stepper(make_settings(1.0, 10), Solver.DOPRI5) as run:
        run.step(2)
        q, rows = run.coordinates.copy(), len(run.solution().times)
        with pytest.raises(exu.SolverError):
            run.step(5)
        assert run.time == pytest.approx(0.2) and np.array_equal(run.coordinates, q)
        assert len(run.solution().times) == rows
        run.until(0.22)
        assert run.time == pytest.approx(0.22)


def test_reduced_steps_that_fail_go_back_to_the_full_step():
    s = hard_spring()
    settings = hard_settings(minimumStepSize=2e-2)
    with s.mbs.Stepper(settings) as run:
        with pytest.raises(exu.SolverError, match="minimumStepSize"):
            for _ in range(20):
                before = run.time, run.coordinates.copy()
                run.step()
        assert run.time == before[0] and np.array_equal(run.coordinates, before[1])
        assert run.time == pytest.approx(0.1 * round(run.time / 0.1))


def test_restored_state_goes_on_after_a_failure():
    s = wall_ahead()
    with s.mbs.Stepper(make_settings(1.0, 100, adaptiveStep=False)) as run:
        run.step(5)
        kept = run.snapshot()
        run.step(5)
        expected = run.coordinates.copy()
        with pytest.raises(exu.SolverError):
            run.step(100)
        run.restore(kept)
        run.step(5)
        assert np.array_equal(run.coordinates, expected)


def test_exceptions_of_functions_name_the_function_and_leave_the_state():
    def law(mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force):
        if mbs.variables.get("broken"):
            raise RuntimeError("sensor cable cut")
        return stiffness * deltaL

    s = mass_on_spring(springForceUserFunction=exu.called_back(law))
    with s.mbs.Stepper(make_settings(1.0, 100)) as run:
        run.step(5)
        q = run.coordinates.copy()
        s.mbs.variables["broken"] = True
        with pytest.raises(exu.SolverError, match="sensor cable cut") as caught:
            run.step()
        assert "spring" in str(caught.value)
        s.mbs.variables["broken"] = False
        assert np.array_equal(run.coordinates, q) and run.steps == 5
        run.step(5)
        assert run.steps == 10


def test_start_that_fails_releases_the_system():
    s = pendulum(assemble=False)
    s.mbs.SetNodeParameter(s.node, "initialCoordinates", [3.0, 0.0])
    with pytest.raises(exu.SysError, match="rod"):
        s.mbs.Stepper(make_settings(1.0, 100))
    assert not s.mbs.is_running
    s.mbs.SetNodeParameter(s.node, "initialCoordinates", [0.0, 0.0])
    with s.mbs.Stepper(make_settings(1.0, 100)) as run:
        run.step(3)


@pytest.mark.parametrize("settings", [5, "fast", {}])
def test_settings_are_checked(settings):
    with pytest.raises(exu.ParameterError, match="Stepper takes SimulationSettings"):
        mass_on_spring().mbs.Stepper(settings)


# ------------------------------------------------------------------ closed


def test_closed_stepper_takes_no_steps():
    s = mass_on_spring()
    with s.mbs.Stepper(make_settings(1.0, 100)) as run:
        run.step(3)
        kept = run.snapshot()
    for call in (
        run.step,
        lambda: run.step(3),
        lambda: run.until(1.0),
        lambda: run.restore(kept),
        run.reset,
        run.snapshot,
        run.solution,
    ):
        with pytest.raises(exu.SysError, match="this Stepper is closed; make another one"):
            call()
    assert repr(run) == "<Stepper at t = 0.03 s, 3 steps, closed>"
    assert run.close() is s.mbs.solution
    with s.mbs.Stepper(make_settings(1.0, 100)) as again:
        again.step(2)
        with pytest.raises(exu.SysError, match="closed"):
            run.step()
        assert run.time == pytest.approx(0.03)


def test_forgotten_stepper_releases_the_system():
    s = mass_on_spring()
    run = s.mbs.Stepper(make_settings(1.0, 100))
    run.step(4)
    assert s.mbs.is_running
    gone = weakref.ref(run)
    del run
    gc.collect()
    assert gone() is None and not s.mbs.is_running
    s.mbs.SolveDynamic(make_settings(0.1, 10))


def test_errors_in_the_block_end_the_run_with_its_results():
    s = mass_on_spring()
    with pytest.raises(ZeroDivisionError), s.mbs.Stepper(make_settings(1.0, 100)) as run:
        run.step(10)
        1 / 0  # noqa: B018
    assert not s.mbs.is_running and len(s.mbs.solution.times) == 11


def test_nothing_else_can_be_done_with_a_stepped_system():
    s = mass_on_spring()
    settings = make_settings(0.1, 10)
    with s.mbs.Stepper(settings) as run:
        run.step(3)
        for call in (
            s.mbs.Assemble,
            s.mbs.Reset,
            lambda: s.mbs.SolveDynamic(settings),
            lambda: s.mbs.SolveStatic(settings),
            lambda: s.mbs.Stepper(settings),
            lambda: s.mbs.AddNode(NodePoint()),
            s.mbs.ComputeODE2Eigenvalues,
        ):
            with pytest.raises(exu.SysError, match="while the system is being solved"):
                call()
        run.step(3)
        assert run.steps == 6


# ------------------------------------------------------------------ stopping


def test_terminal_events_and_pre_step_functions_stop_a_call():
    s = mass_on_spring(assemble=False)
    s.mbs.AddSensor(SensorEvent(name="out", sensorNumber=s.sensor, threshold=0.6, terminal=True))
    with s.mbs.Stepper(make_settings(1.0, 100)) as run:
        run.step(2)
        assert not run.stopped
        run.step(90)
        assert run.stopped and run.time < 0.9
        assert run.output(s.sensor)[0] == pytest.approx(0.6, abs=1e-8)
        where = run.time
        run.step()
        assert not run.stopped and run.time == pytest.approx(where + 0.01)
    assert [event.sensor for event in s.mbs.solution.events] == ["out"]

    s = mass_on_spring()
    s.mbs.SetPreStepUserFunction(lambda mbs, t: t < 0.055)
    with s.mbs.Stepper(make_settings(1.0, 100)) as run:
        run.step(20)
        assert run.stopped and run.time == pytest.approx(0.06)


def interrupting(s, when):
    """A pre-step function that presses Ctrl-C once."""

    def press(mbs, t):
        if not s.mbs.variables.get("pressed") and t > when:
            s.mbs.variables["pressed"] = True
            os.kill(os.getpid(), signal.SIGINT)
        return True

    return press


def test_ctrl_c_ends_a_call_after_the_present_step():
    s = mass_on_spring()
    s.mbs.SetPreStepUserFunction(interrupting(s, 0.105))
    other = mass_on_spring()
    with s.mbs.Stepper(make_settings(1.0, 100)) as run:
        with pytest.raises(KeyboardInterrupt):
            run.step(50)
        assert run.time == pytest.approx(0.11) and run.steps == 11
        run.step(39)
        assert not run.stopped and run.steps == 50
    with other.mbs.Stepper(make_settings(1.0, 100)) as run:
        run.step(50)
    assert_same_arrays(s.mbs.solution, other.mbs.solution)


def test_calls_after_ctrl_c_take_all_their_steps():
    s = mass_on_spring()
    with s.mbs.Stepper(make_settings(1.0, 100, record=1e9)) as run:
        with during_the_next_run(s.mbs, press_ctrl_c), pytest.raises(KeyboardInterrupt):
            run.step(10**9)
        steps, time = run.steps, run.time
        for n in (1, 10):
            run.step(n)
            assert not run.stopped
        assert run.steps == steps + 11 and run.time == pytest.approx(time + 0.11)


def test_failure_with_a_sensor_that_fails_is_told():
    def sensed(mbs, t, sensorNumbers, factors, configuration):
        if mbs.variables.get("broken"):
            raise RuntimeError("no value")
        return [t]

    def law(mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force):
        if mbs.variables.get("broken"):
            raise ValueError("the first cause")
        return stiffness * deltaL

    s = mass_on_spring(assemble=False, springForceUserFunction=exu.called_back(law))
    s.mbs.AddSensor(SensorUserFunction(name="own", sensorUserFunction=sensed, storeInternal=True))
    settings = make_settings(1.0, 100)
    settings.solutionSettings.sensorsWritePeriod = 0.5
    with s.mbs.Stepper(settings) as run:
        run.step(3)
        s.mbs.variables["broken"] = True
        with pytest.raises(exu.SolverError, match="the first cause"):
            run.step()
        s.mbs.variables["broken"] = False
        run.step(3)
        assert run.steps == 6


def test_ctrl_c_in_a_compiled_loop_loses_no_step():
    s = mass_on_spring()
    settings = make_settings(1.0, 100, record=10.0)
    with s.mbs.Stepper(settings) as run:
        for _ in range(20):
            run.step()

        def pressed(number, frame):
            raise KeyboardInterrupt

        before = signal.signal(signal.SIGALRM, pressed)
        try:
            with pytest.raises(KeyboardInterrupt):
                signal.setitimer(signal.ITIMER_REAL, 0.02)
                while True:
                    run.step()
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0.0)
            signal.signal(signal.SIGALRM, before)
        assert run.steps == round(run.time / 0.01)
        run.step(10)
        assert run.steps == round(run.time / 0.01)
