"""Runs that are advanced by a Stepper in tests: those of the restarts, and what they share."""

import copy
import warnings
from contextlib import contextmanager

from .models import Solver
from .restart_models import CASES

PAIRS = (Solver.DOPRI5, Solver.ODE23, Solver.DVERK6)

AUTOMATIC = {
    name
    for name, (_, settings, solver) in CASES.items()
    if solver in PAIRS or settings().timeIntegration.generalizedAlpha.automaticStepSize
}
REDUCED = {"hard spring"}
"""Runs whose steps fail and are reduced: where a call ends, a Stepper returns to the full size."""

FIXED = [name for name in CASES if name not in AUTOMATIC | REDUCED]

REMEMBERING = {"variables"}
"""Functions that count their calls, those of the start included."""

CHANGING = {name for name in CASES if name.startswith(("steered", "shared loads from"))} | {
    "rolling, VelocityVerlet", "laws swapped",
}  # fmt: skip
"""Runs that change parameters of items, which are no part of a snapshot."""

RETURNING = [name for name in CASES if name not in REMEMBERING | CHANGING]


def made(name, restarts=False):
    """(a new system, settings, solver) of a case."""
    make, settings, solver = CASES[name]
    chosen = settings()
    chosen.solutionSettings.writeRestartFile = restarts
    return make(), chosen, solver


@contextmanager
def stepper(mbs, settings, solver=Solver.GeneralizedAlpha):
    """A Stepper, without warnings of dependent constraints."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with mbs.Stepper(settings, solver) as run:
            yield run


def solved(name):
    """(the same run by SolveDynamic, number of its steps)"""
    mbs, settings, solver = made(name)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        solution = mbs.SolveDynamic(settings, solver)
    return solution, settings.timeIntegration.numberOfSteps


def stepped(name, sizes):
    """Result of a Stepper that takes steps of these numbers."""
    mbs, settings, solver = made(name)
    with stepper(mbs, settings, solver) as run:
        for n in sizes:
            run.step(n)
    return mbs.solution


class Variables:
    """The mbs.variables of a moment: they are the user's own, and no part of a snapshot."""

    def __init__(self, mbs):
        self._mbs, self._kept = mbs, copy.deepcopy(mbs.variables)

    def restore(self):
        self._mbs.variables.clear()
        self._mbs.variables.update(copy.deepcopy(self._kept))
