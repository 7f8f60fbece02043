"""Statistics of a run: counts against known values, time per part, and what is printed."""

import copy
import ctypes
import itertools
import pickle
import subprocess
import sys
from types import SimpleNamespace

import numpy as np
import pytest

import linkwork as exu
from linkwork.core.kernels.callbacks import python_address_of, release
from linkwork.core.kernels.pointer import call_kernel
from linkwork.core.records import CALL, CALL_LISTS, FRAME
from linkwork.items import *
from linkwork.results.statistics import Statistics
from linkwork.run import timing
from tests.cases import looped

from .models import (
    Solver,
    failure,
    hard_settings,
    hard_spring,
    make_settings,
    mass_on_spring,
    new_system,
    pendulum,
    python_environment,
)

COUNTS = (
    "steps",
    "rejected",
    "newton_iterations",
    "jacobians",
    "factorizations",
    "fallbacks",
    "force_evaluations",
)


def linear_oscillator():
    """A mass of 2 kg on three linear springs, displaced by (0.1, 0.2, 0) m."""
    mbs = new_system()
    ground = mbs.AddObject(ObjectGround())
    node = mbs.AddNode(NodePoint(initialCoordinates=[0.1, 0.2, 0.0]))
    mass = mbs.AddObject(MassPoint(physicsMass=2.0, nodeNumber=node))
    ends = [mbs.AddMarker(MarkerBodyPosition(bodyNumber=body)) for body in (ground, mass)]
    mbs.AddObject(CartesianSpringDamper(markerNumbers=ends, stiffness=[100, 50, 20]))
    mbs.Assemble()
    return mbs


def counts(solution):
    return {name: solution.statistics[name] for name in COUNTS}


def timed_settings(*arguments, **integration):
    settings = make_settings(*arguments, **integration)
    settings.displayComputationTime = True
    return settings


def codes(mbs):
    """Codes of all lists but that of the integrator itself."""
    lists = [name for name in CALL_LISTS if name != "step_calls"]
    return {name: mbs._data[name]["code"].tolist() for name in lists}


def called_back(mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force):
    mbs.variables["evaluations"] = mbs.variables.get("evaluations", 0) + 1
    return stiffness * deltaL + damping * deltaL_t


# ------------------------------------------------------------------------------- counts


def test_one_update_per_step_of_a_linear_model():
    solution = linear_oscillator().SolveDynamic(make_settings(1.0, 200))
    assert solution.statistics.steps == 200
    assert solution.statistics.newton_iterations == 200
    assert solution.statistics.rejected == solution.statistics.fallbacks == 0


def test_counts_without_newton_iterations():
    settings = make_settings(1.0, 50)
    settings.timeIntegration.newton.useNewtonSolver = False
    assert counts(linear_oscillator().SolveDynamic(settings)) == dict(
        steps=50,
        rejected=0,
        newton_iterations=50,
        jacobians=50,
        factorizations=50,
        fallbacks=0,
        force_evaluations=50 + 1,
    )


def test_modified_newton_factorizes_a_linear_model_once():
    settings = make_settings(1.0, 50)
    settings.timeIntegration.newton.useModifiedNewton = True
    statistics = linear_oscillator().SolveDynamic(settings).statistics
    assert statistics.newton_iterations == 50
    assert statistics.jacobians == 1
    assert statistics.factorizations == 1


@looped("n", [1, 4, 5, 14])
def test_counts_do_not_depend_on_the_linear_solver(n):
    """12 unknowns are factorized by dense, 15 and 42 by sparse elimination."""
    mbs = new_system()
    ground = mbs.AddObject(ObjectGround())
    for k in range(n):
        node = mbs.AddNode(NodePoint(initialCoordinates=[0.1 + k, 0, 0]))
        mass = mbs.AddObject(MassPoint(physicsMass=1.0, nodeNumber=node))
        ends = [mbs.AddMarker(MarkerBodyPosition(bodyNumber=body)) for body in (ground, mass)]
        mbs.AddObject(CartesianSpringDamper(markerNumbers=ends, stiffness=[100, 50, 20]))
    settings = make_settings(1.0, 30)
    settings.timeIntegration.newton.modifiedNewtonJacUpdatePerStep = True
    settings.timeIntegration.newton.useModifiedNewton = True
    statistics = mbs.SolveDynamic(settings).statistics
    assert statistics.jacobians == 30
    assert statistics.factorizations == 30


@looped(
    ("solver", "stages"),
    [
        (Solver.ExplicitEuler, 1),
        (Solver.ExplicitMidpoint, 2),
        (Solver.RK33, 3),
        (Solver.RK44, 4),
        (Solver.RK67, 7),
    ],
)
def test_counts_of_explicit_solvers(solver, stages):
    """The accelerations at the end of a step are the first stage of the next one."""
    found = counts(linear_oscillator().SolveDynamic(make_settings(1.0, 200), solver))
    assert found == dict(
        steps=200,
        rejected=0,
        newton_iterations=0,
        jacobians=0,
        factorizations=1,
        fallbacks=0,
        force_evaluations=200 * stages + 2,  # one at the start of the run, one at its end
    )


def test_drift_projection_evaluates_no_forces():
    found = {}
    for project in (True, False):
        settings = make_settings(0.5, 100)
        settings.timeIntegration.generalizedAlpha.useIndex2Constraints = True
        settings.timeIntegration.generalizedAlpha.projectIndex2Drift = project
        settings.timeIntegration.newton.useNewtonSolver = False
        found[project] = pendulum().mbs.SolveDynamic(settings).statistics.force_evaluations
    assert found[True] == found[False]


def test_rejected_steps_are_tries_that_were_repeated():
    s, tries = hard_spring(), []
    s.mbs.SetPreStepUserFunction(lambda mbs, t: tries.append(t) is None)
    statistics = s.mbs.SolveDynamic(hard_settings()).statistics
    assert statistics.rejected > 0
    assert statistics.steps + statistics.rejected == len(tries)
    # A failed step used up its 4 iterations.
    assert statistics.newton_iterations >= statistics.steps + 4 * statistics.rejected
    assert statistics.factorizations == statistics.jacobians


def test_user_functions_see_every_force_evaluation():
    s = mass_on_spring(springForceUserFunction=called_back)
    statistics = s.mbs.SolveDynamic(make_settings(1.0, 20), Solver.RK44).statistics
    assert statistics.force_evaluations == s.mbs.variables["evaluations"] == 20 * 4 + 2


def test_pre_step_functions_may_change_what_the_last_step_evaluated():
    mbs = linear_oscillator()
    mbs.SetPreStepUserFunction(lambda mbs, t: True)
    found = counts(mbs.SolveDynamic(make_settings(1.0, 200), Solver.RK44))
    assert found["force_evaluations"] == 200 * 5 + 1


def test_counts_start_anew_in_every_run():
    mbs = linear_oscillator()
    first = counts(mbs.SolveDynamic(make_settings(1.0, 50)))
    assert counts(mbs.SolveDynamic(make_settings(1.0, 50))) == first
    mbs.SolveDynamic(make_settings(1.0, 20), Solver.RK44)
    assert counts(mbs.SolveDynamic(make_settings(1.0, 50))) == first


def test_failed_runs_keep_their_statistics():
    """The first step fails after its 4 iterations; the residual is looked at before and after."""
    error = failure(hard_spring().mbs, hard_settings(adaptiveStep=False))
    assert counts(error.solution) == dict(
        steps=0,
        rejected=0,
        newton_iterations=4,
        jacobians=4,
        factorizations=4,
        fallbacks=0,
        force_evaluations=5 + 1,
    )
    assert error.solution.statistics.seconds > 0.0


def test_explicit_runs_that_fail_on_the_way_keep_their_statistics():
    settings = make_settings(1.0, 1000)
    error = failure(mass_on_spring(stiffness=1e8).mbs, settings, Solver.ExplicitEuler)
    steps = error.solution.statistics.steps
    assert 0 < steps < 1000
    # the last step was not taken; its first stage is the end of the one before
    assert error.solution.statistics.force_evaluations == steps + 1 + 1


# ------------------------------------------------------------------------------- as data


def test_statistics_are_attributes_and_keys():
    statistics = linear_oscillator().SolveDynamic(make_settings(1.0, 50)).statistics
    assert list(statistics)[:8] == ["solver", *COUNTS]
    assert statistics["solver"] == statistics.solver == "GeneralizedAlpha"
    assert dict(statistics) == statistics
    assert len(statistics) == len(list(statistics)) == len(dict(statistics))
    assert statistics.get("nothing") is None and "nothing" not in statistics
    with pytest.raises(KeyError):
        statistics["__class__"]
    assert pickle.loads(pickle.dumps(statistics)) == statistics
    assert copy.deepcopy(statistics) == statistics
    assert statistics.seconds > 50 / statistics.steps_per_second > 0.0
    for name in ("seconds_by_part", "seconds_by_item", "calls_by_part", "calls_by_item"):
        assert statistics[name] == {}


def test_statistics_of_a_run_stay_as_they_are():
    mbs = linear_oscillator()
    first = mbs.SolveDynamic(timed_settings(1.0, 50))
    kept = copy.deepcopy(first.statistics)
    mbs.SolveDynamic(timed_settings(1.0, 20))
    assert first.statistics == kept


# ------------------------------------------------------------------------------- time per part

LOOK = 1000
"""Nanoseconds by which the counted clock goes on with each reading."""


@pytest.fixture
def counted_clock(monkeypatch):
    """A clock that goes on when it is read, so that times do not depend on the machine."""
    now = itertools.count(0, LOOK)

    def look(place, _):
        ctypes.c_int64.from_address(place).value = next(now)

    address = python_address_of(look, timing.read_clock)
    monkeypatch.setattr(timing, "clock", lambda: timing.Clock(address, None, 1, 1e9))
    monkeypatch.setattr(timing, "own_ticks", lambda: 0.25 * LOOK)
    own = SimpleNamespace(perf_counter=lambda: 1e-9 * next(now), perf_counter_ns=lambda: next(now))
    monkeypatch.setattr(timing, "time", own)
    yield now
    release(address)


def test_calls_of_kernels_are_the_evaluations_of_the_steps():
    s = mass_on_spring()
    solution = s.mbs.SolveDynamic(timed_settings(1.0, 40, 0.1))
    statistics, calls = solution.statistics, solution.statistics.calls_by_part
    evaluations = statistics.force_evaluations - 1  # one is that of the start
    rows = len(solution) - 1
    assert calls == {
        "motion": evaluations,
        "forces": evaluations,
        "gathering": evaluations,
        "Jacobians": 2 * statistics.jacobians,  # of the mass and of the spring
        "assembling": statistics.jacobians,
        "factorization": statistics.jacobians,
        "linear solution": statistics.newton_iterations,
        "recording": rows,
        "sensors": 4 * 40,  # in each step motion, begin, output of the node, end
    }
    assert statistics.calls_by_item == {
        "SpringDamper": evaluations + 2 * statistics.jacobians,
        "MassPoint": statistics.jacobians,  # the integrator adds plain masses itself
        "Point": 40,
    }
    settings = timed_settings(1.0, 40, 0.1)
    settings.solutionSettings.sensorsExtremes = False
    without = s.mbs.SolveDynamic(settings).statistics
    assert without.calls_by_part["sensors"] == 4 * rows


def test_calls_of_an_explicit_run():
    s = mass_on_spring()
    solution = s.mbs.SolveDynamic(timed_settings(1.0, 40), Solver.RK44)
    evaluations = solution.statistics.force_evaluations - 1
    assert solution.statistics.calls_by_part == {
        "motion": evaluations,
        "forces": evaluations,
        "gathering": evaluations,
        "recording": 40,
        "sensors": 160,
    }


@pytest.mark.parametrize("solver", [Solver.GeneralizedAlpha, Solver.RK44])
def test_parts_add_up_to_the_whole(solver, counted_clock):
    s = mass_on_spring(springForceUserFunction=called_back)
    s.mbs.SetPreStepUserFunction(lambda mbs, t: True)
    statistics = s.mbs.SolveDynamic(timed_settings(1.0, 200), solver).statistics
    parts = statistics.seconds_by_part
    assert all(seconds >= 0.0 for seconds in parts.values())
    assert sum(parts.values()) == pytest.approx(statistics.seconds, rel=1e-9)
    phases = ["preparation", "start", "between steps", "results, files"]
    for name in [*phases, "forces", "user functions", "pre-step function", "clock", "integrator"]:
        assert parts[name] > 0.0, name
    assert set(statistics.calls_by_part) == set(parts) - {*phases, "clock", "integrator"}
    assert statistics.calls_by_part["pre-step function"] == 200
    items = statistics.seconds_by_item
    assert set(items) == set(statistics.calls_by_item) and items["SpringDamper"] > 0.0
    assert list(items.values()) == sorted(items.values(), reverse=True)
    assert sum(items.values()) <= statistics.seconds


@pytest.mark.parametrize("solver", [Solver.RK44, Solver.DOPRI5, Solver.VelocityVerlet])
def test_parts_of_explicit_runs_with_constraints_add_up_to_the_whole(solver, counted_clock):
    statistics = pendulum().mbs.SolveDynamic(timed_settings(1.0, 200), solver).statistics
    parts = statistics.seconds_by_part
    assert sum(parts.values()) == pytest.approx(statistics.seconds, rel=1e-9)
    for name in ("mass matrix", "constraints", "factorization", "linear solution", "integrator"):
        assert parts[name] > 0.0, name
    calls = statistics.calls_by_part
    for name in ("factorization", "linear solution"):  # nothing is timed inside of these
        assert parts[name] == pytest.approx(0.75e-9 * LOOK * calls[name], rel=1e-9)


def test_user_functions_are_a_part_of_their_own(counted_clock):
    def slow(mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force):
        for _ in range(2000):
            next(counted_clock)
        return called_back(mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force)

    s = mass_on_spring(springForceUserFunction=slow)
    statistics = s.mbs.SolveDynamic(timed_settings(1.0, 20), Solver.ExplicitEuler).statistics
    parts, calls = statistics.seconds_by_part, statistics.calls_by_part["user functions"]
    assert calls == s.mbs.variables["evaluations"] - 1 == 21
    assert parts["user functions"] == pytest.approx(21 * 2001e-9 * LOOK, rel=1e-9)
    assert 0.002 <= parts["start"] < 0.003
    assert parts["forces"] < 21 * 10e-9 * LOOK
    assert statistics.seconds_by_item["SpringDamper"] == parts["forces"]


def test_a_timed_call_takes_the_time_between_two_looks_less_that_of_callbacks(monkeypatch):
    looks, frame = iter([100, 350, 1000, 1010]), np.zeros(1, FRAME)

    def look(place, _):
        ctypes.c_int64.from_address(place).value = next(looks)

    def kernel(call, address):
        assert (call, address) == (calls.ctypes.data, frame.ctypes.data)
        frame["callback_ticks"] += 200 if frame["callback_ticks"] == 0 else 0
        return 7

    addresses = [python_address_of(look, timing.read_clock), python_address_of(kernel)]
    monkeypatch.setattr(timing, "clock", lambda: timing.Clock(addresses[0], None, 1, 1e9))
    calls = np.zeros(1, CALL)
    calls["code"] = addresses[1]
    timers, made = timing.timed_calls(calls)
    for ticks, count in ((50, 1), (60, 2)):
        assert call_kernel(made["code"][0], made.ctypes.data, frame.ctypes.data) == 7
        assert (timers["ticks"][0], timers["count"][0]) == (ticks, count)
    for address in addresses:
        release(address)


def test_a_function_inside_another_one_counts_once():
    s = mass_on_spring(springForceUserFunction=called_back)

    def look(mbs, t):
        mbs.GetObjectOutput(s.spring, exu.OutputVariableType.Force)
        return True

    s.mbs.SetPreStepUserFunction(look)
    statistics = s.mbs.SolveDynamic(timed_settings(1.0, 20), Solver.ExplicitEuler).statistics
    assert statistics.calls_by_part["pre-step function"] == 20
    assert statistics.calls_by_part["user functions"] == 40
    assert s.mbs.variables["evaluations"] == 40 + 20 + 1


@looped("function", [0, called_back])
@looped("solver", [Solver.GeneralizedAlpha, Solver.RK67])
def test_timing_does_not_change_results(solver, function):
    def results(settings):
        s = mass_on_spring(position=(1.0, 0.2, 0.1), force=3.0, springForceUserFunction=function)
        return s.mbs.SolveDynamic(settings, solver)

    plain, timed = results(make_settings(1.0, 100)), results(timed_settings(1.0, 100))
    assert_same(plain, timed)


@pytest.mark.parametrize("index2", [True, False])
def test_timing_does_not_change_multipliers(index2):
    found = []
    for settings in (make_settings(1.0, 200), timed_settings(1.0, 200)):
        settings.timeIntegration.generalizedAlpha.useIndex2Constraints = index2
        found.append(pendulum().mbs.SolveDynamic(settings))
    assert_same(*found)


def assert_same(plain, timed):
    assert counts(plain) == counts(timed)
    for name in ("times", "coordinates", "velocities", "accelerations", "multipliers"):
        assert np.array_equal(getattr(plain, name), getattr(timed, name)), name
    for name, values in plain.sensors.items():
        assert np.array_equal(values, timed.sensors[name])


# ------------------------------------------------------------------------------- call lists


def test_only_timed_runs_go_through_the_clock():
    s, seen = mass_on_spring(), []
    s.mbs.SolveDynamic(make_settings(0.1, 2))
    true_codes = codes(s.mbs)
    s.mbs.SetPreStepUserFunction(lambda mbs, t: seen.append(codes(mbs)) is None)
    s.mbs.SolveDynamic(make_settings(0.1, 2))
    s.mbs.SolveDynamic(timed_settings(0.1, 2))
    s.mbs.SolveDynamic(make_settings(0.1, 2))
    assert codes(s.mbs) == true_codes
    assert seen[0] == seen[1] == seen[4] == seen[5] == true_codes
    for name in true_codes:
        assert len(seen[2][name]) == len(true_codes[name])
    inside = {code for listed in seen[2].values() for code in listed}
    assert len(inside) == 1
    assert not inside & {code for listed in true_codes.values() for code in listed}
    assert seen[3] == seen[2]


@pytest.mark.parametrize("error", [KeyboardInterrupt, ValueError])
def test_a_timed_run_that_is_broken_off_leaves_the_calls_as_they_were(error):
    def stop(mbs, t):
        if t > 0.05:
            raise error
        return True

    s = mass_on_spring()
    s.mbs.SolveDynamic(make_settings(0.1, 10))
    before = codes(s.mbs)
    s.mbs.SetPreStepUserFunction(stop)
    expected = exu.SolverError if error is ValueError else error
    with pytest.raises(expected):
        s.mbs.SolveDynamic(timed_settings(0.1, 10))
    assert codes(s.mbs) == before
    assert s.mbs.solution.statistics.calls_by_part["recording"] == 5


def test_calls_that_are_made_anew_during_a_run_are_timed_too():
    """A constant load gets a function on the way: it moves into the list of the forces."""

    def pull(mbs, t, load):
        mbs.variables["pulled"] = mbs.variables.get("pulled", 0) + 1
        return [0.0, 1.0, 0.0]

    def switch(mbs, t):
        if t > 0.51 and "pulled" not in mbs.variables:
            mbs.SetLoadParameter(s.load, "loadVectorUserFunction", pull)
        return True

    s = mass_on_spring(force=1.0)
    s.mbs.SetPreStepUserFunction(switch)
    statistics = s.mbs.SolveDynamic(timed_settings(1.0, 100)).statistics
    assert statistics.calls_by_item["Force"] == statistics.calls_by_part["user functions"]
    assert 49 <= statistics.calls_by_item["Force"] < s.mbs.variables["pulled"]
    assert statistics.calls_by_item["SpringDamper"] > 100


def test_pythons_clock_serves_where_there_is_no_other(monkeypatch):
    python = timing.python_clock()
    timing.own_ticks.cache_clear()
    monkeypatch.setattr(timing, "clock", lambda: python)
    try:
        statistics = linear_oscillator().SolveDynamic(timed_settings(1.0, 50)).statistics
    finally:
        timing.own_ticks.cache_clear()
    assert statistics.calls_by_part["linear solution"] == 50
    assert statistics.seconds_by_part["clock"] >= 0.0
    assert sum(statistics.seconds_by_part.values()) == pytest.approx(statistics.seconds, rel=1e-9)


WITHOUT_COMPILER = """
from tests.api.test_statistics import *
statistics = linear_oscillator().SolveDynamic(timed_settings(0.1, 5)).statistics
assert statistics.calls_by_part["linear solution"] == 5, statistics
assert statistics.calls_by_part["motion"] > 5 and "motion" in statistics.seconds_by_part
"""


def test_runs_in_plain_python_are_timed_too():
    environment = {**python_environment(), "NUMBA_DISABLE_JIT": "1"}
    subprocess.run([sys.executable, "-c", WITHOUT_COMPILER], env=environment, check=True)


# ------------------------------------------------------------------------------- printing


def rows_of(text):
    """Name -> numbers, of the rows of a printed table."""
    found = {}
    for line in text.splitlines():
        if line.startswith("  ") and line[2:26].strip():
            found[line[2:26].strip()] = line[26:].replace("%", "").split()
    return found


def test_nothing_is_printed_unless_asked(capsys):
    linear_oscillator().SolveDynamic(make_settings(1.0, 50))
    linear_oscillator().SolveDynamic(make_settings(1.0, 50, verboseMode=1))
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("verbose", [0, 2])
def test_printed_counts(verbose, capsys):
    settings = make_settings(1.0, 50, verboseMode=verbose)
    settings.displayStatistics = verbose == 0
    settings.timeIntegration.newton.useNewtonSolver = False
    solution = linear_oscillator().SolveDynamic(settings)
    text = capsys.readouterr().out
    assert text.startswith("GeneralizedAlpha: 50 steps in ")
    assert rows_of(text) == {
        "steps": ["50"],
        "rejected steps": ["0", "0"],
        "Newton iterations": ["50", "1"],
        "Jacobians": ["50", "1"],
        "factorizations": ["50", "1"],
        "fallbacks": ["0", "0"],
        "force evaluations": ["51", "1.02"],
    }
    assert text == f"{solution.statistics}\n"
    assert len({len(line) for line in text.splitlines()[2:] if "steps " not in line[:8]}) == 1


def test_printed_times(capsys):
    settings = timed_settings(1.0, 50)
    solution = linear_oscillator().SolveDynamic(settings)
    text, statistics = capsys.readouterr().out, solution.statistics
    rows = rows_of(text)
    assert "Newton iterations" not in rows
    assert rows["forces"][2] == str(statistics.calls_by_part["forces"])
    assert float(rows["forces"][0]) == pytest.approx(
        1e3 * statistics.seconds_by_part["forces"], abs=1e-3
    )
    assert rows["total"][1] == "100.0"
    assert "time [ms]" in text and "CartesianSpringDamper" in rows and "MassPoint" in rows
    assert f"{statistics}".startswith(text.splitlines()[0])


def test_explicit_solvers_print_no_newton_iterations(capsys):
    settings = timed_settings(1.0, 50)
    settings.displayStatistics = True
    linear_oscillator().SolveDynamic(settings, Solver.RK44)
    text = capsys.readouterr().out
    assert text.startswith("RK44: 50 steps in ")
    assert "Newton" not in text and "Jacobian" not in text
    assert rows_of(text)["force evaluations"] == ["202", "4.04"]


def test_failed_runs_print_too(capsys):
    settings = hard_settings(adaptiveStep=False)
    settings.displayStatistics = settings.displayComputationTime = True
    error = failure(hard_spring().mbs, settings)
    rows = rows_of(capsys.readouterr().out)
    assert rows["steps"] == [str(error.solution.statistics.steps)]
    assert "forces" in rows


def test_runs_that_cannot_start_print_without_steps(capsys):
    mbs = new_system()
    mbs.AddNode(NodePoint())
    settings = timed_settings()
    settings.displayStatistics = True
    with pytest.raises(exu.SysError, match="no mass"):
        mbs.SolveDynamic(settings)
    text = capsys.readouterr().out
    rows = rows_of(text)
    assert "0 steps in" in text and "steps/s" not in text
    assert rows["force evaluations"] == ["0"]
    assert {"preparation", "start", "results, files", "total"} <= set(rows)
    assert "integrator" not in rows


def test_solution_files_tell_the_counts(tmp_path):
    settings = timed_settings(1.0, 50)
    settings.solutionSettings.writeSolutionToFile = True
    settings.solutionSettings.coordinatesSolutionFileName = str(tmp_path / "run")
    statistics = linear_oscillator().SolveDynamic(settings).statistics
    footer = (tmp_path / "run.txt").read_text().splitlines()[-1]
    assert f"newton_iterations = 50, jacobians = {statistics.jacobians}, " in footer
    assert "seconds = " in footer and "by_part" not in footer


def test_the_former_name_of_factorizations():
    """Programs and result files of former versions spell it in the British way."""
    read = Statistics.from_dict({"solver": "RK44", "factorisations": 3})
    assert read.factorizations == read.factorisations == read["factorisations"] == 3
    assert "factorizations" in read.to_dict() and "factorisations" not in read.to_dict()
