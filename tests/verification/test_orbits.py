"""Motion under the Gravity connector against Kepler's laws."""

import numpy as np
import pytest

from linkwork.items import ConnectorGravity

from .closed_forms import kepler
from .models import FORCE, POSITION, VELOCITY, add_mass, assert_close, kepler_orbit, new_model


def test_kepler_orbit_between_the_apses():
    # Off the symmetry axis no cancellation helps: the fourth decimal of a mean anomaly shows.
    end = 2.345
    model = kepler_orbit(0.6)
    model.solve(end / 2000, end, "RK67")
    position, velocity = kepler(end, 0.6)
    assert_close(model.position(), position, atol=1e-12)
    assert_close(model.velocity(), velocity, atol=1e-12)


def test_orbit_conserves_energy_and_angular_momentum():
    # e = 0.5 over ten periods, 300 sixth-order steps each: secular errors stay near 1e-9.
    end = 10 * 2 * np.pi
    model = kepler_orbit(0.5)
    solution = model.solve(end / 3000, end, "RK67", record=end / 100)
    position, velocity = solution.coordinates + [0.5, 0, 0], solution.velocities
    energy = 0.5 * np.sum(velocity**2, axis=1) - 1 / np.linalg.norm(position, axis=1)
    momentum = np.cross(position, velocity)
    np.testing.assert_allclose(energy, -0.5, rtol=3e-9)
    assert_close(momentum, np.tile([0, 0, np.sqrt(0.75)], (101, 1)), atol=3e-10)


def two_body_system():
    model, _ = new_model()
    masses, constant = (3.0, 1.0), 0.5
    first = add_mass(model, [-0.25, 0, 0], [0.1, -0.2, 0.05], masses[0])
    node0 = model.node
    second = add_mass(model, [0.75, 0, 0], [0.1, 1.0, 0.05], masses[1])
    model.connector = model.mbs.AddObject(
        ConnectorGravity(
            markerNumbers=[first, second],
            gravitationalConstant=constant,
            mass0=masses[0],
            mass1=masses[1],
        )
    )
    model.mbs.Assemble()
    return model, node0, masses, constant


@pytest.mark.parametrize("solver", ["GeneralizedAlpha", "RK44"])
def test_two_bodies_keep_total_momentum_and_center_of_mass_speed(solver):
    model, node0, (m0, m1), _ = two_body_system()
    total = m0 * np.array([0.1, -0.2, 0.05]) + m1 * np.array([0.1, 1.0, 0.05])
    model.solve(1e-2, 5.0, solver)
    p0 = np.array(model.mbs.GetNodeOutput(node0, POSITION))
    v0 = np.array(model.mbs.GetNodeOutput(node0, VELOCITY))
    # Action and reaction are the same number: rounding only, whatever the step size.
    assert_close(m0 * v0 + m1 * model.velocity(), total, atol=1e-12)
    assert_close(m0 * p0 + m1 * model.position(), 5.0 * total, atol=1e-11)


def test_relative_orbit_of_two_bodies_obeys_the_sum_of_masses():
    # The relative vector is a Kepler orbit with mu = G (m0 + m1); vis-viva gives its half-axis.
    model, node0, masses, constant = two_body_system()
    mu = constant * sum(masses)
    half_axis = 1 / (2 - 1.2**2 / mu)  # distance 1 m and relative speed 1.2 m/s at the start
    end = 2 * np.pi * np.sqrt(half_axis**3 / mu)
    model.solve(end / 1000, end, "RK67")
    p0 = np.array(model.mbs.GetNodeOutput(node0, POSITION))
    # After one period of Kepler's third law the relative vector has returned.
    assert_close(model.position() - p0, [1, 0, 0], atol=1e-11)


def test_gravity_output_force_attracts_the_first_body_to_the_second():
    model, _, (m0, m1), constant = two_body_system()
    np.testing.assert_allclose(
        model.connector_output(FORCE), [constant * m0 * m1, 0, 0], rtol=1e-15
    )


def test_free_fall_through_the_regularized_core():
    # Inside d_min the potential is (G M / d) atan((2 L - d) / d): energy gives the speed.
    core, start, end = 2.0, 1.5, 0.6
    model, ground = new_model()
    marker = add_mass(model, [start, 0, 0])
    model.connector = model.mbs.AddObject(
        ConnectorGravity(
            markerNumbers=[ground, marker],
            gravitationalConstant=1.0,
            mass0=1,
            mass1=1,
            minDistanceRegularization=core,
        )
    )
    model.mbs.Assemble()
    model.solve(end / 200, end, "RK67")
    reach = model.position()[0]
    potential = np.arctan((2 * np.array([start, reach]) - core) / core) / core
    assert 0 < reach < start - 0.05
    assert model.velocity()[0] == pytest.approx(
        -np.sqrt(2 * (potential[0] - potential[1])), rel=1e-11
    )
