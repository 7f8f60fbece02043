"""Helpers of robots: angles, and inverse kinematics in closed form."""

from linkwork.exudyn.robotics import projectAngleToPMPi
from linkwork.exudyn.robotics.future import ComputeIK3R, ComputeIKPuma560, ComputeIKUR

__all__ = ["ComputeIK3R", "ComputeIKPuma560", "ComputeIKUR", "projectAngleToPMPi"]
