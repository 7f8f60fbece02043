"""Warnings at the start of a run about items that may not be meant as they are."""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.bodies.ground import ObjectGround
from linkwork.core.errors import warn
from linkwork.core.status import OK
from linkwork.loads.load import Load
from linkwork.model.model import Model
from linkwork.nodes.point_ground import NodePointGround
from linkwork.run.context import RunContext

NAMED = 3
"""Most loads that a warning names."""


def warn_of_doubts(context: RunContext) -> None:
    """Warn of what kinds find doubtful about their items at the initial positions."""
    model, data = context.model, context.data
    if not data.is_doubted:  # once, not in every run
        data.is_doubted = True
        _warn_of_idle_models(context)
    if context.equations.run("motion_calls") != OK:
        return  # the run itself reports it
    for table in model.tables.values():
        for doubt in table.kind.doubts(table, model, data):
            if doubt.warns:
                number = table.numbers[doubt.line]
                label = model.items[table.kind.family][number].label(number)
                warn(f"{label}: at the start, {doubt.text}; {doubt.advice}")


def _warn_of_idle_models(context: RunContext) -> None:
    """Warn of a model without items, and of loads that move nothing."""
    model = context.model
    if not any(map(len, model.items.values())) and not model.mbs._step_functions.are_there:
        warn(
            "the system is empty, so there is nothing to solve: add nodes and bodies, for example "
            "with mbs.CreateMassPoint(...)"
        )
    loads = model.items["load"]
    tables = model.tables_of(Load)
    pushed = {
        int(table.numbers[line]): int(table.rows["m0"][line])
        for table in tables
        for line in np.flatnonzero(fixed_markers(model, table.rows["m0"]))
        if _is_on_ground(model, int(table.rows["m0"][line]))
    }
    if not pushed:
        return
    idle = sorted(pushed)
    names = ", ".join(loads[number].label(number) for number in idle[:NAMED])
    if len(idle) > 1:
        others = f" and {len(idle) - NAMED} others" if len(idle) > NAMED else ""
        warn(
            f"{names}{others}: their markers do not move, so they have no effect; put them on "
            "markers of bodies that move"
        )
        return
    marker = pushed[idle[0]]
    where = model.items["marker"][marker].label(marker)
    warn(
        f"{names}: its marker {where} does not move, so it has no effect; put it on a marker of "
        "a body that moves"
    )


def _is_on_ground(model: Model, number: int) -> bool:
    """Whether a marker belongs to the ground; what holds its coordinates itself is meant."""
    marker: Any = model.items["marker"][number]
    body, node = getattr(marker, "bodyNumber", None), getattr(marker, "nodeNumber", None)
    if body is not None:
        return isinstance(model.items["object"][body], ObjectGround)
    return node is not None and isinstance(model.items["node"][node], NodePointGround)


def fixed_markers(model: Model, numbers: np.ndarray) -> np.ndarray:
    """Whether each of these markers depends on no coordinate."""
    fixed: np.ndarray = (np.diff(model.markers.coordinates.first) == 0)[numbers]
    for place in np.flatnonzero(fixed):
        number = int(numbers[place])
        provides = model.items["marker"][number].provides
        if "Coordinates" in provides:
            fixed[place] = not len(model.places.marker_coordinates(number)[0])
        elif "ODE1Coordinate" in provides:
            fixed[place] = False
    return fixed
