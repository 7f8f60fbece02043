"""Drift of a free flexible body over 100 000 steps: momentum, angular momentum and energy.

    python -m benchmarks.flexible_drift

It is repeated with half the step size: drifts must fall by four, the order of the integrator.
"""

from __future__ import annotations

import time
from typing import Any

import numpy as np

import linkwork as exu
from linkwork import fem

STEPS, END = 100_000, 25.0  # s
MODES = 8


def run(steps: int) -> None:
    """Print the largest drifts, relative to the first values."""
    rod = fem.FEMinterface(fem.beam(1.0, 0.05, 0.03, (8, 1, 1)), 7850, 2e9, 0.3)
    rod.ComputeEigenmodes(MODES, excludeRigidBodyModes=6)
    mbs = exu.SystemContainer().AddSystem()
    start = np.zeros(MODES)
    start[[0, 3]] = 0.01, 0.004
    kind = exu.NodeType.RotationRotationVector
    fem.ObjectFFRFreducedOrderInterface(rod, kind).AddObjectFFRFreducedOrder(
        mbs, initialVelocity=[0.1, 0.2, 0.3], initialAngularVelocity=[3, 5, 2],
        initialModalCoordinates=start,
    )  # fmt: skip
    mbs.Assemble()
    settings = exu.SimulationSettings()
    settings.timeIntegration.endTime = END
    settings.timeIntegration.numberOfSteps = steps
    settings.timeIntegration.generalizedAlpha.spectralRadius = 1.0
    settings.timeIntegration.verboseMode = 0
    settings.solutionSettings.solutionWritePeriod = END / 200
    before = time.process_time()
    solution = mbs.SolveDynamic(settings)
    taken = time.process_time() - before
    before, after = (_momenta(rod, solution, row) for row in (0, -1))
    print(f"{steps} steps of {END / steps:g} s, {1e6 * taken / steps:.1f} us each")
    for name, k in (("momentum", 0), ("angular momentum", 1), ("energy", 2)):
        change = np.linalg.norm(np.subtract(after[k], before[k])) / np.linalg.norm(before[k])
        print(f"{name:<18}{change:.1e}")


def _momenta(rod: Any, solution: Any, row: int) -> tuple[Any, ...]:
    """(momentum, angular momentum about the center of mass, energy) of a recorded state."""
    from linkwork.rigid.laws import matrix_of_vector

    q, v = solution.coordinates[row], solution.velocities[row]
    A, Psi = matrix_of_vector(q[3:6]), rod.modeBasis["matrix"]
    b = rod.positions + (Psi @ q[6:]).reshape(-1, 3)
    speeds = v[:3] + (np.cross(v[3:6], b) + (Psi @ v[6:]).reshape(-1, 3)) @ A.T
    flow = (rod.GetMassMatrix() @ speeds.ravel()).reshape(-1, 3)
    places = q[:3] + b @ A.T
    elastic = 0.5 * q[6:] @ (rod.eigenValues * q[6:])
    energy = 0.5 * np.sum(flow * speeds) + elastic
    momentum = flow.sum(axis=0)
    masses = rod.GetMassMatrix() @ places.ravel()
    center = masses.reshape(-1, 3).sum(axis=0) / rod.GetRigidBodyInertia().mass
    return momentum, np.cross(places - center, flow).sum(axis=0), [energy]


if __name__ == "__main__":
    for refined in (1, 2):
        run(refined * STEPS)
