"""Calling a compiled function on arrays from Python, outside of any frame.

It serves work that is done once per model, such as the analysis of a sparse pattern. The kernel is
a plain function over one-dimensional arrays of numbers, which it may write.
"""

from __future__ import annotations

import functools
import types
from collections.abc import Callable
from typing import Any

import numpy as np

from linkwork.core.kernels.compile import address_of
from linkwork.core.kernels.named import NamedFunction
from linkwork.core.kernels.pointer import Pointer, status, view


def call_with_arrays(kernel: Callable[..., Any], *arrays: np.ndarray) -> int:
    """Run a compiled kernel on arrays; returns its result as a whole number."""
    entry, pointer = _entry(kernel, tuple(array.dtype.str for array in arrays))
    places = [part for array in arrays for part in (array.ctypes.data, len(array))]
    assert all(array.flags.c_contiguous and array.ndim == 1 for array in arrays)
    return int(pointer(address_of(entry, pointer), *places))


@functools.cache
def _entry(kernel: Callable[..., Any], dtypes: tuple[str, ...]) -> tuple[NamedFunction, Pointer]:
    """Function of addresses and lengths that wraps a kernel, and its pointer."""
    make = functools.partial(_made, kernel, dtypes)
    made = NamedFunction(kernel, f"; arrays {' '.join(dtypes)}", make)
    return made, Pointer("q", "qq" * len(dtypes))


def _made(kernel: Callable[..., Any], dtypes: tuple[str, ...]) -> types.FunctionType:
    """The text of such a function, as a function."""
    space: dict[str, Any] = {"kernel": kernel, "view": view, "status": status}
    space |= {f"D{k}": np.dtype(dtype) for k, dtype in enumerate(dtypes)}
    count = range(len(dtypes))
    names = ", ".join(f"a{k}, n{k}" for k in count)
    views = ", ".join(f"view(a{k}, (n{k},), D{k})" for k in count)
    text = f"def entry({names}):\n    return status(kernel({views}))\n"
    exec(compile(text, f"<call of {kernel.__module__}.{kernel.__qualname__}>", "exec"), space)
    made: types.FunctionType = space["entry"]
    made.__module__, made.__qualname__ = kernel.__module__, f"call_{kernel.__name__}"
    return made


def array_entry(kernel: Callable[..., Any], *dtypes: Any) -> tuple[NamedFunction, Pointer]:
    """The entry that `call_with_arrays` uses for arrays of these dtypes, to compile it ahead."""
    return _entry(kernel, tuple(np.dtype(dtype).str for dtype in dtypes))
