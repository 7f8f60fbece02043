"""Compiled kernels give what their Python text gives, to the last bit."""

import enum
import math
import types

import numpy as np
import pytest

from linkwork.core.kernels.compile import address_of, compiled_functions, uncacheable
from linkwork.core.kernels.pointer import call_kernel, status, view

FIELDS = [("x", "f8"), ("p", "f8", 3), ("n", "i8"), ("m", "f8", (2, 2))]
ROW = np.dtype((np.record, np.dtype(FIELDS, align=True)))
COUNT = 12


class Kind(enum.IntEnum):
    FREE = 2
    FIXED = 5


KIND, KINDS = Kind.FIXED, (Kind.FREE, Kind.FIXED)
WEIGHTS = np.array([0.5, 0.25, 0.125])


@pytest.fixture(autouse=True)
def empty_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("LINKWORK_CACHE_DIR", str(tmp_path))


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
