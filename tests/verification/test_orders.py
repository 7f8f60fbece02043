"""Order of convergence of every integrator, by halving the step on nonlinear problems.

References come from an adaptive eighth-order method on plain NumPy right-hand sides, or from
elliptic functions. The observed order is asked to be within 0.1 of the method's: a method that is
one order lower, or a start or restart that spoils the order, misses that by far.
"""

import numpy as np
import pytest

from .closed_forms import damped_pendulum, elastic_pendulum, kepler, pendulum_tension
from .models import FORCE, assert_close, distance_pendulum, kepler_orbit
from .models import elastic_pendulum as elastic_model

END = 1.0
ELASTIC = elastic_pendulum(END)
KEPLER_END = 2.0
KEPLER = kepler(KEPLER_END, 0.3)

IMPLICIT = [
    *[pytest.param({"rho": rho}, 400, id=f"rho{rho}") for rho in (0.0, 0.5, 0.9, 1.0)],
    pytest.param({"newmark": True}, 400, id="newmark"),
    pytest.param({"rho": 0.9, "modified": True}, 400, id="modified-newton"),
]
EXPLICIT = [
    ("ExplicitEuler", 1, 4000),
    ("ExplicitMidpoint", 2, 400),
    ("RK33", 3, 200),
    ("RK44", 4, 100),
    ("RK67", 6, 110),
    ("ODE23", 3, 200),
    ("VelocityVerlet", 2, 400),
]
HIGH = [("DOPRI5", 5, 120), ("DVERK6", 6, 60)]
CONSTRAINED = [
    ("ExplicitEuler", 1, 4000),
    ("ExplicitMidpoint", 2, 400),
    ("RK33", 3, 200),
    ("RK44", 4, 200),
    ("RK67", 6, 50),
    ("ODE23", 3, 200),
    ("DOPRI5", 5, 60),
    ("DVERK6", 6, 120),
    ("VelocityVerlet", 2, 400),
]


def observed_orders(error_of_steps, steps):
    """Orders seen from `steps` to `2 steps`, per quantity."""
    return np.log2(error_of_steps(steps) / error_of_steps(2 * steps))


def largest(difference):
    return np.max(np.abs(difference))


def elastic_errors(solver, steps, **options):
    model = elastic_model()
    model.solve(END / steps, END, solver, **options)
    return np.array(
        [largest(model.position() - ELASTIC[0]), largest(model.velocity() - ELASTIC[1])]
    )


def kepler_errors(solver, steps):
    model = kepler_orbit(0.3)
    model.solve(KEPLER_END / steps, KEPLER_END, solver)
    return np.array([largest(model.position() - KEPLER[0]), largest(model.velocity() - KEPLER[1])])


def pendulum_errors(steps, solver="GeneralizedAlpha", damping=0.0, **options):
    """Errors of position, velocity and tension of a rod pendulum, damped by -d v."""
    amplitude, end = 1.2, 1.0
    model = distance_pendulum(start=(np.sin(amplitude), -np.cos(amplitude)), damping=damping)
    model.solve(end / steps, end, solver, **options)
    angle, rate = damped_pendulum(end, damping, amplitude)
    position = np.array([np.sin(angle), -np.cos(angle), 0.0])
    velocity = rate * np.array([np.cos(angle), np.sin(angle), 0.0])
    tension = pendulum_tension(angle, rate)
    return np.array(
        [
            largest(model.position() - position),
            largest(model.velocity() - velocity),
            abs(model.connector_output(FORCE) - tension),
        ]
    )


@pytest.mark.parametrize(("options", "steps"), IMPLICIT)
def test_implicit_integrators_are_second_order(options, steps):
    orders = observed_orders(lambda n: elastic_errors("GeneralizedAlpha", n, **options), steps)
    assert_close(orders, 2, atol=0.1)


@pytest.mark.parametrize(("solver", "order", "steps"), EXPLICIT)
def test_explicit_integrators_reach_their_order_with_damping(solver, order, steps):
    orders = observed_orders(lambda n: elastic_errors(solver, n), steps)
    assert_close(orders, order, atol=0.1)


@pytest.mark.parametrize(("solver", "order", "steps"), EXPLICIT)
def test_explicit_integrators_reach_their_order_on_an_orbit(solver, order, steps):
    orders = observed_orders(lambda n: kepler_errors(solver, n), steps)
    assert_close(orders, order, atol=0.1)


@pytest.mark.parametrize("errors", [elastic_errors, kepler_errors], ids=["damping", "orbit"])
@pytest.mark.parametrize(("solver", "order", "steps"), HIGH)
def test_embedded_pairs_reach_their_order_with_equal_steps(solver, order, steps, errors):
    # Errors of single quantities pass through zero at some step sizes; the largest one does not.
    orders = observed_orders(lambda n: largest(errors(solver, n)), steps)
    assert_close(orders, order, atol=0.2)


@pytest.mark.parametrize("index2", [False, True], ids=["index3", "index2"])
@pytest.mark.parametrize("rho", [0.0, 0.5, 0.9])
def test_constrained_motion_and_multiplier_are_second_order(rho, index2):
    orders = observed_orders(lambda n: pendulum_errors(n, rho=rho, index2=index2), 400)
    assert_close(orders, 2, atol=0.1)


def test_index_2_without_damping_is_second_order():
    orders = observed_orders(lambda n: pendulum_errors(n, rho=1.0, index2=True), 400)
    assert_close(orders, 2, atol=0.1)


@pytest.mark.parametrize("damping", [0.0, 0.7], ids=["undamped", "damped"])
@pytest.mark.parametrize(
    ("solver", "options"),
    [
        pytest.param("TrapezoidalIndex2", {}, id="trapezoidal"),
        pytest.param("GeneralizedAlpha", {"newmark": True, "index2": True}, id="newmark-index2"),
        pytest.param("GeneralizedAlpha", {"rho": 0.8}, id="index3"),
        pytest.param("GeneralizedAlpha", {"rho": 0.8, "index2": True}, id="index2"),
    ],
)
def test_implicit_integrators_are_second_order_on_a_damped_rod(solver, options, damping):
    orders = observed_orders(lambda n: pendulum_errors(n, solver, damping, **options), 400)
    assert_close(orders, 2, atol=0.1)


@pytest.mark.parametrize("damping", [0.0, 0.7], ids=["undamped", "damped"])
@pytest.mark.parametrize(("solver", "order", "steps"), CONSTRAINED)
def test_explicit_integrators_reach_their_order_with_a_constraint(solver, order, steps, damping):
    orders = observed_orders(lambda n: largest(pendulum_errors(n, solver, damping)), steps)
    assert_close(orders, order, atol=0.2)


def test_trapezoidal_index_2_is_generalized_alpha_of_radius_one():
    names = ("GeneralizedAlpha", "TrapezoidalIndex2")
    models = [distance_pendulum() for _ in names]
    for model, name in zip(models, names, strict=True):
        model.solve(1e-3, 0.5, name, rho=1.0, index2=True)
    # The same recursion: rounding only.
    assert_close(models[0].position(), models[1].position(), atol=1e-13)
    assert_close(models[0].velocity(), models[1].velocity(), atol=1e-12)
