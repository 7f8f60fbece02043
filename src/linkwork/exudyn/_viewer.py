"""mbs.SolutionViewer and interactive.SolutionViewer: the player of Linkwork."""

from __future__ import annotations

import os
import sys
from typing import Any

from linkwork.exudyn._notices import notice
from linkwork.exudyn._renderer import wishes


def has_screen() -> bool:
    """Whether a browser can be opened: a terminal is attached, and there is a display."""
    if sys.platform in ("win32", "darwin"):
        return bool(sys.stdout.isatty())
    display = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    return bool(display) and sys.stdout.isatty()


def show_solution(mbs: Any, given: Any = None) -> None:
    """Play the last run, or write it to the page that was wished for.

    given -- a Solution; what LoadSolutionFile returned has rows of the last run of the system
    """
    solution = given if hasattr(given, "show") else mbs.solution
    if solution is None or not len(solution.times):
        notice("viewer", "SolutionViewer: nothing was recorded, so there is nothing to show")
    elif wishes["html"]:
        note_run(mbs)
        write_page()
    elif has_screen():
        solution.show()
    else:
        notice(
            "viewer",
            "SolutionViewer needs a screen; `linkwork script --html FILE` writes a page that plays",
        )


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
