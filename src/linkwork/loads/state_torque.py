"""StateTorque: a torque on a frame that depends on its state.

    tau = UF(mbs, t, b, p, v, psi, omega)    with loadStateUserFunction UF; without one tau = b

p, v, psi and omega are position, velocity, angles and angular velocity of the marker
(`loads/state_vector.py`): a motor whose torque depends on its speed, friction in a bearing, a
control law. The function is compiled where possible, and its derivatives are in the Jacobian of
implicit solvers.

With bodyFixed the vector turns with the marker, tau = R UF, and v and omega are components along
its axes. On bodies that turn about z only, just the z component does work. There is no potential:
what the torque does is work.
"""

from __future__ import annotations

from typing import Any

from linkwork.core.declare.item import Output, Visualization, define, parameter
from linkwork.core.declare.parameters import Array, Flag
from linkwork.core.enums import OutputVariableType as Variable
from linkwork.loads.state_vector import (
    STATE_FUNCTION,
    StateVector,
    acting_vector,
    evaluate_state,
    output,
    state_jacobian,
)

__all__ = ["LoadStateTorque", "StateTorque", "VLoadStateTorque", "VStateTorque"]


class VLoadStateTorque(Visualization):
    """Drawing of a StateTorque."""


class LoadStateTorque(StateVector):
    """A torque that depends on position, velocity and rotation of its marker."""

    type_name = "StateTorque"
    short_name = "StateTorque"
    marker_types = ("Orientation",)
    V = VLoadStateTorque
    outputs = {Variable.Torque: Output("tau", "N m", 3, "torque on the marker")}

    loadVector: Any = parameter(
        [0.0] * 3, Array((3,)), symbol="b", unit="N m", doc="vector that is passed to the function"
    )
    bodyFixed: bool = parameter(
        False, Flag(), symbol="body_fixed",
        doc="whether torque, velocity and angular velocity are along the axes of the marker",
    )  # fmt: skip
    loadStateUserFunction: Any = parameter(
        0, STATE_FUNCTION, symbol="UF", unit="N m",
        doc="function of time and of the state of the marker that returns the torque vector",
    )  # fmt: skip


def residual(table, markers, rotations, t, work_out, marker_moment_out):
    for i in range(table.size):
        e = table[i]
        turn = rotations[e.m0]
        status = evaluate_state(e, markers[e.m0], turn, t, i, work_out)
        if status != 0:
            return status
        tau = acting_vector(e, turn, i, work_out)
        for r in range(3):
            marker_moment_out[e.m0, r] += tau[r]
    return 0


jacobian = state_jacobian(3)

define(LoadStateTorque, residual, jacobian, output)
StateTorque, VStateTorque = LoadStateTorque, VLoadStateTorque
