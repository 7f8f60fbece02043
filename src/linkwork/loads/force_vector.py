"""Force: a force vector on a position marker.

    f = b,  or  f = UF(mbs, t, b)  with loadVectorUserFunction UF

bodyFixed turns the vector with the marker; point markers do not turn.
"""

from __future__ import annotations

from typing import Any

from linkwork.core.declare import ALWAYS, Output, Visualization, define, parameter
from linkwork.core.enums import OutputVariableType as Variable
from linkwork.core.parameters import Array, Flag
from linkwork.loads.load import LOAD_FUNCTION, Load, evaluate, output

__all__ = ["Force", "LoadForceVector", "VForce", "VLoadForceVector"]


class VLoadForceVector(Visualization):
    """Drawing of a Force."""


class LoadForceVector(Load):
    """A force on a position marker."""

    type_name = "ForceVector"
    linear_when = ALWAYS
    short_name = "Force"
    V = VLoadForceVector
    constant_without_function = True
    outputs = {Variable.Force: Output("f", "N", 3, "force on the marker")}

    loadVector: Any = parameter([0.0] * 3, Array((3,)), symbol="b", unit="N", doc="force vector")
    bodyFixed: bool = parameter(
        False, Flag(), symbol="body_fixed", doc="whether the vector turns with the marker"
    )
    loadVectorUserFunction: Any = parameter(
        0, LOAD_FUNCTION, symbol="UF", unit="N",
        doc="function of time that returns the force vector",
    )  # fmt: skip


def residual(table, t, work_out, marker_force_out):
    for i in range(table.size):
        e = table[i]
        status = evaluate(e, t, i, work_out)
        if status != 0:
            return status
        for r in range(3):
            marker_force_out[e.m0, r] += work_out[i, 3 + r]
    return 0


define(LoadForceVector, residual, output)
Force, VForce = LoadForceVector, VLoadForceVector
