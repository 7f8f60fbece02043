"""Tables: all items of one type as rows of one array, and where the row of an item is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from linkwork.core.declare.function_kinds import UserFunction
from linkwork.core.declare.item import Item
from linkwork.core.declare.item_list import Members


class Table:
    """All items of one type as rows of one array, with the type's own arrays and pools."""

    def __init__(self, kind: type[Item], numbers: Sequence[int]) -> None:
        self.kind = kind
        self.numbers = list(numbers)
        self.rows = np.zeros(len(self.numbers), kind.dtype)
        self.rows["number"] = self.numbers
        self.own = {
            name: np.zeros((len(self.numbers), *shape), dtype)
            for name, (dtype, shape) in kind.own.items()
        }
        self.pools = {name: np.zeros(0, dtype) for name, dtype in kind.pools.items()}

    @classmethod
    def of(cls, members: Members) -> Table:
        """The table of some items; user functions get their addresses later."""
        kind, table = members.kind, cls(members.kind, members.numbers.tolist())
        table.members = members
        columns = kind.dtype.names or ()
        for p in kind.fields.values():
            if p.symbol in columns and not isinstance(p.kind, UserFunction):
                table.rows[p.symbol] = p.kind.cells(members.column(p.name))
        return table

    members: Members
    """The items of the rows."""

    def column(self, name: str) -> Any:
        """Stored values of a parameter of all rows: an array if they have one shape, or a list."""
        return self.members.column(name)


class Place(dict[tuple[str, int], tuple[Table, int]]):
    """(family, number) of an item -> its table and the row there, of those that were asked for."""

    def __init__(self) -> None:
        super().__init__()
        self._tables: dict[str, list[Table]] = {}
        self._where: dict[str, np.ndarray] = {}

    def add(self, family: str, count: int, tables: list[Table]) -> None:
        """Take the tables of a family with `count` items."""
        where = self._where[family] = np.full((count, 2), -1, np.int64)
        for k, table in enumerate(tables):
            numbers = table.rows["number"]
            where[numbers, 0], where[numbers, 1] = k, np.arange(len(numbers))
        self._tables[family] = tables

    def __missing__(self, key: tuple[str, int]) -> tuple[Table, int]:
        family, number = key
        if family not in self._where or not 0 <= number < len(self._where[family]):
            raise KeyError(key)
        k, row = self._where[family][number].tolist()
        if k < 0:
            raise KeyError(key)
        self[key] = found = self._tables[family][k], row
        return found

    def get(self, key: tuple[str, int], default: Any = None) -> Any:
        """Table and row of an item, or something else if it is in no table."""
        try:
            return self[key]
        except KeyError:
            return default
