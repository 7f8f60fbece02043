"""The gradient of a number of a Solution: its run is repeated, with derivatives of its steps.

Steps of equations alone are followed backwards, which costs the same for any number of parameters
(`sensitivity/adjoint.py`). All others are differentiated forwards, as `sensitivities=` does it.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from linkwork.api.repetition import settings_of
from linkwork.core.errors import SysError
from linkwork.results.solution import Solution


def gradient(
    solution: Solution, function: Callable[[Any], float], parameters: Sequence[str]
) -> np.ndarray:
    """See `Solution.gradient`."""
    from linkwork.api.solving import paths_of
    from linkwork.integrators.registry import integrator_of
    from linkwork.sensitivity.adjoint import gradient_of

    origin, snapshot = solution.origin, solution.snapshot
    if origin is None or snapshot is None or origin.is_result:
        raise SysError(
            "gradient needs a run whose steps follow from its model, settings and initial values "
            "alone: without functions of steps, and not continued from another run"
        )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        twin, settings = _twin_of(solution), settings_of(origin, False)
        solver, paths = integrator_of(origin.solver), paths_of(twin, parameters)
        found = gradient_of(twin, settings, solver, paths, function, solution)
        return found if found is not None else _forwards(solution, function, parameters)


def _twin_of(solution: Solution) -> Any:
    """A system with the model and the initial values of the run."""
    from linkwork.api.system import MainSystem

    assert solution.snapshot is not None and solution.origin is not None
    twin, items = MainSystem(), solution.snapshot.items.items()
    twin._take_items({family: members.copy() for family, members in items})
    twin.variables = solution.snapshot.variables
    twin.Assemble()
    twin.systemData.take_initial_bytes(solution.origin.initial, solution.origin.is_result)
    return twin


def _forwards(
    solution: Solution, function: Callable[[Any], float], parameters: Sequence[str]
) -> np.ndarray:
    """The gradient by derivatives of the whole run."""
    from linkwork.integrators.registry import integrator_of
    from linkwork.sensitivity.adjoint import demand_same
    from linkwork.sensitivity.numbers import STATES, slopes_of

    origin = solution.origin
    assert origin is not None
    settings, recorded = settings_of(origin, False), "solutionSettings.sensorsWritePeriod"
    settings.solutionSettings.sensorsStoreAndWriteFiles = bool(solution.sensors)
    if recorded in origin.settings:
        settings.solutionSettings.sensorsWritePeriod = origin.settings[recorded]
    repeated = _twin_of(solution).SolveDynamic(
        settings, integrator_of(origin.solver), sensitivities=list(parameters)
    )
    for name in ("coordinates", "velocities"):
        demand_same(getattr(repeated, name), getattr(solution, name))
    slopes = slopes_of(function, solution)
    found = np.zeros(len(parameters))
    for k, one in enumerate(repeated.sensitivities):
        parts = [(slopes[name], getattr(one, name)) for name in STATES]
        parts += [(slopes["sensors"][name], one.sensors[name]) for name in solution.sensors]
        for by, slope in parts:
            read = by != 0.0
            found[k] += float(by[read] @ slope[read])
    return found
