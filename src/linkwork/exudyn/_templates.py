"""Items and dictionaries as scripts give them to AddNode, AddObject, ..."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any

from linkwork.api.create.parts import item
from linkwork.bodies.ground import ObjectGround
from linkwork.bodies.mass_point import ObjectMassPoint
from linkwork.bodies.mass_point_2d import ObjectMassPoint2D
from linkwork.core.declare.families import kind_named
from linkwork.core.declare.indices import index_of
from linkwork.core.declare.item import Item
from linkwork.exudyn import itemInterface
from linkwork.exudyn._graphics_forms import drawable
from linkwork.exudyn._missing import names, refuse
from linkwork.exudyn._notices import notice
from linkwork.items import FAMILIES
from linkwork.nodes.point_ground import NodePointGround

PREFIXES = {
    "node": "Node",
    "object": "Object",
    "marker": "Marker",
    "load": "Load",
    "sensor": "Sensor",
}


def fixed_mass(given: Any, items: Any) -> Any:
    """A ground instead of a mass on a NodePointGround: it has no equations and stays there."""
    if not isinstance(given, (ObjectMassPoint, ObjectMassPoint2D)):
        return given
    number = index_of(given.nodeNumber, "node")
    nodes = items["node"]
    if number is None or not 0 <= number < len(nodes):
        return given
    node = nodes[number]
    if not isinstance(node, NodePointGround):
        return given
    drawn = given.visualization
    form = {"Vshow": drawn.show, "VgraphicsData": drawn.graphicsData}
    return item(ObjectGround, name=given.name, referencePosition=node.referenceCoordinates, **form)


def item_of(family: str, given: Any) -> Any:
    """An item of a family, of one that a script made or of its dictionary.

    Unknown keys of dictionaries are left out, with a notice.
    """
    if isinstance(given, Item):
        return _drawable(given)
    if not isinstance(given, Mapping):
        return given
    key = f"{family}Type"
    name = given.get(key)
    missing = f"{family.capitalize()}{name}"
    if missing in names:
        refuse(missing, itemInterface.WHY)
    if name is None:
        return given  # is refused by Linkwork
    kind = kind_named(name, FAMILIES[family], family)
    known, values = set(kind.known_names()) | {"visualization"}, {}
    for parameter, value in given.items():
        if parameter == key:
            continue
        if parameter in known:
            values[parameter] = value
        else:
            notice(
                f"{kind.__name__}.{parameter}",
                f"{kind.__name__} has no parameter {parameter!r}; it is ignored",
            )
    return _drawable(kind(**values))


def _drawable(given: Item) -> Item:
    """An item whose shapes Linkwork takes; the given one does not change."""
    drawn = given.visualization if given.has_own_drawing else None
    shapes = vars(drawn).get("graphicsData") if hasattr(drawn, "__dict__") else None
    if not shapes or not isinstance(shapes, (list, tuple)):
        return given
    made = copy.copy(given)
    made.visualization.graphicsData = drawable(shapes)
    return made
