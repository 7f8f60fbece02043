"""Constraint functions at velocity level: wrong rates are refused by name, correct ones never."""

import math

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *

pytestmark = pytest.mark.processors

MESSAGE = "constraintUserFunction must return the rate dc/dt"


def rod(mbs, t, itemNumber, q, q_t, velocityLevel):
    """Distance 1 from a point that moves; the flag is ignored."""
    return [(q[0] - 0.1 * math.sin(2.0 * t)) ** 2 + q[1] ** 2 - 1.0]


def rod_with_rate(mbs, t, itemNumber, q, q_t, velocityLevel):
    x = q[0] - 0.1 * math.sin(2.0 * t)
    if velocityLevel:
        return [2.0 * x * (q_t[0] - 0.2 * math.cos(2.0 * t)) + 2.0 * q[1] * q_t[1]]
    return [x**2 + q[1] ** 2 - 1.0]


def rod_slopes(mbs, t, itemNumber, q, q_t, velocityLevel):
    return [[2.0 * (q[0] - 0.1 * math.sin(2.0 * t)), 2.0 * q[1]]]


def points(functions, slopes=rod_slopes, start=(0.0, -1.0), speed=(0.2, 0.0), equations=1):
    """Points that hang on equations of their own, with as many constraints."""
    mbs = exu.SystemContainer().AddSystem()
    ground = mbs.AddMarker(MarkerNodeCoordinates(nodeNumber=mbs.AddNode(NodePointGround())))
    for k, function in enumerate(functions):
        node = mbs.AddNode(NodePoint2D(referenceCoordinates=start, initialVelocities=speed))
        mbs.AddObject(MassPoint2D(nodeNumber=node, physicsMass=1.0 + k))
        marker = mbs.AddMarker(MarkerNodePosition(nodeNumber=node))
        mbs.AddLoad(Force(markerNumber=marker, loadVector=[0.0, -9.81 * (1.0 + k), 0.0]))
        mbs.AddObject(CoordinateVectorConstraint(
            name=f"rod{k}", scalingMarker0=np.zeros((equations, 1)),
            markerNumbers=[ground, mbs.AddMarker(MarkerNodeCoordinates(nodeNumber=node))],
            constraintUserFunction=function, jacobianUserFunction=slopes,
        ))  # fmt: skip
    mbs.Assemble()
    return mbs


def solve(mbs, solver="GeneralizedAlpha", steps=300, index2=True, automatic=False):
    settings = exu.SimulationSettings()
    time = settings.timeIntegration
    time.endTime, time.numberOfSteps = steps * 1e-3, steps
    time.generalizedAlpha.useIndex2Constraints = index2
    time.generalizedAlpha.automaticStepSize = automatic
    return mbs.SolveDynamic(settings, getattr(exu.DynamicSolverType, solver))


@pytest.mark.parametrize(
    "options",
    [dict(), dict(solver="TrapezoidalIndex2", index2=False), dict(index2=False, automatic=True)],
    ids=["index2", "trapezoidal", "automatic"],
)
def test_a_function_that_ignores_velocityLevel_is_refused_by_name(options):
    with pytest.raises(exu.SysError, match=f"CoordinateVectorConstraint 'rod1'.*{MESSAGE}"):
        solve(points([rod_with_rate, rod]), **options)


@pytest.mark.parametrize("solver", ["GeneralizedAlpha", "RK44"])
def test_solvers_that_need_no_rates_take_it(solver):
    plain, told = (solve(points([f, f]), solver, index2=False) for f in (rod, rod_with_rate))
    np.testing.assert_allclose(plain.coordinates[-1], told.coordinates[-1], rtol=0, atol=1e-9)
    assert plain.statistics["steps"] == 300


def test_it_takes_as_many_steps_as_requested_with_rates():
    assert solve(points([rod_with_rate] * 2)).statistics["steps"] == 300


def rod_that_changes(mbs, t, itemNumber, q, q_t, velocityLevel):
    """Returns rates only at the beginning."""
    x = q[0] - 0.1 * math.sin(2.0 * t)
    if velocityLevel and t < 0.0205:
        return [2.0 * x * (q_t[0] - 0.2 * math.cos(2.0 * t)) + 2.0 * q[1] * q_t[1]]
    return [x**2 + q[1] ** 2 - 1.0]


def test_a_run_that_takes_many_times_the_steps_says_so():
    """No check of the start can see a function that changes later."""
    with pytest.warns(UserWarning, match="steps were necessary instead of .* larger ones fail"):
        solution = solve(points([rod_that_changes]), steps=300)
    assert solution.statistics["steps"] > 3000


def switched_on_later(function, solver):
    mbs = points([function])
    mbs.SetObjectParameter(1, "activeConnector", False)

    def switch(mbs, t):
        if t > 0.01 and not mbs.GetObjectParameter(1, "activeConnector"):
            mbs.SetObjectParameter(1, "activeConnector", True)
        return True

    mbs.SetPreStepUserFunction(switch)
    return solve(mbs, solver, steps=100)


@pytest.mark.filterwarnings("ignore:.*switched on")
def test_a_function_is_looked_at_where_it_is_switched_on():
    """An inactive constraint calls no function at the start."""
    with pytest.raises(exu.SysError, match=MESSAGE):
        switched_on_later(rod, "GeneralizedAlpha")
    plain, told = (switched_on_later(f, "RK44") for f in (rod, rod_with_rate))
    np.testing.assert_allclose(plain.coordinates[-1], told.coordinates[-1], rtol=0, atol=1e-12)
    np.testing.assert_allclose(plain.multipliers[-1], told.multipliers[-1], rtol=1e-9)


def refused(function, slopes, start=(0.3, -0.8), speed=(0.2, 0.1), equations=1):
    mbs = points([exu.called_back(function)], exu.called_back(slopes), start, speed, equations)
    try:
        solve(mbs, steps=1)
    except exu.SysError as error:
        if MESSAGE in str(error):
            return True
    return False


def law(value, rate):
    """A constraint function from its value and its rate, both of (q, v, t)."""

    def function(mbs, t, itemNumber, q, q_t, velocityLevel):
        return rate(q, q_t, t) if velocityLevel else value(q, t)

    return function


CORRECT = {
    "linear": ([1.0, 2.0], lambda q, t: [q[0] + 2 * q[1] - 7.0], lambda q, v, t: [v[0] + 2 * v[1]]),
    "zero at the start": (
        [1.0, 0.0],
        lambda q, t: [(q[0] - 0.3) + (q[1] + 0.8) ** 2],
        lambda q, v, t: [v[0] + 2 * (q[1] + 0.8) * v[1]],
    ),
    "time only": ([0.0, 1.0], lambda q, t: [q[1] - t**2], lambda q, v, t: [v[1] - 2 * t]),
    "factor of time": ([1.0, 0.0], lambda q, t: [q[0] * (1 + t)], lambda q, v, t: [
        v[0] * (1 + t) + q[0]
    ]),
    "fast": (
        [1.0, 0.0],
        lambda q, t: [q[0] - 1e-3 * math.sin(1e4 * t)],
        lambda q, v, t: [v[0] - 10 * math.cos(1e4 * t)],
    ),
    "begins with the run": (
        [1.0, 0.0],
        lambda q, t: [q[0] - t**3 if t >= 0 else 1e6],
        lambda q, v, t: [v[0] - 3 * t**2 if t >= 0 else 1e6],
    ),
    "simplified on the constraint": (
        [0.35, -0.94],
        lambda q, t: [math.hypot(q[0], q[1]) - math.hypot(0.3, 0.8)],
        lambda q, v, t: [(q[0] * v[0] + q[1] * v[1]) / math.hypot(0.3, 0.8)],
    ),
    "large factor": ([1e9, 0.0], lambda q, t: [1e9 * q[0]], lambda q, v, t: [1e9 * v[0]]),
    "small factor": ([1e-9, 0.0], lambda q, t: [1e-9 * q[0]], lambda q, v, t: [1e-9 * v[0]]),
    "sum with a large number": (
        [1.0, 0.0],
        lambda q, t: [(q[0] + 1e6) - 1e6],
        lambda q, v, t: [v[0]],
    ),
    "not defined nearby": (
        [1.0, 0.0],
        lambda q, t: [math.sqrt(q[0] - 0.3)],
        lambda q, v, t: [0.5 * v[0] / math.sqrt(q[0] - 0.3)],
    ),
}  # fmt: skip


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", CORRECT)
@pytest.mark.parametrize("speed", [(0.2, 0.1), (0.0, 0.0), (300.0, -50.0)], ids=str)
def test_correct_rates_are_not_refused(name, speed):
    slopes, value, rate = CORRECT[name]
    assert not refused(law(value, rate), lambda *arguments: [slopes], speed=speed)


@pytest.mark.filterwarnings("ignore")
def test_random_functions_are_judged_correctly():
    """Polynomials of position and time with their rates, and without them."""
    rng = np.random.default_rng(3)
    for _ in range(60):
        linear, square = rng.normal(size=2), rng.normal(size=(2, 2)) * rng.integers(0, 2)
        mixed, size = rng.normal(size=2) * rng.integers(0, 2), 10.0 ** rng.integers(-3, 4)
        rate_of_time = float(rng.choice([0.0, 1.0, 30.0]))

        def value(q, t, a=linear, b=square, c=mixed, w=rate_of_time, s=size):
            return [s * (a @ q + q @ b @ q + (c @ q) * math.sin(w * t) + math.cos(w * t))]

        def rate(q, v, t, a=linear, b=square, c=mixed, w=rate_of_time, s=size):
            in_time = w * ((c @ q) * math.cos(w * t) - math.sin(w * t))
            return [s * (a @ v + v @ (b + b.T) @ q + (c @ v) * math.sin(w * t) + in_time)]

        def slopes(mbs, t, n, q, v, flag, a=linear, b=square, c=mixed, w=rate_of_time, s=size):
            return [s * (a + (b + b.T) @ q + c * math.sin(w * t))]

        start, speed = rng.normal(size=2), rng.normal(size=2) * 10.0 ** rng.integers(-3, 3)
        assert not refused(law(value, rate), slopes, start, speed)
        assert refused(law(value, lambda q, v, t, f=value: f(q, t)), slopes, start, speed)


@pytest.mark.parametrize("first", ["RK44", "VelocityVerlet", "TrapezoidalIndex2"])
def test_what_functions_told_in_the_last_run_is_forgotten(first):
    start = dict(start=(0.6, -0.8), speed=(0.856, 0.642))  # corrected
    mbs = points([rod_with_rate], **start)
    for solver in (first, "GeneralizedAlpha"):
        with pytest.warns(UserWarning, match="start velocities"):
            found = solve(mbs, solver, 20, index2=False)
    with pytest.warns(UserWarning, match="start velocities"):
        expected = solve(points([rod_with_rate], **start), steps=20, index2=False)
    assert (found.velocities == expected.velocities).all()
    assert (found.multipliers == expected.multipliers).all()
