"""Links of kinematic trees as markers place them, beginning at the base.

`tree_link.py` has the law. Placed links are kept in `motion_jacobians`, KEPT rows each: rotation
matrix and origin, angular velocity and velocity of the origin, rounding errors of the first two.
"""

from __future__ import annotations

from linkwork.core.records import f8, i8, record
from linkwork.math.exact import two_sum
from linkwork.math.pairs import plus, times
from linkwork.math.rotation_parameters import (
    columns,
    of_coordinates,
    parameters_of,
    placed,
    spin,
)
from linkwork.math.sines import sine_and_cosine_of
from linkwork.math.turning import sine_and_cosine
from linkwork.math.vec3 import add, cross, scaled, sub, turned
from linkwork.motion.space_frame import write_rotation
from linkwork.trees.records import PRISMATIC, REVOLUTE

BLOCK = 8
"""Rows and columns of a block of slots."""

NODE, SLOTS = -1, -2
"""Kinds of rows beside those of joints: the node of a free base, a block of slots."""

KEPT = 5
"""Rows of six numbers of a placed link: R and o; omega and velocity of o; errors of R and o."""

ROW = record(
    ("marker", i8), ("first", i8), ("first_pose", i8), ("column", i8), ("joint", i8),
    ("coordinate", i8), ("up", i8), ("place", i8), ("same", i8), ("head", i8), ("last", i8),
    ("fresh", i8), ("planar", i8),
    ("ratio", f8), ("reference_value", f8), ("offset", f8), ("R", f8, (3, 3)), ("p", f8, 3),
    ("arm", f8, 3), ("turn", f8, (3, 3)), ("angle", f8),
    ("kind", i8), ("count", i8), ("reference", f8, 7),
    ("links", i8), ("back", i8), ("top", i8), ("left", i8), ("slots", i8, (BLOCK, BLOCK)),
)  # fmt: skip
"""A link on the path of a marker; of the last one also the marker.

joint -- REVOLUTE, PRISMATIC, NODE or SLOTS; column -- row of `motion_jacobians` of its coordinate
up, place -- rows of `motion_jacobians` with the placed link before it (-1: base) and with itself
same -- whether another row places it; head, last -- whether it begins, ends the path
fresh -- whether no link before it on the path has the same coordinate
ratio, reference_value, offset -- the joint is at ratio (reference_value + q) + offset
R, p -- frame of the joint in that of the link before it; planar -- whether the frame turns about z
arm, turn -- marker in the axes of the link; angle -- about z, of a planar frame with joints at 0
first, first_pose, kind, count, reference -- of the node: as in `space_frame.py`
links, back -- of blocks: number of links on the path, and rows between it and the head
top, left, slots -- first row and column of the block over rotation parameters and links; entries
"""


def rotation_of(place, kept):
    """R of a placed link, as a tuple of rows"""
    if place < 0:
        return (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)
    a, b = kept[place], kept[place + 1]
    return (a[0], a[1], a[2]), (a[3], a[4], a[5]), (b[0], b[1], b[2])


def origin_of(place, kept):
    """o of a placed link"""
    if place < 0:
        return 0.0, 0.0, 0.0
    return kept[place + 1, 3], kept[place + 1, 4], kept[place + 1, 5]


def omega_of(place, kept):
    """omega of a placed link"""
    if place < 0:
        return 0.0, 0.0, 0.0
    return kept[place + 2, 0], kept[place + 2, 1], kept[place + 2, 2]


def speed_of(place, p, kept):
    """Velocity at p of a body that is fixed to a placed link"""
    if place < 0:
        return 0.0, 0.0, 0.0
    v = kept[place + 2, 3], kept[place + 2, 4], kept[place + 2, 5]
    return add(v, cross(omega_of(place, kept), sub(p, origin_of(place, kept))))


def keep(place, R, o, kept_out):
    for c in range(3):
        kept_out[place, c], kept_out[place, 3 + c] = R[0][c], R[1][c]
        kept_out[place + 1, c], kept_out[place + 1, 3 + c] = R[2][c], o[c]


def _keep_rates(place, w, v, kept_out):
    for c in range(3):
        kept_out[place + 2, c], kept_out[place + 2, 3 + c] = w[c], v[c]


def joint_position(e, q):
    """Angle or way of a joint"""
    return e.ratio * (e.reference_value + q[e.coordinate]) + e.offset


def joint_axis(e, kept):
    """Third column of R, which is the axis of the joint"""
    a, b = kept[e.place], kept[e.place + 1]
    return a[2], a[5], b[2]


def product_with(A, B):
    """A B, of rows and an array"""
    return (
        (_entry(A[0], B, 0), _entry(A[0], B, 1), _entry(A[0], B, 2)),
        (_entry(A[1], B, 0), _entry(A[1], B, 1), _entry(A[1], B, 2)),
        (_entry(A[2], B, 0), _entry(A[2], B, 1), _entry(A[2], B, 2)),
    )


def _entry(a, B, c):
    return a[0] * B[0, c] + a[1] * B[1, c] + a[2] * B[2, c]


def place_joint(e, q, kept_out):
    """Frame of a link behind a revolute or prismatic joint"""
    P, x = rotation_of(e.up, kept_out), joint_position(e, q)
    F, o = product_with(P, e.R), add(origin_of(e.up, kept_out), turned(P, e.p))
    if e.joint == PRISMATIC:
        keep(e.place, F, add(o, scaled(x, (F[0][2], F[1][2], F[2][2]))), kept_out)
    else:
        s, c = sine_and_cosine_of(x)
        R = (
            (F[0][0] * c + F[0][1] * s, F[0][1] * c - F[0][0] * s, F[0][2]),
            (F[1][0] * c + F[1][1] * s, F[1][1] * c - F[1][0] * s, F[1][2]),
            (F[2][0] * c + F[2][1] * s, F[2][1] * c - F[2][0] * s, F[2][2]),
        )
        keep(e.place, R, o, kept_out)


def move_joint(e, v, kept_out):
    """Velocities of such a link"""
    o, w = origin_of(e.place, kept_out), omega_of(e.up, kept_out)
    speed, along = (
        speed_of(e.up, o, kept_out),
        scaled(e.ratio * v[e.coordinate], joint_axis(e, kept_out)),
    )
    if e.joint == PRISMATIC:
        _keep_rates(e.place, w, add(speed, along), kept_out)
    else:
        _keep_rates(e.place, add(w, along), speed, kept_out)


def node_place(e, q, poses):
    return placed(e.kind, parameters_of(e.kind, e.first, e.reference, e.first_pose, q, poses))


def move_node(e, place, v, kept_out):
    """Velocities of a free base"""
    w = spin(columns(e.kind, place), of_coordinates(e.kind, e.first, v))
    speed = v[e.first], v[e.first + 1], v[e.first + 2]
    _keep_rates(e.place, turned(rotation_of(e.place, kept_out), w), speed, kept_out)


def row_pairs(place, r, kept):
    """Row of R of a placed link, as three pairs"""
    if place < 0:
        return (
            (1.0 if r == 0 else 0.0, 0.0), (1.0 if r == 1 else 0.0, 0.0),
            (1.0 if r == 2 else 0.0, 0.0),
        )  # fmt: skip
    k, c = place + r // 2, 3 * (r % 2)
    return (
        (kept[k, c], kept[k + 3, c]), (kept[k, c + 1], kept[k + 3, c + 1]),
        (kept[k, c + 2], kept[k + 3, c + 2]),
    )  # fmt: skip


def origin_pair(place, r, kept):
    if place < 0:
        return 0.0, 0.0
    return kept[place + 1, 3 + r], kept[place + 4, 3 + r]


def turned_pair(x, y, z, a):
    """Product of a row of three pairs with a plain vector"""
    return plus(plus(times(x, (a[0], 0.0)), times(y, (a[1], 0.0))), times(z, (a[2], 0.0)))


def pair_entry(row, B, c):
    return turned_pair(row[0], row[1], row[2], (B[0, c], B[1, c], B[2, c]))


def _put_pair(place, r, c, pair, kept_out):
    """Write an entry of R, or of o as fourth column."""
    k = place + 1 if c == 3 or r == 2 else place
    at = 3 + r if c == 3 else 3 * (r % 2) + c
    kept_out[k, at], kept_out[k + 3, at] = two_sum(pair[0], pair[1])


def place_joint_exactly(e, q, q_low, turn_grid, kept_out):
    total, rest = two_sum(e.reference_value, q[e.coordinate])
    x = plus(times((e.ratio, 0.0), (total, rest + q_low[e.coordinate])), (e.offset, 0.0))
    sine, cosine = (0.0, 0.0), (1.0, 0.0)
    if e.joint == REVOLUTE:
        s, s_low, c, c_low = sine_and_cosine(x[0], x[1], turn_grid)
        sine, cosine = (s, s_low), (c, c_low)
    minus = -sine[0], -sine[1]
    for r in range(3):
        row = row_pairs(e.up, r, kept_out)
        x0, y0, z0 = pair_entry(row, e.R, 0), pair_entry(row, e.R, 1), pair_entry(row, e.R, 2)
        o = plus(origin_pair(e.up, r, kept_out), turned_pair(row[0], row[1], row[2], e.p))
        if e.joint == PRISMATIC:
            o = plus(o, times(z0, x))
            _put_pair(e.place, r, 0, x0, kept_out)
            _put_pair(e.place, r, 1, y0, kept_out)
        else:
            _put_pair(e.place, r, 0, plus(times(x0, cosine), times(y0, sine)), kept_out)
            _put_pair(e.place, r, 1, plus(times(y0, cosine), times(x0, minus)), kept_out)
        _put_pair(e.place, r, 2, z0, kept_out)
        _put_pair(e.place, r, 3, o, kept_out)


def place_node_exactly(e, q, q_low, poses, turn_grid, kept_out, rotation_out):
    """Frame of a free base; the marker's rotation is memory for it"""
    place = write_rotation(
        e, q, q_low, poses, turn_grid, rotation_out.R, rotation_out.R_low
    )  # fmt: skip
    for r in range(3):
        for c in range(3):
            pair = rotation_out.R[r, c], rotation_out.R_low[r, c]
            _put_pair(e.place, r, c, pair, kept_out)
        total, rest = two_sum(e.reference[r], q[e.first + r])
        _put_pair(e.place, r, 3, (total, rest + q_low[e.first + r]), kept_out)
    return place
