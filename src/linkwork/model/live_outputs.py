"""Reading outputs of items: all callers of the kernels `output`.

| caller | way |
|---|---|
| sensors, in every recorded row | calls of the frame (`results/looks.py`), prepared by `ask` |
| user functions that are called back, during a run | `LiveOutputs`: compiled, 8 us an output |
| users, for any configuration | `read_in_python`: 35 to 40 us, and nothing is compiled |

LiveOutputs work on a copy of the frame, whose row of sensor values is separate memory.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any

import numpy as np

from linkwork.core.kernels.compile import address_of
from linkwork.core.kernels.pointer import call_kernel
from linkwork.core.overflows import overflows_unnoticed
from linkwork.core.records import CALL, FRAME
from linkwork.model.data import Data, entry_of, fill_call
from linkwork.model.model import Model
from linkwork.model.table import Table

Prepared = tuple[Callable[[int, int], int], int]
"""A compiled kernel and the address of its call record."""


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


class LiveOutputs:
    """Compiled output kernels of one assembled system."""

    def __init__(self, model: Model, data: Data) -> None:
        self._source = data.address
        self._frame = np.zeros(1, FRAME)
        self._address = self._frame.ctypes.data
        self._requests, self._locals = np.zeros((1, 3), np.int64), np.zeros((1, 3))
        self._values = np.zeros(9)
        self._kept: list[np.ndarray] = []
        self._outputs: dict[int, list[Prepared]] = {}
        self._motion: list[Prepared] = []  # made on first use
        self._model, self._data = model, data
        self._is_reading = False
        self._inside: LiveOutputs | None = None
        # attributes of records are slow: the three fields that differ are written in place
        words = self._frame.view(np.int64).data  # records take long to describe their fields
        self._sensed, self._n_sensed, self._sensor_rows = (
            ctypes.c_int64.from_buffer(words, FRAME.fields[name][1])  # type: ignore[index]
            for name in ("sensed", "n_sensed", "sensor_rows")
        )

    def _prepared(self, kernel: Callable[..., Any], over: Any) -> Prepared:
        """(code, address of the call record) of a kernel over a table."""
        call = np.zeros(1, CALL)
        fill_call(call[0], over)
        ask(call[0], self._requests, self._locals)
        self._kept.append(call)
        code = call_kernel.ctype(address_of(entry_of(kernel, over)))
        return code, call.ctypes.data

    def read(
        self, table: Table, row: int, variable: int, local: Any, size: int
    ) -> tuple[int, np.ndarray]:
        """(status, values) of an output.

        A user function that an output calls may read other outputs, which have separate memory.
        """
        if self._is_reading:
            if self._inside is None:
                self._inside = LiveOutputs(self._model, self._data)
            return self._inside.read(table, row, variable, local, size)
        if not self._outputs:
            parts = self._model.markers.motion_parts()
            self._motion = [self._prepared(kernel, rows) for kernel, rows in parts]
        if id(table) not in self._outputs:
            kernel = table.kind.kernels["output"]
            further = self._model.markers.parts_for([kernel])[len(self._motion) :]
            self._outputs[id(table)] = [
                *(self._prepared(*part) for part in further),
                self._prepared(kernel, table),
            ]
        if size > len(self._values):
            self._values = np.zeros(size)
        values, frame = self._values, self._address
        values.fill(0.0)
        ctypes.memmove(frame, self._source, FRAME.itemsize)
        self._sensed.value, self._n_sensed.value = values.ctypes.data, len(values)
        self._sensor_rows.value = 0
        self._requests[0] = row, variable, 0
        self._locals[0] = local
        self._is_reading = True
        try:
            for code, call in (*self._motion, *self._outputs[id(table)]):
                status = int(code(call, frame))
                if status != 0:
                    break
        finally:
            self._is_reading = False
        return status, values.copy()
