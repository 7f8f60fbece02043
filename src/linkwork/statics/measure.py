"""Sizes of forces and residuals of a state of statics, in compiled code."""

from __future__ import annotations

import ctypes
import math
from collections.abc import Callable
from typing import Any

import numpy as np

from linkwork.core.kernels.compile import address_of
from linkwork.core.kernels.pointer import call_kernel, view
from linkwork.core.records import CALL, f8, i8, record
from linkwork.core.status import OK
from linkwork.integrators.evaluate import evaluate_forces
from linkwork.model.data import Data, Memory, entry_of, fill_calls

FLOAT = np.dtype(f8)

MEASURE = record(("largest", f8), ("loads", f8), ("turns", i8), ("rates", i8))
"""Largest residual, sum of squares of the forces that act; whether moments act, and whether rates
of first-order coordinates are residuals."""

POOLS = dict(measured=MEASURE)
"""Memory of `measure`, its type."""


class KernelCall:
    """A kernel with memory of its own, called from Python and not by a list of the frame.

    memory -- its pools; the first one has a single record
    numbers -- the fields of that record as plain Python numbers: those of NumPy's are slow
    """

    def __init__(self, kernel: Callable[..., Any], memory: Memory, data: Data) -> None:
        self.memory, self._address = memory, data.address
        first = next(iter(memory.values()))
        self.numbers: Any = _plain(first.dtype).from_buffer(first.view(np.uint8).data)
        self._call = np.zeros(1, CALL)
        fill_calls(self._call, [memory])
        self._code, self._place = address_of(entry_of(kernel, memory)), self._call.ctypes.data

    def __call__(self) -> int:
        """Run the kernel; returns its status."""
        return int(call_kernel(self._code, self._place, self._address))


def _plain(kind: np.dtype) -> Any:
    """A ctypes structure with the fields of a record of floats and integers of 8 bytes."""
    types = {"f": ctypes.c_double, "i": ctypes.c_int64}
    fields = [(name, types[field[0].kind]) for name, field in (kind.fields or {}).items()]
    return type("Numbers", (ctypes.Structure,), {"_fields_": fields})


def squares(array):
    """Sum of squares."""
    total = 0.0
    for i in range(array.size):
        total += array[i] * array[i]
    return total


def largest(array):
    """Largest absolute value; infinity if a value is not finite."""
    found = 0.0
    for i in range(array.size):
        if not abs(array[i]) <= found:
            found = abs(array[i])
            if not found < math.inf:
                return math.inf
    return found


def loads(frame, turns, marker_force):
    """Sum of squares of the forces and moments that act."""
    total = frame.direct_load
    for i in range(marker_force.shape[0]):
        for r in range(3):
            total += marker_force[i, r] * marker_force[i, r]
    if turns != 0:
        moments = view(frame.marker_moment, (frame.n_marker_moment, 3), FLOAT)
        for i in range(moments.shape[0]):
            for r in range(3):
                total += moments[i, r] * moments[i, r]
    return total


def measure(frame, system, measured):
    """Evaluate the forces of the present state, and their sizes; returns a status."""
    status = evaluate_forces(frame, system)
    if status != OK:
        return status
    found = measured[0]
    found.largest = max(largest(system.residual), largest(system.constraint))
    if found.rates != 0:
        found.largest = max(found.largest, largest(system.rates))
    found.loads = loads(frame, found.turns, system.marker_force)
    return OK
