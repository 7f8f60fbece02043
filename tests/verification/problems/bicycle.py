"""Whipple's bicycle: eigenvalues of its straight ride from runs, energy of one that weaves."""

from functools import partial
from typing import Any, NamedTuple

import numpy as np

from tests.verification.bicycle import bicycle, lean_and_steer, linear_eigenvalues
from tests.verification.spatial_models import Output, SpatialModel

from .in_space import energy_error, on_all_nodes, prepared, watched
from .problem import Case, Prepared, Problem, Reading

SPAN = 0.2  # s
SMALL = 1e-4
"""Lean, steer [rad] and their rates [rad/s] at the start of the four runs."""
RIDE, SPEED, PUSH = 10.0, 4.6, 0.5
"""Duration [s], speed [m/s] and lean rate at the start [rad/s] of the paper's nonlinear ride."""


class Counts(NamedTuple):
    """Steps and evaluations of several runs."""

    steps: int
    force_evaluations: int


class Together(NamedTuple):
    """What several runs have in common with a Solution."""

    statistics: Counts


def state_of(m: SpatialModel) -> np.ndarray:
    """Lean, steer and their rates."""
    _, frame, fork, _ = m.bodies
    values = [
        np.asarray(m.mbs.GetObjectOutputBody(body, variable))
        for variable in (Output.RotationMatrix, Output.AngularVelocity)
        for body in (frame, fork)
    ]
    return lean_and_steer(values[0].reshape(3, 3), values[1].reshape(3, 3), *values[2:])


def prepare_eigenvalues(speed: float, case: Case) -> Prepared:
    """Four small starts X and ends Y: Y = exp(A T) X, whose eigenvalues are exp(s T)."""
    models = [bicycle(case.nodes, speed, *start) for start in SMALL * np.eye(4)]
    for m in models:
        m.mbs.Assemble()
    starts = np.column_stack([state_of(m) for m in models])
    settings = case.settings(SPAN)

    def solve() -> Any:
        found = [m.mbs.SolveDynamic(settings, case.solver_type).statistics for m in models]
        return Together(
            Counts(sum(s.steps for s in found), sum(s.force_evaluations for s in found))
        )

    def read(_: Any) -> Reading:
        ends = np.column_stack([state_of(m) for m in models])
        multipliers = np.linalg.eigvals(np.linalg.solve(starts.T, ends.T).T)
        found = np.sort_complex(np.log(multipliers.astype(complex)) / SPAN)
        pairs = [np.column_stack([s.real, s.imag]) for s in (found, linear_eigenvalues(speed))]
        return Reading(*pairs)

    return Prepared(solve, read)


def prepare_ride(case: Case) -> Prepared:
    m = bicycle(case.nodes, SPEED, lean_t=PUSH)
    sensor = watched(m, m.bodies[1], Output.Velocity)

    def reading(times, solution, velocities):
        energy = solution.energy()
        kinetic = energy.kinetic[0]
        exact = np.full((1, 1), kinetic)
        told = f"speed {np.hypot(velocities[-1, 0], velocities[-1, 1]):.9f} m/s at the end"
        return Reading(exact + energy_error(solution), exact, told)

    return prepared(m, case, RIDE, 0.5, [sensor], reading)


SOURCE = (
    "Benchmark bicycle of Meijaard, Papadopoulos, Ruina, Schwab (2007): wheels, frame with rider "
    "and fork are four bodies on three hinges; both wheels are rolling discs. "
)


def _eigenvalues(speed: float, values: str, cases: tuple[Case, ...]) -> Problem:
    return Problem(
        f"bicycle-{speed:g}",
        f"Eigenvalues of a bicycle at {speed:g} m/s",
        SOURCE + f"Eigenvalues of lean and steer from four runs of {SPAN} s with small starts; "
        f"published: {values} 1/s. The size of the starts leaves 8 digits.",
        "the four eigenvalues against those of the linear equations",
        partial(prepare_eigenvalues, speed),
        cases,
    )


BICYCLE = (
    _eigenvalues(
        0.0,
        "+-3.131643247906656, +-5.530943717653943",
        on_all_nodes(Case("RK67", 2e-3, 7.5)),
    ),
    _eigenvalues(
        5.0,
        "-0.775341882195845 +- 4.46486771378823i (weave), -0.322866429004087 (capsize), "
        "-14.07838969279822 (castering)",
        (
            *on_all_nodes(
                Case("RK67", 1e-3, 7.5),
                Case("RK44", 5e-4, 7.5, quick=False),
                Case("GeneralizedAlpha", 5e-4, 4.5),
            ),
            Case("DOPRI5", 1e-2, 7.5, tolerance=1e-13, nodes="LG"),
        ),
    ),
    Problem(
        "bicycle-ride",
        "Bicycle that was pushed, 10 s",
        SOURCE + f"Not linear: at {SPEED} m/s, with a lean rate of {PUSH} rad/s at the start. "
        "Neither wheels nor hinges do work.",
        "kinetic and potential energy against those of the start, relative to its kinetic energy",
        prepare_ride,
        (
            *on_all_nodes(Case("GeneralizedAlpha", 1e-3, 6.5)),
            *on_all_nodes(
                Case("RK44", 2e-3, 10.0, quick=False),
                Case("DOPRI5", 1e-2, 10.0, tolerance=1e-10, quick=False),
            ),
        ),
    ),
)
