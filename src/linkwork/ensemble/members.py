"""Members of an ensemble: runs of one model that differ in some numbers, on several threads.

Threads take members in chunks from a counter, and each writes its results at the member's place, so
nothing depends on their number or on the chunks. Every thread has a system of its own. Where the
varied numbers and the model allow it, a chunk is one compiled call that needs no Python
(`worker.py`); whatever else a member needs is done as by SolveDynamic (`ordinary.py`). Both take
the same steps to the last bit.
"""

from __future__ import annotations

import copy
import threading
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.api.parameter_paths import ParameterPath
from linkwork.core.errors import ParameterError, SysError, warn, warnings_kept
from linkwork.core.status import OK
from linkwork.ensemble.between import Between, between_steps
from linkwork.ensemble.columns import Column, columns_of, grid_of, settings_for
from linkwork.ensemble.coverage import Coverage, Judge, coverage_of, initial_words
from linkwork.ensemble.ordinary import Ordinary, Outcome, is_structural
from linkwork.ensemble.recorded import Recorded
from linkwork.ensemble.worker import CALLED_BACK, Worker
from linkwork.integrators.registry import integrator_of
from linkwork.run.interrupt import HelperWatch, helping
from linkwork.run.scheme import check_run
from linkwork.settings.simulation import SimulationSettings

if TYPE_CHECKING:
    from linkwork.api.system import MainSystem

REPORT = np.dtype([("status", "i8"), ("item", "i8"), ("time", "f8"), ("steps", "i8")])
"""How a member has ended: status (-1: not done yet, 0: at its end, else a code of
`core/status.py`), number of the item that failed or -1, time of its last state [s], its steps."""

NOT_DONE = -1

CHUNK = 0.02
"""Time that a chunk of members should take [s]."""


def new_report(count: int) -> np.ndarray:
    """A report of members that are not done."""
    report = np.zeros(count, REPORT)
    report["status"], report["item"], report["time"] = NOT_DONE, -1, np.nan
    return report


class Stop:
    """Something that `is_set` once no further members are wanted; a threading.Event serves."""

    def is_set(self) -> bool:
        """Whether the members are to stop."""
        return False


class Members:
    """Runs members of an ensemble.

    threads -- their number; columns -- names and units of what is recorded
    settings -- those of a member: SolveDynamic with them, after the member's numbers were set,
    takes the same steps and records the same rows
    reason -- why members take the ordinary way, empty if they are compiled
    messages -- number of a member that failed -> its error, where a Python run has told it
    warned -- number of a member that has warned -> its first warning; `run` tells their number
    chunk -- most members that a thread takes at once; fewer if they take more than about 20 ms
    """

    def __init__(
        self, mbs: MainSystem, settings: SimulationSettings, solverType: Any,
        varied: Sequence[ParameterPath], recorded: Recorded, threads: int = 1,
    ) -> None:  # fmt: skip
        if threads < 1:
            raise ParameterError(f"an ensemble needs at least 1 thread, got {threads}")
        check_run(settings)
        self._solver, self.threads = integrator_of(solverType), int(threads)
        self._lock, self._running = threading.Lock(), threading.Lock()
        self._varied, self._times = list(varied), np.array(recorded.times, float)
        grid = grid_of(self._times, settings, self._solver)
        self.settings = settings_for(settings, recorded, grid)
        self._grid = grid
        self._model = copy.copy(mbs)
        if any(is_structural(self._model, path) for path in self._varied):
            self._model._restructured()  # initial values are those of the nodes, for every member
        if self._model._model is None:
            self._model.Assemble()
        self.columns: list[Column]
        self.columns, self._picks = columns_of(self._model, recorded)
        self.messages: dict[int, str] = {}
        self.warned: dict[int, str] = {}
        self.chunk: int | None = None
        self._ordinary: list[Ordinary | None] = [None] * self.threads
        self._workers: list[Worker | None] = [None] * self.threads
        self._coverage = Coverage([], "")
        self._between: Between | None = None
        self._judge: Judge | None = None
        self.reason = self._reason()
        if self.reason == CALLED_BACK:
            warn(
                "functions of the model are called back: every member solves in Python, one at a "
                "time whatever the number of threads, which takes many times as long as with "
                "functions that can be compiled (docs/howto-extend)"
            )

    def _reason(self) -> str:
        """Why members are not compiled; a first worker finds out."""
        trial = copy.copy(self._model)
        self._words = initial_words(trial, self._varied)
        if self._grid.targets is None and not self._solver.is_automatic(self.settings):
            self._between = between_steps(
                trial, self.settings, self._picks, self._times, self._grid
            )  # fmt: skip
        if self._grid.targets is None and self._between is None:
            return "rows are taken between steps"
        self._coverage = coverage_of(trial, self._varied)
        if self._coverage.reason:
            return self._coverage.reason
        self._judge = Judge(trial, self._varied, self._coverage.words)
        self._workers[0] = worker = self._make_worker()
        return worker.reason

    def _make_worker(self) -> Worker:
        picks, grid = self._picks, self._grid
        if self._between is not None:
            picks, grid = self._between.picks, self._between.grid
        return Worker(
            copy.copy(self._model), self.settings, self._solver, self._coverage, picks, grid
        )  # fmt: skip

    def serves(self, values: np.ndarray) -> np.ndarray:
        """For each member, whether it is compiled; values -- (members, varied numbers)."""
        if self._judge is None or self.reason:
            return np.zeros(len(values), bool)
        with self._lock:
            return self._judge.serves(np.ascontiguousarray(values, float) + 0.0)

    def close(self) -> None:
        """Release the systems of all threads; the members cannot be run again."""
        for worker in self._workers:
            if worker is not None:
                worker.close()
        self._workers, self._ordinary = [], []

    # ------------------------------------------------------------------ all members

    def run(
        self, values: np.ndarray, results: np.ndarray, report: np.ndarray, stop: Any = None,
        progress: Callable[[int], None] | None = None,
    ) -> None:  # fmt: skip
        """Run all members whose status is -1, and write results and report in place.

        values -- (members, varied numbers); results -- (members, times, columns)
        report -- of type REPORT; stop -- its method is_set tells between members whether to stop
        progress -- called now and then with the number of members that this call has finished
        """
        values = self._checked(values, results, report)
        if not self._running.acquire(blocking=False):
            raise SysError("these members are being run in another thread: make others for it")
        try:
            self._run(values, results, report, stop, progress)
        finally:
            self._running.release()

    def _run(
        self, values: np.ndarray, results: np.ndarray, report: np.ndarray, stop: Any,
        progress: Callable[[int], None] | None,
    ) -> None:  # fmt: skip
        task = Task(self, values, results, report, stop if stop is not None else Stop())
        is_main = threading.current_thread() is threading.main_thread()
        work = task.help if is_main else task.work
        others = [
            threading.Thread(target=work, args=(k,), name=f"ensemble {k}")
            for k in range(1, min(self.threads, max(1, len(task.order))))
        ]
        try:
            for thread in others:
                thread.start()
            task.work(0, progress)
        except BaseException as error:
            task.end_with(error)
        task.wait_for([thread for thread in others if thread.ident is not None])
        if task.errors:
            raise task.errors[0]
        if progress is not None:
            progress(task.done)
        if task.warned:
            first = min(task.warned)
            warn(f"{len(task.warned)} members have warned; member {first}: {self.warned[first]}")

    def _checked(self, values: Any, results: np.ndarray, report: np.ndarray) -> np.ndarray:
        found = np.ascontiguousarray(values, float) + 0.0  # zeros have no sign
        if found.ndim != 2 or found.shape[1] != len(self._varied):
            raise ParameterError(
                f"values of an ensemble must have a row per member and {len(self._varied)} columns,"
                f" one per varied number; got shape {found.shape}"
            )
        shape = (len(found), len(self._times), len(self.columns))
        if results.shape != shape or report.shape != shape[:1]:
            raise ParameterError(
                f"results must have the shape {shape} of members, times and columns, and the "
                f"report {shape[:1]}; got {results.shape} and {report.shape}"
            )
        return found

    def run_chunk(self, thread: int, task: Task, members: np.ndarray) -> None:
        """Run some members in a thread; those that stop in between are not done."""
        if not self.reason:
            members = self._run_compiled(thread, task, members)
        for member in members:
            if task.is_stopped():
                return
            rows = np.empty(task.results.shape[1:])
            task.write(member, self._by_ordinary_way(thread).solve(task.values[member], rows), rows)

    def _run_compiled(self, thread: int, task: Task, members: np.ndarray) -> np.ndarray:
        """Run members in compiled code; returns those that it leaves to the ordinary way."""
        assert self._judge is not None
        with self._lock:
            serves = self._judge.serves(task.values[members])
        worker = self._workers[thread]
        if worker is None:
            with self._lock, warnings_kept():  # the first worker has issued them
                self._workers[thread] = worker = self._make_worker()
        chosen = np.ascontiguousarray(members[serves])
        rows = np.empty((len(chosen), *worker.shape))
        done, found = worker.run(chosen, task.values, rows, task.flag)
        statuses, steps, times = found[:done, 0], found[:done, 1], found[:, 2].view(float)[:done]
        fine = statuses == OK
        rows = rows[:done][fine]
        rows = rows if self._between is None else self._between.rows(rows)
        task.write_all(chosen[:done][fine], steps[fine], times[fine], rows)
        return np.concatenate([members[~serves], chosen[:done][~fine]])

    def _by_ordinary_way(self, thread: int) -> Ordinary:
        made = self._ordinary[thread]
        if made is None:
            with self._lock:
                system = copy.deepcopy(self._model)  # functions may change what is in variables
            made = Ordinary(
                system, self.settings, self._solver, self._varied, self._picks, self._times,
                self._grid.slack, self._words,
            )  # fmt: skip
            self._ordinary[thread] = made
        return made


class Task:
    """One call of `Members.run`: what is to be done, and what threads have taken of it.

    order -- numbers of the members; done -- how many are finished
    flag -- a number that is not 0 if no further members are wanted, which compiled loops see
    errors -- exceptions that end the call; warned -- members that have warned
    """

    def __init__(
        self, members: Members, values: np.ndarray, results: np.ndarray, report: np.ndarray,
        stop: Any,
    ) -> None:  # fmt: skip
        self._members, self.values, self.results, self.report = members, values, results, report
        self.order = np.flatnonzero(report["status"] == NOT_DONE)
        self._stop, self._lock, self._next = stop, threading.Lock(), 0
        self.done, self.flag = 0, np.zeros(1, np.int64)
        self.errors: list[BaseException] = []
        self.warned: list[int] = []
        self._cost = 0.0

    def is_stopped(self) -> bool:
        """Whether no further members are wanted."""
        if self._stop.is_set():
            self.flag[0] = 1
        return bool(self.flag[0])

    def work(self, thread: int, progress: Callable[[int], None] | None = None) -> None:
        """Take chunks until none is left; progress -- called after each of them."""
        try:
            while len(chunk := self._take()):
                began = time.perf_counter()
                self._members.run_chunk(thread, self, chunk)
                self._cost = (time.perf_counter() - began) / len(chunk)
                if progress is not None:
                    progress(self.done)
        except BaseException as error:
            self.end_with(error)

    def help(self, thread: int) -> None:
        """The same in a thread that works for the main thread, so that Ctrl-C ends it, too."""
        with helping():
            self.work(thread)

    def wait_for(self, threads: list[threading.Thread]) -> None:
        """Wait until threads have ended, also if Ctrl-C comes meanwhile.

        After an error, calls of user functions that never end are interrupted in them.
        """
        watch = HelperWatch()
        try:
            while threads:
                try:
                    if self.errors:
                        watch.begin()
                    threads[-1].join()
                    threads.pop()
                except BaseException as error:
                    self.end_with(error)
        finally:
            watch.end()

    def end_with(self, error: BaseException) -> None:
        """Stop all threads for an exception."""
        self.flag[0] = 1
        self.errors.append(error)

    def _take(self) -> np.ndarray:
        """The next members of a thread."""
        with self._lock:
            first, left = self._next, len(self.order) - self._next
            count = 1 if not self._cost else max(1, int(CHUNK / self._cost))
            count = min(count, max(1, left // (4 * self._members.threads)))
            count = min(count, self._members.chunk or count)
            if self.is_stopped():
                count = 0
            self._next = first + min(count, left)
            return self.order[first : self._next]

    def write_all(
        self, members: np.ndarray, steps: np.ndarray, times: np.ndarray, rows: np.ndarray
    ) -> None:
        """Keep what members have ended with that have reached their end."""
        self.results[members] = rows
        for name, column in (("item", -1), ("time", times), ("steps", steps), ("status", OK)):
            self.report[name][members] = column
        with self._lock:
            self.done += len(members)

    def write(self, member: int, outcome: Outcome, rows: np.ndarray) -> None:
        """Keep what a member has ended with; its status comes last."""
        self.results[member] = rows
        entry = self.report[member : member + 1]
        entry["item"], entry["time"], entry["steps"] = outcome.item, outcome.time, outcome.steps
        if outcome.text:
            self._members.messages[int(member)] = outcome.text
        if outcome.warnings:
            self._members.warned[int(member)] = outcome.warnings[0]
            self.warned.append(int(member))
        entry["status"] = outcome.status
        with self._lock:
            self.done += 1
