"""Loads: forces on markers that depend on nothing but time.

residual(table, ..., t, work_out, marker_force_out)   adds the load to its marker
output(table, row, variable, t, work_out, value_out)  the load vector itself
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import numpy as np

from linkwork.core.declare import Item, parameter
from linkwork.core.function_kinds import UserFunction
from linkwork.core.parameters import Index
from linkwork.core.pointer import Pointer
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


def output(table, row, variable, t, work_out, value_out):
    status = evaluate(table[row], t, row, work_out)
    for r in range(3):
        value_out[r] = work_out[row, 3 + r]
    return status
