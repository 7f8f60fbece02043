"""Adding many items of one kind at once, by columns.

The result is the same as that of adding the items one by one: the same checks, in the same order,
with the same errors. Where a whole column is valid, it is checked and kept as a whole, and its
items are made when somebody asks for them (`core/declare/item_list.py`). Where something needs a
closer look, the items are added one by one, which also finds the first that is wrong.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.api.item_store import ItemStore
from linkwork.core.declare.families import kind_named
from linkwork.core.declare.indices import index_of
from linkwork.core.declare.item import Item
from linkwork.core.declare.item_list import Block
from linkwork.core.declare.matrices import MatrixContainer
from linkwork.core.declare.parameters import shown
from linkwork.core.declare.visualization import checked_visualization
from linkwork.core.errors import ParameterError
from linkwork.model.partners import doubtful_rows, has_forward_references

if TYPE_CHECKING:
    from linkwork.api.system import MainSystem


def AddItems(
    mbs: MainSystem, kind: type[Item] | str, count: int | None = None, **columns: Any
) -> np.ndarray:
    """Add many items of one kind; returns their numbers.

    kind -- class of the items, e.g. NodePoint, or its type name
    count -- number of items; may be omitted if a column has as many values
    columns -- parameters by name. A list or an array with one value per item is a column; a single
        value applies to all of them. name -- list of names, or a string that begins all of them:
        name="mass" gives mass0, mass1, ... visualization and V... parameters apply to all items

    All items are added, or none if one is refused.
    """
    mbs._refuse_while_running("AddItems")
    given = _Given(_known_kind(kind), count, columns)
    first = len(mbs._items[given.kind.family])
    if not _add_block(mbs._store, given):
        mbs._store.add_together("AddItems", (given.item(row) for row in range(given.count)))
    mbs._restructured()
    return np.arange(first, first + given.count)


def _known_kind(kind: Any) -> type[Item]:
    """The class of items that was given, or named."""
    if isinstance(kind, str):
        from linkwork.items import FAMILIES  # loads all kinds, which only names need

        for family, kinds in FAMILIES.items():
            for found in kinds.values():
                if kind in (found.__name__, found.short_name):
                    return kind_named(kind, kinds, family)
    if isinstance(kind, type) and issubclass(kind, Item) and kind.family and kind.type_name:
        return kind
    raise ParameterError(
        "AddItems: kind must be a class of items, such as NodePoint, or its name, got "
        f"{shown(kind)}",
        "kind",
    )


class _Given:
    """What was given to AddItems.

    columns -- parameter -> values, one per item; shared -- parameter -> value of all items
    names -- of all items as they were given, or a single text that begins them; drawn -- how all
    items are drawn
    """

    def __init__(self, kind: type[Item], count: Any, given: Mapping[str, Any]) -> None:
        self.kind = kind
        self.columns: dict[str, Any] = {}
        self.shared: dict[str, Any] = {}
        self.drawn: dict[str, Any] = {}
        for key, value in given.items():
            self._take(key, value)
        self.count = self._counted(count)

    def _take(self, key: str, value: Any) -> None:
        if key == "visualization" or self.kind.names_drawing(key):
            self.drawn[key] = value
            return
        name = self.kind.aliases.get(key, key)
        if name in self.columns or name in self.shared:
            raise ParameterError(f"AddItems: {key} and {name} are the same parameter", key)
        if _depth(value) > self.kind.field(name).kind.depth:
            self.columns[name] = value if isinstance(value, _LISTS) else np.asarray(value)
        else:
            self.shared[name] = value

    def _counted(self, count: Any) -> int:
        """The number of items, which all columns must have."""
        found = None if count is None else index_of(count, "")
        if count is not None and (found is None or found < 0):
            raise ParameterError(
                f"AddItems: count must be a whole number >= 0, got {shown(count)}", "count"
            )
        lengths = {name: len(values) for name, values in self.columns.items()}
        wanted = next(iter(lengths.values()), None) if found is None else found
        if wanted is None:
            raise ParameterError(
                f"AddItems: give count, the number of {self.kind.__name__} items, or at least one "
                "parameter as a list or an array with one value per item",
                "count",
            )
        for name, length in lengths.items():
            if length != wanted:
                source = next(iter(lengths)) if found is None else "count"
                raise ParameterError(
                    f"AddItems: {self.kind.__name__}: {name} must have {wanted} values, as "
                    f"{source} says, or a single one for all items, got {length}",
                    name,
                )
        return wanted

    def item(self, row: int) -> Item:
        """An item as it would be given to an ordinary call."""
        values = {**self.shared, **{name: _entry(part, row) for name, part in self.columns.items()}}
        if isinstance(self.shared.get("name"), str) and self.shared["name"]:
            values["name"] = f"{self.shared['name']}{row}"
        return self.kind(**values, **self.drawn)

    def names(self, store: ItemStore, first: int) -> list[str] | None:
        """Names of all items; None if one of them needs a look of its own."""
        taken, family = store.names[self.kind.family], self.kind.family
        found: Any = self.columns.get("name", self.shared.get("name", ""))
        if isinstance(found, str):
            numbers = range(self.count) if found else range(first, first + self.count)
            start = found or family
            found = [f"{start}{number}" for number in numbers]
        elif not isinstance(found, (list, tuple)) or set(map(type, found)) != {str}:
            return None
        known = set(found)
        return None if len(known) < self.count or "" in known or known & taken.keys() else found


def _entry(values: Any, row: int) -> Any:
    """The value of an item in a column; those of arrays as plain numbers, which errors show."""
    found = values[row]
    is_plain = isinstance(values, np.ndarray) and isinstance(found, (np.ndarray, np.generic))
    return found.tolist() if is_plain else found


_LISTS = (list, tuple, range, np.ndarray)
"""Types of columns; others with several dimensions are converted to arrays."""


DEEPEST = 8
"""Levels of lists that are counted: more than any parameter has; a list may contain itself."""


def _depth(value: Any) -> int:
    """How many levels of lists a value has."""
    depth = 0
    while isinstance(value, (list, tuple, range)) and depth < DEEPEST:
        depth += 1
        if not len(value):
            return depth
        value = value[0]
    return depth + (2 if isinstance(value, MatrixContainer) else int(getattr(value, "ndim", 0)))


def _add_block(store: ItemStore, given: _Given) -> bool:
    """Add items as a block, if all of their columns are valid; returns whether it did."""
    kind = given.kind
    members = store.items[kind.family]
    first = len(members)
    names = given.names(store, first)
    if names is None or not given.count:
        return not given.count
    columns, shared = {}, {}
    for name, values in given.columns.items():
        if name != "name":
            columns[name] = kind.fields[name].kind.checked_column(values, given.count)
    try:
        for name, value in given.shared.items():
            if name != "name":
                shared[name] = kind.fields[name].kind.check(value)
                if isinstance(shared[name], np.ndarray):
                    shared[name].flags.writeable = False
        drawn = kind(**given.drawn)._drawn
        if drawn is not None:
            drawn = checked_visualization(kind.V, drawn, "")
    except ParameterError:
        return False
    if any(column is None for column in columns.values()):
        return False
    block = Block(kind, first, names, columns, shared, drawn)
    members.append_block(block)
    fits = False
    try:
        fits = _fits(store, block)
    finally:
        if not fits:
            members.cut(first)
    if not fits:
        return False
    store.names[kind.family].update(zip(names, range(first, first + given.count), strict=True))
    return True


def _fits(store: ItemStore, block: Block) -> bool:
    """Whether the items of a block fit to those that they refer to, which are there already."""
    group = block.alone(store.items[block.kind.family])
    if has_forward_references(group):
        return False
    rows = np.union1d(doubtful_rows(group, store.items), block.kind.sized_rows(group))
    try:
        for row in rows.tolist():
            store.check_fit(group.item(row), int(group.numbers[row]))
    except ParameterError:
        return False
    return True
