"""User functions: plain Python functions with an address, compiled where possible.

An item declares the pointer of its user function (`function_kinds.UserFunction`); `user_calls.py`
turns the user's function into one with the signature of that pointer.

A function is compiled if it is a plain function that does not use `mbs` and that Numba can compile;
otherwise it is called back. Values of variables outside the function are frozen into compiled code
(`outside.py`) and compared again before every run. A function that reads such variables is called
back if other Python code runs during the solve and could change them.
"""

from __future__ import annotations

import dis
import inspect
import types
from collections.abc import Callable
from typing import Any, NoReturn

from linkwork.core.declare.function_kinds import (
    ArrayFunction,
    DataFunction,
    UserCall,
    UserFunction,
)
from linkwork.core.errors import SolverError, UserFunctionError
from linkwork.core.functions.callbacks import WorkCallback
from linkwork.core.functions.lists import means_the_same
from linkwork.core.functions.marked import Choice, Way, unmarked
from linkwork.core.functions.outside import uses_random_numbers, variables, written_names
from linkwork.core.functions.user_calls import (
    array_for_compiler,
    data_for_compiler,
    finite_number,
    scalar_for_compiler,
    vector_for_compiler,
)
from linkwork.core.kernels.callbacks import NumberCallback, address_of_callback
from linkwork.core.kernels.compile import CannotCompile, address_of, jit_disabled
from linkwork.core.kernels.raised import raised

SPECIAL = (
    *(inspect.CO_VARARGS, inspect.CO_VARKEYWORDS, inspect.CO_GENERATOR),
    *(inspect.CO_COROUTINE, inspect.CO_ASYNC_GENERATOR),
)
"""Flags of functions that are more than a plain function of positional arguments."""


def choose(
    kind: UserFunction, function: Callable[..., Any], others_run: bool, lists: bool = False
) -> Choice:
    """Machine code of a function, if possible.

    others_run -- whether Python code that could change variables runs during the solve
    lists -- whether the function must behave as with lists in place of arrays
    """
    function, way = unmarked(function)
    if jit_disabled():
        return Choice(0, "NUMBA_DISABLE_JIT is set")
    if way is Way.CALLED_BACK:
        return Choice(0, "it is marked with called_back")
    return Choice(*compiled_address(kind, function, others_run and way is Way.FREE, lists))


def compiled_address(
    kind: UserFunction, function: Callable[..., Any], others_run: bool, lists: bool = False
) -> tuple[int, str]:
    """(address of machine code, ""), or (0, reason why the function must be called back)."""
    assert kind.pointer is not None
    if not kind.compilable:
        return 0, "functions of this parameter are always called back"
    count = len(kind.arguments)
    reason = why_not(function, count, others_run)
    if reason:
        return 0, reason
    if lists and not means_the_same(kind, function):
        return 0, "it needs its vectors as lists"
    if isinstance(kind, ArrayFunction):
        call = array_for_compiler(function, kind)
    elif isinstance(kind, DataFunction):
        call = data_for_compiler(function, kind)
    elif kind.shapes:
        call = vector_for_compiler(function, kind)
    else:
        call = scalar_for_compiler(function, count - 1)
    try:
        # Python raises an exception for an index out of range, so compiled code must too.
        return address_of(call, kind.pointer, error_model="python", boundscheck=True), ""
    except CannotCompile as error:
        _, _, text = str(error).partition("cannot be compiled:")
        return 0, f"Numba cannot compile it: {' '.join(text.split())}"


def callback_address(
    kind: UserFunction,
    function: Callable[..., Any],
    mbs: Any,
    owner: str,
    item: Any = None,
    watch: Callable[[Any], Any] = lambda function: function,
    lists: bool = False,
) -> int:
    """Address of a callback, valid until released.

    owner -- item and parameter, for errors; item -- for kinds that need more of it; watch -- wraps
    the function, for timing; lists -- whether vectors are passed as lists
    """
    assert kind.pointer is not None
    function, _ = unmarked(function)
    call = UserCall(function, watch(function), mbs, explained_by(owner), lists)
    callback = kind.callback(call, item)
    if callback is None and (kind.lengths or kind.shapes):
        callback = WorkCallback(call, kind)
    if callback is None:
        callback = NumberCallback(call.called, kind.pointer, (mbs,), finite_number, call.explain)
    return address_of_callback(callback)


def explained_by(owner: str) -> Callable[[Exception], Exception]:
    """A function that turns exceptions of a user function into errors that name its owner."""

    def explain(error: Exception) -> Exception:
        return UserFunctionError(owner, error)

    return explain


def raise_user_error(when: str) -> NoReturn:
    """Raise the oldest exception of functions that were called back; when -- for its text."""
    error = raised.take()
    if not isinstance(error, UserFunctionError):
        raise error
    raise SolverError(error.at(when)) from error.error


def why_not(function: Callable[..., Any], count: int, others_run: bool) -> str:
    """Reason why a function must be called back; empty if compilation can be tried."""
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
    found = variables(function)
    for name in written_names(function, found):
        return f"it changes the variable {name!r}"
    for variable in found:
        if variable.trouble:
            return variable.trouble
        if others_run and not variable.is_code:
            return (
                f"it reads the variable {variable.name!r}, which other Python code of this run (a "
                "pre-step function or a user function that is called back) could change"
            )
    if uses_random_numbers(function, found):
        return "it may use random numbers, whose seed is that of Python"
    return ""
