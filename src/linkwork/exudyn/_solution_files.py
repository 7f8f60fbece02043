"""Solution files: those of Linkwork, and the other program's binary ones.

A binary file of the other program begins with EXUBIN and the sizes of its numbers; texts and arrays
have their length before them, and so has every row. A row of length -1 ends the file.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import numpy as np

from linkwork import utilities as own
from linkwork.exudyn._console import Print

MAGIC = b"EXUBIN\n"
PADDING = 5
"""Bytes after the sizes of whole numbers, numbers and pointers, and the order of bytes."""


def BinaryReadIndex(file, intType):
    """A whole number."""
    found = np.fromfile(file, dtype=intType, count=1)
    if not len(found):
        raise EOFError("the file ends in the middle of its contents")
    return found[0]


def BinaryReadReal(file, realType):
    """A number."""
    return np.fromfile(file, dtype=realType, count=1)[0]


def BinaryReadString(file, intType):
    """A text with its length before it."""
    length = int(BinaryReadIndex(file, intType))
    return file.read(length).decode("utf-8", "replace")


def BinaryReadArrayIndex(file, intType):
    """Whole numbers with their count before them."""
    return np.fromfile(file, dtype=intType, count=int(BinaryReadIndex(file, intType)))


def BinaryReadRealVector(file, intType, realType):
    """Numbers with their count before them; empty at the end of the rows."""
    count = int(BinaryReadIndex(file, intType))
    return np.fromfile(file, dtype=realType, count=max(0, count))


def NumpyInt8ArrayToString(npArray):
    """Text of an array of bytes."""
    return bytes(int(value) % 256 for value in npArray).decode("utf-8", "replace")


def LoadBinarySolutionFile(fileName, maxRows=-1, verbose=True):
    """Read a binary solution file of the other program; see LoadSolutionFile."""
    with open(fileName, "rb") as file:
        if file.read(len(MAGIC)) != MAGIC:
            raise ValueError(f"{fileName} is not a binary solution file: it lacks EXUBIN")
        size_int, size_real, _, is_big = file.read(4)
        file.read(PADDING)
        order = ">" if is_big else "<"
        int_type, real_type = np.dtype(f"{order}i{size_int}"), np.dtype(f"{order}f{size_real}")
        version = BinaryReadString(file, int_type)
        for _ in range(3):  # mode, kind of solver, date
            BinaryReadString(file, int_type)
        sizes = BinaryReadArrayIndex(file, int_type)
        columns = BinaryReadArrayIndex(file, int_type)
        count = int(BinaryReadIndex(file, int_type))
        BinaryReadIndex(file, int_type)  # planned steps
        BinaryReadString(file, int_type)  # solution information
        if BinaryReadString(file, int_type) != "EndOfHeader":
            raise ValueError(f"{fileName}: the header of the binary file is not understood")
        rows: list[np.ndarray] = []
        while maxRows == -1 or len(rows) < maxRows:
            try:
                row = BinaryReadRealVector(file, int_type, real_type)
            except EOFError:
                break
            if len(row) != count + 1:
                break
            rows.append(row.astype(float))
    if verbose:
        Print(f"{fileName}: version {version}, {len(rows)} rows, sizes {sizes.tolist()}")
    data = np.array(rows) if rows else np.zeros((0, count + 1))
    return {
        "data": data,
        "columnsExported": columns.tolist(),
        "nColumns": count,
        "nRows": len(rows),
    }


def LoadSolutionFile(fileName, safeMode=False, maxRows=-1, verbose=True, hasHeader=True):
    """Read a solution file, text or binary; a missing ending .txt is added.

    Returns a dictionary with data, columnsExported, nColumns, nRows.
    """
    path = Path(fileName)
    if not path.is_file() and not path.suffix:
        path = path.with_suffix(".txt")
    if path.is_file():
        with open(path, "rb") as file:
            if file.read(len(MAGIC)) == MAGIC:
                return LoadBinarySolutionFile(path, maxRows, verbose)
    return own.LoadSolutionFile(path, safeMode, maxRows, bool(verbose), hasHeader)


def RecoverSolutionFile(fileName, newFileName, verbose=0):
    """Copy a solution file whose run was cut off without the rows that are not complete.

    A last row without the end of its line is left out too: its last number may be cut.
    """
    text = Path(fileName).read_text(encoding="utf-8", errors="replace")
    lines = text.splitlines()
    if lines and not text.endswith("\n") and not lines[-1].startswith("#"):
        lines.pop()
    counts = [_numbers_in(line) for line in lines if not line.startswith("#")]
    wanted = max(set(counts), key=counts.count, default=0)
    kept = [line for line in lines if line.startswith("#") or _numbers_in(line) == wanted > 0]
    Path(newFileName).write_text("\n".join(kept) + "\n", encoding="utf-8")
    if verbose:
        Print(f"{newFileName}: {len(kept)} lines of {len(text.splitlines())}")


def _numbers_in(line: str) -> int:
    """How many numbers a row has; 0 if something else is in it."""
    try:
        return len([float(part) for part in line.split(",")])
    except ValueError:
        return 0


def SetSolutionState(mbs, solution, row, configuration=None, sendRedrawSignal=True):
    """Copy a row of a solution into a configuration, Current by default.

    The time changes with the configuration Visualization alone.
    """
    from linkwork.core.enums import ConfigurationType

    chosen = ConfigurationType.Current if configuration is None else configuration
    before = mbs.systemData.GetTime()
    own.SetSolutionState(mbs, solution, row, chosen, sendRedrawSignal)
    if chosen == ConfigurationType.Current:
        mbs.systemData.SetTime(before)
    elif chosen == ConfigurationType.Visualization:
        mbs.systemData.SetTime(float(solution["data"][row][0]), chosen)


def AnimateSolution(mbs, solution, rowIncrement=1, timeout=0.04, createImages=False, runLoop=False):
    """Go through the rows of a solution, which become the state that is drawn."""
    from linkwork.core.enums import ConfigurationType
    from linkwork.exudyn._renderer import wishes

    if rowIncrement < 1 or rowIncrement > solution["nRows"]:
        raise ValueError(
            f"rowIncrement must be at least 1 and at most {solution['nRows']}, got {rowIncrement}"
        )
    state, time_before = mbs.systemData.GetSystemState(), mbs.systemData.GetTime()
    for row in range(0, int(solution["nRows"]), int(rowIncrement)):
        SetSolutionState(mbs, solution, row, ConfigurationType.Visualization)
        if wishes["live"] and timeout > 0:  # a live view follows the current state
            own.SetSolutionState(mbs, solution, row)
            time.sleep(timeout)
    mbs.systemData.SetSystemState(state)
    mbs.systemData.SetTime(time_before)


def InitializeFromRestartFile(mbs, simulationSettings, restartFileName, verbose=True):
    """Let the next run start at the state of a restart file, or at the last row of a solution file.

    The start time and the initial values of the system change. A run that must give the same digits
    as one without an interruption is resumed with mbs.SolveDynamic(settings, resumeFrom=file).
    """
    from linkwork.core.enums import ConfigurationType
    from linkwork.restart.checkpoint import is_checkpoint, read_checkpoint

    time_settings = simulationSettings.timeIntegration
    if is_checkpoint(Path(restartFileName)):
        state = read_checkpoint(restartFileName).content["state"]
        _set_initial_values(mbs, state["arrays"], restartFileName)
        time_settings.startTime = float(state["scalars"]["t"])
    else:
        solution = LoadSolutionFile(restartFileName, safeMode=True, verbose=verbose)
        last: Any = solution["nRows"] - 1
        SetSolutionState(mbs, solution, last, ConfigurationType.Initial)
        time_settings.startTime = float(solution["data"][last][0])
    time_settings.generalizedAlpha.computeInitialAccelerations = False
    if verbose:
        Print(f"{restartFileName}: the next run starts at {time_settings.startTime} s")


STATE = {
    "q": "ODE2Coordinates",
    "v": "ODE2Coordinates_t",
    "a": "ODE2Coordinates_tt",
    "multipliers": "AECoordinates",
    "y": "ODE1Coordinates",
    "y_t": "ODE1Coordinates_t",
    "data_coordinates": "DataCoordinates",
}
"""Arrays of a restart file that are initial values, and what they are called in systemData."""


def _set_initial_values(mbs: Any, arrays: dict[str, np.ndarray], name: Any) -> None:
    from linkwork.core.enums import ConfigurationType

    values = {key: np.frombuffer(arrays[key].tobytes(), float) for key in STATE}
    for key, public in STATE.items():
        count = len(getattr(mbs.systemData, f"Get{public}")(ConfigurationType.Initial))
        if count != len(values[key]):
            raise ValueError(
                f"{name} is the restart file of another model: it has {len(values[key])} "
                f"{public}, and this one {count}"
            )
    for key, public in STATE.items():
        getattr(mbs.systemData, f"Set{public}")(values[key], ConfigurationType.Initial)
