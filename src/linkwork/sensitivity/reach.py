"""What the forces of a law reach: markers and coordinates, and the calls between them.

Of a parameter of one item, only these are evaluated; where a model is large, they are few.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from linkwork.core.records import CALL
from linkwork.model.data import Data
from linkwork.model.model import Model
from linkwork.motion.point import KINDS, LINEAR_KIND
from linkwork.sensitivity.laws import Law

FEW = 4
"""Markers of a model that are not worth a list of their own."""


class Reach(NamedTuple):
    """Markers and coordinates, and calls that take forces on these markers to the coordinates."""

    markers: np.ndarray
    coordinates: np.ndarray
    calls: np.ndarray


def everything(model: Model, data: Data) -> Reach:
    """All markers and coordinates."""
    return Reach(np.arange(len(data["markers"])), np.arange(model.n_ode2), data["gather_calls"])


def reach_of(model: Model, data: Data, law: Law) -> Reach:
    """What the forces of the row of a law reach; everything if nothing less is known."""
    kind = law.table.kind
    if law.row is None or len(data["markers"]) <= FEW or kind.acts_directly or kind.blocks is None:
        return everything(model, data)
    lines, _, ends = kind.end_markers(law.table)
    markers = np.unique(np.asarray(ends)[np.asarray(lines) == law.row])
    calls: list[np.ndarray] = []
    of_parts = {id(rows): motion for motion, rows in model.markers.tables.items()}
    for k, (_, rows) in enumerate(data.parts["gather_calls"]):
        motion: Any = of_parts.get(id(rows))
        if motion is None or motion.depth or "marker" not in rows.dtype.fields:
            return everything(model, data)
        for place in np.flatnonzero(np.isin(rows["marker"], markers)):
            call = data["gather_calls"][k : k + 1].copy()
            call["table"] += place * rows.dtype.itemsize
            call["rows"] = 1
            calls.append(call)
    indices = [model.markers.coordinates.of(int(marker)) for marker in markers]
    coordinates = np.unique(np.concatenate([np.zeros(0, np.int64), *indices]))
    return Reach(markers, coordinates, np.concatenate([np.zeros(0, CALL), *calls]))


def points_are_straight(data: Data) -> bool:
    """Whether all markers that move are points with a constant Jacobian."""
    straight = {kind.gather for kind in (*KINDS.values(), LINEAR_KIND)}
    return all(kernel in straight for kernel, _ in data.parts["gather_calls"])
