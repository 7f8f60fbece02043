"""Records that a model is fitted to: times and columns of measured values, in many forms.

(times, values)             values (n,) or (n, components)
array (n, 1 + components)   with the time first, as solution.sensor("tip") returns
DataFrame                   times are its index, or its column "time" or "t"
DataArray, Dataset          with a dimension "time" or "t", or their first dimension
{"time": times, "x": values, ...}
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwork.core.declare.parameters import shown
from linkwork.core.errors import ParameterError, warn
from linkwork.core.near import near_names

TIME = ("time", "times", "t", "t [s]", "time [s]")
SLACK = 1.0e-9
"""Times that are outside of a run by less than this part of it are at its ends."""


@dataclass
class Record:
    """Measured values of a sensor.

    sensor -- its name; label -- the record's name in tables
    times -- (n,); values, weights -- (n, columns)
    known -- where a value counts: it was measured, and has a weight
    components -- numbers of the sensor's components; names, units -- of the columns
    """

    sensor: str
    label: str
    times: np.ndarray
    values: np.ndarray
    weights: np.ndarray
    known: np.ndarray
    components: list[int]
    names: list[str]
    units: list[str]

    @property
    def count(self) -> int:
        """Number of measured values."""
        return int(self.known.sum())


def find_sensor(key: Any, sensors: list[str]) -> tuple[str, Any]:
    """Sensor and component of a key: "tip", "tip.x", ("tip", "x") or ("tip", 0)."""
    if isinstance(key, tuple) and len(key) == 2:
        name, component = key
    else:
        name, component = key, None
    if name in sensors:
        return name, component
    if isinstance(name, str) and component is None:
        before, dot, after = name.rpartition(".")
        if dot and before in sensors:
            return before, int(after) if after.isdecimal() else after
    near = near_names(str(name), sensors)
    told = f"did you mean {near[0]!r}?" if near else f"sensors are: {', '.join(sensors) or 'none'}"
    raise ParameterError(f"there is no sensor {shown(name)} for a record; {told}")


def read_record(
    key: Any, given: Any, sensor: str, component: Any, names: list[str], units: list[str],
    span: tuple[float, float], weight: Any = None,
) -> Record:  # fmt: skip
    """A record of a sensor, checked.

    names, units -- of the components of the sensor
    span -- start and end of the run [s]
    weight -- of the record: a number, one per time, one per column, or one per value
    """
    label = key if isinstance(key, str) else ".".join(map(str, key))
    what = f"the record of {label!r}"
    times, values, columns = _table(what, given)
    values = values[:, None] if values.ndim == 1 else values
    if values.ndim != 2 or times.ndim != 1 or len(values) != len(times):
        raise ParameterError(
            f"{what} has {times.shape} times and {values.shape} values; give one row per time"
        )
    if not values.size:
        raise ParameterError(f"{what} is empty; give at least one value and its time")
    components = _components(what, component, columns, values.shape[1], names)
    weights = _weights(what, weight, values.shape)
    values, weights, times = values.copy(), weights, times.copy()
    known = np.isfinite(values) & np.isfinite(times)[:, None]
    missing = int(known.size - known.sum())
    if missing:
        warn(f"{what}: {missing} of {known.size} values are missing (NaN) and are left out")
        keep = known.any(axis=1)
        times, values, weights, known = (each[keep] for each in (times, values, weights, known))
    known &= weights > 0.0
    _check_times(what, times, span)
    np.clip(times, *span, out=times)
    return Record(
        sensor, label, times, values, weights, known, components,
        [f"{sensor}.{names[c]}" if names[c] else sensor for c in components],
        [units[c] for c in components],
    )  # fmt: skip


def _check_times(what: str, times: np.ndarray, span: tuple[float, float]) -> None:
    begin, end = span
    slack = SLACK * (end - begin)
    outside = times[(times < begin - slack) | (times > end + slack)]
    if len(outside):
        raise ParameterError(
            f"{what} has {len(outside)} of {len(times)} times outside of the run, such as "
            f"{outside[0]:.9g} s: the run goes from {begin:g} to {end:g} s; set "
            "timeIntegration.startTime and endTime of the settings, or shift the record"
        )


def _array(what: str, values: Any) -> np.ndarray:
    try:
        return np.asarray(values, float)
    except (TypeError, ValueError):
        raise ParameterError(f"{what} must hold numbers, got {shown(values)}") from None


def _table(what: str, given: Any) -> tuple[np.ndarray, np.ndarray, list[str] | None]:
    """Times, values and names of the columns, if they have any."""
    if isinstance(given, Mapping) and not hasattr(given, "dims"):
        return _of_columns(what, {str(name): column for name, column in given.items()})
    if hasattr(given, "data_vars"):
        return _of_dataset(what, given)
    if hasattr(given, "dims") and hasattr(given, "coords"):
        return _of_labeled(what, given)
    if hasattr(given, "columns") and hasattr(given, "index"):
        columns = {str(name): given[name].to_numpy() for name in given.columns}
        if not any(name.lower() in TIME for name in columns):
            columns = {TIME[0]: given.index.to_numpy(), **columns}
        return _of_columns(what, columns)
    if hasattr(given, "index") and hasattr(given, "to_numpy"):
        return _array(what, given.index.to_numpy()), _array(what, given.to_numpy()), None
    if isinstance(given, (tuple, list)) and len(given) == 2:
        return _array(what, given[0]), _array(what, given[1]), None
    whole = _array(what, given)
    if whole.ndim != 2 or whole.shape[1] < 2:
        raise ParameterError(
            f"{what} is (times, values), an array with the time in its first column, a DataFrame, "
            f"an xarray or a dictionary of columns; got {shown(given)}"
        )
    return whole[:, 0], whole[:, 1:], None


def _of_columns(
    what: str, columns: dict[str, Any]
) -> tuple[np.ndarray, np.ndarray, list[str] | None]:
    found = [name for name in columns if name.lower() in TIME]
    if len(found) != 1 or len(columns) < 2:
        raise ParameterError(
            f"{what} needs one column 'time' and at least one other; its columns are "
            f"{', '.join(columns) or 'none'}"
        )
    rest = [name for name in columns if name != found[0]]
    sides = [_array(what, columns[name]) for name in rest]
    times = _array(what, columns[found[0]])
    if any(side.shape != times.shape for side in sides):
        sizes = ", ".join(f"{name}: {len(np.atleast_1d(columns[name]))}" for name in columns)
        raise ParameterError(f"{what} has columns of different length: {sizes}")
    return times, np.column_stack(sides), rest


def _of_labeled(what: str, given: Any) -> tuple[np.ndarray, np.ndarray, list[str] | None]:
    """A DataArray."""
    named = [dim for dim in given.dims if str(dim).lower() in (*TIME, "sensor_time")]
    time = named[0] if named else given.dims[0]
    others = [dim for dim in given.dims if dim != time]
    if len(others) > 1:
        raise ParameterError(
            f"{what} has dimensions {given.dims}; a time and one more are possible"
        )
    ordered = given.transpose(time, *others)
    columns = None
    if others and others[0] in given.coords:
        columns = [str(name) for name in given.coords[others[0]].values]
    return _array(what, given[time].values), _array(what, ordered.values), columns


def _of_dataset(what: str, given: Any) -> tuple[np.ndarray, np.ndarray, list[str] | None]:
    parts = {str(name): _of_labeled(what, part) for name, part in given.data_vars.items()}
    if not parts:
        raise ParameterError(f"{what} is a Dataset without variables")
    times = next(iter(parts.values()))[0]
    columns = {TIME[0]: times, **{name: values for name, (_, values, _) in parts.items()}}
    if len(parts) == 1:
        return next(iter(parts.values()))
    return _of_columns(what, columns)


def _components(
    what: str, component: Any, columns: list[str] | None, count: int, names: list[str]
) -> list[int]:
    """Components of the sensor that the columns of a record are."""
    if component is not None:
        if count != 1:
            raise ParameterError(f"{what} is one component, but has {count} columns")
        return [_component(what, component, names)]
    if columns is not None and not (count == 1 and len(names) == 1):
        known = [_short(name, names) for name in columns]
        if all(name is not None for name in known):
            return [name for name in known if name is not None]
        if count != len(names):
            wrong = columns[known.index(None)]
            raise ParameterError(
                f"{what} has a column {wrong!r}; components of the sensor are {_listed(names)}"
            )
    if count != len(names):
        raise ParameterError(
            f"{what} has {count} column{'s' * (count != 1)}, the sensor has {len(names)} "
            f"components {_listed(names)}; name those that were measured, as in "
            f"{{('sensor', {_first(names)!r}): record}} or in a dictionary of columns"
        )
    return list(range(count))


def _short(column: str, names: list[str]) -> int | None:
    """Number of the component that a column is named after: "x", "tip.x", "tip.x [m]", "1"."""
    plain = column.partition(" [")[0].rpartition(".")[2]
    if plain in names:
        return names.index(plain)
    return int(plain) if plain.isdecimal() and int(plain) < len(names) else None


def _component(what: str, component: Any, names: list[str]) -> int:
    if isinstance(component, (int, np.integer)) and 0 <= component < len(names):
        return int(component)
    if component in names:
        return names.index(component)
    raise ParameterError(
        f"{what}: components of the sensor are {_listed(names)}, got {component!r}"
    )


def _listed(names: list[str]) -> str:
    return ", ".join(name or "0" for name in names)


def _first(names: list[str]) -> Any:
    return names[0] or 0


def _weights(what: str, weight: Any, shape: tuple[int, int]) -> np.ndarray:
    """(n, columns) weights; residuals are multiplied by them."""
    given = _array(f"the weight of {what}", 1.0 if weight is None else weight)
    n, columns = shape
    if given.ndim == 1 and len(given) == n:
        given = given[:, None]
    try:
        found = np.broadcast_to(given, (n, columns)).copy()
    except ValueError:
        raise ParameterError(
            f"the weight of {what} is a number, one per time ({n}), one per column ({columns}) or "
            f"one per value, got {given.shape} numbers"
        ) from None
    if not (np.isfinite(found).all() and (found >= 0.0).all() and found.any()):
        raise ParameterError(f"weights of {what} must be finite, >= 0 and not all 0")
    return found
