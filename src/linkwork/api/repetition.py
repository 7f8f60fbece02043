"""Taking the steps of a finished run again, to integrate powers over all of them.

The system is a copy with the same items, initial values and settings. It records energies at the
times of the result instead of sensors. Whether its steps are those of the run is checked: they must
lead to the recorded states.
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from typing import Any

import numpy as np

from linkwork.core.declare.function_kinds import UserFunction
from linkwork.core.declare.item_list import ItemList
from linkwork.core.errors import SysError
from linkwork.core.nesting import nested
from linkwork.core.overflows import overflows_unnoticed
from linkwork.results.energy.account import lines_of
from linkwork.results.origin import Origin
from linkwork.sensors.event import SensorEvent
from linkwork.settings.simulation import SimulationSettings

SAME = 1.0e-6
"""Largest difference of states that are the same, relative to the largest number of their kind."""

QUIET = (
    "solutionSettings.streamFileName", "solutionSettings.writeSolutionToFile",
    "solutionSettings.writeRestartFile", "solutionSettings.sensorsStoreAndWriteFiles",
    "solutionSettings.sensorsWritePeriod", "solutionSettings.sensorsExtremes",
    "displayStatistics", "displayComputationTime", "timeIntegration.verboseMode",
)  # fmt: skip
"""Settings of what a run writes and prints."""


def energies_of_steps(
    items: Mapping[str, ItemList],
    origin: Origin,
    times: np.ndarray,
    state: Mapping[str, np.ndarray],
    single: bool,
) -> np.ndarray | None:
    """(lines, times) energies of the lines of a model, with the integrals over all steps.

    None if the steps cannot be taken again, or do not lead to the recorded states.
    """
    from linkwork.api.system import MainSystem
    from linkwork.integrators.registry import integrator_of
    from linkwork.run.run import Run

    watches = any(isinstance(item, SensorEvent) for item in items["sensor"])
    if watches and any(map(_has_function, items["sensor"])):
        return None  # it may do more than return values
    twin = MainSystem()
    kept = {f: members.copy() for f, members in items.items() if watches or f != "sensor"}
    try:
        with warnings.catch_warnings(), nested("energy"), overflows_unnoticed():
            warnings.simplefilter("ignore")
            twin._take_items({"sensor": ItemList()} | kept)
            twin.Assemble()
            model, data = twin._assembled("energy")
            twin.systemData.take_initial_bytes(origin.initial, origin.is_result)
            settings = settings_of(origin, len(items["sensor"]) > 0)
            solver = integrator_of(origin.solver)
            with twin._locked():
                try:
                    run = Run(model, data, settings, solver, continued=origin.is_result)
                    run.context.recording.record_energies(lines_of(model, single=single))
                    found = run.execute()
                finally:
                    model.functions.release_all()
    except SysError:
        return None
    recorded = dict(q=found.coordinates, v=found.velocities)
    same = np.array_equal(found.times, times) and all(
        _are_same(values, state[name]) for name, values in recorded.items()
    )
    energies = found.sensors["energies"]
    rows = np.searchsorted(energies[:-1, 0], times)
    return energies[rows, 1:].T if same and np.array_equal(energies[rows, 0], times) else None


def _has_function(item: Any) -> bool:
    """Whether a sensor has a function of the user."""
    kinds = {name for name, p in type(item).fields.items() if isinstance(p.kind, UserFunction)}
    return any(callable(getattr(item, name)) for name in kinds)


def _are_same(own: np.ndarray, recorded: np.ndarray) -> bool:
    size = np.abs(recorded).max(initial=0.0)
    return bool(np.abs(own - recorded).max(initial=0.0) <= SAME * size)


def settings_of(origin: Origin, has_sensors: bool) -> SimulationSettings:
    """The settings of a run, without what it writes and prints.

    Automatic steps end at the times of sensors, if the run has recorded any.
    """
    made = SimulationSettings()
    for path, value in origin.settings.items():
        if path not in QUIET:
            *groups, name = path.split(".")
            group: Any = made
            for each in groups:
                group = getattr(group, each)
            setattr(group, name, value)
    chosen = made.solutionSettings
    period, recorded = (
        origin.settings.get(f"solutionSettings.{name}", getattr(chosen, name))
        for name in ("sensorsWritePeriod", "sensorsStoreAndWriteFiles")
    )
    ends_there = has_sensors and recorded and period > 0.0
    chosen.sensorsWritePeriod = period if ends_there else chosen.solutionWritePeriod
    chosen.sensorsStoreAndWriteFiles = False
    return made
