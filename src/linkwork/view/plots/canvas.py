"""Figures: creation, style, display and files.

Nothing here changes the user's settings of matplotlib: ours apply in a context that ends with the
call, and figures do not go through pyplot unless it is in interactive use.
"""

from __future__ import annotations

import functools
import io
import os
import sys
from pathlib import Path
from typing import Any

from linkwork.core.errors import SysError, warn

COLORS = (
    "#0b6bcb", "#d9480f", "#2f9e44", "#7048e8", "#c2255c", "#0c8599", "#b08800", "#495057",
)  # fmt: skip

CHUNK = 20000
"""Points of a curve that are drawn at once."""

STYLE: dict[str, Any] = {
    "font.family": "sans-serif",
    "font.size": 10.0,
    "text.usetex": False,
    "axes.facecolor": "white",
    "axes.edgecolor": "#868e96",
    "axes.labelcolor": "#212529",
    "axes.linewidth": 0.8,
    "axes.grid": True,
    "axes.axisbelow": True,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.formatter.useoffset": False,
    "axes.xmargin": 0.0,
    "figure.facecolor": "white",
    "grid.color": "#e4e7eb",
    "grid.linewidth": 0.8,
    "legend.frameon": False,
    "lines.linewidth": 1.5,
    "text.color": "#212529",
    "xtick.color": "#495057",
    "ytick.color": "#495057",
    "agg.path.chunksize": CHUNK,
}

SCREENLESS = frozenset({"agg", "cairo", "pdf", "pgf", "ps", "svg", "template"})
"""Backends that only write files."""


def library() -> Any:
    """matplotlib, or an error that says how to install it."""
    try:
        import matplotlib.figure
    except ImportError:
        raise SysError(
            'plots need matplotlib, which is not installed: pip install "linkwork[plot]"'
        ) from None
    return matplotlib


def pyplot_in_use() -> Any:
    """pyplot, if the user works with it interactively; None otherwise."""
    pyplot = sys.modules.get("matplotlib.pyplot")
    return pyplot if pyplot is not None and pyplot.isinteractive() else None


@functools.cache
def _figure_class() -> Any:
    from matplotlib.figure import Figure

    class PlotFigure(Figure):
        """A figure that notebooks display, without pyplot; long curves are drawn in pieces."""

        def draw(self, renderer: Any) -> None:
            with library().rc_context({"agg.path.chunksize": CHUNK}):
                super().draw(renderer)

        def _repr_png_(self) -> bytes:
            content = io.BytesIO()
            self.savefig(content, format="png", dpi=120)
            return content.getvalue()

    return PlotFigure


def new_figure(size: Any, show: bool | None) -> tuple[Any, Any]:
    """(figure, pyplot or None); a figure of pyplot if windows are wanted."""
    pyplot = pyplot_in_use() if show is None else None
    if show:
        import matplotlib.pyplot as pyplot
    if pyplot is not None:
        return pyplot.figure(figsize=size, layout="constrained"), pyplot
    return _figure_class()(figsize=size, layout="constrained"), None


def settle(ax: Any, margin: float | None = None, size: float = STYLE["font.size"]) -> None:
    """Fix the look of an axis: ticks created later would use the settings of that time."""
    ax.tick_params(labelsize=size, color=STYLE["axes.edgecolor"], labelcolor=STYLE["xtick.color"])
    ax.grid(True, color=STYLE["grid.color"], linewidth=STYLE["grid.linewidth"])
    if margin is not None:
        ax.margins(x=margin)


def equal_axes(ax: Any) -> None:
    """One scale for x and y, so that a path has its shape; axes shared with others stay."""
    shared = (ax.get_shared_x_axes(), ax.get_shared_y_axes())
    if all(len(group.get_siblings(ax)) == 1 for group in shared):
        ax.set_aspect("equal", adjustable="datalim")


def is_inline(pyplot: Any) -> bool:
    """Whether a notebook displays the figures of pyplot at the end of a cell."""
    return "inline" in pyplot.get_backend().lower()


def opens_windows(pyplot: Any) -> bool:
    """Whether figures of pyplot can be shown in windows."""
    return pyplot.get_backend().lower() not in SCREENLESS and not is_inline(pyplot)


def present(pyplot: Any, wanted: bool | None) -> None:
    """Show the windows of pyplot; without a display, give a warning."""
    if pyplot is None:
        return
    if not opens_windows(pyplot):
        if wanted and not is_inline(pyplot):
            warn("there is no display to show the plot on; give fileName to write it to a file")
        return
    pyplot.show(block=bool(wanted) and not pyplot.isinteractive())


def save(figure: Any, name: Any, dpi: float = 150.0) -> Path:
    """Write a figure to a file; its suffix sets the format."""
    if not isinstance(name, (str, os.PathLike)):
        raise SysError(f"fileName must be the name of a file, got {name!r}")
    path = Path(name)
    known = figure.canvas.get_supported_filetypes()
    if path.suffix.lstrip(".").lower() not in known:
        raise SysError(
            f"fileName {str(path)!r} must end with one of {', '.join(sorted(known))}, such as .png"
        )
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        figure.savefig(path, dpi=dpi)
    except OSError as error:
        raise SysError(f"{path} cannot be written: {error}") from error
    except ValueError as error:  # texts of the user between $ signs are formulas
        told = " ".join(str(error).split())
        raise SysError(
            f"{path} cannot be written: a text has a broken formula; write \\$ for a dollar sign "
            f"({told})"
        ) from error
    return path


def plain(text: Any) -> str:
    """A name as text: neither a formula, nor hidden from legends by an underscore."""
    told = str(text).replace("$", r"\$").replace("\t", " ")
    return f" {told}" if told.startswith("_") else told
