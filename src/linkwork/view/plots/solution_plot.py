"""solution.plot(...): plots of a result."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from linkwork.core.errors import SysError
from linkwork.results.solution import Solution
from linkwork.view.plots import canvas, legends
from linkwork.view.plots.missed_extremes import warn_of_missed_extremes
from linkwork.view.plots.panels import Curve, Panel, extents, note, panels_of, x_label, y_label
from linkwork.view.plots.quantities import Quantity, quantity
from linkwork.view.plots.thinning import thinned

MANY_CURVES = 20
"""Number of curves of a panel beyond which a legend is not useful."""

TIME, LOAD_STEPS = "time [s]", "time of load steps [s]"

WIDTH, ROOM = 7.0, 6.0
"""Widths of a figure and of its panels [inch]."""

ONE_PANEL, EACH_PANEL, LOWEST_PATH = 3.2, 2.0, 2.4
"""Heights of a panel that is alone, of one of several, and of the lowest path [inch]."""

AROUND, BETWEEN = 0.43, 0.17
"""Heights of the time axis with the edges of the figure, and between panels [inch]."""


def plot_solution(
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
    """Plot recorded quantities over time, see Solution.plot; returns the matplotlib Figure."""
    library = canvas.library()
    time = LOAD_STEPS if solution.statistics.solver == "Static" else TIME
    curves = _curves(_found(solution, what), components, time)
    if against is not None:
        curves = [_against(solution, curve, against) for curve in curves]
    warn_of_missed_extremes(solution, (c.source.name for c in curves if c.source.is_sensor))
    names = _labels(labels, curves)
    panels = panels_of(curves, keep_zeros=names is not None)
    with library.rc_context(canvas.STYLE if ax is None else {}):
        if ax is None:
            figure, pyplot = canvas.new_figure(_size(size) or _own_size(panels, names), show)
            share = against is None
            axes = figure.subplots(len(panels), 1, sharex=share, squeeze=False)[:, 0]
        else:
            axes = _given_axes(ax, len(panels))
            figure, pyplot = axes[0].figure, None
        for place, panel in zip(axes, panels, strict=True):
            thin = ax is None and pyplot is None
            wrap = 42 if len(panels) == 1 else 28
            _draw(place, panel, panel.names(names), thin, ax is None, wrap)
        for place in axes[:-1] if ax is None and against is None else ():
            place.set_xlabel("")
        if title is not None:
            (figure.suptitle if ax is None else axes[0].set_title)(title)
        if fileName is not None:
            canvas.save(figure, fileName)
        canvas.present(pyplot, show)
    return figure


# ------------------------------------------------------------------------------- what is plotted


def _found(solution: Solution, what: Any) -> list[Quantity]:
    if what is None:
        first_order = solution.ode1_coordinates.shape[1] and not solution.coordinates.shape[1]
        what = list(solution.sensors) or ("ode1 coordinates" if first_order else "coordinates")
    names = [what] if isinstance(what, (str, int, np.integer)) else what
    if not isinstance(names, Sequence) or not len(names):
        raise SysError(
            f"what to plot must be a name, the number of a sensor, or a list, got {what!r}"
        )
    if not len(solution.times):
        raise SysError("the result is empty: nothing was recorded")
    return [found for name in names for found in quantity(solution, name)]


def _curves(found: list[Quantity], components: Any, time: str) -> list[Curve]:
    """All curves, those of one quantity together; time -- text of the x axis."""
    curves = []
    for source in found:
        chosen = range(len(source.components)) if components is None else _listed(components)
        zeros = source.zeros() if components is None and not source.keeps_zeros else []
        for component in chosen:
            values, name, unit = source.column(component)
            if np.isnan(values).all() and components is None:
                continue
            curves.append(Curve(source.times, values, source, name, unit, time))
            curves[-1].stays_zero = bool(zeros) and zeros[component]
    if not curves:
        raise SysError(f"there is nothing to plot: components is {components!r}")
    return curves


def _listed(components: Any) -> Sequence[Any]:
    if isinstance(components, (str, int, np.integer)):
        return [components]
    if not isinstance(components, (Sequence, np.ndarray)):
        raise SysError(f"components must be numbers or names, one or a list, got {components!r}")
    return list(components)


def _against(solution: Solution, curve: Curve, against: Any) -> Curve:
    """The same curve over another quantity."""
    if isinstance(against, np.ndarray):
        x, label = against, ""
        if x.shape != curve.y.shape:
            raise SysError(
                f"against must have one number for each of the {len(curve.y)} times of "
                f"{curve.source.name!r}, got an array of shape {x.shape}"
            )
    else:
        source, component = curve.source, against
        if isinstance(against, tuple):
            if len(against) != 2:
                raise SysError(f"against must be (name, component), got {against!r}")
            source, component = quantity(solution, against[0])[0], against[1]
        elif source.place(against) is None and isinstance(against, str) and against != "norm":
            source, component = quantity(solution, against)[0], 0
        x, name, unit = source.column(component)
        if len(x) != len(curve.y) or not np.array_equal(source.times, curve.source.times):
            raise SysError(
                f"{curve.source.name!r} cannot be plotted against {source.name!r}: they were "
                "recorded at different times; use equal write periods for sensors and solution"
            )
        return replace(curve, x=x, x_source=source, x_component=name, x_unit=unit)
    return replace(curve, x=x, x_label=label)


def _labels(labels: Any, curves: list[Curve]) -> dict[int, str] | None:
    """Given texts of the legend by the identity of their curves."""
    if labels is None:
        return None
    given = [labels] if isinstance(labels, str) else list(labels)
    if len(given) != len(curves):
        raise SysError(
            f"labels must have one text for each of the {len(curves)} curves, got {given!r}"
        )
    return {id(curve): str(text) for curve, text in zip(curves, given, strict=True)}


def _size(size: Any) -> tuple[float, float] | None:
    if size is None:
        return None
    numbers = np.asarray(size, float).ravel() if np.ndim(size) == 1 else np.zeros(0)
    if len(numbers) != 2 or not np.all((numbers > 0.0) & (numbers < 1000.0)):
        raise SysError(
            f"size must be (width, height) in inches, above 0 and below 1000, got {size!r}"
        )
    return float(numbers[0]), float(numbers[1])


def _given_axes(ax: Any, count: int) -> list[Any]:
    axes = list(np.ravel(np.array(ax, dtype=object)))
    if len(axes) != count:
        raise SysError(
            f"the plot has {count} panels, one per unit, and needs as many axes, got {len(axes)}; "
            "choose fewer quantities, or give a list of axes"
        )
    return axes


# ------------------------------------------------------------------------------- drawing


def _own_size(panels: list[Panel], names: dict[int, str] | None) -> tuple[float, float]:
    """Size of a figure whose panels are equal, whatever their legends are."""
    if len(panels) == 1 and panels[0].is_path:
        across, up = extents([(curve.x, curve.y) for curve in panels[0].curves])
        each = float(np.clip(ROOM * up / across, LOWEST_PATH, ROOM))
    else:
        each = ONE_PANEL if len(panels) == 1 else EACH_PANEL
    height = AROUND + sum(each + BETWEEN + _height_above(panel, names) for panel in panels)
    return WIDTH, height


def _height_above(panel: Panel, names: dict[int, str] | None) -> float:
    """Height of the legend of a panel [inch]."""
    if len(panel.curves) > MANY_CURVES:
        return legends.LINE
    names_shown = panel.names(names)
    return legends.LINE * legends.line_count(names_shown, note(panel), ROOM, panel.group)


def _draw(ax: Any, panel: Panel, shown: list[str], thin: bool, is_ours: bool, wrap: int) -> None:
    """Draw a panel with its labels and legend; shown -- texts of the legend."""
    curves, lines = panel.curves, []
    for number, curve in enumerate(curves):
        x, y = thinned(curve.x, curve.y) if thin else (curve.x, curve.y)
        style: dict[str, Any] = dict(marker="o") if len(x) == 1 else {}
        if is_ours:
            style |= _look(number, len(curves))
        lines += ax.plot(x, y, label=canvas.plain(shown[number]), **style)
    if curves[0].source.log and any((curve.y > 0.0).any() for curve in curves):
        ax.set_yscale("log", nonpositive="mask")
    if is_ours:
        over_time = curves[0].x_source is None and curves[0].x_label in (TIME, LOAD_STEPS)
        canvas.settle(ax, margin=0.0 if over_time else 0.04)
    if panel.is_path:
        canvas.equal_axes(ax)
    ax.set_xlabel(canvas.plain(x_label(curves)))
    ax.set_ylabel(canvas.plain(textwrap.fill(y_label(curves), wrap)))
    remark, texts = canvas.plain(note(panel)), [canvas.plain(name) for name in shown]
    if remark and (len(curves) > MANY_CURVES or not any(shown)):
        ax.set_title(remark, loc="right", **legends.NOTE)
    if len(curves) > MANY_CURVES:
        several = f"{len(curves)} curves: {shown[0]} ... {shown[-1]}"
        ax.set_title(canvas.plain(several), loc="left", **legends.NOTE)
    elif any(shown) and is_ours:
        legends.above(ax, lines, texts, remark, room=ROOM, group=panel.group)
    elif any(shown):
        legends.inside(ax, lines, texts, remark)


def _look(number: int, count: int) -> dict[str, Any]:
    """Colors and lines that differ; for many curves, colors of a scale."""
    colors = canvas.COLORS
    if count <= 2 * len(colors):
        line = "-" if number < len(colors) else "--"
        return dict(color=colors[number % len(colors)], linestyle=line)
    from matplotlib import colormaps

    return dict(color=colormaps["viridis"](0.85 * number / (count - 1)))
