"""Tables: all items of one type as rows of one array."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from linkwork.core.declare.item import Item


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

    def fill(self, items: Sequence[Item]) -> None:
        """Write every parameter that has a column; user functions get their addresses later.

        items -- those of the rows
        """
        for p in self.kind.fields.values():
            if p.symbol not in self.rows.dtype.fields:
                continue
            column, cell = self.rows[p.symbol], p.kind.cell
            for row, item in enumerate(items):
                value = getattr(item, p.name)
                if not callable(value):
                    column[row] = cell(value)
