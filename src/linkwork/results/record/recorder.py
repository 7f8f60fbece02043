"""Recording inside the compiled loop: one row per recorded time.

    recorded   t, q, v, a, multipliers, y, y_t, data coordinates
    sensed     t, then the values of every sensor

    extremes   smallest and largest of these values so far, whether a row was recorded or not

The loop ensures that there is room (`evaluate.begin_step`). Only finite numbers are recorded: a row
with other values, or a state beyond maximumSolutionNorm, is a failure.
"""

from __future__ import annotations

from linkwork.core.status import NOT_FINITE, SENSED_NOT_FINITE

STATE = ("q", "v", "a", "multipliers", "y", "y_t", "data_coordinates")
"""Arrays of a recorded row, after the time."""


def record(frame, q, v, a, multipliers, y, y_t, data_coordinates, recorded_out):
    """Append the current state; x - x is zero for finite x only."""
    n, m, n_ode1, n_data = q.size, multipliers.size, y.size, data_coordinates.size
    width = 1 + 3 * n + m + 2 * n_ode1 + n_data
    first = frame.record_rows * width
    recorded_out[first] = frame.t
    size = wrong = 0.0
    for i in range(n):
        size = max(size, abs(q[i]), abs(v[i]))
        wrong += (q[i] - q[i]) + (v[i] - v[i]) + (a[i] - a[i])
        recorded_out[first + 1 + i] = q[i]
        recorded_out[first + 1 + n + i] = v[i]
        recorded_out[first + 1 + 2 * n + i] = a[i]
    for i in range(m):
        wrong += multipliers[i] - multipliers[i]
        recorded_out[first + 1 + 3 * n + i] = multipliers[i]
    further = first + 1 + 3 * n + m
    for i in range(n_ode1):
        size = max(size, abs(y[i]))
        wrong += (y[i] - y[i]) + (y_t[i] - y_t[i])
        recorded_out[further + i] = y[i]
        recorded_out[further + n_ode1 + i] = y_t[i]
    for i in range(n_data):
        recorded_out[further + 2 * n_ode1 + i] = data_coordinates[i]
    if wrong != 0.0 or not size <= frame.max_norm:
        return NOT_FINITE
    frame.record_rows += 1
    return 0


def begin_sensing(frame, sensed_out):
    """Before the sensors write their values: clear the row, write the time."""
    first = frame.sensor_rows * frame.sensor_width
    sensed_out[first] = frame.t
    for i in range(1, frame.sensor_width):
        sensed_out[first + i] = 0.0


def end_sensing(frame, sensed, extremes_out):
    """After the sensors have written: the row is complete, unless it lies between two rows."""
    first = frame.sensor_rows * frame.sensor_width
    for i in range(extremes_out.shape[0]):
        value = sensed[first + 1 + i]
        if frame.between == 0 or extremes_out[i, 4] == 0.0:
            if value < extremes_out[i, 0]:
                extremes_out[i, 0], extremes_out[i, 1] = value, frame.t
            if value > extremes_out[i, 2]:
                extremes_out[i, 2], extremes_out[i, 3] = value, frame.t
    if frame.between != 0:
        return 0
    wrong = 0.0
    for i in range(first, first + frame.sensor_width):
        wrong += sensed[i] - sensed[i]
    if wrong != 0.0:
        return SENSED_NOT_FINITE
    frame.sensor_rows += 1
    return 0
