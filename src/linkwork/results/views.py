"""Methods of Solution that show it: doors to the view, which is imported when one is used."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

    from linkwork.results.solution import Solution


def show(
    solution: Solution, title: str = "", frames: int = 1001, height: int = 560, contour: Any = None
) -> Path | None:
    """Play the Solution: in the browser, or inline in a notebook.

    title -- of the page
    frames -- most recorded states to show, evenly spaced
    height -- of the player in a notebook [px]
    contour -- output by which bodies and nodes, or else connectors, are colored: "Velocity" (the
        norm), ("Velocity", "x"), or {"variable": "Velocity", "component": "x", "range": (0, 2)};
        None: that of visualizationSettings.contour; False: none
    """
    from linkwork.view.page import show

    return show(solution, title, frames, height, contour)


def export_html(
    solution: Solution, fileName: str | os.PathLike[str], title: str = "", frames: int = 1001,
    contour: Any = None,
) -> Path:  # fmt: skip
    """Write a page that plays the Solution in any browser, without a network.

    title -- of the page; default: the name of the file
    frames -- most recorded states to show, evenly spaced
    contour -- output that decides on colors, as in `show`
    """
    from linkwork.view.page import export_html

    return export_html(solution, fileName, title, frames, contour)


def movie(
    solution: Solution,
    fileName: str | os.PathLike[str],
    *,
    fps: float | None = None,
    speed: float | None = None,
    size: tuple[int, int] | None = None,
    view: Any = "auto",
    theme: str = "light",
    start: float | None = None,
    end: float | None = None,
    title: str = "",
    showTime: bool = True,
    renderer: str = "auto",
    progress: bool = True,
    contour: Any = None,
) -> Path:
    """Write a movie of the run, .mp4 or .gif; returns its path.

    fps -- frames per second; default 30, of a GIF 25
    speed -- simulated seconds per second; default 1, unless the movie would be shorter than 2 s
        or longer than 30 s
    size -- width and height [px]; default 1280 x 720, of a GIF 800 x 450
    view -- "x", "y", "z", "iso", "2d", or the direction (x, y, z) from which one looks; "auto":
        "2d" for planar models, else "iso"
    theme -- "light" or "dark"
    start, end -- times of the run [s]; default: all of it
    title, showTime -- a text at the top; whether the time is written
    renderer -- "browser": the player, in a headless Chromium, Chrome or Edge; "matplotlib";
        "auto": the browser if there is one
    progress -- whether a bar shows the progress of movies that take longer than a second
    contour -- output that decides on colors, as in `show`
    An older file is replaced when the movie is complete; a movie that is stopped leaves none.
    """
    from linkwork.view.movies.movie import movie

    return movie(
        solution, fileName, fps=fps, speed=speed, size=size, view=view, theme=theme, start=start,
        end=end, title=title, showTime=showTime, renderer=renderer, progress=progress,
        contour=contour,
    )  # fmt: skip


def image(
    solution: Solution,
    fileName: str | os.PathLike[str],
    t: float | None = None,
    *,
    size: tuple[int, int] | None = None,
    view: Any = "auto",
    theme: str = "light",
    title: str = "",
    showTime: bool = True,
    renderer: str = "auto",
    contour: Any = None,
) -> Path:
    """Write a picture of the scene at a time of the run, .png; returns its path.

    t -- time [s]; default: the last recorded state. Between two states, bodies are interpolated
    size -- width and height [px]; default 1280 x 720
    view, theme, title, showTime, renderer, contour -- as in `movie`
    """
    from linkwork.view.movies.movie import image

    return image(
        solution, fileName, t, size=size, view=view, theme=theme, title=title, showTime=showTime,
        renderer=renderer, contour=contour,
    )  # fmt: skip


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
