"""Robots: descriptions from files, kinematics, dynamics, trajectories.

robot = linkwork.robots.read("robot.urdf")
print(robot)
tau = robot.inverse_dynamics(q, v, a)
"""

from linkwork.robots.description import (
    Joint,
    Link,
    Mimic,
    Report,
    RobotFileError,
    Shape,
)
from linkwork.robots.functions import Derivatives, Energy, Momentum
from linkwork.robots.inverse_kinematics import InverseKinematics
from linkwork.robots.reading import read
from linkwork.robots.robot import Loop, Robot
from linkwork.robots.trajectories import Motion, Trajectory, quintic, spline, trapezoidal

__all__ = [
    "Derivatives",
    "Energy",
    "InverseKinematics",
    "Joint",
    "Link",
    "Loop",
    "Mimic",
    "Momentum",
    "Motion",
    "Report",
    "Robot",
    "RobotFileError",
    "Shape",
    "Trajectory",
    "quintic",
    "read",
    "spline",
    "trapezoidal",
]
