"""Damaged files of results: bytes changed, cut off, doubled."""

import functools
import random
import tempfile
import traceback
import warnings
from pathlib import Path
from typing import Any

import numpy as np

import linkwork as exu
from tests.items.samples import world

SUFFIXES = (".npz", ".h5", ".npy", ".txt", ".lw", ".lwr")
"""Endings of result files; .lw is the folder of a streamed run, .lwr a checkpoint."""


def _settings(**files: str) -> Any:
    """A short run that writes files."""
    settings = exu.SimulationSettings()
    settings.timeIntegration.endTime, settings.timeIntegration.numberOfSteps = 1e-3, 5
    settings.solutionSettings.solutionWritePeriod = 0.0
    settings.solutionSettings.restartWritePeriod = 4e-4
    for name, path in files.items():
        setattr(settings.solutionSettings, name, path)
    return settings


@functools.cache
def contents() -> dict[str, dict[str, bytes]]:
    """Ending -> name of a file -> what a good one holds."""
    mbs, found = world().mbs, {}
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        path = Path(folder) / "run.lw"
        solution = mbs.SolveDynamic(_settings(streamFileName=str(path)))
        found[".lw"] = {part.name: part.read_bytes() for part in path.iterdir()}
        path = Path(folder) / "run.lwr"
        settings = _settings(restartFileName=str(path))
        settings.solutionSettings.writeRestartFile = True
        mbs.SolveDynamic(settings)
        found[".lwr"] = {part.name: part.read_bytes() for part in path.parent.glob("run.lwr*")}
        for suffix in SUFFIXES[:-2]:
            path = Path(folder) / f"run{suffix}"
            solution.save(path)
            found[suffix] = {path.name: path.read_bytes()}
    return found


def _damaged(data: bytes, r: Any) -> bytes:
    """The same with some bytes changed."""
    for _ in range(r.choice([1, 1, 3, 20])):
        at = r.randrange(len(data) + 1)
        way = r.choice(["flip", "flip", "flip", "cut", "insert", "zero", "double", "number"])
        if way == "flip" and at < len(data):
            data = data[:at] + bytes([data[at] ^ (1 << r.randrange(8))]) + data[at + 1 :]
        elif way == "cut":
            data = data[:at]
        elif way == "insert":
            data = data[:at] + bytes(r.randrange(256) for _ in range(r.randrange(1, 9))) + data[at:]
        elif way == "zero":
            length = r.choice([1, 8, 100])
            data = data[:at] + b"\0" * length + data[at + length :]
        elif way == "number":
            data = data[:at] + b"\xff\xff\xff\xff\xff\xff\xff\x7f" + data[at + 8 :]
        else:
            data = data[:at] + data
    return data


def _resumed(path: Path) -> Any:
    """A run that goes on from a checkpoint; it is refused, or comes to the right end."""
    mbs = world().mbs
    read = mbs.SolveDynamic(_settings(), resumeFrom=path)
    if not np.array_equal(read.coordinates, _whole()):
        raise ValueError("the resumed run comes to another result")
    return read


@functools.cache
def _whole() -> Any:
    """Coordinates of the run without an interruption."""
    settings = _settings()
    with tempfile.TemporaryDirectory() as folder:
        settings.solutionSettings.restartFileName = str(Path(folder) / "run.lwr")
        settings.solutionSettings.writeRestartFile = True
        return world().mbs.SolveDynamic(settings).coordinates


def fault_of(seed: int) -> str:
    """What is wrong with how a damaged file is read; empty if it is read or refused by name."""
    r = random.Random(seed)
    suffix = r.choice(SUFFIXES)
    files = dict(contents()[suffix])
    name = r.choice(sorted(files))
    files[name] = _damaged(files[name], r)
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", category=UserWarning)
        path = Path(folder) / f"run{suffix}"
        place = path if suffix == ".lw" else Path(folder)
        place.mkdir(exist_ok=True)
        for part, data in files.items():
            (place / part).write_bytes(data)
        try:
            read = _resumed(path) if suffix == ".lwr" else exu.Solution.load(path)
            repr(read)
            with np.errstate(over="ignore", invalid="ignore"):  # damaged numbers may be huge
                for values in (read.times, read.coordinates, *read.sensors.values()):
                    np.asarray(values).sum()
            if read.coordinates.shape[:1] != read.times.shape:
                return "shape: coordinates and times"
        except exu.SysError as error:
            return "" if "run" in str(error) else f"nameless: {error}"
        except Exception as error:
            inner = traceback.extract_tb(error.__traceback__)[-1]
            where = f"{Path(inner.filename).name}:{inner.lineno}"
            return f"foreign: {suffix} {type(error).__name__} at {where}: {error}"[:500]
    return ""
