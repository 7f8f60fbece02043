"""RunConfiguration: how a planar model is solved, what is written, how it is drawn."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np

from linkwork.core.declare.values import shown
from linkwork.core.enums import DynamicSolverType
from linkwork.core.errors import ParameterError, SysError
from linkwork.core.overflows import overflows_unnoticed
from linkwork.integrators.registry import integrators
from linkwork.planar.checks import (
    choice,
    flag,
    hint,
    is_whole,
    not_negative,
    positive,
    refuse,
    text,
)

OWNER = "RunConfiguration"

PAIRS = "pairs"
"""Key in a JSON file for a dictionary of colors that is stored as a list."""

OTHER_NAMES = {"RK4": "RK44", "FwdEuler": "ExplicitEuler", "CentralDifference": "VelocityVerlet"}
"""Name of a solver -> name of the integrator."""


def _whole(least: int) -> Any:
    def check(owner: str, argument: str, value: Any) -> int:
        if not is_whole(value) or value < least:
            raise refuse(owner, argument, f"a whole number >= {least}", value)
        return int(value)

    return check


def _path(owner: str, argument: str, value: Any) -> str | None:
    if value is None:
        return None
    try:
        found = os.fspath(value)
    except TypeError:
        found = b""
    if not isinstance(found, str) or not found:
        raise refuse(owner, argument, "the path of a folder, or None to write no files", value)
    return found


def _solver(owner: str, argument: str, value: Any) -> str:
    if isinstance(value, DynamicSolverType):
        return value.name
    return choice(owner, argument, value, (*OTHER_NAMES, *integrators()))


def _list_or_none(owner: str, argument: str, value: Any) -> list[Any] | None:
    if value is None:
        return None
    if not isinstance(value, (list, tuple)):
        raise refuse(owner, argument, "a list, or None for all bodies", value)
    return list(value)


def _colors(owner: str, argument: str, value: Any) -> Any:
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, (list, tuple)):
        return list(value)
    if not isinstance(value, Mapping):
        wants = "a color, a list with one for each body, a dictionary body -> color, or None"
        raise refuse(owner, argument, wants, value)
    return dict(value)


def _file_name(owner: str, argument: str, value: Any) -> str:
    found = text(owner, argument, value)
    if not found or Path(found).name != found:
        raise refuse(owner, argument, "a file name without folders", value)
    return found


def _seconds(owner: str, argument: str, value: Any) -> float:
    return positive(owner, argument, value, "s")


_CHECKS: dict[str, Any] = {
    "output_path": _path,
    "output_name": _file_name,
    **{f"output_{what}": flag for what in ("as_csv", "position", "velocity")},
    **{f"output_{what}": flag for what in ("acceleration", "force")},
    "solver_type": _solver,
    "termination_time": _seconds,
    "n_timesteps": _whole(2),
    "render_name": text,
    "animate_concise": flag,
    "bodies_to_render": _list_or_none,
    "body_colors": _colors,
    "n_frames": _whole(1),
    "relative_tolerance": not_negative,
    "absolute_tolerance": not_negative,
}


class _Loader:
    """`RunConfiguration.load_from_file(path)` returns a new one, `config.load_from_file(path)`
    changes config; both return it."""

    def __get__(self, instance: Any, owner: type[RunConfiguration]) -> Any:
        def load_from_file(path: str | os.PathLike[str]) -> RunConfiguration:
            """Read a configuration that `save_to_file` wrote."""
            values = _read(path)
            config: RunConfiguration = owner() if instance is None else instance
            config.update_from_dict(values)
            return config

        return load_from_file


@dataclass
class RunConfiguration:
    """How a planar model is solved, what is written, how it is drawn.

    output_path -- folder for result files; None writes none
    output_name -- first part of their names
    output_as_csv -- text with a header; False: NumPy's binary form
    output_position, output_velocity, output_acceleration, output_force -- what is written
    solver_type -- "RK4", "FwdEuler", "CentralDifference", or the name of an integrator of the
    engine, such as "DOPRI5" or "GeneralizedAlpha"
    termination_time -- end of the run [s]
    n_timesteps -- number of recorded times, linspace(0, termination_time, n_timesteps)
    render_name -- file of an animation, .gif or .mp4; empty: output_name
    animate_concise -- whether an animation leaves out axes, legend, paths and bodies at rest
    bodies_to_render -- bodies that are drawn: indices, IDs or names; None: all
    body_colors -- a color, one for each body, or a dictionary body -> color; None: default colors
    n_frames -- number of frames of an animation
    relative_tolerance, absolute_tolerance -- error per step of solvers with automatic step size
    """

    output_path: str | os.PathLike[str] | None = None
    output_name: str = "run"
    output_as_csv: bool = True
    output_position: bool = True
    output_velocity: bool = True
    output_acceleration: bool = True
    output_force: bool = True
    solver_type: str = "RK4"
    termination_time: float = 1.0
    n_timesteps: int = 1000
    render_name: str = ""
    animate_concise: bool = False
    bodies_to_render: list[Any] | None = None
    body_colors: Any = None
    n_frames: int = 100
    relative_tolerance: float = 1e-11
    absolute_tolerance: float = 1e-11

    def __setattr__(self, name: str, value: Any) -> None:
        object.__setattr__(self, name, _checked(name, value))

    # ------------------------------------------------------------------ several at once

    def update_from_dict(self, values: Mapping[str, Any]) -> None:
        """Set fields by name; after an unknown name or invalid value, nothing is changed.

        values -- new value by name of the field
        """
        if not isinstance(values, Mapping):
            raise TypeError(f"{OWNER}: update_from_dict takes a dictionary, got {shown(values)}")
        checked = {}
        for name, value in values.items():
            if name not in _CHECKS:
                raise KeyError(_unknown(name))
            checked[name] = _checked(name, value)
        for name, value in checked.items():
            object.__setattr__(self, name, value)

    def to_dict(self) -> dict[str, Any]:
        """All fields by name."""
        return asdict(self)

    def save_to_file(self, path: str | os.PathLike[str]) -> None:
        """Write all fields as JSON.

        path -- the file
        """
        try:
            values = self.to_dict()
            if isinstance(self.body_colors, dict):  # JSON keys are strings, but IDs need not be
                values["body_colors"] = {PAIRS: list(self.body_colors.items())}
            written = json.dumps(values, indent=2, allow_nan=False, default=_plain)
        except (TypeError, ValueError) as error:
            raise ParameterError(f"{OWNER}: a field cannot be written as JSON: {error}") from None
        try:
            Path(path).write_text(written + "\n", encoding="utf-8")
        except OSError as error:
            raise SysError(f"{OWNER}: {path} cannot be written: {error}") from error

    load_from_file = _Loader()

    # ------------------------------------------------------------------ for the solver

    @property
    def times(self) -> np.ndarray:
        """Recorded times [s]."""
        with overflows_unnoticed():  # of the last time, which NumPy then sets to the end
            return np.linspace(0.0, self.termination_time, self.n_timesteps)

    @property
    def step(self) -> float:
        """Interval between recorded times [s]."""
        return self.termination_time / (self.n_timesteps - 1)

    @property
    def solver(self) -> DynamicSolverType | str:
        """Solver type of the engine."""
        name = OTHER_NAMES.get(self.solver_type, self.solver_type)
        return DynamicSolverType.__members__.get(name, name)


def _checked(name: str, value: Any) -> Any:
    if name not in _CHECKS:
        raise AttributeError(_unknown(name))
    return _CHECKS[name](OWNER, name, value)


def _unknown(name: Any) -> str:
    known = [field.name for field in fields(RunConfiguration)]
    return f"{OWNER} has no field {name!r}; {hint(name, known)}"


def _read(path: str | os.PathLike[str]) -> dict[str, Any]:
    try:
        values = json.loads(Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise SysError(f"{OWNER}: {path} cannot be read: {error}") from error
    except ValueError as error:
        raise ParameterError(f"{OWNER}: {path} is not JSON: {error}") from None
    if not isinstance(values, dict):
        raise ParameterError(f"{OWNER}: {path} must hold a JSON object, got {shown(values)}")
    colors, chosen = values.get("body_colors"), values.get("bodies_to_render")
    if isinstance(chosen, list):
        values["bodies_to_render"] = [_key(member) for member in chosen]
    if isinstance(colors, dict) and list(colors) == [PAIRS]:
        try:
            values["body_colors"] = {_key(body): color for body, color in colors[PAIRS]}
        except (TypeError, ValueError):
            wants = "a list of pairs of body and color"
            raise refuse(OWNER, f"body_colors in {path}", wants, colors[PAIRS]) from None
    return values


def _plain(value: Any) -> Any:
    """NumPy numbers as Python numbers, for JSON."""
    if isinstance(value, np.generic):
        return value.item()
    raise TypeError(f"{shown(value)} of {type(value).__name__}")


def _key(value: Any) -> Any:
    """The ID of a body: JSON has lists for tuples."""
    return tuple(map(_key, value)) if isinstance(value, list) else value
