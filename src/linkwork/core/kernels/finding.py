"""Machine code that is not in the library: from memory, the cache or the compiler.

    kernel(table, markers, t, force)   plain function in an item file, runs unchanged in Python
    entry(call, frame) -> status       unpacks the records, int64 f(int64, int64)
    object code                        Numba -> LLVM -> cache file, loaded by llvmlite alone

Numba is imported only when something must be compiled: a process with a warm cache never does.
"""

import contextlib
import functools
import importlib.util
import os
import pathlib
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from linkwork.core.collector import collector_paused
from linkwork.core.kernels import beside, cache, library
from linkwork.core.kernels.compile import (
    DEFAULT_FLAGS,
    CannotCompile,
    origins,
    uncacheable,
    with_marks,
)
from linkwork.core.kernels.fingerprint import digest, examine
from linkwork.core.kernels.loading import CannotLink, host, link
from linkwork.core.kernels.named import NamedFunction
from linkwork.core.kernels.pointer import Pointer, call_kernel

_MECHANISM = (
    *("pointer.py", "fingerprint.py", "cache.py", "compile.py", "finding.py", "marks.py"),
    *("loading.py", "lowering.py", "twins.py", "contract.py"),
)
_OBJECT, _FAILURE = b"object", b"cannot compile"
_by_key: dict[str, int] = {}
_failures: dict[str, str] = {}
_alive: list[Any] = []
_told = False


def is_kept(function: Callable) -> bool:
    """Whether the code of a kernel is in memory or in the cache."""
    key, _ = _key_of(function, call_kernel, with_marks(function, DEFAULT_FLAGS))
    return key in _by_key or cache.path_of(key).exists()


def find_kept(function: Callable, pointer: Pointer, flags: dict[str, Any]) -> int:
    """Address from memory or from the cache; otherwise 0, and nothing is compiled."""
    key, _ = _key_of(function, pointer, DEFAULT_FLAGS | flags)
    address = _by_key.get(key) or _load(key) or 0
    if address:
        _by_key[key] = address
    return address


def find_llvm(text: str) -> int:
    """Address of `SYMBOL` in LLVM code, from the cache or the compiler; each call loads a copy.

    Raises CannotLink.
    """
    key = digest(_environment(), text.encode())
    address = _load(key)
    if address is None:
        machine = host()
        content = b"\n" + machine.target_machine.emit_object(machine.llvm.parse_assembly(text))
        address = link(content)
        cache.write(key, _OBJECT + b"\n" + content)
    return address


def find(function: Callable, pointer: Pointer, flags: dict[str, Any]) -> int:
    """Address from memory, else from the cache, else from the compiler."""
    key, unknown = _key_of(function, pointer, flags)
    if key in _failures:
        raise CannotCompile(_failures[key])
    if key in _by_key:
        return _by_key[key]
    name = f"{function.__module__}.{function.__qualname__}"
    address, origin = _load(key), "cache"
    if address is None and beside.wait_for(key):
        address, origin = _load(key), "compiled"
    if address is None:
        address, origin = _compile(function, pointer, flags, name, key, unknown)
    origins[name] = origin
    if not unknown:
        _by_key[key] = address
    return address


def _key_of(function: Callable, pointer: Pointer, flags: dict[str, Any]) -> tuple[str, Any]:
    """Key of the machine code of a function, and what of it cannot be examined."""
    content, unknown = examine(function)
    text = repr((pointer, sorted(flags.items())))
    return digest(_environment(), text.encode(), content.encode()), unknown


def _key_of_kernel(kernel: NamedFunction) -> str:
    """The same for a kernel of the package."""
    flags = with_marks(kernel.function, DEFAULT_FLAGS)
    return _key_of(kernel.function, call_kernel, flags)[0]


def _load(key: str) -> int | None:
    """Address of the code stored under a key; None if there is none that can be used."""
    kind, _, content = (cache.read(key) or b"").partition(b"\n")
    if kind == _FAILURE:
        date, _, message = content.decode().partition("\n")
        # Not forever: the missing package may have been installed since.
        if time.time() - float(date) < cache.DAY:
            _failures[key] = message
            raise CannotCompile(message)
    if kind != _OBJECT:
        return None
    try:
        return link(content)
    except CannotLink:
        return None


def _compile(function, pointer, flags, name: str, key: str, unknown) -> tuple[int, str]:
    """Address of newly compiled code, and where it came from."""
    _tell()
    beside.start_child(_key_of_kernel, key)
    with collector_paused():
        from linkwork.core.kernels import lowering

        try:
            content = lowering.build(function, pointer, flags)
            address = link(content)
        except CannotCompile as error:
            _failures[key] = str(error)
            cache.write(key, _FAILURE + f"\n{time.time():.0f}\n{error}".encode())
            raise
        except (CannotLink, lowering.Refused) as reason:
            uncacheable[name] = str(reason)
            address, owner = lowering.fallback(function, pointer, flags)
            _alive.append(owner)
            return address, "fallback"
    if unknown:
        uncacheable[name] = unknown[0]
    else:
        cache.write(key, _OBJECT + b"\n" + content)
        cache.prune()
    return address, "compiled"


def _tell() -> None:
    """Report once per process why the first call takes long."""
    global _told
    if _told or sys.stderr is None or os.environ.get("LINKWORK_QUIET", "0") not in ("", "0"):
        return
    _told = True
    folder = cache.folder()
    if cache.writable():
        fate = f"the result is kept in {folder}"
    else:
        fate = f"it cannot be kept, because {folder} is not writable (set LINKWORK_CACHE_DIR)"
    print(
        f"Linkwork compiles its kernels at first use. This takes some seconds, and {fate}.",
        file=sys.stderr,
        flush=True,
    )


# ------------------------------------------------------------------------------- key


def _environment() -> bytes:
    """Everything except the function that determines the machine code."""
    settings = library.numba_variables()
    return repr((_versions(), host().description, settings)).encode()


@functools.cache
def _versions() -> tuple:
    """Versions of all packages involved; this mechanism is identified by the text of its files."""
    here = pathlib.Path(__file__).parent
    texts = []
    for name in _MECHANISM:
        # Packed programs come without source texts and have only one version.
        with contextlib.suppress(OSError):
            texts.append((here / name).read_bytes())
    return sys.version, np.__version__, _numba_version(), digest(*texts)


def _numba_version() -> str:
    """Version of Numba without importing it, which takes as long as a whole warm start."""
    spec = importlib.util.find_spec("numba")
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError("Linkwork needs the package numba to compile its kernels")
    with contextlib.suppress(OSError):
        return digest((pathlib.Path(spec.origin).parent / "_version.py").read_bytes())
    from importlib.metadata import version

    return version("numba")
