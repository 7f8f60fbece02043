"""Derivatives of runs in time, compared with known numbers and with differences of runs."""

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *

from .models import derived, disagreement, error_of, rod_pendulum, settings_of

pytestmark = pytest.mark.processors

ROD = (
    "mass.physicsMass", "weight.loadVector[1]", "rod.distance", "air.damping[0]",
    "node:point.referenceCoordinates[0]", "mass.initialVelocity[1]",
)  # fmt: skip


def test_rod_pendulum_has_the_derivatives_of_its_force_balance():
    """m a + d v + 2 lambda q = (0, -m g), q q = L^2, with ρ = 0.8 and 2000 steps of 1 ms."""
    mbs, settings = rod_pendulum(), settings_of(2.0, 2000)
    names = [*ROD[:4], "air.damping[1]", "node:point.referenceCoordinates[0]"]
    solution = mbs.SolveDynamic(settings, sensitivities=names)
    found = {name: derived(solution.sensitivity(name))[2:6] for name in names}
    found = {
        n: np.r_[solution.sensitivity(n).sensors["tip"][-1, :2], x[:2]] for n, x in found.items()
    }
    mass, load, length, damping, other_damping, place = (found[name] for name in names)
    g, m, d = 9.81, 1.2, 0.05
    by_m = mass - g * load
    by_d = damping + other_damping
    expected_m = np.array([0.00486987444, 0.0350574198, -0.0231188696, 0.147037489])
    expected_g = np.array([0.0139703848, 0.100570487, -0.251362693, -0.910294549])
    expected_l = np.array([0.819177395, -1.37083582, 3.24999192, 12.3694492])
    expected_d = np.array([-0.116876987, -0.841378075, 0.55485287, -3.52889973])
    assert error_of(by_m, expected_m) < 1e-7
    assert error_of(-m * load, expected_g) < 1e-7
    assert error_of(length + place, expected_l) < 1e-7
    assert error_of(by_d, expected_d) < 1e-7
    assert np.abs(by_m * m + by_d * d).max() < 1e-8


def test_every_integrator_against_differences():
    mbs = rod_pendulum()
    settings = settings_of(tight=True)
    for solver in (
        "GeneralizedAlpha", "TrapezoidalIndex2", "RK44", "DOPRI5", "VelocityVerlet",
        "ExplicitEuler",
    ):  # fmt: skip
        solution = mbs.SolveDynamic(settings, solver, sensitivities=ROD)

        def solve(twin, solver=solver):
            return twin.SolveDynamic(settings, solver)

        for name in ROD:
            found = derived(solution.sensitivity(name))
            assert disagreement(found, mbs, name, solve) < 1e-7, (solver, name)


def test_rows_are_those_of_the_solution():
    mbs, settings = rod_pendulum(), settings_of(0.05, 20)
    settings.solutionSettings.solutionWritePeriod = 0.02
    settings.solutionSettings.sensorsWritePeriod = 0.015
    solution = mbs.SolveDynamic(settings, sensitivities=["rod.distance"])
    found = solution.sensitivity("rod.distance")
    assert np.array_equal(found.times, solution.times)
    assert found.coordinates.shape == solution.coordinates.shape
    assert found.multipliers.shape == solution.multipliers.shape
    assert len(found.sensors["tip"]) == len(solution.sensors["tip"])
    data = solution.sensitivities.to_xarray(relative=True)
    assert data["coordinates"].dims == ("parameter", "time", "coordinate")
    assert np.allclose(data["tip"][0], 0.8 * found.sensors["tip"])
    plain = mbs.SolveDynamic(settings)
    assert np.allclose(plain.coordinates, solution.coordinates, rtol=0, atol=1e-9)


def test_steps_of_automatic_size_count_as_constants():
    mbs = rod_pendulum()
    settings = settings_of(0.2, 20, tight=True)
    time = settings.timeIntegration
    time.relativeTolerance, time.absoluteTolerance = 1e-8, 1e-9
    time.generalizedAlpha.automaticStepSize = True
    for solver, limit in (("GeneralizedAlpha", 1e-5), ("DOPRI5", 1e-7)):
        solution = mbs.SolveDynamic(settings, solver, sensitivities=ROD[:3])
        for name in ROD[:3]:
            error = disagreement(
                derived(solution.sensitivity(name)), mbs, name,
                lambda twin, s=solver: twin.SolveDynamic(settings, s), limit,
            )  # fmt: skip
            assert error < limit, (solver, name)


def test_runs_after_it_are_those_of_a_new_system():
    mbs, settings = rod_pendulum(), settings_of()
    before = mbs.SolveDynamic(settings).coordinates
    mbs.SolveDynamic(settings, sensitivities=ROD)
    mbs.SolveStatic(settings, sensitivities=["weight.loadVector[1]"])
    assert np.array_equal(before, mbs.SolveDynamic(settings).coordinates)


def test_smaller_steps_after_failures_are_followed():
    """A step in which Newton's method fails is taken again with half its size."""
    mbs, settings = rod_pendulum(), settings_of(0.4, 2, tight=True)
    time = settings.timeIntegration
    time.newton.maxIterations = 3
    time.newton.relativeTolerance = 1e-11
    solution = mbs.SolveDynamic(settings, sensitivities=["weight.loadVector[1]"])
    assert solution.statistics.rejected > 0
    found = derived(solution.sensitivity("weight.loadVector[1]"))
    error = disagreement(
        found, mbs, "weight.loadVector[1]", lambda twin: twin.SolveDynamic(settings)
    )
    assert error < 1e-7


def test_energies_have_no_derivatives_and_are_not_disturbed():
    settings = settings_of()
    settings.solutionSettings.sensorsWritePeriod = 0.01
    runs = []
    for names in ((), ("air.damping[1]",)):
        mbs = rod_pendulum()
        mbs.AddSensor(SensorEnergy(name="lost", energyType="dissipated"))
        mbs.Assemble()
        runs.append(mbs.SolveDynamic(settings, sensitivities=names))
    assert np.array_equal(runs[0].sensors["lost"], runs[1].sensors["lost"])
    found = runs[1].sensitivity("air.damping[1]").sensors
    assert np.isnan(found["lost"]).all() and np.isfinite(found["tip"]).all()


def damped_mass():
    """A mass on a spring with a damper, without constraints."""
    mbs = exu.SystemContainer().AddSystem()
    ground = mbs.CreateGround()
    mass = mbs.CreateMassPoint(
        referencePosition=[1.0, 0.0, 0.0], initialVelocity=[0.2, 0.5, 0.0], physicsMass=2.0
    )
    mbs.CreateSpringDamper(bodyNumbers=[ground, mass], stiffness=80.0, damping=3.0, name="spring")
    mbs.Assemble()
    return mbs


def test_steps_whose_last_stage_begins_the_next_one_are_not_disturbed():
    settings = settings_of(0.2, 5)
    settings.timeIntegration.automaticStepSize = True
    for solver in ("DOPRI5", "ODE23"):
        plain, followed = (
            damped_mass().SolveDynamic(settings, solver, sensitivities=names)
            for names in ((), ("spring.damping",))
        )
        for part in ("times", "coordinates", "velocities", "accelerations"):
            assert np.array_equal(getattr(plain, part), getattr(followed, part)), (solver, part)


@pytest.mark.filterwarnings("ignore:.*the start")
def test_small_steps_after_a_start_that_bends_with_the_parameter(monkeypatch):
    """Errors of the start would act on the forces of the first steps, divided by h^2."""
    monkeypatch.setattr("linkwork.run.consistent_start.LARGEST", float("inf"))
    mbs = exu.SystemContainer().AddSystem()
    ground = mbs.CreateGround()
    mass = mbs.CreateMassPoint(
        referencePosition=[0.2, 0.15, 0.0], initialVelocity=[0.1, 0.3, 0.2], physicsMass=2.0,
        name="mass",
    )  # fmt: skip
    ends = [mbs.AddMarker(MarkerBodyPosition(bodyNumber=each)) for each in (ground, mass)]
    mbs.AddObject(DistanceConstraint(markerNumbers=ends, distance=0.8))
    mbs.AddLoad(Force(markerNumber=ends[1], loadVector=[0.0, -20.0, 0.0]))
    mbs.Assemble()
    name = "Node:mass.referenceCoordinates[0]"
    found = mbs.SolveDynamic(settings_of(1e-4, 10), sensitivities=[name]).sensitivity(name)
    start, end = found.multipliers[0], found.multipliers[-1]
    assert np.abs(end - start).max() < 5e-3 * np.abs(start).max()
