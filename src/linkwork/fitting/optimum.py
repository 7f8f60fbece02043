"""Optimum: what exu.optimize returns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.fitting.runs import Failure
from linkwork.fitting.tables import aligned, counted, in_turn

if TYPE_CHECKING:
    from linkwork.results.solution import Solution


@dataclass(repr=False)
class Optimum:
    """Parameters that make a number of a run smallest or largest; true if the search converged.

    values -- name of a parameter -> best value; objective -- the number that they give
    start -- the number at the start
    constraints -- name of a constraint -> (low, value, high)
    units, bounds -- name of a parameter -> unit; name -> (low, high)
    at_bound -- names of parameters that a bound holds
    history -- (runs, parameters + 1) values of every run that did not fail, and its objective
    runs -- number of runs; failures -- those that failed: values and text
    method -- SciPy's method; success, message -- whether it converged, and how it ended
    solution -- the run with the best values, or what `solve` has returned for them
    reason -- why runs were made one after the other although a scheduler was given, else empty
    """

    values: dict[str, float]
    objective: float
    start: float
    constraints: dict[str, tuple[float, float, float]]
    units: dict[str, str]
    bounds: dict[str, tuple[float, float]]
    at_bound: list[str]
    history: np.ndarray
    runs: int
    failures: list[Failure]
    method: str
    maximized: bool
    success: bool
    message: str
    solution: Solution | Any
    reason: str = ""

    def __bool__(self) -> bool:
        return self.success

    def __repr__(self) -> str:
        return str(self)

    def __str__(self) -> str:
        what = "largest" if self.maximized else "smallest"
        lines = [
            f"Optimum of {counted(len(self.values), 'parameter')} by {self.method}: "
            f"{self.message} after "
            f"{self.runs} runs",
            "",
            f"  {what} objective {self.objective:.7g}, at the start {self.start:.7g}",
            "",
        ]
        rows = [("parameter", "value", "unit", "bounds")]
        for name, value in self.values.items():
            low, high = self.bounds[name]
            bounds = "" if not np.isfinite([low, high]).any() else f"{low:g} ... {high:g}"
            held = ", held by the bound" if name in self.at_bound else ""
            rows.append((name, f"{value:.7g}", self.units[name], bounds + held))
        lines += aligned(rows, "<><<")
        if self.constraints:
            rows = [("constraint", "value", "limits", "")]
            for name, (low, value, high) in self.constraints.items():
                rows.append((name, f"{value:.7g}", f"{low:g} ... {high:g}", ""))
            lines += ["", *aligned(rows, "<><<")]
        if self.failures:
            count, last = len(self.failures), self.failures[-1]
            values = ", ".join(f"{name} = {x:.6g}" for name, x in last.values.items())
            runs = f"{count} run{'s' * (count > 1)} failed"
            lines += ["", f"  {runs}, the last with {values}: {last.text}"]
        for text in in_turn(self.reason):
            lines += ["", f"  {text}"]
        return "\n".join(lines)

    def plot(
        self, *, title: str | None = None, fileName: Any = None, show: bool | None = None,
        size: tuple[float, float] | None = None,
    ) -> Any:  # fmt: skip
        """Plot objective and parameters over the runs; returns the matplotlib Figure.

        title, fileName, show, size -- as in Solution.plot
        """
        from linkwork.view.plots.fit_plot import plot_optimum

        return plot_optimum(self, title, fileName, show, size)
