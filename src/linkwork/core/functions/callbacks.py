"""User functions that are called back: one Python frame per call.

A callback is generated as text. It runs in every evaluation, where each Python frame, each array
that is made and each loop counts.
"""

from __future__ import annotations

import ctypes
import functools
import math
import textwrap
from collections.abc import Callable
from typing import Any

import numpy as np

from linkwork.core.declare.function_kinds import Callback, DataFunction, UserFunction
from linkwork.core.functions.elements import takes_apart
from linkwork.core.functions.user_calls import (
    FLOAT,
    put_matrix,
    put_number,
    put_switching,
    put_vector,
)
from linkwork.core.kernels.pointer import view

FEW = 12
"""Size up to which arrays are checked and copied as lists, which is faster for so few numbers."""

TOTALS = frozenset({float, int, np.float64, np.float32, np.int64, np.int32})
"""Types of sums of real numbers; a list with anything else is examined by `put_vector`."""

_VALUES = """\
if type(result) is list or type(result) is tuple:
    values = result
elif few and type(result) is ndarray and result.dtype is FLOAT:
    values = result.tolist()
else:
    values = ()
"""
_ROWS = """\
values = ()
if type(result) is list and len(result) == m:
    values = []
    for row in result:
        if type(row) is list and len(row) == n:
            values += row
elif few and type(result) is ndarray and result.dtype is FLOAT and result.shape == array.shape:
    values = result.ravel().tolist()
"""
_STORED = """\
try:
{0}    total = sum(values)
    if total - total == 0.0 and type(total) in TOTALS{1}:
        target[:] = values
        return 0
except Exception:
    pass
"""
_STORED_FEW = """\
    if size == {0}:
        {1} = values
        total = {2}
        if total - total == 0.0 and (type(total) is float or type(total) in TOTALS):
            {3} = {1}
            return 0
"""
_TAKEN_APART = """\
try:
    result = function({0})
except (ArithmeticError, AttributeError, TypeError):
    pass
else:
{1}
    try:
        put(result, array)
        return 0
    except (TypeError, ValueError):
        pass
{2}, = arrays
parts = {2}, arrays, {3}
result = function({4})
"""
_TARGETS = "target, store, array, size, few"
_PUT = """\
put(result, {0})
return 0
"""


STORING = dict(view=view, FLOAT=FLOAT, ndarray=np.ndarray, TOTALS=TOTALS, put=put_vector)
"""Names in the lines of `stored_vector`."""


def stored_vector(array: str) -> str:
    """Lines that store `result` in `target` and return; array -- expression for the same memory.

    They read `size` and `few`, the length and whether it is at most FEW, and the names of STORING.
    """
    return _VALUES + _STORED.format("", "") + _PUT.format(array)


def _stored_few(size: int) -> str:
    """Lines that store a few numbers one by one, which is faster than in a loop."""
    names = [f"r{k}" for k in range(size)]
    stores = [f"store[{k}]" for k in range(size)]
    return _STORED_FEW.format(
        size, ", ".join([*names, ""]), " + ".join(names), ", ".join([*stores, ""])
    )


def for_python(function: Callable[..., Any], kind: UserFunction) -> Callback:
    """The text of a callback; an unsuitable result is an error that states why.

    Everything is done in one Python frame, over views that are made at the first call: the address
    of an item's work memory stays the same during a run. Vectors are new arrays, or new lists if
    the function only takes elements out of them (`elements.py`). If it fails with lists, or returns
    what cannot be used, it is called again with arrays, and gets arrays from then on: elements of
    arrays have methods, and divide by zero.
    """
    places, result = kind.places(*(1 for _ in kind.lengths))
    first = len(kind.arguments) - len(places)
    apart = tuple(
        place.part == "vector" and len(place.shape) == 1 and takes_apart(function, first + k)
        for k, place in enumerate(places)
    )
    space = STORING | dict(
        place=0,
        parts_of=functools.partial(_parts_of, kind, apart),
        put={"vector": put_vector, "matrix": put_matrix, "number": put_number}[result.part],
    )  # fmt: skip
    if isinstance(kind, DataFunction):
        space["put"] = put_switching
    after = {"vector": "()", "number": "[0]", "flag": "[0] != 0.0"}
    head = "mbs, t, number" if first == 3 else "mbs, t"
    given = [f"x{k}{after[place.part]}" for k, place in enumerate(places)]
    changed = [k for k, taken in enumerate(apart) if taken]
    arrays = [f"y{k}()" if k in changed else text for k, text in enumerate(given)]
    values = {
        "vector": _VALUES,
        "matrix": _ROWS,
        "number": "values = (result,)\n",
    }[result.part]
    if isinstance(kind, DataFunction):
        stored = values + _STORED.format("", " and values[0] >= 0.0")
    else:
        sizes = (1, 2, 3, 4) if kind.lengths else (kind.size,)
        stored = values + _STORED.format("".join(map(_stored_few, sizes)), "")
    if changed:
        body = _TAKEN_APART.format(
            ", ".join([head, *given]),
            textwrap.indent(stored, "    "),
            _names("y", len(places)),
            _TARGETS,
            ", ".join([head, *arrays]),
        )
    else:
        body = f"result = function({', '.join([head, *given])})\n{stored}"
    names = ("address", *kind.lengths, "t", "number")
    return Callback(names, _found_parts(kind, len(places)) + body + _PUT.format("array"), space)


def _found_parts(kind: UserFunction, count: int) -> str:
    """Lines that set the parts of `_parts_of`, anew where a call has another work memory.

    They are local variables from then on: the function may lead to another call of itself.
    """
    return (
        "global place, parts\n"
        "if address != place:\n"
        f"    parts = parts_of({', '.join(['address', *kind.lengths])})\n"
        "    place = address\n"
        f"{_names('x', count)}, arrays, {_TARGETS} = parts\n"
    )


def _names(letter: str, count: int) -> str:
    return ", ".join(f"{letter}{k}" for k in range(count))


def _parts_of(
    kind: UserFunction, apart: tuple[bool, ...], address: int, *lengths: int
) -> tuple[Any, ...]:
    """What a callback reads arguments with, the same with arrays only, and where it writes."""
    places, result = kind.places(*lengths)
    size = math.prod(result.shape)
    work = view(address, (result.start + size,), FLOAT)
    read: list[Any] = []
    read_arrays: list[Any] = []
    for place, taken in zip(places, apart, strict=True):
        array = work[place.start : place.start + math.prod(place.shape)].reshape(place.shape)
        read_arrays.append(array.copy if place.part == "vector" else memoryview(array))
        read.append(array.tolist if taken else read_arrays[-1])
    target = (ctypes.c_double * size).from_address(address + FLOAT.itemsize * result.start)
    store = work[result.start :]
    array = store.reshape(result.shape)
    return *read, tuple(read_arrays), target, memoryview(store), array, size, size <= FEW
