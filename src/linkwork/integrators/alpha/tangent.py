"""Derivatives of generalized-alpha by parameters, step by step: a kernel after accepted steps.

With the derivatives s of q, v, a, alpha and the multipliers at the start of the step, and

    b   = (alpha_f s_a - alpha_m s_alpha) / (1 - alpha_m)
    p_q = s_q + h s_v + h^2 ((1/2 - beta) s_alpha + beta b)
    p_v = s_v + h ((1 - gamma) s_alpha + gamma b)

those at its end follow from the equations of the step, differentiated at its end:

    [ca M + cv D + cq K,  C_q^T] [s_a     ]     [dr/dθ + K p_q + D p_v    ]
    [row scale  C_q    ,  0    ] [s_lambda] = - [row scale (C_q p_q + dc/dθ)]

    s_q = p_q + cq s_a,  s_v = p_v + cv s_a,  s_alpha = (1 - alpha_f)/(1 - alpha_m) s_a + b

at velocity level with c' in place of c. One matrix serves all parameters, and four of them are
advanced at once, side by side (`lanes.py`). `step_matrices.py` has K, D and the matrix. Large
models use the factors of Newton's method, whose matrix may be older: solutions are corrected with
the present matrix, and if corrections do not fall to a tenth, it is factorized. Where a
factorization costs less than the corrections, as in small models and for many parameters, it is
done in every step.
"""

from __future__ import annotations

import numpy as np

from linkwork.core.kernels.calls import STRIDE
from linkwork.core.kernels.pointer import call_kernel, view
from linkwork.core.records import f8, i8, record
from linkwork.integrators.alpha.lanes import (
    FOUR,
    predict_four,
    rows_of_four,
    solve_four,
    subtract_dense_products,
    subtract_products,
    take_four,
)  # fmt: skip
from linkwork.integrators.alpha.parameter_slopes import (
    PARAMETER,
    WORD,
    evaluate_equations,
    slopes_by_parameter,
)
from linkwork.integrators.alpha.step_matrices import (
    PASSES,
    compose,
    compose_dense,
    evaluate_parts,
    factorize,
    residual_is_rounding,
    set_factors,
)
from linkwork.integrators.alpha.step_size import METHOD
from linkwork.integrators.evaluate import slack_of

INTEGER = np.dtype(i8)

CONTROL = record(
    ("count", i8), ("t", f8), ("h", f8), ("report", i8), ("failed", i8), ("restarted", i8),
    ("factorized", i8), ("solved", i8), ("switched", i8), ("own", i8), ("base", i8), *PASSES,
)  # fmt: skip
"""Number of parameters; end and size of the last step; address of what is called where rows are
recorded; whether a solution has not converged; whether the integrator began anew since the last
step; counts of factorizations and solutions; whether laws have changed their branches at the end of
the step: `tangent_branches` has those within it; whether factors are those of
`linear/dense/own.py`; whether the equations are evaluated before the matrix."""

SMALL = 40
"""Unknowns up to which a factorization is cheaper than corrections with old factors."""

SAVED = 5.0
"""Corrections that new factors save for each parameter, about."""

DIRECT = 12
"""Unknowns up to which solutions with new factors need no correction."""

POOLS = dict(
    method=METHOD, control=CONTROL, parameters=PARAMETER, words=WORD, tangents=f8,
    tangent_work=f8, tangent_rows=i8, tangent_columns=i8, tangent_branches=i8,
)  # fmt: skip
"""Memory of the kernel."""

SAME = 1.0e-11
"""Step sizes that differ by less than this, relative to their size, are the same."""

SLOW = 0.1
"""Corrections that fall by less than this need new factors."""

CONVERGED = 1.0e-13
"""Size of the last correction, relative to the solution."""

MOST = 12
"""Most corrections with one set of factors."""


def work_size(n: int, m: int, entries: int) -> int:
    """Length of `tangent_work`: three matrices, and vectors of unknowns."""
    return 3 * entries + (4 + 3 * FOUR) * (n + m)


def _solve(frame, system, values, starts, columns, right, x_out, rest, control, fresh):
    """Solve matrix x = right by corrections with the present factors; 0, or 1 if they are slow."""
    size, unknown = right.size, system.x
    last = 0.0
    for i in range(size):
        x_out[i] = 0.0
        rest[i] = right[i]
    for iteration in range(MOST):
        for i in range(size):
            unknown[i] = rest[i]
        call_kernel(system.solver_calls[1].code, frame.solver_calls + STRIDE, system.address)
        control[0].solved += 1
        changed = largest = 0.0
        for i in range(size):
            x_out[i] += unknown[i]
            changed = max(changed, abs(unknown[i]))
            largest = max(largest, abs(x_out[i]))
        if not changed < np.inf:
            return 1
        if changed <= CONVERGED * largest or (fresh != 0 and size <= DIRECT):
            return 0
        if iteration > 0 and changed > SLOW * last:
            # rounding is as good as it gets
            return 0 if changed <= 1.0e4 * CONVERGED * largest else 1
        last = changed
        if residual_is_rounding(values, starts, columns, right, x_out, rest) != 0:
            return 0
    return 1


def _solve_each(frame, system, whole, starts, order, columns, right, vectors, control, fresh, many):
    """Solve for some of four parameters, one after the other; returns (status, fresh)."""
    size = system.x.size
    given, x, rest = vectors[:size], vectors[size : 2 * size], vectors[2 * size : 3 * size]
    for lane in range(many):
        for i in range(size):
            given[i] = right[i, lane]
        slow = _solve(frame, system, whole, starts, columns, given, x, rest, control, fresh)
        if slow != 0 and fresh == 0:
            status, fresh = factorize(frame, system, whole, order, control), 1
            if status != 0:
                return status, fresh
            slow = _solve(frame, system, whole, starts, columns, given, x, rest, control, fresh)
        if slow != 0:
            control[0].failed = 1
        for i in range(size):
            right[i, lane] = x[i]
    return 0, fresh


def _slopes_of_four(frame, state, system, parameters, words, base, vectors, right_out):
    """right = -d(equations)/d(parameter) of some parameters."""
    size = right_out.shape[0]
    slopes, rest = vectors[:size], vectors[size : 2 * size]
    for lane in range(parameters.size):
        status = slopes_by_parameter(
            frame, system, state, parameters[lane], words, base, slopes, rest
        )
        if status != 0:
            return status
        for i in range(size):
            right_out[i, lane] = slopes[i]
    for lane in range(parameters.size, FOUR):
        for i in range(size):
            right_out[i, lane] = 0.0
    return 0


def _advance(
    frame, state, system, method, control, parameters, words, tangents, work, rows, columns
):  # fmt: skip
    """Advance all derivatives over the last step."""
    n, m, entries = state.q.size, state.multipliers.size, system.values.size
    size, count = n + m, control[0].count
    h, ratio = frame.t - control[0].t, (1.0 - method[0].alpha_f) / (1.0 - method[0].alpha_m)
    cq, cv = h * h * method[0].beta * ratio, h * method[0].gamma * ratio
    stiffness, damping = work[:entries], work[entries : 2 * entries]
    whole, starts, order = work[2 * entries : 3 * entries], rows[: size + 1], rows[size + 1 :]
    vectors, lanes = work[3 * entries : 3 * entries + 4 * size], work[3 * entries + 4 * size :]
    base, right = vectors[3 * size :], rows_of_four(lanes, 0, size)
    pq, pv = rows_of_four(lanes, size, n), rows_of_four(lanes, size + n, n)
    usual = abs(frame.cq - cq) <= 1.0e-9 * cq
    row_cq, row_cv, row_scale = 1.0, 0.0, 1.0 / cq
    if frame.index2 != 0:
        row_cq, row_cv, row_scale = cq / cv, 1.0, 1.0 / cv
    frame.row_scale, status = row_scale, 0
    set_factors(frame, cq, cv, 1.0, row_cq, row_cv)
    if control[0].base != 0:
        status = evaluate_equations(frame, system, state.a, base)
    cheap = size <= SMALL or count * SAVED >= frame.refresh_cost
    fresh = 1 if cheap or frame.factor_valid == 0 or not usual else 0
    direct = control[0].own != 0 and size <= DIRECT
    if direct:
        order, whole = order[:0], system.values
    if status == 0:
        status = evaluate_parts(frame, system, control[0], order, stiffness, damping, whole)
    plain = frame.plain_masses
    if direct:
        compose_dense(
            stiffness, damping, plain, system.masses, cq, cv, row_cq, row_cv, n, size, whole
        )
    else:
        compose(
            stiffness, damping, plain, system.masses, cq, cv, row_cq, row_cv, n, starts, columns,
            0, whole,
        )  # fmt: skip
    if status == 0 and fresh != 0:
        status = factorize(frame, system, whole, order, control)
    if status != 0:
        return status
    changed_by = h / control[0].h if control[0].h > 0.0 and control[0].restarted == 0 else 1.0
    if abs(changed_by - 1.0) <= SAME:
        changed_by = 1.0
    width = 4 * n + m
    for first in range(0, count, FOUR):
        s = rows_of_four(tangents, first // FOUR * width, width)
        many = min(count - first, FOUR)
        status = _slopes_of_four(
            frame, state, system, parameters[first : first + many], words, base, vectors, right
        )
        if status != 0:
            return status
        predict_four(method, h, changed_by, n, s, pq, pv)
        if direct:
            subtract_dense_products(stiffness, damping, n, pq, pv, row_scale, right)
            solve_four(frame, system.factors, right)
            control[0].solved += many
        else:
            subtract_products(stiffness, damping, starts, columns, n, pq, pv, row_scale, right)
            status, fresh = _solve_each(
                frame, system, whole, starts, order, columns, right, vectors, control, fresh, many
            )
            if status != 0:
                return status
        take_four(n, m, cq, cv, ratio, pq, pv, right, system.row_mass, s)
    if fresh != 0:
        frame.factor_valid = 1 if usual else 0
        frame.excess = 0.0 if usual else frame.excess
    return 0


def swap_branches(frame, kept):
    branches = view(frame.branches, (frame.n_branches,), INTEGER)
    for i in range(kept.size):
        branches[i], kept[i] = kept[i], branches[i]


def tangent_steps(
    frame, state, system, method, control, parameters, words, tangents, tangent_work, tangent_rows,
    tangent_columns, tangent_branches,
):  # fmt: skip
    """After an accepted step: advance the derivatives, and report where rows are recorded."""
    if not frame.t > control[0].t:
        return 0
    cq, cv, ca, level = frame.cq, frame.cv, frame.ca, frame.level
    row_cq, row_cv, row_scale = frame.row_cq, frame.row_cv, frame.row_scale
    frozen, asymmetry = frame.frozen, frame.asymmetry
    frame.frozen = 1
    if control[0].switched != 0:
        swap_branches(frame, tangent_branches)
    status = _advance(
        frame, state, system, method, control, parameters, words, tangents, tangent_work,
        tangent_rows, tangent_columns,
    )  # fmt: skip
    if control[0].switched != 0:
        swap_branches(frame, tangent_branches)
        control[0].switched = 0
    frame.cq, frame.cv, frame.ca, frame.level = cq, cv, ca, level
    frame.row_cq, frame.row_cv, frame.row_scale = row_cq, row_cv, row_scale
    frame.frozen, frame.asymmetry = frozen, asymmetry
    control[0].h, control[0].t, control[0].restarted = frame.t - control[0].t, frame.t, 0
    if status != 0 or control[0].failed != 0:
        control[0].failed = 1
        frame.stop_after = 1
        return 0
    slack = slack_of(frame)
    if frame.t >= min(frame.next_record, frame.next_sensor) - slack:
        return call_kernel(control[0].report, 0, system.address)
    return 0
