"""The steps of `alpha/tangent.py` for four parameters at once, in rows of four numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from linkwork.core.kernels.marks import contracted, inlined
from linkwork.core.lanes import add, put, put_sum
from linkwork.core.records import u8
from linkwork.integrators.alpha.step_matrices import compose_dense
from linkwork.linear.dense.own import eliminate

ONE, TWO, THREE, FOUR = u8(1), u8(2), u8(3), u8(4)
"""Indices are unsigned, so compiled code need not check whether they count from the end."""


@contracted
def predict_four(method, h, changed_by, divisor, n, s, pq_out, pv_out):
    """p_q, p_v and b (`alpha/tangent.py`); b replaces the derivatives of alpha.

    n -- unsigned, as in all of these functions
    changed_by -- size of the step, relative to the last one; divisor -- 1 / (1 - alpha_m)
    """
    alpha_m, alpha_f = method[0].alpha_m, method[0].alpha_f
    beta, gamma = method[0].beta, method[0].gamma
    # b = of_a a + of_alpha alpha, p_q = q + h v + q_a a + q_alpha alpha, and so on
    of_alpha = -alpha_m * divisor * changed_by
    of_a = alpha_f * divisor - alpha_m * divisor * (1.0 - changed_by)
    q_alpha = h * h * ((0.5 - beta) * changed_by + beta * of_alpha)
    q_a = h * h * ((0.5 - beta) * (1.0 - changed_by) + beta * of_a)
    v_alpha = h * ((1.0 - gamma) * changed_by + gamma * of_alpha)
    v_a = h * ((1.0 - gamma) * (1.0 - changed_by) + gamma * of_a)
    for i in range(n):
        q, v, a, alpha = s[i], s[n + i], s[TWO * n + i], s[THREE * n + i]
        v0, v1, v2, v3 = v[0], v[1], v[2], v[3]
        a0, a1, a2, a3 = a[0], a[1], a[2], a[3]
        b0, b1, b2, b3 = alpha[0], alpha[1], alpha[2], alpha[3]
        x0, x1 = q[0] + h * v0 + q_a * a0 + q_alpha * b0, q[1] + h * v1 + q_a * a1 + q_alpha * b1
        x2, x3 = q[2] + h * v2 + q_a * a2 + q_alpha * b2, q[3] + h * v3 + q_a * a3 + q_alpha * b3
        put(pq_out[i], x0, x1, x2, x3)
        x0, x1 = v0 + v_a * a0 + v_alpha * b0, v1 + v_a * a1 + v_alpha * b1
        x2, x3 = v2 + v_a * a2 + v_alpha * b2, v3 + v_a * a3 + v_alpha * b3
        put(pv_out[i], x0, x1, x2, x3)
        x0, x1 = of_a * a0 + of_alpha * b0, of_a * a1 + of_alpha * b1
        x2, x3 = of_a * a2 + of_alpha * b2, of_a * a3 + of_alpha * b3
        put(alpha, x0, x1, x2, x3)


def take_four(n, m, cq, cv, ratio, pq, pv, x, row_mass, s_out):
    """Derivatives at the end of a step from the solution x."""
    for i in range(n):
        row = x[i]
        x0, x1, x2, x3 = row[0], row[1], row[2], row[3]
        put_sum(s_out[i], pq[i], cq, x0, x1, x2, x3)
        put_sum(s_out[n + i], pv[i], cv, x0, x1, x2, x3)
        put(s_out[TWO * n + i], x0, x1, x2, x3)
        add(s_out[THREE * n + i], ratio, x0, x1, x2, x3)
    for i in range(m):
        mass, row = row_mass[i], x[n + i]
        put(s_out[FOUR * n + i], mass * row[0], mass * row[1], mass * row[2], mass * row[3])


@contracted
def subtract_products(
    stiffness, damping, damped, order, starts, ends, columns, n, pq, pv, factor, right_out
):  # fmt: skip
    """right -= K p_q + D p_v, the latter if damped; constraint rows times a factor.

    ends -- where the columns of multipliers begin in each row
    """
    for r in range(u8(right_out.shape[0])):
        t0 = t1 = t2 = t3 = 0.0
        if damped != 0:
            for k in range(starts[r], ends[r]):
                row, other, place = pq[columns[k]], pv[columns[k]], order[k]
                entry, rate = stiffness[place], damping[place]
                x0, x1, x2, x3 = row[0], row[1], row[2], row[3]
                y0, y1, y2, y3 = other[0], other[1], other[2], other[3]
                t0, t1, t2, t3 = t0 + entry * x0, t1 + entry * x1, t2 + entry * x2, t3 + entry * x3
                t0, t1, t2, t3 = t0 + rate * y0, t1 + rate * y1, t2 + rate * y2, t3 + rate * y3
        else:
            for k in range(starts[r], ends[r]):
                row, entry = pq[columns[k]], stiffness[order[k]]
                x0, x1, x2, x3 = row[0], row[1], row[2], row[3]
                t0, t1, t2, t3 = t0 + entry * x0, t1 + entry * x1, t2 + entry * x2, t3 + entry * x3
        add(right_out[r], -1.0 if r < n else -factor, t0, t1, t2, t3)


@contracted
@inlined
def _subtract_full_products(matrix, size, n, p, factor, right_out):
    """right -= matrix p for a full matrix, column by column; constraint rows times a factor."""
    for r in range(size):
        t0 = t1 = t2 = t3 = 0.0
        for c in range(size):
            row, entry = p[c], matrix[c * size + r]
            x0, x1, x2, x3 = row[0], row[1], row[2], row[3]
            t0, t1, t2, t3 = t0 + entry * x0, t1 + entry * x1, t2 + entry * x2, t3 + entry * x3
        add(right_out[r], -1.0 if r < n else -factor, t0, t1, t2, t3)


@inlined
def _solve_full(size, factors, pivots, x_out):
    """Overwrite four right-hand sides by their solutions, with factors of `linear/dense/own.py`."""
    n = size
    for k in range(n):
        pivot = u8(pivots[k])
        if pivot != k:
            one, other = x_out[k], x_out[pivot]
            x0, x1, x2, x3 = one[0], one[1], one[2], one[3]
            put(one, other[0], other[1], other[2], other[3])
            put(other, x0, x1, x2, x3)
    for k in range(n):
        row = x_out[k]
        x0, x1, x2, x3 = row[0], row[1], row[2], row[3]
        for i in range(k + ONE, n):
            add(x_out[i], -factors[k * n + i], x0, x1, x2, x3)
    for j in range(n):
        k = n - ONE - j
        row, inverse = x_out[k], factors[k * n + k]
        x0, x1, x2, x3 = row[0] * inverse, row[1] * inverse, row[2] * inverse, row[3] * inverse
        put(row, x0, x1, x2, x3)
        for i in range(k):
            add(x_out[i], -factors[k * n + i], x0, x1, x2, x3)


def _full_system(known: int) -> Callable[..., Any]:
    """The function that solves for a group of parameters with a full matrix.

    known -- the number of unknowns, with which the compiler unrolls all loops; 0: any
    """
    count = u8(known)

    def solve_full(size, n, stiffness, damping, damped, factors, pivots, pq, pv, factor, right_out):
        """right = solution; p_q and p_v are zero beyond n"""
        size = count if known > 0 else size
        _subtract_full_products(stiffness, size, n, pq, factor, right_out)
        if damped != 0:
            _subtract_full_products(damping, size, n, pv, factor, right_out)
        _solve_full(size, factors, pivots, right_out)

    return solve_full


_any, _two, _three, _four = (_full_system(known) for known in (0, 2, 3, 4))


def solve_full(size, n, stiffness, damping, damped, factors, pivots, pq, pv, factor, right_out):
    """Solve for four parameters with the factors of a full matrix; p_q, p_v are zero beyond n."""
    if size == TWO:
        _two(size, n, stiffness, damping, damped, factors, pivots, pq, pv, factor, right_out)
    elif size == THREE:
        _three(size, n, stiffness, damping, damped, factors, pivots, pq, pv, factor, right_out)
    elif size == FOUR:
        _four(size, n, stiffness, damping, damped, factors, pivots, pq, pv, factor, right_out)
    else:
        _any(size, n, stiffness, damping, damped, factors, pivots, pq, pv, factor, right_out)


def _full_factors(known: int) -> Callable[..., Any]:
    """The function that composes and factorizes a full matrix; known -- as in `_full_system`"""
    count = u8(known)

    def factor_full(
        size, n, zero_pivot, stiffness, damping, inertia, plain, masses, cq, cv, row_cq, row_cv,
        factors_out, pivots_out,
    ):  # fmt: skip
        size = count if known > 0 else size
        compose_dense(
            stiffness, damping, inertia, plain, masses, cq, cv, row_cq, row_cv, n, size, factors_out
        )
        return eliminate(size, zero_pivot, factors_out, pivots_out)

    return factor_full


_factor_any, _factor_two, _factor_three, _factor_four = (
    _full_factors(known) for known in (0, 2, 3, 4)
)


def factor_full(
    size, n, zero_pivot, stiffness, damping, inertia, plain, masses, cq, cv, row_cq, row_cv,
    factors_out, pivots_out,
):  # fmt: skip
    """Compose and factorize a full matrix; returns a status."""
    if size == TWO:
        return _factor_two(
            size, n, zero_pivot, stiffness, damping, inertia, plain, masses, cq, cv, row_cq, row_cv,
            factors_out, pivots_out,
        )  # fmt: skip
    if size == THREE:
        return _factor_three(
            size, n, zero_pivot, stiffness, damping, inertia, plain, masses, cq, cv, row_cq, row_cv,
            factors_out, pivots_out,
        )  # fmt: skip
    if size == FOUR:
        return _factor_four(
            size, n, zero_pivot, stiffness, damping, inertia, plain, masses, cq, cv, row_cq, row_cv,
            factors_out, pivots_out,
        )  # fmt: skip
    return _factor_any(
        size, n, zero_pivot, stiffness, damping, inertia, plain, masses, cq, cv, row_cq, row_cv,
        factors_out, pivots_out,
    )  # fmt: skip


MET = 1.0e-13
"""Residuals up to this, relative to the sizes of their terms, need no correction."""


@contracted
def four_are_solved(values, order, starts, columns, right, x, rest_out):
    """Whether rest = right - matrix x is small in all rows; it is written in any case."""
    fine = 1
    for r in range(u8(right.shape[0])):
        row = right[r]
        t0, t1, t2, t3 = row[0], row[1], row[2], row[3]
        s0, s1, s2, s3 = abs(t0), abs(t1), abs(t2), abs(t3)
        for k in range(starts[r], starts[r + 1]):
            other, entry = x[columns[k]], values[order[k]]
            x0, x1, x2, x3 = other[0], other[1], other[2], other[3]
            size = abs(entry)
            t0, t1, t2, t3 = t0 - entry * x0, t1 - entry * x1, t2 - entry * x2, t3 - entry * x3
            s0, s1 = s0 + size * abs(x0), s1 + size * abs(x1)
            s2, s3 = s2 + size * abs(x2), s3 + size * abs(x3)
        put(rest_out[r], t0, t1, t2, t3)
        met = abs(t0) <= MET * s0 and abs(t1) <= MET * s1
        if not (met and abs(t2) <= MET * s2 and abs(t3) <= MET * s3):
            fine = 0
    return fine
