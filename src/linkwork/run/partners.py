"""Items that search for partners between steps, and a new layout of the matrix for those found."""

from __future__ import annotations

from linkwork.assembly.equations import renewed
from linkwork.core.status import NEW_LAYOUT
from linkwork.integrators.evaluate import search
from linkwork.run.context import RunContext


def search_partners(context: RunContext) -> bool:
    """Let items search for partners at the present state; whether the matrix was renewed."""
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
    """Equations with another layout of the matrix; the state stays."""
    data = context.data
    context.equations.layout.close()
    context.equations = renewed(context.equations, context.settings)
    context.equations.layout.open(data)
    data.scalars.refresh_cost = context.equations.layout.refresh_cost
