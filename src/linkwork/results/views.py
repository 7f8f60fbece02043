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

    def plot(self, *what: Any, **options: Any) -> Any:
        """Plot sensors, coordinates, energy or constraint errors; see `linkwork.view.plots`."""
        from linkwork.view.plots import plot_solution

        return plot_solution(self, *what, **options)
