"""VelocityVerlet and RATTLE: energy over long times, reversibility, one evaluation per step."""

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import DistanceConstraint, Force

from .models import (
    add_mass,
    assert_close,
    distance_pendulum,
    kepler_orbit,
    make_settings,
    new_model,
    spring_oscillator,
)

VERLET = exu.DynamicSolverType.VelocityVerlet


def kepler_energy(solution):
    position = solution.coordinates + [0.7, 0, 0]
    speed = np.sum(solution.velocities**2, axis=1)
    return 0.5 * speed - 1 / np.linalg.norm(position, axis=1)


def test_energy_of_an_orbit_oscillates_without_drift():
    solution = kepler_orbit(0.3).solve(0.02, 1000.0, "VelocityVerlet", record=0.1)
    error = np.abs(kepler_energy(solution) + 0.5)
    # Order h^2 (2e-4 at the pericenter), and after 160 turns no larger than in the first ones.
    assert error.max() < 3e-4
    assert error[-1000:].max() < 1.1 * error[:1000].max()


def test_energy_of_a_pendulum_oscillates_without_drift():
    solution = distance_pendulum().solve(0.01, 1000.0, "VelocityVerlet", record=0.1)
    energy = 0.5 * np.sum(solution.velocities**2, axis=1) + 9.81 * solution.coordinates[:, 1]
    error = np.abs(energy)
    assert error.max() < 5e-3
    assert error[-1000:].max() < 1.1 * error[:1000].max()


def double_pendulum():
    model, ground = new_model()
    first = add_mass(model, [1.0, 0.0], mass=1.0)
    second = add_mass(model, [1.0, -0.7], mass=2.0)
    for ends, length in (([ground, first], 1.0), ([first, second], 0.7)):
        model.mbs.AddObject(DistanceConstraint(markerNumbers=ends, distance=length))
    for marker, mass in ((first, 1.0), (second, 2.0)):
        model.mbs.AddLoad(Force(markerNumber=marker, loadVector=[0, -9.81 * mass, 0]))
    model.mbs.Assemble()
    return model


@pytest.mark.parametrize(
    ("build", "step"),
    [
        pytest.param(lambda: kepler_orbit(0.3), 0.005, id="free"),
        pytest.param(double_pendulum, 0.005, id="rods"),
        pytest.param(distance_pendulum, 0.2, id="long-steps"),
    ],
)
def test_the_way_back_is_the_way_forth(build, step):
    model = build()
    settings = make_settings(step, 2.0)
    data = model.mbs.systemData
    start = np.concatenate([data.GetODE2Coordinates(), data.GetODE2Coordinates_t()])
    model.mbs.SolveDynamic(settings, VERLET, updateInitialValues=True)
    initial = exu.ConfigurationType.Initial
    data.SetODE2Coordinates_t(-data.GetODE2Coordinates_t(), initial)
    model.mbs.SolveDynamic(settings, VERLET)
    end = np.concatenate([data.GetODE2Coordinates(), -data.GetODE2Coordinates_t()])
    # Up to 400 steps there and back; without reversibility the error of the method is left, 1e-4.
    assert_close(end, start, atol=2e-11)


def test_forces_are_evaluated_once_per_step():
    calls = [0]

    def count(mbs, t, item, u, v, k, d, f):
        calls[0] += 1
        mbs.variables["seen"] = t  # keeps the function from being compiled
        return k * u + d * v

    model = spring_oscillator(springForceUserFunction=count)
    calls[0] = 0
    model.solve(1e-3, 0.1, "VelocityVerlet")
    assert 100 <= calls[0] <= 105


def test_recorded_accelerations_fulfil_the_balance_of_conservative_forces():
    solution = kepler_orbit(0.3).solve(0.02, 1.0, "VelocityVerlet", record=0.1)
    position = solution.coordinates + [0.7, 0, 0]
    exact = -position / np.linalg.norm(position, axis=1)[:, None] ** 3
    assert_close(solution.accelerations, exact, atol=1e-13)


@pytest.mark.parametrize("rods", [False, True], ids=["free", "rods"])
def test_parameters_act_from_their_step_on(rods):
    # Gravity is switched off half way: accelerations are computed again.
    model = distance_pendulum(start=(0.0, -1.0), activeConnector=rods)

    def cut(mbs, t):
        if t > 0.5 + 1e-9:
            mbs.SetLoadParameter(model.load, "loadVector", [0, 0, 0])
        return True

    model.mbs.SetPreStepUserFunction(cut)
    solution = model.solve(0.01, 1.0, "VelocityVerlet", record=0.01)
    speed = 0.0 if rods else -9.81 * 0.5
    assert_close(solution.velocities[50:, 1], speed, atol=1e-12)
    assert_close(solution.accelerations[52:], 0.0, atol=1e-12)
