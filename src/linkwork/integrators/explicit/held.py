"""Coordinates that explicit steps set to zero, in runs with `compatibility` of the settings.

Constraints do not act in the stages of these runs; coordinates that are tied to the ground are set
to zero after each step, and their accelerations are zero where they are recorded.
"""

from __future__ import annotations

import numpy as np

from linkwork.core.kernels.pointer import view
from linkwork.core.records import u4
from linkwork.core.status import OK

INDEX = np.dtype(u4)


def hold_coordinates(frame, state):
    """Set positions, velocities and accelerations of held coordinates to zero."""
    held = view(frame.held, (frame.n_held,), INDEX)
    for k in range(held.size):
        state.q[held[k]] = 0.0
        state.v[held[k]] = 0.0
        state.a[held[k]] = 0.0
    return OK


def hold_accelerations(frame, a):
    """Set accelerations of held coordinates to zero; the next stage must evaluate them again."""
    held = view(frame.held, (frame.n_held,), INDEX)
    for k in range(held.size):
        a[held[k]] = 0.0
    frame.first_valid = 0
