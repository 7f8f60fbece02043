"""Displacements of points in a mode, and the amplitude with which it is drawn."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.connectors.connector import Connector
from linkwork.view.scene.motion import Motion, Place
from linkwork.view.scene.sizes import Bounds

if TYPE_CHECKING:
    from linkwork.modes.result import Modes

SHARE = 0.1
"""Largest displacement relative to the size of the model."""

LARGEST_TURN = 0.4
"""Largest angle of a rotating body [rad]."""

SMALL = 1.0e-7
"""Step of differences for derivatives of positions, relative to the largest entry of a shape."""


def places_of(motion: Motion) -> tuple[list[Place], list[tuple[Place, Place]]]:
    """Places of nodes, and of markers on bodies and connectors; pairs that are connected.

    Connectors connect their markers; a rotating body connects its node to its markers.
    """
    items = motion.snapshot.items
    nodes = [motion.node_place(k) for k in range(len(items["node"]))]
    joined: list[tuple[Place | None, Place | None]] = []
    markers: Sequence[Any] = items["marker"]
    for number, marker in enumerate(markers):
        body: Any = items["object"][marker.bodyNumber] if "bodyNumber" in marker.fields else None
        place = motion.marker_place(number)
        if body is not None and body.nodes() and place is not None and motion.turn_of(place) >= 0:
            joined.append((nodes[body.nodes()[0]], place))
    for item in items["object"]:
        if isinstance(item, Connector):
            joined += pairwise(motion.marker_place(number) for number in item.drawn_markers)
    pairs = [(a, b) for a, b in joined if a is not None and b is not None]
    places = dict.fromkeys([*nodes, *(place for pair in pairs for place in pair)])
    return [place for place in places if place is not None], pairs


def amplitude_of(modes: Modes, number: int) -> float:
    """Factor of a shape that moves points by a tenth of the size, and rotates by under a radian."""
    shape = modes.vectors[:, number]
    largest = float(np.abs(shape).max(initial=0.0))
    if not largest:
        return 1.0
    step = SMALL / largest
    rows = np.stack([modes.q, modes.q + step * shape.real, modes.q + step * shape.imag])
    motion = Motion(modes.snapshot, rows)
    bounds, moved = Bounds(), 0.0
    for place in places_of(motion)[0]:
        positions = motion.positions(place)
        bounds.include(positions[:1])
        moved = max(moved, *(float(np.linalg.norm(p - positions[0])) for p in positions[1:]))
    by_size = SHARE * bounds.size / (moved / step) if moved else np.inf
    turned = max(
        (float(np.abs(shape[turn.coordinate])) for turn in motion.recipes.turns
         if turn.coordinate >= 0),
        default=0.0,
    )  # fmt: skip
    by_turn = LARGEST_TURN / turned if turned else np.inf
    found = min(by_size, by_turn)
    return float(found) if np.isfinite(found) else 0.1 / largest
