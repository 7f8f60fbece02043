"""Frames that turn about a fixed axis with a single angle.

With a fixed point r, a fixed rotation matrix S whose third column is the axis e, the angle phi and
the local position b of the marker,

    A = S R_z(phi),  d = A b,  p = r + d,  v = omega e x d,  omega = phi_t e
    J = (e x d, e)                                       one row: v, omega
    residual -= e . (d x f + tau)

J depends on phi, so its derivatives contribute too:

    dv/dphi = phi_t e x (e x d)                          in `motion_rates`
    d(e . (d x f + tau))/dphi = e . ((e x d) x f)        in row and column phi: `curvature`

If the axis is the global z axis, the angle about it is stored in addition, so that items in the
plane can use the frame. Exact motion keeps the rounding errors of p and A, which models with
constraints need.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from linkwork.core.records import f8, i8, record
from linkwork.math.exact import two_product, two_sum
from linkwork.math.turning import sine_and_cosine
from linkwork.math.vec3 import cross, dot, scaled, turned
from linkwork.motion.kind import Kind, Member, Motion
from linkwork.motion.point import Point
from linkwork.motion.space_frame import turned_row

ROW = record(
    ("marker", i8), ("first", i8), ("column", i8), ("place", f8, 3), ("S", f8, (3, 3)),
    ("axis", f8, 3), ("arm", f8, 3), ("reference", f8), ("turned", f8), ("slot", i8),
)  # fmt: skip
"""A marker that turns about an axis.

first -- coordinate of the angle; column -- row of its Jacobian; place -- fixed point r
axis -- third column of S; arm -- local position b; reference -- angle at zero displacement
turned -- angle of S about z, if its axis is z; slot -- place of (phi, phi) in the matrix
"""


class AxisFrame(NamedTuple):
    """A frame that turns about a fixed axis.

    place -- a fixed point on the axis [m]; axes -- S, whose third column is the axis
    first -- coordinate of the angle; reference -- angle at zero displacement [rad]
    arm -- its position in the axes of the body [m]
    """

    place: np.ndarray
    axes: np.ndarray
    first: int
    reference: float
    arm: tuple[float, float, float] = (0.0, 0.0, 0.0)

    @property
    def offset(self) -> np.ndarray:
        return self.place + self.reference_rotation() @ self.arm

    @property
    def kind(self) -> Kind:
        return AXIS_FRAME

    @property
    def coordinates(self) -> tuple[int]:
        return (self.first,)

    @property
    def is_frame(self) -> bool:
        return True

    @property
    def turns(self) -> bool:
        return True

    @property
    def is_planar(self) -> bool:
        return np.array_equal(self.axes[:, 2], [0.0, 0.0, 1.0])

    @property
    def turned(self) -> float:
        """Angle of the axes about z [rad]."""
        return math.atan2(self.axes[1, 0], self.axes[0, 0]) if self.is_planar else 0.0

    def start(self, rotation: Any) -> None:
        rotation.R[:] = self.reference_rotation()
        rotation.angle = self.turned + self.reference
        rotation.arm[:] = rotation.R @ self.arm

    def without_rotation(self) -> Motion:
        return self if any(self.arm[:2]) else Point(self.offset, -1, 0)

    def reference_place(self) -> np.ndarray:
        return self.offset

    def reference_rotation(self) -> np.ndarray:
        s, c = math.sin(self.reference), math.cos(self.reference)
        turn = np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
        return np.asarray(self.axes @ turn)


def motion(table, q, v, rotations_out, markers_out):
    for i in range(table.size):
        e = table[i]
        m, rotation = markers_out[e.marker], rotations_out[e.marker]
        phi = e.reference + q[e.first]
        s, c = math.sin(phi), math.cos(phi)
        for r in range(3):
            rotation.R[r, 0] = c * e.S[r, 0] + s * e.S[r, 1]
            rotation.R[r, 1] = c * e.S[r, 1] - s * e.S[r, 0]
        d = turned(rotation.R, e.arm)
        _move(e, phi, d, v, rotation, m)
        for r in range(3):
            m.p[r] = e.place[r] + d[r]


def exact_motion(table, q, q_low, v, turn_grid, rotations_out, markers_out):
    """The same with the rounding errors of positions and rotations."""
    for i in range(table.size):
        e = table[i]
        m, rotation = markers_out[e.marker], rotations_out[e.marker]
        phi, low = two_sum(e.reference, q[e.first])
        low += q_low[e.first]
        s, s_low, c, c_low = sine_and_cosine(phi, low, turn_grid)
        for r in range(3):
            x, y = e.S[r, 0], e.S[r, 1]
            rotation.R[r, 0], rotation.R_low[r, 0] = _sum_of_products(x, c, c_low, y, s, s_low)
            rotation.R[r, 1], rotation.R_low[r, 1] = _sum_of_products(y, c, c_low, -x, s, s_low)
        d0, low0 = turned_row(rotation.R, rotation.R_low, e.arm, 0)
        d1, low1 = turned_row(rotation.R, rotation.R_low, e.arm, 1)
        d2, low2 = turned_row(rotation.R, rotation.R_low, e.arm, 2)
        d, lows = (d0, d1, d2), (low0, low1, low2)
        _move(e, phi, d, v, rotation, m)
        for r in range(3):
            m.p[r], rest = two_sum(e.place[r], d[r])
            m.p_low[r] = rest + lows[r]


def _sum_of_products(x, c, c_low, y, s, s_low):
    """x c + y s and its rounding error"""
    a, a_low = two_product(x, c)
    b, b_low = two_product(y, s)
    total, rest = two_sum(a, b)
    return total, rest + (a_low + b_low + x * c_low + y * s_low)


def _move(e, phi, d, v, rotation_out, m_out):
    """Angle, arm and velocities of a marker; the axis stays where `start` has put it."""
    omega = v[e.first]
    speed = cross(e.axis, d)
    rotation_out.angle = e.turned + phi
    for r in range(3):
        rotation_out.omega[r], rotation_out.arm[r] = omega * e.axis[r], d[r]
        m_out.v[r] = omega * speed[r]


def jacobians(table, rotations, motion_jacobians_out):
    for i in range(table.size):
        e = table[i]
        speed = cross(e.axis, rotations[e.marker].arm)
        for r in range(3):
            motion_jacobians_out[e.column, r] = speed[r]


def rates(table, v, rotations, motion_rates_out):
    for i in range(table.size):
        e = table[i]
        speed = scaled(v[e.first], cross(e.axis, rotations[e.marker].arm))
        change = cross(e.axis, speed)
        for r in range(3):
            motion_rates_out[e.column, r] = change[r]


def gather(table, frame, rotations, marker_force, marker_moment, residual_out):
    """Apply forces and moments of markers to the angle; moments count as separate loads."""
    for i in range(table.size):
        e = table[i]
        moment = dot(cross(e.axis, rotations[e.marker].arm), marker_force[e.marker])
        moment += dot(e.axis, marker_moment[e.marker])
        residual_out[e.first] -= moment
        frame.direct_load += moment * moment


def curvature(table, rotations, marker_force, cq, values_out):
    """Add the derivative of -J^T w with respect to phi to the matrix, with w as evaluated last."""
    for i in range(table.size):
        e = table[i]
        speed = cross(e.axis, rotations[e.marker].arm)
        values_out[e.slot] -= cq * dot(e.axis, cross(speed, marker_force[e.marker]))


def _rows(members: list[Member]) -> np.ndarray:
    rows = np.zeros(len(members), ROW)
    for row, (marker, frame, column) in zip(rows, members, strict=True):
        row.marker, row.first, row.column = marker, frame.first, column
        row.place, row.S, row.axis = frame.place, frame.axes, frame.axes[:, 2]
        row.arm, row.reference, row.turned = frame.arm, frame.reference, frame.turned
    return rows


def _jacobian(frame: AxisFrame) -> np.ndarray:
    return np.concatenate([np.zeros(3), frame.axes[:, 2]])[None, :]


def _fill_slots(rows: np.ndarray, slots: Callable[..., np.ndarray], _: np.ndarray) -> None:
    rows["slot"] = slots(rows["first"], rows["first"])


AXIS_FRAME = Kind(
    ROW, motion, exact_motion, gather, _rows, _jacobian, jacobians, rates, curvature,
    fill_slots=_fill_slots,
)  # fmt: skip
