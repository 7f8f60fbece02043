"""Runs that a search makes together are those it makes one after the other, to the last bit."""

import os
import signal
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import linkwork as exu
from linkwork.api.system import MainSystem
from linkwork.ensemble import schedulers
from linkwork.fitting.residuals import Residuals
from linkwork.fitting.runs import Bar, Runs, Stopped
from linkwork.fitting.search import Search
from linkwork.fitting.varied import Varied
from linkwork.items import *
from tests.fit.models import chain, oscillator, present, record_of, settings_of
from tests.fit.test_fit import breaking

pytestmark = pytest.mark.processors

VARY = {"spring.stiffness": (100, 20, 600), "spring.damping": (1.0, 0.1, 30)}
WIDE = {"spring.stiffness": (200, 50, 1e8, "log"), "spring.damping": (1.0, 0.1, 30)}
"""With most of these stiffnesses, explicit steps are unstable and fail."""


def same_fits(first, second):
    assert first.values == second.values and first.cost == second.cost
    assert first.starts == second.starts and first.runs == second.runs
    assert np.array_equal(first.covariance, second.covariance, equal_nan=True)
    assert first.failures == second.failures and first.message == second.message


def same_optima(first, second):
    assert np.array_equal(first.history, second.history)
    assert first.values == second.values and first.objective == second.objective
    assert first.runs == second.runs and first.failures == second.failures
    assert first.constraints == second.constraints and first.message == second.message


@pytest.fixture
def solved(monkeypatch):
    """Counts the calls of SolveDynamic."""
    counted, solve = [0], MainSystem.SolveDynamic

    def count(mbs, *arguments, **further):
        counted[0] += 1
        return solve(mbs, *arguments, **further)

    monkeypatch.setattr(MainSystem, "SolveDynamic", count)
    return counted


def test_six_parameters(solved):
    """A Jacobian takes 12 runs; all of them are members."""
    settings = settings_of(end=2.0, steps=200)
    times, values = record_of(chain(), settings)
    noisy = values + np.random.default_rng(5).normal(0, 1e-4, len(values))
    vary = {f"spring {k}.{part}": (start, 0, np.inf) for k in range(3)
            for part, start in (("stiffness", 280.0), ("damping", 1.0))}  # fmt: skip
    found, calls = [], []
    for scheduler in (None, "serial", "threads"):
        solved[0] = 0
        found.append(
            exu.fit(chain(), {"tip.x": (times, noisy)}, vary, settings, scheduler=scheduler)
        )
        calls.append(solved[0])
    for each in found[1:]:
        same_fits(found[0], each)
        assert each.reason == "" and each.success
    assert calls[0] == found[0].runs
    jacobians = (calls[0] - calls[1]) / 12
    assert jacobians == round(jacobians) >= 5 and calls[1] == calls[2] < 0.2 * calls[0]


@pytest.mark.parametrize("solver", ["GeneralizedAlpha", "RK44", "DOPRI5"])
def test_starts_are_ranked_together(solver):
    settings = settings_of(end=2.0, steps=200)
    settings.solutionSettings.solutionWritePeriod = 0.02
    record = record_of(oscillator(), settings, every=2)
    found = [
        exu.fit(
            oscillator(), {"tip.x": record}, VARY, settings, solver, multistart=5, seed=1,
            scheduler=scheduler,
        )
        for scheduler in (None, "threads")
    ]  # fmt: skip
    same_fits(*found)
    assert found[1].reason == "" and len(found[0].starts) == 6
    assert found[0].values["spring.stiffness"] == pytest.approx(250, rel=1e-2)


def test_the_best_start_is_searched_first(monkeypatch):
    """After the given one; the costs that they reach are listed in the order of the starts."""
    settings = settings_of(end=3.0, steps=300)
    record = record_of(oscillator(damping=0.2), settings)
    search_from, begun = Search._from, []

    def note(search, number, u, residual, found):
        search_from(search, number, u, residual, found)
        begun.append((number, residual, search.starts[number]))

    monkeypatch.setattr(Search, "_from", note)
    fit = exu.fit(
        oscillator(damping=0.2), {"tip.x": record}, {"spring.stiffness": (60, 20, 600)}, settings,
        multistart=8, seed=1, scheduler="threads",
    )  # fmt: skip
    numbers = [number for number, _, _ in begun]
    assert numbers[0] == 0 and sorted(numbers) == list(range(9)) != numbers
    costs = [residual @ residual for _, residual, _ in begun[1:]]
    assert costs == sorted(costs)
    assert [reached for _, _, reached in sorted(begun, key=lambda each: each[0])] == fit.starts


def test_measured_times_between_steps():
    settings = settings_of(steps=70)
    times = np.sort(np.random.default_rng(2).uniform(0, 1, 60))
    values = 0.08 * np.exp(-0.6 * times) * np.sin(12.9 * times)
    same_fits(
        *(
            exu.fit(oscillator(), {"tip.x": (times, values)}, VARY, settings, scheduler=scheduler)
            for scheduler in (None, "threads")
        )
    )


def test_experiments_with_other_numbers():
    settings = settings_of()
    free = record_of(oscillator(), settings)
    fast = record_of(oscillator(velocity=2.0), settings)
    experiments = [({}, {"tip.x": free}), ({"mass.initialVelocity[0]": 2.0}, {"tip.x": fast})]
    vary = {**VARY, ("mass.physicsMass",): (1.0, 0.5, 3)}
    found = [
        exu.fit(
            oscillator(), experiments, vary, settings, scheduler=scheduler, multistart=2, seed=4
        )
        for scheduler in (None, "threads")
    ]
    same_fits(*found)
    assert found[1].reason == ""


def test_starts_that_fail_are_counted():
    """Any number of starts may fail in a row; the others are searched."""
    settings = settings_of()
    record = record_of(oscillator(), settings)
    found = [
        exu.fit(
            oscillator(), {"tip.x": record}, WIDE, settings, "RK44", multistart=12, seed=3,
            scheduler=scheduler,
        )
        for scheduler in (None, "threads")
    ]  # fmt: skip
    same_fits(*found)
    failed = np.isinf(found[1].starts)
    assert failed.sum() >= 4 and not failed[0] and len(found[1].failures) >= failed.sum()
    assert found[1] and found[1].values["spring.stiffness"] == pytest.approx(250, rel=1e-2)


def test_generations_run_together(solved):
    settings = settings_of()
    options = {"maxiter": 6, "popsize": 20}
    executor = ThreadPoolExecutor(1)
    found, calls = [], []
    for scheduler in (None, "threads", executor):
        solved[0] = 0
        found.append(
            exu.optimize(
                oscillator(), ("tip", "x", "range"), VARY, settings, seed=2, options=options,
                method="differential_evolution", scheduler=scheduler,
            )
        )  # fmt: skip
        calls.append(solved[0])
    executor.shutdown()
    for each in found[1:]:
        same_optima(found[0], each)
        assert each.reason == ""
    assert calls[0] == found[0].runs > 100 and calls[1:] == [2, 2]  # the start and the best


def test_generations_with_constraints():
    """The number of runs shows that one serves objective and constraints."""
    settings = settings_of()
    found = [
        exu.optimize(
            oscillator(), ("tip", "x", "rms"), VARY, settings, seed=2, scheduler=scheduler,
            method="differential_evolution", options={"maxiter": 3, "popsize": 40},
            constraints=[(("tip", "x", "max"), 0.05, None)],
        )
        for scheduler in (None, "threads")
    ]  # fmt: skip
    same_optima(*found)
    assert found[1].reason == "" and found[1].constraints["tip x max"][1] >= 0.05 * (1 - 1e-6)
    assert found[1].runs <= 4 * 80 + 2


def test_differences_of_local_methods_run_together():
    settings = settings_of()
    found = [
        exu.optimize(oscillator(), ("tip", "x", "rms"), VARY, settings, scheduler=scheduler)
        for scheduler in (None, "threads")
    ]
    same_optima(*found)


def test_members_that_fail_are_counted(solved):
    """Each of them is solved once by SolveDynamic, for its error."""
    settings = settings_of()
    found = []
    for scheduler in (None, "threads"):
        solved[0] = 0
        found.append(
            exu.optimize(
                oscillator(), ("tip", "x", "peak"), WIDE, settings, "RK44", seed=2,
                method="differential_evolution", options={"maxiter": 4}, scheduler=scheduler,
            )
        )  # fmt: skip
    same_optima(*found)
    assert len(found[1].failures) > 10 and found[1].reason == ""
    assert solved[0] == 2 + len(found[1].failures)


def test_starts_do_not_count_as_failures_in_a_row():
    def fail():
        raise exu.SolverError("no")

    runs = Runs(Varied(oscillator(), VARY), Bar("fit", False))
    values = np.array([100.0, 1.0])
    with runs.independent():
        for _ in range(4):
            assert runs.attempt(values, fail) is None
    assert runs.attempt(values, fail) is None and runs.attempt(values, fail) is None
    with pytest.raises(Stopped):
        runs.attempt(values, fail)
    assert runs.count == len(runs.failures) == 7


def test_what_is_not_served_runs_in_turn():
    settings = settings_of(steps=50)
    record = record_of(breaking(lambda k: False), settings)
    found = [
        exu.fit(breaking(lambda k: k > 220), {"tip.x": record}, {"spring.stiffness": 200.0},
                settings, scheduler=scheduler, multistart=2, seed=1)
        for scheduler in (None, "threads")
    ]  # fmt: skip
    same_fits(*found)
    assert found[1].reason == "functions are called back" and found[0].reason == ""
    assert "runs were made one after the other: functions are called back" in str(found[1])

    def peak(solution):
        return np.abs(solution.sensor("tip")[:, 1]).max()

    for change, reason in (
        ({"objective": peak}, "is a function of the Solution"),
        ({"constraints": [(peak, 0.01, None)]}, "is a function of the Solution"),
        ({"solve": lambda mbs: mbs.SolveDynamic(settings)}, "solve is not SolveDynamic"),
    ):
        arguments = {"objective": ("tip", "x", "peak"), "vary": VARY, "settings": settings} | change
        found = [
            exu.optimize(
                oscillator(), method="differential_evolution", seed=1, scheduler=scheduler,
                options={"maxiter": 1, "popsize": 4}, **arguments,
            )
            for scheduler in (None, "threads")
        ]  # fmt: skip
        same_optima(*found)
        assert reason in found[1].reason and reason in str(found[1])


def test_automatic_steps_that_end_elsewhere_run_in_turn():
    """Steps of SolveDynamic end at solutionWritePeriod, too, which members do not record."""
    settings = settings_of(steps=5)
    settings.solutionSettings.solutionWritePeriod = 0.03
    times = np.linspace(0, 1, 41)
    values = 0.08 * np.exp(-0.6 * times) * np.sin(12.9 * times)
    found = [
        exu.fit(
            oscillator(), {"tip.x": (times, values)}, VARY, settings, "DOPRI5", scheduler=scheduler
        )
        for scheduler in (None, "threads")
    ]
    same_fits(*found)
    assert found[1].reason == "members would take other steps than SolveDynamic"


@pytest.mark.parametrize(("call", "is_late"), [(1, False), (2, False), (4, False), (3, True)])
def test_ctrl_c_while_members_run(monkeypatch, call, is_late):
    """Call 1 compares rows, the others are Jacobians and generations; late: all members ran."""
    run, calls = schedulers.run, [0]

    def interrupted(*arguments):
        calls[0] += 1
        if is_late:
            run(*arguments)
        if calls[0] == call:
            os.kill(os.getpid(), signal.SIGINT)
        if not is_late:
            run(*arguments)

    monkeypatch.setattr(schedulers, "run", interrupted)
    settings, mbs = settings_of(), oscillator(stiffness=100.0)
    record = record_of(oscillator(), settings)
    fit = exu.fit(mbs, {"tip.x": record}, VARY, settings, scheduler="threads")
    assert not fit and fit.message == "stopped by Ctrl-C" and calls[0] == call
    assert present(mbs, *VARY) == [100.0, 1.8] and mbs.solution is None
    calls[0] = 0
    best = exu.optimize(
        mbs, ("tip", "x", "range"), VARY, settings, method="differential_evolution", seed=1,
        scheduler="threads",
    )  # fmt: skip
    assert best.message == "stopped by Ctrl-C" and calls[0] == call
    assert present(mbs, *VARY) == [100.0, 1.8]


def test_ctrl_c_while_starts_are_ranked(monkeypatch):
    settings = settings_of()
    record = record_of(oscillator(), settings)
    many = Residuals.many

    def interrupted(residuals, points):
        if len(points) == 5:
            os.kill(os.getpid(), signal.SIGINT)
        return many(residuals, points)

    monkeypatch.setattr(Residuals, "many", interrupted)
    mbs = oscillator(stiffness=100.0)
    fit = exu.fit(mbs, {"tip.x": record}, VARY, settings, multistart=5, scheduler="threads")
    assert fit.message == "stopped by Ctrl-C" and np.isinf(fit.starts[1:]).all()
    assert fit.values["spring.stiffness"] == pytest.approx(250, rel=1e-6)
    assert present(mbs, *VARY) == [100.0, 1.8]


def test_unknown_schedulers_are_refused():
    settings = settings_of()
    with pytest.raises(exu.ParameterError, match="did you mean 'threads'"):
        exu.fit(oscillator(), {"tip.x": ([0], [0])}, VARY, settings, scheduler="thread")
    with pytest.raises(exu.ParameterError, match="scheduler is one of"):
        exu.optimize(oscillator(), ("tip", "x", "rms"), VARY, settings, scheduler=2)
