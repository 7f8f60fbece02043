"""Tables: all items of one type as rows of one array, and where the row of an item is."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

import numpy as np

from linkwork.core.declare.function_kinds import UserFunction
from linkwork.core.declare.item import Item, Parameter
from linkwork.core.declare.item_list import Members


class Table:
    """All items of one type as rows of one array, with the type's own arrays and pools.

    record -- what calls of kernels over it hold (`model/data.py`)
    """

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
        self.record: Any = None

    @classmethod
    def of(cls, members: Members) -> Table:
        """The table of some items; user functions get their addresses later."""
        kind: Any = members.kind
        table = cls(kind, members.numbers.tolist())
        table.members = members
        single = members.item(0) if len(members) == 1 else None
        for p in _filled(kind):
            if single is None:
                table.rows[p.symbol] = p.kind.cells(members.column(p.name))
            else:
                table.rows[p.symbol] = p.kind.cell(getattr(single, p.name))
        return table

    members: Members
    """The items of the rows."""

    def column(self, name: str) -> Any:
        """Stored values of a parameter of all rows: an array if they have one shape, or a list."""
        return self.members.column(name)


@functools.cache
def _filled(kind: Any) -> list[Parameter]:
    """Parameters of a kind whose values are in its table."""
    columns = kind.dtype.names or ()
    found = [p for p in kind.fields.values() if p.symbol in columns]
    return [p for p in found if not isinstance(p.kind, UserFunction)]


class Place(dict[tuple[str, int], tuple[Table, int]]):
    """(family, number) of an item -> its table and the row there, of those that were asked for."""

    def __init__(self) -> None:
        super().__init__()
        self._tables: dict[str, list[Table]] = {}

    def add(self, family: str, tables: list[Table]) -> None:
        """Take the tables of a family."""
        self._tables[family] = tables

    def __missing__(self, key: tuple[str, int]) -> tuple[Table, int]:
        family, number = key
        for table in self._tables[family]:
            numbers = table.rows["number"]  # ascending
            row = int(numbers.searchsorted(number))
            if row < len(numbers) and numbers[row] == number:
                self[key] = found = table, row
                return found
        raise KeyError(key)

    def __contains__(self, key: object) -> bool:
        return self.get(key) is not None  # type: ignore[arg-type]

    def get(self, key: tuple[str, int], default: Any = None) -> Any:
        """Table and row of an item, or something else if it is in no table."""
        try:
            return self[key]
        except KeyError:
            return default
