"""User functions in the signatures of their pointers, for the compiler, and checks of results.

    scalar      f = function(mbs, t, itemNumber, numbers ...)
    vector      work = [vectors and matrices of fixed shapes ..., result, copies of the arguments,
                which the function may overwrite]
    array       the same with vectors of the item's own length, see `function_kinds.ArrayFunction`
    data        the same with one vector of the item's own length, see `function_kinds.DataFunction`

Wrappers are generated as text, since compiled functions must have fixed arguments. `callbacks.py`
has those for calling back.
"""

from __future__ import annotations

import functools
import math
import types
from collections.abc import Callable
from typing import Any

import numpy as np

from linkwork.core.declare.function_kinds import (
    ArrayFunction,
    DataFunction,
    UserFunction,
)
from linkwork.core.declare.parameters import shown
from linkwork.core.functions.marked import name_of
from linkwork.core.kernels.pointer import uniform, view
from linkwork.core.records import f8

FLOAT = np.dtype(f8)

NOT_FITTING, NOT_FINITE = 1, 2
"""Status of a compiled function whose result has the wrong length, or is not finite."""


def made(text: str, function: Callable[..., Any], **names: Any) -> Callable[..., Any]:
    """The function `call` that a text defines, with the user's as `function`."""
    space: dict[str, Any] = dict(
        function=function, view=view, uniform=uniform, FLOAT=FLOAT, **names
    )
    exec(_code(text), space)
    call: Callable[..., Any] = space["call"]
    call.__module__ = getattr(function, "__module__", None) or "user"
    call.__qualname__ = f"call_{name_of(function)}"
    return call


@functools.lru_cache(maxsize=256)
def _code(text: str) -> types.CodeType:
    """Many items have functions of the same kind: their wrappers are parsed once."""
    return compile(text, "<user function>", "exec")


# ------------------------------------------------------------------------------- numbers


def scalar_for_compiler(function: Callable[..., Any], count: int) -> Callable[..., Any]:
    """Function of (t, itemNumber, numbers...) that calls the user's with a dummy for mbs."""
    names = ", ".join(f"x{k}" for k in range(count))
    return made(f"def call({names}):\n    return function(0, {names})\n", function)


def finite_number(result: Any) -> float:
    """The result of a user function as a number; anything else is an error."""
    try:
        if isinstance(result, (str, bytes)) or getattr(result, "shape", ()) != ():
            raise TypeError
        number = float(result)
    except (TypeError, ValueError):
        raise TypeError(f"it must return a number, got {shown(result)}") from None
    if not math.isfinite(number):
        raise ValueError(f"it returned {number}")
    return number


# ------------------------------------------------------------------------------- fixed shapes


def vector_for_compiler(function: Callable[..., Any], kind: UserFunction) -> Callable[..., Any]:
    """Function of (address of work, t, number) that calls the user's with arrays."""
    size, behind = kind.passed, kind.passed + kind.size
    parts, first = "", behind
    for shape in kind.shapes:
        length = math.prod(shape)
        array = f"work[{first}:{first + length}]"
        parts += f", {array}" if len(shape) == 1 else f", {array}.reshape({shape})"
        first += length
    number = ", number" if "itemNumber" in kind.arguments else ""
    return made(
        "def call(address, t, number):\n"
        f"    work = view(address, ({behind + size},), FLOAT)\n"
        f"    for r in range({size}):\n"
        f"        work[{behind} + r] = work[r]\n"
        f"    result = uniform(function(0, t{number}{parts}))\n"
        f"    if len(result) != {kind.size}:\n"
        f"        return {NOT_FITTING}\n"
        f"    for r in range({kind.size}):\n"
        f"        work[{size} + r] = result[r]\n"
        f"        if work[{size} + r] - work[{size} + r] != 0.0:\n"
        f"            return {NOT_FINITE}\n"
        "    return 0\n",
        function,
    )


# ------------------------------------------------------------------------------- arrays


def array_for_compiler(function: Callable[..., Any], kind: ArrayFunction) -> Callable[..., Any]:
    """Function of (address of work, n, m, t, number) that calls the user's with vectors of n."""
    numbers, vectors = kind.scalars, kind.vector_count
    size = f"({numbers} + {vectors} * n)"
    result = f"{size} + m * n" if kind.result == "matrix" else f"{size} + m"
    arguments, scalar, vector = [], 0, 0
    for part in kind.inputs:
        if part == "vector":
            arguments.append(f", work[copy + {vector} * n:copy + {vector + 1} * n]")
            vector += 1
        else:
            arguments.append(f", work[{scalar}]" + (" != 0.0" if part == "flag" else ""))
            scalar += 1
    head = (
        "def call(address, n, m, t, number):\n"
        f"    at, copy = {size}, {result}\n"
        f"    work = view(address, (copy + {vectors} * n,), FLOAT)\n"
        f"    for k in range({vectors} * n):\n"
        f"        work[copy + k] = work[{numbers} + k]\n"
        f"    result = function(0, t, number{''.join(arguments)})\n"
    )
    several = (
        "    rows = uniform(result)\n"
        f"    if len(rows) != m:\n        return {NOT_FITTING}\n"
        "    for r in range(m):\n"
    )
    tail = {
        "number": "    work[at] = result\n",
        "vector": several + "        work[at + r] = rows[r]\n",
        "matrix": several
        + (
            "        row = rows[r]\n"
            f"        if len(row) != n:\n            return {NOT_FITTING}\n"
            "        for c in range(n):\n"
            "            work[at + r * n + c] = row[c]\n"
        ),
    }[kind.result]
    finite = (
        "    for k in range(at, copy):\n"
        f"        if work[k] - work[k] != 0.0:\n            return {NOT_FINITE}\n"
        "    return 0\n"
    )
    return made(head + tail + finite, function)


# ------------------------------------------------------------------------------- data coordinates


def data_for_compiler(function: Callable[..., Any], kind: DataFunction) -> Callable[..., Any]:
    """Function of (address of work, n, t, number) that calls the user's with n data coordinates."""
    parts, first = ", work[copy:copy + n]", 0
    for shape in kind.shapes:
        length = math.prod(shape)
        array = f"work[copy + n + {first}:copy + n + {first + length}]"
        parts += f", {array}" if len(shape) == 1 else f", {array}.reshape({shape})"
        first += length
    return made(
        "def call(address, n, t, number):\n"
        f"    at, copy = n + {kind.passed}, 2 * n + {kind.passed + 2}\n"
        "    work = view(address, (copy + at,), FLOAT)\n"
        "    for k in range(at):\n"
        "        work[copy + k] = work[k]\n"
        f"    result = uniform(function(0, t, number{parts}))\n"
        "    if len(result) != 2 + n:\n"
        f"        return {NOT_FITTING}\n"
        "    for r in range(2 + n):\n"
        "        work[at + r] = result[r]\n"
        "        if work[at + r] - work[at + r] != 0.0:\n"
        f"            return {NOT_FINITE}\n"
        f"    return {NOT_FITTING} if work[at] < 0.0 else 0\n",
        function,
    )


# ------------------------------------------------------------------------------- results


PLAIN = frozenset({float, int, bool, np.float64})
"""Types of numbers that arrays accept without conversion."""


def put_vector(result: Any, target: np.ndarray) -> None:
    """Write a result into a vector, or raise an error that states what is wrong."""
    if type(result) is np.ndarray:
        fits = result.dtype is FLOAT and result.shape == target.shape
    else:
        fits = type(result) is list and len(result) == target.size
        fits = fits and PLAIN.issuperset(map(type, result))
    target[:] = result if fits else _real_array(result, target.shape)
    _demand_finite(target)


def put_switching(result: Any, target: np.ndarray) -> None:
    """Write an error, a recommended step size and data coordinates."""
    try:
        put_vector(result, target)
    except TypeError as error:
        raise TypeError(
            f"{error}; these are an error >= 0, a recommended step size (negative: none), and the "
            f"{len(target) - 2} data coordinates of nodeNumber"
        ) from None
    if target[0] < 0.0:
        raise ValueError(f"it must return an error >= 0 first, got {shown(result)}")


def put_number(result: Any, target: np.ndarray) -> None:
    """Write a result that is one number."""
    target[0] = finite_number(result)


def free_vector(result: Any) -> np.ndarray:
    """A result of any length as a vector, or an error that states what is wrong."""
    try:
        shape = np.shape(result)
    except (TypeError, ValueError):
        shape = ()
    if len(shape) != 1 or shape == (0,):
        raise TypeError(
            f"it must return a list or an array of at least one number, got {shown(result)}"
        )
    values = np.zeros(shape)
    put_vector(result, values)
    return values


def put_matrix(result: Any, target: np.ndarray) -> None:
    """Write a dense or sparse result into a matrix, or raise an error that states what is wrong."""
    triplets = getattr(result, "triplets", None)
    if triplets is not None or hasattr(result, "tocoo"):
        if tuple(result.shape) != target.shape:
            raise _unfitting(result, target.shape)
        if triplets is None:
            sparse = result.tocoo()
            _add_up((sparse.row, sparse.col, sparse.data), target)
        else:
            _add_up(triplets(), target)
    else:
        fits = type(result) is np.ndarray and result.dtype is FLOAT
        fits = fits and result.shape == target.shape
        target[:] = result if fits else _real_array(result, target.shape)
    _demand_finite(target.reshape(-1))


def _real_array(result: Any, shape: tuple[int, ...]) -> np.ndarray:
    """A result as an array of float64 of a shape."""
    try:
        array = np.asarray(result)
        if array.dtype.kind == "O" and not any(part is None for part in array.flat):
            array = array.astype(f8)
    except (TypeError, ValueError):
        raise _unfitting(result, shape) from None
    if array.dtype.kind not in "fiub" or array.shape != shape:
        raise _unfitting(result, shape)
    return array.astype(f8)


def _unfitting(result: Any, shape: tuple[int, ...]) -> TypeError:
    """The error for a result of the wrong type or size."""
    wanted = f"{shape[0]} number" + ("" if shape[0] == 1 else "s")
    if len(shape) == 2:
        wanted = f"a matrix of {shape[0]} x {shape[1]} numbers"
    try:
        own = tuple(getattr(result, "shape", None) or np.shape(result))
    except (TypeError, ValueError):
        own = ()
    size = f", which is {' x '.join(map(str, own))}" if own and own != shape else ""
    return TypeError(f"it must return {wanted}, got {shown(result)}{size}")


def _add_up(triplets: tuple[Any, Any, Any], target: np.ndarray) -> None:
    """Sum the entries (rows, columns, values) into a matrix."""
    rows, columns, values = map(np.asarray, triplets)
    if values.dtype.kind not in "fiub":
        raise TypeError(f"it must return real numbers, got {shown(values)}")
    m, n = target.shape
    outside = (rows < 0) | (rows >= m) | (columns < 0) | (columns >= n)
    if outside.any():
        k = int(np.flatnonzero(outside)[0])
        raise ValueError(
            f"it must return a matrix of {m} x {n} numbers, got an entry in row {rows[k]}, "
            f"column {columns[k]} (counted from 0)"
        )
    target[:] = 0.0
    np.add.at(target, (rows.astype(np.intp), columns.astype(np.intp)), values.astype(f8))


def _demand_finite(target: np.ndarray) -> None:
    k = np.isfinite(target).tobytes().find(0)  # twice as fast as all()
    if k >= 0:
        raise ValueError(f"it returned {shown(target)}, with {target[k]} at {k}")
