"""Data sources of PlotSensor: sensors of a system, files, arrays."""

from __future__ import annotations

import re
import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from linkwork.core.errors import SysError

NORM = -2
"""Component number for the norm of all values of a sensor."""

TIME = -1
"""Component number for the time."""

VARIABLE = re.compile(r"output\s*variable(?:\s*type)?\W+([A-Za-z_]+)", re.IGNORECASE)


@dataclass
class Source:
    """Rows of time and values, with names.

    name -- of the sensor or file; word -- what is measured, if known
    components, units -- of the values
    """

    name: str
    word: str
    rows: np.ndarray
    components: list[str]
    units: list[str]

    def check(self, component: Any, what: str) -> int:
        """A component that the source has."""
        is_number = isinstance(component, (int, np.integer)) and not isinstance(component, bool)
        count = self.rows.shape[1] - 1
        if not is_number or not NORM <= component < count:
            raise SysError(
                f"PlotSensor: {what} of {self.name!r} must be 0 to {count - 1}, -1 for the time or "
                f"componentNorm (-2), got {component!r}"
            )
        return int(component)

    def values(self, component: int, offset: Any = 0.0) -> np.ndarray:
        """A component with an offset; the time never has one."""
        if component == TIME:
            return self.rows[:, 0]
        if component == NORM:
            return np.asarray(np.linalg.norm(self.rows[:, 1:], axis=1) + offset)
        own = offset[:, component + 1] if isinstance(offset, np.ndarray) else offset
        return np.asarray(self.rows[:, component + 1] + own)

    def label(self, component: int, xyz: bool) -> str:
        """Name of a component: Position X"""
        if component == TIME:
            return "time"
        if component == NORM:
            return f"norm of {self.word}" if self.word else "norm"
        short = self.components[component]
        letters = short.upper() if xyz and short.isalpha() else str(component)
        return " ".join(filter(None, (self.word, letters if len(self.components) > 1 else "")))

    def named(self, component: int, xyz: bool) -> str:
        """Name of a component after that of its sensor or file: place, Position X"""
        if component == TIME:
            return "time"
        return ", ".join(filter(None, (self.name, self.label(component, xyz))))

    def unit(self, component: int) -> str:
        """Unit of a component, empty if it is not known."""
        if component == TIME:
            return "s"
        if component == NORM:
            return self.units[0] if len(set(self.units)) == 1 else ""
        return self.units[component]


def sources_of(mbs: Any, given: list[Any], comments: str, delimiter: str) -> list[Source]:
    """Sources of a list of sensors, file names and arrays; each is read once."""
    known: dict[Any, Source] = {}
    found = []
    for one in given:
        key = id(one) if isinstance(one, np.ndarray) else str(one)
        if key not in known:
            known[key] = _source(mbs, one, comments, delimiter)
        found.append(known[key])
    return found


def _source(mbs: Any, one: Any, comments: str, delimiter: str) -> Source:
    if isinstance(one, np.ndarray):
        if one.ndim != 2 or one.shape[1] < 2 or not len(one) or one.dtype.kind not in "fiu":
            raise SysError(
                "PlotSensor: an array must have rows of time and values, got shape "
                f"{one.shape} of {one.dtype}"
            )
        return _unnamed("data", "", np.asarray(one, float))
    if isinstance(one, Path):
        return _file(one, comments, delimiter)
    if isinstance(one, str):
        names = [sensor.name for sensor in mbs._items["sensor"]] if mbs is not None else []
        return _sensor(mbs, one) if one in names else _file(Path(one), comments, delimiter)
    return _sensor(mbs, one)


def _unnamed(name: str, word: str, rows: np.ndarray) -> Source:
    count = rows.shape[1] - 1
    components = ["x", "y", "z"] if count == 3 and word else [str(k) for k in range(count)]
    return Source(name, word, rows, components, [""] * count)


def _sensor(mbs: Any, number: Any) -> Source:
    """A sensor of the system, from its last run."""
    if mbs is None:
        raise SysError(f"PlotSensor: sensor {number!r} needs a system (mbs), got None")
    item, number = mbs._store.item("sensor", number)
    solution = mbs.solution
    if solution is None or item.name not in solution.sensors:
        raise SysError(
            f"PlotSensor: {item.label(number)} has no stored data: solve the system first, with "
            "solutionSettings.sensorsStoreAndWriteFiles = True"
        )
    rows = solution.sensors[item.name]
    if not len(rows):
        raise SysError(f"PlotSensor: {item.label(number)} has no stored data: nothing was recorded")
    if solution.snapshot is None:
        return _unnamed(item.name, "", rows)
    facts = solution.snapshot.sensor(item.name, rows.shape[1] - 1)
    word = facts.label.partition(" of ")[0] if facts.variable else ""
    return Source(item.name, word, rows, facts.components, facts.units)


def _file(path: Path, comments: str, delimiter: str) -> Source:
    """A text file with rows of time and values."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            rows = np.loadtxt(path, comments=comments, delimiter=delimiter, ndmin=2)
        with path.open(encoding="utf-8", errors="replace") as file:
            header = [line for _, line in zip(range(20), file, strict=False)]
    except OSError as error:
        raise SysError(
            f"PlotSensor: {str(path)!r} is neither the name of a sensor nor a file that can be "
            f"read: {error.strerror or error}"
        ) from None
    except (ValueError, UnicodeDecodeError) as error:
        raise SysError(
            f"PlotSensor: {str(path)!r} has no rows of numbers: {error}; check fileDelimiterChar "
            "and fileCommentChar"
        ) from None
    if not len(rows) or rows.shape[1] < 2:
        raise SysError(f"PlotSensor: {str(path)!r} has no rows of time and values")
    heads = [line for line in header if line.startswith(comments)]
    found = VARIABLE.search(" ".join(heads))
    return _unnamed(path.stem, found.group(1) if found else "", rows)
