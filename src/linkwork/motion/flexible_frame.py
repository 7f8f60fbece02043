"""Points and frames of flexible bodies: their motion is that of a node and of deformations.

With the position r and rotation matrix A of the body's node, its angular velocity w = Gb rho_t in
body axes, and deformations zeta, which are modes or displacements of mesh nodes, a marker moves by

    theta = Theta zeta,  b = b_0 + Psi zeta                 in body axes; Theta, Psi: three numbers
    p = r + A b,  R = A exp(theta~)                         for each zeta

    t_m = T Theta_m,  u = T Theta zeta_t                    T: theta_t turns the frame by T theta_t
    v = r_t + A (w x b + Psi zeta_t),  omega = A (w + u)
    J = [[I, -A b~ Gb, A Psi], [0, A Gb, A t]]              columns r, rho, zeta

J depends on rho and zeta. With the wrench f, n in body axes,

    d(g_k . N)/drho_m, N = n + b x f       as in `space_frame.py`
    g_k . (Psi_m x f)                      row rho_k, column zeta_m
    Psi_k . (f x g_m) + t_k . (n x g_m)    row zeta_k, column rho_m
    Theta_k . d(T^T n)/dzeta_m             row zeta_k, column zeta_m; 0 without Theta

A frame of a mesh without a node of its own has A = I and only zeta. Constants of a marker stand in
`motion_jacobians` behind its own rows, as rows (Psi_m, Theta_m) of coordinates that do not exist.
Rows of the table hold blocks of slots: the first row of a marker is its `head`, and those behind
it have further blocks.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from linkwork.core.records import f8, i8, record
from linkwork.math.exact import two_product, two_sum
from linkwork.math.exponential import tangent, tangent_slope, turned_by
from linkwork.math.rotation_parameters import (
    columns,
    matrix,
    moment_slope,
    of_coordinates,
    parameters_of,
    placed,
    spin,
    spin_slope,
)
from linkwork.math.vec3 import add, cross, dot, scaled, turned, turned_back
from linkwork.motion.kind import Kind, Member, Motion, fill_block
from linkwork.motion.point import Point
from linkwork.motion.space_frame import POSE_SIZE, SpaceFrame, turned_row, write_rotation

BLOCK = 8
"""Rows and columns of a block of slots."""

NO_NODE = -1
"""Kind of rotation parameters of frames without a node."""

ROW = record(
    ("marker", i8), ("first", i8), ("first_pose", i8), ("column", i8), ("kind", i8),
    ("count", i8), ("lead", i8), ("modes", i8), ("turning", i8), ("head", i8),
    ("reference", f8, 7), ("place", f8, 3),
    ("top", i8), ("left", i8), ("slots", i8, (BLOCK, BLOCK)),
)  # fmt: skip
"""A marker on a flexible body.

first -- first coordinate of its node; first_pose -- where its pose begins, if it has one
kind, count -- rotation parameters of the node and their number; lead -- coordinates of the node
column -- first row of its Jacobian; modes -- number of deformations; turning -- whether Theta != 0
reference -- reference coordinates of the node; place -- b_0
top, left -- first row and column of the block in the matrix over rho and zeta; slots -- its entries
"""


class FlexibleFrame(NamedTuple):
    """A frame of a flexible body.

    node -- the motion of its node, None if it has none; deformations -- coordinates zeta
    place -- b_0 [m]; Psi, Theta -- three numbers for each of the deformations
    with_axes -- whether it is a frame, not only a point
    """

    node: SpaceFrame | None
    deformations: tuple[int, ...]
    place: np.ndarray
    Psi: np.ndarray
    Theta: np.ndarray
    with_axes: bool = True

    @property
    def offset(self) -> np.ndarray:
        local = np.asarray(self.place)
        if self.node is None:
            return local
        place: np.ndarray = self.node.reference[:3] + self.reference_rotation() @ local
        return place

    @property
    def first(self) -> int:
        return -1

    @property
    def kind(self) -> Kind:
        return FLEXIBLE_FRAME

    @property
    def lead(self) -> int:
        """Number of coordinates of the node."""
        return 0 if self.node is None else len(self.node.reference)

    @property
    def coordinates(self) -> tuple[int, ...]:
        own = () if self.node is None else tuple(self.node.coordinates)
        return (*own, *self.deformations, *(-1 for _ in self.deformations))

    @property
    def is_frame(self) -> bool:
        return self.with_axes

    @property
    def turns(self) -> bool:
        return True

    @property
    def is_planar(self) -> bool:
        return False

    def start(self, rotation: Any) -> None:
        rotation.R[:] = self.reference_rotation()
        rotation.arm[:] = rotation.R @ np.asarray(self.place)

    def without_rotation(self) -> Motion:
        if self.node is not None:
            return self._replace(Theta=np.zeros_like(self.Theta), with_axes=False)
        count = len(self.deformations)
        return Point(self.offset, -1, count, self.Psi, listed=self.deformations)

    def reference_place(self) -> np.ndarray:
        return self.offset

    def reference_rotation(self) -> np.ndarray:
        return np.eye(3) if self.node is None else self.node.reference_rotation()


# ------------------------------------------------------------------------------- state


def _place(e, q, poses):
    return placed(e.kind, parameters_of(e.kind, e.first, e.reference, e.first_pose, q, poses))


def _rotation(e, q, poses):
    """(A, columns of Gb) of the node"""
    if e.lead == 0:
        zero = 0.0, 0.0, 0.0
        return ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)), (zero, zero, zero, zero)
    place = _place(e, q, poses)
    return matrix(e.kind, place), columns(e.kind, place)


def _rate(e, v):
    """Velocities of the rotation parameters of the node"""
    return of_coordinates(e.kind, e.first, v) if e.lead > 0 else (0.0, 0.0, 0.0, 0.0)


def _constants(e, m, start, motion_jacobians):
    """Psi_m or Theta_m"""
    row = motion_jacobians[e.column + e.lead + e.modes + m]
    return row[start], row[start + 1], row[start + 2]


def _sum(e, start, values, motion_jacobians, motion_coordinates):
    """Psi or Theta times the deformations or their rates"""
    x = y = z = 0.0
    first = e.column + e.lead
    for m in range(e.modes):
        amount, row = values[motion_coordinates[first + m]], motion_jacobians[first + e.modes + m]
        x += row[start] * amount
        y += row[start + 1] * amount
        z += row[start + 2] * amount
    return x, y, z


def _turn(e, q, motion_jacobians, motion_coordinates):
    """theta"""
    if e.turning == 0:
        return 0.0, 0.0, 0.0
    return _sum(e, 3, q, motion_jacobians, motion_coordinates)


def _left(theta, a):
    """T a: the turn in body axes"""
    return tangent((-theta[0], -theta[1], -theta[2]), a)


def _local(e, q, motion_jacobians, motion_coordinates):
    """b"""
    moved = _sum(e, 0, q, motion_jacobians, motion_coordinates)
    return e.place[0] + moved[0], e.place[1] + moved[1], e.place[2] + moved[2]


def _deformation_rates(e, v, theta, motion_jacobians, motion_coordinates):
    """(Psi zeta_t, u)"""
    u = 0.0, 0.0, 0.0
    if e.turning != 0:
        u = _left(theta, _sum(e, 3, v, motion_jacobians, motion_coordinates))
    return _sum(e, 0, v, motion_jacobians, motion_coordinates), u


def _move(e, R, g, b, theta, v, motion_jacobians, motion_coordinates, rotation_out, m_out):
    """Write velocities and the arm."""
    w = spin(g, _rate(e, v))
    stretch, u = _deformation_rates(e, v, theta, motion_jacobians, motion_coordinates)
    speed = turned(R, add(cross(w, b), stretch))
    W, arm = turned(R, add(w, u)), turned(R, b)
    for r in range(3):
        rotation_out.omega[r], rotation_out.arm[r] = W[r], arm[r]
        m_out.v[r] = speed[r] + (v[e.first + r] if e.lead > 0 else 0.0)


# ------------------------------------------------------------------------------- motion


def motion(
    table, q, v, poses, motion_jacobians, motion_coordinates, rotations_out, markers_out
):  # fmt: skip
    for i in range(table.size):
        e = table[i]
        if e.head == 0:
            continue
        m, rotation = markers_out[e.marker], rotations_out[e.marker]
        R, g = _rotation(e, q, poses)
        theta = _turn(e, q, motion_jacobians, motion_coordinates)
        b = _local(e, q, motion_jacobians, motion_coordinates)
        _move(e, R, g, b, theta, v, motion_jacobians, motion_coordinates, rotation, m)
        for r in range(3):
            own = e.reference[r] + q[e.first + r] if e.lead > 0 else 0.0
            m.p[r] = own + rotation.arm[r]
            change = turned_by((-theta[0], -theta[1], -theta[2]), R[r])
            for c in range(3):
                rotation.R[r, c] = R[r][c] + change[c]


def exact_motion(
    table, q, q_low, v, poses, turn_grid, motion_jacobians, motion_coordinates, rotations_out,
    markers_out,
):  # fmt: skip
    """The same with the rounding errors of positions and rotations."""
    for i in range(table.size):
        e = table[i]
        if e.head == 0:
            continue
        m, rotation = markers_out[e.marker], rotations_out[e.marker]
        A, A_low = rotation.R, rotation.R_low
        _, g = _rotation(e, q, poses)
        if e.lead > 0:
            write_rotation(e, q, q_low, poses, turn_grid, A, A_low)
        else:
            for r in range(3):
                for c in range(3):
                    A[r, c], A_low[r, c] = (1.0 if r == c else 0.0), 0.0
        theta = _turn(e, q, motion_jacobians, motion_coordinates)
        b, b_low = _exact_local(e, q, q_low, motion_jacobians, motion_coordinates)
        _move(e, A, g, b, theta, v, motion_jacobians, motion_coordinates, rotation, m)
        for r in range(3):
            arm, low = turned_row(A, A_low, b, r)
            low += A[r, 0] * b_low[0] + A[r, 1] * b_low[1] + A[r, 2] * b_low[2]
            p = rest = 0.0
            if e.lead > 0:
                p, rest = two_sum(e.reference[r], q[e.first + r])
                low += rest + q_low[e.first + r]
            m.p[r], rest = two_sum(p, arm)
            m.p_low[r] = rest + low
            if e.turning == 0:
                continue
            change = turned_by((-theta[0], -theta[1], -theta[2]), A[r])
            for c in range(3):
                A[r, c], rest = two_sum(A[r, c], change[c])
                A_low[r, c] += rest


def _exact_local(e, q, q_low, motion_jacobians, motion_coordinates):
    """b and its rounding error"""
    x, x_low = _exact_sum(e, 0, q, q_low, motion_jacobians, motion_coordinates)
    y, y_low = _exact_sum(e, 1, q, q_low, motion_jacobians, motion_coordinates)
    z, z_low = _exact_sum(e, 2, q, q_low, motion_jacobians, motion_coordinates)
    return (x, y, z), (x_low, y_low, z_low)


def _exact_sum(e, r, q, q_low, motion_jacobians, motion_coordinates):
    x, low = e.place[r], 0.0
    first = e.column + e.lead
    for m in range(e.modes):
        c, factor = motion_coordinates[first + m], motion_jacobians[first + e.modes + m, r]
        product, product_low = two_product(factor, q[c])
        x, rest = two_sum(x, product)
        low += rest + product_low + factor * q_low[c]
    return x, low


# ------------------------------------------------------------------------------- derivatives


def _stretch(e, m, theta, motion_jacobians):
    """(Psi_m, t_m)"""
    t = 0.0, 0.0, 0.0
    if e.turning != 0:
        t = _left(theta, _constants(e, m, 3, motion_jacobians))
    return _constants(e, m, 0, motion_jacobians), t


def jacobians(table, q, poses, motion_coordinates, motion_jacobians_out):
    for i in range(table.size):
        e = table[i]
        if e.head == 0:
            continue
        R, g = _rotation(e, q, poses)
        theta = _turn(e, q, motion_jacobians_out, motion_coordinates)
        b = _local(e, q, motion_jacobians_out, motion_coordinates)
        for k in range(e.count):
            arm, turn = turned(R, cross(g[k], b)), turned(R, g[k])
            for r in range(3):
                motion_jacobians_out[e.column + 3 + k, r] = arm[r]
                motion_jacobians_out[e.column + 3 + k, 3 + r] = turn[r]
        for m in range(e.modes):
            beta, t = _stretch(e, m, theta, motion_jacobians_out)
            arm, turn = turned(R, beta), turned(R, t)
            for r in range(3):
                motion_jacobians_out[e.column + e.lead + m, r] = arm[r]
                motion_jacobians_out[e.column + e.lead + m, 3 + r] = turn[r]


def rates(table, q, v, poses, motion_jacobians, motion_coordinates, motion_rates_out):
    for i in range(table.size):
        e = table[i]
        if e.head == 0:
            continue
        R, g = _rotation(e, q, poses)
        rate = _rate(e, v)
        w = spin(g, rate)
        theta = _turn(e, q, motion_jacobians, motion_coordinates)
        b = _local(e, q, motion_jacobians, motion_coordinates)
        stretch, u = _deformation_rates(e, v, theta, motion_jacobians, motion_coordinates)
        speed = add(cross(w, b), stretch)
        whole = add(w, u)
        if e.lead > 0:
            place = _place(e, q, poses)
            for k in range(e.count):
                w_k = spin_slope(e.kind, place, rate, w, k)
                arm = turned(R, add(cross(g[k], speed), cross(w_k, b)))
                turn = turned(R, add(cross(g[k], whole), w_k))
                for r in range(3):
                    motion_rates_out[e.column + 3 + k, r] = arm[r]
                    motion_rates_out[e.column + 3 + k, 3 + r] = turn[r]
        theta_t = 0.0, 0.0, 0.0
        if e.turning != 0:
            theta_t = _sum(e, 3, v, motion_jacobians, motion_coordinates)
        for m in range(e.modes):
            u_m = 0.0, 0.0, 0.0
            if e.turning != 0:
                along = _constants(e, m, 3, motion_jacobians)
                u_m = tangent_slope(scaled(-1.0, theta), scaled(-1.0, along), theta_t)
            arm = turned(R, cross(w, _constants(e, m, 0, motion_jacobians)))
            turn = turned(R, u_m)
            for r in range(3):
                motion_rates_out[e.column + e.lead + m, r] = arm[r]
                motion_rates_out[e.column + e.lead + m, 3 + r] = turn[r]


# ------------------------------------------------------------------------------- forces


def gather(
    table, frame, q, poses, motion_jacobians, motion_coordinates, marker_force, marker_moment,
    residual_out,
):  # fmt: skip
    """Apply forces and moments of markers to the coordinates; moments count as separate loads."""
    for i in range(table.size):
        e = table[i]
        if e.head == 0:
            continue
        R, g = _rotation(e, q, poses)
        theta = _turn(e, q, motion_jacobians, motion_coordinates)
        f, tau = turned_back(R, marker_force[e.marker]), turned_back(R, marker_moment[e.marker])
        if e.lead > 0:
            b = _local(e, q, motion_jacobians, motion_coordinates)
            n = add(cross(b, f), tau)
            frame.direct_load += dot(n, n)
            for r in range(3):
                residual_out[e.first + r] -= marker_force[e.marker, r]
            for k in range(e.count):
                residual_out[e.first + 3 + k] -= dot(g[k], n)
        turn = 0.0, 0.0, 0.0
        if e.turning != 0:
            turn = tangent(theta, tau)
        for m in range(e.modes):
            force = dot(_constants(e, m, 0, motion_jacobians), f)
            force += dot(_constants(e, m, 3, motion_jacobians), turn)
            residual_out[motion_coordinates[e.column + e.lead + m]] -= force
            frame.direct_load += force * force


def curvature(
    table, q, poses, motion_jacobians, motion_coordinates, marker_force, marker_moment, cq,
    values_out,
):  # fmt: skip
    """Add the derivative of -J^T w to the matrix, block by block, with w as evaluated last."""
    still = 0.0, 0.0, 0.0
    g, theta, b, f, tau = (still, still, still, still), still, still, still, still
    place = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    for i in range(table.size):
        e = table[i]
        if e.head != 0:
            R, g = _rotation(e, q, poses)
            if e.lead > 0:
                place = _place(e, q, poses)
            theta = _turn(e, q, motion_jacobians, motion_coordinates)
            b = _local(e, q, motion_jacobians, motion_coordinates)
            f, tau = turned_back(R, marker_force[e.marker]), turned_back(R, marker_moment[e.marker])
        for c in range(BLOCK):
            column = e.left + c
            if column >= e.count + e.modes:
                break
            if column < e.count:
                _bend_by_turn(e, c, column, place, g, theta, b, f, tau, cq, motion_jacobians,
                              values_out)  # fmt: skip
            else:
                _bend_by_mode(e, c, column - e.count, g, theta, f, tau, cq, motion_jacobians,
                              values_out)  # fmt: skip


def _bend_by_turn(e, c, m, place, g, theta, b, f, tau, cq, motion_jacobians, values_out):
    """Column of rho_m in a block"""
    g_m = g[m]
    f_m, n_m = cross(f, g_m), cross(tau, g_m)
    n, change = add(cross(b, f), tau), add(cross(b, f_m), n_m)
    for r in range(BLOCK):
        k = e.top + r
        if k >= e.count + e.modes:
            break
        if k < e.count:
            slope = moment_slope(e.kind, place, g[k], n, k, m) + dot(g[k], change)
        else:
            beta, t = _stretch(e, k - e.count, theta, motion_jacobians)
            slope = dot(beta, f_m) + dot(t, n_m)
        values_out[e.slots[r, c]] -= cq * slope


def _bend_by_mode(e, c, m, g, theta, f, tau, cq, motion_jacobians, values_out):
    """Column of zeta_m in a block"""
    moment, change = cross(_constants(e, m, 0, motion_jacobians), f), (0.0, 0.0, 0.0)
    if e.turning != 0:
        change = tangent_slope(theta, _constants(e, m, 3, motion_jacobians), tau)
    for r in range(BLOCK):
        k = e.top + r
        if k >= e.count + e.modes:
            break
        if k < e.count:
            slope = dot(g[k], moment)
        else:
            slope = dot(_constants(e, k - e.count, 3, motion_jacobians), change)
        values_out[e.slots[r, c]] -= cq * slope


# ------------------------------------------------------------------------------- rows


def _rows(members: list[Member]) -> np.ndarray:
    found = []
    for member in members:
        frame: FlexibleFrame = member.motion
        count, modes, turning = max(0, frame.lead - 3), len(frame.deformations), frame.Theta.any()
        starts = range(0, count + modes, BLOCK)
        blocks = [(i, j) for i in starts for j in starts if turning or not (i and j)]
        rows = np.zeros(len(blocks), ROW)
        rows["marker"], rows["column"] = member.marker, member.column
        rows["first"] = -1 if frame.node is None else frame.node.first
        rows["kind"] = NO_NODE if frame.node is None else frame.node.parameters
        rows["count"], rows["lead"], rows["modes"], rows["turning"] = (
            count, frame.lead, modes, turning,
        )  # fmt: skip
        rows["place"], rows["head"][0] = frame.place, 1
        if frame.node is not None:
            rows["reference"][:, : frame.lead] = frame.node.reference
        rows["top"], rows["left"] = np.array(blocks).T
        found.append(rows)
    return np.concatenate(found)


def _jacobian(frame: FlexibleFrame) -> np.ndarray:
    rows = np.zeros((len(frame.coordinates), 6))
    if frame.node is not None:
        rows[[0, 1, 2], [0, 1, 2]] = 1.0
    constants = rows[frame.lead + len(frame.deformations) :]
    constants[:, :3], constants[:, 3:] = frame.Psi, frame.Theta
    return rows


def _fill_slots(rows: np.ndarray, slots: Callable[..., np.ndarray], coordinates: Any) -> None:
    for row in rows:
        skipped = 3 if row["lead"] else 0
        size = int(row["count"] + row["modes"])
        start = int(row["column"]) + skipped
        index = np.full(size + BLOCK, -1)
        index[:size] = coordinates[start : start + size]
        fill_block(row, slots, index)


def _settle(frame: FlexibleFrame, q: np.ndarray) -> np.ndarray:
    """Poses in several states, a row for each."""
    if frame.node is None:
        return np.zeros((len(q), POSE_SIZE))
    found: np.ndarray = frame.node.kind.settle(frame.node, q)  # type: ignore[misc]
    return found


FLEXIBLE_FRAME = Kind(
    ROW, motion, exact_motion, gather, _rows, _jacobian, jacobians, rates, curvature,
    fill_slots=_fill_slots, settle=_settle,
)  # fmt: skip
