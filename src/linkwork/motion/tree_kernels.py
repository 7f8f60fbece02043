"""Kernels of frames on links of kinematic trees; `tree_link.py` has the law."""

from __future__ import annotations

from linkwork.math.pairs import plus
from linkwork.math.rotation_parameters import (
    columns,
    matrix,
    moment_slope,
    of_coordinates,
    spin,
    spin_slope,
)
from linkwork.math.vec3 import add, cross, dot, scaled, sub, turned, turned_back
from linkwork.motion.tree_placing import (
    BLOCK,
    NODE,
    SLOTS,
    joint_axis,
    joint_position,
    keep,
    move_joint,
    move_node,
    node_place,
    omega_of,
    origin_of,
    origin_pair,
    pair_entry,
    place_joint,
    place_joint_exactly,
    place_node_exactly,
    product_with,
    rotation_of,
    row_pairs,
    speed_of,
    turned_pair,
)
from linkwork.trees.records import PRISMATIC, REVOLUTE


def motion(table, q, v, poses, motion_jacobians_out, rotations_out, markers_out):
    angle = 0.0
    for i in range(table.size):
        e = table[i]
        if e.joint == SLOTS:
            continue
        if e.same == 0 and e.joint == NODE:
            place = node_place(e, q, poses)
            o = (
                e.reference[0] + q[e.first], e.reference[1] + q[e.first + 1],
                e.reference[2] + q[e.first + 2],
            )  # fmt: skip
            keep(e.place, matrix(e.kind, place), o, motion_jacobians_out)
            move_node(e, place, v, motion_jacobians_out)
        elif e.same == 0:
            place_joint(e, q, motion_jacobians_out)
            move_joint(e, v, motion_jacobians_out)
        if e.planar != 0:
            angle = (0.0 if e.head != 0 else angle) + (
                joint_position(e, q) if e.joint == REVOLUTE else 0.0
            )
        if e.last != 0:
            m, rotation = markers_out[e.marker], rotations_out[e.marker]
            R = product_with(rotation_of(e.place, motion_jacobians_out), e.turn)
            d = turned(R, e.arm)
            o = origin_of(e.place, motion_jacobians_out)
            for r in range(3):
                for c in range(3):
                    rotation.R[r, c] = R[r][c]
                rotation.arm[r], m.p[r] = d[r], o[r] + d[r]
            _finish(e, angle, motion_jacobians_out, rotation, m)


def _finish(e, angle, kept, rotation_out, m_out):
    """Velocities and angle of a marker"""
    W, speed = omega_of(e.place, kept), speed_of(e.place, m_out.p, kept)
    for r in range(3):
        rotation_out.omega[r], m_out.v[r] = W[r], speed[r]
    if e.planar != 0:
        rotation_out.angle = e.angle + angle


def exact_motion(
    table, q, q_low, v, poses, turn_grid, motion_jacobians_out, rotations_out, markers_out
):  # fmt: skip
    """The same with the rounding errors of positions and rotations."""
    angle = 0.0
    for i in range(table.size):
        e = table[i]
        if e.joint == SLOTS:
            continue
        if e.same == 0 and e.joint == NODE:
            place = place_node_exactly(
                e, q, q_low, poses, turn_grid, motion_jacobians_out, rotations_out[e.marker]
            )
            move_node(e, place, v, motion_jacobians_out)
        elif e.same == 0:
            place_joint_exactly(e, q, q_low, turn_grid, motion_jacobians_out)
            move_joint(e, v, motion_jacobians_out)
        if e.planar != 0:
            angle = (0.0 if e.head != 0 else angle) + (
                joint_position(e, q) if e.joint == REVOLUTE else 0.0
            )
        if e.last != 0:
            m, rotation = markers_out[e.marker], rotations_out[e.marker]
            for r in range(3):
                row = row_pairs(e.place, r, motion_jacobians_out)
                for c in range(3):
                    rotation.R[r, c], rotation.R_low[r, c] = pair_entry(row, e.turn, c)
                turned_arm = turned_pair(
                    (rotation.R[r, 0], rotation.R_low[r, 0]),
                    (rotation.R[r, 1], rotation.R_low[r, 1]),
                    (rotation.R[r, 2], rotation.R_low[r, 2]), e.arm,
                )  # fmt: skip
                rotation.arm[r] = turned_arm[0]
                o = origin_pair(e.place, r, motion_jacobians_out)
                m.p[r], m.p_low[r] = plus(o, turned_arm)
            _finish(e, angle, motion_jacobians_out, rotation, m)


def _joint_column(e, p, kept):
    """(J_i, a_i) of a joint, for a marker at p"""
    a = scaled(e.ratio, joint_axis(e, kept))
    if e.joint == PRISMATIC:
        return a, (0.0, 0.0, 0.0)
    return cross(a, sub(p, origin_of(e.place, kept))), a


def _write_column(e, J, a, columns_out):
    """Write a column, or add it to that of a joint with the same coordinate."""
    for r in range(3):
        if e.fresh != 0:
            columns_out[e.column, r], columns_out[e.column, 3 + r] = J[r], a[r]
        else:
            columns_out[e.column, r] += J[r]
            columns_out[e.column, 3 + r] += a[r]


def jacobians(table, q, poses, markers, motion_jacobians_out):
    for i in range(table.size):
        e = table[i]
        if e.joint == SLOTS:
            continue
        p = markers[e.marker].p
        if e.joint != NODE:
            J, a = _joint_column(e, p, motion_jacobians_out)
            _write_column(e, J, a, motion_jacobians_out)
            continue
        g = columns(e.kind, node_place(e, q, poses))
        R, d = (
            rotation_of(e.place, motion_jacobians_out),
            sub(p, origin_of(e.place, motion_jacobians_out)),
        )
        for k in range(e.count):
            turn = turned(R, g[k])
            arm = cross(turn, d)
            for r in range(3):
                motion_jacobians_out[e.column + 3 + k, r] = arm[r]
                motion_jacobians_out[e.column + 3 + k, 3 + r] = turn[r]


def rates(table, q, v, poses, markers, rotations, motion_jacobians, motion_rates_out):
    for i in range(table.size):
        e = table[i]
        if e.joint == SLOTS:
            continue
        m, W = markers[e.marker], rotations[e.marker].omega
        if e.joint != NODE:
            J, a = _joint_column(e, m.p, motion_jacobians)
            w, u = omega_of(e.up, motion_jacobians), speed_of(e.up, m.p, motion_jacobians)
            arm = add(cross(a, sub(m.v, u)), cross(w, J))
            _write_column(e, arm, cross(a, sub(W, w)), motion_rates_out)
            continue
        place, rate = node_place(e, q, poses), of_coordinates(e.kind, e.first, v)
        g, R = columns(e.kind, place), rotation_of(e.place, motion_jacobians)
        w, d = spin(g, rate), sub(m.p, origin_of(e.place, motion_jacobians))
        base, u = turned(R, w), speed_of(e.place, m.p, motion_jacobians)
        for k in range(e.count):
            a = turned(R, g[k])
            spun = turned(R, add(cross(g[k], w), spin_slope(e.kind, place, rate, w, k)))
            arm = add(add(cross(spun, d), cross(base, cross(a, d))), cross(a, sub(m.v, u)))
            turn = add(spun, cross(a, sub(W, base)))
            for r in range(3):
                motion_rates_out[e.column + 3 + k, r] = arm[r]
                motion_rates_out[e.column + 3 + k, 3 + r] = turn[r]


def gather(
    table, frame, q, poses, markers, motion_jacobians, marker_force, marker_moment, residual_out
):  # fmt: skip
    """Apply forces and moments of markers to the coordinates; forces of joints count as loads."""
    for i in range(table.size):
        e = table[i]
        if e.joint == SLOTS:
            continue
        p, f, tau = markers[e.marker].p, marker_force[e.marker], marker_moment[e.marker]
        if e.joint != NODE:
            J, a = _joint_column(e, p, motion_jacobians)
            force = dot(J, f) + dot(a, tau)
            residual_out[e.coordinate] -= force
            frame.direct_load += force * force
            continue
        g = columns(e.kind, node_place(e, q, poses))
        d = sub(p, origin_of(e.place, motion_jacobians))
        n = turned_back(rotation_of(e.place, motion_jacobians), add(cross(d, f), tau))
        frame.direct_load += dot(n, n)
        for r in range(3):
            residual_out[e.first + r] -= f[r]
        for k in range(e.count):
            residual_out[e.first + 3 + k] -= dot(g[k], n)


def curvature(
    table, q, poses, markers, motion_jacobians, marker_force, marker_moment, cq, values_out
):  # fmt: skip
    """Add the derivative of -J^T w to the matrix, block by block, with w as evaluated last."""
    for i in range(table.size):
        e = table[i]
        if e.joint != SLOTS:
            continue
        head = i - e.back
        base = table[head]
        p, f, tau = markers[e.marker].p, marker_force[e.marker], marker_moment[e.marker]
        size = e.count + e.links
        for c in range(min(BLOCK, size - e.left)):
            m = e.left + c
            J_m, a_m = _item(table, head, e.count, m, p, q, poses, motion_jacobians)
            for r in range(min(BLOCK, size - e.top)):
                k = e.top + r
                if k < e.count and m < e.count:
                    slope = _bend(base, k, m, p, f, tau, q, poses, motion_jacobians)
                else:
                    J_k, a_k = _item(table, head, e.count, k, p, q, poses, motion_jacobians)
                    if m < k:
                        slope = dot(cross(a_m, J_k), f) + dot(cross(a_m, a_k), tau)
                    else:
                        slope = dot(cross(a_k, J_m), f)
                values_out[e.slots[r, c]] -= cq * slope


def _item(table, head, count, k, p, q, poses, kept):
    """(J_k, a_k) of a rotation parameter of the base, or of a joint"""
    if k >= count:
        return _joint_column(table[head + k - count + (1 if count > 0 else 0)], p, kept)
    e = table[head]
    a = turned(rotation_of(e.place, kept), columns(e.kind, node_place(e, q, poses))[k])
    return cross(a, sub(p, origin_of(e.place, kept))), a


def _bend(e, k, m, p, f, tau, q, poses, kept):
    """Derivative of the force on rotation parameter k of the base by parameter m"""
    R, place = rotation_of(e.place, kept), node_place(e, q, poses)
    g = columns(e.kind, place)
    b = turned_back(R, sub(p, origin_of(e.place, kept)))
    force, moment = turned_back(R, f), turned_back(R, tau)
    change = add(cross(b, cross(force, g[m])), cross(moment, g[m]))
    n = add(cross(b, force), moment)
    return moment_slope(e.kind, place, g[k], n, k, m) + dot(g[k], change)
