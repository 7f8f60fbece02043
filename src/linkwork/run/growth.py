"""Velocities after a run at position level: whether they still fit the constraints.

At position level, only positions satisfy the constraints. Velocities do so up to order h^2, unless
the oscillation of constraint forces that numerical damping has to remove grows instead. This
happens with fast rotations and little damping, first with NodeRigidBodyRotVecLG. Positions look
right even then, but all else is wrong.
"""

from __future__ import annotations

import numpy as np

from linkwork.core.errors import warn
from linkwork.core.status import OK
from linkwork.run.consistent_start import unit_of
from linkwork.run.context import RunContext

GROWN = 0.2
"""Violation, relative to the largest speed, that no order h^2 explains."""


def warn_of_growth(context: RunContext) -> None:
    """Tell if velocities contradict the constraints; for runs at position level."""
    equations, data = context.equations, context.data
    if not context.counts.steps or not context.model.n_ae:
        return
    status, values = equations.violations(1)
    speed = float(np.abs(data["v"]).max(initial=0.0))
    sizes = np.abs(values) / equations.row_sizes
    if status != OK or not len(sizes) or not sizes.max() > GROWN * speed:
        return
    row = int(sizes.argmax())
    warn(
        f"{equations.rows.name(row)}: at t = {data.scalars.t:.6g} s, velocities violate the "
        f"constraint by {abs(values[row]):.6g}{unit_of(context.model, row, 1)}: constraint forces "
        "have grown without bound, and the results are wrong; set "
        "generalizedAlpha.useIndex2Constraints = True, a smaller generalizedAlpha.spectralRadius, "
        "or smaller steps"
    )
