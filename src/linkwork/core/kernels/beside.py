"""Compiling in two processes: a child compiles the slowest kernel of a run into the cache.

In a process without the library and with an empty cache, the loop of the integrator takes longer to
compile than all other kernels of a small run. A run says at its beginning that it will need the
loop. The first kernel that must be compiled then starts a child for the loop, unless that is at
hand. When the loop is needed, this process waits for its file in the cache. If the child fails,
this process compiles the loop itself.

There is no child where it could not help (one processor, a cache that is not writable), where no
program must be started (a worker of multiprocessing, a frozen or embedded interpreter), and with
LINKWORK_PROCESSES=1.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from linkwork.core.kernels.named import NamedFunction

PATIENCE = 120.0
"""Longest time to wait for a child [s]."""


class Expected(NamedTuple):
    """A function that returns the kernel that will be needed, and Python code that compiles it."""

    kernel: Callable[[], NamedFunction]
    code: str


_expected: list[Expected] = []
"""The kernel that is expected at present, if any."""

_children: dict[str, Any] = {}
"""Key of the machine code -> process (subprocess.Popen) that compiles it."""


@contextlib.contextmanager
def expecting(kernel: Callable[[], NamedFunction], code: str) -> Iterator[None]:
    """Let a child compile a kernel if others must be compiled in this context.

    kernel -- returns it; code -- Python code that compiles it in another process

    At the end of the context there is no child any more, however it is left.
    """
    if _expected:
        yield
        return
    _expected.append(Expected(kernel, code))
    try:
        yield
    finally:
        _expected.clear()
        while _children:
            _end(_children.popitem()[1])


def start_child(key_of: Callable[[NamedFunction], str], compiled: str) -> None:
    """Before a kernel is compiled here: start the child for the expected one, if that helps.

    key_of -- key of the machine code of a kernel; compiled -- that of the kernel compiled here
    """
    if not _expected or _children or not may_start():
        return
    import subprocess  # only here: most processes compile nothing

    from linkwork.core.kernels import cache

    kernel, code = _expected[0]
    key = key_of(kernel())
    if key == compiled or cache.path_of(key).exists() or not cache.writable():
        return
    # the same packages as here, whatever the program has done to the path
    text = f"import sys\nsys.path[:] = {sys.path!r}\n{code}"
    with contextlib.suppress(OSError):
        _children[key] = subprocess.Popen(
            [sys.executable, "-c", text],
            env=os.environ | {"LINKWORK_QUIET": "1", "LINKWORK_PROCESSES": "1"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )


def wait_for(key: str) -> bool:
    """Wait for the child that compiles a kernel; returns whether there was one that succeeded."""
    child = _children.pop(key, None)
    if child is None:
        return False
    from subprocess import TimeoutExpired

    try:
        return bool(child.wait(PATIENCE) == 0)
    except TimeoutExpired:
        return False
    finally:
        _end(child)


def _end(child: Any) -> None:
    """End a child if it is still running, and let nothing of it remain."""
    if child.poll() is None:
        child.kill()
        child.wait()


def may_start() -> bool:
    """Whether this process may start another one, and has a processor for it."""
    if os.environ.get("LINKWORK_PROCESSES", "").strip() == "1" or processors() < 2:
        return False
    name = os.path.basename(sys.executable or "").lower()
    if getattr(sys, "frozen", False) or not name.startswith(("python", "pypy")):
        return False
    pool = sys.modules.get("multiprocessing.process")
    return pool is None or pool.parent_process() is None


def processors() -> int:
    """Number of processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
