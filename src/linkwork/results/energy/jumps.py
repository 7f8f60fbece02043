"""Jumps of results in files that do not record them.

At an event whose action changes the state, the recorded row holds the state after the action, and
the event itself holds the state before it. Jumps between recorded times, and those by pre-step
functions, are unknown.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np

from linkwork.results.jumps import EVENT, Jump
from linkwork.results.parts import PARTS, TIMES
from linkwork.results.record.event import Event
from linkwork.results.snapshot import Snapshot


def jumps_of_events(
    snapshot: Snapshot, arrays: Mapping[str, np.ndarray], events: Iterable[Event]
) -> list[Jump]:
    """Jumps of a result by its events with actions; arrays -- recorded ones by their names."""
    acting = {
        item.name
        for item in snapshot.items["sensor"]
        if callable(getattr(item, "actionUserFunction", None))
    }
    first = {event.time: event for event in reversed(list(events)) if event.sensor in acting}
    found, times = [], arrays[TIMES]
    for time, event in sorted(first.items()):
        row = int(np.searchsorted(times, time))
        if row == len(times) or times[row] != time:
            unknown = np.full(1 + sum(arrays[name].shape[1] for name in PARTS), np.nan)
            unknown[0] = time
            found.append(Jump(EVENT, row, unknown, unknown))
        elif row > 0 and not _is_there(event, arrays, row):
            behind = np.concatenate([[time], *(arrays[name][row] for name in PARTS)])
            found.append(Jump(EVENT, row, _before(event, arrays, row), behind))
    return found


def _is_there(event: Event, arrays: Mapping[str, np.ndarray], row: int) -> bool:
    """Whether the recorded row holds the state of the event: nothing has jumped."""
    same = np.array_equal(event.coordinates, arrays["coordinates"][row])
    return same and np.array_equal(event.velocities, arrays["velocities"][row])


def _before(event: Event, arrays: Mapping[str, np.ndarray], row: int) -> np.ndarray:
    """State before a jump; accelerations are those of the quartic from the row before it.

    That is the polynomial through q, v, a of that row and q, v of the event.
    """
    h = arrays[TIMES][row] - arrays[TIMES][row - 1]
    found = {name: np.asarray(arrays[name][row - 1]) for name in PARTS}
    q, v, a = (found[name] for name in ("coordinates", "velocities", "accelerations"))
    by_place = event.coordinates - q - h * v - 0.5 * h * h * a
    by_rate = h * (event.velocities - v) - h * h * a
    found |= {name: arrays[name][row] for name in ("ode1_coordinates", "ode1_velocities")}
    found["coordinates"], found["velocities"] = event.coordinates, event.velocities
    found["accelerations"] = a + (6.0 * by_rate - 12.0 * by_place) / (h * h)
    return np.concatenate([[event.time], *found.values()])
