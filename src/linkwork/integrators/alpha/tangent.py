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
done in every step. The matrix and its factors have memory of their own, to which the frame refers
meanwhile: the run itself is that without derivatives, to the last bit.
"""

from __future__ import annotations

import numpy as np

from linkwork.core.kernels.marks import with_lanes
from linkwork.core.kernels.pointer import call_kernel, view
from linkwork.core.lanes import FOUR, put, rows_of_four
from linkwork.core.records import f8, i8, record, u8
from linkwork.integrators.alpha.corrections import (
    choose_factors,
    exchange,
    solve_with_corrections,
)
from linkwork.integrators.alpha.lanes import (
    factor_full,
    predict_four,
    solve_full,
    subtract_products,
    take_four,
)
from linkwork.integrators.alpha.parameter_slopes import (
    PARAMETER,
    WORD,
    evaluate_equations,
    slopes_by_parameter,
)
from linkwork.integrators.alpha.step_matrices import (
    PASSES,
    compose,
    evaluate_parts,
    set_factors,
)
from linkwork.integrators.alpha.step_size import METHOD
from linkwork.integrators.evaluate import ROUNDING, slack_of

FLOAT, INTEGER, PLACE = np.dtype(f8), np.dtype(i8), np.dtype(u8)

CONTROL = record(
    ("count", i8), ("t", f8), ("h", f8), ("report", i8), ("failed", i8), ("restarted", i8),
    ("factorized", i8), ("solved", i8), ("switched", i8), ("own", i8), ("base", i8),
    ("values", i8), ("factors", i8), ("pivots", i8), ("front_pivots", i8), ("partial", i8),
    ("exchanged", i8), ("is_new", i8), ("known", i8), ("seen", i8), ("factors_cq", f8),
    ("newton_cq", f8), ("lanes_code", i8), ("lanes_call", i8), ("divisor", f8), *PASSES,
)  # fmt: skip
"""Number of parameters; end and size of the last step; address of what is called where rows are
recorded; whether a solution has not converged; whether the integrator began anew since the last
step; counts of factorizations and solutions; whether laws have changed their branches at the end of
the step: `tangent_branches` has those within it; whether factors are those of
`linear/dense/own.py`; whether the equations are evaluated before the matrix.

values, factors, pivots, front_pivots, partial -- the matrix and factors of the derivatives; while
they are `exchanged`, those of the run. is_new, known -- whether the factors are those of the
present step, or of any; seen, factors_cq -- matrices of Newton's method until then, and cq
newton_cq -- cq of the factors of Newton's method
lanes_code, lanes_call -- kernel of four solutions at once; 0: they are solved for one by one
divisor -- 1 / (1 - alpha_m)"""

POOLS = dict(
    method=METHOD, control=CONTROL, parameters=PARAMETER, words=WORD, reach=i8, tangents=f8,
    tangent_work=f8, tangent_rows=i8, tangent_columns=i8, tangent_branches=i8,
)  # fmt: skip
"""Memory of the kernel."""

SAME = 1.0e-11
"""Step sizes that differ by less than this, relative to their size, are the same."""


def work_size(n: int, m: int, entries: int) -> int:
    """Length of `tangent_work`: two vectors and two matrices, then rows of four numbers."""
    return 2 * (n + m) + 2 * entries + FOUR * 6 * (n + m)


def lanes_begin(n: int, m: int, entries: int) -> int:
    """Where the right-hand sides that `solve_lanes` overwrites begin, and then its work memory."""
    return 2 * (n + m) + 2 * entries


def _set_step(frame, method, one):
    """Set the factors of the matrix for the last step; returns its size and that of a/alpha.

    The step may be shorter than that of the integrator: it ends at an event then.
    """
    h, ratio = frame.t - one.t, (1.0 - method[0].alpha_f) * one.divisor
    if abs(h - frame.h) <= SAME * frame.h + ROUNDING * abs(frame.t):
        return frame.h, ratio
    cq, cv = h * h * method[0].beta * ratio, h * method[0].gamma * ratio
    if frame.index2 != 0:
        frame.row_scale = 1.0 / cv
        set_factors(frame, cq, cv, 1.0, cq / cv, 1.0)
    else:
        frame.row_scale = 1.0 / cq
        set_factors(frame, cq, cv, 1.0, 1.0, 0.0)
    return h, ratio


def _advance(
    frame, state, system, method, control, parameters, words, reach, tangents, work, rows, columns
):  # fmt: skip
    """Advance all derivatives over the last step."""
    n, m, entries, one = state.q.size, state.multipliers.size, system.values.size, control[0]
    size, count, at = n + m, one.count, work.ctypes.data
    h, ratio = _set_step(frame, method, one)
    cq, cv, row_cq, row_cv = frame.cq, frame.cv, frame.row_cq, frame.row_cv
    row_scale = frame.row_scale
    base, spare = view(at, (size,), FLOAT), view(at + 8 * size, (size,), FLOAT)
    stiffness = view(at + 16 * size, (entries,), FLOAT)
    damping = view(at + 16 * size + 8 * entries, (entries,), FLOAT)
    at += 16 * (size + entries)
    rest, right = rows_of_four(at, 0, size), rows_of_four(at, 2 * size, size)
    pq, pv = rows_of_four(at, 3 * size, size), rows_of_four(at, 4 * size, size)
    x = rows_of_four(at, 5 * size, size)
    whole = view(one.values, (entries,), FLOAT)
    place = rows.ctypes.data
    starts, order = view(place, (size + 1,), PLACE), view(place + 8 * (size + 1), (entries,), PLACE)
    ends = view(place + 8 * (size + 1 + entries), (size,), PLACE)
    columns = view(columns.ctypes.data, (entries,), PLACE)
    n8, m8 = u8(n), u8(m)
    status = 0
    if one.base != 0:
        status = evaluate_equations(frame, system, state.a, base)
    if status == 0:
        status = evaluate_parts(frame, system, one, stiffness, damping, whole)
    if status != 0:
        return status
    plain, direct = frame.plain_masses, one.own != 0
    factors, pivots = view(one.factors, (entries,), FLOAT), view(one.pivots, (size,), INTEGER)
    if direct:
        one.factorized += 1
        frame.factorizations += 1
        status = factor_full(
            u8(size), n8, frame.zero_pivot, stiffness, damping, whole, plain, system.masses, cq, cv,
            row_cq, row_cv, factors, pivots,
        )  # fmt: skip
    else:
        compose(
            stiffness, damping, plain, system.masses, cq, cv, row_cq, row_cv, n8, order, starts,
            columns, whole,
        )  # fmt: skip
        status = choose_factors(frame, system, control, size, cq)
    if status != 0:
        return status
    changed_by = 1.0
    if h != one.h and one.h > 0.0 and one.restarted == 0:
        changed_by = h / one.h
    one.h = h
    width = 4 * n + m
    for first in range(0, count, FOUR):
        s = rows_of_four(tangents.ctypes.data, first // FOUR * width, width)
        many = min(count - first, FOUR)
        for i in range(size):
            put(right[i], 0.0, 0.0, 0.0, 0.0)
        for lane in range(many):
            status = slopes_by_parameter(
                frame, system, state, parameters[u8(first + lane)], words, reach, base, spare, lane,
                right,
            )  # fmt: skip
            if status != 0:
                return status
        predict_four(method, h, changed_by, one.divisor, n8, s, pq, pv)
        if direct:
            solve_full(
                u8(size), n8, stiffness, damping, one.damped, factors, pivots, pq, pv, row_scale,
                right,
            )  # fmt: skip
            one.solved += many
            take_four(n8, m8, cq, cv, ratio, pq, pv, right, system.row_mass, s)
        else:
            subtract_products(
                stiffness, damping, one.damped, order, starts, ends, columns, n8, pq, pv, row_scale,
                right,
            )  # fmt: skip
            status = solve_with_corrections(
                frame, system, control, whole, order, starts, columns, right, x, rest, many
            )
            if status != 0:
                return status
            take_four(n8, m8, cq, cv, ratio, pq, pv, x, system.row_mass, s)
    return 0


def swap_branches(frame, kept):
    branches = view(frame.branches, (frame.n_branches,), INTEGER)
    for i in range(kept.size):
        branches[i], kept[i] = kept[i], branches[i]


@with_lanes
def tangent_steps(
    frame, state, system, method, control, parameters, words, reach, tangents, tangent_work,
    tangent_rows, tangent_columns, tangent_branches,
):  # fmt: skip
    """After an accepted step: advance the derivatives, and report where rows are recorded."""
    if not frame.t > control[0].t:
        return 0
    cq, cv, ca, level = frame.cq, frame.cv, frame.ca, frame.level
    row_cq, row_cv, row_scale = frame.row_cq, frame.row_cv, frame.row_scale
    frozen, asymmetry = frame.frozen, frame.asymmetry
    frame.frozen, control[0].exchanged, control[0].newton_cq = 1, 0, cq
    if control[0].switched != 0:
        swap_branches(frame, tangent_branches)
    status = _advance(
        frame, state, system, method, control, parameters, words, reach, tangents, tangent_work,
        tangent_rows, tangent_columns,
    )  # fmt: skip
    if control[0].exchanged != 0:
        exchange(frame, control)
    if control[0].switched != 0:
        swap_branches(frame, tangent_branches)
        control[0].switched = 0
    frame.cq, frame.cv, frame.ca, frame.level = cq, cv, ca, level
    frame.row_cq, frame.row_cv, frame.row_scale = row_cq, row_cv, row_scale
    frame.frozen, frame.asymmetry = frozen, asymmetry
    control[0].t, control[0].restarted = frame.t, 0
    if status != 0 or control[0].failed != 0:
        control[0].failed = 1
        frame.stop_after = 1
        return 0
    slack = slack_of(frame)
    if frame.t >= min(frame.next_record, frame.next_sensor) - slack:
        return call_kernel(control[0].report, 0, system.address)
    return 0
