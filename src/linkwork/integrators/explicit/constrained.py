"""Constraints in explicit solvers: accelerations with multipliers.

Accelerations and multipliers of a state follow from

    [ M    C_q^T ] [ a      ]   [ F                         ]
    [ C_q  0     ] [ lambda ] = [ -(terms of c'' without a) ]

with the matrix of the present positions (rows and multipliers scaled by row_mass). The same
matrix projects (`projection.py`). `frame.factor_valid` states whether the factors are those of the
present positions.
"""

from __future__ import annotations

from linkwork.core.kernels.calls import run_calls
from linkwork.integrators.evaluate import evaluate_forces, solve
from linkwork.integrators.projection import factorize


def constrained_accelerations(frame, state, system):
    """x = (a, scaled multipliers) at the present q, v and frame.t, and the multipliers."""
    multipliers, residual, x = state.multipliers, system.residual, system.x
    constraint, row_mass = system.constraint, system.row_mass
    n, m = residual.size, constraint.size
    for i in range(m):
        multipliers[i] = 0.0
    frame.level = 2
    status = evaluate_forces(frame, system)
    if status == 0 and frame.factor_valid == 0:
        status = factorize(frame, system)
    if status == 0:
        status = run_calls(frame.drift_calls, frame.n_drift_calls, system.address)
    if status != 0:
        return status
    for i in range(n):
        x[i] = -residual[i]
    for i in range(m):
        x[n + i] = -constraint[i] * row_mass[i]
    status = solve(frame, system)
    for i in range(m):
        multipliers[i] = row_mass[i] * x[n + i]
    return status


def released_accelerations(frame, system):
    """x = a at the present q, v and frame.t, where items solve for all coordinates."""
    residual, x = system.residual, system.x
    frame.level, frame.by_release = 2, 1
    status = evaluate_forces(frame, system)
    frame.by_release = 0
    if status != 0:
        return status
    for i in range(residual.size):
        x[i] = -residual[i]
    return run_calls(frame.release_calls, frame.n_release_calls, system.address)


def initial_accelerations(frame, state, system):
    """Accelerations and multipliers of a state as at the start of a run.

    frame.factor_valid states whether the factors are those of its masses.
    """
    n, x = state.q.size, system.x
    frame.cq = frame.cv = frame.cy = frame.row_cv = 0.0
    frame.ca = frame.row_cq = frame.row_scale = 1.0
    frame.asymmetry, frame.zero_pivot = 0.0, frame.mass_pivot
    for i in range(n + state.multipliers.size, x.size):
        x[i] = 0.0
    status = constrained_accelerations(frame, state, system)
    for i in range(n):
        state.a[i] = x[i]
    return status
