"""What the outer solar system must conserve; `problems/` compares its positions with REBOUND."""

import numpy as np
import pytest

import linkwork as exu
from benchmarks.solar_system import END, OUTER_PLANETS, about_center

from .models import make_settings
from .problems.solar_system import CLUSTER, positions, solar_system


def test_the_center_of_mass_stays():
    mbs, nodes = solar_system()
    mbs.SolveDynamic(make_settings(5.0, END), exu.DynamicSolverType.RK67)
    center = np.average(positions(mbs, nodes), axis=0, weights=OUTER_PLANETS[:, 0])
    np.testing.assert_allclose(center, 0.0, atol=1e-13)


def test_verlet_keeps_the_energy_over_ten_thousand_days():
    # A symplectic method of order 2 lets the energy swing with h^2 and does not let it drift.
    swings = {}
    for step in (40.0, 20.0):
        mbs, _ = solar_system()
        settings = make_settings(step, END, record=100.0)
        solution = mbs.SolveDynamic(settings, exu.DynamicSolverType.VelocityVerlet)
        start = about_center(OUTER_PLANETS)[:, 1:4]
        energies = [
            CLUSTER.energy(start + q.reshape(5, 3), v.reshape(5, 3))
            for q, v in zip(solution.coordinates, solution.velocities, strict=True)
        ]
        swings[step] = np.ptp(energies) / abs(energies[0])
    assert swings[20.0] < 5e-5
    assert swings[40.0] / swings[20.0] == pytest.approx(4.0, rel=0.1)
