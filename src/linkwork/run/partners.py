"""Items that search for partners between steps, and the new layout of the matrix that follows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from linkwork.assembly.equations import Equations, renewed
from linkwork.assembly.pivots import with_pivots
from linkwork.core.declare.function_kinds import UserFunction
from linkwork.core.status import NEW_LAYOUT
from linkwork.integrators.evaluate import search
from linkwork.model.data import Data
from linkwork.model.model import Model
from linkwork.model.table import Table

if TYPE_CHECKING:
    from linkwork.run.context import RunContext

Partners = dict[str, dict[str, np.ndarray]]
"""Kind -> columns and pools of its table that a search may rewrite."""


def forget_partners(model: Model, data: Data) -> Partners:
    """Before a run: undo what the searches of the run before have written; returns what is left.

    Values that were changed since then, e.g. parameters by the user, stay.
    """
    before, after = data.searched
    for table in model.searching_tables:
        own = table.kind.__name__
        for name, values in before.get(own, {}).items():
            present = _array(table, name)
            written = (present == after[own][name]) & (present != values)
            if written.any():
                present[written] = values[written]
                data.equations = None  # their matrix was made for other partners
    return partners_of(model)


def note_partners(context: RunContext) -> None:
    """After a run: remember what its searches have written, for the next one.

    Columns that hold what they noted of this run are cleared at once.
    """
    for table in context.model.searching_tables:
        for name in table.kind.noted_columns:
            table.rows[name] = 0
    if context.partners:
        context.data.searched = context.partners, partners_of(context.model)


def search_partners(context: RunContext) -> bool:
    """Let items search for partners at the present state; returns whether the matrix is new."""
    data = context.data
    if not len(data["search_calls"]):
        return False
    status = int(search(data.frame[0], data.group("system")))
    if status != NEW_LAYOUT:
        context.demand(status)
        return False
    replace_equations(context)
    return True


def replace_equations(context: RunContext) -> None:
    """Set up equations with another layout of the matrix; the state does not change."""
    _replace(context, renewed(context.equations, context.settings))


def secure_pivots(context: RunContext) -> None:
    """Choose another order of elimination where rows of closed loops would lack pivots."""
    made = with_pivots(context.equations, context.settings)
    if made is not context.equations:
        _replace(context, made)


def _replace(context: RunContext, made: Equations) -> None:
    data = context.data
    context.equations.layout.close()
    context.equations = made
    made.layout.open(data)
    data.scalars.refresh_cost = made.layout.refresh_cost


# ------------------------------------------------------------------ in checkpoints


def _array(table: Table, name: str) -> np.ndarray:
    """A pool or a column of a table."""
    return table.pools[name] if name in table.pools else table.rows[name]


def partners_of(model: Model) -> Partners:
    """Kind -> columns and pools of its table, which a search may rewrite."""
    return {table.kind.__name__: _rewritten(table) for table in model.searching_tables}


def _rewritten(table: Table) -> dict[str, np.ndarray]:
    """Columns and pools of a table, except for addresses of user functions."""
    functions = {p.symbol for p in table.kind.fields.values() if isinstance(p.kind, UserFunction)}
    fields = table.rows.dtype.fields or {}
    columns = {name: table.rows[name].copy() for name in fields if name not in functions}
    return columns | {name: pool.copy() for name, pool in table.pools.items()}


def take_partners(context: RunContext, partners: Partners) -> None:
    """Restore the partners that searches found; renew the matrix if they differ."""
    changed = False
    for table in context.model.searching_tables:
        for name, values in partners[table.kind.__name__].items():
            present = _array(table, name)
            changed = changed or present.tobytes() != values.tobytes()
            present[...] = values
    if changed:
        replace_equations(context)
