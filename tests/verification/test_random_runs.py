"""Random models with events, against an independent integration: events, states, energies."""

from typing import NamedTuple

import numpy as np
import pytest

import linkwork as exu

from .random_mechanics import Mechanics
from .random_reference import prepare
from .random_runs import RandomRun
from .random_systems import System

pytestmark = pytest.mark.processors

Solver = exu.DynamicSolverType


class Family(NamedTuple):
    """A solver at two accuracies.

    runs -- (numberOfSteps, tolerance), coarse and fine
    gain -- least ratio of both errors, where these are above the floor
    limits -- of the errors of the fine run: state and times of events, energies; relative
    """

    solver: Solver
    runs: tuple
    gain: float
    limits: tuple
    implicit: dict


def fixed(solver, steps, gain, limits, **implicit):
    return Family(solver, ((steps, None), (2 * steps, None)), gain, limits, implicit)


INDEX_2 = dict(useIndex2Constraints=True, spectralRadius=0.9)
FAMILIES = {
    "RK67": fixed(Solver.RK67, 50, 20.0, (2e-6, 5e-6)),
    "DOPRI5": Family(Solver.DOPRI5, ((5, 1e-6), (5, 1e-9)), 50.0, (5e-8, 1e-6), {}),
    "index 3": fixed(Solver.GeneralizedAlpha, 250, 3.0, (1e-3, 1e-4), spectralRadius=0.8),
    "RK44": fixed(Solver.RK44, 100, 8.0, (2e-6, 2e-6)),
    "automatic": Family(
        Solver.GeneralizedAlpha, ((5, 1e-5), (5, 1e-8)), 40.0, (2e-4, 2e-5),
        dict(automaticStepSize=True),
    ),
    "Verlet": fixed(Solver.VelocityVerlet, 250, 3.0, (2e-3, 1e-3)),
    "Midpoint": fixed(Solver.ExplicitMidpoint, 250, 3.0, (1e-2, 2e-3)),
    "DVERK6": Family(Solver.DVERK6, ((5, 1e-6), (5, 1e-9)), 50.0, (5e-8, 1e-6), {}),
    "index 2": fixed(Solver.GeneralizedAlpha, 250, 3.0, (1e-3, 2e-4), **INDEX_2),
    "Euler": fixed(Solver.ExplicitEuler, 800, 1.5, (0.2, 0.05)),
}  # fmt: skip
FLOOR = 5e-8
"""Errors below this one may be those of the reference."""


def families_of(seed):
    """Every family comes with every kind of model."""
    names = list(FAMILIES)
    return [names[(seed // 3 + 5 * k + seed) % len(names)] for k in range(1 + seed % 2)]


def in_order(events):
    return sorted(events, key=lambda event: (event[0], event[1]))


def errors_of(run, reference, solution):
    """(error of state and times of events, error of energies), relative to their sizes."""
    wanted = in_order((e.number, e.time, e.direction) for e in reference.found)
    found = in_order((int(e.sensor.split()[1]), e.time, e.direction) for e in solution.events)
    assert [(n, d) for n, _, d in found] == [(n, d) for n, _, d in wanted]
    times = [abs(a[1] - b[1]) for a, b in zip(found, wanted, strict=True)]
    state = np.concatenate([solution.coordinates[-1], solution.velocities[-1]])
    right = reference.state[: 2 * run.n]
    assert solution.times[-1] == pytest.approx(reference.t, abs=max([1e-12, *times]))
    moved = np.abs(state - right).max() / max(1.0, np.abs(right).max())
    return max([moved, *times]), energy_error(reference, solution)


def energy_error(reference, solution):
    """Largest error of an energy of `solution.energy()` and of the sensors."""
    kinetic, potential, lost, work = right = reference.energies()
    size = max(1.0, np.abs(right).max())
    forms = ("kinetic", "potential", "dissipated", "work", "balance")
    sensed = np.array([solution.sensors[form][-1, 1] for form in forms])
    jumps = reference.jumps
    error = np.abs(sensed - [kinetic, potential, lost, work - jumps, jumps]).max()
    energy = solution.energy()
    if energy.missing:
        changed = [event for event in reference.events if event["action"] == "stiffer"]
        assert changed and "parameters were changed" in energy.missing[0]
    else:
        told = [energy.kinetic, energy.potential, energy.dissipated, energy.work]
        error = max(error, np.abs([own[-1] for own in told] - right).max())
    return error / size


@pytest.mark.parametrize("seed", range(54))
def test_a_random_model_runs_as_an_independent_integration_tells(seed):
    run = RandomRun(seed)
    reference = prepare(run)
    for name in families_of(seed):
        family, errors = FAMILIES[name], []
        for steps, tolerance in family.runs:
            system = System(run, Mechanics(run))
            solution = system.solve(family.solver, steps, tolerance, **family.implicit)
            errors.append(errors_of(run, reference, solution))
        (coarse, _), (fine, energy) = errors
        assert fine < family.limits[0], name
        assert energy < family.limits[1], name
        assert fine < max(coarse / family.gain, FLOOR), name
