"""Runs that are killed at random moments and resumed, and the cost of checkpoints.

A process solves a model and writes checkpoints; it receives SIGKILL at a random moment of its run.
Another one resumes from the last checkpoint. Its result must equal that of a run that was never
interrupted, bit by bit.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import linkwork as exu
from linkwork.items import *
from linkwork.results.parts import ARRAYS

ROOT = Path(__file__).parents[1]
RESTART, STREAM, RESULT = "restart.lwr", "run.lw", "result.npz"
Solver = exu.DynamicSolverType


class Job(NamedTuple):
    """A run of about a second with some hundred checkpoints."""

    solver: exu.DynamicSolverType
    build: Callable[[], Any]
    end_time: float
    steps: int


def pendulum(masses: int = 2) -> Any:
    """Masses on rods, one below the other, released from the side; a sensor for the last one."""
    mbs = exu.SystemContainer().AddSystem()
    ground = mbs.AddObject(ObjectGround())
    end = mbs.AddMarker(MarkerBodyPosition(bodyNumber=ground))
    for k in range(1, masses + 1):
        node = mbs.AddNode(NodePoint2D(referenceCoordinates=[1.0 * k, 0.0]))
        mass = mbs.AddObject(MassPoint2D(physicsMass=1.0, nodeNumber=node))
        last, end = end, mbs.AddMarker(MarkerBodyPosition(bodyNumber=mass))
        mbs.AddObject(DistanceConstraint(markerNumbers=[last, end], distance=1.0))
        mbs.AddLoad(Force(markerNumber=end, loadVector=[0.0, -9.81, 0.0]))
    position = exu.OutputVariableType.Position
    mbs.AddSensor(SensorNode(nodeNumber=node, outputVariableType=position, storeInternal=True))
    return mbs


def bouncing() -> Any:
    """A mass that falls onto a unilateral spring again and again."""
    mbs = exu.SystemContainer().AddSystem()
    ground = mbs.AddObject(ObjectGround())
    node = mbs.AddNode(NodePoint(referenceCoordinates=[0.0, 2.0, 0.0]))
    mass = mbs.AddObject(MassPoint(physicsMass=1.0, nodeNumber=node))
    ends = [mbs.AddMarker(MarkerBodyPosition(bodyNumber=body)) for body in (ground, mass)]
    law = dict(springType="Compressive", stiffness=900.0, referenceLength=1.0)
    mbs.AddObject(TabularSpringDamper(markerNumbers=ends, **law))
    mbs.AddLoad(Force(markerNumber=ends[1], loadVector=[0.0, -9.81, 0.0]))
    return mbs


def steered() -> Any:
    """Two pendulums with a spring whose stiffness a pre-step function changes."""
    mbs = pendulum()
    mbs.AddObject(SpringDamper(name="spring", markerNumbers=[0, 2], referenceLength=2.0))
    mbs.variables["steps"] = 0

    def steer(mbs: Any, t: float) -> bool:
        mbs.variables["steps"] += 1
        if mbs.variables["steps"] % 100 == 0:
            mbs.SetObjectParameter("spring", "stiffness", 10.0 + (mbs.variables["steps"] % 700))
        return True

    mbs.SetPreStepUserFunction(steer)
    return mbs


JOBS = {
    "implicit": Job(Solver.GeneralizedAlpha, pendulum, 10.0, 100_000),
    "RATTLE": Job(Solver.VelocityVerlet, pendulum, 10.0, 100_000),
    "DOPRI5 with events": Job(Solver.DOPRI5, bouncing, 2000.0, 20_000),
    "pre-step function": Job(Solver.GeneralizedAlpha, steered, 2.0, 20_000),
}
CHECKPOINTS = 200


def settings_of(job: Job, folder: Path, streamed: bool) -> exu.SimulationSettings:
    """Settings of a job: 2000 recorded rows, 200 checkpoints."""
    settings = exu.SimulationSettings()
    settings.timeIntegration.endTime = job.end_time
    settings.timeIntegration.numberOfSteps = job.steps
    chosen = settings.solutionSettings
    chosen.solutionWritePeriod = chosen.sensorsWritePeriod = job.end_time / 2000
    chosen.writeRestartFile = True
    chosen.restartFileName = str(folder / RESTART)
    chosen.restartWritePeriod = job.end_time / CHECKPOINTS
    if streamed:
        chosen.streamFileName = str(folder / STREAM)
    return settings


def work(name: str, folder: Path, streamed: bool) -> None:
    """Work of a process: run the job, from its last checkpoint if there is one."""
    job = JOBS[name]
    mbs = job.build()
    mbs.Assemble()
    mbs.SolveDynamic(_short(), job.solver)  # compiled code is loaded before the clock starts
    mbs = job.build()
    file = folder / RESTART
    print("begin", flush=True)
    began = time.perf_counter()
    solution = mbs.SolveDynamic(
        settings_of(job, folder, streamed), job.solver, resumeFrom=file if file.exists() else None
    )
    solution.save(folder / RESULT)
    print(time.perf_counter() - began, flush=True)


def _short() -> exu.SimulationSettings:
    settings = exu.SimulationSettings()
    settings.timeIntegration.endTime, settings.timeIntegration.numberOfSteps = 1e-3, 1
    return settings


def start(name: str, folder: Path, streamed: bool) -> subprocess.Popen[str]:
    """Start a process; it has begun its run when this returns."""
    process = subprocess.Popen(
        [sys.executable, "-m", "benchmarks.kills", name, str(folder), str(int(streamed))],
        stdout=subprocess.PIPE, text=True, cwd=ROOT,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT)])},
    )  # fmt: skip
    assert process.stdout is not None
    line = process.stdout.readline()
    if line != "begin\n":
        raise RuntimeError(f"the process of {name} failed at its start: {line}")
    return process


def finish(process: subprocess.Popen[str]) -> float:
    """Wait for the end of a run; returns its duration [s]."""
    told, _ = process.communicate()
    if process.returncode:
        raise RuntimeError(f"the run failed with {process.returncode}: {told}")
    return float(told.split()[-1])


def kill(name: str, folder: Path, streamed: bool, delay: float) -> bool:
    """Start or resume a run and kill it after a delay [s]; False if it had finished."""
    process = start(name, folder, streamed)
    time.sleep(delay)
    process.kill()
    process.communicate()
    if streamed and (folder / STREAM).exists():
        exu.Solution.load(folder / STREAM)  # raises an error if it cannot be read
    return process.returncode != 0


def is_same(one: exu.Solution, other: exu.Solution) -> bool:
    """Whether all recorded numbers are equal bit by bit."""
    pairs = [(getattr(one, name), getattr(other, name)) for name in ARRAYS]
    pairs += [(one.sensors[name], other.sensors[name]) for name in one.sensors]
    return one.success and other.success and all(
        a.shape == b.shape and a.tobytes() == b.tobytes() for a, b in pairs
    )  # fmt: skip


def lines(kills: int, seed: int = 0) -> Iterator[str]:
    """Kill that many runs, each at a random moment, and resume them: a table."""
    rng = random.Random(seed)
    yield f"\n{'killed and resumed':<24}{'run s':>8}{'kills':>7}{'equal':>7}"
    with tempfile.TemporaryDirectory() as place:
        for number, name in enumerate(JOBS):
            equal = done = 0
            seconds, expected = _reference(name, Path(place) / f"{number}")
            for k in range(number, kills, len(JOBS)):
                folder, streamed = Path(place) / f"{number}-{k}", (k // len(JOBS)) % 2 == 0
                while not kill(name, folder, streamed, rng.uniform(0.0, seconds)):
                    (folder / RESTART).unlink()
                finish(start(name, folder, streamed))
                equal += is_same(exu.Solution.load(folder / RESULT), expected)
                done += 1
            yield f"{name:<24}{seconds:>8.2f}{done:>7}{equal:>7}"
    yield from cost_lines()


def _reference(name: str, folder: Path) -> tuple[float, exu.Solution]:
    """(duration, result) of a run that is not interrupted."""
    seconds = finish(start(name, folder, False))
    return seconds, exu.Solution.load(folder / RESULT)


def cost_lines() -> Iterator[str]:
    """Cost of a checkpoint: it must not grow with the rows recorded before."""
    yield f"\n{'200 checkpoints':<24}{'rows':>8}{'without s':>11}{'with s':>9}{'ms each':>9}"
    for rows in (2_000, 20_000, 200_000):
        times = []
        for wanted in (False, True):
            with tempfile.TemporaryDirectory() as place:
                job = JOBS["implicit"]
                settings = settings_of(job, Path(place), False)
                settings.solutionSettings.writeRestartFile = wanted
                settings.solutionSettings.solutionWritePeriod = job.end_time / rows
                mbs = job.build()
                mbs.Assemble()
                began = time.perf_counter()
                mbs.SolveDynamic(settings, job.solver)
                times.append(time.perf_counter() - began)
        each = 1e3 * (times[1] - times[0]) / CHECKPOINTS
        yield f"{'implicit':<24}{rows:>8}{times[0]:>11.3f}{times[1]:>9.3f}{each:>9.2f}"


if __name__ == "__main__":
    work(sys.argv[1], Path(sys.argv[2]), sys.argv[3] == "1")
