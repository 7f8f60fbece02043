"""Gravity between all pairs of masses: VelocityVerlet against REBOUND's leapfrog.

Both take one evaluation of all forces per step, so the time of a step is compared. REBOUND sums
directly over all pairs (gravity "basic") and does nothing else. The error is the largest change
of the energy since the start, relative.
"""

import time
from dataclasses import dataclass
from typing import Any

import numpy as np

from benchmarks.solar_system import GAUSS_CONSTANT, OUTER_PLANETS, about_center
from linkwork.bench.engine import Engine, make_settings


@dataclass(frozen=True)
class Cluster:
    """Masses that attract each other: rows of mass, position, velocity; constant, step size."""

    name: str
    title: str
    bodies: np.ndarray
    constant: float
    step_size: float
    steps: int

    def energy(self, positions: np.ndarray, velocities: np.ndarray) -> float:
        """Kinetic and potential energy."""
        mass = self.bodies[:, 0]
        first, second = np.triu_indices(len(mass), 1)
        distance = np.linalg.norm(positions[first] - positions[second], axis=1)
        potential = -self.constant * np.sum(mass[first] * mass[second] / distance)
        return float(0.5 * np.sum(mass[:, None] * velocities**2) + potential)

    def drift(self, positions: np.ndarray, velocities: np.ndarray) -> float:
        """Relative change of the energy since the start."""
        start = self.energy(self.bodies[:, 1:4], self.bodies[:, 4:])
        return abs(self.energy(positions, velocities) / start - 1.0)


@dataclass(frozen=True)
class Row:
    """Best seconds per evaluation of both and their relative change of the energy."""

    cluster: Cluster
    ours: float
    peer: float
    drift: float
    peer_drift: float


def _cloud(count: int) -> np.ndarray:
    """Equal masses on a perturbed grid: no two of them come close during the run."""
    random = np.random.default_rng(count)
    side = int(np.ceil(count ** (1 / 3)))
    grid = np.stack(np.meshgrid(*[np.arange(side)] * 3), axis=-1).reshape(-1, 3)[:count]
    positions = (grid + random.uniform(-0.2, 0.2, (count, 3))) / side
    velocities = random.normal(scale=0.1, size=(count, 3))
    return np.column_stack([np.full(count, 1.0 / count), positions, velocities])


CLUSTERS = (
    Cluster("nbody-5", "outer solar system, 5 bodies, 40 d", about_center(OUTER_PLANETS),
            GAUSS_CONSTANT, 40.0, 200_000),
    Cluster("nbody-50", "50 bodies", about_center(_cloud(50)), 1.0, 1e-5, 5_000),
    Cluster("nbody-500", "500 bodies", about_center(_cloud(500)), 1.0, 1e-5, 1_000),
)  # fmt: skip


def measure(cluster: Cluster, engine: Engine, steps: int, repeat: int) -> Row:
    """Time both sides, taking turns."""
    ours, mbs, nodes, settings = build(cluster, engine, steps)
    variable, solver = engine.exu.OutputVariableType, engine.exu.DynamicSolverType.VelocityVerlet
    mbs.SolveDynamic(settings, solverType=solver)
    best, peer_best = np.inf, np.inf
    for _ in range(repeat):
        start = time.perf_counter()
        mbs.SolveDynamic(settings, solverType=solver)
        best = min(best, time.perf_counter() - start)
        other = _leapfrog(cluster)
        start = time.perf_counter()
        other.steps(steps)
        peer_best = min(peer_best, time.perf_counter() - start)
    end = [
        np.array([mbs.GetNodeOutput(node, kind) for node in nodes])
        for kind in (variable.Position, variable.Velocity)
    ]
    other_end = [
        np.array([p.xyz for p in other.particles]),
        np.array([p.vxyz for p in other.particles]),
    ]
    return Row(
        cluster, best / steps, peer_best / steps, cluster.drift(*end), cluster.drift(*other_end)
    )


def build(cluster: Cluster, engine: Engine, steps: int) -> tuple:
    """(container, system, nodes, settings) of the masses."""
    container = engine.exu.SystemContainer()
    mbs = container.AddSystem()
    nodes, bodies = [], []
    for mass, *state in cluster.bodies.tolist():
        node = engine.items.NodePoint(referenceCoordinates=state[:3], initialVelocities=state[3:])
        nodes.append(mbs.AddNode(node))
        body = engine.items.MassPoint(nodeNumber=nodes[-1], physicsMass=mass)
        bodies.append(mbs.AddObject(body))
    mbs.CreateMutualGravity(bodyNumbers=bodies, gravitationalConstant=cluster.constant)
    mbs.Assemble()
    return container, mbs, nodes, make_settings(engine, steps, cluster.step_size, len(nodes) * 3)


def in_rebound(cluster: Cluster) -> Any:
    """A simulation of REBOUND with the same bodies."""
    try:
        import rebound
    except ImportError as error:
        raise SystemExit(f"REBOUND is missing: pip install 'linkwork[bench]' ({error})") from error
    simulation = rebound.Simulation()
    simulation.G = cluster.constant
    for m, x, y, z, vx, vy, vz in cluster.bodies.tolist():
        simulation.add(m=m, x=x, y=y, z=z, vx=vx, vy=vy, vz=vz)
    return simulation


def _leapfrog(cluster: Cluster) -> Any:
    """REBOUND with the method and step size of VelocityVerlet, one step taken."""
    simulation = in_rebound(cluster)
    simulation.integrator = "leapfrog"
    simulation.gravity = "basic"
    simulation.dt = cluster.step_size
    simulation.steps(1)
    return simulation
