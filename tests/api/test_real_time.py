"""Runs in real time, with a clock that only moves while a run sleeps, or as a test wants."""

import signal

import numpy as np
import pytest

import linkwork as exu
from linkwork.run import real_time

from .models import Solver, make_settings, mass_on_spring


class Clock:
    """A clock whose time passes in `sleep`; cost -- time that passes at each look at it [s]."""

    def __init__(self, cost=0.0):
        self.now, self.cost, self.slept, self.pieces = 100.0, cost, 0.0, []
        self.on_sleep = lambda: None

    def perf_counter(self):
        self.now += self.cost
        return self.now

    def sleep(self, seconds):
        self.on_sleep()
        self.now += seconds
        self.slept += seconds
        self.pieces.append(seconds)


@pytest.fixture
def clock(monkeypatch):
    made = Clock()
    monkeypatch.setattr(real_time, "perf_counter", made.perf_counter)
    monkeypatch.setattr(real_time, "sleep", made.sleep)
    return made


def in_real_time(end=1.0, steps=1000, factor=1.0, wait=1000, **others):
    return make_settings(
        end, steps, simulateInRealtime=True, realtimeFactor=factor, realtimeWaitMicroseconds=wait,
        **others,
    )  # fmt: skip


@pytest.mark.parametrize("factor", [0.5, 1.0, 4.0])
@pytest.mark.parametrize("solver", [Solver.GeneralizedAlpha, Solver.RK44, Solver.DOPRI5])
def test_the_run_takes_its_time_on_the_clock(clock, solver, factor):
    s = mass_on_spring()
    s.mbs.SolveDynamic(in_real_time(factor=factor), solverType=solver)
    assert clock.slept == pytest.approx(1.0 / factor, rel=1e-9)
    assert max(clock.pieces) <= 1e-3


def test_simulated_time_follows_the_clock_all_along(clock):
    s = mass_on_spring()
    ahead = []
    clock.on_sleep = lambda: ahead.append(s.mbs._data.scalars.t - 2.0 * (clock.now - 100.0))
    s.mbs.SolveDynamic(in_real_time(factor=2.0, wait=10))
    assert len(ahead) > 1000
    assert 0.0 < max(ahead) <= 2.0 * real_time.PERIOD * (1 + 1e-9)  # never far ahead
    assert min(ahead) > -1e-9  # and never behind


def test_results_are_those_of_a_run_at_full_speed(clock):
    s = mass_on_spring()
    usual = s.mbs.SolveDynamic(make_settings(1.0, 1000)).coordinates
    assert clock.slept == 0.0
    assert np.array_equal(s.mbs.SolveDynamic(in_real_time()).coordinates, usual)
    assert clock.slept == pytest.approx(1.0)


def test_repeated_runs_sleep_each_time(clock):
    s = mass_on_spring()
    s.mbs.SolveDynamic(make_settings(0.1, 2000))  # the next ones could go through at once
    for count in (1, 2, 3, 4):
        s.mbs.SolveDynamic(in_real_time(0.1, 10))
        assert clock.slept == pytest.approx(0.1 * count)


def test_a_run_slower_than_the_clock_does_not_sleep(clock):
    clock.cost = 0.1  # of each look at the clock, one per 20 ms of simulated time
    mass_on_spring().mbs.SolveDynamic(in_real_time())
    assert not clock.pieces


def test_steps_longer_than_the_period_are_waited_for_in_pieces(clock):
    mass_on_spring().mbs.SolveDynamic(in_real_time(10.0, 20, wait=100_000))
    assert clock.slept == pytest.approx(10.0) and len(clock.pieces) == pytest.approx(100, abs=25)


def test_ctrl_c_ends_the_sleep_and_the_run(clock):
    s = mass_on_spring()

    def interrupt():
        if clock.slept > 0.3055:
            clock.on_sleep = lambda: None
            signal.raise_signal(signal.SIGINT)

    clock.on_sleep = interrupt
    with pytest.raises(KeyboardInterrupt):
        s.mbs.SolveDynamic(in_real_time())
    assert "stopped by the user" in s.mbs.solution.message
    assert 0.3 < s.mbs.solution.times[-1] < 0.35 and clock.slept < 0.309


def test_a_stepper_follows_the_clock_between_and_within_its_calls(clock):
    s = mass_on_spring()
    with s.mbs.Stepper(in_real_time()) as run:
        run.step(10)
        assert clock.slept == pytest.approx(0.01)
        clock.now += 0.004  # work of the user counts
        run.step(10)
        assert clock.slept == pytest.approx(0.016)
        start = run.snapshot()
        run.step(10)
        clock.now += 5.0
        run.restore(start)  # the way back is no reason to hurry
        before = clock.slept
        run.step(10)
        assert clock.slept - before == pytest.approx(0.01)


def test_settings_are_checked():
    settings = exu.SimulationSettings()
    with pytest.raises(ValueError, match="realtimeFactor"):
        settings.timeIntegration.realtimeFactor = 0.0
