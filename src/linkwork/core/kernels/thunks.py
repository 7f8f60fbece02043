"""Code addresses of Python functions that compiled code calls by `call_python`.

Kernels call a function by its address alone, so each Python function needs code of its own. A thunk
is a few instructions that put the arguments into memory and name a slot. Thunks of one signature
are loaded by the block, and kept in the cache like kernels; those of released functions are used
again.
"""

from __future__ import annotations

import ctypes
import functools
import struct
import threading
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from linkwork.core.kernels import python_api
from linkwork.core.kernels.compile import CannotCompile, address_of, address_of_llvm, jit_disabled
from linkwork.core.kernels.loading import SYMBOL, host
from linkwork.core.kernels.pointer import Pointer, view
from linkwork.core.kernels.python_api import NOT_CALLED
from linkwork.core.kernels.python_call import call_python
from linkwork.core.kernels.python_slot import (
    FIXED,
    INTEGER_RESULT,
    MADE,
    MOST,
    NOTHING,
    REAL_RESULT,
    SCRATCH,
    SLOT,
    VECTOR,
)
from linkwork.core.kernels.raised import raised
from linkwork.core.records import i8

if TYPE_CHECKING:
    from linkwork.core.kernels.callbacks import Callback

BLOCK = 32
"""Number of thunks that are loaded together."""

PLAIN_RESULTS = {"d": REAL_RESULT, "q": INTEGER_RESULT, "v": NOTHING}
"""Kinds of results that a pointer returns itself."""


class Slot(ctypes.Structure):
    """A SLOT with attributes that are read and set quickly."""

    _fields_ = [  # noqa: RUF012
        (name, ctypes.c_int64 * shape[0][0] if shape else ctypes.c_int64)
        for name, _, *shape in SLOT.descr
    ]


_TYPES = {"d": "double", "q": "i64", "v": "void"}
_lock = threading.RLock()
_blocks: list[Any] = []
_free: dict[Pointer, list[tuple[int, Slot]]] = {}
_leaving: list[Thunk] = []


def are_possible() -> bool:
    """Whether compiled code can call Python functions in this process."""
    return not jit_disabled() and _code() != 0


@functools.cache
def _code() -> int:
    """Address of `call_python`; 0 if there is none."""
    if python_api.table() is None or host().loader is None:
        return 0
    try:
        return address_of(call_python)
    except CannotCompile:
        return 0


class Form(NamedTuple):
    """What all callbacks of a pointer have in common; bad -- result for errors, as a word."""

    arguments: struct.Struct
    result: int
    bad: int

    @classmethod
    @functools.cache
    def of(cls, pointer: Pointer) -> Form:
        code = "q" if pointer.result == "v" else pointer.result
        (bad,) = struct.unpack("@q", struct.pack("@" + code, pointer.bad or 0))
        return cls(struct.Struct("@" + pointer.arguments), PLAIN_RESULTS[pointer.result], bad)


class Thunk:
    """A code address and the Python function behind it, until `release`."""

    def __init__(self, callback: Callback) -> None:
        self._callback: Any = callback
        self._pointer, self._form = callback.pointer, Form.of(callback.pointer)
        self._kept: list[Any] = [None] * MOST
        self._held: list[Any] = [self.finish]
        self.address, self._slot = _take(self._pointer)
        slot = self._slot
        slot.width, slot.result = len(self._pointer.arguments), self._form.result
        slot.bad, slot.kept = self._form.bad, id(self._kept)
        slot.function, slot.finish = id(callback.function), id(self._held[0])

    def finish(self, result: Any, error: BaseException | None, block: int) -> Any:
        """What compiled code leaves to Python: the pointer's result, however the call ends."""
        callback, slot, form = self._callback, self._slot, self._form.arguments
        try:
            arguments = form.unpack(ctypes.string_at(block, form.size))
            if result is NOT_CALLED:
                if raised.is_barred and callback.explain is not None:
                    return callback.pointer.bad
                if slot.depth == 1:
                    self.arrange(*arguments)
                return callback.run(*arguments)
            if error is None:
                return callback.take(result, *arguments)
            if callback.repeats(error):
                return callback.run_again(*arguments)
            return callback.note(error)
        except BaseException as failure:
            return callback.note(failure)
        finally:
            if callback.changed:
                slot.direct, callback.changed = 0, False

    def arrange(self, *arguments: Any) -> None:
        """Let compiled code call the function from the next call on, for arguments like these."""
        slot, passing = self._slot, self._callback.passing(*arguments)
        slot.direct = 0
        if len(passing.parts) > MOST:
            return
        del self._held[1:]
        for k, (kind, start, length, value) in enumerate(passing.parts):
            slot.part[k], slot.part_start[k], slot.part_length[k] = kind, start, length
            slot.objects[1 + k] = slot.last[k] = 0
            self._kept[k] = None
            if kind == FIXED:
                self._kept[k] = value
                slot.objects[1 + k] = id(value)
            elif kind == MADE:
                self._held.append(value)
                slot.last[k] = id(value)
            elif kind == VECTOR:
                memory = np.zeros(length, i8)
                self._held.append(memory)
                slot.last[k] = memory.ctypes.data
        slot.count, slot.result, slot.start = len(passing.parts), passing.result, passing.start
        slot.rows, slot.columns = (*passing.shape, 1, 1)[:2]
        slot.watched = passing.watched
        slot.expected = arguments[passing.watched] if passing.watched >= 0 else 0
        slot.direct = 1

    def release(self) -> None:
        """Free the function, as soon as no call of it is running."""
        with _lock:
            _leaving.append(self)
            _free_released()

    def bar(self) -> None:
        """Let the next call ask whether functions are called."""
        self._slot.direct = 0

    @property
    def counters(self) -> tuple[Any, ...]:
        """What counts the calls of the function: those of compiled code, and those of Python."""
        return self._slot, self._callback

    def is_running(self) -> bool:
        """Whether a call of the function has not ended."""
        return bool(self._slot.depth)

    def leave(self) -> None:
        """Free the function, and make its slot available."""
        slot = self._slot
        slot.direct, slot.function, slot.finish = 0, 0, id(_refuse)
        _free[self._pointer].append((self.address, slot))
        self._callback = None
        self._kept.clear()
        self._held.clear()


def _take(pointer: Pointer) -> tuple[int, Slot]:
    """An address that nobody uses, and its slot."""
    with _lock:
        _free_released()
        free = _free.setdefault(pointer, [])
        if not free:
            free += _load(pointer)
        return free.pop()


def _free_released() -> None:
    """Free released functions that are not running."""
    finished = [thunk for thunk in _leaving if not thunk.is_running()]
    _leaving[:] = [thunk for thunk in _leaving if thunk not in finished]
    for thunk in finished:
        thunk.leave()


def _refuse(result: Any, error: BaseException | None, block: int) -> None:
    """The Python function of slots that nobody uses."""
    raised.append(RuntimeError("compiled code has called a Python function that was released"))


# ------------------------------------------------------------------------------- machine code


def _load(pointer: Pointer) -> list[tuple[int, Slot]]:
    """Addresses and slots of a new block."""
    api = python_api.table()
    assert api is not None
    slots, place = (Slot * BLOCK)(), api.ctypes.data
    for slot in slots:
        slot.api, slot.finish = place, id(_refuse)
    table = view(address_of_llvm(_text(pointer)), (2 + BLOCK,), i8)
    table[:2] = _code(), ctypes.addressof(slots)
    _blocks.append(slots)
    return list(zip(table[2:].tolist(), slots, strict=True))


def _text(pointer: Pointer) -> str:
    """LLVM code of a block: a table of `call_python`, slots and thunks, and the thunks.

    A thunk passes its number to `call`, which puts the arguments into memory.
    """
    result, width = _TYPES[pointer.result], len(pointer.arguments)
    got, value = ("", "void") if result == "void" else ("%result = ", f"{result} %result")
    arguments = [f"{_TYPES[code]} %a{k}" for k, code in enumerate(pointer.arguments)]
    passed, room = ", ".join(arguments), max(width, 1) + SCRATCH
    thunks = ", ".join(f"i64 ptrtoint (ptr @thunk{k} to i64)" for k in range(BLOCK))
    lines = [
        f"@{SYMBOL} = global [{2 + BLOCK} x i64] [i64 0, i64 0, {thunks}]",
        f"define internal {result} @call({', '.join(['i64 %number', *arguments])}) noinline {{",
        f"  %block = alloca [{room} x i64], align 16",
    ]
    for k, argument in enumerate(arguments):
        lines += [
            f"  %place{k} = getelementptr i64, ptr %block, i64 {k}",
            f"  store {argument}, ptr %place{k}",
        ]
    lines += [
        f"  %code = load ptr, ptr @{SYMBOL}",
        f"  %slots = load i64, ptr getelementptr (i64, ptr @{SYMBOL}, i64 1)",
        f"  %offset = mul i64 %number, {SLOT.itemsize}",
        "  %slot = add i64 %slots, %offset",
        "  %address = ptrtoint ptr %block to i64",
        "  %status = call i64 %code(i64 %slot, i64 %address)",
    ]
    if value != "void":
        lines += [f"  %result = load {result}, ptr %block"]
    lines += [f"  ret {value}", "}"]
    for k in range(BLOCK):
        lines += [
            f"define internal {result} @thunk{k}({passed}) {{",
            f"  {got}tail call {result} @call({', '.join([f'i64 {k}', *arguments])})",
            f"  ret {value}",
            "}",
        ]
    return "\n".join(lines) + "\n"
