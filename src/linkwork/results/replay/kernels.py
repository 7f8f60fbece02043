"""Kernels that evaluate recorded states again, and write a row of numbers of each (`replay.py`)."""

from __future__ import annotations

from linkwork.core.kernels.calls import run_calls
from linkwork.core.records import f8, i8, record

SUMMED = record(("row", i8), ("column", i8), ("factor", f8))
"""Item of a table whose energy counts, and the index in the row of results to which it is added,
times a factor."""

PER_MARKER = 5
"""Numbers of each marker that `note_forces` writes."""


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
        status = run_calls(frame.sensor_calls, sensor_calls.size, frame_address)
        if status != 0:
            return status
    return 0


def clear_forces(marker_force_out):
    """Clear the forces."""
    for i in range(marker_force_out.shape[0]):
        for r in range(3):
            marker_force_out[i, r] = 0.0


def note_forces(frame, rotations, marker_force, marker_moment, sensed_out):
    """Write fx, fy, torque, arm x, arm y of every marker."""
    first = frame.sensor_rows * frame.sensor_width + 1
    for i in range(marker_moment.shape[0]):
        place = first + i * PER_MARKER
        sensed_out[place] = marker_force[i, 0]
        sensed_out[place + 1] = marker_force[i, 1]
        sensed_out[place + 2] = marker_moment[i, 2]
        sensed_out[place + 3] = rotations[i].arm[0]
        sensed_out[place + 4] = rotations[i].arm[1]


def add_energies(table, frame, energy, sensed_out):
    """Add energies of the items of another table to the current row of results."""
    first = frame.sensor_rows * frame.sensor_width + 1
    for i in range(table.size):
        e = table[i]
        sensed_out[first + e.column] += e.factor * energy[e.row]


def position_level(frame):
    """Evaluate equations at position level from here on."""
    frame.level = 0


def velocity_level(frame):
    """Evaluate equations at velocity level from here on."""
    frame.level = 1


def note_errors(frame, constraint, sensed_out):
    """Write the values of all equations into the columns of their level."""
    first = frame.sensor_rows * frame.sensor_width + 1 + frame.level * constraint.size
    for i in range(constraint.size):
        sensed_out[first + i] = constraint[i]
