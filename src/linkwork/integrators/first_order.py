"""First-order coordinates y_t = rates(y, t) in the solvers.

Items add their right-hand sides of y_t to `rates` while forces are evaluated. Implicit steps use
the trapezoidal rule

    y_1 = y_0 + h/2 (y_t_0 + y_t_1),   y_t_1 = rates(y_1, t_1)

with the rates as unknowns, after accelerations and multipliers. Their rows are y_t - rates = 0,
with the matrix I - cy d(rates)/dy, cy = h/2; outside of a step, cy is 0. Explicit solvers treat y
as further components of the state.
"""

from __future__ import annotations

import math

from linkwork.core.kernels.marks import contracted


def clear_rates(rates_out):
    """Set the rates to zero before items add to them."""
    for i in range(rates_out.size):
        rates_out[i] = 0.0


def add_unit_matrix(unit_slots, values_out):
    """Add the matrix entries of y_t in its own row."""
    for i in range(unit_slots.size):
        values_out[unit_slots[i]] += 1.0


def magnitude(y):
    """Sum of all absolute values; not finite if one of them is not."""
    total = 0.0
    for i in range(y.size):
        total += abs(y[i])
    return total


# ------------------------------------------------------------------------------- implicit steps


@contracted
def predict(h, weights, first, second, third, fourth, y, y_t):
    """Extrapolate the rates, and compute the coordinates that follow from them."""
    behind = first.size - y.size
    w0, w1, w2, w3 = weights
    for i in range(y.size):
        k = behind + i
        old = y_t[i]
        y_t[i] = old + (w0 * first[k] + w1 * second[k] + w2 * third[k] + w3 * fourth[k])
        y[i] += 0.5 * h * (old + y_t[i])


def residual_norms(y_t, rates, x):
    """(norm of the rows, norm of the rates), root mean squares; x = -(y_t - rates)."""
    count = y_t.size
    behind = x.size - count
    rows = typical = 0.0
    for i in range(count):
        value = rates[i] - y_t[i]
        x[behind + i] = value
        rows += value * value
        typical += rates[i] * rates[i]
    return math.sqrt(rows / max(count, 1)), math.sqrt(typical / max(count, 1))


def update(cy, y, y_t, x):
    """Apply an update; returns its largest change relative to the largest coordinate."""
    behind = x.size - y.size
    moved = size = 0.0
    for i in range(y.size):
        change = x[behind + i]
        y_t[i] += change
        y[i] += cy * change
        moved = max(moved, abs(cy * change))
        size = max(size, abs(y[i]))
    return moved / size if size > 0.0 else moved


# ------------------------------------------------------------------------------- explicit steps


def combine(h, weights, first, count, start, stage_y, y):
    """y = y_0 + h weights[first:first + count] . stages; start -- y_0"""
    size = y.size
    for i in range(size):
        rate = 0.0
        for j in range(count):
            rate += weights[first + j] * stage_y[j * size + i]
        y[i] = start[i] + h * rate


def keep_stage(stage, rates, stage_y):
    """Store the rates of a stage."""
    for i in range(rates.size):
        stage_y[stage * rates.size + i] = rates[i]


def predict_end(h, y, y_t):
    """Predict the coordinates at the end of a step, with an error of order h^2."""
    for i in range(y.size):
        y[i] += h * y_t[i]


def correct_end(h, y, y_t, rates):
    """Correct the predicted coordinates to those of the trapezoidal rule with the rates there."""
    for i in range(y.size):
        y[i] += 0.5 * h * (rates[i] - y_t[i])
        y_t[i] = rates[i]
