"""The outer solar system over 10000 days against REBOUND."""

import time

import numpy as np

from benchmarks import nbody
from benchmarks.solar_system import END, REFERENCE
from linkwork.bench.rounds import own_engine
from tests.verification.models import POSITION

from .problem import Case, Outcome, Prepared, Problem, Reading, digits

CLUSTER = nbody.CLUSTERS[0]


def solar_system():
    """(system, nodes) of the five bodies about their center of mass."""
    _container, mbs, nodes, _settings = nbody.build(CLUSTER, own_engine(), 1)
    return mbs, nodes


def positions(mbs, nodes):
    """Current positions, one row a body [au]."""
    return np.array([mbs.GetNodeOutput(node, POSITION) for node in nodes])


def prepare(case: Case) -> Prepared:
    mbs, nodes = solar_system()
    settings = case.settings(END)

    def read(solution):
        found = positions(mbs, nodes)[list(REFERENCE)]
        return Reading(found, np.array(list(REFERENCE.values())))

    return Prepared(lambda: mbs.SolveDynamic(settings, case.solver_type), read)


def peer_row() -> Outcome:
    """REBOUND with the method of the reference: evaluations counted in one run, time in another."""
    count = 0

    def counted(_):
        nonlocal count
        count += 1

    watched = nbody.in_rebound(CLUSTER)
    watched.additional_forces = counted
    watched.integrate(END)
    seconds = np.inf
    for _ in range(3):
        simulation = nbody.in_rebound(CLUSTER)
        begin = time.process_time()
        simulation.integrate(END)
        seconds = min(seconds, time.process_time() - begin)
    found = np.array([simulation.particles[body].xyz for body in REFERENCE])
    exact = np.array(list(REFERENCE.values()))
    return Outcome(
        "REBOUND, IAS15", "its default", digits(found, exact), simulation.steps_done, count,
        seconds, "the reference itself, without Pluto",
    )  # fmt: skip


SOLAR_SYSTEM = Problem(
    "solar-system",
    "Outer solar system, 10000 d",
    "Initial values of Hairer, Lubich, Wanner; reference by REBOUND (IAS15) with a massless Pluto. "
    "Steps in days.",
    "positions of Jupiter and Neptune at 10000 d",
    prepare,
    (
        Case("RK67", 40.0, 7.5),
        Case("RK67", 20.0, 9.5),
        Case("RK67", 10.0, 11.0),
        Case("RK67", 5.0, 13.0),
        Case("DVERK6", 500.0, 11.0, tolerance=1e-13),
        Case("DVERK6", 500.0, 13.0, tolerance=1e-15),
        Case("DOPRI5", 500.0, 11.0, tolerance=1e-13),
        Case("DOPRI5", 500.0, 13.0, tolerance=1e-15),
        Case("RK44", 2.0, 10.0),
        Case("VelocityVerlet", 1.0, 4.5),
        Case("GeneralizedAlpha", 1.0, 5.0),
    ),
)
