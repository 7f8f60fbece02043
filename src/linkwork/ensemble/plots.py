"""Plots of an ensemble: bands of quantiles, scatter matrix, tornado."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.core.declare.values import shown
from linkwork.core.errors import ParameterError
from linkwork.core.near import near_names
from linkwork.ensemble.recording import label_of
from linkwork.view.plots import canvas

if TYPE_CHECKING:
    from linkwork.ensemble.result import EnsembleResult

MOST_POINTS = 5000
"""Members that a scatter matrix shows, at most."""
MOST_PANELS = 12
"""Numbers of a scatter matrix, at most."""
RANGE = (0.05, 0.95)
"""Quantiles of a varied number between which a tornado shows the result."""


def plot_bands(
    result: EnsembleResult, what: Any, probabilities: Sequence[float], members: int, ax: Any,
    name: Any, show: bool | None,
) -> Any:  # fmt: skip
    """See `EnsembleResult.plot`."""
    if result.values.ndim != 3:
        raise ParameterError(
            "a function of record has made numbers without times; use scatter or tornado"
        )
    chosen = columns(result, what)
    wanted = np.sort(np.array(probabilities, float))
    quantiles = result.quantiles([*wanted])
    matplotlib = canvas.library()
    with matplotlib.rc_context(canvas.STYLE):
        axes, figure, pyplot = _axes(len(chosen), ax, show)
        for k, (axis, column) in enumerate(zip(axes, chosen, strict=True)):
            color = canvas.COLORS[k % len(canvas.COLORS)]
            found = quantiles[:, :, column]
            for low in range(len(wanted) // 2):
                high = len(wanted) - 1 - low
                told = f"{wanted[low]:.3g} to {wanted[high]:.3g}"
                axis.fill_between(
                    result.times, found[low], found[high], color=color, alpha=0.18, lw=0, label=told
                )
            if len(wanted) % 2:
                middle = len(wanted) // 2
                told = "median" if wanted[middle] == 0.5 else f"{wanted[middle]:.3g}"
                axis.plot(result.times, found[middle], color=color, label=told)
            for row in result.finished()[:members]:
                axis.plot(result.times, row[:, column], color=color, lw=0.5, alpha=0.5)
            axis.set_ylabel(_labeled(result, column))
            if len(wanted):
                axis.legend(fontsize="small")
            canvas.settle(axis)
        axes[-1].set_xlabel("time [s]")
    return _done(figure, pyplot, name, show)


def plot_scatter(
    result: EnsembleResult, what: Any, time: float | None, name: Any, show: bool | None
) -> Any:
    """See `EnsembleResult.scatter`."""
    chosen = columns(result, what)
    numbers, labels = _numbers(result, chosen, time)
    if numbers.shape[1] > MOST_PANELS:
        raise ParameterError(
            f"a scatter matrix shows at most {MOST_PANELS} numbers, here are {numbers.shape[1]}; "
            "choose columns, as in scatter('tip.x')"
        )
    step = -(-len(numbers) // MOST_POINTS)
    numbers, count = numbers[::step], numbers.shape[1]
    matplotlib = canvas.library()
    with matplotlib.rc_context(canvas.STYLE):
        size = max(4.0, 1.7 * count)
        figure, pyplot = canvas.new_figure((size, size), show)
        axes = figure.subplots(count, count, squeeze=False, sharex="col")
        for i in range(count):
            for j in range(count):
                axis, color = axes[i, j], canvas.COLORS[0 if i < len(result.parameters) else 1]
                if i == j:
                    axis.hist(numbers[:, i], bins=30, color=color, alpha=0.6)
                    axis.set_yticks([])
                else:
                    axis.plot(numbers[:, j], numbers[:, i], ".", color=color, ms=2, alpha=0.5)
                axis.margins(0.05)
                if i == count - 1:
                    axis.set_xlabel(labels[j], fontsize="small")
                if j == 0:
                    axis.set_ylabel(labels[i], fontsize="small")
                axis.tick_params(labelsize=6)
    return _done(figure, pyplot, name, show)


def swings(result: EnsembleResult, column: int, time: float | None) -> tuple[np.ndarray, float]:
    """Changes of a result between quantiles of each varied number, and R^2 of the linear fit."""
    numbers, _ = _numbers(result, [column], time)
    inputs, output = numbers[:, :-1], numbers[:, -1]
    centered = inputs - inputs.mean(axis=0)
    scale = centered.std(axis=0)
    scale[scale == 0.0] = 1.0
    slopes, *_ = np.linalg.lstsq(centered / scale, output - output.mean(), rcond=None)
    left = output - output.mean() - centered / scale @ slopes
    total = float(((output - output.mean()) ** 2).sum())
    explained = 1.0 - float((left**2).sum()) / total if total > 0.0 else 1.0
    places = np.quantile(centered, RANGE, axis=0)
    return places * slopes / scale, explained


def plot_tornado(
    result: EnsembleResult, what: Any, time: float | None, name: Any, show: bool | None
) -> Any:
    """See `EnsembleResult.tornado`."""
    chosen = columns(result, what)
    if len(chosen) != 1:
        raise ParameterError(
            "a tornado shows one column; choose one of "
            f"{', '.join(label_of(result.columns[k]) for k in chosen[:8])}"
        )
    found, explained = swings(result, chosen[0], time)
    order = np.argsort(np.abs(found[1] - found[0]))
    matplotlib = canvas.library()
    with matplotlib.rc_context(canvas.STYLE):
        figure, pyplot = canvas.new_figure((6.4, 1.2 + 0.4 * len(order)), show)
        axis = figure.subplots()
        for place, k in enumerate(order):
            for end, color, at in zip(found[:, k], canvas.COLORS, RANGE, strict=False):
                told = f"at its {at:.0%} quantile" if place == len(order) - 1 else None
                axis.barh(place, end, color=color, alpha=0.8, label=told)
        axis.axvline(0.0, color=canvas.STYLE["axes.edgecolor"], lw=0.8)
        axis.set_yticks(range(len(order)), [canvas.plain(result.parameters[k]) for k in order])
        told = f"a linear fit explains {explained:.1%} of the variance"
        axis.set_xlabel(f"change of {_labeled(result, chosen[0])}; {told}")
        axis.legend(ncols=2, loc="lower center", bbox_to_anchor=(0.5, 1.0), fontsize="small")
    return _done(figure, pyplot, name, show)


# ------------------------------------------------------------------ parts


def columns(result: EnsembleResult, what: Any) -> list[int]:
    """Numbers of the columns that a name or a list of names means; None: all."""
    if what is None:
        return list(range(len(result.columns)))
    found: list[int] = []
    labels = [label_of(column) for column in result.columns]
    for name in [what] if isinstance(what, str) else list(what):
        own = [k for k, c in enumerate(result.columns) if name in (c.name, labels[k])]
        if not own:
            near = near_names(str(name), labels)
            hint = f"did you mean {near[0]!r}?" if near else f"columns are: {', '.join(labels[:8])}"
            raise ParameterError(f"the ensemble has no column {shown(name)}; {hint}")
        found += own
    return found


def _numbers(
    result: EnsembleResult, chosen: list[int], time: float | None
) -> tuple[np.ndarray, list[str]]:
    """Varied numbers and results of the members that finished, and their labels."""
    values = result.finished()
    if values.ndim == 3:
        row = len(result.times) - 1
        if time is not None:
            row = int(np.abs(result.times - time).argmin())
            if abs(result.times[row] - time) > 1e-9 * max(1.0, abs(time)):
                raise ParameterError(
                    f"time {time:g} s is not recorded; the nearest is {result.times[row]:g} s"
                )
        values = values[:, row]
    inputs = result.inputs[result.done]
    units = [f" [{unit}]" if unit not in ("", "1") else "" for unit in result.units]
    labels = [canvas.plain(p + u) for p, u in zip(result.parameters, units, strict=True)]
    labels += [_labeled(result, k) for k in chosen]
    return np.concatenate([inputs, values[:, chosen]], axis=1), labels


def _labeled(result: EnsembleResult, column: int) -> str:
    unit = result.columns[column].unit
    return canvas.plain(label_of(result.columns[column]) + (f" [{unit}]" if unit else ""))


def _axes(count: int, given: Any, show: bool | None) -> tuple[list[Any], Any, Any]:
    """(axes, figure, pyplot)"""
    if given is None:
        figure, pyplot = canvas.new_figure((6.4, 1.0 + 2.4 * count), show)
        return list(figure.subplots(count, 1, squeeze=False, sharex=True)[:, 0]), figure, pyplot
    axes = list(np.atleast_1d(np.asarray(given, object)).ravel())
    if len(axes) != count:
        raise ParameterError(f"{count} columns need {count} axes, got {len(axes)}")
    return axes, axes[0].figure, None


def _done(figure: Any, pyplot: Any, name: Any, show: bool | None) -> Any:
    if name is not None:
        canvas.save(figure, name)
    canvas.present(pyplot, show)
    return figure
