"""Constraints in explicit solvers: accelerations with multipliers, and projection after a step.

Accelerations and multipliers of a state follow from

    [ M    C_q^T ] [ a      ]   [ F                         ]
    [ C_q  0     ] [ lambda ] = [ -(terms of c'' without a) ]

with the matrix of the present positions (rows and multipliers scaled by row_mass). The same
matrix projects: with a violation on the right, the correction is the smallest one in the metric
of the masses. `frame.factor_valid` tells that the factors belong to the present positions.
"""

from __future__ import annotations

import math

from linkwork.core.calls import STRIDE, run_calls
from linkwork.core.pointer import call_kernel
from linkwork.core.status import NOT_FINITE, OK, PROJECTION_FAILED, SINGULAR
from linkwork.solvers.evaluate import evaluate_forces, largest_position

ROUNDING = 1.0e-15
"""A few units of rounding, relative to positions."""

SMALL = 1.0e-9
"""Corrections that do not shrink any more are rounding if they are below this."""

MAX_ITERATIONS = 50
"""Corrections of the positions in one step."""


def factorise(frame, frame_address, values, mass_calls, solver_calls):
    """Factors of the matrix with M and C_q; the markers are those of the present positions."""
    for i in range(values.size):
        values[i] = 0.0
    frame.level = 0
    status = run_calls(mass_calls, frame.mass_calls, frame_address)
    if status == 0:
        status = call_kernel(solver_calls[0].code, frame.solver_calls, frame_address)
    frame.jacobians += 1
    frame.factor_valid = 1 if status == 0 else 0
    if status == SINGULAR:
        for i in range(values.size):
            if not abs(values[i]) < math.inf:
                return NOT_FINITE
    return status


def constrained_accelerations(
    frame, frame_address, constant_force, marker_force, constraint, row_mass, multipliers,
    residual, x, values, motion_calls, force_calls, gather_calls, mass_calls, drift_calls,
    solver_calls,
):  # fmt: skip
    """x = (a, scaled multipliers) at the present q, v and frame.t, and the multipliers."""
    n, m = residual.size, constraint.size
    for i in range(m):
        multipliers[i] = 0.0
    frame.level = 2
    status = evaluate_forces(
        frame, frame_address, constant_force, marker_force, residual,
        motion_calls, force_calls, gather_calls,
    )  # fmt: skip
    if status == 0 and frame.factor_valid == 0:
        status = factorise(frame, frame_address, values, mass_calls, solver_calls)
    if status == 0:
        status = run_calls(drift_calls, frame.drift_calls, frame_address)
    if status != 0:
        return status
    for i in range(n):
        x[i] = -residual[i]
    for i in range(m):
        x[n + i] = -constraint[i] * row_mass[i]
    status = call_kernel(solver_calls[1].code, frame.solver_calls + STRIDE, frame_address)
    for i in range(m):
        multipliers[i] = row_mass[i] * x[n + i]
    return status


def correction(
    frame, frame_address, level, n, constraint, row_mass, x, motion_calls, constraint_calls,
    solver_calls,
):  # fmt: skip
    """x = smallest change, in the metric of the factors, that removes the violation."""
    frame.level = level
    status = run_calls(motion_calls, frame.motion_calls, frame_address)
    if status == 0:
        status = run_calls(constraint_calls, frame.constraint_calls, frame_address)
    if status != 0:
        return status
    for i in range(n):
        x[i] = 0.0
    for i in range(constraint.size):
        x[n + i] = -constraint[i] * row_mass[i]
    return call_kernel(solver_calls[1].code, frame.solver_calls + STRIDE, frame_address)


def to_positions(
    frame, frame_address, q, markers, constraint, row_mass, x, values,
    motion_calls, constraint_calls, mass_calls, solver_calls, keep_factors,
):  # fmt: skip
    """Move q onto the constraints, with the factors that are there as long as they contract.

    keep_factors -- the metric must stay that of the present factors
    """
    n, last = q.size, math.inf
    for iteration in range(MAX_ITERATIONS):
        status = correction(
            frame, frame_address, 0, n, constraint, row_mass, x, motion_calls, constraint_calls,
            solver_calls,
        )  # fmt: skip
        if status != 0:
            return status
        size = 0.0
        for i in range(n):
            q[i] += x[i]
            size = max(size, abs(x[i]))
        limit = largest_position(frame, markers)
        if size <= ROUNDING * limit or (size <= SMALL * limit and size > 0.9 * last):
            return OK
        if not size < math.inf:
            return PROJECTION_FAILED
        if size > 0.25 * last and keep_factors == 0 and iteration + 1 < MAX_ITERATIONS:
            status = run_calls(motion_calls, frame.motion_calls, frame_address)
            if status == 0:
                status = factorise(frame, frame_address, values, mass_calls, solver_calls)
            if status != 0:
                return status
        last = size
    return PROJECTION_FAILED


def to_velocities(
    frame, frame_address, q, v, constraint, row_mass, x, values,
    motion_calls, constraint_calls, mass_calls, solver_calls,
):  # fmt: skip
    """New factors at the present positions; v moves onto the constraints at velocity level."""
    status = run_calls(motion_calls, frame.motion_calls, frame_address)
    if status == 0:
        status = factorise(frame, frame_address, values, mass_calls, solver_calls)
    if status == 0:
        status = correct_velocities(
            frame, frame_address, v, constraint, row_mass, x, motion_calls, constraint_calls,
            solver_calls,
        )  # fmt: skip
    return status


def correct_velocities(
    frame, frame_address, v, constraint, row_mass, x, motion_calls, constraint_calls, solver_calls
):
    """Move v onto the constraints at velocity level, in the metric of the present factors.

    One correction does, unless an equation is not linear in the velocities.
    """
    last = math.inf
    for _ in range(MAX_ITERATIONS):
        status = correction(
            frame, frame_address, 1, v.size, constraint, row_mass, x, motion_calls,
            constraint_calls, solver_calls,
        )  # fmt: skip
        if status != 0:
            return status
        size = speed = 0.0
        for i in range(v.size):
            v[i] += x[i]
            size, speed = max(size, abs(x[i])), max(speed, abs(v[i]))
        if frame.nonlinear_rates == 0 or size <= ROUNDING * speed:
            return OK
        if not size < math.inf:
            return PROJECTION_FAILED
        if size <= SMALL * speed and size > 0.9 * last:
            return OK
        last = size
    return PROJECTION_FAILED


def project(
    frame, frame_address, q, v, markers, constraint, row_mass, x, values,
    motion_calls, constraint_calls, mass_calls, solver_calls,
):  # fmt: skip
    """Bring positions, then velocities, onto the constraints.

    The factors of the last stage serve the positions; those of the new positions serve the
    velocities, the accelerations of the new state and the first stage of the next step.
    """
    status = to_positions(
        frame, frame_address, q, markers, constraint, row_mass, x, values,
        motion_calls, constraint_calls, mass_calls, solver_calls, 0,
    )  # fmt: skip
    if status == 0:
        status = to_velocities(
            frame, frame_address, q, v, constraint, row_mass, x, values,
            motion_calls, constraint_calls, mass_calls, solver_calls,
        )  # fmt: skip
    return status
