"""Benchmarks of cables: a chain of ANCF elements in the plane that swings down."""

from functools import partial
from typing import Any

import numpy as np

from benchmarks.large import PEER_SOLVERS
from benchmarks.rows import extrapolated
from linkwork.bench.engine import GRAVITY, Benchmark, Engine, Run, make_settings, node_positions

STIFFNESS, BENDING = 1.0e4, 0.5  # N, N m^2
MASS_PER_LENGTH = 1.0  # kg/m
LENGTH = 0.02  # m, of an element
STEP_SIZE = 1e-3  # s
"""Steps of the reference for each step of the benchmark."""


def build(engine: Engine, steps: int, elements: int, step_size: float = STEP_SIZE) -> Run:
    """A horizontal cable, at rest, held at its left end, falling under gravity."""
    items = engine.items
    container = engine.exu.SystemContainer()
    system = container.AddSystem()
    nodes = [
        system.AddNode(items.NodePoint2DSlope1(referenceCoordinates=[LENGTH * k, 0.0, 1.0, 0.0]))
        for k in range(elements + 1)
    ]
    for k in range(elements):
        cable = system.AddObject(
            items.ObjectANCFCable2D(
                physicsLength=LENGTH,
                physicsMassPerLength=MASS_PER_LENGTH,
                physicsBendingStiffness=BENDING,
                physicsAxialStiffness=STIFFNESS,
                nodeNumbers=nodes[k : k + 2],
            )
        )
        mass = system.AddMarker(items.MarkerBodyMass(bodyNumber=cable))
        system.AddLoad(
            items.LoadMassProportional(markerNumber=mass, loadVector=[0.0, -GRAVITY, 0.0])
        )
    ground = system.AddNode(items.NodePointGround())
    fixed = system.AddMarker(items.MarkerNodeCoordinate(nodeNumber=ground, coordinate=0))
    for coordinate in (0, 1):
        end = items.MarkerNodeCoordinate(nodeNumber=nodes[0], coordinate=coordinate)
        held: Any = items.ObjectConnectorCoordinate(markerNumbers=[fixed, system.AddMarker(end)])
        system.AddObject(held)
    system.Assemble()
    settings = make_settings(engine, steps, step_size, 4 * elements + 6)
    settings.timeIntegration.generalizedAlpha.spectralRadius = 0.9
    return Run(
        system,
        settings,
        engine.exu.DynamicSolverType.GeneralizedAlpha,
        node_positions(engine, system, nodes),
        container,
    )


def reference(end: float, elements: int) -> np.ndarray:
    """Final positions with much smaller steps, extrapolated to a step size of zero."""

    def built(engine: Engine, steps: int, step_size: float) -> Run:
        return build(engine, steps, elements, step_size)

    return extrapolated(built, end, STEP_SIZE)


def _benchmark(name: str, title: str, elements: int, steps: int) -> Benchmark:
    return Benchmark(
        name,
        title,
        partial(_built, elements=elements),
        partial(reference, elements=elements),
        STEP_SIZE,
        steps,
        peer_solvers=PEER_SOLVERS,
    )


def _built(engine: Engine, steps: int, elements: int) -> Run:
    return build(engine, steps, elements)


LARGE = (
    _benchmark("cable-100", "falling ANCF cable of 100 elements", 100, 200),
    _benchmark("cable-1000", "falling ANCF cable of 1000 elements", 1000, 50),
)
