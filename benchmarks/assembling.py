"""Adding and assembling items: large models, one by one and by columns, and models made anew.

The large model is a chain of point masses and springs: a node, a body, a marker and a spring each.
Times are CPU times of one process in which both engines take turns; the smallest counts.
"""

import gc
import math
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np

from benchmarks.rows import Row
from linkwork.bench.engine import OWN, Engine, make_settings

MASSES, QUICK_MASSES = 25_000, 2_500  # of the large chain, 4 items each
MASS, STIFFNESS, DAMPING, LENGTH, REST = 0.1, 2000.0, 0.5, 0.1, 0.09  # kg, N/m, N s/m, m, m
STEP_SIZE, STEPS = 1e-3, 10
SMALL = (1, 100)  # masses of the models that are made anew
LEAST_SECONDS = 1.0  # small models are repeated at least this long
IN_A_ROW = 5  # how often in each turn: the first time after the other engine finds cold caches

Timed = Callable[[], float]
"""Does something and returns the CPU seconds that count."""


def new_system(engine: Engine) -> tuple[Any, Any]:
    """A container, which must be kept, and its empty system."""
    container = engine.exu.SystemContainer()
    return container, container.AddSystem()


def add_one_by_one(engine: Engine, system: Any, masses: int) -> None:
    """Add the chain by the ordinary calls."""
    items = engine.items
    ground = system.AddObject(items.ObjectGround())
    last = system.AddMarker(items.MarkerBodyPosition(bodyNumber=ground))
    for k in range(masses):
        node = system.AddNode(items.NodePoint(referenceCoordinates=[LENGTH * (k + 1), 0.0, 0.0]))
        body = system.AddObject(items.MassPoint(physicsMass=MASS, nodeNumber=node))
        marker = system.AddMarker(items.MarkerBodyPosition(bodyNumber=body))
        system.AddObject(
            items.SpringDamper(
                markerNumbers=[last, marker], referenceLength=REST,
                stiffness=STIFFNESS, damping=DAMPING,
            )
        )  # fmt: skip
        last = marker


def add_by_columns(engine: Engine, system: Any, masses: int) -> None:
    """Add the same chain by columns; objects have another order."""
    items = engine.items
    ground = system.AddObject(items.ObjectGround())
    first = system.AddMarker(items.MarkerBodyPosition(bodyNumber=ground))
    places = np.zeros((masses, 3))
    places[:, 0] = LENGTH * np.arange(1, masses + 1)
    nodes = system.AddItems(items.NodePoint, referenceCoordinates=places)
    bodies = system.AddItems(items.MassPoint, physicsMass=MASS, nodeNumber=nodes)
    markers = system.AddItems(items.MarkerBodyPosition, bodyNumber=bodies)
    pairs = np.column_stack([np.concatenate([[first], markers[:-1]]), markers])
    system.AddItems(
        items.SpringDamper, markerNumbers=pairs, referenceLength=REST,
        stiffness=STIFFNESS, damping=DAMPING,
    )  # fmt: skip


def create_masses(engine: Engine, system: Any, masses: int) -> None:
    """Masses by CreateMassPoint: a node and a body each."""
    for k in range(masses):
        system.CreateMassPoint(
            referencePosition=[LENGTH * k, 0.0, 0.0],
            **{"physicsMass" if engine.name == OWN else "mass": MASS},
        )


def adding(engine: Engine, add: Callable[[Engine, Any, int], None], masses: int) -> float:
    """Seconds of adding the items of a model."""
    _container, system = new_system(engine)
    began = time.process_time()
    add(engine, system, masses)
    return time.process_time() - began


def assembling(system: Any) -> float:
    """Seconds of a new Assemble."""
    began = time.process_time()
    system.Assemble()
    return time.process_time() - began


def making_and_solving(
    engine: Engine, add: Callable[[Engine, Any, int], None], masses: int, steps: int
) -> float:
    """Seconds from a new system to its result after a few steps."""
    settings = make_settings(engine, max(steps, 1), STEP_SIZE, 3 * masses)
    began = time.process_time()
    _container, system = new_system(engine)
    add(engine, system, masses)
    system.Assemble()
    if steps and not system.SolveDynamic(settings):
        raise RuntimeError("the solver reports a failure")
    return time.process_time() - began


def first_step(engine: Engine, system: Any, masses: int) -> float:
    """Seconds of one step after a new Assemble."""
    settings = make_settings(engine, 1, STEP_SIZE, 3 * masses)
    system.Assemble()
    began = time.process_time()
    if not system.SolveDynamic(settings):
        raise RuntimeError("the solver reports a failure")
    return time.process_time() - began


def take_turns(ours: Timed, peer: Timed, repeat: int) -> tuple[float, float]:
    """The smallest times of both; quick ones are repeated longer."""
    best = [math.inf, math.inf]
    began, rounds = time.process_time(), 0
    while rounds < repeat or time.process_time() - began < LEAST_SECONDS:
        rounds += 1
        for k, timed in enumerate((ours, peer)):
            gc.collect()
            best[k] = min(best[k], timed())
            if best[k] < LEAST_SECONDS / 50:
                best[k] = min(best[k], *(timed() for _ in range(IN_A_ROW - 1)))
    return best[0], best[1]


def rows(engines: tuple[Engine, Engine], quick: bool, repeat: int) -> Iterator[Row]:
    """Measure all rows."""
    masses = QUICK_MASSES if quick else MASSES
    peer = engines[1]
    count = f"{4 * masses} items"
    ways = {"one by one": add_one_by_one, "by columns": add_by_columns}
    for way, add in ways.items():
        sides = (
            partial(adding, engines[0], add, masses),
            partial(adding, peer, add_one_by_one, masses),
        )
        yield Row(f"Add of {count}, {way}", *take_turns(*sides, repeat))
    sides = tuple(partial(adding, engine, create_masses, masses // 5) for engine in engines)
    yield Row(f"CreateMassPoint, {masses // 5} times", *take_turns(*sides, repeat))
    peer_kept, peer_system = new_system(peer)
    add_one_by_one(peer, peer_system, masses)
    for way, add in ways.items():
        kept, system = new_system(engines[0])
        add(engines[0], system, masses)
        sides = partial(assembling, system), partial(assembling, peer_system)
        yield Row(f"Assemble of {count}, {way}", *take_turns(*sides, repeat))
        sides = (
            partial(first_step, engines[0], system, masses),
            partial(first_step, peer, peer_system, masses),
        )
        yield Row(f"first step of {count}, {way}", *take_turns(*sides, repeat))
        del kept
    del peer_kept, peer_system
    for few in SMALL:
        for steps in (0, STEPS):
            sides = tuple(
                partial(making_and_solving, engine, add_one_by_one, few, steps)
                for engine in engines
            )
            what = f"{steps} steps" if steps else "Assemble"
            title = f"new system, {few} mass{'es' if few > 1 else ''}, {what}"
            yield Row(title, *take_turns(*sides, repeat))
