"""modes.plot(...): shapes side by side, drawn over the state of the linearization."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.core.errors import SysError
from linkwork.view.mode_shapes import places_of
from linkwork.view.plots import canvas
from linkwork.view.scene.motion import Motion

if TYPE_CHECKING:
    from linkwork.modes.result import Modes

FIRST = 6
"""Number of modes that are drawn by default."""

COLUMNS = 3
AXES = ("x [m]", "y [m]", "z [m]")
WIDE = 0.05
"""Smallest extent and motion along an axis that matter, relative to the largest."""

OBLIQUE = np.array([[0.87, -0.5, 0.0], [0.25, 0.43, 0.87]])
"""Rows: axes of an oblique view."""

LENGTH = 18.0
"""Length of the lines that show the axes in space [points]."""

AT_REST, MOVED, QUIET = "#adb5bd", canvas.COLORS[0], "#495057"


def plot_modes(
    modes: Modes, chosen: Any, amplitude: float | None, title: str | None, fileName: Any,
    show: bool | None, size: tuple[float, float] | None,
) -> Any:  # fmt: skip
    """Draw shapes, see Modes.plot; returns the matplotlib Figure."""
    if not len(modes):
        raise SysError("there are no modes to plot: the system has no free coordinate")
    if chosen is None:
        chosen = range(min(FIRST, len(modes)))
    numbers = [modes.checked(k) for k in ([chosen] if np.ndim(chosen) == 0 else chosen)]
    if not numbers:
        raise SysError("modes to plot must be given by number, got none")
    library = canvas.library()
    columns = min(COLUMNS, len(numbers))
    lines = -(-len(numbers) // columns)
    with library.rc_context(canvas.STYLE):
        figure, pyplot = canvas.new_figure(size or (3.2 * columns + 0.6, 2.9 * lines + 0.3), show)
        axes = figure.subplots(lines, columns, squeeze=False).ravel()
        shapes = [_real(modes, number) for number in numbers]
        motions = [
            Motion(
                modes.snapshot, np.stack([modes.q, modes.q + modes.factor(k, amplitude) * shape])
            )
            for k, shape in zip(numbers, shapes, strict=True)
        ]
        sides = sorted(set().union(*(_axes(motion) for motion in motions)))
        for ax, number, shape, motion in zip(axes, numbers, shapes, motions, strict=False):
            ax.set_title(modes.title(number), fontsize=10.0, loc="left")
            if len(places_of(motion)[0]) < 2:
                _bars(ax, modes, shape)
            else:
                _draw(ax, motion, sides)
        for ax in axes[len(numbers) :]:
            ax.set_visible(False)
        if title is not None:
            figure.suptitle(title)
        if fileName is not None:
            canvas.save(figure, fileName)
        canvas.present(pyplot, show)
    return figure


def _real(modes: Modes, number: int) -> np.ndarray:
    """The shape where its largest entry is at its largest."""
    shape = modes.vectors[:, number]
    turn = shape[np.abs(shape).argmax()] if len(shape) else 1.0
    return np.real(shape * np.conj(turn) / abs(turn)) if turn else np.real(shape)


def _points(motion: Motion) -> np.ndarray:
    """Places at rest and moved (places, 2, 3)."""
    places, _ = places_of(motion)
    return np.reshape([motion.positions(place) for place in places], (-1, 2, 3))


def _draw(ax: Any, motion: Motion, axes: list[int]) -> None:
    """One shape as lines and points, over the state at rest."""
    points, (_, pairs) = _points(motion), places_of(motion)
    flat = _projected(points, axes)
    for state, color, line in ((0, AT_REST, 0.8), (1, MOVED, 1.4)):
        ends = [[motion.positions(place)[state] for place in pair] for pair in pairs]
        lines = _projected(np.reshape(ends, (-1, 2, 3)), axes)
        broken = np.concatenate([lines, np.full_like(lines[:, :1], np.nan)], axis=1)
        ax.plot(*broken.reshape(-1, 2).T, color=color, linewidth=line, zorder=state)
        dots = dict(markersize=_dot(len(points)), zorder=state + 2)
        ax.plot(*flat[:, state].T, "o", color=color, **dots)
    canvas.settle(ax, margin=0.06, size=8.0)
    ax.set_aspect("equal", adjustable="datalim")
    if len(axes) == 2:
        ax.set_xlabel(AXES[axes[0]], fontsize=8.0)
        ax.set_ylabel(AXES[axes[1]], fontsize=8.0)
    else:
        ax.set_axis_off()
        _tell_directions(ax)


def _tell_directions(ax: Any) -> None:
    """The axes of space, in the lower left corner of an oblique view."""
    corner = np.array([26.0, 10.0])
    for name, way in zip("xyz", OBLIQUE.T, strict=True):
        ends = dict(xy=corner + LENGTH * way, xytext=corner)
        places = dict(xycoords="axes points", textcoords="axes points")
        ax.annotate("", **ends, **places, arrowprops=dict(arrowstyle="-", color=QUIET))
        at = corner + (LENGTH + 6.0) * way
        letter = dict(fontsize=8.0, color=QUIET, ha="center", va="center")
        ax.annotate(name, at, xycoords="axes points", **letter)


def _axes(motion: Motion) -> list[int]:
    """Axes along which the model is wide or moves: two are enough for a flat picture."""
    points = _points(motion)
    if len(points) < 2:
        return [0, 1]
    rest = points[:, 0]
    span = rest.max(axis=0) - rest.min(axis=0)
    moved = np.abs(points[:, 1] - rest).max(axis=0)
    wide = (span > WIDE * span.max()) | (moved > WIDE * moved.max())
    found: list[int] = np.flatnonzero(wide).tolist()
    return found if len(found) > 1 else sorted({*found, 0, 1})[:2]


def _projected(points: np.ndarray, axes: list[int]) -> np.ndarray:
    """Points (..., 3) in the plane of two axes, or seen from above at an angle."""
    if len(axes) == 2:
        flat: np.ndarray = points[..., axes]
        return flat
    tilted: np.ndarray = points @ OBLIQUE.T
    return tilted


def _dot(count: int) -> float:
    """Size of a point; smaller if there are many."""
    return float(np.clip(24.0 / np.sqrt(count), 1.0, 5.0))


def _bars(ax: Any, modes: Modes, shape: np.ndarray) -> None:
    """Entries of a shape by coordinate."""
    ax.bar(np.arange(len(shape)), shape, color=MOVED)
    canvas.settle(ax, margin=0.02, size=8.0)
    ax.set_xlabel("coordinate", fontsize=8.0)
    if len(shape) <= 8:
        names = [canvas.plain(name) for name in modes.names]
        ax.set_xticks(np.arange(len(shape)), names, rotation=30, ha="right")
