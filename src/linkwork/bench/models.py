"""Benchmarks of small systems: one function builds one model with either engine."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

from linkwork.bench import references
from linkwork.bench.engine import (
    GRAVITY,
    Benchmark,
    Engine,
    Run,
    make_settings,
    new_system,
    node_positions,
)

SPRING_MASS = {"mass": 1.6, "stiffness": 4000.0, "damping": 8.0, "length": 0.5, "load": 80.0}
SPRING_MASS["velocity"] = 0.1
CUBIC = 2.0e5  # N/m^3, as strong as the linear stiffness at 0.14 m


def _one_spring(
    engine: Engine, steps: int, step_size: float, solver: str, user_function: Any = 0
) -> Run:
    items = engine.items
    data = SPRING_MASS
    container, system, ground = new_system(engine)
    node = system.AddNode(
        items.NodePoint(
            referenceCoordinates=[data["length"], 0, 0], initialVelocities=[data["velocity"], 0, 0]
        )
    )
    body = system.AddObject(items.MassPoint(nodeNumber=node, physicsMass=data["mass"]))
    marker = system.AddMarker(items.MarkerBodyPosition(bodyNumber=body))
    system.AddObject(
        items.SpringDamper(
            markerNumbers=[ground, marker],
            referenceLength=data["length"],
            stiffness=data["stiffness"],
            damping=data["damping"],
            springForceUserFunction=user_function,
        )
    )
    system.AddLoad(items.Force(markerNumber=marker, loadVector=[data["load"], 0, 0]))
    system.Assemble()
    return Run(
        system,
        make_settings(engine, steps, step_size, unknowns=3),
        getattr(engine.exu.DynamicSolverType, solver),
        node_positions(engine, system, [node]),
        container,
    )


def spring_generalized_alpha(engine: Engine, steps: int) -> Run:
    """One mass on one spring-damper under a constant force, generalized-alpha."""
    return _one_spring(engine, steps, 1e-5, "GeneralizedAlpha")


def spring_rk44(engine: Engine, steps: int) -> Run:
    """The same mass and spring with the classical Runge-Kutta method."""
    return _one_spring(engine, steps, 1e-5, "RK44")


def user_force_compiled(engine: Engine, steps: int) -> Run:
    """The spring law is a Python function of plain arithmetic, with a cubic term."""

    def cubic_spring(  # type: ignore[no-untyped-def]
        mbs, t, itemNumber, u, v, k, d, F0
    ):
        return k * u + d * v + CUBIC * u * u * u

    return _one_spring(engine, steps, 1e-5, "GeneralizedAlpha", cubic_spring)


def user_force_called(engine: Engine, steps: int) -> Run:
    """The same law reading a Python object, so that it can only be called, not compiled."""
    law = SimpleNamespace(cubic=CUBIC)

    def cubic_spring(  # type: ignore[no-untyped-def]
        mbs, t, itemNumber, u, v, k, d, F0
    ):
        return k * u + d * v + law.cubic * u * u * u

    return _one_spring(engine, steps, 1e-5, "GeneralizedAlpha", cubic_spring)


def pendulum(engine: Engine, steps: int) -> Run:
    """Mass point on a Distance constraint, released from the horizontal, spectral radius 0.6."""
    items = engine.items
    step_size = 1e-3
    container, system, ground = new_system(engine)
    node = system.AddNode(items.NodePoint2D(referenceCoordinates=[-1, 0]))
    system.AddObject(items.MassPoint2D(nodeNumber=node, physicsMass=1))
    marker = system.AddMarker(items.MarkerNodePosition(nodeNumber=node))
    system.AddObject(items.DistanceConstraint(markerNumbers=[ground, marker], distance=1))
    system.AddLoad(items.Force(markerNumber=marker, loadVector=[0, -GRAVITY, 0]))
    system.Assemble()
    settings = make_settings(engine, steps, step_size, unknowns=3)
    settings.timeIntegration.generalizedAlpha.spectralRadius = 0.6
    return Run(
        system,
        settings,
        engine.exu.DynamicSolverType.GeneralizedAlpha,
        node_positions(engine, system, [node]),
        container,
    )


def _chain(engine: Engine, steps: int, masses: int, link: Callable[[Any, list[Any]], None]) -> Run:
    items = engine.items
    container, system, ground = new_system(engine)
    nodes = []
    previous = ground
    for index in range(masses):
        node = system.AddNode(items.NodePoint2D(referenceCoordinates=[0.1 * (index + 1), 0]))
        system.AddObject(items.MassPoint2D(nodeNumber=node, physicsMass=references.CHAIN_MASS))
        marker = system.AddMarker(items.MarkerNodePosition(nodeNumber=node))
        link(system, [previous, marker])
        system.AddLoad(
            items.Force(markerNumber=marker, loadVector=[0, -references.CHAIN_MASS * GRAVITY, 0])
        )
        nodes.append(node)
        previous = marker
    system.Assemble()
    constraints = system.systemData.GetAECoordinates().size
    return Run(
        system,
        make_settings(engine, steps, 1e-4, unknowns=2 * masses + constraints),
        engine.exu.DynamicSolverType.GeneralizedAlpha,
        node_positions(engine, system, nodes),
        container,
    )


def chain_springs(engine: Engine, steps: int) -> Run:
    """Twenty point masses joined by spring-dampers, horizontal at rest, falling under gravity."""

    def link(system: Any, markers: list[Any]) -> None:
        system.AddObject(
            engine.items.SpringDamper(
                markerNumbers=markers,
                referenceLength=0.1,
                stiffness=references.CHAIN_STIFFNESS,
                damping=references.CHAIN_DAMPING,
            )
        )

    return _chain(engine, steps, 20, link)


def chain_distances(engine: Engine, steps: int) -> Run:
    """Ten point masses joined by Distance constraints, horizontal at rest, under gravity."""

    def link(system: Any, markers: list[Any]) -> None:
        system.AddObject(engine.items.DistanceConstraint(markerNumbers=markers, distance=0.1))

    return _chain(engine, steps, 10, link)


BENCHMARKS = (
    Benchmark(
        "spring",
        "one mass, one spring, generalized-alpha",
        spring_generalized_alpha,
        lambda end: references.spring(end, SPRING_MASS),
        1e-5,
        100_000,
    ),
    Benchmark(
        "spring-rk44",
        "one mass, one spring, RK44",
        spring_rk44,
        lambda end: references.spring(end, SPRING_MASS),
        1e-5,
        100_000,
        newton=(),
    ),
    Benchmark(
        "pendulum",
        "pendulum with Distance, h = 1e-3, rho 0.6",
        pendulum,
        lambda end: references.pendulum(end, GRAVITY),
        1e-3,
        100_000,
        newton=("modified",),
    ),
    Benchmark(
        "user-compiled",
        "Python spring force, compiled",
        user_force_compiled,
        lambda end: references.cubic_spring(end, SPRING_MASS, CUBIC),
        1e-5,
        100_000,
        notes="the peer calls it",
    ),
    Benchmark(
        "user-called",
        "Python spring force, called back",
        user_force_called,
        lambda end: references.cubic_spring(end, SPRING_MASS, CUBIC),
        1e-5,
        100_000,
    ),
    Benchmark(
        "chain-springs",
        "chain of 20 springs",
        chain_springs,
        lambda end: references.chain_of_springs(end, 20, GRAVITY),
        1e-4,
        5_000,
        notes="for orientation",
    ),
    Benchmark(
        "chain-distances",
        "chain of 10 distances",
        chain_distances,
        lambda end: references.chain_of_distances(end, 10, GRAVITY),
        1e-4,
        5_000,
        notes="for orientation",
    ),
)
