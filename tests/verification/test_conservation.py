"""Quantities that the motion must keep: energy, momentum, angular momentum."""

import numpy as np
import pytest

from linkwork.items import DistanceConstraint, SpringDamper

from .models import POSITION, VELOCITY, add_mass, assert_close, new_model, spring_oscillator

MASSES = (1.0, 2.5)
STARTS = ([0.0, 0.0, 0.0], [1.0, 0.3, -0.2])
SPEEDS = ([0.2, -1.0, 0.4], [-0.3, 0.8, 0.1])


def flying_pair(connector, **parameters):
    """Two free masses joined by one connector; returns the model and its two nodes."""
    model, _ = new_model()
    nodes, markers = [], []
    for mass, start, speed in zip(MASSES, STARTS, SPEEDS, strict=True):
        markers.append(add_mass(model, start, speed, mass))
        nodes.append(model.node)
    model.connector = model.mbs.AddObject(connector(markerNumbers=markers, **parameters))
    model.mbs.Assemble()
    return model, nodes


def momenta(states):
    """Total linear momentum and angular momentum about the origin."""
    linear = sum(m * v for m, (_, v) in zip(MASSES, states, strict=True))
    angular = sum(m * np.cross(p, v) for m, (p, v) in zip(MASSES, states, strict=True))
    return linear, angular


def current_states(model, nodes):
    return [
        tuple(np.array(model.mbs.GetNodeOutput(node, kind)) for kind in (POSITION, VELOCITY))
        for node in nodes
    ]


@pytest.mark.parametrize("solver", ["GeneralizedAlpha", "ExplicitEuler", "RK44", "RK67"])
def test_damped_spring_between_free_masses_keeps_linear_momentum(solver):
    model, nodes = flying_pair(SpringDamper, referenceLength=0.8, stiffness=30.0, damping=0.7)
    before, _ = momenta([(np.array(p), np.array(v)) for p, v in zip(STARTS, SPEEDS, strict=True)])
    model.solve(1e-3, 2.0, solver)
    after, _ = momenta(current_states(model, nodes))
    # The two forces are the same number: rounding of 2000 steps only.
    assert_close(after, before, atol=1e-12)


def test_central_spring_force_keeps_angular_momentum():
    model, nodes = flying_pair(SpringDamper, referenceLength=0.8, stiffness=30.0, damping=0.7)
    start = [(np.array(p), np.array(v)) for p, v in zip(STARTS, SPEEDS, strict=True)]
    model.solve(1e-3, 2.0, "RK67")
    # The force acts along the line of the masses, so only the integration error remains.
    assert_close(momenta(current_states(model, nodes))[1], momenta(start)[1], atol=1e-11)


def test_rod_between_free_masses_keeps_momentum_and_turns_evenly():
    rod = np.array(STARTS[1]) - STARTS[0]
    length = np.linalg.norm(rod)
    across = [0.3, -1.0, 0.0] / np.linalg.norm([0.3, -1.0, 0.0])
    assert abs(across @ rod) < 1e-15
    model, _ = new_model()
    nodes, markers = [], []
    omega, drift = 2.0, np.array([0.1, 0.2, 0.3])
    center = sum(m * np.array(p) for m, p in zip(MASSES, STARTS, strict=True)) / sum(MASSES)
    axis = np.cross(rod / length, across)
    for mass, start in zip(MASSES, STARTS, strict=True):
        speed = drift + omega * np.cross(axis, np.array(start) - center)
        markers.append(add_mass(model, start, speed, mass))
        nodes.append(model.node)
    model.connector = model.mbs.AddObject(
        DistanceConstraint(markerNumbers=markers, distance=length)
    )
    model.mbs.Assemble()
    end = np.pi / omega  # half a turn
    model.solve(end / 2000, end, rho=0.9)
    (p0, v0), (p1, v1) = current_states(model, nodes)
    # Half a turn: the rod is reversed, the center has drifted; the phase error is 7e-7.
    assert_close(p1 - p0, -rod, atol=1.5e-6)
    assert_close((MASSES[0] * p0 + MASSES[1] * p1) / sum(MASSES), center + drift * end, atol=1e-12)
    assert_close(MASSES[0] * v0 + MASSES[1] * v1, sum(MASSES) * drift, atol=1e-11)


def test_trapezoidal_rule_keeps_the_energy_of_a_linear_oscillator():
    # rho = 1 conserves quadratic energy exactly: rounding over 2000 coarse steps.
    model = spring_oscillator(damping=0.0, load=0.0, velocity=2.0)
    solution = model.solve(5e-3, 10.0, rho=1.0, record=0.1)
    u, v = solution.coordinates[:, 0], solution.velocities[:, 0]
    energy = 0.5 * 1.6 * v**2 + 0.5 * 4000.0 * u**2
    np.testing.assert_allclose(energy, 0.5 * 1.6 * 4.0, rtol=1e-12)


@pytest.mark.parametrize("rho", [0.0, 0.5, 0.9])
def test_numerical_damping_only_takes_energy(rho):
    model = spring_oscillator(damping=0.0, load=0.0, velocity=2.0)
    solution = model.solve(5e-3, 1.0, rho=rho, record=0.25)
    u, v = solution.coordinates[:, 0], solution.velocities[:, 0]
    energy = 0.5 * 1.6 * v**2 + 0.5 * 4000.0 * u**2
    assert np.all(np.diff(energy) < 0)


def test_damper_takes_exactly_the_lost_energy():
    # Work balance: E(0) - E(t) = integral of d Ldot^2, by Simpson's rule on the recorded motion.
    model = spring_oscillator(load=0.0, velocity=2.0)
    h = 2e-4
    solution = model.solve(h, 0.2, "RK67", record=h)
    u, v = solution.coordinates[:, 0], solution.velocities[:, 0]
    energy = 0.5 * 1.6 * v**2 + 0.5 * 4000.0 * u**2
    power = 8.0 * v**2
    work = h / 3 * (power[0] + power[-1] + 4 * power[1:-1:2].sum() + 2 * power[2:-1:2].sum())
    # Simpson's error, (2 omega h)^4 / 180 of the power per period, cancels to 1e-11.
    assert energy[0] - energy[-1] == pytest.approx(work, rel=1e-10)
