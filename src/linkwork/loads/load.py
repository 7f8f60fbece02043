"""Loads: forces and moments on markers, functions of time.

residual(table, ..., t, work_out, marker_force_out)   adds the load to its marker
jacobian(table, ..., stiffness_out)                   dF/dz of loads that turn with their marker
                                                      (`core/blocks.py`, with one end)
output(table, row, variable, t, work_out, value_out)  the load vector itself
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

import numpy as np

from linkwork.core.declare.function_kinds import UserFunction
from linkwork.core.declare.item import Item, parameter
from linkwork.core.declare.parameters import Index
from linkwork.core.kernels.pointer import Pointer
from linkwork.core.records import f8, i8
from linkwork.core.status import USER_FUNCTION, fail
from linkwork.math.vec3 import turned

load_function = Pointer("q", "qdq")
"""UF(address of work, t, loadNumber): work holds loadVector, then the result."""

LOAD_FUNCTION = UserFunction(("mbs", "t", "loadVector"), load_function, shapes=((3,),))


class Load(Item):
    """Base of all loads."""

    family = "load"
    marker_types: ClassVar[tuple[str, ...]] = ("Position",)
    """Its marker must provide one of these."""
    loses_energy = False
    extra_columns: ClassVar[tuple[tuple[Any, ...], ...]] = (("m0", i8),)
    own = {"work": (f8, (9,))}

    constant_without_function: ClassVar[bool] = False
    """Whether only its user function depends on time: without one it is evaluated once."""

    magnitude: ClassVar[str] = ""
    """Column that the load is proportional to: the load factor of statics scales it if there is no
    user function. Empty: the load depends on time explicitly and is not scaled."""

    markerNumber: int = parameter(
        -1, Index("marker"), symbol="m", doc="marker the load acts on", structural=True
    )

    def coordinate_units(self, items: Mapping[str, Sequence[Any]]) -> list[str]:
        return list(items["marker"][self.markerNumber].coordinate_units(items))

    @classmethod
    def wire(cls, table: Any, model: Any) -> None:
        table.rows["m0"] = table.column("markerNumber")

    @classmethod
    def end_markers(cls, table: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        lines = np.arange(len(table.rows))
        return lines, np.zeros_like(lines), np.asarray(table.rows["m0"])

    @classmethod
    def is_constant(cls, rows: np.ndarray) -> bool:
        """Whether all loads of a table are constant."""
        functions = [p.symbol for p in cls.function_parameters()]
        return cls.constant_without_function and not any(rows[name].any() for name in functions)


def evaluate(e, t, i, work_out):
    """Load vector of a row at time t, into work[3:6]."""
    for r in range(3):
        work_out[i, r] = work_out[i, 3 + r] = e.b[r]
    if e.UF != 0 and load_function(e.UF, work_out[i].ctypes.data, t, e.number) != 0:
        return fail(USER_FUNCTION, e.number)
    return 0


def acting(e, i, rotations, work):
    """The result of `evaluate`, turned with the marker if the load is fixed to the body."""
    x = work[i, 3], work[i, 4], work[i, 5]
    return turned(rotations[e.m0].R, x) if e.body_fixed != 0 else x


def follower_jacobian(row: int) -> Callable[..., Any]:
    """Kernel `jacobian` of loads that turn with their marker; row -- 0 of forces, 3 of torques."""

    def jacobian(table, rotations, t, work_out, stiffness_out):
        """dF/dz of a vector x that turns with its marker: -x~ with respect to the rotation."""
        for i in range(table.size):
            e = table[i]
            for r in range(6):
                for c in range(6):
                    stiffness_out[i, r, c] = 0.0
            if e.body_fixed == 0:
                continue
            status = evaluate(e, t, i, work_out)
            if status != 0:
                return status
            x = acting(e, i, rotations, work_out)
            stiffness_out[i, row, 4], stiffness_out[i, row, 5] = x[2], -x[1]
            stiffness_out[i, row + 1, 3], stiffness_out[i, row + 1, 5] = -x[2], x[0]
            stiffness_out[i, row + 2, 3], stiffness_out[i, row + 2, 4] = x[1], -x[0]
        return 0

    return jacobian


def output(table, row, variable, t, work_out, value_out):
    status = evaluate(table[row], t, row, work_out)
    for r in range(3):
        value_out[r] = work_out[row, 3 + r]
    return status
