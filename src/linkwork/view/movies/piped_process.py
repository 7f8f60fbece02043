"""A browser as a process with two pipes, on POSIX systems and Windows."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, BinaryIO

FAREWELL = 5.0
"""Longest time in which a process is to end after its pipes are closed [s]."""


class PipedProcess:
    """A program that reads requests from one pipe and writes answers to another.

    report -- file for what it writes to standard error
    requests, answers -- our ends of the pipes
    """

    def __init__(self, program: str, arguments: Sequence[str], report: Path) -> None:
        theirs_in, ours_out = os.pipe()
        ours_in, theirs_out = os.pipe()
        start: Any = _start_windows if sys.platform == "win32" else _start_posix
        self._id: int | None
        self._handle: Any
        try:
            self._id, self._handle = start(program, arguments, report, theirs_in, theirs_out)
        except BaseException:
            os.close(ours_in)
            os.close(ours_out)
            raise
        finally:
            os.close(theirs_in)
            os.close(theirs_out)
        self.requests: BinaryIO = os.fdopen(ours_out, "wb")
        self.answers: Any = os.fdopen(ours_in, "rb")

    def end(self) -> None:
        """Close the pipe, on which the browser ends; if it does not, stop it and its children."""
        with contextlib.suppress(OSError):
            self.requests.close()
        deadline = time.monotonic() + FAREWELL
        while self._runs() and time.monotonic() < deadline:
            time.sleep(0.01)
        self._kill()

    def _runs(self) -> bool:
        if self._handle is not None:
            return self._handle.poll() is None
        if self._id is None:
            return False
        with contextlib.suppress(ChildProcessError):
            if os.waitpid(self._id, os.WNOHANG) == (0, 0):
                return True
        self._id = None
        return False

    def _kill(self) -> None:
        if not self._runs():
            return
        if self._handle is not None:
            self._handle.kill()
            self._handle.wait()
        elif self._id is not None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self._id, signal.SIGKILL)
            with contextlib.suppress(ChildProcessError):
                os.waitpid(self._id, 0)
            self._id = None


def _start_posix(
    program: str, arguments: Sequence[str], report: Path, requests: int, answers: int
) -> tuple[int, None]:
    """Start in a group of its own, so that Ctrl-C reaches us alone; pipes at descriptors 3, 4."""
    import fcntl

    # Copies beyond 4: the source of one pipe must not be the target of the other.
    copies = [fcntl.fcntl(each, fcntl.F_DUPFD_CLOEXEC, 10) for each in (requests, answers)]
    try:
        nothing = os.devnull
        actions = [
            (os.POSIX_SPAWN_OPEN, 0, nothing, os.O_RDONLY, 0),
            (os.POSIX_SPAWN_OPEN, 1, nothing, os.O_WRONLY, 0),
            (os.POSIX_SPAWN_OPEN, 2, str(report), os.O_WRONLY | os.O_CREAT, 0o600),
            (os.POSIX_SPAWN_DUP2, copies[0], 3),
            (os.POSIX_SPAWN_DUP2, copies[1], 4),
        ]
        command = [program, "--remote-debugging-pipe", *arguments]
        number = os.posix_spawn(program, command, os.environ, file_actions=actions, setpgroup=0)
        return number, None
    finally:
        for copy in copies:
            os.close(copy)


def _start_windows(
    program: str, arguments: Sequence[str], report: Path, requests: int, answers: int
) -> tuple[None, Any]:
    """Windows has no numbered descriptors: the command line names the handles."""
    import msvcrt

    windows: Any = msvcrt
    library: Any = subprocess
    handles = [windows.get_osfhandle(each) for each in (requests, answers)]
    for handle in handles:
        system: Any = os
        system.set_handle_inheritable(handle, True)
    information = library.STARTUPINFO(lpAttributeList={"handle_list": handles})
    command = [
        program, "--remote-debugging-pipe",
        "--remote-debugging-io-pipes=" + ",".join(str(int(each)) for each in handles), *arguments,
    ]  # fmt: skip
    with open(report, "wb") as errors:
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=errors,
            startupinfo=information, close_fds=True,
        )  # fmt: skip
    return None, process
