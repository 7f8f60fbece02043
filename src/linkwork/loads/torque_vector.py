"""Torque: a torque vector on a frame.

    tau = b,  or  tau = UF(mbs, t, b)  with loadVectorUserFunction UF

Bodies turn about z alone, so only the z component does work. bodyFixed turns the vector with the
marker, which changes nothing about z.
"""

from __future__ import annotations

from typing import Any

from linkwork.core.declare import ALWAYS, Output, Visualization, define, parameter
from linkwork.core.enums import OutputVariableType as Variable
from linkwork.core.parameters import Array, Flag
from linkwork.loads.load import LOAD_FUNCTION, Load, evaluate, output

__all__ = ["LoadTorqueVector", "Torque", "VLoadTorqueVector", "VTorque"]


class VLoadTorqueVector(Visualization):
    """Drawing of a Torque."""


class LoadTorqueVector(Load):
    """A torque on a marker with an orientation."""

    type_name = "TorqueVector"
    linear_when = ALWAYS
    short_name = "Torque"
    marker_types = ("Orientation",)
    V = VLoadTorqueVector
    magnitude = "b"
    outputs = {Variable.Torque: Output("tau", "N m", 3, "torque on the marker")}

    loadVector: Any = parameter([0.0] * 3, Array((3,)), symbol="b", unit="N m", doc="torque vector")
    bodyFixed: bool = parameter(
        False, Flag(), symbol="body_fixed", doc="whether the vector turns with the marker"
    )
    loadVectorUserFunction: Any = parameter(
        0, LOAD_FUNCTION, symbol="UF", unit="N m",
        doc="function of time that returns the torque vector",
    )  # fmt: skip


def residual(table, t, work_out, marker_torque_out):
    for i in range(table.size):
        e = table[i]
        status = evaluate(e, t, i, work_out)
        if status != 0:
            return status
        marker_torque_out[e.m0] += work_out[i, 5]
    return 0


def potential(table, turns, energy_out):
    """Energy -tau phi of each constant torque [J]; zero at angle 0."""
    for i in range(table.size):
        e = table[i]
        energy_out[i] = -e.b[2] * turns[e.m0].angle


define(LoadTorqueVector, residual, potential, output)
Torque, VTorque = LoadTorqueVector, VLoadTorqueVector
