"""Diagnosis: a list of findings, its text, and what a check leaves alone."""

import numpy as np
import pytest

import linkwork as exu
from linkwork.diagnosis import Diagnosis, Finding, diagnose
from linkwork.items import *

from .models import Solver, codes, mass, only, pendulum, settings, spring, system

pytestmark = pytest.mark.processors


def finding(severity, code="odd", item="Item 'a' (object 0)"):
    return Finding(severity, code, item, "it is odd", "make it even")


def test_findings_are_sorted_by_severity_and_told_apart():
    found = Diagnosis([finding("hint"), finding("error"), finding("warning", "late")])
    assert [f.severity for f in found] == ["error", "warning", "hint"]
    assert (len(found.errors), len(found.warnings), len(found.hints)) == (1, 1, 1)
    assert found[0] is found.errors[0] and len(found[1:]) == 2
    assert found.of("late") == found.warnings


def test_a_diagnosis_is_true_where_nothing_is_wrong():
    assert Diagnosis() and Diagnosis([finding("hint")])
    assert not Diagnosis([finding("warning")]) and not Diagnosis([finding("error")])


def test_the_text_tells_item_trouble_and_advice_line_by_line():
    assert repr(Diagnosis([finding("error"), finding("hint")])).splitlines() == [
        "Check: 1 error, 0 warnings, 1 hint",
        "error    Item 'a' (object 0)",
        "           it is odd",
        "           -> make it even",
        "hint     Item 'a' (object 0)",
        "           it is odd",
        "           -> make it even",
    ]
    assert repr(Diagnosis()) == "Check: nothing found"
    assert str(finding("error")) == "error: Item 'a' (object 0): it is odd; make it even"


def test_many_findings_of_a_kind_are_counted_in_the_text():
    lines = repr(Diagnosis([finding("hint")] * 50)).splitlines()
    assert len(lines) == 1 + 6 * 3 + 1 and lines[-1] == "hint     and 44 more of odd"


def test_errors_can_be_raised():
    Diagnosis([finding("warning")]).raise_errors()
    with pytest.raises(exu.SysError, match="it is odd; make it even"):
        Diagnosis([finding("error")]).raise_errors()


# ---------------------------------------------------------------------- what is left alone


def test_a_system_that_is_not_assembled_stays_so():
    mbs = spring()
    before = repr(mbs)
    assert mbs.Check() and "not assembled" in before and repr(mbs) == before
    assert mbs.solution is None


def test_state_time_and_parameters_stay_as_they_are():
    mbs = pendulum(place=(1.01, 0, 0), velocity=(0.3, 1, 0))
    mbs.Assemble()
    data = mbs.systemData
    data.SetODE2Coordinates([0.1, 0.2, 0.3])
    data.SetTime(7.0)
    before = data.GetODE2Coordinates(), data.GetODE2Coordinates_t(), mbs._model, mbs._data
    assert not mbs.Check()
    assert np.array_equal(before[0], data.GetODE2Coordinates()) and data.GetTime() == 7.0
    assert np.array_equal(before[1], data.GetODE2Coordinates_t())
    assert before[2] is mbs._model and before[3] is mbs._data
    assert data.GetODE2Coordinates(exu.ConfigurationType.Initial).tolist() == [0, 0, 0]


def test_results_of_runs_are_the_same_with_and_without_a_check():
    runs = []
    for look in (False, True):
        mbs = spring()
        if look:
            mbs.Check(settings())
            mbs.Assemble()
            mbs.Check(settings(), Solver.RK44)
        runs.append(mbs.SolveDynamic(settings()).coordinates)
    assert np.array_equal(*runs)


def test_functions_that_set_something_set_it_in_a_copy():
    def greedy(mbs, t, itemNumber, u, v, k, d, f):
        mbs.variables["seen"] = True
        mbs.SetObjectParameter(1, "physicsMass", 5.0)
        return k * u

    mbs = spring(springForceUserFunction=greedy)
    mbs.variables["mine"] = 1
    assert mbs.Check()
    assert mbs.variables == {"mine": 1} and mbs.GetObjectParameter(1, "physicsMass") == 1.0


def test_the_initial_state_of_an_assembled_system_is_looked_at():
    mbs = pendulum()
    mbs.Assemble()
    assert mbs.Check()
    mbs.systemData.SetODE2Coordinates([0.02, 0, 0], exu.ConfigurationType.Initial)
    assert "0.02 m" in only(mbs.Check(), "violated-positions").text


def test_a_run_cannot_be_checked_from_inside():
    mbs = spring()
    told = []

    def look(mbs, t):
        with pytest.raises(exu.SysError, match="Check"):
            mbs.Check()
        told.append(t)
        return False

    mbs.SetPreStepUserFunction(look)
    mbs.SolveDynamic(settings())
    assert len(told) == 1


@pytest.mark.parametrize("arguments", [(3,), (None, "RK45"), (None, 99)])
def test_other_arguments_are_refused(arguments):
    with pytest.raises(exu.ParameterError):
        spring().Check(*arguments)


def test_a_solver_is_given_by_number_too():
    mbs = spring(stiffness=1e6)
    assert codes(mbs.Check(settings(), int(Solver.RK44))) == ["unstable-step"]


# ---------------------------------------------------------------------- robustness


def test_a_check_that_stumbles_is_told_and_others_go_on(monkeypatch):
    def stumble(subject, report):
        raise ZeroDivisionError("oops")

    stumble.__module__ = "linkwork.diagnosis.checks.start_state"
    parts = (stumble, *diagnose.OF_MODELS)
    monkeypatch.setattr(diagnose, "OF_MODELS", parts)
    mbs = spring()
    mass(mbs)
    found = mbs.Check()
    hint = only(found, "not-checked")
    assert hint.item == "the check of start state" and "ZeroDivisionError: oops" in hint.text
    assert "unused-marker" in codes(found)


def test_an_empty_system_is_told():
    assert codes(system().Check()) == ["empty"]


@pytest.mark.parametrize("value", [1e-300, 1e-12, 1e12, 1e150, 1e300])
def test_absurd_numbers_do_not_stop_a_check(value):
    for mbs in (
        spring(stiffness=value),
        spring(place=(value, 0, 0)),
        spring(damping=value, referenceLength=value),
        pendulum(lengths=(value,)),
        pendulum(velocity=(value, 0, 0)),
    ):
        for solver in (Solver.GeneralizedAlpha, Solver.RK44, Solver.DOPRI5):
            found = mbs.Check(settings(), solver)
            assert not found.of("not-checked"), repr(found)


def explicit_and_massless():
    """A stiff spring for explicit steps, and a mass that statics does not need."""
    mbs = exu.SystemContainer().AddSystem()
    ground = mbs.AddObject(ObjectGround())
    node = mbs.AddNode(NodePoint(referenceCoordinates=[1, 0, 0]))
    mass = mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=1))
    ends = [mbs.AddMarker(MarkerBodyPosition(bodyNumber=body)) for body in (ground, mass)]
    mbs.AddObject(CartesianSpringDamper(markerNumbers=ends, stiffness=[1e8] * 3))
    return mbs


def test_solvers_may_be_given_by_keyword_position_name_and_with_statics():
    mbs, settings = explicit_and_massless(), exu.SimulationSettings()
    settings.timeIntegration.numberOfSteps = 100
    explicit = exu.DynamicSolverType.RK44
    wanted = [f.code for f in mbs.Check(settings, explicit)]
    assert "unstable-step" in wanted
    for found in (
        mbs.Check(settings, solverType=explicit),
        mbs.Check(simulationSettings=settings, solverType="RK44"),
        mbs.Check(settings, "RK44", False),
        mbs.Check(solverType=int(explicit)),
    ):
        assert [f.code for f in found] == wanted
    assert "unstable-step" not in [f.code for f in mbs.Check(settings)]
    at_rest = mbs.Check(settings, static=True)
    assert "unstable-step" not in [f.code for f in at_rest]
    both = mbs.Check(settings, solverType="RK44", static=True)
    assert "unstable-step" in [f.code for f in both]
    assert {*at_rest, *mbs.Check(settings, "RK44")} == {*both} and len(set(both)) == len(both)


def test_solvers_in_the_wrong_place_or_spelled_otherwise_are_told():
    mbs = explicit_and_massless()
    with pytest.raises(exu.ParameterError, match=r"Check\(solverType='RK44'\)"):
        mbs.Check("RK44")
    with pytest.raises(exu.ParameterError, match="did you mean RK44"):
        mbs.Check(solverType="rk44")
