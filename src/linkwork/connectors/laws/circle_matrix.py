"""The matrix of contacts between segments of a cable and a circle.

The forces F = (on P_0, on P_1, on the circle, its torque, on s) that resist the motion of a segment
depend on z = (P_0, P_1, c, psi, s) and z_t, psi being the angle of the circle: eight numbers each,
or seven where no material moves along the cable. `add_segment` writes

    A = c_q dF/dz + c_v dF/dz_t,   B = c_q dF/dz_t

P_0 and P_1 follow the eight coordinates of the cable, P_k = T_k q. For points above the axis T_k
depends on q, and B and F give two further terms. The result is summed up for (q, c, psi, s), twelve
numbers; those of the circle then go through the Jacobian of its marker.
"""

from __future__ import annotations

import math

from linkwork.connectors.laws.circle_friction import PLAIN, STICK, part, sign_of
from linkwork.connectors.laws.circle_geometry import (
    SHAPES,
    carried,
    lever,
    passing,
    side_of,
    slope_at,
    weighted,
)
from linkwork.math.cable_shape import LEAST

ENDS, ALL = 8, 12
"""Components of z, and of (q, c, psi, s)."""

A, B, T, H, G, R, COLUMN = 0, 64, 128, 160, 192, 336, 372
"""Places in `work`: A, B (8 x 8), T (4 x 8), its rate (4 x 8), sums of A (12 x 12) and of B
(12 x 3), and one column of eight."""

WORK = 380

CENTER, ANGLE, WAY = 4, 6, 7
"""Places of c, psi and s in z; those in (q, c, psi, s) are four higher."""


def components(e):
    """How many components of z the forces of a row depend on."""
    return ENDS if e.along >= 0 else WAY


def point_directions(e, near, ends, center, k):
    """(n_x, n_y, distance from c) of the direction in which the force on point k acts."""
    if e.segment_normals != 0:
        return near[2], near[3], near[4]
    x, y = ends[2 * k] - center[0], ends[2 * k + 1] - center[1]
    distance = math.sqrt(max(x * x + y * y, LEAST))
    return x / distance, y / distance, distance


def add_segment(e, branch, ends, near, m, turn, f_n, f_t, cq, cv, work_out):
    """Write A and B of a segment to `work`."""
    for k in range(T):
        work_out[k] = 0.0
    for z in range(4):
        _change_by_point(e, branch, ends, near, m, turn, f_n, f_t, z, cq, work_out)
        _change_by_velocity(e, branch, ends, near, m, z, cq, cv, work_out)
    l = lever(e, near[4])  # noqa: E741 -- as in the law
    _change_along(e, branch, ends, near, m, ANGLE, -e.r, -l, cq, cv, work_out)
    if e.along >= 0:
        u = passing(e, ends, near[2], near[3])
        _change_along(e, branch, ends, near, m, WAY, -side_of(e, ends, near), u, cq, cv, work_out)
    for r in range(components(e)):  # differences of positions alone matter
        for c in range(2):
            a, b = A + ENDS * r + c, B + ENDS * r + c
            work_out[a + CENTER] = -work_out[a] - work_out[a + 2]
            work_out[b + CENTER] = -work_out[b] - work_out[b + 2]


def _change_along(e, branch, ends, near, m, z, d_x, d_vt, cq, cv, work_out):
    """Column z of A and B, which changes x and v_t alone; d_x, d_vt -- by z and by z_t"""
    factor = part(e)
    if branch == STICK:
        change = factor * e.mu_k * d_x * cq
        _write(e, ends, near, m, z, 0.0, change, 0.0, 0.0, 0.0, 0.0, 0.0, A, work_out)
    if branch == STICK or branch == PLAIN:
        rate = factor * e.mu_v * d_vt
        _write(e, ends, near, m, z, 0.0, cv * rate, 0.0, 0.0, 0.0, 0.0, 0.0, A, work_out)
        _write(e, ends, near, m, z, 0.0, cq * rate, 0.0, 0.0, 0.0, 0.0, 0.0, B, work_out)


def _change_by_point(e, branch, ends, near, m, turn, f_n, f_t, z, cq, work_out):
    """Column z of A by positions: P_0x, P_0y, P_1x, P_1y."""
    rho, inside, nx, ny, distance = near[0], near[1], near[2], near[3], near[4]
    sx, sy = ends[2] - ends[0], ends[3] - ends[1]
    k, ux, uy = z // 2, 1.0 - z % 2, 1.0 * (z % 2)
    sign = 1.0 if k == 1 else -1.0
    d_rho = 0.0
    if inside:
        square = max(sx * sx + sy * sy, LEAST)
        wx, wy = m.p[0] - ends[0], m.p[1] - ends[1]
        d_rho = sign * (ux * wx + uy * wy) - 2.0 * rho * sign * (sx * ux + sy * uy)
        if k == 0:
            d_rho -= sx * ux + sy * uy
        d_rho /= square
    share = rho if k == 1 else 1.0 - rho
    dx, dy = share * ux + sx * d_rho, share * uy + sy * d_rho
    dg, turned = nx * dx + ny * dy, (nx * dy - ny * dx) / distance
    vx, vy = carried(ends, near, m)
    dvx, dvy = (ends[6] - ends[4]) * d_rho, (ends[7] - ends[5]) * d_rho
    d_lever = dg if e.exact_lever != 0 else 0.0
    d_vn = turned * (nx * vy - ny * vx) + nx * dvx + ny * dvy
    d_vt = -turned * (nx * vx + ny * vy) + nx * dvy - ny * dvx - turn.omega[2] * d_lever
    if e.along >= 0:
        d_chord = sign * (nx * uy - ny * ux) - turned * (nx * sx + ny * sy)
        d_vt += ends[9] * d_chord * e.n_s / e.L
    factor = part(e)
    d_fn = factor * (e.k * dg + e.d * d_vn)
    if branch == STICK:
        d_x = e.r * turned + side_of(e, ends, near) * e.L / e.n_s * d_rho
        d_ft = factor * (e.mu_v * d_vt + e.mu_k * d_x)
    elif branch == PLAIN:
        d_ft = factor * e.mu_v * d_vt
    else:
        d_ft = sign_of(branch) * e.mu * (d_fn if f_n > 0.0 else -d_fn)
    own0 = own1 = turned
    if e.segment_normals == 0:
        x0, y0, r0 = point_directions(e, near, ends, m.p, 0)
        x1, y1, r1 = point_directions(e, near, ends, m.p, 1)
        own0 = (x0 * uy - y0 * ux) / r0 if k == 0 else 0.0
        own1 = (x1 * uy - y1 * ux) / r1 if k == 1 else 0.0
    _write(
        e, ends, near, m, z, cq * d_fn, cq * d_ft, f_n, f_t, cq * own0, cq * own1, cq * d_rho,
        A, work_out,
    )  # fmt: skip
    work_out[A + ENDS * ANGLE + z] -= cq * f_t * d_lever
    if e.along >= 0:  # P_1 - P_0 changes
        x0, y0, _ = point_directions(e, near, ends, m.p, 0)
        x1, y1, _ = point_directions(e, near, ends, m.p, 1)
        x, y = (1.0 - rho) * x0 + rho * x1, (1.0 - rho) * y0 + rho * y1
        work_out[A + ENDS * WAY + z] += cq * f_t * sign * (x * uy - y * ux) * e.n_s / e.L


def _change_by_velocity(e, branch, ends, near, m, z, cq, cv, work_out):
    """Column z of A and B by velocities of P_0 and P_1."""
    k, ux, uy = z // 2, 1.0 - z % 2, 1.0 * (z % 2)
    share = near[0] if k == 1 else 1.0 - near[0]
    d_vn, d_vt = share * (near[2] * ux + near[3] * uy), share * (near[2] * uy - near[3] * ux)
    factor = part(e)
    d_fn = factor * e.d * d_vn
    if branch == STICK or branch == PLAIN:
        d_ft = factor * e.mu_v * d_vt
    else:
        f_n = e.k * near[5] + e.d * _normal_speed(ends, near, m)
        d_ft = sign_of(branch) * e.mu * (d_fn if f_n > 0.0 else -d_fn)
    _write(e, ends, near, m, z, cv * d_fn, cv * d_ft, 0.0, 0.0, 0.0, 0.0, 0.0, A, work_out)
    _write(e, ends, near, m, z, cq * d_fn, cq * d_ft, 0.0, 0.0, 0.0, 0.0, 0.0, B, work_out)


def _normal_speed(ends, near, m):
    vx, vy = carried(ends, near, m)
    return near[2] * vx + near[3] * vy


def _write(e, ends, near, m, z, d_fn, d_ft, f_n, f_t, own0, own1, d_rho, place, work_out):
    """Add column z of the change of F.

    d_fn, d_ft -- changes of the forces; own0, own1 -- turning of the directions at P_0 and P_1
    d_rho -- change of the shares of both points
    """
    for k in range(2):
        share = near[0] if k == 1 else 1.0 - near[0]
        d_share = d_rho if k == 1 else -d_rho
        own = own1 if k == 1 else own0
        nx, ny, _ = point_directions(e, near, ends, m.p, k)
        fn = share * (d_fn - f_t * own) + d_share * f_n
        ft = share * (d_ft + f_n * own) + d_share * f_t
        x, y = fn * nx - ft * ny, fn * ny + ft * nx
        work_out[place + ENDS * (2 * k) + z] += x
        work_out[place + ENDS * (2 * k + 1) + z] += y
        work_out[place + ENDS * CENTER + z] -= x
        work_out[place + ENDS * (CENTER + 1) + z] -= y
        if e.along >= 0:
            passed = (share * d_ft + d_share * f_t) * passing(e, ends, nx, ny)
            passed += share * f_t * own * passing(e, ends, -ny, nx)
            work_out[place + ENDS * WAY + z] += passed
    work_out[place + ENDS * ANGLE + z] -= lever(e, near[4]) * d_ft


# ------------------------------------------------------------------------------- cable


def write_shapes(e, s, shapes, q, v, work_out):
    """Write T of both points of segment s; for points above the axis also d(T v)/dq."""
    for k in range(2):
        place = SHAPES * (e.first_point + s + k)
        for j in range(4):
            w = shapes[place + j]
            row = T + 16 * k + 2 * j
            work_out[row], work_out[row + 1] = w, 0.0
            work_out[row + 8], work_out[row + 9] = 0.0, w
        if e.height != 0.0:
            _raise(e, s + k, k, shapes, q, v, work_out)


def _raise(e, point, k, shapes, q, v, work_out):
    """Add what the height does: -h a (p.da)/|a|^3 with a = r', p = (-a_y, a_x)."""
    place = SHAPES * (e.first_point + point) + 4
    x, y = slope_at(e, point, shapes, q)
    u, w = weighted(e, place, shapes, v)
    square = max(x * x + y * y, LEAST)
    cube = square * math.sqrt(square)
    turn = x * w - y * u
    for j in range(4):
        D = shapes[place + j]
        for b in range(2):
            dx, dy = D * (1.0 - b), D * b
            across, along = x * dy - y * dx, x * dx + y * dy
            column = 16 * k + 2 * j + b
            work_out[T + column] -= e.height * x * across / cube
            work_out[T + column + 8] -= e.height * y * across / cube
            change = dx * w - dy * u - 3.0 * turn * along / square
            work_out[H + column] = -e.height * (dx * turn + x * change) / cube
            work_out[H + column + 8] = -e.height * (dy * turn + y * change) / cube


def spread(e, s, F, shapes, q, v, work_out, residual_out):
    """Add forces F on P_0 and P_1 to the coordinates of the cable."""
    if e.height == 0.0:
        place = SHAPES * (e.first_point + s)
        for j in range(4):
            a, b = shapes[place + j], shapes[place + SHAPES + j]
            residual_out[e.index[2 * j]] += a * F[0] + b * F[2]
            residual_out[e.index[2 * j + 1]] += a * F[1] + b * F[3]
        return
    write_shapes(e, s, shapes, q, v, work_out)
    for r in range(8):
        f = 0.0
        for k in range(4):
            f += work_out[T + 8 * k + r] * F[k]
        residual_out[e.index[r]] += f


def add_to_sums(e, s, shapes, q, F, cq, work_out):
    """Add a segment to the sums G and R; F -- forces on P_0 and P_1"""
    raised, ends = e.height != 0.0, components(e)
    stride = 1 if raised else 2  # on the axis, x and y are not mixed
    for c in range(4 + ends):
        for r in range(ends):
            x = 0.0
            if c < 8:
                for j in range(0 if raised else c % 2, 4, stride):
                    x += work_out[A + ENDS * r + j] * work_out[T + 8 * j + c]
                if raised:
                    for j in range(4):
                        x += work_out[B + ENDS * r + j] * work_out[H + 8 * j + c]
            else:
                x = work_out[A + ENDS * r + c - 4]
            work_out[COLUMN + r] = x
        _add_column(G + c, ALL, stride, ends, work_out)
    for c in range(3):
        for r in range(ends):
            work_out[COLUMN + r] = work_out[B + ENDS * r + CENTER + c]
        _add_column(R + c, 3, stride, ends, work_out)
    if raised:
        for k in range(2):
            _bend(e, s + k, shapes, q, F[2 * k], F[2 * k + 1], cq, work_out)


def _add_column(place, width, stride, ends, work_out):
    """Add T^T times the column to a column of sums of this width."""
    for r in range(8):
        x = 0.0
        for j in range(0 if stride == 1 else r % 2, 4, stride):
            x += work_out[T + 8 * j + r] * work_out[COLUMN + j]
        work_out[place + width * r] += x
    for r in range(4, ends):
        work_out[place + width * (4 + r)] += work_out[COLUMN + r]


def _bend(e, point, shapes, q, fx, fy, cq, work_out):
    """Add c_q d(T^T F)/dq of a point above the axis: T^T F has the part -h D p (a.F)/|a|^3."""
    place = SHAPES * (e.first_point + point) + 4
    x, y = slope_at(e, point, shapes, q)
    square = max(x * x + y * y, LEAST)
    cube = square * math.sqrt(square)
    push = x * fx + y * fy
    for j in range(4):
        for b in range(2):
            dx, dy = shapes[place + j] * (1.0 - b), shapes[place + j] * b
            along = x * dx + y * dy
            change = fx * dx + fy * dy - 3.0 * push * along / square
            px = -cq * e.height * (-dy * push - y * change) / cube
            py = -cq * e.height * (dx * push + x * change) / cube
            for i in range(4):
                D = shapes[place + i]
                work_out[G + ALL * (2 * i) + 2 * j + b] += D * px
                work_out[G + ALL * (2 * i + 1) + 2 * j + b] += D * py


def distribute(e, slots, columns, motion_jacobians, motion_rates, work, values_out):
    """Add the sums to the matrix; those of the circle through the Jacobian of its marker."""
    size = e.n_own + e.n_columns
    for c in range(size):
        for r in range(size):
            slot = slots[e.first_slot + size * r + c]
            if slot < 0:
                continue
            if r < e.n_own:
                x = _entry(e, _place(r), c, columns, motion_jacobians, motion_rates, work)
            else:
                row = columns[e.first_column + r - e.n_own]
                x = motion_jacobians[row, 0] * _entry(
                    e, 8, c, columns, motion_jacobians, motion_rates, work
                )
                x += motion_jacobians[row, 1] * _entry(
                    e, 9, c, columns, motion_jacobians, motion_rates, work
                )
                x += motion_jacobians[row, 5] * _entry(
                    e, 10, c, columns, motion_jacobians, motion_rates, work
                )
            values_out[slot] += x


def _place(k):
    """Place of a coordinate of the cable in (q, c, psi, s); the last one of nine is s."""
    return k if k < 8 else 4 + WAY


def _entry(e, r, c, columns, motion_jacobians, motion_rates, work):
    """Entry of the sums in row r of twelve, and column c of the coordinates."""
    if c < e.n_own:
        return work[G + ALL * r + _place(c)]
    column = columns[e.first_column + c - e.n_own]
    x = work[G + ALL * r + 8] * motion_jacobians[column, 0]
    x += work[G + ALL * r + 9] * motion_jacobians[column, 1]
    x += work[G + ALL * r + 10] * motion_jacobians[column, 5]
    x += work[R + 3 * r] * motion_rates[column, 0]
    x += work[R + 3 * r + 1] * motion_rates[column, 1]
    return x + work[R + 3 * r + 2] * motion_rates[column, 5]
