"""Inverse kinematics of serial robots by iteration."""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.exudyn import rigidBodyUtilities as erb

CONVERGED = 1.0e-11
"""Largest error of a solution, in meters and rad."""

ITERATIONS = 200
LARGEST_STEP = 0.5
"""Largest change of a coordinate in an iteration, in rad or meters."""

DAMPING = 1.0e-3
"""Factor of the damping, which is quadratic in the error and so keeps the fast convergence."""


class InverseKinematicsNumerical:
    """Joint coordinates with which the tool of a robot reaches a frame.

    robot -- a serial Robot
    jointStiffness -- one number or one per joint: among the solutions of a robot with more than six
    joints, the one with the least energy of springs between start and solution is taken
    Other arguments belong to a static solver, which is not needed here.

    The iteration is that of Levenberg and Marquardt. `q` is the last solution, at first the
    reference configuration.
    """

    def __init__(
        self,
        robot,
        jointStiffness=1.0,
        useRenderer=False,
        flagDebug=False,
        useAlternativeConstraints=False,
    ):
        count = robot.NumberOfLinks()
        if not count or not robot.IsSerialRobot():
            raise ValueError("InverseKinematicsNumerical: the robot must be serial and have links")
        self.robot, self.nLinks = robot, count
        self.flagDebug = flagDebug
        reference = np.asarray(robot.referenceConfiguration, float)
        self.q = reference.copy() if len(reference) else np.zeros(count)
        self.jointStiffness = np.broadcast_to(np.asarray(jointStiffness, float), (count,))
        if not (self.jointStiffness > 0).all():
            raise ValueError(
                f"InverseKinematicsNumerical: jointStiffness must be > 0, got {jointStiffness}"
            )

    def createVector(self, p01):
        """A vector as an array."""
        return np.array(p01, float)

    def _tool(self, q: np.ndarray) -> np.ndarray:
        return self.robot.LinkHT(q)[-1] @ self.robot.GetToolHT()

    def GetCurrentRobotHT(self):
        """Frame of the tool at the last solution."""
        return self._tool(self.q)

    def InterpolateHTs(self, T1, T2, rotStep=np.pi / 16, minSteps=1):
        """Frames on the way from T1 to T2, which is the last one; positions on a line.

        rotStep -- largest rotation between frames [rad]; minSteps -- smallest number of frames
        """
        T1, T2 = np.asarray(T1, float), np.asarray(T2, float)
        turn = np.asarray(erb.RotationMatrix2RotationVector(T1[:3, :3].T @ T2[:3, :3]))
        steps = max(int(minSteps), 1, int(np.ceil(np.linalg.norm(turn) / rotStep - 1e-9)))
        frames = []
        for part in np.arange(1, steps + 1) / steps:
            frame = np.eye(4)
            frame[:3, :3] = T1[:3, :3] @ erb.RotationVector2RotationMatrix(part * turn)
            frame[:3, 3] = (1 - part) * T1[:3, 3] + part * T2[:3, 3]
            frames.append(frame)
        return [*frames[:-1], T2]

    def Solve(self, T, q0=None):
        """[q, True] with the coordinates for which the tool has the frame T, or [None, False].

        q0 -- where the iteration starts; None: at the last solution
        """
        start = self.q if q0 is None else np.array(q0, float)
        found = self._iterated(np.asarray(T, float), start)
        if found is None:
            return [None, False]
        self.q = found
        return [found.copy(), True]

    def SolveSafe(self, T, q0=None):
        """As Solve; if that fails, on a way of smaller and smaller steps from the start to T."""
        start = self.q if q0 is None else np.array(q0, float)
        for steps in (1, 4, 16, 64):
            q: Any = start
            for frame in self.InterpolateHTs(self._tool(start), T, np.pi / steps, steps):
                q = self._iterated(np.asarray(frame, float), q)
                if q is None:
                    break
            if q is not None:
                self.q = q
                return [q.copy(), True]
        return [None, False]

    def _iterated(self, T: np.ndarray, start: np.ndarray) -> np.ndarray | None:
        """The solution next to a start, None without convergence."""
        q, weights = start.copy(), 1.0 / self.jointStiffness
        for number in range(ITERATIONS):
            tool = self._tool(q)
            error = np.concatenate(
                [
                    T[:3, 3] - tool[:3, 3],
                    tool[:3, :3] @ erb.RotationMatrix2RotationVector(tool[:3, :3].T @ T[:3, :3]),
                ]
            )
            J = self.robot.Jacobian(self.robot.JointHT(q), toolPosition=tool[:3, 3])
            flexible = J * weights @ J.T
            damping = DAMPING * (error @ error) * np.trace(flexible) + 1e-15
            away = error + J @ (q - start)
            step = start + weights * (J.T @ np.linalg.solve(flexible + damping * np.eye(6), away))
            step -= q
            largest = np.abs(step).max()
            if self.flagDebug:
                print(f"iteration {number}: error {np.abs(error).max():.3g}, step {largest:.3g}")
            if np.abs(error).max() < CONVERGED and largest < 1e-6:
                return q
            q = q + step * min(1.0, LARGEST_STEP / max(largest, 1e-300))
        return None
