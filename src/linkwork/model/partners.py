"""Which items fit together: an item refers to others that must exist and be of the right kind.

This is checked when an item is added or changed, so that a mistake is reported where it is made.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import numpy as np

from linkwork.bodies.body import Body
from linkwork.bodies.first_order import FirstOrder
from linkwork.connectors.connector import Connector
from linkwork.core.declare.item import Item
from linkwork.core.declare.item_list import ItemList, Members
from linkwork.core.declare.parameters import Index, IndexList
from linkwork.core.enums import OutputVariableType
from linkwork.core.errors import ParameterError
from linkwork.loads.load import Load
from linkwork.markers.marker import Marker
from linkwork.nodes.node import Node
from linkwork.sensors.sensor import Sensor, Target

Items = Mapping[str, Sequence[Any]]
"""Family -> items in the order of their numbers."""


_FITTING: set[tuple[type[Item], str, type[Item]]] = set()
"""Kinds of items that fit together: the item, its parameter, its partner. `misfit` asks a partner
for what its kind is, never for its values."""


def check_partners(item: Item, number: int, items: Mapping[str, ItemList]) -> None:
    """Raise ParameterError if an item refers to something that is missing or does not fit."""
    if not _surely_fits(item, items):
        _look_at_partners(item, number, items)


def _surely_fits(item: Item, items: Mapping[str, ItemList]) -> bool:
    """Whether all partners of an item exist and are of kinds that are known to fit."""
    kind = type(item)
    references = _judged_references_of(kind)  # type: ignore[arg-type]
    if references is None:
        return False
    for name, family in references:
        members, value = items[family], getattr(item, name)
        for other in value if type(value) is list else (value,):
            if other >= 0 and (
                other >= len(members) or (kind, name, members.kind_of(other)) not in _FITTING
            ):
                return False
    return True


@cache
def _judged_references_of(kind: Any) -> list[tuple[str, str]] | None:
    """Parameters that refer to items, and their families; None if kinds alone do not decide."""
    if issubclass(kind, Sensor) or (issubclass(kind, Marker) and kind.judges_nodes()):
        return None
    return list(references_of(kind))


def _look_at_partners(item: Item, number: int, items: Items) -> None:
    """Raise an error that states what is wrong with the partners of an item, if something is."""
    kind = type(item)
    references = [
        (name, family, other)
        for name, family in references_of(kind)  # type: ignore[arg-type]
        for other in listed(getattr(item, name))
        if other >= 0
    ]
    for name, family, other in references:
        if other >= len(items[family]):
            has = f"there are {len(items[family])}" if items[family] else "there are none"
            text = f"{item.label(number)}: {name}: {family} {other} does not exist; {has}"
            raise ParameterError(text, name)
    for name, family, other in references:
        partner = items[family][other]
        wanted = _wanted(item, name, partner)
        if wanted:
            raise ParameterError(
                f"{item.label(number)}: {name} must be a {wanted}, got {partner.label(other)}, "
                f"{article(type(partner).__name__)}{advice_for(wanted)}",
                name,
            )
        _FITTING.add((kind, name, type(partner)))
        if family == "node" and isinstance(item, Marker) and item.judges_nodes():
            item.check_node(item.label(number), partner, partner.label(other))
    if isinstance(item, Sensor):
        target_of(item, number, items, partial=True)


def doubtful_rows(group: Members, items: Mapping[str, ItemList]) -> np.ndarray:
    """Rows of items of one kind that `check_partners` must look at: it may refuse them."""
    kind, every = group.kind, np.arange(len(group))
    if issubclass(kind, Sensor):
        return every
    found = [kind.judged_rows(group, items["node"]) if issubclass(kind, Marker) else every[:0]]
    for name, family in references_of(kind):  # type: ignore[arg-type]
        rows, others = _flat(group.column(name))
        beyond = others >= len(items[family])
        found.append(rows[beyond])
        rows, others = rows[~beyond], others[~beyond]
        codes, kinds = items[family].kind_codes()
        codes = codes[others]
        for code in np.unique(codes).tolist():
            if (kind, name, kinds[code]) in _FITTING:
                continue
            k = int(np.argmax(codes == code))
            if _wanted(group.item(int(rows[k])), name, items[family][int(others[k])]):
                found.append(rows[codes == code])
            else:
                _FITTING.add((kind, name, kinds[code]))
    return np.unique(np.concatenate(found))


def has_forward_references(group: Members) -> bool:
    """Whether an item refers to one of its own family that does not stand before it."""
    for name, family in references_of(group.kind):  # type: ignore[arg-type]
        if family == group.kind.family:
            rows, others = _flat(group.column(name))
            if (others >= group.numbers[rows]).any():
                return True
    return False


def _flat(column: Any) -> tuple[np.ndarray, np.ndarray]:
    """(row, number) of each number of a column of references, without those that are not given."""
    if isinstance(column, np.ndarray):
        rows = np.repeat(np.arange(len(column)), column.size // max(1, len(column)))
        others = column.ravel()
    else:
        rows = np.repeat(np.arange(len(column)), [len(part) for part in column])
        others = np.concatenate([np.zeros(0, np.int64), *column]).astype(np.int64)
    return rows[others >= 0], others[others >= 0]


@cache
def references_of(kind: type[Item]) -> list[tuple[str, str]]:
    """Parameters of a kind that name other items: (name, family) each."""
    return [
        (p.name, p.kind.family)
        for p in kind.fields.values()
        if isinstance(p.kind, (Index, IndexList))
    ]


def article(name: str) -> str:
    """A name with its article."""
    return f"{'an' if name[0] in 'AEIO' else 'a'} {name}"


def advice_for(wanted: str) -> str:
    """Which markers to use where one with an orientation is wanted."""
    return "; use a MarkerBodyRigid or a MarkerNodeRigid" if wanted.endswith("Orientation") else ""


def listed(value: Any) -> list[int]:
    return value if isinstance(value, list) else [value]


SUPER_ELEMENT = "body with mesh nodes: an ObjectFFRFreducedOrder or an ObjectGenericODE2"


def _wanted(item: Item, name: str, partner: Any) -> str:
    """Required kind of the partner, empty if it fits."""
    if isinstance(item, (Body, FirstOrder)):
        return item.misfit(partner)
    if isinstance(item, (Connector, Load)) and isinstance(partner, Marker):
        fits = partner.provides & set(item.marker_types)
        return "" if fits else f"marker of type {' or '.join(item.marker_types)}"
    of_marker = isinstance(item, Marker)
    on_body = name in ("bodyNumber", "bodyNumbers")
    if name == "objectNumber" and getattr(item, "on_links", False):
        return "" if getattr(partner, "has_links", False) else "body with links: a KinematicTree"
    if (on_body or (of_marker and name == "objectNumber")) and not isinstance(partner, Body):
        return "body"
    if on_body and getattr(item, "on_mesh", False):
        return "" if partner.is_super_element else SUPER_ELEMENT
    if of_marker and on_body and not partner.has_points:
        return "body with points in space"
    if isinstance(item, Marker) and on_body and item.needs_axes and not partner.has_axes:
        return "body with an orientation: a rigid body or the ground"
    if isinstance(item, Marker) and on_body:
        return item.body_misfit(partner)
    if isinstance(item, Marker) and isinstance(partner, Node):
        return item.misfit(partner)
    return ""


def target_of(sensor: Sensor, number: int, items: Items, partial: bool = False) -> Target | None:
    """What a sensor measures; an output that its target does not have is an error.

    partial -- the sensor may still be incomplete: None if it has no target, no output needed
    """
    target = sensor.target()
    if target.family == "sensor":
        return target._replace(number=number)
    if target.family == "body":
        target = target._replace(family="object")
    if target.number < 0:
        return None
    if target.family == "mesh":
        target = items["object"][target.number].mesh_target(target)
    item = items[target.family][target.number]
    if target.family == "load":
        return target._replace(variable=next(iter(item.outputs)))
    refused = item.refused_place(target.local) if isinstance(item, Body) else ""
    if refused and not partial:
        raise ParameterError(
            f"{sensor.label(number)}: localPosition is outside of "
            f"{item.label(target.number)}: {refused}"
        )
    if not partial or "outputVariableType" in sensor.given:
        owner = f"{sensor.label(number)}: outputVariableType"
        check_output(item, target.number, target.variable, owner)
    return target


def check_output(item: Item, number: int, variable: Any, owner: str = "") -> None:
    """Raise an error that lists the outputs of an item if it does not have this one."""
    if variable in item.outputs:
        lacking = item.lacks(variable)
        if lacking:
            told = f"{item.label(number)} has no output {variable.name}: {lacking}"
            raise ParameterError(f"{owner}: {told}" if owner else told)
    else:
        has = ", ".join(v.name for v in item.outputs)
        start = f"{owner}: " if owner else ""
        if variable == OutputVariableType._None:
            first = next((v.name for v in item.outputs), "")
            advice = f"choose one of its outputs, such as OutputVariableType.{first}; it has {has}"
            raise ParameterError(
                f"{start}the output of {item.label(number)} is not given; "
                f"{advice if first else 'it has no outputs'}"
            )
        raise ParameterError(
            f"{start}{item.label(number)} has no output {getattr(variable, 'name', variable)}; "
            f"it has {has}"
        )
