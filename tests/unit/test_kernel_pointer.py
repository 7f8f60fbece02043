"""Raw memory views, statuses and typed calls through addresses, in plain Python."""

import ctypes
import math
import sys
import weakref

import numpy as np
import pytest

from linkwork.core.kernels.callbacks import (
    NumberCallback,
    address_of_callback,
    python_address_of,
    release,
)
from linkwork.core.kernels.pointer import RAISED, Pointer, call_kernel, status, view
from linkwork.core.kernels.raised import raised

ROW = np.dtype((np.record, np.dtype([("x", "f8"), ("p", "f8", 3), ("n", "i8")], align=True)))


def test_view_shows_and_writes_the_memory():
    memory = np.arange(6.0)
    seen = view(memory.ctypes.data, (2, 3), np.float64)
    seen[1, 2] = 50.0
    assert memory[5] == 50.0
    assert seen.shape == (2, 3)


def test_view_of_records_gives_rows_with_fields():
    memory = np.zeros(2, ROW)
    row = view(memory.ctypes.data, (2,), ROW)[1]
    row.x = 4.0
    row.p[2] = 7.0
    assert memory[1]["x"] == 4.0
    assert memory[1]["p"][2] == 7.0


def test_view_of_nothing_is_empty():
    assert view(0, (0,), np.float64).shape == (0,)
    assert view(0, (0, 3), ROW).size == 0


def test_status_of_none_is_good():
    assert status(None) == 0
    assert status(7) == 7
    assert status(np.int64(3)) == 3


def test_call_of_a_c_function_by_address():
    library = ctypes.cdll.msvcrt if sys.platform == "win32" else ctypes.CDLL(None)
    address = ctypes.cast(library.fabs, ctypes.c_void_p).value
    assert Pointer("d", "d")(address, -5) == 5.0


def test_python_functions_are_called_directly_with_converted_arguments():
    seen = []

    def function(x, n):
        seen.append((type(x), type(n)))
        return np.float64(x * n)

    pointer = Pointer("d", "dq")
    address = python_address_of(function, pointer)
    result = pointer(np.int64(address), 2, np.int64(3))
    release(address)
    assert result == 6.0
    assert type(result) is float
    assert seen == [(float, int)]


def test_direct_calls_keep_the_exception():
    def function(call, frame):
        raise ZeroDivisionError("inside")

    address = python_address_of(function)
    with pytest.raises(ZeroDivisionError, match="inside"):
        call_kernel(address, 0, 0)
    release(address)


@pytest.mark.parametrize(
    ("pointer", "bad"), [(Pointer("d", "d"), math.nan), (Pointer("q", "d"), RAISED)]
)
@pytest.mark.parametrize("kind", [ValueError, KeyboardInterrupt, SystemExit])
def test_callbacks_store_exceptions_and_return_a_bad_value(pointer, bad, kind):
    def function(x):
        raise kind("from the callback")

    raised.clear()
    address = python_address_of(function, pointer)
    result = pointer.ctype(address)(1.0)
    release(address)
    assert result == bad or (math.isnan(bad) and math.isnan(result))
    assert [type(error) for error in raised.errors] == [kind]
    raised.clear()


def test_callback_with_an_unusable_result_stores_the_error():
    raised.clear()
    pointer = Pointer("d", "d")

    def no_number(x):
        return "text"

    address = python_address_of(no_number, pointer)
    assert math.isnan(pointer.ctype(address)(1.0))
    release(address)
    error = raised.take()
    assert isinstance(error, TypeError)
    assert "no_number must return a number, got 'text'" in str(error)


def test_callback_with_bound_arguments():
    pointer = Pointer("d", "dq")
    callback = NumberCallback(lambda owner, x, n: owner[n] * x, pointer, bound=([2.0, 3.0],))
    address = address_of_callback(callback)
    assert pointer.ctype(address)(10.0, 1) == 30.0
    assert pointer(address, 10.0, 0) == 20.0
    release(address)


def test_callback_without_result():
    seen = []
    pointer = Pointer("v", "q")
    address = python_address_of(seen.append, pointer)
    assert pointer.ctype(address)(3) is None
    assert pointer(address, 4) is None
    release(address)
    assert seen == [3, 4]


def test_released_callbacks_are_forgotten():
    class Owner:
        def __call__(self, call, frame):
            return 0

    owner = Owner()
    gone = weakref.ref(owner)
    address = python_address_of(owner)
    del owner
    assert gone() is not None
    release(address)
    release(address)
    assert gone() is None
    assert address not in Pointer.python


def test_pointers_of_equal_signature_are_equal():
    assert Pointer("d", "dq") == Pointer("d", "dq")
    assert hash(Pointer("d", "dq")) == hash(Pointer("d", "dq"))
    assert Pointer("d", "dq") != Pointer("q", "dq")
    assert repr(Pointer("v", "q")) == "Pointer('v', 'q')"


@pytest.mark.parametrize(("result", "arguments"), [("x", "d"), ("d", "v"), ("dd", "d")])
def test_unknown_codes_are_refused(result, arguments):
    with pytest.raises(ValueError, match="must be 'd', 'q' or 'v'"):
        Pointer(result, arguments)


def test_wrong_number_of_arguments_is_refused():
    with pytest.raises(TypeError, match="takes 2 arguments, got 1"):
        call_kernel(0, 1)
