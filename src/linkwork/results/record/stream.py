"""Results on disk during a run: a folder of NumPy files.

    meta.json                       description as in `archive.py`; whether the run is going on
    times.npy, coordinates.npy, ... one file for each array of a Solution
    sensors.npy                     time and values of each sensor, side by side

Blocks of rows are appended, and only then are the headers changed, in place. So the folder can be
read at any time, even after the program was killed: the rows counted in the headers are complete.
"""

from __future__ import annotations

import errno
import json
import os
import secrets
from pathlib import Path
from typing import IO, Any

import numpy as np

from linkwork.core.errors import SolverError, SysError
from linkwork.core.files.whole_files import make_folder_of, reason, replacing
from linkwork.results.files.archive import description_of, model_text, read_description, solution_of
from linkwork.results.parts import ARRAYS, TIMES, split, widths_of
from linkwork.results.record import npy
from linkwork.results.snapshot import Snapshot
from linkwork.results.solution import Solution

FORMAT, VERSION = "linkwork-stream", 1
META, SENSORS = "meta.json", "sensors"
UNFINISHED = "the run had not finished when this was read: it is still going on, or it was killed"


class Stream:
    """A folder to which a run appends its results; it is created with the first rows.

    widths -- array -> columns; columns -- name of a sensor -> its first and its last column
    """

    def __init__(
        self, path: str, sizes: tuple[int, int, int, int], sensors: dict[str, int]
    ) -> None:
        """sensors -- name -> number of values."""
        self.folder = Path(path).absolute()
        self.sizes = sizes
        self.widths = widths_of(sizes)
        self.columns: dict[str, tuple[int, int]] = {}
        place = 0
        for name, count in sensors.items():
            self.columns[name] = place, place + 1 + count
            place += 1 + count
        if sensors:
            self.widths[SENSORS] = place
        self.rows = dict.fromkeys((TIMES, *self.widths), 0)
        self.key = secrets.token_hex(8)
        self._open: dict[str, IO[bytes]] = {}
        check_free(self.folder)

    @property
    def is_empty(self) -> bool:
        """Whether nothing was streamed yet."""
        return not self._open

    # ------------------------------------------------------------------ writing

    def append(self, states: np.ndarray, sensed: np.ndarray | None, model: Snapshot) -> None:
        """Append rows of the recorders; SolverError if they cannot be written."""
        try:
            if self.is_empty:
                self._make(model)
            arrays = split(states, self.sizes)
            if sensed is not None:
                arrays[SENSORS] = sensed
            for name, array in arrays.items():
                self._put(name, array)
            rows = {name: self.rows[name] + len(array) for name, array in arrays.items()}
            for name, count in rows.items():
                _write(self._open[name], npy.header(self._shape(name, count)), 0)
            self.rows.update(rows)
        except (OSError, SysError) as error:
            raise SolverError(
                f"results cannot be streamed to {self.folder}: {reason(error)}; "
                f"{self.rows[TIMES]} recorded states are kept there"
            ) from error

    def _make(self, model: Snapshot) -> None:
        """Create the folder, in place of an older result; arrays mapped from it stay valid."""
        check_free(self.folder)
        make_folder_of(self.folder / META)
        for name in (*ARRAYS, SENSORS):
            (self.folder / f"{name}.npy").unlink(missing_ok=True)
        self._write_meta(
            json.dumps(
                {
                    "format": FORMAT,
                    "version": VERSION,
                    "message": UNFINISHED,
                    "statistics": {"solver": ""},
                    "sensors": list(self.columns),
                    "model": model_text(model),
                    "changed": sorted(model.changed),
                    "driven": sorted(model.driven),
                    **self._layout(True),
                }
            )
        )
        try:
            for name in self.rows:
                file = (self.folder / f"{name}.npy").open("x+b", buffering=0)
                self._open[name] = file
                _write(file, npy.header(self._shape(name, 0)), 0)
        except OSError:
            self.close()
            self._open.clear()
            raise

    def _layout(self, running: bool) -> dict[str, Any]:
        columns = list(self.columns.values())
        return {"run": self.key, "running": running, "sensor_columns": columns}

    def _shape(self, name: str, rows: int) -> tuple[int, ...]:
        return (rows,) if name == TIMES else (rows, self.widths[name])

    def _put(self, name: str, array: np.ndarray) -> None:
        width = self.widths.get(name, 1)
        if array.size:
            block = np.ascontiguousarray(array, npy.NUMBER)
            _write(self._open[name], block.data, npy.HEADER + 8 * width * self.rows[name])

    def _write_meta(self, text: str) -> None:
        with replacing(self.folder / META) as part:
            part.write_text(text, encoding="utf-8")

    # ------------------------------------------------------------------ checkpoints

    def extent(self) -> dict[str, Any]:
        """What was streamed so far, flushed to the disk."""
        for file in self._open.values():
            os.fsync(file.fileno())
        return {"key": self.key, "rows": dict(self.rows) if self._open else None}

    def go_on(self, extent: dict[str, Any]) -> None:
        """Append to the folder of an interrupted run, after its valid part.

        Anything after that is overwritten in place: a program that reads the folder may have
        mapped it, and the run will write the same numbers there.
        """
        rows = extent["rows"]
        if rows is None:
            return  # nothing was streamed yet: the folder is created again
        place = self.folder / META
        try:
            meta = read_description(place.read_bytes(), FORMAT, VERSION)
            if meta.get("run") != extent["key"]:
                raise ValueError("another run has streamed to this folder since")
            for name in self.rows:
                place = self.folder / f"{name}.npy"
                self._open[name] = place.open("r+b", buffering=0)
                shape = npy.read_header(self._open[name])
                if shape[1:] != self._shape(name, 0)[1:] or shape[0] < rows[name]:
                    raise ValueError(f"its shape is {shape}, it should have {rows[name]} rows")
            self.key, place = extent["key"], self.folder / META
            unfinished = {"message": UNFINISHED, **self._layout(True)}
            self._write_meta(json.dumps(meta | unfinished))
            for name, file in self._open.items():
                place = self.folder / f"{name}.npy"
                _write(file, npy.header(self._shape(name, rows[name])), 0)
        except (OSError, ValueError) as error:
            self.close()
            self._open.clear()
            raise SysError(
                f"the run cannot be resumed: {place}, which holds its results so far, cannot "
                f"be used: {reason(error)}"
            ) from error
        self.rows.update(rows)

    # ------------------------------------------------------------------ result

    def arrays(self) -> tuple[dict[str, np.ndarray], dict[str, np.ndarray]]:
        """Arrays and sensors as they are on disk, mapped for reading."""
        arrays = {
            name: _mapped(file, self._shape(name, self.rows[name]), npy.HEADER)
            for name, file in self._open.items()
        }
        sensed = arrays.pop(SENSORS, np.zeros((0, 0)))
        return arrays, {name: sensed[:, a:b] for name, (a, b) in self.columns.items()}

    def close(self) -> None:
        """Close the files; what is mapped stays mapped."""
        for file in self._open.values():
            file.close()

    def conclude(self, solution: Solution) -> None:
        """Write to the folder how the run ended."""
        try:
            found = json.loads((self.folder / META).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            found = {}
        if not isinstance(found, dict) or found.get("run") != self.key:
            raise SysError(
                f"{self.folder} was removed or replaced, by another run or program, while this run "
                "streamed its results to it; Solution.save writes them to another file"
            )
        stated = {"format": FORMAT, "version": VERSION, **self._layout(False)}
        self._write_meta(description_of(solution, **stated))


def check_free(folder: Path) -> None:
    """Raise an error if the folder is neither new nor empty nor a streamed result."""
    try:
        above = next(each for each in (folder, *folder.parents) if each.exists())
        if above.is_dir() and not os.access(above, os.W_OK):
            raise PermissionError(errno.EACCES, f"{above} is not writable")
        if not any(above.iterdir()) or above != folder:
            return
        meta = json.loads((folder / META).read_text(encoding="utf-8"))
        ours = isinstance(meta, dict) and meta.get("format") == FORMAT
    except NotADirectoryError:
        raise SysError(
            f"results cannot be streamed to {folder}: it is, or is below, a file"
        ) from None
    except (FileNotFoundError, ValueError):
        ours = False
    except OSError as error:
        raise SysError(f"results cannot be streamed to {folder}: {reason(error)}") from error
    if not ours:
        raise SysError(
            f"results cannot be streamed to {folder}: the folder contains something other than a "
            "streamed result; choose another solutionSettings.streamFileName"
        )


# ------------------------------------------------------------------ reading


def load(folder: Path) -> Solution:
    """Solution of a folder; its arrays are mapped for reading and take no memory."""
    place = folder / META
    try:
        if not place.is_file():
            place = folder
            raise ValueError(f"it is a folder without {META}, so it is not a streamed result")
        description = read_description(place.read_bytes(), FORMAT, VERSION)
        names = list(ARRAYS)
        if description["sensors"]:
            names.append(SENSORS)
        arrays = {}
        for name in names:
            place = folder / f"{name}.npy"
            arrays[name] = _map_file(place, 1 if name == TIMES else 2)
        place = folder / META
        now = read_description(place.read_bytes(), FORMAT, VERSION)
        if now.get("run") != description.get("run"):
            raise ValueError("another run has just begun to stream to this folder; load it again")
        sensed = arrays.pop(SENSORS, np.zeros((0, 0)))
        # A block may be in progress: the rows that all arrays have are complete.
        rows = min(map(len, arrays.values()))
        arrays = {name: array[:rows] for name, array in arrays.items()}
        for k, (first, last) in enumerate(_sensor_columns(description, sensed.shape[1])):
            arrays[f"sensor_{k}"] = sensed[:, first:last]
        return solution_of(description, arrays, folder)
    except (OSError, ValueError) as error:
        if isinstance(error, SysError):
            raise
        raise SysError(f"{place} cannot be read: {reason(error)}") from error


def _sensor_columns(description: dict[str, Any], width: int) -> list[tuple[int, int]]:
    columns, names = description.get("sensor_columns"), description["sensors"]
    fits = isinstance(columns, list) and len(columns) == len(names)
    for each in columns if isinstance(columns, list) else ():
        fits = fits and isinstance(each, list) and len(each) == 2
        fits = fits and all(type(k) is int for k in each) and 0 <= each[0] < each[1] <= width
    if not fits or not isinstance(columns, list):
        raise ValueError(f"its columns of sensors do not fit the {width} columns of {SENSORS}.npy")
    return [(each[0], each[1]) for each in columns]


def _map_file(path: Path, dimensions: int) -> np.ndarray:
    with path.open("rb") as file:
        shape = npy.read_header(file)
        if len(shape) != dimensions:
            raise ValueError(f"its shape is {shape}, it should have {dimensions} dimensions")
        there, offset = path.stat().st_size, file.tell()
        if there < offset + npy.size_of(shape):
            raise ValueError(f"it is truncated: {there} bytes are too few for the shape {shape}")
        return _mapped(file, shape, offset)


def _mapped(file: Any, shape: tuple[int, ...], offset: int) -> np.ndarray:
    if 0 in shape:
        return np.zeros(shape)
    return np.memmap(file, npy.NUMBER, "r", offset, shape)


def _write(file: IO[bytes], data: Any, place: int) -> None:
    """Write all data at a position of the file."""
    file.seek(place)
    rest = memoryview(data).cast("B")
    while rest:
        rest = rest[file.write(rest) :]
