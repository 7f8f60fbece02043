"""What functions read from outside of themselves: values that change results, but not the code."""

from __future__ import annotations

import enum
import functools
import hashlib
import types
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import numpy as np

from linkwork.core.functions.marked import unmarked
from linkwork.core.functions.outside import CONSTANT, variables
from linkwork.restart.identity import code_of

DEEPEST = 4
"""So many objects inside of each other are looked into."""

SHARED = "mbs.variables"

Outside = dict[str, dict[str, str]]
"""Owner of a function -> name of a value -> the value as a text."""


def outside_of(owned: Iterable[tuple[str, Any]], shared: Mapping[Any, Any]) -> Outside:
    """What functions read; each function once.

    owned -- owner and function; shared -- mbs.variables
    """
    found: Outside = {}
    known: set[int] = set()
    for owner, function in owned:
        if id(function) not in known:
            known.add(id(function))
            found[owner] = {name: text for name, value in _read(function) if (text := _text(value))}
    if found:
        found[SHARED] = {str(name): _text(value) for name, value in shared.items()}
    return {owner: values for owner, values in found.items() if values}


def told(there: Outside, here: Outside) -> Iterator[str]:
    """Differences in words."""
    for owner in dict.fromkeys((*there, *here)):
        old, new = there.get(owner, {}), here.get(owner, {})
        for name in dict.fromkeys((*old, *new)):
            one, other = old.get(name, "nothing"), new.get(name, "nothing")
            if one != other:
                whose = f"{name} (read by {owner})"
                whose = f"{SHARED}[{name!r}]" if owner == SHARED else whose
                short = max(len(one), len(other)) < 40
                yield f"{whose} is {other}, it was {one}" if short else f"{whose} has changed"


def _read(function: Any) -> Iterator[tuple[str, Any]]:
    """Names and values that a function, or what is called like one, reads."""
    plain = unmarked(function)[0]
    plain = getattr(plain, "py_func", plain)
    if isinstance(plain, functools.partial):
        yield "arguments", (plain.args, plain.keywords)
        yield from _read(plain.func)
    elif isinstance(plain, types.MethodType):
        yield "self", plain.__self__
        yield from _read(plain.__func__)
    elif isinstance(plain, types.FunctionType):
        for values in (plain.__defaults__, plain.__kwdefaults__):
            if values:
                yield "default arguments", values
        yield from variables(plain)
    elif not isinstance(plain, type) and isinstance(type(plain).__call__, types.FunctionType):
        yield "self", plain
        yield from _read(type(plain).__call__)


def _text(value: Any, depth: int = 0) -> str:
    """A value as a text that is the same in another process; empty if there is none."""
    if type(value) in CONSTANT or isinstance(value, np.generic | enum.Enum):
        return repr(value)
    if isinstance(value, np.ndarray) and not value.dtype.hasobject:
        digest = hashlib.sha256(np.ascontiguousarray(value).tobytes()).hexdigest()[:16]
        return f"array {value.dtype.str} {value.shape} {digest}"
    if isinstance(getattr(value, "py_func", value), types.FunctionType):
        return f"code {code_of(getattr(value, 'py_func', value))}"
    if depth == DEEPEST or isinstance(value, type | types.ModuleType):
        return ""
    if isinstance(value, list | tuple | set | frozenset):
        inner = [_text(each, depth + 1) for each in value]
        inner = sorted(inner) if isinstance(value, set | frozenset) else inner
        return f"{type(value).__name__}({', '.join(inner)})"
    own = value if isinstance(value, Mapping) else getattr(value, "__dict__", None)
    if own is None or type(value).__module__.partition(".")[0] == "linkwork":
        return ""
    pairs = (f"{name}: {_text(each, depth + 1)}" for name, each in own.items())
    return f"{type(value).__name__}({', '.join(pairs)})"
