"""LoadCoordinate: a force on a single coordinate, or a rate of a first-order coordinate.

    f_q = f,  or  f_q = UF(mbs, t, f)  with loadUserFunction UF

The force acts along its coordinate: its power is f_q q_t. On an angle it is a torque [N m]; on the
marker of a first-order coordinate, f_q is added to the rate of the coordinate.
"""

from __future__ import annotations

from typing import Any

from linkwork.core.declare.function_kinds import UserFunction
from linkwork.core.declare.item import ALWAYS, Output, Visualization, define, parameter
from linkwork.core.declare.parameters import Real
from linkwork.core.enums import OutputVariableType as Variable
from linkwork.core.kernels.pointer import Pointer
from linkwork.core.status import USER_FUNCTION, fail
from linkwork.loads.load import Load

__all__ = ["LoadCoordinate", "VLoadCoordinate"]

scalar_load = Pointer("d", "dd")
"""UF(t, load) through its address; NaN when it failed."""


class VLoadCoordinate(Visualization):
    """Drawing of a LoadCoordinate."""


class LoadCoordinate(Load):
    """A force on a coordinate marker."""

    type_name = "Coordinate"
    linear_when = ALWAYS
    marker_types = ("Coordinate", "ODE1Coordinate")
    V = VLoadCoordinate
    own = {}
    constant_without_function = True
    magnitude = "f"
    outputs = {Variable.Force: Output("f_q", "N", 0, "force on the coordinate")}

    load: float = parameter(0.0, Real, symbol="f", unit="N", doc="force on the coordinate")
    loadUserFunction: Any = parameter(
        0, UserFunction(("mbs", "t", "load"), scalar_load), symbol="UF", unit="N",
        doc="function of time that returns the force",
    )  # fmt: skip


def _law(e, t):
    return e.f if e.UF == 0 else scalar_load(e.UF, t, e.f)


def residual(table, t, marker_force_out):
    for i in range(table.size):
        e = table[i]
        f_q = _law(e, t)
        if f_q != f_q:
            return fail(USER_FUNCTION, e.number)
        marker_force_out[e.m0, 0] += f_q
    return 0


def output(table, row, variable, t, value_out):
    value_out[0] = _law(table[row], t)


def potential(table, markers, energy_out):
    """Energy -f q of each constant force [J]; zero at displacement 0."""
    for i in range(table.size):
        e = table[i]
        energy_out[i] = -e.f * markers[e.m0].p[0]


define(LoadCoordinate, residual, potential, output)
