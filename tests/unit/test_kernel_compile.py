"""Functions compiled in this process: right results, exceptions as statuses, fallbacks."""

import ctypes
import math
import os
import sys
import threading
import types

import llvmlite.binding
import numba
import numpy as np
import pytest
from numba.core.runtime import _nrt_python, rtsys

from linkwork.core.kernels import finding, loading, lowering, twins
from linkwork.core.kernels import pointer as primitives
from linkwork.core.kernels.callbacks import python_address_of, release
from linkwork.core.kernels.compile import CannotCompile, address_of, compiled_functions, uncacheable
from linkwork.core.kernels.pointer import RAISED, Pointer, view

REAL = Pointer("d", "d")
REALS = Pointer("d", "dq")


class Own:
    factor = 3.0


OWN = Own()
WEIGHTS = np.array([0.5, 0.25, 0.125])
LARGE = np.arange(300_000.0)
through = Pointer("d", "dq")
real_host = loading.host


@pytest.fixture(autouse=True)
def empty_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("LINKWORK_CACHE_DIR", str(tmp_path))
    return tmp_path


def dot(a, b):
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def part(a):
    return a[1:3]


def make_scaled(factor):
    def scaled(x):
        return factor * dot((x, 1.0, 2.0), (1.0, 2.0, x))

    return scaled


# ------------------------------------------------------------------------------- signatures


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

    inner = python_address_of(seen.append, note)
    assert REALS(address_of(caller, REALS), 3.0, inner) == 3.0
    release(inner)
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


c_abs = (ctypes.cdll.msvcrt if sys.platform == "win32" else ctypes.CDLL(None)).fabs
c_abs.argtypes, c_abs.restype = [ctypes.c_double], ctypes.c_double


def foreign_function(x):
    return c_abs(x)


@numba.njit(parallel=True)
def parallel_sum(x):
    total = 0.0
    for i in numba.prange(10):
        total += x * i
    return total


def parallel(x):
    return parallel_sum(x)


@pytest.mark.parametrize(
    ("function", "argument", "expected"),
    [(printing, 2.0, 2.0), (large_table, 7.0, 7.0), (parallel, 2.0, 90.0)],
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


def test_products_of_matrices_are_kept(empty_cache):
    assert REAL(address_of(product, REAL), 3.0) == 18.0
    assert compiled_functions()[f"{__name__}.product"] == "compiled"
    assert len(list(empty_cache.rglob("*.kernel"))) == 1


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


def test_without_a_loader_numba_takes_over(monkeypatch):
    monkeypatch.setattr(loading, "host", lambda: real_host()._replace(loader=None))
    scaled = make_scaled(6.5)
    assert REAL(address_of(scaled, REAL), 0.3) == scaled(0.3)
    assert "no loader" in uncacheable[f"{__name__}.{scaled.__qualname__}"]
    del uncacheable[f"{__name__}.{scaled.__qualname__}"]


def test_code_is_generated_for_the_processor_that_numba_would_choose():
    here = loading.processor_of({})
    assert here == (llvmlite.binding.get_host_cpu_name(), here[1])
    assert loading.processor_of({"NUMBA_CPU_NAME": "generic"}) == ("generic", "")
    chosen = {"NUMBA_CPU_NAME": "haswell", "NUMBA_CPU_FEATURES": "+avx2,+fma"}
    assert loading.processor_of(chosen) == ("haswell", "+avx2,+fma")


def test_the_key_of_the_cache_has_this_processor(monkeypatch):
    monkeypatch.setenv("NUMBA_CPU_NAME", "generic")
    other = real_host.__wrapped__()
    assert "generic" in other.description and "+" not in other.description
    key = finding._environment()
    monkeypatch.setattr(finding, "host", lambda: other)
    assert finding._environment() != key


def test_unknown_inside_of_numba_leads_through_its_front_door(monkeypatch):
    def changed(*arguments):
        raise AttributeError("renamed in this version")

    monkeypatch.setattr(lowering, "_collect", changed)
    scaled = make_scaled(2.5)
    assert REAL(address_of(scaled, REAL), 0.3) == scaled(0.3)
    assert math.isnan(REAL(address_of(through_helper, REAL, boundscheck=True), 2.0))
    assert compiled_functions()[f"{__name__}.{scaled.__qualname__}"] == "compiled"


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
    monkeypatch.setattr(finding, "_compile", None)
    with pytest.raises(CannotCompile) as again:
        address_of(fails, REAL)
    finding._failures.clear()
    with pytest.raises(CannotCompile) as from_disk:
        address_of(fails, REAL)
    assert str(first.value) == str(again.value) == str(from_disk.value)


def test_only_plain_functions_have_addresses():
    with pytest.raises(CannotCompile, match="is not a plain function"):
        address_of(math.sin, REAL)


# ------------------------------------------------------------------------------- memory


def test_equal_functions_share_their_address():
    first, second, other = make_scaled(2.75), make_scaled(2.75), make_scaled(2.875)
    assert address_of(first, REAL) == address_of(second, REAL)
    assert address_of(other, REAL) != address_of(first, REAL)


def test_changed_globals_are_seen_at_once():
    space = {"K": 2.0}
    exec("def f(x):\n    return K * x\n", space)
    space["f"].__module__ = __name__
    assert REAL(address_of(space["f"], REAL), 3.0) == 6.0
    space["K"] = 5.0
    assert REAL(address_of(space["f"], REAL), 3.0) == 15.0


def test_two_threads_compile_once(monkeypatch):
    builds = []
    original = lowering.build

    def counted(*arguments):
        builds.append(arguments[0])
        return original(*arguments)

    monkeypatch.setattr(lowering, "build", counted)
    function, start, found = make_scaled(3.25), threading.Barrier(4), []

    def ask():
        start.wait()
        found.append(address_of(function, REAL))

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(found)) == 1
    assert len(found) == 4
    assert builds == [function]


def test_numba_configuration_is_left_alone():
    names = [name for name in dir(numba.config) if name.isupper()]
    before = {name: getattr(numba.config, name) for name in names}, dict(os.environ)
    address_of(make_scaled(4.5), REAL)
    assert ({name: getattr(numba.config, name) for name in names}, dict(os.environ)) == before


def test_numba_helpers_of_users_keep_their_options():
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
    functions = [
        value
        for value in vars(primitives).values()
        if isinstance(value, types.FunctionType) and value.__module__ == primitives.__name__
    ]
    assert functions
    assert all(function in twins.TWINS for function in functions)
