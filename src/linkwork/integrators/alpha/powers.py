"""psi^T dr/dθ for all parameters of `alpha/adjoint.py`, as the power of forces that change.

With psi as velocities, the markers move with J psi. `control` is the record ADJOINT.
"""

from __future__ import annotations

import numpy as np

from linkwork.core.kernels.calls import run_calls
from linkwork.core.kernels.pointer import view
from linkwork.core.records import ROTATION, f8
from linkwork.integrators.alpha.parameter_slopes import (
    apply_words,
    keep_words,
    slopes_by_parameter,
)
from linkwork.integrators.evaluate import clear_forces

FLOAT = np.dtype(f8)


def forces_only(frame, system):
    """Forces on the markers at the present motion."""
    clear_forces(frame, system)
    return run_calls(frame.force_calls, frame.n_force_calls, system.address)


def keep_forces(frame, system, turns, base_out):
    """Copy the forces on the markers."""
    force = system.marker_force
    for k in range(force.shape[0]):
        for r in range(3):
            base_out[6 * k + r] = force[k, r]
    if turns != 0:
        moments = view(frame.marker_moment, (force.shape[0], 3), FLOAT)
        for k in range(force.shape[0]):
            for r in range(3):
                base_out[6 * k + 3 + r] = moments[k, r]


def _move_with(frame, state, system, psi, control, moved_out, kept):
    """moved = J psi of all markers: the motion kernels with psi as velocities."""
    n, markers, one = state.q.size, system.markers, control[0]
    for k in range(markers.size):
        for r in range(3):
            kept[3 * k + r] = markers[k].v[r]
    for i in range(n):
        state.a[i], state.v[i] = state.v[i], psi[i]
    status = run_calls(frame.motion_calls, frame.n_motion_calls, system.address)
    for k in range(markers.size):
        for r in range(3):
            moved_out[6 * k + r] = markers[k].v[r]
    if one.turns != 0:
        rotations = view(frame.rotations, (markers.size,), ROTATION)
        for k in range(markers.size):
            for r in range(3):
                moved_out[6 * k + 3 + r] = rotations[k].omega[r]
    for i in range(n):
        state.v[i] = state.a[i]
    if one.is_straight != 0:
        for k in range(markers.size):
            v = markers[k].v
            v[0], v[1], v[2] = kept[3 * k], kept[3 * k + 1], kept[3 * k + 2]
    elif status == 0:
        status = run_calls(frame.motion_calls, frame.n_motion_calls, system.address)
    return status


def _powers(frame, system, member, ends, moved, base, turns):
    """Power of the forces on the markers of an item, beyond those of `base`, in J psi."""
    power, force = 0.0, system.marker_force
    moments = view(frame.marker_moment, (force.shape[0], 3), FLOAT)
    for j in range(member.ends, member.last_end):
        k = ends[j]
        for r in range(3):
            power += (force[k, r] - base[6 * k + r]) * moved[6 * k + r]
            if turns != 0:
                power += (moments[k, r] - base[6 * k + 3 + r]) * moved[6 * k + 3 + r]
    return power


def add_colors(
    frame, state, system, control, parameters, words, ends, colors, psi, moved, base, kept,
    gradient_out,
):  # fmt: skip
    """gradient += power of the forces that change with parameters; returns a status.

    base -- the forces without changes; moved, kept -- work memory
    """
    turns = control[0].turns
    status = _move_with(frame, state, system, psi, control, moved, kept)
    for c in range(control[0].colors):
        color = colors[c]
        for p in range(color.first, color.last):
            keep_words(words, parameters[p].first, parameters[p].last)
        for k in range(1 if color.is_linear != 0 else 4):
            sign = 1.0 if k % 2 == 0 else -1.0
            many, weight = (1.0, 8.0 / 12.0) if k < 2 else (2.0, -1.0 / 12.0)
            if color.is_linear != 0:
                weight = 1.0
            for p in range(color.first, color.last):
                one = parameters[p]
                apply_words(words, one.first, one.last, sign * many * one.step)
            if status == 0:
                status = forces_only(frame, system)
            for p in range(color.first, color.last):
                power = _powers(frame, system, parameters[p], ends, moved, base, turns)
                gradient_out[p] += sign * weight / parameters[p].step * power
        for p in range(color.first, color.last):
            apply_words(words, parameters[p].first, parameters[p].last, 0.0)
    return status


def add_others(
    frame, state, system, control, colored, parameters, words, ends, psi, base, slopes, rest,
    gradient_out,
):  # fmt: skip
    """The same for parameters without a color, one by one; colored -- number of the others"""
    for p in range(colored, control[0].parameters):
        for i in range(psi.size):
            slopes[i, 0] = 0.0
        status = slopes_by_parameter(
            frame, system, state, parameters[p], words, ends, base, rest, 0, slopes
        )
        if status != 0:
            return status
        for i in range(psi.size):
            gradient_out[p] += psi[i] * slopes[i, 0]
    return 0
