"""The loops of generalized-alpha: steps of fixed size, and of automatic size.

One step is predicted (`generalized_alpha.py`), solved (`newton.py`) and, at velocity level, brought
back onto the constraints. Where its size is automatic, it may be repeated with a smaller one
(`controlled_alpha.py`).
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from linkwork.core.compile import with_long_loops
from linkwork.core.pointer import view
from linkwork.core.records import f8
from linkwork.core.status import NEWTON_FAILED, NOT_FINITE, OK, SINGULAR
from linkwork.solvers.controlled_alpha import accept_step, error_of_step, plan_size
from linkwork.solvers.evaluate import begin_step, end_step
from linkwork.solvers.generalized_alpha import finish, orders, predict, restore
from linkwork.solvers.newton import newton, project_drift
from linkwork.solvers.step_control import reject

FLOAT = np.dtype(f8)


def _loop(controlled: bool) -> Callable:
    """The loop of steps of fixed or automatic size: the compiler leaves out what it never does."""

    def take_steps(
        frame, frame_address,
        q, q_low, v, a, alpha, multipliers, y, y_t, rates, start, differences,
        markers, masses, constant_force, marker_force, constraint, row_mass, residual, x, values,
        motion_calls, force_calls, gather_calls, inertia_calls, jacobian_calls, solver_calls,
        record_calls, sensor_calls,
    ):  # fmt: skip
        """Take frame.steps_wanted steps; a step that fails leaves the state at its start."""
        first, second, third = orders(differences)
        a_old = start[2 * q.size : 3 * q.size]
        last, error = False, 0.0
        while frame.steps_done < frame.steps_wanted and not last:
            t_old, t_new = frame.t, frame.t_base + (frame.steps_base + 1) * frame.h
            if controlled:
                t_new = plan_size(frame, a, alpha, first, second, third)
            automatic = controlled and frame.automatic != 0
            status = begin_step(frame, t_new)
            if status != 0:
                return status
            predict(
                frame, q, q_low, v, a, alpha, multipliers, y, y_t, first, second, third, start, x
            )  # fmt: skip
            frame.t = t_new
            status = newton(
                frame, frame_address, q, q_low, v, a, multipliers, y, y_t, rates, markers, masses,
                constant_force, marker_force, constraint, row_mass, residual, x, values,
                motion_calls, force_calls, gather_calls, inertia_calls, jacobian_calls,
                solver_calls,
            )  # fmt: skip
            frame.frozen = frame.locate
            if status == 0 and automatic:
                error = error_of_step(frame, q, v, a, y, y_t, start, first)
            if status == 0 and error <= 1.0 and frame.project_drift != 0:
                status = project_drift(
                    frame, frame_address, q, q_low, constant_force, marker_force, constraint,
                    row_mass, residual, x, motion_calls, force_calls, gather_calls, solver_calls,
                )  # fmt: skip
            if status != 0 or not error <= 1.0:
                restore(start, q, q_low, v, a, multipliers, y, y_t)
                frame.t = t_old
                if automatic and status in (0, NOT_FINITE, NEWTON_FAILED, SINGULAR):
                    status = reject(frame, error, status)
                    if status == 0:
                        continue
                return status
            finish(frame, a, a_old, alpha, multipliers, y_t, start, first, second, third, x)
            if automatic:
                accept_step(frame, error)
                last = t_new >= frame.t_end
            status = end_step(frame, frame_address, record_calls, sensor_calls)
            if status != 0:
                return status
        return OK

    return take_steps


_fixed = _loop(False)


def generalized_alpha(
    frame, frame_address,
    q, q_low, v, a, alpha, multipliers, start, differences,
    markers, masses, constant_force, marker_force, constraint, row_mass, residual, x, values,
    motion_calls, force_calls, gather_calls, inertia_calls, jacobian_calls, solver_calls,
    record_calls, sensor_calls,
):  # fmt: skip
    """Steps of a system without first-order coordinates: the compiler leaves out all of theirs."""
    none = view(frame_address, (0,), FLOAT)
    return _fixed(
        frame, frame_address,
        q, q_low, v, a, alpha, multipliers, none, none, none, start, differences,
        markers, masses, constant_force, marker_force, constraint, row_mass, residual, x, values,
        motion_calls, force_calls, gather_calls, inertia_calls, jacobian_calls, solver_calls,
        record_calls, sensor_calls,
    )  # fmt: skip


long_generalized_alpha = with_long_loops(generalized_alpha)
"""The same for systems with many coordinates."""

generalized_alpha_first_order = with_long_loops(_fixed)
"""The same for systems with first-order coordinates."""

controlled_alpha = with_long_loops(_loop(True))
"""Steps of automatic size, for systems of any size, with or without first-order coordinates."""
