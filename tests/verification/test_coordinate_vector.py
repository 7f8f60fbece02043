"""CoordinateVectorConstraint against closed forms, in all solvers.

Four motions carry most of the tests:

    pendulum   x^2 + y^2 = L^2, as quadratic terms and as user functions
    bead       -sin(w t) x + cos(w t) y = 0: a bead on a rotating rod, r = r0 cosh(w t)
    cruise     vx^2 + vy^2 = s^2, an equation of velocities: constant speed under gravity
    skate      sin(th) x' = cos(th) y', an equation of velocities with positions
"""

import math

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *

from .closed_forms import damped_pendulum, pendulum_tension
from .models import assert_close
from .vector_models import MASS, SOLVERS, Bead, G, Out, run

pytestmark = pytest.mark.processors

IMPLICIT = {
    "index3": dict(),
    "index2": dict(index2=True),
    "trapezoidal": dict(solver="TrapezoidalIndex2"),
}
EQUAL_STEPS = {
    **{name: (options, 2) for name, options in IMPLICIT.items()},
    "RK44": (dict(solver="RK44"), 4),
    "VelocityVerlet": (dict(solver="VelocityVerlet"), 2),
}
each_solver = pytest.mark.parametrize(
    ("options", "order"), EQUAL_STEPS.values(), ids=list(EQUAL_STEPS)
)


def orders(error, steps):
    """Observed orders of position, velocity and multiplier from `steps` to `2 steps`."""
    few, many = error(steps), error(2 * steps)
    parts = [slice(0, 2), slice(2, 4), slice(4, 5)]
    return np.array([np.log2(np.hypot.reduce(few[p]) / np.hypot.reduce(many[p])) for p in parts])


# ------------------------------------------------------------------------------- pendulum

LENGTH, ANGLE = 1.5, 1.2
SQUARES = dict(quadraticTermMarker1=[[1.0, 1.0]], offset=[LENGTH**2])


def circle(mbs, t, itemNumber, q, q_t, velocityLevel):
    if velocityLevel:
        return [2.0 * (q[0] * q_t[0] + q[1] * q_t[1])]
    return [q[0] ** 2 + q[1] ** 2 - 2.25]


def circle_slopes(mbs, t, itemNumber, q, q_t, velocityLevel):
    return [[2.0 * q[0], 2.0 * q[1]]]


CIRCLE = dict(
    scalingMarker0=np.zeros((1, 1)),
    constraintUserFunction=circle,
    jacobianUserFunction=circle_slopes,
)
PENDULA = pytest.mark.parametrize("law", [SQUARES, CIRCLE], ids=["squares", "functions"])


def pendulum(law=SQUARES, angle=ANGLE, rate=0.0):
    place = LENGTH * np.array([math.sin(angle), -math.cos(angle)])
    speed = LENGTH * rate * np.array([math.cos(angle), math.sin(angle)])
    return Bead(place, speed, reference=(0.25, -0.5)).tie(**law)


def pendulum_state(end):
    """Position, velocity and lambda = T / (2 L): the force is -2 lambda (x, y)."""
    angle, rate = damped_pendulum(end, 0.0, ANGLE, MASS, G, LENGTH)
    tension = pendulum_tension(angle, rate, MASS, G, LENGTH)
    sin, cos = math.sin(angle), math.cos(angle)
    return np.array(
        [LENGTH * sin, -LENGTH * cos, LENGTH * rate * cos, LENGTH * rate * sin,
         tension / (2.0 * LENGTH)]
    )  # fmt: skip


def pendulum_error(law, steps, end=1.0, **options):
    model = pendulum(law)
    model.run(end / steps, end, **options)
    return np.abs(model.state() - pendulum_state(end))


@PENDULA
@each_solver
def test_pendulum_has_its_order(law, options, order):
    steps = 400 if order == 2 else 100
    found = orders(lambda n: pendulum_error(law, n, **options), steps)
    assert_close(found, order, atol=0.15)


@PENDULA
def test_pendulum_with_error_control(law):
    error = pendulum_error(law, 20, end=2.0, solver="DOPRI5", tolerance=1e-10)
    assert_close(error[:4], 0.0, atol=2e-9)
    assert error[4] < 5e-7 if law is CIRCLE else error[4] < 2e-8


@PENDULA
@pytest.mark.parametrize(
    ("options", "error"),
    [(dict(), 1e-13), (dict(index2=True), 1e-9), (dict(solver="TrapezoidalIndex2"), 1e-9),
     (dict(solver="RK44"), 2e-15), (dict(solver="VelocityVerlet"), 2e-15)],
    ids=["index3", "index2", "trapezoidal", "RK44", "VelocityVerlet"],
)  # fmt: skip
def test_pendulum_keeps_its_length(law, options, error):
    model = pendulum(law)
    solution = model.run(1e-3, 2.0, record=0.1, **options)
    place = solution.coordinates + [0.25, -0.5]
    assert_close(np.hypot(*place.T), LENGTH, atol=error)
    assert abs(model.output(Out.ConstraintEquation)[0]) < 3 * error


@pytest.mark.parametrize("options", IMPLICIT.values(), ids=list(IMPLICIT))
@PENDULA
def test_newton_converges_quadratically_in_large_steps(law, options):
    # 2.03 updates per step at index 3 and 2, 2.15 with the trapezoidal rule
    statistics = pendulum(law).run(0.05, 2.0, rho=0.8, **options).statistics
    assert statistics["rejected"] == 0
    assert statistics["newton_iterations"] <= 2.3 * statistics["steps"]


def first_row(model, solver="GeneralizedAlpha", **options):
    """Accelerations and multipliers of the start."""
    solution = model.run(1e-3, 1e-3, solver=solver, record=1e-3, **options)
    return solution.accelerations[0], solution.multipliers[0]


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize(("law", "error"), [(SQUARES, 1e-12), (CIRCLE, 1e-8)])
def test_start_contains_the_centripetal_acceleration(law, error, solver):
    angle, rate = 0.7, 3.0
    a, multiplier = first_row(pendulum(law, angle, rate), solver)
    sin, cos = math.sin(angle), math.cos(angle)
    turning = -G / LENGTH * sin
    expected = LENGTH * np.array([turning * cos - rate**2 * sin, turning * sin + rate**2 * cos])
    tension = pendulum_tension(angle, rate, MASS, G, LENGTH)
    assert_close(a, expected, atol=error)
    assert_close(multiplier, tension / (2.0 * LENGTH), atol=error)


# ------------------------------------------------------------------------------- bead on a rod

TURNING, START = 1.5, 0.8


def rod(mbs, t, itemNumber, q, q_t, velocityLevel):
    sin, cos = math.sin(1.5 * t), math.cos(1.5 * t)
    if velocityLevel:
        return [-sin * q_t[0] + cos * q_t[1] - 1.5 * (cos * q[0] + sin * q[1])]
    return [-sin * q[0] + cos * q[1]]


def rod_of_positions(mbs, t, itemNumber, q, q_t, velocityLevel):
    """The same without an equation of velocity level."""
    return [-math.sin(1.5 * t) * q[0] + math.cos(1.5 * t) * q[1]]


def rod_slopes(mbs, t, itemNumber, q, q_t, velocityLevel):
    return [[-math.sin(1.5 * t), math.cos(1.5 * t)]]


ROD = dict(
    scalingMarker0=np.zeros((1, 1)), constraintUserFunction=rod, jacobianUserFunction=rod_slopes
)


def bead(**changes):
    model = Bead([START, 0.0], [0.0, START * TURNING], gravity=0.0, reference=(0.3, 0.1))
    return model.tie(**ROD | changes)


def bead_state(end):
    """Position, velocity and lambda = -2 m w r'."""
    turn = TURNING * end
    along, across = np.array([np.cos(turn), np.sin(turn)]), np.array([-np.sin(turn), np.cos(turn)])
    r, speed = START * np.cosh(turn), START * TURNING * np.sinh(turn)
    return np.concatenate(
        [r * along, speed * along + r * TURNING * across, [-2.0 * MASS * TURNING * speed]]
    )


def bead_error(steps, end=1.0, changes=None, **options):
    model = bead(**changes or {})
    model.run(end / steps, end, **options)
    return np.abs(model.state() - bead_state(end))


@each_solver
def test_bead_on_a_rotating_rod_has_its_order(options, order):
    found = orders(lambda n: bead_error(n, **options), 200 if order == 2 else 25)
    assert_close(found, order, atol=0.2)


def test_bead_on_a_rotating_rod_is_exact_in_explicit_solvers():
    """A function that returns its derivative leaves one difference, which costs no order."""
    assert_close(bead_error(500, solver="RK44"), 0.0, atol=1e-10)
    assert_close(bead_error(50, solver="RK67")[:4], 0.0, atol=1e-11)
    error = bead_error(10, solver="DOPRI5", tolerance=1e-10)
    assert_close(error[:4], 0.0, atol=1e-10)
    assert error[4] < 1e-9


def rod_without_rates(mbs, t, itemNumber, q, q_t, velocityLevel):
    """The same, refusing the derivative."""
    if velocityLevel:
        raise ValueError("positions only")
    return [-math.sin(1.5 * t) * q[0] + math.cos(1.5 * t) * q[1]]


@pytest.mark.parametrize("function", [rod_of_positions, rod_without_rates])
@pytest.mark.parametrize("solver", ["GeneralizedAlpha", "RK44", "DOPRI5", "VelocityVerlet"])
def test_a_function_of_positions_alone_serves_index_3_and_explicit_solvers(solver, function):
    """It need not look at velocityLevel: what is not position level comes from differences."""
    plain = bead_error(100, solver=solver, changes=dict(constraintUserFunction=function))
    told = bead_error(100, solver=solver)
    assert_close(plain, told, atol=1e-13 if solver == "GeneralizedAlpha" else 2e-7)


@pytest.mark.parametrize("solver", SOLVERS)
def test_start_contains_the_time_dependence_of_functions(solver):
    model = Bead([START, 0.0], [0.6, START * TURNING], gravity=0.0).tie(**ROD)
    a, multiplier = first_row(model, solver)
    # r'' = w^2 r - w^2 r = 0 along the rod; across 2 w r'.
    assert_close(a, [0.0, 2.0 * TURNING * 0.6], atol=1e-8)
    assert_close(multiplier, -2.0 * MASS * TURNING * 0.6, atol=2e-8)


# ------------------------------------------------------------------------------- constant speed

SPEED, PHASE = 3.0, 0.9
CRUISE = dict(quadraticTermMarker1=[[1.0, 1.0]], offset=[SPEED**2], velocityLevel=True)


def speed(mbs, t, itemNumber, q, q_t, velocityLevel):
    return [q_t[0] ** 2 + q_t[1] ** 2 - 9.0]


def speed_slopes(mbs, t, itemNumber, q, q_t, velocityLevel):
    return [[2.0 * q_t[0], 2.0 * q_t[1]]]


SPEED_LAW = dict(
    scalingMarker0=np.zeros((1, 1)),
    constraintUserFunction=speed,
    jacobianUserFunction=speed_slopes,
    velocityLevel=True,
)
CRUISES = pytest.mark.parametrize("law", [CRUISE, SPEED_LAW], ids=["squares", "functions"])


def cruise_state(end):
    """sin th = tanh u, u = c - g t/s; x and y by integration; lambda = -m g vy / (2 s^2)."""
    places = []
    for u in (PHASE, PHASE - G * end / SPEED):
        places.append([np.arctan(np.sinh(u)), np.log(np.cosh(u))])
    place = SPEED**2 / G * (np.array(places[0]) - places[1])
    v = SPEED * np.array([1.0 / np.cosh(u), np.tanh(u)])
    return np.concatenate([place, v, [-MASS * G * v[1] / (2.0 * SPEED**2)]])


def cruise(law, factor=1.0):
    return Bead([0.0, 0.0], factor * cruise_state(0.0)[2:4]).tie(**law)


def cruise_error(law, steps, end=0.8, **options):
    model = cruise(law)
    model.run(end / steps, end, **options)
    return np.abs(model.state() - cruise_state(end))


@CRUISES
@each_solver
def test_constant_speed_has_its_order(law, options, order):
    steps = 200 if order == 2 else 50
    found = orders(lambda n: cruise_error(law, n, **options), steps)
    assert_close(found, order, atol=0.2)


@CRUISES
def test_constant_speed_with_error_control(law):
    assert_close(cruise_error(law, 20, solver="DOPRI5", tolerance=1e-10), 0.0, atol=1e-8)


@CRUISES
@pytest.mark.parametrize("solver", ["ExplicitMidpoint", "RK44", "VelocityVerlet"])
def test_large_explicit_steps_keep_the_speed_too(law, solver):
    """A single correction of the velocities would leave the square of what it corrects."""
    solution = cruise(law).run(0.1, 0.8, solver=solver, record=0.1)
    assert_close(np.hypot(*solution.velocities.T), SPEED, atol=1e-14)


@CRUISES
@pytest.mark.parametrize("options", [v[0] for v in EQUAL_STEPS.values()], ids=list(EQUAL_STEPS))
def test_constant_speed_is_kept(law, options):
    solution = cruise(law).run(1e-3, 0.8, record=0.1, **options)
    assert_close(np.hypot(*solution.velocities.T), SPEED, atol=2e-12)


@CRUISES
@pytest.mark.parametrize("options", IMPLICIT.values(), ids=list(IMPLICIT))
def test_newton_converges_quadratically_with_equations_of_velocities(law, options):
    # 2.75 updates per step, 3 with the trapezoidal rule
    statistics = cruise(law).run(0.05, 1.0, rho=0.8, **options).statistics
    assert statistics["rejected"] == 0
    assert statistics["newton_iterations"] <= 3.1 * statistics["steps"]


@CRUISES
@pytest.mark.parametrize("solver", SOLVERS)
def test_start_velocities_are_projected_onto_an_equation_that_is_not_linear(law, solver):
    model = cruise(law, factor=1.3)
    with pytest.warns(UserWarning, match=r"velocities violate the constraint by 6\.21"):
        solution = model.run(1e-3, 1e-3, solver=solver, record=1e-3)
    v = solution.velocities[0]
    # equal masses: the nearest point of a circle
    assert_close(v, cruise_state(0.0)[2:4], atol=1e-14)
    a, multiplier = solution.accelerations[0], solution.multipliers[0]
    assert_close(multiplier, -MASS * G * v[1] / (2.0 * SPEED**2), atol=1e-12)
    assert_close(a, np.array([0.0, -G]) - 2.0 * multiplier[0] * v / MASS, atol=1e-12)


# ------------------------------------------------------------------------------- skate

PUSH, SPIN, INERTIA = 2.0, 1.3, 0.7


def edge(mbs, t, itemNumber, q, q_t, velocityLevel):
    return [math.sin(q[2]) * q_t[0] - math.cos(q[2]) * q_t[1]]


def edge_slopes(mbs, t, itemNumber, q, q_t, velocityLevel):
    return [[math.sin(q[2]), -math.cos(q[2]), 0.0]]


def skate_state(end):
    """A skate that turns with constant rate w, pushed along x with m p; lambda = 2 m p sin(w t)."""
    w = SPIN
    sin, cos = math.sin(w * end), math.cos(w * end)
    place = PUSH / (2.0 * w**2) * np.array([sin**2, w * end - sin * cos])
    return np.array(
        [*place, w * end, *(PUSH / w * sin * np.array([cos, sin])), w, 2.0 * MASS * PUSH * sin]
    )


def skate(**values):
    """(system, node, constraint)"""
    mbs = exu.SystemContainer().AddSystem()
    node = mbs.AddNode(
        NodeGenericODE2(
            numberOfODE2Coordinates=3, referenceCoordinates=[0.5, 0.25, -0.4],
            initialCoordinates=[-0.5, -0.25, 0.4], initialCoordinates_t=[0.0, 0.0, SPIN],
        )
    )  # fmt: skip
    mass = np.diag([MASS, MASS, INERTIA])
    mbs.AddObject(
        ObjectGenericODE2(
            nodeNumbers=[node], massMatrix=mass, forceVector=[MASS * PUSH, 0, 0], **values
        )
    )
    ends = [
        mbs.AddMarker(MarkerNodeCoordinates(nodeNumber=n))
        for n in (mbs.AddNode(NodePointGround()), node)
    ]
    tied = mbs.AddObject(
        CoordinateVectorConstraint(
            markerNumbers=ends, scalingMarker0=np.zeros((1, 1)), velocityLevel=True,
            constraintUserFunction=edge, jacobianUserFunction=edge_slopes,
        )
    )  # fmt: skip
    return mbs, node, tied


def skate_error(steps, end=1.0, **options):
    mbs, node, tied = skate()
    run(mbs, end / steps, end, **options)
    outputs = (Out.CoordinatesTotal, Out.Coordinates_t)
    found = [mbs.GetNodeOutput(node, name) for name in outputs]
    return np.concatenate([*found, mbs.GetObjectOutput(tied, Out.Force)]) - skate_state(end)


@each_solver
def test_skate_has_its_order(options, order):
    """An equation of velocities whose factors change with the position."""
    steps = 200 if order == 2 else 25
    few, many = skate_error(steps, **options), skate_error(2 * steps, **options)
    for part in (slice(0, 3), slice(3, 6)):
        found = np.log2(np.linalg.norm(few[part]) / np.linalg.norm(many[part]))
        assert_close(found, order, atol=0.2)
    # the multiplier converges faster than the motion in implicit solvers
    assert np.abs(many).max() < (2e-5 if "solver" not in options else 2e-4)


@pytest.mark.parametrize("options", IMPLICIT.values(), ids=list(IMPLICIT))
def test_newton_converges_quadratically_with_a_skate(options):
    # the turning depends on the place: 2 updates per step
    mbs, _, _ = skate(stiffnessMatrix=[[0, 0, 0], [0, 0, 0], [30, -60, 0]])
    statistics = run(mbs, 0.05, 1.0, rho=0.8, **options).statistics
    assert statistics["newton_iterations"] <= 2.2 * statistics["steps"]


def test_skate_with_error_control():
    assert_close(skate_error(50, solver="DOPRI5", tolerance=1e-10), 0.0, atol=1e-7)
