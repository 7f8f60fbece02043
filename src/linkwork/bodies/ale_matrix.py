"""The matrix of cables whose material moves along them; `ale_law.py` has the forces.

With G = e_q, P = e_z . z', R = P_q and the derivative Q of the rate of the strain by q, all for the
three vectors d, r'_0 and r'_1,

    dF = c_q (k G + d Q) + c_v d G           by these vectors
    matrix = W (G dF^T + c_q F e_qq)
    row of s = W (P dF^T + c_q F R^T),  column of s = W c_v d P G,  corner = W c_v d P^2

where d of column and corner is 0 if the rates do not contain the motion along the cable. The
derivatives of the inertia forces are added to the entries of the coordinates.
"""

from __future__ import annotations

from linkwork.bodies.ale_law import (
    DRIFT,
    STRETCH,
    THIRDS,
    S,
    drift_row,
    end_row,
    ends_stretch,
    force_at,
    gradient_at,
    moving_length,
    products,
    rates_at,
    size_of,
    stretch_row,
    vectors_at,
)
from linkwork.bodies.cable_law import FORCES, stretch
from linkwork.bodies.cable_matrix import put_matrix
from linkwork.core.status import ZERO_SLOPE, fail
from linkwork.math.cable_shape import AXIAL, COUNTS, SHAPES, WEIGHTS

ROW = FORCES + 36
COLUMN, CORNER = ROW + 6, ROW + 12
G, R, Q, CHANGE = ROW + 13, ROW + 19, ROW + 25, ROW + 31
WORK = ROW + 37
"""Places in `work`, and its length."""


def jacobian(table, q, v, a, ca, cq, cv, strains, slots, work_out, values_out):
    for i in range(table.size):
        e = table[i]
        for k in range(FORCES, WORK):
            work_out[k] = 0.0
        if cq != 0.0 or cv != 0.0:
            z, rate = stretch(e, q, True), stretch(e, v, False)
            for part in range(2):
                for p in range(COUNTS[e.rule, part]):
                    home = strains[i, part, p]
                    if not _add_point(e, part, p, z, rate, v[e.index[S]], home, cq, cv, work_out):
                        return fail(ZERO_SLOPE, e.number)
        put_matrix(ca * e.rhoA * e.L / 420.0, e.L, slots[i], work_out, values_out)
        _put_s(e, slots[i], work_out, values_out)
        _add_masses(e, q, ca, slots[i], values_out)
        if cq != 0.0 or cv != 0.0:
            _add_drifts(e, q, v, a, cq, cv, slots[i], values_out)
    return 0


def _add_point(e, part, p, z, rate, speed, home, cq, cv, work_out):
    """Add what a point of integration gives; False where the slope vanishes."""
    shape = SHAPES[e.rule, part, p]
    a, b, c = vectors_at(e, shape, z)
    if a[0] == 0.0 and a[1] == 0.0:
        return False
    strain, e_a, e_b = gradient_at(part, a, b)
    u, w = rates_at(e, shape, rate, speed, b, c)
    F = force_at(e, part, strain, products(e_a, e_b, u, w), home)
    W = WEIGHTS[e.rule, part, p] * e.L
    k, d = (e.EA, e.d_eps) if part == AXIAL else (e.EI, e.d_K)
    P = products(e_a, e_b, b, c)
    moves = e.f_M == 1.0
    bent = bent_by(part, a, strain, e_a, e_b, b, c)
    turned = bent_by(part, a, strain, e_a, e_b, u, w)
    one = 1.0 / e.L
    for m in range(3):
        f, g, h = shape[m], one * shape[3 + m], one * one * THIRDS[m]
        for r in range(2):
            j = 2 * m + r
            shifted = g * e_a[r] + h * e_b[r]
            own = f * e_a[r] + g * e_b[r]
            rated = f * turned[r] + g * turned[2 + r] + (speed * shifted if moves else 0.0)
            work_out[G + j] = own
            work_out[R + j] = f * bent[r] + g * bent[2 + r] + shifted
            work_out[CHANGE + j] = cq * (k * own + d * rated) + cv * d * own
    for m in range(3):
        f, g = shape[m], one * shape[3 + m]
        for r in range(2):
            j = 2 * m + r
            x = (f, 0.0) if r == 0 else (0.0, f)
            y = (g, 0.0) if r == 0 else (0.0, g)
            second = bent_by(part, a, strain, e_a, e_b, x, y)
            for n in range(3):
                for o in range(2):
                    twice = shape[n] * second[o] + one * shape[3 + n] * second[2 + o]
                    place = FORCES + 6 * (2 * n + o) + j
                    work_out[place] += W * (
                        work_out[G + 2 * n + o] * work_out[CHANGE + j] + cq * F * twice
                    )
            if moves:
                work_out[COLUMN + j] += W * cv * d * P * work_out[G + j]
            if e.variation != 0:
                work_out[ROW + j] += W * (P * work_out[CHANGE + j] + cq * F * work_out[R + j])
    if moves and e.variation != 0:
        work_out[CORNER] += W * cv * d * P * P
    return True


def bent_by(part, a, K, e_a, e_b, x, y):
    """Second derivative of a strain times (x, y): two components by r', two by r''."""
    one = 1.0 / (a[0] * a[0] + a[1] * a[1])
    along = a[0] * x[0] + a[1] * x[1]
    if part == AXIAL:
        rho = a[0] / e_a[0] if abs(e_a[0]) > abs(e_a[1]) else a[1] / e_a[1]
        across = along * one
        return (x[0] - across * a[0]) / rho, (x[1] - across * a[1]) / rho, 0.0, 0.0
    turn = products(e_a, e_b, x, y)
    return (
        one * (-2.0 * (K * x[0] + a[0] * turn + e_a[0] * along) + y[1]),
        one * (-2.0 * (K * x[1] + a[1] * turn + e_a[1] * along) - y[0]),
        one * (-x[1] - 2.0 * e_b[0] * along),
        one * (x[0] - 2.0 * e_b[1] * along),
    )


def _put_s(e, slots, work, values_out):
    """Add row, column and corner of s of the elastic forces."""
    for k in range(4):
        factor = 1.0 if k % 2 == 1 else (-1.0 / e.L if k == 0 else 1.0 / e.L)
        place = 2 * (0 if k % 2 == 0 else (k + 1) // 2)
        for c in range(2):
            values_out[slots[S, 2 * k + c]] += factor * work[ROW + place + c]
            values_out[slots[2 * k + c, S]] += factor * work[COLUMN + place + c]
    values_out[slots[S, S]] += work[CORNER]


def _add_masses(e, q, ca, slots, values_out):
    """Add c_a times the masses of s."""
    m = ca * e.f_M * e.rhoA
    values_out[slots[S, S]] += m * moving_length(e, q)
    if e.coupled != 0:
        for k in range(4):
            for c in range(2):
                g = m * drift_row(e, k, c, q, True)
                values_out[slots[S, 2 * k + c]] += g
                values_out[slots[2 * k + c, S]] += g


def _add_drifts(e, q, v, a, cq, cv, slots, values_out):
    """Add the derivatives of the inertia forces of the motion along the cable."""
    m, speed, second = e.f_M * e.rhoA, v[e.index[S]], a[e.index[S]]
    coupled = 1.0 if e.coupled != 0 else 0.0
    square, mixed = speed * speed, 0.0
    for k in range(4):
        left = size_of(k, e.L)
        for n in range(4):
            both = left * size_of(n, e.L)
            drift, strained = both * DRIFT[k, n], both / e.L * STRETCH[k, n]
            end = -1.0 if k == 0 and n == 1 else (1.0 if k == 2 and n == 3 else 0.0)
            entry = cq * (coupled * second * drift + square * (end - strained))
            entry = m * (entry + 2.0 * cv * speed * drift)
            for c in range(2):
                values_out[slots[2 * k + c, 2 * n + c]] += entry
        for c in range(2):
            j = 2 * k + c
            own = stretch_row(e, k, c, q, True)
            mixed += v[e.index[j]] * own
            by_speed = 2.0 * (drift_row(e, k, c, v, False) + speed * (end_row(e, k, c, q) - own))
            values_out[slots[j, S]] += m * cv * by_speed
            end = 0.0
            if k % 2 == 1:
                end = (q[e.index[j]] + e.home[j]) * (1.0 if k == 3 else -1.0)
            by_place = 2.0 * (second * own + speed * stretch_row(e, k, c, v, False)) + square * end
            by_place += coupled * _drift_column(e, k, c, a)
            values_out[slots[S, j]] += m * (cq * by_place + 2.0 * cv * speed * own)
    values_out[slots[S, S]] += m * cv * (2.0 * mixed + speed * ends_stretch(e, q))


def _drift_column(e, k, c, x):
    """Entry of int S'^T S x dx for component c of pair k."""
    total = 0.0
    for n in range(4):
        total += size_of(n, e.L) * DRIFT[n, k] * x[e.index[2 * n + c]]
    return size_of(k, e.L) * total
