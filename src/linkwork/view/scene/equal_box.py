"""The box of equal inertia: how a rigid body without shapes is drawn.

A homogeneous box with edges a, b, c has the principal moments Jxx = m (b^2 + c^2)/12, and so on,
about its center. So principal moments about any center of mass give a^2 = 6 (Jyy + Jzz - Jxx)/m.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

THIN = 0.04
"""Least edge relative to the longest one: rods and plates have no thickness of their own."""

ROUNDED = 1.0e-9
"""Edges that come from rounding alone, relative to the size of the tensor's arms."""


class EqualBox(NamedTuple):
    """center -- of the box [m]; axes -- its axes in columns; edges -- lengths [m], all > 0"""

    center: np.ndarray
    axes: np.ndarray
    edges: np.ndarray


def equal_box(mass: float, inertia: np.ndarray, center: np.ndarray) -> EqualBox | None:
    """The box with the mass and inertia of a body; None for a body without extent.

    inertia -- tensor about the reference point [kg m^2]; center -- center of mass [m]
    """
    if mass <= 0.0:
        return None
    arm = np.sqrt(center @ center)
    about_center = inertia - mass * (arm**2 * np.eye(3) - np.outer(center, center))
    moments, axes = np.linalg.eigh(about_center)
    if np.count_nonzero(about_center - np.diag(np.diagonal(about_center))) == 0:
        moments, axes = np.diagonal(about_center), np.eye(3)  # in the order of the body's axes
    if np.linalg.det(axes) < 0.0:
        axes = axes * np.array([1.0, 1.0, -1.0])
    squares = 6.0 * (moments.sum() - 2.0 * moments) / mass
    edges = np.sqrt(np.maximum(squares, 0.0))
    longest = float(edges.max())
    if not np.isfinite(longest) or longest <= ROUNDED * arm or longest == 0.0:
        return None
    return EqualBox(center, axes, np.maximum(edges, THIN * longest))
