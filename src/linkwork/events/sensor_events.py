"""Events of sensors in a run: their sides of zero, and the events observed."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from linkwork.core.errors import warn
from linkwork.core.status import OK, USER_FUNCTION, decode
from linkwork.results.record.event import Event
from linkwork.run.context import RunContext
from linkwork.run.scheme import Scheme

if TYPE_CHECKING:
    from linkwork.events.watching import Watcher


class SensorEvents:
    """What the SensorEvents of a run watch, and the events they have observed."""

    def __init__(self, context: RunContext, scheme: Scheme) -> None:
        self._context, self._scheme = context, scheme
        self._warned_of_drives = False

    def take_sides(self, off: np.ndarray | None = None) -> None:
        """Find the side of zero of each event function; off -- see `Watching.take_sides`."""
        context, watching = self._context, self._scheme.watching
        if watching is not None:
            h = context.data.scalars.h
            take_sides = partial(watching.take_sides, context.equations, h, off)
            status = take_sides()
            failed = decode(status)[0] == USER_FUNCTION
            if failed and context.functions.look_into(status, take_sides):
                return
            context.demand(status)

    def see(self, place: int, direction: int) -> int:
        """Record the event at a place among all events, at the present state; the loop calls it."""
        watching = self._scheme.watching
        assert watching is not None
        first = self._context.data.scalars.first_watcher
        self.note(watching.watchers[place - first], direction)
        return OK

    def note(self, watcher: Watcher, direction: int) -> None:
        """Record the event of a sensor at the present state."""
        data = self._context.data
        velocities = data["v"].copy()
        if data.composition.is_on:
            velocities = data.composition.public("v", data)
        state = data["q"].copy(), velocities
        event = Event(data.scalars.t, watcher.item.name, direction, *state)
        self._context.recording.events.append(event)

    def leave_search(self) -> None:
        """Do not search this step: it drives constraints to values that apply to its end.

        If it ended earlier, at an event, the constraints would jump to these values. Events of
        sensors are located all the same, and embedded pairs need them to find their step size.
        """
        model, data = self._context.model, self._context.data
        if model.has_watchers:
            ends_steps = model.has_events or data["event_acts"].any()
            if ends_steps and not self._warned_of_drives:
                self._warned_of_drives = True
                names = ", ".join(
                    model.items[family][number].label(number)
                    for family, number in sorted(model.driven)
                )
                warn(
                    f"{names or 'constraints'}: driven by the pre-step function while SensorEvents "
                    "end steps: a step that ends at an event reaches the value of its planned end "
                    "too soon, and velocities jump; drive by a user function of time, e.g. "
                    "offsetUserFunction of a CoordinateConstraint, or take smaller steps"
                )
        elif self._scheme.is_implicit or not self._scheme.is_automatic:
            data.scalars.unsearched = 1
