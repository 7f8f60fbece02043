"""exu.special.solver: runs that end after some seconds, or after Ctrl-C without an exception."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from linkwork.exudyn._special import special

PERIOD = 0.002
"""Time between two attempts to stop a run that is being prepared [s]."""


@contextmanager
def limited(mbs: Any) -> Iterator[None]:
    """Let a run end after the present step when special.solver.timeout has passed.

    With throwErrorWithCtrlC = False, Ctrl-C ends it in the same way.
    """
    mbs._timed_out = mbs._interrupted = False
    seconds, over = float(special.solver.timeout), threading.Event()
    watch = threading.Thread(target=_stop, args=(mbs, seconds, over), daemon=True)
    if seconds >= 0.0:
        watch.start()
    try:
        yield
    except KeyboardInterrupt:
        if special.solver.throwErrorWithCtrlC:
            raise
        mbs._interrupted = True
    finally:
        over.set()
        if seconds >= 0.0:
            watch.join()


def _stop(mbs: Any, seconds: float, over: threading.Event) -> None:
    while not over.wait(PERIOD if mbs._timed_out else seconds):
        mbs._timed_out = True
        if mbs.is_running and mbs._data is not None:
            mbs._data.scalars.stop_after = 1
