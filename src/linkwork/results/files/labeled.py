"""Solution as an xarray Dataset.

Names, attributes and values are plain, so that `Dataset.to_netcdf` accepts them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.results.files.tables import library, same
from linkwork.results.parts import PARTS, TIMES, columns_of, sensor_facts
from linkwork.results.snapshot import Column
from linkwork.results.solution import Solution

if TYPE_CHECKING:
    import xarray

DIMENSIONS = {
    "ode2": "coordinate",
    "ae": "multiplier",
    "ode1": "ode1_coordinate",
    "data": "data_coordinate",
}

LONG_NAMES = {
    "coordinates": "displacements of the coordinates",
    "velocities": "velocities of the coordinates",
    "accelerations": "accelerations of the coordinates",
    "multipliers": "algebraic coordinates and Lagrange multipliers",
    "ode1_coordinates": "first-order coordinates",
    "ode1_velocities": "rates of the first-order coordinates",
    "data_coordinates": "data coordinates",
}


def to_xarray(solution: Solution) -> xarray.Dataset:
    """See `Solution.to_xarray`."""
    xr = library("xarray", "data")
    coordinates: dict[str, Any] = {
        "time": ("time", np.array(solution.times), {"units": "s", "long_name": "time"})
    }
    variables: dict[str, Any] = {}
    for name, (part, order, _) in PARTS.items():
        values = getattr(solution, name)
        if not values.shape[1]:
            continue
        columns, along = columns_of(solution, name), DIMENSIONS[part]
        if order and (along not in coordinates or len(coordinates[along][1]) != len(columns)):
            continue
        if not order:
            coordinates[along] = (along, _texts(c.name for c in columns))
            coordinates[f"{along}_units"] = (along, _texts(c.unit for c in columns))
        attributes = {"long_name": LONG_NAMES[name]} | _units(columns)
        variables[name] = (("time", along), np.array(values), attributes)
    _add_sensors(solution, coordinates, variables)
    numbers = {
        name: value if isinstance(value, (str, float)) else int(value)
        for name, value in solution.statistics.items()
        if isinstance(value, (str, int, float))
    }
    facts = {"success": int(solution.success), "message": solution.message} | numbers
    made: xarray.Dataset = xr.Dataset(variables, coordinates, facts)
    return made


def _add_sensors(
    solution: Solution, coordinates: dict[str, Any], variables: dict[str, Any]
) -> None:
    axes: list[tuple[np.ndarray, str]] = [(solution.times, "time")]
    taken = {*PARTS, TIMES, *coordinates, "sensor_time"}
    for name, recorded in solution.sensors.items():
        facts = sensor_facts(solution, name)
        plain = _free(name.replace("/", "_"), taken)
        times = np.array(recorded[:, 0])
        axis = next((axis for others, axis in axes if same(others, times)), "")
        if not axis:
            axis = _free("sensor_time", taken) if len(axes) > 1 else "sensor_time"
            axes.append((times, axis))
            coordinates[axis] = (axis, times, {"units": "s", "long_name": "time of sensors"})
        attributes: dict[str, Any] = {"long_name": facts.label, "sensor": name}
        attributes |= {"units": facts.unit} if facts.unit else {}
        if recorded.shape[1] == 2:
            variables[plain] = (axis, np.array(recorded[:, 1]), attributes)
            continue
        along = _free(f"{plain}_component", taken)
        coordinates[along] = (along, _texts(facts.components))
        if not facts.unit and any(facts.units):
            coordinates[_free(f"{plain}_units", taken)] = (along, _texts(facts.units))
        variables[plain] = ((axis, along), np.array(recorded[:, 1:]), attributes)


def _free(name: str, taken: set[str]) -> str:
    """An unused name for a variable, which is added to `taken`."""
    tried, number = name or "sensor", 1
    while tried in taken:
        number += 1
        tried = f"sensor_{name}" if number == 2 else f"sensor_{name}_{number}"
    taken.add(tried)
    return tried


def _units(columns: list[Column]) -> dict[str, str]:
    """The unit, if all columns have the same."""
    units = {column.unit for column in columns}
    return {"units": units.pop()} if len(units) == 1 and units != {""} else {}


def _texts(texts: Any) -> np.ndarray:
    return np.array(list(texts), dtype=np.str_)
