"""The energy account of bodies whose rotations are composed, not added."""

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import *

from .energy_models import along_rows
from .space_bodies import DOWN, SpaceModel, settings

pytestmark = pytest.mark.processors

Solver = exu.DynamicSolverType


def damped(kind, sensors=False):
    """A heavy body that turns fast, on springs with dampers off its center."""
    m = SpaceModel(kind)
    m.body(2.0, [0.3, 0.2, 0.4], velocity=[0.1, 0.2, -0.3], spin=[3, -2, 4], gravity=DOWN)
    ends = m.ends(m.ground, m.bodies[0], [0.3, 0.2, 0.0], [0.2, 0.1, -0.1])
    m.mbs.AddObject(
        CartesianSpringDamper(markerNumbers=ends, stiffness=[80, 90, 100], damping=[1, 2, 1])
    )
    for energy in ("dissipated", "balance") if sensors else ():
        m.mbs.AddSensor(SensorEnergy(name=energy, energyType=energy, storeInternal=True))
    return m


def energy_of(kind, steps, period, solver=Solver.RK67):
    return damped(kind).mbs.SolveDynamic(settings(1.0, steps, period), solver).energy()


def test_losses_are_those_of_added_coordinates():
    found = [energy_of(kind, 500, 0.0) for kind in ("EP", "LG")]
    for energy in found:
        assert energy.error < 1e-9
        assert energy.dissipated[-1] == pytest.approx(found[0].dissipated[-1], abs=1e-9)


def test_the_error_of_losses_falls_with_the_fourth_power_of_the_recording_interval():
    errors = []
    for period in (0.05, 0.025, 0.0125):
        solution = damped("LG").mbs.SolveDynamic(settings(1.0, 1000, period), Solver.RK67)
        assert solution.energy().error < 1e-6  # where rows do not do, over all steps
        errors.append(along_rows(solution).error)
    assert errors[0] < 0.05
    assert all(np.log2(a / b) > 3.5 for a, b in zip(errors, errors[1:], strict=False))


def test_sensors_find_the_same_and_change_nothing():
    chosen = settings(1.0, 400, 0.0)
    chosen.solutionSettings.sensorsWritePeriod = 0.0025
    plain = damped("LG").mbs.SolveDynamic(chosen)
    watched = damped("LG", sensors=True).mbs.SolveDynamic(chosen)
    assert np.array_equal(plain.coordinates, watched.coordinates)
    energy = plain.energy()
    for name in ("dissipated", "balance"):
        assert watched.sensor(name)[:, 1] == pytest.approx(getattr(energy, name), abs=1e-9)
