"""Derivatives by four parameters at once: rows of four numbers, one for each parameter.

A row is read as a whole before anything is written, so that its operations do not wait for each
other.
"""

from __future__ import annotations

import numpy as np

from linkwork.core.kernels.pointer import view
from linkwork.core.records import f8, i8

FLOAT, INTEGER = np.dtype(f8), np.dtype(i8)

FOUR = 4
"""Parameters of a group."""


def rows_of_four(array, first, count):
    """Rows of four numbers that begin at a row of an array."""
    return view(array.ctypes.data + 8 * FOUR * first, (count, FOUR), FLOAT)


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
        _put(pq_out[i], x0, x1, x2, x3)
        x0, x1 = v0 + v_a * a0 + v_alpha * b0, v1 + v_a * a1 + v_alpha * b1
        x2, x3 = v2 + v_a * a2 + v_alpha * b2, v3 + v_a * a3 + v_alpha * b3
        _put(pv_out[i], x0, x1, x2, x3)
        x0, x1 = of_a * a0 + of_alpha * b0, of_a * a1 + of_alpha * b1
        x2, x3 = of_a * a2 + of_alpha * b2, of_a * a3 + of_alpha * b3
        _put(alpha, x0, x1, x2, x3)


def _put(row_out, x0, x1, x2, x3):
    row_out[0], row_out[1], row_out[2], row_out[3] = x0, x1, x2, x3


def _add(row_out, factor, x0, x1, x2, x3):
    """row += factor x"""
    y0, y1 = row_out[0] + factor * x0, row_out[1] + factor * x1
    y2, y3 = row_out[2] + factor * x2, row_out[3] + factor * x3
    _put(row_out, y0, y1, y2, y3)


def _put_sum(row_out, row, factor, x0, x1, x2, x3):
    """The same from another row."""
    y0, y1 = row[0] + factor * x0, row[1] + factor * x1
    y2, y3 = row[2] + factor * x2, row[3] + factor * x3
    _put(row_out, y0, y1, y2, y3)


def take_four(n, m, cq, cv, ratio, pq, pv, x, row_mass, s_out):
    """Derivatives at the end of a step from the solution x."""
    for i in range(n):
        x0, x1, x2, x3 = x[i, 0], x[i, 1], x[i, 2], x[i, 3]
        _put_sum(s_out[i], pq[i], cq, x0, x1, x2, x3)
        _put_sum(s_out[n + i], pv[i], cv, x0, x1, x2, x3)
        _put(s_out[2 * n + i], x0, x1, x2, x3)
        _add(s_out[3 * n + i], ratio, x0, x1, x2, x3)
    for i in range(m):
        mass, k = row_mass[i], n + i
        _put(s_out[4 * n + i], mass * x[k, 0], mass * x[k, 1], mass * x[k, 2], mass * x[k, 3])


def subtract_products(stiffness, damping, starts, columns, n, pq, pv, factor, right_out):
    """right -= K p_q + D p_v; constraint rows times a factor. Columns of a row ascend."""
    for r in range(right_out.shape[0]):
        t0 = t1 = t2 = t3 = 0.0
        for k in range(starts[r], starts[r + 1]):
            if columns[k] >= n:
                break
            q, v, by_q, by_v = pq[columns[k]], pv[columns[k]], stiffness[k], damping[k]
            t0 += by_q * q[0] + by_v * v[0]
            t1 += by_q * q[1] + by_v * v[1]
            t2 += by_q * q[2] + by_v * v[2]
            t3 += by_q * q[3] + by_v * v[3]
        _add(right_out[r], -1.0 if r < n else -factor, t0, t1, t2, t3)


def subtract_dense_products(stiffness, damping, n, pq, pv, factor, right_out):
    """The same for full matrices, column by column."""
    size = right_out.shape[0]
    for r in range(size):
        t0 = t1 = t2 = t3 = 0.0
        for c in range(n):
            q, v, by_q, by_v = pq[c], pv[c], stiffness[c * size + r], damping[c * size + r]
            t0 += by_q * q[0] + by_v * v[0]
            t1 += by_q * q[1] + by_v * v[1]
            t2 += by_q * q[2] + by_v * v[2]
            t3 += by_q * q[3] + by_v * v[3]
        _add(right_out[r], -1.0 if r < n else -factor, t0, t1, t2, t3)


def solve_four(frame, factors, x_out):
    """Overwrite four right-hand sides by their solutions, with factors of `linear/dense/own.py`."""
    n = x_out.shape[0]
    pivots = view(frame.pivots, (n,), INTEGER)
    for k in range(n):
        pivot = pivots[k]
        if pivot != k:
            one, other = x_out[k], x_out[pivot]
            x0, x1, x2, x3 = one[0], one[1], one[2], one[3]
            _put(one, other[0], other[1], other[2], other[3])
            _put(other, x0, x1, x2, x3)
    for k in range(n):
        x0, x1, x2, x3 = x_out[k, 0], x_out[k, 1], x_out[k, 2], x_out[k, 3]
        for i in range(k + 1, n):
            _add(x_out[i], -factors[k * n + i], x0, x1, x2, x3)
    for j in range(n):
        k = n - 1 - j
        row, inverse = x_out[k], factors[k * n + k]
        x0, x1, x2, x3 = row[0] * inverse, row[1] * inverse, row[2] * inverse, row[3] * inverse
        _put(row, x0, x1, x2, x3)
        for i in range(k):
            _add(x_out[i], -factors[k * n + i], x0, x1, x2, x3)
