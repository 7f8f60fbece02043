"""What happens while a run is on its way, however busy the machine is."""

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any


@contextmanager
def during_the_next_run(mbs: Any, action: Callable[[], object]) -> Iterator[None]:
    """Let another thread act when a run in this context has left its start.

    The run must not end by itself at the time at which the last one has ended.
    """
    before, given_up = mbs.systemData.GetTime(), threading.Event()

    def act() -> None:
        while mbs.systemData.GetTime() in (0.0, before):
            if given_up.is_set():
                return
            time.sleep(0.005)
        action()

    thread = threading.Thread(target=act)
    thread.start()
    try:
        yield
    finally:
        given_up.set()
        thread.join()


def press_ctrl_c() -> None:
    """Interrupt this process as a terminal does."""
    os.kill(os.getpid(), signal.SIGINT)
