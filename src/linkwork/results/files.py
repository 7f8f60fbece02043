"""Text files of a run: the coordinates solution file and the files of sensors.

Both are comma-separated rows, time first, after a header of lines that start with '#'. They are
written only on request: `writeSolutionToFile`, or a sensor's `fileName`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from linkwork.core.errors import SysError
from linkwork.model import Model
from linkwork.results.solution import Solution


def write_files(solution: Solution, model: Model, settings: Any) -> None:
    """Write what settings and sensors ask for."""
    chosen = settings.solutionSettings
    if chosen.writeSolutionToFile:
        _write_solution(solution, chosen)
    for number, sensor in enumerate(model.items["sensor"]):
        if sensor.writeToFile and sensor.fileName and sensor.name in solution.sensors:
            target = model.targets[number]
            header = [
                f"Linkwork sensor file of {sensor.label(number)}",
                f"{target.family} {target.number}, output variable {target.variable.name}",
                "columns: time, sensor values",
            ]
            _write(
                Path(sensor.fileName),
                solution.sensors[sensor.name],
                header if chosen.sensorsWriteFileHeader else (),
                _footer(solution) if chosen.sensorsWriteFileFooter else (),
                chosen.outputPrecision,
                chosen.sensorsAppendToFile,
            )


def _write_solution(solution: Solution, chosen: Any) -> None:
    parts = [
        ("ODE2 displacements", solution.coordinates, True),
        ("ODE2 velocities", solution.velocities, chosen.exportVelocities),
        ("ODE2 accelerations", solution.accelerations, chosen.exportAccelerations),
        ("ODE1 coordinates", solution.ode1_coordinates, True),
        ("ODE1 velocities", solution.ode1_velocities, chosen.exportODE1Velocities),
        ("AE coordinates", solution.multipliers, chosen.exportAlgebraicCoordinates),
        ("data coordinates", solution.data_coordinates, chosen.exportDataCoordinates),
    ]
    written = [(name, array) for name, array, wanted in parts if wanted and array.shape[1]]
    columns = np.column_stack([solution.times, *(array for _, array in written)])
    path = Path(chosen.coordinatesSolutionFileName)
    if chosen.binarySolutionFile:
        _with_folder(path)
        np.save(path.with_suffix(".npy"), columns)
        return
    sizes = [array.shape[1] if wanted else 0 for _, array, wanted in parts]
    system = ",".join(str(parts[k][1].shape[1]) for k in (0, 3, 5, 6))
    header = [
        "Linkwork solution file",
        *([chosen.solutionInformation] if chosen.solutionInformation else []),
        "columns contain: " + ", ".join(["time", *(name for name, _ in written)]),
        f"number of system coordinates [nODE2, nODE1, nAlgebraic, nData] = [{system}]",
        "number of written coordinates [nODE2, nVel2, nAcc2, nODE1, nVel1, nAlgebraic, nData] = "
        f"[{','.join(map(str, sizes))}]",
    ]
    _write(
        path.with_suffix(".txt") if not path.suffix else path,
        columns,
        header if chosen.writeFileHeader else (),
        _footer(solution) if chosen.writeFileFooter else (),
        chosen.outputPrecision,
        chosen.appendToFile,
    )


def _footer(solution: Solution) -> Sequence[str]:
    state = "finished" if solution.success else f"stopped: {solution.message}"
    numbers = solution.statistics.numbers()
    return [f"run {state}; " + ", ".join(f"{k} = {v:g}" for k, v in numbers.items())]


def _with_folder(path: Path) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SysError(f"the folder of {path} cannot be made: {error}") from error


def _write(
    path: Path,
    rows: np.ndarray,
    header: Iterable[str],
    footer: Iterable[str],
    digits: int,
    append: bool,
) -> None:
    _with_folder(path)
    try:
        with path.open("a" if append else "w", encoding="utf-8", newline="\n") as file:
            file.writelines("#" + line.replace("\n", " ") + "\n" for line in header)
            np.savetxt(file, rows, fmt=f"%.{digits}g", delimiter=",")
            file.writelines("#" + line.replace("\n", " ") + "\n" for line in footer)
    except OSError as error:
        raise SysError(f"{path} cannot be written: {error}") from error
