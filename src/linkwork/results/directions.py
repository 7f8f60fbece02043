"""Directions in space along which the coordinates of a model move points.

Nodes that define a point have directions. A Node1D gets its direction from the bodies on it.
"""

from __future__ import annotations

import numpy as np

from linkwork.bodies.body import Body
from linkwork.model.model import Model
from linkwork.motion.kind import Motion


def bodies_on(model: Model) -> dict[int, list[int]]:
    """Number of a node -> numbers of the bodies on it that place points in space."""
    found: dict[int, list[int]] = {}
    for number, body in enumerate(model.items["object"]):
        if isinstance(body, Body) and body.has_points:
            for node in body.nodes():
                found.setdefault(node, []).append(number)
    return found


def points_on(model: Model, number: int, bodies: list[int]) -> list[tuple[Motion, float]]:
    """(point, mass) of all that moves with a node: its own point, or those of the bodies on it."""
    node = model.items["node"][number]
    first = int(model.numbering.node_first[number])
    own, base = node.point(first), node.base(first)
    if own is not None:
        return [(own, 1.0)]
    if base is None or isinstance(base, range):  # coordinates that have no place of their own
        return []
    found = [(model.places.body_point(k), model.places.body_mass(k)) for k in bodies]
    return found or [(base, 1.0)]


def directions_of(model: Model) -> np.ndarray:
    """Derivatives of positions by all ODE2 coordinates, (coordinates, 3); zero for angles.

    If several bodies follow the same coordinate along different axes, this is their mean weighted
    by mass: the product with the mass matrix is their momentum.
    """
    found = np.zeros((model.n_ode2, 3))
    bodies = bodies_on(model)
    for number in range(len(model.items["node"])):
        members = points_on(model, number, bodies.get(number, []))
        total = sum(mass for _, mass in members)
        for point, mass in members:
            share = mass / total if total > 0.0 else 1.0 / len(members)
            for index, direction in _rows(point):
                found[index] += share * direction
    return found


def _rows(point: Motion) -> list[tuple[int, np.ndarray]]:
    """(coordinate, derivative of the position with respect to it) of a point."""
    kind = point.kind
    if kind is None:
        return []
    slopes = np.eye(3) if kind.jacobian is None else kind.jacobian(point)[:, :3]
    pairs = zip(point.coordinates, slopes, strict=False)
    return [(index, slope) for index, slope in pairs if index >= 0]
