"""What a reference problem is: one definition for the tests and for the page of `make verify`."""

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

import linkwork as exu
from tests.verification.models import make_settings

ROUNDING = 1e-16  # relative errors below this count as this
LONG = 1.0  # s


@dataclass(frozen=True)
class Case:
    """A run: solver, size of its steps (the largest, if a tolerance controls them), tolerance.

    digits -- what the page must show at least
    quick -- the test suite makes this run too
    nodes -- kind of the nodes of bodies in space: EP, Rxyz or LG
    neighbors -- number of other runs, whose data differ by units of rounding: the root mean square
    of all errors counts
    units -- by how many units of rounding the data differ
    """

    solver: str
    step: float
    digits: float
    tolerance: float = 0.0
    index2: bool = False
    quick: bool = True
    nodes: str = ""
    neighbors: int = 0
    units: int = 0

    @property
    def method(self) -> str:
        """The solver with its variant, and the kind of nodes."""
        parts = [self.solver, "index 2" if self.index2 else "", self.nodes]
        return ", ".join(part for part in parts if part)

    @property
    def choice(self) -> str:
        """Tolerance or step size."""
        return f"tolerance {self.tolerance:.0e}" if self.tolerance else f"h = {self.step:.3g}"

    @property
    def solver_type(self) -> Any:
        """The member of DynamicSolverType."""
        return getattr(exu.DynamicSolverType, self.solver)

    def settings(self, end: float, record: float = 0.0) -> Any:
        """Settings of the run until `end`, with a record each `record` if that is not 0."""
        return make_settings(
            self.step,
            end,
            record=record or None,
            index2=self.index2,
            tolerance=self.tolerance or None,
        )


class Reading(NamedTuple):
    """What a run gives, one vector a row, what it should be, and what else is worth telling.

    Errors are relative to the length of each exact row, or all to `scale` if that is not 0.
    """

    found: np.ndarray
    exact: np.ndarray
    note: str = ""
    scale: float = 0.0


class Prepared(NamedTuple):
    """A model ready to run: what is timed, and what reads its Solution."""

    solve: Callable[[], Any]
    read: Callable[[Any], Reading]


@dataclass(frozen=True)
class Problem:
    """A model with a known result.

    source -- where the problem and its numbers come from
    compared -- the values that the digits count
    """

    name: str
    title: str
    source: str
    compared: str
    prepare: Callable[[Case], Prepared]
    cases: tuple[Case, ...]


class Outcome(NamedTuple):
    """A row of the page."""

    method: str
    choice: str
    digits: float
    steps: int
    evaluations: int
    seconds: float
    note: str


def digits(found: np.ndarray, exact: np.ndarray, scale: float = 0.0) -> float:
    """-log10 of the largest relative error of a row; at most 16."""
    if found.ndim != 2 or found.shape != exact.shape:
        raise ValueError(f"rows of {found.shape} values against rows of {exact.shape}")
    error = np.linalg.norm(found - exact, axis=1) / (scale or np.linalg.norm(exact, axis=1))
    return float(-np.log10(max(np.max(error), ROUNDING)))


def run(problem: Problem, case: Case, repeat: int = 1) -> Outcome:
    """Solve a case; the shortest of `repeat` runs counts for the time, of long runs the first."""
    seconds = np.inf
    for _ in range(repeat):
        if LONG < seconds < np.inf:
            break
        prepared = problem.prepare(case)
        begin = time.process_time()
        solution = prepared.solve()
        seconds = min(seconds, time.process_time() - begin)
    reading = prepared.read(solution)
    counts = solution.statistics
    found = [digits(reading.found, reading.exact, reading.scale)]
    for k in range(1, case.neighbors + 1):
        prepared = problem.prepare(replace(case, units=k))
        other = prepared.read(prepared.solve())
        found.append(digits(other.found, other.exact, other.scale))
    return Outcome(
        case.method,
        case.choice,
        -0.5 * float(np.log10(np.mean(10.0 ** (-2.0 * np.array(found))))),
        counts.steps,
        counts.force_evaluations,
        seconds,
        reading.note,
    )
