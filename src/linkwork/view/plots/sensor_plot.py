"""PlotSensor: curves of sensors, files and arrays in a pyplot figure, with documented arguments.

`system_view.py` lists the arguments. Values are y = factor (f + offset); the time has neither.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from linkwork.core.errors import SysError
from linkwork.view.plots import canvas
from linkwork.view.plots.defaults import DEFAULTS
from linkwork.view.plots.sensor_data import NORM, TIME, sources_of

FURTHER: dict[str, Any] = dict(
    minorTicksXon=False,
    minorTicksYon=False,
    logScaleX=False,
    logScaleY=False,
    fileCommentChar="#",
    fileDelimiterChar=",",
)
"""Further arguments and their defaults."""

LINES = ("-", ":", "--", "-.")
CODES = 28
"""Combinations of seven colours and four kinds of lines."""


class SensorPlot:
    """One call of PlotSensor: its arguments, checked and made equally long."""

    def __init__(self, mbs: Any, arguments: dict[str, Any], further: dict[str, Any]) -> None:
        unknown = [name for name in further if name not in FURTHER]
        if unknown:
            raise SysError(
                f"PlotSensor has no argument {unknown[0]!r}; beyond the listed ones it takes "
                f"{', '.join(FURTHER)}"
            )
        self.given = {
            name: getattr(DEFAULTS, name) if value is None and hasattr(DEFAULTS, name) else value
            for name, value in arguments.items()
        } | (FURTHER | further)
        self.x_is_default = arguments["xLabel"] is None
        given = self.given
        sensors, components = self._pairs(mbs)
        self.sources = sources_of(
            mbs, sensors, given["fileCommentChar"], given["fileDelimiterChar"]
        )
        self.count = len(self.sources)
        self.y = [s.check(c, "components") for s, c in zip(self.sources, components, strict=True)]
        across = self._each("componentsX", [TIME])
        self.x = [s.check(c, "componentsX") for s, c in zip(self.sources, across, strict=True)]
        self.offsets = [self._offset(k, one) for k, one in enumerate(self._each("offsets", [0.0]))]
        self.factors = [_number("factors", factor) for factor in self._each("factors", [1.0])]

    # ------------------------------------------------------------------ arguments

    def _pairs(self, mbs: Any) -> tuple[list[Any], list[Any]]:
        """Sensors and components, as many of one as of the other."""
        sensors, components = self.given["sensorNumbers"], self.given["components"]
        several = isinstance(sensors, (list, tuple))
        sensors = list(sensors) if several else [sensors]
        if not sensors:
            sensors = list(range(len(mbs._items["sensor"]))) if mbs is not None else []
            if not sensors:
                raise SysError("PlotSensor: there are no sensors; give some by sensorNumbers")
        has_list = isinstance(components, (list, tuple, np.ndarray))
        components = list(components) if has_list else [components] * len(sensors)
        if not components:
            raise SysError("PlotSensor: components is empty; give one component, or one per sensor")
        if len(sensors) == 1:
            sensors = sensors * len(components)
        elif len(components) == 1:
            components = components * len(sensors)
        if len(sensors) != len(components):
            raise SysError(
                f"PlotSensor: components must be one number or as many as sensors, got "
                f"{len(components)} for {len(sensors)} sensors"
            )
        return sensors, components

    def _each(self, name: str, otherwise: list[Any]) -> list[Any]:
        """An argument for every curve, from one value or a list of that length."""
        value = self.given[name]
        if isinstance(value, np.ndarray) and value.ndim == 2:
            value = [value]
        elif isinstance(value, (list, tuple, np.ndarray)):
            value = list(value) or otherwise
        else:
            value = [value]
        if len(value) == 1:
            value = value * self.count
        if len(value) != self.count:
            raise SysError(
                f"PlotSensor: {name} must have one entry or one for each of the {self.count} "
                f"curves, got {len(value)}"
            )
        return value

    def _offset(self, k: int, offset: Any) -> Any:
        """An offset: a number, or an array of the same rows as the sensor."""
        if not isinstance(offset, np.ndarray):
            return _number("offsets", offset)
        source = self.sources[k]
        if offset.shape != source.rows.shape:
            raise SysError(
                f"PlotSensor: the offset of {source.name!r} must have its {source.rows.shape[0]} "
                f"rows and {source.rows.shape[1]} columns, got shape {offset.shape}"
            )
        if NORM in (self.y[k], self.x[k]):
            raise SysError("PlotSensor: componentNorm takes offsets that are numbers, not arrays")
        return np.asarray(offset, float)

    # ------------------------------------------------------------------ curves

    def curves(self) -> list[tuple[np.ndarray, np.ndarray]]:
        """x and y of every curve; offsets that are arrays shift x too."""
        found = []
        for k, source in enumerate(self.sources):
            offset = self.offsets[k]
            x = source.values(self.x[k], offset if isinstance(offset, np.ndarray) else 0.0)
            y = source.values(self.y[k], offset)
            found.append((x, y if self.y[k] == TIME else self.factors[k] * y))
        return found

    def labels(self) -> list[str]:
        """Texts of the legend."""
        labels, xyz = self.given["labels"], self.given["useXYZcomponents"]
        if isinstance(labels, str):
            labels = [labels]
        if len(labels):
            if len(labels) != self.count:
                raise SysError(
                    f"PlotSensor: labels must have one text for each of the {self.count} curves, "
                    f"got {len(labels)}"
                )
            return [str(label) for label in labels]
        pairs = zip(self.sources, self.y, strict=True)
        return [", ".join(filter(None, (s.name, s.label(c, xyz)))) for s, c in pairs]

    def axis_label(self, chosen: list[int]) -> str:
        """What is on an axis, with its unit if all curves have the same."""
        pairs = list(zip(self.sources, chosen, strict=True))
        xyz = self.given["useXYZcomponents"]
        words = {s.word or s.name if c >= 0 else s.label(c, xyz): None for s, c in pairs}
        if len({(s.name, c) for s, c in pairs}) == 1:
            words = {pairs[0][0].label(pairs[0][1], xyz) or pairs[0][0].name: None}
        units = {s.unit(c) for s, c in pairs}
        unit = units.pop() if len(units) == 1 else ""
        text = ", ".join(words)
        is_scaled = any(not np.array_equal(f, 1.0) for f in self.factors) and chosen is self.y
        return f"{text} ({unit})" if unit and not is_scaled else text

    def style(self, k: int, points: int) -> dict[str, Any]:
        """Colour, line and marker of a curve."""
        code = (int(self.given["colorCodeOffset"]) + k) % CODES
        style: dict[str, Any] = dict(color=canvas.COLORS[code % 7], linestyle=LINES[code // 7])
        for name, key in (
            ("colors", "color"), ("lineStyles", "linestyle"), ("lineWidths", "linewidth"),
            ("markerSizes", "markersize"),
        ):  # fmt: skip
            value = self._style(name, k)
            if value is not None:
                style[key] = value
        marker = self._style("markerStyles", k)
        if not marker:
            return style
        style["marker"] = marker.strip()
        if marker.endswith(" "):
            style["markerfacecolor"] = "none"
        density = self.given["markerDensity"]
        if isinstance(density, (int, np.integer)) and not isinstance(density, bool):
            style["markevery"] = max(1, points // max(1, int(density)))
        elif density is not None:
            style["markevery"] = _number("markerDensity", density)
        return style

    def _style(self, name: str, k: int) -> Any:
        """Entry of a list of styles, which may be longer than needed; None: not given."""
        value = self.given[name]
        if not isinstance(value, (list, tuple)):
            return value
        if not value:
            return None
        if len(value) < self.count:
            raise SysError(
                f"PlotSensor: {name} must be one value, or one for each of the {self.count} "
                f"curves, got {len(value)}"
            )
        return value[k]


def _number(name: str, value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float, np.integer, np.floating)):
        raise SysError(f"PlotSensor: {name} must be numbers, got {value!r}")
    return float(value)


# ------------------------------------------------------------------------------- drawing


def plot_sensor(mbs: Any, arguments: dict[str, Any], further: dict[str, Any]) -> list[Any]:
    """Draw; returns [pyplot, figure, axes, list of lines]."""
    canvas.library()
    plot = SensorPlot(mbs, arguments, further)
    curves, labels, given = plot.curves(), plot.labels(), plot.given
    styles = [plot.style(k, len(x)) for k, (x, _) in enumerate(curves)]
    sizes = _pair("sizeInches", given["sizeInches"])
    tiles = _tiles(given["subPlot"])
    import matplotlib.pyplot as plt

    look: Any = canvas.STYLE | {"font.size": _number("fontSize", given["fontSize"])}
    with plt.rc_context(look):
        figure, ax = _place(plt, given, sizes, tiles)
        lines = []
        for (x, y), label, style in zip(curves, labels, styles, strict=True):
            try:
                lines += ax.plot(x, y, label=canvas.plain(label), **style)
            except (ValueError, TypeError, AttributeError) as error:
                raise SysError(f"PlotSensor: matplotlib does not take {style}: {error}") from None
        _finish(plot, ax, look["font.size"])
        figure.canvas.draw_idle()
        if given["fileName"]:
            canvas.save(figure, given["fileName"])
    if plt.isinteractive() and plt.get_backend().lower() not in canvas.SCREENLESS:
        plt.show(block=False)
    return [plt, figure, ax, lines]


def _pair(name: str, value: Any) -> tuple[float, float]:
    if not isinstance(value, (Sequence, np.ndarray)) or len(value) != 2:
        raise SysError(f"PlotSensor: {name} must be two numbers, got {value!r}")
    first, second = (_number(name, part) for part in value)
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


def _finish(plot: SensorPlot, ax: Any, size: float) -> None:
    """Labels, ranges, ticks, legend."""
    from matplotlib.ticker import MaxNLocator

    given = plot.given
    canvas.settle(ax, size=size)
    x_label = given["xLabel"]
    if plot.x_is_default and any(c != TIME for c in plot.x):
        x_label = plot.axis_label(plot.x)
    y_label = given["yLabel"] if given["yLabel"] is not None else plot.axis_label(plot.y)
    ax.set_xlabel(x_label if x_label is not None else "")
    ax.set_ylabel(y_label)
    if given["title"]:
        ax.set_title(given["title"])
    for axis, letter in ((ax.xaxis, "X"), (ax.yaxis, "Y")):
        if given[f"logScale{letter}"]:
            (ax.set_xscale if letter == "X" else ax.set_yscale)("log", nonpositive="mask")
        elif given[f"majorTicks{letter}"] is not None:
            count = int(_number(f"majorTicks{letter}", given[f"majorTicks{letter}"]))
            axis.set_major_locator(MaxNLocator(max(1, count)))
        if given[f"minorTicks{letter}on"]:
            axis.minorticks_on()
        if len(given[f"range{letter}"]):
            low, high = _pair(f"range{letter}", given[f"range{letter}"])
            if not low < high:
                raise SysError(f"PlotSensor: range{letter} must increase, got [{low}, {high}]")
            (ax.set_xlim if letter == "X" else ax.set_ylim)(low, high)
    legend = given["legendArgs"]
    ax.legend(**(legend if isinstance(legend, dict) else {} if legend is None else {"loc": legend}))
