"""Rotations of robot files."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from linkwork.robots.description import Matrix


def from_roll_pitch_yaw(angles: Any) -> Matrix:
    """Rz(yaw) Ry(pitch) Rx(roll), as in URDF."""
    r, p, y = angles
    cr, sr, cp, sp, cy, sy = *_cs(r), *_cs(p), *_cs(y)
    return (
        (cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr),
        (sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr),
        (-sp, cp * sr, cp * cr),
    )


def _cs(angle: float) -> tuple[float, float]:
    return math.cos(angle), math.sin(angle)


def to_roll_pitch_yaw(R: Any) -> tuple[float, float, float]:
    """Angles of a rotation matrix; at pitch = +-90 degrees the yaw is zero."""
    R = np.asarray(R, float)
    c = math.hypot(R[0, 0], R[1, 0])
    pitch = math.atan2(-R[2, 0], c)
    if c > 1e-9:
        return math.atan2(R[2, 1], R[2, 2]), pitch, math.atan2(R[1, 0], R[0, 0])
    return math.atan2(-R[1, 2], R[1, 1]), pitch, 0.0


def from_quaternion(q: Any) -> Matrix:
    """Rotation matrix of a quaternion, scalar first, of any length."""
    a, x, y, z = np.asarray(q, float) / np.linalg.norm(q)
    return (
        (1 - 2 * (y * y + z * z), 2 * (x * y - z * a), 2 * (x * z + y * a)),
        (2 * (x * y + z * a), 1 - 2 * (x * x + z * z), 2 * (y * z - x * a)),
        (2 * (x * z - y * a), 2 * (y * z + x * a), 1 - 2 * (x * x + y * y)),
    )


def about_axis(axis: Any, angle: float) -> np.ndarray:
    """Rotation about a unit vector."""
    x, y, z = axis
    K = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
    turned: np.ndarray = np.eye(3) + math.sin(angle) * K + (1 - math.cos(angle)) * K @ K
    return turned


def screw(rotation: np.ndarray, translation: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Quaternions and displacements of constant body velocities over a unit of time."""
    angle = np.linalg.norm(rotation, axis=-1, keepdims=True)
    small = angle < 1e-4
    safe = np.where(small, 1.0, angle)
    half = np.where(small, 0.5 - angle**2 / 48, np.sin(safe / 2) / safe)
    turn = np.concatenate([np.cos(angle / 2), half * rotation], axis=-1)
    b = np.where(small, 0.5, 2 * (np.sin(safe / 2) / safe) ** 2)
    c = np.where(small, 1 / 6 - angle**2 / 120, (safe - np.sin(safe)) / safe**3)
    cross = np.cross(rotation, translation)
    shift = translation + b * cross + c * np.cross(rotation, cross)
    return turn, shift
