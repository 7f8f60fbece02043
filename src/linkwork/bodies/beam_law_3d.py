"""Kernels of beams in space; `beam_geometrically_exact.py` has the law.

Twists of the nodes, forces on them and h are dual vectors (`math/screws.py`). Parameters of the
rotation of node n are those of `math/rotation_parameters.py`; a change of one of them turns the
node by column k of Gb. Row and column 7 n + k of a matrix belong to coordinate k of node n.
"""

from __future__ import annotations

from linkwork.bodies.point_mass import KINETIC_ENERGY
from linkwork.bodies.section_law import DAMPING, INERTIA, MASS, STIFFNESS, section_times
from linkwork.core.enums import OutputVariableType as Variable
from linkwork.math import euler_parameters, screws
from linkwork.math.exponential import quaternion, tangent
from linkwork.math.rotation_parameters import (
    bias,
    bias_rate_slope,
    bias_slope,
    column,
    columns,
    matrix,
    moment_slope,
    of_coordinates,
    parameters_of,
    placed,
    spin,
    spin_slope,
)
from linkwork.math.screws import first, inverse, inverse_slope, joined, minus, plus, second, times
from linkwork.math.tait_bryan import angles
from linkwork.math.vec3 import add, cross, dot, scaled, sub, turned, turned_back
from linkwork.nodes.point_node import (
    DISPLACEMENT,
    POSITION,
    ROTATION_MATRIX,
    VELOCITY,
)
from linkwork.nodes.pose_node import (
    ANGULAR_ACCELERATION,
    ANGULAR_VELOCITY,
    ANGULAR_VELOCITY_LOCAL,
    ROTATION,
)

VELOCITY_LOCAL = int(Variable.VelocityLocal)
STRAIN, CURVATURE = int(Variable.StrainLocal), int(Variable.CurvatureLocal)
FORCE, TORQUE = int(Variable.ForceLocal), int(Variable.TorqueLocal)
POTENTIAL_ENERGY = int(Variable.PotentialEnergy)

LEAST_STRAIN = 1.0e-5
"""Strain whose forces are the least that count as load of a beam: near a state without stress only
rounding is left of the forces."""


def _place(e, n, q, poses):
    x = parameters_of(e.kind[n], e.first[n], e.reference[n], e.first_pose[n], q, poses)
    return placed(e.kind[n], x)


def _at(array, k):
    return array[k], array[k + 1], array[k + 2]


def _position(e, n, q):
    return add(_at(e.reference[n], 0), _at(q, e.first[n]))


def _motion(e, R0, R1, q):
    """h"""
    return screws.logarithm(R0, _position(e, 0, q), R1, _position(e, 1, q))


def _twist(e, n, R, place, v):
    """Twist of a node in its axes"""
    w = spin(columns(e.kind[n], place), of_coordinates(e.kind[n], e.first[n], v))
    return joined(w, turned_back(R, _at(v, e.first[n])))


def _rate(h, t0, t1):
    """h_t of the twists of the nodes"""
    return minus(inverse(h, t1), inverse(times(-1.0, h), t0))


def _stretched(e, h):
    """Strains times L: translation, then rotation"""
    return h[3] - e.L, h[4], h[5], h[0], h[1], h[2]


def _swapped(a):
    """Translation first and rotation second, or the opposite"""
    return joined(second(a), first(a))


def _is_damped(e):
    total = 0.0
    for k in range(DAMPING, INERTIA):
        total += abs(e.section[k])
    return total != 0.0


def _section_force(e, h, h_t):
    """n = f + i m: force and moment of the section"""
    n = section_times(e.section, STIFFNESS, _stretched(e, h))
    return times(1.0 / e.L, plus(n, section_times(e.section, DAMPING, _swapped(h_t))))


def _turning(e, x):
    """L/2 rhoJ x: half of the rotary inertia"""
    s, half = e.section, 0.5 * e.L
    return (
        half * (s[72] * x[0] + s[73] * x[1] + s[74] * x[2]),
        half * (s[75] * x[0] + s[76] * x[1] + s[77] * x[2]),
        half * (s[78] * x[0] + s[79] * x[1] + s[80] * x[2]),
    )


def _add_forces(e, q, v, poses, residual_out):
    """Add elastic forces and damping; returns their square."""
    p0, p1 = _place(e, 0, q, poses), _place(e, 1, q, poses)
    R0, R1 = matrix(e.kind[0], p0), matrix(e.kind[1], p1)
    h, h_t = _motion(e, R0, R1, q), (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    if _is_damped(e):
        h_t = _rate(h, _twist(e, 0, R0, p0, v), _twist(e, 1, R1, p1, v))
    n = _section_force(e, h, h_t)
    size = LEAST_STRAIN**2 * (e.section[0] ** 2 + e.section[7] ** 2 + e.section[14] ** 2)
    for a in range(2):
        R, place = (R0, p0) if a == 0 else (R1, p1)
        w = times(-1.0, inverse(h, n)) if a == 0 else inverse(times(-1.0, h), n)
        force, moment = turned(R, first(w)), second(w)
        g = columns(e.kind[a], place)
        for r in range(3):
            residual_out[e.first[a] + r] += force[r]
        for k in range(e.count[a]):
            residual_out[e.first[a] + 3 + k] += dot(g[k], moment)
        size += dot(force, force) + dot(moment, moment)
    return size


def internal(table, q, v, poses, residual_out):
    """Add the forces that have a potential, and those of damping."""
    for i in range(table.size):
        _add_forces(table[i], q, v, poses, residual_out)


def residual(table, q, v, poses, loads_out, load_out, residual_out):
    """Add elastic forces, and the forces of inertia that velocities cause."""
    for i in range(table.size):
        e = table[i]
        size = _add_forces(e, q, v, poses, residual_out)
        for n in range(2):
            place = _place(e, n, q, poses)
            g, rate = columns(e.kind[n], place), of_coordinates(e.kind[n], e.first[n], v)
            w = spin(g, rate)
            moment = add(cross(w, _turning(e, w)), _turning(e, bias(e.kind[n], place, rate)))
            for k in range(e.count[n]):
                residual_out[e.first[n] + 3 + k] += dot(g[k], moment)
            size += dot(moment, moment)
        loads_out[i] = size
        load_out[0] += size


def inertia(table, q, a, poses, residual_out):
    for i in range(table.size):
        e = table[i]
        m = 0.5 * e.L * e.section[MASS]
        for n in range(2):
            g = columns(e.kind[n], _place(e, n, q, poses))
            N = _turning(e, spin(g, of_coordinates(e.kind[n], e.first[n], a)))
            for r in range(3):
                residual_out[e.first[n] + r] += m * a[e.first[n] + r]
            for k in range(e.count[n]):
                residual_out[e.first[n] + 3 + k] += dot(g[k], N)


def jacobian(table, q, v, a, poses, ca, cq, cv, slots, values_out):
    for i in range(table.size):
        e = table[i]
        for n in range(2):
            place = _place(e, n, q, poses)
            g = columns(e.kind[n], place)
            _add_masses(e, n, g, ca, slots[i], values_out)
            if cq != 0.0 or cv != 0.0:
                _add_whirl(e, n, place, g, v, a, cq, cv, slots[i], values_out)
        if cq != 0.0 or cv != 0.0:
            _add_stiffness(e, q, v, poses, cq, cv, slots[i], values_out)


def _add_masses(e, n, g, ca, slots, values_out):
    m = ca * 0.5 * e.L * e.section[MASS]
    for r in range(3):
        values_out[slots[7 * n + r, 7 * n + r]] += m
    for c in range(e.count[n]):
        momentum = scaled(ca, _turning(e, g[c]))
        for k in range(e.count[n]):
            values_out[slots[7 * n + 3 + k, 7 * n + 3 + c]] += dot(g[k], momentum)


def _add_whirl(e, n, place, g, v, a, cq, cv, slots, values_out):
    """Derivatives of the moment of inertia by coordinates and velocities of a node"""
    kind = e.kind[n]
    rate, further = of_coordinates(kind, e.first[n], v), of_coordinates(kind, e.first[n], a)
    w, turn = spin(g, rate), spin(g, further)
    momentum = _turning(e, w)
    N = add(_turning(e, add(turn, bias(kind, place, rate))), cross(w, momentum))
    for c in range(e.count[n]):
        w_c = add(scaled(cq, spin_slope(kind, place, rate, w, c)), scaled(cv, g[c]))
        alpha = add(spin_slope(kind, place, further, turn, c), bias_slope(kind, place, rate, c))
        alpha = add(scaled(cq, alpha), scaled(cv, bias_rate_slope(kind, place, rate, c)))
        N_c = add(_turning(e, alpha), add(cross(w_c, momentum), cross(w, _turning(e, w_c))))
        for k in range(e.count[n]):
            bend = cq * moment_slope(kind, place, g[k], N, k, c)
            values_out[slots[7 * n + 3 + k, 7 * n + 3 + c]] += dot(g[k], N_c) + bend


def _add_stiffness(e, q, v, poses, cq, cv, slots, values_out):
    """Derivatives of the elastic forces and of damping"""
    still = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    p0, p1 = _place(e, 0, q, poses), _place(e, 1, q, poses)
    R0, R1 = matrix(e.kind[0], p0), matrix(e.kind[1], p1)
    h = _motion(e, R0, R1, q)
    back, damped = times(-1.0, h), _is_damped(e)
    t0 = t1 = h_t = still
    if damped:
        t0, t1 = _twist(e, 0, R0, p0, v), _twist(e, 1, R1, p1, v)
        h_t = _rate(h, t0, t1)
    n = _section_force(e, h, h_t)
    w0, w1 = times(-1.0, inverse(h, n)), inverse(back, n)
    for node in range(2):
        R, place = (R0, p0) if node == 0 else (R1, p1)
        kind = e.kind[node]
        rate = of_coordinates(kind, e.first[node], v)
        omega = spin(columns(kind, place), rate)
        for c in range(3 + e.count[node]):
            turn, push, changed = (0.0, 0.0, 0.0), (0.0, 0.0, 0.0), still
            if c < 3:
                push = R[c][0], R[c][1], R[c][2]
            else:
                turn = column(kind, place, c - 3)
                own = spin_slope(kind, place, rate, omega, c - 3)
                changed = joined(own, cross(second(t0 if node == 0 else t1), turn))
            small = joined(turn, push)
            dh = inverse(h, small) if node == 1 else times(-1.0, inverse(back, small))
            strain = times(cq, dh)
            dn = section_times(e.section, STIFFNESS, _swapped(strain))
            if damped:
                turned_rate = minus(
                    inverse_slope(h, dh, t1), inverse_slope(back, times(-1.0, dh), t0)
                )
                more = inverse(h, changed) if node == 1 else times(-1.0, inverse(back, changed))
                total = plus(times(cv, dh), times(cq, plus(turned_rate, more)))
                dn = plus(dn, section_times(e.section, DAMPING, _swapped(total)))
            dn = times(1.0 / e.L, dn)
            d0 = plus(inverse(h, dn), times(cq, inverse_slope(h, dh, n)))
            d1 = plus(inverse(back, dn), times(cq, inverse_slope(back, times(-1.0, dh), n)))
            _put_column(e, 0, node, c, R0, p0, w0, times(-1.0, d0), turn, cq, slots, values_out)
            _put_column(e, 1, node, c, R1, p1, w1, d1, turn, cq, slots, values_out)


def _put_column(e, on, node, c, R, place, w, dw, turn, cq, slots, values_out):
    """Add the changes of force and moment on node `on` by coordinate c of another or the same."""
    f = first(dw)
    if on == node:
        f = add(f, scaled(cq, cross(turn, first(w))))
    force, place_of = turned(R, f), 7 * node + c
    for r in range(3):
        values_out[slots[7 * on + r, place_of]] += force[r]
    g = columns(e.kind[on], place)
    for k in range(e.count[on]):
        x = dot(g[k], second(dw))
        if on == node and c >= 3:
            x += cq * moment_slope(e.kind[on], place, g[k], second(w), k, c - 3)
        values_out[slots[7 * on + 3 + k, place_of]] += x


def kinetic(table, q, v, poses, energy_out):
    """Kinetic energy of each row [J]."""
    for i in range(table.size):
        e = table[i]
        energy_out[i] = 0.0
        for n in range(2):
            g = columns(e.kind[n], _place(e, n, q, poses))
            w, speed = spin(g, of_coordinates(e.kind[n], e.first[n], v)), _at(v, e.first[n])
            moving = 0.5 * e.L * e.section[MASS] * dot(speed, speed)
            energy_out[i] += 0.5 * (moving + dot(w, _turning(e, w)))


def potential(table, q, poses, energy_out):
    """Elastic energy of each row [J]."""
    for i in range(table.size):
        e = table[i]
        R0 = matrix(e.kind[0], _place(e, 0, q, poses))
        R1 = matrix(e.kind[1], _place(e, 1, q, poses))
        x = _stretched(e, _motion(e, R0, R1, q))
        n = section_times(e.section, STIFFNESS, x)
        total = 0.0
        for k in range(6):
            total += x[k] * n[k]
        energy_out[i] = 0.5 * total / e.L


# ------------------------------------------------------------------------------- outputs


def output(table, row, variable, local, q, v, a, poses, value_out):
    if variable == KINETIC_ENERGY:
        kinetic(table[row : row + 1], q, v, poses, value_out)
        return
    if variable == POTENTIAL_ENERGY:
        potential(table[row : row + 1], q, poses, value_out)
        return
    e = table[row]
    s, b = local[0] / e.L + 0.5, (0.0, local[1], local[2])
    p0, p1 = _place(e, 0, q, poses), _place(e, 1, q, poses)
    R0, R1 = matrix(e.kind[0], p0), matrix(e.kind[1], p1)
    h = _motion(e, R0, R1, q)
    t0, t1 = _twist(e, 0, R0, p0, v), _twist(e, 1, R1, p1, v)
    h_t = _rate(h, t0, t1)
    if variable == STRAIN or variable == CURVATURE or variable == FORCE or variable == TORQUE:
        found = times(1.0 / e.L, _stretched(e, h))
        if variable == FORCE or variable == TORQUE:
            found = _section_force(e, h, h_t)
        part = first(found) if variable == STRAIN or variable == FORCE else second(found)
        if variable == STRAIN:
            value_out[0], value_out[4], value_out[5] = part[0], part[2], part[1]
        else:
            value_out[0], value_out[1], value_out[2] = part
        return
    R = _turned_by(R0, scaled(s, first(h)))
    if variable == ROTATION_MATRIX:
        for r in range(3):
            for c in range(3):
                value_out[3 * r + c] = R[r][c]
        return
    found = 0.0, 0.0, 0.0
    if variable == ROTATION:
        found = angles(R)
    elif variable == POSITION or variable == DISPLACEMENT:
        found = _point(R0, R, _position(e, 0, q), h, s, b)
        if variable == DISPLACEMENT:
            found = sub(found, _reference_point(e, s, b))
    else:
        found = _moved(e, variable, s, b, h, h_t, t0, t1, p0, p1, R0, R1, R, v, a)
    value_out[0], value_out[1], value_out[2] = found


def _turned_by(R, x):
    """R exp(x~)"""
    return screws.relative(_transposed(R), euler_parameters.matrix(quaternion(x)))


def _transposed(R):
    return (R[0][0], R[1][0], R[2][0]), (R[0][1], R[1][1], R[2][1]), (R[0][2], R[1][2], R[2][2])


def _point(R0, R, p0, h, s, b):
    """Position at s and b"""
    x, y = scaled(s, first(h)), scaled(s, second(h))
    return add(add(p0, turned(R0, tangent(scaled(-1.0, x), y))), turned(R, b))


def _reference_point(e, s, b):
    """The same in the reference coordinates"""
    h = e.h_ref
    motion = joined(_at(h, 0), _at(h, 3))
    R = _turned_by(e.A_ref, scaled(s, first(motion)))
    return _point(e.A_ref, R, _at(e.reference[0], 0), motion, s, b)


def _acceleration(e, n, R, place, v, a, twist):
    """Rate of the twist of a node in its axes"""
    kind = e.kind[n]
    rate = of_coordinates(kind, e.first[n], v)
    alpha = spin(columns(kind, place), of_coordinates(kind, e.first[n], a))
    alpha = add(alpha, bias(kind, place, rate))
    pull = sub(turned_back(R, _at(a, e.first[n])), cross(first(twist), second(twist)))
    return joined(alpha, pull)


def _moved(e, variable, s, b, h, h_t, t0, t1, p0, p1, R0, R1, R, v, a):
    """Velocities and accelerations at s and b"""
    u = minus(h_t, screws.across(h, t0))
    sh = times(s, h)
    twist = plus(t0, times(s, screws.tangent(sh, u)))
    w, speed = first(twist), add(second(twist), cross(first(twist), b))
    if variable == ANGULAR_VELOCITY_LOCAL:
        return w
    if variable == ANGULAR_VELOCITY:
        return turned(R, w)
    if variable == VELOCITY_LOCAL:
        return speed
    if variable == VELOCITY:
        return turned(R, speed)
    a0, a1 = _acceleration(e, 0, R0, p0, v, a, t0), _acceleration(e, 1, R1, p1, v, a, t1)
    back = times(-1.0, h)
    h_tt = plus(_rate(h, a0, a1), inverse_slope(h, h_t, t1))
    h_tt = minus(h_tt, inverse_slope(back, times(-1.0, h_t), t0))
    u_t = minus(h_tt, plus(screws.across(h_t, t0), screws.across(h, a0)))
    more = plus(screws.tangent_slope(sh, times(s, h_t), u), screws.tangent(sh, u_t))
    change = plus(a0, times(s, more))
    if variable == ANGULAR_ACCELERATION:
        return turned(R, first(change))
    pull = add(second(change), cross(first(change), b))
    return turned(R, add(pull, cross(w, speed)))
