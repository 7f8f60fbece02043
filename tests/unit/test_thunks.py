"""Addresses of Python functions: memory, release, interrupts, other Pythons."""

import ctypes
import gc
import math
import sys
import threading
import weakref

import numpy as np
import pytest

from linkwork.core.kernels import callbacks, python_api, thunks
from linkwork.core.kernels.callbacks import (
    NumberCallback,
    address_of_callback,
    call_with_callbacks,
    release,
)
from linkwork.core.kernels.compile import address_of
from linkwork.core.kernels.loading import CannotLink
from linkwork.core.kernels.pointer import RAISED, Pointer, call_kernel
from linkwork.core.kernels.raised import raised

from .python_functions import REAL, REALS, Work, number_function, sum_of_calls


@pytest.fixture(autouse=True)
def no_errors_left():
    assert thunks.are_possible()
    raised.clear()
    yield
    raised.clear()


class Number(float):
    """A float of another type."""


class NoNumber:
    def __float__(self):
        raise KeyError("no number")


# ------------------------------------------------------------------------------- memory


@pytest.fixture
def few_objects():
    """Objects of other tests are not looked at by garbage collections, which would take long."""
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()


def kept(work, count=sys.getallocatedblocks):
    """Change of a count that `work` leaves, least of three times: what other parts of the process
    do meanwhile (caches, dead threads) happens once, a leak each time."""
    changes = []
    for _ in range(3):
        gc.collect()
        before = count()
        work()
        gc.collect()
        changes.append(abs(count() - before))
        if changes[-1] < 500:
            break
    return min(changes)


def test_a_million_calls_leave_nothing_and_free_nothing(few_objects):
    mbs, result = object(), 0.25 + 1e-9
    function = lambda mbs, t, n: result  # noqa: E731
    watched = [mbs, result, function, python_api.NOT_CALLED]
    with number_function(function, bound=(mbs,)) as address:
        assert sum_of_calls(address, 1000) == pytest.approx(1000 * result, rel=1e-12)
        counts = [sys.getrefcount(x) for x in watched]

        def call():
            assert sum_of_calls(address, 1_000_000) == pytest.approx(1e6 * result, rel=1e-9)

        assert kept(call) < 500
        assert kept(call, lambda: sys.getrefcount(None)) < 500
        assert [sys.getrefcount(x) for x in watched] == counts


SHARED = [0.1, 2**40, True, np.float64(0.3)]
LARGE = [1e3 + k for k in range(40)]


@pytest.mark.parametrize(
    ("n", "m", "make"),
    [
        (2, 4, lambda q: SHARED),
        (2, 4, lambda q: tuple(SHARED)),
        (2, 4, lambda q: [q[0], 1, False, np.float64(q[1])]),
        (2, 3, lambda q: np.array([1.0, 2.0, q[0]])),
        (300, 40, lambda q: LARGE),
        (2, 40, lambda q: np.array(LARGE)),
        (2, 3, lambda q: [np.float32(0.5), Number(1.0), 3]),
    ],
)
def test_results_of_all_forms_are_freed(few_objects, n, m, make):
    def with_elements(mbs, t, itemNumber, q, q_t):
        return make((q[0], q[1]))

    def with_arrays(mbs, t, itemNumber, q, q_t):
        return make(q)

    for function in (with_elements, with_arrays):
        with Work(function, n=n, m=m) as work:
            assert work.often(500) == 0
            watched = [SHARED, *SHARED[:2], SHARED[3], LARGE, *LARGE, function]
            counts = [sys.getrefcount(x) for x in watched]

            def call(work=work):
                assert work.often(5000) == 0

            assert kept(call) < 500
            assert [sys.getrefcount(x) for x in watched] == counts


@pytest.mark.parametrize(
    "make",
    [
        lambda: [1.0], lambda: [1.0, 2.0, 3.0], lambda: [1.0, "2"], lambda: None, lambda: "12",
        lambda: [1.0, 10**400], lambda: [1.0, math.nan], lambda: np.ones(3), lambda: 1 / 0,
        lambda: [][1], lambda: np.array([None, 1.0]), lambda: [NoNumber(), 1.0],
    ],
)  # fmt: skip
def test_failures_leave_nothing(few_objects, make):
    with Work(lambda mbs, t, itemNumber, q, q_t: make()) as work:

        def fail(count):
            for _ in range(count):
                assert work.run() == RAISED and len(raised) == 1
                raised.clear()

        fail(20)
        counts = [sys.getrefcount(x) for x in (make, NoNumber)]
        assert kept(lambda: fail(2000)) < 500
        assert [sys.getrefcount(x) for x in (make, NoNumber)] == counts


def test_many_functions_have_addresses_of_their_own():
    count = 3 * thunks.BLOCK + 1
    addresses = [
        address_of_callback(NumberCallback(lambda x, k=k: x + k, REAL)) for k in range(count)
    ]
    assert len(set(addresses)) == count
    for _ in range(2):
        assert [REAL.ctype(address)(0.5) for address in addresses] == [
            k + 0.5 for k in range(count)
        ]
    for address in addresses:
        release(address)
    loaded = len(thunks._blocks)
    again = [address_of_callback(NumberCallback(abs, REAL)) for _ in range(count)]
    assert set(again) == set(addresses) and len(thunks._blocks) == loaded
    for address in again:
        release(address)


# ------------------------------------------------------------------------------- release


def test_a_released_function_is_freed_and_not_called():
    class Owner:
        calls = 0

        def __call__(self, x):
            Owner.calls += 1
            return x

    owner = Owner()
    gone = weakref.ref(owner)
    with number_function(owner, REAL, bound=()) as address:
        del owner
        assert [REAL.ctype(address)(k) for k in (1.0, 2.0)] == [1.0, 2.0]
        assert gone() is not None
    assert gone() is None and Owner.calls == 2
    assert math.isnan(REAL.ctype(address)(1.0))
    assert Owner.calls == 2 and "was released" in str(raised.take())


@pytest.mark.parametrize("fails", [False, True])
def test_a_function_may_release_itself(fails):
    """Its slot is not given to another function before the call has ended."""
    others, gone = [], []

    class Once:
        def __call__(self, x):
            release(address)
            others.extend(
                address_of_callback(NumberCallback(lambda x: -1.0, REAL)) for _ in range(5)
            )
            assert address not in others
            if fails:
                raise ValueError("own")
            return x

    for first_call in (True, False):
        once = Once()
        gone.append(weakref.ref(once))
        address = address_of_callback(NumberCallback(once, REAL))
        del once
        if not first_call:
            callbacks.made[address].arrange(1.0)
        found = REAL.ctype(address)(4.0)
        assert math.isnan(found) if fails else found == 4.0
        assert [type(error) for error in raised.errors] == [ValueError] * fails
        raised.clear()
        for other in others:
            assert REAL.ctype(other)(1.0) == -1.0
            release(other)
        others.clear()
    assert [reference() for reference in gone] == [None, None]


def test_a_call_inside_a_call_with_the_same_memory():
    """The inner call leaves the arguments of the outer one alone."""
    depths = []

    def function(mbs, t, itemNumber, q, q_t):
        depths.append(t)
        if len(depths) % 3:
            assert work.run([t, 2.0, 3.0, 4.0], t + 1.0) == 0
            assert work.result()[1] == t + 1.0
        return [q[0], t]

    with Work(function) as work:
        for _ in range(3):
            depths.clear()
            assert work.run([5.0, 2.0, 3.0, 4.0], 10.0) == 0
            assert depths == [10.0, 11.0, 12.0] and work.result() == [5.0, 10.0]


def test_a_call_inside_a_call_while_the_arguments_are_read():
    """math.hypot reads them one after another, and a method of the first one calls it again."""

    class Nested:
        depth = 0

        def __float__(self):
            self.depth += 1
            if self.depth % 2:
                assert REALS.ctype(address)(100.0, 100) > 100.0
            return 0.0

    with number_function(math.hypot, bound=(Nested(),)) as address:
        for _ in range(3):
            assert REALS.ctype(address)(3.0, 4) == 5.0


# ------------------------------------------------------------------------------- interrupts


@pytest.mark.parametrize("stop", [KeyboardInterrupt, SystemExit, GeneratorExit])
def test_interrupts_are_noted_as_they_are(stop):
    def function(x):
        raise stop("now")

    with number_function(function, REAL, explain=lambda error: RuntimeError("told")) as address:
        for _ in range(3):
            assert math.isnan(REAL.ctype(address)(1.0))
            assert type(raised.take()) is stop


class Interrupted(NumberCallback):
    """Is interrupted as often as `times` says while it notes an exception."""

    times = 1

    def note(self, error):
        if self.times > 0:
            self.times -= 1
            raise KeyboardInterrupt
        return super().note(error)


@pytest.mark.parametrize(("times", "noted"), [(1, 1), (2, 1), (4, 0)])
def test_an_interrupt_while_an_exception_is_noted(times, noted):
    for first_call in (True, False):
        callback = Interrupted(lambda x: 1 / 0, REAL)
        callback.times = times
        address = address_of_callback(callback)
        if not first_call:
            callbacks.made[address].arrange(1.0)
        assert math.isnan(REAL.ctype(address)(1.0))
        assert [type(error) for error in raised.errors] == [KeyboardInterrupt] * noted
        raised.clear()
        release(address)


def test_endless_recursion_is_an_exception():
    def function(x):
        return function(x)

    with number_function(function, REAL) as address:
        for _ in range(2):
            assert math.isnan(REAL.ctype(address)(1.0))
            assert type(raised.take()) is RecursionError


def test_tracebacks_show_the_function():
    def failing_law(x):
        raise ValueError("own")

    with number_function(failing_law, REAL) as address:
        for _ in range(2):
            REAL.ctype(address)(1.0)
            traceback, names = raised.take().__traceback__, []
            while traceback is not None:
                names.append(traceback.tb_frame.f_code.co_name)
                traceback = traceback.tb_next
            assert names[-1] == "failing_law"


# ------------------------------------------------------------------------------- other Pythons


def test_other_pythons_are_refused(monkeypatch):
    assert python_api.is_suitable()
    changes = [
        (python_api.sys, "implementation", type(sys.implementation)(name="pypy")),
        (python_api.sys, "maxsize", 2**31 - 1),
        (python_api.sys, "gettotalrefcount", lambda: 0),
        (python_api.sys, "_is_gil_enabled", lambda: False),
        (python_api, "TYPE_AT", 16),
    ]
    for owner, name, value in changes:
        with monkeypatch.context() as patch:
            patch.setattr(owner, name, value, raising=False)
            assert not python_api.is_suitable(), name


@pytest.mark.parametrize(
    "reason", ["unsuitable", "no such function", "not compiled", "no compiler", "no thunks"]
)
def test_without_compiled_calls_ctypes_is_used(reason, monkeypatch):
    monkeypatch.setattr(python_api, "table", python_api.table.__wrapped__)
    monkeypatch.setattr(thunks, "_code", thunks._code.__wrapped__)
    if reason == "unsuitable":
        monkeypatch.setattr(python_api, "is_suitable", lambda: False)
    elif reason == "no such function":
        monkeypatch.setattr(python_api, "FUNCTIONS", ("PyNoSuchFunction",))
    elif reason == "not compiled":
        monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    elif reason == "no compiler":
        monkeypatch.setattr(thunks, "address_of", refused)
    else:
        monkeypatch.setattr(thunks, "_free", {})
        monkeypatch.setattr(thunks, "address_of_llvm", not_linked)
    assert thunks.are_possible() is (reason == "no thunks")
    with number_function(lambda x: 2.0 * x, REAL) as address:
        assert isinstance(callbacks.made[address], callbacks.Closure)
        assert REAL.ctype(address)(4.0) == 8.0
    with Work(lambda mbs, t, n, q, q_t: [q[0], t]) as work:
        assert work.run([3.0]) == 0 and work.result() == [3.0, 0.25]


def refused(function):
    raise thunks.CannotCompile("not here")


def not_linked(text):
    raise CannotLink("not here")


# ------------------------------------------------------------------------------- Python's lock


LOCK = Pointer("q", "")


def lock_is_held(call, frame):
    return LOCK(call) & 1


def test_the_lock_is_kept_if_nobody_else_could_use_it(monkeypatch):
    check = ctypes.cast(ctypes.pythonapi.PyGILState_Check, ctypes.c_void_p).value
    code, running = address_of(lock_is_held), threading.Event()
    assert call_kernel(code, check, 0) == 0
    other = threading.Thread(target=running.wait)
    other.start()
    try:
        assert call_with_callbacks(code, check, 0) == 0
    finally:
        running.set()
        other.join()
    monkeypatch.setattr(threading, "active_count", lambda: 1)  # the test may have other threads
    assert call_with_callbacks(code, check, 0) == 1


def test_python_functions_are_called_with_and_without_the_lock():
    with number_function(lambda x: 2.0 * x, REAL) as address:
        keeping = ctypes.PYFUNCTYPE(ctypes.c_double, ctypes.c_double)(address)
        for _ in range(3):
            assert keeping(1.5) == 3.0 and REAL.ctype(address)(1.5) == 3.0
