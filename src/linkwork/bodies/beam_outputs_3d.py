"""Energies and outputs of beams in space; `beam_law_3d.py` has their forces."""

from __future__ import annotations

from linkwork.bodies.beam_law_3d import (
    motion_between,
    position_of,
    rate_of,
    rotation_at,
    section_force,
    stretched,
    turning,
    twist_of,
)
from linkwork.bodies.point_mass import KINETIC_ENERGY
from linkwork.bodies.section_law import MASS, STIFFNESS, section_times
from linkwork.core.enums import OutputVariableType as Variable
from linkwork.math import euler_parameters, screws
from linkwork.math.exponential import quaternion, tangent
from linkwork.math.rotation_parameters import (
    bias,
    columns,
    matrix,
    of_coordinates,
    spin,
)
from linkwork.math.screws import first, inverse_slope, joined, minus, plus, second, times
from linkwork.math.tait_bryan import angles
from linkwork.math.vec3 import add, cross, dot, scaled, sub, three, turned, turned_back
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


def kinetic(table, q, v, poses, energy_out):
    """Kinetic energy of each row [J]."""
    for i in range(table.size):
        e = table[i]
        energy_out[i] = 0.0
        for n in range(2):
            g = columns(e.kind[n], rotation_at(e, n, q, poses))
            w, speed = spin(g, of_coordinates(e.kind[n], e.first[n], v)), three(v, e.first[n])
            moving = 0.5 * e.L * e.section[MASS] * dot(speed, speed)
            energy_out[i] += 0.5 * (moving + dot(w, turning(e, w)))


def potential(table, q, poses, energy_out):
    """Elastic energy of each row [J]."""
    for i in range(table.size):
        e = table[i]
        R0 = matrix(e.kind[0], rotation_at(e, 0, q, poses))
        R1 = matrix(e.kind[1], rotation_at(e, 1, q, poses))
        x = stretched(e, motion_between(e, R0, R1, q))
        n = section_times(e.section, STIFFNESS, x)
        total = 0.0
        for k in range(6):
            total += x[k] * n[k]
        energy_out[i] = 0.5 * total / e.L


def output(table, row, variable, local, q, v, a, poses, value_out):
    if variable == KINETIC_ENERGY:
        kinetic(table[row : row + 1], q, v, poses, value_out)
        return
    if variable == POTENTIAL_ENERGY:
        potential(table[row : row + 1], q, poses, value_out)
        return
    e = table[row]
    s, b = local[0] / e.L + 0.5, (0.0, local[1], local[2])
    p0, p1 = rotation_at(e, 0, q, poses), rotation_at(e, 1, q, poses)
    R0, R1 = matrix(e.kind[0], p0), matrix(e.kind[1], p1)
    h = motion_between(e, R0, R1, q)
    t0, t1 = twist_of(e, 0, R0, p0, v), twist_of(e, 1, R1, p1, v)
    h_t = rate_of(h, t0, t1)
    if variable == STRAIN or variable == CURVATURE or variable == FORCE or variable == TORQUE:
        found = times(1.0 / e.L, stretched(e, h))
        if variable == FORCE or variable == TORQUE:
            found = section_force(e, h, h_t)
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
        found = _point(R0, R, position_of(e, 0, q), h, s, b)
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
    motion = joined(three(h, 0), three(h, 3))
    R = _turned_by(e.A_ref, scaled(s, first(motion)))
    return _point(e.A_ref, R, three(e.reference[0], 0), motion, s, b)


def _acceleration(e, n, R, place, v, a, twist):
    """Rate of the twist of a node in its axes"""
    kind = e.kind[n]
    rate = of_coordinates(kind, e.first[n], v)
    alpha = spin(columns(kind, place), of_coordinates(kind, e.first[n], a))
    alpha = add(alpha, bias(kind, place, rate))
    pull = sub(turned_back(R, three(a, e.first[n])), cross(first(twist), second(twist)))
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
    h_tt = plus(rate_of(h, a0, a1), inverse_slope(h, h_t, t1))
    h_tt = minus(h_tt, inverse_slope(back, times(-1.0, h_t), t0))
    u_t = minus(h_tt, plus(screws.across(h_t, t0), screws.across(h, a0)))
    more = plus(screws.tangent_slope(sh, times(s, h_t), u), screws.tangent(sh, u_t))
    change = plus(a0, times(s, more))
    if variable == ANGULAR_ACCELERATION:
        return turned(R, first(change))
    pull = add(second(change), cross(first(change), b))
    return turned(R, add(pull, cross(w, speed)))
