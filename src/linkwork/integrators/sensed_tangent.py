"""Derivatives of the values of sensors by parameters, from those of the state.

Sensors are evaluated in states beside the present one, along its derivatives and with the parameter
changed. What they remember of earlier states is put back.
"""

from __future__ import annotations

from linkwork.core.kernels.calls import run_calls
from linkwork.core.records import f8
from linkwork.integrators.alpha.parameter_slopes import PARAMETER, WORD, apply_words, keep_words
from linkwork.integrators.state import restore_state, save_state
from linkwork.integrators.step_tangent import BEFORE, STEPPED, displace, saved_in, step_for

SENSED = dict(
    control=STEPPED, parameters=PARAMETER, words=WORD, tangents=f8, kept=f8, tangent_work=f8,
    found=f8,
)  # fmt: skip
"""Memory of `sensed_tangents`; found -- derivatives of the values of sensors, by parameter."""


def _sense(frame, system):
    """Let the sensors write their values into the next row; it is not counted."""
    rows, frame.between = frame.sensor_rows, 0
    status = run_calls(frame.sensor_calls, frame.n_sensor_calls, system.address)
    frame.sensor_rows = rows
    return status


def sensed_tangents(
    frame, state, system, extremes, integrals, power_history, sensed, control, parameters, words,
    tangents, kept, tangent_work, found,
):  # fmt: skip
    """Derivatives of the values of sensors at the present state, from those of the state."""
    n, count, values = state.q.size, control[0].count, frame.sensor_width - 1
    first, width = frame.sensor_rows * frame.sensor_width + 1, tangents.size // max(count, 1)
    past, status = tangent_work[n:], 0
    for i in range(extremes.shape[0]):
        for j in range(5):
            past[5 * i + j] = extremes[i, j]
    past = past[5 * extremes.shape[0] :]
    for i in range(integrals.size):
        past[i] = integrals[i]
    for i in range(power_history.size):
        past[integrals.size + i] = power_history[i]
    save_state(state, saved_in(kept, BEFORE, state))
    between = frame.between
    for p in range(count):
        s, one = tangents[p * width : (p + 1) * width], parameters[p]
        for i in range(values):
            found[p * values + i] = 0.0
        along = control[0].size * step_for(state, system, control, s)
        step = one.step if one.last > one.first else along
        if along > 0.0:
            step = min(step, along)
        keep_words(words, one.first, one.last)
        for k in range(4 if step > 0.0 else 0):
            sign = 1.0 if k % 2 == 0 else -1.0
            many, weight = (1.0, 8.0 / 12.0) if k < 2 else (2.0, -1.0 / 12.0)
            apply_words(words, one.first, one.last, sign * many * step)
            displace(frame, state, system, control, s, sign * many * step, tangent_work[:n])
            if status == 0:
                status = _sense(frame, system)
            for i in range(values):
                found[p * values + i] += sign * weight / step * sensed[first + i]
            apply_words(words, one.first, one.last, 0.0)
            restore_state(saved_in(kept, BEFORE, state), state)
            for i in range(integrals.size):
                integrals[i] = past[i]
            for i in range(power_history.size):
                power_history[i] = past[integrals.size + i]
        # markers of the present state: the step of the next differences depends on them
        if status == 0:
            status = run_calls(frame.motion_calls, frame.n_motion_calls, system.address)
    past = tangent_work[n:]
    for i in range(extremes.shape[0]):
        for j in range(5):
            extremes[i, j] = past[5 * i + j]
    frame.between = between
    return status
