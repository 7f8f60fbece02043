"""User functions: plain Python functions behind an address, compiled where they can be.

An item declares the pointer of its user function (`parameters.UserFunction`); `user_calls.py`
turns the user's function into one with the signature of that pointer.

A function is compiled if it is a plain function that never looks at `mbs` and that Numba can
compile; else it is called back. Values of variables outside the function are frozen into
compiled code; they are compared again before every run, and a function that reads such
variables is called back if other Python code runs during the solve and could change them.
"""

from __future__ import annotations

import dis
import inspect
import types
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

from linkwork.core.compile import CannotCompile, address_of, python_address_of
from linkwork.core.errors import UserFunctionError
from linkwork.core.parameters import ArrayFunction, UserFunction
from linkwork.core.user_calls import (
    array_for_compiler,
    array_for_python,
    finite_number,
    scalar_for_compiler,
    vector_for_compiler,
    vector_for_python,
)

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
    if isinstance(kind, ArrayFunction):
        call = array_for_compiler(function, kind)
    elif kind.vectors:
        call = vector_for_compiler(function, kind.vectors, "itemNumber" in kind.arguments)
    else:
        call = scalar_for_compiler(function, count - 1)
    try:
        return address_of(call, kind.pointer, error_model="python"), ""
    except CannotCompile as error:
        return 0, f"Numba cannot compile it: {str(error).strip().splitlines()[0]}"


def callback_address(kind: UserFunction, function: Callable[..., Any], mbs: Any, owner: str) -> int:
    """Address of a callback, valid until released; owner -- item and parameter, for errors."""
    assert kind.pointer is not None
    explain = explained_by(owner)
    if isinstance(kind, ArrayFunction):
        call = array_for_python(function, mbs, kind)
        return python_address_of(call, kind.pointer, convert=int, explain=explain)
    if kind.vectors:
        call = vector_for_python(function, mbs, kind.vectors, "itemNumber" in kind.arguments)
        return python_address_of(call, kind.pointer, convert=int, explain=explain)
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
