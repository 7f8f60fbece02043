"""Documented helpers around the core: items, solution files, rotations, frames and inertia.

from linkwork.utilities import *
"""

from __future__ import annotations

from os import PathLike
from typing import Any

import numpy as np

from linkwork.core.enums import ConfigurationType
from linkwork.core.errors import ParameterError, SysError
from linkwork.core.files.whole_files import path_of
from linkwork.items import *
from linkwork.items import __all__ as _items
from linkwork.results.files.text import COLUMNS, arrays_of, read_text
from linkwork.results.files.written import read_binary
from linkwork.results.solution import Solution
from linkwork.rigid import (
    compositions,
    frames,
    inertia,
    lie_groups,
    node_types,
    pluecker,
    quadrature,
    rotations,
    solids,
    vectors,
    velocities,
)
from linkwork.rigid.compositions import *
from linkwork.rigid.frames import *
from linkwork.rigid.inertia import *
from linkwork.rigid.lie_groups import *
from linkwork.rigid.node_types import *
from linkwork.rigid.pluecker import *
from linkwork.rigid.quadrature import *
from linkwork.rigid.rotations import *
from linkwork.rigid.solids import *
from linkwork.rigid.vectors import *
from linkwork.rigid.velocities import *

_HELPERS = (
    compositions,
    frames,
    inertia,
    lie_groups,
    node_types,
    pluecker,
    quadrature,
    rotations,
    solids,
    vectors,
    velocities,
)

__all__ = [
    "LoadSolutionFile",
    "SetSolutionState",
    *_items,
    *(name for module in _HELPERS for name in module.__all__),
]

_SETTERS = {
    "coordinates": "SetODE2Coordinates",
    "velocities": "SetODE2Coordinates_t",
    "accelerations": "SetODE2Coordinates_tt",
    "ode1_coordinates": "SetODE1Coordinates",
    "ode1_velocities": "SetODE1Coordinates_t",
    "multipliers": "SetAECoordinates",
    "data_coordinates": "SetDataCoordinates",
}


def LoadSolutionFile(
    fileName: str | PathLike[str],
    safeMode: bool = False,
    maxRows: int = -1,
    verbose: bool = True,
    hasHeader: bool = True,
) -> dict[str, Any]:
    """Read a solution file that a run wrote with writeSolutionToFile: text, or binary (.npy).

    safeMode -- return the complete rows of a truncated file instead of rejecting it
    maxRows -- largest number of rows to read; -1: all
    verbose -- print what was read
    hasHeader -- False: do not require the header line that states the number of columns

    Returns a dictionary: 'data', rows with the time first; 'columnsExported', the counts
    [nODE2, nVel2, nAcc2, nODE1, nVel1, nAlgebraic, nData]; 'nColumns', without the time; 'nRows'.
    """
    path = path_of(fileName)
    if not isinstance(maxRows, (int, np.integer)) or maxRows < -1:
        raise ParameterError(
            f"LoadSolutionFile: maxRows must be >= 0, or -1 for all, got {maxRows!r}"
        )
    if not path.is_file():
        raise SysError(f"LoadSolutionFile: the file {path} does not exist")
    if path.suffix.lower() == ".npy":
        rows, counts, _ = read_binary(path, maxRows, hasHeader)
    else:
        rows, counts, _ = read_text(path, safeMode, maxRows, hasHeader)
    if verbose:
        print(f"{path}: {len(rows)} rows, columns {counts} after the time")
    return {
        "data": rows,
        "columnsExported": counts,
        "nColumns": sum(counts),
        "nRows": len(rows),
    }


def SetSolutionState(
    mbs: Any,
    solution: dict[str, Any] | Solution,
    row: int,
    configuration: ConfigurationType = ConfigurationType.Current,
    sendRedrawSignal: bool = True,
) -> None:
    """Copy a row of a solution into a configuration of a system.

    solution -- the dictionary that LoadSolutionFile returns, or a Solution
    row -- 0 is the first one, -1 the last one
    sendRedrawSignal -- accepted for compatibility

    Parts of the state that the file does not contain are left unchanged. With the configuration
    Current, the time of the system becomes that of the row.
    """
    times, parts = _state(solution, row)
    sizes = {name: len(values) for name, values in parts.items() if len(values)}
    for name, count in sizes.items():
        there = len(_get(mbs, name))
        if count != there:
            raise SysError(
                f"SetSolutionState: the solution has {count} {name.replace('_', ' ')}, but the "
                f"system has {there}; use a solution of the same model"
            )
    for name in sizes:
        getattr(mbs.systemData, _SETTERS[name])(parts[name], configuration)
    if configuration == ConfigurationType.Current:
        mbs.systemData.SetTime(float(times))


def _get(mbs: Any, name: str) -> np.ndarray:
    values: np.ndarray = getattr(mbs.systemData, "G" + _SETTERS[name][1:])()
    return values


def _state(solution: dict[str, Any] | Solution, row: int) -> tuple[float, dict[str, np.ndarray]]:
    """Time and parts of the state in a row."""
    if isinstance(solution, Solution):
        arrays = {name: getattr(solution, name) for name in ("times", *COLUMNS)}
    else:
        try:
            rows, counts = np.asarray(solution["data"], float), solution["columnsExported"]
            if rows.ndim != 2 or len(counts) != 7 or rows.shape[1] != 1 + sum(counts):
                raise ValueError
        except (TypeError, KeyError, ValueError):
            raise ParameterError(
                "SetSolutionState takes a Solution or the dictionary of LoadSolutionFile, whose "
                f"columns fit its counts; got {type(solution).__name__}"
            ) from None
        arrays = arrays_of(rows, counts)
    count = len(arrays["times"])
    if not isinstance(row, (int, np.integer)) or not -count <= row < count:
        raise ParameterError(f"SetSolutionState: row {row!r} is not one of the {count} rows")
    return float(arrays["times"][row]), {name: arrays[name][row] for name in COLUMNS}
