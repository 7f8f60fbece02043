"""States between both ends of a step, for the search for events.

Polynomials match q, v, a (order 5) and y, y_t (order 3) at both ends. The search narrows events
down on them; where a step ends at an event, full steps find the root (`events/location.py`).
"""

from __future__ import annotations

import numpy as np

from linkwork.core.kernels.pointer import view
from linkwork.core.records import i8
from linkwork.math.hermite import place_weights, rate_weights
from linkwork.model.position import (
    array_at,
    compose,
    find_difference,
    find_slopes,
    go_to_poses,
)

INDEX = np.dtype(i8)


def interpolate(frame, work, theta, h):
    """Set the state at the part theta of a step of size h; a and multipliers vary linearly.

    In Euler's method everything varies linearly: its positions and velocities are so inconsistent
    that the quintic would reverse its direction within the step.
    """
    q, v, y, n = work.state.q, work.state.v, work.state.y, work.state.q.size
    old, new = work.step_start, work.step_end
    _interpolate_forces(theta, old, new, work.state)
    if theta == 1.0:
        for i in range(n):
            q[i], v[i] = new.q[i], new.v[i]
        for i in range(y.size):
            y[i] = new.y[i]
        go_to_poses(new.poses, work.state.poses)
        return
    if frame.straight != 0:
        _interpolate_straight(theta, old, new, work.state)
    else:
        _interpolate_curved(theta, h, old, new, work.state)
    if frame.n_move_calls > 0:
        _interpolate_composed(frame, work, theta, h)


def _interpolate_curved(theta, h, old, new, state):
    """Interpolate q and v by polynomials of order 5, y by those of order 3."""
    q, v, y = state.q, state.v, state.y
    s = theta
    to_end, v_0, v_1, a_0, a_1 = place_weights(s)
    to_end_t, v_0_t, v_1_t, a_0_t, a_1_t = rate_weights(s)
    for i in range(q.size):
        q_old, v_old, a_old = old.q[i], old.v[i], old.a[i]
        moved, v_new, a_new = new.q[i] - q_old, new.v[i], new.a[i]
        along = v_0 * v_old + v_1 * v_new + h * (a_0 * a_old + a_1 * a_new)
        q[i] = q_old + to_end * moved + h * along
        rate = v_0_t * v_old + v_1_t * v_new + h * (a_0_t * a_old + a_1_t * a_new)
        v[i] = to_end_t * (moved / h) + rate
    to_end, first, last = s**2 * (3.0 - 2.0 * s), s * (1.0 - s) ** 2, s**2 * (s - 1.0)
    for i in range(y.size):
        along = first * old.y_t[i] + last * new.y_t[i]
        y[i] = old.y[i] + to_end * (new.y[i] - old.y[i]) + h * along


def _interpolate_forces(theta, old, new, state):
    """Interpolate a and multipliers linearly."""
    a, multipliers = state.a, state.multipliers
    for i in range(a.size):
        a[i] = new.a[i] if theta == 1.0 else old.a[i] + theta * (new.a[i] - old.a[i])
    for i in range(multipliers.size):
        end, begin = new.multipliers[i], old.multipliers[i]
        multipliers[i] = end if theta == 1.0 else begin + theta * (end - begin)


def _interpolate_straight(theta, old, new, state):
    """Interpolate q, v and y linearly."""
    for i in range(state.q.size):
        state.q[i] = old.q[i] + theta * (new.q[i] - old.q[i])
        state.v[i] = old.v[i] + theta * (new.v[i] - old.v[i])
    for i in range(state.y.size):
        state.y[i] = old.y[i] + theta * (new.y[i] - old.y[i])


def _interpolate_composed(frame, work, theta, h):
    """The same for composed coordinates: their increment from the start is a polynomial.

    It matches both poses and both velocities, and the accelerations up to terms of the order of the
    increment; velocities are interpolated with the accelerations alone.
    """
    state, old, new, address = work.state, work.step_start, work.step_end, work.system.address
    n = state.q.size
    increment = find_difference(frame, old.q, old.poses, new, address)
    to_end, v_0, v_1, a_0, a_1 = place_weights(theta)
    if frame.straight != 0:
        to_end, v_0, v_1, a_0, a_1 = theta, 0.0, 0.0, 0.0, 0.0
    kept = array_at(frame.turning, frame.n_turning)
    for i in range(n):
        kept[i], state.v[i] = state.v[i], new.v[i]
    slopes = find_slopes(frame, state.v, address)
    for i in range(n):
        along = v_0 * old.v[i] + v_1 * slopes[i] + h * (a_0 * old.a[i] + a_1 * new.a[i])
        increment[i] = to_end * increment[i] + h * along
        state.v[i] = kept[i]
    go_to_poses(old.poses, state.poses)
    compose(frame, address)
    s = theta
    rise, first, last = s**2 * (3.0 - 2.0 * s), s * (1.0 - s) ** 2, s**2 * (s - 1.0)
    composed = view(frame.composed, (frame.n_composed if frame.straight == 0 else 0,), INDEX)
    for k in range(composed.size):
        i = composed[k]
        along = first * old.a[i] + last * new.a[i]
        state.v[i] = old.v[i] + rise * (new.v[i] - old.v[i]) + h * along
