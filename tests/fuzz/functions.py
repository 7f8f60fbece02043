"""User functions for random models: sensible ones, and every nonsense that a function can return.

A function is told by its name and the parameter it is for, so that a model can be written to a
file and built again. Their texts have the documented arguments, so that Numba can compile those
that it can compile; the others are called back.
"""

import functools
import math
from collections.abc import Callable
from typing import Any

import numpy as np

from linkwork.core.declare.function_kinds import ArrayFunction, UserFunction
from linkwork.core.declare.item import Parameter
from linkwork.sensors.user_function import SensorFunction
from tests.items.samples import SAMPLES, VARIANTS

SAMPLE = "sample"
"""The name of the function that the samples have for a parameter."""

CALM = {
    "zero": "return {0.0}",
    "small": "return {1e-3}",
    "swing": "return {math.sin(3.0 * t)}",
    "reads": "mbs.systemData.GetODE2Coordinates()\n    return {0.25}",
    "asks": "ask(mbs, 'node')\n    return {0.25}",
    "counts": "mbs.variables['n'] = mbs.variables.get('n', 0) + 1\n    return {0.25}",
}
"""Name -> text of functions with usual results; {x} is a result of the right form."""

MAD = {
    "none": "return None",
    "nothing": "pass",
    "nan": "return {math.nan}",
    "infinite": "return {-math.inf}",
    "huge": "return {1e308}",
    "tiny": "return {5e-324}",
    "nan later": "return {math.nan if t > 0.0 else 1.0}",
    "jumps": "return {1e6 if math.sin(1e5 * t) > 0.0 else -1e6}",
    "pole": "return {1.0 / (t - 0.5)}",
    "text": "return 'force'",
    "number as text": "return '1.0'",
    "complex": "return 1j",
    "flag": "return True",
    "object": "return object()",
    "empty": "return []",
    "long": "return [1.0] * 97",
    "nested": "return [[[1.0]]]",
    "ragged": "return [[1.0], [1.0, 2.0]]",
    "dictionary": "return {{'x': 1.0}}",
    "generator": "return (x for x in (1.0, 2.0, 3.0))",
    "itself": "return [mbs] * 3",
    "raises": "raise ValueError('no force today')",
    "raises later": "if t > 0.0:\n        raise ArithmeticError('no more')\n    return {1.0}",
    "unprintable": "class Odd(Exception):\n        __str__ = None\n    raise Odd()",
    "divides": "return {1.0 / (t - t)}",
    "beyond": "return [1.0, 2.0, 3.0][7]",
    "warns": "return np.float64(1.0) / np.float64(0.0)",
    "overflows": "return math.exp(1e5)",
    "endless": "return f_again(mbs)",
    "solves": "mbs.SolveDynamic()\n    return {0.0}",
    "solves at rest": "mbs.SolveStatic()\n    return {0.0}",
    "solves for modes": "mbs.ComputeODE2Eigenvalues()\n    return {0.0}",
    "checks": "mbs.Check()\n    return {0.0}",
    "asks itself": "ask(mbs, 'object')\n    return {0.0}",
    "asks sensors": "[mbs.GetSensorValues(k) for k in range(len(mbs._items['sensor']))]\n"
    "    return {0.0}",
    "assembles": "mbs.Assemble()\n    return {0.0}",
    "resets": "mbs.Reset()\n    return {0.0}",
    "adds": "mbs.AddNode({{'nodeType': 'Point'}})\n    return {0.0}",
    "moves": "mbs.systemData.SetODE2Coordinates(mbs.systemData.GetODE2Coordinates() + 1.0)\n"
    "    return {0.0}",
    "turns back": "mbs.systemData.SetTime(-1.0)\n    return {0.0}",
}
"""Name -> text of functions that no solver can do much with."""

OVERWRITES = {
    "overwrites": "{first}[:] = math.nan\n    return {{0.5}}",
    "hands back": "return {first}",
}
"""The same, of functions that are given a vector."""


def _result(kind: UserFunction) -> tuple[str, str]:
    """(result of the right form with x in it, name of the first vector among the arguments)"""
    if isinstance(kind, ArrayFunction):
        names = kind.arguments[3:]
        first = next(n for n, form in zip(names, kind.inputs, strict=True) if form == "vector")
        if kind.result == "matrix":
            return f"x + 0.0 * np.outer({first}, {first})", first
        return f"x + 0.0 * {first}", first
    if isinstance(kind, SensorFunction):
        return "[x, 2.0]", "factors"
    if kind.shapes:
        return f"[{', '.join(['x'] * kind.size)}]", kind.arguments[-1]
    return "x", ""


def _again(mbs: Any) -> Any:
    return _again(mbs)


MOST_ASKED = 4
"""Items that a function asks for their outputs."""


def ask(mbs: Any, family: str) -> None:
    """Ask for all outputs of some items of a family; solvers call this very often."""
    read = mbs.GetNodeOutput if family == "node" else mbs.GetObjectOutput
    items = mbs._items[family]
    for number in range(0, len(items), 1 + len(items) // MOST_ASKED):
        for variable in items[number].outputs:
            read(number, variable)


def names(kind: UserFunction) -> tuple[list[str], list[str]]:
    """Names of calm and of mad functions for a parameter."""
    return [SAMPLE, *CALM], [*MAD, *(OVERWRITES if _result(kind)[1] else ())]


@functools.cache
def sample(owner: type, name: str) -> Callable[..., Any] | int:
    """The function of the samples for a parameter, 0 if they have none."""
    for changes in VARIANTS.get(owner, {}).values():
        if callable(changes.get(name)):
            return changes[name]
    return 0


@functools.cache
def function(owner: type, p: Parameter, name: str) -> Any:
    """The function of a name for a parameter of a kind of item."""
    if name == SAMPLE:
        return sample(owner, p.name)
    assert owner in SAMPLES and isinstance(p.kind, UserFunction)
    return made(p.kind, name)


@functools.cache
def made(kind: UserFunction, name: str) -> Callable[..., Any]:
    """A function of a name with the arguments of a kind."""
    form, first = _result(kind)
    text = (CALM | MAD | OVERWRITES)[name].replace("{first}", first)
    if name in OVERWRITES:
        text = text.replace("{{", "{").replace("}}", "}")
    text = _filled(text, form)
    space: dict[str, Any] = {"math": math, "np": np, "f_again": _again, "ask": ask}
    exec(f"def f({', '.join(kind.arguments)}):\n    {text}\n", space)
    made_function = space["f"]
    made_function.__module__, made_function.__qualname__ = __name__, f"f_{name.replace(' ', '_')}"
    return made_function


def _filled(text: str, form: str) -> str:
    """A text with {x} replaced by a result of the right form, and double braces by single ones."""
    text = text.replace("{{", "\0").replace("}}", "\1")
    start = text.find("{")
    if start >= 0:
        end = text.index("}", start)
        inner = text[start + 1 : end]
        text = text[:start] + "(" + form.replace("x", f"({inner})") + ")" + text[end + 1 :]
    return text.replace("\0", "{").replace("\1", "}")
