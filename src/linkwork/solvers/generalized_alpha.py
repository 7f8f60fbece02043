"""Generalized-alpha for M a + C_q^T lambda = F with constraints at position or velocity level.

Balance and constraints hold at t_{n+1}; with algorithmic accelerations alpha,

    (1 - alpha_m) alpha_{n+1} + alpha_m alpha_n = (1 - alpha_f) a_{n+1} + alpha_f a_n
    q_{n+1} = q_n + h v_n + h^2 ((1/2 - beta) alpha_n + beta alpha_{n+1})
    v_{n+1} = v_n + h ((1 - gamma) alpha_n + gamma alpha_{n+1})

(Chung and Hulbert 1993; for constraints Arnold and Bruels 2007). Newmark's method is alpha_m =
alpha_f = 0. Unknowns of Newton's method are the accelerations a_{n+1} and the multipliers, with

    cq = dq/da = h^2 beta (1 - alpha_f) / (1 - alpha_m),   cv = dv/da = gamma cq / (h beta).

Constraint rows are divided by cq (position level) or cv (velocity level) and equilibrated by a
mass, so the matrix keeps the size of the mass matrix however small h is.

Positions are summed with compensation (q_low holds what rounding takes from q): multipliers
depend on second differences of positions divided by h^2, and stay smooth at small steps.

Accelerations and multipliers are predicted by extrapolation from their backward differences;
the order is the one that would have predicted the last step best. Where the motion is smooth,
the predicted state already satisfies the tolerance and one Newton update finishes the step.
"""

from __future__ import annotations

from linkwork.core.status import OK, STOPPED
from linkwork.math.exact import two_sum
from linkwork.solvers.evaluate import begin_step, record_state
from linkwork.solvers.newton import newton, project_drift

MAX_ORDER = 3
"""Highest order of the predictor."""


def parameters(settings) -> tuple[float, float, float, float]:
    """(alpha_m, alpha_f, beta, gamma) for the settings of generalizedAlpha."""
    if settings.useNewmark:
        return 0.0, 0.0, settings.newmarkBeta, settings.newmarkGamma
    rho = settings.spectralRadius
    alpha_m, alpha_f = (2.0 * rho - 1.0) / (rho + 1.0), rho / (rho + 1.0)
    gamma = 0.5 + alpha_f - alpha_m
    return alpha_m, alpha_f, (gamma + 0.5) ** 2 / 4.0, gamma


def _save(q, q_low, v, a, alpha, multipliers, start_out):
    """Keep the state at the start of the step."""
    n, m = q.size, multipliers.size
    for i in range(n):
        start_out[i] = q[i]
        start_out[n + i] = v[i]
        start_out[2 * n + i] = a[i]
        start_out[3 * n + i] = alpha[i]
        start_out[4 * n + m + i] = q_low[i]
    for i in range(m):
        start_out[4 * n + i] = multipliers[i]


def _restore(start, q_out, q_low_out, v_out, a_out, alpha_out, multipliers_out):
    """Back to the state at the start of the step."""
    n, m = q_out.size, multipliers_out.size
    for i in range(n):
        q_out[i] = start[i]
        q_low_out[i] = start[4 * n + m + i]
        v_out[i] = start[n + i]
        a_out[i] = start[2 * n + i]
        alpha_out[i] = start[3 * n + i]
    for i in range(m):
        multipliers_out[i] = start[4 * n + i]


def _predict(frame, q_out, q_low_out, v_out, a_out, alpha, multipliers_out, differences):
    """Start values of Newton's method for the next step."""
    n, m = q_out.size, multipliers_out.size
    h, beta, gamma, new = frame.h, frame.beta, frame.gamma, 1.0 - frame.alpha_f
    divisor = 1.0 / (1.0 - frame.alpha_m)
    block = n + m
    for i in range(n):
        a_old = a_out[i]
        a_new = a_old
        for k in range(frame.order):
            a_new += differences[k * block + i]
        end = (new * a_new + frame.alpha_f * a_old - frame.alpha_m * alpha[i]) * divisor
        move = h * (v_out[i] + h * ((0.5 - beta) * alpha[i] + beta * end))
        q_out[i], q_low_out[i] = two_sum(q_out[i], move + q_low_out[i])
        v_out[i] += h * ((1.0 - gamma) * alpha[i] + gamma * end)
        a_out[i] = a_new
    for i in range(m):
        for k in range(frame.order):
            multipliers_out[i] += differences[k * block + n + i]


def _shift(value, old, place, block, known, sums_out, differences_out):
    """Backward differences of one component; adds their squares to sums_out."""
    difference = value - old
    for k in range(known):
        sums_out[k] += difference * difference
        if k < MAX_ORDER:
            before = differences_out[k * block + place]
            differences_out[k * block + place] = difference
            difference -= before


def _finish(frame, a, alpha_out, multipliers, start, sums_out, differences_out):
    """Algorithmic accelerations of the new state, differences, order of the next prediction."""
    n, m = a.size, multipliers.size
    block = n + m
    divisor = 1.0 / (1.0 - frame.alpha_m)
    known = min(frame.history + 1, MAX_ORDER + 1)
    for k in range(known):
        sums_out[k] = 0.0
    for i in range(n):
        a_old = start[2 * n + i]
        alpha_out[i] = (
            (1.0 - frame.alpha_f) * a[i] + frame.alpha_f * a_old - frame.alpha_m * alpha_out[i]
        ) * divisor
        _shift(a[i], a_old, i, block, known, sums_out, differences_out)
    for i in range(m):
        old = start[4 * n + i]
        _shift(multipliers[i], old, n + i, block, known, sums_out, differences_out)
    frame.history = known
    # the k-th difference is the error that a predictor of order k - 1 would have made
    frame.order = 0
    for k in range(1, known):
        if sums_out[k] < sums_out[frame.order]:
            frame.order = k


def generalized_alpha(
    frame, frame_address,
    q, q_low, v, a, alpha, multipliers, start, differences, difference_sums,
    markers, constant_force, marker_force, constraint, row_mass, residual, x, values,
    motion_calls, force_calls, gather_calls, inertia_calls, jacobian_calls, solver_calls,
    record_calls, sensor_calls,
):  # fmt: skip
    """Take frame.steps_wanted steps; a step that fails leaves the state at its start."""
    while frame.steps_done < frame.steps_wanted:
        t_old = frame.t
        t_new = frame.t_base + (frame.steps_base + 1) * frame.h
        status = begin_step(frame, t_new)
        if status != 0:
            return status
        _save(q, q_low, v, a, alpha, multipliers, start)
        _predict(frame, q, q_low, v, a, alpha, multipliers, differences)
        frame.t = t_new
        status = newton(
            frame, frame_address, q, q_low, v, a, multipliers, markers, constant_force,
            marker_force, constraint, row_mass, residual, x, values, motion_calls,
            force_calls, gather_calls, inertia_calls, jacobian_calls, solver_calls,
        )  # fmt: skip
        if status == 0 and frame.project_drift != 0:
            status = project_drift(
                frame, frame_address, q, q_low, constant_force, marker_force, constraint, row_mass,
                residual, x, motion_calls, force_calls, gather_calls, solver_calls,
            )  # fmt: skip
        if status != 0:
            _restore(start, q, q_low, v, a, alpha, multipliers)
            frame.t = t_old
            return status
        _finish(frame, a, alpha, multipliers, start, difference_sums, differences)
        frame.steps_base += 1
        frame.steps_done += 1
        frame.pre_step_done = 0
        status = record_state(frame, frame_address, record_calls, sensor_calls)
        if status != 0:
            return status
        if frame.stop_after != 0:
            return STOPPED
    return OK
