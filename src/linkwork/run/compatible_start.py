"""The start of a run with `compatibility`: the given state, and accelerations as Exudyn has them.

Positions and velocities are taken as they are; the first step meets the constraints. Accelerations
and multipliers of implicit solvers follow from

    [ M    C_q^T ] [ a      ]   [ F              ]
    [ C_q  0     ] [ lambda ] = [ -(C_q v)_q v   ]

without the terms of functions of time, C_tt + 2 C_qt v. Rates of first-order coordinates are zero.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from linkwork.assembly.equations import Equations
from linkwork.connectors.connector import Constraint
from linkwork.core.errors import warn
from linkwork.core.status import OK
from linkwork.integrators.state import copied, restore_state
from linkwork.model.model import Model
from linkwork.model.position import move_by
from linkwork.run.balance import Balance
from linkwork.run.context import RunContext
from linkwork.run.scheme import Scheme

STEP = 1.0e-4
"""Change of positions in differences along the velocities, relative to the size, at most 1."""

WEIGHTS = ((-2.0, 1.0 / 12.0), (-1.0, -2.0 / 3.0), (1.0, 2.0 / 3.0), (2.0, -1.0 / 12.0))
"""Places and weights of a central difference of order 4."""


def start_as_given(context: RunContext, scheme: Scheme, balance: Balance, singular: bool) -> None:
    """Find the accelerations, multipliers and rates at the start; the rest stays as it is.

    singular -- nothing determines the accelerations
    """
    data, chosen = context.data, context.time.generalizedAlpha
    given = data["a"].copy()
    if not scheme.is_implicit:
        balance.accelerate()
        if not scheme.starts_with_accelerations:
            data["a"][:] = 0.0  # as recorded; the first step evaluates them itself
        data["y_t"][:] = 0.0
        return
    if singular or not chosen.computeInitialAccelerations:
        if singular and chosen.computeInitialAccelerations:
            warn("initial accelerations are zero: the matrix of masses and constraints is singular")
        _notice_branches(context)
        zero = singular or chosen.resetAccelerations
        data["a"][:] = 0.0 if zero else given
        data["multipliers"][:] = 0.0
    else:
        balance.accelerate(curvature=_curvature(context))
    data["y_t"][:] = 0.0


def _notice_branches(context: RunContext) -> None:
    """Let piecewise laws take the branches of the given state."""
    s = context.data.scalars
    held, s.branches_held, s.frozen = s.branches_held, 0, 0
    context.demand(context.equations.initial_rates())
    s.branches_held = held


def _curvature(context: RunContext) -> np.ndarray | None:
    """(C_q v)_q v where it is not that of the laws; None: it is.

    Functions of time have no part in it, and equations of velocities have none.
    """
    model = context.model
    driven = any(
        (table.rows[p.symbol] != 0).any()
        for table in model.tables_of(Constraint)
        for p in table.kind.function_parameters()
        if p.symbol in table.rows.dtype.fields
    )
    if not driven and not _of_rates(model).any():
        return None
    return curvature_of(context.equations, context.demand)


def _of_rates(model: Model) -> np.ndarray:
    """Which equations have no part in it."""
    rates = np.zeros(model.n_ae, bool)
    for table in model.equation_tables():
        of_rates = table.kind.rate_equations(table) | table.kind.drifts
        rates[table.kind.equation_rows(table)[0]] = of_rates
    return rates


def curvature_of(equations: Equations, demand: Callable[[int], None]) -> np.ndarray:
    """(C_q v)_q v; demand -- raises the error that a status means"""
    found = along_velocities(equations, demand)
    return np.where(_of_rates(equations.model), 0.0, found)


def along_velocities(equations: Equations, demand: Callable[[int], None]) -> np.ndarray:
    """Derivative of C_q v along the velocities, by differences: functions of time drop out."""
    data = equations.data
    total = np.zeros(equations.model.n_ae)
    speed = float(np.abs(data["v"]).max(initial=0.0))
    if speed == 0.0:
        return total
    status, _ = equations.violations(1)
    demand(status)
    step = STEP * min(equations.largest_position() or 1.0, 1.0) / speed
    kept = copied(data.group("state"))
    for place, weight in WEIGHTS:
        move_by(equations, place * step * data["v"])
        status, values = equations.violations(1)
        restore_state(kept, data.group("state"))
        if status != OK:
            demand(status)
        total += weight / step * values
    return total
