"""Runs of the 21 mechanisms, and their errors against the stored references."""

from __future__ import annotations

import json
import time
import warnings
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

import linkwork as exu
from tests.verification.rotating.exact import State, motion
from tests.verification.rotating.mechanisms import MECHANISMS
from tests.verification.rotating.plan import Built, Plan

FILE = Path(__file__).with_name("references.json")
TIGHT = 1e-11
"""Tolerance of the reference runs of the library."""
SHORT = 10.0
"""Motion [rad] until the end of the runs that show the order."""
NODES = ("EP", "LG")


class Errors(NamedTuple):
    """A run: errors at its end and of its energy, and what it took.

    position: Of the centers, relative to the size; rotation: of the matrices.
    energy: Largest error of the balance, relative to the largest kinetic energy.
    """

    position: float
    rotation: float
    energy: float
    ended: bool
    steps: int
    seconds: float
    warnings: list[str]


@lru_cache(maxsize=64)
def plan_of(name: str) -> Plan:
    """The plan of a mechanism."""
    return replace(MECHANISMS[name](), name=name)


def nodes_of(name: str) -> tuple[str, ...]:
    """Kinds of nodes that make a difference."""
    spatial = any(body.kind == "space" for body in plan_of(name).bodies)
    return NODES if spatial else NODES[:1]


def steps_of(name: str, h_w: float, end: float | None = None) -> int:
    """Number of steps of about h w each."""
    plan = plan_of(name)
    return max(1, round(plan.rate * (end or plan.end) / h_w))


def short_of(name: str) -> float:
    """End of the runs that show the order [s]."""
    plan = plan_of(name)
    return min(SHORT / plan.rate, plan.end)


def settings_of(steps: int, end: float, record: bool = True, **changes: Any) -> Any:
    """Settings with their defaults besides the number of steps.

    record: Every step, otherwise the end alone.
    changes: Further settings, with two underscores between the levels of the tree below
        timeIntegration.
    """
    settings = exu.SimulationSettings()
    run = settings.timeIntegration
    run.numberOfSteps, run.endTime = steps, end
    settings.solutionSettings.writeSolutionToFile = False
    settings.solutionSettings.solutionWritePeriod = 0.0 if record else 2 * end
    for path, value in changes.items():
        *branches, leaf = path.split("__")
        target = run
        for branch in branches:
            target = getattr(target, branch)
        setattr(target, leaf, value)
    return settings


@lru_cache(maxsize=1)
def references() -> dict[str, Any]:
    """The stored states."""
    return json.loads(FILE.read_text())


def run(
    name: str, node: str = "EP", h_w: float | None = None, steps: int = 100, **changes: Any
) -> Errors:
    """Errors of a run with steps of h w, or with a number of steps."""
    plan, expected = plan_of(name), references()[name]
    steps = steps if h_w is None else steps_of(name, h_w)
    built = plan.build(node)
    settings = settings_of(steps, plan.end, **changes)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        begin = time.perf_counter()
        try:
            solution = built.mbs.SolveDynamic(settings)
        except exu.SolverError as error:
            text = str(error)
            return Errors(*[np.nan] * 3, False, steps, time.perf_counter() - begin, [text])
        seconds = time.perf_counter() - begin
        balance = solution.energy().error / expected["energy"]
    position = np.abs(built.positions() - expected["positions"]).max() / plan.size
    rotation = np.abs(built.rotations() - expected["rotations"]).max()
    told = [str(warning.message) for warning in caught]
    return Errors(position, rotation, balance, bool(solution.success), steps, seconds, told)


# ------------------------------------------------------------------------------ references


def tight(name: str, node: str, end: float) -> tuple[Built, float]:
    """The mechanism at the end of a run with error control, and its largest kinetic energy."""
    built = plan_of(name).build(node)
    steps = steps_of(name, 0.2, end)
    settings = settings_of(steps, end, automaticStepSize=True)
    settings.timeIntegration.absoluteTolerance = TIGHT
    settings.timeIntegration.relativeTolerance = TIGHT
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=".*cannot be satisfied independently")
        solution = built.mbs.SolveDynamic(settings, exu.DynamicSolverType.DVERK6)
        return built, float(solution.energy().kinetic.max())


def difference(built: Built, state: State) -> tuple[float, float, float, float]:
    """Largest differences of positions, rotations, velocities and sizes of joint forces."""
    speeds = max(np.abs(state.velocities).max(), np.abs(state.spins).max() * built.plan.size)
    velocities = np.abs(built.velocities() - state.velocities).max()
    spins = np.abs(built.spins() - state.spins).max() * built.plan.size
    return (
        np.abs(built.positions() - state.positions).max() / built.plan.size,
        np.abs(built.rotations() - state.rotations).max(),
        max(velocities, spins) / speeds,
        force_difference(built, state.sizes),
    )


def deviations(built: Built) -> np.ndarray:
    """Norms of the deviations from the stored state at the end of the short motion.

    Of places (positions by size, rotation matrices), velocities (by the largest), and joint forces
    and torques (by the largest force); each over all bodies or joints.
    """
    plan = built.plan
    expected = references()[plan.name]["short"]
    places = [(built.positions() - expected["positions"]) / plan.size]
    places.append(built.rotations() - expected["rotations"])
    speeds, spins = np.array(expected["velocities"]), np.array(expected["spins"])
    fastest = max(np.abs(speeds).max(), np.abs(spins).max() * plan.size)
    moves = [built.velocities() - speeds, (built.spins() - spins) * plan.size]
    forces = [np.zeros(1)]
    for found, force in zip(built.forces(), expected["forces"], strict=True):
        part = found - force
        part[3:] /= plan.size
        forces.append(part)
    largest = max((np.abs(force).max() for force in expected["forces"]), default=1.0)
    return np.array(
        [
            np.linalg.norm(np.concatenate([np.ravel(part) for part in parts])) / unit
            for parts, unit in ((places, 1.0), (moves, fastest), (forces, largest))
        ]
    )


def force_difference(built: Built, sizes: list[np.ndarray]) -> float:
    """Largest difference of the sizes of joint forces and torques, relative to the largest."""
    worst = 0.0
    for force, expected in zip(built.forces(), sizes, strict=True):
        kinds = np.array([np.linalg.norm(force[:3]), np.linalg.norm(force[3:])])
        if len(force) == 2:
            kinds = np.abs(force)
        worst = max(worst, np.abs(kinds - expected).max() / max(np.abs(expected).max(), 1e-9))
    return worst


def reference(name: str) -> dict[str, Any]:
    """States at both ends by plain NumPy; forces and energy by the library with error control."""
    plan = plan_of(name)
    near, far = motion(plan, [short_of(name), plan.end])[0]
    return {
        "energy": tight(name, "EP", plan.end)[1],
        "positions": far.positions,
        "rotations": far.rotations,
        "short": {
            "positions": near.positions,
            "rotations": near.rotations,
            "velocities": near.velocities,
            "spins": near.spins,
            "forces": tight(name, "EP", short_of(name))[0].forces(),
        },
    }


def rounded(value: Any) -> Any:
    """The same with lists of numbers of 12 digits."""
    if isinstance(value, dict):
        return {key: rounded(part) for key, part in value.items()}
    if isinstance(value, list | np.ndarray):
        return [rounded(part) for part in value]
    return float(f"{value:.12g}")


def regenerate() -> None:
    """Compute and store the references of all mechanisms."""
    found = {name: rounded(reference(name)) for name in MECHANISMS}
    lines = [f'"{name}": {json.dumps(data)}' for name, data in found.items()]
    FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n")


def agreement(name: str) -> list[str]:
    """Differences between the references, both kinds of nodes and plain NumPy, as text."""
    plan, short = plan_of(name), short_of(name)
    near, far = motion(plan, [short, plan.end])[0]
    lines = []
    for node in nodes_of(name):
        for end, state in ((short, near), (plan.end, far)):
            parts = difference(tight(name, node, end)[0], state)
            told = ", ".join(f"{part:.0e}" for part in parts)
            lines.append(f"{name:26s} {node} {end:6.3f} s: p, A, v, forces {told}")
    return lines
