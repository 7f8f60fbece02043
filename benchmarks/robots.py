"""Dynamics of robots against Pinocchio: time per state, over 10000 states.

Ours are calls over all states; Pinocchio is called from Python for each of them, and its calls are
what is timed. The files are those of pybullet_data (iiwa) and example-robot-data (G1).
"""

import importlib.util
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

import linkwork as exu

STATES, PEER_STATES = 10_000, 1_000


class Task(NamedTuple):
    """title; package and path of the file in it; whether the base is free"""

    title: str
    package: str
    path: str
    free: bool


TASKS = (
    Task("iiwa (7)", "pybullet_data", "kuka_iiwa/model.urdf", False),
    Task(
        "G1 (29 + 6)", "cmeel.prefix",
        "share/example-robot-data/robots/g1_description/urdf/g1_29dof_rev_1_0.urdf", True,
    ),
)  # fmt: skip


class Row(NamedTuple):
    """title of the robot, function; seconds per state of ours and of the peer; largest difference
    of the results, relative"""

    title: str
    function: str
    ours: float
    peer: float
    difference: float


def missing() -> str:
    """What the comparison lacks, in words; empty if nothing."""
    if importlib.util.find_spec("pinocchio") is None:
        return "Pinocchio is not installed (pip install pin)"
    lacking = [task.path for task in TASKS if file_of(task) is None]
    return f"not found: {', '.join(lacking)}" if lacking else ""


def file_of(task: Task) -> Path | None:
    """Path of a robot file beside the installed packages."""
    for folder in map(Path, sys.path):
        found = folder / task.package / task.path
        if found.is_file():
            return found
    return None


def measure(repeat: int, quick: bool) -> Iterator[Row]:
    """Rows of all robots; both sides take turns."""
    for task in TASKS:
        yield from _rows(task, repeat * (2 if quick else 5))


def _rows(task: Task, repeat: int) -> Iterator[Row]:
    import pinocchio as pin

    file = str(file_of(task))
    robot: Any = exu.robots.read(file, base="free" if task.free else "fixed")
    for joint in robot.joints.values():
        joint.damping = joint.friction = 0.0  # Pinocchio does not apply them
    model = pin.buildModelFromUrdf(file, *([pin.JointModelFreeFlyer()] if task.free else []))
    data = model.createData()
    rng = np.random.default_rng(1)
    n = robot.nv
    q = robot.integrate(robot.neutral(), rng.normal(size=(STATES, n)))
    v, a = rng.normal(size=(2, STATES, n))
    order, theirs = _states_of_peer(robot, model, q, v, a, task.free)
    vector, matrix = np.empty((STATES, n)), np.empty((STATES, n, n))
    calls: dict[str, tuple[Callable[[], Any], Callable[..., Any]]] = {
        "inverse dynamics": (
            lambda: robot.inverse_dynamics(q, v, a, threads=1, out=vector),
            lambda x, y, z: pin.rnea(model, data, x, y, z),
        ),
        "mass matrix": (
            lambda: robot.mass_matrix(q, threads=1, out=matrix),
            lambda x, y, z: pin.crba(model, data, x),
        ),
        "forward dynamics": (
            lambda: robot.forward_dynamics(q, v, a, threads=1, out=vector),
            lambda x, y, z: pin.aba(model, data, x, y, z),
        ),
    }
    for name, (ours, peer) in calls.items():
        seconds = [_best(ours) / STATES, _best(lambda f=peer: _all(f, theirs)) / PEER_STATES]
        for _ in range(repeat):
            seconds[0] = min(seconds[0], _best(ours) / STATES)
            seconds[1] = min(seconds[1], _best(lambda f=peer: _all(f, theirs)) / PEER_STATES)
        expected = np.array(peer(*theirs[0]))
        found = np.asarray(ours())[0]
        found = found[order] if found.ndim == 1 else found[np.ix_(order, order)]
        difference = np.abs(np.triu(found - expected) if found.ndim == 2 else found - expected)
        yield Row(task.title, name, *seconds, float(difference.max() / np.abs(expected).max()))


def _states_of_peer(
    robot: Any, model: Any, q: np.ndarray, v: np.ndarray, a: np.ndarray, free: bool
) -> tuple[np.ndarray, list[tuple[np.ndarray, ...]]]:
    """Our number of each of the peer's velocities, and its first states."""
    order = np.arange(model.nv)
    places = np.arange(model.nq)
    if free:
        # the scalar of the quaternion comes last there
        places[3:7] = 4, 5, 6, 3
    for k in range(1 + free, model.njoints):
        joint, name = model.joints[k], model.names[k]
        order[joint.idx_v] = robot.model.places[name]
        places[joint.idx_q] = robot.model.positions[name]
    rows = range(PEER_STATES)
    return order, [(q[s][places], v[s][order], a[s][order]) for s in rows]


def _all(function: Callable[..., Any], states: list[tuple[np.ndarray, ...]]) -> None:
    for x, y, z in states:
        function(x, y, z)


def _best(function: Callable[[], Any]) -> float:
    """CPU time of one call."""
    start = time.thread_time()
    function()
    return time.thread_time() - start
