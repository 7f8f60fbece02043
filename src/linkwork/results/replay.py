"""Evaluating recorded states again: any kernels, at every row of a result, in compiled code.

A recorded row is what `recorder.record` writes; `replay` is its inverse. At every row it runs the
calls of the sensors, here kernels of the caller's choice, which write one row of numbers each.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from linkwork.core.calls import run_calls
from linkwork.core.compile import address_of
from linkwork.core.errors import SysError
from linkwork.core.pointer import call_kernel
from linkwork.core.status import FAMILIES, TEXTS, decode
from linkwork.data import Data, Part, entry_of
from linkwork.model import Model
from linkwork.results.recorder import begin_sensing, end_sensing

STATE = ("q", "v", "a", "multipliers", "y", "y_t", "data_coordinates")
"""Arrays of a recorded row, behind the time."""

CHUNK = 1_000_000
"""Numbers that are handed over at once."""

PER_MARKER = 5
"""Numbers of each marker in `marker_forces`."""


def replay(
    frame, frame_address, q, q_low, v, a, multipliers, y, y_t, data_coordinates, recorded,
    sensor_calls,
):  # fmt: skip
    """Run the sensors' calls at all rows of `recorded`."""
    n, m, n_ode1, n_data = q.size, multipliers.size, y.size, data_coordinates.size
    width = 1 + 3 * n + m + 2 * n_ode1 + n_data
    for row in range(recorded.size // width):
        first = row * width
        frame.t = recorded[first]
        for i in range(n):
            q[i] = recorded[first + 1 + i]
            q_low[i] = 0.0
            v[i] = recorded[first + 1 + n + i]
            a[i] = recorded[first + 1 + 2 * n + i]
        for i in range(m):
            multipliers[i] = recorded[first + 1 + 3 * n + i]
        further = first + 1 + 3 * n + m
        for i in range(n_ode1):
            y[i] = recorded[further + i]
            y_t[i] = recorded[further + n_ode1 + i]
        for i in range(n_data):
            data_coordinates[i] = recorded[further + 2 * n_ode1 + i]
        status = run_calls(sensor_calls, frame.sensor_calls, frame_address)
        if status != 0:
            return status
    return 0


def evaluate_rows(
    model: Model,
    data: Data,
    parts: Iterable[Part],
    width: int,
    times: np.ndarray,
    state: Mapping[str, np.ndarray],
) -> np.ndarray:
    """(rows, width) numbers that kernels write at recorded states, after the motion of the markers.

    parts -- kernels and their tables; row k of `sensed` belongs to them, its first number is the
    time
    state -- arrays of STATE, one row per time; zeros where one is not given

    State, time and modes of the system are those of the last row afterwards.
    """
    before: list[Part] = [*model.motion_parts(), (begin_sensing, None)]
    data.set_calls("sensor_calls", [*before, *parts, (end_sensing, None)], address_of)
    sizes = [data[name].size for name in STATE]
    places = np.cumsum([1, *sizes])
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


def _failure(model: Model, status: int, t: float) -> SysError:
    """What a status stands for."""
    code, number = decode(status)
    who = "the result"
    if number is not None:
        who = model.items[FAMILIES.get(code, "object")][number].label(number)
    text = TEXTS.get(code, f"internal status {status}")
    return SysError(f"{who} cannot be evaluated at the recorded time t = {t:.9g} s: {text}")


# ------------------------------------------------------------------------------- marker forces


def clear_forces(marker_force_out):
    """No forces yet."""
    for i in range(marker_force_out.shape[0]):
        for r in range(3):
            marker_force_out[i, r] = 0.0


def note_forces(frame, turns, marker_force, marker_torque, sensed_out):
    """Write fx, fy, torque, arm x, arm y of every marker."""
    first = frame.sensor_rows * frame.sensor_width + 1
    for i in range(marker_torque.size):
        place = first + i * PER_MARKER
        sensed_out[place] = marker_force[i, 0]
        sensed_out[place + 1] = marker_force[i, 1]
        sensed_out[place + 2] = marker_torque[i]
        sensed_out[place + 3] = turns[i].arm[0]
        sensed_out[place + 4] = turns[i].arm[1]


def marker_forces(
    model: Model, data: Data, times: np.ndarray, q: np.ndarray, v: np.ndarray
) -> np.ndarray:
    """(rows, markers, 5): fx, fy, torque, arm x, arm y of the forces on markers in a run.

    Without constraint forces. Torques act about the markers themselves; arms are those of `turns`.
    The calls are those of the last run: user functions have no addresses any more, so what they
    give is missing.
    """
    kept: dict[str, Any] = {name: data[name].copy() for name in (*STATE, "q_low")}
    t = data.scalars.t
    count = len(data["marker_torque"])
    parts = [(clear_forces, None), *data.parts["force_calls"], (note_forces, None)]
    state = {"q": q, "v": v}
    found = evaluate_rows(model, data, parts, count * PER_MARKER, times, state)
    for name, values in kept.items():
        data[name][:] = values
    data.scalars.t = t
    return found.reshape(len(times), count, PER_MARKER)
