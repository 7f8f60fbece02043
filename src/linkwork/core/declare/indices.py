"""Typed item numbers: ints that know and print their kind.

`NodeIndex(3)` can be used wherever the int 3 can; arithmetic returns plain ints, and formatting in
f-strings returns the digits. An index of one kind where another is expected is an error.
"""

from __future__ import annotations

import operator
from typing import Any, ClassVar


class ItemIndex(int):
    """Number of an item: an int that knows and prints the family of the item."""

    family: ClassVar[str] = ""

    def __repr__(self) -> str:
        return f"{type(self).__name__}({int(self)})"

    __str__ = __repr__

    def __format__(self, spec: str) -> str:
        return format(int(self), spec)


class NodeIndex(ItemIndex):
    """Number of a node, as AddNode returns it."""

    family = "node"


class ObjectIndex(ItemIndex):
    """Number of an object, as AddObject returns it."""

    family = "object"


class MarkerIndex(ItemIndex):
    """Number of a marker, as AddMarker returns it."""

    family = "marker"


class LoadIndex(ItemIndex):
    """Number of a load, as AddLoad returns it."""

    family = "load"


class SensorIndex(ItemIndex):
    """Number of a sensor, as AddSensor returns it."""

    family = "sensor"


INDEX_TYPES: dict[str, type[ItemIndex]] = {
    kind.family: kind for kind in (NodeIndex, ObjectIndex, MarkerIndex, LoadIndex, SensorIndex)
}


def index_of(value: Any, family: str) -> int | None:
    """value as the number of an item of this family, or None if it is not one."""
    if isinstance(value, ItemIndex):
        return int(value) if value.family == family else None
    if isinstance(value, bool):
        return None
    try:
        return operator.index(value)
    except TypeError:
        return None
