"""Python functions with an address, for compiled code to call.

Functions that are called in every step are called by Python's C interface (`thunks.py`); others,
and all where that is not possible, by ctypes. Exceptions are noted in `raised`, and the code that
started the compiled run raises them again.
"""

from __future__ import annotations

import contextlib
import ctypes
import threading
from collections.abc import Callable
from typing import Any

from linkwork.core.kernels import thunks
from linkwork.core.kernels.loading import CannotLink
from linkwork.core.kernels.pointer import Pointer, call_kernel, keeping_lock
from linkwork.core.kernels.python_slot import FIXED, INTEGER, REAL, Part, Passing
from linkwork.core.kernels.raised import raised

Explain = Callable[[Exception], Exception]

made: dict[int, thunks.Thunk | Closure] = {}
"""Address -> callback that has not been released."""


class Callback:
    """A Python function as compiled code calls it: what to pass, and what to do with its result.

    explain -- returns the exception that is noted or, in all-Python runs, raised instead of the
    function's own
    changed -- whether `passing` returns something else from now on
    """

    def __init__(
        self, function: Callable[..., Any], pointer: Pointer, explain: Explain | None = None
    ) -> None:
        self.function, self.pointer, self.explain = function, pointer, explain
        self.changed = False

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
        return self.pointer.bad

    def run_safely(self, *arguments: Any) -> Any:
        """The same as `run`, but exceptions are noted."""
        try:
            return self.run(*arguments)
        except BaseException as error:
            return self.note(error)

    def run_directly(self, *arguments: Any) -> Any:
        """The same as `run`, for all-Python runs: exceptions are raised with their explanation."""
        try:
            return self.run(*arguments)
        except Exception as error:
            if self.explain is None:
                raise
            raise self.explain(error) from error


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


class Closure:
    """A code address of ctypes and the Python function behind it, until `release`."""

    def __init__(self, callback: Callback) -> None:
        self._code: Any = callback.pointer.ctype(callback.run_safely)
        # Not ctypes.cast, whose reference cycle would keep the callback until a garbage collection.
        self.address = ctypes.c_void_p.from_buffer(self._code).value or 0

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
