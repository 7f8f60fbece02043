"""Reading outputs of items: all callers of the kernels `output`.

| caller | way |
|---|---|
| sensors, in every recorded row | calls of the frame (`results/looks.py`), prepared by `ask` |
| everybody, for the current state | `Reading`: compiled, less than 1 us an output |
| users, for any configuration | `read_in_python`: 35 to 40 us, and nothing is compiled |

A Reading moves only the markers that its item reads. It works on a copy of the frame, whose row of
sensor values is separate memory. Outside of runs, the first readings of a kind are done in Python,
so that a script that reads a few results compiles nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from linkwork.core.kernels.calls import run_calls
from linkwork.core.kernels.compile import address_of, is_at_hand
from linkwork.core.kernels.pointer import keeping_lock, view
from linkwork.core.overflows import overflows_unnoticed
from linkwork.core.records import CALL, FRAME, i8
from linkwork.core.status import NOT_FINITE, fail
from linkwork.model.data import Data, Part, entry_of, fill_calls
from linkwork.model.model import Model
from linkwork.model.table import Table

WORDS = FRAME.itemsize // 8
SENSED, N_SENSED, SENSOR_ROWS = (
    FRAME.fields[name][1] // 8  # type: ignore[index]
    for name in ("sensed", "n_sensed", "sensor_rows")
)
"""Places of these fields in the words of a frame."""

INT = np.dtype(i8)

FEW, MANY = 3, 300
"""Readings of a kind that are done in Python before its kernels are loaded, and compiled."""


def ask(call: Any, rows: Any, local: Any) -> tuple[np.ndarray, np.ndarray]:
    """Let the call of an output kernel write several outputs; returns arrays that must stay alive.

    rows -- (row of the table, output variable, place of the values) of each
    local -- local position of each
    """
    requests, places = np.asarray(rows, np.int64), np.asarray(local, float)
    call["requests"], call["locals"] = requests.ctypes.data, places.ctypes.data
    call["n_requests"] = len(requests)
    return requests, places


def read_in_python(
    model: Model, data: Data, key: tuple[str, int], variable: int, local: Any, size: int,
    configuration: dict[str, np.ndarray],
) -> tuple[int, np.ndarray]:  # fmt: skip
    """(status, values) of an output in any state.

    key -- family and number of the item; configuration -- the arrays of the state
    """
    table, row = model.place[key]
    state: dict[str, Any] = dict(configuration)
    state["poses"] = data.poses_at(state["q"])
    with overflows_unnoticed():
        state |= model.markers.states(table, row, state)
    values = np.zeros(max(9, size))
    is_bound = model.functions.are_bound(*key)
    if not is_bound:
        model.functions.bind(*key)
    try:
        status = data.in_python(
            table.kind.kernels["output"], table,
            row=row, variable=variable, local=np.asarray(local, float), value_out=values,
            frozen=0, branches_held=0, **state,
        )  # fmt: skip
    finally:
        if not is_bound:
            model.functions.release(*key)
    return status or 0, values


def read_output(frame_address, calls, copy_out, values_out):
    """Run the calls of an output over a copy of the frame; values that are not finite are told."""
    frame = view(frame_address, (WORDS,), INT)
    for i in range(WORDS):
        copy_out[i] = frame[i]
    copy_out[SENSED] = values_out.ctypes.data
    copy_out[N_SENSED] = values_out.size
    copy_out[SENSOR_ROWS] = 0
    for i in range(values_out.size):
        values_out[i] = 0.0
    status = run_calls(calls.ctypes.data, calls.size, copy_out.ctypes.data)
    if status != 0:
        return status
    wrong = 0.0
    for i in range(values_out.size):
        wrong += values_out[i] - values_out[i]
    return fail(NOT_FINITE, 0) if wrong != 0.0 else 0


class Reading:
    """An output of one item at the current state, prepared to be read often.

    code(call, frame) evaluates it and returns a status. The values are in `head`; they are
    overwritten the next time.
    local -- the position in the axes of a body at which the output is evaluated [m]
    """

    __slots__ = ("_kept", "call", "code", "frame", "head", "local")

    def __init__(
        self, parts: list[Part], size: int, request: tuple[int, int], copy: np.ndarray, frame: int
    ) -> None:
        """parts -- kernels of the markers, then that of the output; request -- row, variable"""
        values, calls = np.zeros(max(9, size)), np.zeros(len(parts), CALL)
        self.head, self.local, self.frame = values[:size], np.zeros((1, 3)), frame
        fill_calls(calls, [over for _, over in parts])
        calls["code"] = [address_of(entry_of(kernel, over)) for kernel, over in parts]
        requests = ask(calls[-1], [(*request, 0)], self.local)
        memory = {"calls": calls, "copy": copy, "values": values}
        call = np.zeros(1, CALL)
        fill_calls(call, [memory])
        self.code = keeping_lock(address_of(entry_of(read_output, memory)))
        self.call = call.ctypes.data
        self._kept = parts, requests, memory, call  # the calls hold their addresses


_counts: dict[Callable[..., Any], int] = {}
"""How often each kernel may still be run in Python before it is loaded or compiled."""

_judged: set[Callable[..., Any]] = set()
"""Kernels of which it is known whether they must be compiled."""


class LiveOutputs:
    """Compiled outputs of one assembled system, at its current state."""

    def __init__(self, model: Model, data: Data) -> None:
        self._model, self._data = model, data
        self._copy = np.zeros(WORDS, np.int64)

    def reading(self, table: Table, row: int, variable: int, size: int, calls: bool) -> Reading:
        """An output of the item in a row of a table.

        calls -- it may call user functions, which may read other outputs: it needs a frame of its
        own
        """
        kernel = table.kind.kernels["output"]
        parts = [*self._model.markers.parts_of(table, row, kernel), (kernel, table)]
        copy = np.zeros(WORDS, np.int64) if calls else self._copy
        return Reading(parts, size, (row, variable), copy, self._data.address)

    @staticmethod
    def is_worth_it(table: Table) -> bool:
        """Whether a kind has been read often enough in Python to load its kernels."""
        kernel = table.kind.kernels["output"]
        left = _counts.get(kernel, FEW) - 1
        if left == 0 and kernel not in _judged:
            _judged.add(kernel)
            left = 0 if is_at_hand(entry_of(kernel, table)) else MANY
        _counts[kernel] = left
        return left < 0
