"""Projection: bringing positions and velocities onto the constraints.

The smallest change in the metric of the masses that removes a violation c solves

    [ M    C_q^T ] [ dq ]   [  0 ]
    [ C_q  0     ] [ mu ] = [ -c ]

with rows and multipliers scaled by row_mass. Functions, their factors, and when they stop:

    project_state    start of a run, switches, events: new factors for each correction, until q_low
                     cannot hold the change, or rounding
    project          explicit solvers, after a step: factors of the last stage while they contract,
                     until rounding
    to_positions,    RATTLE: factors of the start and of the end of the step, until rounding
    correct_velocities
    project_drift    implicit solvers, after a step: factors of Newton's method (`drift.py`)

Statics has no masses: its search projects in the metric of the stiffness, with the factors of its
own matrix (`statics/trial.py`).
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from linkwork.core.kernels.calls import run_calls
from linkwork.core.kernels.compile import address_of
from linkwork.core.kernels.pointer import call_kernel
from linkwork.core.status import NOT_FINITE, OK, PROJECTION_FAILED, SINGULAR
from linkwork.integrators.evaluate import evaluate_forces, largest_position, solve
from linkwork.model.data import entry_of
from linkwork.model.position import move, move_plainly

ROUNDING = 1.0e-15
"""A few units of rounding, relative to positions."""

SMALL = 1.0e-9
"""Corrections below this that no longer shrink are rounding."""

MAX_ITERATIONS = 50
"""Number of corrections of the positions in one step."""

ROUNDED_OFF = 1.0e-24
"""Changes of positions below this, relative to positions, are lost even in q_low."""

LEAST = 1.0e-300
"""Corrections of velocities up to this are those of a state at rest [m/s]."""

UNMOVED = 1.0e-14
"""Changes of velocities below this, relative to the largest one, are rounding."""

MANY_CORRECTIONS = 60
"""Number of corrections of an initial state that violates nonlinear equations.

Far from a quadratic equation, each correction halves the distance.
"""


def factorize(frame, system):
    """Factorize the matrix of M and C_q; the markers are those of the present positions."""
    values = system.values
    for i in range(values.size):
        values[i] = 0.0
    frame.level = 0
    status = run_calls(frame.mass_calls, frame.n_mass_calls, system.address)
    if status == 0:
        status = call_kernel(system.solver_calls[0].code, frame.solver_calls, system.address)
    frame.jacobians += 1
    frame.factor_valid = 1 if status == 0 else 0
    if status == SINGULAR:
        for i in range(values.size):
            if not abs(values[i]) < math.inf:
                return NOT_FINITE
    return status


def close(frame, n, system):
    """x = smallest change, in the metric of the factors, that removes the values of `constraint`.

    n -- number of coordinates
    """
    x, constraint = system.x, system.constraint
    for i in range(n):
        x[i] = 0.0
    for i in range(constraint.size):
        x[n + i] = -constraint[i] * system.row_mass[i]
    return solve(frame, system)


def _correction(frame, level, n, system):
    """x = smallest change that removes the violation at a level of the present state."""
    frame.level = level
    status = run_calls(frame.motion_calls, frame.n_motion_calls, system.address)
    if status == 0:
        status = run_calls(frame.constraint_calls, frame.n_constraint_calls, system.address)
    return status if status != 0 else close(frame, n, system)


def to_positions(frame, state, system, keep_factors):
    """Move q onto the constraints, with the present factors while they contract.

    keep_factors -- the metric must stay that of the present factors
    """
    x, n, last = system.x, state.q.size, math.inf
    for iteration in range(MAX_ITERATIONS):
        status = _correction(frame, 0, n, system)
        if status != 0:
            return status
        size = 0.0
        for i in range(n):
            size = max(size, abs(x[i]))
        move_plainly(frame, state, x, system.address)
        limit = largest_position(frame, system.markers)
        if size <= ROUNDING * limit or (size <= SMALL * limit and size > 0.9 * last):
            return OK
        if not size < math.inf:
            return PROJECTION_FAILED
        if size > 0.25 * last and keep_factors == 0 and iteration + 1 < MAX_ITERATIONS:
            status = run_calls(frame.motion_calls, frame.n_motion_calls, system.address)
            if status == 0:
                status = factorize(frame, system)
            if status != 0:
                return status
        last = size
    return PROJECTION_FAILED


def to_velocities(frame, state, system):
    """Compute new factors at the present positions; move v onto the constraints of velocities."""
    status = run_calls(frame.motion_calls, frame.n_motion_calls, system.address)
    if status == 0:
        status = factorize(frame, system)
    if status == 0:
        status = correct_velocities(frame, state, system)
    return status


def correct_velocities(frame, state, system):
    """Move v onto the constraints at velocity level, in the metric of the present factors.

    One correction suffices, unless an equation is not linear in the velocities.
    """
    v, x, last = state.v, system.x, math.inf
    for _ in range(MAX_ITERATIONS):
        status = _correction(frame, 1, v.size, system)
        if status != 0:
            return status
        size = speed = 0.0
        for i in range(v.size):
            v[i] += x[i]
            size, speed = max(size, abs(x[i])), max(speed, abs(v[i]))
        if frame.nonlinear_rates == 0 or size <= max(ROUNDING * speed, LEAST):
            return OK
        if not size < math.inf:
            return PROJECTION_FAILED
        if size <= SMALL * speed and size > 0.9 * last:
            return OK
        last = size
    return PROJECTION_FAILED


def project(frame, state, system):
    """Move positions, then velocities, onto the constraints.

    The factors of the last stage serve the positions; those of the new positions serve the
    velocities, the accelerations of the new state and the first stage of the next step.
    """
    status = to_positions(frame, state, system, 0)
    if status == 0:
        status = to_velocities(frame, state, system)
    return status


# ------------------------------------------------------------------ outside of steps


def correct(frame, state, system):
    """One correction at frame.level with the present factors; frame.moved is its largest change."""
    v, x, moved = state.v, system.x, 0.0
    status = evaluate_forces(frame, system)
    if status == 0:
        status = close(frame, v.size, system)
    if status != 0:
        return status
    for i in range(v.size):
        moved = max(moved, abs(x[i])) if abs(x[i]) < math.inf else math.inf
    if frame.level == 0:
        move(frame, state, x, system.address)
    for i in range(v.size if frame.level == 1 else 0):
        v[i] += x[i]
    frame.moved = moved
    return OK


def project_state(equations: Any, level: int, corrections: int) -> int:
    """Move to the nearest state (in the metric of the masses) that satisfies the constraints.

    level 0 moves positions, level 1 velocities; corrections -- their largest number. Called from
    Python, with new factors for each correction
    """
    data, s = equations.data, equations.data.scalars
    s.cq = s.cv = 0.0  # no step: see connector.py
    multipliers = data["multipliers"].copy()
    data["multipliers"][:] = 0.0
    status, last = OK, math.inf
    for _ in range(corrections):
        status = equations.renew_factors()
        s.level = level
        status = status or int(call_kernel(address_of(entry_of(correct, None)), 0, data.address))
        if status != OK:
            break
        if level == 1 and s.moved <= UNMOVED * np.abs(data["v"]).max(initial=0.0):
            break
        limit = equations.largest_position() if level == 0 else 0.0
        if level == 0 and s.moved <= ROUNDED_OFF * limit:
            break
        if level == 0 and s.moved <= SMALL * limit and s.moved > 0.5 * last:
            break  # rotations have no low parts
        last = s.moved
    data["multipliers"][:] = multipliers
    return status
