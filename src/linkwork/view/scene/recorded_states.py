"""Recorded states in the system that was solved, for user functions that are asked about them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from linkwork.results.solution import Solution

STATE = {
    "q": "coordinates",
    "v": "velocities",
    "a": "accelerations",
    "multipliers": "multipliers",
    "y": "ode1_coordinates",
    "y_t": "ode1_velocities",
    "data_coordinates": "data_coordinates",
}
"""Array of the system's state -> that of a Solution."""


class NoSystem(Exception):
    """There is no system that recorded states could be put into; the text says what is needed."""


@contextmanager
def recorded_states(solution: Solution) -> Iterator[Callable[[int], Any]]:
    """Yields a function that puts a row into the system and returns it; restores its state."""
    live = solution.snapshot.live_model if solution.snapshot is not None else None
    if live is None:
        raise NoSystem("the system as it was when it was solved")
    mbs = live.mbs
    data = mbs._data
    if data is None or mbs.is_running:
        raise NoSystem("an assembled system that is not being solved")
    kept = {name: data[name].copy() for name in (*STATE, "poses")}
    t = data.scalars.t

    def put(row: int) -> Any:
        for name, recorded in STATE.items():
            data[name][:] = getattr(solution, recorded)[row]
        data.settle()
        data.scalars.t = float(solution.times[row])
        return mbs

    try:
        yield put
    finally:
        for name, values in kept.items():
            data[name][:] = values
        data.scalars.t = t
