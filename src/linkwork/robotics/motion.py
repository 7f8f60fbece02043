"""Trajectories of joints: profiles of constant acceleration and from point to point."""

from linkwork.exudyn.robotics.motion import (
    ProfileConstantAcceleration,
    ProfileLinearAccelerationsList,
    ProfilePTP,
    Trajectory,
)

__all__ = [
    "ProfileConstantAcceleration",
    "ProfileLinearAccelerationsList",
    "ProfilePTP",
    "Trajectory",
]
