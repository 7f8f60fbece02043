"""Functions that are called back: lists or arrays, what they may keep, change and return."""

import math
import types

import numpy as np
import pytest

from linkwork.core.declare.function_kinds import ArrayFunction, UserFunction, array_function
from linkwork.core.functions.elements import takes_apart
from linkwork.core.functions.user_functions import callback_address
from linkwork.core.kernels import callbacks, thunks
from linkwork.core.kernels.pointer import RAISED, Pointer
from linkwork.core.kernels.raised import raised

STATE = ArrayFunction(("mbs", "t", "itemNumber", "q", "q_t"), inputs=("vector", "vector"))
MATRIX = ArrayFunction(STATE.arguments, inputs=STATE.inputs, result="matrix")
load_function = Pointer("q", "qdq")
LOAD = UserFunction(("mbs", "t", "loadVector"), load_function, shapes=((3,),))
Q, Q_T = [3.0, 4.0], [0.5, -2.0]


class Call:
    """A callback with two coordinates and its work memory."""

    is_arranged = False

    def __init__(self, function, kind=STATE, m=2):
        self.m = m
        self.work = np.full(kind.work_size(2, m), np.nan)
        self.size = kind.result_size(2, m)
        self.address = callback_address(kind, function, "mbs", "item 7: function")
        if self.is_arranged:
            callbacks.made[self.address].arrange(self.work.ctypes.data, 2, m, 0.25, 7)

    def run(self, q=Q, q_t=Q_T):
        self.work[:4] = [*q, *q_t]
        code = array_function.ctype(self.address)
        self.status = code(self.work.ctypes.data, 2, self.m, 0.25, 7)
        return self.work[4 : 4 + self.size].tolist()


@pytest.fixture(autouse=True, params=["ctypes", "first call in Python", "compiled"])
def way(request, monkeypatch):
    """All tests are about calls by ctypes, about calls that Python begins, and about others."""
    if request.param == "ctypes":
        monkeypatch.setattr(thunks, "are_possible", lambda: False)
    else:
        assert thunks.are_possible()
    monkeypatch.setattr(Call, "is_arranged", request.param == "compiled")
    raised.clear()
    yield
    raised.clear()


# ------------------------------------------------------------------------------- elements


def by_place(mbs, t, itemNumber, q, q_t):
    return [q[0] * q_t[-1], q[1]]


def unpacked(mbs, t, itemNumber, q, q_t):
    x, y = q
    return [x * q_t[1], y]


def unused(mbs, t, itemNumber, q, q_t):
    return [t, 1.0]


def returned(mbs, t, itemNumber, q, q_t):
    return q


class Owner:
    """Has methods that are user functions."""

    def method(self, mbs, t, itemNumber, q, q_t):
        return [q[0], q_t[0]]

    def __call__(self, mbs, t, itemNumber, q, q_t):
        return [q[0], q_t[0]]


@pytest.mark.parametrize("function", [by_place, unpacked, unused, returned, Owner().method])
def test_vectors_that_are_only_taken_apart(function):
    assert takes_apart(function, 3) and takes_apart(function, 4)


def arithmetic(mbs, t, itemNumber, q, q_t):
    return 2.0 * q


def root(mbs, t, itemNumber, q, q_t):
    return [abs((q[0] - 4.0) ** 0.5), 0.0]


def sliced(mbs, t, itemNumber, q, q_t):
    return q[0:2]


def at_variable_places(mbs, t, itemNumber, q, q_t):
    return [q[k] for k in (0, 1)] + [q[itemNumber]]


def by_attribute(mbs, t, itemNumber, q, q_t):
    return [q.sum(), q[0]]


def passed_on(mbs, t, itemNumber, q, q_t):
    return [len(q), q[0]]


def renamed(mbs, t, itemNumber, q, q_t):
    other = q
    return [other[0], q[1]]


def overwritten(mbs, t, itemNumber, q, q_t):
    q[0] = 1.0
    return [q[0], q[1]]


def increased(mbs, t, itemNumber, q, q_t):
    q[0] += 1.0
    return [q[0], q[1]]


def in_a_helper(mbs, t, itemNumber, q, q_t):
    def helper():
        return q[0]

    return [helper(), q[1]]


def two_dimensional(mbs, t, itemNumber, q, q_t):
    return [q[0, ...], q[1]]


def by_name(mbs, t, itemNumber, q, q_t):
    return [locals()["q"].sum(), q[1]]


def both_loaded(mbs, t, itemNumber, q, q_t):
    return [(q, q_t)[0][0], 0.0]


def starred(mbs, t, itemNumber, q, q_t):
    x, *rest = q
    return [x, rest[0]]


@pytest.mark.parametrize(
    "function",
    [
        arithmetic, root, sliced, at_variable_places, by_attribute, passed_on, renamed, overwritten,
        increased, in_a_helper, two_dimensional, by_name, both_loaded, starred,
        lambda *arguments: arguments[3], Owner(), math.hypot,
    ],
)  # fmt: skip
def test_vectors_that_must_be_arrays(function):
    assert not takes_apart(function, 3)


@pytest.mark.parametrize(
    ("function", "expected"),
    [
        (by_place, [-6.0, 4.0]), (unpacked, [-6.0, 4.0]), (unused, [0.25, 1.0]), (returned, Q),
        (Owner().method, [3.0, 0.5]), (Owner(), [3.0, 0.5]), (arithmetic, [6.0, 8.0]),
        (sliced, Q), (by_attribute, [7.0, 3.0]), (passed_on, [2.0, 3.0]), (renamed, Q),
        (overwritten, [1.0, 4.0]), (increased, [4.0, 4.0]), (in_a_helper, Q), (by_name, [7.0, 4.0]),
        (both_loaded, [3.0, 0.0]), (starred, Q),
    ],
)  # fmt: skip
def test_results_of_all_forms(function, expected):
    call = Call(function)
    assert call.run() == expected and call.status == 0
    assert call.run() == expected
    assert call.work[:4].tolist() == [*Q, *Q_T]


def test_elements_are_floats_where_vectors_are_taken_apart():
    seen = []

    def function(mbs, t, itemNumber, q, q_t):
        seen.append((type(q[0]), type(q_t)))
        return [q[0], q[1]]

    Call(function).run()
    assert seen == [(float, np.ndarray)]


# ------------------------------------------------------------------------------- elements of arrays


def test_a_function_that_needs_elements_of_arrays_gets_them():
    """Elements of arrays divide by zero; then arrays are passed without trying lists again."""
    seen = []

    def function(mbs, t, itemNumber, q, q_t):
        x = q[0]
        seen.append(type(x))
        with np.errstate(divide="ignore"):
            return [math.exp(-1.0 / x), q[1]]

    call = Call(function)
    assert call.run([2.0, 1.0]) == [math.exp(-0.5), 1.0]
    assert call.run([0.0, 1.0]) == [0.0, 1.0] and call.status == 0
    assert call.run([4.0, 1.0]) == [math.exp(-0.25), 1.0]
    assert seen == [float, float, np.float64, np.float64]


def test_a_root_of_a_negative_number_is_no_number():
    """Floats have complex roots, whose size would be a result; elements of arrays have none."""
    call = Call(root)
    with np.errstate(invalid="ignore"):
        call.run()
    assert call.status == RAISED
    assert call.run([8.0, 0.0]) == [2.0, 0.0] and call.status == 0


def test_methods_of_elements():
    call = Call(lambda mbs, t, itemNumber, q, q_t: [q[0].item(), q[1].clip(0.0, 1.0)])
    assert call.run() == [3.0, 1.0] and call.status == 0


@pytest.mark.parametrize(
    ("error", "calls"), [(ValueError, 1), (KeyError, 1), (TypeError, 2), (ZeroDivisionError, 2)]
)
def test_exceptions_are_told_once(error, calls):
    seen = []

    def function(mbs, t, itemNumber, q, q_t):
        seen.append(t)
        raise error("own")

    call = Call(function)
    call.run()
    assert call.status == RAISED and len(raised) == 1 and len(seen) == calls
    told = raised.take()
    assert str(told).startswith(f"item 7: function failed: {error.__name__}: ")
    assert type(told.__cause__) is error and told.__cause__.__context__ is None


@pytest.mark.parametrize("stop", [KeyboardInterrupt, SystemExit])
def test_interrupts_are_kept(stop):
    def function(mbs, t, itemNumber, q, q_t):
        raise stop

    call = Call(function)
    call.run()
    assert call.status == RAISED and type(raised.take()) is stop


@pytest.mark.parametrize(
    ("form", "text"),
    [
        (lambda x: [x[0], math.nan], "it returned array([ 3., nan]), with nan at 1"),
        (lambda x: [math.inf, -math.inf], "it returned array([ inf, -inf]), with inf at 0"),
        (lambda x: np.array([1.0, np.inf]), "it returned array([ 1., inf]), with inf at 1"),
        (lambda x: [1.0], "it must return 2 numbers, got [1.0], which is 1"),
        (lambda x: [1.0, 1j], "it must return 2 numbers, got [1.0, 1j]"),
        (lambda x: [1.0, np.complex128(1.0)], "it must return 2 numbers, got [1.0, "),
        (lambda x: [np.ones(1), np.ones(1)], "which is 2 x 1"),
        (lambda x: ["1", "2"], "it must return 2 numbers, got ['1', '2']"),
        (lambda x: "12", "it must return 2 numbers, got '12'"),
        (lambda x: b"12", "it must return 2 numbers, got b'12'"),
        (lambda x: {0.0: 1.0, 1.0: 2.0}, "it must return 2 numbers, got {0.0: 1.0, 1.0: 2.0}"),
        (lambda x: [[1.0], [2.0]], "which is 2 x 1"),
        (lambda x: np.array([1, 2], "m8[ns]"), "it must return 2 numbers"),
    ],
)
@pytest.mark.filterwarnings("ignore")  # about numbers made of complex ones and of arrays
def test_wrong_results(form, text):
    call = Call(lambda mbs, t, itemNumber, q, q_t: form([q[0], q[1]]))
    call.run()
    assert call.status == RAISED
    assert text in str(raised.take())


@pytest.mark.parametrize(
    "result",
    [
        [1, 2], (1, 2.0), [True, 2], np.array([1, 2]), np.array([1.0, 2.0]),
        [np.float64(1), np.float32(2)], [np.array(1.0), np.int64(2)], range(1, 3),
        np.float32([1, 2]), [1.0e308, 1.7e308], np.array([1.0e308, 1.7e308]), [0.0, -0.0],
    ],
)  # fmt: skip
def test_right_results(result):
    call = Call(lambda mbs, t, itemNumber, q, q_t: result)
    assert call.run() == [float(x) for x in result] and call.status == 0, raised.take()


@pytest.mark.parametrize("m", [1, 2, 3, 4, 5, 12, 13, 40])
@pytest.mark.parametrize("form", [list, tuple, np.array])
def test_vectors_of_all_lengths(m, form):
    values = [1.0 / (k + 1.0) for k in range(m)]
    call = Call(lambda mbs, t, itemNumber, q, q_t: form(values), m=m)
    assert call.run() == values and call.status == 0
    values[m // 2] = math.nan
    call.run()
    assert call.status == RAISED and f"with nan at {m // 2}" in str(raised.take())


@pytest.mark.parametrize("m", [1, 2, 3, 6, 7, 20])
@pytest.mark.parametrize("form", ["lists", "array", "transposed", "tuples", "integers", "sparse"])
def test_matrices_of_all_sizes(m, form):
    entries = [[2.0 * r + c, -1.0 * c] for r in range(m) for c in (r,)]
    forms = {
        "lists": lambda: entries,
        "array": lambda: np.array(entries),
        "transposed": lambda: np.array(entries).T.copy().T,
        "tuples": lambda: tuple(map(tuple, entries)),
        "integers": lambda: [[int(x) for x in row] for row in entries],
        "sparse": lambda: __import__("scipy.sparse").sparse.csr_array(np.array(entries)),
    }
    call = Call(lambda mbs, t, itemNumber, q, q_t: forms[form](), MATRIX, m)
    assert call.run() == [x for row in entries for x in row] and call.status == 0


@pytest.mark.parametrize("rows", [[[1.0, 2.0], [3.0]], [[1.0, 2.0, 3.0], [4.0]], [[1.0, 2.0]]])
def test_rows_of_unequal_lengths_are_refused(rows):
    call = Call(lambda mbs, t, itemNumber, q, q_t: rows, MATRIX)
    call.run()
    assert call.status == RAISED
    assert "it must return a matrix of 2 x 2 numbers" in str(raised.take())


# ------------------------------------------------------------------------------- what is kept


@pytest.mark.parametrize("apart", [False, True])
def test_arguments_that_a_function_keeps_stay_as_they_were(apart):
    kept = []

    def keeps(mbs, t, itemNumber, q, q_t):
        kept.append((q, q_t[:1]))
        return [0.0, 0.0]

    def keeps_result(mbs, t, itemNumber, q, q_t):
        return q

    call = Call(keeps_result if apart else keeps)
    for k in range(3):
        found = call.run([k, k + 0.5], [10.0 * k, 1.0])
        assert found == ([k, k + 0.5] if apart else [0.0, 0.0])
    call.work[:] = math.nan
    assert [(q.tolist(), part.tolist()) for q, part in kept] == (
        [] if apart else [([k, k + 0.5], [10.0 * k]) for k in range(3)]
    )


@pytest.mark.parametrize("apart", [False, True])
def test_a_call_inside_a_call_of_the_same_function(apart):
    """Each call has its own work memory, and its own variables."""
    inner = np.array([5.0, 6.0, 0.0, 0.0, math.nan, math.nan])
    depth = types.SimpleNamespace(count=0)

    def nested():
        if depth.count == 0:
            depth.count = 1
            array_function.ctype(call.address)(inner.ctypes.data, 2, 2, 0.5, 7)

    def with_elements(mbs, t, itemNumber, q, q_t):
        nested()
        return [q[0] + 1.0, q[1]]

    def with_arrays(mbs, t, itemNumber, q, q_t):
        nested()
        return q + [1.0, 0.0]

    call = Call(with_elements if apart else with_arrays)
    assert call.run() == [4.0, 4.0]
    assert inner.tolist() == [5.0, 6.0, 0.0, 0.0, 6.0, 6.0]


def test_another_work_memory():
    """Also where arrays are passed, which are views of the memory at the first call."""
    for function in (by_place, lambda mbs, t, itemNumber, q, q_t: q * q_t[1] / [1.0, q_t[1]]):
        call = Call(function)
        assert call.run() == [-6.0, 4.0]
        old, call.work = call.work, call.work.copy()
        for _ in range(2):
            assert call.run([1.0, 2.0]) == [-2.0, 2.0]
        assert old[:6].tolist() == [*Q, *Q_T, -6.0, 4.0]


@pytest.mark.parametrize(
    "law", [lambda mbs, t, load: [load[0], t, 0], lambda mbs, t, load: load * [1, 0, 0] + [0, t, 0]]
)
def test_functions_without_item_number(law):
    work = np.array([2.0, 3.0, 4.0, *[math.nan] * 6])
    address = callback_address(LOAD, law, None, "load 0: function")
    for t in (0.5, 0.75):
        assert load_function.ctype(address)(work.ctypes.data, t, 0) == 0
        assert work[:6].tolist() == [2.0, 3.0, 4.0, 2.0, t, 0.0]
