"""Joints of the mechanisms: how they are added to a system, and their equations of velocities.

`rows` returns two matrices, for (v, omega) of the centers of the first and of the second body;
their formulas also hold for complex numbers, whose steps give derivatives.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

import linkwork as exu

Output = exu.OutputVariableType
GROUND = -1
X, Y, Z = np.eye(3)
Pair = tuple[np.ndarray, np.ndarray]


def skew(r: Any) -> np.ndarray:
    """Matrix of the cross product with a vector."""
    zero = 0 * r[0]
    return np.array([[zero, -r[2], r[1]], [r[2], zero, -r[0]], [-r[1], r[0], zero]])


def across(axis: Any) -> np.ndarray:
    """Two directions normal to an axis and to each other."""
    axis = np.asarray(axis, float)
    first = np.cross(axis, np.eye(3)[np.argmin(np.abs(axis))])
    second = np.cross(axis, first)
    return np.array([first / np.linalg.norm(first), second / np.linalg.norm(second)])


def moving(lever: np.ndarray) -> np.ndarray:
    """Velocity of a point from (v, omega) of the center."""
    return np.hstack([np.eye(3), -skew(lever)])


def turning(directions: np.ndarray) -> np.ndarray:
    """Components of an angular velocity from (v, omega)."""
    return np.hstack([np.zeros((len(directions), 3)), directions])


def both(first: Pair, second: Pair) -> Pair:
    """Two sets of equations."""
    return np.vstack([first[0], second[0]]), np.vstack([first[1], second[1]])


@dataclass
class Joint:
    """Between two bodies, at a point and with directions that are global at the start."""

    a: int
    b: int
    at: Any
    outputs: ClassVar[tuple[Output, ...]] = (Output.ForceLocal, Output.TorqueLocal)
    count: ClassVar[int] = 3
    slides: ClassVar[bool] = False
    """Whether its torque is that about the point of the first body."""

    def side(self, t: float, order: int) -> np.ndarray:
        """Right-hand sides, or their rates (order 1)."""
        return np.zeros(self.count)

    def place(self, m: Any) -> dict[str, Any]:
        """Arguments that Create... functions share."""
        return dict(bodyNumbers=m.ends(self.a, self.b), position=self.at)

    def way(self, plan: Any, poses: Any) -> np.ndarray:
        """From the point on the first body to that on the second one."""
        a, b = (poses.p[k] + plan.lever(poses, k, self.at) for k in (self.a, self.b))
        return np.asarray(b - a)

    def turned(self, plan: Any, poses: Any, directions: Any) -> np.ndarray:
        """Directions on the first body, now."""
        fixed = [plan.local_axis(self.a, n) for n in np.atleast_2d(directions)]
        return np.array([poses.A[self.a] @ n for n in fixed])

    def meet(self, plan: Any, poses: Any) -> Pair:
        """The points on both bodies stay together."""
        a, b = (moving(plan.lever(poses, k, self.at)) for k in (self.a, self.b))
        return -a, b

    def stay_on(self, plan: Any, poses: Any, directions: Any) -> Pair:
        """The point of the second body does not move along directions on the first one."""
        normals = self.turned(plan, poses, directions)
        lever = plan.lever(poses, self.b, self.at)
        way = poses.p[self.b] + lever - poses.p[self.a]
        a = [np.concatenate([n, np.cross(way, n)]) for n in normals]
        b = [np.concatenate([n, np.cross(lever, n)]) for n in normals]
        return -np.array(a), np.array(b)

    def not_turn(self, plan: Any, poses: Any, directions: Any) -> Pair:
        """No relative rotation about directions on the first body."""
        block = turning(self.turned(plan, poses, directions))
        return -block, block


class Ball(Joint):
    """A spherical joint."""

    outputs = (Output.Force,)
    rows = Joint.meet

    def add(self, m: Any) -> Any:
        return m.mbs.CreateSphericalJoint(**self.place(m))


@dataclass
class Hinge(Joint):
    """A revolute joint."""

    axis: Any = (0.0, 0.0, 1.0)
    count = 5

    def rows(self, plan: Any, poses: Any) -> Pair:
        return both(self.meet(plan, poses), self.not_turn(plan, poses, across(self.axis)))

    def add(self, m: Any) -> Any:
        return m.mbs.CreateRevoluteJoint(**self.place(m), axis=self.axis)


@dataclass
class Cross(Joint):
    """A universal joint; axis0 is on the first body, axis1 on the second one."""

    axis0: Any = (0.0, 0.0, 1.0)
    axis1: Any = (0.0, 1.0, 0.0)
    count = 4

    def rows(self, plan: Any, poses: Any) -> Pair:
        first = poses.A[self.a] @ plan.local_axis(self.a, self.axis0)
        second = poses.A[self.b] @ plan.local_axis(self.b, self.axis1)
        block = turning(np.cross(first, second)[None])
        return both(self.meet(plan, poses), (-block, block))

    def add(self, m: Any) -> Any:
        return m.mbs.CreateUniversalJoint(**self.place(m), axis0=self.axis0, axis1=self.axis1)


@dataclass
class Bearing(Joint):
    """A point of the second body stays on a line on the first one."""

    axis: Any = (0.0, 0.0, 1.0)
    count = 2

    def rows(self, plan: Any, poses: Any) -> Pair:
        return self.stay_on(plan, poses, across(self.axis))

    def add(self, m: Any) -> Any:
        axes = np.column_stack([*across(self.axis), np.cross(*across(self.axis))])
        return m.mbs.CreateGenericJoint(
            **self.place(m), rotationMatrixAxes=axes, constrainedAxes=[1, 1, 0, 0, 0, 0]
        )


@dataclass
class Slider(Joint):
    """A prismatic joint."""

    axis: Any = (1.0, 0.0, 0.0)
    count, slides = 5, True

    def rows(self, plan: Any, poses: Any) -> Pair:
        guide = self.stay_on(plan, poses, across(self.axis))
        return both(guide, self.not_turn(plan, poses, np.eye(3)))

    def add(self, m: Any) -> Any:
        return m.mbs.CreatePrismaticJoint(**self.place(m), axis=self.axis)


@dataclass
class Rod(Joint):
    """A massless rod from `at` on the first body to `to` on the second one."""

    to: Any = (0.0, 0.0, 0.0)
    outputs = (Output.Force,)
    count = 1

    def rows(self, plan: Any, poses: Any) -> Pair:
        first = plan.lever(poses, self.a, self.at)
        second = plan.lever(poses, self.b, self.to)
        way = poses.p[self.b] + second - poses.p[self.a] - first
        way = way / np.sqrt(way @ way)
        return -(way @ moving(first))[None], (way @ moving(second))[None]

    def add(self, m: Any) -> Any:
        return m.mbs.CreateDistanceConstraint(
            bodyNumbers=m.ends(self.a, self.b), localPosition0=m.local(self.a, self.at),
            localPosition1=m.local(self.b, self.to),
        )  # fmt: skip


@dataclass
class Roll(Joint):
    """A disc (axis z of the body, center at its center) rolls on the plane z = 0."""

    radius: float = 1.0
    outputs = (Output.ForceLocal,)

    def rows(self, plan: Any, poses: Any) -> Pair:
        axis = poses.A[self.b] @ Z
        down = axis[2] * axis - Z
        block = moving(self.radius * down / np.sqrt(down @ down))
        return -np.zeros((3, 6)), block

    def add(self, m: Any) -> Any:
        return m.mbs.CreateRollingDisc(
            bodyNumbers=m.ends(self.a, self.b), axisPosition=[0, 0, 0], axisVector=[0, 0, 1],
            discRadius=self.radius,
        )  # fmt: skip


@dataclass
class Drive(Joint):
    """The second body turns about the axis z of the ground by w t + u (1 - cos(k t)) / k."""

    w: float = 1.0
    u: float = 0.0
    k: float = 1.0
    count = 6

    def side(self, t: float, order: int) -> np.ndarray:
        found = np.zeros(6)
        u, k = self.u, self.k
        found[5] = u * k * np.cos(k * t) if order else self.w + u * np.sin(k * t)
        return found

    def rows(self, plan: Any, poses: Any) -> Pair:
        return both(self.meet(plan, poses), self.not_turn(plan, poses, np.eye(3)))

    def add(self, m: Any) -> Any:
        w, u, k = self.w, self.u, self.k

        def angle(mbs, t, itemNumber, offsetUserFunctionParameters):
            return [0, 0, 0, 0, 0, w * t + u * (1 - np.cos(k * t)) / k]

        def rate(mbs, t, itemNumber, offsetUserFunctionParameters):
            return [0, 0, 0, 0, 0, w + u * np.sin(k * t)]

        return m.mbs.CreateGenericJoint(
            **self.place(m), offsetUserFunction=angle, offsetUserFunction_t=rate
        )


class Pin(Joint):
    """A pin between planar bodies."""

    outputs = (Output.Force,)
    count = 2

    def rows(self, plan: Any, poses: Any) -> Pair:
        first, second = self.meet(plan, poses)
        return first[:2], second[:2]

    def add(self, m: Any) -> Any:
        return m.mbs.CreateRevoluteJoint2D(**self.place(m))


@dataclass
class Slot(Joint):
    """A slider between planar bodies, which does not turn."""

    axis: Any = (1.0, 0.0, 0.0)
    outputs = (Output.Force,)
    count, slides = 2, True

    def rows(self, plan: Any, poses: Any) -> Pair:
        guide = self.stay_on(plan, poses, np.cross(Z, self.axis))
        return both(guide, self.not_turn(plan, poses, Z))

    def add(self, m: Any) -> Any:
        return m.mbs.CreatePrismaticJoint2D(**self.place(m), axis=self.axis)
