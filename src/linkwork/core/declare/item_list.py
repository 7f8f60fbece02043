"""The items of a family in the order of their numbers, one by one and by columns.

Items that were added by columns (`Block`) are made when somebody asks for them: a model of 1e5
items is assembled and solved without one of them. `Members` are all items of one kind; what the
model needs of them it reads by columns, however they were added.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from operator import attrgetter
from typing import Any

import numpy as np

from linkwork.core.declare.fields import shared_names
from linkwork.core.declare.item import Item, Parameter
from linkwork.core.records import i8

FEW = 16
"""So few items of a kind are looked at one by one: operations on arrays would take longer."""


class Block:
    """Checked items of one kind with consecutive numbers, as columns.

    first -- number of the first item; names -- of all items
    columns -- parameter -> stored values of all items (`Kind.gathered`)
    shared -- parameter -> stored value that all items have; drawn -- their common V object, or None
    made -- row -> item, of those that somebody asked for
    """

    def __init__(
        self,
        kind: type[Item],
        first: int,
        names: Sequence[str],
        columns: dict[str, Any],
        shared: dict[str, Any],
        drawn: Any,
    ) -> None:
        self.kind, self.first, self.names = kind, first, names
        self.columns, self.shared, self.drawn = columns, shared, drawn
        self.made: dict[int, Item] = {}

    def __len__(self) -> int:
        return len(self.names)

    def item(self, number: int) -> Item:
        """The item of a number."""
        row = number - self.first
        found = self.made.get(row)
        return self._make(row) if found is None else found

    def _make(self, row: int) -> Item:
        made = object.__new__(self.kind)
        fields = self.kind.fields
        values = {key: fields[key].kind.stored(part, row) for key, part in self.columns.items()}
        made.__dict__.update(
            {**self.kind.held_defaults(), **self.shared, **values},
            name=self.names[row],
            given=shared_names(("name", *self.columns, *self.shared)),
            _drawn=self.drawn,
        )
        # one item for each row, also if two threads ask for it
        return self.made.setdefault(row, made)

    def alone(self, owner: ItemList) -> Members:
        """Its items as members of the list that has it."""
        found = Members(self.kind, owner)
        found.add_block(self)
        found.finish()
        return found

    def column(self, p: Parameter) -> Any:
        """Stored values of a parameter of all items."""
        if p.name == "name":
            return list(self.names)
        if p.name in self.columns:
            return self.columns[p.name]
        return p.kind.repeated(self.value(p.name), len(self))

    def may_call(self, name: str) -> bool:
        """Whether a parameter may be a function."""
        return name in self.columns or callable(self.value(name))

    def value(self, name: str) -> Any:
        """Stored value of a parameter that all items share."""
        return self.shared.get(name, self.kind.stored_defaults()[name])


class Members:
    """All items of one kind in a list, in the order of their numbers.

    It knows numbers and blocks and looks up the items, so replaced items are the present ones.
    """

    def __init__(self, kind: type[Item], owner: ItemList) -> None:
        self.kind, self._owner = kind, owner
        self._parts: list[list[int] | Block] = []
        self.numbers = np.zeros(0, i8)

    def singles(self) -> list[int]:
        """Numbers of the last items, which are no block, to be continued."""
        last = self._parts[-1] if self._parts else None
        if not isinstance(last, list):
            last = []
            self._parts.append(last)
        return last

    def add_block(self, block: Block) -> None:
        """Append a block."""
        self._parts.append(block)

    def finish(self) -> None:
        """Put the numbers of all parts together."""
        parts = [
            part if isinstance(part, list) else np.arange(part.first, part.first + len(part))
            for part in self._parts
        ]
        self.numbers = np.concatenate([np.asarray(part, i8) for part in parts])

    def __len__(self) -> int:
        return len(self.numbers)

    def column(self, name: str) -> Any:
        """Stored values of a parameter: an array where its kind has one shape, else a list."""
        p = self.kind.fields[name]
        found = [self._values(part, p) for part in self._parts]
        if len(found) == 1:
            return found[0]
        if isinstance(found[0], np.ndarray):
            return np.concatenate(found)
        return [value for part in found for value in part]

    def _values(self, part: list[int] | Block, p: Parameter) -> Any:
        owner = self._owner
        if isinstance(part, list):
            return p.kind.gathered(list(map(attrgetter(p.name), owner.singles(part))))
        column, replaced = part.column(p), owner.replaced_in(part)
        if replaced:
            column = column.copy()
            for number in replaced:
                column[number - part.first] = getattr(owner[number], p.name)
        return column

    def function_rows(self, name: str) -> np.ndarray:
        """Rows of the items whose parameter is a function."""
        if len(self) < FEW:
            values = enumerate(getattr(item, name) for item in self.items())
            return np.array([row for row, value in values if callable(value)], i8)
        p, found, begin = self.kind.fields[name], [np.zeros(0, i8)], 0
        for part in self._parts:
            if isinstance(part, list) or self._owner.replaced_in(part) or part.may_call(name):
                values = self._values(part, p)
                found.append(begin + np.flatnonzero(list(map(callable, values))))
            begin += len(part)
        return np.concatenate(found)

    def item(self, row: int) -> Any:
        """The item in a row."""
        return self._owner[int(self.numbers[row])]

    def items(self) -> list[Any]:
        """All of them, made where they are not yet."""
        return [self._owner[number] for number in self.numbers.tolist()]


class ItemList(Sequence[Any]):
    """The items of a family in the order of their numbers."""

    def __init__(self, items: Iterable[Any] = ()) -> None:
        self._entries: list[Any] = list(items)
        self._blocks: list[Block] = []
        self._replaced: set[int] = set()
        self._members: dict[type[Item], Members] = {}
        self._codes: np.ndarray | None = None
        self._sorted = -1  # how many items are in _members
        self._held: ItemList | None = None

    @classmethod
    def of(cls, items: Sequence[Any]) -> ItemList:
        """These items as an ItemList."""
        return items if isinstance(items, ItemList) else cls(items)

    def copy(self) -> ItemList:
        """The same items, in a list that changes separately."""
        twin = ItemList(self._entries)
        twin._blocks, twin._replaced = self._blocks.copy(), self._replaced.copy()
        return twin

    def held(self) -> ItemList:
        """A copy that nobody changes; the same one until an item of this list is replaced."""
        if self._held is None:
            self._held = self.copy()
        return self._held

    def same(self, other: Sequence[Any]) -> bool:
        """Whether both have the same items: not equal ones, but these."""
        return isinstance(other, ItemList) and self._entries == other._entries

    def __len__(self) -> int:
        return len(self._entries)

    def __getitem__(self, number: Any) -> Any:
        found = self._entries[number]
        if type(found) is Block:
            return found.item(number if number >= 0 else number + len(self._entries))
        return found if type(number) is not slice else list(self)[number]

    def __iter__(self) -> Iterator[Any]:
        if not self._blocks:
            return iter(self._entries)
        return (
            entry.item(number) if type(entry) is Block else entry
            for number, entry in enumerate(self._entries)
        )

    def kinds(self) -> tuple[type[Item], ...] | None:
        """The kind of each item; None if some were added by columns."""
        return None if self._blocks else tuple(map(type, self._entries))

    def take(self, other: ItemList) -> None:
        """Have the items of another list, which are of the same kinds; neither has blocks."""
        self._entries[:] = other._entries
        self._held = None

    def kind_of(self, number: int) -> type[Item]:
        """The kind of an item, which need not be made."""
        found = self._entries[number]
        return found.kind if type(found) is Block else type(found)

    def names(self) -> list[str]:
        """The names of all items."""
        if not self._blocks:
            return [item.name for item in self._entries]
        return [
            entry.names[number - entry.first] if type(entry) is Block else entry.name
            for number, entry in enumerate(self._entries)
        ]

    # ------------------------------------------------------------------ changes

    def append(self, item: Any) -> None:
        """Add an item."""
        self._entries.append(item)
        self._held = None

    def append_block(self, block: Block) -> None:
        """Add the items of a block, whose first number is the next one."""
        assert block.first == len(self)
        self._entries.extend([block] * len(block))
        self._blocks.append(block)
        self._held = None

    def cut(self, count: int) -> None:
        """Remove all items from a number on; a block goes as a whole."""
        del self._entries[count:]
        self._blocks = [block for block in self._blocks if block.first < count]
        self._replaced = {number for number in self._replaced if number < count}
        self._sorted, self._held = -1, None

    def replace(self, number: int, item: Any) -> None:
        """Put another item of the same kind in the place of one."""
        if type(self._entries[number]) is Block:
            self._replaced.add(number)
        self._entries[number] = item
        self._held = None

    # ------------------------------------------------------------------ kinds

    def by_kind(self) -> dict[type[Item], Members]:
        """The items by kind, in the order of the first item of each."""
        if self._sorted == len(self._entries):
            return self._members
        found: dict[type[Item], Members] = {}
        begin = 0
        for block in [*self._blocks, None]:
            end = block.first if block is not None else len(self)
            open_lists: dict[type[Item], list[int]] = {}
            for number, item in enumerate(self._entries[begin:end], begin):
                kind = type(item)
                if kind not in open_lists:
                    members = found.setdefault(kind, Members(kind, self))
                    open_lists[kind] = members.singles()
                open_lists[kind].append(number)
            if block is not None:
                found.setdefault(block.kind, Members(block.kind, self)).add_block(block)
                begin = end + len(block)
        for members in found.values():
            members.finish()
        self._members, self._codes, self._sorted = found, None, len(self._entries)
        return found

    def singles(self, numbers: list[int]) -> list[Any]:
        """Items that are in no block, or were replaced."""
        entries = self._entries
        return [entries[number] for number in numbers]

    def replaced_in(self, block: Block) -> list[int]:
        """Numbers of the items of a block that were replaced."""
        if not self._replaced:
            return []
        return [k for k in self._replaced if block.first <= k < block.first + len(block)]

    def kind_codes(self) -> tuple[np.ndarray, list[type[Item]]]:
        """The place of each item's kind in a list of kinds, and this list."""
        members = self.by_kind()
        if self._codes is None:
            self._codes = np.zeros(len(self), i8)
            for code, group in enumerate(members.values()):
                self._codes[group.numbers] = code
        return self._codes, list(members)
