"""User functions: plain Python functions behind an address, compiled where they can be.

An item declares the pointer of its user function (`parameters.UserFunction`). Here the user's
function is turned into one with the signature of that pointer:

    scalar      f = function(mbs, t, itemNumber, numbers ...)
    vector      work = [arguments of three numbers each ..., result of three numbers, copies of
                the arguments, which the function may overwrite]

A function is compiled if it is a plain function that never looks at `mbs` and that Numba can
compile; else it is called back. Values of variables outside the function are frozen into
compiled code; they are compared again before every run, and a function that reads such
variables is called back if other Python code runs during the solve and could change them.
"""

from __future__ import annotations

import dis
import inspect
import math
import types
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

from linkwork.core.compile import CannotCompile, address_of, python_address_of
from linkwork.core.errors import UserFunctionError
from linkwork.core.parameters import UserFunction, shown
from linkwork.core.pointer import view
from linkwork.core.records import f8

FLOAT = np.dtype(f8)

SPECIAL = (
    *(inspect.CO_VARARGS, inspect.CO_VARKEYWORDS, inspect.CO_GENERATOR),
    *(inspect.CO_COROUTINE, inspect.CO_ASYNC_GENERATOR),
)
"""Flags of functions that are more than a plain function of positional arguments."""


class Bound(NamedTuple):
    """A user function behind an address."""

    address: int
    compiled: bool
    reason: str


# ------------------------------------------------------------------------------- signatures


def scalar_for_compiler(function: Callable[..., Any], count: int) -> Callable[..., Any]:
    """Function of (t, itemNumber, numbers...) that calls the user's with a dummy for mbs."""
    names = ", ".join(f"x{k}" for k in range(count))
    return _made(f"def call({names}):\n    return function(0, {names})\n", function)


def finite_number(result: Any) -> float:
    """The result of a user function as a number; anything else is an error."""
    try:
        if isinstance(result, (str, bytes)):
            raise TypeError
        number = float(result)
    except (TypeError, ValueError):
        raise TypeError(f"it must return a number, got {shown(result)}") from None
    if not math.isfinite(number):
        raise ValueError(f"it returned {number}")
    return number


def vector_for_compiler(
    function: Callable[..., Any], vectors: int, with_number: bool
) -> Callable[..., Any]:
    """Function of (address of work, t, number) that calls the user's with arrays of three."""
    size = 3 * vectors
    copies = [f"work[{size + 3 + 3 * k}:{size + 6 + 3 * k}]" for k in range(vectors)]
    parts = ", ".join(copies)
    number = "number, " if with_number else ""
    return _made(
        "def call(address, t, number):\n"
        f"    work = view(address, ({2 * size + 3},), FLOAT)\n"
        f"    for r in range({size}):\n"
        f"        work[{size + 3} + r] = work[r]\n"
        f"    result = function(0, t, {number}{parts})\n"
        "    if len(result) != 3:\n"
        "        return 1\n"
        "    for r in range(3):\n"
        f"        work[{size} + r] = result[r]\n"
        "    return 0\n",
        function,
    )


def vector_for_python(
    function: Callable[..., Any], mbs: Any, vectors: int, with_number: bool
) -> Callable[..., Any]:
    """The same with the real mbs; a result that is no vector of three is an error."""

    def call(address: int, t: float, number: int) -> int:
        work = view(address, (vectors + 1, 3), FLOAT)
        arguments = [work[k].copy() for k in range(vectors)]
        numbers = (number,) if with_number else ()
        result = function(mbs, t, *numbers, *arguments)
        try:
            array = np.asarray(result, f8)
        except (TypeError, ValueError):
            array = np.zeros(0)
        if array.shape != (3,):
            raise TypeError(f"it must return 3 numbers, got {shown(result)}")
        if not np.all(np.isfinite(array)):
            raise ValueError(f"it returned {shown(result)}")
        work[vectors] = array
        return 0

    return call


def _made(text: str, function: Callable[..., Any]) -> Callable[..., Any]:
    space: dict[str, Any] = dict(function=function, view=view, FLOAT=FLOAT)
    exec(compile(text, "<user function>", "exec"), space)
    call: Callable[..., Any] = space["call"]
    call.__module__ = getattr(function, "__module__", None) or "user"
    call.__qualname__ = f"call_{_name(function)}"
    return call


def _name(function: Callable[..., Any]) -> str:
    return getattr(function, "__qualname__", None) or type(function).__name__


# ------------------------------------------------------------------------------- compiling


def compiled_address(
    kind: UserFunction, function: Callable[..., Any], others_run: bool
) -> tuple[int, str]:
    """(address of machine code, ""), or (0, why the function must be called back)."""
    assert kind.pointer is not None
    count = len(kind.arguments)
    reason = why_not(function, count, others_run)
    if reason:
        return 0, reason
    call = (
        vector_for_compiler(function, kind.vectors, "itemNumber" in kind.arguments)
        if kind.vectors
        else scalar_for_compiler(function, count - 1)
    )
    try:
        return address_of(call, kind.pointer, error_model="python"), ""
    except CannotCompile as error:
        return 0, f"Numba cannot compile it: {str(error).strip().splitlines()[0]}"


def callback_address(kind: UserFunction, function: Callable[..., Any], mbs: Any, owner: str) -> int:
    """Address of a callback, valid until released; owner -- item and parameter, for errors."""
    assert kind.pointer is not None
    explain = explained_by(owner)
    if kind.vectors:
        call = vector_for_python(function, mbs, kind.vectors, "itemNumber" in kind.arguments)
        return python_address_of(call, kind.pointer, explain=explain)
    return python_address_of(function, kind.pointer, (mbs,), finite_number, explain)


def explained_by(owner: str) -> Callable[[Exception], Exception]:
    """What makes exceptions of a user function tell whose function it is."""

    def explain(error: Exception) -> Exception:
        return UserFunctionError(owner, error)

    return explain


def why_not(function: Callable[..., Any], count: int, others_run: bool) -> str:
    """Why a function must be called back; empty if it can be tried for compilation."""
    if not isinstance(function, types.FunctionType):
        return f"it is a {type(function).__name__}, not a plain function"
    code = function.__code__
    plain = not any(code.co_flags & flag for flag in SPECIAL) and not code.co_kwonlyargcount
    if not plain or code.co_argcount != count:
        return f"it does not take exactly {count} plain arguments"
    mbs = code.co_varnames[0]
    if mbs in code.co_cellvars or any(
        step.opname.startswith(("LOAD_FAST", "LOAD_DEREF", "LOAD_CLOSURE"))
        and (step.argval == mbs or (isinstance(step.argval, tuple) and mbs in step.argval))
        for step in dis.get_instructions(code)
    ):
        return f"it uses {mbs}"
    for name, value in _outside(function, set()):
        if not isinstance(value, FROZEN):
            return f"it reads the variable {name!r}, a {type(value).__name__}, which can change"
        if others_run:
            return (
                f"it reads the variable {name!r}, which other Python code of this run (a pre-step "
                "function or a user function that is called back) could change"
            )
    if "random" in _names(code):
        return "it may use random numbers, whose seed belongs to Python"
    return ""


FROZEN = (int, float, complex, str, bytes, tuple, type(None), np.ndarray, np.generic)
"""Values that may be frozen into compiled code for the time of a run."""


def _outside(function: types.FunctionType, seen: set[int]) -> Iterator[tuple[str, Any]]:
    """Variables outside a function, or outside the functions it calls."""
    if id(function) in seen:
        return
    seen.add(id(function))
    code = function.__code__
    cells = zip(code.co_freevars, function.__closure__ or (), strict=True)
    reached = [(name, cell.cell_contents) for name, cell in cells]
    for name in _names(code):
        if name in function.__globals__:
            reached.append((name, function.__globals__[name]))
    for name, value in reached:
        value = getattr(value, "py_func", value)
        if isinstance(value, types.FunctionType):
            if (value.__module__ or "").split(".")[0] not in ("numpy", "math"):
                yield from _outside(value, seen)
        elif not isinstance(value, (types.ModuleType, type, types.BuiltinFunctionType, np.ufunc)):
            yield name, value


def _names(code: types.CodeType) -> set[str]:
    names = set(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            names |= _names(constant)
    return names
