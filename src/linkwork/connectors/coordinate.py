"""CoordinateConstraint: couples two coordinates to each other, or one of them to the ground.

    position level   c   = k_m1 q1 - q0 - s(t) = 0        coordinates without reference values
    velocity level   c'  = k_m1 v1 - v0 - w(t) = 0
    second derivative without accelerations   -w'(t)
    inactive         lambda = 0

    s = l_off,  or  s = UF(mbs, t, itemNumber, l_off)      with offsetUserFunction UF
    w = s',     or  w = UF_t(mbs, t, itemNumber, l_off)    with offsetUserFunction_t UF_t

With velocityLevel the only equation is c' = 0, in every solver, and positions follow by
integration; then w = l_off if there is no function, so the offset is a velocity [m/s].

A derivative that is not given is computed from differences on the function's own scale of time
(`laws/time_differences.py`). If the offset is changed during a run, its rate is the change over the
step.

The multiplier lambda is a force: m0 receives +lambda, m1 -k_m1 lambda. For angles the units are rad
and N m instead of m and N; if the units differ, those of q0 apply. The equation is linear, so it
has no geometric stiffness. Coordinates are not tied to directions in space, so invariance under
rotations does not apply. With w = 0 the constraint force does no work.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from linkwork.connectors.connector import CoordinateEquation, DrawnConnector
from linkwork.connectors.laws.offset_functions import (
    OFFSET_FUNCTION,
    derivative,
    is_smooth,
    time_scale,
    value_at,
)
from linkwork.connectors.laws.time_differences import TIME_COLUMNS, rough_functions
from linkwork.core.declare.item import ALWAYS, Output, define, parameter
from linkwork.core.declare.parameters import Flag, Real
from linkwork.core.declare.units import unit_along
from linkwork.core.enums import OutputVariableType as Variable
from linkwork.core.status import USER_FUNCTION, fail
from linkwork.math.exact import two_product, two_sum

__all__ = [
    "CoordinateConstraint",
    "ObjectConnectorCoordinate",
    "VCoordinateConstraint",
    "VObjectConnectorCoordinate",
]

DISPLACEMENT, VELOCITY = int(Variable.Displacement), int(Variable.Velocity)
FORCE = int(Variable.Force)


class VObjectConnectorCoordinate(DrawnConnector):
    """Drawing of a CoordinateConstraint; drawSize is the thickness of the link."""


class ObjectConnectorCoordinate(CoordinateEquation):
    """A constraint between two coordinate markers."""

    type_name = "ConnectorCoordinate"
    linear_when = ALWAYS
    short_name = "CoordinateConstraint"
    aliases = {"factor1": "factorValue1"}
    V = VObjectConnectorCoordinate
    extra_columns = (*CoordinateEquation.extra_columns, *TIME_COLUMNS)
    outputs = {
        Variable.Displacement: Output("q1 - q0", "m", 0, "difference of the coordinates"),
        Variable.Velocity: Output("v1 - v0", "m/s", 0, "difference of the velocities"),
        Variable.ConstraintEquation: Output("c", "m", 0, "c; with velocityLevel c' [m/s]"),
        Variable.Force: Output("lambda", "N", 0, "force on m0; m1 receives -k_m1 lambda"),
    }

    driven = "l_off"
    switches = ("active", "k_m1", "velocity_level", "UF", "UF_t")

    offset: float = parameter(
        0.0, Real, symbol="l_off", unit="m", doc="offset; with velocityLevel a velocity [m/s]"
    )
    factorValue1: float = parameter(
        1.0, Real, symbol="k_m1", unit="1", doc="factor of the coordinate of m1"
    )
    velocityLevel: bool = parameter(
        False, Flag(), symbol="velocity_level", doc="constrain velocities instead of positions"
    )
    offsetUserFunction: Any = parameter(
        0, OFFSET_FUNCTION, symbol="UF", unit="m", doc="function of time that returns the offset"
    )
    offsetUserFunction_t: Any = parameter(
        0, OFFSET_FUNCTION, symbol="UF_t", unit="m/s",
        doc="function of time that returns the rate of the offset",
    )  # fmt: skip

    @classmethod
    def troubles(cls, table: Any, data: Any) -> list[tuple[int, str]]:
        names = "offsetUserFunction", "offsetUserFunction_t"
        return rough_functions(table, data, names, is_smooth, None, None)

    def equation_units(self, items: Mapping[str, Sequence[Any]]) -> list[str]:
        """The factor k_m1 converts the coordinate of m1 to that of m0."""
        return (self.end_units(items) or ["m"])[:1]

    def output_units(self, variable: Any, items: Mapping[str, Sequence[Any]]) -> list[str]:
        if variable not in (Variable.ConstraintEquation, Variable.Force):
            return super().output_units(variable, items)
        unit = unit_along(self.outputs[variable].unit, self.equation_units(items)[0])
        is_rate = self.velocityLevel and variable == Variable.ConstraintEquation
        return [f"{unit}/s" if is_rate else unit]


def _position(e, t):
    """s(t)"""
    return value_at(e.UF, e, t, 0.0) if e.UF != 0 else e.l_off


def _velocity(e, t, h, cv):
    """w(t)"""
    if e.UF_t != 0:
        return value_at(e.UF_t, e, t, 0.0)
    if e.UF != 0:
        return derivative(e.UF, e, t, h, cv, 1)
    return e.l_off if e.velocity_level != 0 else e.rate


def _acceleration(e, t, h, cv):
    """w'(t)"""
    if e.UF_t != 0:
        return derivative(e.UF_t, e, t, h, cv, 1)
    if e.UF != 0:
        return derivative(e.UF, e, t, h, cv, 2)
    return e.rate if e.velocity_level != 0 else 0.0


def _deviation(e, m0, m1, s):
    """k_m1 q1 - q0 - s without cancellation: implicit solvers divide it by h^2."""
    c, low = two_product(e.k_m1, m1.p[0])
    c, rest = two_sum(c, -m0.p[0])
    low += rest + e.k_m1 * m1.p_low[0] - m0.p_low[0]
    c, rest = two_sum(c, -s)
    return c + (low + rest)


def _equation(e, markers, t, h, cq, cv, level):
    """Value of the row at a level."""
    m0, m1 = markers[e.m0], markers[e.m1]
    if level == 2:
        return -_acceleration(e, t, h, cv)
    if level == 0 and e.velocity_level == 0:
        return _deviation(e, m0, m1, _position(e, t))
    if level == 0 and cv == 0.0:
        return 0.0
    c = e.k_m1 * m1.v[0] - m0.v[0] - _velocity(e, t, h, cv)
    return c if level == 1 else c * (cq / cv)


def residual(table, markers, multipliers, t, h, cq, cv, level, marker_force_out, constraint_out):
    for i in range(table.size):
        e = table[i]
        force = multipliers[e.row]
        if e.active == 0:
            constraint_out[e.row] = force
            continue
        marker_force_out[e.m0, 0] += force
        marker_force_out[e.m1, 0] -= e.k_m1 * force
        c = _equation(e, markers, t, h, cq, cv, level)
        if c != c and (e.UF != 0 or e.UF_t != 0):
            return fail(USER_FUNCTION, e.number)
        constraint_out[e.row] = c
    return 0


def jacobian(table, level, cq, cv, gradient_out, row_q_out, row_v_out, slope_out):
    for i in range(table.size):
        e = table[i]
        slope_out[i] = 1.0 if e.active == 0 else 0.0
        gradient_out[i, 0] = -1.0 * e.active
        gradient_out[i, 1] = e.k_m1 * e.active
        by_q, by_v = (0.0, 1.0) if level == 1 else (1.0, 0.0)
        if level == 0 and e.velocity_level != 0 and cv != 0.0:
            by_v = cq / cv  # c' cq/cv: markers may add the derivative of velocities
        for marker in range(2):
            row_q_out[i, marker] = by_q * gradient_out[i, marker]
            row_v_out[i, marker] = by_v * gradient_out[i, marker]


def output(table, row, variable, markers, multipliers, t, h, cv, value_out):
    e = table[row]
    m0, m1 = markers[e.m0], markers[e.m1]
    if variable == DISPLACEMENT:
        value_out[0] = m1.p[0] - m0.p[0]
    elif variable == VELOCITY:
        value_out[0] = m1.v[0] - m0.v[0]
    elif variable == FORCE:
        value_out[0] = multipliers[e.row] if e.active != 0 else 0.0
    elif e.velocity_level != 0:
        value_out[0] = e.k_m1 * m1.v[0] - m0.v[0] - _velocity(e, t, h, cv)
    else:
        value_out[0] = e.k_m1 * m1.p[0] - m0.p[0] - _position(e, t)


define(ObjectConnectorCoordinate, residual, jacobian, output, time_scale)
CoordinateConstraint, VCoordinateConstraint = ObjectConnectorCoordinate, VObjectConnectorCoordinate
