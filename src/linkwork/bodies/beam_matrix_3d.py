"""The matrix of beams in space; `beam_law_3d.py` has their forces.

A change of a rotation parameter turns its node by column k of Gb. Row and column 7 n + k of a
matrix belong to coordinate k of node n.
"""

from __future__ import annotations

from linkwork.bodies.beam_law_3d import (
    is_damped,
    motion_between,
    rate_of,
    rotation_at,
    section_force,
    swapped,
    turning,
    twist_of,
)
from linkwork.bodies.section_law import DAMPING, MASS, STIFFNESS, section_times
from linkwork.math.rotation_parameters import (
    bias,
    bias_rate_slope,
    bias_slope,
    column,
    columns,
    matrix,
    moment_slope,
    of_coordinates,
    spin,
    spin_slope,
)
from linkwork.math.screws import first, inverse, inverse_slope, joined, minus, plus, second, times
from linkwork.math.vec3 import add, cross, dot, scaled, turned


def jacobian(table, q, v, a, poses, ca, cq, cv, slots, values_out):
    for i in range(table.size):
        e = table[i]
        for n in range(2):
            place = rotation_at(e, n, q, poses)
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
        momentum = scaled(ca, turning(e, g[c]))
        for k in range(e.count[n]):
            values_out[slots[7 * n + 3 + k, 7 * n + 3 + c]] += dot(g[k], momentum)


def _add_whirl(e, n, place, g, v, a, cq, cv, slots, values_out):
    """Derivatives of the moment of inertia by coordinates and velocities of a node"""
    kind = e.kind[n]
    rate, further = of_coordinates(kind, e.first[n], v), of_coordinates(kind, e.first[n], a)
    w, turn = spin(g, rate), spin(g, further)
    momentum = turning(e, w)
    N = add(turning(e, add(turn, bias(kind, place, rate))), cross(w, momentum))
    for c in range(e.count[n]):
        w_c = add(scaled(cq, spin_slope(kind, place, rate, w, c)), scaled(cv, g[c]))
        alpha = add(spin_slope(kind, place, further, turn, c), bias_slope(kind, place, rate, c))
        alpha = add(scaled(cq, alpha), scaled(cv, bias_rate_slope(kind, place, rate, c)))
        N_c = add(turning(e, alpha), add(cross(w_c, momentum), cross(w, turning(e, w_c))))
        for k in range(e.count[n]):
            bend = cq * moment_slope(kind, place, g[k], N, k, c)
            values_out[slots[7 * n + 3 + k, 7 * n + 3 + c]] += dot(g[k], N_c) + bend


def _add_stiffness(e, q, v, poses, cq, cv, slots, values_out):
    """Derivatives of the elastic forces and of damping"""
    still = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    p0, p1 = rotation_at(e, 0, q, poses), rotation_at(e, 1, q, poses)
    R0, R1 = matrix(e.kind[0], p0), matrix(e.kind[1], p1)
    h = motion_between(e, R0, R1, q)
    back, damped = times(-1.0, h), is_damped(e)
    t0 = t1 = h_t = still
    if damped:
        t0, t1 = twist_of(e, 0, R0, p0, v), twist_of(e, 1, R1, p1, v)
        h_t = rate_of(h, t0, t1)
    n = section_force(e, h, h_t)
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
            dn = section_times(e.section, STIFFNESS, swapped(strain))
            if damped:
                turned_rate = minus(
                    inverse_slope(h, dh, t1), inverse_slope(back, times(-1.0, dh), t0)
                )
                more = inverse(h, changed) if node == 1 else times(-1.0, inverse(back, changed))
                total = plus(times(cv, dh), times(cq, plus(turned_rate, more)))
                dn = plus(dn, section_times(e.section, DAMPING, swapped(total)))
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
