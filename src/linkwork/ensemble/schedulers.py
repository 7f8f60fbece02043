"""Where members run: in this process, in others, or on a cluster.

Members are independent of each other and stand at their own places, so that results do not depend
on the scheduler, on chunks or on the number of workers.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    CancelledError,
    Executor,
    Future,
    ThreadPoolExecutor,
    wait,
)
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwork.core.declare.values import shown
from linkwork.core.errors import ParameterError, SysError
from linkwork.core.near import near_names
from linkwork.ensemble.collection import Collection
from linkwork.ensemble.job import Chunk, Deadline, Job, Packed, run_chunk, run_quietly
from linkwork.ensemble.members import Members, new_report
from linkwork.ensemble.portions import Portions
from linkwork.ensemble.reduction import reduced

NAMES = ("serial", "threads", "processes")
LEAST = 0.2
"""Work of a stored chunk [s]: to write it costs some milliseconds."""
PROBE = 64
"""First members of which the time is measured, at most."""
PROBE_TIME = 0.05
"""And the time after which no further one of them begins [s]."""
ROUNDS = 50
"""Stored chunks of each worker, at least so many for long ensembles."""
BUFFER = 16e6
"""Largest memory of a chunk's numbers [bytes]."""
WAITING = 3
"""Tasks of each worker that are submitted at once."""
RENEWED = 2.0
"""Time after which the workers of a cluster are counted again [s]."""


@dataclass
class Sweep:
    """What a scheduler does.

    job -- what members are run from; inputs -- (members, varied) their values
    chunk -- members of a chunk; None: chosen from the time of the first ones
    row_bytes -- memory of a member's rows; stop -- set by Ctrl-C
    """

    job: Job
    inputs: np.ndarray
    collection: Collection
    chunk: int | None
    row_bytes: int
    stop: threading.Event

    def fix_chunk(self, cost: float, workers: int) -> int:
        """The number of members of a stored chunk; cost -- time of a member [s]."""
        pending = len(self.collection.pending())
        wanted = self.chunk or self.collection.chunk
        if not wanted:
            wanted = max(int(np.ceil(LEAST / max(cost, 1e-9))), 1)
            wanted = max(wanted, pending // (workers * ROUNDS))
            wanted = min(wanted, -(-pending // workers) or 1, self.most())
        self.collection.choose_chunk(wanted)
        return wanted

    def most(self) -> int:
        """Number of members whose rows fit into memory together."""
        return int(BUFFER // self.row_bytes) or 1

    def pieces(self, size: int) -> Iterator[np.ndarray]:
        """Members that have not run, chunk by chunk."""
        pending = self.collection.pending()
        places = np.flatnonzero(np.diff(pending // size)) + 1
        yield from (piece for piece in np.split(pending, places) if len(piece))


def run(sweep: Sweep, scheduler: Any, threads: int | None) -> None:
    """Run all members that have not run."""
    if not len(sweep.collection.pending()):
        return
    count = threads or processors()
    if isinstance(scheduler, str) and scheduler in ("serial", "threads"):
        _run_here(sweep, 1 if scheduler == "serial" else count)
    elif isinstance(scheduler, str) and scheduler == "processes":
        _run_in_processes(sweep, count)
    elif isinstance(scheduler, str) and "://" in scheduler:
        with _dask().Client(scheduler) as client:
            _run_on_cluster(sweep, client)
    elif hasattr(scheduler, "scatter") and hasattr(scheduler, "get_executor"):
        _run_on_cluster(sweep, scheduler)
    elif isinstance(scheduler, Executor) or hasattr(scheduler, "submit"):
        packed = sweep.job.packed(isinstance(scheduler, ThreadPoolExecutor))
        workers = int(getattr(scheduler, "_max_workers", 0)) or count
        _run_remotely(sweep, _submitting(scheduler, packed), [], lambda: workers)
    else:
        raise _unknown(scheduler)


def check_scheduler(scheduler: Any) -> None:
    """Refuse what is no scheduler."""
    if isinstance(scheduler, str) and (scheduler in NAMES or "://" in scheduler):
        return
    if not hasattr(scheduler, "submit"):
        raise _unknown(scheduler)


def _unknown(scheduler: Any) -> ParameterError:
    near = near_names(str(scheduler), NAMES) if isinstance(scheduler, str) else []
    hint = f"; did you mean {near[0]!r}?" if near else ""
    return ParameterError(
        f"scheduler is one of {', '.join(map(repr, NAMES))}, the address of a Dask scheduler such "
        "as 'tcp://host:8786', a Dask client or a concurrent.futures.Executor, got "
        f"{shown(scheduler)}{hint}"
    )


def processors() -> int:
    """Number of processors that this process may use."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity is not None else os.cpu_count() or 1


# ------------------------------------------------------------------ in this process


def _run_here(sweep: Sweep, threads: int) -> None:
    members, collection = sweep.job.members(threads), sweep.collection
    direct = sweep.job.function is None
    if direct and collection.store is None and sweep.chunk is None:
        _run_pieces(sweep, members, sweep.pieces(len(sweep.inputs)), sweep.stop)
        return
    cost = 0.0
    if not (sweep.chunk or collection.chunk):
        # The first one may compile, which is not a cost of members.
        _run_pieces(sweep, members, iter([collection.pending()[:1]]), sweep.stop)
        began, before = time.perf_counter(), collection.done
        first = collection.pending()[: PROBE * threads]
        stop = _Either(sweep.stop, Deadline(PROBE_TIME))
        _run_pieces(sweep, members, iter([first] if len(first) else []), stop)
        cost = (time.perf_counter() - began) / max(collection.done - before, 1)
    size = sweep.fix_chunk(cost, 1)
    _run_pieces(sweep, members, sweep.pieces(size), sweep.stop)


def _run_pieces(sweep: Sweep, members: Members, pieces: Iterator[np.ndarray], stop: Any) -> None:
    collection, job = sweep.collection, sweep.job
    columns, times = len(members.columns), job.recorded.times
    for piece in pieces:
        if stop.is_set():
            return
        first, last, before = piece[0], piece[-1] + 1, collection.done

        def progress(count: int, before: int = before) -> None:
            collection.bar.show(before + count)

        if job.function is None and last - first == len(piece):
            rows, report = collection.values[first:last], collection.report[first:last]
            values = sweep.inputs[first:last]
            collection.took(piece, run_quietly(members, values, rows, report, stop, progress))
            continue
        rows, report = np.full((len(piece), len(times), columns), np.nan), new_report(len(piece))
        told = run_quietly(members, sweep.inputs[piece], rows, report, stop, progress)
        numbers = reduced(job.function, times, rows, report)
        collection.put(piece, numbers, report, told)


class _Either:
    """A stop that is set if one of two is."""

    def __init__(self, *stops: Any) -> None:
        self._stops = stops

    def is_set(self) -> bool:
        """Whether members stop."""
        return any(stop.is_set() for stop in self._stops)


# ------------------------------------------------------------------ elsewhere

Submit = Callable[[np.ndarray, float], "Future[Chunk]"]
"""Submits members with a time limit [s]."""


def _submitting(executor: Any, packed: Any, function: Callable[..., Chunk] = run_chunk) -> Submit:
    def submit(values: np.ndarray, budget: float) -> Future[Chunk]:
        found: Future[Chunk] = executor.submit(function, packed, values, budget)
        return found

    return submit


def _run_in_processes(sweep: Sweep, count: int) -> None:
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor

    packed = sweep.job.packed(by_value=False)
    # Not fork: it can hang after threads of BLAS.
    context = multiprocessing.get_context("spawn")
    others = set(multiprocessing.active_children())
    with ProcessPoolExecutor(count, context, _ignore_interrupts) as executor:
        try:
            _run_remotely(sweep, _submitting(executor, packed), [], lambda: count)
        except BaseException:  # a second Ctrl-C: members that are running may never end
            for process in set(multiprocessing.active_children()) - others:
                process.terminate()
            raise


def _ignore_interrupts() -> None:
    """Ctrl-C reaches all processes of a terminal; the first one decides what happens."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _dask() -> Any:
    try:
        import distributed
    except ImportError:
        raise SysError(
            "a Dask cluster needs the package distributed, which is not installed: pip install "
            '"linkwork[cluster]"'
        ) from None
    return distributed


def _run_on_cluster(sweep: Sweep, client: Any) -> None:
    """Run members on the workers of a Dask client, after one of them on each host is warm."""
    packed = sweep.job.packed(by_value=True)
    workers = client.nthreads()
    if not workers:
        raise SysError(
            "the Dask scheduler has no workers; start some, e.g. dask worker ADDRESS, or wait for "
            "them with client.wait_for_workers(1)"
        )
    hosts = {address.rpartition(":")[0]: address for address in workers}
    data = client.scatter(packed.data, broadcast=len(workers) <= 64, hash=False)
    with ExitStack() as stack:
        submits = []
        for address in (None, *hosts.values()):
            place = {} if address is None else {"workers": [address]}
            executor = stack.enter_context(client.get_executor(pure=False, **place))
            submits.append(_on_worker(executor, packed.digest, data))
        _run_remotely(sweep, submits[0], submits[1:], Slots(client))


class Slots:
    """Threads of the workers that a cluster has at present; asked for now and then.

    client -- of Dask
    """

    def __init__(self, client: Any) -> None:
        self._client, self._asked, self._count = client, -np.inf, 0

    def __call__(self) -> int:
        if time.perf_counter() - self._asked > RENEWED:
            self._count = sum(self._client.nthreads().values())
            self._asked = time.perf_counter()
        return self._count


def _on_worker(executor: Any, digest: str, data: Any) -> Submit:
    def submit(values: np.ndarray, budget: float) -> Future[Chunk]:
        found: Future[Chunk] = executor.submit(run_scattered, digest, data, values, budget)
        return found

    return submit


def run_scattered(digest: str, data: bytes, values: np.ndarray, budget: float) -> Chunk:
    """Run members in a worker that has the bytes of the job."""
    return run_chunk(Packed(digest, data), values, budget)


def _run_remotely(
    sweep: Sweep, submit: Submit, hosts: list[Submit], workers: Callable[[], int]
) -> None:
    """Run first members on one worker of each host, then all others in tasks."""
    pending = sweep.collection.pending()
    size = max(1, min(PROBE, len(pending) // (len(hosts) or 1)))
    first = [pending[k * size : (k + 1) * size] for k in range(len(hosts) or 1)]
    waiting = {
        each(sweep.inputs[piece], PROBE_TIME): piece
        for each, piece in zip(hosts or [submit], first, strict=True)
        if len(piece)
    }
    costs = [chunk.cost for chunk in _collected(sweep, waiting)]
    cost = max(costs, default=0.0)
    sweep.fix_chunk(cost, workers())
    portions = Portions(sweep.collection.pending(), cost, sweep.most(), sweep.chunk)
    waiting = {}
    try:
        while not sweep.stop.is_set() and len(piece := portions.take(workers())):
            waiting[submit(sweep.inputs[piece], np.inf)] = piece
            while len(waiting) >= WAITING * workers() and not sweep.stop.is_set():
                _take(sweep, waiting)
        if sweep.stop.is_set():
            _cancel(waiting)
        for _ in _collected(sweep, waiting):
            pass
    finally:
        _cancel(waiting)


def _cancel(waiting: dict[Future[Chunk], np.ndarray]) -> None:
    """Forget tasks that have not begun."""
    for future in list(waiting):
        if future.cancel():
            del waiting[future]


def _collected(sweep: Sweep, waiting: dict[Future[Chunk], np.ndarray]) -> Iterator[Chunk]:
    """Take all tasks, in the order in which they end."""
    while waiting:
        yield from _take(sweep, waiting)
        if sweep.stop.is_set():
            _cancel(waiting)


def _take(sweep: Sweep, waiting: dict[Future[Chunk], np.ndarray]) -> list[Chunk]:
    """Wait until tasks end, or Ctrl-C is noticed; put their members into the collection."""
    done, _ = wait(waiting, timeout=0.2, return_when=FIRST_COMPLETED)
    chunks = []
    for future in done:
        piece = waiting.pop(future)
        try:
            chunk = future.result()
        except CancelledError:
            raise SysError(
                "tasks were canceled, or all workers that had the model are gone; with store=, the "
                "same call continues with other workers"
            ) from None
        sweep.collection.put(piece, chunk.reduced, chunk.report, chunk.told)
        chunks.append(chunk)
    return chunks
