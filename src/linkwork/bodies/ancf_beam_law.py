"""Kernels of beams with slopes of the section; `ancf_beam.py` has the law.

The strains in the middle depend on five vectors z: d_1 = r_x, d_2 = r_y, d_3 = r_z, and the
derivatives k_2, k_3 of the last two along x, which are linear in the 18 coordinates. In section
axes (`math/directors.py`) d_2 = (0, a, b), d_3 = (0, 0, rho), and with c_2, c_3 for k_2, k_3,

    kappa = (-c_3y/rho, c_3x/rho, -c_2x/a + b c_3x/(a rho))

that is the turn of the frame per length. First and second derivatives are those along changes of
the five vectors; components of a vector that stays the same in global axes change by -t x vector
with the turn t of the frame.
"""

from __future__ import annotations

from linkwork.bodies.point_mass import KINETIC_ENERGY
from linkwork.bodies.section_law import DAMPING, STIFFNESS, section_times
from linkwork.core.enums import OutputVariableType as Variable
from linkwork.core.status import ZERO_SLOPE, fail
from linkwork.math.directors import frame_of, in_axes, lengths, spans, turn, turn_slope
from linkwork.math.vec3 import add, cross, dot, scaled, sub, turned_back
from linkwork.nodes.point_node import ACCELERATION, DISPLACEMENT, POSITION, VELOCITY
from linkwork.nodes.point_slope_23 import director_output

VELOCITY_LOCAL = int(Variable.VelocityLocal)
STRAIN, CURVATURE = int(Variable.StrainLocal), int(Variable.CurvatureLocal)
FORCE, TORQUE = int(Variable.ForceLocal), int(Variable.TorqueLocal)
POTENTIAL_ENERGY = int(Variable.PotentialEnergy)

MATRIX = 90
WORK = MATRIX + 225
"""`work` holds the gradients of the six strains by the 15 components of z, then their matrix."""

LEAST_STRAIN = 1.0e-5
"""Strain whose forces are the least that count as load of a beam."""


def _at(values, k):
    return values[k], values[k + 1], values[k + 2]


def _vectors(e, values, with_home):
    """z of coordinates or their rates"""
    i, one = e.index, 1.0 / e.L
    r, a, b = _at(values, i[0]), _at(values, i[3]), _at(values, i[6])
    s, c, d = _at(values, i[9]), _at(values, i[12]), _at(values, i[15])
    if with_home:
        r, a, b = add(r, _at(e.home, 0)), add(a, _at(e.home, 3)), add(b, _at(e.home, 6))
        s, c, d = add(s, _at(e.home, 9)), add(c, _at(e.home, 12)), add(d, _at(e.home, 15))
    return (
        scaled(one, sub(s, r)), scaled(0.5, add(a, c)), scaled(0.5, add(b, d)),
        scaled(one, sub(c, a)), scaled(one, sub(d, b)),
    )  # fmt: skip


def _shares(e, k):
    """Weights of both nodes in vector k of z"""
    if k == 1 or k == 2:
        return 0.5, 0.5
    return -1.0 / e.L, 1.0 / e.L


def _part(k):
    """Which vector of a node, position or slope, is in vector k of z"""
    return k if k < 3 else k - 2


def _in_axes(frame, z):
    """All vectors of z in axes of the frame"""
    return (
        in_axes(frame, z[0]), in_axes(frame, z[1]), in_axes(frame, z[2]), in_axes(frame, z[3]),
        in_axes(frame, z[4]),
    )  # fmt: skip


def _strains(frame, x):
    """Gamma and kappa; x -- z in axes of the frame"""
    _, a, b, rho = frame
    d, c2, c3 = x[0], x[3], x[4]
    kappa = -c3[1] / rho, c3[0] / rho, (b * c3[0] / rho - c2[0]) / a
    return d[0] - 1.0, d[1], d[2], kappa[0], kappa[1], kappa[2]


def _changes(frame, x, u):
    """(t, changes of d_1, c_2, c_3, lengths) by changes u of the vectors"""
    t = turn(frame, u[1], u[2])
    return (
        t, add(u[0], cross(x[0], t)), add(u[3], cross(x[3], t)), add(u[4], cross(x[4], t)),
        lengths(frame, t, u[1], u[2]),
    )  # fmt: skip


def _curved(frame, c2, c3, dc2, dc3, size):
    """Change of kappa by changes of c_2, c_3 and the lengths"""
    _, a, b, rho = frame
    da, db, drho = size
    F, m = b * c3[0] / (a * rho), a * rho
    return (
        (c3[1] * drho / rho - dc3[1]) / rho,
        (dc3[0] - c3[0] * drho / rho) / rho,
        (c2[0] * da / a - dc2[0]) / a
        + (db * c3[0] + b * dc3[0] - F * (da * rho + a * drho)) / m,
    )  # fmt: skip


def _slope(frame, x, change):
    """Change of the strains by changes of the vectors, as `_changes` gives them"""
    _, d, dc2, dc3, size = change
    kappa = _curved(frame, x[3], x[4], dc2, dc3, size)
    return d[0], d[1], d[2], kappa[0], kappa[1], kappa[2]


def _bend(frame, x, u, change, other):
    """Second derivative of the strains along two changes

    u, change -- the first one, and what it changes; other -- v and what it changes
    """
    _, a, b, rho = frame
    v, also = other
    t, _, dc2, dc3, size = change
    s, d_v, c2_v, c3_v, size_v = also
    t_v = turn_slope(frame, u[1], u[2], v[1], v[2])
    d = add(cross(u[0], s), add(cross(x[0], t_v), cross(d_v, t)))
    c2 = add(cross(u[3], s), add(cross(x[3], t_v), cross(c2_v, t)))
    c3 = add(cross(u[4], s), add(cross(x[4], t_v), cross(c3_v, t)))
    side, end = cross(u[1], s), cross(u[2], s)
    size2 = (
        side[1] + t_v[0] * b + t[0] * size_v[1],
        side[2] - t_v[0] * a - t[0] * size_v[0],
        end[2],
    )
    kappa = _curved(frame, x[3], x[4], c2, c3, size2)
    da, db, dr = size
    ea, eb, er = size_v
    cx, cy = x[4][0], x[4][1]
    m, F = a * rho, b * cx / (a * rho)
    m_u, m_v = da * rho + a * dr, ea * rho + a * er
    F_u = (db * cx + b * dc3[0] - F * m_u) / m
    F_v = (eb * cx + b * c3_v[0] - F * m_v) / m
    mixed = db * c3_v[0] + eb * dc3[0] - F_u * m_v - F_v * m_u - F * (da * er + ea * dr)
    square = rho * rho
    more = (
        (dc3[1] * er + c3_v[1] * dr - 2.0 * cy * dr * er / rho) / square,
        -(dc3[0] * er + c3_v[0] * dr - 2.0 * cx * dr * er / rho) / square,
        (dc2[0] * ea + c2_v[0] * da - 2.0 * x[3][0] * da * ea / a) / (a * a) + mixed / m,
    )
    return d[0], d[1], d[2], kappa[0] + more[0], kappa[1] + more[1], kappa[2] + more[2]


def _product(x, y):
    return x[0] * y[0] + x[1] * y[1] + x[2] * y[2] + x[3] * y[3] + x[4] * y[4] + x[5] * y[5]


def _plus(x, y):
    return x[0] + y[0], x[1] + y[1], x[2] + y[2], x[3] + y[3], x[4] + y[4], x[5] + y[5]


def _unit(frame, k, c):
    """A unit change of component c of vector k of z, in axes of the frame"""
    still, e = (0.0, 0.0, 0.0), (frame[0][c][0], frame[0][c][1], frame[0][c][2])
    return (
        e if k == 0 else still, e if k == 1 else still, e if k == 2 else still,
        e if k == 3 else still, e if k == 4 else still,
    )  # fmt: skip


def _section_force(e, frame, x, rate):
    """n; rate -- rates of z in axes of the frame"""
    n = section_times(e.section, STIFFNESS, _strains(frame, x))
    speed = _slope(frame, x, _changes(frame, x, rate))
    return _plus(n, section_times(e.section, DAMPING, speed))


def _stresses(e, d2, d3, u2, u3):
    """Stresses of the shape of a section, times L/2; u2, u3 -- rates of the slopes"""
    half = 0.5 * e.L
    EA, GA = half * e.section[0], half * (e.section[7] + e.section[14])
    yy, zz, yz = 0.5 * (dot(d2, d2) - 1.0), 0.5 * (dot(d3, d3) - 1.0), 0.5 * dot(d2, d3)
    yz_t = 0.5 * (dot(d2, u3) + dot(d3, u2))
    return (
        EA * (e.k_cs[0] * yy + e.d_cs[0] * dot(d2, u2)),
        EA * (e.k_cs[1] * zz + e.d_cs[1] * dot(d3, u3)),
        GA * (e.k_cs[2] * yz + e.d_cs[2] * yz_t),
    )


def _slopes(e, node, q):
    """r_y and r_z of a node"""
    k = 9 * node
    return (
        add(_at(q, e.index[k + 3]), _at(e.home, k + 3)),
        add(_at(q, e.index[k + 6]), _at(e.home, k + 6)),
    )


def residual(table, q, v, loads_out, load_out, residual_out):
    for i in range(table.size):
        e = table[i]
        z = _vectors(e, q, True)
        if not spans(z[1], z[2]):
            return fail(ZERO_SLOPE, e.number)
        frame = frame_of(z[1], z[2])
        x = _in_axes(frame, z)
        n = _section_force(e, frame, x, _in_axes(frame, _vectors(e, v, False)))
        size = LEAST_STRAIN**2 * (e.section[0] ** 2 + e.section[7] ** 2 + e.section[14] ** 2)
        for k in range(5):
            w0, w1 = _shares(e, k)
            for c in range(3):
                u = _unit(frame, k, c)
                f = e.L * _product(n, _slope(frame, x, _changes(frame, x, u)))
                place = 3 * _part(k) + c
                residual_out[e.index[place]] += w0 * f
                residual_out[e.index[9 + place]] += w1 * f
                size += (w0 * f) ** 2 + (w1 * f) ** 2
        for node in range(2):
            d2, d3 = _slopes(e, node, q)
            k = 9 * node
            u2, u3 = _at(v, e.index[k + 3]), _at(v, e.index[k + 6])
            yy, zz, yz = _stresses(e, d2, d3, u2, u3)
            f, g = (
                add(scaled(yy, d2), scaled(0.5 * yz, d3)),
                add(scaled(zz, d3), scaled(0.5 * yz, d2)),
            )
            for c in range(3):
                residual_out[e.index[k + 3 + c]] += f[c]
                residual_out[e.index[k + 6 + c]] += g[c]
            size += dot(f, f) + dot(g, g)
        loads_out[i] = size
        load_out[0] += size
    return 0


def jacobian(table, q, v, ca, cq, cv, slots, work_out, values_out):
    for i in range(table.size):
        e = table[i]
        _put_mass(e, ca, slots[i], values_out)
        if cq != 0.0 or cv != 0.0:
            _set_matrix(e, q, v, cq, cv, work_out)
            _put_matrix(e, slots[i], work_out, values_out)
            _put_shape(e, 0, q, v, cq, cv, slots[i], values_out)
            _put_shape(e, 1, q, v, cq, cv, slots[i], values_out)


def _set_matrix(e, q, v, cq, cv, work_out):
    """Write the matrix of the 15 components of z."""
    z = _vectors(e, q, True)
    frame = frame_of(z[1], z[2])
    x, rate = _in_axes(frame, z), _in_axes(frame, _vectors(e, v, False))
    n, moving = _section_force(e, frame, x, rate), _changes(frame, x, rate)
    for k in range(15):
        change = _changes(frame, x, _unit(frame, k // 3, k % 3))
        slope = _slope(frame, x, change)
        for r in range(6):
            work_out[15 * r + k] = slope[r]
    for column in range(15):
        v_c = _unit(frame, column // 3, column % 3)
        other = v_c, _changes(frame, x, v_c)
        slope = _slope(frame, x, other[1])
        turning = _bend(frame, x, rate, moving, other)
        g, h = section_times(e.section, STIFFNESS, slope), section_times(e.section, DAMPING, slope)
        more = section_times(e.section, DAMPING, turning)
        for row in range(15):
            u = _unit(frame, row // 3, row % 3)
            bend = _bend(frame, x, u, _changes(frame, x, u), other)
            total = cq * _product(n, bend)
            for r in range(6):
                total += work_out[15 * r + row] * (cq * (g[r] + more[r]) + cv * h[r])
            work_out[MATRIX + 15 * row + column] = e.L * total


def _put_matrix(e, slots, work, values_out):
    """Add the matrix of z to that of the coordinates."""
    for k in range(5):
        for m in range(5):
            left, right = _shares(e, k), _shares(e, m)
            for r in range(3):
                for c in range(3):
                    value = work[MATRIX + 15 * (3 * k + r) + 3 * m + c]
                    row, column = 3 * _part(k) + r, 3 * _part(m) + c
                    values_out[slots[row, column]] += left[0] * right[0] * value
                    values_out[slots[row, 9 + column]] += left[0] * right[1] * value
                    values_out[slots[9 + row, column]] += left[1] * right[0] * value
                    values_out[slots[9 + row, 9 + column]] += left[1] * right[1] * value


def _put_shape(e, node, q, v, cq, cv, slots, values_out):
    """Add the matrix of the shape of the section at a node."""
    d2, d3 = _slopes(e, node, q)
    k, half = 9 * node, 0.5 * e.L
    u2, u3 = _at(v, e.index[k + 3]), _at(v, e.index[k + 6])
    yy, zz, yz = _stresses(e, d2, d3, u2, u3)
    EA, GA = half * e.section[0], half * (e.section[7] + e.section[14])
    still, f, d = (0.0, 0.0, 0.0), e.k_cs, e.d_cs
    for r in range(6):
        a2, a3 = (_axis(r), still) if r < 3 else (still, _axis(r - 3))
        g1, g2, g3 = dot(d2, a2), dot(d3, a3), 0.5 * (dot(d3, a2) + dot(d2, a3))
        for c in range(6):
            b2, b3 = (_axis(c), still) if c < 3 else (still, _axis(c - 3))
            h1, h2, h3 = dot(d2, b2), dot(d3, b3), 0.5 * (dot(d3, b2) + dot(d2, b3))
            w3 = 0.5 * (dot(u3, b2) + dot(u2, b3))
            x = EA * g1 * ((cq * f[0] + cv * d[0]) * h1 + cq * d[0] * dot(u2, b2))
            x += EA * g2 * ((cq * f[1] + cv * d[1]) * h2 + cq * d[1] * dot(u3, b3))
            x += GA * g3 * ((cq * f[2] + cv * d[2]) * h3 + cq * d[2] * w3)
            x += cq * (yy * dot(a2, b2) + zz * dot(a3, b3))
            x += cq * 0.5 * yz * (dot(a2, b3) + dot(a3, b2))
            values_out[slots[k + 3 + r, k + 3 + c]] += x


def _axis(c):
    return 1.0 if c == 0 else 0.0, 1.0 if c == 1 else 0.0, 1.0 if c == 2 else 0.0


def _mass(e, k, m):
    """Mass per length between two of the vectors of a node"""
    if k == 0 and m == 0:
        return e.section[81]
    if k == 1 and m == 1:
        return e.section[80]
    if k == 2 and m == 2:
        return e.section[76]
    return -e.section[77] if k + m == 3 else 0.0


def _put_mass(e, ca, slots, values_out):
    for k in range(3):
        for m in range(3):
            mass = ca * e.L / 6.0 * _mass(e, k, m)
            for c in range(3):
                row, column = 3 * k + c, 3 * m + c
                values_out[slots[row, column]] += 2.0 * mass
                values_out[slots[row, 9 + column]] += mass
                values_out[slots[9 + row, column]] += mass
                values_out[slots[9 + row, 9 + column]] += 2.0 * mass


def inertia(table, a, residual_out):
    for i in range(table.size):
        e = table[i]
        for k in range(3):
            for m in range(3):
                mass = e.L / 6.0 * _mass(e, k, m)
                for c in range(3):
                    x, y = a[e.index[3 * m + c]], a[e.index[9 + 3 * m + c]]
                    residual_out[e.index[3 * k + c]] += mass * (2.0 * x + y)
                    residual_out[e.index[9 + 3 * k + c]] += mass * (x + 2.0 * y)


def kinetic(table, v, energy_out):
    """Kinetic energy of each row [J]."""
    for i in range(table.size):
        e = table[i]
        energy_out[i] = 0.0
        for k in range(3):
            for m in range(3):
                a, b = _at(v, e.index[3 * k]), _at(v, e.index[9 + 3 * k])
                c, d = _at(v, e.index[3 * m]), _at(v, e.index[9 + 3 * m])
                total = 2.0 * dot(a, c) + dot(a, d) + dot(b, c) + 2.0 * dot(b, d)
                energy_out[i] += e.L / 12.0 * _mass(e, k, m) * total


def potential(table, q, energy_out):
    """Elastic energy of each row [J]."""
    for i in range(table.size):
        e = table[i]
        z = _vectors(e, q, True)
        frame = frame_of(z[1], z[2])
        strains = _strains(frame, _in_axes(frame, z))
        energy_out[i] = 0.5 * e.L * _product(strains, section_times(e.section, STIFFNESS, strains))
        for node in range(2):
            d2, d3 = _slopes(e, node, q)
            still = 0.0, 0.0, 0.0
            yy, zz, yz = _stresses(e, d2, d3, still, still)
            energy_out[i] += 0.25 * (yy * (dot(d2, d2) - 1.0) + zz * (dot(d3, d3) - 1.0))
            energy_out[i] += 0.25 * yz * dot(d2, d3)


# ------------------------------------------------------------------------------- outputs


def _along(e, s, part, values, with_home):
    """A vector of the nodes at s, from 0 to 1"""
    x, y = _at(values, e.index[3 * part]), _at(values, e.index[9 + 3 * part])
    if with_home:
        x, y = add(x, _at(e.home, 3 * part)), add(y, _at(e.home, 9 + 3 * part))
    return add(scaled(1.0 - s, x), scaled(s, y))


def _point(e, s, local, values, with_home):
    """r + y r_y + z r_z"""
    r, a = _along(e, s, 0, values, with_home), _along(e, s, 1, values, with_home)
    b = _along(e, s, 2, values, with_home)
    return add(r, add(scaled(local[1], a), scaled(local[2], b)))


def output(table, row, variable, local, q, v, a, value_out):
    if variable == KINETIC_ENERGY:
        kinetic(table[row : row + 1], v, value_out)
        return 0
    if variable == POTENTIAL_ENERGY:
        potential(table[row : row + 1], q, value_out)
        return 0
    e = table[row]
    s = local[0] / e.L + 0.5
    d2, d3 = _along(e, s, 1, q, True), _along(e, s, 2, q, True)
    if not spans(d2, d3):
        return fail(ZERO_SLOPE, e.number)
    found = 0.0, 0.0, 0.0
    if variable == POSITION:
        found = _point(e, s, local, q, True)
    elif variable == DISPLACEMENT:
        found = _point(e, s, local, q, False)
    elif variable == VELOCITY or variable == VELOCITY_LOCAL:
        found = _point(e, s, local, v, False)
        if variable == VELOCITY_LOCAL:
            found = turned_back(frame_of(d2, d3)[0], found)
    elif variable == ACCELERATION:
        found = _point(e, s, local, a, False)
    elif variable == STRAIN or variable == CURVATURE or variable == FORCE or variable == TORQUE:
        _section(e, variable, q, v, value_out)
        return 0
    else:
        rates = _along(e, s, 1, v, False), _along(e, s, 2, v, False)
        seconds = _along(e, s, 1, a, False), _along(e, s, 2, a, False)
        director_output(variable, d2, d3, rates, seconds, value_out)
        return 0
    value_out[0], value_out[1], value_out[2] = found
    return 0


def _section(e, variable, q, v, value_out):
    """Strains and section forces in the middle."""
    z = _vectors(e, q, True)
    frame = frame_of(z[1], z[2])
    x = _in_axes(frame, z)
    found = _strains(frame, x)
    if variable == FORCE or variable == TORQUE:
        found = _section_force(e, frame, x, _in_axes(frame, _vectors(e, v, False)))
    if variable == STRAIN:
        value_out[0], value_out[4], value_out[5] = found[0], found[2], found[1]
    elif variable == FORCE:
        value_out[0], value_out[1], value_out[2] = found[0], found[1], found[2]
    else:
        value_out[0], value_out[1], value_out[2] = found[3], found[4], found[5]
