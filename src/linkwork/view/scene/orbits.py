"""Paths of bodies that orbit: those that gravity of other bodies moves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.connectors.gravity import ObjectConnectorGravity
from linkwork.view.scene.motion import Place

if TYPE_CHECKING:
    from linkwork.view.scene.writer import SceneWriter

MOST_ORBITS = 40
"""Number of bodies up to which their paths are drawn: more would be a tangle."""


def orbiting_places(writer: SceneWriter) -> dict[Place, int]:
    """Places of the bodies on a ConnectorGravity, and their markers; none if they are too many."""
    orbiting: dict[Place, int] = {}
    for item in writer.snapshot.items["object"]:
        if isinstance(item, ObjectConnectorGravity):
            for marker in item.markerNumbers:
                place = writer.motion.marker_place(marker)
                if place is not None:
                    orbiting.setdefault(place, marker)
    return orbiting if len(orbiting) <= MOST_ORBITS else {}


def add_orbits(writer: SceneWriter) -> None:
    """Add the path of each body on a ConnectorGravity that moves visibly."""
    orbiting = orbiting_places(writer)
    if not orbiting or len(writer.rows) < 3:
        return
    times = writer.store.add(writer.solution.times[writer.rows], "f8")
    for place, marker in orbiting.items():
        path = writer.motion.positions(place)
        finite = path[np.isfinite(path).all(axis=1)]
        if not len(finite) or np.ptp(finite, axis=0).max() < 2.0 * writer.unit:
            continue
        name, color = owner_of(writer, marker)
        writer.items.append(
            dict(kind="trace", family="sensor", name=f"path of {name}", label=f"path of {name}",
                 number=-1, times=times, points=writer.store.add(path, "f4"),
                 width=float(writer.settings.sensors.traces.lineWidth), color=color, size=0.0)
        )  # fmt: skip


def owner_of(writer: SceneWriter, number: int) -> tuple[str, list[float]]:
    """Name and color of the body that a marker belongs to."""
    items: Any = writer.snapshot.items
    marker = items["marker"][number]
    body = getattr(marker, "bodyNumber", -1)
    if body < 0 and "nodeNumber" in marker.fields:
        body = next(iter(writer.motion.bodies_on(marker.nodeNumber)), -1)
    if body < 0:
        color = [float(c) for c in writer.settings.sensors.defaultColor]
        return str(marker.name), color
    return writer.name_of("object", body), writer.body_colors[body]
