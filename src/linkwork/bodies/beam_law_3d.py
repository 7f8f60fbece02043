"""Forces of beams in space; `beam_geometrically_exact.py` has the law.

Twists of the nodes, forces on them and h are dual vectors (`math/screws.py`). Parameters of the
rotation of node n are those of `math/rotation_parameters.py`.
"""

from __future__ import annotations

from linkwork.bodies.section_law import DAMPING, INERTIA, MASS, STIFFNESS, section_times
from linkwork.math import screws
from linkwork.math.rotation_parameters import (
    bias,
    columns,
    matrix,
    of_coordinates,
    parameters_of,
    placed,
    spin,
)
from linkwork.math.screws import first, inverse, joined, minus, plus, second, times
from linkwork.math.vec3 import add, cross, dot, three, turned, turned_back

LEAST_STRAIN = 1.0e-5
"""Strain whose forces are the least that count as load of a beam: near a state without stress only
rounding is left of the forces."""


def rotation_at(e, n, q, poses):
    """Parameters of the rotation of node n"""
    x = parameters_of(e.kind[n], e.first[n], e.reference[n], e.first_pose[n], q, poses)
    return placed(e.kind[n], x)


def position_of(e, n, q):
    return add(three(e.reference[n], 0), three(q, e.first[n]))


def motion_between(e, R0, R1, q):
    """h"""
    return screws.logarithm(R0, position_of(e, 0, q), R1, position_of(e, 1, q))


def twist_of(e, n, R, place, v):
    """Twist of a node in its axes"""
    w = spin(columns(e.kind[n], place), of_coordinates(e.kind[n], e.first[n], v))
    return joined(w, turned_back(R, three(v, e.first[n])))


def rate_of(h, t0, t1):
    """h_t of the twists of the nodes"""
    return minus(inverse(h, t1), inverse(times(-1.0, h), t0))


def stretched(e, h):
    """Strains times L: translation, then rotation"""
    return h[3] - e.L, h[4], h[5], h[0], h[1], h[2]


def swapped(a):
    """Translation first and rotation second, or the opposite"""
    return joined(second(a), first(a))


def is_damped(e):
    total = 0.0
    for k in range(DAMPING, INERTIA):
        total += abs(e.section[k])
    return total != 0.0


def section_force(e, h, h_t):
    """n = f + i m: force and moment of the section"""
    n = section_times(e.section, STIFFNESS, stretched(e, h))
    return times(1.0 / e.L, plus(n, section_times(e.section, DAMPING, swapped(h_t))))


def turning(e, x):
    """L/2 rhoJ x: half of the rotary inertia"""
    s, half = e.section, 0.5 * e.L
    return (
        half * (s[72] * x[0] + s[73] * x[1] + s[74] * x[2]),
        half * (s[75] * x[0] + s[76] * x[1] + s[77] * x[2]),
        half * (s[78] * x[0] + s[79] * x[1] + s[80] * x[2]),
    )


def _add_forces(e, q, v, poses, residual_out):
    """Add elastic forces and damping; returns their square."""
    p0, p1 = rotation_at(e, 0, q, poses), rotation_at(e, 1, q, poses)
    R0, R1 = matrix(e.kind[0], p0), matrix(e.kind[1], p1)
    h, h_t = motion_between(e, R0, R1, q), (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    if is_damped(e):
        h_t = rate_of(h, twist_of(e, 0, R0, p0, v), twist_of(e, 1, R1, p1, v))
    n = section_force(e, h, h_t)
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
            place = rotation_at(e, n, q, poses)
            g, rate = columns(e.kind[n], place), of_coordinates(e.kind[n], e.first[n], v)
            w = spin(g, rate)
            moment = add(cross(w, turning(e, w)), turning(e, bias(e.kind[n], place, rate)))
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
            g = columns(e.kind[n], rotation_at(e, n, q, poses))
            N = turning(e, spin(g, of_coordinates(e.kind[n], e.first[n], a)))
            for r in range(3):
                residual_out[e.first[n] + r] += m * a[e.first[n] + r]
            for k in range(e.count[n]):
                residual_out[e.first[n] + 3 + k] += dot(g[k], N)


# ------------------------------------------------------------------------------- outputs
