"""Ctrl-C during a run: the run finishes the present step, then stops.

A user function that never ends would never let a step finish. So a call that goes on for half a
second after Ctrl-C is interrupted: KeyboardInterrupt is raised in the function, which ends the step
like an exception of its own. Python runs handlers of signals in the main thread, so a thread that
watches the calls sends another signal for this.
"""

from __future__ import annotations

import ctypes
import importlib
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

SIGINT = int(signal.SIGINT)

PATIENCE = 0.5
"""Time after Ctrl-C that a call of a user function may take [s]."""

_plain: Any = importlib.import_module("_signal")
_get, _set = _plain.getsignal, _plain.signal
"""The functions themselves, which do not convert numbers to enumerations: that takes 10 us."""

_helping: set[int] = set()
"""Threads that work for a run of the main thread, which Ctrl-C ends, too."""


@contextmanager
def helping() -> Iterator[None]:
    """Within this context, the present thread works for a run of the main thread."""
    _helping.add(threading.get_ident())
    try:
        yield
    finally:
        _helping.discard(threading.get_ident())


@contextmanager
def after_this_step(stop: Callable[[], None]) -> Iterator[list[bool]]:
    """Within this context, the first Ctrl-C calls `stop` and is noted in the list; a second raises.

    Python's own handling would raise KeyboardInterrupt in the middle of a callback. Other
    threads, and programs with their own handler, are left alone.
    """
    noted: list[bool] = []
    ours = (
        threading.current_thread() is threading.main_thread()
        and _get(SIGINT) is signal.default_int_handler
    )
    if not ours:
        yield noted
        return
    watch = _Watch()

    def handler(number: int, frame: FrameType | None) -> None:
        if not noted:
            noted.append(True)
            stop()
            watch.begin()
        elif not watch.has_signaled() or watch.is_still_late():
            raise KeyboardInterrupt

    _set(SIGINT, handler)
    try:
        yield noted
    finally:
        try:
            watch.end()
        finally:
            _set(SIGINT, signal.default_int_handler)


class HelperWatch:
    """Looks for calls of user functions that do not end, and interrupts them in helping threads."""

    def __init__(self) -> None:
        self._thread: threading.Thread | None = None
        self._over: threading.Event | None = None
        self._late = set[Any]()

    def begin(self) -> None:
        """Begin to watch."""
        if self._thread is None:
            self._over = threading.Event()
            self._thread = threading.Thread(target=self._look, name="interrupting", daemon=True)
            self._thread.start()

    def end(self) -> None:
        """Watch no more."""
        if self._thread is not None and self._over is not None:
            self._over.set()
            self._thread.join()

    def _look(self) -> None:
        from linkwork.core.kernels.callbacks import running_calls

        before = running_calls()
        assert self._over is not None
        while not self._over.wait(PATIENCE):
            now = running_calls()
            self._late, before = before & now, now
            self._interrupt({call.thread for call in self._late})

    def _interrupt(self, threads: set[int]) -> None:
        for thread in threads & _helping:
            _raise_in(thread)


class _Watch(HelperWatch):
    """The same after Ctrl-C, in the main thread, too."""

    def __init__(self) -> None:
        super().__init__()
        self._signaled = False

    def end(self) -> None:
        """The run has ended: no signal comes any more."""
        super().end()
        waited = time.monotonic()
        while self._signaled and time.monotonic() - waited < PATIENCE:
            time.sleep(0.001)

    def has_signaled(self) -> bool:
        """Whether a signal was that of the watch, which may send the next one then."""
        signaled, self._signaled = self._signaled, False
        return signaled

    def is_still_late(self) -> bool:
        """Whether the main thread is in a call that has gone on for too long."""
        from linkwork.core.kernels.callbacks import running_calls

        own = {call for call in self._late if call.thread == threading.get_ident()}
        return bool(own & running_calls())

    def _interrupt(self, threads: set[int]) -> None:
        super()._interrupt(threads)
        if threading.main_thread().ident in threads and not self._signaled:
            self._signaled = True
            _interrupt_main()


def _raise_in(thread: int) -> None:
    """Raise KeyboardInterrupt in another thread when it next runs Python code."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(
        ctypes.c_ulong(thread), ctypes.py_object(KeyboardInterrupt)
    )


def _interrupt_main() -> None:
    """Send Ctrl-C to the main thread; a real signal also ends a sleep."""
    if hasattr(signal, "pthread_kill"):
        signal.pthread_kill(threading.main_thread().ident or 0, SIGINT)
    else:
        importlib.import_module("_thread").interrupt_main()
