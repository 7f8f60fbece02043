"""User functions and pre-step functions against built-in laws and piecewise exact motion."""

from types import SimpleNamespace

import numpy as np
import pytest

from linkwork.items import CartesianSpringDamper, Force, LoadMassProportional, MarkerBodyMass

from .closed_forms import damped_oscillator, integrate
from .models import (
    FORCE,
    FORCE_LOCAL,
    add_mass,
    assert_close,
    distance_pendulum,
    new_model,
    spring_oscillator,
)


def linear_law(mbs, t, itemNumber, u, v, k, d, F0):
    return k * u + d * v + F0


def linear_law_called_back():
    """The same law in a Python object, which cannot be compiled."""
    law = SimpleNamespace(factor=1.0, calls=0)

    def force(mbs, t, itemNumber, u, v, k, d, F0):
        law.calls += 1
        return law.factor * (k * u + d * v + F0)

    return force, law


@pytest.mark.parametrize("solver", ["GeneralizedAlpha", "RK44"])
@pytest.mark.parametrize("kind", ["compiled", "called back"])
def test_user_spring_equals_the_built_in_law(solver, kind):
    force, law = (linear_law, None) if kind == "compiled" else linear_law_called_back()
    built_in = spring_oscillator(force=3.0, velocityOffset=0.2)
    user = spring_oscillator(force=3.0, velocityOffset=0.2, springForceUserFunction=force)
    for model in (built_in, user):
        model.solve(1e-3, 0.3, solver)
    # The same law in the same recursion: rounding and Newton's last digit only.
    assert_close(user.position(), built_in.position(), atol=1e-12)
    assert_close(user.velocity(), built_in.velocity(), atol=1e-12)
    assert user.connector_output(FORCE_LOCAL) == pytest.approx(
        built_in.connector_output(FORCE_LOCAL), rel=1e-11
    )
    assert law is None or law.calls >= 300


def test_user_spring_sees_elongation_rate_time_and_number():
    seen = []

    def force(mbs, t, itemNumber, u, v, k, d, F0):
        seen.append((t, int(itemNumber), u, v, k, d, F0))
        return 0.0

    model = spring_oscillator(
        load=0, velocity=0.25, force=7.0, velocityOffset=0.05, springForceUserFunction=force
    )
    model.solve(0.1, 0.3, "ExplicitEuler")
    # Free motion at 0.25 m/s: u = 0.25 t, v = 0.25 - 0.05 at t = 0, 0.1, 0.2.
    calls = np.array(seen)
    assert {round(t, 12) for t in calls[:, 0]} >= {0.0, 0.1, 0.2}
    assert_close(calls[:, 2], 0.25 * calls[:, 0], atol=1e-14)
    assert_close(calls[:, 3], 0.2, atol=1e-14)
    np.testing.assert_array_equal(
        calls[:, [1, 4, 5, 6]], np.tile([int(model.connector), 4000.0, 8.0, 7.0], (len(seen), 1))
    )


def test_cubic_user_spring_follows_the_reference_integration():
    cubic = 2e6

    def force(mbs, t, itemNumber, u, v, k, d, F0):
        return k * u + d * v + cubic * u * u * u

    model = spring_oscillator(springForceUserFunction=force)
    model.solve(5e-4, 0.2, "RK67")
    u, v = integrate(
        lambda _, y: [y[1], (80 - 4000 * y[0] - 8 * y[1] - cubic * y[0] ** 3) / 1.6],
        [0.0, 0.1],
        0.2,
    )
    # Sixth order at omega h = 0.05 is exact to 1e-13 m here.
    assert model.position()[0] - 0.5 == pytest.approx(u, abs=1e-12)
    assert model.velocity()[0] == pytest.approx(v, abs=1e-10)


def test_user_springs_with_different_closures_keep_their_own_law():
    # Two closures with different stiffness must not share one compiled law.
    def scaled(factor):
        def force(mbs, t, itemNumber, u, v, k, d, F0):
            return factor * k * u

        return force

    errors = []
    for factor in (1.0, 2.0):
        model = spring_oscillator(damping=0.0, springForceUserFunction=scaled(factor))
        model.solve(1e-3, 0.1, "RK67")
        exact, _ = damped_oscillator(0.1, 1.6, factor * 4000.0, 0.0, 80.0, 0.0, 0.1)
        errors.append(model.position()[0] - 0.5 - exact)
    # Sixth order at omega h = 0.07: below 1e-11 m.
    assert_close(errors, 0, atol=2e-11)


@pytest.mark.parametrize("kind", ["compiled", "called back"])
def test_user_cartesian_spring_equals_three_built_in_springs(kind):
    stiffness, damping, offset = [40.0, 90.0, 250.0], [0.5, 2.0, 0.1], [0.1, -0.2, 0.05]
    law = SimpleNamespace(one=1.0)

    # The displacement a user function gets is Delta p - offset, like the output Displacement.
    def compiled(mbs, t, itemNumber, displacement, velocity, stiffness, damping, offset):
        return [
            stiffness[0] * displacement[0] + damping[0] * velocity[0],
            stiffness[1] * displacement[1] + damping[1] * velocity[1],
            stiffness[2] * displacement[2] + damping[2] * velocity[2],
        ]

    def called(mbs, t, itemNumber, displacement, velocity, stiffness, damping, offset):
        return [
            law.one * (k * u + d * v)
            for k, u, d, v in zip(stiffness, displacement, damping, velocity, strict=True)
        ]

    ends = []
    for function in (0, compiled if kind == "compiled" else called):
        model, ground = new_model()
        marker = add_mass(model, [0.4, 0.3, -0.1], [1.0, -0.5, 2.0], 0.7)
        model.mbs.AddObject(
            CartesianSpringDamper(
                markerNumbers=[ground, marker],
                stiffness=stiffness,
                damping=damping,
                offset=offset,
                springForceUserFunction=function,
            )
        )
        model.mbs.Assemble()
        model.solve(2e-3, 1.0)
        ends.append(model.position())
    # The same law twice: rounding and Newton's last digit.
    assert_close(ends[1], ends[0], atol=1e-12)


@pytest.mark.parametrize("kind", ["compiled", "called back"])
def test_load_growing_with_time_squared_is_integrated_exactly(kind):
    # Simpson's rule inside RK44 is exact for x'' = t^2: x = t^4 / 12, v = t^3 / 3.
    memory = SimpleNamespace(one=1.0)

    def compiled(mbs, t, loadVector):
        return [loadVector[0] * t * t, loadVector[1] * t, loadVector[2]]

    def called(mbs, t, loadVector):
        return [memory.one * loadVector[0] * t * t, loadVector[1] * t, loadVector[2]]

    model, _ = new_model()
    marker = add_mass(model, [0, 0, 0], mass=2.0)
    model.mbs.AddLoad(
        Force(
            markerNumber=marker,
            loadVector=[2.0, 4.0, 6.0],
            loadVectorUserFunction=compiled if kind == "compiled" else called,
        )
    )
    model.mbs.Assemble()
    model.solve(0.03, 1.5, "RK44")
    t = 1.5
    assert_close(model.position(), [t**4 / 12, t**3 / 3, 1.5 * t**2], atol=1e-13)
    assert_close(model.velocity(), [t**3 / 3, t**2, 3 * t], atol=1e-13)


def test_oscillating_gravity_field_moves_a_free_mass():
    # x'' = b sin(w t) from rest: x = b (t / w - sin(w t) / w^2), independent of the mass.
    amplitude, omega, end = 3.0, 5.0, 2.0

    def field(mbs, t, loadVector):
        return [0.0, loadVector[1] * np.sin(omega * t), 0.0]

    model, _ = new_model()
    add_mass(model, [0, 0, 0], mass=7.0)
    body = model.mbs.AddMarker(MarkerBodyMass(bodyNumber=1))
    model.mbs.AddLoad(
        LoadMassProportional(
            markerNumber=body, loadVector=[0, amplitude, 0], loadVectorUserFunction=field
        )
    )
    model.mbs.Assemble()
    model.solve(1e-2, end, "RK67")
    exact = amplitude * (end / omega - np.sin(omega * end) / omega**2)
    # Sixth order with omega h = 0.05: rounding.
    assert_close(model.position(), [0, exact, 0], atol=1e-12)


def test_resonant_load_with_generalized_alpha():
    # m u'' + k u = F sin(w t), w^2 = k / m: u = F / (2 k) (sin(w t) - w t cos(w t)).
    mass, stiffness, amplitude, end = 1.0, 100.0, 2.0, 3.0
    omega = np.sqrt(stiffness / mass)

    def drive(mbs, t, loadVector):
        return [loadVector[0] * np.sin(10.0 * t), 0.0, 0.0]

    model = spring_oscillator(mass, stiffness, 0.0, 1.0, 0, 0.0)
    model.mbs.AddLoad(
        Force(markerNumber=model.marker, loadVector=[amplitude, 0, 0], loadVectorUserFunction=drive)
    )
    model.mbs.Assemble()
    model.solve(1e-3, end, rho=1.0)
    phase = omega * end
    exact = amplitude / (2 * stiffness) * (np.sin(phase) - phase * np.cos(phase))
    # Second order: phase error (omega h)^2 phase / 12 = 2.5e-4, of an amplitude of 0.3 m.
    assert model.position()[0] - 1.0 == pytest.approx(exact, abs=8e-5)


def switch_at(call, action):
    """A pre-step function that acts once, before step number `call`."""
    count = [0]

    def pre_step(mbs, t):
        if count[0] == call:
            action(mbs)
        count[0] += 1
        return True

    return pre_step


@pytest.mark.parametrize("solver", ["GeneralizedAlpha", "RK44"])
def test_load_switched_before_a_step_gives_two_parabolas(solver):
    model, _ = new_model()
    marker = add_mass(model, [0, 0, 0], mass=2.0)
    model.load = model.mbs.AddLoad(Force(markerNumber=marker, loadVector=[2.0, 0, 0]))
    model.mbs.SetPreStepUserFunction(
        switch_at(40, lambda mbs: mbs.SetLoadParameter(model.load, "loadVector", [-6.0, 1.0, 0]))
    )
    model.mbs.Assemble()
    model.solve(0.01, 1.0, solver)
    # Acceleration 1 for 0.4 s, then (-3, 0.5) for 0.6 s; the restart keeps rounding accuracy.
    x = 0.08 + 0.4 * 0.6 - 1.5 * 0.36
    assert_close(model.position(), [x, 0.25 * 0.36, 0], atol=1e-12)
    assert_close(model.velocity(), [0.4 - 1.8, 0.3, 0], atol=1e-12)


def test_spring_released_before_a_step_lets_the_mass_fly():
    model = spring_oscillator(damping=0.0, load=0.0, velocity=2.0)
    model.mbs.SetPreStepUserFunction(
        switch_at(
            200, lambda mbs: mbs.SetObjectParameter(model.connector, "activeConnector", False)
        )
    )
    model.solve(1e-4, 0.05, "RK67")
    u, v = damped_oscillator(0.02, 1.6, 4000.0, 0.0, 0.0, 0.0, 2.0)
    # Exact oscillation for 0.02 s, then uniform motion for 0.03 s.
    assert model.velocity()[0] == pytest.approx(v, abs=1e-11)
    assert model.position()[0] - 0.5 == pytest.approx(u + 0.03 * v, abs=1e-12)
    assert model.connector_output(FORCE_LOCAL) == 0.0


def test_pendulum_cut_loose_flies_on_a_parabola():
    model = distance_pendulum()
    cut = 60

    def release(mbs):
        mbs.SetObjectParameter(model.connector, "activeConnector", False)

    model.mbs.SetPreStepUserFunction(switch_at(cut, release))
    solution = model.solve(0.01, 1.0, record=0.01)
    start, speed = solution.coordinates[cut], solution.velocities[cut]
    # From the state at the cut the mass is free: exact parabola, and no force in the rod.
    flight = 0.4
    assert_close(
        solution.coordinates[-1], start + speed * flight + [0, -9.81 / 2 * flight**2], atol=1e-11
    )
    np.testing.assert_array_equal(solution.multipliers[cut + 1 :, 0], 0.0)


def test_pre_step_function_is_called_once_a_step_and_can_stop_the_run():
    times = []

    def pre_step(mbs, t):
        times.append(t)
        return len(times) < 7

    model = spring_oscillator()
    model.mbs.SetPreStepUserFunction(pre_step)
    solution = model.solve(0.01, 1.0, record=0.01)
    # The time is that of the end of the coming step; False ends the run after that step.
    assert_close(times, 0.01 * np.arange(1, 8), atol=1e-12)
    assert solution.times[-1] == pytest.approx(0.07, abs=1e-12)


@pytest.mark.parametrize("index2", [False, True], ids=["index3", "index2"])
def test_rod_snapping_tight_stops_radial_flight(index2):
    # The mass leaves the pivot at 1 m/s; the rod of 1 m is switched on when it is reached.
    model = distance_pendulum(
        start=(0.0, 0.0), velocity=(0.6, 0.8), gravity=0.0, activeConnector=False
    )
    model.mbs.SetPreStepUserFunction(
        switch_at(100, lambda mbs: mbs.SetObjectParameter(model.connector, "activeConnector", True))
    )
    model.solve(0.01, 1.5, index2=index2)
    # The impact takes the whole speed; nothing moves or pulls afterwards.
    assert_close(model.position(), [0.6, 0.8, 0], atol=1e-12)
    assert_close(model.velocity(), [0, 0, 0], atol=1e-12)
    assert_close(model.connector_output(FORCE), 0.0, atol=1e-10)


@pytest.mark.parametrize("index2", [False, True], ids=["index3", "index2"])
def test_rod_snapping_tight_keeps_the_speed_across(index2):
    # Half the speed is radial and lost at once; the other half turns the rod evenly.
    model = distance_pendulum(
        start=(0.0, -1.0), velocity=(1.0, -1.0), gravity=0.0, activeConnector=False
    )
    model.mbs.SetPreStepUserFunction(
        switch_at(0, lambda mbs: mbs.SetObjectParameter(model.connector, "activeConnector", True))
    )
    model.solve(1e-3, 1.0, index2=index2)
    # Angle 1 rad at 1 m/s, tension m v^2 / L = 1 N; second-order error h^2 / 6 and less.
    assert_close(model.position(), [np.sin(1.0), -np.cos(1.0), 0], atol=1e-6)
    assert_close(model.velocity(), [np.cos(1.0), np.sin(1.0), 0], atol=1e-6)
    assert model.connector_output(FORCE) == pytest.approx(1.0, abs=1e-6)
