"""Keys of kernels: different whenever the machine code could be, equal in every other case."""

import argparse
import dis
import enum
import math
import os
import subprocess
import sys
import types
from collections import namedtuple

import numpy as np
import pytest

from linkwork.core.kernels.fingerprint import Uncacheable, examine, fingerprint, references
from linkwork.core.kernels.pointer import Pointer, status, view


def function_of(text, **space):
    """Function `f` of a source text whose globals are the given values."""
    exec(compile(text, "<test>", "exec"), space)
    return space["f"]


def key_with(value):
    """Key of a function that reads one global."""
    return fingerprint(function_of("def f(x):\n    return x + g\n", g=value))


class Color(enum.IntEnum):
    RED = 1
    BLUE = 2


class Shade(enum.IntEnum):
    RED = 1
    BLUE = 3


VALUES = {
    "int": 1,
    "float": 1.0,
    "bool": True,
    "complex": 1 + 0j,
    "str": "1",
    "bytes": b"1",
    "none": None,
    "float32": np.float32(1),
    "float64": np.float64(1),
    "int32": np.int32(1),
    "numpy bool": np.bool_(True),
    "zero": 0.0,
    "minus zero": -0.0,
    "nan": math.nan,
    "tuple": (1,),
    "tuple of float": (1.0,),
    "nested tuple": ((1,),),
    "list": [1],
    "set": {1},
    "dict": {1: 1},
    "array": np.array([1]),
    "array of float": np.array([1.0]),
    "array 2d": np.array([[1]]),
    "other array": np.array([2]),
    "fortran order": np.asfortranarray(np.ones((2, 2))),
    "c order": np.ones((2, 2)),
    "dtype f8": np.dtype("f8"),
    "dtype f4": np.dtype("f4"),
    "record": np.dtype([("a", "f8")]),
    "record of records": np.dtype((np.record, np.dtype([("a", "f8")]))),
    "record other name": np.dtype([("b", "f8")]),
    "record other shape": np.dtype([("a", "f8", 3)]),
    "record packed": np.dtype([("a", "u1"), ("b", "f8")]),
    "record aligned": np.dtype([("a", "u1"), ("b", "f8")], align=True),
    "type": np.float64,
    "other type": np.int64,
    "builtin": abs,
    "other builtin": math.sin,
    "ufunc": np.sin,
    "numpy function": np.interp,
    "pointer": Pointer("d", "d"),
    "other pointer": Pointer("q", "d"),
    "enum": Color,
    "other enum": Shade,
    "function": lambda x: x,
    "other function": lambda x: x + 1,
    "numpy": np,
    "math": math,
    "named tuple": namedtuple("Pair", "a b")(1, 2),
    "other named tuple": namedtuple("Pair", "a c")(1, 2),
    "view": view,
    "status": status,
}


def test_every_kind_of_global_has_its_own_key():
    keys = {name: key_with(value) for name, value in VALUES.items()}
    by_key = {}
    for name, key in keys.items():
        by_key.setdefault(key, []).append(name)
    assert [names for names in by_key.values() if len(names) > 1] == []


def test_equal_values_have_equal_keys():
    assert key_with(float("nan")) == key_with(-math.nan)
    assert key_with(np.arange(3.0)) == key_with(np.arange(3.0))
    assert key_with({"a", "b", "c"}) == key_with({"c", "b", "a"})
    assert key_with(np.dtype([("a", "f8")])) == key_with(np.dtype([("a", "<f8")]))
    assert key_with(lambda x: x) == key_with(lambda x: x)


def test_enum_members_are_keyed_by_value():
    assert key_with(Color.RED) != key_with(Color.BLUE)
    assert key_with(Color.RED) == key_with(Shade.RED)


def test_plain_enums_of_equal_value_differ():
    one, two = (enum.Enum(name, {"A": 1}) for name in ("One", "Two"))
    assert key_with(one.A) != key_with(two.A)


def test_int_subclasses_count_as_int():
    class Index(int):
        pass

    assert key_with(Index(3)) == key_with(3)


BODIES = [
    "def f(x):\n    return x + 1\n",
    "def f(x):\n    return x + 2\n",
    "def f(x):\n    return x + 1.0\n",
    "def f(x):\n    return x + True\n",
    "def f(x):\n    return x - 1\n",
    "def f(y):\n    return y * 1\n",
    "def f(x, y):\n    return x + 1\n",
    "def f(x, /):\n    return x + 1\n",
    "def f(x=1):\n    return x + 1\n",
    "def f(x=1.0):\n    return x + 1\n",
    "def f(*, x=1):\n    return x + 1\n",
    "def f(*, x=2):\n    return x + 1\n",
    "def f(x):\n    return a.b\n",
    "def f(x):\n    return a.c\n",
    "def f(x):\n    return (lambda y: y + 1)(x)\n",
    "def f(x):\n    return (lambda y: y + 2)(x)\n",
    "def f(x):\n    return x + 0.0\n",
    "def f(x):\n    return x + -0.0\n",
    "def f(x):\n    try:\n        g(x)\n        h(x)\n    except E:\n        return 0\n",
    "def f(x):\n    try:\n        g(x)\n    except E:\n        return 0\n    h(x)\n",
]


def test_every_body_has_its_own_key():
    keys = [fingerprint(function_of(body)) for body in BODIES]
    assert len(set(keys)) == len(BODIES)


def test_file_name_line_and_function_name_do_not_matter():
    space, moved = {}, {}
    exec(
        compile("def f(x):\n    return x + g(x)\n\ndef g(x):\n    return x\n", "a.py", "exec"),
        space,
    )
    text = "\n\n\ndef g(x):\n\n    return x\n\n\ndef f(x):\n    return x + g(x)\n"
    exec(compile(text, "/elsewhere/b.py", "exec"), moved)
    moved["f"].__name__ = moved["f"].__qualname__ = moved["f"].__module__ = "other"
    assert fingerprint(space["f"]) == fingerprint(moved["f"])


def test_helpers_of_helpers_are_seen():
    text = "def h(x):\n    return x + K\ndef g(x):\n    return h(x)\ndef f(x):\n    return g(x)\n"
    assert fingerprint(function_of(text, K=1)) != fingerprint(function_of(text, K=2))


def test_closure_cells_are_seen():
    def make(k):
        return lambda x: k * x

    assert fingerprint(make(2.0)) == fingerprint(make(2.0))
    assert fingerprint(make(2.0)) != fingerprint(make(3.0))
    assert fingerprint(make(make(2.0))) != fingerprint(make(make(3.0)))


def test_empty_closure_cells_are_no_obstacle():
    def make():
        if False:
            later = 1
        return lambda: later

    assert fingerprint(make())


def test_members_of_modules_are_seen():
    module = types.ModuleType("helpers")
    module.dot, module.other = (lambda a: a), (lambda a: a)
    inner = types.ModuleType("inner")
    inner.K, module.inner = 1, inner
    f = function_of("def f(x):\n    return helpers.dot(x) + helpers.inner.K\n", helpers=module)
    first = fingerprint(f)
    module.other = lambda a: a + 1
    module.unused = object()
    assert fingerprint(f) == first
    inner.K = 2
    second = fingerprint(f)
    assert second != first
    module.dot = lambda a: a + 1
    assert fingerprint(f) not in (first, second)


def test_attribute_names_are_not_taken_for_globals():
    f = function_of("def f(x):\n    return x.force\n", force=object())
    assert fingerprint(f) == fingerprint(function_of("def f(x):\n    return x.force\n"))


def test_globals_of_nested_functions_are_seen():
    text = "def f(x):\n    def inner(y):\n        return y + K\n    return inner(x)\n"
    assert fingerprint(function_of(text, K=1)) != fingerprint(function_of(text, K=2))


def test_functions_that_call_each_other():
    text = "def f(n):\n    return n if n < K else g(n - 1)\ndef g(n):\n    return f(n - 1)\n"
    assert fingerprint(function_of(text, K=1)) == fingerprint(function_of(text, K=1))
    assert fingerprint(function_of(text, K=1)) != fingerprint(function_of(text, K=2))


def test_shadowing_a_builtin_changes_the_key():
    text = "def f(x):\n    return abs(x)\n"
    assert fingerprint(function_of(text)) != fingerprint(function_of(text, abs=math.fabs))


@pytest.mark.parametrize(
    "value",
    [
        object(),
        [].append,
        np.array([None]),
        types.ModuleType("used_as_value"),
        type("Own", (), {}),
        np.random.RandomState(1).random,
        np.frompyfunc(abs, 1, 1),
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_cannot_be_told_by_value_is_uncacheable(value):
    with pytest.raises(Uncacheable, match="cannot be identified by value"):
        key_with(value)


def test_strangers_are_told_by_their_class_without_a_key_for_code():
    class Other:
        pass

    text = "def f(x):\n    return g.a\n"
    one, two = (examine(function_of(text, g=object())) for _ in range(2))
    assert one.unknown
    assert one.digest == two.digest
    assert one.digest != examine(function_of(text, g=Other())).digest


def test_references_are_dotted_names():
    def f(x):
        return math.sin(x) + np.linalg.norm(x) + len(x) + x.size

    assert references(f.__code__) == (("len",), ("math", "sin"), ("np", "linalg", "norm"))


SCRIPT = """
import math, numpy as np
from linkwork.core.kernels.fingerprint import fingerprint
from linkwork.core.kernels.pointer import view, status
DATA = np.dtype((np.record, np.dtype([("x", "f8"), ("p", "f8", 3)], align=True)))
NAMES = {"a", "b", "c", "d"}
def helper(x): return math.sin(x) if x in NAMES else np.sqrt(x)
def f(a, b): return status(helper(view(a, (1,), DATA)[0].x))
print(fingerprint(f))
"""


def test_keys_are_equal_in_other_processes():
    keys = set()
    for seed in ("1", "2"):
        command = [sys.executable, "-c", "\n" * int(seed) + SCRIPT]
        paths = os.pathsep.join(path for path in sys.path if path)
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": paths}
        done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
        keys.add(done.stdout)
    assert len(keys) == 1


def described_references(code):
    """The result of `references`, from the descriptions of all instructions."""
    found, chain = set(), ()
    for instruction in dis.get_instructions(code):
        name = instruction.opname
        if name in ("CACHE", "EXTENDED_ARG"):
            continue
        if chain and name in ("LOAD_ATTR", "LOAD_METHOD"):
            chain += (instruction.argval,)
            continue
        found |= {chain} if chain else set()
        reads = name in ("LOAD_GLOBAL", "LOAD_NAME", "LOAD_FROM_DICT_OR_GLOBALS")
        cell = name in ("LOAD_DEREF", "LOAD_CLASSDEREF", "LOAD_FROM_DICT_OR_DEREF")
        reads = reads or (cell and instruction.argval in code.co_freevars)
        chain = (instruction.argval,) if reads else ()
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            own = set(constant.co_freevars) & set(code.co_cellvars)
            found.update(c for c in described_references(constant) if c[0] not in own)
    return tuple(sorted(found))


def test_names_are_read_from_all_kinds_of_code():
    many = "\n".join(f"    x += name{k}.part" for k in range(300))  # arguments beyond a byte
    written = function_of(f"def f(x):\n{many}\n    return x\n")
    modules = [argparse, dis, enum, subprocess, types]
    functions = [f for m in modules for f in vars(m).values() if isinstance(f, types.FunctionType)]
    for kind in (argparse.ArgumentParser, subprocess.Popen, enum.EnumType):
        functions += [f for f in vars(kind).values() if isinstance(f, types.FunctionType)]
    assert len(functions) > 100
    for function in (written, *functions):
        assert references(function.__code__) == described_references(function.__code__), function
    assert len(references(written.__code__)) == 300


def test_functions_of_the_package_count_with_all_they_reach():
    def made(deep):
        inner = function_of("def f(x):\n    return x + deep\n", deep=deep, __name__="linkwork.made")
        return function_of("def f(x):\n    return g(x)\n", g=inner, __name__="linkwork.made")

    assert made(1).__module__ == "linkwork.made"
    assert fingerprint(made(1)) == fingerprint(made(1)) != fingerprint(made(2))


def test_functions_of_the_package_may_call_themselves():
    def made(step):
        text = f"def f(n):\n    return 0 if n <= 0 else f(n - {step})\n"
        return function_of(text, __name__="linkwork.made")

    outer = "def f(n):\n    return g(n) + h\n"
    keys = {
        fingerprint(function_of(outer, g=made(step), h=h, __name__="linkwork.made"))
        for step in (1, 2)
        for h in (0, 1)
    }
    assert len(keys) == 4
    assert fingerprint(made(1)) == fingerprint(made(1))
