"""Methods of Solution that show it: doors to the view, which is imported when one is used."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from linkwork.results.solution import Solution


def show(solution: Solution, title: str = "", frames: int = 1001, height: int = 560) -> Path | None:
    """Play the Solution: in the browser, or inline in a notebook.

    title -- of the page
    frames -- most recorded states to show, evenly spaced
    height -- of the player in a notebook [px]
    """
    from linkwork.view.page import show

    return show(solution, title, frames, height)


def export_html(
    solution: Solution, fileName: str | os.PathLike[str], title: str = "", frames: int = 1001
) -> Path:
    """Write a page that plays the Solution in any browser, without a network.

    title -- of the page; default: the name of the file
    frames -- most recorded states to show, evenly spaced
    """
    from linkwork.view.page import export_html

    return export_html(solution, fileName, title, frames)


def plot(
    solution: Solution,
    what: Any = None,
    components: Any = None,
    *,
    ax: Any = None,
    against: Any = None,
    title: str | None = None,
    labels: Any = None,
    fileName: Any = None,
    show: bool | None = None,
    size: tuple[float, float] | None = None,
) -> Any:
    """Plot recorded quantities over time; returns the matplotlib Figure.

    what -- name or number of a sensor or a list of them; "coordinates", "velocities",
        "accelerations", "multipliers", "ode1 coordinates", "data coordinates", "energy",
        "constraint errors"; None: all sensors, or the coordinates if there are none
    components -- which ones: numbers, names ("x"), "norm"; one or a list; None: all
    ax -- axes to draw into, one per panel (a panel per unit); None: a new figure
    against -- instead of the time: a component of what is plotted, the name of a sensor,
        (name, component), or an array
    title, labels -- of the figure; texts of the legend, one per curve
    fileName -- file to write, .png, .pdf, .svg, ...
    show -- True: open a window, if there is a display; False: never; None: if pyplot is in
        interactive use
    size -- of the figure [inch]
    """
    from linkwork.view.plots import plot_solution

    chosen: dict[str, Any] = dict(
        ax=ax, against=against, title=title, labels=labels, fileName=fileName, show=show,
        size=size,
    )  # fmt: skip
    return plot_solution(solution, what, components, **chosen)
