"""User functions of vectors that are called back: they read and write a work memory."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from linkwork.core.declare.function_kinds import DataFunction, Place, UserCall, UserFunction
from linkwork.core.functions.elements import takes_apart
from linkwork.core.functions.user_calls import (
    FLOAT,
    put_matrix,
    put_number,
    put_switching,
    put_vector,
)
from linkwork.core.kernels.callbacks import Callback
from linkwork.core.kernels.pointer import view
from linkwork.core.kernels.python_slot import (
    FIXED,
    FLAG,
    INTEGER,
    MADE,
    NUMBER,
    REAL,
    STORED_MATRIX,
    STORED_NUMBER,
    STORED_VECTOR,
    SWITCHING,
    VECTOR,
    Part,
    Passing,
)

RESULTS: dict[str, tuple[int, Callable[[Any, np.ndarray], None]]] = {
    "vector": (STORED_VECTOR, put_vector),
    "matrix": (STORED_MATRIX, put_matrix),
    "number": (STORED_NUMBER, put_number),
}
"""Kind of a result -> how compiled code stores it, and Python."""

REPEATED = (ArithmeticError, AttributeError, TypeError)
"""Exceptions of functions that may need arrays where they got tuples."""


class Memory(NamedTuple):
    """Work memory of a function.

    reads -- functions that return the arguments after the item number; target -- its result
    """

    address: int
    reads: list[Callable[[], Any]]
    target: np.ndarray


class WorkCallback(Callback):
    """A function of vectors, matrices and numbers in a work memory, whose result is stored there.

    Vectors are new arrays (lists if the call asks for them), or tuples if the function only takes
    elements out of them (`elements.py`). If it fails with tuples, or returns what cannot be used,
    it is called again with arrays, and gets arrays from then on: elements of arrays have methods,
    and divide by zero.

    first -- number of arguments before those in the memory
    apart -- for each of these whether it is passed as a tuple
    """

    def __init__(self, call: UserCall, kind: UserFunction) -> None:
        assert kind.pointer is not None
        super().__init__(call.called, kind.pointer, call.explain)
        self.mbs, self.kind, self.lists = call.mbs, kind, call.lists
        places, result = kind.places(*(1 for _ in kind.lengths))
        self.first = len(kind.arguments) - len(places)
        self.apart = tuple(
            place.part == "vector"
            and len(place.shape) == 1
            and takes_apart(call.function, self.first + k)
            for k, place in enumerate(places)
        )
        self.result, self.put = RESULTS[result.part]
        if isinstance(kind, DataFunction):
            self.result, self.put = SWITCHING, put_switching
        self._memory = Memory(0, [], np.zeros(0))

    def passing(self, *arguments: Any) -> Passing:
        places, result = self.kind.places(*self._lengths(arguments))
        t = 1 + len(self.kind.lengths)
        head = (Part(FIXED, value=self.mbs), Part(REAL, t), Part(INTEGER, t + 1))
        reads = self._memory_of(arguments).reads
        parts = [_part(*found) for found in zip(places, self.apart, reads, strict=True)]
        return Passing([*head[: self.first], *parts], self.result, result.start, result.shape, 0)

    def run(self, *arguments: Any) -> int:
        try:
            result = self.function(*self._given(arguments))
        except REPEATED as error:
            if not self.repeats(error):
                raise
        else:
            return self.take(result, *arguments)
        return self.run_again(*arguments)

    def take(self, result: Any, *arguments: Any) -> int:
        try:
            self.put(result, self._memory_of(arguments).target)
            return 0
        except (TypeError, ValueError):
            if not any(self.apart):
                raise
        return self.run_again(*arguments)

    def repeats(self, error: BaseException) -> bool:
        return any(self.apart) and isinstance(error, REPEATED)

    def run_again(self, *arguments: Any) -> int:
        """The same with arrays, also from now on."""
        self.apart, self.changed = (False,) * len(self.apart), True
        self._memory = self._memory._replace(address=0)
        return self.run(*arguments)

    def _given(self, arguments: tuple[Any, ...]) -> list[Any]:
        """Arguments of the function."""
        head = (self.mbs, *arguments[-2:])
        return [*head[: self.first], *(read() for read in self._memory_of(arguments).reads)]

    def _lengths(self, arguments: tuple[Any, ...]) -> tuple[int, ...]:
        return arguments[1 : 1 + len(self.kind.lengths)]

    def _memory_of(self, arguments: tuple[Any, ...]) -> Memory:
        """The work memory of a call, which mostly is that of the last call."""
        memory = self._memory
        if memory.address == arguments[0]:
            return memory
        address: int = arguments[0]
        places, result = self.kind.places(*self._lengths(arguments))
        size = result.start + math.prod(result.shape)
        work = view(address, (size,), FLOAT)
        reads = []
        for place, apart in zip(places, self.apart, strict=True):
            array = work[place.start : place.start + math.prod(place.shape)].reshape(place.shape)
            reads.append(_reading(place, apart, array, self.lists))
        self._memory = memory = Memory(address, reads, work[result.start :].reshape(result.shape))
        return memory


def _reading(place: Place, apart: bool, array: np.ndarray, lists: bool) -> Callable[[], Any]:
    """A function that returns an argument."""
    if place.part == "number":
        return array[0:1].item
    if place.part == "flag":
        return lambda: bool(array[0] != 0.0)
    if lists and not apart:
        return array.tolist
    return (lambda: tuple(array.tolist())) if apart else array.copy


def _part(place: Place, apart: bool, read: Callable[[], Any]) -> Part:
    """How compiled code makes an argument; read -- how Python does."""
    if place.part == "vector" and not apart:
        return Part(MADE, value=read)
    kind = {"vector": VECTOR, "number": NUMBER, "flag": FLAG}[place.part]
    return Part(kind, place.start, math.prod(place.shape))
