"""Manipulability of robots, and their mass matrices from Jacobians."""

from linkwork.exudyn.robotics.special import (
    CalculateAllMeasures,
    DynamicManipulability,
    ForceManipulability,
    JointJacobian,
    MassMatrix,
    StiffnessManipulability,
    VelocityManipulability,
)

__all__ = [
    "CalculateAllMeasures",
    "DynamicManipulability",
    "ForceManipulability",
    "JointJacobian",
    "MassMatrix",
    "StiffnessManipulability",
    "VelocityManipulability",
]
