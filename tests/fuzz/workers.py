"""Processes that run plans under a watchdog: a crash or an endless run is told, not suffered."""

import multiprocessing
import os
import resource
import signal
import tempfile
from collections.abc import Callable
from typing import Any

LIMIT = 10.0
"""Longest computing time of a job [s]; the clock of a busy machine says little."""

PATIENCE = 30.0
"""Longest time of a job that computes nothing, in multiples of its limit."""

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
                job, given, limit = pipe.recv()
            except EOFError:
                return
            signal.setitimer(signal.ITIMER_PROF, limit)  # ends the process: nobody listens to it
            result = job(given)
            signal.setitimer(signal.ITIMER_PROF, 0.0)
            pipe.send(result)


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
        self._pipe.send((job, given, limit))
        try:
            if self._pipe.poll(PATIENCE * max(limit, LIMIT)):
                return self._pipe.recv(), ""
            told = "hang"
        except (EOFError, OSError):
            self._process.join()
            code = self._process.exitcode
            told = "hang" if code == -signal.SIGPROF else f"crash: exit code {code}"
        self.close()
        return None, told
