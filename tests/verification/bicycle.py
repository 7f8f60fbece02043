"""Whipple's bicycle with the benchmark parameters of Meijaard, Papadopoulos, Ruina, Schwab (2007).

Axes as in the paper: x forward, y to the right, z down; the origin is the rear contact point. The
linear equations of lean phi and steer delta at the forward speed v are

    M q'' + v C1 q' + (g K0 + v^2 K2) q = 0,   q = (phi, delta)

with matrices that follow from the parameters; nothing of the library is used for them.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from scipy.optimize import brentq

from linkwork.utilities import RigidBodyInertia
from tests.verification.bodies_exact import GRAVITY, turned
from tests.verification.spatial_models import SpatialModel

BASE, TRAIL, TILT = 1.02, 0.08, np.pi / 10
"""Wheel base w, trail c, tilt of the steering axis lambda."""


class Part(NamedTuple):
    """Mass, center of mass (x, z) and moments of inertia about it."""

    mass: float
    place: tuple[float, float]
    xx: float
    yy: float
    zz: float
    xz: float = 0.0

    def inertia(self, axes: np.ndarray) -> RigidBodyInertia:
        """For a body whose reference point is its center of mass, with given axes."""
        J = np.diag([self.xx, self.yy, self.zz])
        J[0, 2] = J[2, 0] = self.xz
        return RigidBodyInertia(self.mass, axes.T @ J @ axes)


R_REAR, R_FRONT = 0.3, 0.35
REAR = Part(2.0, (0.0, -R_REAR), 0.0603, 0.12, 0.0603)
FRAME = Part(85.0, (0.3, -0.9), 9.2, 11.0, 2.8, 2.4)
FORK = Part(4.0, (0.9, -0.7), 0.05892, 0.06, 0.00708, -0.00756)
FRONT = Part(3.0, (BASE, -R_FRONT), 0.1405, 0.28, 0.1405)
X, Y, Z = np.eye(3)
STEERING = np.array([np.sin(TILT), 0.0, np.cos(TILT)])
"""Direction of the steering axis, which meets the ground in front of the front contact point."""
PIVOT = np.array([BASE + TRAIL, 0.0, 0.0])
AXLE_UP = turned(0, -np.pi / 2)
"""Axes of the bodies of the wheels: z along the axle, about which angles of Rxyz may turn."""


# ------------------------------------------------------------------ linear theory


def moments_of(parts: tuple[Part, ...], center: tuple[float, float]) -> tuple[float, float, float]:
    """xx, xz and zz of some parts about a point (x, z)."""
    found = np.zeros(3)
    for part in parts:
        x, z = np.subtract(part.place, center)
        found += [part.xx + part.mass * z * z, part.xz - part.mass * x * z,
                  part.zz + part.mass * x * x]  # fmt: skip
    return tuple(found)


def linear_matrices() -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """M, C1, K0, K2."""
    parts, front = (REAR, FRAME, FORK, FRONT), (FORK, FRONT)
    mass, mass_a = (sum(part.mass for part in group) for group in (parts, front))
    x, z = sum(part.mass * np.array(part.place) for part in parts) / mass
    xa, za = sum(part.mass * np.array(part.place) for part in front) / mass_a
    xx, xz, zz = moments_of(parts, (0.0, 0.0))
    axx, axz, azz = moments_of(front, (xa, za))
    s, c = np.sin(TILT), np.cos(TILT)
    u = (xa - BASE - TRAIL) * c - za * s
    steer = mass_a * u * u + axx * s * s + 2.0 * axz * s * c + azz * c * c
    steer_x = -mass_a * u * za + axx * s + axz * c
    steer_z = mass_a * u * xa + axz * s + azz * c
    mu, along = TRAIL / BASE * c, c / BASE
    rear, forward = REAR.yy / R_REAR, FRONT.yy / R_FRONT
    wheels, static = rear + forward, mass_a * u + mu * mass * x
    cross = steer_x + mu * xz
    M = np.array([[xx, cross], [cross, steer + 2.0 * mu * steer_z + mu * mu * zz]])
    K0 = np.array([[mass * z, -static], [-static, -static * s]])
    K2 = np.array([[0.0, (wheels - mass * z) * along], [0.0, (static + forward * s) * along]])
    gyro = mu * wheels + forward * c
    C1 = np.array(
        [
            [0.0, gyro + xz * along - mu * mass * z],
            [-gyro, steer_z * along + mu * (static + zz * along)],
        ]
    )
    return M, C1, K0, K2


def linear_eigenvalues(speed: float) -> np.ndarray:
    """The four eigenvalues, sorted by real and imaginary part [1/s]."""
    M, C1, K0, K2 = linear_matrices()
    A = np.zeros((4, 4))
    A[:2, 2:] = np.eye(2)
    A[2:] = -np.linalg.solve(M, np.hstack([GRAVITY * K0 + speed**2 * K2, speed * C1]))
    return np.sort_complex(np.linalg.eigvals(A))


# ------------------------------------------------------------------ model


class Pose(NamedTuple):
    """Rotations of frame and fork, places of both hubs, and from these to the contact points."""

    frame: np.ndarray
    fork: np.ndarray
    rear: np.ndarray
    front: np.ndarray
    contacts: tuple[np.ndarray, np.ndarray]


def contact_of(rotation: np.ndarray, radius: float) -> np.ndarray:
    """From the hub of a wheel to its lowest point."""
    a = rotation @ Y
    down = Z - a[2] * a
    return np.asarray(radius * down / np.linalg.norm(down))


def pose_at(lean: float, steer: float) -> Pose:
    """Both wheels touch the ground; the pitch of the frame follows."""
    e, S = STEERING, np.cross(np.eye(3), STEERING)
    steered = np.eye(3) * np.cos(steer) + np.outer(e, e) * (1 - np.cos(steer)) - S * np.sin(steer)

    def posed(pitch: float) -> Pose:
        frame = turned(0, lean) @ turned(1, pitch)
        fork = frame @ steered
        first, second = contact_of(frame, R_REAR), contact_of(fork, R_FRONT)
        rear = np.array([0.0, 0.0, -first[2]])
        hub = np.array([0.0, 0.0, -R_REAR])
        front = rear + frame @ (PIVOT - hub) + fork @ ([BASE, 0.0, -R_FRONT] - PIVOT)
        return Pose(frame, fork, rear, front, (first, second))

    def gap(pitch: float) -> float:
        found = posed(pitch)
        return float(found.front[2] + found.contacts[1][2])

    return posed(brentq(gap, -0.2, 0.2, xtol=1e-16, rtol=1e-15))


def rates_at(pose: Pose, speed: float, lean_t: float, steer_t: float) -> tuple[np.ndarray, ...]:
    """Velocity of the rear hub, angular velocities of rear wheel, frame, fork and front wheel.

    Linear equations: neither contact point slips.
    """
    axle, fork_axle, steering = pose.frame @ Y, pose.fork @ Y, pose.frame @ STEERING
    pivot = pose.frame @ (PIVOT - [0.0, 0.0, -R_REAR])

    def motion(unknown: np.ndarray) -> tuple[np.ndarray, ...]:
        v, (yaw_t, pitch_t, front_t) = unknown[:3], unknown[3:]
        W = yaw_t * Z + lean_t * X + pitch_t * axle
        W_fork = W + steer_t * steering
        return v, W - speed / R_REAR * axle, W, W_fork, W_fork + front_t * fork_axle

    def slips(unknown: np.ndarray) -> np.ndarray:
        v, W_rear, W, W_fork, W_front = motion(unknown)
        v_front = v + np.cross(W, pivot) + np.cross(W_fork, pose.front - pose.rear - pivot)
        first, second = pose.contacts
        return np.concatenate([v + np.cross(W_rear, first), v_front + np.cross(W_front, second)])

    free = slips(np.zeros(6))
    matrix = np.column_stack([slips(column) - free for column in np.eye(6)])
    return motion(np.linalg.solve(matrix, -free))


def bicycle(
    nodes: str, speed: float, lean: float = 0.0, steer: float = 0.0, lean_t: float = 0.0,
    steer_t: float = 0.0,
) -> SpatialModel:  # fmt: skip
    """Four bodies: rear wheel, frame with its rider, fork, front wheel."""
    m, pose = SpatialModel(nodes), pose_at(lean, steer)
    v, *spins = rates_at(pose, speed, lean_t, steer_t)
    pivot = pose.rear + pose.frame @ (PIVOT - [0.0, 0.0, -R_REAR])
    v_pivot = v + np.cross(spins[1], pivot - pose.rear)

    def add(part: Part, A: np.ndarray, origin: np.ndarray, local: Any, rate: Any, W: Any) -> None:
        """local -- where the origin is in the upright bicycle"""
        arm = A @ ([part.place[0], 0.0, part.place[1]] - np.asarray(local))
        axes = AXLE_UP if part in (REAR, FRONT) else np.eye(3)
        m.solid(
            part.inertia(axes), referencePosition=origin + arm, referenceRotationMatrix=A @ axes,
            initialVelocity=rate + np.cross(W, arm), initialAngularVelocity=W,
            gravity=[0, 0, GRAVITY],
        )  # fmt: skip

    hub = [0.0, 0.0, -R_REAR]
    add(REAR, pose.frame, pose.rear, hub, v, spins[0])
    add(FRAME, pose.frame, pose.rear, hub, v, spins[1])
    add(FORK, pose.fork, pivot, PIVOT, v_pivot, spins[2])
    v_front = v_pivot + np.cross(spins[2], pose.front - pivot)
    add(FRONT, pose.fork, pose.front, [BASE, 0.0, -R_FRONT], v_front, spins[3])
    rear, frame, fork, front = m.bodies
    joint = m.mbs.CreateRevoluteJoint
    joint(bodyNumbers=[frame, rear], position=pose.rear, axis=pose.frame @ Y)
    joint(bodyNumbers=[frame, fork], position=pivot, axis=pose.frame @ STEERING)
    joint(bodyNumbers=[fork, front], position=pose.front, axis=pose.fork @ Y)
    for wheel, radius in ((rear, R_REAR), (front, R_FRONT)):
        m.mbs.CreateRollingDisc(
            bodyNumbers=[m.ground, wheel], axisPosition=[0, 0, 0], axisVector=Z, discRadius=radius,
            planeNormal=-Z,
        )  # fmt: skip
    return m


def lean_and_steer(A: np.ndarray, B: np.ndarray, W: np.ndarray, W_fork: np.ndarray) -> np.ndarray:
    """lean, steer and their rates from rotations and angular velocities of frame and fork."""
    y, y_fork, e = A @ Y, B @ Y, A @ STEERING
    lean = np.arcsin(y[2])
    steer = np.arctan2(np.cross(y, y_fork) @ e, y @ y_fork)
    return np.array([lean, steer, np.cross(W, y)[2] / np.cos(lean), (W_fork - W) @ e])
