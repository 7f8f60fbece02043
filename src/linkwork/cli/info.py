"""`linkwork info`: about the installation, a model or robot file, or a result."""

from __future__ import annotations

import argparse
import importlib.metadata
import os
import platform
from collections import Counter
from pathlib import Path
from typing import Any

import linkwork
from linkwork.cli import files
from linkwork.cli.failures import FINE, Failure

EXTRAS = {
    "plot": ("matplotlib", "imageio_ffmpeg"),
    "data": ("pandas", "xarray", "zarr"),
    "hdf5": ("h5py",),
    "live": ("viser",),
    "gym": ("gymnasium",),
    "cluster": ("distributed",),
    "fem": ("scikit_fem", "meshio"),
    "robots": ("mujoco", "trimesh"),
    "bench": ("exudyn", "rebound"),
}
"""Extra of the package -> packages that it brings."""


def execute(options: argparse.Namespace) -> int:
    """Print the lines about the installation or a file."""
    lines = installation() if options.file is None else file_lines(files.existing(options.file))
    print("\n".join(lines))
    return FINE


def file_lines(path: Path) -> list[str]:
    """Lines about a file or folder. Restart files may have any name, so they are tried first."""
    from linkwork.cli import restart_lines
    from linkwork.restart import checkpoint

    if path.is_file():
        if checkpoint.is_checkpoint(path):
            return restart_lines.restart_lines(path)
        if checkpoint.are_rows(path):
            return restart_lines.rows_lines(path)
        if path.suffix.lower() in files.MODELS:
            return model_lines(path)
        if path.suffix.lower() in files.PAGES:
            return page_lines(path)
        if files.is_robot(path):
            return robot_lines(path)
    if path.suffix.lower() in (".zarr", ".npz"):
        found = ensemble_lines(path)
        if found:
            return found
    return result_lines(path)


def ensemble_lines(path: Path) -> list[str]:
    """Lines about an ensemble; none if the file is of another kind."""
    from linkwork.cli.sweep import summary
    from linkwork.core.errors import SysError
    from linkwork.ensemble.result import EnsembleResult

    try:
        result = EnsembleResult.load(path)
    except SysError:
        if path.suffix.lower() == ".zarr":
            raise
        return []
    versions = result.facts["identity"]["versions"]
    lines = [f"{path}: ensemble, {result.facts['identity']['solver']}, Linkwork "
             f"{versions['Linkwork']}"]  # fmt: skip
    for name, unit, values in zip(result.parameters, result.units, result.inputs.T, strict=True):
        told = f" {unit}" if unit not in ("", "1") else ""
        lines.append(f"  varied {name}: {values.min():.6g} ... {values.max():.6g}{told}")
    return lines + summary(result)


def installation() -> list[str]:
    """Versions, machine, cache and extras."""
    from linkwork.bench.table import processor
    from linkwork.core.kernels import cache, library

    kernels = list(cache.folder().glob(f"[0-9a-f][0-9a-f]/*{cache.SUFFIX}"))
    size = sum(_size(path) for path in kernels)
    packages = ", ".join(f"{name} {_version(name)}" for name in ("numpy", "scipy", "numba"))
    rows = {
        "linkwork": f"{linkwork.__version__} in {Path(linkwork.__file__).parent}",
        "python": f"{platform.python_version()}, {packages}",
        "machine": f"{processor()}, {platform.system()} {platform.machine()}",
        "threads": str(_threads()),
        "library": f"{library.FILE}{_unused(library.why_not())}",
        "cache": f"{cache.folder()}: {files.counted(len(kernels), 'kernel')}, {size / 1e6:.1f} MB",
    }
    for extra, modules in EXTRAS.items():
        versions = {name: _version(name) for name in modules}
        found = [name for name, version in versions.items() if version]
        told = ", ".join(f"{name} {versions[name]}" for name in found)
        if len(found) < len(modules):
            missing = ", ".join(m for m in modules if m not in found)
            told += f'{"; " if told else ""}without {missing}: pip install "linkwork[{extra}]"'
        rows[f"[{extra}]"] = told
    return [f"{name:10}{text}" for name, text in rows.items()]


def _unused(reason: str) -> str:
    return f" is not used: {reason}" if reason else ""


def _version(name: str) -> str:
    """Version of an installed package; empty if it is not installed."""
    try:
        return importlib.metadata.version(name.replace("_", "-"))
    except importlib.metadata.PackageNotFoundError:
        return ""


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:  # another process has removed it
        return 0


def _threads() -> int:
    """Processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


# ---------------------------------------------------------------------- models


def model_lines(path: Path) -> list[str]:
    """Items, coordinates, settings and needed functions of a model file."""
    contents = files.contents_of(path)
    lines = [f"{path.name}: a model", *contents_lines(contents)]
    settings = contents.simulationSettings
    if settings is None:
        lines.append("  no simulation settings")
    else:
        time = settings.timeIntegration
        lines.append(f"  simulation settings: {time.numberOfSteps} steps to t = {time.endTime:g} s")
    needed = files.functions_of(contents)
    lines.append(f"  {files.counted(len(needed), 'user function')} needed{':' if needed else ''}")
    return lines + [f"    {key}, for {owner}" for owner, key in needed]


def robot_lines(path: Path) -> list[str]:
    """Tree, masses and limits of a robot, and what its reader ignored, repaired or assumed."""
    from linkwork.robots import read

    return [f"{path.name}: a robot", *str(read(path)).splitlines()]


def contents_lines(contents: Any) -> list[str]:
    """Items and coordinates of a model."""
    return [*_item_lines(contents.items), *_coordinate_lines(files.snapshot_of(contents))]


def _item_lines(items: Any) -> list[str]:
    lines = []
    for family, members in items.items():
        kinds = Counter(item.short_name or type(item).__name__ for item in members)
        told = ", ".join(f"{count} {kind}" for kind, count in kinds.items())
        lines.append(f"  {files.counted(len(members), family)}{f': {told}' if told else ''}")
    return lines


def _coordinate_lines(snapshot: Any) -> list[str]:
    parts = {
        "ode2": "coordinate",
        "ode1": "first-order coordinate",
        "ae": "algebraic coordinate",
        "data": "data coordinate",
    }
    found = {noun: snapshot.count(part) for part, noun in parts.items()}
    told = [files.counted(n, noun) for noun, n in found.items() if n or noun == "coordinate"]
    return [f"  {', '.join(told)}"]


# ---------------------------------------------------------------------- results


def page_lines(path: Path) -> list[str]:
    """Check that Linkwork wrote a page; only a browser can show what it plays."""
    if b'id="linkwork-scene"' not in path.read_bytes():
        raise Failure(f"{path}: this page was not written by Linkwork")
    return [f"{path.name}: a page that plays a result", f"  to play it: linkwork play {path}"]


def result_lines(path: Path) -> list[str]:
    """Times, sensors, statistics and the model of a result."""
    solution = files.result_of(path)
    state = "complete" if solution.success else f"incomplete: {solution.message}"
    lines = [f"{path.name}: a result, {state}"]
    if len(solution):
        times = solution.times
        rows = files.counted(len(times), "recorded time")
        lines.append(f"  t = {times[0]:g} ... {times[-1]:g} s, {rows}")
    if solution.statistics.steps or solution.snapshot is not None:
        lines.append(f"  {solution.statistics.headline()}")  # files of numbers alone have none
    if solution.snapshot is None:
        lines.append(f"  {files.counted(solution.coordinates.shape[1], 'coordinate')}, no model")
    else:
        lines += [*_item_lines(solution.snapshot.items), *_coordinate_lines(solution.snapshot)]
    width = max(map(len, solution.sensors), default=0)
    for name, values in solution.sensors.items():
        label, unit = files.sensor_facts(solution, name, values)
        size = values.shape[1] - 1
        told = [label, f"[{unit}]" if unit else "", files.counted(size, "component")]
        lines.append(f"  sensor {name:{width}}  {', '.join(part for part in told if part)}")
    return lines
