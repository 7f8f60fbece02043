"""Tables of trees: links whose joints turn about or move along local z."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from linkwork.trees.records import FREE, LINK, REVOLUTE

_NUMBERS = (
    "ratio", "offset", "armature", "damping", "friction", "zone", "stiffness", "rest",
)  # fmt: skip


def axis_frame(axis: np.ndarray) -> np.ndarray:
    """A rotation whose third column is a unit vector; the identity for the z axis itself."""
    x, y, z = axis
    if z < -0.5:
        # a half turn about x first, which leads to the other half space
        return np.diag([1.0, -1.0, -1.0]) @ axis_frame(np.array([x, -y, -z]))
    f = 1.0 / (1.0 + z)
    return np.array([[1 - f * x * x, -f * x * y, x], [-f * x * y, 1 - f * y * y, y], [-x, -y, z]])


@dataclass
class TreeLink:
    """A link and the joint before it; frames and vectors in the axes of the description.

    parent -- number of the link before it, -1: base
    kind -- REVOLUTE, PRISMATIC or FREE; axis -- direction of the joint, in its frame
    R, p -- frame of the joint in the frame of the parent
    mass, center, inertia -- inertia (3 x 3) about the center, in the link's frame
    leader -- number of the link whose coordinate it follows at ratio q + offset; None: its own
    """

    parent: int
    kind: int = REVOLUTE
    axis: Any = (0.0, 0.0, 1.0)
    R: Any = field(default_factory=lambda: np.eye(3))
    p: Any = (0.0, 0.0, 0.0)
    mass: float = 0.0
    center: Any = (0.0, 0.0, 0.0)
    inertia: Any = field(default_factory=lambda: np.zeros((3, 3)))
    leader: int | None = None
    ratio: float = 1.0
    offset: float = 0.0
    armature: float = 0.0
    damping: float = 0.0
    friction: float = 0.0
    zone: float = 1e-3
    stiffness: float = 0.0
    rest: float = 0.0


class Tree:
    """Links in the order parents first, as a table that kernels read.

    links -- its rows, the first one for the base; nq, nv -- numbers of positions and velocities
    turned -- rotation from the axes of each row's frame to those of the description
    follows -- whether joints follow others
    """

    def __init__(self, links: Sequence[TreeLink]) -> None:
        self.links = np.zeros(len(links) + 1, LINK)
        self.turned = np.tile(np.eye(3), (len(links) + 1, 1, 1))
        self.nq = self.nv = 0
        self.follows = any(link.leader is not None for link in links)
        self.links[0].ratio = float(self.follows)
        for k, link in enumerate(links):
            if not -1 <= link.parent < k:
                raise ValueError(f"link {k}: parent {link.parent} must be in -1 ... {k - 1}")
            if link.kind == FREE and (link.parent != -1 or link.leader is not None):
                raise ValueError(f"link {k}: a free link must have the base as its parent")
            self._number(k, link)
        for k, link in enumerate(links):
            if link.leader is not None:
                leader = self.links[link.leader + 1]
                self.links[k + 1].iq, self.links[k + 1].iv = leader.iq, leader.iv
            self._fill(k + 1, link)
            self._join(k + 1)

    def _number(self, k: int, link: TreeLink) -> None:
        """Give a link its coordinates."""
        if link.leader is None:
            self.links[k + 1].iq, self.links[k + 1].iv = self.nq, self.nv
            self.nq += 7 if link.kind == FREE else 1
            self.nv += 6 if link.kind == FREE else 1

    def _join(self, row: int) -> None:
        """Let a row continue the run of its parent, or begin one."""
        made, before = self.links[row], self.links[row - 1]
        joined = made.parent == row - 1 > 0 and FREE not in (made.kind, before.kind)
        made.head = before.head if joined and made.iv == before.iv + 1 else row

    def _fill(self, row: int, link: TreeLink) -> None:
        """Write a row, turned so that the joint's axis is z."""
        Z = np.eye(3) if link.kind == FREE else axis_frame(np.asarray(link.axis, float))
        before = self.turned[link.parent + 1]
        made, K = self.links[row], Z.T @ np.asarray(link.inertia, float) @ Z
        made.own, made.parent, made.kind = row, link.parent + 1, link.kind
        made.R, made.p = before @ np.asarray(link.R, float) @ Z, before @ np.asarray(link.p, float)
        made.mass, made.center = link.mass, Z.T @ np.asarray(link.center, float)
        made.inertia = K[0, 0], K[1, 1], K[2, 2], K[0, 1], K[0, 2], K[1, 2]
        for name in _NUMBERS:
            made[name] = getattr(link, name)
        self.turned[row] = Z.T
