"""Evaluating recorded states again: any kernels, at every row of a result, in compiled code.

A recorded row is what `recorder.record` writes; `replay` is its inverse. At every row it runs the
calls of the sensors, here kernels of the caller's choice, which write one row of numbers each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np

from linkwork.core.errors import SysError
from linkwork.core.kernels.compile import address_of
from linkwork.core.kernels.pointer import call_kernel
from linkwork.core.status import failure_of
from linkwork.model.data import Data, Part, entry_of
from linkwork.model.model import Model
from linkwork.nodes.node import parts_of_nodes
from linkwork.results.record.recorder import STATE, begin_sensing, end_sensing
from linkwork.results.replay.kernels import PER_MARKER, clear_forces, note_forces, replay

CHUNK = 1_000_000
"""Most numbers that are passed at once."""


def evaluate_rows(
    model: Model,
    data: Data,
    parts: Iterable[Part],
    width: int,
    times: np.ndarray,
    state: Mapping[str, np.ndarray],
    ahead: Iterable[Part] = (),
    prepare: Callable[[np.ndarray], None] | None = None,
) -> np.ndarray:
    """(rows, width) numbers that kernels write at recorded states, after the motion of the markers.

    parts -- kernels and their tables; they write row k of `sensed`, whose first number is the
    time
    state -- arrays of STATE, one row per time; zeros where one is not given
    ahead -- kernels that run before the motion of the markers, with the poses of the state
    prepare -- gets the calls of the parts, to tell output kernels what to write where

    Afterwards, state, time and branches of the system are those of the last row.
    """
    parts = list(parts)
    settling = parts_of_nodes(model, "settle")
    motion = model.markers.parts_for(kernel for kernel, _ in parts)
    before: list[Part] = [*settling, *ahead, *motion, (begin_sensing, None)]
    data.set_calls("sensor_calls", [*before, *parts, (end_sensing, None)], address_of)
    if prepare is not None:
        prepare(data["sensor_calls"][len(before) : len(before) + len(parts)])
    sizes = [data[name].size for name in STATE]
    places = np.cumsum([1, *sizes])
    for name, size in zip(STATE, sizes, strict=True):
        if name in state and state[name].shape != (len(times), size):
            raise SysError(
                f"the result does not fit its model: {name} has {state[name].shape[1]} "
                f"numbers at each of {len(state[name])} times, the model has {size} at "
                f"{len(times)} times"
            )
    rows = max(1, CHUNK // int(places[-1] + width + 1))
    found = np.empty((len(times), width))
    s = data.scalars
    s.frozen, s.sensor_width, s.cq, s.cv = 0, width + 1, 0.0, 0.0
    code = address_of(entry_of(replay, None))
    for begin in range(0, len(times), rows):
        chunk = slice(begin, begin + rows)
        recorded = np.zeros((len(times[chunk]), places[-1]))
        recorded[:, 0] = times[chunk]
        for name, first, size in zip(STATE, places, sizes, strict=False):
            if name in state:
                recorded[:, first : first + size] = state[name][chunk]
        data.set("recorded", recorded.ravel())
        data.set("sensed", np.zeros(len(recorded) * (width + 1)))
        s.sensor_rows = 0
        status = call_kernel(code, 0, data.address)
        if status != 0:
            raise _failure(model, status, s.t)
        found[chunk] = data["sensed"].reshape(len(recorded), width + 1)[:, 1:]
    for name in ("recorded", "sensed"):
        data.set(name, np.zeros(0))
    return found


class CannotReplay(SysError):
    """A kernel failed at a recorded state; number -- of its item, None if unknown."""

    number: int | None = None


def _failure(model: Model, status: int, t: float) -> CannotReplay:
    """The error of a status."""
    failure = failure_of(status)
    who = failure.label(model.items) if failure.number is not None else "the result"
    when = f"at the recorded time t = {t:.9g} s"
    made = CannotReplay(f"{who} cannot be evaluated {when}: {failure.text}")
    made.number = failure.number
    return made


def marker_forces(
    model: Model, data: Data, times: np.ndarray, q: np.ndarray, v: np.ndarray
) -> np.ndarray:
    """(rows, markers, 5): fx, fy, torque, arm x, arm y of the forces on markers in a run.

    Without constraint forces. Torques act about the markers themselves; arms are those of
    `rotations`.
    The calls are those of the last run: user functions no longer have addresses, so their forces
    are missing.
    """
    kept: dict[str, Any] = {name: data[name].copy() for name in (*STATE, "q_low", "poses")}
    t = data.scalars.t
    count = len(data["marker_moment"])
    parts: list[Part] = [(clear_forces, None), *data.parts["force_calls"], (note_forces, None)]
    state = {"q": q, "v": v}
    found = evaluate_rows(model, data, parts, count * PER_MARKER, times, state)
    for name, values in kept.items():
        data[name][:] = values
    data.scalars.t = t
    return found.reshape(len(times), count, PER_MARKER)
