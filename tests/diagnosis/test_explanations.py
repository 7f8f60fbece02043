"""Errors of solvers end with what may be behind them."""

import pytest

import linkwork as exu
from linkwork.diagnosis import Diagnosis, diagnose, explain
from linkwork.items import *

from .models import Solver, ground, mass, oscillator, settings, spring

pytestmark = pytest.mark.processors


def failure(mbs, *arguments, **named):
    with pytest.raises(exu.SysError) as caught:
        mbs.SolveDynamic(*arguments, **named)
    return caught.value


def test_an_unstable_run_tells_the_stiffness_behind_it():
    mbs = spring(stiffness=1e6)
    error = failure(mbs, settings(), Solver.RK44)
    first, head, finding = str(error).splitlines()
    assert first.startswith("RK44 failed at t = ") and "largest residual" in first
    assert head == "  possible causes found by mbs.Check():"
    assert finding.startswith("  error: coordinate 0 of Point 'node0'") and "360 steps" in finding
    assert isinstance(error.diagnosis, Diagnosis) and error.diagnosis.of("unstable-step")
    assert mbs.solution.message == str(error) and error.solution is mbs.solution


def test_what_an_error_tells_itself_is_not_told_twice():
    mbs = spring()
    mbs.AddNode(NodePoint())
    error = failure(mbs, settings())
    assert "no mass" in str(error) and "\n" not in str(error) and error.diagnosis.of("no-mass")


def test_at_most_three_findings_are_added():
    mbs = spring(stiffness=1e6)
    for _ in range(5):
        ends = [ground(mbs, (1.05, 0, 0)), 1]
        mbs.AddObject(SpringDamper(markerNumbers=ends, referenceLength=0, stiffness=1))
    lines = str(failure(mbs, settings(), Solver.RK44)).splitlines()
    assert len(lines) == 5 and lines[1].endswith("(6 in all):")
    assert lines[2].startswith("  error: ") and lines[3].startswith("  warning: ")


def test_warnings_that_are_no_reason_are_not_told():
    mbs = spring(stiffness=1e6)
    mbs.AddLoad(Force(markerNumber=0, loadVector=[1, 0, 0]))
    with pytest.warns(UserWarning, match="does not move"):
        error = failure(mbs, settings(), Solver.RK44)
    assert error.diagnosis.of("load-on-ground") and "does not move" not in str(error)


def test_errors_of_functions_stay_as_they_are():
    mbs = oscillator(1e6)
    mbs.AddLoad(LoadCoordinate(markerNumber=1, loadUserFunction=lambda mbs, t, load: None))
    error = failure(mbs, settings(), Solver.RK44)
    assert "\n" not in str(error) and not hasattr(error, "diagnosis")


def test_the_explanation_can_be_left_out():
    error = failure(spring(stiffness=1e6), settings(), Solver.RK44, showCausingItems=False)
    assert "\n" not in str(error) and not hasattr(error, "diagnosis")


def test_runs_that_succeed_are_not_checked(monkeypatch):
    def refuse(*arguments):
        raise AssertionError("a check was made")

    monkeypatch.setattr(diagnose, "check", refuse)
    spring().SolveDynamic(settings())


def test_a_diagnosis_that_fails_does_not_hide_the_error(monkeypatch):
    def fail(*arguments):
        raise MemoryError

    monkeypatch.setattr(diagnose, "check", fail)
    error = failure(spring(stiffness=1e6), settings(), Solver.RK44)
    assert str(error).startswith("RK44 failed") and "\n" not in str(error)


def test_records_that_are_refused_are_told_once():
    run = settings(steps=10**8)
    run.solutionSettings.solutionWritePeriod = 0
    error = failure(spring(), run)
    assert "GB" in str(error) and "\n" not in str(error)


def test_any_error_can_be_explained_and_only_once():
    error = exu.SysError("it went wrong")
    mbs = spring(stiffness=1e6)
    for _ in range(2):
        explain(error, mbs, settings(), Solver.RK44)
        assert str(error).count("unstable") == 1 and str(error).startswith("it went wrong\n")


def test_the_system_can_be_solved_after_an_explained_failure():
    mbs = spring(stiffness=1e6)
    failure(mbs, settings(), Solver.RK44)
    assert mbs.SolveDynamic(settings(steps=1000), Solver.RK44)
    mass(mbs)
    assert mbs.SolveDynamic(settings(steps=1000))
