"""Events of sensors in a run: what they watch, and the side of zero they start from."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from linkwork.assembly.equations import Equations
from linkwork.connectors.connector import Constraint
from linkwork.core.enums import OutputVariableType
from linkwork.core.errors import SysError, warn
from linkwork.core.kernels.compile import address_of
from linkwork.core.status import OK
from linkwork.events.interpolant import AHEAD, SAME, unwatch, watch
from linkwork.model.data import Data, Part
from linkwork.model.model import Model
from linkwork.model.position import move_by
from linkwork.results.looks import Looks
from linkwork.sensors.event import SensorEvent
from linkwork.sensors.object_sensor import SensorObject
from linkwork.sensors.user_function import SensorUserFunction

Output = OutputVariableType
FORCES = Output.Force, Output.ForceLocal, Output.Torque, Output.TorqueLocal
ACCELERATIONS = (
    *(Output.Acceleration, Output.AccelerationLocal, Output.Coordinates_tt),
    *(Output.AngularAcceleration, Output.AngularAccelerationLocal),
)

PARTS = AHEAD, 1.0e-2 * AHEAD, 1.0e-4 * AHEAD
"""Parts of a step within which a function may leave zero; the smallest that shows it counts."""

CLEAR = 1.0e-13
"""Least change of a function within the smaller ones, relative to its largest value."""

NOISE = 1.0e-12
"""Upper estimate of rounding in velocities, accelerations and rates, relative to the largest."""


class Watcher(NamedTuple):
    """A sensor that looks for an event: its number, and its place among all events."""

    item: SensorEvent
    number: int
    place: int


def watchers_of(model: Model) -> list[Watcher]:
    """Sensors that look for events, in order."""
    found = []
    for table in model.event_tables():
        if issubclass(table.kind, SensorEvent):
            for row, number in enumerate(table.numbers):
                item = model.items["sensor"][number]
                found.append(Watcher(item, number, int(table.rows["event"][row])))
    return found


def _disturbed(rates: np.ndarray, noise: float) -> np.ndarray:
    """Rates, each with an error that is a part of the largest one; all errors differ in size."""
    largest = np.abs(rates).max(initial=0.0)
    changed: np.ndarray = rates + noise * largest * np.cos(np.arange(rates.size))
    return changed


class Watching:
    """The calls that evaluate all event functions of a run, and the memory they refer to."""

    def __init__(self, model: Model, data: Data) -> None:
        self.model, self.data = model, data
        self.watchers = watchers_of(model)
        data["event_scales"][:] = data["event_counts"][:] = 0.0
        data["branches"][model.first_watcher :] = 1
        data.scalars.first_watcher = model.first_watcher
        self._looks = Looks(model, 0)
        for watcher in self.watchers:
            item, place = watcher.item, watcher.place
            data["event_acts"][place] = item.terminal or callable(item.actionUserFunction)
            data["event_directions"][place] = item.direction
            self._aim(watcher)
        data.set("watched", np.zeros(self._looks.width))
        events: list[Part] = [(t.kind.kernels["events"], t) for t in model.event_tables()]
        if self._looks.width:
            before = [*self._looks.derivative_parts(), (watch, None)]
            self._looks.set_calls(data, "event_calls", before, events)
        else:
            data.set_calls("event_calls", events, address_of)

    def _aim(self, watcher: Watcher) -> None:
        """Find the place of the value that a sensor watches."""
        item, number, _ = watcher
        if item.sensorNumber < 0:
            return
        places = self._looks.add(item.sensorNumber)
        if item.component >= places.stop - places.start:
            other = self.model.items["sensor"][item.sensorNumber]
            raise SysError(
                f"{item.label(number)}: component must be < {places.stop - places.start}, the "
                f"number of values of {other.label(item.sensorNumber)}, got {item.component}"
            )
        table, row = self.model.place["sensor", number]
        table.rows["watch"][row] = places.start + item.component

    def tell_of_forces(self) -> None:
        """Warn of events whose values depend on the step size, at constraints of positions."""
        for watcher in self.watchers:
            number, acts = watcher.item.sensorNumber, self.data["event_acts"][watcher.place]
            if acts and number >= 0 and self._is_force(number):
                warn(
                    f"{watcher.item.label(watcher.number)} watches a constraint force or an "
                    "acceleration, which depends on the step size at index 3: the event is found "
                    "in the correct step, but anywhere within it; set "
                    "timeIntegration.generalizedAlpha.constraintLevel = 'velocity'"
                )

    def _is_force(self, number: int) -> bool:
        """Whether a sensor measures accelerations or values that depend on multipliers."""
        sensor: Any = self.model.items["sensor"][number]
        if isinstance(sensor, SensorUserFunction):
            return any(map(self._is_force, sensor.sensorNumbers))
        told = getattr(sensor, "outputVariableType", OutputVariableType._None)
        if isinstance(sensor, SensorObject) and told in FORCES:
            return isinstance(self.model.items["object"][sensor.objectNumber], Constraint)
        return told in ACCELERATIONS

    def evaluate(self, lists: Equations) -> int:
        """Evaluate the distances to all boundaries at the present state."""
        status = lists.run("motion_calls") or lists.run("event_calls")
        unwatch(self.data.frame[0])
        return status

    def distances(self, lists: Equations) -> tuple[int, np.ndarray]:
        """(status, sizes) of all event functions, relative to their largest values."""
        status = self.evaluate(lists)
        return status, np.abs(self.data["event_values"][self.model.first_watcher :, 0])

    def take_sides(self, lists: Equations, h: float, off: np.ndarray | None = None) -> int:
        """Find the signs of the event functions; where one is zero, the sign a little later counts.

        off -- relative sizes of the functions at an event, before its action: a projection of the
            velocities may have moved them off zero. While they are that small, the side is left
            open, else the same event would happen again

        Sizes decide as soon as they are known, also immediately: a ball may return from a short
        bounce. If rounding decides, the side is left open (branch 0). The loop takes the one that
        the function has at the end of a step (`events/loop.py`).
        """
        if not self.watchers:
            return OK
        data, own = self.data, slice(self.model.first_watcher, None)
        is_known = data["event_scales"][own] > 0.0
        data["branches"][own] = 1
        status = self.evaluate(lists)
        here, signs = self._functions(), np.sign(data["event_values"][own, 0])
        sizes = np.abs(data["event_values"][own, 0])
        on_boundary = sizes <= SAME
        if status == OK and on_boundary.any():
            signs[on_boundary] = 0.0
            for part in PARTS:
                status, sides, change = self._ahead(lists, part * h, here)
                counts = on_boundary & (sides != 0.0)
                if part != AHEAD:
                    counts &= is_known & (change > CLEAR * data["event_scales"][own])
                signs = np.where(counts, sides, signs)
                if status != OK:
                    break
        if off is not None:
            happened = (data["crossed"][own] >= 0) & (off > SAME)
            signs[happened & (sizes <= 2.0 * off)] = 0.0
        data["branches"][own] = signs
        return status or lists.run("motion_calls")

    def _functions(self) -> np.ndarray:
        """Event functions at the state that was evaluated last, with all branches 1."""
        own = slice(self.model.first_watcher, None)
        values: np.ndarray = self.data["event_values"][own, 0] * self.data["event_scales"][own]
        return values

    def _ahead(
        self, lists: Equations, h: float, here: np.ndarray
    ) -> tuple[int, np.ndarray, np.ndarray]:
        """(status, signs, sizes) of the changes of all functions within h [s]; sign 0: not clear.

        A sign is clear if rates disturbed by rounding give the same one.
        """
        data = self.data
        kept = {name: data[name].copy() for name in ("q", "v", "y", "poses")}
        t, status, changes = data.scalars.t, OK, []
        for noise in (0.0, NOISE, -NOISE):
            v, a, y_t = (_disturbed(data[name], noise) for name in ("v", "a", "y_t"))
            move_by(lists, h * (v + 0.5 * h * a), compensated=False)
            data["v"][:] = v + h * a
            data["y"][:] += h * y_t
            data.scalars.t = t + h
            status = status or self.evaluate(lists)
            changes.append(self._functions() - here)
            for name, old in kept.items():
                data[name][:] = old
            data.scalars.t = t
        signs = np.sign(changes)
        is_clear = (signs[0] == signs[1]) & (signs[0] == signs[2])
        return status, np.where(is_clear, signs[0], 0.0), np.abs(changes[0])

    def happened(self) -> list[tuple[Watcher, int]]:
        """Sensors whose event happens at this state, with its direction."""
        crossed, branches = self.data["crossed"], self.data["branches"]
        found = [
            (each, int(branches[each.place])) for each in self.watchers if crossed[each.place] >= 0
        ]
        return [(each, sign) for each, sign in found if each.item.direction in (0, sign)]
