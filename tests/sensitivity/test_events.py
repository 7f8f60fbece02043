"""Derivatives of runs whose forces jump at events."""

import pytest

import linkwork as exu
from linkwork.items import *

from .models import derived, disagreement, rope, settings_of

ROPE = (
    "rope.stiffness", "rope.damping", "rope.referenceLength", "mass.physicsMass",
    "mass.initialVelocity[0]", "soft.stiffness[0]",
)  # fmt: skip


def test_derivatives_jump_at_events():
    """Differences include those of the step sizes at events, an effect of the order of a step."""
    mbs = rope()
    for solver, steps, limit in (("RK44", 160, 1e-6), ("GeneralizedAlpha", 800, 2e-5)):
        settings = settings_of(0.8, steps, tight=True)
        solution = mbs.SolveDynamic(settings, solver, sensitivities=ROPE)
        assert solution.statistics.events == 2
        for name in ROPE:
            error = disagreement(
                derived(solution.sensitivity(name)), mbs, name,
                lambda twin, s=solver, c=settings: twin.SolveDynamic(c, s), limit, (3e-4, 3e-3),
            )  # fmt: skip
            assert error < limit, (solver, name)


def test_events_that_are_not_located_are_refused():
    mbs, settings = rope(), settings_of()
    settings.timeIntegration.discontinuous.locateEvents = False
    with pytest.raises(exu.SysError, match="locateEvents = True"):
        mbs.SolveDynamic(settings, sensitivities=["rope.stiffness"])


def test_actions_of_events_are_refused():
    mbs = rope()
    mbs.AddSensor(
        SensorEvent(eventUserFunction=lambda mbs, t, n, q, v: q[0], actionUserFunction=_act)
    )
    with pytest.raises(exu.SysError, match="action of SensorEvent"):
        mbs.SolveDynamic(settings_of(), sensitivities=["rope.stiffness"])


def _act(mbs, t, itemNumber):
    return True
