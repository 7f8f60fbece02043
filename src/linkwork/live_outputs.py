"""Outputs of the present state while a system is being solved, by the compiled kernels.

User functions that are called back ask for outputs in every evaluation. The kernels that serve
sensors answer in 8 us; run as plain Python they take 35 to 40. They work on
a copy of the frame, whose row of sensor values is a memory of its own.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any

import numpy as np

from linkwork.core.compile import address_of
from linkwork.core.pointer import call_kernel
from linkwork.core.records import CALL, FRAME
from linkwork.data import Data, entry_of, fill_call
from linkwork.model import Model
from linkwork.table import Table

Prepared = tuple[Callable[[int, int], int], int]
"""A compiled kernel and the address of its call record."""


class LiveOutputs:
    """Compiled output kernels of one assembled system."""

    def __init__(self, model: Model, data: Data) -> None:
        self._source = data.address
        self._frame = np.zeros(1, FRAME)
        self._address = self._frame.ctypes.data
        self._requests, self._locals = np.zeros((1, 3), np.int64), np.zeros((1, 3))
        self._values = np.zeros(9)
        self._kept: list[np.ndarray] = []
        self._outputs: dict[int, Prepared] = {}
        self._motion: list[Prepared] = []  # made when somebody asks
        self._model, self._data = model, data
        self._is_reading = False
        self._inside: LiveOutputs | None = None
        # attributes of records are slow: the three fields that differ are written in place
        self._sensed, self._n_sensed, self._sensor_rows = (
            ctypes.c_int64.from_buffer(self._frame.data, FRAME.fields[name][1])  # type: ignore[index]
            for name in ("sensed", "n_sensed", "sensor_rows")
        )

    def _prepared(self, kernel: Callable[..., Any], over: Any) -> Prepared:
        """(code, address of the call record) of a kernel over a table."""
        call = np.zeros(1, CALL)
        fill_call(call[0], over)
        call["requests"], call["locals"] = self._requests.ctypes.data, self._locals.ctypes.data
        call["n_requests"] = 1
        self._kept.append(call)
        code = call_kernel.ctype(address_of(entry_of(kernel, over)))
        return code, call.ctypes.data

    def read(
        self, table: Table, row: int, variable: int, local: Any, size: int
    ) -> tuple[int, np.ndarray]:
        """(status, values) of an output.

        A user function that an output calls may ask for other ones, which have their own memory.
        """
        if self._is_reading:
            if self._inside is None:
                self._inside = LiveOutputs(self._model, self._data)
            return self._inside.read(table, row, variable, local, size)
        if not self._outputs:
            parts = self._model.markers.motion_parts()
            self._motion = [self._prepared(kernel, rows) for kernel, rows in parts]
        if id(table) not in self._outputs:
            self._outputs[id(table)] = self._prepared(table.kind.kernels["output"], table)
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
            for code, call in (*self._motion, self._outputs[id(table)]):
                status = int(code(call, frame))
                if status != 0:
                    break
        finally:
            self._is_reading = False
        return status, values.copy()
