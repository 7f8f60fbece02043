"""Jumps of the state in a result: actions of events, with the state before and after them.

At an event whose action changes the state, the recorded row holds the state after it, and the event
itself that before it. For integrals over time the latter becomes a row of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import numpy as np

from linkwork.results.event import Event
from linkwork.results.snapshot import Snapshot


class Rows(NamedTuple):
    """Recorded rows with states before jumps put in.

    added -- numbers of the rows that were put in; missing -- jumps without a recorded row
    """

    times: np.ndarray
    state: Mapping[str, Any]
    added: np.ndarray
    missing: list[str]


def with_jumps(
    snapshot: Snapshot, times: np.ndarray, state: Mapping[str, Any], events: Iterable[Event]
) -> Rows:
    """Rows for integrals over time."""
    sensors: Any = snapshot.items["sensor"]
    acting = {
        item.name: item.label(number)
        for number, item in enumerate(sensors)
        if callable(getattr(item, "actionUserFunction", None))
    }
    first = {event.time: event for event in reversed(list(events)) if event.sensor in acting}
    places, before, missing = [], [], []
    for time, event in sorted(first.items()):
        row = int(np.searchsorted(times, time))
        if row == len(times) or times[row] != time:
            missing.append(
                f"{acting[event.sensor]}: the state behind its action at t = {time:.9g} s was not "
                "recorded; set solutionSettings.solutionWritePeriod = 0"
            )
        elif row > 0 and not _is_there(event, state, row):
            places.append(row)
            before.append(_before(event, times, state, row))
    if not places:
        return Rows(times, state, np.zeros(0, int), missing)
    made = {
        name: np.insert(np.asarray(values), places, [b[name] for b in before], axis=0)
        for name, values in state.items()
    }
    added = np.array(places) + np.arange(len(places))
    return Rows(np.insert(times, places, times[places]), made, added, missing)


def _is_there(event: Event, state: Mapping[str, Any], row: int) -> bool:
    """Whether the recorded row holds the state of the event: nothing has jumped."""
    same = np.array_equal(event.coordinates, state["q"][row])
    return same and np.array_equal(event.velocities, state["v"][row])


def _before(
    event: Event, times: np.ndarray, state: Mapping[str, Any], row: int
) -> dict[str, np.ndarray]:
    """State before a jump; accelerations are those of the quartic from the row before it.

    That is the polynomial through q, v, a of that row and q, v of the event.
    """
    h = times[row] - times[row - 1]
    q, v, a = (np.asarray(state[name][row - 1]) for name in ("q", "v", "a"))
    by_place = event.coordinates - q - h * v - 0.5 * h * h * a
    by_rate = h * (event.velocities - v) - h * h * a
    found = {name: np.asarray(values[row - 1]) for name, values in state.items()}
    found |= {name: np.asarray(state[name][row]) for name in ("y", "y_t")}
    rate = a + (6.0 * by_rate - 12.0 * by_place) / (h * h)
    return found | {"q": event.coordinates, "v": event.velocities, "a": rate}
