"""Robots as documented for Exudyn: links, tree and bodies, trajectories, models and kinematics.

    from linkwork.robotics import Robot, RobotLink

Robot.CreateKinematicTree and Robot.CreateRedundantCoordinateMBS add a robot to a system. Robots of
URDF and MJCF files are in `linkwork.robots`.
"""

from __future__ import annotations

from linkwork.exudyn.robotics import (
    InverseKinematicsNumerical,
    ModDHKK2HT,
    Robot,
    RobotBase,
    RobotLink,
    RobotTool,
    StdDH2HT,
    VRobotBase,
    VRobotLink,
    VRobotTool,
)
from linkwork.rigid.tree_links import TreeLink
from linkwork.robotics import models, motion, special, utilities

__all__ = [
    "InverseKinematicsNumerical",
    "ModDHKK2HT",
    "Robot",
    "RobotBase",
    "RobotLink",
    "RobotTool",
    "StdDH2HT",
    "TreeLink",
    "VRobotBase",
    "VRobotLink",
    "VRobotTool",
    "models",
    "motion",
    "special",
    "utilities",
]
