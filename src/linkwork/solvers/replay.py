"""Forces of a run that is over: connectors are evaluated again at recorded states.

    recorded   rows of t, q, v
    sensed     rows of force x, y and torque on each marker, without constraint forces

Torques act about the markers themselves; arms are those of `turns`, behind each torque:

    fx, fy, torque, arm x, arm y       for every marker
"""

from __future__ import annotations

import numpy as np

from linkwork.core.compile import address_of
from linkwork.core.pointer import call_kernel
from linkwork.data import Data, entry_of
from linkwork.solvers.evaluate import run_calls

WIDTH = 5
"""Numbers of each marker."""


def replay(
    frame, frame_address, q, q_low, v, multipliers, turns, marker_force, marker_torque, recorded,
    sensed, motion_calls, force_calls,
):  # fmt: skip
    """Evaluate all rows of `recorded`."""
    n, count = q.size, marker_torque.size
    frame.frozen = 0
    for i in range(multipliers.size):
        multipliers[i] = 0.0
    for row in range(recorded.size // (1 + 2 * n)):
        first = row * (1 + 2 * n)
        frame.t = recorded[first]
        for i in range(n):
            q[i] = recorded[first + 1 + i]
            v[i] = recorded[first + 1 + n + i]
            q_low[i] = 0.0
        for i in range(count):
            marker_torque[i] = 0.0
            for r in range(3):
                marker_force[i, r] = 0.0
        status = run_calls(motion_calls, frame.motion_calls, frame_address)
        if status == 0:
            status = run_calls(force_calls, frame.force_calls, frame_address)
        if status != 0:
            return status
        for i in range(count):
            place = (row * count + i) * WIDTH
            sensed[place] = marker_force[i, 0]
            sensed[place + 1] = marker_force[i, 1]
            sensed[place + 2] = marker_torque[i]
            sensed[place + 3] = turns[i].arm[0]
            sensed[place + 4] = turns[i].arm[1]
    return 0


def marker_forces(data: Data, times: np.ndarray, q: np.ndarray, v: np.ndarray) -> np.ndarray:
    """(rows, markers, 5) of the module's text, by the calls of the last run.

    User functions have no addresses any more: what they give is missing.
    """
    kept = {name: data[name].copy() for name in ("q", "q_low", "v", "multipliers")}
    t = data.scalars.t
    count = len(data["marker_torque"])
    data.set("recorded", np.column_stack([times, q, v]).ravel())
    data.set("sensed", np.zeros(len(times) * count * WIDTH))
    status = call_kernel(address_of(entry_of(replay, None)), 0, data.address)
    assert status == 0
    found = data["sensed"].reshape(len(times), count, WIDTH)
    for name in ("recorded", "sensed"):
        data.set(name, np.zeros(0))
    for name, values in kept.items():
        data[name][:] = values
    data.scalars.t = t
    return found
