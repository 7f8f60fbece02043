"""Paths to numbers of a model, for whatever varies them: "spring.stiffness", "ball.physicsMass".

    [family:]name.parameter[component]

`name` is that of an item; names are unique per family only, so `node:ball.` or `object:ball.` tells
which one is meant where several items of that name have the parameter. A vector needs a component,
a matrix two of them, counted from 0. A body also answers to the initial values of its node:
`initialDisplacement` (initialCoordinates of the node) and `initialVelocity` (initialVelocities).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.core.declare.indices import INDEX_TYPES, ItemIndex
from linkwork.core.declare.item import Item, Parameter
from linkwork.core.declare.matrices import MatrixContainer
from linkwork.core.declare.parameters import Array, Matrix, Number, Vector, shown
from linkwork.core.errors import ParameterError
from linkwork.core.near import near_names

if TYPE_CHECKING:
    from linkwork.api.item_store import ItemStore
    from linkwork.api.system import MainSystem

FORM = re.compile(r"(.+)\.(\w+)((?:\[[^\[\]]*\])*)")
KINDS = (Number, Array, Vector, Matrix)
OF_NODES = {"initialDisplacement": "initialCoordinates", "initialVelocity": "initialVelocities"}
"""Initial values by their names in Create functions, and by those of the node that has them."""


@dataclass(frozen=True)
class ParameterPath:
    """A real number of a model.

    text -- the path as it was given
    family, number, parameter, item_type -- the item's number in its family, its parameter, its type
    component -- place inside of a vector or matrix, empty for a number
    """

    text: str
    family: str
    number: int
    parameter: Parameter
    item_type: str
    component: tuple[int, ...] = ()

    @property
    def unit(self) -> str:
        """Unit of the parameter."""
        return self.parameter.unit

    @property
    def index(self) -> ItemIndex:
        """The item as an index of its family, as `set_parameter` takes it."""
        return INDEX_TYPES[self.family](self.number)

    def value(self, mbs: MainSystem) -> float:
        """Its present value."""
        whole = mbs._store.get_parameter(self.family, self.number, self.parameter.name)
        if not self.component:
            return float(whole)
        return float(numbers_of(whole)[self.component])

    def set(self, mbs: MainSystem, value: float) -> None:
        """Change it, with the checks of the item."""
        set_values(mbs, [self], [value])


def set_values(mbs: MainSystem, paths: Iterable[ParameterPath], values: Iterable[float]) -> None:
    """Change several numbers; components of one vector are changed together."""
    from linkwork.api.items import set_by_index

    whole: dict[tuple[str, int, str], tuple[ItemIndex, Any]] = {}
    for path, value in zip(paths, values, strict=True):
        key = path.family, path.number, path.parameter.name
        if not path.component:
            whole[key] = path.index, value
            continue
        if key not in whole:
            present = mbs._store.get_parameter(*key)
            whole[key] = path.index, np.array(numbers_of(present), float)
        whole[key][1][path.component] = value
    for (_, _, name), (index, value) in whole.items():
        set_by_index(mbs, index, name, value)


def parameter_path(mbs: MainSystem, text: str) -> ParameterPath:
    """The number that a path leads to; an error says what is wrong with a path."""
    if isinstance(text, ParameterPath):
        return text
    match = FORM.fullmatch(text) if isinstance(text, str) else None
    if match is None:
        raise ParameterError(
            "a varied number is named like 'spring.stiffness' or 'node:ball.initialVelocities[1]', "
            f"got {shown(text)}"
        )
    name, parameter, tail = match.groups()
    found = _candidates(mbs._store, text, name, parameter)
    if len(found) > 1:
        ways = " or ".join(f"'{item.family}:{item.name}.{p.name}{tail}'" for item, _, p in found)
        raise ParameterError(f"{text!r} is ambiguous: items of that name are {ways}")
    item, number, p = found[0]
    if not isinstance(p.kind, KINDS):
        raise ParameterError(
            f"{text!r}: {p.name} of {item.label(number)} is not made of real numbers and cannot be "
            "varied; build one model for each of its values"
        )
    component = _component(text, tail, item, number, p)
    return ParameterPath(text, item.family, number, p, type(item).__name__, component)


def _candidates(
    store: ItemStore, text: str, name: str, parameter: str
) -> list[tuple[Item, int, Parameter]]:
    """Items of that name that have the parameter; colons may be part of a name."""
    families, (prefix, colon, rest) = list(store.items), name.partition(":")
    if colon and prefix in families and not any(name in store.names[f] for f in families):
        families, name = [prefix], rest
    named = [(f, store.names[f][name]) for f in families if name in store.names[f]]
    if not named:
        known = [known for f in families for known in store.names[f]]
        hint = near_names(name, known)
        told = f"did you mean {hint[0]!r}?" if hint else f"names are: {', '.join(known[:8])}"
        raise ParameterError(f"{text!r}: there is no item named {name!r}; {told}")
    found = []
    for f, number in named:
        item = store.items[f][number]
        proper = item.aliases.get(parameter, parameter)
        if proper in item.fields:
            found.append((item, number, item.fields[proper]))
        elif parameter in OF_NODES and "nodeNumber" in item.fields:
            node_number = int(item.nodeNumber)
            node = store.items["node"][node_number]
            if OF_NODES[parameter] in node.fields:
                found.append((node, node_number, node.fields[OF_NODES[parameter]]))
    if found:
        return found
    owners = [store.items[f][number] for f, number in named]
    known = [p.name for item in owners for p in item.fields.values() if isinstance(p.kind, KINDS)]
    hint = near_names(parameter, known)
    told = f"did you mean {hint[0]!r}?" if hint else f"its numbers are: {', '.join(known)}"
    label = owners[0].label(named[0][1])
    raise ParameterError(f"{text!r}: {label} has no parameter {parameter!r}; {told}")


def _component(text: str, tail: str, item: Item, number: int, p: Parameter) -> tuple[int, ...]:
    """The place inside of a vector or matrix; checked against its present shape."""
    parts = [
        part.strip() for part in tail.replace("][", ",").strip("[]").split(",") if part.strip()
    ]
    value = p.kind.plain(getattr(item, p.name))
    shape = () if isinstance(p.kind, Number) else numbers_of(value).shape
    owner = f"{p.name} of {item.label(number)}"
    if not all(part.isdecimal() for part in parts):
        raise ParameterError(f"{text!r}: components are numbers from 0 on, as in [1] or [0, 2]")
    component = tuple(map(int, parts))
    if len(component) != len(shape):
        sort = "a number" if not shape else f"an array of {' x '.join(map(str, shape))} numbers"
        wants = "no component" if not shape else f"a component such as {[0] * len(shape)}"
        raise ParameterError(f"{text!r}: {owner} is {sort} and takes {wants}")
    if any(place >= size for place, size in zip(component, shape, strict=True)):
        last = [size - 1 for size in shape]
        raise ParameterError(f"{text!r}: the last component of {owner} is {last}")
    return component


def numbers_of(value: Any) -> np.ndarray:
    """The numbers of a stored parameter."""
    return np.asarray(value.dense() if isinstance(value, MatrixContainer) else value, float)
