"""Statics, modes and linearization of small and mid-size models: CPU time of one call.

| model | state |
|---|---|
| one mass | between four springs under tension, under a force |
| net | masses in a square lattice in space, springs under tension, fixed border, a force on each |
| chain | masses in a row, tied to each other by rods |

A call is what a user writes, from an assembled model to the result. Both engines get the same
tolerances; each uses the fastest of its variants (Newton's method in statics, dense or sparse
linear solver of the peer). The state is the same in each call, so nothing is gained by repeating.
"""

import itertools
import math
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from benchmarks.rows import Row
from linkwork.bench.engine import OWN, Engine

MASS, STIFFNESS, DAMPING = 0.1, 1.0e4, 1.0  # kg, N/m, N s/m
LENGTH, REST = 1.0, 0.9  # m: distance of neighbors, length of a spring without force
FORCE = (0.0, 1.0, -2.0)  # N, on each mass
RODS = 20
AGREE = 1.0e-6
"""Largest difference of the results of both engines, relative to their size."""

SHORT = 0.02  # s: calls are repeated for about this long in each round
CHOOSING = 0.05  # s: and so long to choose the fastest variant


@dataclass(frozen=True)
class Compared(Row):
    """CPU times of a call, and the difference of the results."""

    difference: float


class Task(NamedTuple):
    """What is timed: `call` of an assembled system with settings.

    build -- returns (container, system); numbers -- of the system and the result of the call, which
    are compared; variants -- settings that an engine may choose from
    """

    name: str
    title: str
    build: Callable[[Engine], tuple[Any, Any]]
    call: Callable[[Any, Any], Any]
    numbers: Callable[[Any, Any], np.ndarray]
    variants: Callable[[Engine], list[Any]]


def lattice(engine: Engine, size: int, rise: float = 0.0) -> tuple[Any, Any]:
    """Container and assembled system of a net of size x size masses.

    rise -- height of a curved net: in a flat one, stiffness does not couple x, y and z
    """
    items, exu = engine.items, engine.exu
    container = exu.SystemContainer()
    system = container.AddSystem()
    ground = system.AddObject(items.ObjectGround())
    markers = {}
    for i, j in itertools.product(range(size + 2), repeat=2):
        if 0 < i <= size and 0 < j <= size:
            height = rise * math.sin(0.3 * i) * math.sin(0.4 * j)
            place = [LENGTH * i, LENGTH * j, height]
            node = system.AddNode(items.NodePoint(referenceCoordinates=place))
            body = system.AddObject(items.MassPoint(physicsMass=MASS, nodeNumber=node))
            markers[i, j] = system.AddMarker(items.MarkerBodyPosition(bodyNumber=body))
            system.AddLoad(items.Force(markerNumber=markers[i, j], loadVector=FORCE))
        elif 0 < i <= size or 0 < j <= size:
            held = items.MarkerBodyPosition(
                bodyNumber=ground, localPosition=[LENGTH * i, LENGTH * j, 0.0]
            )
            markers[i, j] = system.AddMarker(held)
    for (i, j), marker in markers.items():
        for other in ((i + 1, j), (i, j + 1)):
            is_free = 0 < i <= size and 0 < j <= size
            if other in markers and (is_free or (0 < other[0] <= size and 0 < other[1] <= size)):
                _spring(items, system, marker, markers[other])
    system.Assemble()
    return container, system


def one_mass(engine: Engine) -> tuple[Any, Any]:
    """Container and assembled system of a mass between four springs, under a force."""
    return lattice(engine, 1)


def _spring(items: Any, system: Any, first: Any, second: Any) -> None:
    system.AddObject(
        items.SpringDamper(
            markerNumbers=[first, second], referenceLength=REST, stiffness=STIFFNESS,
            damping=DAMPING,
        )
    )  # fmt: skip


def chain(engine: Engine) -> tuple[Any, Any]:
    """Container and assembled system of masses on rods, hanging from the ground."""
    items, exu = engine.items, engine.exu
    container = exu.SystemContainer()
    system = container.AddSystem()
    ground = system.AddObject(items.ObjectGround())
    last = system.AddMarker(items.MarkerBodyPosition(bodyNumber=ground))
    for k in range(RODS):
        place = [LENGTH * (k + 1), 0.0, 0.0]
        node = system.AddNode(items.NodePoint(referenceCoordinates=place))
        body = system.AddObject(items.MassPoint(physicsMass=MASS, nodeNumber=node))
        marker = system.AddMarker(items.MarkerBodyPosition(bodyNumber=body))
        system.AddObject(items.DistanceConstraint(markerNumbers=[last, marker], distance=LENGTH))
        last = marker
    system.Assemble()
    return container, system


# --------------------------------------------------------------------------------- calls


def _settings(engine: Engine) -> Any:
    """Settings of a plain call: nothing printed, nothing written, equal tolerances."""
    settings = engine.exu.SimulationSettings()
    static = settings.staticSolver
    static.verboseMode = 0
    static.newton.relativeTolerance, static.newton.absoluteTolerance = 1.0e-8, 1.0e-10
    settings.solutionSettings.writeSolutionToFile = False
    settings.solutionSettings.sensorsStoreAndWriteFiles = False
    settings.parallel.numberOfThreads = 1
    return settings


def _newtons(engine: Engine, variants: tuple[bool, ...] = (False, True)) -> list[Any]:
    """Settings with both variants of Newton's method, for the peer with both linear solvers."""
    found = []
    types = engine.exu.LinearSolverType
    solvers = [None] if engine.name == OWN else [types.EXUdense, types.EigenSparse]
    for modified, solver in itertools.product(variants, solvers):
        settings = _settings(engine)
        settings.staticSolver.newton.useModifiedNewton = modified
        if solver is not None:
            settings.linearSolverType = solver
        found.append(settings)
    return found


def _plain(engine: Engine) -> list[Any]:
    """Default settings, full Newton; for the peer with both linear solvers."""
    return _newtons(engine, (False,))


def _static(system: Any, settings: Any) -> Any:
    return system.SolveStatic(settings)


def _coordinates(system: Any, succeeded: Any) -> np.ndarray:
    if not succeeded:
        raise RuntimeError("an engine found no equilibrium")
    found: np.ndarray = system.systemData.GetODE2Coordinates()
    return found


def _eigenvalues(system: Any, settings: Any) -> Any:
    return system.ComputeODE2Eigenvalues(simulationSettings=settings)


def _sorted(system: Any, found: Any) -> np.ndarray:
    return np.sort(found[0])


def _linearized(system: Any, settings: Any) -> Any:
    return system.ComputeLinearizedSystem(simulationSettings=settings)


def _entries(system: Any, found: Any) -> np.ndarray:
    return np.concatenate([np.asarray(matrix).ravel() for matrix in found[:3]])


def _freedom(system: Any, settings: Any) -> Any:
    return system.ComputeSystemDegreeOfFreedom(simulationSettings=settings)


def _counts(system: Any, found: Any) -> np.ndarray:
    return np.array([found["degreeOfFreedom"], found["redundantConstraints"]], float)


def _net(size: int, rise: float = 0.0) -> Callable[[Engine], tuple[Any, Any]]:
    return lambda engine: lattice(engine, size, rise)


STATIC, FULL = (_static, _coordinates, _newtons), (_static, _coordinates, _plain)
MODES, LINEAR = (_eigenvalues, _sorted, _plain), (_linearized, _entries, _plain)
TASKS = (
    Task("static-mass", "SolveStatic, one mass", one_mass, *STATIC),
    Task("static-net-5", "SolveStatic, net of 5 x 5", _net(5), *STATIC),
    Task("static-net-20", "SolveStatic, net of 20 x 20", _net(20), *STATIC),
    Task("static-net-40", "SolveStatic, net of 40 x 40", _net(40), *STATIC),
    Task("static-full-20", "the same, 20 x 20, full Newton", _net(20), *FULL),
    Task("static-full-40", "the same, 40 x 40, full Newton", _net(40), *FULL),
    Task("modes-mass", "ComputeODE2Eigenvalues, one mass", one_mass, *MODES),
    Task("modes-300", "ComputeODE2Eigenvalues, 300 dense, curved", _net(10, 1.0), *MODES),
    Task("modes-flat", "the same, flat", _net(10), *MODES),
    Task("linearize-mass", "ComputeLinearizedSystem, one mass", one_mass, *LINEAR),
    Task("linearize-300", "ComputeLinearizedSystem, 300", _net(10), *LINEAR),
    Task("freedom", "ComputeSystemDegreeOfFreedom, 20 rods", chain, _freedom, _counts, _plain),
)


# --------------------------------------------------------------------------------- timing


class _Side:
    """One engine with one task: the assembled system, its variants and the best time."""

    def __init__(self, task: Task, engine: Engine) -> None:
        self.task = task
        self.container, self.system = task.build(engine)
        times = []
        for settings in task.variants(engine):
            self.result = task.numbers(self.system, task.call(self.system, settings))
            times.append((self._least(settings, CHOOSING), len(times), settings))
        self.best, _, self.settings = min(times, key=lambda found: found[:2])

    def round(self) -> None:
        """Time calls for a short while; the least CPU time of one counts."""
        self.best = min(self.best, self._least(self.settings, SHORT))

    def _least(self, settings: Any, duration: float) -> float:
        """Least CPU time of a call, of those that begin within a time [s]."""
        least, begin = math.inf, time.process_time()
        start = begin
        while start - begin < duration:
            self.task.call(self.system, settings)
            end = time.process_time()
            least = min(least, end - start)
            start = end
        return least


def measure(task: Task, engines: tuple[Engine, Engine], repeat: int) -> Compared:
    """Time a task with both engines, taking turns; refuses unequal results."""
    ours, peer = (_Side(task, engine) for engine in engines)
    difference = float(np.abs(ours.result - peer.result).max() / np.abs(peer.result).max())
    if not difference <= AGREE:
        raise RuntimeError(f"{task.title}: the results differ by {difference:.1e}")
    for _ in range(repeat):
        for side in (ours, peer):
            side.round()
    return Compared(task.title, ours.best, peer.best, difference)


def rows(engines: tuple[Engine, Engine], names: set[str], repeat: int) -> Iterator[Compared]:
    """Rows of the tasks with these names."""
    for task in TASKS:
        if task.name in names:
            yield measure(task, engines, repeat)
