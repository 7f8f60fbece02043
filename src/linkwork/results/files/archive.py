"""Saving and loading a whole Solution: kinds of files, and their contents in addition to arrays.

The description of a file is a JSON text:

    format, version     "linkwork-solution", 1
    message             why the run stopped before its end; empty if it did not
    statistics          name -> value
    sensors             names, in order; their arrays are sensor_0, sensor_1, ...
    columns             array -> names and units of its columns, for other readers
    model               text of the model file, or null
    changed             family and number of items whose parameters were changed during the run
    driven              those of them that are constraints with changes of the driven value only
    events              time, sensor, direction, coordinates and velocities of each; may be missing
    jumps               values of each jump of the state, as `Jump.to_row` writes them; may be
                        missing
    extremes            name of a sensor -> its extremes, as `Extremes.to_json` writes them; may be
                        missing
    origin              what the run was made from, as `Origin.to_json` writes it, or null; may be
                        missing
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np

from linkwork.core.errors import ParameterError, SysError, warn
from linkwork.core.files.whole_files import path_of
from linkwork.results.energy.jumps import jumps_of_events
from linkwork.results.extremes import Extremes
from linkwork.results.jumps import Jump
from linkwork.results.origin import Origin
from linkwork.results.parts import ARRAYS, PARTS, columns_of, sensor_columns
from linkwork.results.record.event import Event
from linkwork.results.snapshot import Snapshot
from linkwork.results.solution import Solution
from linkwork.results.statistics import Statistics

FORMAT, VERSION = "linkwork-solution", 1


def save(solution: Solution, path: str | PathLike[str]) -> None:
    """See `Solution.save`."""
    from linkwork.results.files import comma_separated, hdf5, npz
    from linkwork.results.files import written as files

    kinds: dict[str, Callable[[Solution, Path], None]] = {
        ".npz": npz.save,
        ".h5": hdf5.save,
        ".hdf5": hdf5.save,
        ".txt": files.save_text,
        ".csv": comma_separated.save_csv,
        ".npy": files.save_binary,
    }
    target = path_of(path)
    if target.suffix.lower() not in kinds:
        raise ParameterError(f"{target} cannot be saved: its name must end in {', '.join(kinds)}")
    if target.is_dir():
        raise SysError(f"{target} cannot be written: it is a folder")
    kinds[target.suffix.lower()](solution, target)


def load(path: str | PathLike[str]) -> Solution:
    """See `Solution.load`."""
    from linkwork.results.files import comma_separated, hdf5, npz, text
    from linkwork.results.files import written as files
    from linkwork.results.record import stream

    kinds: dict[str, Callable[[Path], Solution]] = {
        ".npz": npz.load,
        ".h5": hdf5.load,
        ".hdf5": hdf5.load,
        ".txt": text.load_text,
        ".csv": comma_separated.load_csv,
        ".npy": files.load_binary,
    }
    source = path_of(path)
    if source.is_dir():
        return stream.load(source)
    if not source.exists():
        raise SysError(f"{source} does not exist")
    if source.suffix.lower() not in kinds:
        known = ", ".join(kinds)
        raise ParameterError(
            f"{source} cannot be loaded: results are files that end in {known}, "
            "and folders of streamed runs"
        )
    return kinds[source.suffix.lower()](source)


# ------------------------------------------------------------------ description


def arrays_in(solution: Solution) -> dict[str, np.ndarray]:
    """Every array of a file by its name there."""
    arrays = {name: getattr(solution, name) for name in ARRAYS}
    sensors = solution.sensors.values()
    return arrays | {f"sensor_{k}": array for k, array in enumerate(sensors)}


def description_of(solution: Solution, **others: Any) -> str:
    """The description of a file."""
    columns = {name: columns_of(solution, name) for name in PARTS}
    columns |= {
        f"sensor_{k}": sensor_columns(solution, name) for k, name in enumerate(solution.sensors)
    }
    description = {
        "format": FORMAT,
        "version": VERSION,
        "message": solution.message,
        "statistics": solution.statistics.to_dict(),
        "sensors": list(solution.sensors),
        "columns": columns,
        "model": model_text(solution.snapshot),
        "changed": sorted(solution.snapshot.changed) if solution.snapshot is not None else [],
        "driven": sorted(solution.snapshot.driven) if solution.snapshot is not None else [],
        "events": [event.to_json() for event in solution.events],
        "jumps": [jump.to_row() for jump in solution.jumps],
        "origin": solution.origin.to_json() if solution.origin is not None else None,
        "extremes": {name: each.to_json() for name, each in solution.extremes.items()},
    }
    return json.dumps(description | others)


def model_text(snapshot: Snapshot | None) -> str | None:
    """The model as text; results are saved without it rather than not at all."""
    if snapshot is None:
        return None
    try:
        return snapshot.to_json()
    except SysError as error:
        warn(f"the result is saved without its model: {error}")
        return None


def read_description(text: bytes, kind: str = FORMAT, version: int = VERSION) -> dict[str, Any]:
    """The description in a file, checked; ValueError states what is wrong with it."""
    try:
        found = json.loads(text.decode())
    except (ValueError, RecursionError) as error:
        raise ValueError(f"its description is not JSON text ({error})") from None
    if not isinstance(found, dict) or found.get("format") != kind:
        raise ValueError("it is not a result of Linkwork")
    if found.get("version") != version:
        raise ValueError(
            f"it has version {found.get('version')!r}, this Linkwork reads version {version}"
        )
    names = found.get("sensors")
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise ValueError("its names of sensors are missing or not strings")
    if len(set(names)) != len(names):
        raise ValueError("two of its sensors have the same name")
    if not isinstance(found.get("message"), str):
        raise ValueError("its message is missing or not a string")
    if not isinstance(found.get("model"), str | None):
        raise ValueError("its model is not a string")
    found.setdefault("driven", [])  # older files
    for name in ("changed", "driven"):
        if not isinstance(found.get(name), list) or not all(map(_is_item, found[name])):
            raise ValueError(f"its list of {name} items is missing or wrong")
    return found


def _is_item(entry: Any) -> bool:
    """Whether this is the family and the number of an item."""
    return isinstance(entry, list) and list(map(type, entry)) == [str, int]


def solution_of(
    description: dict[str, Any], arrays: Mapping[str, np.ndarray], path: Path
) -> Solution:
    """The Solution of a file; ValueError states which array does not fit."""
    rows = arrays["times"].shape[0] if arrays["times"].ndim == 1 else -1
    if rows < 0:
        raise ValueError(f"'times' has the shape {arrays['times'].shape}")
    for name in PARTS:
        if arrays[name].ndim != 2 or len(arrays[name]) != rows:
            raise ValueError(f"{name!r} has the shape {arrays[name].shape}, there are {rows} times")
    sensors = {}
    for k, name in enumerate(description["sensors"]):
        array = arrays[f"sensor_{k}"]
        if array.ndim != 2 or not array.shape[1]:
            raise ValueError(f"the sensor {name!r} has the shape {array.shape}")
        sensors[name] = array
    statistics = Statistics.from_dict(description.get("statistics"))
    snapshot = _snapshot(description, arrays, path)
    found = description.get("events", [])
    if not isinstance(found, list):
        raise ValueError("its events are not a list")
    events = [Event.from_json(form) for form in found]
    jumps = _jumps(description, arrays, snapshot, events)
    message = description["message"]
    extremes = _extremes(description, sensors)
    made = Solution(arrays, sensors, statistics, message, snapshot, events, jumps, extremes)
    if description.get("origin") is not None:
        made.origin = Origin.from_json(description["origin"])
    return made


def _extremes(
    description: dict[str, Any], sensors: Mapping[str, np.ndarray]
) -> dict[str, Extremes] | None:
    """The extremes of a file; None if it has none."""
    found = description.get("extremes")
    if found is None:
        return None
    if not isinstance(found, dict) or set(found) != set(sensors):
        raise ValueError("its extremes are not those of its sensors")
    return {
        name: Extremes.from_json(found[name], array.shape[1] - 1) for name, array in sensors.items()
    }


def _jumps(
    description: dict[str, Any],
    arrays: Mapping[str, np.ndarray],
    snapshot: Snapshot | None,
    events: list[Event],
) -> list[Jump]:
    """The jumps of a file; if it has none, those that follow from its events."""
    found = description.get("jumps")
    if found is None:
        return jumps_of_events(snapshot, arrays, events) if snapshot is not None else []
    if not isinstance(found, list):
        raise ValueError("its jumps are not a list")
    width = 1 + sum(arrays[name].shape[1] for name in PARTS)
    return [Jump.from_row(form, width) for form in found]


def _snapshot(
    description: dict[str, Any], arrays: Mapping[str, np.ndarray], path: Path
) -> Snapshot | None:
    """The model in a file; numbers can be used without it."""
    text = description.get("model")
    if text is None:
        return None
    try:
        snapshot = Snapshot.from_json(text)
        for name, (part, _, _) in PARTS.items():
            known, there = snapshot.count(part), arrays[name].shape[1]
            if known != there:
                raise SysError(f"it has {known} columns of {name!r}, the result has {there}")
        snapshot.changed, snapshot.driven = (
            frozenset((family, number) for family, number in description[name])
            for name in ("changed", "driven")
        )
        return snapshot
    except SysError as error:
        warn(f"{path}: the model in it cannot be used, so names and drawings are missing: {error}")
        return None
