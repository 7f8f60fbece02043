"""VelocityVerlet (leapfrog): order 2, symplectic, one evaluation of the forces per step.

    q_1 = q_0 + h v_0 + h^2/2 a_0
    a_1 = a(q_1, v_0 + h a_0)
    v_1 = v_0 + h/2 (a_0 + a_1)

(Verlet 1967; Swope et al. 1982). Forces that depend on velocities use the predicted one, whose
error is of order h^2, so the order stays 2. First-order coordinates do the same:

    y_1 = y_0 + h/2 (y_t_0 + y_t_1),   y_t_1 = rates(y_0 + h y_t_0)

For systems with constraints, see `rattle.py`.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from linkwork.core.kernels.pointer import view
from linkwork.core.records import f8
from linkwork.core.status import NOT_FINITE, OK
from linkwork.integrators import first_order
from linkwork.integrators.evaluate import begin_step, end_step, evaluate_forces, solve
from linkwork.integrators.explicit.runge_kutta import accelerations
from linkwork.integrators.registry import Integrator, Plan, register
from linkwork.integrators.state import restore_state, save_rest, without_constraints
from linkwork.integrators.verlet.compatible import compatible_verlet
from linkwork.integrators.verlet.rattle import rattle
from linkwork.model.data import Data
from linkwork.model.model import Model
from linkwork.model.position import move_in_time

FLOAT = np.dtype(f8)


def _kick(frame, state, system):
    """Compute new accelerations and velocities from the forces, in one pass if M is diagonal."""
    q, v, a, x = state.q, state.v, state.a, system.x
    residual, factors = system.residual, system.factors
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
    status = solve(frame, system)
    for i in range(q.size):
        v[i] += half * (x[i] - a[i])
        a[i] = x[i]
        finite = finite and abs(q[i]) + abs(v[i]) < frame.max_norm
    return status if finite else NOT_FINITE


def velocity_verlet(frame, state, start, system):
    """Take frame.steps_wanted steps; a step that fails leaves the state at its start."""
    none = view(system.address, (0,), FLOAT)
    state, start = without_constraints(state, none), without_constraints(start, none)
    q, v, a, y, y_t, rates = state.q, state.v, state.a, state.y, state.y_t, system.rates
    n, h = q.size, frame.h
    while frame.steps_done < frame.steps_wanted:
        t_old = frame.t
        t_new = frame.t_base + (frame.steps_base + 1) * h
        status = begin_step(frame, system.address, t_new)
        if status == 0 and frame.first_valid == 0:
            status = accelerations(frame, system)
            for i in range(n):
                a[i] = system.x[i]
            for i in range(y.size):
                y_t[i] = rates[i]
        if status != 0:
            return status
        frame.first_valid = 1
        save_rest(state, start)
        for i in range(n):
            start.q[i], start.v[i], start.a[i] = q[i], v[i], a[i]
            q[i] += h * (v[i] + 0.5 * h * a[i])
            v[i] += h * a[i]
        if frame.n_move_calls > 0:
            move_in_time(frame, h, start.v, start.a, system.address)
        if y.size > 0:
            first_order.predict_end(h, y, y_t)
        frame.t = t_new
        status = evaluate_forces(frame, system)
        if status == 0:
            status = _kick(frame, state, system)
        if status == 0 and y.size > 0:
            first_order.correct_end(h, y, y_t, rates)
            if not first_order.magnitude(y) < frame.max_norm:
                status = NOT_FINITE
        if status != 0:
            restore_state(start, state)
            frame.t = t_old
            return status
        status = end_step(frame, system.address)
        if status != 0:
            return status
    return OK


DOUBLE = 1.0e-7
"""Error of an eigenvalue that is nearly double."""


class VelocityVerlet(Integrator):
    """VelocityVerlet; with constraints, RATTLE."""

    composes = True
    pools = {"predicted": f8, "predicted_poses": f8}
    kernels = (velocity_verlet, rattle, compatible_verlet)
    rare = kernels

    def plan(self, model: Model, data: Data, settings: Any) -> Plan:
        varies = model.n_ae > 0 or model.masses_vary  # the matrix depends on the positions
        memory = {
            "predicted": np.zeros(model.n_ode2 if varies else 0),
            "predicted_poses": np.zeros(len(data["poses"]) if varies else 0),
        }
        if settings.compatibility:
            return Plan(compatible_verlet, memory, starts_with_accelerations=True)
        return Plan(rattle if varies else velocity_verlet, memory)

    def growth(self, frequency: float, damping: float) -> float:
        """Growth of (x, h x', h^2 x'') in a step.

        The acceleration of a step is that at its start, with the predicted velocity.
        """
        x = np.array([1.0, 1.0, 0.5])
        a = -(frequency * frequency) * x - damping * np.array([0.0, 1.0, 1.0])
        v = np.array([0.0, 1.0, 0.5]) + 0.5 * a
        step = np.array([x, v, a])
        if not np.isfinite(step).all():
            return math.inf
        size = float(np.abs(np.linalg.eigvals(step)).max())
        return size if abs(size - 1.0) > DOUBLE else 1.0

    def growth_of_rates(self, rates: np.ndarray) -> float:
        # (y, h y') with the rates of a predicted value
        steps = [np.array([[1 + 0.5 * z, 0.5 + 0.5 * z], [z, z]]) for z in rates]
        return max(float(np.abs(np.linalg.eigvals(step)).max()) for step in steps)


register(VelocityVerlet("VelocityVerlet"))
