"""Steps that end at an event: actions of users, and the new start from there."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from linkwork.core.errors import SolverError, UserFunctionError
from linkwork.core.functions.marked import unmarked
from linkwork.events.sensor_events import SensorEvents
from linkwork.integrators.evaluate import record_state
from linkwork.results.jumps import EVENT
from linkwork.run.balance import Balance
from linkwork.run.changed_parameters import ChangedParameters
from linkwork.run.context import RunContext
from linkwork.run.scheme import Scheme

if TYPE_CHECKING:
    from linkwork.sensors.event import SensorEvent


class EventStops:
    """What a run does where a step has ended at an event."""

    def __init__(
        self, context: RunContext, scheme: Scheme, balance: Balance, changes: ChangedParameters,
        events: SensorEvents,
    ) -> None:  # fmt: skip
        self._context, self._scheme, self._balance = context, scheme, balance
        self._changes, self._events = changes, events

    def take(self) -> bool:
        """Restart at the event that has ended a step; returns False if the run ends."""
        context, scheme = self._context, self._scheme
        data, recording, lists = context.data, context.recording, context.equations
        assert scheme.watching is not None
        happened = scheme.watching.happened()
        for watcher, direction in happened:
            self._events.note(watcher, direction)
        go_on = all(not watcher.item.terminal for watcher, _ in happened)
        acts = any(callable(watcher.item.actionUserFunction) for watcher, _ in happened)
        off = None
        if acts:
            off = self._meet_constraints()
            context.demand(recording.look(lists.run))
            context.demand(recording.note_jump(lists.run, lists.call, 1.0))
            recording.jumps.begin(EVENT)
        for watcher, _ in happened:
            if callable(watcher.item.actionUserFunction):
                go_on = self._act(watcher.item, watcher.number) and go_on
        if not go_on:
            recording.end_jump(EVENT)
            return False
        if context.model.n_ae and (data.scalars.changed or scheme.is_implicit):
            # at position level velocities are off by h^2, which a short step would turn into forces
            context.demand(context.equations.project(1))
        if data.scalars.changed:
            self._changes.take()
        self._balance.accelerate(keep_modes=True)
        if scheme.is_implicit:
            scheme.set_step(context.h)
        if acts:
            context.demand(recording.note_jump(lists.run, lists.call, -1.0))
            recording.take_again()
            recording.end_jump(EVENT)
            self._events.take_sides(off)
        context.demand(record_state(data.frame[0], data.address))
        return True

    def _meet_constraints(self) -> np.ndarray | None:
        """Project the velocities before an action; returns the event functions after that."""
        context, watching = self._context, self._scheme.watching
        assert watching is not None
        if not (context.model.n_ae and self._scheme.is_implicit):
            return None
        context.demand(context.equations.project(1))
        status, off = watching.distances(context.equations)
        context.demand(status)
        return off

    def _act(self, item: SensorEvent, number: int) -> bool:
        """Call the action of an event, which may change the state; returns whether to continue."""
        mbs, t = self._context.model.mbs, self._context.data.scalars.t
        action, _ = unmarked(item.actionUserFunction)
        from linkwork.core.kernels.callbacks import call_directly

        mbs.systemData.is_locked = False
        try:
            go_on = call_directly(action, mbs, t, number)
            if not isinstance(go_on, (bool, np.bool_)):
                raise TypeError(f"it must return True to go on or False to stop, got {go_on!r}")
        except Exception as error:
            told = UserFunctionError(f"{item.label(number)}: actionUserFunction", error)
            raise SolverError(told.at(f"at the event at t = {t:.9g} s")) from error
        finally:
            mbs.systemData.is_locked = True
        return bool(go_on)
