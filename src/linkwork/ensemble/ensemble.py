"""Ensemble: many runs of one model with other numbers."""

from __future__ import annotations

import copy
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from os import PathLike
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.core.declare.values import shown
from linkwork.core.enums import DynamicSolverType
from linkwork.core.errors import ParameterError, SysError
from linkwork.ensemble import sampling, schedulers
from linkwork.ensemble.collection import Collection
from linkwork.ensemble.columns import Column, columns_of, grid_of, settings_for
from linkwork.ensemble.design import Design, columns_of_table
from linkwork.ensemble.distributions import Distribution
from linkwork.ensemble.identity import facts_of
from linkwork.ensemble.job import Job
from linkwork.ensemble.members import REPORT
from linkwork.ensemble.recorded import Recorded
from linkwork.ensemble.recording import (
    check_sensors,
    checked_times,
    label_of,
    times_of,
    without_files,
)
from linkwork.ensemble.reduction import name_of
from linkwork.ensemble.result import EnsembleResult
from linkwork.ensemble.single import Single
from linkwork.ensemble.store import open_store
from linkwork.settings.simulation import SimulationSettings

if TYPE_CHECKING:
    from linkwork.api.system import MainSystem

TIMES = 101
"""Times of rows if none are chosen."""


class Ensemble:
    """Many runs of one model with other numbers: sweeps, tables and samples.

        ensemble = exu.Ensemble(mbs)
        ensemble.vary("spring.stiffness", np.linspace(50, 150, 101))
        ensemble.record(sensors=["tip"])
        result = ensemble.solve(settings)

    Calls of `vary`, `table` and `sample` multiply: each combination is a member. The system itself
    is not changed.

    mbs -- the system whose numbers vary
    result -- the last result, also of an ensemble that Ctrl-C has stopped; None before
    """

    def __init__(self, mbs: MainSystem) -> None:
        self.mbs = mbs
        self.result: EnsembleResult | None = None
        self._design = Design()
        self._sensors: tuple[str, ...] | None = None
        self._times: int | np.ndarray = TIMES
        self._coordinates: bool | None = None
        self._function: Callable[[np.ndarray, np.ndarray], Any] | None = None

    # ------------------------------------------------------------------ what varies

    def vary(
        self,
        path: str | None = None,
        values: Any = None,
        *,
        zip: Mapping[str, Any] | None = None,
    ) -> Ensemble:
        """Vary a number, or several together.

        path -- such as "spring.stiffness" or "mass.initialVelocity[1]": name of an item,
            parameter, component; "node:ball." or "object:ball." where names are not unique
        values -- its values
        zip -- instead: values by path, of equal lengths, which vary together
        """
        if zip is not None:
            if path is not None or values is not None:
                raise ParameterError("vary takes a path with values, or zip=, not both")
            self._design.add(self.mbs, dict(zip), "zip")
        elif path is None or values is None:
            raise ParameterError(
                "vary takes a path and values, as in vary('spring.stiffness', [50, 100]), or zip="
            )
        else:
            self._design.add(self.mbs, {path: values}, "values")
        return self

    def table(self, table: Any) -> Ensemble:
        """Take members from the rows of a table.

        table -- a DataFrame, or a dictionary of columns; column names are paths
        """
        self._design.add(self.mbs, columns_of_table(table), "table")
        return self

    def sample(
        self,
        distributions: Mapping[str, Distribution],
        members: int,
        seed: int = 0,
        method: str = "random",
        correlations: Any = None,
    ) -> Ensemble:
        """Draw members from distributions.

        distributions -- by path, such as {"spring.damping": exu.normal(0.5, 0.05)}
        members -- number of samples
        seed -- equal seeds give equal samples, whatever runs them
        method -- "random"; "latin": Latin hypercube; "sobol": Sobol' points
        correlations -- matrix, or {(path, path): correlation}; default: independent
        """
        if isinstance(members, bool) or not isinstance(members, (int, np.integer)) or members < 1:
            raise ParameterError(
                f"sample: members must be a whole number > 0, got {shown(members)}"
            )
        drawn = sampling.sample(dict(distributions), int(members), seed, method, correlations)
        columns = {path: drawn[:, k] for k, path in enumerate(distributions)}
        self._design.add(self.mbs, columns, "sample")
        note = {
            "seed": int(seed),
            "method": method,
            "distributions": {path: str(each) for path, each in distributions.items()},
        }
        self._design.notes.append(note)
        return self

    # ------------------------------------------------------------------ what is recorded

    def record(
        self,
        sensors: Sequence[str] | str | None = None,
        times: Any = TIMES,
        coordinates: bool | None = None,
        function: Callable[[np.ndarray, np.ndarray], Any] | None = None,
    ) -> Ensemble:
        """Choose what is kept of each member.

        sensors -- names of sensors; None: all
        times -- number of rows at equal distances from start to end, 1: the end alone; or the
            times of the rows themselves [s], the last of which is the end
        coordinates -- whether coordinates and velocities are kept; None: only if there are no
            sensors
        function -- f(times, rows) makes numbers of a member's rows (times, columns), which are
            kept instead: a number, a list, or a dictionary of numbers by name
        """
        if isinstance(sensors, str):
            sensors = [sensors]
        self._sensors = None if sensors is None else check_sensors(self.mbs, list(sensors))
        self._times = checked_times(times)
        self._coordinates = None if coordinates is None else bool(coordinates)
        if function is not None and not callable(function):
            raise ParameterError(f"record: function must be a function, got {shown(function)}")
        self._function = function
        return self

    def _recorded(self, times: np.ndarray) -> Recorded:
        sensors = self._sensors
        if sensors is None:
            sensors = tuple(self.mbs._store.names["sensor"])
        coordinates = self._coordinates
        if coordinates is None:
            coordinates = not sensors
        if not sensors and not coordinates:
            raise ParameterError(
                "nothing is recorded: give sensors, or coordinates=True, to record(...)"
            )
        return Recorded(sensors, times, coordinates)

    # ------------------------------------------------------------------ what it will be

    @property
    def members(self) -> int:
        """Number of members."""
        return self._design.members

    def values(self) -> np.ndarray:
        """(members, varied): the varied numbers of all members."""
        return self._design.values()

    def memory(self) -> int:
        """Memory of the result [bytes]; of a function of `record`, without its numbers."""
        row = 0
        if self._function is None:
            columns = self._columns(np.zeros(_count(self._times)))
            row = 8 * _count(self._times) * len(columns)
        return self.members * (row + 8 * len(self._design.paths) + REPORT.itemsize)

    def _columns(self, times: np.ndarray) -> list[Column]:
        mbs = self.mbs if self.mbs._model is not None else without_files(self.mbs)
        return columns_of(mbs, self._recorded(times))[0]

    def __repr__(self) -> str:
        lines = [f"Ensemble of {self.members} members"]
        for block in self._design.blocks:
            for k, path in enumerate(block.paths):
                own = block.values[:, k]
                unit = f" {path.unit}" if path.unit not in ("", "1") else ""
                lines.append(
                    f"  varied    {path.text}: {len(own)} values, {own.min():.6g} ... "
                    f"{own.max():.6g}{unit}"
                    + ("" if block.kind == "values" else f" ({block.kind})")
                )
        columns = self._columns(np.zeros(_count(self._times)))
        shown_columns = ", ".join(label_of(column) for column in columns[:8])
        more = f", ... ({len(columns)} columns)" if len(columns) > 8 else ""
        lines.append(f"  recorded  {shown_columns}{more} at {_count(self._times)} times")
        if self._function is not None:
            lines.append(f"  kept      what {name_of(self._function)} makes of them")
        lines.append(f"  memory    {_bytes(self.memory())}")
        return "\n".join(lines)

    # ------------------------------------------------------------------ running

    def solve(
        self,
        simulationSettings: SimulationSettings | None = None,
        solverType: DynamicSolverType | int | str = DynamicSolverType.GeneralizedAlpha,
        *,
        scheduler: Any = "threads",
        threads: int | None = None,
        progress: bool = True,
        store: str | PathLike[str] | None = None,
        chunk: int | None = None,
    ) -> EnsembleResult:
        """Run all members; returns the EnsembleResult.

        A member that fails does not stop the others: `result.failures` lists it. Ctrl-C ends the
        members that are running, keeps what is done in `ensemble.result` and in the store, and
        raises KeyboardInterrupt.

        simulationSettings, solverType -- of each run, as in SolveDynamic
        scheduler -- "threads"; "serial"; "processes"; a Dask client, or the address of a Dask
            scheduler such as "tcp://host:8786"; or a concurrent.futures.Executor
        threads -- number of threads or processes; default: that of processors
        progress -- whether a bar shows the progress of ensembles that take longer than a second
        store -- file that keeps the members: .zarr is written during the run, and the same call
            continues it after an interruption; .npz is written at the end
        chunk -- members of a task and of a stored chunk; default: chosen from the time of a member
        """
        settings, solver = self._checked(simulationSettings, solverType, threads, chunk)
        recorded = self._recorded(times_of(self._times, settings))
        mbs = without_files(self.mbs)
        job = Job(
            mbs,
            settings_for(settings, recorded, grid_of(recorded.times, settings, solver)),
            solver.name,
            tuple(path.text for path in self._design.paths),
            recorded,
            self._function,
        )
        columns, _ = columns_of(mbs, recorded)
        shape = (len(recorded.times), len(columns))
        try:
            if self.memory() > sys.maxsize:
                raise MemoryError
            inputs = self._design.values()
            facts = facts_of(job, self._design, columns, settings)
            kept = None if store is None else open_store(store, facts, inputs)
            collection = Collection(
                len(inputs), shape if self._function is None else None, kept, progress
            )
        except MemoryError:
            raise SysError(
                f"{self.members} members need {_bytes(self.memory())} of memory, which is not "
                "there: keep less of each (record), or make several ensembles"
            ) from None
        sweep = schedulers.Sweep(
            job, inputs, collection, chunk, 8 * shape[0] * shape[1], threading.Event()
        )
        try:
            self._run(sweep, scheduler, threads)
        finally:
            self.result = EnsembleResult(
                collection.values, collection.report, inputs, facts, Single.of(job, settings),
                collection.names, collection.messages, collection.reason,
            )  # fmt: skip
            collection.finish()
        if sweep.stop.is_set():
            raise KeyboardInterrupt
        return self.result

    @staticmethod
    def _run(sweep: schedulers.Sweep, scheduler: Any, threads: int | None) -> None:
        from linkwork.run.interrupt import after_this_step

        with after_this_step(sweep.stop.set):
            schedulers.run(sweep, scheduler, threads)

    def _checked(
        self, settings: Any, solver: Any, threads: Any, chunk: Any
    ) -> tuple[SimulationSettings, Any]:
        from linkwork.integrators.registry import integrator_of
        from linkwork.run.scheme import check_run

        if not self._design.blocks:
            raise ParameterError(
                "nothing varies: call vary, table or sample before solve, as in "
                "vary('spring.stiffness', [50, 100])"
            )
        self.mbs._refuse_while_running("Ensemble.solve")
        settings = settings if settings is not None else SimulationSettings()
        if not isinstance(settings, SimulationSettings):
            raise ParameterError(f"Ensemble.solve takes SimulationSettings, got {shown(settings)}")
        for name, value in (("threads", threads), ("chunk", chunk)):
            whole = isinstance(value, (int, np.integer)) and not isinstance(value, bool)
            if value is not None and not (whole and value > 0):
                raise ParameterError(f"{name} must be a whole number > 0, got {shown(value)}")
        check_run(settings)
        return copy.deepcopy(settings), integrator_of(solver)


def _count(times: int | np.ndarray) -> int:
    return times if isinstance(times, int) else len(times)


def _bytes(size: float) -> str:
    for unit in ("B", "kB", "MB"):
        if size < 1000:
            return f"{size:.3g} {unit}"
        size /= 1000
    return f"{size:.3g} GB"
