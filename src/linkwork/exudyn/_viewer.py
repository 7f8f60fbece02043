"""mbs.SolutionViewer and interactive.SolutionViewer: the player of Linkwork."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from typing import Any

import numpy as np

from linkwork.core.enums import ConfigurationType
from linkwork.exudyn._notices import notice
from linkwork.exudyn._renderer import wishes
from linkwork.results.files.text import arrays_of
from linkwork.results.snapshot import Snapshot
from linkwork.results.solution import Solution
from linkwork.results.statistics import Statistics


def has_screen() -> bool:
    """Whether a browser can be opened: a terminal is attached, and there is a display."""
    if sys.platform in ("win32", "darwin"):
        return bool(sys.stdout.isatty())
    display = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    return bool(display) and sys.stdout.isatty()


def show_solution(mbs: Any, given: Any = None, increment: int = 1) -> None:
    """Play a run, or write it to the page that was wished for.

    given -- a Solution, or what LoadSolutionFile returned; None: the last run
    increment -- show every row (1), every second one (2), ...; only for rows of LoadSolutionFile
    """
    solution = mbs.solution if given is None else given
    if isinstance(given, Mapping):
        solution = solution_of(mbs, given, increment)
    if solution is None or not len(solution.times):
        notice("viewer", "SolutionViewer: nothing was recorded, so there is nothing to show")
    elif wishes["html"]:
        _last[:] = [solution]
        write_page()
    elif has_screen():
        solution.show()
    else:
        notice(
            "viewer",
            "SolutionViewer needs a screen; `linkwork script --html FILE` writes a page that plays",
        )


def solution_of(mbs: Any, given: Mapping[str, Any], increment: int = 1) -> Solution:
    """The Solution with the rows of LoadSolutionFile; parts that the file lacks are zero."""
    model, _ = mbs._assembled("SolutionViewer")
    rows = np.asarray(given["data"], float)[:: max(1, int(increment))]
    arrays = arrays_of(rows, list(given["columnsExported"]))
    sizes = mbs.systemData.arrays_of(ConfigurationType.Current)
    wanted = {name: len(sizes[short]) for name, short in STATE.items()}
    for name, count in wanted.items():
        found = arrays[name].shape[1]
        if found not in ((count,) if name == "coordinates" else (0, count)):
            raise ValueError(
                f"SolutionViewer: the solution has {found} {name.replace('_', ' ')}, and the "
                f"system has {count}; it belongs to another model"
            )
        if found != count:
            arrays[name] = np.zeros((len(rows), count))
    statistics = Statistics("file", max(0, len(rows) - 1))
    return Solution(arrays, {}, statistics, "", Snapshot.of(model))


STATE = {
    "coordinates": "q", "velocities": "v", "accelerations": "a", "multipliers": "multipliers",
    "ode1_coordinates": "y", "ode1_velocities": "y_t", "data_coordinates": "data_coordinates",
}  # fmt: skip
"""Arrays of a Solution, and what the states of systemData call them."""


def show_modes(solution: Any, title: str) -> None:
    """Play modes, or write them to the page that was wished for."""
    if wishes["html"]:
        solution.export_html(wishes["html"], title)
        _last.clear()
    else:
        solution.show(title)


_last: list[Any] = []
"""The solution of the last run, for the page."""


def note_run(mbs: Any) -> None:
    """Remember the run that a page would show."""
    _last[:] = [mbs.solution]


def write_page() -> None:
    """Write the page of the last run, if one is wished for."""
    if wishes["html"] and _last and _last[0] is not None and len(_last[0].times):
        _last[0].export_html(wishes["html"])
        _last.clear()
