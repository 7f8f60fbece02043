"""A Solution as one table of comma-separated values, for spreadsheets and other programs.

    time [s],bob.x [m],bob.x_t [m/s],bob.x_tt [m/s^2],multiplier rod.lambda,place.x [m],...
    0,0.1,...

The first line has names and units. Coordinates come first, with their first (_t) and second (_tt)
derivatives, then multipliers, first-order coordinates with their rates and data coordinates, which
are marked by a word, then sensors. If states and sensors were recorded at different times, the
table has the rows of both, with empty cells.
"""

from __future__ import annotations

import csv
import re
from pathlib import Path
from typing import Any

import numpy as np

from linkwork.core.errors import SysError
from linkwork.core.files.whole_files import reason, replacing
from linkwork.results.files.text import EXACT, load_text
from linkwork.results.parts import PARTS, TIMES, columns_of, sensor_columns, unique
from linkwork.results.snapshot import Column
from linkwork.results.solution import Solution
from linkwork.results.statistics import Statistics

TIME = "time [s]"

MARKS = {
    "multipliers": "multiplier ",
    "ode1_coordinates": "ode1 ",
    "ode1_velocities": "ode1 rate ",
    "data_coordinates": "data ",
}
"""Part -> word before the names of its columns."""

ORDERS = ("coordinates", "velocities", "accelerations")
_UNIT = re.compile(r" \[[^\]]*\]$")
_REPEATED = re.compile(r" \(\d+\)$")
_COMPONENT = re.compile(r"^(.*)\.([xyz]|[xyz]{2}|\d+)$")


def save_csv(solution: Solution, path: Path) -> None:
    """Write the table; numbers are restored exactly."""
    columns = [
        Column(MARKS.get(part, "") + column.name, column.unit)
        for part in PARTS
        for column in columns_of(solution, part)
    ]
    columns += [column for name in solution.sensors for column in sensor_columns(solution, name)]
    states = np.column_stack([solution.times, *(getattr(solution, part) for part in PARTS)])
    names = unique(column.name for column in columns)
    units = [f" [{column.unit}]" if column.unit else "" for column in columns]
    with replacing(path) as part_file, part_file.open("w", encoding="utf-8", newline="") as file:
        texts = [TIME, *(name + unit for name, unit in zip(names, units, strict=True))]
        # names of items may have halves of surrogate pairs, which UTF-8 cannot hold
        csv.writer(file, lineterminator="\n").writerow(
            text.encode("utf-8", "backslashreplace").decode() for text in texts
        )
        for row in _joined([states, *solution.sensors.values()]):
            cells = row.tolist()  # None where there is no value
            file.write(",".join("" if x is None else f"{x:.{EXACT}g}" for x in cells) + "\n")


def _joined(blocks: list[np.ndarray]) -> Any:
    """Rows of blocks with the time first, side by side; masked where a block has no row."""
    first = blocks[0][:, 0]
    if all(np.array_equal(block[:, 0], first) for block in blocks):
        return np.column_stack([first, *(block[:, 1:] for block in blocks)])
    times = np.unique(np.concatenate([block[:, 0] for block in blocks]))
    widths = [block.shape[1] - 1 for block in blocks]
    rows: Any = np.ma.masked_all((len(times), 1 + sum(widths)))  # type: ignore[no-untyped-call]
    rows[:, 0], place = times, 1
    for block, width in zip(blocks, widths, strict=True):
        if len(np.unique(block[:, 0])) != len(block):
            raise SysError(
                "states and sensors were recorded at different times, some of them twice, which "
                "one table cannot hold; save the result as .npz"
            )
        rows[np.searchsorted(times, block[:, 0]), place : place + width] = block[:, 1:]
        place += width
    return rows


# ------------------------------------------------------------------ reading


def load_csv(path: Path) -> Solution:
    """Solution of a table with a header; it has no model. Or of a solution file of this name."""
    try:
        with path.open(encoding="utf-8", newline="") as file:
            if not file.readline().startswith(TIME):
                return load_text(path)
            file.seek(0)
            header, *lines = csv.reader(file)
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise SysError(f"{path} cannot be read as a table: {reason(error)}") from error
    rows = np.full((len(lines), len(header)), np.nan)
    for number, line in enumerate(lines):
        if len(line) != len(header):
            raise SysError(f"{path}, line {number + 2}: {len(line)} cells instead of {len(header)}")
        try:
            rows[number] = [float(cell) if cell else np.nan for cell in line]
        except ValueError as error:
            raise SysError(f"{path}, line {number + 2}: {error}") from None
    empty = np.array([[not cell for cell in line] for line in lines], bool).reshape(rows.shape)
    places, sensors = _places([_UNIT.sub("", name) for name in header])
    kept = _recorded(empty, [k for part in places.values() for k in part], len(rows))
    arrays = {part: rows[kept][:, columns] for part, columns in places.items()}
    arrays[TIMES] = rows[kept, 0]
    sensed = {
        name: rows[_recorded(empty, columns, len(rows))][:, [0, *columns]]
        for name, columns in sensors.items()
    }
    return Solution(arrays, sensed, Statistics(""))


def _recorded(empty: np.ndarray, columns: list[int], count: int) -> np.ndarray:
    """Rows in which these columns have values."""
    if not columns:
        return np.ones(count, bool)
    found: np.ndarray = ~np.any(empty[:, columns], axis=1)
    return found


def _places(names: list[str]) -> tuple[dict[str, list[int]], dict[str, list[int]]]:
    """Columns of the parts of the state, and of sensors."""
    places: dict[str, list[int]] = {part: [] for part in PARTS}
    rest = list(range(1, len(names)))
    # longer marks first: "ode1 rate " begins with "ode1 "
    for part, mark in sorted(MARKS.items(), key=lambda item: -len(item[1])):
        places[part] = [k for k in rest if names[k].startswith(mark)]
        rest = [k for k in rest if k not in places[part]]
    count = next(n for n in range(len(rest) // 3, -1, -1) if _are_derivatives(names, rest, n))
    for order, part in enumerate(ORDERS):
        places[part] = rest[order * count : (order + 1) * count]
    sensors: dict[str, list[int]] = {}
    for k in rest[3 * count :]:
        name = _REPEATED.sub("", names[k])
        name = name if name in names[:k] else names[k]  # also the name of a coordinate
        found = _COMPONENT.match(name)
        sensors.setdefault(found.group(1) if found else name, []).append(k)
    return places, sensors


def _are_derivatives(names: list[str], columns: list[int], count: int) -> bool:
    """Whether the first columns are coordinates with first and second derivatives."""
    for k in range(count):
        name, rate, second = (names[columns[k + order * count]] for order in range(3))
        if (rate, second) != (f"{name}_t", f"{name}_tt"):
            return False
    return True
