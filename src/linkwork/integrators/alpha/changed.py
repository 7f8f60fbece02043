"""Parameters that change between two implicit steps.

Accelerations belong to the forces at the end of the last step. Where these jump, accelerations are
computed again from the new ones, and the predictor begins anew. A parameter that moves in small
steps acts like a function of time instead: a restart in every step would cost an order of accuracy.
"""

from __future__ import annotations

import math

from linkwork.core.status import CHANGED, OK
from linkwork.integrators.alpha.step_size import orders, set_coefficients
from linkwork.integrators.changes import FORCES, RATES, has_jumped, settle_loads
from linkwork.integrators.evaluate import evaluate_forces
from linkwork.integrators.explicit.constrained import initial_accelerations
from linkwork.integrators.state import has_finite_rates


def take_change(frame, state, start, system, method, alpha, differences):
    """Take up changed laws and loads; CHANGED if the driver must look at a failure."""
    _copy_rates(state, start)
    only_rates = frame.changed == RATES
    if not only_rates and not _is_free(frame, state):
        frame.factor_valid = 0
    renewed = False
    if only_rates:
        renewed = _renew_first_order(frame, state, system)
    else:
        renewed = _renew_rates(frame, state, system, method)
    if not renewed:
        _copy_rates(start, state)
        return CHANGED
    first = orders(differences)[0]
    of_a = _sizes(state.a, start.a, first[: state.a.size])
    of_y = _sizes(state.y_t, start.y_t, first[first.size - state.y_t.size :])
    if has_jumped(frame, of_a, of_y):
        _forget(frame, state.a, method, alpha, differences)
    else:
        _copy_rates(start, state)
    if frame.changed != FORCES and frame.linear != 0:
        frame.linear = frame.factor_valid = 0
    frame.changed = 0
    return OK


def start_anew(frame, state, system, method, alpha, differences):
    """Start at the present positions and velocities with changed laws and loads.

    frame.factor_valid states whether the factors are those of the masses.
    """
    if not _renew_rates(frame, state, system, method):
        return CHANGED
    _forget(frame, state.a, method, alpha, differences)
    frame.factor_valid = frame.changed = 0
    return OK


def _renew_rates(frame, state, system, method):
    """Compute accelerations, multipliers and rates with the present forces; whether that works."""
    held, frame.frozen, frame.branches_held = frame.branches_held, 0, 0
    status = settle_loads(frame, system)
    if status == 0:
        status = _accelerations(frame, state, system)
    frame.branches_held = held
    if not _is_free(frame, state):
        m = method[0]
        set_coefficients(frame, m.alpha_m, m.alpha_f, m.beta, m.gamma)
    else:
        frame.level = 1 if frame.index2 != 0 else 0
    return status == 0 and has_finite_rates(state)


def _renew_first_order(frame, state, system):
    """Compute the rates of first-order coordinates alone; whether that works."""
    held, frame.frozen, frame.branches_held = frame.branches_held, 0, 0
    status = evaluate_forces(frame, system)
    frame.branches_held = held
    for i in range(state.y_t.size):
        state.y_t[i] = system.rates[i]
    return status == 0 and has_finite_rates(state)


def _is_free(frame, state):
    """Whether accelerations are forces divided by masses: no matrix is needed."""
    return frame.plain_masses != 0 and state.multipliers.size == 0


def _forget(frame, a, method, alpha, differences):
    """Begin the next step without a history."""
    method[0].known = method[0].order = 0
    for i in range(alpha.size):
        alpha[i] = a[i]
    for i in range(differences.size):
        differences[i] = 0.0
    frame.t_base, frame.steps_base = frame.t, 0


def _accelerations(frame, state, system):
    """Accelerations, multipliers and rates of the present positions and velocities."""
    if _is_free(frame, state):
        frame.level = 2
        status = evaluate_forces(frame, system)
        for i in range(state.q.size):
            state.a[i] = -system.residual[i] / system.masses[i]
    else:
        status = initial_accelerations(frame, state, system)
    for i in range(state.y_t.size):
        state.y_t[i] = system.rates[i]
    return status


def _copy_rates(state, kept_out):
    """Copy accelerations, multipliers and rates of first-order coordinates."""
    for i in range(state.a.size):
        kept_out.a[i] = state.a[i]
    for i in range(state.multipliers.size):
        kept_out.multipliers[i] = state.multipliers[i]
    for i in range(state.y_t.size):
        kept_out.y_t[i] = state.y_t[i]


def _sizes(new, old, usual):
    """Norms of the change, of the usual change and of the values before."""
    change = typical = before = 0.0
    for i in range(new.size):
        change += (new[i] - old[i]) * (new[i] - old[i])
        typical += usual[i] * usual[i]
        before += old[i] * old[i]
    return math.sqrt(change), math.sqrt(typical), math.sqrt(before)
