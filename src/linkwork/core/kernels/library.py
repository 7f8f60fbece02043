"""Machine code that comes with the package: a shared library of all its kernels.

`python -m linkwork.building` compiles every kernel for a processor that nearly all machines have,
and links them into one library inside the package. A process finds a kernel there by the digest of
its name (`named.py`), without LLVM and without examining what the kernel reaches.

The library is used if it was built from the present texts of the package, the processor is new
enough, and nothing asks for other code: LINKWORK_NATIVE=1 or variables of Numba. Otherwise, and for
everything that it lacks, kernels come from the cache or the compiler.
"""

from __future__ import annotations

import ctypes
import functools
import os
import sys
from collections.abc import Callable
from typing import Any

try:  # hashlib would load OpenSSL, which takes as long as the library itself
    from _blake2 import blake2b
except ImportError:
    from hashlib import blake2b

from linkwork.core.kernels.named import NamedFunction, kernel_name
from linkwork.core.kernels.pointer import Pointer

PACKAGE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FOLDER = os.path.join(PACKAGE, "built")
"""Where the library lies."""

SUFFIX = {"win32": ".dll", "darwin": ".dylib"}.get(sys.platform, ".so")
FILE, STAMP = os.path.join(FOLDER, f"kernels{SUFFIX}"), os.path.join(FOLDER, "stamp")
"""The library and, in a checkout, whose texts may change, a digest of sizes and times of all files
that it was built from. An installed package has no stamp."""

SUPPORTED = "linkwork_supported"
"""Name of the function that asks whether the processor can run the kernels."""

IRRELEVANT = ("CACHE", "THREAD", "WARN", "COLOR", "DISABLE_JIT", "DEVELOPER", "FULL_TRACEBACKS")
"""Parts of the names of Numba's variables that do not change machine code."""


def address_of(function: Callable[..., Any] | NamedFunction, pointer: Pointer) -> int:
    """Address of a function of the package in the library; 0 if it is not there."""
    found = library()
    if found is None:
        return 0
    name = function.name if isinstance(function, NamedFunction) else kernel_name(function)
    try:
        return ctypes.addressof(ctypes.c_char.in_dll(found, symbol_of(name, pointer)))
    except ValueError:
        return 0


def symbol_of(name: str, pointer: Pointer) -> str:
    """Symbol of the function of a name and a C signature."""
    text = f"{name} {pointer.result} {pointer.arguments}"
    return f"linkwork_{blake2b(text.encode(), digest_size=12).hexdigest()}"


def library() -> ctypes.CDLL | None:
    """The library, if it can be used in this process."""
    return _opened()[0]


def why_not() -> str:
    """Why the library is not used; empty if it is."""
    return _opened()[1]


@functools.cache
def _opened() -> tuple[ctypes.CDLL | None, str]:
    """The library, or why there is none."""
    reason = _objection()
    if reason:
        return None, reason
    try:
        found = ctypes.CDLL(FILE)
        if getattr(found, SUPPORTED)():
            return found, ""
    except (OSError, AttributeError) as error:
        return None, f"it cannot be opened: {error}"
    return None, "the processor lacks operations that it uses (x86-64-v3)"


def _objection() -> str:
    """Why the library is not even opened; empty if nothing is against it."""
    if not os.path.exists(FILE):
        return "the package has none"
    if os.environ.get("LINKWORK_NATIVE", "0") not in ("", "0"):
        return "LINKWORK_NATIVE is set"
    chosen = numba_variables()
    if chosen:
        return f"{chosen[0][0]} is set"
    if os.path.exists(STAMP):
        with open(STAMP, encoding="ascii") as stamp:
            if stamp.read() != present_stamp():
                return "it was built from other texts than the present ones"
    return ""


def numba_variables() -> list[tuple[str, str]]:
    """Variables of the environment that change what Numba compiles."""
    return sorted(
        item
        for item in os.environ.items()
        if item[0].startswith("NUMBA_") and not any(word in item[0] for word in IRRELEVANT)
    )


def present_stamp() -> str:
    """Digest of sizes and times of the files of the package."""
    total, root = blake2b(digest_size=16), PACKAGE
    for path, size, time in sorted(_files(root)):
        total.update(f"{path[len(root) :]} {size} {time}\n".encode())
    return total.hexdigest()


def _files(folder: str) -> list[tuple[str, int, int]]:
    """(path, size, time of the last change) of all Python files in a folder and below."""
    found: list[tuple[str, int, int]] = []
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.endswith(".py"):
                info = entry.stat()
                found.append((entry.path, info.st_size, info.st_mtime_ns))
            elif entry.is_dir(follow_symlinks=False) and entry.name != "__pycache__":
                found += _files(entry.path)
    return found
