"""VelocityVerlet with `compatibility` of the settings: forces at the velocity in the middle.

    v_m = v_0 + h/2 a_0
    q_1 = q_0 + h v_m
    a_1 = a(q_1, v_m, t_1),   y_1 = y_0 + h rates(q_1, v_m, y_0, t_1)
    v_1 = v_m + h/2 a_1

Forces that depend on velocities and first-order coordinates are of order 1. Constraints do not act,
and held coordinates are zero before forces are evaluated (`explicit/held.py`).
"""

from __future__ import annotations

import numpy as np

from linkwork.core.kernels.pointer import call_kernel, view
from linkwork.core.records import f8
from linkwork.core.status import NOT_FINITE, OK
from linkwork.integrators import first_order
from linkwork.integrators.evaluate import begin_step, end_step
from linkwork.integrators.explicit.held import hold_coordinates
from linkwork.integrators.explicit.runge_kutta import magnitude
from linkwork.integrators.state import restore_state, save_state, without_low_parts
from linkwork.model.position import move_in_time

FLOAT = np.dtype(f8)


def compatible_verlet(frame, state, start, system):
    """Take frame.steps_wanted steps; a step that fails leaves the state at its start."""
    none = view(system.address, (0,), FLOAT)
    state, start = without_low_parts(state, none), without_low_parts(start, none)
    q, v, a, y, h = state.q, state.v, state.a, state.y, frame.h
    while frame.steps_done < frame.steps_wanted:
        t_old, t_new = frame.t, frame.t_base + (frame.steps_base + 1) * h
        status = begin_step(frame, system.address, t_new)
        if status != 0:
            return status
        save_state(state, start)
        for i in range(q.size):
            v[i] += 0.5 * h * a[i]
            q[i] += h * v[i]
        if frame.n_move_calls > 0:
            move_in_time(frame, h, start.v, start.a, system.address)
        frame.t = t_new
        frame.factor_valid = 0
        hold_coordinates(frame, state)
        status = call_kernel(system.explicit_calls[0].code, frame.explicit_calls, system.address)
        if status == 0:
            for i in range(q.size):
                a[i] = system.x[i]
                v[i] += 0.5 * h * a[i]
            for i in range(y.size):
                state.y_t[i] = system.rates[i]
                y[i] += h * system.rates[i]
            hold_coordinates(frame, state)
            if not magnitude(q, v) + first_order.magnitude(y) < frame.max_norm:
                status = NOT_FINITE
        if status != 0:
            restore_state(start, state)
            frame.t = t_old
            return status
        status = end_step(frame, system.address)
        if status != 0:
            return status
    return OK
