"""Outputs of the present state while a system is being solved, by the compiled kernels.

User functions that are called back ask for outputs in every evaluation. The kernels that serve
sensors answer in a few microseconds; run as plain Python they take ten times as long. They work on
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
from linkwork.model import Model, Table


class LiveOutputs:
    """Compiled output kernels of one assembled system."""

    def __init__(self, model: Model, data: Data) -> None:
        self._data = data
        self._frame = np.zeros(1, FRAME)
        self._address = self._frame.ctypes.data
        self._requests, self._locals = np.zeros((1, 3), np.int64), np.zeros((1, 3))
        self._calls: dict[int, tuple[int, np.ndarray]] = {}
        self._motion = [self._prepared(kernel, rows) for kernel, rows in model.motion_parts()]

    def _prepared(self, kernel: Callable[..., Any], over: Any) -> tuple[int, np.ndarray]:
        """(code, call record) of a kernel over a table."""
        call = np.zeros(1, CALL)
        fill_call(call[0], over)
        call["requests"], call["locals"] = self._requests.ctypes.data, self._locals.ctypes.data
        call["n_requests"] = 1
        return address_of(entry_of(kernel, over)), call

    def read(
        self, table: Table, row: int, variable: int, local: Any, size: int
    ) -> tuple[int, np.ndarray]:
        """(status, values) of an output."""
        if id(table) not in self._calls:
            self._calls[id(table)] = self._prepared(table.kind.kernels["output"], table)
        values = np.zeros(max(9, size))
        ctypes.memmove(self._address, self._data.address, FRAME.itemsize)
        frame = self._frame[0]
        frame["sensed"], frame["n_sensed"], frame["sensor_rows"] = (
            values.ctypes.data,
            len(values),
            0,
        )
        self._requests[0] = row, variable, 0
        self._locals[0] = local
        for code, call in (*self._motion, self._calls[id(table)]):
            status = call_kernel(code, call.ctypes.data, self._address)
            if status != 0:
                return int(status), values
        return 0, values
