"""How connectors are drawn, by the `drawn_as` of their V class."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.connectors.connector import Connector
from linkwork.view.scene.joints import bodies_of_markers, joint_sizes, mounts_of
from linkwork.view.scene.motion import FIXED, Place

if TYPE_CHECKING:
    from linkwork.view.scene.writer import SceneWriter

FAMILY_SHARES = {"rod": 0.35, "spiral": 1.5, "pin": 0.45, "line": 0.15, "dashed": 0.15}
"""drawn_as -> size in the player if springs have the size 1."""

OWN_SHARES = {"spiral": 0.5, "pin": 0.5, "slider": 1.25}
"""drawn_as -> size in the player for a drawSize of 1.

The player draws spirals and pins of size 1 with a radius of 1, and the block of a slider 0.8 wide.
"""


SPANNING = {"coil", "rod", "line", "dashed"}
"""drawn_as of connectors that reach from one place to another."""

MOST_AT_ONE_PLACE = 30
"""Number of connectors of one type at a place from which on they are thin lines: a fan of them
would hide the scene."""

MOST_SPRINGS = 3000
"""Number of springs from which on they are lines: nobody sees their coils."""

CLEAR, CLEAREST = 10.0, 0.08
"""Sum of the opacities of the lines of a fan, and the least opacity of each."""


def crowded_places(writer: SceneWriter) -> dict[tuple[str, Place], float]:
    """Types of connectors and places at which too many of them meet -> opacity of their lines."""
    counts: Counter[tuple[str, Place]] = Counter()
    writer.springs = 0
    for item in writer.snapshot.items["object"]:
        if isinstance(item, Connector) and item.visualization.drawn_as in SPANNING:
            writer.springs += item.visualization.drawn_as == "coil"
            ends = {writer.motion.marker_place(number) for number in item.drawn_markers}
            counts.update((item.type_name, place) for place in ends if place is not None)
    return {
        each: max(CLEAREST, CLEAR / count)
        for each, count in counts.items()
        if count > MOST_AT_ONE_PLACE
    }


def connector_item(
    writer: SceneWriter, item: Any, ends: tuple[Place, Place], size: float
) -> dict[str, Any]:
    """Kind and values of a connector between two places.

    size -- diameter of springs [m], where the item has no drawSize
    """
    kind = item.visualization.drawn_as
    own = getattr(item.visualization, "drawSize", -1.0)
    if own <= 0.0 and kind in SPANNING:
        line = {"kind": "line", "ends": ends, "size": 0.0, "dashed": False}
        opacity = [writer.crowded.get((item.type_name, end), 1.0) for end in ends]
        if min(opacity) < 1.0:
            color = writer.color(item, writer.settings.connectors.defaultColor)
            return {**line, "faint": True, "color": [*color[:3], min(opacity) * color[3]]}
        if kind == "coil" and writer.springs > MOST_SPRINGS:
            return line
    size = OWN_SHARES.get(kind, 1.0) * own if own > 0.0 else FAMILY_SHARES.get(kind, 1.0) * size
    if kind == "coil" and _is_damper(item):
        return {"kind": "damper", "ends": ends, "size": size}
    if kind == "coil":
        windings = writer.settings.connectors.springNumberOfWindings
        return {"kind": "coil", "ends": ends, "size": size, "windings": windings}
    if kind == "rod":
        return {"kind": "rod", "ends": ends, "size": size}
    if kind == "spiral":
        return {"kind": "spiral", **_spiral(writer, item, ends), "size": size}
    if kind == "pin":
        return {"kind": "pin", "point": ends[0], "size": size}
    if kind == "slider":
        x, y = (float(value) for value in item.axisMarker0[:2])
        return {"kind": "slider", "points": ends, "axis": [x, y, 0.0], "size": size}
    return {"kind": "line", "ends": ends, "size": size, "dashed": kind == "dashed"}


def _spiral(writer: SceneWriter, item: Any, ends: tuple[Place, Place]) -> dict[str, Any]:
    """Place, axes and angles of a torsional spring about the z axis of its first frame."""
    motion = writer.motion
    mounts = mounts_of(writer, item, ends)
    frames = [motion.rotations(mount.place) @ mount.axes for mount in mounts]
    relative = np.einsum("rji,rjk->rik", *frames)
    sine, cosine = relative[:, 1, 0] - relative[:, 0, 1], relative[:, 0, 0] + relative[:, 1, 1]
    angles = np.unwrap(np.arctan2(sine, cosine))
    drawn, other = mounts
    if drawn.place[0] == FIXED:  # it is drawn at the end that moves
        drawn, other, angles = other, drawn, -angles
    if any(body in writer.thickness for body in bodies_of_markers(writer, item)):
        drawn = drawn.shifted(0.0, 0.0, 0.55 * joint_sizes(writer, item)[1])  # beside the bodies
    values: dict[str, Any] = {"points": [drawn.place, other.place]}
    if not np.array_equal(drawn.axes, np.eye(3)):
        values["axes"] = drawn.axes.T.tolist()
    return {**values, "angle": writer.store.add(angles, "f4")}


def _is_damper(item: Any) -> bool:
    """Whether a spring-damper has damping alone."""
    functions = [p.name for p in item.function_parameters()]
    if any(callable(getattr(item, name)) for name in functions):
        return False
    stiffness = np.asarray(getattr(item, "stiffness", 1.0), float)
    damping = np.asarray(getattr(item, "damping", 0.0), float)
    return not stiffness.any() and bool(damping.any())
