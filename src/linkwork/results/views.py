"""What a Solution offers to look at: doors to the view, which is imported when one is used."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any


class Views:
    """Pictures of a Solution."""

    def show(self, title: str = "", frames: int = 1000, height: int = 560) -> Path | None:
        """Play the Solution: in the browser, or inline in a notebook.

        title -- of the page
        frames -- most recorded states that are shown, evenly spread
        height -- of the player in a notebook [px]
        """
        from linkwork.view.page import show

        return show(self, title, frames, height)  # type: ignore[arg-type]

    def export_html(
        self, fileName: str | os.PathLike[str], title: str = "", frames: int = 1000
    ) -> Path:
        """Write a page that plays the Solution in any browser, without a network.

        title -- of the page; without one the name of the file
        frames -- most recorded states that are shown, evenly spread
        """
        from linkwork.view.page import export_html

        return export_html(self, fileName, title, frames)  # type: ignore[arg-type]

    def plot(self, what: Any = None, components: Any = None, **options: Any) -> Any:
        """Plot recorded quantities over time; returns the matplotlib Figure.

        what -- name of a sensor or a list of names; "coordinates", "velocities", "accelerations",
        "multipliers", "ode1 coordinates", "data coordinates", "energy", "constraint errors"; None:
        all sensors, or the coordinates where there are none
        components -- which ones: numbers, names ("x"), "norm"; one or a list; None: all
        options -- ax: axes to draw into; against: what stands on the x axis instead of the time;
        title; labels: texts of the legend; fileName: file to write; show: whether a window opens;
        size: of the figure [inch]; see `linkwork.view.plots.plot_solution`
        """
        from linkwork.view.plots import plot_solution

        return plot_solution(self, what, components, **options)  # type: ignore[arg-type]
