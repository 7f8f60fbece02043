"""Headers of text files for `compatibility = "exudyn"`.

Readers of such files count lines: sensor files have eight, solution files nine before the solution
information, and two at the end.
"""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from linkwork import __version__
from linkwork.bodies.rigid_body_2d import ObjectRigidBody2D
from linkwork.core.enums import OutputVariableType
from linkwork.results.files.text import footer_of, header_of
from linkwork.results.solution import Solution


def written() -> str:
    """When a file was written."""
    return f"written = {datetime.datetime.now():%Y-%m-%d,%H:%M:%S}"


def turned_from(body: Any, variable: Any, nodes: Sequence[Any]) -> float | None:
    """Angle that Exudyn subtracts from the Rotation of a body in the plane, else None.

    There, the Rotation of such a body is one number, without its reference value.
    """
    if variable != OutputVariableType.Rotation or not isinstance(body, ObjectRigidBody2D):
        return None
    angle: float = nodes[int(body.nodeNumber)].referenceCoordinates[2]
    return angle


def sensed(rows: np.ndarray, sensor: Any, items: Mapping[str, Sequence[Any]]) -> np.ndarray:
    """Rows of time and values of a sensor as Exudyn has them."""
    number = getattr(sensor, "bodyNumber", None)
    if number is None or rows.shape[1] != 4:
        return rows
    angle = turned_from(items["object"][int(number)], sensor.outputVariableType, items["node"])
    if angle is None:
        return rows
    return np.column_stack([rows[:, 0], rows[:, 3] - angle])


def sensor_header(sensor: Any, target: Any, count: int) -> list[str]:
    """Header of a sensor file; count -- number of values in a row."""
    kind = type(sensor).__name__.removeprefix("Sensor")
    measured = f"{kind} number = {target.number}" if target.family != "sensor" else kind
    output = target.variable
    return [
        "Linkwork sensor output file",
        f"measure {measured}",
        f"OutputVariableType = {OutputVariableType(output).name}",
        written(),
        f"columns contain: time, values of {sensor.name}",
        f"number of sensor values = {count}",
        f"Linkwork version = {__version__}",
        "",
    ]


def with_ending(name: str, ending: str) -> Path:
    """Name of the solution file; a dot anywhere in it, as in ./solution, stands for an ending."""
    return Path(name if "." in name else name + ending)


def solution_header(solution: Solution, parts: Sequence[str], information: str) -> list[str]:
    """Header of the solution file; parts -- which arrays are written."""
    lines = [
        *header_of(solution, parts),
        f"number of time steps = {solution.statistics.steps}",
        f"Linkwork version = {__version__}",
        "",
    ]
    if information:
        lines.append("solution information = " + "_".join(information.splitlines()))
    return lines


def solution_footer(solution: Solution) -> list[str]:
    """The last lines of the solution file."""
    return [written(), *footer_of(solution)]
