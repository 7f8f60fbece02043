"""Gravity: an acceleration field on the mass of a body.

f = m b,  or  f = m UF(mbs, t, b)  with loadVectorUserFunction UF;  m is the body's mass
"""

from __future__ import annotations

from typing import Any

from linkwork.core.declare.item import ALWAYS, Output, Visualization, define, parameter
from linkwork.core.declare.parameters import Array
from linkwork.core.enums import OutputVariableType as Variable
from linkwork.loads.load import LOAD_FUNCTION, Load, evaluate, output
from linkwork.math.vec3 import dot

__all__ = ["Gravity", "LoadMassProportional", "VGravity", "VLoadMassProportional"]


class VLoadMassProportional(Visualization):
    """Drawing of a Gravity load."""


class LoadMassProportional(Load):
    """A uniform acceleration field on one body."""

    type_name = "MassProportional"
    linear_when = ALWAYS
    short_name = "Gravity"
    marker_types = ("BodyMass",)
    V = VLoadMassProportional
    constant_without_function = True
    magnitude = "b"
    outputs = {Variable.Acceleration: Output("b", "m/s^2", 3, "acceleration of the field")}

    loadVector: Any = parameter(
        [0.0] * 3, Array((3,)), symbol="b", unit="m/s^2", doc="acceleration of the field"
    )
    loadVectorUserFunction: Any = parameter(
        0, LOAD_FUNCTION, symbol="UF", unit="m/s^2",
        doc="function of time that returns the acceleration vector",
    )  # fmt: skip

    def has_potential_in(self, model: Any) -> bool:
        marker = model.items["marker"][self.markerNumber]
        return self.has_potential() and not model.items["object"][marker.bodyNumber].is_open


def residual(table, markers, t, work_out, marker_force_out):
    for i in range(table.size):
        e = table[i]
        status = evaluate(e, t, i, work_out)
        if status != 0:
            return status
        for r in range(3):
            marker_force_out[e.m0, r] += markers[e.m0].mass * work_out[i, 3 + r]
    return 0


def potential(table, markers, energy_out):
    """Energy -m b p of each constant field [J]; zero at the origin."""
    for i in range(table.size):
        e = table[i]
        energy_out[i] = -markers[e.m0].mass * dot(e.b, markers[e.m0].p)


define(LoadMassProportional, residual, potential, output)
Gravity, VGravity = LoadMassProportional, VLoadMassProportional
