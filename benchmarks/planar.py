"""Planar models with Linkwork's RK4 and with the plain NumPy loop, at the same steps."""

import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from benchmarks import planar_baseline as plain

STEP_SIZE = 1e-4  # s
BASELINE_SHARE = 50  # the loop runs 1/50 of the steps, from the same start
TOLERANCE = 1e-9  # largest relative difference of poses for which times count


@dataclass(frozen=True)
class Model:
    """One row: how Linkwork's Solver and the input of the loop are made."""

    name: str
    title: str
    steps: int
    solver: Callable[[int], Any]
    loop: Callable[[], tuple[plain.Bodies, list]]


@dataclass(frozen=True)
class Row:
    """Times of a step of both sides [s], and the relative difference of poses."""

    ours: float
    plain: float
    difference: float
    compared: int

    @property
    def ratio(self) -> float:
        """The loop's time divided by ours."""
        return self.plain / self.ours


def measure(model: Model, steps: int, repeat: int) -> Row:
    """Best times of rounds in which both sides take turns; unequal results are an error."""
    compared = max(10, steps // BASELINE_SHARE)
    solver = model.solver(steps)
    solver.solve()
    ours = loop = math.inf
    for _ in range(repeat):
        begin = time.perf_counter()
        solver.solve()
        ours = min(ours, (time.perf_counter() - begin) / steps)
        bodies, springs = model.loop()
        begin = time.perf_counter()
        poses, _ = plain.integrate(bodies, springs, STEP_SIZE, compared)
        loop = min(loop, (time.perf_counter() - begin) / compared)
    found = solver.position_array[: compared + 1]
    expected = poses.reshape(compared + 1, -1)
    difference = float(np.abs(found - expected).max() / np.abs(expected).max())
    if not difference <= TOLERANCE:
        raise RuntimeError(f"{model.title}: both sides differ by {difference:.1e}")
    return Row(ours, loop, difference, compared)


def _configuration(steps: int) -> Any:
    from linkwork import planar

    return planar.RunConfiguration(
        solver_type="RK4", n_timesteps=steps + 1, termination_time=steps * STEP_SIZE
    )


# ---------------------------------------------------------------------- one body


def one_body(steps: int) -> Any:
    """A disc on a damped spring to the ground, released from the side."""
    from linkwork import planar

    body = planar.Disc(m=1.5, R=0.2, cm=(0.0, 1.0, 0.0))
    body.initial_conditions(p=(0.1, 0.05, 0.0), v=(0.0, 0.5, 0.0))
    spring = planar.LinearSpringDamper(k=200.0, c=0.4, parent=body)
    return planar.Solver([body], [spring], _configuration(steps), verbose=False)


def one_body_loop() -> tuple[plain.Bodies, list]:
    """The same for the loop."""
    bodies = plain.Bodies(
        m=np.array([1.5]), inertia=np.array([0.03]), pose=np.array([[0.1, 1.05, 0.0]]),
        velocity=np.array([[0.0, 0.5, 0.0]]), held=np.zeros((1, 3), bool), force=np.zeros((1, 3)),
    )  # fmt: skip
    return bodies, [plain.Spring(200.0, 0.4, parent=0).at_rest(np.array([[0.0, 1.0, 0.0]]))]


# ---------------------------------------------------------------------- two bodies


def two_bodies(steps: int) -> Any:
    """A disc and an ellipse, joined eccentrically by a spring with coupling of its force."""
    from linkwork import planar

    first = planar.Disc(m=1.0, R=0.3)
    second = planar.Ellipse(m=2.0, a=0.4, b=0.2, cm=(1.0, 0.2, 0.3))
    first.initial_conditions(v=(0.0, 0.4, 1.0))
    second.initial_conditions(p=(0.05, 0.0, 0.1), v=(0.0, -0.2, 0.0))
    spring = planar.LinearSpringDamper(
        k=300.0, c=0.5, p=0.01, parent=first, child=second,
        parent_pos=(0.1, 0.05), child_pos=(-0.2, 0.1), mu=(0.02, 0.001),
    )  # fmt: skip
    return planar.Solver([first, second], [spring], _configuration(steps), verbose=False)


def two_bodies_loop() -> tuple[plain.Bodies, list]:
    """The same for the loop."""
    bodies = plain.Bodies(
        m=np.array([1.0, 2.0]),
        inertia=np.array([0.045, 0.1]),
        pose=np.array([[0.0, 0.0, 0.0], [1.05, 0.2, 0.4]]),
        velocity=np.array([[0.0, 0.4, 1.0], [0.0, -0.2, 0.0]]),
        held=np.zeros((2, 3), bool),
        force=np.zeros((2, 3)),
    )
    spring = plain.Spring(
        300.0, 0.5, 0.01, 0, 1, (0.1, 0.05), (-0.2, 0.1), mu=(0.02, 0.001)
    )  # fmt: skip
    return bodies, [spring.at_rest(np.array([[0.0, 0.0, 0.0], [1.0, 0.2, 0.3]]))]


MODELS = (
    Model("planar-1", "one body, one spring, RK4", 100_000, one_body, one_body_loop),
    Model("planar-2", "two bodies, coupled spring, RK4", 100_000, two_bodies, two_bodies_loop),
)
