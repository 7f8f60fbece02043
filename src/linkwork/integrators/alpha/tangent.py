"""Derivatives of generalized-alpha by parameters, step by step: a kernel after accepted steps.

With the derivatives s of q, v, a, alpha and the multipliers at the start of the step, and

    b   = (alpha_f s_a - alpha_m s_alpha) / (1 - alpha_m)
    p_q = s_q + h s_v + h^2 ((1/2 - beta) s_alpha + beta b)
    p_v = s_v + h ((1 - gamma) s_alpha + gamma b)

those at its end follow from the equations of the step, differentiated at its end:

    [ca M + cv D + cq K,  C_q^T] [s_a     ]     [dr/dθ + K p_q + D p_v    ]
    [row scale  C_q    ,  0    ] [s_lambda] = - [row scale (C_q p_q + dc/dθ)]

    s_q = p_q + cq s_a,  s_v = p_v + cv s_a,  s_alpha = (1 - alpha_f)/(1 - alpha_m) s_a + b

at velocity level with c' in place of c. One matrix serves all parameters. Large models use the
factors of Newton's method, whose matrix may be older: solutions are corrected with the present
matrix, and if corrections do not fall to a tenth, it is factorized. Where a factorization costs
less than the corrections, as in small models and for many parameters, it is done in every step.
"""

from __future__ import annotations

import numpy as np

from linkwork.core.kernels.calls import STRIDE, run_calls
from linkwork.core.kernels.pointer import call_kernel, view
from linkwork.core.records import f8, i8, record
from linkwork.integrators.alpha.step_size import METHOD
from linkwork.integrators.evaluate import evaluate_forces, slack_of

FLOAT, INTEGER = np.dtype(f8), np.dtype(i8)

CONTROL = record(
    ("count", i8), ("t", f8), ("h", f8), ("report", i8), ("failed", i8), ("restarted", i8),
    ("factorized", i8), ("solved", i8), ("switched", i8),
)  # fmt: skip
"""Number of parameters; end and size of the last step; address of what is called where rows are
recorded; whether a solution has not converged; whether the integrator began anew since the last
step; counts of factorizations and solutions; whether laws have changed their branches at the end of
the step: `tangent_branches` has those within it."""

PARAMETER = record(("first", i8), ("last", i8), ("step", f8), ("sort", i8))
"""Words of a parameter, step of differences, and how equations depend on it: one of the sorts."""

MASSES, LOADS, LINEAR, SMOOTH = 0, 1, 2, 3
"""Sorts of parameters: only masses of coordinates, only constant loads, or anything linearly or
smoothly."""

SMALL = 40
"""Unknowns up to which a factorization is cheaper than corrections with old factors."""

SAVED = 5.0
"""Corrections that new factors save for each parameter, about."""

DIRECT = 12
"""Unknowns up to which solutions with new factors need no correction."""

WORD = record(("address", i8), ("value", f8), ("slope", f8))
"""A number in memory that follows from a parameter: where it is, its value, its derivative."""

POOLS = dict(
    method=METHOD, alpha=f8, control=CONTROL, parameters=PARAMETER, words=WORD, tangents=f8,
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
    return 3 * entries + 6 * (n + m)


def apply_words(words, first, last, step):
    for k in range(first, last):
        view(words[k].address, (1,), FLOAT)[0] = words[k].value + step * words[k].slope


def keep_words(words, first, last):
    for k in range(first, last):
        words[k].value = view(words[k].address, (1,), FLOAT)[0]


def evaluate_equations(frame, system, a, rest):
    """rest = residuals of forces and constraints, the latter scaled as rows of the matrix."""
    status = evaluate_forces(frame, system)
    n, m, residual = a.size, system.constraint.size, system.residual
    if status == 0 and frame.plain_masses == 0:
        status = run_calls(system.inertia_calls, frame.inertia_calls, system.address)
    if frame.plain_masses != 0:
        for i in range(n):
            residual[i] += system.masses[i] * a[i]
    for i in range(n):
        rest[i] = residual[i]
    for i in range(m):
        rest[n + i] = system.constraint[i] * frame.row_scale * system.row_mass[i]
    return status


def evaluate_entries(frame, system, cq, cv, ca, row_cq, row_cv, order, values_out):
    """Entries of the matrix with these factors, in an order."""
    frame.cq, frame.cv, frame.ca, frame.row_cq, frame.row_cv = cq, cv, ca, row_cq, row_cv
    values = system.values
    for i in range(values.size):
        values[i] = 0.0
    status = run_calls(system.jacobian_calls, frame.jacobian_calls, system.address)
    for i in range(values.size):
        values_out[i] = values[order[i]]
    return status


def _subtract_products(stiffness, damping, starts, columns, n, pq, pv, factor, result_out):
    """result -= K p_q + D p_v; constraint rows times a factor."""
    for r in range(result_out.size):
        total = 0.0
        for k in range(starts[r], starts[r + 1]):
            c = columns[k]
            if c < n:
                total += stiffness[k] * pq[c] + damping[k] * pv[c]
        result_out[r] -= total if r < n else factor * total


def residual_of(values, starts, others, right, x, rest_out):
    """rest = right - matrix x, for entries row by row; column by column: for the transposed one."""
    for r in range(right.size):
        total = right[r]
        for k in range(starts[r], starts[r + 1]):
            total -= values[k] * x[others[k]]
        rest_out[r] = total


def take_damping(
    whole, stiffness, masses, cq, cv, row_cq, row_cv, n, starts, others, by_columns, damping_out
):  # fmt: skip
    """The matrix of damping, from that of the step if masses are diagonal."""
    for i in range(starts.size - 1):
        for k in range(starts[i], starts[i + 1]):
            j = others[k]
            r, c = (j, i) if by_columns != 0 else (i, j)
            if c >= n:
                damping_out[k] = 0.0
            elif r < n:
                mass = masses[r] if r == c else 0.0
                damping_out[k] = (whole[k] - cq * stiffness[k] - mass) / cv
            elif row_cv != 0.0:
                damping_out[k] = (whole[k] - row_cq * stiffness[k]) / row_cv
            else:
                damping_out[k] = 0.0


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
        residual_of(values, starts, columns, right, x_out, rest)
    return 1


def factorize_present(frame, system, values, order, control):
    """Factorize the present matrix."""
    for i in range(values.size):
        system.values[order[i]] = values[i]
    frame.asymmetry = 0.0
    control[0].factorized += 1
    return call_kernel(system.solver_calls[0].code, frame.solver_calls, system.address)


def _add_loads(frame, system, words, first, last, right_out):
    """right = -d(equations)/d(parameter) for a parameter of constant loads."""
    force, n = system.marker_force, system.residual.size
    for i in range(force.shape[0]):
        for r in range(3):
            force[i, r] = 0.0
    for i in range(n):
        system.residual[i] = 0.0
    base = frame.constant_force
    for k in range(first, last):
        place = (words[k].address - base) // 8
        if 0 <= place < 3 * force.shape[0]:
            force[place // 3, place % 3] = words[k].slope
    status = run_calls(system.gather_calls, frame.gather_calls, system.address)
    for i in range(n):
        right_out[i] = -system.residual[i]
    return status


def _add_masses(frame, words, first, last, a, right_out):
    """The same for a parameter of masses of coordinates."""
    base = frame.masses
    for k in range(first, last):
        place = (words[k].address - base) // 8
        if 0 <= place < a.size:
            right_out[place] = -words[k].slope * a[place]


def slopes_by_parameter(frame, system, state, parameter, words, base, right_out, rest):
    """right = -d(equations)/d(parameter) at a fixed state; base -- the equations themselves."""
    size, status = right_out.size, 0
    first, last, step = parameter.first, parameter.last, parameter.step
    for i in range(size):
        right_out[i] = 0.0
    if last == first:
        return 0
    if parameter.sort == MASSES:
        _add_masses(frame, words, first, last, state.a, right_out)
        return 0
    if parameter.sort == LOADS:
        return _add_loads(frame, system, words, first, last, right_out)
    keep_words(words, first, last)
    linear = parameter.sort == LINEAR
    for k in range(1 if linear else 4):
        sign = 1.0 if k % 2 == 0 else -1.0
        many, weight = (1.0, 8.0 / 12.0) if k < 2 else (2.0, -1.0 / 12.0)
        apply_words(words, first, last, sign * many * step)
        if status == 0:
            status = evaluate_equations(frame, system, state.a, rest)
        if linear:
            for i in range(size):
                right_out[i] = (base[i] - rest[i]) / step
        else:
            for i in range(size):
                right_out[i] -= sign * weight / step * rest[i]
    apply_words(words, first, last, 0.0)
    return status


def _advance(
    frame, state, system, method, control, parameters, words, tangents, work, rows, columns
):  # fmt: skip
    """Advance all derivatives over the last step."""
    n, m, entries = state.q.size, state.multipliers.size, system.values.size
    size, count = n + m, control[0].count
    alpha_m, alpha_f = method[0].alpha_m, method[0].alpha_f
    beta, gamma, divisor = method[0].beta, method[0].gamma, 1.0 / (1.0 - method[0].alpha_m)
    h = frame.t - control[0].t
    ratio = (1.0 - alpha_f) * divisor
    cq, cv = h * h * beta * ratio, h * gamma * ratio
    stiffness, damping, whole = work[:entries], work[entries : 2 * entries], work[2 * entries :]
    whole = whole[:entries]
    starts, order = rows[: size + 1], rows[size + 1 :]
    work = work[3 * entries :]
    base, right, x = work[:size], work[size : 2 * size], work[2 * size : 3 * size]
    rest, pq, pv = work[3 * size : 4 * size], work[4 * size : 5 * size], work[5 * size : 6 * size]
    usual = abs(frame.cq - cq) <= 1.0e-9 * cq
    fresh = 0
    row_cq, row_cv, row_scale = 1.0, 0.0, 1.0 / cq
    if frame.index2 != 0:
        row_cq, row_cv, row_scale = cq / cv, 1.0, 1.0 / cv
    frame.row_scale, frame.cq, frame.cv = row_scale, cq, cv
    status = evaluate_equations(frame, system, state.a, base)
    if status == 0:
        status = evaluate_entries(frame, system, 1.0, 0.0, 0.0, 1.0, 0.0, order, stiffness)
    if status == 0:
        status = evaluate_entries(frame, system, cq, cv, 1.0, row_cq, row_cv, order, whole)
    if status == 0 and frame.plain_masses == 0:
        status = evaluate_entries(frame, system, 0.0, 1.0, 0.0, 0.0, 1.0, order, damping)
    elif status == 0:
        take_damping(
            whole, stiffness, system.masses, cq, cv, row_cq, row_cv, n, starts, columns, 0, damping
        )
    cheap = size <= SMALL or count * SAVED >= frame.refresh_cost
    if status == 0 and (frame.factor_valid == 0 or not usual or cheap):
        status, fresh = factorize_present(frame, system, whole, order, control), 1
    if status != 0:
        return status
    changed_by = h / control[0].h if control[0].h > 0.0 and control[0].restarted == 0 else 1.0
    if abs(changed_by - 1.0) <= SAME:
        changed_by = 1.0
    width = 4 * n + m
    for p in range(count):
        s = tangents[p * width : (p + 1) * width]
        sq, sv, sa, salpha = s[:n], s[n : 2 * n], s[2 * n : 3 * n], s[3 * n : 4 * n]
        slambda = s[4 * n :]
        status = slopes_by_parameter(
            frame, system, state, parameters[p], words, base, right, rest
        )  # fmt: skip
        if status != 0:
            return status
        for i in range(n):
            known = sa[i] + changed_by * (salpha[i] - sa[i])
            b = (alpha_f * sa[i] - alpha_m * known) * divisor
            pq[i] = sq[i] + h * sv[i] + h * h * ((0.5 - beta) * known + beta * b)
            pv[i] = sv[i] + h * ((1.0 - gamma) * known + gamma * b)
            salpha[i] = b
        _subtract_products(stiffness, damping, starts, columns, n, pq, pv, row_scale, right)
        slow = _solve(frame, system, whole, starts, columns, right, x, rest, control, fresh)
        if slow != 0 and fresh == 0:
            status, fresh = factorize_present(frame, system, whole, order, control), 1
            if status != 0:
                return status
            slow = _solve(frame, system, whole, starts, columns, right, x, rest, control, fresh)
        if slow != 0:
            control[0].failed = 1
        for i in range(n):
            sa[i] = x[i]
            sq[i] = pq[i] + cq * x[i]
            sv[i] = pv[i] + cv * x[i]
            salpha[i] += ratio * x[i]
        for i in range(m):
            slambda[i] = system.row_mass[i] * x[n + i]
    if fresh != 0:
        frame.factor_valid = 1 if usual else 0
        frame.excess = 0.0 if usual else frame.excess
    return 0


def swap_branches(frame, kept):
    branches = view(frame.branches, (frame.n_branches,), INTEGER)
    for i in range(kept.size):
        branches[i], kept[i] = kept[i], branches[i]


def tangent_steps(
    frame, state, system, method, alpha, control, parameters, words, tangents, tangent_work,
    tangent_rows, tangent_columns, tangent_branches,
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
