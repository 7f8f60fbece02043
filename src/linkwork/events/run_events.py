"""Events of sensors in a run: sides of zero, events that are seen, what is done at the others."""

from __future__ import annotations

from abc import abstractmethod
from functools import partial
from typing import Any

import numpy as np

from linkwork.core.errors import SolverError, UserFunctionError, warn
from linkwork.core.functions.user_functions import unmarked
from linkwork.core.status import OK, USER_FUNCTION, decode
from linkwork.events.watching import Watcher
from linkwork.integrators.evaluate import record_state
from linkwork.results.jumps import EVENT
from linkwork.results.record.event import Event
from linkwork.run.solver_run import SolverRun
from linkwork.sensors.event import SensorEvent


class RunEvents(SolverRun):
    """The part of a run that deals with events of sensors; see `run/start.py`."""

    scheme: Any
    _told_of_drives: bool

    @abstractmethod
    def _accelerate(self, keep_modes: bool = False) -> None:
        """Accelerations and multipliers of the present positions and velocities."""

    @abstractmethod
    def _take_changes(self) -> None:
        """Parameters were changed."""

    def _take_sides(self, off: np.ndarray | None = None) -> None:
        """Which side of zero the event functions of sensors are on; off as `take_sides` tells."""
        if self.scheme.watching is not None:
            take_sides = partial(self.scheme.watching.take_sides, self.equations, self.h, off)
            status = take_sides()
            failed = decode(status)[0] == USER_FUNCTION
            if failed and self._look_into_user_functions(status, take_sides):
                return
            self._demand(status)

    def _see(self, place: int, direction: int) -> int:
        """Note the event of a sensor at the present state."""
        watchers: list[Watcher] = self.scheme.watching.watchers
        watcher = watchers[place - self.data.scalars.first_watcher]
        self._note(watcher, direction)
        return OK

    def _note(self, watcher: Watcher, direction: int) -> None:
        data = self.data
        state = data["q"].copy(), data["v"].copy()
        self.recording.events.append(Event(data.scalars.t, watcher.item.name, direction, *state))

    def _leave_search(self) -> None:
        """Constraints are driven in this step, to values that belong to its end.

        Ended earlier, at an event, it would move them there at once. Events of sensors are located
        all the same, and embedded pairs need them to find their step size.
        """
        if self.model.has_watchers:
            ends_steps = self.model.has_events or self.data["event_acts"].any()
            if ends_steps and not self._told_of_drives:
                self._told_of_drives = True
                names = ", ".join(
                    self.model.items[family][number].label(number)
                    for family, number in sorted(self.model.driven)
                )
                warn(
                    f"{names or 'constraints'}: driven by the pre-step function while SensorEvents "
                    "end steps: a step that ends at an event reaches the value of its planned end "
                    "too soon, and velocities jump; drive by a user function of time, e.g. "
                    "offsetUserFunction of a CoordinateConstraint, or take smaller steps"
                )
        elif self.scheme.is_implicit or not self.scheme.is_automatic:
            self.data.scalars.unsearched = 1

    def _take_event(self) -> bool:
        """A step has ended at an event: start anew there; False if the run ends."""
        data, watching, lists = self.data, self.scheme.watching, self.equations
        happened = watching.happened()
        for watcher, direction in happened:
            self._note(watcher, direction)
        go_on = all(not watcher.item.terminal for watcher, _ in happened)
        acts = any(callable(watcher.item.actionUserFunction) for watcher, _ in happened)
        off = None
        if acts:
            off = self._meet_constraints()
            self._demand(self.recording.note_jump(lists.run, lists.call, 1.0))
            self.recording.jumps.begin(EVENT)
        for watcher, _ in happened:
            if callable(watcher.item.actionUserFunction):
                go_on = self._act(watcher.item, watcher.number) and go_on
        if not go_on:
            self.recording.end_jump(EVENT)
            return False
        if self.model.n_ae and (data.scalars.changed or self.scheme.is_implicit):
            # at position level velocities are off by h^2, which a short step would turn into forces
            self._demand(self.equations.project(1))
        if data.scalars.changed:
            self._take_changes()
        self._accelerate(keep_modes=True)
        if self.scheme.is_implicit:
            self.scheme.set_step(self.h)
        if acts:
            self._demand(self.recording.note_jump(lists.run, lists.call, -1.0))
            self.recording.take_again()
            self.recording.end_jump(EVENT)
            self._take_sides(off)
        self._demand(record_state(data.frame[0], data.group("system")))
        return True

    def _meet_constraints(self) -> np.ndarray | None:
        """Velocities that the constraints allow, before an action; event functions after that."""
        if not (self.model.n_ae and self.scheme.is_implicit):
            return None
        self._demand(self.equations.project(1))
        status, off = self.scheme.watching.distances(self.equations)
        self._demand(status)
        return off

    def _act(self, item: SensorEvent, number: int) -> bool:
        """Call the action of an event, which may change the state; whether the run goes on."""
        system_data, t = self.model.mbs.systemData, self.data.scalars.t
        action, _ = unmarked(item.actionUserFunction)
        system_data.is_locked = False
        try:
            go_on = action(self.model.mbs, t, number)
            if not isinstance(go_on, (bool, np.bool_)):
                raise TypeError(f"it must return True to go on or False to stop, got {go_on!r}")
        except Exception as error:
            told = UserFunctionError(f"{item.label(number)}: actionUserFunction", error)
            raise SolverError(told.at(f"at the event at t = {t:.9g} s")) from error
        finally:
            system_data.is_locked = True
        return bool(go_on)
