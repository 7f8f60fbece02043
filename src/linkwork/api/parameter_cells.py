"""Parameters that are plain numbers: writing one into its place in the tables, for use in loops.

A cell is made when such a parameter of an assembled system is set for the first time, and it serves
until the next Assemble. It does what `ItemStore.set_parameter` and `MainSystem._changed` do, for
parameters of which nothing but their own law depends; it leaves unusual values to them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.bodies.body import Body
from linkwork.core.declare.hooks import Hooks
from linkwork.core.declare.item import Item, Parameter
from linkwork.core.declare.parameters import Array, Number
from linkwork.core.declare.values import LARGEST
from linkwork.integrators.changes import FORCES, LAW, RATES
from linkwork.run.changes import reason

if TYPE_CHECKING:
    from linkwork.api.system import MainSystem


NUMBERS, LISTS = frozenset({float, int, np.float64}), frozenset({list, tuple, np.ndarray})


class Cell:
    """The place of one parameter of one item; `NumberCell` and `VectorCell` write into it.

    An item that results may refer to is never changed: the first value after a run or a snapshot
    goes into a copy, the others until the next run into the same copy, whichever parameter of the
    item they belong to.
    """

    __slots__ = (
        *("_check_sizes", "_epoch", "_items", "_key", "_model", "_name", "_number"),
        *("_place", "_reason", "_scalars", "_store", "_stored", "_structural"),
    )

    def __init__(self, mbs: MainSystem, item: Item, number: int, p: Parameter) -> None:
        model, data = mbs._assembled("a parameter")
        table, row = model.place[item.family, number]
        self._model, self._scalars, self._store = model, data.scalars, mbs._store
        self._items, self._number, self._name = mbs._items[item.family], number, p.name
        self._key, self._reason = (item.family, number), reason(item, p)
        self._check_sizes = type(item).check_sizes is not Hooks.check_sizes
        judges = type(item).is_structural is not Hooks.is_structural
        self._structural = p if judges else None
        self._epoch: object = None
        self._stored: Any = None
        # elements of memory are read and written faster than those of arrays
        self._place: Any = table.rows[p.symbol][row : row + 1].reshape(-1).data

    def write(self, value: Any) -> bool:
        """Write a value; returns False if the usual way must judge it."""
        raise NotImplementedError

    def _is_structural(self, value: Any) -> bool:
        return self._structural is not None and bool(
            self._items[self._number].is_structural(self._structural, value)
        )

    def _begin(self, value: Any) -> None:
        """Put the first value of an epoch into the copy of the item."""
        if self._check_sizes:
            trial = self._items[self._number].copy()
            trial.__dict__[self._name] = value
            trial.check_sizes(trial.label(self._number), self._model.items)
        values = self._store.epoch.get(self._key)
        if values is None:
            values = self._copy_item()
        values[self._name] = value
        values["given"].add(self._name)
        self._epoch, self._stored = self._store.epoch, values

    def _copy_item(self) -> dict[str, Any]:
        """Put a copy in place of the item; returns its values."""
        old = self._items[self._number]
        changed = object.__new__(old.__class__)
        values: dict[str, Any] = changed.__dict__
        values.update(old.__dict__, given=set(old.given))
        self._items.replace(self._number, changed)
        self._model.changed.add(self._key)
        self._model.driven.discard(self._key)
        self._store.epoch[self._key] = values
        return values


class NumberCell(Cell):
    """The place of a number."""

    __slots__ = ("_low",)

    def __init__(self, mbs: MainSystem, item: Item, number: int, p: Parameter) -> None:
        super().__init__(mbs, item, number, p)
        assert isinstance(p.kind, Number)
        self._low = max(p.kind.low, -LARGEST)
        if p.kind.open_low:
            self._low = float(np.nextafter(self._low, np.inf))

    def write(self, value: Any) -> bool:
        kind = value.__class__
        if kind is not float:
            if kind not in NUMBERS or not -LARGEST <= value <= LARGEST:
                return False
            value = float(value)
        place = self._place
        if not self._low <= value <= LARGEST:
            return False
        if place[0] == value:
            return True
        if self._structural is not None and self._is_structural(value):
            return False
        if self._epoch is self._store.epoch:
            self._stored[self._name] = value
        else:
            self._begin(value)
        place[0] = value
        self._store.replaced += 1
        self._scalars.changed |= self._reason
        return True


class VectorCell(Cell):
    """The place of a vector of three numbers."""

    __slots__ = ("_numbers",)

    def write(self, value: Any) -> bool:
        kind: Any = value.__class__
        if kind not in LISTS or len(value) != 3:
            return False
        x, y, z = value
        kinds: Any = x.__class__, y.__class__, z.__class__
        if not NUMBERS.issuperset(kinds):
            return False
        if not (abs(x) <= LARGEST and abs(y) <= LARGEST and abs(z) <= LARGEST):
            return False
        place = self._place
        if place[0] == x and place[1] == y and place[2] == z:
            return True
        if self._structural is not None and self._is_structural(value):
            return False
        if self._epoch is self._store.epoch:
            stored = self._numbers
            stored[0], stored[1], stored[2] = x, y, z
        else:
            made = np.array((x, y, z), float)
            self._begin(made)
            self._numbers: Any = made.data
        place[0], place[1], place[2] = x, y, z
        self._store.replaced += 1
        self._scalars.changed |= self._reason
        return True


def cell_of(mbs: MainSystem, item: Item, number: int, p: Parameter) -> Cell | None:
    """The cell of a parameter; None if more than a number in a table depends on it."""
    kind, model = type(item), mbs._model
    if model is None or (item.family, number) not in model.place or isinstance(item, Body):
        return None
    table, _ = model.place[item.family, number]
    # exactly these: kinds derived from them may store other values than those given
    is_plain = type(p.kind) is Number or (type(p.kind) is Array and p.kind.shape == (3,))
    is_usual = not kind.pools and kind.rewritten.__func__ is Hooks.rewritten.__func__  # type: ignore[attr-defined]
    has_column = p.symbol in (table.rows.dtype.fields or {})
    if not (is_plain and is_usual and has_column) or p.structural:
        return None
    if p.symbol == item.driven or reason(item, p) not in (LAW, FORCES, RATES):
        return None
    cell = NumberCell if type(p.kind) is Number else VectorCell
    return cell(mbs, item, number, p)
