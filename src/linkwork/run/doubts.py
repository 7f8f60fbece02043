"""Warnings at the start of a run about items that may not be meant as they are."""

from __future__ import annotations

import numpy as np

from linkwork.core.errors import warn
from linkwork.core.status import OK
from linkwork.model.model import Model
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
    """Warn of a model in which nothing can move, and of loads that move nothing."""
    model = context.model
    if not (model.n_ode2 or model.n_ode1 or model.n_ae or model.n_data):
        if not model.mbs._step_functions.are_there:
            items = sum(len(listed) for listed in model.items.values())
            held = "its items have no coordinates" if items else "it has no items"
            warn(
                f"the system is empty, there is nothing to solve: {held}; add nodes and bodies, "
                "for example with mbs.CreateMassPoint(...)"
            )
        return
    loads = model.items["load"]
    markers = np.array([load.markerNumber for load in loads], int)
    idle = np.flatnonzero(fixed_markers(model, markers)).tolist()
    if not idle:
        return
    names = ", ".join(loads[number].label(number) for number in idle[:NAMED])
    if len(idle) > 1:
        others = f" and {len(idle) - NAMED} others" if len(idle) > NAMED else ""
        warn(
            f"{names}{others}: their markers do not move, so they have no effect; put them on "
            "markers of bodies that move"
        )
        return
    marker = int(markers[idle[0]])
    where = model.items["marker"][marker].label(marker)
    warn(
        f"{names}: its marker {where} does not move, so it has no effect; put it on a marker of "
        "a body that moves"
    )


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
