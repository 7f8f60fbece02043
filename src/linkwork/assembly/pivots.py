"""Closed loops of bodies that turn: an order of elimination in which constraint rows have pivots.

Spread evenly (`linear/sparse/pattern.py`), the rows of one body may be dependent there. Each
factorization would then need full pivoting. Their derivatives in the reference configuration
decide, which is the same for all runs of a model, also for those that continue others.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.assembly.couplings import Couplings
from linkwork.assembly.equations import Equations, renewed
from linkwork.core.kernels.raised import raised
from linkwork.core.status import OK
from linkwork.integrators.state import copied, restore_state


def with_pivots(last: Equations, settings: Any) -> Equations:
    """The same equations, or new ones with another order; the state does not change."""
    pattern = getattr(last.layout, "pattern", None)
    if pattern is None or last.has_pivots or not last.model.markers.turns.any():
        return last
    last.has_pivots = True
    n_rows = last.model.n_ae
    if not n_rows or not _has_loops(last.couplings, last.model.n_ode2, n_rows):
        return last
    from linkwork.linear.sparse.homes import Homes

    gradients = _reference_gradients(last)
    if gradients is None:
        return last
    homes = Homes(gradients, last.couplings[0])
    if homes.are_independent(pattern.homes):
        return last
    made = renewed(last, settings, homes.found(pattern.homes))
    made.has_pivots = True
    return made


def _has_loops(couplings: Couplings, n: int, n_rows: int) -> bool:
    """Whether blocks and the ground, tied by constraint rows, form a closed loop."""
    block, items = couplings
    pairs: set[tuple[int, int]] = set()
    for lines in items:
        lines = lines[(lines[:, -1] >= n) & (lines[:, -1] < n + n_rows)][:, :-1]
        if len(lines):
            near = np.where(lines >= 0, block[lines], -1)
            ends = np.unique(np.column_stack([near.min(axis=1), near.max(axis=1)]), axis=0)
            pairs.update((int(a), int(b)) for a, b in ends if a != b)
    root: dict[int, int] = {}

    def find(b: int) -> int:
        while root.setdefault(b, b) != b:
            root[b] = b = root[root[b]]
        return b

    for a, b in pairs:
        a, b = find(a), find(b)
        if a == b:
            return True
        root[a] = b
    return False


def _reference_gradients(equations: Equations) -> Any:
    """C_q in the reference configuration; None if it cannot be evaluated or is not finite."""
    data = equations.data
    state = data.group("state")
    kept = copied(state)
    for name in ("q", "q_low", "v"):
        data[name][:] = 0.0
    equations.run("settle_calls")
    status = equations.evaluate_masses()
    raised.ignore()  # functions of users need not be defined here
    found = equations.rows.gradients()
    restore_state(kept, state)
    equations.move_markers()
    return found if status == OK and np.isfinite(found.data).all() else None
