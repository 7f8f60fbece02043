"""Chunks of steps, and what a run does after a step that failed: a smaller one, or an error."""

from types import SimpleNamespace

import pytest

from linkwork.core.status import (
    NEWTON_FAILED,
    NOT_FINITE,
    PROJECTION_FAILED,
    SENSED_NOT_FINITE,
    SINGULAR,
    STEP_TOO_SMALL,
)
from linkwork.run.run import Run

HINT = "; steps cannot be smaller than minimumStepSize = 1e-08 s"


class Failed(Exception):
    """Replaces the error of a run."""


def reject(status, implicit=True, automatic=False, adaptive=True, h=0.1):
    """(step size of the next try, rejected steps) after a step that failed."""

    def fail(status, hint=""):
        raise Failed(hint)

    taken = []
    context = SimpleNamespace(
        time=SimpleNamespace(adaptiveStep=adaptive, adaptiveStepDecrease=0.5, minimumStepSize=1e-8),
        data=SimpleNamespace(scalars=SimpleNamespace(pre_step_done=1)),
        h=h,
        counts=SimpleNamespace(rejected=2),
        failures=SimpleNamespace(fail=fail),
        functions=SimpleNamespace(look_into=lambda status, again: False),
        equations=SimpleNamespace(redundant=None),
    )
    run = SimpleNamespace(
        context=context,
        scheme=SimpleNamespace(is_implicit=implicit, is_automatic=automatic),
        balance=SimpleNamespace(go_on=taken.append),
        _shares_loads=lambda: False,
        full_step=0.1,
        _compatible=False,
        _doubles_steps=False,
        before_smaller=None,
    )
    Run._reject(run, status)
    assert context.data.scalars.pre_step_done == 0
    return taken, context.counts.rejected


@pytest.mark.parametrize("status", [NEWTON_FAILED, NOT_FINITE, SINGULAR])
def test_implicit_steps_are_halved(status):
    assert reject(status) == ([0.05], 3)


@pytest.mark.parametrize(
    ("status", "how", "hint"),
    [
        (NEWTON_FAILED, dict(h=1.9e-8), HINT),
        (NOT_FINITE, dict(h=1.9e-8), ""),
        (NEWTON_FAILED, dict(adaptive=False), ""),
        (NEWTON_FAILED, dict(implicit=False), ""),
        (PROJECTION_FAILED, {}, ""),
        (SENSED_NOT_FINITE, {}, ""),
        # an automatic step size has been made as small as it may be before
        (NEWTON_FAILED, dict(automatic=True), HINT),
        (SINGULAR, dict(automatic=True, adaptive=False), HINT),
        (STEP_TOO_SMALL, dict(automatic=True, implicit=False), HINT),
        (SENSED_NOT_FINITE, dict(automatic=True, implicit=False), ""),
    ],
)
def test_a_run_that_cannot_go_on_tells_the_limit_of_steps_where_it_matters(status, how, hint):
    with pytest.raises(Failed) as caught:
        reject(status, **how)
    assert str(caught.value) == hint


def plan(remaining, h=0.1, grid_h=0.0, automatic=False, good=4, moving=False):
    """((steps, whether they are reduced), step sizes it was restarted with) of at most 64 steps."""
    taken = []
    context = SimpleNamespace(
        time=SimpleNamespace(adaptiveStepRecoverySteps=10),
        data=SimpleNamespace(scalars=SimpleNamespace(h=h, grid_h=grid_h)),
        counts=SimpleNamespace(good=good),
    )
    run = SimpleNamespace(
        context=context,
        scheme=SimpleNamespace(is_automatic=automatic),
        balance=SimpleNamespace(go_on=taken.append),
        changes=SimpleNamespace(drives=SimpleNamespace(moving=moving)),
        full_step=0.1,
        _compatible=False,
        _doubles_steps=False,
    )
    return Run._plan_chunk(run, 64, remaining), taken


@pytest.mark.parametrize(
    ("given", "steps", "reduced"),
    [
        (dict(remaining=50.0), 64, False),
        (dict(remaining=0.5 - 1e-9), 5, False),
        (dict(remaining=50.0, h=0.05), 6, True),  # until it may grow again
        (dict(remaining=50.0, h=0.05, good=10), 1, True),
        (dict(remaining=50.0, h=0.02, grid_h=0.1), 64, False),  # the rest after an event
        (dict(remaining=0.32, h=0.02, grid_h=0.1), 3, False),
        (dict(remaining=50.0, h=0.02, grid_h=0.05), 6, True),
        (dict(remaining=0.5, h=1e-3, automatic=True), 64, False),
        (dict(remaining=50.0, moving=True), 1, False),
    ],
)
def test_steps_of_a_chunk(given, steps, reduced):
    assert plan(**given) == ((steps, reduced), [])


def test_the_last_step_ends_with_the_run():
    assert plan(0.03) == ((1, False), [0.03])
    assert plan(0.1 - 1e-9) == ((1, False), [])
    assert plan(0.03, automatic=True) == ((64, False), [])
