"""Panels of a plot: which curves share axes, and the texts around them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from linkwork.view.plots.quantities import Quantity

FEW_NAMES = 4
"""Number of components that stay zero up to which they are named."""

FLAT = 20.0
"""Ratio of width and height of a path beyond which its axes have different scales."""


@dataclass
class Curve:
    """One line of a plot.

    x_source, x_component, x_unit -- what is on the x axis; without a source: x_label
    stays_zero -- whether it is left out beside other curves
    """

    x: np.ndarray
    y: np.ndarray
    source: Quantity
    component: str
    unit: str
    x_label: str
    x_source: Quantity | None = None
    x_component: str = ""
    x_unit: str = ""
    stays_zero: bool = False


@dataclass
class Panel:
    """Curves that share axes; zeros -- names of those that stay zero and are left out."""

    curves: list[Curve]
    zeros: list[str] = field(default_factory=list)

    def names(self, given: dict[int, str] | None) -> list[str]:
        """Texts of the legend: those given, or what distinguishes the curves."""
        if given is not None:
            return [given[id(curve)] for curve in self.curves]
        return _names(self.curves)

    @property
    def group(self) -> int:
        """Number of curves of each sensor or node; 1 if they differ."""
        counts = Counter(
            (curve.source.name, curve.component.rpartition(".")[0]) for curve in self.curves
        )
        alike = len(set(counts.values())) == 1
        return len(self.curves) // len(counts) if alike else 1

    @property
    def is_path(self) -> bool:
        """Whether both axes have one unit and ranges that one scale can show."""
        first = self.curves[0]
        if first.x_source is None or not first.unit or first.unit != first.x_unit:
            return False
        return one_scale([(curve.x, curve.y) for curve in self.curves])


def extents(curves: Sequence[tuple[np.ndarray, np.ndarray]]) -> tuple[float, float]:
    """Ranges of x and y of several curves."""
    points = np.concatenate([np.column_stack(curve) for curve in curves])
    points = points[np.isfinite(points).all(axis=1)]
    width, height = np.ptp(points, axis=0) if len(points) else (0.0, 0.0)
    return float(width), float(height)


def one_scale(curves: Sequence[tuple[np.ndarray, np.ndarray]]) -> bool:
    """Whether ranges are similar enough to be shown with one scale."""
    width, height = extents(curves)
    return 0.0 < max(width, height) < FLAT * min(width, height)


def panels_of(curves: list[Curve], keep_zeros: bool) -> list[Panel]:
    """Curves that share axes: those of equal units, scale and x axis."""
    shared: dict[Any, list[Curve]] = {}
    for curve in curves:
        level = curve.source.label if curve.source.log else ""
        across: Any = curve.x_label
        if curve.x_source is not None:  # each over a component of its own, or all over one
            own = curve.x_source is curve.source
            across = ("" if own else curve.x_source.name, curve.x_component, curve.x_unit)
        shared.setdefault((curve.unit, level, across), []).append(curve)
    return [_panel(of_one, keep_zeros) for of_one in shared.values()]


def _panel(curves: list[Curve], keep_zeros: bool) -> Panel:
    """A panel without the curves that stay zero, unless all do."""
    drawn = [curve for curve in curves if keep_zeros or not curve.stays_zero]
    if not drawn or len(drawn) == len(curves):
        return Panel(curves)
    names = zip(_names(curves), curves, strict=True)
    return Panel(drawn, [name for name, curve in names if curve.stays_zero])


# ------------------------------------------------------------------------------- texts


def with_unit(text: str, unit: str) -> str:
    """Name and unit, without a line break between them."""
    return f"{text}\u00a0[{unit}]" if unit else text


def note(panel: Panel) -> str:
    """Remarks about a panel: notes of its quantities, and what stays zero."""
    notes = list(dict.fromkeys(c.source.note for c in panel.curves if c.source.note))
    count = len(panel.zeros)
    if count > FEW_NAMES:
        notes.append(f"{count} others stay zero")
    elif count:
        notes.append(f"{', '.join(panel.zeros)} {'stays' if count == 1 else 'stay'} zero")
    return "; ".join(notes)


def _names(curves: list[Curve]) -> list[str]:
    """Short names of the curves of a panel: what distinguishes them."""
    several = len({curve.source.name for curve in curves}) > 1
    if len(curves) == 1 and (not curves[0].component or curves[0].source.is_sensor):
        return [""]
    alike = _one_component(curves)
    return [
        " ".join(
            filter(None, (curve.source.name if several else "", "" if alike else curve.component))
        )
        for curve in curves
    ]


def _one_component(curves: list[Curve]) -> str:
    """The component that all curves of several sensors of one kind show; empty if they differ."""
    names = {curve.source.name for curve in curves}
    kinds = {(curve.source.word, curve.component) for curve in curves}
    is_one = len(names) == len(curves) > 1 and len(kinds) == 1
    return curves[0].component if is_one else ""


def x_label(curves: list[Curve]) -> str:
    first = curves[0]
    if first.x_source is None:
        return first.x_label
    text = first.x_source.label_of(first.x_component)
    sources = [curve.x_source for curve in curves if curve.x_source is not None]
    if len({source.name for source in sources}) > 1:
        words = dict.fromkeys(source.word for source in sources)
        text = f"{', '.join(words)} {first.x_component}".rstrip()
    return with_unit(text, first.x_unit)


def y_label(curves: list[Curve]) -> str:
    sources = {curve.source.name: curve.source for curve in curves}
    source, unit = curves[0].source, curves[0].unit
    if len(curves) == 1 and source.is_sensor:
        return with_unit(source.label_of(curves[0].component), unit)
    if len(sources) == 1:
        return with_unit(source.label, unit)
    words = list(dict.fromkeys(source.word for source in sources.values()))
    text = ", ".join(words) if len(words) <= 4 else "Values"
    return with_unit(f"{text} {_one_component(curves)}".rstrip(), unit)
