"""Runs that fail: what the error states and keeps; smaller steps after a failed one."""

import traceback

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *
from tests.cases import looped

from .models import (
    Solver,
    failure,
    hard_settings,
    hard_spring,
    make_settings,
    mass_on_spring,
    new_system,
)

SOLVERS = [Solver.GeneralizedAlpha, Solver.RK44]


# ------------------------------------------------------------------------------- failures


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
    calls = []

    def jumps(mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force):
        calls.append(t)
        return 1000.0 if t < 0.15 or len(calls) % 2 else -1000.0

    # The force jumps from one evaluation to the next: no step is small enough.
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


@looped("solver", SOLVERS)
@looped("called_back", [False, True])
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


@looped("solver", SOLVERS)
@looped("called_back", [False, True])
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
