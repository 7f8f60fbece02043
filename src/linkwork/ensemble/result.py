"""EnsembleResult: the numbers of all members, and what can be made of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from os import PathLike
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.core.declare.values import shown
from linkwork.core.errors import ParameterError, SolverError, SysError
from linkwork.ensemble.columns import Column
from linkwork.ensemble.failures import FailureTable, MemberFailure, text_of
from linkwork.ensemble.members import NOT_DONE
from linkwork.ensemble.recording import label_of

if TYPE_CHECKING:
    import xarray

    from linkwork.ensemble.single import Single
    from linkwork.results.solution import Solution

REDUCTIONS: dict[str, Callable[..., Any]] = {
    "mean": np.mean, "std": np.std, "min": np.min, "max": np.max, "median": np.median,
}  # fmt: skip


class EnsembleResult:
    """Numbers of all members of an ensemble, which `Ensemble.solve` returns.

    values -- (members, times, columns), or (members, numbers) if a function of `record` made
        them; NaN where a member failed or has not run
    inputs -- (members, parameters): the varied numbers
    parameters, units -- paths of what varied, and their units
    times -- times of the rows [s]
    columns -- name, component and unit of each column
    status -- 0, the code of a failure, or -1 if the member has not run
    steps -- steps of each member
    reason -- why members ran through Python, which takes longer; empty if they were compiled
    facts -- settings, model, versions, seed and more, as plain values
    """

    def __init__(
        self, values: np.ndarray, report: np.ndarray, inputs: np.ndarray, facts: dict[str, Any],
        single: Single, numbers: Sequence[str] | None = None,
        messages: dict[int, str] | None = None, reason: str = "",
    ) -> None:  # fmt: skip
        """report -- of each member; single -- runs a member again

        numbers -- names of the numbers of a function
        messages -- texts of failures, as far as they are known
        """
        self._messages, self.reason = messages or {}, reason
        self.values, self.inputs, self.facts = values, inputs, facts
        self.report, self._single = report, single
        self.parameters: list[str] = facts["varied"]
        self.units: list[str] = facts["units"]
        self.times = np.array(facts["times"])
        if facts["function"]:
            name = facts["function"].rpartition(":")[2].rpartition(".")[2].strip("<>")
            self.columns = [Column(name, each, "") for each in numbers or ()]
        else:
            self.columns = [Column(*each) for each in facts["columns"]]

    @property
    def status(self) -> np.ndarray:
        return np.asarray(self.report["status"])

    @property
    def steps(self) -> np.ndarray:
        return np.asarray(self.report["steps"])

    @property
    def done(self) -> np.ndarray:
        """Whether each member has finished without a failure."""
        return np.asarray(self.status == 0)

    def __len__(self) -> int:
        return len(self.report)

    def __bool__(self) -> bool:
        """Whether all members have finished."""
        return bool(self.done.all())

    @property
    def failures(self) -> FailureTable:
        """Members that failed, with time, item and reason: a list that prints as a table."""
        items = self._single.items
        rows = []
        for member in np.flatnonzero(self.status > 0):
            report = self.report[member]
            item, text = text_of(int(report["status"]), int(report["item"]), items)
            told = self._messages.get(int(member))
            if told is not None:
                item, text = "", told
            values = dict(zip(self.parameters, map(float, self.inputs[member]), strict=True))
            rows.append(MemberFailure(int(member), float(report["time"]), item, text, values))
        return FailureTable(rows)

    # ------------------------------------------------------------------ single members

    def rerun(self, member: int) -> Solution:
        """Solve a member again by SolveDynamic, with all checks; returns the Solution.

        A member that failed raises the error with its complete text.

        member -- number of the member
        """
        return self._single.solve(self._row(member))

    def member(self, member: int) -> Solution:
        """The Solution of a member, as far as it got; for `.show()`, `.plot()`, `.energy()`.

        member -- number of the member
        """
        try:
            return self.rerun(member)
        except SolverError as error:
            if error.solution is None:
                raise
            solution: Solution = error.solution
            return solution

    def _row(self, member: int) -> np.ndarray:
        try:
            found: np.ndarray = self.inputs[range(len(self))[member]]
        except (TypeError, IndexError):
            raise ParameterError(
                f"members have numbers from 0 to {len(self) - 1}, got {shown(member)}"
            ) from None
        return found

    # ------------------------------------------------------------------ statistics

    def finished(self) -> np.ndarray:
        """Values of the members that finished; an error if there are none."""
        if not self.done.any():
            raise SysError(f"no member has finished; {self._counts()}")
        return self.values if self.done.all() else self.values[self.done]

    def mean(self) -> np.ndarray:
        """Mean over the members that finished: (times, columns)."""
        return np.asarray(self.finished().mean(axis=0))

    def quantiles(self, probabilities: Sequence[float] = (0.05, 0.5, 0.95)) -> np.ndarray:
        """Quantiles over the members that finished: (probabilities, times, columns).

        probabilities -- between 0 and 1
        """
        wanted = np.atleast_1d(np.array(probabilities, float))
        if not ((wanted >= 0) & (wanted <= 1)).all():
            raise ParameterError(
                f"quantiles take probabilities between 0 and 1, got {shown(list(wanted))}"
            )
        return np.asarray(np.quantile(self.finished(), wanted, axis=0))

    def reduce(self, function: str | Callable[[np.ndarray], Any]) -> Any:
        """Reduce the values of the members that finished.

        function -- "mean", "std", "min", "max" or "median" over members, or a function that gets
            the array (members, times, columns)
        """
        if callable(function):
            return function(self.finished())
        if function not in REDUCTIONS:
            raise ParameterError(
                f"reduce takes a function or one of {', '.join(REDUCTIONS)}, got {shown(function)}"
            )
        return REDUCTIONS[function](self.finished(), axis=0)

    # ------------------------------------------------------------------ containers and files

    def to_xarray(self) -> xarray.Dataset:
        """A Dataset with the variables values, status and steps.

        Dimensions are those of the product, one per varied number, or member; then time and
        column. Units, settings, versions and the seed are attributes.
        """
        from linkwork.ensemble.labeled import to_xarray

        return to_xarray(self)

    def save(self, path: str | PathLike[str]) -> None:
        """Write a file that `EnsembleResult.load` reads.

        path -- name that ends in .npz or .zarr
        """
        from linkwork.core.files.whole_files import path_of
        from linkwork.ensemble.store import store_class

        file = path_of(path)
        store = store_class(file)(file, self.facts, self.inputs)
        if store.exists and file.suffix.lower() == ".zarr":
            raise SysError(f"{file} exists; choose another name, or delete it")
        names = [column.component for column in self.columns] if self.facts["function"] else None
        chunk = max(1, min(len(self), int(16e6 // max(self.values[:1].nbytes, 1))))
        told = None if names is None else tuple(names)
        store.create(self.values.shape, chunk, told)
        for first in range(0, len(self), chunk):
            place = slice(first, min(first + chunk, len(self)))
            store.write(place, self.values[place], self.report[place])
        store.close(self.values, self.report, told)

    @classmethod
    def load(
        cls, path: str | PathLike[str], functions: Any = None, import_functions: bool = False
    ) -> EnsembleResult:
        """Read what `save` or a store has written.

        path -- name of the file, .npz or .zarr
        functions -- user functions of the model by name, to run members again
        import_functions -- whether modules that the model names may be imported for that
        """
        from linkwork.core.files.whole_files import path_of
        from linkwork.ensemble.single import Single
        from linkwork.ensemble.store import read_facts, read_inputs, store_class

        file = path_of(path)
        kind = store_class(file)
        if not file.exists():
            raise SysError(f"{file} does not exist; looked in {file.resolve().parent}")
        facts, inputs = read_facts(file), read_inputs(file)
        values, report, names = kind(file, facts, inputs).load()
        single = Single.stored(facts, functions, import_functions)
        return cls(values, report, inputs, facts, single, names)

    # ------------------------------------------------------------------ pictures

    def plot(
        self,
        what: Any = None,
        *,
        probabilities: Sequence[float] = (0.05, 0.25, 0.5, 0.75, 0.95),
        members: int = 0,
        ax: Any = None,
        fileName: Any = None,
        show: bool | None = None,
    ) -> Any:
        """Plot bands of quantiles over time; returns the matplotlib Figure.

        what -- name of a sensor or column, or a list of them; None: all
        probabilities -- of the bands, from outside to inside; a middle one is a line
        members -- so many single members are drawn as thin lines
        ax -- axes to draw into, one per column; None: a new figure
        fileName -- file to write, .png, .pdf, .svg, ...
        show -- True: open a window, if there is a display; None: if pyplot is in interactive use
        """
        from linkwork.ensemble.plots import plot_bands

        return plot_bands(self, what, probabilities, members, ax, fileName, show)

    def scatter(
        self,
        what: Any = None,
        *,
        time: float | None = None,
        fileName: Any = None,
        show: bool | None = None,
    ) -> Any:
        """Plot a scatter matrix of varied numbers and results; returns the matplotlib Figure.

        what -- name of a sensor or column, or a list of them; None: all
        time -- of the results [s]; default: the last
        fileName, show -- as in `plot`
        """
        from linkwork.ensemble.plots import plot_scatter

        return plot_scatter(self, what, time, fileName, show)

    def tornado(
        self,
        what: Any = None,
        *,
        time: float | None = None,
        fileName: Any = None,
        show: bool | None = None,
    ) -> Any:
        """Plot how far each varied number moves a result; returns the matplotlib Figure.

        Bars reach from the result at the 5 % quantile of the number to that at its 95 % quantile,
        by a linear fit over all members; the title has the part of the variance that the fit
        explains.

        what -- name of a column; needed if there are several
        time -- of the result [s]; default: the last
        fileName, show -- as in `plot`
        """
        from linkwork.ensemble.plots import plot_tornado

        return plot_tornado(self, what, time, fileName, show)

    # ------------------------------------------------------------------ texts

    def _counts(self) -> str:
        counts = {
            "finished": int(self.done.sum()),
            "failed": int((self.status > 0).sum()),
            "have not run": int((self.status == NOT_DONE).sum()),
        }
        return ", ".join(f"{count} {word}" for word, count in counts.items() if count)

    def __repr__(self) -> str:
        columns = ", ".join(label_of(column) for column in self.columns[:6])
        more = ", ..." if len(self.columns) > 6 else ""
        rows = "" if self.facts["function"] else f", {len(self.times)} times"
        return (
            f"<EnsembleResult: {len(self)} members ({self._counts()}), varied "
            f"{', '.join(self.parameters)}{rows}, columns {columns}{more}>"
        )
