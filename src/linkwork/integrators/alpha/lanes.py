"""The steps of `alpha/tangent.py` for four parameters at once, in rows of four numbers."""

from __future__ import annotations

from linkwork.core.kernels.marks import contracted
from linkwork.core.lanes import add, put, put_sum


@contracted
def predict_four(method, h, changed_by, n, s, pq_out, pv_out):
    """p_q, p_v and b (`alpha/tangent.py`); b replaces the derivatives of alpha.

    changed_by -- size of the step, relative to the last one
    """
    alpha_m, alpha_f = method[0].alpha_m, method[0].alpha_f
    beta, gamma, divisor = method[0].beta, method[0].gamma, 1.0 / (1.0 - method[0].alpha_m)
    # b = of_a a + of_alpha alpha, p_q = q + h v + q_a a + q_alpha alpha, and so on
    of_alpha = -alpha_m * divisor * changed_by
    of_a = alpha_f * divisor - alpha_m * divisor * (1.0 - changed_by)
    q_alpha = h * h * ((0.5 - beta) * changed_by + beta * of_alpha)
    q_a = h * h * ((0.5 - beta) * (1.0 - changed_by) + beta * of_a)
    v_alpha = h * ((1.0 - gamma) * changed_by + gamma * of_alpha)
    v_a = h * ((1.0 - gamma) * (1.0 - changed_by) + gamma * of_a)
    for i in range(n):
        q, v, a, alpha = s[i], s[n + i], s[2 * n + i], s[3 * n + i]
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
        x0, x1, x2, x3 = x[i, 0], x[i, 1], x[i, 2], x[i, 3]
        put_sum(s_out[i], pq[i], cq, x0, x1, x2, x3)
        put_sum(s_out[n + i], pv[i], cv, x0, x1, x2, x3)
        put(s_out[2 * n + i], x0, x1, x2, x3)
        add(s_out[3 * n + i], ratio, x0, x1, x2, x3)
    for i in range(m):
        mass, k = row_mass[i], n + i
        put(s_out[4 * n + i], mass * x[k, 0], mass * x[k, 1], mass * x[k, 2], mass * x[k, 3])


@contracted
def subtract_products(matrix, order, starts, columns, n, p, factor, right_out):
    """right -= matrix p; constraint rows times a factor. Columns of a row ascend."""
    for r in range(right_out.shape[0]):
        t0 = t1 = t2 = t3 = 0.0
        for k in range(starts[r], starts[r + 1]):
            c, entry = columns[k], matrix[order[k]]
            if c >= n:
                break
            row = p[c]
            x0, x1, x2, x3 = row[0], row[1], row[2], row[3]
            t0, t1, t2, t3 = t0 + entry * x0, t1 + entry * x1, t2 + entry * x2, t3 + entry * x3
        add(right_out[r], -1.0 if r < n else -factor, t0, t1, t2, t3)


@contracted
def subtract_dense_products(matrix, n, p, factor, right_out):
    """The same for a full matrix, column by column."""
    size = right_out.shape[0]
    for r in range(size):
        t0 = t1 = t2 = t3 = 0.0
        for c in range(n):
            row, entry = p[c], matrix[c * size + r]
            x0, x1, x2, x3 = row[0], row[1], row[2], row[3]
            t0, t1, t2, t3 = t0 + entry * x0, t1 + entry * x1, t2 + entry * x2, t3 + entry * x3
        add(right_out[r], -1.0 if r < n else -factor, t0, t1, t2, t3)


def solve_four(factors, pivots, x_out):
    """Overwrite four right-hand sides by their solutions, with factors of `linear/dense/own.py`."""
    n = x_out.shape[0]
    for k in range(n):
        pivot = pivots[k]
        if pivot != k:
            one, other = x_out[k], x_out[pivot]
            x0, x1, x2, x3 = one[0], one[1], one[2], one[3]
            put(one, other[0], other[1], other[2], other[3])
            put(other, x0, x1, x2, x3)
    for k in range(n):
        x0, x1, x2, x3 = x_out[k, 0], x_out[k, 1], x_out[k, 2], x_out[k, 3]
        for i in range(k + 1, n):
            add(x_out[i], -factors[k * n + i], x0, x1, x2, x3)
    for j in range(n):
        k = n - 1 - j
        row, inverse = x_out[k], factors[k * n + k]
        x0, x1, x2, x3 = row[0] * inverse, row[1] * inverse, row[2] * inverse, row[3] * inverse
        put(row, x0, x1, x2, x3)
        for i in range(k):
            add(x_out[i], -factors[k * n + i], x0, x1, x2, x3)


MET = 1.0e-13
"""Residuals up to this, relative to the sizes of their terms, need no correction."""


@contracted
def four_are_solved(values, order, starts, columns, right, x, rest_out):
    """Whether rest = right - matrix x is small in all rows; it is written in any case."""
    fine = 1
    for r in range(right.shape[0]):
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
