"""Coordinates that are functions of one or two frames: angles, relative motions of bodies.

Such a marker has a single component s, like that of a coordinate of a node, and follows the
coordinates of its frames, which are markers themselves (`ends`). With z = (p0, phi0, p1, phi1) and
the gradient g = ds/dz, rotations in global axes,

    s_t = g . z_t,   J = g . J_ends,   a force f on it gives the wrench f g on the frames

    ANGLE        angle i of the frame: A = Rx Ry Rz
    VECTOR       component i of the rotation vector of a node with a pose
    ALONG        R0 a . (p1 - p0)
    ABOUT        angle by which frame 1 is turned about the axis R0 a of frame 0, in (-pi, pi]

minus an offset. A data coordinate that remembers s continues an angle beyond pi. Value, rate and
gradient belong together, so forces that depend on s alone have a potential. With B = dg/dz,
motion_rates are g . H_ends + z_t B J_ends, and `curvature` adds the part f J^T B J; the frames add
that of their own Jacobians.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from linkwork.core.records import f8, i8, record
from linkwork.math import exponential, tait_bryan
from linkwork.math.vec3 import add, cross, dot, scaled, sub, turned, turned_back
from linkwork.motion.kind import Kind, Member
from linkwork.motion.linked import fill_slots, jacobian, link

ANGLE, VECTOR, ALONG, ABOUT = 0, 1, 2, 3

MOST = 36
"""Most coordinates of two frames."""

TURN = 2.0 * math.pi

ROW = record(
    ("marker", i8), ("law", i8), ("component", i8), ("ends", i8, 2), ("column", i8), ("count", i8),
    ("axes", f8, (3, 3)), ("offset", f8), ("memory", i8), ("first", i8), ("nu_ref", f8, 3),
    ("source", i8, MOST), ("side", i8, MOST), ("slots", i8, (MOST, MOST)),
)  # fmt: skip
"""A marker that is a function of frames.

law, component -- which function; ends -- its frames; axes -- rows: the axis a and two normal to it
memory -- data coordinate that remembers s, -1 if none
first, nu_ref -- of a VECTOR: first coordinate of the rotation vector, and its reference values
column, count -- first row of its Jacobian and number of coordinates; source, side -- row of the
Jacobian of the end, and which end, of each coordinate; slots -- places of the entries between them
"""


class FrameScalar(NamedTuple):
    """A function of one or two frames.

    ends -- motions of the frames; reference -- its value at the reference coordinates
    """

    ends: tuple[Any, ...]
    law: int
    component: int = 0
    axes: tuple[tuple[float, ...], ...] = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
    shift: float = 0.0
    memory: int = -1
    first_angle: int = -1
    nu_ref: tuple[float, ...] = (0.0, 0.0, 0.0)

    @property
    def offset(self) -> np.ndarray:
        return np.array([0.0 if self.coordinates else self._still(), 0.0, 0.0])

    def _still(self) -> float:
        """Its value where no frame moves."""
        R0, R1 = (self.ends[k].reference_rotation() for k in (0, -1))
        a, y, z = np.asarray(self.axes)
        if self.law == ALONG:
            d = self.ends[1].reference_place() - self.ends[0].reference_place()
            return float(R0 @ a @ d) - self.shift
        y1 = R0.T @ R1 @ y
        return math.atan2(z @ y1, y @ y1) - self.shift

    @property
    def first(self) -> int:
        return -1

    @property
    def kind(self) -> Kind | None:
        return FRAME_SCALAR if self.coordinates else None

    @property
    def coordinates(self) -> Sequence[int]:
        return [k for end in self.ends if end.kind is not None for k in end.coordinates if k >= 0]

    @property
    def is_frame(self) -> bool:
        return False

    @property
    def turns(self) -> bool:
        return True

    @property
    def is_planar(self) -> bool:
        return False

    def start(self, rotation: Any) -> None:
        """Write nothing: it is not a frame."""

    def without_rotation(self) -> FrameScalar:
        return self

    def reference_place(self) -> np.ndarray:
        return self.offset

    def reference_rotation(self) -> np.ndarray:
        return np.eye(3)


# ------------------------------------------------------------------------------- laws


def _turns(R):
    """Sines and cosines of the angles of a rotation matrix"""
    c1 = math.sqrt(R[1, 2] * R[1, 2] + R[2, 2] * R[2, 2])
    if c1 == 0.0:
        return 0.0, 1.0, R[0, 2], 0.0, R[1, 0], R[1, 1]
    return -R[1, 2] / c1, R[2, 2] / c1, R[0, 2], c1, -R[0, 1] / c1, R[0, 0] / c1


def _nu(e, q):
    return (
        e.nu_ref[0] + q[e.first], e.nu_ref[1] + q[e.first + 1], e.nu_ref[2] + q[e.first + 2],
    )  # fmt: skip


def _unit(k):
    return 1.0 if k == 0 else 0.0, 1.0 if k == 1 else 0.0, 1.0 if k == 2 else 0.0


def _bases(e, r0, r1):
    """y0, z0, y1 of an angle about an axis, and its two components"""
    y0, z0, y1 = turned(r0.R, e.axes[1]), turned(r0.R, e.axes[2]), turned(r1.R, e.axes[1])
    return y0, z0, y1, dot(y0, y1), dot(z0, y1)


def _value(e, m0, m1, r0, r1, q, data_coordinates):
    """s"""
    if e.law == ANGLE:
        return tait_bryan.angles(r0.R)[e.component] - e.offset
    if e.law == VECTOR:
        return q[e.first + e.component]
    if e.law == ALONG:
        return dot(turned(r0.R, e.axes[0]), sub(m1.p, m0.p)) - e.offset
    _, _, _, C, S = _bases(e, r0, r1)
    s = math.atan2(S, C) - e.offset
    if e.memory >= 0:
        s += TURN * math.floor((data_coordinates[e.memory] - s) / TURN + 0.5)
    return s


def _gradient(e, m0, m1, r0, r1, q):
    """g: components p0, phi0, p1, phi1"""
    still = 0.0, 0.0, 0.0
    if e.law == ANGLE:
        return still, turned(r0.R, tait_bryan.inverse_row(_turns(r0.R), e.component)), still, still
    if e.law == VECTOR:
        u = exponential.inverse_tangent(scaled(-1.0, _nu(e, q)), _unit(e.component))
        return still, turned(r0.R, u), still, still
    if e.law == ALONG:
        a, d = turned(r0.R, e.axes[0]), sub(m1.p, m0.p)
        return scaled(-1.0, a), cross(a, d), a, still
    y0, z0, y1, C, S = _bases(e, r0, r1)
    square = C * C + S * S
    n = cross(sub(scaled(C / square, z0), scaled(S / square, y0)), y1)
    return still, n, still, scaled(-1.0, n)


def _changed(e, m0, m1, r0, r1, q, p0, t0, p1, t1):
    """B times a motion of the frames: the changes of the components of g"""
    still = 0.0, 0.0, 0.0
    if e.law == ANGLE:
        turns, b = _turns(r0.R), turned_back(r0.R, t0)
        u = tait_bryan.inverse_row(turns, e.component)
        change = cross(b, u)
        for j in range(1, 3):
            along = dot(tait_bryan.inverse_row(turns, j), b)
            change = add(change, scaled(along, tait_bryan.inverse_row_slope(turns, e.component, j)))
        return still, turned(r0.R, change), still, still
    if e.law == VECTOR:
        nu, b, unit = _nu(e, q), turned_back(r0.R, t0), _unit(e.component)
        u = exponential.inverse_tangent(scaled(-1.0, nu), unit)
        slope = exponential.inverse_tangent_slope(
            scaled(-1.0, nu), scaled(-1.0, exponential.inverse_tangent(nu, b)), unit
        )
        return still, turned(r0.R, add(cross(b, u), slope)), still, still
    if e.law == ALONG:
        a, d = turned(r0.R, e.axes[0]), sub(m1.p, m0.p)
        da = cross(t0, a)
        return scaled(-1.0, da), add(cross(da, d), cross(a, sub(p1, p0))), da, still
    y0, z0, y1, C, S = _bases(e, r0, r1)
    square = C * C + S * S
    dy0, dz0, dy1 = cross(t0, y0), cross(t0, z0), cross(t1, y1)
    dC, dS = dot(dy0, y1) + dot(y0, dy1), dot(dz0, y1) + dot(z0, dy1)
    n = scaled(1.0 / square, sub(scaled(C, z0), scaled(S, y0)))
    dn = add(sub(scaled(dC, z0), scaled(dS, y0)), sub(scaled(C, dz0), scaled(S, dy0)))
    dn = scaled(1.0 / square, sub(dn, scaled(2.0 * (C * dC + S * dS), n)))
    change = add(cross(dn, y1), cross(n, dy1))
    return still, change, still, scaled(-1.0, change)


# ------------------------------------------------------------------------------- kernels


def motion(table, q, data_coordinates, rotations, markers_out):
    for i in range(table.size):
        e = table[i]
        m0, m1 = markers_out[e.ends[0]], markers_out[e.ends[1]]
        r0, r1 = rotations[e.ends[0]], rotations[e.ends[1]]
        g = _gradient(e, m0, m1, r0, r1, q)
        m = markers_out[e.marker]
        m.p[0] = _value(e, m0, m1, r0, r1, q, data_coordinates)
        m.v[0] = dot(g[0], m0.v) + dot(g[1], r0.omega) + dot(g[2], m1.v) + dot(g[3], r1.omega)


def _along(g, side, motion_jacobians, row):
    """Product of the gradient with a row of a Jacobian"""
    J = motion_jacobians[row]
    position, turn = (g[0], g[1]) if side == 0 else (g[2], g[3])
    x = position[0] * J[0] + position[1] * J[1] + position[2] * J[2]
    return x + turn[0] * J[3] + turn[1] * J[4] + turn[2] * J[5]


def jacobians(table, q, markers, rotations, motion_jacobians_out):
    for i in range(table.size):
        e = table[i]
        m0, m1 = markers[e.ends[0]], markers[e.ends[1]]
        r0, r1 = rotations[e.ends[0]], rotations[e.ends[1]]
        g = _gradient(e, m0, m1, r0, r1, q)
        for k in range(e.count):
            slope = _along(g, e.side[k], motion_jacobians_out, e.source[k])
            motion_jacobians_out[e.column + k, 0] = slope


def rates(table, q, markers, rotations, motion_jacobians, motion_rates_out):
    for i in range(table.size):
        e = table[i]
        m0, m1 = markers[e.ends[0]], markers[e.ends[1]]
        r0, r1 = rotations[e.ends[0]], rotations[e.ends[1]]
        g = _gradient(e, m0, m1, r0, r1, q)
        for k in range(e.count):
            bend = _bend(e, k, m0, m1, r0, r1, q, motion_jacobians)
            x = dot(bend[0], m0.v) + dot(bend[1], r0.omega)
            x += dot(bend[2], m1.v) + dot(bend[3], r1.omega)
            x += _along(g, e.side[k], motion_rates_out, e.source[k])
            motion_rates_out[e.column + k, 0] = x


def _bend(e, k, m0, m1, r0, r1, q, motion_jacobians):
    """B times the motion of the frames with coordinate k"""
    J, still = motion_jacobians[e.source[k]], (0.0, 0.0, 0.0)
    p, t = (J[0], J[1], J[2]), (J[3], J[4], J[5])
    if e.side[k] == 0:
        return _changed(e, m0, m1, r0, r1, q, p, t, still, still)
    return _changed(e, m0, m1, r0, r1, q, still, still, p, t)


def gather(table, q, markers, rotations, marker_force_out, marker_moment_out):
    """Pass forces on to the frames."""
    for i in range(table.size):
        e = table[i]
        m0, m1 = markers[e.ends[0]], markers[e.ends[1]]
        r0, r1 = rotations[e.ends[0]], rotations[e.ends[1]]
        g, f = _gradient(e, m0, m1, r0, r1, q), marker_force_out[e.marker, 0]
        for r in range(3):
            marker_force_out[e.ends[0], r] += f * g[0][r]
            marker_moment_out[e.ends[0], r] += f * g[1][r]
            marker_force_out[e.ends[1], r] += f * g[2][r]
            marker_moment_out[e.ends[1], r] += f * g[3][r]


def curvature(
    table, q, markers, rotations, motion_jacobians, marker_force, cq, values_out
):  # fmt: skip
    """Add the derivative of -f g to the matrix, with f as evaluated last."""
    for i in range(table.size):
        e = table[i]
        m0, m1 = markers[e.ends[0]], markers[e.ends[1]]
        r0, r1 = rotations[e.ends[0]], rotations[e.ends[1]]
        factor = cq * marker_force[e.marker, 0]
        for c in range(e.count):
            bend = _bend(e, c, m0, m1, r0, r1, q, motion_jacobians)
            for r in range(e.count):
                slope = _along(bend, e.side[r], motion_jacobians, e.source[r])
                values_out[e.slots[r, c]] -= factor * slope


def accept(table, q, markers, rotations, data_coordinates_out):
    """Remember angles that are continued."""
    for i in range(table.size):
        e = table[i]
        if e.memory >= 0:
            m0, m1 = markers[e.ends[0]], markers[e.ends[1]]
            r0, r1 = rotations[e.ends[0]], rotations[e.ends[1]]
            s = _value(e, m0, m1, r0, r1, q, data_coordinates_out)
            data_coordinates_out[e.memory] = s


# ------------------------------------------------------------------------------- rows


def _rows(members: list[Member]) -> np.ndarray:
    rows = np.zeros(len(members), ROW)
    for row, (marker, scalar, column) in zip(rows, members, strict=True):
        row.marker, row.column, row.count = marker, column, len(scalar.coordinates)
        row.law, row.component, row.axes = scalar.law, scalar.component, scalar.axes
        row.offset, row.memory = scalar.shift, scalar.memory
        row.first, row.nu_ref = scalar.first_angle, scalar.nu_ref
    return rows


FRAME_SCALAR = Kind(
    ROW, motion, motion, gather, _rows, jacobian, jacobians, rates, curvature,
    fill_slots=fill_slots, accept=accept, link=link, depth=2,
)  # fmt: skip
