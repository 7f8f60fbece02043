"""Frames that turn about z with a rigid body in the x-y plane.

With the pose (x, y, phi) of the body's node, whose components are coordinates or held, and the
local position b of the marker,

    d = R(phi) b,  p = (x, y) + d,  v = (x_t, y_t) + omega (-d_y, d_x),  omega = phi_t
    J = [[1, 0, -d_y], [0, 1, d_x], [0, 0, 1]]            rows v_x, v_y, omega_z
    residual -= J^T (f_x, f_y, tau_z)

J depends on phi, so its derivatives contribute too:

    dv/dphi = -omega d                   in `motion_rates`, for damping and velocity level
    d(J^T w)/dphi = -d . f               in row and column phi: `curvature`

The angle is stored in addition to R and is not wrapped. Exact motion keeps the rounding errors of p
and R, which models with constraints need. Rows of one node are contiguous, so that sine and cosine
are evaluated once.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from linkwork.core.records import f8, i8, record
from linkwork.math.exact import two_sum
from linkwork.math.turning import sine_and_cosine, turn_grid, turned
from linkwork.motion.kind import Kind, Member, Motion
from linkwork.motion.point import Point

ROW = record(
    ("marker", i8), ("index", i8, 3), ("column", i8), ("pose", f8, 3), ("arm", f8, 2),
    ("same", i8), ("slot", i8),
)  # fmt: skip
"""A marker that turns in the plane.

index -- coordinates x, y, phi of its node, -1 where held; pose -- their reference values
column -- first of the three rows of its Jacobian; arm -- local position b, without z
same -- whether the previous row has the same node; slot -- place of (phi, phi) in the matrix
"""


class PlanarFrame(NamedTuple):
    """A frame that turns about z, or a fixed one, which has no coordinates.

    offset -- position at zero displacement [m]
    pose -- (x, y, phi) of the node it turns with, at zero displacement
    coordinates -- of these three, -1 where held
    arm -- its position in the axes of the node [m]
    home -- reference coordinates, which differ from the pose if one is held at another value
    """

    offset: np.ndarray
    pose: np.ndarray
    coordinates: tuple[int, int, int] = (-1, -1, -1)
    arm: tuple[float, float] = (0.0, 0.0)
    home: np.ndarray | None = None

    @property
    def first(self) -> int:
        return -1

    @property
    def kind(self) -> Kind | None:
        return PLANAR_FRAME if self.turns else None

    @property
    def is_frame(self) -> bool:
        return True

    @property
    def turns(self) -> bool:
        return max(self.coordinates) >= 0

    @property
    def is_planar(self) -> bool:
        return True

    def start(self, rotation: Any) -> None:
        angle = float(self.pose[2])
        sine, sine_low, cosine, cosine_low = sine_and_cosine(angle, 0.0, turn_grid())
        if self.turns:  # `exact_motion` writes them
            sine_low = cosine_low = 0.0
        _turn(sine, cosine, rotation.R)
        _turn(sine_low, cosine_low, rotation.R_low)
        rotation.angle = angle
        rotation.arm[:2] = self.turned_arm(angle)

    def without_rotation(self) -> Motion:
        x, y, _ = self.coordinates
        if self.arm == (0.0, 0.0) and x >= 0 and y == x + 1:
            return Point(self.offset, x, 2)
        return self if self.turns or self.home is not None else Point(self.offset, -1, 0)

    def reference_place(self) -> np.ndarray:
        if self.home is None:
            return self.offset
        x, y = self.turned_arm(self.home[2])
        return np.array([self.home[0] + x, self.home[1] + y, self.offset[2]])

    def reference_rotation(self) -> np.ndarray:
        R, angle = np.eye(3), float((self.pose if self.home is None else self.home)[2])
        _turn(math.sin(angle), math.cos(angle), R)
        return R

    def turned_arm(self, angle: float) -> tuple[float, float]:
        """The arm in global axes when its node has this angle [rad]."""
        (x, y), sine, cosine = self.arm, math.sin(angle), math.cos(angle)
        return cosine * x - sine * y, sine * x + cosine * y

    def at(self, local: np.ndarray) -> PlanarFrame:
        """The frame at a local position of the body whose frame is this one."""
        frame = self._replace(arm=(float(local[0]), float(local[1])))
        x, y = frame.turned_arm(self.pose[2])
        return frame._replace(offset=self.offset + (x, y, local[2]))


def motion(table, q, v, rotations_out, markers_out):
    phi = sine = omega = 0.0
    cosine = 1.0
    for i in range(table.size):
        e = table[i]
        m, rotation = markers_out[e.marker], rotations_out[e.marker]
        k = e.index[2]
        if e.same == 0:
            phi, omega = e.pose[2], 0.0
            if k >= 0:
                phi += q[k]
                omega = v[k]
            sine, cosine = math.sin(phi), math.cos(phi)
        dx, dy = cosine * e.arm[0] - sine * e.arm[1], sine * e.arm[0] + cosine * e.arm[1]
        rotation.angle = phi
        _turn(sine, cosine, rotation.R)
        _move(e, dx, dy, omega, v, rotation, m)
        for r in range(2):
            p, c = e.pose[r], e.index[r]
            if c >= 0:
                p += q[c]
            m.p[r] = p + (dx if r == 0 else dy)


def exact_motion(table, q, q_low, v, turn_grid, rotations_out, markers_out):
    """The same with the rounding errors of positions and rotations."""
    phi = sine = sine_low = cosine_low = omega = 0.0
    cosine = 1.0
    for i in range(table.size):
        e = table[i]
        m, rotation = markers_out[e.marker], rotations_out[e.marker]
        k = e.index[2]
        if e.same == 0:
            phi, low, omega = e.pose[2], 0.0, 0.0
            if k >= 0:
                phi, low = two_sum(phi, q[k])
                low += q_low[k]
                omega = v[k]
            sine, sine_low, cosine, cosine_low = sine_and_cosine(phi, low, turn_grid)
        dx, dx_low, dy, dy_low = turned(e.arm[0], e.arm[1], sine, sine_low, cosine, cosine_low)
        rotation.angle = phi
        _turn(sine, cosine, rotation.R)
        _turn(sine_low, cosine_low, rotation.R_low)
        _move(e, dx, dy, omega, v, rotation, m)
        for r in range(2):
            p, rest, c = e.pose[r], dx_low if r == 0 else dy_low, e.index[r]
            if c >= 0:
                p, low = two_sum(p, q[c])
                rest += low + q_low[c]
            p, low = two_sum(p, dx if r == 0 else dy)
            m.p[r] = p
            m.p_low[r] = rest + low


def _turn(sine, cosine, R_out):
    """Rotation matrix about z; its constant entries are already set."""
    R_out[0, 0] = R_out[1, 1] = cosine
    R_out[1, 0], R_out[0, 1] = sine, -sine


def _move(e, dx, dy, omega, v, rotation_out, m_out):
    """Arm and velocity of a marker."""
    rotation_out.omega[2] = omega
    rotation_out.arm[0], rotation_out.arm[1] = dx, dy
    for r in range(2):
        speed, c = omega * (-dy if r == 0 else dx), e.index[r]
        if c >= 0:
            speed += v[c]
        m_out.v[r] = speed


def jacobians(table, rotations, motion_jacobians_out):
    for i in range(table.size):
        e = table[i]
        arm = rotations[e.marker].arm
        motion_jacobians_out[e.column + 2, 0] = -arm[1]
        motion_jacobians_out[e.column + 2, 1] = arm[0]


def rates(table, rotations, motion_rates_out):
    for i in range(table.size):
        e = table[i]
        rotation = rotations[e.marker]
        for r in range(2):
            motion_rates_out[e.column + 2, r] = -rotation.omega[2] * rotation.arm[r]


def gather(table, frame, rotations, marker_force, marker_moment, residual_out):
    """Apply forces and moments of markers to the coordinates; moments count as separate loads."""
    for i in range(table.size):
        e = table[i]
        fx, fy = marker_force[e.marker, 0], marker_force[e.marker, 1]
        arm = rotations[e.marker].arm
        moment = marker_moment[e.marker, 2] + arm[0] * fy - arm[1] * fx
        if e.index[0] >= 0:
            residual_out[e.index[0]] -= fx
        if e.index[1] >= 0:
            residual_out[e.index[1]] -= fy
        if e.index[2] >= 0:
            residual_out[e.index[2]] -= moment
            frame.direct_load += moment * moment


def curvature(table, rotations, marker_force, cq, values_out):
    """Add the derivative of -J^T w with respect to phi to the matrix, with w as evaluated last."""
    for i in range(table.size):
        e = table[i]
        if e.slot >= 0:
            arm = rotations[e.marker].arm
            along = arm[0] * marker_force[e.marker, 0] + arm[1] * marker_force[e.marker, 1]
            values_out[e.slot] += cq * along


def _rows(members: list[Member]) -> np.ndarray:
    members = sorted(members, key=lambda member: member.motion.coordinates)
    rows = np.zeros(len(members), ROW)
    for row, (marker, point, column) in zip(rows, members, strict=True):
        row.marker, row.index, row.column = marker, point.coordinates, column
        row.pose, row.arm = point.pose, point.arm
    poses = [(m.motion.coordinates, *np.asarray(m.motion.pose)) for m in members]
    rows["same"][1:] = [a == b for a, b in pairwise(poses)]
    return rows


def _alone(rows: np.ndarray) -> np.ndarray:
    rows = rows.copy()
    rows["same"] = 0
    return rows


def _jacobian(point: PlanarFrame) -> np.ndarray:
    rows = np.zeros((3, 6))
    rows[[0, 1, 2], [0, 1, 5]] = 1.0
    return rows


def _fill_slots(rows: np.ndarray, slots: Callable[..., np.ndarray], _: np.ndarray) -> None:
    rows["slot"] = slots(rows["index"][:, 2], rows["index"][:, 2])


PLANAR_FRAME = Kind(
    ROW,
    motion,
    exact_motion,
    gather,
    _rows,
    _jacobian,
    jacobians,
    rates,
    curvature,
    _alone,
    _fill_slots,
)
