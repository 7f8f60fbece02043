"""Frames between two frames of nodes, on the screw motion from one to the other: beams in space.

With the motions H_0 and H_1 of both ends, which are markers themselves (`ends`), and 0 <= s <= 1,

    h = log(H_0^-1 H_1),  H = H_0 exp(s h),  p = r + R (0, y, z)

In body axes, the twists t_0 and t_1 of the ends make (`math/screws.py`)

    h_t = T(h)^-1 t_1 - T(-h)^-1 t_0,  t = t_0 + s T(s h) (h_t - h x t_0)

so J is this linear map after the Jacobians of the ends, and forces on the marker pass to the ends
through its transpose. `motion_rates` and `curvature` contain its derivatives along the motion of
the ends; these add those of their own Jacobians.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from linkwork.core.records import f8, i8, record
from linkwork.math import euler_parameters, exponential
from linkwork.math.screws import (
    across,
    first,
    inverse,
    inverse_slope,
    joined,
    logarithm,
    minus,
    plus,
    relative,
    second,
    tangent,
    tangent_slope,
    times,
)
from linkwork.math.vec3 import add, cross, dot, scaled, turned, turned_back
from linkwork.motion.kind import Kind, Member
from linkwork.motion.linked import fill_slots, jacobian, link

MOST = 14
"""Most coordinates of two nodes."""

ROW = record(
    ("marker", i8), ("ends", i8, 2), ("column", i8), ("count", i8), ("s", f8), ("arm", f8, 3),
    ("source", i8, MOST), ("side", i8, MOST), ("slots", i8, (MOST, MOST)),
)  # fmt: skip
"""A marker between two frames.

ends -- their markers; s -- place between them; arm -- (0, y, z)
column, count -- first row of its Jacobian and number of coordinates; source, side -- row of the
Jacobian of the end, and which end, of each coordinate; slots -- places of the entries between them
"""


class ScrewFrame(NamedTuple):
    """A frame between two others.

    ends -- motions of both; s -- place between them, from 0 to 1; across -- (y, z) [m]
    """

    ends: tuple[Any, ...]
    s: float
    across: tuple[float, float] = (0.0, 0.0)

    @property
    def offset(self) -> np.ndarray:
        return self.reference_place()

    @property
    def first(self) -> int:
        return -1

    @property
    def kind(self) -> Kind:
        return SCREW_FRAME

    @property
    def coordinates(self) -> Sequence[int]:
        return [k for end in self.ends for k in end.coordinates]

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

    def without_rotation(self) -> ScrewFrame:
        return self

    def _reference(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        (R0, p0), (R1, p1) = ((e.reference_rotation(), e.reference_place()) for e in self.ends)
        return R0, p0, np.array(logarithm(R0.tolist(), tuple(p0), R1.tolist(), tuple(p1)))

    def reference_place(self) -> np.ndarray:
        R0, p0, h = self._reference()
        moved = exponential.tangent(tuple(-self.s * h[:3]), tuple(self.s * h[3:]))
        return np.array(p0 + R0 @ moved + self.reference_rotation() @ [0.0, *self.across])

    def reference_rotation(self) -> np.ndarray:
        R0, _, h = self._reference()
        turn = exponential.quaternion(tuple(self.s * h[:3]))
        return np.array(R0 @ np.array(euler_parameters.matrix(turn)))


def _transposed(R):
    return (R[0][0], R[1][0], R[2][0]), (R[0][1], R[1][1], R[2][1]), (R[0][2], R[1][2], R[2][2])


def _h(m0, m1, r0, r1):
    return logarithm(r0.R, m0.p, r1.R, m1.p)


def _twist(R, v, omega):
    """Twist of an end in its axes"""
    return joined(turned_back(R, omega), turned_back(R, v))


def _rate(h, t0, t1):
    """h_t"""
    return minus(inverse(h, t1), inverse(times(-1.0, h), t0))


def _between(s, h, t0, t1):
    """t"""
    u = minus(_rate(h, t0, t1), across(h, t0))
    return plus(t0, times(s, tangent(times(s, h), u)))


def _fixed(turn, t):
    """Change of a twist in axes that turn, while it stays the same in global axes"""
    return joined(cross(first(t), turn), cross(second(t), turn))


def _changed(s, h, d0, d1, t0, t1):
    """Change of t by the motion d0, d1 of the ends, with their global velocities fixed"""
    dh, back = _rate(h, d0, d1), times(-1.0, h)
    dt0, dt1 = _fixed(first(d0), t0), _fixed(first(d1), t1)
    u = minus(_rate(h, t0, t1), across(h, t0))
    du = plus(_rate(h, dt0, dt1), inverse_slope(h, dh, t1))
    du = minus(du, inverse_slope(back, times(-1.0, dh), t0))
    du = minus(du, plus(across(dh, t0), across(h, dt0)))
    sh = times(s, h)
    return plus(dt0, times(s, plus(tangent_slope(sh, times(s, dh), u), tangent(sh, du))))


def motion(table, rotations_out, markers_out):
    for i in range(table.size):
        e = table[i]
        m0, m1 = markers_out[e.ends[0]], markers_out[e.ends[1]]
        r0, r1 = rotations_out[e.ends[0]], rotations_out[e.ends[1]]
        m, rotation = markers_out[e.marker], rotations_out[e.marker]
        h = _h(m0, m1, r0, r1)
        turn = scaled(e.s, first(h))
        R = relative(_transposed(r0.R), euler_parameters.matrix(exponential.quaternion(turn)))
        moved = exponential.tangent(scaled(-1.0, turn), scaled(e.s, second(h)))
        p, d = turned(r0.R, moved), turned(R, e.arm)
        t = _between(e.s, h, _twist(r0.R, m0.v, r0.omega), _twist(r1.R, m1.v, r1.omega))
        omega, v = turned(R, first(t)), turned(R, second(t))
        speed = cross(omega, d)
        for r in range(3):
            for c in range(3):
                rotation.R[r, c] = R[r][c]
            rotation.omega[r], rotation.arm[r] = omega[r], d[r]
            m.p[r] = m0.p[r] + p[r] + d[r]
            m.v[r] = v[r] + speed[r]


def _end_twists(e, k, r0, r1, motion_jacobians):
    """Twists of both ends by coordinate k"""
    J, still = motion_jacobians[e.source[k]], (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    v, omega = (J[0], J[1], J[2]), (J[3], J[4], J[5])
    if e.side[k] == 0:
        return _twist(r0.R, v, omega), still
    return still, _twist(r1.R, v, omega)


def _spread(R, d, t):
    """(v, omega) in global axes of a twist"""
    omega = turned(R, first(t))
    return add(turned(R, second(t)), cross(omega, d)), omega


def jacobians(table, markers, rotations, motion_jacobians_out):
    for i in range(table.size):
        e = table[i]
        r0, r1 = rotations[e.ends[0]], rotations[e.ends[1]]
        h = _h(markers[e.ends[0]], markers[e.ends[1]], r0, r1)
        rotation = rotations[e.marker]
        for k in range(e.count):
            d0, d1 = _end_twists(e, k, r0, r1, motion_jacobians_out)
            v, omega = _spread(rotation.R, rotation.arm, _between(e.s, h, d0, d1))
            for r in range(3):
                motion_jacobians_out[e.column + k, r] = v[r]
                motion_jacobians_out[e.column + k, 3 + r] = omega[r]


def _bent(e, h, rotation, d0, d1, t0, t1):
    """Change of (v, omega) by the motion d0, d1 of the ends, with their velocities fixed"""
    t, turn = _between(e.s, h, t0, t1), first(_between(e.s, h, d0, d1))
    change = _changed(e.s, h, d0, d1, t0, t1)
    w = first(t)
    omega = add(cross(turn, w), first(change))
    v = add(second(t), cross(w, e.arm))
    v = add(cross(turn, v), add(second(change), cross(first(change), e.arm)))
    return turned(rotation.R, v), turned(rotation.R, omega)


def rates(table, markers, rotations, motion_jacobians, motion_rates_out):
    for i in range(table.size):
        e = table[i]
        m0, m1 = markers[e.ends[0]], markers[e.ends[1]]
        r0, r1, rotation = rotations[e.ends[0]], rotations[e.ends[1]], rotations[e.marker]
        h = _h(m0, m1, r0, r1)
        t0, t1 = _twist(r0.R, m0.v, r0.omega), _twist(r1.R, m1.v, r1.omega)
        for k in range(e.count):
            d0, d1 = _end_twists(e, k, r0, r1, motion_jacobians)
            v, omega = _bent(e, h, rotation, d0, d1, t0, t1)
            d0, d1 = _end_twists(e, k, r0, r1, motion_rates_out)
            more, turn = _spread(rotation.R, rotation.arm, _between(e.s, h, d0, d1))
            for r in range(3):
                motion_rates_out[e.column + k, r] = v[r] + more[r]
                motion_rates_out[e.column + k, 3 + r] = omega[r] + turn[r]


def _unit(k):
    return 1.0 if k == 0 else 0.0, 1.0 if k == 1 else 0.0, 1.0 if k == 2 else 0.0


def gather(table, markers, rotations, marker_force_out, marker_moment_out):
    """Pass forces and moments on to the ends, through the transposed map of their twists."""
    still = 0.0, 0.0, 0.0
    for i in range(table.size):
        e = table[i]
        r0, r1, rotation = rotations[e.ends[0]], rotations[e.ends[1]], rotations[e.marker]
        h = _h(markers[e.ends[0]], markers[e.ends[1]], r0, r1)
        f = (marker_force_out[e.marker, 0], marker_force_out[e.marker, 1],
             marker_force_out[e.marker, 2])  # fmt: skip
        tau = (marker_moment_out[e.marker, 0], marker_moment_out[e.marker, 1],
               marker_moment_out[e.marker, 2])  # fmt: skip
        nothing = joined(still, still)
        for side in range(2):
            R, to = (r0.R, e.ends[0]) if side == 0 else (r1.R, e.ends[1])
            for k in range(6):
                v, omega = (_unit(k), still) if k < 3 else (still, _unit(k - 3))
                small = _twist(R, v, omega)
                t = _between(e.s, h, small, nothing)
                if side == 1:
                    t = _between(e.s, h, nothing, small)
                v, omega = _spread(rotation.R, rotation.arm, t)
                power = dot(v, f) + dot(omega, tau)
                if k < 3:
                    marker_force_out[to, k] += power
                else:
                    marker_moment_out[to, k - 3] += power


def curvature(
    table, markers, rotations, motion_jacobians, marker_force, marker_moment, cq, values_out
):
    """Add the change of the forces that pass on to the ends, with those on the marker fixed."""
    for i in range(table.size):
        e = table[i]
        r0, r1, rotation = rotations[e.ends[0]], rotations[e.ends[1]], rotations[e.marker]
        h = _h(markers[e.ends[0]], markers[e.ends[1]], r0, r1)
        f, tau = marker_force[e.marker], marker_moment[e.marker]
        for c in range(e.count):
            d0, d1 = _end_twists(e, c, r0, r1, motion_jacobians)
            for r in range(e.count):
                t0, t1 = _end_twists(e, r, r0, r1, motion_jacobians)
                v, omega = _bent(e, h, rotation, d0, d1, t0, t1)
                values_out[e.slots[r, c]] -= cq * (dot(v, f) + dot(omega, tau))


def _rows(members: list[Member]) -> np.ndarray:
    rows = np.zeros(len(members), ROW)
    for row, (marker, frame, column) in zip(rows, members, strict=True):
        row.marker, row.column, row.count = marker, column, len(frame.coordinates)
        row.s, row.arm = frame.s, (0.0, *frame.across)
    return rows


SCREW_FRAME = Kind(
    ROW, motion, motion, gather, _rows, jacobian, jacobians, rates, curvature,
    fill_slots=fill_slots, link=link, depth=1,
)  # fmt: skip
