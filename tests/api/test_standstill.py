"""Runs that are asked for another attempt at the same time again and again."""

import numpy as np
import pytest

from linkwork.core.status import CHANGED, NEW_LAYOUT, NEWTON_FAILED, OK, SINGULAR, ZERO_LENGTH, fail
from linkwork.run import standstill
from linkwork.run.balance import Balance
from linkwork.run.run import Run
from linkwork.run.standstill import MOST

from .models import failure, make_settings, mass_on_spring, pendulum


def stuck(monkeypatch, *statuses, at=0.05):
    """Let attempts end with these statuses in turn from a time on, without a step."""
    advance, asked = Run._advance, []

    def nothing(run, steps):
        s = run.context.data.scalars
        if s.t < at - 1e-9:
            return advance(run, 1)
        s.steps_done, status = 0, statuses[len(asked) % len(statuses)]
        asked.append(status)
        return status

    monkeypatch.setattr(Run, "_advance", nothing)
    return asked


@pytest.mark.parametrize(
    ("statuses", "told"),
    [
        ((OK,), f"no step was taken ({MOST} times)"),
        ((NEW_LAYOUT,), f"items act on others than before ({MOST} times)"),
        (
            (NEW_LAYOUT, NEW_LAYOUT, CHANGED),
            "items act on others than before (667 times), parameters were changed (333 times)",
        ),
    ],
)
def test_a_run_without_progress_ends_with_the_reasons(monkeypatch, statuses, told):
    asked = stuck(monkeypatch, *statuses)
    s = mass_on_spring()
    error = failure(s.mbs, make_settings(0.1, 10))
    assert len(asked) == MOST
    assert "GeneralizedAlpha fails at t = 0.05 s (step 6, h = 0.01 s): 1000 attempts" in str(error)
    assert told in str(error) and "timeIntegration.adaptiveStep = False" in str(error)
    assert len(s.mbs.solution.times) == 6


def test_releasing_the_same_constraints_for_ever_ends(monkeypatch):
    asked = stuck(monkeypatch, SINGULAR)
    monkeypatch.setattr(Balance, "share_loads", lambda balance: True)
    error = failure(pendulum().mbs, make_settings(0.1, 10))
    assert f"the system matrix is singular ({MOST} times)" in str(error)
    assert len(asked) == MOST


def test_the_item_of_a_reason_is_named(monkeypatch):
    s = mass_on_spring()
    stuck(monkeypatch, fail(ZERO_LENGTH, s.spring))
    monkeypatch.setattr(Run, "_reject", lambda run, status: None)
    assert "SpringDamper 'spring' (object 2): the markers coincide" in str(
        failure(s.mbs, make_settings(0.1, 10))
    )


def test_reductions_of_the_step_size_are_progress(monkeypatch):
    """They have a limit of their own, also if there are many."""
    asked = stuck(monkeypatch, NEWTON_FAILED)
    settings = make_settings(0.1, 10, adaptiveStepDecrease=0.995)
    error = failure(mass_on_spring().mbs, settings)
    assert "steps cannot be smaller than minimumStepSize = 1e-08 s" in str(error)
    assert len(asked) == 1 + int(np.log(1e-8 / 0.01) / np.log(0.995)) > MOST


def test_each_time_has_attempts_of_its_own(monkeypatch):
    monkeypatch.setattr(standstill, "MOST", 150)
    advance, asked = Run._advance, []

    def rarely(run, steps):
        run.context.data.scalars.steps_done = 0
        asked.append(run.context.data.scalars.t)
        return advance(run, 1) if len(asked) % 100 == 0 else NEW_LAYOUT

    monkeypatch.setattr(Run, "_advance", rarely)
    mbs = mass_on_spring().mbs
    mbs.SolveDynamic(make_settings(0.1, 10))
    assert len(asked) == 1000 and len(mbs.solution.times) == 11
