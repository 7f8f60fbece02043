"""The damped oscillator with every integrator, against its exact and its exact discrete motion."""

import numpy as np
import pytest

from .closed_forms import (
    damped_oscillator,
    generalized_alpha_oscillator,
    truncated_exponential,
)
from .models import (
    FORCE,
    FORCE_LOCAL,
    SpringDamper,
    add_mass,
    assert_close,
    cartesian_oscillator,
    new_model,
    spring_oscillator,
)

MASS, STIFFNESS, DAMPING, LENGTH, LOAD, SPEED = 1.6, 4000.0, 8.0, 0.5, 80.0, 0.1
END = 0.2  # s, 1.6 periods
EXACT = damped_oscillator(END, MASS, STIFFNESS, DAMPING, LOAD, 0.0, SPEED)
SCALE = LOAD / STIFFNESS  # m, the static displacement
FREQUENCY = np.sqrt(STIFFNESS / MASS)


def relative_errors(model):
    """Errors of displacement and velocity relative to the amplitude of each."""
    u, v = EXACT
    return (
        abs(model.position()[0] - LENGTH - u) / SCALE,
        abs(model.velocity()[0] - v) / (SCALE * FREQUENCY),
    )


# Tolerance = about twice the leading error term; a wrong coefficient misses it by a factor of ten.
CASES = [
    ("GeneralizedAlpha", 1e-4, {"rho": 0.0}, 1e-4),
    ("GeneralizedAlpha", 1e-4, {"rho": 0.9}, 1.6e-5),
    ("GeneralizedAlpha", 1e-4, {"rho": 1.0}, 1.6e-5),
    ("GeneralizedAlpha", 1e-4, {"rho": 1.0, "modified": True}, 1.6e-5),
    ("GeneralizedAlpha", 1e-4, {"newmark": True}, 1.6e-5),
    ("TrapezoidalIndex2", 1e-4, {}, 1.6e-5),
    ("ExplicitEuler", 1e-5, {}, 2e-3),
    ("ExplicitMidpoint", 1e-4, {}, 3e-5),
    ("RK33", 1e-3, {}, 4e-5),
    ("RK44", 1e-3, {}, 4e-7),
    ("RK67", 2e-3, {}, 6e-9),
]


@pytest.mark.parametrize(("solver", "step_size", "options", "tolerance"), CASES)
def test_oscillator_follows_exact_solution(solver, step_size, options, tolerance):
    model = spring_oscillator(MASS, STIFFNESS, DAMPING, LENGTH, LOAD, SPEED)
    model.solve(step_size, END, solver, **options)
    assert max(relative_errors(model)) < tolerance


@pytest.mark.parametrize("solver", ["GeneralizedAlpha", "RK44"])
def test_spring_force_is_the_law_at_the_exact_state(solver):
    model = spring_oscillator(MASS, STIFFNESS, DAMPING, LENGTH, LOAD, SPEED)
    model.solve(1e-5, END, solver)
    u, v = EXACT
    law = STIFFNESS * u + DAMPING * v
    # The second-order error at h = 1e-5 is 1e-7 of the load.
    assert model.connector_output(FORCE_LOCAL) == pytest.approx(law, abs=2e-7 * LOAD)
    assert_close(model.connector_output(FORCE), [law, 0, 0], atol=2e-7 * LOAD)


@pytest.mark.parametrize("rho", [0.0, 0.3, 0.5, 0.9, 1.0])
def test_generalized_alpha_is_its_recursion(rho):
    h, steps = 2e-3, 100
    model = spring_oscillator(MASS, STIFFNESS, DAMPING, LENGTH, LOAD, SPEED)
    solution = model.solve(h, h * steps, rho=rho, record=h)
    u, v, a = generalized_alpha_oscillator(
        steps, h, rho, MASS, STIFFNESS, DAMPING, LOAD, 0.0, SPEED
    )
    # Linear problem: Newton is exact, what is left is rounding over 100 steps.
    assert model.position()[0] - LENGTH == pytest.approx(u, abs=1e-12 * SCALE * 10)
    assert model.velocity()[0] == pytest.approx(v, abs=1e-11 * SCALE * FREQUENCY)
    assert solution.accelerations[-1, 0] == pytest.approx(a, abs=1e-10 * SCALE * FREQUENCY**2)


@pytest.mark.parametrize(
    ("solver", "order"),
    [("ExplicitEuler", 1), ("ExplicitMidpoint", 2), ("RK33", 3), ("RK44", 4)],
)
def test_runge_kutta_is_the_truncated_exponential(solver, order):
    # A p-stage method of order p has one stability polynomial, whatever its coefficients.
    h, steps = 1e-3, 200
    model = spring_oscillator(MASS, STIFFNESS, DAMPING, LENGTH, LOAD, SPEED)
    model.solve(h, h * steps, solver)
    matrix = np.array([[0.0, 1.0], [-STIFFNESS / MASS, -DAMPING / MASS]])
    u, v = truncated_exponential(steps, h, order, matrix, [0.0, LOAD / MASS], [0.0, SPEED])
    assert model.position()[0] - LENGTH == pytest.approx(u, rel=1e-11)
    assert model.velocity()[0] == pytest.approx(v, rel=1e-11)


def test_velocity_offset_and_constant_force_shift_the_equilibrium():
    # d (Ldot - Ldot0) + f_a is a constant load -d Ldot0 + f_a on a linear oscillator.
    offset, force = 0.3, 12.0
    model = spring_oscillator(
        MASS, STIFFNESS, DAMPING, LENGTH, LOAD, SPEED, velocityOffset=offset, force=force
    )
    model.solve(1e-3, END, "RK67")
    load = LOAD + DAMPING * offset - force
    u, v = damped_oscillator(END, MASS, STIFFNESS, DAMPING, load, 0.0, SPEED)
    # RK67 at h = 1e-3 is exact to 1e-10 of the amplitude.
    assert model.position()[0] - LENGTH == pytest.approx(u, abs=1e-10 * SCALE)
    assert model.velocity()[0] == pytest.approx(v, abs=1e-10 * SCALE * FREQUENCY)


def test_cartesian_spring_is_three_independent_oscillators():
    mass = 0.7
    stiffness, damping = np.array([40.0, 90.0, 250.0]), np.array([0.5, 2.0, 0.0])
    offset, start = np.array([0.1, -0.2, 0.05]), np.array([0.4, 0.3, -0.1])
    velocity = np.array([1.0, -0.5, 2.0])
    model = cartesian_oscillator(
        list(stiffness), list(damping), list(offset), list(start), velocity, mass
    )
    model.solve(2e-3, 2.0, "RK67")
    u, v = damped_oscillator(2.0, mass, stiffness, damping, 0.0, start - offset, velocity)
    # Sixth order with omega h below 0.04: errors near 2e-11 m.
    assert_close(model.position(), offset + u, atol=5e-11)
    assert_close(model.velocity(), v, atol=5e-10)
    assert_close(model.connector_output(FORCE), stiffness * u + damping * v, atol=1e-8)


def test_zero_length_spring_is_an_isotropic_oscillator():
    # L0 = 0: the force is k times the displacement vector, the motion an ellipse; omega h = 0.01.
    model, ground = new_model()
    start, velocity = np.array([1.0, 0.2, -0.3]), np.array([0.0, 1.5, 0.4])
    marker = add_mass(model, list(start), velocity, 2.0)
    model.mbs.AddObject(SpringDamper(markerNumbers=[ground, marker], stiffness=50.0))
    model.mbs.Assemble()
    model.solve(2e-3, 3.0, "RK67")
    exact = [
        damped_oscillator(3.0, 2.0, 50.0, 0.0, 0.0, p, v)
        for p, v in zip(start, velocity, strict=True)
    ]
    assert_close(model.position(), [u for u, _ in exact], atol=1e-13)
    assert_close(model.velocity(), [v for _, v in exact], atol=5e-13)
