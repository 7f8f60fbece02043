"""The text format of the solution file: rows of numbers after a header.

    #Linkwork solution file
    #solver = GeneralizedAlpha
    #columns contain: time, ODE2 displacements, ...
    #number of system coordinates [nODE2, nODE1, nAlgebraic, nData] = [3,0,0,0]
    #number of written coordinates [nODE2, nVel2, nAcc2, nODE1, nVel1, nAlgebraic, nData] = [...]
    #total columns exported (excl. time) = 9
    0,0.1,...

Readers rely on the seven counts in the fifth line.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from linkwork.core.errors import SysError
from linkwork.core.files.whole_files import cannot_write, make_folder_of, reason, replacing
from linkwork.results.solution import Solution
from linkwork.results.statistics import Statistics

COLUMNS = {
    "coordinates": "ODE2 displacements",
    "velocities": "ODE2 velocities",
    "accelerations": "ODE2 accelerations",
    "ode1_coordinates": "ODE1 coordinates",
    "ode1_velocities": "ODE1 velocities",
    "multipliers": "AE coordinates",
    "data_coordinates": "Data coordinates",
}
"""Array of a Solution, in the order of the columns -> its name in the header."""

COUNTS = "number of written coordinates [nODE2, nVel2, nAcc2, nODE1, nVel1, nAlgebraic, nData]"
_COUNTS = re.compile(r"#\s*number of written coordinates\s*\[[^\]]*\]\s*=\s*\[([\d,\s]*)\]")
NEW_LINE = "\\n"
"""Replaces a line break in the message of a run that failed."""

_STOPPED = re.compile(r"#\s*run stopped: (.*); \w+ = [^;]*$")
_LINE = re.compile(r"^#.*$", re.MULTILINE)
_ROW = re.compile(r"^[^#\s]", re.MULTILINE)
TOGETHER = 1024
"""Number of rows that are converted to text at once."""

EXACT = 17
"""Significant digits that restore every number exactly."""


class Table(NamedTuple):
    """What a solution file holds: rows with the time first, the seven counts, header lines."""

    rows: np.ndarray
    counts: list[int]
    comments: list[str]


def header_of(solution: Solution, parts: Sequence[str], information: str = "") -> list[str]:
    """The header; parts -- which arrays are written."""
    counts = counts_of(solution, parts)
    kept = ("coordinates", "ode1_coordinates", "multipliers", "data_coordinates")
    system = ",".join(str(getattr(solution, name).shape[1]) for name in kept)
    named = [COLUMNS[name] for name, count in zip(COLUMNS, counts, strict=True) if count]
    return [
        "Linkwork solution file",
        f"solver = {solution.statistics.solver}",
        "columns contain: " + ", ".join(["time", *named]),
        f"number of system coordinates [nODE2, nODE1, nAlgebraic, nData] = [{system}]",
        counts_line(counts),
        f"total columns exported (excl. time) = {sum(counts)}",
        *([f"solution information = {information}"] if information else []),
    ]


def footer_of(solution: Solution) -> list[str]:
    """How the run ended, and its statistics."""
    message = solution.message.replace("\n", NEW_LINE)  # the footer is one line
    state = "finished" if solution.success else f"stopped: {message}"
    numbers = solution.statistics.numbers()
    return [f"run {state}; " + ", ".join(f"{k} = {v:g}" for k, v in numbers.items())]


def counts_of(solution: Solution, parts: Sequence[str]) -> list[int]:
    """The seven counts of written coordinates."""
    return [getattr(solution, name).shape[1] if name in parts else 0 for name in COLUMNS]


def counts_line(counts: Iterable[int]) -> str:
    """The line with these counts."""
    return f"{COUNTS} = [{','.join(map(str, counts))}]"


def blocks_of(solution: Solution, parts: Sequence[str], rows: int = 65536) -> Iterable[np.ndarray]:
    """Rows with time and the given parts, some at a time: a solution can be larger than memory."""
    for first in range(0, len(solution), rows):
        here = slice(first, first + rows)
        arrays = [getattr(solution, name)[here] for name in COLUMNS if name in parts]
        yield np.column_stack([solution.times[here], *arrays])


def write_text(
    path: Path,
    blocks: Iterable[np.ndarray],
    header: Iterable[str],
    footer: Iterable[str],
    digits: int,
    append: bool = False,
) -> None:
    """Write or append rows with header and footer."""

    def write(file: Any) -> None:
        file.writelines("#" + " ".join(line.splitlines()) + "\n" for line in header)
        for block in blocks:
            row = ",".join([f"%.{digits}g"] * block.shape[1]) + "\n"
            for first in range(0, len(block), TOGETHER):
                some = block[first : first + TOGETHER]
                file.write(row * len(some) % tuple(some.ravel().tolist()))
        file.writelines("#" + " ".join(line.splitlines()) + "\n" for line in footer)

    # names of items may have halves of surrogate pairs, which UTF-8 cannot hold
    form: Any = dict(encoding="utf-8", errors="backslashreplace", newline="\n")
    if not append:
        with replacing(path) as part, part.open("w", **form) as file:
            write(file)
        return
    make_folder_of(path)
    try:
        with path.open("a", **form) as file:
            write(file)
    except OSError as error:
        raise cannot_write(path, error) from error


# ------------------------------------------------------------------ reading


def read_text(path: Path, safe: bool = False, limit: int = -1, header: bool = True) -> Table:
    """Read a solution file.

    safe -- read the complete rows of a truncated file; limit -- most rows, -1: all
    header -- whether the counts must be there
    """
    try:
        with path.open(encoding="utf-8") as file:
            text = file.read()
    except (OSError, UnicodeDecodeError) as error:
        raise SysError(f"{path} cannot be read as a solution file: {reason(error)}") from error
    comments = _LINE.findall(text)
    counts = counts_in(path, comments) if header else None
    width = 1 + sum(counts) if counts is not None else None
    rows = _at_once(path, text, width) if limit < 0 else None
    if rows is None:
        numbered = _numbered(path, text, safe)
        rows = _rows(path, numbered[:limit] if limit >= 0 else numbered, width, safe)
    if counts is None:
        counts = [max(rows.shape[1] - 1, 0), 0, 0, 0, 0, 0, 0]
    return Table(rows, counts, comments)


def _at_once(path: Path, text: str, width: int | None) -> np.ndarray | None:
    """The rows of a valid file, read the fast way; else None."""
    if not text.endswith("\n") or not _ROW.search(text):
        return None
    try:
        rows = np.loadtxt(path, delimiter=",", comments="#", ndmin=2, encoding="utf-8")
    except (OSError, ValueError):
        return None
    return rows if width in (None, rows.shape[1]) else None


def _numbered(path: Path, text: str, safe: bool) -> list[tuple[int, str]]:
    """The lines with rows, and their numbers."""
    lines = text.splitlines()
    found = [(k, line) for k, line in enumerate(lines, 1) if line.strip() and line[0] != "#"]
    if found and not text.endswith("\n") and found[-1][0] == len(lines):
        if not safe:
            raise SysError(
                f"{path} is truncated in line {len(lines)}: it has no end of line; "
                "LoadSolutionFile(..., safeMode=True) reads the rows before it"
            )
        found.pop()
    return found


def counts_in(path: Path, comments: list[str]) -> list[int]:
    """The seven counts in the comments of a file."""
    found = [match.group(1) for match in map(_COUNTS.match, comments) if match]
    if not found:
        raise SysError(f"{path} is not a solution file: its header has no line '#{COUNTS} = [...]'")
    counts = [int(part) for part in found[0].split(",") if part.strip() and len(part) < 10]
    if len(counts) != 7:
        raise SysError(f"{path}: the header must have seven counts, got [{found[0]}]")
    if any(other != found[0] for other in found):
        raise SysError(f"{path} holds runs with different numbers of columns, one after another")
    return counts


def _rows(path: Path, numbered: list[tuple[int, str]], width: int | None, safe: bool) -> np.ndarray:
    """Numbers of the lines; errors name the line."""
    if not numbered:
        return np.zeros((0, width or 1))
    width = width or numbered[0][1].count(",") + 1
    whole = [(k, line) for k, line in numbered if line.count(",") + 1 == width]
    if len(whole) != len(numbered) and not safe:
        k, line = next(each for each in numbered if each[1].count(",") + 1 != width)
        raise SysError(
            f"{path}, line {k}: {line.count(',') + 1} numbers instead of {width}; if the file is "
            "truncated, LoadSolutionFile(..., safeMode=True) reads its complete rows"
        )
    if not whole:
        return np.zeros((0, width))
    try:
        rows = np.loadtxt([line for _, line in whole], delimiter=",", comments=None, ndmin=2)
    except ValueError:
        k, line = next(each for each in whole if not _is_row(each[1]))
        raise SysError(f"{path}, line {k}: {line!r:.60} is not a row of numbers") from None
    return rows


def _is_row(line: str) -> bool:
    try:
        np.loadtxt([line], delimiter=",", comments=None)  # stricter than float
    except ValueError:
        return False
    return True


def arrays_of(rows: np.ndarray, counts: Sequence[int]) -> dict[str, np.ndarray]:
    """The arrays of a Solution in such rows."""
    arrays, place = {"times": rows[:, 0].copy()}, 1
    for name, count in zip(COLUMNS, counts, strict=True):
        arrays[name] = rows[:, place : place + count].copy()
        place += count
    return arrays


def load_text(path: Path) -> Solution:
    """Solution of the states in a text file; it has neither sensors nor a model."""
    table = read_text(path)
    stopped = [match.group(1) for match in map(_STOPPED.match, table.comments[-1:]) if match]
    solver = next((s[10:] for s in table.comments if s.startswith("#solver = ")), "")
    message = stopped[0].replace(NEW_LINE, "\n") if stopped else ""
    return Solution(arrays_of(table.rows, table.counts), {}, Statistics(solver), message)
