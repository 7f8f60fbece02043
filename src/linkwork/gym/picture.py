"""Pictures of a system for `render`: its scene in the x-y plane, drawn by Matplotlib."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from linkwork.view.flat import FlatScene
from linkwork.view.plots.canvas import library

SIZE, DOTS = (4.8, 3.6), 100
"""Size of a picture [inch] and points per inch."""

ROOM = 0.75
"""Half the height of the view, relative to the size of the first state."""

PAPER, GRID, INK = "#f4f6f9", "#dde2e9", "#5f6b7c"


class Picture:
    """A figure that is drawn again for every picture.

    view -- ((x_min, x_max), (y_min, y_max)) [m]; None: the first state with room around it, so
    that motion can be seen, and more where a body would leave the picture
    """

    def __init__(self, view: Any) -> None:
        matplotlib = library()
        from matplotlib.backends.backend_agg import FigureCanvasAgg

        self._view = view
        self._room: np.ndarray | None = None
        self._canvas: Any = FigureCanvasAgg(matplotlib.figure.Figure(SIZE, DOTS))
        self._axes = self._canvas.figure.add_axes((0.0, 0.0, 1.0, 1.0))

    def take(self, draw: Callable[[Any], Any]) -> np.ndarray:
        """RGB values of a new picture.

        draw -- draws into axes; may return the bounds of the first state and of the present one
        """
        axes = self._axes
        axes.clear()
        axes.set_facecolor(PAPER)
        axes.grid(color=GRID, linewidth=0.8)
        axes.set_axisbelow(True)
        axes.tick_params(length=0, labelsize=7, labelcolor=INK)
        axes.tick_params(axis="x", pad=-10)
        axes.tick_params(axis="y", pad=-22)
        axes.margins(0.1)
        bounds = draw(axes)
        view = self._view
        if view is None and bounds is not None:
            view = self._fixed(*bounds)
        if view is None:
            axes.set_aspect("equal", adjustable="datalim")
        else:
            axes.set_xlim(*view[0])
            axes.set_ylim(*view[1])
            axes.set_aspect("equal", adjustable="datalim" if self._view is not None else "box")
        for label in axes.get_yticklabels():
            label.set_verticalalignment("bottom")
        self._canvas.draw()
        return np.asarray(self._canvas.buffer_rgba())[:, :, :3].copy()

    def _fixed(self, first: Any, present: Any) -> np.ndarray:
        """The limits of x and y: the same in all pictures, unless a body would leave them."""
        if self._room is None:
            low, high = first
            self._room = self._limits(0.5 * (low + high), ROOM * max(*(high - low), 1.0e-3))
        low = np.minimum(self._room[:, 0], present[0])
        high = np.maximum(self._room[:, 1], present[1])
        if (low < self._room[:, 0]).any() or (high > self._room[:, 1]).any():
            wide, tall = high - low
            self._room = self._limits(0.5 * (low + high), 0.55 * max(tall, wide * _tall()))
        return self._room

    def _limits(self, center: np.ndarray, half: float) -> np.ndarray:
        wide = half / _tall()
        return np.array(
            [[center[0] - wide, center[0] + wide], [center[1] - half, center[1] + half]]
        )


def _tall() -> float:
    return SIZE[1] / SIZE[0]


class SystemDrawing:
    """Draws the present state of a system as the player does; made again for a new model."""

    def __init__(self) -> None:
        self._scene: FlatScene | None = None

    def draw(self, mbs: Any, axes: Any) -> Any:
        """Bounds of the first state that was drawn, and of the present one [m]."""
        model, q = mbs._model, mbs._data["q"]
        if self._scene is None or self._scene.model is not model:
            self._scene = FlatScene(model, q.copy())
        return self._scene.bounds, self._scene.draw(axes, q)
