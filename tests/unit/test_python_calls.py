"""Calls of Python functions by compiled code: the same outcomes as by ctypes, all arguments."""

import collections
import contextlib
import decimal
import fractions
import math

import numpy as np
import pytest

from linkwork.core.declare.function_kinds import ArrayFunction, DataFunction
from linkwork.core.functions.user_functions import callback_address
from linkwork.core.kernels import callbacks, thunks
from linkwork.core.kernels.callbacks import release
from linkwork.core.kernels.pointer import RAISED, Pointer
from linkwork.core.kernels.python_slot import MOST
from linkwork.core.kernels.raised import raised
from linkwork.sensors.user_function import SensorFunction, SensorUserFunction

from .python_functions import (
    INTEGER,
    MATRIX,
    NAMES,
    NUMBER,
    REAL,
    REALS,
    VECTOR,
    Work,
    array_pointer,
    number_function,
)


@pytest.fixture(autouse=True)
def no_errors_left():
    assert thunks.are_possible()
    raised.clear()
    yield
    raised.clear()


# ------------------------------------------------------------------------------- the same as ctypes


class Odd(float):
    """A float whose value as a number is another one."""

    def __float__(self):
        return 7.5


class Indexed:
    """Counts as an index and as an integer, but not as the same one."""

    def __index__(self):
        return 3

    def __int__(self):
        return 4


class Failing:
    def __float__(self):
        raise KeyError("no number")

    def __len__(self):
        raise KeyError("no length")


class Sequence:
    def __len__(self):
        return 2

    def __getitem__(self, k):
        return (1.0, 2.0)[k]


class Numbers(list):
    pass


Pair = collections.namedtuple("Pair", "x y")
endless: list = []
endless.append(endless)

NUMBERS = [
    1.5, 0.0, -0.0, -1.0, math.nan, math.inf, -math.inf, 3, -1, True, False, 2**62, 2**63, -(2**63),
    10**400, np.float64(2.5), np.float64("nan"), np.float32(0.1), np.int64(-1), np.bool_(True),
    np.longdouble(1.5), np.complex128(1.0), Odd(1.0), 1j, None, "1", b"1", decimal.Decimal("0.1"),
    fractions.Fraction(1, 3), Indexed(), Failing(), object(), float, np.array(4.5), np.array([4.5]),
    np.ones(2), [1.0], (1.0,), [], {}, endless, NotImplemented, ...,
]  # fmt: skip
PAIRS = [
    *([x, 2.0] for x in NUMBERS), *((1.0, x) for x in NUMBERS), *NUMBERS, [1.0], [1.0, 2.0, 3.0],
    Pair(1.0, 2.0), Numbers([1.0, 2.0]), Sequence(), range(2), {1.0, 2.0}, {1.0: 2.0, 2.0: 3.0},
    np.array([1, 2]), np.array([1.0, 2.0]), np.array([1.0, np.nan]), np.float32([0.1, 0.2]),
    np.array([1, 2], "m8[s]"), np.array([1, None]), np.array([1.5, 2], object), np.ones((2, 1)),
    np.array([1.0, 2.0, 3.0])[::2], np.array([1.0, 2.0])[::-1], np.arange(12.0),
    np.array(["1", "2"]),
    np.array([1.0, 2.0], ">f8"), np.ma.array([1.0, 2.0]), np.array([1.0, 2.0]).view(np.recarray),
    memoryview(np.array([1.0, 2.0])), (x for x in (1.0, 2.0)), [[1.0], [2.0]], [-1.0, 2.0],
]  # fmt: skip
MATRICES = [
    [[1.0, 2.0], [3.0, 4.0]], ((1, 2.0), (3.0, True)), [(1.0, 2.0), [3.0, 4.0]], [[1.0, 2.0]],
    [[1.0, 2.0], [3.0]], [[1.0, 2.0], None], [[1.0, 2.0], [3.0, math.inf]],
    [[1.0, 2.0], [3.0, "4"]], np.eye(2), np.eye(2, dtype=int), np.eye(2)[::-1],
    np.asfortranarray([[1.0, 2.0], [3.0, 4.0]]),
    np.eye(3), np.ones(4), np.eye(2).view(np.recarray), [1.0, 2.0], [np.ones(2), np.ones(2)],
    [1.0, [2.0, 3.0]], *NUMBERS,
]  # fmt: skip


WAYS = ("ctypes", "first call", "compiled")


def outcomes(make, monkeypatch):
    """What calls do in each way: their result, the numbers they have stored, the exception.

    make -- context that returns the address of a function, its pointer and arguments, and a
    function that returns the stored numbers
    """
    found = []
    for way in WAYS:
        with monkeypatch.context() as patch, np.errstate(all="ignore"):
            if way == "ctypes":
                patch.setattr(thunks, "are_possible", lambda: False)
            with make() as (address, pointer, arguments, stored):
                if way == "compiled":
                    callbacks.made[address].arrange(*arguments)
                result = pointer.ctype(address)(*arguments)
                error = raised.take() if raised else None
                told = "" if error is None else f"{type(error).__name__}: {error}"
                numbers = repr(stored()) if result == 0 else ""
                found.append((repr(result), numbers, told.partition(" at 0x")[0]))
    assert len(found) == len(WAYS)
    return found


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("pointer", [REAL, INTEGER])
@pytest.mark.parametrize("way", ["plain", "explained"])
def test_numbers(pointer, way, monkeypatch):
    more = {} if way == "plain" else dict(explain=lambda error: RuntimeError(f"told: {error!r}"))
    for result in NUMBERS:

        @contextlib.contextmanager
        def make(result=result):
            with number_function(lambda x: result, pointer, **more) as address:
                yield address, pointer, (0.5,), lambda: None

        assert len(set(outcomes(make, monkeypatch))) == 1, result


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    ("kind", "results"),
    [(VECTOR, PAIRS), (MATRIX, MATRICES), (NUMBER, NUMBERS)],
)
@pytest.mark.parametrize("form", ["with elements", "with arrays"])
def test_stored_results(kind, results, form, monkeypatch):
    for result in results:

        def with_elements(mbs, t, itemNumber, q, q_t, result=result):
            return q if result is kind else result

        def with_arrays(mbs, t, itemNumber, q, q_t, result=result):
            q[:] = 0.0
            return result

        @contextlib.contextmanager
        def make():
            function = with_elements if form == "with elements" else with_arrays
            with Work(function, kind, m=1 if kind.result == "number" else 2) as work:
                yield work.address, array_pointer, work.arguments(), work.result

        assert len(set(outcomes(make, monkeypatch))) == 1, result


@pytest.mark.parametrize(
    "result", [[0.0, -1.0, 5.0], (1, 2, 3), [-0.5, 0.0, 5.0], [1.0, 2.0], [math.nan, 0.0, 1.0]]
)
def test_switching_results(result, monkeypatch):
    """An error must be >= 0."""
    kind = DataFunction(("mbs", "t", "itemNumber", "data"))

    @contextlib.contextmanager
    def make():
        work = np.array([3.0, *[0.0] * 4])
        address = callback_address(kind, lambda mbs, t, n, data: result, None, "item 7")
        yield address, kind.pointer, (work.ctypes.data, 1, 0.5, 7), work[1:4].tolist
        release(address)

    assert len(set(outcomes(make, monkeypatch))) == 1


@pytest.mark.parametrize(
    "error", [ValueError("own"), TypeError("own"), KeyError(), StopIteration()]
)
def test_exceptions(error, monkeypatch):
    def function(mbs, t, itemNumber, q, q_t):
        raise error

    @contextlib.contextmanager
    def make():
        with Work(function) as work:
            yield work.address, array_pointer, work.arguments(), work.result

    found = outcomes(make, monkeypatch)
    assert len(set(found)) == 1 and "item 7" in found[0][2]


# ------------------------------------------------------------------------------- arguments


def test_numbers_change_from_call_to_call():
    given = [(0.0, 1), (0.0, 1), (-0.0, 1), (math.nan, 2), (math.inf, -(2**63)), (0.0, 0)]
    seen = []
    with number_function(lambda *numbers: seen.append(numbers) or 0.5, bound=("mbs", 3)) as address:
        for numbers in (
            (0.0, 1),
            (0.0, 1),
            (-0.0, 1),
            (math.nan, 2),
            (math.inf, -(2**63)),
            (0.0, 0),
        ):
            assert REALS.ctype(address)(*numbers) == 0.5
    assert repr(seen) == repr([("mbs", 3, *numbers) for numbers in given])
    assert {type(numbers[2]) for numbers in seen} == {float}
    assert {type(numbers[3]) for numbers in seen} == {int}


@pytest.mark.parametrize("n", [0, 1, 2, 3, 40, 300])
def test_vectors_of_all_lengths(n):
    """Elements that change and elements that stay are passed alike."""

    def function(mbs, t, itemNumber, q, q_t):
        return q if n else [0.5]

    with Work(function, VECTOR, n, max(n, 1)) as work:
        random = np.random.default_rng(n)
        numbers = random.normal(size=2 * n)
        for k in range(20):
            numbers[random.random(2 * n) < 0.2] = k
            assert work.run(numbers) == 0
            assert work.result() == (numbers[:n].tolist() or [0.5])


def test_numbers_and_flags_beside_vectors():
    inputs = ("vector", "number", "flag", "flag")
    kind = ArrayFunction((*NAMES[:4], "a", "b", "c"), inputs=inputs)
    seen = []

    def function(mbs, t, itemNumber, q, a, b, c):
        seen.append((mbs, t, itemNumber, q[0], a, b, c))
        return [q[1], a]

    with Work(function, kind) as work:
        for k in range(4):
            assert work.run([0.5 * k, k % 2, 1.0, k, 10.0 + k], t=float(k)) == 0
            assert work.result() == [10.0 + k, 0.5 * k]
    assert seen == [("mbs", float(k), 7, float(k), 0.5 * k, bool(k % 2), True) for k in range(4)]
    assert type(seen[-1][5]) is bool


def test_a_vector_that_somebody_keeps_is_not_filled_anew():
    kept = []

    def keeping(function):
        def call(*given):
            kept.append(given)
            return function(*given)

        return call

    with Work(lambda mbs, t, n, q, q_t: [q[0], q_t[1]], watch=keeping) as work:
        for k in range(5):
            assert work.run([k, 1.0, 2.0, -k]) == 0
            assert work.result() == [k, -k]
    assert [given[3:] for given in kept] == [((k, 1.0), (2.0, -k)) for k in range(5)]


def test_arrays_are_new_in_each_call():
    kept = []

    def function(mbs, t, itemNumber, q, q_t):
        q += 1.0
        kept.append(q)
        return q

    with Work(function) as work:
        for k in range(4):
            assert work.run([k, 1.0, 2.0, 3.0]) == 0 and work.work[:2].tolist() == [k, 1.0]
    assert [q.tolist() for q in kept] == [[k + 1.0, 2.0] for k in range(4)]


def test_more_arguments_than_a_slot_has():
    pointer = Pointer("d", "d" * (MOST + 4))
    with number_function(lambda *given: sum(given), pointer) as address:
        for k in range(3):
            assert pointer.ctype(address)(*[float(k)] * len(pointer.arguments)) == 20.0 * k


@pytest.mark.parametrize(
    ("pointer", "given", "expected"),
    [
        (Pointer("d", ""), (), 2.5),
        (Pointer("v", "q"), (3,), None),
        (INTEGER, (0.5,), 2),
        (REALS, (0.5, 1), 2.5),
    ],
)  # fmt: skip
def test_all_kinds_of_pointers(pointer, given, expected):
    result = 2 if pointer.result == "q" else 2.5
    seen = []
    with number_function(lambda *found: seen.append(found) or result, pointer) as address:
        for _ in range(3):
            assert pointer.ctype(address)(*given) == expected
    assert seen == [given] * 3 and not raised


@pytest.mark.parametrize("function", [max, lambda *given: given[-1], [].__class__, "x".join])
def test_callables_of_all_kinds(function):
    """Built-in functions, methods and classes: results or exceptions, as in Python."""
    with number_function(function, bound=(1.0,)) as address:
        for _ in range(3):
            found = REALS.ctype(address)(0.5, 7)
            assert found == 7.0 if not raised else math.isnan(found)
            raised.clear()


def test_a_result_that_nobody_wants_is_not_stored():
    pointer, memory = Pointer("v", "q"), np.zeros(2)
    for result in ([5.0], 5.0, np.ones(1)):
        with number_function(lambda place, result=result: result, pointer) as address:
            for _ in range(3):
                pointer.ctype(address)(memory.ctypes.data)
    assert memory.tolist() == [0.0, 0.0]


def test_a_sensor_function_of_which_another_length_is_expected():
    values, kind = np.zeros(3), SensorFunction()
    item = SensorUserFunction(sensorNumbers=[], factors=[2.0])
    address = callback_address(
        kind, lambda mbs, t, sensors, factors, _: [t, factors[0]], None, "sensor 0", item
    )
    code = kind.pointer.ctype(address)
    for t in (1.0, 3.0):
        assert code(values.ctypes.data, 2, t) == 0 and values.tolist() == [t, 2.0, 0.0]
    assert code(values.ctypes.data, 3, 4.0) == RAISED
    assert "it must return 3 numbers" in str(raised.take())
    release(address)
