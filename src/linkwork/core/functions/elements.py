"""Which vectors a user function only takes apart: `q[0]`, or `x, y = q`.

A function that is called back gets such vectors as tuples of floats. Taking an element out of an
array and computing with it takes three to four times as long.
"""

from __future__ import annotations

import dis
import functools
import types
from collections.abc import Callable
from typing import Any

LOOKS_AROUND = frozenset({"locals", "vars", "eval", "exec", "dir", "_getframe", "currentframe"})
"""Functions that can reach variables without naming them."""


def takes_apart(function: Callable[..., Any], position: int) -> bool:
    """Whether a function uses one of its arguments only for elements at fixed places."""
    if isinstance(function, types.MethodType):
        function, position = function.__func__, position + 1
    if not isinstance(function, types.FunctionType):
        return False
    return _takes_apart(function.__code__, position)


@functools.lru_cache(maxsize=256)
def _takes_apart(code: types.CodeType, position: int) -> bool:
    if position >= code.co_argcount or not LOOKS_AROUND.isdisjoint(code.co_names):
        return False
    name = code.co_varnames[position]
    if name in code.co_cellvars:
        return False
    # Two steps behind the last one, so that every load has followers.
    steps = [(step.opname, step.argval, step.argrepr) for step in dis.get_instructions(code)]
    steps += [("", None, "")] * 2
    if any(_may_be_complex(steps, k) for k in range(1, len(steps))):
        return False
    for k, (operation, value, _) in enumerate(steps):
        names = value if isinstance(value, tuple) else (value,)
        if "FAST" not in operation or name not in names or operation == "STORE_FAST":
            continue
        # One instruction may load two variables, or store one and load another.
        if "LOAD" not in operation or names.index(name) < len(names) - 1:
            return False
        if not _is_taken_apart(steps[k + 1], steps[k + 2]):
            return False
    return True


def _may_be_complex(steps: list[tuple[str, Any, str]], k: int) -> bool:
    """Whether an instruction may raise a negative number to a broken power.

    That is a complex number for floats, and not a number for elements of arrays.
    """
    if not steps[k][2].startswith("**"):
        return False
    return not (steps[k - 1][0].startswith("LOAD_") and type(steps[k - 1][1]) is int)


def _is_taken_apart(first: tuple[str, Any, str], second: tuple[str, Any, str]) -> bool:
    """Whether the two instructions after a load take elements out of a vector, or return it."""
    if first[0] in ("UNPACK_SEQUENCE", "RETURN_VALUE"):
        return True
    at_place = first[0].startswith("LOAD_") and type(first[1]) is int
    return at_place and (second[0] == "BINARY_SUBSCR" or second[2] == "[]")
