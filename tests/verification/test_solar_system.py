"""The outer solar system against an integration with REBOUND, and what it must conserve."""

import numpy as np
import pytest

import linkwork as exu
from linkwork.items import MassPoint, NodePoint

from .models import POSITION, make_settings
from .solar_system import GAUSS_CONSTANT, OUTER_PLANETS, about_centre

END = 1e4  # d
JUPITER, NEPTUNE = 1, 4

# REBOUND, IAS15, at 1e4 d; it was run with a massless Pluto, which changes nothing.
REFERENCE = {
    JUPITER: [-5.0120516296292745, 2.006073228925796, -0.01611828182355875],
    NEPTUNE: [-17.274620298799128, -24.91960817624428, 0.21921288760117866],
}


def solar_system():
    """(system, nodes) of the five bodies about their centre of mass."""
    mbs = exu.SystemContainer().AddSystem()
    nodes, bodies = [], []
    for mass, *state in about_centre(OUTER_PLANETS).tolist():
        node = NodePoint(referenceCoordinates=state[:3], initialVelocities=state[3:])
        nodes.append(mbs.AddNode(node))
        bodies.append(mbs.AddObject(MassPoint(nodeNumber=nodes[-1], physicsMass=mass)))
    mbs.CreateMutualGravity(bodyNumbers=bodies, gravitationalConstant=GAUSS_CONSTANT)
    mbs.Assemble()
    return mbs, nodes


def positions(mbs, nodes):
    return np.array([mbs.GetNodeOutput(node, POSITION) for node in nodes])


def energy(positions, velocities):
    mass = OUTER_PLANETS[:, 0]
    total = 0.5 * np.sum(mass[:, None] * velocities**2)
    for i in range(len(mass)):
        for j in range(i):
            distance = np.linalg.norm(positions[i] - positions[j])
            total -= GAUSS_CONSTANT * mass[i] * mass[j] / distance
    return total


@pytest.mark.parametrize(("solver", "step", "atol"), [("RK67", 5.0, 2e-12), ("RK44", 2.0, 3e-10)])
def test_positions_after_ten_thousand_days(solver, step, atol):
    mbs, nodes = solar_system()
    mbs.SolveDynamic(make_settings(step, END), getattr(exu.DynamicSolverType, solver))
    found = positions(mbs, nodes)
    for planet, exact in REFERENCE.items():
        np.testing.assert_allclose(found[planet], exact, rtol=0, atol=atol)
    centre = np.average(found, axis=0, weights=OUTER_PLANETS[:, 0])
    np.testing.assert_allclose(centre, 0.0, atol=1e-13)


def test_verlet_keeps_the_energy_over_ten_thousand_days():
    # A symplectic method of order 2 lets the energy swing with h^2 and does not let it drift.
    swings = {}
    for step in (40.0, 20.0):
        mbs, _ = solar_system()
        settings = make_settings(step, END, record=100.0)
        solution = mbs.SolveDynamic(settings, exu.DynamicSolverType.VelocityVerlet)
        start = about_centre(OUTER_PLANETS)[:, 1:4]
        energies = [
            energy(start + q.reshape(5, 3), v.reshape(5, 3))
            for q, v in zip(solution.coordinates, solution.velocities, strict=True)
        ]
        swings[step] = np.ptp(energies) / abs(energies[0])
    assert swings[20.0] < 5e-5
    assert swings[40.0] / swings[20.0] == pytest.approx(4.0, rel=0.1)
