"""Drift: implicit steps whose positions leave the constraints, and their way back.

Steps at velocity level satisfy the rates of the constraints, so that positions drift by an error of
the order of the step; at position level, constraints that are solved by their rates do so
(`Hooks.drifts`). Corrections use the factors of Newton's method:

    [ M + ...  C_q^T ] [ dq ]   [  0 ]
    [ C_q      0     ] [ mu ] = [ -c ]        up to terms of order h
"""

from __future__ import annotations

import math

from linkwork.core.kernels.calls import run_calls
from linkwork.core.status import OK
from linkwork.integrators.evaluate import evaluate_forces, largest_position
from linkwork.integrators.projection import ROUNDING, close
from linkwork.model.position import move

NEGLIGIBLE, LEFT, SMALL_DRIFT = 1.0e-9, 1.0e-7, 1.0e-5
"""Drift of positions, relative to their motion in a step: that needs no correction; that is left by
corrections; and that one correction reduces to that. In the metric of the masses, where units of
length and mass do not matter."""

MANY_PROJECTIONS = 8
"""Most corrections of the drift of one step at velocity level."""

MANY_DRIFTS = 5
"""Number of corrections of the drift of one step at position level."""


def project_drift(frame, state, system):
    """Move the end of an implicit step onto the constraints, with the factors of Newton's method.

    Its constraint rows are C_q up to terms of order h, so a correction removes a drift up to that
    order.
    """
    if frame.index2 != 0:
        return _project_step(frame, state, system)
    return _project_drifting(frame, state, system)


def _at_level(frame, level, system):
    """Evaluate the equations of positions, or those of velocities, at the present state.

    Constraints of velocities have no drift of positions: without cv their value is 0.
    """
    kept_level, cv = frame.level, frame.cv
    frame.level, frame.cv = level, cv if level == 1 else 0.0
    status = run_calls(frame.motion_calls, frame.n_motion_calls, system.address)
    if status == 0:
        status = run_calls(frame.constraint_calls, frame.n_constraint_calls, system.address)
    frame.level, frame.cv = kept_level, cv
    return status


def _weighted(weights, array):
    """Square of the size of an array in the metric of some masses"""
    total = 0.0
    for i in range(weights.size):
        total += weights[i] * array[i] * array[i]
    return total


def _project_step(frame, state, system):
    """Move the state onto the constraints after a step at velocity level.

    Positions are corrected once the drift, which is of the order of the error of the step, is not
    negligible, until only a small part of it is left. All linear solvers lead to the same point,
    since corrections are combinations of the same directions M^-1 C_q^T (`linear/symmetry.py`).

    Velocities then fit the new positions but for the drift times the rate of the motion, which is
    less than the error of the step. The error estimate of a shorter step would see it, so steps of
    automatic size correct velocities, too. Those of fixed size do not: it costs an evaluation and a
    solution, and errors of the energy in long steps grow by it, up to twofold.
    """
    n, v, x, released = state.q.size, state.v, system.x, frame.n_share_calls > 0
    motion, last, fine = frame.h * frame.h * _weighted(system.masses, v), math.inf, False
    for correction in range(MANY_PROJECTIONS + 1):
        if correction == MANY_PROJECTIONS and not released:
            break
        status = _at_level(frame, 0, system)
        # derivatives of steps always project; equations of coordinate vectors may have any unit
        if correction == 0 and frame.hold == 0 and frame.nonlinear_rates == 0:
            violation = _weighted(system.row_mass, system.constraint)
            fine = violation <= NEGLIGIBLE * NEGLIGIBLE * motion
        holds = fine and frame.redundant_error <= frame.redundant_limit
        if status == 0 and (holds or correction == MANY_PROJECTIONS):
            break
        if status == 0:
            status = close(frame, n, system)
        if status != 0:
            return status
        move(frame, state, x, system.address)
        size = _weighted(system.masses, x[:n])
        fine = size <= SMALL_DRIFT * SMALL_DRIFT * motion
        if correction > 0:  # the next one would be smaller by the same factor
            fine = size * size <= LEFT * LEFT * motion * last
        if (fine and not released) or size > 0.8 * last:
            break
        last = size
    if frame.automatic == 0:
        return OK
    status = _at_level(frame, 1, system)
    if status == 0:
        status = close(frame, n, system)
    if status == 0:
        for i in range(n):
            v[i] += x[i]
    return status


def _project_drifting(frame, state, system):
    """Move positions onto the constraints that are solved by their rates (`Hooks.drifts`).

    At position level, the others are satisfied to rounding, on which their forces depend, and stay
    so.
    """
    level, cv, last = frame.level, frame.cv, math.inf
    for _ in range(MANY_DRIFTS):
        frame.level, frame.cv = 0, 0.0
        status = evaluate_forces(frame, system)
        frame.level, frame.cv = level, cv
        if status == 0:
            status = close(frame, state.q.size, system)
        if status != 0:
            return status
        size = 0.0
        for i in range(state.q.size):
            size = max(size, abs(system.x[i]))
        if size <= ROUNDING * largest_position(frame, system.markers):
            return OK
        move(frame, state, system.x, system.address)
        if size > 0.5 * last:
            return OK
        last = size
    return OK
