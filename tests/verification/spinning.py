"""A node whose coordinates are composed, and a body that spins on it: A exp(x~), w in body axes.

The coordinates are a rotation vector nu = reference + q, the velocities the angular velocity w in
body axes, which is not nu'. The pose is a unit quaternion and what was rounded off it.

    J w' + w x J w = -m g l e_z x A^T k,   U = m g l k . A e_z     (k is the global z axis)
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from linkwork.bodies.body import Body
from linkwork.core.declare.item import Output, Visualization, define, parameter
from linkwork.core.declare.parameters import Array, Index, Real
from linkwork.core.enums import OutputVariableType as Variable
from linkwork.core.records import i4, i8
from linkwork.math.exact import two_sum
from linkwork.nodes.node import Node

SMALL = 1.0e-2


class Spin(Node):
    """A node with a rotation vector."""

    type_name = "Spin"
    V = Visualization
    extra_columns = (("first", i8), ("first_pose", i8))
    coordinates = 3
    composed = (0, 1, 2)
    pose_size = 8
    outputs = {Variable.Coordinates: Output("q", "rad", 3, "rotation vector without reference")}

    referenceCoordinates: Any = parameter(
        [0.0] * 3,
        Array((3,)),
        symbol="nu_ref",
        structural=True,
        doc="rotation at zero displacement",
    )
    initialCoordinates: Any = parameter(
        [0.0] * 3, Array((3,)), symbol="nu_ini", structural=True, doc="displacement at the start"
    )
    initialVelocities: Any = parameter(
        [0.0] * 3, Array((3,)), symbol="w_ini", structural=True, doc="angular velocity at the start"
    )

    def reference(self) -> np.ndarray:
        return np.asarray(self.referenceCoordinates, float)

    def initial(self) -> tuple[np.ndarray, np.ndarray]:
        return np.asarray(self.initialCoordinates, float), np.asarray(self.initialVelocities, float)


def cross(a, b):
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


def _half(x):
    """(cos(|x|/2) - 1, sin(|x|/2)/|x|)"""
    size = math.sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2])
    quarter = math.sin(0.25 * size)
    return -2.0 * quarter * quarter, math.sin(0.5 * size) / size if size > 1e-8 else 0.5


def _product(p, w, e):
    """Quaternion p times (w, e)."""
    v = p[1], p[2], p[3]
    c = cross(v, e)
    return (
        p[0] * w - (v[0] * e[0] + v[1] * e[1] + v[2] * e[2]),
        p[0] * e[0] + w * v[0] + c[0],
        p[0] * e[1] + w * v[1] + c[1],
        p[0] * e[2] + w * v[2] + c[2],
    )


def _vector(p):
    """Rotation vector of a quaternion, up to 2 pi long."""
    size = math.sqrt(p[1] * p[1] + p[2] * p[2] + p[3] * p[3])
    factor = 2.0 * math.atan2(size, p[0]) / size if size > 1e-8 else 2.0
    return factor * p[1], factor * p[2], factor * p[3]


def _at(array, k):
    return array[k], array[k + 1], array[k + 2]


def _pose(poses, k):
    return poses[k], poses[k + 1], poses[k + 2], poses[k + 3]


def compose(table, bend, turning, increment, reference, poses_out, q_out, q_low_out):
    for i in range(table.size):
        k, n = table[i].first_pose, table[i].first
        x, c = _at(increment, n), cross(_at(turning, n), _at(increment, n))
        x = x[0] + bend * c[0], x[1] + bend * c[1], x[2] + bend * c[2]
        w, factor = _half(x)
        moved = _product(_pose(poses_out, k), w, (factor * x[0], factor * x[1], factor * x[2]))
        for r in range(4):
            poses_out[k + r], poses_out[k + 4 + r] = two_sum(
                poses_out[k + r], moved[r] + poses_out[k + 4 + r]
            )
        p = _pose(poses_out, k)
        excess = 0.5 * (p[0] * p[0] + p[1] * p[1] + p[2] * p[2] + p[3] * p[3] - 1.0)
        nu = _vector(p)
        for r in range(4):
            poses_out[k + 4 + r] -= excess * p[r]
        for r in range(3):
            q_out[n + r], q_low_out[n + r] = nu[r] - reference[n + r], 0.0


def settle(table, q, reference, poses_out):
    for i in range(table.size):
        k, n = table[i].first_pose, table[i].first
        x = q[n] + reference[n], q[n + 1] + reference[n + 1], q[n + 2] + reference[n + 2]
        w, factor = _half(x)
        poses_out[k] = 1.0 + w
        for r in range(3):
            poses_out[k + 1 + r] = factor * x[r]
        for r in range(4):
            poses_out[k + 4 + r] = 0.0


def slopes(table, increment, v, slopes_out):
    """T^-1 w = w + 1/2 x cross w + c4 x cross (x cross w)"""
    for i in range(table.size):
        n = table[i].first
        x, w = _at(increment, n), _at(v, n)
        square = x[0] * x[0] + x[1] * x[1] + x[2] * x[2]
        size = math.sqrt(square)
        c4 = 1.0 / 12.0 + square / 720.0 + square * square / 30240.0
        if size > SMALL:
            c4 = (1.0 - 0.5 * size / math.tan(0.5 * size)) / square
        once = cross(x, w)
        twice = cross(x, once)
        for r in range(3):
            slopes_out[n + r] = w[r] + 0.5 * once[r] + c4 * twice[r]


def difference(table, poses_from, poses_to, increment_out):
    for i in range(table.size):
        k, n = table[i].first_pose, table[i].first
        a, b = _pose(poses_from, k), _pose(poses_to, k)
        x = _vector(_product((a[0], -a[1], -a[2], -a[3]), b[0], (b[1], b[2], b[3])))
        for r in range(3):
            increment_out[n + r] = x[r]


def output(table, row, q, value_out):
    for r in range(3):
        value_out[r] = q[table[row].first + r]


define(Spin, compose, settle, slopes, difference, output)


class Top(Body):
    """A body that turns about a fixed point, with principal inertias J and a weight m g l."""

    type_name = "Top"
    V = Visualization
    node_kinds = (Spin,)
    has_points = False
    extra_columns = (("first", i8), ("first_pose", i8))
    own = {"slots": (i4, (3, 3))}
    outputs = {}

    inertia: Any = parameter(
        [1.0] * 3, Array((3,)), symbol="J", unit="kg m^2", doc="principal inertias"
    )
    weight: float = parameter(0.0, Real, symbol="mgl", unit="N m", doc="m g l")
    nodeNumber: int = parameter(-1, Index("node"), symbol="n_0", structural=True, doc="its node")

    @classmethod
    def masses_vary(cls, table: Any) -> bool:
        return False


def _up(poses, k):
    """A^T k: the global z axis in body axes."""
    w, x, y, z = _pose(poses, k)
    return 2.0 * (x * z - w * y), 2.0 * (y * z + w * x), 1.0 - 2.0 * (x * x + y * y)


def inertia(table, a, residual_out):
    for i in range(table.size):
        for r in range(3):
            residual_out[table[i].first + r] += table[i].J[r] * a[table[i].first + r]


def residual(table, v, poses, residual_out):
    for i in range(table.size):
        e = table[i]
        w = _at(v, e.first)
        gyro = cross(w, (e.J[0] * w[0], e.J[1] * w[1], e.J[2] * w[2]))
        pull = cross((0.0, 0.0, 1.0), _up(poses, e.first_pose))
        for r in range(3):
            residual_out[e.first + r] += gyro[r] + e.mgl * pull[r]


def jacobian(table, v, poses, ca, cq, cv, slots, values_out):
    for i in range(table.size):
        e = table[i]
        w = _at(v, e.first)
        turn = e.J[0] * w[0], e.J[1] * w[1], e.J[2] * w[2]
        up = _up(poses, e.first_pose)
        for c in range(3):
            unit = 1.0 if c == 0 else 0.0, 1.0 if c == 1 else 0.0, 1.0 if c == 2 else 0.0
            first = cross(unit, turn)
            second = cross(w, (e.J[0] * unit[0], e.J[1] * unit[1], e.J[2] * unit[2]))
            tilt = cross((0.0, 0.0, 1.0), cross(up, unit))
            for r in range(3):
                entry = cv * (first[r] + second[r]) + cq * e.mgl * tilt[r]
                if r == c:
                    entry += ca * e.J[r]
                if slots[i, r, c] >= 0:
                    values_out[slots[i, r, c]] += entry


define(Top, inertia, residual, jacobian)
