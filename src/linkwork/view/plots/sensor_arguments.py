"""Arguments of PlotSensor: checked, and expanded to one value per curve.

`api/view.py` lists them. Values are y = factor (f + offset); the time has neither.
"""

from __future__ import annotations

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
"""Combinations of seven colors and four kinds of lines."""


class SensorPlot:
    """One call of PlotSensor: its arguments, checked and expanded."""

    def __init__(self, mbs: Any, arguments: dict[str, Any], further: dict[str, Any]) -> None:
        unknown = [name for name in further if name not in FURTHER]
        if unknown:
            raise SysError(
                f"PlotSensor has no argument {unknown[0]!r}; further arguments are "
                f"{', '.join(FURTHER)}"
            )
        self.given = {
            name: getattr(DEFAULTS, name) if value is None and hasattr(DEFAULTS, name) else value
            for name, value in arguments.items()
        } | (FURTHER | further)
        self.defaulted = {name for name, value in arguments.items() if value is None}
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
        self.factors = [number("factors", factor) for factor in self._each("factors", [1.0])]

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
            return number("offsets", offset)
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
        return [s.named(c, xyz) for s, c in pairs]

    @property
    def is_path(self) -> bool:
        """Whether both axes show numbers of one unit, without factors."""
        pairs = list(zip(self.sources, self.x, self.y, strict=True))
        units = {unit for s, x, y in pairs for unit in (s.unit(x), s.unit(y))}
        plain = all(factor == 1.0 for factor in self.factors) and TIME not in self.x + self.y
        return plain and len(units) == 1 and any(units)

    def axis_label(self, chosen: list[int]) -> str:
        """Label of an axis, with units unless there are factors."""
        pairs = list(zip(self.sources, chosen, strict=True))
        xyz = self.given["useXYZcomponents"]
        words = {s.word or s.name if c >= 0 else s.label(c, xyz): s.unit(c) for s, c in pairs}
        if len({(s.name, c) for s, c in pairs}) == 1:
            source, c = pairs[0]
            words = {source.named(c, xyz): source.unit(c)}
        if chosen is self.y and any(factor != 1.0 for factor in self.factors):
            words = dict.fromkeys(words, "")
        units = set(words.values())
        if len(units) > 1:
            return ", ".join(f"{w}\u00a0[{u}]" if u else w for w, u in words.items())
        unit = f"\u00a0[{units.pop()}]" if any(units) else ""
        return ", ".join(words) + unit

    def style(self, k: int, points: int) -> dict[str, Any]:
        """Color, line and marker of a curve."""
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
            style["markevery"] = number("markerDensity", density)
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


def number(name: str, value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float, np.integer, np.floating)):
        raise SysError(f"PlotSensor: {name} must be numbers, got {value!r}")
    return float(value)
