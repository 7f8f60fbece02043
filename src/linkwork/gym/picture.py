"""Pictures of a system for `render`: the x-y plane, drawn by matplotlib."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from linkwork.core.enums import OutputVariableType as Variable
from linkwork.view.plots.canvas import COLORS, library

SIZE, DOTS = (4.8, 3.6), 100
"""Size of a picture [inch] and points per inch."""


class Picture:
    """A figure that is drawn again for every picture.

    view -- ((x_min, x_max), (y_min, y_max)) [m]; None: all that is drawn
    """

    def __init__(self, view: Any) -> None:
        matplotlib = library()
        from matplotlib.backends.backend_agg import FigureCanvasAgg

        self._view = view
        self._canvas: Any = FigureCanvasAgg(matplotlib.figure.Figure(SIZE, DOTS))
        self._axes = self._canvas.figure.add_axes((0.0, 0.0, 1.0, 1.0))

    def take(self, draw: Callable[[Any], None]) -> np.ndarray:
        """RGB values of a new picture."""
        axes = self._axes
        axes.clear()
        axes.set_axis_off()
        axes.margins(0.1)
        draw(axes)
        axes.set_aspect("equal", adjustable="datalim")
        if self._view is not None:
            axes.set_xlim(*self._view[0])
            axes.set_ylim(*self._view[1])
        self._canvas.draw()
        return np.asarray(self._canvas.buffer_rgba())[:, :, :3].copy()


def draw_system(mbs: Any, axes: Any) -> None:
    """Draw bodies as points with lines to their markers, and connectors as lines between these."""
    items = mbs._items
    markers = {
        number: mbs.GetMarkerOutput(number, Variable.Position)[:2]
        for number, marker in enumerate(items["marker"])
        if Variable.Position in marker.outputs
    }
    for number, item in enumerate(items["object"]):
        ends = [markers[m] for m in getattr(item, "markerNumbers", ()) if m in markers]
        if len(ends) > 1:
            axes.plot(*np.transpose(ends), color=COLORS[7], linewidth=1.5, zorder=1)
        elif Variable.Position in item.outputs and not ends:
            center = mbs.GetObjectOutputBody(number, Variable.Position)[:2]
            own = [
                markers[m]
                for m, marker in enumerate(items["marker"])
                if m in markers and getattr(marker, "bodyNumber", None) == number
            ]
            for place in own:
                axes.plot(*np.transpose([center, place]), color=COLORS[0], linewidth=4.0, zorder=2)
            axes.plot(*center, "o", color=COLORS[0], markersize=10.0, zorder=3)
