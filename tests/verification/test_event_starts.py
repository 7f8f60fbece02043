"""Event functions that are zero at the start of a run, or after an action."""

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *
from tests.cases import looped
from tests.verification.event_models import Model

Solver = exu.DynamicSolverType
METHODS = {
    "index3": (Solver.GeneralizedAlpha, {}),
    "index2": (Solver.GeneralizedAlpha, dict(useIndex2Constraints=True)),
    "automatic": (Solver.GeneralizedAlpha, dict(automaticStepSize=True)),
    "trapezoidal": (Solver.TrapezoidalIndex2, {}),
    "RK44": (Solver.RK44, {}),
    "VelocityVerlet": (Solver.VelocityVerlet, {}),
    "DOPRI5": (Solver.DOPRI5, {}),
    "ODE23": (Solver.ODE23, {}),
}
each_method = pytest.mark.parametrize("method", METHODS.values(), ids=METHODS)


def go_on(mbs, t, itemNumber):
    return True


def solve(model, method, end, steps):
    solver, options = method
    model.mbs.Assemble()
    settings = exu.SimulationSettings()
    time = settings.timeIntegration
    time.endTime, time.numberOfSteps = end, steps
    time.absoluteTolerance = time.relativeTolerance = 1e-7
    for name, value in options.items():
        setattr(time.generalizedAlpha, name, value)
    return model.mbs.SolveDynamic(settings, solverType=solver)


@looped("side", [1.0, -1.0])
@looped("does", [{}, dict(actionUserFunction=go_on), dict(terminal=True)])
@each_method
def test_rounding_does_not_decide_on_the_side_of_a_start(method, does, side):
    """The horizontal velocity of a pendulum from the horizontal is zero with its rate.

    It grows with t^3, so the interpolated velocity of the first step may have the wrong sign. The
    function changes its sign at 0.9 s only.
    """
    model = Model()
    bob = model.mass([side, 0.0, 0.0], [0.0, 0.0, 0.0], gravity=[0.0, -9.81, 0.0])
    model.mbs.AddObject(DistanceConstraint(markerNumbers=[model.ground, bob], distance=1.0))

    def flat(mbs, t, itemNumber, q, q_t):
        return q_t[0] * (t - 0.9)

    model.mbs.AddSensor(SensorEvent(name="flat", eventUserFunction=flat, **does))
    solution = solve(model, method, 1.1, 250)
    assert solution.event_times("flat") == pytest.approx([0.9], abs=1e-13)
    assert solution.events[0].direction == -side
    assert solution.times[-1] == (solution.events[0].time if "terminal" in does else 1.1)


@looped("sign", [1.0, -1.0])
@looped("does", [{}, dict(actionUserFunction=go_on)])
@each_method
def test_a_function_that_stays_zero_has_the_side_that_it_moves_to(method, does, sign):
    """Zero up to 0.25 s, then of one sign, and of the other from 0.8 s on: one event."""
    model = Model()
    model.mass([1.0, 0.0, 0.0], [1.0, 0.0, 0.0])

    def late(mbs, t, itemNumber, q, q_t, s=sign):
        return s * (t - 0.25) * (0.8 - t) if t > 0.25 else 0.0

    model.mbs.AddSensor(SensorEvent(name="late", eventUserFunction=late, **does))
    model.mbs.AddSensor(
        SensorEvent(name="never", eventUserFunction=lambda mbs, t, i, q, q_t: 0.0, **does)
    )
    solution = solve(model, method, 1.0, 10)
    assert [(event.sensor, event.direction) for event in solution.events] == [("late", -sign)]
    assert solution.events[0].time == pytest.approx(0.8, abs=1e-12)
    assert solution.coordinates[-1, 0] == pytest.approx(1.0, abs=1e-13)


@pytest.mark.parametrize("does", [{}, dict(actionUserFunction=go_on)])
@each_method
def test_a_function_that_leaves_zero_clearly_may_come_back_in_the_first_step(method, does):
    """A throw of 3 m/s from the ground comes back after 2 v / g, within the first step."""
    model = Model()
    model.mass([0.0, 0.0, 0.0], [0.0, 3.0, 0.0], gravity=[0.0, -9.81, 0.0])
    height = SensorEvent(
        name="ground", eventUserFunction=lambda mbs, t, itemNumber, q, q_t: q[1], **does
    )
    model.mbs.AddSensor(height)
    solution = solve(model, method, 1.0, 1)
    assert solution.event_times("ground") == pytest.approx([6.0 / 9.81], abs=1e-12)
    assert solution.events[0].direction == -1
    assert solution.events[0].velocities[1] == pytest.approx(-3.0, abs=1e-12)


@each_method
def test_an_event_at_the_start_of_another_is_not_told_twice(method):
    """An action leaves the state on the zero of its own function, at rest: it stays there."""
    model = Model()
    model.mass([0.0, 0.0, 0.0], [1.0, 0.0, 0.0])

    def stop(mbs, t, itemNumber):
        mbs.systemData.SetODE2Coordinates_t(np.zeros(3))
        return True

    stops = SensorEvent(
        name="wall", eventUserFunction=lambda mbs, t, itemNumber, q, q_t: q[0] - 0.512,
        actionUserFunction=stop,
    )  # fmt: skip
    model.mbs.AddSensor(stops)
    solution = solve(model, method, 1.0, 10)
    assert solution.event_times("wall") == pytest.approx([0.512], abs=1e-13)
    assert solution.coordinates[-1, 0] == pytest.approx(0.512, abs=1e-13)


@pytest.mark.parametrize("direction", [0, -1])
@each_method
def test_bounces_much_shorter_than_a_step_are_told_apart(method, direction):
    """A ball that keeps half of its speed: the 20th bounce takes 1.7 us, steps are of 0.1 s.

    The side after an impact is that of the ball that rises, not of one that has come back.
    """
    model = Model()
    model.mass([0.0, 1.0, 0.0], [0.0, 0.0, 0.0], gravity=[0.0, -9.81, 0.0])

    def bounce(mbs, t, itemNumber):
        mbs.systemData.SetODE2Coordinates_t(-0.5 * mbs.systemData.GetODE2Coordinates_t())
        return True

    impacts = SensorEvent(
        name="ground", eventUserFunction=lambda mbs, t, itemNumber, q, q_t: 1.0 + q[1],
        direction=direction, actionUserFunction=bounce,
    )  # fmt: skip
    model.mbs.AddSensor(impacts)
    solution = solve(model, method, 1.5, 15)
    fall = np.sqrt(2.0 / 9.81)
    exact = fall * (1.0 + np.cumsum([0.0, *(2.0 * 0.5**k for k in range(1, 20))]))
    assert solution.event_times("ground")[:20] == pytest.approx(exact, abs=1e-8)
    assert {event.direction for event in solution.events[:20]} == {-1}
    speeds = [abs(event.velocities[1]) for event in solution.events[:15]]
    assert speeds == pytest.approx(9.81 * fall * 0.5 ** np.arange(15), rel=1e-4)
