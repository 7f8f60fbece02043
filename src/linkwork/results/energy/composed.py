"""Composed coordinates, such as rotations, between two states of the energy account.

From the pose of the first state on, their increment x follows the polynomial of order 4 that
matches the rates and accelerations of the first state, and pose and rates of the second one. Their
velocities are those with which the pose moves along it, T(x)^-1 v = x_t, so that forces with a
potential do the work of their potential.
"""

from __future__ import annotations

import numpy as np

from linkwork.core.kernels.calls import run_calls
from linkwork.core.kernels.pointer import view
from linkwork.core.records import i8
from linkwork.model.position import array_at, compose, find_slopes, go_to_poses

INDEX = np.dtype(i8)

ROUNDS = 10
"""Iterations for the velocities; each one reduces the error by about half of the increment."""


def move_composed(frame, address, s, h, old, now, first, last, n, history, v, a, poses):
    """Set poses, q, v and a of composed coordinates at the fraction s of an interval of length h.

    old, now -- where both states begin in the history; first, last -- their poses; n -- size of q
    """
    increment = array_at(frame.increment, frame.n_increment)
    poses_from = array_at(frame.poses_from, frame.n_poses_from)
    poses_to = array_at(frame.poses_to, frame.n_poses_to)
    rates = array_at(frame.turning, frame.n_turning)
    composed = view(frame.composed, (frame.n_composed,), INDEX)
    for i in range(poses.size):
        poses_from[i], poses_to[i] = history[first + i], history[last + i]
    run_calls(frame.difference_calls, frame.n_difference_calls, address)
    for k in range(composed.size):
        v[composed[k]] = history[now + 1 + n + composed[k]]
    slopes = find_slopes(frame, v, address)
    for k in range(composed.size):
        i = composed[k]
        v_old, a_old, a_now = (
            history[old + 1 + n + i],
            history[old + 1 + 2 * n + i],
            history[now + 1 + 2 * n + i],
        )
        ahead = increment[i] - h * (v_old + 0.5 * h * a_old)
        faster = h * (slopes[i] - v_old - h * a_old)
        fourth = faster - 3.0 * ahead
        third = ahead - fourth
        along = h * v_old + s * (0.5 * h * h * a_old + s * (third + s * fourth))
        increment[i] = s * along
        rates[i] = v_old + s * h * a_old + s * s * (3.0 * third + 4.0 * s * fourth) / h
        v[i], a[i] = rates[i], a_old + s * (a_now - a_old)
    go_to_poses(poses_from, poses)
    compose(frame, address)
    for _ in range(ROUNDS):
        slopes = find_slopes(frame, v, address)
        for k in range(composed.size):
            v[composed[k]] += rates[composed[k]] - slopes[composed[k]]
