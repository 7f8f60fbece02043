"""Model and result files as commands read and write them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from linkwork.cli import pictures
from linkwork.cli.failures import Failure
from linkwork.core.near import near_names

if TYPE_CHECKING:
    import argparse

    from linkwork.api.system import MainSystem
    from linkwork.model_file.contents import Contents
    from linkwork.results.snapshot import Snapshot
    from linkwork.results.solution import Solution

RESULTS = (".npz", ".h5", ".hdf5", ".txt", ".csv")
PAGES = (".html", ".htm")
MODELS = (".json",)
ROBOTS = (".urdf", ".xml")
PICTURES = (*pictures.MOVIES, *pictures.IMAGES)


def existing(name: str) -> Path:
    """Path of an existing file or folder; the error suggests a similar name."""
    path = Path(name)
    if path.exists():
        return path
    try:
        beside = sorted(each.name for each in path.parent.iterdir())
    except OSError:
        raise Failure(f"{name}: there is no folder {str(path.parent)!r}") from None
    near = near_names(path.name, beside, 1)
    hint = f"; did you mean {str(path.with_name(near[0]))!r}?" if near else ""
    raise Failure(f"{name}: no such file{hint}")


def target(
    name: str,
    suffixes: tuple[str, ...] = (*RESULTS, *PAGES, *PICTURES),
    folders: tuple[str, ...] = (),
) -> Path:
    """Path of a file that can be written, checked before any work is done for it.

    folders -- suffixes of results that are folders
    """
    path = Path(name)
    if path.suffix.lower() not in suffixes:
        raise Failure(f"--out {name}: the file name must end in {', '.join(suffixes)}")
    if not path.parent.is_dir():
        raise Failure(f"--out {name}: there is no folder {str(path.parent)!r}; create it first")
    if path.is_dir() and path.suffix.lower() not in folders:
        raise Failure(f"--out {name}: this is a folder; give the name of a file")
    return path


def model_of(path: Path, import_functions: bool = False) -> MainSystem:
    """The system of a model file, with all of its functions, or of a robot file."""
    from linkwork.api.files import load
    from linkwork.core.errors import SysError

    if is_robot(path):
        return robot_system(path)
    _demand_model(path)
    try:
        return load(path, import_functions=import_functions)
    except SysError as error:
        if "import_functions=True" in str(error):
            raise Failure(f"{error}; on the command line, use --import-functions") from error
        if "functions={" in str(error):
            raise Failure(f"{error}; use linkwork.load(...) in Python") from error
        raise


def is_robot(path: Path) -> bool:
    """Whether a file describes a robot: URDF or MJCF."""
    return path.is_file() and path.suffix.lower() in ROBOTS


def robot_system(path: Path) -> MainSystem:
    """A system with a robot at its initial positions."""
    from linkwork.api.system import SystemContainer
    from linkwork.robots import read

    mbs = SystemContainer().AddSystem()
    read(path).add_to(mbs)
    return mbs


def contents_of(path: Path) -> Contents:
    """Contents of a model file, with placeholders for its functions."""
    from linkwork.model_file import read

    _demand_model(path)
    return read(path, missing="placeholder")


def _demand_model(path: Path) -> None:
    _refuse_restart_file(path)
    if path.is_dir() or path.suffix.lower() not in MODELS:
        raise Failure(f"{path}: a model file ends in .json, a robot in {' or '.join(ROBOTS)}")


def _refuse_restart_file(path: Path) -> None:
    """Raise a Failure with advice if a restart file is given instead of a model or result."""
    from linkwork.restart.checkpoint import is_checkpoint

    if is_checkpoint(path):
        raise Failure(
            f"{path}: this is a restart file; linkwork run MODEL.json --resume {path} continues "
            f"from it, linkwork info {path} describes it"
        )


def functions_of(contents: Contents) -> list[tuple[str, str]]:
    """(item and parameter, name of the function) of all user functions of a model file."""
    from linkwork.model_file.functions import Placeholder

    values = [
        getattr(part, name)
        for members in contents.items.values()
        for item in members
        for part in (item, item.visualization)
        for name in part.fields
    ]
    found = [each for each in (*values, *contents.step_functions) if isinstance(each, Placeholder)]
    return [(each.owner, each.__name__) for each in found]


def result_of(path: Path) -> Solution:
    """The Solution of a result file or of the folder of a streamed run."""
    from linkwork.results.solution import Solution

    _refuse_restart_file(path)
    if not path.is_dir() and path.suffix.lower() not in RESULTS:
        known = ", ".join((*RESULTS, *PAGES, *MODELS))
        raise Failure(
            f"{path}: unknown kind of file; known are {known}, restart files and folders of "
            "streamed runs"
        )
    return Solution.load(path)


def write(solution: Solution, path: Path, options: argparse.Namespace) -> None:
    """Save a Solution by the suffix of a path: its data, a page that plays it, or a picture."""
    if path.suffix.lower() in PAGES:
        solution.export_html(path)
    elif path.suffix.lower() in PICTURES:
        pictures.write(solution, path, options)
    else:
        solution.save(path)


def snapshot_of(contents: Contents) -> Snapshot:
    """The model of a file, to look up names and sizes."""
    from linkwork.results.snapshot import Snapshot

    return Snapshot(contents.items)


def system_at_rest(contents: Contents) -> MainSystem:
    """A system with the items of a model file, and placeholders for its functions."""
    from linkwork.api.system import SystemContainer

    container = SystemContainer()
    container.visualizationSettings = contents.visualizationSettings
    mbs = container.AddSystem()
    mbs._take_items(contents.items)
    return mbs


def at_rest(mbs: MainSystem) -> Solution:
    """A Solution with one row: the initial state of a system, without forces."""
    import numpy as np

    from linkwork.core.enums import ConfigurationType
    from linkwork.results.snapshot import Snapshot
    from linkwork.results.solution import Solution
    from linkwork.results.statistics import Statistics

    mbs.Assemble()
    model, _ = mbs._assembled("a drawing")
    data, initial = mbs.systemData, ConfigurationType.Initial
    state = {
        "times": [0.0],
        "coordinates": data.GetODE2Coordinates(initial),
        "velocities": data.GetODE2Coordinates_t(initial),
        "accelerations": 0.0 * data.GetODE2Coordinates(initial),
        "multipliers": 0.0 * data.GetAECoordinates(),
        "ode1_coordinates": data.GetODE1Coordinates(initial),
        "ode1_velocities": 0.0 * data.GetODE1Coordinates(initial),
        "data_coordinates": data.GetDataCoordinates(initial),
    }
    arrays = {name: np.array(values, float, ndmin=2) for name, values in state.items()}
    arrays["times"] = arrays["times"][0]
    return Solution(arrays, {}, Statistics("initial state"), "", Snapshot.of(model))


def open_page(page: Path) -> None:
    """Open a page in the browser; without one, print where the page is."""
    from linkwork.view.page import opened

    if not opened(page.resolve().as_uri()):
        print(f"no browser could be opened; the page is {page}")


def counted(count: int, noun: str) -> str:
    """1 step, 2 steps"""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def sensor_facts(solution: Solution, name: str, values: Any) -> tuple[str, str]:
    """(label, unit) of a recorded sensor."""
    if solution.snapshot is None:
        return "", ""
    facts = solution.snapshot.sensor(name, values.shape[1] - 1)
    return facts.label, facts.unit
