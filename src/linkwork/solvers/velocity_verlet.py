"""VelocityVerlet (leapfrog): order 2, symplectic, one evaluation of the forces per step.

    q_1 = q_0 + h v_0 + h^2/2 a_0
    a_1 = a(q_1, v_0 + h a_0)
    v_1 = v_0 + h/2 (a_0 + a_1)

(Verlet 1967; Swope et al. 1982). Forces that depend on velocities see the predicted one, which
is right to order h^2, so the order stays 2. With constraints see `rattle.py`.
"""

from __future__ import annotations

from linkwork.core.status import NOT_FINITE, OK, STOPPED
from linkwork.solvers.evaluate import begin_step, record_state
from linkwork.solvers.runge_kutta import accelerations


def velocity_verlet(
    frame, frame_address, q, v, a, start,
    constant_force, marker_force, residual, factors, x, motion_calls, force_calls, gather_calls,
    solver_calls, record_calls, sensor_calls,
):  # fmt: skip
    """Take frame.steps_wanted steps; a step that fails leaves the state at its start."""
    n, h = q.size, frame.h
    while frame.steps_done < frame.steps_wanted:
        t_old = frame.t
        t_new = frame.t_base + (frame.steps_base + 1) * h
        status = begin_step(frame, t_new)
        if status == 0 and frame.first_valid == 0:
            status = accelerations(
                frame, frame_address, constant_force, marker_force, residual, factors, x,
                motion_calls, force_calls, gather_calls, solver_calls,
            )  # fmt: skip
            for i in range(n):
                a[i] = x[i]
        if status != 0:
            return status
        frame.first_valid = 1
        for i in range(n):
            start[i] = q[i]
            start[n + i] = v[i]
            q[i] += h * (v[i] + 0.5 * h * a[i])
            v[i] += h * a[i]
        frame.t = t_new
        status = accelerations(
            frame, frame_address, constant_force, marker_force, residual, factors, x,
            motion_calls, force_calls, gather_calls, solver_calls,
        )  # fmt: skip
        size = 0.0
        for i in range(n):
            v[i] += 0.5 * h * (x[i] - a[i])
            size += abs(q[i]) + abs(v[i])
        if status == 0 and not size < frame.max_norm:
            status = NOT_FINITE
        if status != 0:
            for i in range(n):
                q[i] = start[i]
                v[i] = start[n + i]
            frame.t = t_old
            return status
        for i in range(n):
            a[i] = x[i]
        frame.steps_base += 1
        frame.steps_done += 1
        frame.pre_step_done = 0
        status = record_state(frame, frame_address, record_calls, sensor_calls)
        if status != 0:
            return status
        if frame.stop_after != 0:
            return STOPPED
    return OK
