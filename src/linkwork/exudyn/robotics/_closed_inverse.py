"""Closed forms of the inverse kinematics of arms with standard Denavit-Hartenberg parameters.

All arms here turn about a vertical axis first, q1, and move in a plane that turns with it; points
of this plane are complex numbers, radius + i height. Joint 2 and those parallel to it have the
normal of the plane as axis.
"""

from __future__ import annotations

import cmath
import math
from collections.abc import Iterator
from typing import Any

import numpy as np

QUARTER = 0.5 * math.pi
SMALL = 1.0e-12
"""Sines below this are zero: two axes of the wrist coincide."""


def parameters_of(robot: Any, name: str, alphas: list[float]) -> np.ndarray:
    """Rows [theta, d, a, alpha] of a dictionary of a robot, whose twists must be those given."""
    rows = np.array([link["stdDH"] for link in robot["links"]], float)
    fits = len(rows) == len(alphas) and np.allclose(rows[:, 3], alphas, atol=1e-9)
    if not fits or rows[:, 0].any():
        raise ValueError(
            f"{name}: the robot must have links with stdDH = [0, d, a, alpha] and alpha = {alphas}"
        )
    return rows


def flange_in_base(robot: Any, HT: Any) -> np.ndarray:
    """Frame of the last link in the axes of the base."""
    found: np.ndarray = np.linalg.solve(np.asarray(robot["base"]["HT"], float), np.asarray(HT))
    return found


def first_angles(x: float, y: float, offset: float) -> Iterator[tuple[float, float]]:
    """q1 and radius in the plane of points that are beside it; the radius is positive first."""
    square = x * x + y * y - offset * offset
    if square < 0:
        return
    for radius in (math.sqrt(square), -math.sqrt(square)):
        yield cmath.phase(complex(x, y)) - cmath.phase(complex(radius, -offset)), radius


def elbow_angles(target: complex, a: float, b: complex) -> Iterator[tuple[float, float]]:
    """Angles q2, q3 with a e^(i q2) + b e^(i (q2 + q3)) = target.

    With a > 0, the elbow is down first for targets of positive radius, and up for others.
    """
    length = abs(b)
    cosine = (abs(target) ** 2 - a * a - length**2) / (2 * a * length)
    if abs(cosine) > 1 + SMALL:
        return
    bend = math.acos(max(-1.0, min(1.0, cosine)))
    for q in (bend, -bend):
        q3 = q - cmath.phase(b)
        yield cmath.phase(target) - cmath.phase(a + length * cmath.exp(1j * q)), q3


def wrapped(*angles: float) -> np.ndarray:
    """Angles in [-pi, pi)."""
    found: np.ndarray = (np.array(angles) + math.pi) % (2 * math.pi) - math.pi
    return found


def arm_of_three(robot: Any, HT: Any) -> list[np.ndarray]:
    """Solutions for the position of an arm with three joints."""
    rows = parameters_of(robot, "ComputeIK3R", [QUARTER, 0, 0])
    x, y, z = flange_in_base(robot, HT)[:3, 3]
    found = []
    for q1, radius in first_angles(x, y, rows[1, 1] + rows[2, 1]):
        target = complex(radius - rows[0, 2], z - rows[0, 1])
        for q2, q3 in elbow_angles(target, rows[1, 2], complex(rows[2, 2])):
            found.append(wrapped(q1, q2, q3))
    return found


def arm_with_spherical_wrist(robot: Any, HT: Any) -> list[np.ndarray]:
    """Solutions for an arm whose last three axes meet in a point."""
    alphas = [QUARTER, 0, -QUARTER, QUARTER, -QUARTER, 0]
    rows = parameters_of(robot, "ComputeIKPuma560", alphas)
    if rows[3:, 2].any() or rows[4, 1]:
        raise ValueError("ComputeIKPuma560: the last three axes of the robot must meet in a point")
    frame = flange_in_base(robot, HT)
    R = frame[:3, :3]
    x, y, z = frame[:3, 3] - rows[5, 1] * R[:, 2]
    found = []
    for q1, radius in first_angles(x, y, rows[1, 1] + rows[2, 1]):
        target = complex(radius - rows[0, 2], z - rows[0, 1])
        for q2, q3 in elbow_angles(target, rows[1, 2], complex(rows[2, 2], rows[3, 1])):
            along, across, normal = plane_axes(q1, q2 + q3)
            arm = np.column_stack([along, -normal, across])  # frame behind joint 3
            for wrist in wrist_angles(arm.T @ R):
                found.append(wrapped(q1, q2, q3, *wrist))
    return found


def plane_axes(q1: float, angle: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Directions in the plane at an angle and perpendicular to it, and normal of the plane."""
    radial = np.array([math.cos(q1), math.sin(q1), 0.0])
    up, c, s = np.array([0.0, 0.0, 1.0]), math.cos(angle), math.sin(angle)
    normal = np.array([math.sin(q1), -math.cos(q1), 0.0])
    return c * radial + s * up, -s * radial + c * up, normal


def wrist_angles(R: np.ndarray) -> Iterator[tuple[float, float, float]]:
    """Angles with Rz(q4) Ry(-q5) Rz(q6) = R, q5 positive first."""
    sine = math.hypot(R[0, 2], R[1, 2])
    for sign in (1.0, -1.0):
        q5 = math.atan2(sign * sine, R[2, 2])
        if sine < SMALL:  # axes 4 and 6 coincide: joint 4 stays at zero
            yield 0.0, q5, math.atan2(-R[0, 1], R[1, 1])
            continue
        q4 = math.atan2(-sign * R[1, 2], -sign * R[0, 2])
        yield q4, q5, math.atan2(-sign * R[2, 1], sign * R[2, 0])


def arm_with_parallel_axes(robot: Any, HT: Any) -> list[np.ndarray]:
    """Solutions for an arm whose axes 2, 3 and 4 are parallel."""
    rows = parameters_of(robot, "ComputeIKUR", [QUARTER, 0, 0, QUARTER, -QUARTER, 0])
    frame = flange_in_base(robot, HT)
    R = frame[:3, :3]
    wrist = frame[:3, 3] - rows[5, 1] * R[:, 2]
    found = []
    for q1, radius in first_angles(wrist[0], wrist[1], rows[1:4, 1].sum()):
        normal = plane_axes(q1, 0.0)[2]
        cosine = max(-1.0, min(1.0, float(R[:, 2] @ normal)))
        choices = []
        for q5 in (math.acos(cosine), -math.acos(cosine)):
            sign = math.copysign(1.0, q5)
            q6 = 0.0  # axes 2 and 6 are parallel
            if abs(math.sin(q5)) > SMALL:
                q6 = math.atan2(-sign * (R[:, 1] @ normal), sign * (R[:, 0] @ normal))
            turned = R[:, :2] @ [math.cos(q6), -math.sin(q6)]
            direction = math.cos(q5) * turned - math.sin(q5) * R[:, 2]
            angle = math.atan2(direction[2], direction @ plane_axes(q1, 0.0)[0])
            target = complex(radius - rows[0, 2], wrist[2] - rows[0, 1])
            target += 1j * rows[4, 1] * cmath.exp(1j * angle)
            choices.append((q5, q6, angle, list(elbow_angles(target, rows[1, 2], rows[2, 2]))))
        for elbow in (0, 1):
            for q5, q6, angle, elbows in choices:
                if elbows:
                    q2, q3 = elbows[elbow]
                    found.append(wrapped(q1, q2, q3, angle - q2 - q3, q5, q6))
    return found
