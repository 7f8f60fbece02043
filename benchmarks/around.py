"""What lies around the compiled loop: outputs, parameters, short runs, single steps, settings.

Both engines do the same work in one process, in turns; the least CPU time of a call counts.
"""

import itertools
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from benchmarks.rows import Row
from linkwork.bench.engine import OWN, Engine

STEP = 1e-3
STEPS = 10


class Chain:
    """Masses on springs with a load at the end and a sensor; one engine."""

    def __init__(self, engine: Engine, masses: int, steps: int = STEPS) -> None:
        self.engine, exu, items = engine, engine.exu, engine.items
        self.out = exu.OutputVariableType
        self.container = exu.SystemContainer()
        self.mbs = mbs = self.container.AddSystem()
        ground = mbs.AddObject(items.ObjectGround())
        last = mbs.AddMarker(items.MarkerBodyPosition(bodyNumber=ground))
        for k in range(masses):
            self.node = mbs.AddNode(items.NodePoint(referenceCoordinates=[1.0 + k, 0, 0]))
            self.body = mbs.AddObject(items.MassPoint(nodeNumber=self.node, physicsMass=1.0))
            marker = mbs.AddMarker(items.MarkerBodyPosition(bodyNumber=self.body))
            self.spring = mbs.AddObject(
                items.SpringDamper(
                    markerNumbers=[last, marker], referenceLength=0.9, stiffness=100.0
                )
            )
            last = marker
        self.load = mbs.AddLoad(items.Force(markerNumber=last, loadVector=[1.0, 0.0, 0.0]))
        self.sensor = mbs.AddSensor(
            items.SensorNode(nodeNumber=self.node, outputVariableType=self.out.Position)
        )
        mbs.Assemble()
        self.settings = self.make_settings(steps)

    def make_settings(self, steps: int) -> Any:
        """Settings of a run of that many steps."""
        made = self.engine.exu.SimulationSettings()
        made.timeIntegration.numberOfSteps = steps
        made.timeIntegration.endTime = STEP * steps
        made.timeIntegration.verboseMode = 0
        made.solutionSettings.writeSolutionToFile = False
        made.solutionSettings.sensorsStoreAndWriteFiles = False
        return made

    @property
    def is_own(self) -> bool:
        """Whether this is Linkwork."""
        return self.engine.name == OWN

    def position(self) -> Any:
        """Position of the last mass."""
        return self.mbs.GetNodeOutput(self.node, self.out.Position)


def least(call: Callable[[], Any], repeat: int, count: int) -> float:
    """Least CPU time of a call in groups of `count` [s]."""
    best = np.inf
    for _ in range(repeat):
        began = time.process_time()
        for _ in range(count):
            call()
        best = min(best, (time.process_time() - began) / count)
    return best


def row(title: str, calls: list[Callable[[], Any]], repeat: int, count: int) -> Row:
    """Time the calls of both engines in turns."""
    for call in calls:
        call()
    best = [np.inf, np.inf]
    for _ in range(repeat):
        for k, call in enumerate(calls):
            best[k] = min(best[k], least(call, 1, count))
    return Row(title, *best)


def rows(engines: tuple[Engine, Engine], quick: bool, repeat: int) -> Iterator[Row]:
    """All rows."""
    count = 200 if quick else 2000
    for masses in (1, 1000):
        yield from _outputs([Chain(engine, masses) for engine in engines], masses, repeat, count)
    small = [Chain(engine, 1) for engine in engines]
    yield from _parameters(small, repeat, count)
    yield from _runs(engines, repeat, max(10, count // 20))
    yield from _steps(engines, repeat, count)
    yield from _pre_step(engines, 2000 if quick else 100000, min(repeat, 3))


def _outputs(sides: list[Chain], masses: int, repeat: int, count: int) -> Iterator[Row]:
    what = f", {masses} mass{'es' if masses > 1 else ''}"
    for title, call in (
        ("GetNodeOutput", lambda s: lambda: s.mbs.GetNodeOutput(s.node, s.out.Position)),
        ("GetObjectOutput", lambda s: lambda: s.mbs.GetObjectOutput(s.spring, s.out.Force)),
        ("GetSensorValues", lambda s: lambda: s.mbs.GetSensorValues(s.sensor)),
    ):
        yield row(title + what, [call(side) for side in sides], repeat, count)
    own, peer = sides
    handle = own.mbs.output_handle(own.node, own.out.Position)
    calls = [handle, lambda: peer.mbs.GetNodeOutput(peer.node, peer.out.Position)]
    yield row(f"handle / GetNodeOutput{what}", calls, repeat, count)


def _parameters(sides: list[Chain], repeat: int, count: int) -> Iterator[Row]:
    values = itertools.cycle([100.0, 101.0])
    for title, call in (
        (
            "SetObjectParameter",
            lambda s: lambda: s.mbs.SetObjectParameter(s.spring, "stiffness", next(values)),
        ),
        (
            "SetLoadParameter",
            lambda s: lambda: s.mbs.SetLoadParameter(s.load, "loadVector", [next(values), 0, 0]),
        ),
        ("GetODE2Coordinates", lambda s: s.mbs.systemData.GetODE2Coordinates),
        (
            "SetODE2Coordinates",
            lambda s: lambda: s.mbs.systemData.SetODE2Coordinates([0.0, 0.0, 0.0]),
        ),
        ("GetSystemState", lambda s: s.mbs.systemData.GetSystemState),
        ("SimulationSettings()", lambda s: s.engine.exu.SimulationSettings),
    ):
        yield row(title, [call(side) for side in sides], repeat, count)


def _runs(engines: tuple[Engine, Engine], repeat: int, count: int) -> Iterator[Row]:
    for steps in (1, 10, 100, 300, 1000):
        sides = [Chain(engine, 1, steps) for engine in engines]
        calls = [lambda s=side: s.mbs.SolveDynamic(s.settings) for side in sides]
        yield row(f"SolveDynamic, {steps} steps", calls, repeat, max(5, count // (1 + steps // 50)))
    values = itertools.cycle([100.0, 101.0])

    def changed(side: Chain) -> None:
        side.mbs.SetObjectParameter(side.spring, "stiffness", next(values))
        side.mbs.SolveDynamic(side.settings)

    sides = [Chain(engine, 1) for engine in engines]
    calls = [lambda s=side: changed(s) for side in sides]
    yield row(f"SetObjectParameter, SolveDynamic, {STEPS} steps", calls, repeat, count)
    for masses in (1, 100):

        def new(engine: Engine, masses: int = masses) -> None:
            made = Chain(engine, masses)
            made.mbs.SolveDynamic(made.settings)

        calls = [lambda e=engine: new(e) for engine in engines]
        title = f"new system, {masses} mass{'es' if masses > 1 else ''}, {STEPS} steps"
        yield row(title, calls, repeat, max(2, count // (1 + masses)))


class _PeerSteps:
    """The peer's way of single steps: its solver, started again at each of them."""

    def __init__(self, side: Chain) -> None:
        self.side, exu = side, side.engine.exu
        self.solver = exu.MainSolverImplicitSecondOrder()
        self.time = 0.0
        side.settings = side.make_settings(1)
        side.settings.timeIntegration.endTime = STEP
        self.solver.InitializeSolver(side.mbs, side.settings)

    def step(self) -> None:
        """Take one step."""
        side, times = self.side, self.side.settings.timeIntegration
        times.startTime, times.endTime = self.time, self.time + STEP
        self.solver.InitializeSolverInitialConditions(side.mbs, side.settings)
        self.solver.SolveSteps(side.mbs, side.settings)
        self.time += STEP
        data, initial = side.mbs.systemData, side.engine.exu.ConfigurationType.Initial
        data.SetSystemState(data.GetSystemState(), configuration=initial)


def _steps(engines: tuple[Engine, Engine], repeat: int, count: int) -> Iterator[Row]:
    for masses in (1, 20):
        own, peer = (Chain(engine, masses) for engine in engines)
        peer_steps = _PeerSteps(peer)
        with own.mbs.Stepper(own.settings) as run:
            for _ in range(50):
                run.step()
                peer_steps.step()
            away = np.abs(own.position() - peer.position()).max()
            if away > 1e-5:
                raise AssertionError(f"the engines differ by {away:g} m after 50 steps")
            title = f"one step per call, {masses} mass{'es' if masses > 1 else ''}"
            yield row(title, [run.step, peer_steps.step], repeat, count)


def _pre_step(engines: tuple[Engine, Engine], steps: int, repeat: int) -> Iterator[Row]:
    sides = [Chain(engine, 1, steps) for engine in engines]
    ends = []
    for side in sides:

        def control(mbs: Any, t: float, side: Chain = side) -> bool:
            x = mbs.GetNodeOutput(side.node, side.out.Position)[0]
            mbs.SetLoadParameter(side.load, "loadVector", [1.0 - 0.5 * x, 0.0, 0.0])
            mbs.SetObjectParameter(side.spring, "stiffness", 100.0 + x)
            return True

        side.mbs.SetPreStepUserFunction(control)
        side.mbs.SolveDynamic(side.settings)
        ends.append(side.position())
    away = np.abs(ends[0] - ends[1]).max()
    if away > 1e-3:
        raise AssertionError(f"the engines differ by {away:g} m with a pre-step function")
    calls = [lambda s=side: s.mbs.SolveDynamic(s.settings) for side in sides]
    found = row("pre-step function, per step", calls, repeat, 1)
    yield Row(found.title, found.ours / steps, found.peer / steps)
