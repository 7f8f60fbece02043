"""Solution as a pandas DataFrame."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.core.errors import ParameterError, SysError
from linkwork.results.parts import PARTS, columns_of, sensor_columns, unique
from linkwork.results.snapshot import Column
from linkwork.results.solution import Solution, unknown

if TYPE_CHECKING:
    import pandas

SENSORS, ALL = "sensors", "all"


def to_pandas(solution: Solution, what: str | Sequence[str], units: bool) -> pandas.DataFrame:
    """See `Solution.to_pandas`."""
    pd = library("pandas", "data")
    groups: list[tuple[np.ndarray, list[Column], list[np.ndarray]]] = []
    for times, columns, values in _chosen(solution, what):
        group = next((g for g in groups if same(g[0], times)), None)
        if group is None:
            groups.append(group := (times, [], []))
        group[1].extend(columns)
        group[2].append(values)
    names = iter(unique(c.name for _, columns, _ in groups for c in columns))
    frames, told = [], {}
    for times, columns, blocks in groups:
        index = pd.Index(np.array(times), name="time")
        labels = []
        for column in columns:
            name = next(names)
            labels.append(f"{name} [{column.unit}]" if units and column.unit else name)
            told[labels[-1]] = column.unit
        frames.append(pd.DataFrame(np.hstack(blocks), index, labels, copy=False))
    frame = _joined(pd, frames)
    frame.attrs = {"units": told, "time_unit": "s"}
    return frame


def _joined(pd: Any, frames: list[Any]) -> pandas.DataFrame:
    """One frame of all; with the rows of all if their times differ."""
    if len(frames) == 1:
        only: pandas.DataFrame = frames[0]
        return only
    if any(not frame.index.is_unique for frame in frames):
        raise SysError(
            "states and sensors were recorded at different times, some of them twice; request "
            "them one by one: to_pandas('coordinates'), to_pandas('sensors')"
        )
    joined: pandas.DataFrame = pd.concat(frames, axis=1).sort_index()
    joined.index.name = "time"
    return joined


def _chosen(
    solution: Solution, what: str | Sequence[str]
) -> list[tuple[np.ndarray, list[Column], np.ndarray]]:
    """Times, columns and values of everything requested."""
    if not isinstance(what, Iterable):
        raise ParameterError(f"to_pandas takes a name or a list of names, got {what!r}")
    wanted = [what] if isinstance(what, str) else list(what)
    if not wanted:
        raise ParameterError("to_pandas: the list of names is empty")
    names: dict[str, None] = {}
    for name in wanted:
        if name == ALL:
            names.update(dict.fromkeys([*PARTS, *solution.sensors]))
        elif name == SENSORS:
            names.update(dict.fromkeys(solution.sensors))
        elif isinstance(name, str) and (name in PARTS or name in solution.sensors):
            names[name] = None
        else:
            known = [*PARTS, SENSORS, ALL, *solution.sensors]
            raise unknown("part or sensor", name, known)
    found = []
    for name in names:
        if name in PARTS:
            found.append((solution.times, columns_of(solution, name), getattr(solution, name)))
        else:
            recorded = solution.sensors[name]
            found.append((recorded[:, 0], sensor_columns(solution, name), recorded[:, 1:]))
    return found or [(solution.times, [], np.zeros((len(solution), 0)))]


def same(times: np.ndarray, others: np.ndarray) -> bool:
    """Whether both are the same recorded times."""
    return times is others or np.array_equal(times, others)


def library(name: str, extra: str) -> Any:
    """An optional library; an error says what to install if it is missing."""
    import importlib

    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise SysError(
            f"{name} is needed here and cannot be imported ({error}); "
            f'pip install "linkwork[{extra}]"'
        ) from error
