"""StateForce: a force on a position marker that depends on its state.

    f = UF(mbs, t, b, p, v, psi, omega)      with loadStateUserFunction UF; without one f = b

p, v, psi and omega are position, velocity, angles and angular velocity of the marker
(`loads/state_vector.py`): drag, thrust, a central force, a control law. The function is compiled
where possible, and its derivatives are in the Jacobian of implicit solvers.

With bodyFixed the vector turns with the marker, f = R UF, and v and omega are components along its
axes. There is no potential: what the force does is work.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from linkwork.core.declare.item import Output, Visualization, define, parameter
from linkwork.core.declare.parameters import Array, Flag
from linkwork.core.enums import OutputVariableType as Variable
from linkwork.loads.force_vector import check_axes
from linkwork.loads.state_vector import (
    STATE_FUNCTION,
    StateVector,
    acting_vector,
    evaluate_state,
    output,
    state_jacobian,
)

__all__ = ["LoadStateForce", "StateForce", "VLoadStateForce", "VStateForce"]


class VLoadStateForce(Visualization):
    """Drawing of a StateForce."""


class LoadStateForce(StateVector):
    """A force that depends on position, velocity and rotation of its marker."""

    type_name = "StateForce"
    short_name = "StateForce"
    V = VLoadStateForce
    outputs = {Variable.Force: Output("f", "N", 3, "force on the marker")}

    loadVector: Any = parameter(
        [0.0] * 3, Array((3,)), symbol="b", unit="N", doc="vector that is passed to the function"
    )
    bodyFixed: bool = parameter(
        False, Flag(), symbol="body_fixed",
        doc="whether force, velocity and angular velocity are along the axes of the marker",
    )  # fmt: skip
    loadStateUserFunction: Any = parameter(
        0, STATE_FUNCTION, symbol="UF", unit="N",
        doc="function of time and of the state of the marker that returns the force vector",
    )  # fmt: skip

    def check_sizes(self, owner: str, items: Mapping[str, Sequence[Any]]) -> None:
        check_axes(self, owner, items)


def residual(table, markers, rotations, t, work_out, marker_force_out):
    for i in range(table.size):
        e = table[i]
        turn = rotations[e.m0]
        status = evaluate_state(e, markers[e.m0], turn, t, i, work_out)
        if status != 0:
            return status
        f = acting_vector(e, turn, i, work_out)
        for r in range(3):
            marker_force_out[e.m0, r] += f[r]
    return 0


jacobian = state_jacobian(0)

define(LoadStateForce, residual, jacobian, output)
StateForce, VStateForce = LoadStateForce, VLoadStateForce
