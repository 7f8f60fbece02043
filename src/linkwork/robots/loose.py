"""Motions of a robot that move no mass: with them, no forces determine the accelerations.

A mass matrix that is singular at random positions is singular at all of them. The recursions of
forward dynamics would divide by rounding there, and return numbers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from linkwork.core.errors import SysError
from linkwork.math.tolerances import MASSLESS_SHAPE

if TYPE_CHECKING:
    from linkwork.robots.functions import RobotFunctions

TAKES_PART = 1.0e-3
"""Part of a unit motion that names a coordinate."""


def loose_coordinates(robot: RobotFunctions) -> list[str]:
    """Names of the velocities that take part in motions without mass; empty if there are none."""
    model, n = robot.model, robot.nv
    if model.loose is None:
        rng = np.random.default_rng(2)
        q = robot.integrate(model.neutral, rng.normal(size=(2, n)))
        found = [_parts(M) for M in robot.mass_matrix(q, threads=1)] if n else []
        common = [set(parts) for parts in found]
        names = set.intersection(*common) if common else set[int]()
        model.loose = [model.names[k] for k in sorted(names)]
    return model.loose


def _parts(M: np.ndarray) -> list[int]:
    """Numbers of the coordinates that take part in motions without kinetic energy."""
    size = np.sqrt(np.maximum(np.diag(M), 0.0))
    scale = np.where(size > 1e-7 * size.max(initial=0.0), size, np.inf)
    eigenvalues, vectors = np.linalg.eigh(M / np.outer(scale, scale))
    motions = vectors[:, eigenvalues < MASSLESS_SHAPE * len(M)]
    return [k for k, row in enumerate(motions) if np.abs(row).max(initial=0.0) > TAKES_PART]


def check_masses(robot: RobotFunctions) -> None:
    """Refuse forward dynamics of a robot with motions that move no mass."""
    names = loose_coordinates(robot)
    if names:
        raise SysError(
            f"the mass matrix is singular: {', '.join(names)} can move without moving inertia. "
            "Give mass, inertia or armature to what they move, or fix a joint"
        )
