"""From a description to the tree that kernels run over.

Links behind fixed joints are merged into the bodies that carry them and stay known as frames. A
joint that follows another one shares its coordinate. Joints of several coordinates become chains:
planar = two translations and a rotation, ball = three rotations. A floating joint of the base is a
free link.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from linkwork.core.errors import ParameterError
from linkwork.robots.description import Joint, Link
from linkwork.robots.rotations import about_axis
from linkwork.trees.records import FREE, PRISMATIC, REVOLUTE
from linkwork.trees.table import Tree, TreeLink, axis_frame

if TYPE_CHECKING:
    from linkwork.robots.robot import Robot

BASE = -1
FREE_NAMES = ("x", "y", "z", "rotation x", "rotation y", "rotation z")


class Place(NamedTuple):
    """A frame fixed to a body of the tree: its number (-1: base), rotation and position there."""

    body: int
    R: np.ndarray
    p: np.ndarray

    def behind(self, R: Any, p: Any) -> Place:
        """A frame behind this one."""
        return Place(self.body, self.R @ np.asarray(R), self.p + self.R @ np.asarray(p))


class Follows(NamedTuple):
    """What a joint follows: name of the leader (itself if none; "" if constant), ratio, offset."""

    leader: str
    ratio: float
    offset: float


@dataclass
class Body:
    """Sums over the links of a body, about the origin of its frame: mass, moment, inertia."""

    mass: float
    moment: np.ndarray
    inertia: np.ndarray

    def add(self, link: Link, place: Place) -> None:
        """Add a link."""
        c = place.p + place.R @ np.asarray(link.center)
        self.mass += link.mass
        self.moment += link.mass * c
        turned = place.R @ np.asarray(link.inertia) @ place.R.T
        self.inertia += turned + link.mass * (c @ c * np.eye(3) - np.outer(c, c))

    def center(self) -> tuple[np.ndarray, np.ndarray]:
        """Center of mass, and inertia about it."""
        c = self.moment / self.mass if self.mass else np.zeros(3)
        return c, self.inertia - self.mass * (c @ c * np.eye(3) - np.outer(c, c))


class RobotModel:
    """Tree of a description, with names.

    tree -- the table; bodies, joints -- per body, the names of its first link and of its joint
    frames -- name of a link or frame -> Place
    names -- names of velocities; places -- joint -> number of its first velocity
    lower, upper -- limits per position, infinite if there are none; neutral -- positions at zero
    loose -- names of velocities that move no mass, None if they are not known yet (`loose.py`)
    """

    def __init__(self, robot: Robot) -> None:
        self.robot = robot
        self.loose: list[str] | None = None
        self.links: list[TreeLink] = []
        self._bodies: list[Body] = []
        self.bodies: list[str] = []
        self.joints: list[str] = []
        self.frames: dict[str, Place] = {}
        self._numbers: dict[str, int] = {}
        self._follow()
        self._walk()
        self._lead()
        for frame, (carrier, R, p) in robot.frames.items():
            if carrier in self.frames:
                self.frames.setdefault(frame, self.frames[carrier].behind(R, p))
        for link, body in zip(self.links, self._bodies, strict=True):
            link.mass = body.mass
            link.center, link.inertia = body.center()
        self.tree = Tree(self.links)
        self._name()
        self._limit()

    def _follow(self) -> None:
        """Find what every joint follows, through chains."""
        self.follows: dict[str, Follows] = {}
        for joint in self.robot.joints.values():
            ratio, offset, leader = 1.0, 0.0, joint
            seen = {joint.name}
            while leader.mimic is not None and leader.kind != "fixed":
                mimic = leader.mimic
                offset, ratio = offset + ratio * mimic.offset, ratio * mimic.ratio
                if mimic.joint not in self.robot.joints:
                    raise ParameterError(
                        f"joint {leader.name} follows {mimic.joint}, which does not exist"
                    )
                leader = self.robot.joints[mimic.joint]
                if leader.name in seen:
                    raise ParameterError(f"joint {joint.name} follows itself")
                seen.add(leader.name)
            if leader is not joint and leader.kind in ("floating", "planar", "ball"):
                raise ParameterError(
                    f"joint {joint.name} follows {leader.name}, which has several coordinates "
                    f"({leader.kind})"
                )
            constant = leader.kind == "fixed" or ratio == 0.0
            self.follows[joint.name] = Follows("" if constant else leader.name, ratio, offset)

    def _walk(self) -> None:
        """Add bodies, depth first in the order of the joints."""
        robot = self.robot
        children: dict[str, list[Joint]] = {}
        for joint in robot.joints.values():
            children.setdefault(joint.parent, []).append(joint)
        root = Place(BASE, np.eye(3), np.zeros(3))
        if robot.base == "free":
            root = Place(self._add(BASE, robot.root, "", FREE, root), np.eye(3), np.zeros(3))
        self._enter(robot.root, root)
        waiting = [(joint, root) for joint in reversed(children.get(robot.root, []))]
        while waiting:
            joint, before = waiting.pop()
            place = self._behind(joint, before)
            self._enter(joint.child, place)
            waiting.extend((each, place) for each in reversed(children.get(joint.child, [])))

    def _enter(self, name: str, place: Place) -> None:
        """Add a link to its body."""
        self.frames[name] = place
        if place.body != BASE:
            self._bodies[place.body].add(self.robot.links[name], place)

    def _behind(self, joint: Joint, place: Place) -> Place:
        """Place of a joint's child."""
        start = place.behind(joint.R, joint.p)
        follows = self.follows[joint.name]
        if joint.kind == "fixed":
            return start
        if joint.kind in ("revolute", "continuous", "prismatic"):
            if follows.leader == "":
                return _moved(joint, start, follows.offset)
            kind = PRISMATIC if joint.kind == "prismatic" else REVOLUTE
            return self._single(joint, kind, joint.axis, start, joint.name)
        if joint.kind == "floating" and place.body == BASE:
            number = self._add(BASE, joint.child, joint.name, FREE, start)
            return Place(number, np.eye(3), np.zeros(3))
        return self._chain(joint, start)

    def _single(self, joint: Joint, kind: int, axis: Any, place: Place, name: str) -> Place:
        """Add a body behind a joint of one coordinate."""
        number = self._add(place.body, joint.child, name, kind, place)
        link = self.links[number]
        link.axis, link.R, link.p = axis, place.R, place.p
        link.armature, link.damping = joint.armature, joint.damping
        link.friction, link.zone = joint.friction, joint.frictionZone
        link.stiffness, link.rest = joint.stiffness, joint.rest
        follows = self.follows[joint.name]
        link.ratio, link.offset = follows.ratio, follows.offset
        return Place(number, np.eye(3), np.zeros(3))

    def _chain(self, joint: Joint, place: Place) -> Place:
        """Add bodies behind a joint of several coordinates."""
        x, y, z = np.eye(3)
        parts: list[tuple[int, Any, str]]
        axes = ((x, "x"), (y, "y"), (z, "z"))
        turns = [(REVOLUTE, axis, f"{joint.name}/rotation {n}") for axis, n in axes]
        if joint.kind == "planar":
            R = axis_frame(np.asarray(joint.axis))
            parts = [
                (PRISMATIC, R[:, 0], f"{joint.name}/x"),
                (PRISMATIC, R[:, 1], f"{joint.name}/y"),
                (REVOLUTE, R[:, 2], f"{joint.name}/rotation"),
            ]
        elif joint.kind == "ball":
            parts = turns
        else:
            moves = [(PRISMATIC, axis, f"{joint.name}/{n}") for axis, n in axes]
            parts = moves + turns
        for kind, axis, name in parts:
            place = self._single(joint, kind, axis, place, name)
        return place

    def _add(self, parent: int, link: str, joint: str, kind: int, place: Place) -> int:
        """Add a body; returns its number."""
        number = len(self.links)
        self.links.append(TreeLink(parent, kind))
        self._bodies.append(Body(0.0, np.zeros(3), np.zeros((3, 3))))
        self.bodies.append(link)
        self.joints.append(joint)
        self._numbers[joint] = number
        if kind == FREE:
            self.links[number].p, self.links[number].R = place.p, place.R
        return number

    def _lead(self) -> None:
        """Find the bodies that others follow."""
        for link, name in zip(self.links, self.joints, strict=True):
            leader = self.follows[name].leader if name in self.follows else name
            if leader == name:
                continue
            if leader not in self._numbers:
                raise ParameterError(f"joint {name} follows {leader}, which is not in the tree")
            link.leader = self._numbers[leader]

    def _name(self) -> None:
        """Names of velocities, and places of joints among them."""
        self.names = [""] * self.tree.nv
        self.places: dict[str, int] = {}
        self.positions: dict[str, int] = {}
        for k, link in enumerate(self.links):
            row, name = self.tree.links[k + 1], self.joints[k]
            if link.leader is not None:
                continue
            self.places[name], self.positions[name] = int(row.iv), int(row.iq)
            parts = [f"{name or 'base'}/{part}" for part in FREE_NAMES]
            for m, part in enumerate(parts if link.kind == FREE else [name]):
                self.names[row.iv + m] = part

    def _limit(self) -> None:
        """Limits of positions, also those of joints that follow; neutral positions."""
        self.lower = np.full(self.tree.nq, -math.inf)
        self.upper = np.full(self.tree.nq, math.inf)
        self.neutral = np.zeros(self.tree.nq)
        for k, link in enumerate(self.links):
            i = int(self.tree.links[k + 1].iq)
            if link.kind == FREE:
                self.neutral[i : i + 3] = link.p
                self.neutral[i + 3 : i + 7] = quaternion_of(link.R)
                continue
            joint = self.robot.joints.get(self.joints[k])
            if joint is None:
                continue
            low = -math.inf if joint.lower is None else (joint.lower - link.offset) / link.ratio
            high = math.inf if joint.upper is None else (joint.upper - link.offset) / link.ratio
            if link.ratio < 0:
                low, high = (
                    -math.inf if joint.upper is None else high,
                    math.inf if joint.lower is None else low,
                )
            self.lower[i], self.upper[i] = max(self.lower[i], low), min(self.upper[i], high)


def _moved(joint: Joint, place: Place, position: float) -> Place:
    """Place behind a joint that stays at a position."""
    if joint.kind == "prismatic":
        return place.behind(np.eye(3), position * np.asarray(joint.axis))
    return place.behind(about_axis(joint.axis, position), np.zeros(3))


def quaternion_of(R: Any) -> np.ndarray:
    """Quaternion of a rotation matrix, scalar first and not negative."""
    from linkwork.rigid.rotations import RotationMatrix2EulerParameters

    q: np.ndarray = np.asarray(RotationMatrix2EulerParameters(np.asarray(R, float)))
    return q if q[0] >= 0 else -q
