"""VelocityVerlet with constraints: RATTLE, order 2, symplectic, reversible in time.

    q_1 = q_0 + h v_0 + h^2/2 a_0 - M^-1 C_q(q_0)^T mu   with mu such that c(q_1) = 0
    w   = (q_1 - q_0)/h                                  velocity in the middle of the step
    a_1 = a(q_1, w + h/2 a_0)                            with multipliers
    v_1 = w + h/2 a_1 - M^-1 C_q(q_1)^T nu               with nu such that c'(q_1, v_1) = 0

(Andersen 1983). a_0 already includes the forces of the constraints, so mu and nu are small. One
factorization per step: that of q_1 gives a_1, nu, and mu of the next step. First-order coordinates
are treated as in `velocity_verlet.py`.
"""

from __future__ import annotations

from linkwork.core.status import NOT_FINITE, OK
from linkwork.integrators import first_order
from linkwork.integrators.evaluate import begin_step, end_step
from linkwork.integrators.explicit.constrained import constrained_accelerations
from linkwork.integrators.projection import correct_velocities, to_positions
from linkwork.integrators.state import restore_state, save_state
from linkwork.model.position import find_difference, move_in_time


def _move(frame, state, system, predicted, predicted_poses):
    """Move q to q_1 on the constraints; v becomes the predicted velocity w + h/2 a_0."""
    q, v, a, h = state.q, state.v, state.a, frame.h
    for i in range(q.size):
        q[i] += h * (v[i] + 0.5 * h * a[i])
        predicted[i] = q[i]
    if frame.n_move_calls > 0:
        move_in_time(frame, h, v, a, system.address)
        for i in range(q.size):
            predicted[i] = q[i]
        for i in range(predicted_poses.size):
            predicted_poses[i] = state.poses[i]
    status = to_positions(frame, state, system, 1)
    if frame.n_difference_calls > 0:
        moved = find_difference(frame, predicted, predicted_poses, state, system.address)
        for i in range(q.size):
            v[i] += h * a[i] + moved[i] / h
    else:
        for i in range(q.size):
            v[i] += h * a[i] + (q[i] - predicted[i]) / h
    frame.factor_valid = 0
    return status


def _finish(frame, state, system):
    """Compute v_1 on the constraints, the new accelerations, and y_1."""
    q, v, a, x = state.q, state.v, state.a, system.x
    first_order.correct_end(frame.h, state.y, state.y_t, system.rates)
    size = first_order.magnitude(state.y)
    for i in range(q.size):
        v[i] += 0.5 * frame.h * (x[i] - a[i])
        a[i] = x[i]
        size += abs(q[i]) + abs(v[i])
    if not size < frame.max_norm:
        return NOT_FINITE
    return correct_velocities(frame, state, system)


def rattle(frame, state, start, system, predicted, predicted_poses):
    """Take frame.steps_wanted steps; a step that fails leaves the state at its start."""
    a, y_t = state.a, state.y_t
    while frame.steps_done < frame.steps_wanted:
        t_old = frame.t
        t_new = frame.t_base + (frame.steps_base + 1) * frame.h
        status = begin_step(frame, system.address, t_new)
        if status == 0 and frame.first_valid == 0:
            frame.factor_valid = 0
            status = constrained_accelerations(frame, state, system)
            for i in range(a.size):
                a[i] = system.x[i]
            for i in range(y_t.size):
                y_t[i] = system.rates[i]
        if status != 0:
            return status
        frame.first_valid = 1
        save_state(state, start)
        frame.t = t_new
        status = _move(frame, state, system, predicted, predicted_poses)
        first_order.predict_end(frame.h, state.y, y_t)
        if status == 0:
            status = constrained_accelerations(frame, state, system)
        if status == 0:
            status = _finish(frame, state, system)
        if status != 0:
            restore_state(start, state)
            frame.t = t_old
            frame.first_valid = frame.factor_valid = 0
            return status
        status = end_step(frame, system.address)
        if status != 0:
            return status
    return OK
