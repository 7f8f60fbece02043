"""What members are run from, in this process and in others."""

from __future__ import annotations

import hashlib
import pickle
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from linkwork.api.parameter_paths import parameter_path
from linkwork.core.declare.references import is_reachable
from linkwork.core.errors import ParameterError, warnings_kept
from linkwork.ensemble.members import NOT_DONE, Members, new_report
from linkwork.ensemble.recorded import Recorded
from linkwork.ensemble.reduction import Reduced, reduced

if TYPE_CHECKING:
    from linkwork.api.system import MainSystem
    from linkwork.settings.simulation import SimulationSettings

KEPT = 4
"""Models that a worker keeps assembled."""

Function = Callable[[np.ndarray, np.ndarray], Any]


@dataclass(frozen=True)
class Job:
    """Everything that the numbers of a member depend on, besides its own values.

    mbs -- the system; settings, solver -- of each run; varied -- paths of what varies
    recorded -- what is taken of each run; function -- makes numbers of it, None: the rows are kept
    """

    mbs: MainSystem
    settings: SimulationSettings
    solver: Any
    varied: tuple[str, ...]
    recorded: Recorded
    function: Function | None = None

    def members(self, threads: int = 1) -> Members:
        """What runs members in this process."""
        paths = [parameter_path(self.mbs, text) for text in self.varied]
        return Members(self.mbs, self.settings, self.solver, paths, self.recorded, threads)

    def packed(self, by_value: bool) -> Packed:
        """The job as bytes for other processes: the model's JSON form, settings, functions by name.

        by_value -- functions that have no name which a worker can import travel as code
        """
        from linkwork.api.copies import form_of, owned_functions

        functions = list(owned_functions(self.mbs))
        if self.function is not None:
            functions.append(("record: function", self.function))
        if not by_value:
            for owner, function in functions:
                if not is_reachable(function):
                    raise ParameterError(_cannot_travel(owner, function))
        parts = (form_of(self.mbs), self.settings, self.solver, self.varied, self.recorded)
        content = (*parts, self.function)
        if by_value:
            import cloudpickle  # type: ignore[import-untyped]

            data: bytes = cloudpickle.dumps(content)
        else:
            data = pickle.dumps(content)
        return Packed(hashlib.sha256(data).hexdigest(), data)


@dataclass(frozen=True)
class KeptJob(Job):
    """A job that is run again and again: its members stay ready in this process."""

    _made: dict[int, Members] = field(default_factory=dict, compare=False, repr=False)

    def members(self, threads: int = 1) -> Members:
        """Those of the first call with this number of threads."""
        if threads not in self._made:
            self._made[threads] = super().members(threads)
        return self._made[threads]

    def close(self) -> None:
        """Release the members."""
        while self._made:
            self._made.popitem()[1].close()


class Packed(NamedTuple):
    """A job as bytes, and their digest, by which workers keep it."""

    digest: str
    data: bytes

    def job(self) -> Job:
        """The job itself."""
        from linkwork.api.copies import rebuild
        from linkwork.api.system import SystemContainer

        form, *others = pickle.loads(self.data)
        mbs = SystemContainer().AddSystem()
        rebuild(mbs, form)
        return Job(mbs, *others)


def _cannot_travel(owner: str, function: Any) -> str:
    name = getattr(function, "__qualname__", type(function).__name__)
    return (
        f"{owner}: the function {name} cannot be sent to another process, which imports functions "
        "by name; define it with def at the top level of a module, or use scheduler='threads'"
    )


# ------------------------------------------------------------------ in a worker


class Told(NamedTuple):
    """Texts of members by their number: of failures, and of first warnings.

    reason -- why members were not compiled, empty if they were
    """

    messages: dict[int, str]
    warned: dict[int, str]
    reason: str = ""


def run_quietly(
    members: Members, values: np.ndarray, results: np.ndarray, report: np.ndarray, stop: Any,
    progress: Callable[[int], None] | None = None,
) -> Told:  # fmt: skip
    """Run members and return their texts; arguments as in `Members.run`."""
    members.messages.clear()
    members.warned.clear()
    with warnings_kept():
        members.run(values, results, report, stop, progress)
    return Told(dict(members.messages), dict(members.warned), members.reason)


class Chunk(NamedTuple):
    """Members that have run.

    reduced -- their numbers; report -- of each; told -- failures and warnings
    cost -- time of a member [s]
    """

    reduced: Reduced
    report: np.ndarray
    told: Told
    cost: float


class Deadline:
    """A stop that sets itself after some seconds."""

    def __init__(self, seconds: float) -> None:
        self._end = time.perf_counter() + seconds

    def is_set(self) -> bool:
        """Whether the time is over."""
        return time.perf_counter() > self._end


class _Kept(threading.local):
    """Jobs that a thread of a worker keeps, with what runs their members."""

    def __init__(self) -> None:
        self.jobs: OrderedDict[str, tuple[Job, Members]] = OrderedDict()


_kept = _Kept()


def run_chunk(packed: Packed, values: np.ndarray, budget: float = np.inf) -> Chunk:
    """Run members in a worker; those that do not begin within the budget [s] stay undone."""
    if packed.digest not in _kept.jobs:
        job = packed.job()
        _kept.jobs[packed.digest] = job, job.members()
        while len(_kept.jobs) > KEPT:
            _kept.jobs.popitem(last=False)
    _kept.jobs.move_to_end(packed.digest)
    job, members = _kept.jobs[packed.digest]
    results = np.empty((len(values), len(job.recorded.times), len(members.columns)))
    report = new_report(len(values))
    told = Told({}, {})
    first = 1 if np.isfinite(budget) else 0  # it may compile, which is not a cost of members
    if first:
        told = run_quietly(members, values[:1], results[:1], report[:1], Deadline(np.inf))
    began = time.perf_counter()
    more = run_quietly(members, values[first:], results[first:], report[first:], Deadline(budget))
    seconds = time.perf_counter() - began
    told.messages.update({first + k: text for k, text in more.messages.items()})
    told.warned.update({first + k: text for k, text in more.warned.items()})
    done = int(np.count_nonzero(report["status"] != NOT_DONE)) - first
    numbers = reduced(job.function, job.recorded.times, results, report)
    return Chunk(numbers, report, told._replace(reason=more.reason), seconds / max(done, 1))
