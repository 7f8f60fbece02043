"""Motions that Create... functions get: tables and functions of time, for one axis or several."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.api.create.parts import checked_vector
from linkwork.connectors.coordinate_motion import ObjectConnectorCoordinateMotion
from linkwork.connectors.laws.motion_table import BEYOND, motion_at, pieces_of
from linkwork.core.declare.parameters import shown
from linkwork.core.errors import ParameterError
from linkwork.core.records import record

if TYPE_CHECKING:
    from linkwork.api.system import MainSystem

FUNCTIONS = ("motionUserFunction", "motionUserFunction_t", "motionUserFunction_tt")
KIND = ObjectConnectorCoordinateMotion


def motions_of(
    owner: str, several: int, table: tuple[Any, ...], functions: tuple[Any, ...], offset: Any
) -> list[dict[str, Any]]:
    """Parameters of each drive; several -- number of columns, 0: values are numbers."""
    times, values, interpolation, beyond = table
    times = KIND.field("times").check(times, owner)
    try:
        columns = np.array(values, float)
    except (TypeError, ValueError):
        raise ParameterError(f"{owner}: values must be numbers, got {shown(values)}") from None
    wanted = (len(times), several) if several and len(times) else (len(times),)
    if columns.shape != wanted and (len(times) or columns.size):
        shape = " x ".join(map(str, columns.shape)) or "one number"
        raise ParameterError(
            f"{owner}: values must be {' x '.join(map(str, wanted))} numbers, a row for each of "
            f"the {len(times)} times, got {shape}"
        )
    motions = []
    for k in range(max(several, 1)):
        motion = {
            "times": times,
            "values": columns[:, k] if columns.ndim == 2 else columns,
            "interpolation": interpolation,
            "beyond": beyond,
            "offset": offset,
        }
        for name, function in zip(FUNCTIONS, functions, strict=True):
            motion[name] = _one_of(owner, name, function, k, several)
        motion = {name: KIND.field(name).check(value, owner) for name, value in motion.items()}
        KIND(**motion).check_complete(owner)
        if not len(times) and not callable(motion["motionUserFunction"]):
            raise ParameterError(
                f"{owner}: give a table (times and values) or motionUserFunction, got neither"
            )
        motions.append(motion)
    return motions


def _one_of(owner: str, name: str, given: Any, k: int, several: int) -> Any:
    """The function of axis k."""
    if not several or (not callable(given) and not isinstance(given, Sequence)):
        return given
    if callable(given) or len(given) != several:
        raise ParameterError(
            f"{owner}: {name} must be a list of {several} functions, one for each axis, "
            f"got {shown(given)}"
        )
    return given[k]


AT_REST = {"times": [0.0], "values": [0.0], "interpolation": "linear", "beyond": "hold"}
"""The motion of a coordinate that stays where it is."""


def motions_in_space(
    owner: str, axis: Any, table: tuple[Any, ...], functions: tuple[Any, ...]
) -> list[dict[str, Any]]:
    """Motions of x, y and z of a point."""
    if axis is None:
        if callable(functions[0]):
            raise ParameterError(
                f"{owner}: motionUserFunction needs an axis, or must be a list of three functions"
            )
        if isinstance(functions[0], Sequence) and not len(table[0]):
            named = list(zip(FUNCTIONS, functions, strict=True))
            each = [tuple(_one_of(owner, n, f, k, 3) for n, f in named) for k in range(3)]
            return [
                motions_of(owner, 0, table, own, 0.0)[0] if callable(own[0]) else AT_REST
                for own in each
            ]
        return motions_of(owner, 3, table, functions, 0.0)
    along = checked_vector(owner, "axis", axis)
    if not along.any():
        raise ParameterError(f"{owner}: axis must not be zero", "axis")
    along = along / np.linalg.norm(along)
    (motion,) = motions_of(owner, 0, table, functions, 0.0)
    if not callable(motion["motionUserFunction"]):
        return [motion | {"values": x * motion["values"]} if x else AT_REST for x in along]
    if not np.array_equal(np.sort(along), [0.0, 0.0, 1.0]):
        raise ParameterError(
            f"{owner}: with motionUserFunction, axis must be the x, y or z axis, got "
            f"{np.asarray(axis).tolist()}; give a list of three functions without axis"
        )
    return [motion if x else AT_REST for x in along]


def start_of(mbs: MainSystem, motion: dict[str, Any]) -> tuple[float, float]:
    """Displacement and velocity of a motion at t = 0; zero where a function does not tell."""
    times, offset = np.asarray(motion["times"], float), motion.get("offset", 0.0)
    if len(times):
        pieces = pieces_of(
            times, np.asarray(motion["values"], float), motion["interpolation"], motion["beyond"]
        )
        e = np.zeros(1, _TABLE)[0]
        e.count, e.beyond = len(times), BEYOND.index(motion["beyond"])
        s, rate, _, _ = motion_at(e, 0.0, False, math.inf, times, pieces.ravel())  # type: ignore[no-untyped-call]
        return float(offset + s), float(rate)
    found = []
    for name in FUNCTIONS[:2]:
        try:
            found.append(float(motion[name](mbs, 0.0, -1, offset)))
        except Exception:  # the run reports it, with its time
            found.append(0.0)
    return found[0], found[1]


_TABLE = record(
    *((name, np.int64) for name in ("start", "count", "first_piece", "beyond", "smooth")),
    ("t_high", np.float64),
)
