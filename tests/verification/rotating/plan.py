"""A mechanism as data: bodies, joints, springs and torques at the start of its motion.

`Plan.build` makes a system of it, `exact.py` integrates it without the library.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

import linkwork as exu
from linkwork.utilities import RigidBodyInertia
from tests.verification.rotating.joints import GROUND
from tests.verification.spatial_models import KINDS

Output = exu.OutputVariableType


@dataclass
class Body:
    """A body at the start, given by its center of mass.

    moments: Of inertia about the center, in body axes: three, or the tensor; planar: about z.
    center: Center of mass relative to the reference point of the body, in body axes.
    kind: "space", "plane" or "point".
    """

    mass: float
    moments: Any = (1.0, 1.0, 1.0)
    at: Any = (0.0, 0.0, 0.0)
    A: Any = field(default_factory=lambda: np.eye(3))
    velocity: Any = (0.0, 0.0, 0.0)
    spin: Any = (0.0, 0.0, 0.0)
    center: Any = (0.0, 0.0, 0.0)
    kind: str = "space"

    @property
    def inertia(self) -> np.ndarray:
        """Inertia tensor about the center, in body axes."""
        J = np.asarray(self.moments, float)
        return J if J.ndim == 2 else np.diag(J)


@dataclass
class Spring:
    """A spring between two points that are global at the start; L0: its free length."""

    a: int
    b: int
    first: Any
    second: Any
    k: float
    L0: float


@dataclass
class Mount:
    """Springs along the global axes that hold a point of a body where it is at the start."""

    b: int
    at: Any
    k: Any


@dataclass
class Poses:
    """Centers p and rotation matrices A of all bodies; the ground is the last one."""

    p: np.ndarray
    A: np.ndarray


@dataclass
class Plan:
    """A mechanism.

    spins: (first body, second body, axis, relative angular velocity about it at the start); with
        the joints they determine all velocities. Without them, bodies have their own.
    end: End of the motion [s]; size: Size of the mechanism [m]; rate: fastest rate [rad/s].
    name: Of the function that makes it.
    """

    bodies: list[Body]
    joints: list[Any] = field(default_factory=list)
    springs: list[Spring] = field(default_factory=list)
    mounts: list[Mount] = field(default_factory=list)
    torques: list[tuple[int, Any]] = field(default_factory=list)
    spins: list[tuple[int, int, Any, float]] = field(default_factory=list)
    gravity: Any = (0.0, 0.0, -9.81)
    rate: float = 1.0
    end: float = 1.0
    size: float = 1.0
    name: str = ""

    @cached_property
    def start(self) -> Poses:
        """Poses at the start."""
        p = np.array([*(body.at for body in self.bodies), [0.0, 0.0, 0.0]], float)
        A = np.array([*(body.A for body in self.bodies), np.eye(3)], float)
        return Poses(p, A)

    def local(self, body: int, point: Any) -> np.ndarray:
        """A point that is global at the start, relative to the center, in axes of its body."""
        return np.asarray(self.start.A[body].T @ (np.asarray(point, float) - self.start.p[body]))

    def local_axis(self, body: int, axis: Any) -> np.ndarray:
        """A direction that is global at the start, in axes of its body, of length 1."""
        return np.asarray(self.start.A[body].T @ axis / np.linalg.norm(axis))

    def lever(self, poses: Poses, body: int, point: Any) -> np.ndarray:
        """Where a point that is global at the start is now, relative to the center."""
        return np.asarray(poses.A[body] @ self.local(body, point))

    @cached_property
    def flat(self) -> list[int]:
        """Numbers of the planar bodies."""
        return [k for k, body in enumerate(self.bodies) if body.kind == "plane"]

    def rows(self, poses: Poses) -> np.ndarray:
        """Matrix of all equations of velocities (v, omega) of the bodies."""
        n = len(self.bodies)
        found = []
        for joint in self.joints:
            first, second = joint.rows(self, poses)
            block = np.zeros((len(second), 6 * n + 6), dtype=poses.p.dtype)
            block[:, 6 * joint.a % (6 * n + 6) :][:, :6] = first
            block[:, 6 * joint.b :][:, :6] = second
            found.append(block[:, : 6 * n])
        for k in self.flat:
            block = np.zeros((3, 6 * n), dtype=poses.p.dtype)
            block[:, 6 * k : 6 * k + 6] = np.eye(6)[2:5]
            found.append(block)
        return np.concatenate(found) if found else np.zeros((0, 6 * n))

    def sides(self, t: float, order: int = 0) -> np.ndarray:
        """Right-hand sides of these equations; order 1: their rates."""
        parts = [joint.side(t, order) for joint in self.joints]
        return np.concatenate([*parts, np.zeros(3 * len(self.flat))])

    @cached_property
    def velocities(self) -> np.ndarray:
        """Velocities (v, omega) of all bodies at the start, one row each."""
        given = [np.concatenate([body.velocity, body.spin]) for body in self.bodies]
        if not self.spins:
            return np.array(given, float)
        n = len(self.bodies)
        more = np.zeros((len(self.spins), 6 * n + 6))
        for row, (a, b, axis, _) in zip(more, self.spins, strict=True):
            row[6 * b + 3 : 6 * b + 6] = axis
            row[6 * (a % (n + 1)) :][3:6] -= axis
        matrix = np.concatenate([self.rows(self.start), more[:, : 6 * n]])
        sides = np.concatenate([self.sides(0.0), [rate for *_, rate in self.spins]])
        found, _, rank, _ = np.linalg.lstsq(matrix, sides, rcond=1e-12)
        assert rank == 6 * n, f"{6 * n - rank} velocities are not determined"
        assert np.abs(matrix @ found - sides).max() < 1e-9, "velocities contradict the joints"
        found[np.abs(found) < 1e-13 * np.abs(found).max()] = 0.0
        return found.reshape(n, 6)

    def build(self, node: str = "EP") -> Built:
        """Make a system of it, on nodes of Euler parameters (EP) or rotation vectors (LG)."""
        return Built(self, node)


class Built:
    """The system of a plan, with the numbers of its items."""

    def __init__(self, plan: Plan, node: str) -> None:
        self.plan, self.mbs = plan, exu.SystemContainer().AddSystem()
        self.ground = self.mbs.CreateGround()
        self.bodies = [
            self._body(body, moving, node)
            for body, moving in zip(plan.bodies, plan.velocities, strict=True)
        ]
        self.joints = [joint.add(self) for joint in plan.joints]
        for spring in plan.springs:
            self.mbs.CreateSpringDamper(
                bodyNumbers=self.ends(spring.a, spring.b), stiffness=spring.k,
                localPosition0=self.local(spring.a, spring.first),
                localPosition1=self.local(spring.b, spring.second), referenceLength=spring.L0,
            )  # fmt: skip
        for mount in plan.mounts:
            self.mbs.CreateCartesianSpringDamper(
                bodyNumbers=self.ends(GROUND, mount.b), localPosition0=mount.at,
                localPosition1=self.local(mount.b, mount.at), stiffness=mount.k,
            )  # fmt: skip
        for body, torque in plan.torques:
            self.mbs.CreateTorque(bodyNumber=self.bodies[body], loadVector=torque)
        self.mbs.Assemble()

    def _body(self, body: Body, moving: np.ndarray, node: str) -> Any:
        A = np.asarray(body.A, float)
        place = np.asarray(body.at, float) - A @ body.center
        velocity = moving[:3] - np.cross(moving[3:], A @ body.center)
        values = dict(referencePosition=place, initialVelocity=velocity, gravity=self.plan.gravity)
        if body.kind == "point":
            return self.mbs.CreateMassPoint(physicsMass=body.mass, **values)
        return self.mbs.CreateRigidBody(
            inertia=RigidBodyInertia(body.mass, body.inertia, body.center, inertiaTensorAtCOM=True),
            referenceRotationMatrix=A, initialAngularVelocity=moving[3:], nodeType=KINDS[node],
            create2D=body.kind == "plane", **values,
        )  # fmt: skip

    def ends(self, *bodies: int) -> list[Any]:
        """Numbers of bodies or the ground."""
        return [self.ground if body == GROUND else self.bodies[body] for body in bodies]

    def local(self, body: int, point: Any) -> np.ndarray:
        """A point that is global at the start, in the frame of its body."""
        center = (0.0, 0.0, 0.0) if body == GROUND else self.plan.bodies[body].center
        return self.plan.local(body, point) + center

    def _of_bodies(self, variable: Output, *sizes: int) -> np.ndarray:
        """An output of the centers of all bodies; point masses have no orientation."""
        found = np.zeros((len(self.bodies), *sizes))
        for value, number, body in zip(found, self.bodies, self.plan.bodies, strict=True):
            if body.kind == "point" and variable not in (Output.Position, Output.Velocity):
                value[...] = np.eye(3) if len(sizes) == 2 else 0.0
                continue
            got = self.mbs.GetObjectOutputBody(number, variable, body.center)
            value[...] = [0, 0, got] if np.ndim(got) == 0 else np.reshape(got, sizes)
        return found

    def positions(self) -> np.ndarray:
        """Centers of all bodies."""
        return self._of_bodies(Output.Position, 3)

    def rotations(self) -> np.ndarray:
        """Rotation matrices of all bodies."""
        return self._of_bodies(Output.RotationMatrix, 3, 3)

    def velocities(self) -> np.ndarray:
        """Velocities of all centers."""
        return self._of_bodies(Output.Velocity, 3)

    def spins(self) -> np.ndarray:
        """Angular velocities of all bodies, global."""
        return self._of_bodies(Output.AngularVelocity, 3)

    def forces(self) -> list[np.ndarray]:
        """Force and torque of every joint, in the axes of its outputs."""
        pairs = zip(self.plan.joints, self.joints, strict=True)
        return [
            np.concatenate(
                [np.atleast_1d(self.mbs.GetObjectOutput(number, name)) for name in joint.outputs]
            )
            for joint, number in pairs
        ]
