"""Forces of the joints as a linear function of parameters: tau = Y parameters, without springs.

Per body: mass, mass times center (x, y, z), inertia xx, yy, zz, xy, xz, yz about the origin of its
frame. Per joint of one coordinate: armature, damping, friction.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.robots.model import RobotModel
from linkwork.trees import functions as trees
from linkwork.trees.records import FREE

INERTIAL = ("mass", "hx", "hy", "hz", "Ixx", "Iyy", "Izz", "Ixy", "Ixz", "Iyz")
RESISTING = ("armature", "damping", "friction")


def _joints(model: RobotModel) -> list[int]:
    """Bodies behind joints of one coordinate."""
    return [k for k, link in enumerate(model.links) if link.kind != FREE]


def parameter_names(model: RobotModel) -> list[str]:
    """Names of the parameters, "body/mass" and "joint/damping"."""
    names = [
        f"{name or 'base'}/{part}"
        for name, joint in zip(model.bodies, model.joints, strict=True)
        for part in INERTIAL
    ]
    return names + [f"{model.joints[k]}/{part}" for part in RESISTING for k in _joints(model)]


def parameters(model: RobotModel) -> np.ndarray:
    """Values of the parameters."""
    found: list[float] = []
    for link in model.links:
        m, c = link.mass, np.asarray(link.center)
        T = link.inertia + m * (c @ c * np.eye(3) - np.outer(c, c))
        found += [m, *(m * c), T[0, 0], T[1, 1], T[2, 2], T[0, 1], T[0, 2], T[1, 2]]
    return np.array(
        found + [getattr(model.links[k], part) for part in RESISTING for k in _joints(model)]
    )


def regressor(
    model: RobotModel, gravity: Any, q: Any, v: Any, a: Any, threads: int | None
) -> np.ndarray:
    """Y (..., nv, parameters)."""
    inertial = trees.regressors(model.tree, gravity, q, v, a, threads)
    shape = inertial.shape[:-2]
    v, a = np.broadcast_to(v, (*shape, model.tree.nv)), np.broadcast_to(a, (*shape, model.tree.nv))
    bodies = _joints(model)
    resisting = np.zeros((*shape, model.tree.nv, 3 * len(bodies)))
    for column, k in enumerate(bodies):
        link, i = model.links[k], int(model.tree.links[k + 1].iv)
        rate = link.ratio * v[..., i]
        values = (link.ratio * a[..., i], rate, np.clip(rate / link.zone, -1.0, 1.0))
        for part, value in enumerate(values):
            resisting[..., i, part * len(bodies) + column] = link.ratio * value
    return np.concatenate([inertial, resisting], axis=-1)
