"""User functions of arrays as pointers: arguments, results, errors, memory, both ways."""

import gc
import tracemalloc

import numpy as np
import pytest
from numba.core.runtime import _nrt_python, rtsys

from linkwork.core.declare.function_kinds import ArrayFunction, array_function
from linkwork.core.functions.user_calls import NOT_FINITE, NOT_FITTING
from linkwork.core.functions.user_functions import callback_address, compiled_address
from linkwork.core.kernels.compile import compiled_functions, uncacheable
from linkwork.core.kernels.pointer import RAISED
from linkwork.core.kernels.raised import raised

NAMES = ("mbs", "t", "itemNumber", "q", "q_t")
VECTOR = ArrayFunction(NAMES, inputs=("vector", "vector"))
MATRIX = ArrayFunction(NAMES, inputs=("vector", "vector"), result="matrix")
FLAGGED = ArrayFunction((*NAMES, "factor", "level"), inputs=("vector", "vector", "number", "flag"))
Q, Q_T, T, NUMBER = [1.0, 2.0, 3.0, 4.0], [0.5, -0.25, 8.0, 2.0], 0.75, 7
WEIGHTS = np.array([[1.0, 0.0, 2.0, 0.0], [0.0, 3.0, 0.0, 4.0]])


class Call:
    """The address of one user function, with its work memory."""

    def __init__(self, function, kind, m, way, numbers=(), n=4, mbs="mbs"):
        self.kind, self.n, self.m = kind, n, m
        self.work = np.full(kind.work_size(n, m), np.nan)
        self.inputs = [*numbers, *Q[:n], *Q_T[:n]]
        self.work[: len(self.inputs)] = self.inputs
        if way == "compiled":
            self.address, self.reason = compiled_address(kind, function, False)
            assert self.address, self.reason
        else:
            self.address = callback_address(kind, function, mbs, "item 7: function")

    def run(self, t=T):
        code = array_function.ctype(self.address)
        status = code(self.work.ctypes.data, self.n, self.m, t, NUMBER)
        size = len(self.inputs)
        assert list(self.work[:size]) == self.inputs, "arguments were overwritten"
        result = self.work[size : size + self.kind.result_size(self.n, self.m)]
        return status, result.reshape((self.m, -1) if self.kind.result == "matrix" else -1)


@pytest.fixture(autouse=True)
def no_errors_left():
    raised.clear()
    yield
    raised.clear()


def as_list(mbs, t, itemNumber, q, q_t):
    return [q[0] + q_t[3], t, itemNumber]


def as_mixed_list(mbs, t, itemNumber, q, q_t):
    return [0, q[1], itemNumber]


def as_tuple(mbs, t, itemNumber, q, q_t):
    return q[0], q_t[1], t


def as_mixed_tuple(mbs, t, itemNumber, q, q_t):
    return 0, q_t[1], itemNumber


def as_array(mbs, t, itemNumber, q, q_t):
    return np.array([q[0], q_t[1], t])


def arithmetic(mbs, t, itemNumber, q, q_t):
    return q[0:3] + 2.0 * q_t[1:4]


def roots(mbs, t, itemNumber, q, q_t):
    return np.sqrt(q)[0:3]


def filled(mbs, t, itemNumber, q, q_t):
    result = np.zeros(3)
    for k in range(3):
        result[k] = q[k] ** 2
    return result


def comprehension(mbs, t, itemNumber, q, q_t):
    return [2 * q[k] for k in range(3)]


def product(mbs, t, itemNumber, q, q_t):
    return np.array([np.dot(q, q_t), (WEIGHTS @ q)[1], 0.0])


def overwriting(mbs, t, itemNumber, q, q_t):
    q[0] += 1.0
    q_t[:] = 0.0
    return q[0:3]


EXPECTED = {
    as_list: [3.0, T, NUMBER],
    as_mixed_list: [0.0, 2.0, NUMBER],
    as_tuple: [1.0, -0.25, T],
    as_mixed_tuple: [0.0, -0.25, NUMBER],
    as_array: [1.0, -0.25, T],
    arithmetic: [0.5, 18.0, 7.0],
    roots: [1.0, 2.0**0.5, 3.0**0.5],
    filled: [1.0, 4.0, 9.0],
    comprehension: [2.0, 4.0, 6.0],
    product: [32.0, 22.0, 0.0],
    overwriting: [2.0, 2.0, 3.0],
}
BOTH = ["compiled", "called back"]


@pytest.mark.parametrize("way", BOTH)
@pytest.mark.parametrize("function", EXPECTED, ids=lambda f: f.__name__)
def test_vectors(function, way):
    call = Call(function, VECTOR, 3, way)
    for _ in range(2):
        status, result = call.run()
        assert status == 0 and not raised
        np.testing.assert_array_equal(result, EXPECTED[function])


def rows(mbs, t, itemNumber, q, q_t):
    return [[q[0], 0.0, 0.0, t], [0.0, q_t[1], 5.0, 6.0]]


def rows_as_array(mbs, t, itemNumber, q, q_t):
    result = np.zeros((2, 4))
    result[0, 0], result[0, 3], result[1, 1] = q[0], t, q_t[1]
    result[1, 2:4] = (5.0, 6.0)
    return result


def rows_as_tuples(mbs, t, itemNumber, q, q_t):
    return (q[0], 0.0, 0.0, t), (0.0, q_t[1], 5.0, 6.0)


def rows_as_mixed_tuples(mbs, t, itemNumber, q, q_t):
    return (q[0], 0, 0, t), (0, q_t[1], 5, 6.0)


@pytest.mark.parametrize("way", BOTH)
@pytest.mark.parametrize("function", [rows, rows_as_array, rows_as_tuples, rows_as_mixed_tuples])
def test_matrices(function, way):
    status, result = Call(function, MATRIX, 2, way).run()
    assert status == 0 and not raised
    np.testing.assert_array_equal(result, [[1.0, 0.0, 0.0, T], [0.0, -0.25, 5.0, 6.0]])


@pytest.mark.parametrize("way", BOTH)
def test_numbers_and_flags(way):
    def function(mbs, t, itemNumber, q, q_t, factor, level):
        return [factor * q[0], 1.0] if level else [factor * q_t[0], 2.0]

    for level, expected in ((0.0, [1.25, 2.0]), (1.0, [2.5, 1.0])):
        status, result = Call(function, FLAGGED, 2, way, (2.5, level)).run()
        assert status == 0
        assert list(result) == expected


def test_types_of_arguments_when_called_back():
    seen = []

    def function(*arguments):
        seen.append(arguments)
        return [0.0]

    mbs = object()
    Call(function, FLAGGED, 1, "called back", (2.5, 1.0), mbs=mbs).run()
    first, t, number, q, q_t, factor, level = seen[0]
    assert first is mbs and level is True
    assert [type(x) for x in (t, number, factor)] == [float, int, float]
    assert [(type(x), x.dtype, x.flags.c_contiguous) for x in (q, q_t)] == [
        (np.ndarray, float, True)
    ] * 2
    assert (t, number, factor, list(q), list(q_t)) == (T, NUMBER, 2.5, Q, Q_T)


def test_one_machine_code_serves_all_lengths():
    def function(mbs, t, itemNumber, q, q_t):
        return q * t

    addresses = set()
    for n in (1, 3, 4):
        call = Call(function, VECTOR, n, "compiled", n=n)
        addresses.add(call.address)
        np.testing.assert_array_equal(call.run()[1], T * np.array(Q[:n]))
    assert len(addresses) == 1


# ------------------------------------------------------------------------------- sparse results


class Triplets:
    """A matrix that shows its entries."""

    def __init__(self, shape, rows, columns, values):
        self.shape, self.entries = shape, (rows, columns, values)

    def triplets(self):
        return self.entries


def test_sparse_matrices_add_up():
    import scipy.sparse

    expected = [[3.0, 0.0, 0.0, 0.0], [0.0, 0.0, 5.0, 0.0]]
    rows, columns, values = [0, 1, 0], [0, 2, 0], [1.0, 5.0, 2.0]
    matrices = [
        Triplets((2, 4), rows, columns, values),
        scipy.sparse.coo_matrix((values, (rows, columns)), (2, 4)),
        scipy.sparse.csr_array(expected),
    ]
    for matrix in matrices:
        status, result = Call(lambda *_, m=matrix: m, MATRIX, 2, "called back").run()
        assert status == 0, raised.take()
        np.testing.assert_array_equal(result, expected)


# ------------------------------------------------------------------------------- wrong results

WRONG = [
    (VECTOR, lambda *_: None, "it must return 3 numbers, got None"),
    (VECTOR, lambda *_: "abc", "it must return 3 numbers, got 'abc'"),
    (VECTOR, lambda *_: ["1", "2", "3"], "it must return 3 numbers, got ['1', '2', '3']"),
    (VECTOR, lambda *_: 1.5, "it must return 3 numbers, got 1.5"),
    (VECTOR, lambda *_: [1, 2], "it must return 3 numbers, got [1, 2], which is 2"),
    (VECTOR, lambda *_: [1, None, 2], "it must return 3 numbers, got [1, None, 2]"),
    (VECTOR, lambda *_: [1, 2j, 2], "it must return 3 numbers, got [1, 2j, 2]"),
    (VECTOR, lambda *_: [[1], [2], [3]], "3 numbers, got [[1], [2], [3]], which is 3 x 1"),
    (VECTOR, lambda *_: [1, [2], 3], "it must return 3 numbers, got [1, [2], 3]"),
    (VECTOR, lambda *_: [1.0, np.inf, 2], "it returned array([ 1., inf,  2.]), with inf at 1"),
    (MATRIX, lambda *_: np.eye(3), "it must return a matrix of 3 x 4 numbers, got array("),
    (MATRIX, lambda *_: np.eye(3), ", which is 3 x 3"),
    (MATRIX, lambda *_: np.full((3, 4), np.nan), "with nan at 0"),
    (MATRIX, lambda *_: Triplets((3, 5), [], [], []), "which is 3 x 5"),
    (MATRIX, lambda *_: Triplets((3, 4), [0], [4], [1.0]), "an entry in row 0, column 4"),
    (MATRIX, lambda *_: Triplets((3, 4), [-1], [0], [1.0]), "an entry in row -1, column 0"),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "function", "text"), WRONG, ids=[text for *_, text in WRONG])
def test_wrong_results_called_back(kind, function, text):
    status, _ = Call(function, kind, 3, "called back").run()
    assert status == RAISED
    error = raised.take()
    assert str(error).startswith("item 7: function failed: ")
    assert text in str(error)
    assert error.__cause__ is not None


def short(mbs, t, itemNumber, q, q_t):
    return q[0:2]


def infinite(mbs, t, itemNumber, q, q_t):
    return [1.0, q[0] * np.inf, 0.0]


def raising(mbs, t, itemNumber, q, q_t):
    if q[0] > 0:
        raise ValueError("positive")
    return [1.0, 2.0, 3.0]


def narrow(mbs, t, itemNumber, q, q_t):
    return [[1.0, q[0]], [1.0, 1.0], [0.0, 0.0]]


@pytest.mark.parametrize(
    ("kind", "function", "status"),
    [
        (VECTOR, short, NOT_FITTING),
        (VECTOR, infinite, NOT_FINITE),
        (VECTOR, raising, RAISED),
        (MATRIX, narrow, NOT_FITTING),
    ],
)
def test_wrong_results_of_compiled_functions(kind, function, status):
    assert Call(function, kind, 3, "compiled").run()[0] == status


@pytest.mark.parametrize(
    "function", [lambda mbs, t, i, q, q_t: None, lambda mbs, t, i, q, q_t: 2.0]
)
def test_results_that_are_no_vector_are_not_compiled(function):
    address, reason = compiled_address(VECTOR, function, False)
    assert address == 0
    assert "Numba cannot compile it" in reason


# ------------------------------------------------------------------------------- memory and cache


@pytest.mark.parametrize("function", [arithmetic, filled, comprehension, product])
def test_compiled_functions_free_the_arrays_they_make(function):
    call = Call(function, VECTOR, 3, "compiled")
    code = array_function.ctype(call.address)
    _nrt_python.memsys_enable_stats()
    before = rtsys.get_allocation_stats()
    for _ in range(1000):
        code(call.work.ctypes.data, 4, 3, T, NUMBER)
    after = rtsys.get_allocation_stats()
    _nrt_python.memsys_disable_stats()
    assert after.alloc - before.alloc == after.free - before.free


@pytest.mark.parametrize("function", [as_list, arithmetic, filled, product])
def test_machine_code_of_arrays_is_kept(function):
    Call(function, VECTOR, 3, "compiled")
    name = f"{__name__}.call_{function.__name__}"
    assert compiled_functions()[name] in ("cache", "compiled")
    assert name not in uncacheable


def test_functions_called_back_leave_no_memory_behind():
    call = Call(as_array, VECTOR, 3, "called back")
    tracemalloc.start()
    try:
        for _ in range(2000):  # Python keeps some floats and lists for later use
            call.run()
        gc.collect()
        before = tracemalloc.get_traced_memory()[0]
        for _ in range(2000):
            call.run()
        assert tracemalloc.get_traced_memory()[0] - before < 20000
    finally:
        tracemalloc.stop()
