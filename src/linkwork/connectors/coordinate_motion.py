"""CoordinateMotion: prescribes the motion of a coordinate over time, by a table or a function.

    position level   c   = q1 - q0 - s(t) = 0           coordinates without reference values
    velocity level   c'  = v1 - v0 - s'(t) = 0
    second derivative without accelerations   -s''(t)
    inactive         lambda = 0

    s = l_off + S(t)                                  with a table (times, values), S from `laws/`
    s = UF(mbs, t, itemNumber, l_off)                 with motionUserFunction UF
    s' = UF_t(...),  s'' = UF_tt(...)                 with the functions of its derivatives
    s = l_off                                         with neither: the coordinate is held

The derivatives of a table are exact. Derivatives of a function that are not given are differences
on its own scale of time (`laws/time_differences.py`). If the offset l_off is changed during a run,
its rate is the change over the step.

Any marker of a coordinate can be moved: a coordinate of a node, an angle or a distance between two
bodies; the first marker is usually one of a NodePointGround, whose coordinate is zero. The nodes
need no mass: a massless node with a prescribed motion is a support that moves.

The multiplier lambda is a force: m0 receives +lambda, m1 -lambda. The drive puts the power
P = -lambda s' into the system. For angles the units are rad and N m instead of m and N.
Coordinates are not tied to directions in space, so invariance under rotations does not apply.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from linkwork.connectors.connector import CoordinateEquation, DrawnConnector
from linkwork.connectors.laws.motion_table import (
    BEYOND,
    INTERPOLATIONS,
    check_table,
    motion_at,
    next_kink,
    pieces_of,
    time_limits,
)
from linkwork.connectors.laws.offset_functions import (
    OFFSET_FUNCTION,
    derivative,
    is_smooth,
    time_scale,
    value_at,
)
from linkwork.connectors.laws.time_differences import TIME_COLUMNS, rough_functions
from linkwork.core.declare.item import ALWAYS, Output, define, parameter
from linkwork.core.declare.parameters import Choice, Real, Vector
from linkwork.core.enums import OutputVariableType as Variable
from linkwork.core.errors import ParameterError
from linkwork.core.records import f8, i8
from linkwork.core.status import TABLE_END, USER_FUNCTION, fail
from linkwork.math.exact import two_sum

__all__ = [
    "CoordinateMotion",
    "ObjectConnectorCoordinateMotion",
    "VCoordinateMotion",
    "VObjectConnectorCoordinateMotion",
]

DISPLACEMENT, VELOCITY = int(Variable.Displacement), int(Variable.Velocity)
FORCE, POWER = int(Variable.Force), int(Variable.Power)


class VObjectConnectorCoordinateMotion(DrawnConnector):
    """Drawing of a CoordinateMotion; drawSize is the thickness of the link."""


class ObjectConnectorCoordinateMotion(CoordinateEquation):
    """A drive that moves a coordinate as prescribed over time."""

    type_name = "ConnectorCoordinateMotion"
    linear_when = ALWAYS
    short_name = "CoordinateMotion"
    V = VObjectConnectorCoordinateMotion
    extra_columns = (
        *CoordinateEquation.extra_columns,
        *TIME_COLUMNS,
        *((name, i8) for name in ("start", "count", "first_piece")),
    )
    pools = {"knots": f8, "pieces": f8}
    outputs = {
        Variable.Displacement: Output("q1 - q0", "m", 0, "difference of the coordinates"),
        Variable.Velocity: Output("v1 - v0", "m/s", 0, "difference of the velocities"),
        Variable.ConstraintEquation: Output("c", "m", 0, "deviation from the motion"),
        Variable.Force: Output("lambda", "N", 0, "force on m0; m1 receives -lambda"),
        Variable.Power: Output("P", "W", 0, "power that the drive puts into the system"),
    }

    driven = "l_off"
    switches = ("active", "UF", "UF_t", "UF_tt")

    times: Any = parameter(
        [], Vector(), unit="s", structural=True, doc="times of the table, strictly increasing"
    )
    values: Any = parameter(
        [], Vector(), unit="m", structural=True, doc="difference of the coordinates at each time"
    )
    interpolation: str = parameter(
        "cubic", Choice(INTERPOLATIONS), symbol="smooth", structural=True,
        doc="between the points of the table: 'cubic' (spline) or 'linear'",
    )  # fmt: skip
    beyond: str = parameter(
        "hold", Choice(BEYOND), symbol="beyond", structural=True,
        doc="before and after the table: 'hold' (at rest), 'periodic' or 'error'",
    )  # fmt: skip
    offset: float = parameter(
        0.0, Real, symbol="l_off", unit="m", doc="is added to the table, or passed to the function"
    )
    motionUserFunction: Any = parameter(
        0, OFFSET_FUNCTION, symbol="UF", unit="m",
        doc="function of time that returns the difference of the coordinates, without a table",
    )  # fmt: skip
    motionUserFunction_t: Any = parameter(
        0, OFFSET_FUNCTION, symbol="UF_t", unit="m/s", doc="its first derivative"
    )
    motionUserFunction_tt: Any = parameter(
        0, OFFSET_FUNCTION, symbol="UF_tt", unit="m/s^2", doc="its second derivative"
    )

    def is_driven(self) -> bool:
        return True

    def check_complete(self, owner: str) -> None:
        has_function = callable(self.motionUserFunction)
        if not has_function and (
            callable(self.motionUserFunction_t) or callable(self.motionUserFunction_tt)
        ):
            raise ParameterError(
                f"{owner}: motionUserFunction is missing; its derivatives alone do not say where "
                "the coordinate is"
            )
        if has_function and len(self.times):
            raise ParameterError(
                f"{owner}: give either a table (times and values) or motionUserFunction, got both"
            )
        check_table(owner, self.times, self.values, self.interpolation, self.beyond)

    @classmethod
    def lay_out(cls, table: Any, model: Any) -> None:
        items = [model.items["object"][number] for number in table.numbers]
        pieces = [
            pieces_of(item.times, item.values, item.interpolation, item.beyond).ravel()
            if len(item.times)
            else np.zeros(0)
            for item in items
        ]
        rows, none = table.rows, [np.zeros(0)]
        rows["count"] = [len(item.times) for item in items]
        rows["start"] = np.cumsum([0, *rows["count"][:-1]])
        rows["first_piece"] = np.cumsum([0, *map(len, pieces[:-1])])
        table.pools["knots"] = np.concatenate([*none, *(item.times for item in items)])
        table.pools["pieces"] = np.concatenate([*none, *pieces])

    @classmethod
    def next_kink(cls, table: Any, t: float, present: bool = False) -> float:
        return next_kink(table, t, present)

    @classmethod
    def time_limits(cls, table: Any) -> list[tuple[int, float, float]]:
        return [each for each in time_limits(table) if table.rows["active"][each[0]]]

    @classmethod
    def wound_angles(cls, table: Any, model: Any) -> list[tuple[int, int]]:
        found = []
        for equation, number in zip(table.rows["row"], table.numbers, strict=True):
            marker = model.items["marker"][model.items["object"][number].markerNumbers[1]]
            memory = getattr(marker.resolve(model.places)[0], "memory", -1)
            if memory >= 0:
                found.append((int(equation), memory))
        return found

    @classmethod
    def troubles(cls, table: Any, data: Any) -> list[tuple[int, str]]:
        names = "motionUserFunction", "motionUserFunction_t"
        return rough_functions(table, data, names, is_smooth, None, None)

    def equation_units(self, items: Mapping[str, Sequence[Any]]) -> list[str]:
        return (self.end_units(items) or ["m"])[:1]

    def output_units(self, variable: Any, items: Mapping[str, Sequence[Any]]) -> list[str]:
        return ["W"] if variable == Variable.Power else super().output_units(variable, items)


def _motion(e, t, h, cv, order, t_stop, knots, pieces):
    """(status, s or one of its derivatives)."""
    if e.UF == 0:
        s, rate, bend, fine = motion_at(e, t, cv != 0.0, t_stop, knots, pieces)
        if not fine:
            return fail(TABLE_END, e.number), 0.0
        if order == 0:
            return 0, e.l_off + s
        return 0, e.rate + rate if order == 1 else bend
    if order == 0:
        found = value_at(e.UF, e, t, 0.0)
    elif order == 1:
        found = value_at(e.UF_t, e, t, 0.0) if e.UF_t != 0 else derivative(e.UF, e, t, h, cv, 1)
    elif e.UF_tt != 0:
        found = value_at(e.UF_tt, e, t, 0.0)
    elif e.UF_t != 0:
        found = derivative(e.UF_t, e, t, h, cv, 1)
    else:
        found = derivative(e.UF, e, t, h, cv, 2)
    return fail(USER_FUNCTION, e.number) if found != found else 0, found


def _deviation(m0, m1, s):
    """q1 - q0 - s without cancellation: implicit solvers divide it by h^2."""
    c, low = two_sum(m1.p[0], -m0.p[0])
    low += m1.p_low[0] - m0.p_low[0]
    c, rest = two_sum(c, -s)
    return c + (low + rest)


def residual(
    table, markers, multipliers, t, h, cv, level, automatic, t_end, knots, pieces,
    marker_force_out, constraint_out,
):  # fmt: skip
    t_stop = t_end if automatic != 0 else math.inf
    for i in range(table.size):
        e = table[i]
        force = multipliers[e.row]
        if e.active == 0:
            constraint_out[e.row] = force
            continue
        m0, m1 = markers[e.m0], markers[e.m1]
        marker_force_out[e.m0, 0] += force
        marker_force_out[e.m1, 0] -= force
        status, s = _motion(e, t, h, cv, level, t_stop, knots, pieces)
        if status != 0:
            return status
        if level == 0:
            constraint_out[e.row] = _deviation(m0, m1, s)
        else:
            constraint_out[e.row] = m1.v[0] - m0.v[0] - s if level == 1 else -s
    return 0


def jacobian(table, level, gradient_out, row_q_out, row_v_out, slope_out):
    for i in range(table.size):
        e = table[i]
        slope_out[i] = 1.0 if e.active == 0 else 0.0
        by_q, by_v = (0.0, 1.0) if level == 1 else (1.0, 0.0)
        for marker in range(2):
            slope = e.active * (1.0 if marker == 1 else -1.0)
            gradient_out[i, marker] = slope
            row_q_out[i, marker], row_v_out[i, marker] = by_q * slope, by_v * slope


def output(table, row, variable, markers, multipliers, t, h, cv, knots, pieces, value_out):
    e = table[row]
    m0, m1 = markers[e.m0], markers[e.m1]
    if variable == DISPLACEMENT:
        value_out[0] = m1.p[0] - m0.p[0]
        return 0
    if variable == VELOCITY:
        value_out[0] = m1.v[0] - m0.v[0]
        return 0
    if variable == FORCE or variable == POWER:
        force = multipliers[e.row] if e.active != 0 else 0.0
        value_out[0] = force if variable == FORCE else -force * (m1.v[0] - m0.v[0])
        return 0
    status, s = _motion(e, t, h, cv, 0, math.inf, knots, pieces)
    value_out[0] = m1.p[0] - m0.p[0] - s
    return status


define(ObjectConnectorCoordinateMotion, residual, jacobian, output, time_scale)
CoordinateMotion, VCoordinateMotion = (
    ObjectConnectorCoordinateMotion,
    VObjectConnectorCoordinateMotion,
)
