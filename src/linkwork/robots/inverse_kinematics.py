"""Inverse kinematics: damped least squares with limits, for one target or many."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from linkwork.core.errors import ParameterError

if TYPE_CHECKING:
    from linkwork.robots.functions import RobotFunctions

Array = np.ndarray


class InverseKinematics(NamedTuple):
    """Result of inverse kinematics.

    q -- positions, (n,) or (N, n); success -- whether the errors are below the tolerance
    error -- distance from the target [m and rad together]; iterations -- number of steps
    """

    q: Array
    success: Any
    error: Any
    iterations: int


def solve(
    robot: RobotFunctions,
    frame: str,
    target: Any,
    q0: Any = None,
    *,
    point: Any = (0.0, 0.0, 0.0),
    tolerance: float = 1e-9,
    iterations: int = 200,
    rotation_weight: float = 1.0,
    joints: Any = None,
    limits: bool = True,
) -> InverseKinematics:
    """Positions that bring a frame to a target.

    robot -- the robot; frame -- name of a link or frame; point [m] -- place in the frame
    target -- transformation (4, 4) or (N, 4, 4), or position (3,) or (N, 3)
    q0 -- start (n,) or (N, n); None: neutral, moved into the limits
    tolerance -- largest error of success [m, rad]; iterations -- largest number of steps
    rotation_weight [m/rad] -- weight of rotations against positions
    joints -- names of the joints that may move, None: all; limits -- whether these are kept

    Each step solves (J^T J + d) x = J^T e for the joints that are not held at a limit. The damping
    d grows after a step that makes the error larger, which is then not taken.
    """
    state = _Search(robot, frame, point, target, q0, rotation_weight, joints, limits)
    count = 0
    while count < iterations and not (state.error <= tolerance).all():
        state.step(tolerance)
        count += 1
    q, error = state.q, state.error
    if state.single:
        return InverseKinematics(q[0], bool(error[0] <= tolerance), float(error[0]), count)
    return InverseKinematics(q, error <= tolerance, error, count)


class _Search:
    """All targets on their way."""

    def __init__(
        self, robot: RobotFunctions, frame: str, point: Any, target: Any, q0: Any, weight: float,
        joints: Any, limits: bool,
    ) -> None:  # fmt: skip
        self.robot, self.frame, self.point, self.weight = robot, frame, point, weight
        target = np.asarray(target, float)
        self.turns = target.shape[-2:] == (4, 4)
        if not self.turns and target.shape[-1:] != (3,):
            raise ParameterError(
                "target must be a transformation (4, 4) or a position (3,), or N of them; got the "
                f"shape {target.shape}"
            )
        self.single = target.ndim == (2 if self.turns else 1)
        self.target = target[None] if self.single else target
        self._bound(limits)
        self.q = self._start(q0, len(self.target))
        self.free = self._movable(joints)
        self.damping = np.full(len(self.q), 1e-3)
        self.residual = self._residual(self.q)
        self.error = np.linalg.norm(self.residual, axis=1)

    def _bound(self, limits: bool) -> None:
        """Limits per velocity, and where their positions are."""
        model = self.robot.model
        self.lower, self.upper = np.full(model.tree.nv, -np.inf), np.full(model.tree.nv, np.inf)
        self.places = np.full(model.tree.nv, -1)
        for name, k in model.places.items():
            i = model.positions[name]
            if name in self.robot.model.joints and model.names[k] == name:
                self.places[k] = i
                if limits:
                    self.lower[k], self.upper[k] = model.lower[i], model.upper[i]

    def _start(self, q0: Any, count: int) -> Array:
        """Start values within the limits."""
        q = np.asarray(self.robot.neutral() if q0 is None else q0, float)
        if q.shape[-1:] != (self.robot.nq,):
            raise ParameterError(f"q0 must have {self.robot.nq} positions, got {q.shape}")
        q = np.array(np.broadcast_to(q, (count, self.robot.nq)))
        return self._within(q)

    def _within(self, q: Array) -> Array:
        """Positions moved into the limits."""
        k = self.places >= 0
        i = self.places[k]
        q[:, i] = np.clip(q[:, i], self.lower[k], self.upper[k])
        return q

    def _movable(self, joints: Any) -> Array:
        """Velocities that may change."""
        free = np.ones(self.robot.nv, bool)
        if joints is not None:
            free[:] = False
            for name in joints:
                if name not in self.robot.model.places:
                    raise ParameterError(f"joints: {name!r} is not a joint with a coordinate")
                free[self.robot.model.places[name]] = True
        return free

    def _residual(self, q: Array) -> Array:
        """Position and rotation from the present pose to the target, in global axes."""
        T = self.robot.pose(self.frame, q, self.point)
        if not self.turns:
            shift: Array = self.target - T[:, :3, 3]
            return shift
        turn = _rotation_vectors(self.target[:, :3, :3] @ np.swapaxes(T[:, :3, :3], 1, 2))
        return np.concatenate([self.target[:, :3, 3] - T[:, :3, 3], self.weight * turn], axis=1)

    def step(self, tolerance: float) -> None:
        """One step of every target that is not yet reached."""
        J = self.robot.jacobian(self.frame, self.q, self.point)
        J = J[:, :3] if not self.turns else J * np.r_[1, 1, 1, [self.weight] * 3][:, None]
        gradient = np.einsum("nij,ni->nj", J, self.residual)
        move = np.broadcast_to(self.free, gradient.shape) & ~self._held(gradient)
        x = self._solved(J, gradient, move)
        # a joint that would leave its limits is held there, and the others make up for it
        for _ in range(len(self.free)):
            leaving = move & self._held(x, self._positions() + x)
            if not leaving.any():
                break
            move = move & ~leaving
            x = self._solved(J, gradient, move)
        new = self._within(self.robot.integrate(self.q, x))
        residual = self._residual(new)
        error = np.linalg.norm(residual, axis=1)
        better = (error < self.error) & (self.error > tolerance)
        self.damping = np.where(better, self.damping * 0.2, self.damping * 5.0).clip(1e-12, 1e6)
        self.q[better], self.residual[better] = new[better], residual[better]
        self.error[better] = error[better]

    def _positions(self) -> Array:
        """Positions of single joints, zero for others."""
        found: Array = np.where(self.places >= 0, self.q[:, np.maximum(self.places, 0)], 0.0)
        return found

    def _held(self, direction: Array, positions: Array | None = None) -> Array:
        """Joints at (or beyond) a limit that move outwards."""
        at = self._positions() if positions is None else positions
        slack = 1e-12
        low = (at <= self.lower + slack) & (direction < 0)
        high = (at >= self.upper - slack) & (direction > 0)
        held: Array = low | high
        return held

    def _solved(self, J: Array, gradient: Array, move: Array) -> Array:
        """(J^T J + d)^-1 J^T e over the joints that move."""
        J = J * move[:, None, :]
        A = np.einsum("nij,nik->njk", J, J)
        scale = np.trace(A, axis1=1, axis2=2) / A.shape[1]
        n = np.arange(A.shape[1])
        damping = self.damping * self.error * np.maximum(scale, 1e-30)
        A[:, n, n] += np.maximum(damping, 1e-14 * scale + 1e-300)[:, None]
        solved: Array = np.linalg.solve(A, (gradient * move)[..., None])[..., 0]
        return solved


def _rotation_vectors(R: Array) -> Array:
    """Rotation vectors of many rotation matrices, up to half a turn."""
    w = 0.5 * np.stack(
        [R[:, 2, 1] - R[:, 1, 2], R[:, 0, 2] - R[:, 2, 0], R[:, 1, 0] - R[:, 0, 1]], axis=1
    )
    s, c = np.linalg.norm(w, axis=1), 0.5 * (np.trace(R, axis1=1, axis2=2) - 1.0)
    angle = np.arctan2(s, c)
    small = s < 1e-12
    found = w * np.where(small, 1.0, angle / np.where(small, 1.0, s))[:, None]
    for k in np.flatnonzero((c < 0) & (s < 1e-6)):
        # near half a turn the axis comes from the symmetric part
        S = 0.5 * (R[k] + R[k].T) + np.eye(3)
        axis = S[:, np.argmax(np.diag(S))]
        axis = axis / np.linalg.norm(axis)
        found[k] = angle[k] * (axis if axis @ w[k] >= 0 else -axis)
    return found
