"""Warnings at the start of a run about items that may not be meant as they are."""

from __future__ import annotations

from linkwork.core.errors import warn
from linkwork.core.status import OK
from linkwork.run.context import RunContext


def warn_of_doubts(context: RunContext) -> None:
    """Warn of what kinds find doubtful about their items at the initial positions."""
    model, data = context.model, context.data
    if context.equations.run("motion_calls") != OK:
        return  # the run itself reports it
    for table in model.tables.values():
        for doubt in table.kind.doubts(table, model, data):
            if doubt.warns:
                number = table.numbers[doubt.line]
                label = model.items[table.kind.family][number].label(number)
                warn(f"{label}: at the start, {doubt.text}; {doubt.advice}")
