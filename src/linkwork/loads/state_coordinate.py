"""LoadStateCoordinate: a force on a coordinate that depends on the coordinate and its velocity.

    f_q = UF(mbs, t, f, q, q_t)      with loadStateUserFunction UF; without one f_q = f

q and q_t are the coordinate of the marker, without its reference value, and its velocity. The
force acts along its coordinate: its power is f_q q_t. On an angle it is a torque [N m]. The
function is compiled where possible; df_q/dq and df_q/dq_t are central differences. There is no
potential: what the force does is work.
"""

from __future__ import annotations

from typing import Any

from linkwork.core.blocks import COORDINATE, Blocks
from linkwork.core.declare.function_kinds import UserFunction
from linkwork.core.declare.item import Output, Visualization, define, parameter
from linkwork.core.declare.parameters import Real
from linkwork.core.enums import OutputVariableType as Variable
from linkwork.core.kernels.pointer import Pointer
from linkwork.core.status import USER_FUNCTION, fail
from linkwork.loads.load import Load
from linkwork.math.differences import CENTRAL, USUAL, difference_step, is_rounded_off, larger_step

__all__ = ["LoadStateCoordinate", "VLoadStateCoordinate"]

state_load = Pointer("d", "dddd")
"""UF(t, load, q, q_t) through its address; NaN when it failed."""


class VLoadStateCoordinate(Visualization):
    """Drawing of a LoadStateCoordinate."""


class LoadStateCoordinate(Load):
    """A force on a coordinate marker that depends on the coordinate and its velocity."""

    type_name = "StateCoordinate"
    marker_types = ("Coordinate",)
    V = VLoadStateCoordinate
    blocks = Blocks(1, COORDINATE)
    own = blocks.own
    outputs = {Variable.Force: Output("f_q", "N", 0, "force on the coordinate")}

    load: float = parameter(
        0.0, Real, symbol="f", unit="N", doc="number that is passed to the function"
    )
    loadStateUserFunction: Any = parameter(
        0, UserFunction(("mbs", "t", "load", "coordinate", "velocity"), state_load),
        symbol="UF", unit="N",
        doc="function of time, coordinate and velocity that returns the force",
    )  # fmt: skip


def _law(e, t, q, q_t):
    return e.f if e.UF == 0 else state_load(e.UF, t, e.f, q, q_t)


def residual(table, markers, t, marker_force_out):
    for i in range(table.size):
        e = table[i]
        f_q = _law(e, t, markers[e.m0].p[0], markers[e.m0].v[0])
        if f_q != f_q:
            return fail(USER_FUNCTION, e.number)
        marker_force_out[e.m0, 0] += f_q
    return 0


def _slope(e, t, q, q_t, by_rate):
    """Derivative of f_q by q, or by q_t; NaN if the function failed."""
    x = q_t if by_rate else q
    limit = CENTRAL * max(abs(x), USUAL)
    step = difference_step(x, abs(x), limit)
    while True:
        dq, dv = (0.0, step) if by_rate else (step, 0.0)
        plus, minus = _law(e, t, q + dq, q_t + dv), _law(e, t, q - dq, q_t - dv)
        if not is_rounded_off(abs(plus - minus), abs(plus) + abs(minus), step, limit):
            return (plus - minus) / (2.0 * step)
        step = larger_step(step, limit)


def jacobian(table, markers, t, stiffness_out, damping_out):
    for i in range(table.size):
        e = table[i]
        q, q_t = markers[e.m0].p[0], markers[e.m0].v[0]
        k, d = _slope(e, t, q, q_t, False), _slope(e, t, q, q_t, True)
        if k != k or d != d:
            return fail(USER_FUNCTION, e.number)
        stiffness_out[i, 0, 0], damping_out[i, 0, 0] = k, d
    return 0


def output(table, row, variable, markers, t, value_out):
    m = markers[table[row].m0]
    value_out[0] = _law(table[row], t, m.p[0], m.v[0])


define(LoadStateCoordinate, residual, jacobian, output)
