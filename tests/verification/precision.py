"""Error and cost of every solver on each kind of nodes: Lagrange's top with several step sizes.

    python -m tests.verification.precision

prints the observed orders, which `make verify` writes into docs/verification.md. The pictures of
the documentation show the same runs (`docs/generator/precision.py`).
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

import linkwork as exu
from tests.verification.models import make_settings
from tests.verification.problems.in_space import watched
from tests.verification.problems.tops import LAGRANGE, lagrange_top
from tests.verification.spatial_models import KINDS, Output

END, PERIOD = 1.0, 0.25  # s


class Method(NamedTuple):
    """A solver with equal steps: its order, and the largest number of steps of its runs."""

    name: str
    solver: str
    order: int
    steps: int
    index2: bool = False


METHODS = (
    Method("ExplicitEuler", "ExplicitEuler", 1, 64000),
    Method("ExplicitMidpoint", "ExplicitMidpoint", 2, 8000),
    Method("RK33", "RK33", 3, 4000),
    Method("RK44", "RK44", 4, 4000),
    Method("RK67", "RK67", 6, 400),
    Method("ODE23", "ODE23", 3, 4000),
    Method("DOPRI5", "DOPRI5", 5, 1000),
    Method("DVERK6", "DVERK6", 6, 400),
    Method("VelocityVerlet", "VelocityVerlet", 2, 8000),
    Method("GeneralizedAlpha", "GeneralizedAlpha", 2, 8000),
    Method("GeneralizedAlpha, index 2", "GeneralizedAlpha", 2, 8000, index2=True),
    Method("TrapezoidalIndex2", "TrapezoidalIndex2", 2, 8000),
)
HALVINGS = 4


class Point(NamedTuple):
    """A run: largest error of the axis of the top, number of evaluations, CPU time [s]."""

    method: Method
    nodes: str
    step: float
    error: float
    evaluations: int
    seconds: float


def run(method: Method, nodes: str, steps: int, repeat: int = 1) -> Point:
    """The top over 1 s; the shortest time of several runs counts."""
    m = lagrange_top(nodes)
    sensor = watched(m, m.bodies[0], Output.RotationMatrix)
    m.mbs.Assemble()
    settings = make_settings(END / steps, END, index2=method.index2)
    settings.solutionSettings.sensorsWritePeriod = PERIOD
    seconds = np.inf
    for _ in range(repeat):
        begin = time.process_time()
        solution = m.mbs.SolveDynamic(settings, getattr(exu.DynamicSolverType, method.solver))
        seconds = min(seconds, time.process_time() - begin)
    table = m.mbs.GetSensorStoredData(sensor)[1:]
    axes = table[:, 1:].reshape(-1, 3, 3)[:, :, 2]
    error = np.abs(axes - LAGRANGE.axes(table[:, 0])).max()
    evaluations = solution.statistics.force_evaluations
    return Point(method, nodes, END / steps, float(error), evaluations, seconds)


def points(halvings: int = HALVINGS, repeat: int = 1) -> list[Point]:
    """Runs of all methods on all kinds of nodes, the largest steps first."""
    return [
        run(method, nodes, method.steps // 2**k, repeat)
        for method in METHODS
        for nodes in KINDS
        for k in range(halvings, -1, -1)
    ]


def observed(found: Iterable[Point]) -> float:
    """Order between the two smallest steps of a method on one kind of nodes."""
    coarse, fine = sorted(found, key=lambda point: -point.step)[-2:]
    return float(np.log(coarse.error / fine.error) / np.log(coarse.step / fine.step))


def order_table(found: list[Point]) -> list[str]:
    """Lines of a table: order of each method, and those observed on each kind of nodes."""
    lines = [
        f"| solver | order | {' | '.join(KINDS)} | h | error, {', '.join(KINDS)} |",
        "|---|---|---|---|---|---|---|",
    ]
    for method in METHODS:
        runs = [[p for p in found if p.method is method and p.nodes == kind] for kind in KINDS]
        orders = " | ".join(f"{observed(of_kind):.2f}" for of_kind in runs)
        errors = ", ".join(f"{of_kind[-1].error:.1e}" for of_kind in runs)
        step = runs[0][-1].step
        lines.append(f"| {method.name} | {method.order} | {orders} | {step:.3g} | {errors} |")
    return lines


if __name__ == "__main__":
    print("\n".join(order_table(points())))
