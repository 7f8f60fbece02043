"""What a user asks to be recorded, as members need it."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.core.declare.values import shown
from linkwork.core.errors import ParameterError
from linkwork.core.near import near_names

if TYPE_CHECKING:
    from linkwork.api.system import MainSystem
    from linkwork.ensemble.columns import Column
    from linkwork.settings.simulation import SimulationSettings


def label_of(column: Column) -> str:
    """Name and component of a column in one word."""
    return f"{column.name}.{column.component}" if column.component else column.name


def check_sensors(mbs: MainSystem, names: Sequence[str]) -> tuple[str, ...]:
    """Names of sensors that a system has."""
    known = list(mbs._store.names["sensor"])
    for name in names:
        if name not in known:
            near = near_names(str(name), known)
            hint = f"did you mean {near[0]!r}?" if near else f"sensors are: {', '.join(known[:8])}"
            raise ParameterError(
                f"record: there is no sensor {shown(name)}; "
                + (hint if known else "the system has no sensors: add one, or record coordinates")
            )
    if len(set(names)) < len(names):
        raise ParameterError(f"record: a sensor stands twice in {shown(list(names))}")
    return tuple(names)


def checked_times(times: Any) -> int | np.ndarray:
    """A number of rows, or ascending times [s]."""
    if isinstance(times, (int, np.integer)) and not isinstance(times, bool):
        if times < 1:
            raise ParameterError(f"record: times must be at least 1, got {times}")
        return int(times)
    try:
        found = np.array(times, float)
    except (TypeError, ValueError):
        found = np.zeros(0)
    if found.ndim != 1 or not found.size or not (np.diff(found) > 0).all():
        raise ParameterError(
            f"record: times are a number of rows or an ascending list of times, got {shown(times)}"
        )
    return found


def times_of(wanted: int | np.ndarray, settings: SimulationSettings) -> np.ndarray:
    """Times of rows [s]: at equal distances from start to end, or the given times."""
    if not isinstance(wanted, int):
        return wanted
    start, end = settings.timeIntegration.startTime, settings.timeIntegration.endTime
    return np.array([end]) if wanted == 1 else np.linspace(start, end, wanted)


def without_files(mbs: MainSystem) -> MainSystem:
    """A copy of a system for members: its sensors write no files."""
    made = copy.deepcopy(mbs)
    for number, sensor in enumerate(made._items["sensor"]):
        if getattr(sensor, "writeToFile", False) and getattr(sensor, "fileName", ""):
            made.SetSensorParameter(number, "writeToFile", False)
    if made._model is None:
        made.Assemble()
    return made
