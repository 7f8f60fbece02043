"""Python functions with an address, for compiled code to call.

Functions that are called in every step are called by Python's C interface (`thunks.py`); others,
and all where that is not possible, by ctypes. Exceptions are noted in `raised`, and the code that
started the compiled run raises them again.
"""

from __future__ import annotations

import contextlib
import ctypes
import threading
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from linkwork.core.kernels import thunks
from linkwork.core.kernels.loading import CannotLink
from linkwork.core.kernels.pointer import Pointer, call_kernel, keeping_lock
from linkwork.core.kernels.python_slot import FIXED, INTEGER, REAL, Part, Passing
from linkwork.core.kernels.raised import raised, stops

Explain = Callable[[Exception], Exception]

made: dict[int, thunks.Thunk | Closure] = {}
"""Address -> callback that has not been released."""


class Callback:
    """A Python function as compiled code calls it: what to pass, and what to do with its result.

    explain -- returns the exception that is noted or, in all-Python runs, raised instead of the
    function's own; None if it is no function of the user
    changed -- whether `passing` returns something else from now on
    depth, calls, thread -- of the calls that Python makes, as in a SLOT
    """

    def __init__(
        self, function: Callable[..., Any], pointer: Pointer, explain: Explain | None = None
    ) -> None:
        self.function, self.pointer, self.explain = function, pointer, explain
        self.changed = False
        self.depth = self.calls = self.thread = 0

    def passing(self, *arguments: Any) -> Passing:
        """How compiled code calls the function, for these arguments of the pointer."""
        raise NotImplementedError

    def run(self, *arguments: Any) -> Any:
        """Call the function from Python; returns the pointer's result."""
        raise NotImplementedError

    def take(self, result: Any, *arguments: Any) -> Any:
        """The pointer's result, from what the function has returned; raises if that is wrong."""
        raise NotImplementedError

    def repeats(self, error: BaseException) -> bool:
        """Whether the function is called in another way if it has raised this exception."""
        return False

    def run_again(self, *arguments: Any) -> Any:
        """The same as `run` in this other way."""
        raise NotImplementedError

    def note(self, error: BaseException) -> Any:
        """Note an exception; returns the pointer's result for errors."""
        if self.explain is not None and isinstance(error, Exception):
            error = self.explain(error)
        raised.append(error)
        if raised.is_barred:
            for found in list(made.values()):
                found.bar()
        return self.pointer.bad

    def run_safely(self, *arguments: Any) -> Any:
        """The same as `run`, but exceptions are noted."""
        if raised.is_barred and self.explain is not None:
            return self.pointer.bad
        try:
            with self._counting():
                return self.run(*arguments)
        except BaseException as error:
            return self.note(error)

    def run_directly(self, *arguments: Any) -> Any:
        """The same as `run`, for all-Python runs: exceptions are raised with their explanation."""
        if raised.is_barred and self.explain is not None:
            raise self.explain(InterruptedError("it is not called until the run has ended"))
        try:
            with self._counting():
                return self.run(*arguments)
        except BaseException as error:
            if stops(error):
                raised.bar()
            if self.explain is None or not isinstance(error, Exception):
                raise
            raise self.explain(error) from error

    def _counting(self) -> contextlib.AbstractContextManager[None]:
        """Count a call of a user function; kernels that run in Python are called this way, too."""
        return contextlib.nullcontext() if self.explain is None else counted(self)


class NumberCallback(Callback):
    """function(*bound, *arguments) -> number

    convert -- converts a result that is not a plain finite number, or raises
    """

    def __init__(
        self,
        function: Callable[..., Any],
        pointer: Pointer,
        bound: tuple[Any, ...] = (),
        convert: Callable[[Any], Any] | None = None,
        explain: Explain | None = None,
    ) -> None:
        super().__init__(function, pointer, explain)
        self.bound, self.convert = bound, convert

    def passing(self, *arguments: Any) -> Passing:
        kinds = {"d": REAL, "q": INTEGER}
        return Passing(
            [
                *(Part(FIXED, value=value) for value in self.bound),
                *(Part(kinds[code], k) for k, code in enumerate(self.pointer.arguments)),
            ],
            thunks.PLAIN_RESULTS[self.pointer.result],
        )

    def run(self, *arguments: Any) -> Any:
        return self.take(self.function(*self.bound, *arguments))

    def take(self, result: Any, *arguments: Any) -> Any:
        try:
            number = (self.convert or self.pointer.to_result)(result)
        except (TypeError, ValueError):
            if self.convert is not None:
                raise
            raise TypeError(f"{self._name} must return a number, got {result!r:.80}") from None
        if self.pointer.result == "q" and not -(2**63) <= number < 2**63:
            raise OverflowError(f"{self._name} must return an integer of 64 bits, got {number}")
        return number

    @property
    def _name(self) -> str:
        return getattr(self.function, "__qualname__", "the function")


class DirectCall:
    """A call of a function that has no address, for `running_calls`."""

    def __init__(self) -> None:
        self.depth = self.calls = self.thread = 0


@contextlib.contextmanager
def counted(counter: Callback | DirectCall) -> Iterator[None]:
    """Within this context, a call that Python makes is running."""
    counter.depth += 1
    if counter.depth == 1:
        counter.calls += 1
        counter.thread = threading.get_ident()
    try:
        yield
    finally:
        counter.depth -= 1


_direct: list[DirectCall] = []


def call_directly(function: Callable[..., Any], *arguments: Any) -> Any:
    """Call a user function from Python such that Ctrl-C finds it if it never ends."""
    call = DirectCall()
    _direct.append(call)
    try:
        with counted(call):
            return function(*arguments)
    finally:
        _direct.remove(call)


class RunningCall(NamedTuple):
    """A call of a user function that has not ended: its counter, its number, its thread."""

    counter: int
    number: int
    thread: int


def running_calls() -> set[RunningCall]:
    """All calls of user functions that have not ended."""
    counters = [*_direct, *(c for found in list(made.values()) for c in found.counters)]
    return {RunningCall(id(c), c.calls, c.thread) for c in counters if c.depth}


class Closure:
    """A code address of ctypes and the Python function behind it, until `release`."""

    def __init__(self, callback: Callback) -> None:
        self.counters = (callback,)
        self._code: Any = callback.pointer.ctype(callback.run_safely)
        # Not ctypes.cast, whose reference cycle would keep the callback until a garbage collection.
        self.address = ctypes.c_void_p.from_buffer(self._code).value or 0

    def bar(self) -> None:
        """Nothing: each call asks whether functions are called."""

    def release(self) -> None:
        """Free the function."""
        self._code = None


def address_of_callback(callback: Callback) -> int:
    """Address of a callback that is called often, valid until `release`."""
    if thunks.are_possible():
        with contextlib.suppress(CannotLink):
            return _register(thunks.Thunk(callback), callback)
    return _register(Closure(callback), callback)


def python_address_of(function: Callable[..., Any], pointer: Pointer = call_kernel) -> int:
    """Address of a callback to a function that is called rarely, valid until `release`.

    It also serves debugging of a kernel inside a compiled run.  An exception is stored in `raised`,
    and the callback returns `pointer.bad`.
    """
    callback = NumberCallback(function, pointer)
    return _register(Closure(callback), callback)


def _register(found: thunks.Thunk | Closure, callback: Callback) -> int:
    made[found.address] = found
    Pointer.python[found.address] = callback.run_directly
    return found.address


def release(address: int) -> None:
    """Free a callback; addresses of compiled code are ignored."""
    found = made.pop(address, None)
    if found is not None:
        Pointer.python.pop(address, None)
        found.release()


def call_with_callbacks(address: int, call: int, frame: int) -> int:
    """The same as `call_kernel`, for code that calls Python functions all the time.

    If there is no other thread that could use it, Python's lock is not released meanwhile: to take
    it anew costs 30 ns in each call. Threads that begin later run when Python functions are called.
    """
    if threading.active_count() > 1 or address in Pointer.python:
        return int(call_kernel(address, call, frame))
    return int(keeping_lock(address)(call, frame))
