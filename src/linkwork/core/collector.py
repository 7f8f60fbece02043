"""Garbage collection while much is created and nothing is released."""

import contextlib
import gc
from collections.abc import Iterator


@contextlib.contextmanager
def collector_paused() -> Iterator[None]:
    """Pause garbage collection.

    Loading modules and compiling create many objects and hardly any garbage: collection takes a
    tenth of the time.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()
