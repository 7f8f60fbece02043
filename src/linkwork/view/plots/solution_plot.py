"""solution.plot(...): plots of a result."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwork.core.errors import SysError
from linkwork.results.solution import Solution
from linkwork.view.plots import canvas
from linkwork.view.plots.missed_extremes import warn_of_missed_extremes
from linkwork.view.plots.quantities import Quantity, quantity
from linkwork.view.plots.thinning import thinned

MANY_CURVES = 20
"""Number of curves of a panel beyond which a legend is not useful."""

TIME, LOAD_STEPS = "time [s]", "time of load steps [s]"

NOTE: dict[str, Any] = dict(fontsize=9.0, color="#868e96")
"""Style of texts next to the curves."""

WIDE = 80
"""Most characters in a line of a legend."""

LINE = 0.2
"""Height of a line of a legend [inch]."""


@dataclass
class Curve:
    """One line of a plot."""

    x: np.ndarray
    y: np.ndarray
    source: Quantity
    component: str
    unit: str
    x_label: str


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
    panels = _panels(curves)
    names = _labels(labels, curves)
    with library.rc_context(canvas.STYLE if ax is None else {}):
        if ax is None:
            height = 4.0 if len(panels) == 1 else 0.8 + 2.5 * len(panels)
            height += LINE * sum(_further_lines(panel, names) for panel in panels)
            figure, pyplot = canvas.new_figure(_size(size) or (7.0, height), show)
            share = against is None
            axes = figure.subplots(len(panels), 1, sharex=share, squeeze=False)[:, 0]
        else:
            axes = _given_axes(ax, len(panels))
            figure, pyplot = axes[0].figure, None
        for place, panel in zip(axes, panels, strict=True):
            own = [names[id(curve)] for curve in panel] if names else None
            thin = ax is None and pyplot is None
            _draw(place, panel, own, thin, ax is None, wrap=42 if len(panels) == 1 else 28)
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
        for component in chosen:
            values, name, unit = source.column(component)
            if np.isnan(values).all() and components is None:
                continue
            curves.append(Curve(source.times, values, source, name, unit, time))
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
        label = _with_unit(source.label_of(name), unit)
    return Curve(x, curve.y, curve.source, curve.component, curve.unit, label)


def _panels(curves: list[Curve]) -> list[list[Curve]]:
    """Curves that share an axis: those of equal unit, scale and x axis."""
    panels: dict[Any, list[Curve]] = {}
    for curve in curves:
        level = curve.source.label if curve.source.log else ""
        panels.setdefault((curve.unit, level, curve.x_label), []).append(curve)
    return list(panels.values())


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


def _with_unit(text: str, unit: str) -> str:
    """Name and unit, without a line break between them."""
    return f"{text}\u00a0[{unit}]" if unit else text


def _draw(
    ax: Any, panel: list[Curve], names: list[str] | None, thin: bool, is_ours: bool, wrap: int
) -> None:
    """Draw a panel with its labels and legend."""
    shown = names or _names(panel)
    lines = []
    for number, curve in enumerate(panel):
        x, y = thinned(curve.x, curve.y) if thin else (curve.x, curve.y)
        style: dict[str, Any] = dict(marker="o") if len(x) == 1 else {}
        if is_ours:
            style |= _look(number, len(panel))
        lines += ax.plot(x, y, label=canvas.plain(shown[number]), **style)
    if panel[0].source.log and any((curve.y > 0.0).any() for curve in panel):
        ax.set_yscale("log", nonpositive="mask")
    if is_ours:
        canvas.settle(ax, margin=0.0 if panel[0].x_label in (TIME, LOAD_STEPS) else 0.04)
    ax.set_xlabel(canvas.plain(panel[0].x_label))
    ax.set_ylabel(canvas.plain(textwrap.fill(_y_label(panel), wrap)))
    notes = dict.fromkeys(curve.source.note for curve in panel if curve.source.note)
    note = canvas.plain("\n".join(notes))
    if note and (len(panel) > MANY_CURVES or not any(shown)):
        ax.set_title(note, loc="right", **NOTE)
    if len(panel) > MANY_CURVES:
        several = f"{len(panel)} curves: {shown[0]} ... {shown[-1]}"
        ax.set_title(canvas.plain(several), loc="left", **NOTE)
    elif any(shown):
        _legend(ax, lines, [canvas.plain(name) for name in shown], is_ours, note)


def _names(panel: list[Curve]) -> list[str]:
    """Short names of the curves of a panel: what distinguishes them."""
    several = len({curve.source.name for curve in panel}) > 1
    if len(panel) == 1 and (not panel[0].component or panel[0].source.is_sensor):
        return [""]
    return [
        " ".join(filter(None, (curve.source.name if several else "", curve.component)))
        for curve in panel
    ]


def _y_label(panel: list[Curve]) -> str:
    sources = {curve.source.name: curve.source for curve in panel}
    source = panel[0].source
    if len(panel) == 1 and source.is_sensor:
        return _with_unit(source.label_of(panel[0].component), panel[0].unit)
    if len(sources) == 1:
        return _with_unit(source.label, panel[0].unit)
    words = list(dict.fromkeys(source.word for source in sources.values()))
    return _with_unit(", ".join(words) if len(words) <= 4 else "Values", panel[0].unit)


def _look(number: int, count: int) -> dict[str, Any]:
    """Colors and lines that differ; for many curves, colors of a scale."""
    colors = canvas.COLORS
    if count <= 2 * len(colors):
        line = "-" if number < len(colors) else "--"
        return dict(color=colors[number % len(colors)], linestyle=line)
    from matplotlib import colormaps

    return dict(color=colormaps["viridis"](0.85 * number / (count - 1)))


def _per_line(names: Sequence[str]) -> int:
    """Number of names in a line of a legend."""
    return max(1, min(len(names), WIDE // (max(map(len, names)) + 8)))


def _further_lines(panel: list[Curve], names: dict[int, str] | None) -> int:
    """Number of legend lines of a panel beyond two, which add to the height of the figure."""
    shown = [names[id(curve)] for curve in panel] if names else _names(panel)
    if len(panel) > MANY_CURVES or not any(shown):
        return 0
    return max(0, -(-len(shown) // _per_line(shown)) - 2)


def _legend(ax: Any, lines: list[Any], names: list[str], is_ours: bool, note: str) -> None:
    """Names in lines above the panel, where they hide nothing; a note is above them."""
    if not is_ours:
        ax.legend(lines, names, title=note or None)
        return
    made = ax.legend(
        lines, names, loc="lower left", bbox_to_anchor=(0.0, 1.0), ncols=_per_line(names),
        borderaxespad=0.2, handlelength=1.4, columnspacing=1.4, title=note or None,
        alignment="left",
    )  # fmt: skip
    made.get_title().set(**NOTE)
    # The power of ten of the axis is above its numbers, to the left of the legend.
    ax.yaxis.get_offset_text().set_horizontalalignment("right")
