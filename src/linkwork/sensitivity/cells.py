"""Parameters of which nothing but their own law depends: their place in a table is known.

Such a parameter changes forces alone, neither masses nor equations nor initial values: no copy of
the system is needed to find its derivatives in memory, and at the start only accelerations depend
on it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.core.declare.hooks import Hooks
from linkwork.core.declare.parameters import Array, Number
from linkwork.core.errors import SysError
from linkwork.integrators.changes import FORCES, LAW
from linkwork.model.table import Table
from linkwork.run.changes import reason
from linkwork.sensitivity.memory import Changes, Memory
from linkwork.sensitivity.variations import Path, scale_of


class CellVariation:
    """A parameter that is one number of a table; `Variation` serves all others.

    path, value -- the parameter; scale -- size of a change of it that matters
    """

    start: None = None

    def __init__(self, mbs: Any, path: Path, table: Table, row: int) -> None:
        self.path, self.value, self.scale = path, path.value(mbs), scale_of(path, mbs)
        self._table = table
        offset = table.rows.dtype.fields[path.parameter.symbol][1]
        place = path.component[0] if path.component else 0
        self._word = (row * table.rows.dtype.itemsize + offset) // 8 + place

    @property
    def table(self) -> Table:
        """The table of the item."""
        return self._table

    def changes(self, memory: list[Memory]) -> Changes:
        """The number in the memory of a run."""
        for part in memory:
            if part.array is self._table.rows:
                return Changes.of_word(part, self._word)
        raise SysError(f"{self.path.text!r}: no kernel reads it")


def cell_variation(mbs: Any, path: Path) -> CellVariation | None:
    """The variation of a parameter that is a number of its law; None if more depends on it."""
    item, p, model = mbs._items[path.family][path.number], path.parameter, mbs._model
    kind = type(item)
    if model is None or path.family not in ("object", "load") or item.carries_mass:
        return None
    table, row = model.place.get((path.family, path.number), (None, 0))
    if table is None or p.structural or p.symbol not in (table.rows.dtype.fields or {}):
        return None
    is_plain = type(p.kind) is Number or (type(p.kind) is Array and p.kind.shape == (3,))
    usual = all(
        getattr(kind, name).__func__ is getattr(Hooks, name).__func__
        for name in ("rewritten", "arrange")
    )
    usual = usual and kind.is_structural is Hooks.is_structural
    if not is_plain or not usual or kind.pools or kind.has_equations:
        return None
    if p.symbol == item.driven or reason(item, p) not in (LAW, FORCES):
        return None
    if kind.is_constant(table.rows) or "residual" not in kind.kernels:
        return None
    stored = np.atleast_1d(table.rows[p.symbol][row])
    given = np.atleast_1d(np.asarray(getattr(item, p.name), float))
    if not np.array_equal(stored, given):
        return None
    return CellVariation(mbs, path, table, row)
