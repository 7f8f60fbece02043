"""Chains and nets of masses that fall under gravity: positions, and the energy of a net."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial

import numpy as np

from benchmarks import large
from benchmarks.large_references import Truss
from linkwork.bench.engine import Run
from linkwork.bench.rounds import own_engine

from .problem import Case, Prepared, Problem, Reading

NET_END = 0.1  # s


@cache
def chain_end(masses: int, rigid: bool, end: float) -> np.ndarray:
    """Final positions of a chain by SciPy [m]."""
    return large.chain(masses, rigid).final_positions(end)


@cache
def net_end(side: int) -> np.ndarray:
    """Final positions of a net by SciPy [m]."""
    return large.net(side).final_positions(NET_END)


def free_points(truss: Truss) -> np.ndarray:
    """Numbers of the points that move."""
    return np.setdiff1d(np.arange(len(truss.start)), truss.fixed)


def run_of(truss: Truss, case: Case, end: float) -> Run:
    """The truss as a run with the settings of the case."""
    run = large.build(own_engine(), 1, truss, case.solver)
    return replace(run, settings=case.settings(end))


def prepare(
    make: Callable[[], Truss], exact: Callable[[], np.ndarray], end: float, case: Case
) -> Prepared:
    truss = make()
    run = run_of(truss, case, end)

    def read(_):
        start = truss.start[free_points(truss)]
        start = np.pad(start, ((0, 0), (0, 3 - start.shape[1])))
        way = exact().reshape(-1, 3) - start
        found = run.result().reshape(-1, 3) - start
        return Reading(found, way, scale=np.linalg.norm(way, axis=1).max())

    return Prepared(lambda: run.system.SolveDynamic(run.settings, run.solver), read)


def chain(masses: int, rigid: bool, end: float, cases: tuple[Case, ...]) -> Problem:
    kind = "distances" if rigid else "springs"
    return Problem(
        f"{kind}-{masses}",
        f"Chain of {masses} {kind}, {end:g} s",
        "Horizontal at rest, held at one end. Reference: SciPy (DOP853, 1e-12) on equations of its "
        "own.",
        "displacement of every mass at the end, relative to the largest one",
        partial(
            prepare,
            partial(large.chain, masses, rigid),
            partial(chain_end, masses, rigid, end),
            end,
        ),
        cases,
    )


def net(side: int, cases: tuple[Case, ...]) -> Problem:
    return Problem(
        f"net-{side}",
        f"Net of {side} x {side} masses, {NET_END:g} s",
        "Springs with dampers along edges and diagonals, flat at rest, held at two corners. "
        "Reference: SciPy (DOP853, 1e-12) on equations of its own.",
        "displacement of every mass at the end, relative to the largest one",
        partial(prepare, partial(large.net, side), partial(net_end, side), NET_END),
        cases,
    )


def prepare_energy(side: int, case: Case) -> Prepared:
    truss = replace(large.net(side), damping=0.0)
    run = run_of(truss, case, NET_END)
    first, second = truss.links.T
    lengths = np.linalg.norm(truss.start[second] - truss.start[first], axis=1)

    def read(_):
        system = run.system.systemData
        displacement = np.zeros_like(truss.start)
        displacement[free_points(truss)] = np.reshape(system.GetODE2Coordinates(), (-1, 3))
        places = truss.start + displacement
        stretch = np.linalg.norm(places[second] - places[first], axis=1) - lengths
        stored = 0.5 * truss.stiffness * np.sum(stretch**2)
        work = truss.mass * np.sum(displacement @ truss.gravity)
        velocities = system.GetODE2Coordinates_t()
        kinetic = 0.5 * truss.mass * (velocities @ velocities)
        return Reading(np.array([[kinetic + stored]]), np.array([[work]]))

    return Prepared(lambda: run.system.SolveDynamic(run.settings, run.solver), read)


def net_energy(side: int, cases: tuple[Case, ...]) -> Problem:
    return Problem(
        f"net-{side}-energy",
        f"Energy of a net of {side} x {side} masses, {NET_END:g} s",
        "The same net without damping. Work of gravity = kinetic energy + energy of the springs.",
        "the sum of both energies at the end against the work",
        partial(prepare_energy, side),
        cases,
    )


STEPS = (Case("GeneralizedAlpha", 1e-3, 4.0), Case("GeneralizedAlpha", 1e-4, 6.0))
LONG_CHAINS = (
    # masses, rigid, in the test suite
    (100, False, True),
    (1000, False, True),
    (10_000, False, False),
    (100, True, False),
    (1000, True, False),
)
TRUSSES = (
    chain(
        10,
        False,
        0.5,
        (
            *STEPS,
            Case("RK44", 1e-3, 7.0),
            Case("RK67", 1e-3, 9.5),
            Case("DVERK6", 0.05, 13.0, tolerance=1e-12),
            Case("DOPRI5", 0.05, 13.0, tolerance=1e-12),
        ),
    ),
    chain(
        10,
        True,
        0.3,
        (
            *STEPS,
            Case("GeneralizedAlpha", 1e-4, 6.0, index2=True),
            Case("VelocityVerlet", 1e-4, 6.0),
            Case("RK44", 1e-3, 7.5),
            Case("RK67", 1e-3, 11.0),
            Case("DVERK6", 0.05, 12.0, tolerance=1e-12),
        ),
    ),
    *(
        chain(
            masses,
            rigid,
            0.1,
            (
                Case("GeneralizedAlpha", 1e-3, 4.0, quick=quick),
                Case("RK44", 1e-3, 7.0, quick=quick),
                Case("DVERK6", 0.05, 11.0, tolerance=1e-12, quick=False),
            ),
        )
        for masses, rigid, quick in LONG_CHAINS
    ),
    net(
        30,
        (
            Case("GeneralizedAlpha", 1e-3, 4.0),
            Case("RK44", 2.5e-4, 9.5),
            Case("DVERK6", 0.05, 12.0, tolerance=1e-12, quick=False),
        ),
    ),
    net(
        100,
        (
            Case("GeneralizedAlpha", 1e-3, 4.0, quick=False),
            Case("RK44", 2.5e-4, 9.0, quick=False),
        ),
    ),
    net_energy(
        30,
        (
            Case("TrapezoidalIndex2", 1e-3, 5.0),
            Case("VelocityVerlet", 2.5e-4, 7.0),
            Case("RK67", 2.5e-4, 13.0),
        ),
    ),
    net_energy(
        100,
        (
            Case("TrapezoidalIndex2", 1e-3, 6.5, quick=False),
            Case("VelocityVerlet", 2.5e-4, 8.0, quick=False),
            Case("RK44", 2.5e-4, 13.0, quick=False),
            Case("RK67", 2.5e-4, 13.0, quick=False),
        ),
    ),
)
