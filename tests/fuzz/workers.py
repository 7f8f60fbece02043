"""Processes that run plans under a watchdog: a crash or an endless run is told, not suffered."""

import multiprocessing
import os
import resource
import tempfile
from collections.abc import Callable
from typing import Any

LIMIT = 10.0
"""Longest time of a plan [s]."""

MEMORY = 6 * 2**30
"""Most address space of a worker [bytes]."""

FRESH = multiprocessing.get_context("spawn")


def _serve(pipe: Any) -> None:
    """Run what comes through the pipe until it is closed."""
    os.environ["MPLBACKEND"] = "Agg"
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)  # sensors of random plans write files of random names
        while True:
            try:
                job, given = pipe.recv()
            except EOFError:
                return
            pipe.send(job(given))


class Worker:
    """A process that does one job at a time."""

    def __init__(self) -> None:
        self._process: Any = None
        self._pipe: Any = None

    def _start(self) -> None:
        self._pipe, other = FRESH.Pipe()
        self._process = FRESH.Process(target=_serve, args=(other,), daemon=True)
        self._process.start()
        other.close()

    def close(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.join()
            self._pipe.close()
            self._process = None

    def do(self, job: Callable[[Any], Any], given: Any, limit: float = LIMIT) -> tuple[Any, str]:
        """(result, ""), or (None, what happened: "hang" or "crash" and the signal)."""
        if self._process is None:
            self._start()
            limit += LIMIT  # imports of a fresh process
        self._pipe.send((job, given))
        try:
            if self._pipe.poll(limit):
                return self._pipe.recv(), ""
            told = "hang"
        except (EOFError, OSError):
            self._process.join()
            told = f"crash: exit code {self._process.exitcode}"
        self.close()
        return None, told
