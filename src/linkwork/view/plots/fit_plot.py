"""fit.plot() and optimum.plot(): records with fitted curves, and the course of a search."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.view.plots import canvas

if TYPE_CHECKING:
    from linkwork.fitting.optimum import Optimum
    from linkwork.fitting.result import Fit, RecordOfFit

MEASURED, FITTED, QUIET = "#868e96", canvas.COLORS[0], "#adb5bd"


def plot_fit(fit: Fit, title: str | None, fileName: Any, show: bool | None, size: Any) -> Any:
    """A column of panels per record: values above, residuals below; see Fit.plot."""
    library = canvas.library()
    panels = [(each, k) for each in fit.records for k in range(len(each.record.names))]
    with library.rc_context(canvas.STYLE):
        figure, pyplot = canvas.new_figure(size or (7.0, 3.6 * len(panels)), show)
        heights = [part for _ in panels for part in (2.2, 1.0)]
        grid = figure.subplots(
            2 * len(panels), 1, squeeze=False, gridspec_kw={"height_ratios": heights}
        )[:, 0]
        for number, (each, k) in enumerate(panels):
            _draw(fit, each, k, grid[2 * number], grid[2 * number + 1])
        return _ended(figure, pyplot, title, fileName, show)


def _draw(fit: Fit, each: RecordOfFit, k: int, above: Any, below: Any) -> None:
    """One column of a record."""
    record, solution = each.record, fit.curves[each.experiment]
    known = record.known[:, k]
    unit = f" [{record.units[k]}]" if record.units[k] else ""
    rows = solution.sensors[record.sensor]
    dots = dict(marker=".", linestyle="none", markersize=3.0)
    above.plot(
        record.times[known], record.values[known, k], color=MEASURED, label="measured", **dots
    )
    above.plot(rows[:, 0], rows[:, 1 + record.components[k]], color=FITTED, label="fitted")
    above.set_ylabel(canvas.plain(record.names[k] + unit))
    above.legend(loc="best")
    below.axhline(0.0, color=QUIET, linewidth=0.8)
    below.plot(record.times[known], each.residual[known, k], color=FITTED, **dots)
    below.set_ylabel(canvas.plain(f"residual{unit}"))
    below.set_xlabel("time [s]")
    below.sharex(above)
    canvas.settle(above)
    canvas.settle(below)


def plot_optimum(
    best: Optimum, title: str | None, fileName: Any, show: bool | None, size: Any
) -> Any:
    """Objective and parameters over the runs; see Optimum.plot."""
    library = canvas.library()
    count = 1 + len(best.values)
    runs = np.arange(1, len(best.history) + 1)
    with library.rc_context(canvas.STYLE):
        figure, pyplot = canvas.new_figure(size or (7.0, 1.2 + 1.6 * count), show)
        axes = figure.subplots(count, 1, sharex=True, squeeze=False)[:, 0]
        values = best.history[:, -1]
        reached = (np.maximum if best.maximized else np.minimum).accumulate(values)
        axes[0].plot(runs, values, ".", color=MEASURED, markersize=4.0, label="run")
        if not best.constraints:
            axes[0].plot(runs, reached, color=FITTED, label="best so far")
        axes[0].set_ylabel("objective")
        axes[0].legend(loc="best")
        for k, (ax, name) in enumerate(zip(axes[1:], best.values, strict=True)):
            unit = f" [{best.units[name]}]" if best.units[name] else ""
            ax.plot(runs, best.history[:, k], ".", color=MEASURED, markersize=4.0)
            ax.axhline(best.values[name], color=FITTED, linewidth=1.0)
            ax.set_ylabel(canvas.plain(f"{name}{unit}"))
        axes[-1].set_xlabel("run")
        for ax in axes:
            canvas.settle(ax, margin=0.02)
        return _ended(figure, pyplot, title, fileName, show)


def _ended(figure: Any, pyplot: Any, title: str | None, fileName: Any, show: bool | None) -> Any:
    if title is not None:
        figure.suptitle(title)
    if fileName is not None:
        canvas.save(figure, fileName)
    canvas.present(pyplot, show)
    return figure
