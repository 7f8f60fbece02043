"""Fit: what exu.fit returns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.fitting.measured import Record
from linkwork.fitting.runs import Failure
from linkwork.fitting.tables import aligned, counted, in_turn

if TYPE_CHECKING:
    from linkwork.results.solution import Solution


@dataclass
class RecordOfFit:
    """A record and what the fitted model makes of it.

    experiment -- number of the experiment; record -- the measured values
    computed -- (n, columns) values of the fitted model at the measured times
    """

    experiment: int
    record: Record
    computed: np.ndarray

    @property
    def residual(self) -> np.ndarray:
        """(n, columns) computed - measured values; NaN where nothing was measured."""
        return np.where(self.record.known, self.computed - self.record.values, np.nan)

    @property
    def rms(self) -> np.ndarray:
        """Root mean square of the residual of each column."""
        known = self.record.known
        squares = np.where(known, self.computed - self.record.values, 0.0) ** 2
        return np.asarray(np.sqrt(squares.sum(axis=0) / np.maximum(known.sum(axis=0), 1)))


@dataclass(repr=False)
class Fit:
    """Parameters that were fitted to records; true if the fit has converged.

    values -- name of a parameter -> fitted value
    errors -- name -> standard error; infinite if the data cannot tell the value, NaN at a bound or
    if the fit was stopped
    correlations -- (parameters, parameters) correlations of the values, in the order of `values`
    covariance -- (parameters, parameters) covariance of the values
    units, bounds -- name -> unit; name -> (low, high)
    at_bound -- names of parameters that a bound holds
    unknown -- what the data cannot tell, in sentences
    records -- each record with its computed values
    cost -- half the sum of the squares of weighted residuals, or what a robust loss makes of it
    noise -- size of ordinary weighted residuals that a robust loss has used; else None
    runs -- number of runs; failures -- those that failed: values and text
    starts -- cost that was reached from each start, the given one first
    by_sensitivities -- whether derivatives came from differentiated steps, not from differences
    success, message -- whether the fit has converged, and how it ended
    solutions -- run of each experiment with the fitted values; solution -- the first of them
    curves -- the same runs with rows of sensors close enough to be drawn as curves; not counted in
    `runs`
    notes -- what else the reader should know
    reason -- why runs were made one after the other although a scheduler was given, else empty
    """

    values: dict[str, float]
    errors: dict[str, float]
    correlations: np.ndarray
    covariance: np.ndarray
    units: dict[str, str]
    bounds: dict[str, tuple[float, float]]
    at_bound: list[str]
    unknown: list[str]
    records: list[RecordOfFit]
    cost: float
    noise: float | None
    runs: int
    failures: list[Failure]
    starts: list[float]
    by_sensitivities: bool
    success: bool
    message: str
    solutions: list[Solution]
    curves: list[Solution]
    notes: list[str] = field(default_factory=list)
    reason: str = ""

    @property
    def solution(self) -> Solution:
        """The run with the fitted values, of the first experiment."""
        return self.solutions[0]

    @property
    def residuals(self) -> dict[str, np.ndarray]:
        """Name of a record -> (n, columns) computed - measured values.

        With several experiments, names have the number of the experiment, as in "tip (2)".
        """
        return {self._title(each): each.residual for each in self.records}

    def __bool__(self) -> bool:
        return self.success

    def __repr__(self) -> str:
        return str(self)

    def __str__(self) -> str:
        count = sum(each.record.count for each in self.records)
        parameters = counted(len(self.values), "parameter")
        lines = [
            f"Fit of {parameters} to {counted(count, 'value')} of "
            f"{counted(len(self.records), 'record')}: {self.message} after {self.runs} runs",
            "",
            *self._parameters(),
            "",
            *self._rms(),
        ]
        for title, part in (
            ("correlations", self._correlations()),
            ("the data cannot tell everything", self.unknown),
            ("notes", [*self.notes, *self._failed(), *in_turn(self.reason)]),
        ):
            if part:
                lines += ["", f"  {title}", *(f"    {line}" for line in part)]
        return "\n".join(lines)

    def _title(self, each: RecordOfFit) -> str:
        several = len({other.experiment for other in self.records}) > 1
        return f"{each.record.label} ({each.experiment + 1})" if several else each.record.label

    def _parameters(self) -> Sequence[str]:
        rows = [("parameter", "value", "error", "relative", "unit", "bounds")]
        for name, value in self.values.items():
            error = self.errors[name]
            low, high = self.bounds[name]
            bounds = "" if not np.isfinite([low, high]).any() else f"{low:g} ... {high:g}"
            held = ", held by the bound" if name in self.at_bound else ""
            told, relative = "unknown", ""
            if np.isfinite(error):
                told = f"± {error:.2g}"
                relative = f"{100 * error / abs(value):.2g} %" if value else ""
            elif np.isnan(error):
                told = ""
            rows.append((name, f"{value:.7g}", told, relative, self.units[name], bounds + held))
        return aligned(rows, "<>>><<")

    def _rms(self) -> Sequence[str]:
        rows = [("record", "values", "rms of residual", "unit")]
        for each in self.records:
            record, title = each.record, self._title(each)
            for k, name in enumerate(record.names):
                shown = title if len(record.names) == 1 else f"{title}: {name}"
                known = int(record.known[:, k].sum())
                rows.append((shown, str(known), f"{each.rms[k]:.4g}", record.units[k]))
        return aligned(rows, "<>><")

    def _correlations(self) -> Sequence[str]:
        names = list(self.values)
        found = []
        for i in range(len(names)):
            for k in range(i):
                c = self.correlations[i, k]
                if np.isfinite(c):
                    found.append((abs(c), f"{names[k]}, {names[i]}: {c:+.3f}"))
        return [text for _, text in sorted(found, key=lambda pair: -pair[0])[:10]]

    def _failed(self) -> list[str]:
        if not self.failures:
            return []
        last = self.failures[-1]
        values = ", ".join(f"{name} = {x:.6g}" for name, x in last.values.items())
        count = len(self.failures)
        return [f"{count} run{'s' * (count > 1)} failed, the last with {values}: {last.text}"]

    def plot(
        self, *, title: str | None = None, fileName: Any = None, show: bool | None = None,
        size: tuple[float, float] | None = None,
    ) -> Any:  # fmt: skip
        """Plot records, fitted curves and residuals; returns the matplotlib Figure.

        title, fileName, show, size -- as in Solution.plot
        """
        from linkwork.view.plots.fit_plot import plot_fit

        return plot_fit(self, title, fileName, show, size)
