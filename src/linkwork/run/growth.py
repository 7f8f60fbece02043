"""Velocities after a run at position level: whether they still fit the constraints.

At position level, only positions satisfy the constraints. Velocities do so up to order h^2, unless
the oscillation of constraint forces that numerical damping has to remove grows instead. This
happens with fast rotations and little damping, first with NodeRigidBodyRotVecLG. Positions look
right even then, but all else is wrong.
"""

from __future__ import annotations

import numpy as np

from linkwork.core.errors import warn
from linkwork.core.overflows import overflows_unnoticed
from linkwork.core.status import OK
from linkwork.run.consistent_start import unit_of
from linkwork.run.context import RunContext

GROWN = 0.5
"""Violation, relative to the terms of its equation, that no order h^2 explains."""

FEW = 20
"""Number of steps within which nothing grows."""

SLIGHT = 1.0e-6
"""Way of a step, relative to positions, below which a violation does not matter."""


def _is_driven(context: RunContext, row: int) -> bool:
    """Whether an equation prescribes a motion: where it comes to rest, its terms vanish."""
    family, number, _ = context.model.numbering.row_owner(row)
    return bool(context.model.items[family][number].is_driven())


def warn_of_growth(context: RunContext) -> None:
    """Tell if velocities contradict the constraints.

    For runs at position level in which no constraint was driven by its parameters: the rates of
    these are known only within a step.
    """
    equations, data = context.equations, context.data
    if context.counts.steps < FEW or not equations.rows.tie_coordinates:
        return
    with overflows_unnoticed():
        status, values = equations.violations(1)
        terms = np.zeros(len(values))
        for rows, columns, slopes, _ in equations.rows.edges():
            np.add.at(terms, rows, np.abs(slopes * data["v"][columns]))
        way = np.abs(values) * data.scalars.h / equations.row_sizes
        grown = (np.abs(values) > GROWN * terms) & (terms > 0.0)
        grown &= way > SLIGHT * equations.largest_position()
    grown[[row for row in np.flatnonzero(grown) if _is_driven(context, int(row))]] = False
    if status != OK or not grown.any():
        return
    row = int(np.where(grown, way, 0.0).argmax())
    warn(
        f"{equations.rows.name(row)}: at t = {data.scalars.t:.6g} s, velocities violate the "
        f"constraint by {abs(values[row]):.6g}{unit_of(context.model, row, 1)}: constraint forces "
        "have grown without bound, and the results are wrong; set "
        "generalizedAlpha.constraintLevel = 'velocity', a smaller generalizedAlpha.spectralRadius, "
        "or smaller steps"
    )
