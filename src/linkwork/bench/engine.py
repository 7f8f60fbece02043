"""What every benchmark is made of: an engine, an assembled run, settings of a plain timed run.

A model function takes an `Engine` and a number of steps and returns a `Run`: the assembled system,
its settings, the solver and a function that reads the result. The step size is part of the model,
so fewer steps mean an earlier end time, and the matching reference takes that end time.
"""

from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import numpy as np

GRAVITY = 9.81
OWN = "linkwork"
DENSE_LIMIT = 12  # unknowns up to which the peer's dense solver is its best choice


@dataclass(frozen=True)
class Engine:
    """A library with the documented interface: its main module and its module of item classes."""

    name: str
    exu: ModuleType
    items: ModuleType


@dataclass(frozen=True)
class Run:
    """An assembled model, ready for one timed `SolveDynamic`."""

    system: Any
    settings: Any
    solver: Any
    result: Callable[[], np.ndarray]
    keep_alive: Any = None

    def solve(self) -> None:
        """Run the simulation; this call is what is timed."""
        if not self.system.SolveDynamic(self.settings, solverType=self.solver):
            raise RuntimeError("the solver reports a failure")


@dataclass(frozen=True)
class Benchmark:
    """One row of the table.

    `newton` lists the Newton variants an engine may choose from (the faster one counts), empty for
    explicit solvers; `peer_solvers` the linear solvers that the peer may choose from, empty for
    its default; `reference` gives the exact final positions for an end time in s.
    """

    name: str
    title: str
    build: Callable[[Engine, int], Run]
    reference: Callable[[float], np.ndarray]
    step_size: float
    steps: int
    newton: tuple[str, ...] = ("full", "modified")
    notes: str = ""
    peer_solvers: tuple[str, ...] = ()


def make_settings(engine: Engine, steps: int, step_size: float, unknowns: int) -> Any:
    """Settings for a plain timed run: nothing printed, nothing written, nothing stored."""
    settings = engine.exu.SimulationSettings()
    integration = settings.timeIntegration
    set_steps(settings, steps, step_size)
    integration.verboseMode = 0
    settings.solutionSettings.writeSolutionToFile = False
    settings.solutionSettings.sensorsStoreAndWriteFiles = False
    settings.solutionSettings.solutionWritePeriod = 10.0 * steps * step_size
    settings.parallel.numberOfThreads = 1
    if engine.name == OWN:
        settings.compileSmallModels = True
    else:
        _tune_peer(engine, settings, unknowns)
    return settings


def _tune_peer(engine: Engine, settings: Any, unknowns: int) -> None:
    """What makes the peer faster and has no counterpart in Linkwork."""
    settings.displayGlobalTimers = False
    settings.timeIntegration.explicitIntegration.computeEndOfStepAccelerations = False
    if unknowns > DENSE_LIMIT:
        settings.linearSolverType = engine.exu.LinearSolverType.EigenSparse


def set_steps(settings: Any, steps: int, step_size: float) -> None:
    """Set the number of steps and the end time."""
    settings.timeIntegration.numberOfSteps = steps
    settings.timeIntegration.endTime = steps * step_size


def new_system(engine: Engine) -> tuple[Any, Any, Any]:
    """A container (which the caller must keep), its empty system and a marker on the ground."""
    container = engine.exu.SystemContainer()
    system = container.AddSystem()
    ground = system.AddObject(engine.items.ObjectGround())
    marker = system.AddMarker(engine.items.MarkerBodyPosition(bodyNumber=ground))
    return container, system, marker


def node_positions(engine: Engine, system: Any, nodes: list[Any]) -> Callable[[], np.ndarray]:
    """A function that reads the current positions of all nodes as one flat array."""
    position = engine.exu.OutputVariableType.Position

    def read() -> np.ndarray:
        return np.concatenate([system.GetNodeOutput(node, position) for node in nodes])

    return read
