"""Typed item numbers: ints that know their kind, which their repr shows.

`NodeIndex(3)` can be used wherever the int 3 can; arithmetic returns plain ints, and str and
f-strings return the digits, for names of files and items. An index of one kind where another is
expected is an error.
"""

from __future__ import annotations

import operator
from typing import Any, ClassVar


class ItemIndex(int):
    """Number of an item: an int that knows the family of the item."""

    family: ClassVar[str] = ""

    def __repr__(self) -> str:
        return f"{type(self).__name__}({int(self)})"

    def __str__(self) -> str:
        return int.__repr__(self)

    def __format__(self, spec: str) -> str:
        return format(int(self), spec)

    def GetIndex(self) -> int:
        """The plain number."""
        return int(self)

    def GetTypeString(self) -> str:
        """Name of the kind of index, e.g. "NodeIndex"."""
        return type(self).__name__


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
