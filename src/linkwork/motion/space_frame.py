"""Frames of rigid bodies that turn in space, with any kind of rotation parameters.

With the position r of the body's node, its rotation matrix A and angular velocity w = Gb rho_t in
body axes (`math/rotation_parameters.py`), and the local position b of the marker,

    p = r + A b,   v = r_t + A (w x b),   R = A,   omega = A w
    J = [[I, -A b~ Gb], [0, A Gb]]                            rows v, omega; columns r, rho
    n = b x A^T f + A^T tau                                   moment about the node in body axes
    residual -= (f, Gb^T n)

J depends on the rotation, so its derivatives contribute too. A change of rho_m turns the body by
g_m (column m of Gb) in body axes and changes w by w_m:

    dv/drho_m = A (g_m x (w x b) + w_m x b),  domega/drho_m = A (g_m x w + w_m)      motion_rates
    d(g_k . n)/drho_m = dg_k/drho_m . n + g_k . (b x (A^T f x g_m) + A^T tau x g_m)  curvature

Exact motion keeps the rounding errors of p and R, which models with constraints need. Rows of one
node are contiguous, so that its rotation is computed once.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from linkwork.core.records import f8, i8, record
from linkwork.math import euler_parameters, tait_bryan
from linkwork.math.exact import two_product, two_sum
from linkwork.math.exponential import quaternion
from linkwork.math.rotation_parameters import (
    ANGLES,
    COUNTS,
    VECTOR,
    columns,
    matrix,
    moment_slope,
    of_coordinates,
    parameters_of,
    placed,
    spin,
    spin_slope,
)
from linkwork.math.turning import sine_and_cosine
from linkwork.math.vec3 import add, cross, dot, turned, turned_back
from linkwork.motion.kind import Kind, Member, Motion, fill_squares
from linkwork.motion.point import Point

MOST = max(COUNTS)
"""Most rotation parameters of a node."""

POSE_SIZE = 8
"""Numbers of the pose of a rotation vector: a unit quaternion, and its rounding errors."""

ROW = record(
    ("marker", i8), ("first", i8), ("first_pose", i8), ("column", i8), ("kind", i8),
    ("count", i8), ("reference", f8, 3 + MOST), ("arm", f8, 3), ("same", i8), ("last", i8),
    ("slots", i8, (MOST, MOST)),
)  # fmt: skip
"""A marker that turns in space.

first -- first coordinate of its node; first_pose -- where its pose begins, if it has one
kind, count -- its rotation parameters and their number; reference -- reference coordinates
column -- first of the rows of its Jacobian; arm -- local position b
same -- whether the previous row has the same node; last -- whether the next one has another
slots -- places of the entries between the rotation parameters in the matrix
"""


class SpaceFrame(NamedTuple):
    """A frame that turns with the node of a rigid body.

    offset -- position at zero displacement [m]; first -- first coordinate of the node
    parameters -- kind of its rotation parameters; reference -- reference coordinates of the node
    arm -- its position in the axes of the node [m]
    """

    offset: np.ndarray
    first: int
    parameters: int
    reference: np.ndarray
    arm: tuple[float, float, float] = (0.0, 0.0, 0.0)

    @property
    def kind(self) -> Kind:
        return SPACE_FRAME

    @property
    def coordinates(self) -> range:
        return range(self.first, self.first + len(self.reference))

    @property
    def is_frame(self) -> bool:
        return True

    @property
    def turns(self) -> bool:
        return True

    @property
    def is_planar(self) -> bool:
        return False

    def start(self, rotation: Any) -> None:
        rotation.R[:] = self.reference_rotation()
        rotation.arm[:] = rotation.R @ self.arm

    def without_rotation(self) -> Motion:
        return self if any(self.arm) else Point(self.offset, self.first, 3)

    def reference_place(self) -> np.ndarray:
        return self.offset

    def reference_rotation(self) -> np.ndarray:
        x = np.zeros(MOST)
        x[: len(self.reference) - 3] = self.reference[3:]
        if self.parameters == VECTOR:
            x[:] = quaternion(self.reference[3:])
        return np.array(matrix(self.parameters, placed(self.parameters, x)))

    def at(self, local: np.ndarray) -> SpaceFrame:
        """The frame at a local position of the body whose frame is this one."""
        x, y, z = (float(each) for each in local)
        offset = self.reference[:3] + self.reference_rotation() @ local
        return self._replace(arm=(x, y, z), offset=offset)


def _place(e, q, poses):
    x = parameters_of(e.kind, e.first, e.reference, e.first_pose, q, poses)
    return placed(e.kind, x)


def _copy(source, low, R_out, R_low_out):
    for r in range(3):
        for c in range(3):
            R_out[r, c], R_low_out[r, c] = source[r, c], low[r, c]


def motion(table, q, v, poses, rotations_out, markers_out):
    w = W = 0.0, 0.0, 0.0
    R = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)
    for i in range(table.size):
        e = table[i]
        m, rotation = markers_out[e.marker], rotations_out[e.marker]
        if e.same == 0:
            place = _place(e, q, poses)
            R = matrix(e.kind, place)
            w = spin(columns(e.kind, place), of_coordinates(e.kind, e.first, v))
            W = turned(R, w)
        d = turned(R, e.arm)
        speed = cross(W, d)
        for r in range(3):
            for c in range(3):
                rotation.R[r, c] = R[r][c]
            rotation.omega[r], rotation.arm[r] = W[r], d[r]
            m.p[r] = e.reference[r] + q[e.first + r] + d[r]
            m.v[r] = v[e.first + r] + speed[r]


def exact_motion(table, q, q_low, v, poses, turn_grid, rotations_out, markers_out):
    """The same with the rounding errors of positions and rotations."""
    W = 0.0, 0.0, 0.0
    for i in range(table.size):
        e = table[i]
        m, rotation = markers_out[e.marker], rotations_out[e.marker]
        if e.same == 0:
            place = write_rotation(e, q, q_low, poses, turn_grid, rotation.R, rotation.R_low)
            w = spin(columns(e.kind, place), of_coordinates(e.kind, e.first, v))
            W = turned(rotation.R, w)
        else:
            last = rotations_out[table[i - 1].marker]
            _copy(last.R, last.R_low, rotation.R, rotation.R_low)
        for r in range(3):
            rotation.omega[r] = W[r]
            d, low = turned_row(rotation.R, rotation.R_low, e.arm, r)
            rotation.arm[r] = d
            p, rest = two_sum(e.reference[r], q[e.first + r])
            low += rest + q_low[e.first + r]
            m.p[r], rest = two_sum(p, d)
            m.p_low[r] = rest + low
        speed = cross(W, rotation.arm)
        for r in range(3):
            m.v[r] = v[e.first + r] + speed[r]


def turned_row(R, R_low, b, r):
    """Component r of A b and its rounding error"""
    x, x_low = two_product(R[r, 0], b[0])
    y, y_low = two_product(R[r, 1], b[1])
    z, z_low = two_product(R[r, 2], b[2])
    x, rest = two_sum(x, y)
    low = rest + (x_low + y_low + z_low)
    x, rest = two_sum(x, z)
    low += rest + (R_low[r, 0] * b[0] + R_low[r, 1] * b[1] + R_low[r, 2] * b[2])
    return x, low


def write_rotation(e, q, q_low, poses, turn_grid, R_out, R_low_out):
    """Write A and its rounding errors; returns what Gb depends on."""
    if e.kind == ANGLES:
        x, y = _turn(e, 3, q, q_low, turn_grid), _turn(e, 4, q, q_low, turn_grid)
        z = _turn(e, 5, q, q_low, turn_grid)
        turns = x[0], x[1], y[0], y[1], z[0], z[1]
        tait_bryan.write_matrix(turns, R_out, R_low_out)
        return x[0][0], x[1][0], y[0][0], y[1][0], z[0][0], z[1][0]
    if e.kind == VECTOR:
        k = e.first_pose
        theta = (
            (poses[k], poses[k + 4]), (poses[k + 1], poses[k + 5]),
            (poses[k + 2], poses[k + 6]), (poses[k + 3], poses[k + 7]),
        )  # fmt: skip
    else:
        theta = (
            _total(e, 3, q, q_low), _total(e, 4, q, q_low), _total(e, 5, q, q_low),
            _total(e, 6, q, q_low),
        )  # fmt: skip
    euler_parameters.write_matrix(theta, R_out, R_low_out)
    plain = theta[0][0], theta[1][0], theta[2][0], theta[3][0]
    return placed(e.kind, plain)


def _total(e, k, q, q_low):
    """Coordinate k of the node with its reference value, and its rounding error"""
    high, low = two_sum(e.reference[k], q[e.first + k])
    return high, low + q_low[e.first + k]


def _turn(e, k, q, q_low, turn_grid):
    """Sine and cosine of an angle as pairs"""
    high, low = _total(e, k, q, q_low)
    s, s_low, c, c_low = sine_and_cosine(high, low, turn_grid)
    return (s, s_low), (c, c_low)


def jacobians(table, q, poses, rotations, motion_jacobians_out):
    for i in range(table.size):
        e = table[i]
        R, g = rotations[e.marker].R, columns(e.kind, _place(e, q, poses))
        for k in range(e.count):
            arm, turn = turned(R, cross(g[k], e.arm)), turned(R, g[k])
            for r in range(3):
                motion_jacobians_out[e.column + 3 + k, r] = arm[r]
                motion_jacobians_out[e.column + 3 + k, 3 + r] = turn[r]


def rates(table, q, v, poses, rotations, motion_rates_out):
    for i in range(table.size):
        e = table[i]
        R, place = rotations[e.marker].R, _place(e, q, poses)
        g, rate = columns(e.kind, place), of_coordinates(e.kind, e.first, v)
        w = spin(g, rate)
        speed = cross(w, e.arm)
        for k in range(e.count):
            w_k = spin_slope(e.kind, place, rate, w, k)
            arm = turned(R, add(cross(g[k], speed), cross(w_k, e.arm)))
            turn = turned(R, add(cross(g[k], w), w_k))
            for r in range(3):
                motion_rates_out[e.column + 3 + k, r] = arm[r]
                motion_rates_out[e.column + 3 + k, 3 + r] = turn[r]


def gather(table, frame, q, poses, rotations, marker_force, marker_moment, residual_out):
    """Apply forces and moments of markers to the coordinates; moments count as separate loads."""
    total = moment = 0.0, 0.0, 0.0
    for i in range(table.size):
        e = table[i]
        R = rotations[e.marker].R
        f = marker_force[e.marker, 0], marker_force[e.marker, 1], marker_force[e.marker, 2]
        tau = marker_moment[e.marker, 0], marker_moment[e.marker, 1], marker_moment[e.marker, 2]
        n = add(cross(e.arm, turned_back(R, f)), turned_back(R, tau))
        frame.direct_load += dot(n, n)
        total, moment = (add(total, f), add(moment, n)) if e.same != 0 else (f, n)
        if e.last != 0:
            g = columns(e.kind, _place(e, q, poses))
            for r in range(3):
                residual_out[e.first + r] -= total[r]
            for k in range(e.count):
                residual_out[e.first + 3 + k] -= dot(g[k], moment)


def curvature(table, q, poses, rotations, marker_force, marker_moment, cq, values_out):
    """Add the derivative of -J^T w by the rotation to the matrix, with w as evaluated last."""
    for i in range(table.size):
        e = table[i]
        R, place = rotations[e.marker].R, _place(e, q, poses)
        g = columns(e.kind, place)
        f, tau = turned_back(R, marker_force[e.marker]), turned_back(R, marker_moment[e.marker])
        n = add(cross(e.arm, f), tau)
        for m in range(e.count):
            change = add(cross(e.arm, cross(f, g[m])), cross(tau, g[m]))
            for k in range(e.count):
                slope = moment_slope(e.kind, place, g[k], n, k, m) + dot(g[k], change)
                values_out[e.slots[k, m]] -= cq * slope


def _rows(members: list[Member]) -> np.ndarray:
    members = sorted(members, key=lambda member: member.motion.first)
    rows = np.zeros(len(members), ROW)
    for row, (marker, frame, column) in zip(rows, members, strict=True):
        row.marker, row.first, row.column = marker, frame.first, column
        row.kind, row.count, row.arm = frame.parameters, COUNTS[frame.parameters], frame.arm
        row.reference[: len(frame.reference)] = frame.reference
    same = [a.motion.first == b.motion.first for a, b in pairwise(members)]
    rows["same"][1:], rows["last"][:-1], rows["last"][-1:] = same, np.logical_not(same), 1
    return rows


def _alone(rows: np.ndarray) -> np.ndarray:
    rows = rows.copy()
    rows["same"], rows["last"] = 0, 1
    return rows


def _jacobian(frame: SpaceFrame) -> np.ndarray:
    rows = np.zeros((len(frame.reference), 6))
    rows[[0, 1, 2], [0, 1, 2]] = 1.0
    return rows


def _fill_slots(rows: np.ndarray, slots: Callable[..., np.ndarray], _: np.ndarray) -> None:
    index = rows["first"][:, None] + 3 + np.arange(MOST)
    index = np.where(np.arange(MOST) < rows["count"][:, None], index, -1)
    fill_squares(rows, slots, index)


def _settle(frame: SpaceFrame, q: np.ndarray) -> np.ndarray:
    """Poses in several states, a row for each."""
    found = np.zeros((len(q), POSE_SIZE))
    if frame.parameters == VECTOR:
        turns = q[:, frame.first + 3 : frame.first + 6] + frame.reference[3:]
        found[:, :4] = [quaternion(turn) for turn in turns.tolist()]
    return found


SPACE_FRAME = Kind(
    ROW, motion, exact_motion, gather, _rows, _jacobian, jacobians, rates, curvature, _alone,
    _fill_slots, _settle,
)  # fmt: skip
