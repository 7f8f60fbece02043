"""Variables outside a function: what compiled code would freeze, and whether that is allowed.

Compiled code contains the values that a function's variables had at the start of a run. Therefore
every global, closure cell, default argument and module attribute that a function or one of its
helpers reads is examined: immutable values (numbers, texts, tuples of these) and arrays may be
frozen; with any other value, the function is called back.
"""

from __future__ import annotations

import dis
import enum
import types
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

from linkwork.core.kernels.fingerprint import is_foreign, is_primitive, references, resolve

CONSTANT = (int, float, complex, bool, str, bytes, type(None))
"""Types of immutable values; subclasses may be mutable."""

_RANDOM = "random"
_SETTING_GLOBALS = frozenset({"STORE_GLOBAL", "DELETE_GLOBAL"})
_SETTING_CELLS = frozenset({"STORE_DEREF", "DELETE_DEREF"})


class Variable(NamedTuple):
    """Something outside a function: its name as the function writes it, and its value."""

    name: str
    value: Any

    @property
    def is_code(self) -> bool:
        """Whether it is a helper function, whose own variables are examined one by one."""
        return isinstance(plain(self.value), types.FunctionType)

    @property
    def trouble(self) -> str:
        """Why the value must not be frozen; empty if it may be."""
        value = self.value
        if self.is_code or _is_frozen(value):
            return ""
        if _is_method(value):
            return f"it calls {self.name!r}, a method of an object that can change"
        return f"it reads the variable {self.name!r}, a {type(value).__name__}, which can change"


def plain(value: Any) -> Any:
    """The Python function of one that the user has compiled with Numba; others unchanged."""
    return getattr(value, "py_func", value)


def variables(function: types.FunctionType) -> list[Variable]:
    """All that a function and its helpers read from outside, except what Numba knows by name."""
    found: list[Variable] = []
    _walk(function, found, set())
    return found


def uses_random_numbers(function: types.FunctionType, found: list[Variable]) -> bool:
    """Whether a function, or a helper that is among its variables, may draw random numbers."""
    functions = [function, *(plain(v.value) for v in found if v.is_code)]
    return any(_RANDOM in chain for each in functions for chain in references(each.__code__))


def written_names(function: types.FunctionType, found: list[Variable]) -> list[str]:
    """Variables outside that a function, or a helper among its variables, sets itself."""
    functions = [function, *(plain(v.value) for v in found if v.is_code)]
    return [name for each in functions for name in _written(each.__code__)]


def _written(code: types.CodeType) -> Iterator[str]:
    for step in dis.get_instructions(code):
        outer = step.opname in _SETTING_CELLS and step.argval in code.co_freevars
        if outer or step.opname in _SETTING_GLOBALS:
            yield step.argval
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from (name for name in _written(constant) if name not in code.co_cellvars)


def _walk(function: types.FunctionType, found: list[Variable], seen: set[int]) -> None:
    seen.add(id(function))
    for chain in references(function.__code__):
        try:
            value = resolve(function, chain[0])
        except KeyError:
            continue
        name, value, foreign = _follow(chain, value)
        # Constants of math and NumPy do not change; generators of random numbers do.
        if not _is_known(value) and not (foreign and not _is_method(value)):
            _note(Variable(name, value), found, seen)


def _note(variable: Variable, found: list[Variable], seen: set[int]) -> None:
    """Add a variable and those it refers to."""
    name, value = variable
    found.append(variable)
    function = plain(value)
    if isinstance(function, types.FunctionType):
        if id(function) not in seen:
            defaults = [*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values()]
            found.extend(Variable(f"default argument of {name}", each) for each in defaults)
            _walk(function, found, seen)
    elif isinstance(value, tuple):
        for each in value:
            if isinstance(plain(each), types.FunctionType) and not _is_known(each):
                _note(Variable(name, each), found, seen)


def _follow(chain: tuple[str, ...], value: Any) -> tuple[str, Any, bool]:
    """Name and value at the end of the part of a dotted name that leads through modules.

    The third part states whether a module that Numba knows was among them.
    """
    (name, *path), foreign = chain, False
    for step in path:
        if not isinstance(value, types.ModuleType) or not hasattr(value, step):
            break
        foreign = foreign or is_foreign(value.__name__)
        name, value = f"{name}.{step}", getattr(value, step)
    return name, value, foreign


def _is_method(value: Any) -> bool:
    """Whether a value is a method of an object, also of one written in C."""
    if isinstance(value, types.BuiltinFunctionType):
        return not isinstance(value.__self__, types.ModuleType | type(None))
    return isinstance(value, types.MethodType)


def _is_known(value: Any) -> bool:
    """Whether Numba has its own version of something, which the name alone identifies."""
    if isinstance(value, types.ModuleType):
        return is_foreign(value.__name__)
    if isinstance(value, types.BuiltinFunctionType):
        return not _is_method(value)
    if isinstance(value, np.ufunc) or is_primitive(value):
        return True
    if isinstance(value, type):
        return is_foreign(value.__module__) or issubclass(value, enum.Enum | tuple | BaseException)
    return isinstance(value, types.FunctionType) and is_foreign(value.__module__)


def _is_frozen(value: Any) -> bool:
    """Whether a value may be frozen into compiled code for the duration of a run."""
    if isinstance(value, tuple):
        return all(_is_frozen(each) or Variable("", each).is_code for each in value)
    if isinstance(value, np.ndarray):
        return not value.dtype.hasobject
    return type(value) in CONSTANT or isinstance(value, np.generic | enum.IntEnum)


# ------------------------------------------------------------------------------- changes


class Frozen:
    """The values that compiled code of a function contains; finds those that have changed."""

    def __init__(self, function: Callable[..., Any]) -> None:
        assert isinstance(function, types.FunctionType)
        self._function = function
        self._before = _contents(function)

    def changed(self) -> str:
        """Name of a variable whose value has changed; empty if there is none."""
        if not self._before:
            return ""
        now = _contents(self._function)
        if len(now) != len(self._before):
            return now[0][0] if now else self._before[0][0]
        for (name, value), (_, other) in zip(self._before, now, strict=True):
            if not _is_same(value, other):
                return name
        return ""


def _contents(function: types.FunctionType) -> list[tuple[str, Any]]:
    return [
        (name, value.copy() if isinstance(value, np.ndarray) else value)
        for name, value in variables(function)
    ]


def _is_same(a: Any, b: Any) -> bool:
    if isinstance(a, np.ndarray) and isinstance(b, np.ndarray):
        return a.dtype == b.dtype and a.shape == b.shape and a.tobytes() == b.tobytes()
    if isinstance(a, tuple) and isinstance(b, tuple):
        return len(a) == len(b) and all(map(_is_same, a, b))
    return a is b or (type(a) is type(b) and type(a) in CONSTANT and repr(a) == repr(b))
