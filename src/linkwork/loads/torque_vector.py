"""Torque: a torque vector on a frame.

    tau = b,  or  tau = UF(mbs, t, b)  with loadVectorUserFunction UF

With bodyFixed the vector turns with the marker: tau = R b. On bodies that turn about z only, just
the z component does work, and bodyFixed does not change it. In space a constant torque has no
potential.
"""

from __future__ import annotations

from typing import Any

from linkwork.core.blocks import SPACE, Blocks
from linkwork.core.declare.item import ALWAYS, Output, Visualization, define, parameter
from linkwork.core.declare.parameters import Array, Flag
from linkwork.core.enums import OutputVariableType as Variable
from linkwork.loads.load import LOAD_FUNCTION, Load, acting, evaluate, follower_jacobian, output

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
    blocks = Blocks(1, SPACE, damped=False, only_turning=True)
    own = {**Load.own, **blocks.own}
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

    def has_potential_in(self, model: Any) -> bool:
        """Whether it has a potential; a torque on a body that turns in space has none."""
        return self.has_potential() and bool(model.markers.is_planar[self.markerNumber])


def residual(table, rotations, t, work_out, marker_moment_out):
    for i in range(table.size):
        e = table[i]
        status = evaluate(e, t, i, work_out)
        if status != 0:
            return status
        tau = acting(e, i, rotations, work_out)
        for r in range(3):
            marker_moment_out[e.m0, r] += tau[r]
    return 0


jacobian = follower_jacobian(3)


def potential(table, rotations, energy_out):
    """Energy -tau phi of each constant torque [J]; zero at angle 0."""
    for i in range(table.size):
        e = table[i]
        energy_out[i] = -e.b[2] * rotations[e.m0].angle


define(LoadTorqueVector, residual, jacobian, potential, output)
Torque, VTorque = LoadTorqueVector, VLoadTorqueVector
