"""Frames on links of kinematic trees: their motion is that of all joints between base and link.

With the origin o_i and rotation matrix R_i of link i, the axis a_i of its joint (global, times the
ratio of the joint to its coordinate), and a marker at the local position b of the last link,

    p = o + R b,   omega = sum a_i q_t,i (revolute joints),   v = sum J_i q_t,i
    J_i = a_i x (p - o_i), rotation a_i      revolute
    J_i = a_i, rotation 0                    prismatic
    residual_i -= J_i . f + a_i . tau

A joint turns everything behind it, so that with i before or at j on the way from the base

    dJ_j/dq_i = dJ_i/dq_j = a_i x J_j,   da_j/dq_i = a_i x a_j,   da_i/dq_j = 0        curvature
    dv/dq_i = a_i x (v - v_up) + omega_up x J_i,   domega/dq_i = a_i x (omega - omega_up)

where a_i of a prismatic joint counts as 0, and v_up, omega_up are the velocities at p of a body
that is fixed to the link before joint i. A free base is a rigid-body node in front of the path: its
columns are those of `space_frame.py`, and its rotation turns the columns of joints in the same way.

The table has a row for each link on the path of each marker, from the base on, and behind them rows
with blocks of slots. Placed links are kept in `motion_jacobians`, as rows of coordinates that do
not exist behind the columns of a marker (`tree_placing.py`). Markers on one tree share them, so
that every link is placed once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from linkwork.math.rotation_parameters import COUNTS
from linkwork.motion.kind import Kind, Member, Motion, fill_block
from linkwork.motion.space_frame import POSE_SIZE, SpaceFrame
from linkwork.motion.tree_kernels import (
    curvature,
    exact_motion,
    gather,
    jacobians,
    motion,
    rates,
)
from linkwork.motion.tree_placing import BLOCK, KEPT, NODE, ROW, SLOTS
from linkwork.trees.records import PRISMATIC, REVOLUTE
from linkwork.trees.table import Tree


class TreeLinkFrame(NamedTuple):
    """A frame on a link of a kinematic tree.

    owner -- number of the tree; numbers -- rows of the links on the path, from the base on
    links -- records of these links; joints -- ODE2 coordinate of each of them
    references -- value of each coordinate at zero displacement
    turn -- from the axes of the description to those of the last record
    arm -- position in the axes of the description [m]; node -- motion of a free base
    """

    owner: int
    numbers: tuple[int, ...]
    links: np.ndarray
    joints: tuple[int, ...]
    references: tuple[float, ...]
    turn: np.ndarray
    arm: tuple[float, float, float]
    planar: bool = False
    node: SpaceFrame | None = None

    @property
    def offset(self) -> np.ndarray:
        return self._pose()[1]

    @property
    def first(self) -> int:
        return -1

    @property
    def kind(self) -> Kind:
        return TREE_LINK

    @property
    def own_joints(self) -> tuple[int, ...]:
        """Coordinates of the joints, each once."""
        return tuple(dict.fromkeys(self.joints))

    @property
    def lead(self) -> int:
        """Number of coordinates of the node of a free base."""
        return 0 if self.node is None else len(self.node.reference)

    @property
    def steps(self) -> int:
        """Number of frames that are placed on the way to the marker."""
        return len(self.joints) + (self.node is not None)

    @property
    def coordinates(self) -> tuple[int, ...]:
        own = () if self.node is None else tuple(self.node.coordinates)
        return (*own, *self.own_joints, *(-1,) * (KEPT * self.steps))

    @property
    def is_frame(self) -> bool:
        return True

    @property
    def turns(self) -> bool:
        return self.node is not None or bool((self.links["kind"] == REVOLUTE).any())

    @property
    def is_planar(self) -> bool:
        return self.planar

    def start(self, rotation: Any) -> None:
        R, _, arm = self._pose()
        rotation.R[:], rotation.arm[:] = R, arm
        if self.planar:
            rotation.angle = _angle(self) + sum(
                link["ratio"] * value + link["offset"]
                for link, value in zip(self.links, self.references, strict=True)
                if link["kind"] == REVOLUTE
            )

    def without_rotation(self) -> Motion:
        return self

    def reference_place(self) -> np.ndarray:
        return self.offset

    def reference_rotation(self) -> np.ndarray:
        return self._pose()[0]

    def _pose(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Rotation matrix, position and arm at zero displacement."""
        R, o = np.eye(3), np.zeros(3)
        if self.node is not None:
            R, o = self.node.reference_rotation(), np.asarray(self.node.reference[:3])
        for link, value in zip(self.links, self.references, strict=True):
            position = link["ratio"] * value + link["offset"]
            o, R = o + R @ link["p"], R @ link["R"]
            if link["kind"] == PRISMATIC:
                o = o + position * R[:, 2]
            else:
                s, c = np.sin(position), np.cos(position)
                R = R @ np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
        R = R @ self.turn
        arm = R @ np.asarray(self.arm)
        return R, o + arm, arm


def link_frame(
    owner: int,
    tree: Tree,
    link: int,
    local: Sequence[float],
    coordinates: Sequence[int],
    references: Sequence[float],
    node: SpaceFrame | None = None,
) -> TreeLinkFrame:
    """The motion of a frame on a link.

    link -- number of the link, -1: a free base; local -- position in its axes [m]
    node -- motion of a free base
    coordinates, references -- ODE2 coordinates and reference values of the joints' coordinates
    """
    base, velocities = (1, 6) if node is not None else (0, 0)
    numbers: list[int] = []
    k = link + 1 + base
    while k != base:
        numbers.insert(0, k)
        k = int(tree.links[k].parent)
    links = tree.links[numbers]
    places = (links["iv"] - velocities).tolist()
    x, y, z = (float(each) for each in local)
    return TreeLinkFrame(
        owner,
        tuple(numbers),
        links,
        tuple(int(coordinates[k]) for k in places),
        tuple(float(references[k]) for k in places),
        tree.turned[numbers[-1] if numbers else base],
        (x, y, z),
        node is None and all(_turns_about_z(tree, k) for k in numbers),
        node,
    )


def _turns_about_z(tree: Tree, number: int) -> bool:
    """Whether a link only turns about the z axis that it has in common with the one before it."""
    link = tree.links[number]
    before, turn = tree.turned[int(link.parent)], tree.turned[number]
    upright = np.array_equal((before.T @ link.R @ turn)[:, 2], [0.0, 0.0, 1.0])
    return upright and (link.kind == PRISMATIC or np.array_equal(turn, np.eye(3)))


def _angle(frame: TreeLinkFrame) -> float:
    """Angle about z of a planar frame whose joints are at zero [rad]."""
    R = np.eye(3)
    for link in frame.links:
        R = R @ link["R"]
    R = R @ frame.turn
    return float(np.arctan2(R[1, 0], R[0, 0]))


def _rows(members: list[Member]) -> np.ndarray:
    members = sorted(members, key=lambda member: member.motion.owner)
    places: dict[tuple[int, int], int] = {}
    return np.concatenate([rows for m in members for rows in (_path(m, places), _blocks(m))])


def _path(member: Member, places: dict[tuple[int, int], int]) -> np.ndarray:
    """Rows of the links of a marker; places -- where links of trees are placed already."""
    frame: TreeLinkFrame = member.motion
    own = frame.own_joints
    kept, rows = member.column + frame.lead + len(own), np.zeros(frame.steps, ROW)
    numbers, up = (*((0,) if frame.node is not None else ()), *frame.numbers), -1
    for k, number in enumerate(numbers):
        key = frame.owner, number
        rows["same"][k], rows["up"][k] = key in places, up
        rows["place"][k] = up = places.setdefault(key, kept + KEPT * k)
    rows["marker"], rows["first"], rows["column"] = member.marker, -1, member.column
    if frame.node is not None:
        base = rows[0]
        base.joint, base.first, base.kind = NODE, frame.node.first, frame.node.parameters
        base.count = COUNTS[frame.node.parameters]
        base.reference[: frame.lead] = frame.node.reference
    joints, seen = rows[len(rows) - len(frame.joints) :], set[int]()
    for row, link, coordinate, value in zip(
        joints, frame.links, frame.joints, frame.references, strict=True
    ):
        row.joint, row.coordinate, row.reference_value = link["kind"], coordinate, value
        row.ratio, row.offset, row.R, row.p = link["ratio"], link["offset"], link["R"], link["p"]
        row.column, row.fresh = (
            member.column + frame.lead + own.index(coordinate), coordinate not in seen,
        )  # fmt: skip
        seen.add(coordinate)
    rows["head"][0] = rows["last"][-1] = 1
    rows["arm"][-1], rows["turn"][-1], rows["planar"] = frame.arm, frame.turn, frame.planar
    rows["angle"][-1] = _angle(frame) if frame.planar else 0.0
    return rows


def _blocks(member: Member) -> np.ndarray:
    """Rows with the blocks of slots of a marker."""
    frame: TreeLinkFrame = member.motion
    count = max(0, frame.lead - 3)
    starts = range(0, count + len(frame.joints), BLOCK)
    blocks = [(i, j) for i in starts for j in starts]
    rows = np.zeros(len(blocks), ROW)
    rows["marker"], rows["joint"], rows["first"] = member.marker, SLOTS, -1
    rows["count"], rows["links"] = count, len(frame.joints)
    rows["back"] = frame.steps + np.arange(len(blocks))
    rows["top"], rows["left"] = np.array(blocks).T
    return rows


def _alone(rows: np.ndarray) -> np.ndarray:
    rows = rows.copy()
    rows["same"] = 0
    return rows


def _jacobian(frame: TreeLinkFrame) -> np.ndarray:
    rows = np.zeros((len(frame.coordinates), 6))
    if frame.node is not None:
        rows[[0, 1, 2], [0, 1, 2]] = 1.0
    return rows


def _fill_slots(rows: np.ndarray, slots: Callable[..., np.ndarray], _: np.ndarray) -> None:
    for k in np.flatnonzero(rows["joint"] == SLOTS).tolist():
        row = rows[k]
        head, count, links = k - int(row["back"]), int(row["count"]), int(row["links"])
        index = np.full(count + links + BLOCK, -1)
        index[:count] = rows[head]["first"] + 3 + np.arange(count)
        start = head + (count > 0)
        index[count : count + links] = rows["coordinate"][start : start + links]
        fill_block(row, slots, index)


def _settle(frame: TreeLinkFrame, q: np.ndarray) -> np.ndarray:
    """Poses in several states, a row for each."""
    if frame.node is None:
        return np.zeros((len(q), POSE_SIZE))
    found: np.ndarray = frame.node.kind.settle(frame.node, q)  # type: ignore[misc]
    return found


TREE_LINK = Kind(
    ROW, motion, exact_motion, gather, _rows, _jacobian, jacobians, rates, curvature, _alone,
    _fill_slots, _settle,
)  # fmt: skip
