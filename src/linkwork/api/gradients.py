"""The gradient of a number of a Solution: its run is taken again, and then backwards."""

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
    from linkwork.api.system import MainSystem
    from linkwork.integrators.registry import integrator_of
    from linkwork.sensitivity.adjoint import gradient_of

    origin, snapshot = solution.origin, solution.snapshot
    if origin is None or snapshot is None or origin.is_result:
        raise SysError(
            "gradient needs a run whose steps follow from its model, settings and initial values "
            "alone: without functions of steps, and not continued from another run"
        )
    twin = MainSystem()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        twin._take_items({family: members.copy() for family, members in snapshot.items.items()})
        twin.variables = snapshot.variables
        twin.Assemble()
        twin.systemData.take_initial_bytes(origin.initial, origin.is_result)
        settings, solver = settings_of(origin, False), integrator_of(origin.solver)
        paths = paths_of(twin, parameters)
        return gradient_of(twin, settings, solver, paths, function, solution)
