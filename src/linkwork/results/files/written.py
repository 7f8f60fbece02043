"""Files that a run writes on request: the solution file and the files of sensors.

`writeSolutionToFile` or a sensor's `fileName` requests them. Text files have comma-separated rows,
time first, after a header of lines that start with '#'. The binary solution file is the same table
as a NumPy array (.npy); it is followed by the line with the counts, which NumPy ignores.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from linkwork.core.errors import SysError
from linkwork.core.files.whole_files import reason, replacing
from linkwork.model.model import Model
from linkwork.results.files.compatible import (
    sensed,
    sensor_header,
    solution_footer,
    solution_header,
    with_ending,
)
from linkwork.results.files.text import (
    COLUMNS,
    EXACT,
    Table,
    arrays_of,
    blocks_of,
    counts_in,
    counts_line,
    counts_of,
    footer_of,
    header_of,
    write_text,
)
from linkwork.results.record import npy
from linkwork.results.solution import Solution
from linkwork.results.statistics import STATIC, Statistics

RATES = ("velocities", "accelerations", "ode1_velocities")
"""What Exudyn leaves out of the solution files of statics."""

MAGIC = b"\x93NUMPY"
"""First bytes of a NumPy array in a file."""

TAIL = 10_000
"""Most bytes after the numbers of a binary solution file."""


def write_files(solution: Solution, model: Model, settings: Any) -> None:
    """Write the files that settings and sensors request."""
    chosen, compatible = settings.solutionSettings, bool(settings.compatibility)
    if chosen.writeSolutionToFile:
        _write_solution(solution, chosen, compatible)
    for number, sensor in enumerate(model.items["sensor"]):
        if sensor.writeToFile and sensor.fileName and sensor.name in solution.sensors:
            try:
                rows = solution.sensors[sensor.name]
                if compatible:
                    rows = sensed(rows, sensor, model.items)
                target = model.targets[number]
                _write_sensor(solution, rows, sensor, number, target, chosen, compatible)
            except SysError as error:
                raise SysError(f"{sensor.label(number)}: fileName: {error}") from error


def _write_sensor(
    solution: Solution, rows: np.ndarray, sensor: Any, number: int, target: Any, chosen: Any,
    compatible: bool,
) -> None:  # fmt: skip
    header = [
        f"Linkwork sensor file of {sensor.label(number)}",
        f"{target.family} {target.number}, output variable {target.variable.name}",
        "columns: time, sensor values",
    ]
    if compatible:
        header = sensor_header(sensor, target, rows.shape[1] - 1)
    write_text(
        Path(sensor.fileName),
        npy.blocks(rows),
        header if chosen.sensorsWriteFileHeader else (),
        footer_of(solution) if chosen.sensorsWriteFileFooter else (),
        chosen.outputPrecision,
        chosen.sensorsAppendToFile,
    )


def _write_solution(solution: Solution, chosen: Any, compatible: bool) -> None:
    wanted = {
        "velocities": chosen.exportVelocities,
        "accelerations": chosen.exportAccelerations,
        "ode1_velocities": chosen.exportODE1Velocities,
        "multipliers": chosen.exportAlgebraicCoordinates,
        "data_coordinates": chosen.exportDataCoordinates,
    }
    parts = [name for name in COLUMNS if wanted.get(name, True)]
    if compatible and solution.statistics.solver == STATIC:
        parts = [name for name in parts if name not in RATES]
    name, binary = chosen.coordinatesSolutionFileName, chosen.binarySolutionFile
    if compatible:
        path = with_ending(name, ".sol" if binary else ".txt")
    else:
        path = Path(name)
        path = path.with_suffix(".npy" if binary else path.suffix or ".txt")
    if binary:
        save_binary(solution, path, parts)
        return
    information = chosen.solutionInformation
    header = (solution_header if compatible else header_of)(solution, parts, information)
    footer = (solution_footer if compatible else footer_of)(solution)
    write_text(
        path,
        blocks_of(solution, parts),
        header if chosen.writeFileHeader else (),
        footer if chosen.writeFileFooter else (),
        chosen.outputPrecision,
        chosen.appendToFile,
    )


def save_text(solution: Solution, path: Path) -> None:
    """All states in the text format, with enough digits to restore every number exactly."""
    header = header_of(solution, list(COLUMNS))
    write_text(path, blocks_of(solution, list(COLUMNS)), header, footer_of(solution), EXACT)


# ------------------------------------------------------------------ binary solution file


def save_binary(solution: Solution, path: Path, parts: Sequence[str] = tuple(COLUMNS)) -> None:
    """The table of the text format as one array."""
    counts = counts_of(solution, parts)
    with replacing(path) as part, part.open("wb") as file:
        file.write(npy.header((len(solution), 1 + sum(counts))))
        for block in blocks_of(solution, parts):
            file.write(np.ascontiguousarray(block, npy.NUMBER).data)
        file.write(f"\n#{counts_line(counts)}\n".encode())


def is_binary(path: Path) -> bool:
    """Whether a file starts as such a file does."""
    with path.open("rb") as file:
        return file.read(len(MAGIC)) == MAGIC


def read_binary(path: Path, limit: int = -1, header: bool = True) -> Table:
    """Read such a file."""
    try:
        size = os.path.getsize(path)
        with path.open("rb") as file:
            shape = npy.read_header(file)
            tail = size - file.tell() - npy.size_of(shape)
            if len(shape) != 2 or not shape[1] or not 0 <= tail < TAIL:
                raise ValueError(f"its shape {shape} does not fit its size of {size} bytes")
            rows = np.empty(shape, npy.NUMBER)
            npy.fill(file, rows)
            comments = file.read().decode().splitlines()
    except (OSError, ValueError) as error:
        raise SysError(f"{path} cannot be read as a solution file: {reason(error)}") from error
    if header:
        counts = counts_in(path, comments)
        if sum(counts) + 1 != shape[1]:
            raise SysError(f"{path}: {shape[1]} columns do not fit its counts {counts}")
    else:
        counts = [shape[1] - 1, 0, 0, 0, 0, 0, 0]
    return Table(rows[:limit] if limit >= 0 else rows, counts, [])


def load_binary(path: Path) -> Solution:
    """Solution of the states in such a file; it has neither sensors nor a model."""
    table = read_binary(path)
    return Solution(arrays_of(table.rows, table.counts), {}, Statistics(""))
