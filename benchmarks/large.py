"""Benchmarks of large systems: chains and nets of springs and distance constraints."""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from benchmarks.large_references import Truss
from linkwork.bench.engine import (
    GRAVITY,
    Benchmark,
    Engine,
    Run,
    make_settings,
    new_system,
    node_positions,
)

MASS = 0.1  # kg
STIFFNESS = 2000.0  # N/m
DAMPING = 0.5  # N s/m
LENGTH = 0.1  # m, between neighbors
STEP_SIZE = 1e-3  # s
EVERY_FIFTH = 5
PEER_SOLVERS = ("EigenSparse", "EigenSparseSymmetric")


def chain(masses: int, rigid: bool) -> Truss:
    """Horizontal chain in the plane, at rest, held at its left end, falling under gravity."""
    points = np.arange(masses + 1)
    return Truss(
        start=np.column_stack([LENGTH * points, np.zeros(masses + 1)]),
        links=np.column_stack([points[:-1], points[1:]]),
        fixed=np.array([0]),
        rigid=np.full(masses, rigid),
        mass=MASS,
        stiffness=STIFFNESS,
        damping=DAMPING,
        gravity=np.array([0.0, -GRAVITY]),
    )


def net(side: int, rigid_every: int = 0) -> Truss:
    """Square net in space with both diagonals, flat at rest, held at two neighboring corners.

    With `rigid_every` = k every k-th link is a distance constraint.
    """
    number = np.arange(side * side).reshape(side, side)
    links = [
        (number[:, :-1], number[:, 1:]),
        (number[:-1, :], number[1:, :]),
        (number[:-1, :-1], number[1:, 1:]),
        (number[:-1, 1:], number[1:, :-1]),
    ]
    pairs = np.concatenate([np.column_stack([a.ravel(), b.ravel()]) for a, b in links])
    pairs = pairs[np.lexsort((pairs[:, 1], pairs[:, 0]))]
    rigid = np.zeros(len(pairs), bool)
    if rigid_every:
        rigid[::rigid_every] = True
    x, y = np.meshgrid(LENGTH * np.arange(side), LENGTH * np.arange(side))
    return Truss(
        start=np.column_stack([x.ravel(), y.ravel(), np.zeros(side * side)]),
        links=pairs,
        fixed=np.array([0, side - 1]),
        rigid=rigid,
        mass=MASS,
        stiffness=STIFFNESS,
        damping=DAMPING,
        gravity=np.array([0.0, 0.0, -GRAVITY]),
    )


def build(
    engine: Engine, steps: int, truss: Truss, solver: str, step_size: float = STEP_SIZE
) -> Run:
    """The truss as items of an engine: one node, body, marker and load per free point."""
    container, system, ground = new_system(engine)
    markers, nodes = _add_points(engine, system, truss, ground)
    _add_links(engine, system, truss, markers)
    system.Assemble()
    constraints = int(np.count_nonzero(truss.rigid))
    unknowns = len(nodes) * truss.start.shape[1] + constraints
    return Run(
        system,
        make_settings(engine, steps, step_size, unknowns),
        getattr(engine.exu.DynamicSolverType, solver),
        node_positions(engine, system, nodes),
        container,
    )


def _add_points(engine: Engine, system: Any, truss: Truss, ground: Any) -> tuple[list, list]:
    """Markers of all points (fixed ones on the ground) and nodes of the free points."""
    items = engine.items
    plane = truss.start.shape[1] == 2
    node_type, body_type = (
        (items.NodePoint2D, items.MassPoint2D) if plane else (items.NodePoint, items.MassPoint)
    )
    weight = [0.0, 0.0, 0.0]
    weight[: truss.start.shape[1]] = list(truss.mass * truss.gravity)
    fixed = set(truss.fixed.tolist())
    markers, nodes = [], []
    for index, start in enumerate(truss.start.tolist()):
        if index in fixed:
            node = system.AddNode(items.NodePointGround(referenceCoordinates=(start + [0.0])[:3]))
            markers.append(system.AddMarker(items.MarkerNodePosition(nodeNumber=node)))
            continue
        node = system.AddNode(node_type(referenceCoordinates=start))
        system.AddObject(body_type(nodeNumber=node, physicsMass=truss.mass))
        markers.append(system.AddMarker(items.MarkerNodePosition(nodeNumber=node)))
        system.AddLoad(items.Force(markerNumber=markers[-1], loadVector=weight))
        nodes.append(node)
    return markers, nodes


def _add_links(engine: Engine, system: Any, truss: Truss, markers: list) -> None:
    items = engine.items
    lengths = np.linalg.norm(
        truss.start[truss.links[:, 1]] - truss.start[truss.links[:, 0]], axis=1
    )
    for (a, b), length, rigid in zip(
        truss.links.tolist(), lengths.tolist(), truss.rigid.tolist(), strict=True
    ):
        pair = [markers[a], markers[b]]
        if rigid:
            system.AddObject(items.DistanceConstraint(markerNumbers=pair, distance=length))
        else:
            system.AddObject(
                items.SpringDamper(
                    markerNumbers=pair,
                    referenceLength=length,
                    stiffness=truss.stiffness,
                    damping=truss.damping,
                )
            )


def _benchmark(
    name: str, title: str, truss: Callable[[], Truss], steps: int, solver: str = "GeneralizedAlpha"
) -> Benchmark:
    explicit = solver != "GeneralizedAlpha"
    return Benchmark(
        name,
        title,
        lambda engine, count: build(engine, count, truss(), solver),
        lambda end: truss().final_positions(end),
        STEP_SIZE,
        steps,
        newton=() if explicit else ("full", "modified"),
        peer_solvers=() if explicit else PEER_SOLVERS,
    )


BENCHMARKS = (
    _benchmark("springs-100", "chain of 100 springs", partial(chain, 100, False), 500),
    _benchmark("springs-1000", "chain of 1000 springs", partial(chain, 1000, False), 100),
    _benchmark("springs-10000", "chain of 10000 springs", partial(chain, 10000, False), 100),
    _benchmark("distances-100", "chain of 100 distances", partial(chain, 100, True), 500),
    _benchmark("distances-1000", "chain of 1000 distances", partial(chain, 1000, True), 100),
    _benchmark("net-30", "net of 30 x 30 masses", partial(net, 30), 25),
    _benchmark("net-100", "net of 100 x 100 masses", partial(net, 100), 25),
    _benchmark(
        "net-30-mixed", "net 30 x 30, every 5th a distance", partial(net, 30, EVERY_FIFTH), 25
    ),
    _benchmark(
        "springs-1000-rk44", "chain of 1000 springs, RK44", partial(chain, 1000, False), 500, "RK44"
    ),
)
