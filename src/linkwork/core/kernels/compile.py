"""Plain Python function -> address of a C function.

The address comes from the library of the package (`library.py`), else from the cache or the
compiler (`finding.py`), which are loaded only where the library does not suffice.
"""

import os
import sys
import threading
import types
import weakref
from collections.abc import Callable
from typing import Any

from linkwork.core.kernels import library
from linkwork.core.kernels.marks import OF_KERNELS
from linkwork.core.kernels.named import NamedFunction
from linkwork.core.kernels.pointer import Pointer, call_kernel

DEFAULT_FLAGS: dict[str, Any] = {"error_model": "numpy"}
"""Numba options of every kernel: a division by zero returns inf or nan, not an exception."""

_PACKAGE = __name__.partition(".")[0] + "."

uncacheable: dict[str, str] = {}
"""Qualified name -> reason, for functions whose machine code cannot be kept on disk."""

origins: dict[str, str] = {}
"""Qualified name -> 'cache', 'compiled' or 'fallback', of what is not in the library."""

_lock = threading.RLock()
_by_function: weakref.WeakKeyDictionary[Any, dict[tuple, int]] = weakref.WeakKeyDictionary()


class CannotCompile(Exception):
    """Numba cannot compile this function; it still runs through a callback (`callbacks.py`)."""


def address_of(
    function: Callable | NamedFunction, pointer: Pointer = call_kernel, **flags: Any
) -> int:
    """Address of the C function of a plain Python function; it stays valid in this process.

    `flags` are Numba's options, such as error_model="python" or fastmath=True, and contract=True
    for what `contracted` marks.  An exception inside the compiled function makes it return
    `pointer.bad`.  Raises CannotCompile.
    """
    if not isinstance(function, (types.FunctionType, NamedFunction)):
        raise CannotCompile(f"{function!r} is not a plain function")
    python = jit_disabled()
    # What kernels of the package reach never changes, so it is examined only once.
    module = function.module if isinstance(function, NamedFunction) else function.__module__
    constant = (module or "").startswith(_PACKAGE)
    variant = (pointer, python, *sorted(flags.items()))
    with _lock:
        known = _by_function.get(function, {}).get(variant, 0)
        # Callbacks may have been released.
        if known and (not python or known in Pointer.python):
            return known
        address = 0
        if constant and not python and not flags:
            address = library.address_of(function, pointer)
        if not address:
            address = _found(plain_function(function), pointer, python, flags)
        if python or constant:
            _by_function.setdefault(function, {})[variant] = address
        return address


def plain_function(function: Callable | NamedFunction) -> types.FunctionType:
    """A function itself."""
    return function.function if isinstance(function, NamedFunction) else function  # type: ignore[return-value]


def _found(function: types.FunctionType, pointer: Pointer, python: bool, flags: Any) -> int:
    """Address of a function that is not in the library."""
    if python:
        from linkwork.core.kernels.callbacks import python_address_of

        return python_address_of(function, pointer)
    from linkwork.core.kernels.finding import find

    return find(function, pointer, with_marks(function, DEFAULT_FLAGS | flags))


def with_marks(function: Callable, flags: dict[str, Any]) -> dict[str, Any]:
    """Flags with those that a kernel is marked with."""
    return flags | {name: True for name in OF_KERNELS if getattr(function, name, False)}


def is_at_hand(function: NamedFunction) -> bool:
    """Whether the code of a kernel is in memory, in the library or in the cache."""
    if jit_disabled() or function in _by_function or library.address_of(function, call_kernel):
        return True
    from linkwork.core.kernels.finding import is_kept

    return is_kept(function.function)


def kept_address_of(function: Callable, pointer: Pointer = call_kernel, **flags: Any) -> int:
    """The address if the code is in memory or in the cache; otherwise 0, nothing is compiled."""
    from linkwork.core.kernels.finding import find_kept

    with _lock:
        return find_kept(function, pointer, flags)


def address_of_llvm(text: str) -> int:
    """Address of `SYMBOL` in LLVM code, from the cache or the compiler; each call loads a copy.

    Raises CannotLink.
    """
    from linkwork.core.kernels.finding import find_llvm

    with _lock:
        return find_llvm(text)


def jit_disabled() -> bool:
    """Whether kernels run as plain Python (NUMBA_DISABLE_JIT=1)."""
    if os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"):
        return True
    config = getattr(sys.modules.get("numba"), "config", None)
    return bool(getattr(config, "DISABLE_JIT", False))


def compiled_functions() -> dict[str, str]:
    """Qualified name -> 'cache', 'compiled' or 'fallback', if not in the library."""
    return dict(origins)
