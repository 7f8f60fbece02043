"""The state after the start of a kept run, and whether the next run may begin with it.

A start depends on initial values and parameters. If none of them has changed, the state after it is
copied back. If only parameters of laws and loads have changed, positions and velocities still hold,
and forces and accelerations must be computed again.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from linkwork.core.declare.hooks import Hooks
from linkwork.integrators.changes import DRIVEN, MASS, SWITCHED
from linkwork.run.changed_parameters import ChangedParameters
from linkwork.run.context import RunContext
from linkwork.run.image import Image, Moment

LARGEST = 2.0e6
"""Largest memory of a start that is kept [bytes]."""

SAME, FORCES_ONLY, ANEW = range(3)
"""How a run is started again: as the last one; with other forces; from the initial values."""


class Started(NamedTuple):
    """The state after the start of a run, with its recorded rows, and what it was computed from.

    copies -- arrays of the present memory with their values after the start
    """

    moment: Moment
    copies: list[tuple[np.ndarray, np.ndarray]]
    rows: np.ndarray
    sensor_rows: np.ndarray
    initial: bytes
    replaced: int
    continued: bool


class KnownStart:
    """What is known about the start of a kept run.

    way -- how its next repetition is started; initial -- initial values of the start that is kept
    """

    def __init__(self, context: RunContext, changes: ChangedParameters | None = None) -> None:
        """changes -- parameters that change during the run, in dynamics"""
        self._context, self._data = context, context.data
        self._image = Image(context, changes)
        self._facts = {kind: _facts(table) for kind, table in context.model.tables.items()}
        self._started: Started | None = None
        self.way, self.initial = ANEW, b""

    def choose(self, continued: bool) -> bool:
        """Choose how the run is started again; False if its parts do not fit any more.

        continued -- the initial values are results
        """
        model, last = self._context.model, self._started
        self.way = ANEW
        replaced = model.mbs._store.replaced
        kinds: set[Any] = set()
        if last is None or last.replaced != replaced:
            kinds = {model.place[key][0].kind for key in model.changed if key in model.place}
            if any(_facts(model.tables[kind]) != self._facts[kind] for kind in kinds):
                return False
        if last is not None and last.continued == continued and last.initial == self._initial():
            if last.replaced == replaced:
                self.way = SAME
            elif self._changes_forces_only(kinds):
                self.way = FORCES_ONLY
        return True

    def _changes_forces_only(self, kinds: set[Any]) -> bool:
        """Whether only parameters of laws and loads were changed that the state does not need."""
        if self._data.scalars.changed & (SWITCHED | DRIVEN | MASS):
            return False
        return all(
            not kind.has_equations
            and kind.doubts.__func__ is Hooks.doubts.__func__  # type: ignore[attr-defined]
            and kind.arrange.__func__ is Hooks.arrange.__func__  # type: ignore[attr-defined]
            for kind in kinds
        )

    def _initial(self) -> bytes:
        found: bytes = self._context.model.mbs.systemData.initial_bytes()
        return found

    def keep(self, continued: bool) -> None:
        """After a start from the initial values: keep the present state."""
        self._started = None
        if self._image.size <= LARGEST:
            recording, moment = self._context.recording, self._image.take()
            copies = self._image.copies(moment)
            rows, sensed = recording.recorded().copy(), recording.sensed().copy()
            key = self._initial(), self._context.model.mbs._store.replaced, continued
            self._started = Started(moment, copies, rows.ravel(), sensed.ravel(), *key)
            self.initial = key[0]

    def put(self) -> None:
        """Copy back the state after the last start, and the rows recorded until then.

        No more is needed than that: a kept run has no events and no parameters that change in it.
        """
        data, started, equations = self._data, self._started, self._context.equations
        assert started is not None and started.moment.equations is equations
        for array, values in started.copies:
            array[...] = values
        equations.factorized = started.moment.factorized
        equations.layout.take_factors_aside(started.moment.aside)
        self._context.recording.reserve_again()
        data["recorded"][: started.rows.size] = started.rows
        if started.sensor_rows.size:
            data["sensed"][: started.sensor_rows.size] = started.sensor_rows


def _facts(table: Any) -> tuple[Any, ...]:
    """What the parts of a run were made for, and parameters of a table may change."""
    kind = table.kind
    acts = kind.family in ("object", "load")
    return (
        "events" in kind.kernels and kind.has_events(table),
        kind.masses_vary(table),
        "post_newton" in kind.kernels and kind.judges(table),
        acts and kind.is_linear(table),
        kind.is_constant(table.rows),
    )
