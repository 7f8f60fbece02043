"""Deleting items: higher numbers move down by one, and references of other items follow.

Numbers that a program keeps in variables do not follow; names do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from linkwork.core.declare.item import Item
from linkwork.core.errors import warn
from linkwork.model.partners import listed, references_of

if TYPE_CHECKING:
    from linkwork.api.system import MainSystem

GONE = -1
"""The number of an item that was deleted, in those that still refer to it."""


def DeleteObject(
    mbs: MainSystem,
    objectNumber: Any,
    deleteDependentItems: bool = True,
    suppressWarnings: bool = False,
) -> None:
    """Delete an object, and with it the nodes and markers that only this object uses.

    deleteDependentItems -- False: nodes and markers stay
    suppressWarnings -- do not warn of items that refer to the deleted one; Assemble refuses them
    """
    _delete(mbs, "object", objectNumber, deleteDependentItems, suppressWarnings)


def DeleteNode(mbs: MainSystem, nodeNumber: Any, suppressWarnings: bool = False) -> None:
    """Delete a node; its number is that of the next one from then on.

    suppressWarnings -- as in DeleteObject
    """
    _delete(mbs, "node", nodeNumber, False, suppressWarnings)


def DeleteMarker(mbs: MainSystem, markerNumber: Any, suppressWarnings: bool = False) -> None:
    """Delete a marker; its number is that of the next one from then on.

    suppressWarnings -- as in DeleteObject
    """
    _delete(mbs, "marker", markerNumber, False, suppressWarnings)


def DeleteLoad(
    mbs: MainSystem,
    loadNumber: Any,
    deleteDependentMarkers: bool = True,
    suppressWarnings: bool = False,
) -> None:
    """Delete a load, and with it the marker that only this load uses.

    deleteDependentMarkers -- False: the marker stays
    suppressWarnings -- as in DeleteObject
    """
    _delete(mbs, "load", loadNumber, deleteDependentMarkers, suppressWarnings)


def DeleteSensor(mbs: MainSystem, sensorNumber: Any, suppressWarnings: bool = False) -> None:
    """Delete a sensor; its number is that of the next one from then on.

    suppressWarnings -- as in DeleteObject
    """
    _delete(mbs, "sensor", sensorNumber, False, suppressWarnings)


def _delete(mbs: MainSystem, family: str, given: Any, with_partners: bool, quiet: bool) -> None:
    mbs._refuse_while_running(f"Delete{family.capitalize()}")
    item, number = mbs._store.item(family, given)
    own = _partners(item) if with_partners else []
    items = _without({name: list(members) for name, members in mbs._items.items()}, family, number)
    if not quiet:
        for text in items.orphans:
            warn(
                f"Delete{family.capitalize()}: {text} refers to {item.label(number)}, which is gone"
            )
    members = items.members
    # from the highest number down, so that those that follow stay valid
    for name, partner in sorted(own, reverse=True):
        users = (other for each in members.values() for other in each)
        if not any((name, partner) in _partners(other) for other in users):
            members = _without(members, name, partner).members
    mbs._take_items(members)


def _partners(item: Item) -> list[tuple[str, int]]:
    """(family, number) of all items that an item refers to."""
    return [
        (family, number)
        for name, family in references_of(type(item))  # type: ignore[arg-type]
        for number in listed(getattr(item, name))
        if number >= 0
    ]


class _Remaining:
    """Items by family, and the labels of those that refer to an item that is gone."""

    def __init__(self, members: dict[str, list[Item]], orphans: list[str]) -> None:
        self.members, self.orphans = members, orphans


def _without(members: dict[str, list[Item]], family: str, number: int) -> _Remaining:
    """Items without one of them, with new numbers."""
    orphans: list[str] = []
    left: dict[str, list[Item]] = {}
    for name, each in members.items():
        left[name] = []
        for old, item in enumerate(each):
            if name == family and old == number:
                continue
            renamed = name == family and old > number and item.name == f"{family}{old}"
            changed, is_orphan = _renumbered(item, family, number)
            if renamed:
                changed = changed.copy() if changed is item else changed
                changed.__dict__["name"] = f"{family}{old - 1}"
            if is_orphan:
                orphans.append(item.label(old))
            left[name].append(changed)
    return _Remaining(left, orphans)


def _renumbered(item: Item, family: str, gone: int) -> tuple[Item, bool]:
    """An item whose references follow, and whether it refers to the item that is gone."""
    changed, is_orphan = item, False
    for name, of in references_of(type(item)):  # type: ignore[arg-type]
        if of != family:
            continue
        value = getattr(item, name)
        numbers = listed(value)
        if not any(number >= gone for number in numbers):
            continue
        is_orphan |= gone in numbers
        new = [_moved(number, gone) for number in numbers]
        changed = item.copy() if changed is item else changed
        changed.__dict__[name] = new if isinstance(value, list) else new[0]
    return changed, is_orphan


def _moved(number: int, gone: int) -> int:
    if number == gone:
        return GONE
    return number - 1 if number > gone else number
