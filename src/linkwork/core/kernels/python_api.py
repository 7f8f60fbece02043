"""Python's C interface as compiled code uses it.

Objects are addresses, of type int64. Only exported functions are called, with the `Pointer` of
their signature: `make_float(c.PyFloat_FromDouble, 0.5)`, where c is the row of `API`. The one thing
that is read from an object itself is its type, where `TYPE_AT` says. That place and the layout of
BUFFER are checked before anything is called.
"""

from __future__ import annotations

import ctypes
import functools
import sys
from typing import Any

import numpy as np

from linkwork.core.kernels.pointer import Pointer, view
from linkwork.core.records import i4, i8, record

FUNCTIONS = (
    *("PyGILState_Ensure", "PyGILState_Release"),
    *("PyObject_Vectorcall", "PyObject_CallNoArgs", "PyObject_GetBuffer", "PyBuffer_Release"),
    *("PyFloat_FromDouble", "PyFloat_AsDouble", "PyLong_FromLongLong", "PyLong_AsLongLong"),
    *("PyTuple_New", "PyTuple_SetItem", "PyTuple_Size", "PyTuple_GetItem"),
    *("PyList_SetItem", "PyList_Size", "PyList_GetItem", "Py_DecRef"),
    *("PyErr_Occurred", "PyErr_Clear", "PyErr_Fetch", "PyErr_NormalizeException"),
    *("PyException_SetTraceback", "PyThread_get_thread_ident"),
)
"""C functions that kernels call."""

NOT_CALLED = object()
"""Stands for the result of a function that has not been called."""

OBJECTS: dict[str, Any] = {
    "none": None,
    "true": True,
    "false": False,
    "not_called": NOT_CALLED,
    "float_type": float,
    "int_type": int,
    "bool_type": bool,
    "float64_type": np.float64,
    "float32_type": np.float32,
    "int64_type": np.int64,
    "int32_type": np.int32,
    "list_type": list,
    "tuple_type": tuple,
    "array_type": np.ndarray,
}
"""Objects that kernels compare with or pass on, by their names."""

API = record(*((name, i8) for name in (*FUNCTIONS, *OBJECTS)))
"""Addresses of all of these."""

BUFFER = record(
    *((name, i8) for name in ("memory", "owner", "total_size", "item_size")),
    *(("is_read_only", i4), ("dimensions", i4)),
    *((name, i8) for name in ("format", "lengths", "steps", "suboffsets", "internal")),
)
"""Py_buffer: the memory of an array; format and lengths are addresses."""

CONTIGUOUS, WITH_FORMAT = 0x38, 0x04
"""Requests to PyObject_GetBuffer: rows without gaps, and the type of the numbers."""

TYPE_AT = 8
"""Place of the address of its type in an object [bytes]."""

WORD = 8
"""Size of an address [bytes]."""

take_lock = Pointer("q", "")
give_lock = Pointer("v", "q")
call_vector = Pointer("q", "qqqq")
call_empty = Pointer("q", "q")
get_buffer = Pointer("q", "qqq")
release_buffer = Pointer("v", "q")
make_float = Pointer("q", "d")
make_int = Pointer("q", "q")
real_of = Pointer("d", "q")
integer_of = Pointer("q", "q")
new_tuple = Pointer("q", "q")
set_item = Pointer("q", "qqq")
length_of = Pointer("q", "q")
item_of = Pointer("q", "qq")
drop = Pointer("v", "q")
error_occurred = Pointer("q", "")
clear_error = Pointer("v", "")
error_parts = Pointer("v", "qqq")
set_traceback = Pointer("q", "qq")
this_thread = Pointer("q", "")


@functools.cache
def table() -> np.ndarray | None:
    """The one row of API; None if this Python cannot be called in this way."""
    if not is_suitable():
        return None
    made = np.zeros(1, API)
    for name in FUNCTIONS:
        function = getattr(ctypes.pythonapi, name, None)
        if function is None:
            return None
        made[name] = ctypes.cast(function, ctypes.c_void_p).value
    for name, value in OBJECTS.items():
        made[name] = id(value)
    return made


def is_suitable() -> bool:
    """Whether this is CPython with a lock and 64 bits, and has things in the expected places."""
    return (
        sys.implementation.name == "cpython"
        and sys.maxsize == 2**63 - 1
        and getattr(sys, "_is_gil_enabled", lambda: True)()
        and not hasattr(sys, "gettotalrefcount")  # debug build
        and _types_are_in_place()
        and _buffers_are_in_place()
    )


def _types_are_in_place() -> bool:
    samples: tuple[Any, ...] = (1.5, 7, True, None, [], (), np.float64(0.5), np.zeros(2), float)
    return all(
        ctypes.c_int64.from_address(id(value) + TYPE_AT).value == id(type(value))
        for value in samples
    )


def _buffers_are_in_place() -> bool:
    array, found = np.arange(6.0).reshape(2, 3), np.zeros(1, BUFFER)
    place = ctypes.c_void_p(found.ctypes.data)
    status = ctypes.pythonapi.PyObject_GetBuffer(
        ctypes.py_object(array), place, CONTIGUOUS | WITH_FORMAT
    )
    (b,) = found
    is_right = (
        status == 0
        and (b.memory, b.owner, b.total_size, b.dimensions) == (array.ctypes.data, id(array), 48, 2)
        and ctypes.string_at(int(b.format)) == b"d"
        and view(b.lengths, (2,), i8).tolist() == [2, 3]
    )
    ctypes.pythonapi.PyBuffer_Release(place)
    return bool(is_right)


# ------------------------------------------------------------------------------- in kernels


def type_of(value):
    """The type of an object."""
    return view(value + TYPE_AT, (1,), i8)[0]


def failed(status):
    """Whether a C function of type int has not returned 0; the upper half of the word is random."""
    return status & 0xFFFFFFFF != 0


def has_failed(c):
    """Whether Python has raised an exception, which is dropped."""
    if error_occurred(c.PyErr_Occurred) == 0:
        return False
    clear_error(c.PyErr_Clear)
    return True


def caught_error(c, scratch):
    """The exception that Python has raised, which is not raised any more; 0 if there is none.

    scratch -- address of three words
    """
    kind, value, traceback = scratch, scratch + WORD, scratch + 2 * WORD
    error_parts(c.PyErr_Fetch, kind, value, traceback)
    error_parts(c.PyErr_NormalizeException, kind, value, traceback)
    parts = view(scratch, (3,), i8)
    error = parts[1]
    if error != 0 and parts[2] != 0:
        set_traceback(c.PyException_SetTraceback, error, parts[2])
    drop(c.Py_DecRef, parts[0])
    drop(c.Py_DecRef, parts[2])
    return error
