"""Loads: forces and moments on markers, functions of time.

residual(table, ..., t, work_out, marker_force_out)   adds the load to its marker
jacobian(table, ..., stiffness_out)                   of loads that turn with their marker: dF/dz
                                                      (`core/blocks.py`, with one end)
output(table, row, variable, t, work_out, value_out)  the load vector itself
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import numpy as np

from linkwork.core.declare.function_kinds import UserFunction
from linkwork.core.declare.item import Item, parameter
from linkwork.core.declare.parameters import Index
from linkwork.core.kernels.pointer import Pointer
from linkwork.core.records import f8, i8
from linkwork.core.status import USER_FUNCTION, fail

load_function = Pointer("q", "qdq")
"""UF(address of work, t, loadNumber): work holds loadVector, then the result."""

LOAD_FUNCTION = UserFunction(("mbs", "t", "loadVector"), load_function, vectors=1)


class Load(Item):
    """Base of all loads."""

    family = "load"
    marker_types: ClassVar[tuple[str, ...]] = ("Position",)
    """What its marker must provide: one of these."""
    loses_energy = False
    extra_columns: ClassVar[tuple[tuple[Any, ...], ...]] = (("m0", i8),)
    own = {"work": (f8, (9,))}

    constant_without_function: ClassVar[bool] = False
    """Whether time acts through its user function alone: without one it is evaluated once."""

    magnitude: ClassVar[str] = ""
    """Column that the load is proportional to: the load factor of statics scales it where there is
    no user function. Empty: the load has a time of its own, and is not scaled."""

    markerNumber: int = parameter(
        -1, Index("marker"), symbol="m", doc="marker the load acts on", structural=True
    )

    def coordinate_units(self, items: Mapping[str, Sequence[Any]]) -> list[str]:
        return list(items["marker"][self.markerNumber].coordinate_units(items))

    @classmethod
    def wire(cls, table: Any, model: Any) -> None:
        table.rows["m0"] = [model.items["load"][number].markerNumber for number in table.numbers]

    @classmethod
    def end_markers(cls, table: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        lines = np.arange(len(table.rows))
        return lines, np.zeros_like(lines), np.asarray(table.rows["m0"])

    @classmethod
    def is_constant(cls, rows: np.ndarray) -> bool:
        """Whether all loads of a table stay as they are."""
        functions = [p.symbol for p in cls.function_parameters()]
        return cls.constant_without_function and not any(rows[name].any() for name in functions)


def evaluate(e, t, i, work_out):
    """Load vector of a row at time t, into work[3:6]."""
    for r in range(3):
        work_out[i, r] = work_out[i, 3 + r] = e.b[r]
    if e.UF != 0 and load_function(e.UF, work_out[i].ctypes.data, t, e.number) != 0:
        return fail(USER_FUNCTION, e.number)
    return 0


def write_follower(i, x, row, stiffness_out):
    """dF/dz of a vector x that turns with its marker: -x~ by the rotation, from that row on."""
    for r in range(6):
        for c in range(6):
            stiffness_out[i, r, c] = 0.0
    stiffness_out[i, row, 4], stiffness_out[i, row, 5] = x[2], -x[1]
    stiffness_out[i, row + 1, 3], stiffness_out[i, row + 1, 5] = -x[2], x[0]
    stiffness_out[i, row + 2, 3], stiffness_out[i, row + 2, 4] = x[1], -x[0]


def output(table, row, variable, t, work_out, value_out):
    status = evaluate(table[row], t, row, work_out)
    for r in range(3):
        value_out[r] = work_out[row, 3 + r]
    return status
