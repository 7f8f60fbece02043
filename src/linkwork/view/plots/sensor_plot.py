"""PlotSensor: curves of sensors, files and arrays in a pyplot figure."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import Any

import numpy as np

from linkwork.core.errors import SysError
from linkwork.view.plots import canvas, legends
from linkwork.view.plots.missed_extremes import warn_of_missed_extremes
from linkwork.view.plots.panels import one_scale
from linkwork.view.plots.sensor_arguments import SensorPlot, number
from linkwork.view.plots.sensor_data import TIME

LEGEND: dict[str, Any] = dict(frameon=True, framealpha=0.7, edgecolor="none")

BESIDE = 1.0
"""Width of the labels of the y axis [inch]."""

SMALLER = 0.75
"""Size of the letters of a legend above the axes, relative to the others."""

FEW_TICKS = 8
"""Number of ticks up to which labels fit, if the user has not set one."""

LETTERS = 1.3
"""Letters per font size that fit along an axis, with some margin."""


def plot_sensor(mbs: Any, arguments: dict[str, Any], further: dict[str, Any]) -> list[Any]:
    """Draw; returns [pyplot, figure, axes, list of lines]."""
    canvas.library()
    plot = SensorPlot(mbs, arguments, further)
    curves, labels, given = plot.curves(), plot.labels(), plot.given
    if mbs is not None:
        warn_of_missed_extremes(mbs.solution, (source.name for source in plot.sources))
    styles = [plot.style(k, len(x)) for k, (x, _) in enumerate(curves)]
    sizes = _pair("sizeInches", given["sizeInches"])
    tiles = _tiles(given["subPlot"])
    import matplotlib.pyplot as plt

    look: Any = canvas.STYLE | {"font.size": number("fontSize", given["fontSize"])}
    with plt.rc_context(look):
        before = plt.get_fignums()
        figure, ax = _place(plt, given, sizes, tiles)
        try:
            if plot.is_path and not _ranges(given) and one_scale(curves):
                canvas.equal_axes(ax)
            lines = []
            for (x, y), label, style in zip(curves, labels, styles, strict=True):
                lines += ax.plot(x, y, label=canvas.plain(label), **style)
            _finish(plot, ax, look["font.size"])
            if given["fileName"]:
                canvas.save(figure, given["fileName"])
        except (ValueError, TypeError, AttributeError, SysError) as error:
            if figure.number not in before:
                plt.close(figure)
            if isinstance(error, SysError):
                raise
            raise SysError(f"PlotSensor: matplotlib refuses an argument: {error}") from error
    if canvas.opens_windows(plt):
        plt.show(block=False)
    return [plt, figure, ax, lines]


def _pair(name: str, value: Any) -> tuple[float, float]:
    if not isinstance(value, (Sequence, np.ndarray)) or len(value) != 2:
        raise SysError(f"PlotSensor: {name} must be two numbers, got {value!r}")
    first, second = (number(name, part) for part in value)
    return first, second


def _tiles(value: Any) -> tuple[int, int, int] | None:
    """(columns, rows, place) of subPlot."""
    if not len(value):
        return None
    whole = [v for v in value if isinstance(v, (int, np.integer)) and v > 0]
    if len(whole) != 3 or len(value) != 3 or whole[2] > whole[0] * whole[1]:
        raise SysError(
            f"PlotSensor: subPlot must be [columns, rows, position from 1 on], got {value!r}"
        )
    return int(whole[0]), int(whole[1]), int(whole[2])


def _place(plt: Any, given: dict[str, Any], sizes: Any, tiles: Any) -> tuple[Any, Any]:
    """The figure and axes to draw into."""
    if given["closeAll"]:
        plt.close("all")
    if given["newFigure"] or not plt.get_fignums():
        columns, rows, _ = tiles or (1, 1, 1)
        size = sizes[0] * columns, sizes[1] * rows
        name = given["figureName"] or None
        figure = plt.figure(name, figsize=size, layout="constrained", clear=True)
        figure.set_size_inches(size)
    else:
        figure = plt.gcf()
    if tiles is None:
        return figure, figure.gca()
    columns, rows, position = tiles
    for ax in figure.axes:
        shape = ax.get_subplotspec().get_geometry() if ax.get_subplotspec() else None
        if shape == (rows, columns, position - 1, position - 1):
            figure.sca(ax)
            return figure, ax
    return figure, figure.add_subplot(rows, columns, position)


def _rows(ax: Any) -> int:
    """Number of axes above each other."""
    place = ax.get_subplotspec()
    return int(place.get_gridspec().nrows) if place is not None else 1


def _columns(ax: Any) -> int:
    """Number of axes beside each other."""
    place = ax.get_subplotspec()
    return int(place.get_gridspec().ncols) if place is not None else 1


def _finish(plot: SensorPlot, ax: Any, size: float) -> None:
    """Labels, ranges, ticks, title, legend."""
    from matplotlib.ticker import MaxNLocator

    given = plot.given
    is_phase = any(c != TIME for c in plot.x)
    canvas.settle(ax, margin=0.04 if is_phase else None, size=size)
    x_label = given["xLabel"]
    if "xLabel" in plot.defaulted and is_phase:
        x_label = plot.axis_label(plot.x)
    y_label = given["yLabel"]
    if y_label is None:
        room = ax.figure.get_figheight() / _rows(ax) * 72.0 / size
        y_label = textwrap.fill(plot.axis_label(plot.y), max(12, int(LETTERS * room)))
    ax.set_xlabel(x_label if x_label is not None else "")
    ax.set_ylabel(y_label)
    for axis, letter in ((ax.xaxis, "X"), (ax.yaxis, "Y")):
        if given[f"logScale{letter}"]:
            (ax.set_xscale if letter == "X" else ax.set_yscale)("log", nonpositive="mask")
        elif given[f"majorTicks{letter}"] is not None:
            count = int(number(f"majorTicks{letter}", given[f"majorTicks{letter}"]))
            crowds = count > FEW_TICKS and f"majorTicks{letter}" in plot.defaulted
            steps = dict(steps=[1, 2, 2.5, 5, 10])
            axis.set_major_locator(MaxNLocator("auto" if crowds else max(1, count), **steps))
        if given[f"minorTicks{letter}on"]:
            axis.minorticks_on()
        if len(given[f"range{letter}"]):
            low, high = _pair(f"range{letter}", given[f"range{letter}"])
            if not low < high:
                raise SysError(f"PlotSensor: range{letter} must increase, got [{low}, {high}]")
            (ax.set_xlim if letter == "X" else ax.set_ylim)(low, high)
    _name(plot, ax, size)


def _ranges(given: dict[str, Any]) -> bool:
    """Whether the ranges or scales of the axes are given."""
    names = ("rangeX", "rangeY", "logScaleX", "logScaleY")
    return any(np.size(given[name]) and np.any(given[name]) for name in names)


def _name(plot: SensorPlot, ax: Any, size: float) -> None:
    """Title and legend: above the axes, or where legendArgs says."""
    given = plot.given
    legend, title = given["legendArgs"], given["title"]
    pad = None
    if isinstance(legend, dict):
        ax.legend(**legend)
    elif legend is not None:
        ax.legend(**LEGEND, loc=legend)
    elif len(ax.lines) > 1 or len(given["labels"]):  # else the axis label is enough
        lines, names = ax.get_legend_handles_labels()
        if ax.figure.get_layout_engine() is None:  # no room would be kept above the axes
            legends.inside(ax, lines, names)
        else:
            room = ax.figure.get_figwidth() / _columns(ax) - BESIDE
            made = legends.above(ax, lines, names, room=room, size=SMALLER * size)
            pad = made.get_window_extent().height * 72.0 / ax.figure.dpi + 10.0
    if title:
        ax.set_title(title, pad=pad)
