"""Functions compiled in this process: right results, exceptions as statuses, fallbacks."""

import ctypes
import enum
import math
import threading
import types

import numpy as np
import pytest
from linkwork.core import compile as core
from linkwork.core import pointer as primitives
from linkwork.core.compile import CannotCompile, address_of, compiled_functions, uncacheable
from linkwork.core.pointer import RAISED, Pointer, call_kernel, status, view

ROW = np.dtype(
    (np.record, np.dtype([("x", "f8"), ("p", "f8", 3), ("n", "i8"), ("m", "f8", (2, 2))], align=True))
)
REAL = Pointer("d", "d")
REALS = Pointer("d", "dq")
COUNT = 12


class Kind(enum.IntEnum):
    FREE = 2
    FIXED = 5


class Own:
    factor = 3.0


KIND, KINDS, OWN = Kind.FIXED, (Kind.FREE, Kind.FIXED), Own()
WEIGHTS = np.array([0.5, 0.25, 0.125])
LARGE = np.arange(300_000.0)
through = Pointer("d", "dq")


@pytest.fixture(autouse=True)
def empty_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("LINKWORK_CACHE_DIR", str(tmp_path))
    return tmp_path


# ------------------------------------------------------------------------------- equal to Python


def dot(a, b):
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def unit(a):
    length = math.sqrt(dot(a, a))
    if length == 0.0:
        return 0.0, (0.0, 0.0, 0.0)
    return length, (a[0] / length, a[1] / length, a[2] / length)


def factorial(n):
    return 1 if n < 2 else n * factorial(n - 1)


def is_even(n):
    return True if n == 0 else is_odd(n - 1)


def is_odd(n):
    return False if n == 0 else is_even(n - 1)


def part(a):
    return a[1:3]


tools = types.ModuleType("tools")
tools.dot, tools.unit, tools.FACTOR = dot, unit, 1.25


def arithmetic(row, out):
    x, n = row.x, row.n
    out[0] = x * n - x / 3.0 + x**3 + x**n
    out[1] = (n // 3) + n % 3 + (-n) // 2 + x // 0.3 + x % 0.3
    out[2] = abs(-x) + min(x, 2.0) + max(x, 2.0) + round(x) + int(x)
    out[3] = (n << 2) + (n >> 1) + (n & 5) + (n | 8) + (n ^ 3)


def transcendental(row, out):
    x = row.x
    out[0] = math.sin(x) + math.cos(x) + math.tan(x) + math.atan2(x, 2.0)
    out[1] = math.exp(x) + math.log(x) + math.sqrt(x) + math.hypot(x, 2.0)
    out[2] = math.asin(0.3 * x) + math.sinh(x) + math.floor(x) + math.copysign(1.0, -x)
    out[3] = math.pow(x, 1.7) + math.log1p(x) + math.expm1(x) + math.fabs(-x)


def tuples(row, out):
    length, n = unit(row.p)
    out[0] = length
    for k in range(3):
        out[1 + k] = n[k]
    a, b = (row.x, 2.0), (3.0, row.x)
    out[4] = dot((*a, 1.0), (*b, 1.0))


def records(row, out):
    row.p[1] = 2.0 * row.p[0]
    row.n += 3
    m = row.m
    m[0, 1] = row.x
    for i in range(2):
        for j in range(2):
            out[2 * i + j] = m[i, j] + row.p[1]


def views(row, out):
    piece = part(row.p)
    out[0] = piece[0] - piece[1]
    out[1:3] = piece
    out[3] = len(piece)


def recursion(row, out):
    out[0] = factorial(row.n)
    out[1] = 1.0 if is_even(row.n) else 2.0


def module_members(row, out):
    out[0] = tools.dot(row.p, row.p) * tools.FACTOR
    out[1] = tools.unit(row.p)[0]


def enumerations(row, out):
    out[0] = 2.5 * Kind.FREE + KIND
    out[1] = out[Kind.FREE] + (row.n == Kind.FREE) + (KIND | 8)
    out[KIND] = 4.0
    for kind in KINDS:
        out[2] += kind


def constants(row, out):
    for k in range(3):
        out[k] = WEIGHTS[k] * row.x
    out[3] = math.pi * np.pi + np.sqrt(row.x)


def nested_function(row, out):
    scale = row.x

    def scaled(y):
        return scale * y

    out[0] = scaled(2.0) + scaled(3.0)


def slices(row, out):
    out[:] = 1.5
    out[1:3] = 0.25
    out[4] = row.p.size + row.m.shape[0]


def make_closure(factor, function):
    def closure(row, out):
        out[0] = factor * function(row.p, row.p)

    return closure


def early_returns(row, out):
    if row.n > 2:
        return 7
    if row.n < 0:
        return None
    out[0] = 1.0


KERNELS = [
    arithmetic,
    transcendental,
    tuples,
    records,
    views,
    recursion,
    module_members,
    enumerations,
    constants,
    nested_function,
    slices,
    make_closure(2.0, dot),
    early_returns,
]


def entry_of(kernel):
    def entry(call, frame):
        return status(kernel(view(call, (1,), ROW)[0], view(frame, (COUNT,), np.float64)))

    entry.__qualname__ = f"entry_{kernel.__name__}"
    return entry


def run(call, n=3):
    """Status, row and output of a kernel's entry."""
    row, out = np.zeros(1, ROW), np.zeros(COUNT)
    row["x"], row["p"], row["n"], row["m"] = 0.7, (0.3, -1.7, 2.9), n, [[1.0, 2.0], [3.0, 4.0]]
    code = call(row.ctypes.data, out.ctypes.data)
    return code, row.tobytes(), out.tobytes(), out


@pytest.mark.parametrize("kernel", KERNELS, ids=lambda kernel: kernel.__name__)
def test_compiled_equals_python_to_the_last_bit(kernel):
    entry = entry_of(kernel)
    address = address_of(entry)
    for n in (3, 2, -1):
        if n < 0 and kernel is recursion:
            continue
        compiled = run(lambda call, frame: call_kernel(address, call, frame), n)
        python = run(entry, n)
        assert compiled[0] == python[0]
        assert compiled[3].tolist() == python[3].tolist()
        assert compiled[1:3] == python[1:3]
    name = f"{entry.__module__}.{entry.__qualname__}"
    assert compiled_functions()[name] == "compiled"
    assert name not in uncacheable


def test_calls_through_pointers_inside_kernels():
    def square(x, n):
        return x * x + n

    def caller(x, address):
        return through(address, x, 2) + through(address, 1, True)

    inner = address_of(square, through)
    assert REALS(address_of(caller, REALS), 3.0, inner) == 9.0 + 2 + 1 + 1


def test_calls_without_result():
    seen = []
    note = Pointer("v", "q")

    def caller(x, address):
        note(address, 5)
        note(address, int(x))
        return x

    inner = core.python_address_of(seen.append, note)
    assert REALS(address_of(caller, REALS), 3.0, inner) == 3.0
    core.release(inner)
    assert seen == [5, 3]


def store(address):
    view(address, (1,), np.float64)[0] = 4.5


def test_function_without_result():
    memory = np.zeros(1)
    pointer = Pointer("v", "q")
    assert pointer(address_of(store, pointer), memory.ctypes.data) is None
    assert memory[0] == 4.5


# ------------------------------------------------------------------------------- exceptions


def raising(x):
    if x > 1.0:
        raise ValueError("too large")
    return x


def raising_with_value(x):
    if x > 1.0:
        raise ValueError("too large", x)
    return x


def through_helper(x):
    return raising(x) + 1.0


def inverse(x):
    return 1.0 / x


@pytest.mark.parametrize("function", [raising, raising_with_value, through_helper])
def test_exceptions_become_bad_values_without_a_word(function, capfd):
    real, whole = Pointer("d", "d"), Pointer("q", "d")
    assert math.isnan(real(address_of(function, real), 2.0))
    assert whole(address_of(function, whole), 2.0) == RAISED
    assert not math.isnan(real(address_of(function, real), 0.5))
    assert "Error" not in capfd.readouterr().err


def test_error_model_is_a_flag():
    assert REAL(address_of(inverse, REAL), 0.0) == math.inf
    assert math.isnan(REAL(address_of(inverse, REAL, error_model="python"), 0.0))


def beyond(x):
    return WEIGHTS[int(x)]


def test_bounds_check_is_a_flag():
    assert math.isnan(REAL(address_of(beyond, REAL, boundscheck=True), 7.0))
    assert REAL(address_of(beyond, REAL, boundscheck=True), 1.0) == 0.25


# ------------------------------------------------------------------------------- allocation


def allocating(x):
    a = np.array([x, 2.0 * x, 3.0])
    b = np.cross(a, a + 1.0)
    values = [x, 2.0]
    values.append(b[0])
    return part(a)[0] + sum(values)


def test_allocating_functions_work_and_do_not_leak():
    address = address_of(allocating, REAL)
    assert REAL(address, 0.5) == pytest.approx(allocating(0.5), rel=1e-15)
    from numba.core.runtime import _nrt_python, rtsys

    _nrt_python.memsys_enable_stats()
    before = rtsys.get_allocation_stats()
    for _ in range(10):
        REAL(address, 0.5)
    after = rtsys.get_allocation_stats()
    _nrt_python.memsys_disable_stats()
    assert after.alloc > before.alloc
    assert after.alloc - after.free == before.alloc - before.free


# ------------------------------------------------------------------------------- fallbacks


def printing(x):
    print("from the kernel")
    return x


def product(x):
    a = np.full((2, 2), x)
    return (a @ a)[0, 0]


def large_table(x):
    return LARGE[int(x)]


c_abs = ctypes.CDLL(None).labs
c_abs.argtypes, c_abs.restype = [ctypes.c_long], ctypes.c_long


def foreign_function(x):
    return float(c_abs(int(x)))


@pytest.mark.parametrize(
    ("function", "argument", "expected"),
    [(printing, 2.0, 2.0), (product, 3.0, 18.0), (large_table, 7.0, 7.0)],
)
def test_code_tied_to_this_process_falls_back_to_numba(
    function, argument, expected, capfd, empty_cache
):
    assert REAL(address_of(function, REAL), argument) == expected
    name = f"{__name__}.{function.__qualname__}"
    assert compiled_functions()[name] == "fallback"
    assert uncacheable[name]
    assert list(empty_cache.rglob("*.kernel")) == []
    assert ("from the kernel" in capfd.readouterr().out) == (function is printing)


def printing_and_raising(x):
    print("before the exception")
    if x > 1.0:
        raise ValueError
    return x


def test_exceptions_in_fallbacks_become_bad_values(capfd):
    assert math.isnan(REAL(address_of(printing_and_raising, REAL), 2.0))
    assert "before" in capfd.readouterr().out


def test_foreign_functions_are_called_but_not_kept(empty_cache):
    assert REAL(address_of(foreign_function, REAL), -4.0) == 4.0
    assert uncacheable[f"{__name__}.foreign_function"]
    assert list(empty_cache.rglob("*.kernel")) == []


def test_unknown_inside_of_numba_leads_through_its_front_door(monkeypatch):
    from linkwork.core import lowering

    def changed(*arguments):
        raise AttributeError("renamed in this version")

    monkeypatch.setattr(lowering, "_collect", changed)
    entry = entry_of(make_closure(2.5, dot))
    address = address_of(entry)
    compiled = run(lambda call, frame: call_kernel(address, call, frame))
    assert compiled[:3] == run(entry)[:3]
    assert compiled_functions()[f"{entry.__module__}.{entry.__qualname__}"] == "compiled"


# ------------------------------------------------------------------------------- failures


def uses_object(x):
    return OWN.factor * x


def returns_nothing(x):
    return None


def mixes_types(x):
    return "text" if x > 0.0 else x


@pytest.mark.parametrize("function", [uses_object, returns_nothing, mixes_types])
def test_what_numba_cannot_compile_raises_with_its_reason(function):
    with pytest.raises(CannotCompile, match=f"{function.__name__} cannot be compiled: .+"):
        address_of(function, REAL)


def test_failures_are_remembered(monkeypatch):
    def fails(x):
        return OWN.factor + x

    with pytest.raises(CannotCompile) as first:
        address_of(fails, REAL)
    monkeypatch.setattr(core, "_compile", None)
    with pytest.raises(CannotCompile) as again:
        address_of(fails, REAL)
    core._failures.clear()
    with pytest.raises(CannotCompile) as from_disk:
        address_of(fails, REAL)
    assert str(first.value) == str(again.value) == str(from_disk.value)


def test_only_plain_functions_have_addresses():
    with pytest.raises(CannotCompile, match="is not a plain function"):
        address_of(math.sin, REAL)


# ------------------------------------------------------------------------------- memory


def test_equal_functions_share_their_address():
    first, second = make_closure(2.75, dot), make_closure(2.75, dot)
    assert address_of(entry_of(first)) == address_of(entry_of(second))
    assert address_of(entry_of(make_closure(2.875, dot))) != address_of(entry_of(first))


def test_changed_globals_are_seen_at_once():
    space = {"K": 2.0}
    exec("def f(x):\n    return K * x\n", space)
    space["f"].__module__ = __name__
    assert REAL(address_of(space["f"], REAL), 3.0) == 6.0
    space["K"] = 5.0
    assert REAL(address_of(space["f"], REAL), 3.0) == 15.0


def test_two_threads_compile_once(monkeypatch):
    from linkwork.core import lowering

    builds = []
    original = lowering.build

    def counted(*arguments):
        builds.append(arguments[0])
        return original(*arguments)

    monkeypatch.setattr(lowering, "build", counted)
    entry, start, found = entry_of(make_closure(3.25, dot)), threading.Barrier(4), []

    def ask():
        start.wait()
        found.append(address_of(entry))

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(found)) == 1
    assert len(found) == 4
    assert builds == [entry]


def test_numba_configuration_is_left_alone():
    import os

    import numba

    names = [name for name in dir(numba.config) if name.isupper()]
    before = {name: getattr(numba.config, name) for name in names}, dict(os.environ)
    address_of(entry_of(make_closure(4.5, dot)))
    assert ({name: getattr(numba.config, name) for name in names}, dict(os.environ)) == before


def test_numba_helpers_of_users_keep_their_options():
    import numba

    @numba.njit(error_model="python")
    def careful(x):
        return 1.0 / x

    @numba.njit
    def part_sum(a):
        return a[0] + a[1]

    def kernel(x):
        a = view(address, (2,), np.float64)
        return careful(x) + part_sum(a)

    memory = np.array([2.0, 3.0])
    address = memory.ctypes.data
    assert REAL(address_of(kernel, REAL), 4.0) == 5.25
    assert math.isnan(REAL(address_of(kernel, REAL), 0.0))


def test_every_primitive_has_a_twin():
    from linkwork.core import lowering

    functions = [
        value
        for value in vars(primitives).values()
        if isinstance(value, types.FunctionType) and value.__module__ == primitives.__name__
    ]
    assert functions
    assert all(function in lowering._TWINS for function in functions)
