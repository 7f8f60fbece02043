"""Forces of many cables in the plane at once: `cable_law.py` for linear laws.

Processors work on four numbers as fast as on one. Numbers of the cables stand in rows, one column
for each cable. Sums of both parts in one make the only difference, by rounding.
"""

from __future__ import annotations

import math

from linkwork.math.cable_shape import AXIAL, BENDING, COUNTS, LEAST, SHAPES, WEIGHTS

LANES = 32
"""Most cables at once: columns of a row."""

D0X, D0Y, D1X, D1Y, D2X, D2Y = (LANES * k for k in range(6))
"""Where the rows of d, r'_0 and r'_1 begin."""

HOME, EA, EI, ONE, SMALLEST, SIZE = (LANES * k for k in range(6, 12))
"""Where others begin: strain or curvature without stress, EA L, EI L, 1/L, the smallest square of
r', the square of the load."""

F0X, F0Y, F1X, F1Y, F2X, F2Y = (LANES * k for k in range(12, 18))
"""Where the rows of forces on d, r'_0 and r'_1 begin."""

V0X, V0Y, V1X, V1Y, V2X, V2Y, DA, DI = (LANES * k for k in range(18, 26))
"""Where rows for damping begin: rates of d, r'_0 and r'_1, d_eps L and d_K L."""

LEAST_STRAIN = 1.0e-5
"""Strain, and curvature times L, whose forces are the least that count as load of a cable.

Near a state without stress only rounding is left of the forces, 1e-16 EA, and no tolerance relative
to them could be met.
"""


def plain_from(table, i, may_be_damped):
    """Number of cables from row i on that have linear laws and one rule, at most LANES."""
    most, rule = min(table.size - i, LANES), table[i].rule
    for k in range(most):
        e = table[i + k]
        if e.UF_N != 0 or e.UF_M != 0 or e.rule != rule:
            return k
        if not may_be_damped and (e.d_eps != 0.0 or e.d_K != 0.0):
            return k
    return most


def _is_damped(table, i, count):
    """Whether one of these cables has damping."""
    damped = False
    for k in range(count):
        e = table[i + k]
        damped = damped or e.d_eps != 0.0 or e.d_K != 0.0
    return damped


def put_cables(table, i, count, q, w_out):
    """Write d, r'_0 and r'_1 of cables and what their laws need; returns if strains are relative
    to those of the reference coordinates."""
    relative = False
    for k in range(count):
        e = table[i + k]
        index, home, one = e.index, e.home, 1.0 / e.L
        w_out[D0X + k] = (q[index[4]] - q[index[0]] + (home[4] - home[0])) * one
        w_out[D0Y + k] = (q[index[5]] - q[index[1]] + (home[5] - home[1])) * one
        w_out[D1X + k] = q[index[2]] + home[2]
        w_out[D1Y + k] = q[index[3]] + home[3]
        w_out[D2X + k] = q[index[6]] + home[6]
        w_out[D2Y + k] = q[index[7]] + home[7]
        w_out[EA + k], w_out[EI + k], w_out[ONE + k] = e.EA * e.L, e.EI * e.L, one
        relative = relative or e.f_ref != 0.0
    return relative


def _put_rates(table, i, count, v, w_out):
    """Write rates of d, r'_0 and r'_1, and the damping."""
    for k in range(count):
        e = table[i + k]
        index, one = e.index, 1.0 / e.L
        w_out[V0X + k] = (v[index[4]] - v[index[0]]) * one
        w_out[V0Y + k] = (v[index[5]] - v[index[1]]) * one
        w_out[V1X + k], w_out[V1Y + k] = v[index[2]], v[index[3]]
        w_out[V2X + k], w_out[V2Y + k] = v[index[6]], v[index[7]]
        w_out[DA + k], w_out[DI + k] = e.d_eps * e.L, e.d_K * e.L


def put_homes(table, i, count, part, p, relative, strains, w_out):
    """Write the strains or curvatures without stress at point p; they vary only if relative."""
    if p > 0 and not relative:
        return
    for k in range(count):
        e = table[i + k]
        w_out[HOME + k] = e.eps_0 if part == AXIAL else e.K_0
        if relative:
            w_out[HOME + k] += e.f_ref * strains[i + k, part, p, part]


def set_forces_of_many(table, i, count, q, v, strains, w_out):
    """Write the forces on r_1, r'_0 and r'_1, and loads; returns the first cable where a slope
    vanishes, or count."""
    rule = table[i].rule
    relative, damped = put_cables(table, i, count, q, w_out), _is_damped(table, i, count)
    if damped:
        _put_rates(table, i, count, v, w_out)
    _begin(count, w_out)
    for p in range(COUNTS[rule, AXIAL]):
        put_homes(table, i, count, AXIAL, p, relative, strains, w_out)
        _add_axial(SHAPES[rule, AXIAL, p], WEIGHTS[rule, AXIAL, p], damped, count, w_out)
    for p in range(COUNTS[rule, BENDING]):
        put_homes(table, i, count, BENDING, p, relative, strains, w_out)
        _add_bending(SHAPES[rule, BENDING, p], WEIGHTS[rule, BENDING, p], damped, count, w_out)
    _end(count, w_out)
    for k in range(count):
        if w_out[SMALLEST + k] == 0.0:
            return k
    return count


def _begin(count, w_out):
    """Forces are zero before the first point."""
    for k in range(count):
        w_out[SMALLEST + k] = math.inf
        w_out[F0X + k] = w_out[F0Y + k] = w_out[F1X + k] = 0.0
        w_out[F1Y + k] = w_out[F2X + k] = w_out[F2Y + k] = 0.0


def weighted(weight_0, weight_1, weight_2, w, at):
    """Weighted sum of three rows for one cable: a component of d, r'_0 and r'_1, or their rates.

    at -- place of the first number
    """
    return weight_0 * w[at] + weight_1 * w[at + 2 * LANES] + weight_2 * w[at + 4 * LANES]


def _add_axial(shape, weight, damped, count, w_out):
    """Add the forces of N at one point."""
    s0, s1, s2 = shape[0], shape[1], shape[2]
    for k in range(count):
        x = weighted(s0, s1, s2, w_out, D0X + k)
        y = weighted(s0, s1, s2, w_out, D0Y + k)
        square = x * x + y * y
        w_out[SMALLEST + k] = min(w_out[SMALLEST + k], square)
        rho = math.sqrt(max(square, LEAST))
        N = w_out[EA + k] * (rho - 1.0 - w_out[HOME + k])
        if damped:
            u = weighted(s0, s1, s2, w_out, V0X + k)
            v = weighted(s0, s1, s2, w_out, V0Y + k)
            N += w_out[DA + k] * (x * u + y * v) / rho
        N *= weight / rho
        x, y = N * x, N * y
        w_out[F0X + k] += s0 * x
        w_out[F0Y + k] += s0 * y
        w_out[F1X + k] += s1 * x
        w_out[F1Y + k] += s1 * y
        w_out[F2X + k] += s2 * x
        w_out[F2Y + k] += s2 * y


def _add_bending(shape, weight, damped, count, w_out):
    """Add the forces of M at one point."""
    s0, s1, s2 = shape[0], shape[1], shape[2]
    t0, t1, t2 = shape[3], shape[4], shape[5]
    for k in range(count):
        one = w_out[ONE + k]
        ax = weighted(s0, s1, s2, w_out, D0X + k)
        ay = weighted(s0, s1, s2, w_out, D0Y + k)
        bx = one * weighted(t0, t1, t2, w_out, D0X + k)
        by = one * weighted(t0, t1, t2, w_out, D0Y + k)
        square = ax * ax + ay * ay
        w_out[SMALLEST + k] = min(w_out[SMALLEST + k], square)
        part = 1.0 / max(square, LEAST)
        K = (ax * by - ay * bx) * part
        M = w_out[EI + k] * (K - w_out[HOME + k])
        if damped:
            ux = weighted(s0, s1, s2, w_out, V0X + k)
            uy = weighted(s0, s1, s2, w_out, V0Y + k)
            wx = one * weighted(t0, t1, t2, w_out, V0X + k)
            wy = one * weighted(t0, t1, t2, w_out, V0Y + k)
            turn = ux * by - uy * bx + ax * wy - ay * wx
            M += w_out[DI + k] * (turn - 2.0 * K * (ax * ux + ay * uy)) * part
        M *= weight * part
        x, y = M * (by - 2.0 * K * ax), M * (-bx - 2.0 * K * ay)
        u, v = -one * M * ay, one * M * ax
        w_out[F0X + k] += s0 * x + t0 * u
        w_out[F0Y + k] += s0 * y + t0 * v
        w_out[F1X + k] += s1 * x + t1 * u
        w_out[F1Y + k] += s1 * y + t1 * v
        w_out[F2X + k] += s2 * x + t2 * u
        w_out[F2Y + k] += s2 * y + t2 * v


def _end(count, w_out):
    """Forces on d become those on r_1, which are opposite to those on r_0; compute loads."""
    for k in range(count):
        one = w_out[ONE + k]
        w_out[F0X + k] *= one
        w_out[F0Y + k] *= one
        stretched, bent = w_out[EA + k] * one, w_out[EI + k] * one * one * one
        ends = w_out[F0X + k] * w_out[F0X + k] + w_out[F0Y + k] * w_out[F0Y + k]
        first = w_out[F1X + k] * w_out[F1X + k] + w_out[F1Y + k] * w_out[F1Y + k]
        second = w_out[F2X + k] * w_out[F2X + k] + w_out[F2Y + k] * w_out[F2Y + k]
        least = LEAST_STRAIN**2 * (stretched * stretched + bent * bent)
        w_out[SIZE + k] = least + (2.0 * ends + first + second)


def add_forces_of_many(table, i, count, w, loads_out, residual_out):
    """Add the forces to the coordinates; returns the sum of the squares of the loads."""
    total = 0.0
    for k in range(count):
        index = table[i + k].index
        x, y = w[F0X + k], w[F0Y + k]
        residual_out[index[0]] -= x
        residual_out[index[1]] -= y
        residual_out[index[2]] += w[F1X + k]
        residual_out[index[3]] += w[F1Y + k]
        residual_out[index[4]] += x
        residual_out[index[5]] += y
        residual_out[index[6]] += w[F2X + k]
        residual_out[index[7]] += w[F2Y + k]
        loads_out[i + k] = w[SIZE + k]
        total += w[SIZE + k]
    return total
