"""The law of the RigidBodySpringDamper in plain NumPy and SciPy, from matrix logarithms."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.linalg import expm, logm
from scipy.spatial.transform import Rotation


def frame(J: np.ndarray, p: Any) -> np.ndarray:
    """4 x 4 matrix of a frame."""
    H = np.eye(4)
    H[:3, :3], H[:3, 3] = J, p
    return H


def measured(J0: Any, p0: Any, J1: Any, p1: Any, intrinsic: bool) -> tuple[Any, ...]:
    """Axes J, point of action p_m, displacement and rotation."""
    if not intrinsic:
        R = Rotation.from_matrix(J0.T @ J1)
        return J0, np.zeros(3), np.concatenate([J0.T @ (p1 - p0), R.as_euler("XYZ")])
    first = frame(J0, p0)
    L = np.real(logm(np.linalg.solve(first, frame(J1, p1))))
    middle = first @ expm(0.5 * L)
    u = np.array([*L[:3, 3], L[2, 1], L[0, 2], L[1, 0]])
    return middle[:3, :3], middle[:3, 3], u


def wrenches(first: Any, second: Any, law: Any, intrinsic: bool) -> tuple[Any, ...]:
    """(force on m0, moments on m0 and m1) of frames (J, p, v, omega); law -- F of (u, rates)."""
    (J0, p0, v0, w0), (J1, p1, v1, w1) = first, second
    J, p_m, u = measured(J0, p0, J1, p1, intrinsic)
    F = law(u, np.concatenate([J.T @ (v1 - v0), J.T @ (w1 - w0)]))
    f, m = J @ F[:3], J @ F[3:]
    if not intrinsic:
        return f, m, -m
    return f, m + np.cross(p_m - p0, f), -m - np.cross(p_m - p1, f)
