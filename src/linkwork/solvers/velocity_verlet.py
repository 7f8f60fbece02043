"""VelocityVerlet (leapfrog): order 2, symplectic, one evaluation of the forces per step.

    q_1 = q_0 + h v_0 + h^2/2 a_0
    a_1 = a(q_1, v_0 + h a_0)
    v_1 = v_0 + h/2 (a_0 + a_1)

(Verlet 1967; Swope et al. 1982). Forces that depend on velocities see the predicted one, which
is right to order h^2, so the order stays 2. First-order coordinates do the same:

    y_1 = y_0 + h/2 (y_t_0 + y_t_1),   y_t_1 = rates(y_0 + h y_t_0)

With constraints see `rattle.py`.
"""

from __future__ import annotations

from linkwork.core.calls import STRIDE
from linkwork.core.pointer import call_kernel
from linkwork.core.status import NOT_FINITE, OK
from linkwork.solvers import first_order
from linkwork.solvers.evaluate import begin_step, end_step, evaluate_forces
from linkwork.solvers.runge_kutta import accelerations, restore


def _kick(frame, frame_address, q, v, a, residual, factors, x, solver_calls):
    """New accelerations and velocities from the forces, in one pass where M is diagonal."""
    half = 0.5 * frame.h
    finite = True
    if frame.diagonal_mass != 0:
        for i in range(q.size):
            new = -residual[i] * factors[i]
            v[i] += half * (new - a[i])
            a[i] = new
            finite = finite and abs(q[i]) + abs(v[i]) < frame.max_norm
        return 0 if finite else NOT_FINITE
    for i in range(q.size):
        x[i] = -residual[i]
    status = call_kernel(solver_calls[1].code, frame.solver_calls + STRIDE, frame_address)
    for i in range(q.size):
        v[i] += half * (x[i] - a[i])
        a[i] = x[i]
        finite = finite and abs(q[i]) + abs(v[i]) < frame.max_norm
    return status if finite else NOT_FINITE


def velocity_verlet(
    frame, frame_address, q, v, a, y, y_t, rates, start,
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
            for i in range(y.size):
                y_t[i] = rates[i]
        if status != 0:
            return status
        frame.first_valid = 1
        for i in range(n):
            start[i] = q[i]
            start[n + i] = v[i]
            start[2 * n + i] = a[i]
            q[i] += h * (v[i] + 0.5 * h * a[i])
            v[i] += h * a[i]
        if y.size > 0:
            first_order.keep(y, y_t, start)
            first_order.predict_end(h, y, y_t)
        frame.t = t_new
        status = evaluate_forces(
            frame, frame_address, constant_force, marker_force, residual,
            motion_calls, force_calls, gather_calls,
        )  # fmt: skip
        if status == 0:
            status = _kick(frame, frame_address, q, v, a, residual, factors, x, solver_calls)
        if status == 0 and y.size > 0:
            first_order.correct_end(h, y, y_t, rates)
            if not first_order.magnitude(y) < frame.max_norm:
                status = NOT_FINITE
        if status != 0:
            restore(start, q, v, a)
            first_order.go_back(start, y, y_t)
            frame.t = t_old
            return status
        status = end_step(frame, frame_address, record_calls, sensor_calls)
        if status != 0:
            return status
    return OK
