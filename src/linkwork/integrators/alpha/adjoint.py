"""The gradient of one number by many parameters: the steps of `alpha/tangent.py`, transposed.

With the derivatives (bars) of the number by q, v, a and alpha at the end of a step,

    x = (a- + cq q- + cv v- + (1 - alpha_f)/(1 - alpha_m) alpha-,  row_mass lambda-)
    G^T psi = x,    gradient -= psi^T dr/dθ,    p_q = q- - K^T psi,    p_v = v- - D^T psi

and those at its start follow from p_q and p_v. Steps are taken from the last to the first, at the
recorded states. psi is extrapolated from those of the steps that were taken before, and corrected
(`transposed.py`).

The forces of connectors change in the motion of their own markers alone. With psi as velocities,
the markers move with J psi, and psi^T dr/dθ is the power of the changed forces: all parameters
whose items share no marker (a color) take one evaluation together.
"""

from __future__ import annotations

import numpy as np

from linkwork.core.kernels.calls import run_calls
from linkwork.core.kernels.pointer import view
from linkwork.core.lanes import FOUR, rows_of_four
from linkwork.core.records import f8, i8, record, u8
from linkwork.integrators.alpha.parameter_slopes import SLOPE, WORD, evaluate_equations
from linkwork.integrators.alpha.powers import add_colors, add_others, forces_only, keep_forces
from linkwork.integrators.alpha.step_matrices import PASSES, evaluate_parts, set_factors
from linkwork.integrators.alpha.step_size import METHOD
from linkwork.integrators.alpha.transposed import extrapolate, solve_transposed

PLACE = np.dtype(u8)

ADJOINT = record(
    ("steps", i8), ("width", i8), ("weighted", i8), ("parameters", i8), ("colors", i8),
    ("turns", i8), ("is_straight", i8), ("failed", i8), ("factorized", i8), ("solved", i8),
    ("known", i8), ("factors_cq", f8), ("with_new", i8), ("wasted", i8), *PASSES,
)  # fmt: skip
"""Numbers of steps, of numbers in a row of the history, of rows of weights, of parameters and of
colors; whether markers turn, and whether their Jacobians are constant; whether a solution has not
converged; counts of factorizations and solutions.

known -- number of solutions so far
factors_cq -- cq of the present factors, 0 if there are none; with_new, wasted -- corrections that
they took when they were new, and those beyond that since then"""

MEMBER = record(*SLOPE, ("ends", i8), ("last_end", i8))
"""A parameter as `PARAMETER`, and its markers in `ends`."""

COLOR = record(("first", i8), ("last", i8), ("is_linear", i8))
"""Parameters that are evaluated together."""

POOLS = dict(
    method=METHOD, control=ADJOINT, parameters=MEMBER, words=WORD, ends=i8, colors=COLOR,
    tangent_work=f8, tangent_rows=i8, tangent_columns=i8, history=f8, weights=f8, gradient=f8,
)  # fmt: skip
"""Memory of the kernel; history -- rows of t, q, v, a, multipliers and what else is recorded;
weights -- rows of the step on which the number depends and its derivatives by q, v, a and
multipliers; step 0 comes first."""

OF_START = ("control", "parameters", "words", "ends", "colors", "tangent_work", "gradient")
"""Memory of `adjoint_start`."""


def adjoint_size(n: int, m: int, entries: int, markers: int) -> int:
    """Length of `tangent_work`."""
    return 3 * entries + (11 + FOUR) * (n + m) + 4 * n + 15 * markers


def _load(frame, state, row):
    """Make a recorded state the present one."""
    n, m = state.q.size, state.multipliers.size
    frame.t = row[0]
    for i in range(n):
        state.q[i], state.v[i], state.a[i] = row[1 + i], row[1 + n + i], row[1 + 2 * n + i]
        state.q_low[i] = 0.0
    for i in range(m):
        state.multipliers[i] = row[1 + 3 * n + i]


def adjoint_steps(
    frame, state, system, method, control, parameters, words, ends, colors, tangent_work,
    tangent_rows, tangent_columns, history, weights, gradient,
):  # fmt: skip
    """Take all steps backwards; weights of the first row become the derivatives by the start."""
    n, m, entries = state.q.size, state.multipliers.size, system.values.size
    size, steps, markers, one = n + m, control[0].steps, system.markers.size, control[0]
    at = tangent_rows.ctypes.data
    starts, order = view(at, (size + 1,), PLACE), view(at + 8 * (size + 1), (entries,), PLACE)
    mirror = view(at + 8 * (size + 1 + entries), (entries,), PLACE)
    others, work = view(tangent_columns.ctypes.data, (entries,), PLACE), tangent_work
    stiffness, damping = work[:entries], work[entries : 2 * entries]
    inertia, work = work[2 * entries : 3 * entries], work[3 * entries :]
    base, right, psi = work[:size], work[size : 2 * size], work[2 * size : 3 * size]
    rest, by_q, by_v = work[3 * size : 4 * size], work[4 * size : 5 * size], work[5 * size :]
    scaled, work = work[6 * size : 7 * size], work[7 * size :]
    last, second, third = work[:size], work[size : 2 * size], work[2 * size : 3 * size]
    fourth, work = work[3 * size : 4 * size], work[4 * size :]
    slopes, work = rows_of_four(work.ctypes.data, 0, size), work[FOUR * size :]
    qbar, vbar, abar, alphabar = work[:n], work[n : 2 * n], work[2 * n : 3 * n], work[3 * n : 4 * n]
    work = work[4 * n :]
    moved, before, kept = (
        work[: 6 * markers],
        work[6 * markers : 12 * markers],
        work[12 * markers :],
    )
    alpha_m, alpha_f = method[0].alpha_m, method[0].alpha_f
    beta, gamma, divisor = method[0].beta, method[0].gamma, 1.0 / (1.0 - method[0].alpha_m)
    ratio, width, weight_width = (1.0 - alpha_f) * divisor, one.width, 1 + 3 * n + m
    colored = colors[one.colors - 1].last if one.colors > 0 else 0
    frame.frozen, n8 = 1, u8(n)
    weight = one.weighted - 1
    for i in range(n):
        qbar[i] = vbar[i] = abar[i] = alphabar[i] = 0.0
    for step in range(steps, 0, -1):
        row = history[step * width : (step + 1) * width]
        _load(frame, state, row)
        h = row[0] - history[(step - 1) * width]
        cq, cv = h * h * beta * ratio, h * gamma * ratio
        row_cq, row_cv, row_scale = 1.0, 0.0, 1.0 / cq
        if frame.index2 != 0:
            row_cq, row_cv, row_scale = cq / cv, 1.0, 1.0 / cv
        frame.h, frame.row_scale = h, row_scale
        set_factors(frame, cq, cv, 1.0, row_cq, row_cv)
        frame.level = 1 if frame.index2 != 0 else 0
        if colored < one.parameters:
            status = evaluate_equations(frame, system, state.a, base)
        else:
            status = run_calls(frame.motion_calls, frame.n_motion_calls, system.address)
            if status == 0:
                status = forces_only(frame, system)
        keep_forces(frame, system, one.turns, before)
        if status == 0:
            status = evaluate_parts(frame, system, one, stiffness, damping, inertia)
        if status != 0:
            return status
        for i in range(m):
            right[n + i] = 0.0
        if weights[weight * weight_width] == step:
            given = weights[weight * weight_width + 1 : (weight + 1) * weight_width]
            for i in range(n):
                qbar[i] += given[i]
                vbar[i] += given[n + i]
                abar[i] += given[2 * n + i]
            for i in range(m):
                right[n + i] = system.row_mass[i] * given[3 * n + i]
            weight -= 1
        for i in range(n):
            right[i] = abar[i] + cq * qbar[i] + cv * vbar[i] + ratio * alphabar[i]
        extrapolate(control, psi, last, second, third, fourth)
        status = solve_transposed(
            frame, system, control, stiffness, damping, inertia, order, starts, others, mirror, n8,
            cq, cv, row_cq, row_cv, right, scaled, rest, psi, by_q, by_v,
        )  # fmt: skip
        if status != 0 or one.failed != 0:
            return status
        status = add_others(
            frame, state, system, control, colored, parameters, words, ends, psi, base, slopes,
            rest, gradient,
        )  # fmt: skip
        if status == 0 and one.colors > 0:
            status = add_colors(
                frame, state, system, control, parameters, words, ends, colors, psi, moved, before,
                kept, gradient,
            )  # fmt: skip
        if status != 0:
            return status
        for i in range(n):
            pq, pv = qbar[i] - by_q[i], vbar[i] - by_v[i]
            bbar = alphabar[i] + h * h * beta * pq + h * gamma * pv
            qbar[i] = pq
            vbar[i] = h * pq + pv
            alphabar[i] = h * h * (0.5 - beta) * pq + h * (1.0 - gamma) * pv
            alphabar[i] -= divisor * alpha_m * bbar
            abar[i] = divisor * alpha_f * bbar
    for i in range(n):
        weights[1 + i] += qbar[i]
        weights[1 + n + i] += vbar[i]
        weights[1 + 2 * n + i] += abar[i] + alphabar[i]
    return 0


def adjoint_start(
    frame, state, system, control, parameters, words, ends, colors, tangent_work, gradient
):  # fmt: skip
    """Add what the start contributes: psi, at the beginning of the work memory, is known."""
    n, markers = state.q.size, system.markers.size
    psi, work = tangent_work[:n], tangent_work[n:]
    moved, before, kept = (
        work[: 6 * markers],
        work[6 * markers : 12 * markers],
        work[12 * markers :],
    )
    frame.frozen = 1
    if control[0].colors == 0:
        return 0
    status = run_calls(frame.motion_calls, frame.n_motion_calls, system.address)
    if status == 0:
        status = forces_only(frame, system)
    keep_forces(frame, system, control[0].turns, before)
    if status != 0:
        return status
    return add_colors(
        frame, state, system, control, parameters, words, ends, colors, psi, moved, before, kept,
        gradient,
    )  # fmt: skip
