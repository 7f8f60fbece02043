"""The parts of a recorded state, and the names and units of their columns."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from linkwork.results.snapshot import Column, SensorFacts, rate_unit

PARTS: dict[str, tuple[str, int, str]] = {
    "coordinates": ("ode2", 0, "q"),
    "velocities": ("ode2", 1, "q"),
    "accelerations": ("ode2", 2, "q"),
    "multipliers": ("ae", 0, "lambda"),
    "ode1_coordinates": ("ode1", 0, "y"),
    "ode1_velocities": ("ode1", 1, "y"),
    "data_coordinates": ("data", 0, "d"),
}
"""Array of a Solution, in the order of recording -> part of the system's coordinates, order of the
derivative, symbol if there are no names."""

TIMES = "times"

ARRAYS = (TIMES, *PARTS)
"""All arrays of a Solution."""


def widths_of(sizes: tuple[int, int, int, int]) -> dict[str, int]:
    """Number of columns of each part; sizes -- of ODE2, AE, ODE1 and data coordinates."""
    count = dict(zip(("ode2", "ae", "ode1", "data"), sizes, strict=True))
    return {name: count[part] for name, (part, _, _) in PARTS.items()}


def split(recorded: np.ndarray, sizes: tuple[int, int, int, int]) -> dict[str, np.ndarray]:
    """Rows of the recorder as the arrays of a Solution; views."""
    arrays = {name: recorded[:, columns] for name, columns in places_in_row(sizes)}
    arrays[TIMES] = recorded[:, 0]
    return arrays


@cache
def places_in_row(sizes: tuple[int, int, int, int]) -> list[tuple[str, slice]]:
    """Columns of each part in a row of the recorder."""
    places, place = [(TIMES, slice(0, 1))], 1
    for name, width in widths_of(sizes).items():
        places.append((name, slice(place, place + width)))
        place += width
    return places


class RecordedRows(NamedTuple):
    """Rows of the recorders of a run.

    states -- one row per recorded time, as `split` takes them; sizes -- of ODE2, AE, ODE1 and data
    coordinates
    sensed -- rows of the sensors, with the time first; columns -- name of a sensor -> its columns
    """

    states: np.ndarray
    sizes: tuple[int, int, int, int]
    sensed: np.ndarray
    columns: dict[str, slice]

    def arrays(self) -> dict[str, np.ndarray]:
        """The arrays of a Solution."""
        return {name: part.copy() for name, part in split(self.states, self.sizes).items()}

    def sensors(self) -> dict[str, np.ndarray]:
        """Name of a sensor -> its recorded values, time first."""
        times = self.sensed[:, 0]
        return {
            name: np.column_stack([times, self.sensed[:, place]])
            for name, place in self.columns.items()
        }


def rows_of(solution: Any) -> np.ndarray:
    """Rows of the recorder, as `split` takes them; those of the run itself if they are there."""
    rows: RecordedRows | None = solution._rows
    if rows is not None:
        return rows.states
    return np.column_stack([getattr(solution, name) for name in ARRAYS])


def columns_of(solution: Any, name: str) -> list[Column]:
    """Names and units of the columns of a part, such as mass.x [m], mass.x_t [m/s].

    Without a model they are numbered and have no units.
    """
    part, order, symbol = PARTS[name]
    count = getattr(solution, name).shape[1]
    ending = "_" + "t" * order if order else ""
    known = solution.snapshot.coordinates(part) if solution.snapshot is not None else []
    if len(known) != count:
        return [Column(f"{symbol}{k}{ending}", "") for k in range(count)]
    columns = [
        Column(c.name + ending, rate_unit(c.unit, order) if order else c.unit) for c in known
    ]
    names = unique(column.name for column in columns)
    return [Column(n, column.unit) for n, column in zip(names, columns, strict=True)]


def sensor_facts(solution: Any, name: str) -> SensorFacts:
    """Facts about a recorded sensor."""
    count = solution.sensors[name].shape[1] - 1
    if solution.snapshot is not None:
        facts: SensorFacts = solution.snapshot.sensor(name, count)
        return facts
    components = [""] if count == 1 else [str(k) for k in range(count)]
    return SensorFacts(name, name, "", "", components, [""] * count)


def sensor_columns(solution: Any, name: str) -> list[Column]:
    """Names and units of the values of a sensor: its name, or name.x, name.y, ..."""
    facts = sensor_facts(solution, name)
    return [
        Column(f"{name}.{component}" if component else name, unit)
        for component, unit in zip(facts.components, facts.units, strict=True)
    ]


def unique(names: Iterable[str]) -> list[str]:
    """The same names; a repeated name gets a number, as in mass.x (2)."""
    found: dict[str, None] = {}
    for name in names:
        tried, number = name, 1
        while tried in found:
            number += 1
            tried = f"{name} ({number})"
        found[tried] = None
    return list(found)
