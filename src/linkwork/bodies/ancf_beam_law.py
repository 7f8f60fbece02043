"""Kernels of beams with slopes of the section.

`ancf_beam.py` has the law, `ancf_beam_strains.py` the strains and their derivatives.
"""

from __future__ import annotations

from linkwork.bodies.ancf_beam_strains import (
    bend_of,
    changes_of,
    in_section_axes,
    part_of,
    product,
    section_force,
    slope_of,
    slopes_at,
    strains_of,
    stresses_of,
    unit_change,
    vectors_of,
)
from linkwork.bodies.point_mass import KINETIC_ENERGY
from linkwork.bodies.section_law import DAMPING, STIFFNESS, section_times
from linkwork.core.enums import OutputVariableType as Variable
from linkwork.core.status import ZERO_SLOPE, fail
from linkwork.math.directors import frame_of, spans
from linkwork.math.vec3 import add, dot, scaled, three, turned_back
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


def _shares(e, k):
    """Weights of both nodes in vector k of z"""
    if k == 1 or k == 2:
        return 0.5, 0.5
    return -1.0 / e.L, 1.0 / e.L


def residual(table, q, v, loads_out, load_out, residual_out):
    for i in range(table.size):
        e = table[i]
        z = vectors_of(e, q, True)
        if not spans(z[1], z[2]):
            return fail(ZERO_SLOPE, e.number)
        frame = frame_of(z[1], z[2])
        x = in_section_axes(frame, z)
        n = section_force(e, frame, x, in_section_axes(frame, vectors_of(e, v, False)))
        size = LEAST_STRAIN**2 * (e.section[0] ** 2 + e.section[7] ** 2 + e.section[14] ** 2)
        for k in range(5):
            w0, w1 = _shares(e, k)
            for c in range(3):
                u = unit_change(frame, k, c)
                f = e.L * product(n, slope_of(frame, x, changes_of(frame, x, u)))
                place = 3 * part_of(k) + c
                residual_out[e.index[place]] += w0 * f
                residual_out[e.index[9 + place]] += w1 * f
                size += (w0 * f) ** 2 + (w1 * f) ** 2
        for node in range(2):
            d2, d3 = slopes_at(e, node, q)
            k = 9 * node
            u2, u3 = three(v, e.index[k + 3]), three(v, e.index[k + 6])
            yy, zz, yz = stresses_of(e, d2, d3, u2, u3)
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
    z = vectors_of(e, q, True)
    frame = frame_of(z[1], z[2])
    x, rate = in_section_axes(frame, z), in_section_axes(frame, vectors_of(e, v, False))
    n, moving = section_force(e, frame, x, rate), changes_of(frame, x, rate)
    for k in range(15):
        change = changes_of(frame, x, unit_change(frame, k // 3, k % 3))
        slope = slope_of(frame, x, change)
        for r in range(6):
            work_out[15 * r + k] = slope[r]
    for column in range(15):
        v_c = unit_change(frame, column // 3, column % 3)
        other = v_c, changes_of(frame, x, v_c)
        slope = slope_of(frame, x, other[1])
        turning = bend_of(frame, x, rate, moving, other)
        g, h = section_times(e.section, STIFFNESS, slope), section_times(e.section, DAMPING, slope)
        more = section_times(e.section, DAMPING, turning)
        for row in range(15):
            u = unit_change(frame, row // 3, row % 3)
            bend = bend_of(frame, x, u, changes_of(frame, x, u), other)
            total = cq * product(n, bend)
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
                    row, column = 3 * part_of(k) + r, 3 * part_of(m) + c
                    values_out[slots[row, column]] += left[0] * right[0] * value
                    values_out[slots[row, 9 + column]] += left[0] * right[1] * value
                    values_out[slots[9 + row, column]] += left[1] * right[0] * value
                    values_out[slots[9 + row, 9 + column]] += left[1] * right[1] * value


def _put_shape(e, node, q, v, cq, cv, slots, values_out):
    """Add the matrix of the shape of the section at a node."""
    d2, d3 = slopes_at(e, node, q)
    k, half = 9 * node, 0.5 * e.L
    u2, u3 = three(v, e.index[k + 3]), three(v, e.index[k + 6])
    yy, zz, yz = stresses_of(e, d2, d3, u2, u3)
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
                a, b = three(v, e.index[3 * k]), three(v, e.index[9 + 3 * k])
                c, d = three(v, e.index[3 * m]), three(v, e.index[9 + 3 * m])
                total = 2.0 * dot(a, c) + dot(a, d) + dot(b, c) + 2.0 * dot(b, d)
                energy_out[i] += e.L / 12.0 * _mass(e, k, m) * total


def potential(table, q, energy_out):
    """Elastic energy of each row [J]."""
    for i in range(table.size):
        e = table[i]
        z = vectors_of(e, q, True)
        frame = frame_of(z[1], z[2])
        strains = strains_of(frame, in_section_axes(frame, z))
        energy_out[i] = 0.5 * e.L * product(strains, section_times(e.section, STIFFNESS, strains))
        for node in range(2):
            d2, d3 = slopes_at(e, node, q)
            still = 0.0, 0.0, 0.0
            yy, zz, yz = stresses_of(e, d2, d3, still, still)
            energy_out[i] += 0.25 * (yy * (dot(d2, d2) - 1.0) + zz * (dot(d3, d3) - 1.0))
            energy_out[i] += 0.25 * yz * dot(d2, d3)


# ------------------------------------------------------------------------------- outputs


def _along(e, s, part, values, with_home):
    """A vector of the nodes at s, from 0 to 1"""
    x, y = three(values, e.index[3 * part]), three(values, e.index[9 + 3 * part])
    if with_home:
        x, y = add(x, three(e.home, 3 * part)), add(y, three(e.home, 9 + 3 * part))
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
    z = vectors_of(e, q, True)
    frame = frame_of(z[1], z[2])
    x = in_section_axes(frame, z)
    found = strains_of(frame, x)
    if variable == FORCE or variable == TORQUE:
        found = section_force(e, frame, x, in_section_axes(frame, vectors_of(e, v, False)))
    if variable == STRAIN:
        value_out[0], value_out[4], value_out[5] = found[0], found[2], found[1]
    elif variable == FORCE:
        value_out[0], value_out[1], value_out[2] = found[0], found[1], found[2]
    else:
        value_out[0], value_out[1], value_out[2] = found[3], found[4], found[5]
