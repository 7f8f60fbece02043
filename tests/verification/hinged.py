"""A model on hinges, and its exact motion, which shares no formula with the solvers.

Motions are ordinary differential equations of second order for one or two coordinates x, from which
poses, forces of supports, equilibria and eigenvalues follow.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from scipy.integrate import solve_ivp
from scipy.optimize import root
from scipy.spatial.transform import Rotation

import linkwork as exu

Out = exu.OutputVariableType
G = 9.81
DOWN = np.array([0.0, 0.0, -G])
NONE = np.zeros(3)
X, Y, Z = np.eye(3)


@dataclass
class Pose:
    """State of the center of mass, and of the rotation, of a body, in global axes."""

    p: np.ndarray
    R: np.ndarray
    v: np.ndarray
    w: np.ndarray
    a: np.ndarray
    alpha: np.ndarray


@dataclass
class Hinged:
    """A model, and its exact motion.

    bodies -- their numbers; inertias -- mass and tensor about the center of mass, in body axes
    supports -- joints between the ground and the model, without any that carry no wrench
    rates -- x'' of the free coordinates x as a function of x and x'; start, speed -- x, x' at t = 0
    poses -- exact poses of the bodies, from x, x', x''
    applied -- force and moment about the origin of all loads but the weight, and of springs to the
        ground, at x
    are_points -- whether bodies have no rotation
    across -- eigenvalues omega^2 of motions that x leaves out
    """

    mbs: Any
    ground: Any
    bodies: list[Any]
    inertias: list[tuple[float, np.ndarray]]
    supports: list[Any]
    rates: Callable[[np.ndarray, np.ndarray], Any]
    poses: Callable[[np.ndarray, np.ndarray, np.ndarray], list[Pose]]
    start: Sequence[float] = ()
    speed: Sequence[float] = ()
    gravity: np.ndarray = field(default_factory=lambda: NONE)
    applied: Callable[[np.ndarray], tuple[np.ndarray, np.ndarray]] = lambda x: (NONE, NONE)
    are_points: bool = False
    across: Sequence[float] = ()

    def state(self) -> np.ndarray:
        """Positions, velocities, rotation matrices and angular velocities of all bodies."""
        names = [Out.Position, Out.Velocity]
        if not self.are_points:
            names += [Out.RotationMatrix, Out.AngularVelocity]
        found = [
            np.ravel(self.mbs.GetObjectOutputBody(body, name))
            for body in self.bodies
            for name in names
        ]
        return np.concatenate(found)

    def motion(self, t: float) -> tuple[np.ndarray, ...]:
        """Exact (x, x', x'') at a time."""
        return integrated(self.rates, self.start, self.speed, t)

    def rest(self) -> tuple[np.ndarray, ...]:
        """(x, 0, 0) of the equilibrium next to the start."""
        zero = x = np.zeros(len(self.start))
        if len(zero):
            near = solve_ivp(lambda t, x: np.ravel(self.rates(x, zero)), (0.0, 10.0), self.start)
            x = np.asarray(root(lambda x: self.rates(x, zero), near.y[:, -1], tol=1e-14).x)
        return x, zero, zero

    def eigenvalues(self) -> np.ndarray:
        """Exact omega^2 about this equilibrium, ascending, by differences of `rates`."""
        x, zero, _ = self.rest()
        h, n = 1e-3, len(x)
        slopes = np.zeros((n, n))
        for k in range(n):
            for weight, steps in ((45, 1), (-9, 2), (1, 3)):
                step = steps * h * np.eye(n)[k]
                change = np.subtract(self.rates(x + step, zero), self.rates(x - step, zero))
                slopes[:, k] -= weight * np.ravel(change) / (60 * h)
        return np.sort([*np.linalg.eigvals(slopes).real, *self.across])

    def exact(self, at: tuple[np.ndarray, ...]) -> np.ndarray:
        """What `state` should return at (x, x', x'')."""
        parts = []
        for e in self.poses(*at):
            parts += [e.p, e.v] if self.are_points else [e.p, e.v, e.R.ravel(), e.w]
        return np.concatenate(parts)

    def wrench(self, at: tuple[np.ndarray, ...]) -> np.ndarray:
        """Exact force, and moment about the origin, of the supports on the model."""
        force, moment = (-part for part in self.applied(at[0]))
        for (m, J), e in zip(self.inertias, self.poses(*at), strict=True):
            inertia = e.R @ J @ e.R.T
            force = force + m * (e.a - self.gravity)
            moment = moment + np.cross(e.p, m * (e.a - self.gravity))
            moment = moment + inertia @ e.alpha + np.cross(e.w, inertia @ e.w)
        return np.concatenate([force, moment])

    def reaction(self, joint: Any) -> np.ndarray:
        """Force, and moment about the origin, of a support on the model."""
        mbs, item = self.mbs, self.mbs.GetObject(joint)

        def of(name: Any) -> np.ndarray:
            return np.asarray(mbs.GetObjectOutput(joint, name))

        end = item["markerNumbers"][1]
        place = np.asarray(mbs.GetMarkerOutput(end, Out.Position))
        torque = NONE
        kind = item["objectType"]
        if kind == "JointSpherical":
            force = -of(Out.Force)
        elif kind == "ConnectorDistance":
            force = -float(of(Out.Force)) * place / np.linalg.norm(place)
        elif kind == "JointRevolute2D":
            force = -of(Out.Force)
        elif kind == "JointPrismatic2D":
            normal = np.asarray(item["normalMarker1"])
            place = np.asarray(mbs.GetMarkerOutput(item["markerNumbers"][0], Out.Position))
            force, torque = -of(Out.Force)[0] * normal, of(Out.Force)[1] * Z
        else:
            axes = np.asarray(item["rotationMarker0"])
            place = np.asarray(mbs.GetObjectOutput(joint, Out.Position))
            force, torque = -axes @ of(Out.ForceLocal), -axes @ of(Out.TorqueLocal)
        return np.concatenate([force, torque + np.cross(place, force)])

    def reactions(self) -> np.ndarray:
        """The same of all supports, one per line."""
        return np.array([self.reaction(joint) for joint in self.supports])


def turn(axis: np.ndarray, angle: float) -> np.ndarray:
    """Rotation matrix."""
    return np.asarray(Rotation.from_rotvec(np.asarray(axis) * angle).as_matrix())


def integrated(
    rates: Callable, start: Sequence[float], speed: Sequence[float], t: float
) -> tuple[np.ndarray, ...]:
    """(x, x', x'') at a time, of x'' = rates(x, x') from x and x' at t = 0."""
    n = len(start)
    y = np.array([*start, *speed], float)
    if t > 0.0 and n:
        y = solve_ivp(
            lambda t, y: np.concatenate([y[n:], np.ravel(rates(y[:n], y[n:]))]),
            (0.0, t), y, "DOP853", rtol=1e-13, atol=1e-14,
        ).y[:, -1]  # fmt: skip
    return y[:n], y[n:], np.ravel(rates(y[:n], y[n:]))


def turned_about(axis, through, place, A, angle, speed, rate) -> Pose:
    """Pose of a body about an axis: reference place of its center and A, turned by an angle."""
    R = turn(axis, angle)
    arm, w, alpha = R @ (place - through), speed * axis, rate * axis
    v = np.cross(w, arm)
    return Pose(through + arm, R @ A, v, w, np.cross(alpha, arm) + np.cross(w, v), alpha)


def system() -> tuple[Any, Any]:
    """An empty system and its ground."""
    mbs = exu.SystemContainer().AddSystem()
    return mbs, mbs.CreateGround()


def masses_of(solid: Any) -> tuple[float, np.ndarray]:
    """Mass, and tensor about the center of mass."""
    return solid.mass, np.asarray(solid.inertiaTensor)
