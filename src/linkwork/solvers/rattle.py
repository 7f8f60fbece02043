"""VelocityVerlet with constraints: RATTLE, order 2, symplectic, reversible in time.

    q_1 = q_0 + h v_0 + h^2/2 a_0 - M^-1 C_q(q_0)^T mu   with mu such that c(q_1) = 0
    w   = (q_1 - q_0)/h                                  velocity in the middle of the step
    a_1 = a(q_1, w + h/2 a_0)                            with multipliers
    v_1 = w + h/2 a_1 - M^-1 C_q(q_1)^T nu               with nu such that c'(q_1, v_1) = 0

(Andersen 1983). a_0 already holds the forces of the constraints, so mu and nu are small. One
factorisation per step: that of q_1 gives a_1, nu, and mu of the next step. First-order coordinates
are treated as in `velocity_verlet.py`.
"""

from __future__ import annotations

from linkwork.core.status import NOT_FINITE, OK
from linkwork.solvers import first_order
from linkwork.solvers.constrained import constrained_accelerations, correct_velocities, to_positions
from linkwork.solvers.evaluate import begin_step, end_step


def _save(q, v, a, multipliers, y, y_t, start):
    n = q.size
    for i in range(n):
        start[i] = q[i]
        start[n + i] = v[i]
        start[2 * n + i] = a[i]
    for i in range(multipliers.size):
        start[4 * n + i] = multipliers[i]
    first_order.keep(y, y_t, start)


def _restore(frame, t_old, q, v, a, multipliers, y, y_t, start):
    """Back to the start of the step."""
    n = q.size
    for i in range(n):
        q[i] = start[i]
        v[i] = start[n + i]
        a[i] = start[2 * n + i]
    for i in range(multipliers.size):
        multipliers[i] = start[4 * n + i]
    first_order.go_back(start, y, y_t)
    frame.t = t_old
    frame.first_valid = frame.factor_valid = 0


def _move(
    frame, frame_address, q, v, a, start, markers, constraint, row_mass, x, values,
    motion_calls, constraint_calls, mass_calls, solver_calls,
):  # fmt: skip
    """q_1 on the constraints; v becomes the predicted velocity w + h/2 a_0."""
    n, h = q.size, frame.h
    for i in range(n):
        q[i] += h * (v[i] + 0.5 * h * a[i])
        start[3 * n + i] = q[i]
    status = to_positions(
        frame, frame_address, q, markers, constraint, row_mass, x, values,
        motion_calls, constraint_calls, mass_calls, solver_calls, 1,
    )  # fmt: skip
    for i in range(n):
        v[i] += h * a[i] + (q[i] - start[3 * n + i]) / h
    frame.factor_valid = 0
    return status


def _finish(
    frame, frame_address, q, v, a, y, y_t, rates, constraint, row_mass, x, motion_calls,
    constraint_calls, solver_calls,
):  # fmt: skip
    """v_1 on the constraints, the new accelerations, and y_1."""
    first_order.correct_end(frame.h, y, y_t, rates)
    size = first_order.magnitude(y)
    for i in range(q.size):
        v[i] += 0.5 * frame.h * (x[i] - a[i])
        a[i] = x[i]
        size += abs(q[i]) + abs(v[i])
    if not size < frame.max_norm:
        return NOT_FINITE
    return correct_velocities(
        frame, frame_address, v, constraint, row_mass, x, motion_calls, constraint_calls,
        solver_calls,
    )  # fmt: skip


def rattle(
    frame, frame_address, q, v, a, y, y_t, rates, start, markers, constraint, row_mass,
    multipliers, constant_force, marker_force, residual, x, values, motion_calls, force_calls,
    gather_calls, constraint_calls, mass_calls, drift_calls, solver_calls, record_calls,
    sensor_calls,
):  # fmt: skip
    """Take frame.steps_wanted steps; a step that fails leaves the state at its start."""
    while frame.steps_done < frame.steps_wanted:
        t_old = frame.t
        t_new = frame.t_base + (frame.steps_base + 1) * frame.h
        status = begin_step(frame, t_new)
        if status == 0 and frame.first_valid == 0:
            frame.factor_valid = 0
            status = constrained_accelerations(
                frame, frame_address, constant_force, marker_force, constraint, row_mass,
                multipliers, residual, x, values, motion_calls, force_calls, gather_calls,
                mass_calls, drift_calls, solver_calls,
            )  # fmt: skip
            for i in range(q.size):
                a[i] = x[i]
            for i in range(y.size):
                y_t[i] = rates[i]
        if status != 0:
            return status
        frame.first_valid = 1
        _save(q, v, a, multipliers, y, y_t, start)
        frame.t = t_new
        status = _move(
            frame, frame_address, q, v, a, start, markers, constraint, row_mass, x, values,
            motion_calls, constraint_calls, mass_calls, solver_calls,
        )  # fmt: skip
        first_order.predict_end(frame.h, y, y_t)
        if status == 0:
            status = constrained_accelerations(
                frame, frame_address, constant_force, marker_force, constraint, row_mass,
                multipliers, residual, x, values, motion_calls, force_calls, gather_calls,
                mass_calls, drift_calls, solver_calls,
            )  # fmt: skip
        if status == 0:
            status = _finish(
                frame, frame_address, q, v, a, y, y_t, rates, constraint, row_mass, x,
                motion_calls, constraint_calls, solver_calls,
            )  # fmt: skip
        if status != 0:
            _restore(frame, t_old, q, v, a, multipliers, y, y_t, start)
            return status
        status = end_step(frame, frame_address, record_calls, sensor_calls)
        if status != 0:
            return status
    return OK
