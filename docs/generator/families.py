"""Families of items: folders of their reference pages."""

from __future__ import annotations

from linkwork.bodies import kinds as bodies
from linkwork.connectors import kinds as connectors
from linkwork.core.declare.item import Item
from linkwork.joints import kinds as joints
from linkwork.loads import kinds as loads
from linkwork.markers import kinds as markers
from linkwork.nodes import kinds as nodes
from linkwork.sensors import kinds as sensors

FAMILIES: dict[str, tuple[str, tuple[type[Item], ...]]] = {
    "nodes": ("Nodes", nodes.KINDS),
    "bodies": ("Bodies and systems", bodies.KINDS),
    "markers": ("Markers", markers.KINDS),
    "connectors": ("Connectors", connectors.KINDS),
    "joints": ("Joints", joints.KINDS),
    "loads": ("Loads", loads.KINDS),
    "sensors": ("Sensors", sensors.KINDS),
}
"""Folder name -> title, kinds."""


def title_of(kind: type[Item]) -> str:
    """The name that users write most often: for objects the short one, if there is one."""
    short = kind.short_name
    return short if short and kind.family == "object" else kind.__name__
