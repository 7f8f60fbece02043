"""Runs of a search that are made together: members of an ensemble instead of a loop.

A search asks for many runs at once: those of a Jacobian, of several starts, of a generation. The
members are made ready once and kept for the whole search. Their rows are those that SolveDynamic
records, to the same bits; the first call compares them with a run of SolveDynamic.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Sequence
from copy import copy
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from linkwork.core.errors import SolverError, SysError, warnings_kept
from linkwork.core.status import OK
from linkwork.fitting.varied import Place
from linkwork.settings.simulation import SimulationSettings

if TYPE_CHECKING:
    from linkwork.ensemble.collection import Collection
    from linkwork.ensemble.job import KeptJob
    from linkwork.results.solution import Solution


class Rows(NamedTuple):
    """What a member has recorded, in the form of a Solution.

    sensors -- name -> array with the time in the first column; snapshot -- items of the model
    """

    sensors: dict[str, np.ndarray]
    snapshot: Any
    jumps: tuple[Any, ...] = ()

    def sensor(self, name: str) -> np.ndarray:
        """Recorded values of a sensor, time first."""
        return self.sensors[name]


Outcome = Rows | SysError | KeyboardInterrupt | None
"""How a member has ended; None: it is left to SolveDynamic."""


def taken(outcome: Rows | SysError | KeyboardInterrupt) -> Rows:
    """The rows of a member; the error of one that has failed is raised."""
    if isinstance(outcome, BaseException):
        raise outcome
    return outcome


class Together:
    """Runs of one system with many sets of parameters.

    place -- the system and its varied parameters; settings, solver -- of the runs
    sensors -- those whose rows are needed
    scheduler -- as in Ensemble.solve
    reason -- why runs are made one after the other, empty if they are not
    """

    def __init__(
        self, place: Place, settings: SimulationSettings, solver: Any, scheduler: Any,
        sensors: Iterable[str] = (), reason: str = "",
    ) -> None:  # fmt: skip
        self.place, self.settings, self.solver = place, settings, solver
        self.scheduler, self.sensors = scheduler, tuple(dict.fromkeys(sensors))
        self.reason, self.was_interrupted = reason, False
        self._noted: tuple[np.ndarray, Solution] | None = None
        self._job: KeptJob | None = None
        self._threads: int | None = None
        self._times = np.zeros(0)

    def note(self, values: np.ndarray, solution: Any) -> None:
        """Note a run of SolveDynamic; members record the same rows as the last one before them."""
        if self._job is None and not self.reason:
            self._noted = values.copy(), solution

    def run(self, values: Sequence[np.ndarray]) -> list[Outcome]:
        """Run the members with some values of the parameters, a row each.

        Ctrl-C leaves a KeyboardInterrupt at the place of each member that has not run.
        """
        nothing: list[Outcome] = [None] * len(values)
        if len(values) < 2 or self.reason or self._noted is None:
            return nothing
        if self._job is None:
            self.reason = self._begin()
            if self.reason:
                self.close()
                return nothing
        return self._run(np.array(values))

    def close(self) -> None:
        """Release the members."""
        job, self._job = self._job, None
        if job is not None:
            job.close()

    # ------------------------------------------------------------------ members

    def _begin(self) -> str:
        """Make the members ready; returns why that is not possible."""
        from linkwork.ensemble.job import KeptJob
        from linkwork.ensemble.recorded import Recorded
        from linkwork.ensemble.recording import without_files
        from linkwork.ensemble.schedulers import processors
        from linkwork.integrators.registry import integrator_of

        assert self._noted is not None
        values, solution = self._noted
        if solution.jumps:
            return "the state jumps"
        self._times = solution.sensors[self.sensors[0]][:, 0].copy()
        is_on_threads = isinstance(self.scheduler, str) and self.scheduler == "threads"
        self._threads = processors() if is_on_threads else None
        self.place.set(values)
        try:
            with warnings_kept():
                self._job = job = KeptJob(
                    without_files(self.place.mbs), copy(self.settings),
                    integrator_of(self.solver).name,
                    tuple(path.text for path in self.place.varied),
                    Recorded(self.sensors, self._times),
                )  # fmt: skip
                reason = job.members(self._threads or 1).reason
        except SysError as error:
            return str(error)
        if reason:
            return reason
        found = self._run(values[None])[0]
        if isinstance(found, KeyboardInterrupt):
            raise found
        same = isinstance(found, Rows) and all(
            np.array_equal(found.sensors[name], solution.sensors[name]) for name in self.sensors
        )
        return "" if same else "members would take other steps than SolveDynamic"

    def _run(self, values: np.ndarray) -> list[Outcome]:
        from linkwork.ensemble import schedulers
        from linkwork.ensemble.collection import Collection
        from linkwork.run.interrupt import after_this_step

        assert self._job is not None
        members = self._job.members(self._threads or 1)
        inputs = self.place.numbers(values)
        serves = members.serves(inputs)
        shape = (len(self._times), len(members.columns))
        collection = Collection(int(serves.sum()), shape, None, False)
        stop = threading.Event()
        sweep = schedulers.Sweep(
            self._job, inputs[serves], collection, None, 8 * shape[0] * shape[1], stop
        )
        with after_this_step(stop.set):
            schedulers.run(sweep, self.scheduler, self._threads)
        collection.finish()
        found: list[Outcome] = [None] * len(values)
        for k, place in enumerate(np.flatnonzero(serves)):
            found[place] = self._outcome(collection, k)
        if stop.is_set():
            self.was_interrupted = True
            found[-1] = KeyboardInterrupt()
        return found

    def _outcome(self, collection: Collection, k: int) -> Outcome:
        from linkwork.ensemble.members import NOT_DONE

        status, end = collection.report["status"][k], collection.report["time"][k]
        if status == NOT_DONE:
            return KeyboardInterrupt()
        if status != OK:
            text = collection.messages.get(k)
            return None if text is None else SolverError(text)
        if abs(end - self._times[-1]) > 1e-6 * (self._times[-1] - self._times[0]):
            return None
        assert self._noted is not None
        solution, first, sensors = self._noted[1], 0, {}
        for name in self.sensors:
            rows = np.empty_like(solution.sensors[name])  # in the same order in memory
            count = rows.shape[1] - 1
            rows[:, 0], rows[:, 1:] = self._times, collection.values[k][:, first : first + count]
            sensors[name], first = rows, first + count
        return Rows(sensors, solution.snapshot)
